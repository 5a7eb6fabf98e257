"""Scenario files: a situation, scripted choices and expectations as TOML; README.md beside this has the reference."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tavern_engine.chance import seed_words
from tavern_engine.errors import BadScenario, IllegalAction, TavernError
from tavern_engine.game import Game, did_you_mean
from tavern_engine.registry import game
from tavern_engine.state import SPECTATOR
from tavern_engine.table import Table

TOP_KEYS = (
    *("title", "rules", "game", "data", "seats", "seed", "options", "notes"),
    *("situation", "chance", "legal", "refused", "expect", "step"),
)
STEP_KEYS = ("seat", "does", "says", "legal", "refused", "expect")


class ScenarioFailed(TavernError):
    """The engine did something else than the scenario expects."""


@dataclass(frozen=True)
class Scenario:
    """One file, checked as far as the format goes."""

    path: Path
    title: str
    game: Game
    seats: int
    seed: int | str
    rules: tuple[str, ...]
    options: dict[str, Any] = field(default_factory=dict)
    situation: dict[str, Any] = field(default_factory=dict)
    chance: dict[str, Any] = field(default_factory=dict)
    steps: tuple[dict[str, Any], ...] = ()

    @classmethod
    def load(cls, path: Path) -> Scenario:
        """Read a file, or BadScenario with its name and what is wrong."""
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise BadScenario(f"{path}: cannot be read: {error}.") from None
        try:
            return cls._from(path, raw)
        except TavernError as error:
            raise BadScenario(f"{path}: {error}") from None

    @classmethod
    def _from(cls, path: Path, raw: dict[str, Any]) -> Scenario:
        _known_keys("scenario", raw, TOP_KEYS)
        types = {
            "title": str,
            "game": str,
            "seats": int,
            "rules": list,
            "options": dict,
            "situation": dict,
            "chance": dict,
        }
        for key in ("title", "game", "seats"):
            if key not in raw:
                raise BadScenario(f"The scenario has no {key!r}.")
        for key, kind in types.items():
            if key in raw and not isinstance(raw[key], kind):
                raise BadScenario(f"The scenario's {key!r} is of the wrong type.")
        rules = game(raw["game"])
        if "data" in raw:
            rules = rules.with_data(path.parent / str(raw["data"]))
        steps = raw.get("step", [])
        if not isinstance(steps, list):
            raise BadScenario("Steps are written as [[step]] tables.")
        for number, step in enumerate(steps, start=1):
            _known_keys(f"step {number}", step, STEP_KEYS)
            if not isinstance(step.get("does"), str) or not isinstance(step.get("seat"), int):
                raise BadScenario(f"Step {number} needs a seat (a number) and what it does (a text).")
        before: dict[str, Any] = {key: raw[key] for key in ("legal", "refused", "expect") if key in raw}
        return cls(
            path=path,
            title=raw["title"],
            game=rules,
            seats=raw["seats"],
            seed=raw.get("seed", 0),
            rules=tuple(raw.get("rules", ())),
            options=raw.get("options", {}),
            situation=raw.get("situation", {}),
            chance=raw.get("chance", {}),
            steps=(before, *steps),
        )

    def run(self) -> Table:
        """Play it. ScenarioFailed names the step and the difference; what is wrong with the file is BadScenario."""
        table = self.set_up()
        for number, step in enumerate(self.steps):
            where = f"step {number} ({step['does']!r})" if number else "the situation"
            try:
                _play_step(table, step)
            except ScenarioFailed as failure:
                raise ScenarioFailed(f"{self.path}: {where}: {failure}") from None
            except BadScenario as error:
                raise BadScenario(f"{self.path}: {where}: {error}") from None
        return table

    def set_up(self) -> Table:
        """The table as the situation describes it."""
        try:
            options = self.game.checked_options(self.options)
            state = self.game.start(self.game.checked_seats(self.seats), seed_words(self.seed), options)
            self.game.situation(state, self.situation, self.chance)
        except TavernError as error:
            raise BadScenario(f"{self.path}: {error}") from None
        return Table.at(self.game, state)


def _known_keys(where: str, table: object, known: tuple[str, ...]) -> None:
    if not isinstance(table, dict):
        raise BadScenario(f"The {where} is a table of keys and values, not {table!r}.")
    for key in table:
        if key not in known:
            hint = did_you_mean(key, known) or f" It may have: {', '.join(known)}."
            raise BadScenario(f"The {where} has an unknown key {key!r}.{hint}")


def _play_step(table: Table, step: Mapping[str, Any]) -> None:
    """In strict-choice mode: the engine must ask just what the scenario answers."""
    _check_choices(table, step)
    if "does" in step:
        _act(table, step["seat"], step["does"])
    happened = [table.game.event_text(event) for event in table.news(SPECTATOR)]
    for sentence in step.get("says", ()):
        if sentence not in happened:
            raise ScenarioFailed(f"expected {sentence!r} to happen, but it was {happened}.")
    if "expect" in step:
        _compare(step["expect"], _facts(table, step["expect"]), "")


def _act(table: Table, seat: int, does: str) -> None:
    if table.over:
        raise ScenarioFailed("the game is over: nobody is asked.")
    asked, infoset = table.ask()
    if asked != seat:
        choices = ", ".join(table.game.action_text(action) for action in infoset.legal())
        raise ScenarioFailed(f"seat {asked} is asked, not seat {seat}; it may choose {choices}.")
    try:
        table.answer(does)
    except IllegalAction as error:
        raise ScenarioFailed(str(error)) from None


def _check_choices(table: Table, step: Mapping[str, Any]) -> None:
    """What may be done, and what is refused (with a part of the reason), before the step is taken."""
    legal = [] if table.over else [table.game.action_text(action) for action in table.ask()[1].legal()]
    if "legal" in step and sorted(step["legal"]) != sorted(legal):
        raise ScenarioFailed(f"legal is {legal}, not {step['legal']}.")
    refused = step.get("refused", {})
    for text, reason in refused.items():
        table.game.parse_action(text)
        if text in legal:
            raise ScenarioFailed(f"{text!r} is legal, but should be refused.")
        try:
            table.answer(text)
        except IllegalAction as error:
            if reason not in str(error):
                raise ScenarioFailed(
                    f"{text!r} is refused with {str(error)!r}, which does not say {reason!r}."
                ) from None


def _facts(table: Table, expected: Mapping[str, Any]) -> dict[str, Any]:
    """The truth, with the views that the expectation asks for under `view`."""
    facts = table.game.facts(table.truth())
    if isinstance(expected.get("view"), dict):
        facts["view"] = {}
        for seat in expected["view"]:
            viewer = SPECTATOR if seat == "spectator" else int(seat)
            facts["view"][seat] = table.game.facts(table.view(viewer).view)
    return facts


def _compare(expected: object, actual: object, path: str) -> None:
    """Every expected entry must be there; lists are compared as multisets."""
    if isinstance(expected, dict):
        for key, value in expected.items():
            name = f"{path}.{key}" if path else key
            if not isinstance(actual, dict) or key not in actual:
                known = list(actual) if isinstance(actual, dict) else []
                raise BadScenario(f"There is no fact {name!r} to expect.{did_you_mean(key, known)}")
            _compare(value, actual[key], name)
        return
    if isinstance(expected, list) and isinstance(actual, list):
        expected, actual = sorted(expected), sorted(actual)
    if expected != actual or type(expected) is not type(actual):
        raise ScenarioFailed(f"{path} is {actual!r}, not {expected!r}.")
