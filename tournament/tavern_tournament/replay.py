"""Games of a run again, told move by move."""

from __future__ import annotations

from collections.abc import Iterator

from tavern_engine import TavernError
from tavern_engine.game import did_you_mean
from tavern_tournament.match import new_table
from tavern_tournament.results import Fault, GameResult
from tavern_tournament.run import Run
from tavern_tournament.solo.telling import OPEN, Telling, news, sentence


class NoSuchGame(TavernError):
    """A game or a seat that a run does not have."""


def retell(run: Run, game_id: str, seat: int | None) -> Iterator[str]:
    """A game in sentences, as one seat saw it, or with everything open; faults stand where they happened."""
    result = find(run, game_id)
    if seat is not None and seat >= len(result.bots):
        raise NoSuchGame(f"There is no seat {seat} at a table of {len(result.bots)}.")
    table = new_table(result, run.setup)
    story = Telling(table, result.bots)
    viewer = OPEN if seat is None else seat
    yield f"{result.id}: {', '.join(story.names)}"
    yield from (told(fault, result) for fault in result.faults if fault.move == 0)
    for number, action in enumerate(result.actions, start=1):
        yield from story.sentences(news(table, viewer))
        yield from (told(fault, result) for fault in result.faults if fault.move == number)
        asked, _ = table.ask()
        if viewer in (OPEN, asked):
            yield from (
                f"  [{result.bots[asked]}: {reason}]" for reason in result.reasons[number - 1 : number] if reason
            )
        table.answer(action)
    yield from story.sentences(news(table, viewer))
    if result.void:
        yield f"The game is void: {result.void}"
    else:
        places = [f"{name} place {place}" for name, place in zip(story.names, result.placement, strict=True)]
        yield sentence(", ".join(places))


def told(fault: Fault, result: GameResult) -> str:
    """A fault as a line of its own."""
    return f"  [fault at move {fault.move}: {result.bots[fault.seat]}: {fault.kind}: {fault.said}]"


def find(run: Run, game_id: str) -> GameResult:
    """The result of a game that counts, or NoSuchGame."""
    results = {result.id: result for result in run.counted(run.read())}
    if game_id not in results:
        hint = did_you_mean(game_id, list(results)) or f" Its {len(results)} games are listed in games.jsonl."
        raise NoSuchGame(f"There is no finished game {game_id!r} in {run.folder}.{hint}")
    return results[game_id]
