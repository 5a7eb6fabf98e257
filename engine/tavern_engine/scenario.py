"""Scenario files: a situation, scripted choices and expectations as TOML; README.md beside this has the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tavern_engine.chance import seed_words, unused_draws
from tavern_engine.coverage import read_scenario, rule_texts
from tavern_engine.errors import BadScenario, IllegalAction, TavernError
from tavern_engine.game import Game, did_you_mean
from tavern_engine.registry import game
from tavern_engine.situations import known_keys
from tavern_engine.state import SPECTATOR
from tavern_engine.table import Table

TEXT, TEXTS = "a text in quotes", "a list of texts in quotes"
NUMBER, TABLE = "a whole number", "a table of keys and values"
TYPES = {TEXT: str, NUMBER: int, TABLE: dict}
CHECKS = {"legal": TEXTS, "refused": TABLE, "expect": TABLE}
HEAD = {"title": TEXT, "rules": TEXTS, "game": TEXT, "data": TEXT, "seats": NUMBER, "seed": "", "notes": TEXT}
TOP_KEYS = {**HEAD, "options": TABLE, "situation": TABLE, "chance": TABLE, **CHECKS, "step": ""}
STEP_KEYS = {"seat": NUMBER, "does": TEXT, "says": TEXTS, **CHECKS}


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
    options: dict[str, Any]
    situation: dict[str, Any]
    chance: dict[str, Any]
    steps: tuple[dict[str, Any], ...]

    @classmethod
    def load(cls, path: Path | str) -> Scenario:
        """Read a file, or BadScenario with its name and what is wrong."""
        path = Path(path)
        raw = read_scenario(path)
        try:
            return cls._from(path, raw)
        except TavernError as error:
            raise BadScenario(f"{path}: {error}") from None

    @classmethod
    def _from(cls, path: Path, raw: dict[str, Any]) -> Scenario:
        _check_keys("scenario", raw, TOP_KEYS, needed=("title", "game", "seats"))
        steps = raw.get("step", [])
        if not isinstance(steps, list):
            raise BadScenario("Steps are written as [[step]] tables.")
        for number, step in enumerate(steps, start=1):
            _check_keys(f"step {number}", step, STEP_KEYS, needed=("seat", "does"))
            _check_reasons(f"step {number}", step)
        _check_reasons("scenario", raw)
        rules = game(raw["game"])
        if "data" in raw:
            rules = rules.with_data(path.parent / raw["data"])
        for rule in raw.get("rules", []):
            if rule not in rule_texts(rules):
                raise BadScenario(f"There is no rule {rule!r} in the rules of {rules.title}.")
        before: dict[str, Any] = {key: raw[key] for key in CHECKS if key in raw}
        options, situation, chance = (raw.get(key, {}) for key in ("options", "situation", "chance"))
        seed, cited = raw.get("seed", 0), tuple(raw.get("rules", ()))
        return cls(path, raw["title"], rules, raw["seats"], seed, cited, options, situation, chance, (before, *steps))

    def run(self) -> Table:
        """Play it. ScenarioFailed names the step and the difference; what is wrong with the file is BadScenario."""
        table = self.set_up()
        for number, step in enumerate(self.steps):
            where = f"{self.path}: step {number} ({step['does']!r})" if number else f"{self.path}: the situation"
            try:
                _play_step(table, step)
            except ScenarioFailed as failure:
                raise ScenarioFailed(f"{where}: {failure}") from None
            except TavernError as error:
                raise BadScenario(f"{where}: {error}") from None
        if left := unused_draws(table.truth().w):
            raise ScenarioFailed(f"{self.path}: {left} of the draws that [chance] scripts never came.")
        return table

    def set_up(self) -> Table:
        """The table as the situation describes it."""
        try:
            seats, options = self.game.checked_table(self.seats, self.options)
            state = self.game.start(seats, seed_words(self.seed), options)
            self.game.situation(state, self.situation, self.chance)
        except TavernError as error:
            raise BadScenario(f"{self.path}: {error}") from None
        return Table.at(self.game, state)


def _check_keys(where: str, table: object, known: Mapping[str, str], needed: tuple[str, ...]) -> None:
    """Every key is known, of its type, and the needed ones are there."""
    given = known_keys(where, table, list(known))
    for key, value in given.items():
        if not _is(value, known[key]):
            raise BadScenario(f"In the {where}, {key!r} is {known[key]}, not {value!r}.")
    for key in needed:
        if key not in given:
            raise BadScenario(f"The {where} has no {key!r}, {known[key]}.")


def _check_reasons(where: str, table: Mapping[str, Any]) -> None:
    """Every refusal says why: without a reason it would hold whatever the rule behind it is."""
    for text, reason in table.get("refused", {}).items():
        if not isinstance(reason, str) or not reason.strip():
            raise BadScenario(f'In the {where}, {text!r} is refused without a part of the reason, like "D21".')


def _is(value: object, kind: str) -> bool:
    if kind == TEXTS:
        return isinstance(value, list) and all(isinstance(text, str) for text in value)
    return not kind or (isinstance(value, TYPES[kind]) and not isinstance(value, bool))


def _play_step(table: Table, step: Mapping[str, Any]) -> None:
    """In strict-choice mode: the engine must ask just what the scenario answers."""
    _check_choices(table, step)
    if "does" in step:
        _act(table, step["seat"], step["does"])
    happened = [table.game.event_text(event) for event in table.news(SPECTATOR)]
    story = f" What happened: {'; '.join(happened)}." if happened else ""
    for sentence in step.get("says", ()):
        if sentence not in happened:
            raise ScenarioFailed(f"{sentence!r} did not happen.{story}")
    expected = step.get("expect", {})
    try:
        _compare(expected, _facts(table, expected), "")
    except ScenarioFailed as failure:
        raise ScenarioFailed(f"{failure}{story}") from None


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
    codes = [] if table.over else table.ask()[1].legal()
    legal = [table.game.action_text(code) for code in codes]
    if "legal" in step and sorted(step["legal"]) != sorted(legal):
        raise ScenarioFailed(f"legal is {legal}, not {step['legal']}.")
    for text, reason in step.get("refused", {}).items():
        code = table.game.parse_action(text)
        if code in codes:
            raise ScenarioFailed(f"{text!r} is legal, but should be refused.")
        refusal = table.game.refusal(table.truth(), code)
        if reason not in refusal:
            raise ScenarioFailed(f"{text!r} is refused with {refusal!r}, which does not say {reason!r}.")


def _facts(table: Table, expected: Mapping[str, Any]) -> dict[str, Any]:
    """The truth, with the views that the expectation asks for under `view`."""
    facts = table.game.facts(table.truth())
    facts["view"] = {}
    for seat in expected.get("view", {}):
        if seat != "spectator" and seat not in map(str, range(table.seats)):
            raise BadScenario(f"There is no view of {seat!r}: it is a seat's number or 'spectator'.")
        viewer = SPECTATOR if seat == "spectator" else int(seat)
        facts["view"][seat] = table.game.facts(table.view(viewer).view)
    return facts


def _compare(expected: object, actual: object, path: str) -> None:
    """Every expected entry must be there; lists are multisets, tuples are in order, None is "none" or "nobody"."""
    if isinstance(expected, dict):
        known = dict(zip(map(str, range(len(actual))), actual, strict=True)) if isinstance(actual, tuple) else actual
        for key, value in expected.items():
            name = f"{path}.{key}" if path else key
            if not isinstance(known, dict) or key not in known:
                there = list(known) if isinstance(known, dict) else []
                raise BadScenario(f"There is no fact {name!r} to expect.{did_you_mean(key, there, 'There are')}")
            _compare(value, known[key], name)
        return
    if isinstance(actual, tuple):
        if isinstance(expected, list) and len(expected) == len(actual):
            for place, (one, other) in enumerate(zip(expected, actual, strict=True)):
                _compare(one, other, f"{path}.{place}")
            return
        actual = list(actual)
    elif isinstance(expected, list) and isinstance(actual, list):
        expected, actual = sorted(expected, key=str), sorted(actual, key=str)
    elif actual is None and expected in ("none", "nobody"):
        return
    if expected != actual or type(expected) is not type(actual):
        raise ScenarioFailed(f"{path} is {actual!r}, not {expected!r}.")
