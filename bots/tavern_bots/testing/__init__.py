"""The conformance kit for bots: legal, repeatable, honest, punctual and quiet at every table they say they play.

`check_bot(choose_bot("my-bot"))` runs every check and returns what it found; nothing is a pass. Whatever a bot does
instead of answering is a finding too, never an exception of the kit; a bot that does not come back is given up on.
`tests/support/bad_bots.py` plants one fault after another to prove that each is caught.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product
from typing import Final

from tavern_bots.discover import Choice
from tavern_bots.testing.changes import check_changes
from tavern_bots.testing.honesty import check_games, check_twins
from tavern_bots.testing.league import check_league
from tavern_bots.testing.manners import (
    check_alone,
    check_clock,
    check_legal,
    check_quiet,
    check_repeatable,
    check_seats,
    check_untouched,
)
from tavern_bots.testing.processes import Lookalikes
from tavern_bots.testing.seated import LATE, Misplayed, Trial, said
from tavern_engine import Game
from tavern_engine import games as all_games
from tavern_engine.guard import own_line
from tavern_engine.testing import Failed, cases

__all__ = ["CHECKS", "Failed", "Finding", "check_bot"]


@dataclass(frozen=True)
class Finding:
    """A check that a bot failed, at which table, and what was wrong."""

    check: str
    bot: str
    table: str
    problem: str
    cause: str = ""  # what findings at several tables, or of several checks, have in common; empty if that is unknown
    hangs: bool = False  # it did not come back, so it is asked no more

    def __str__(self) -> str:
        return f"{self.check}: {self.bot}: {self.problem} [{self.table}]"


_ALL = (
    check_seats,
    check_legal,
    check_repeatable,
    check_twins,
    check_games,
    check_league,
    check_changes,
    check_untouched,
    check_clock,
    check_alone,
    check_quiet,
)
#: Every check by name, in the order they run.
CHECKS: Final[Mapping[str, Callable[[Trial], None]]] = {one.__name__.removeprefix("check_"): one for one in _ALL}


def check_bot(
    choice: Choice,
    games: Iterable[Game] | None = None,
    effort: float = 1.0,
    checks: Iterable[str] = tuple(CHECKS),
    late: float = LATE,
) -> list[Finding]:
    """Run the checks at all games that the bot plays, or at those of `games` that it plays; more effort plays more.

    An answer that takes more than `late` seconds is a fault when the clock had a tenth of that.
    """
    played = [game for game in (all_games() if games is None else games) if choice.plays(game)]
    if not played:
        return [Finding("seats", choice.text, "no table", "it plays none of the games")]
    processes = Lookalikes()
    trials = [Trial(choice, table, late, processes) for game in played for table in cases(game, effort)]
    findings: list[Finding] = []
    try:
        for name, trial in product(checks, trials):
            if finding := _finding(name, trial):
                findings.append(finding)
                if finding.hangs:
                    break
    finally:
        processes.stop()
    return findings


def _finding(name: str, trial: Trial) -> Finding | None:
    try:
        CHECKS[name](trial)
    except Misplayed as failure:
        return Finding(name, trial.choice.text, str(trial.table), str(failure), failure.cause, failure.hangs)
    except Failed as failure:
        return Finding(name, trial.choice.text, str(trial.table), str(failure))
    except (Exception, SystemExit) as error:  # a bot can break what it is given in any way
        problem = f"it broke the check: {said(error)}{own_line(error)}"
        return Finding(name, trial.choice.text, str(trial.table), problem)
    return None
