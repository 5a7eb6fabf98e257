"""Games of a run again: told move by move, and checked against their results."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from tavern_engine import Table, TavernError
from tavern_engine.game import did_you_mean
from tavern_tournament.journal import Reading, read
from tavern_tournament.results import Fault, GameResult
from tavern_tournament.room import Room
from tavern_tournament.run import Run
from tavern_tournament.schedule import Seeds
from tavern_tournament.solo.file import OPEN, Saved, news, sentence


class NoSuchGame(TavernError):
    """A game or a seat that a run does not have."""


def retell(run: Run, game_id: str, seat: int | None) -> Iterator[str]:
    """A game in sentences, as one seat saw it, or with everything open; faults stand where they happened."""
    result = find(run, game_id)
    if seat is not None and seat >= len(result.bots):
        raise NoSuchGame(f"There is no seat {seat} at a table of {len(result.bots)}.")
    table = table_of(run, result)
    assert table.record is not None
    story = Saved(table.record, 0, list(result.bots))
    viewer = OPEN if seat is None else seat
    yield f"{result.id}: {', '.join(story.name(number) for number in range(len(result.bots)))}"
    yield from (told(fault, result) for fault in result.faults if fault.move == 0)
    for number, action in enumerate(result.actions, start=1):
        yield from story.sentences(news(table, viewer))
        yield from (told(fault, result) for fault in result.faults if fault.move == number)
        table.answer(action)
    yield from story.sentences(news(table, viewer))
    if result.void:
        yield f"The game is void: {result.void}"
    else:
        places = [f"{story.name(number)} place {place}" for number, place in enumerate(result.placement)]
        yield sentence(", ".join(places))


def told(fault: Fault, result: GameResult) -> str:
    """A fault as a line of its own."""
    return f"  [fault at move {fault.move}: {result.bots[fault.seat]}: {fault.kind}: {fault.said}]"


def find(run: Run, game_id: str) -> GameResult:
    """The result of a game that counts, or NoSuchGame."""
    results = {result.id: result for result in run.counted(read(run.journal))}
    if game_id not in results:
        hint = did_you_mean(game_id, list(results)) or f" Its {len(results)} games are listed in games.jsonl."
        raise NoSuchGame(f"There is no finished game {game_id!r} in {run.folder}.{hint}")
    return results[game_id]


def table_of(run: Run, result: GameResult) -> Table:
    """The table of a game before its first decision."""
    spec = run.table(result.table)
    return Table(spec.rules(), spec.seats, Seeds(run.setup.seed).deal(spec.game, result.deal), spec.options)


def check_run(run: Run, sample: int, again: int, say: Callable[[str], None]) -> Iterator[str]:
    """What is wrong with a run: its journal, or games that do not come out as they are written down."""
    reading = read(run.journal)
    yield from reading.troubles()
    results = run.counted(reading)
    say(f"{len(results)} of {len(run.games())} games have a result.")
    for result in spread(results, sample):
        yield from wrong_replay(run, result)
    say(f"{min(sample, len(results))} games replayed.")
    timed = {bot.name for bot in run.setup.bots if "seconds" in bot.options or run.setup.times.move is not None}
    repeatable = spread([result for result in results if not result.clocked and not timed & set(result.bots)], again)
    yield from played_anew(run, reading, [result.id for result in repeatable])
    if again:
        say(f"{len(repeatable)} games played anew by their bots.")


def spread(results: list[GameResult], number: int) -> list[GameResult]:
    """So many results from everywhere in the list, the same ones each time."""
    step = max(1, len(results) // number) if number else 1
    return results[::step][:number]


def wrong_replay(run: Run, result: GameResult) -> Iterator[str]:
    """Replay a game: it must end as its result says, or stop where it was void."""
    table = table_of(run, result)
    try:
        for action in result.actions:
            table.answer(action)
    except TavernError as error:
        yield f"{result.id} cannot be replayed: {error}"
        return
    if result.void:
        return
    scores = tuple(int(table.truth().score(seat)) for seat in range(table.seats))
    forfeits = any(fault.kind for fault in result.faults)
    if not table.over or scores != result.scores or (not forfeits and tuple(table.placement()) != result.placement):
        yield f"{result.id} does not end as its result says."


def played_anew(run: Run, reading: Reading, wanted: list[str]) -> Iterator[str]:
    """Let the bots play games again: without a clock they must choose the same."""
    room = Room(run.setup)
    try:
        for planned in run.games():
            if planned.id not in wanted:
                continue
            before, now = reading.of(planned.id, planned.stamp), room.play(planned)
            if before is None or replace(before, seconds=()) != replace(now, seconds=()):
                yield f"{planned.id} came out otherwise when its bots played it anew."
    finally:
        room.stop()
