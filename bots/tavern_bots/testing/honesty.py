"""Checks of honesty: a bot decides by what its seat was told, whatever else is true and wherever it could be found.

A bot with the same random numbers that is told the same must choose the same. So games are played twice, in which
everything differs that the seat cannot know: the cards of others, the luck to come, and what the seed would deal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Final

from tavern_bots.testing.deals import (
    MEDDLES,
    Moment,
    Transcript,
    answers_again,
    infoset_of,
    moments,
    state_of,
    transcript,
    words_of,
)
from tavern_bots.testing.seated import Trial
from tavern_engine import Game, State, Table
from tavern_engine.chance import seed_words
from tavern_engine.game import Value
from tavern_engine.testing import Failed

DEALS: Final = 2


def check_twins(trial: Trial) -> None:
    """It decides the same under two truths that look the same to it: it peeks nowhere."""
    for moment in moments(trial, 10):
        answers = {_answer_under(trial, moment, truth) for truth in moment.truths}
        if len(answers) > 1:
            raise Failed(f"its decision on seat {moment.seat} depends on what it cannot know: it peeks")


def _answer_under(trial: Trial, moment: Moment, truth: bytes) -> int:
    """What it decides while this truth, and no other, lies in the hands of a referee in the same process."""
    state = state_of(trial.game, truth)
    table = Table.at(trial.game, state)
    infoset = infoset_of(trial.game, moment.view)
    answer = trial.seat(moment.seat).answer(infoset, moment.seen)
    if words_of(table.truth()) != truth or words_of(state) != truth:
        raise Failed(MEDDLES)
    return answer


def check_games(trial: Trial) -> None:
    """In whole games nothing moves it that it cannot know: no other cards, no other luck, no deal seen before."""
    for seed in range(trial.table.times(DEALS)):
        seats = [(seed + turn) % trial.table.seats for turn in range(2)]
        # The deal is known from both seats before the first of them is played again.
        for heard in [transcript(trial, seat, seed) for seat in seats]:
            with other_luck(seed):
                moved = difference(heard, answers_again(trial, heard))
            if moved is not None:
                raise Failed(f"{chose(trial, heard, *moved)} {_why(trial, heard)}")


def _why(trial: Trial, heard: Transcript) -> str:
    """What it was that moved the bot."""
    again = transcript(trial, heard.seat, heard.seed)
    if difference(heard, (told.answer for told in again.told)) is not None:
        return "when the same game is played again: it remembers other games, or draws random numbers of its own"
    if difference(heard, answers_again(trial, heard)) is not None:
        return "when other things are true that it cannot know: it peeks"
    return "when the seed of the deal stands for another one: it guesses seeds"


def difference(heard: Transcript, answers: Iterable[int]) -> tuple[int, int] | None:
    """The first of these answers that is not as it was, with its number; None if all are."""
    for number, (told, answer) in enumerate(zip(heard.told, answers, strict=False)):
        if answer != told.answer:
            return number, answer
    return None


def chose(trial: Trial, heard: Transcript, number: int, answer: int) -> str:
    """Which decision came out otherwise, in words."""
    codes = heard.told[number].answer, answer
    first, then = (trial.game.action_text(code) if 0 <= code < trial.game.actions else str(code) for code in codes)
    return f"at decision {number + 1} of seat {heard.seat} in deal {heard.seed} it chose {first!r}, but {then!r}"


@contextmanager
def other_luck(seed: int) -> Iterator[None]:
    """A time in which whoever deals with this seed gets another deal than the table did."""
    words, start = seed_words(seed), Game.start

    def dealt(game: Game, seats: int, luck: tuple[int, int], options: Mapping[str, Value]) -> State:
        return start(game, seats, luck[::-1] if luck == words else luck, options)

    Game.start = dealt  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        Game.start = start  # type: ignore[method-assign]
