"""The conformance kit for games: honest views, exact samplers, repeatable play.

`check_game(game)` runs every check on every table size and option and returns what it found; nothing is a pass.
`tests/support/faults.py` plants one fault after another in a small game to prove that each is caught.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tavern_engine.game import Game
from tavern_engine.testing import exact, learning, views
from tavern_engine.testing import play as playing
from tavern_engine.testing.walk import Case, Failed

__all__ = ["CHECKS", "Failed", "Finding", "cases", "check_game"]


@dataclass(frozen=True)
class Finding:
    """A check that failed, on which table, and what was wrong."""

    check: str
    table: str
    problem: str

    def __str__(self) -> str:
        return f"{self.check}: {self.problem} [{self.table}]"


#: Every check by name, in the order they run. The last four use the tiny data.
CHECKS: Mapping[str, Callable[[Case], None]] = {
    "repeatable": playing.check_repeatable,
    "clone": playing.check_clone,
    "bytes": playing.check_bytes,
    "layout": playing.check_layout,
    "legal": playing.check_legal,
    "texts": playing.check_texts,
    "end": playing.check_end,
    "refusals": playing.check_refusals,
    "fold": views.check_fold,
    "keys": views.check_keys,
    "private keys": views.check_private_keys,
    "twins": views.check_twins,
    "sample": views.check_sample,
    "blind": views.check_blind,
    "resample": views.check_resample,
    "look back": views.check_look_back,
    "encoding": learning.check_encoding,
    "complete": learning.check_complete,
    "actions": learning.check_actions,
    "batch": learning.check_batch,
    "marginals": exact.check_marginals,
    "redraw": views.check_redraw,
    "distribution": exact.check_distribution,
    "world keys": exact.check_world_keys,
    "worlds": exact.check_worlds,
}
ON_TINY_DATA = ("redraw", "distribution", "world keys", "worlds")


def cases(game: Game, effort: float, seed: int = 0) -> Iterator[Case]:
    """Every table size with the default options, every value of each option at one size, and what the game adds."""
    defaults = game.checked_options({})
    for seats in game.sizes:
        yield Case(game, seats, defaults, effort, seed)
    seats = game.usual_size
    for option in game.options:
        for value in option.choices:
            if value != option.default:
                yield Case(game, seats, {**defaults, option.name: value}, effort, seed)
    if len(game.options) > 1:
        yield Case(game, seats, game.changed_options(), effort, seed)
    for size, options in game.more_tables.values():
        if size in game.sizes:
            yield Case(game, *game.checked_table(size, options), effort, seed)


def check_game(game: Game, effort: float = 1.0, checks: Mapping[str, Callable[[Case], None]] = CHECKS) -> list[Finding]:
    """Run the checks; more effort plays and samples more."""
    findings = []
    tiny = game.tiny()
    for name, check in checks.items():
        for case in cases(tiny if name in ON_TINY_DATA else game, effort):
            try:
                check(case)
            except Failed as failure:
                findings.append(Finding(name, str(case), str(failure)))
            except Exception as error:  # a broken game may raise anything, and that is a finding too
                findings.append(Finding(name, str(case), f"raised {type(error).__name__}: {error}"))
    return findings
