"""Whether a bot decides elsewhere as it does here: in processes that look like parts of a league.

Nothing there says that this is a check, and what could be peeked at is other than here: decoys lie about
(`lookalike.py`), and this process, like a referee, holds another truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from tavern_bots import frames
from tavern_bots.asked import BotFault
from tavern_bots.confine import HAS_FORK
from tavern_bots.testing.deals import Transcript, state_of, transcript
from tavern_bots.testing.honesty import chose, difference
from tavern_bots.testing.seated import Misplayed, Trial, small_budget
from tavern_engine import Table
from tavern_engine.registry import discover
from tavern_engine.state import numbers
from tavern_engine.testing import Failed

PLACES: Final[Mapping[str, str]] = {
    "process": "in a process of its own as a league gives it",
    "worker": "in a process that looks like a league's",
}


def check_league(trial: Trial) -> None:
    """In processes that look like those of a league it decides as it does here."""
    if not HAS_FORK or trial.game.id not in [game.name for game in discover()]:
        return  # nobody can play there, or not this game
    heard = transcript(trial, trial.table.seats - 1, trial.table.seats)
    for look, place in PLACES.items():
        try:
            moved = difference(heard, answers_there(trial, heard, look))
        except BotFault as fault:
            said = fault.said.rstrip(".")
            raise Misplayed(f"{place}: {said}", said, hangs=fault.kind == "hang") from None
        if moved is not None:
            otherwise = "it behaves otherwise there, or goes by the order of a set"
            raise Failed(f"{chose(trial, heard, *moved)} {place}: {otherwise}")


def answers_there(trial: Trial, heard: Transcript, look: str) -> Iterator[int]:
    """Its answers when it is told the same in a process of this look, while this one holds the other truths."""
    if not heard.told:
        return
    process = trial.processes.of(look, trial.choice, small_budget(trial.choice, trial.game.id))
    state = state_of(trial.game, heard.told[0].twin)
    table = Table.at(trial.game, state)
    played = {"id": table.game.id, "stamp": table.game.stamp().hex(), "file": str(table.game.data_file.absolute())}
    place = {"seat": heard.seat, "seats": table.seats, "seed": heard.luck, "table_options": dict(trial.table.options)}
    process.ask(frames.frame_of(frames.SIT, {"game": played, **place, "reasons": False}), trial.patience)
    for told in heard.told:
        state.w = numbers(memoryview(told.twin).cast("q"))
        question = frames.question(heard.seat, float("inf"), told.news, told.view)
        yield frames.read_decision(process.ask(question, trial.patience))[0]
    told_end = {"seat": heard.seat, "placement": list(heard.placement)}
    process.ask(frames.frame_of(frames.END, told_end), trial.patience)
