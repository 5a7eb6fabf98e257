"""The pages for bot authors are true: GAME.md names every key of the facts and every part of an action."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavern_engine import COMPILED, Game, Rng, Table, games
from tavern_engine.testing import cases

DEALS = 16 if COMPILED else 2


def rows(page: str, heading: str) -> list[list[str]]:
    """The rows of the table under a heading, cell by cell."""
    section = page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named(cell: str) -> list[str]:
    """What stands in code marks."""
    return re.findall(r"`([^`]+)`", cell)


def paths(value: object, path: str = "") -> Iterator[str]:
    """Every key of plain data: `seats[].hand[]`; a list says so even if it is empty."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths(inner, f"{path}.{key}" if path else key)
    elif isinstance(value, list):
        if all(not isinstance(inner, (dict, list)) for inner in value):
            yield f"{path}[]"
        for inner in value:
            if isinstance(inner, (dict, list)):
                yield from paths(inner, f"{path}[]")
    else:
        yield path


def told(game: Game) -> set[str]:
    """The keys met in random games, as seats and spectators see them."""
    met: set[str] = set()
    for table_kind in cases(game, 1.0):
        for seed in range(DEALS // table_kind.seats + 1):
            table = Table(game, table_kind.seats, seed, table_kind.options)
            rng = Rng(seed)
            while not table.over:
                _, infoset = table.ask()
                met.update(paths(json.loads(json.dumps(infoset.facts()))))
                legal = infoset.legal()
                table.answer(legal[int(rng.below(len(legal)))])
            met.update(paths(json.loads(json.dumps(table.view(-1).facts()))))
    return met


def covers(documented: str, path: str) -> bool:
    """Whether a documented key stands for this one; `supply.*` for every entry of `supply`, `giving` for `giving[]`."""
    pattern = re.escape(documented).replace(r"\*", "[^.]+")
    return re.fullmatch(pattern, path) is not None


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_key_of_the_facts_is_named_and_no_other(game: Game) -> None:
    page = Path(game.rules_file).with_name("GAME.md").read_text(encoding="utf-8")
    documented = [key for row in rows(page, "Facts") for key in named(row[0])]
    met = told(game)
    absent = {path.removesuffix("[]") for path in met}  # None where a list or table could be
    unnamed = {path for path in met if not any(covers(key, path) for key in documented)}
    unnamed -= {path for path in unnamed if any(key.startswith((f"{path}.", f"{path}[")) for key in documented)}
    assert sorted(unnamed) == []
    unmet = [key for key in documented if not any(covers(key, path) for path in met)]
    assert [key for key in unmet if key.removesuffix("[]") not in absent] == []
    assert len(documented) == len(set(documented))


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_verb_is_named_with_its_parts(game: Game) -> None:
    page = Path(game.rules_file).with_name("GAME.md").read_text(encoding="utf-8")
    documented = {verb: sorted(named(row[1])) for row in rows(page, "Actions") for verb in named(row[0])}
    found: dict[str, set[str]] = {}
    for action in game.words.actions:
        found.setdefault(str(action.parts["verb"]), set()).update(set(action.parts) - {"verb"})
    assert documented == {verb: sorted(parts) for verb, parts in found.items()}
