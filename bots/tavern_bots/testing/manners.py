"""Checks of manners: legal, repeatable, punctual, quiet, alone, and nothing touched that it was only lent."""

from __future__ import annotations

import random
from itertools import islice, zip_longest

from tavern_bots.api import Clock
from tavern_bots.testing.deals import WHOLE, Moment, first_answers, infoset_of, moments, play, words_of
from tavern_bots.testing.seated import SHOWN, Seated, Trial, small_budget
from tavern_engine.testing import Failed


def check_seats(trial: Trial) -> None:
    """It takes every seat at every table size."""
    for seat in range(trial.table.seats):
        trial.seat(seat)


def check_legal(trial: Trial) -> None:
    """It answers every question of whole games with a legal move, against itself and random others."""
    for first in (0, 1):
        for _ in islice(play(trial, range(first, trial.table.seats, 2), first), trial.table.times(WHOLE)):
            pass


def check_repeatable(trial: Trial) -> None:
    """The same seed and budget give the same decisions; its luck is place.rng, not the module random."""
    before = random.getstate()
    try:
        for seat in range(trial.table.seats):
            if _answers_after_shaking(trial, seat, 1) != _answers_after_shaking(trial, seat, 2):
                raise Failed(f"with the same seed it decided differently in the same game on seat {seat}")
    finally:
        random.setstate(before)


def _answers_after_shaking(trial: Trial, seat: int, shake: int) -> list[int]:
    random.seed(shake)
    shaken = random.getstate()
    answers = list(first_answers(trial, seat, seat))
    if random.getstate() != shaken:
        raise Failed("it uses the global module random: random numbers come from place.rng")
    return answers


def check_untouched(trial: Trial) -> None:
    """It leaves the infoset and the options that it is given as they are."""
    for moment in moments(trial, 4):
        infoset = infoset_of(trial.game, moment.view)
        bot = trial.seat(moment.seat)
        bot.answer(infoset, moment.seen)
        if words_of(infoset.view) != moment.view:
            raise Failed("it changes the infoset it is given")
        if bot.place.options != small_budget(trial.choice, trial.game.id):
            raise Failed("it changes the options it is given")
        if bot.place.table_options != trial.table.options:
            raise Failed("it changes the options of the table")


def check_clock(trial: Trial) -> None:
    """With its full budget it answers soon after its clock has run out."""
    seconds = trial.late / 10
    for moment in moments(trial, 1):
        spent = _seconds_for(trial, moment, seconds)
        if spent > trial.late:  # the machine may have been busy: once more
            spent = min(spent, _seconds_for(trial, moment, seconds))
        if spent > trial.late:
            raise Failed(f"it took {spent:.2f} s with {seconds:g} s on its clock")


def _seconds_for(trial: Trial, moment: Moment, seconds: float) -> float:
    infoset = infoset_of(trial.game, moment.view)
    bot = Seated(trial, moment.seat, 0, trial.choice.options(trial.game.id))
    clock = Clock(seconds)
    bot.answer(infoset, moment.seen, clock)
    return clock.spent()


def check_alone(trial: Trial) -> None:
    """Its decisions do not depend on other games in the process, played before or at the same time."""
    seat = trial.table.seats - 1
    one, other, _ = (list(first_answers(trial, *game)) for game in ((seat, 1), (seat, 2), (0, 3)))
    if list(first_answers(trial, seat, 1)) != one:
        raise Failed("it decides differently after other games were played in the same process")
    together = zip_longest(first_answers(trial, seat, 1), first_answers(trial, seat, 2))
    if list(together) != list(zip_longest(one, other)):
        raise Failed("it decides differently while another game is played in the same process")


def check_quiet(trial: Trial) -> None:
    """It prints nothing, and if it can explain its last choice it does so in a sentence."""
    for moment in moments(trial, 2):
        bot = trial.seat(moment.seat)
        bot.answer(infoset_of(trial.game, moment.view), moment.seen)
        if hasattr(bot.bot, "explain"):
            with bot.watched("when it was asked to explain"):
                text = bot.bot.explain()
                if not isinstance(text, str) or not text.strip().endswith((".", "!", "?")):
                    raise Failed(f"its explanation is not a sentence: {text!r:.{SHOWN}}")
        if printed := bot.printed.getvalue():
            raise Failed(f"it printed {printed[:SHOWN]!r}")
