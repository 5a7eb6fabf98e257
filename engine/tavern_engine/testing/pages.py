"""Whether the page for bot authors is true: GAME.md names every key of the facts and every part of an action."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tavern_engine import COMPILED
from tavern_engine.chance import Rng
from tavern_engine.errors import BadGame
from tavern_engine.game import Game
from tavern_engine.state import SPECTATOR
from tavern_engine.table import Table

DEALS = 8 if COMPILED else 2


def page_problems(game: Game) -> list[str]:
    """What is wrong with GAME.md beside the rules, in sentences: random games are played and compared with it."""
    try:
        page = game.page()
    except BadGame as error:
        return [str(error)]
    if missing := [name for name in ("Facts", "Actions") if f"\n## {name}\n" not in page]:
        return [f"GAME.md: it has no part '## {missing[0]}'."]
    return [f"GAME.md: {problem}." for problem in (*_fact_problems(game, page), *_action_problems(game, page))]


def _fact_problems(game: Game, page: str) -> Iterator[str]:
    documented = [key for row in rows(page, "Facts") for key in named(row[0])]
    for key in sorted({key for key in documented if documented.count(key) > 1}):
        yield f"the fact `{key}` is named twice"
    met = told(game)
    for path in sorted(met):
        above = any(key.startswith((f"{path}.", f"{path}[")) for key in documented)  # None where something could be
        if not above and not any(covers(key, path) for key in documented):
            yield f"the fact `{path}` is not named"
    absent = {path.removesuffix("[]") for path in met}
    for key in documented:
        if not any(covers(key, path) for path in met) and key.removesuffix("[]") not in absent:
            yield f"there is no fact `{key}`"


def _action_problems(game: Game, page: str) -> Iterator[str]:
    documented = {verb: sorted(named(row[1])) for row in rows(page, "Actions") for verb in named(row[0])}
    found: dict[str, set[str]] = {}
    for action in game.words.actions:
        found.setdefault(str(action.parts["verb"]), set()).update(set(action.parts) - {"verb"})
    for verb in sorted({*documented, *found}):
        if verb not in documented:
            yield f"the verb `{verb}` is not named"
        elif verb not in found:
            yield f"there is no verb `{verb}`"
        elif documented[verb] != sorted(found[verb]):
            yield f"the verb `{verb}` has the parts {sorted(found[verb])}, not {documented[verb]}"


def rows(page: str, heading: str) -> list[list[str]]:
    """The rows of the table under a heading, cell by cell."""
    section = page.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]
    lines = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def named(cell: str) -> list[str]:
    """What stands in code marks."""
    return re.findall(r"`([^`]+)`", cell)


def collect(met: set[str], value: object, path: str = "") -> None:
    """Add every key of plain data: `seats[].hand[]`; a list says so even if it is empty."""
    if isinstance(value, dict):
        for key, inner in value.items():
            collect(met, inner, f"{path}.{key}" if path else key)
    elif isinstance(value, (list, tuple)):
        nested = [inner for inner in value if isinstance(inner, (dict, list, tuple))]
        if not nested:
            met.add(f"{path}[]")
        for inner in nested:
            collect(met, inner, f"{path}[]")
    else:
        met.add(path)


def told(game: Game) -> set[str]:
    """The keys met in random games, as seats and spectators see them."""
    from tavern_engine.testing import cases

    met: set[str] = set()
    for case in cases(game, 1.0):
        for seed in range(DEALS // case.seats + 1):
            table = Table(game, case.seats, seed, case.options)
            rng = Rng(seed)
            while not table.over:
                _, infoset = table.ask()
                collect(met, infoset.facts())
                legal = infoset.legal()
                table.answer(legal[int(rng.below(len(legal)))])
            collect(met, table.view(SPECTATOR).facts())
    return met


def covers(documented: str, path: str) -> bool:
    """Whether a documented key stands for this one; `supply.*` for every entry of `supply`, `giving` for `giving[]`."""
    pattern = re.escape(documented).replace(r"\*", "[^.]+")
    return re.fullmatch(pattern, path) is not None
