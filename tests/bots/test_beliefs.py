"""Beliefs weigh worlds by what the others chose: exactly, by nothing that the seat did not see, and the same again."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from functools import cache
from itertools import islice
from math import isclose, log
from pathlib import Path

import pytest
from bad_bots import is_truth

from tavern_bots.api import BadBot, Clock, Value
from tavern_bots.beliefs import Believed
from tavern_bots.discover import Choice, checked, choose_bot
from tavern_bots.dragon_vault.habits import REACH, VaultHabits
from tavern_bots.fitted import Fit, Origin, Trust, fitted, page
from tavern_bots.habits import NO_HABIT, Habits
from tavern_bots.measure import fitting
from tavern_bots.player import player_of
from tavern_bots.red_dragon_inn.habits import REACH as INN_REACH
from tavern_bots.red_dragon_inn.habits import InnHabits
from tavern_bots.shipped import FlatBot, SearchBot
from tavern_bots.testing import check_bot
from tavern_engine import Game, InfoSet, LookBack, Rng, State, Table, game, tally
from tavern_engine.games.dragon_vault import zones as vault
from tavern_engine.games.red_dragon_inn import zones as inn
from tavern_engine.testing.views import twins
from tavern_engine.testing.walk import Case, Position

VAULT, INN = game("dragon-vault"), game("red-dragon-inn")
HABITUAL = (VAULT, INN)
UNSEEN = (vault.PAY_DEBT, vault.DRAW)


@cache
def habits_of(rules: Game) -> Habits:
    player = player_of(rules.id)
    assert player is not None
    assert player.habits is not None
    return player.habits(rules)


def played(rules: Game, seats: int, seed: int) -> Iterator[tuple[State, int, LookBack]]:
    """A game by rules with errors: every truth in which somebody is asked, the answer, and seat 0's look back then."""
    table = Table(rules, seats, seed)
    bots = [choose_bot("rules:errors=0.2").seat(rules, seat, seats, Rng(seat + seed)) for seat in range(seats)]
    look_back = rules.look_back(seats, {}, 0)
    while not table.over:
        seat, infoset = table.ask()
        look_back.see(table.news(0))
        answer = bots[seat].choose(infoset, Clock())
        yield table.truth(), answer, look_back
        table.answer(answer)


def own_decision(rules: Game, seats: int, seed: int, number: int) -> tuple[InfoSet, LookBack]:
    """The decision of seat 0 with this number."""
    mine = (one for one in played(rules, seats, seed) if one[0].seat() == 0)
    state, _, look_back = next(islice(mine, number, None))
    return state.observe(0), look_back


@pytest.mark.parametrize("seats", [2, 4])
def test_the_truth_is_weighed_as_if_everybody_had_been_asked_again(seats: int) -> None:
    """Wound back, a hand is what it was, so that the weight is that of all choices with the hands of their time."""
    rules, habits, deal, compared = player_of(VAULT.id), habits_of(VAULT), -1, 0
    assert rules is not None
    assert rules.habits is not None
    judged = rules.habits(VAULT)
    for state, answer, look_back in islice(played(VAULT, seats, 3), 150):
        if state.deals() != deal:
            deal = int(state.deals())
            judged.forget()
        if state.seat() != 0:
            if judged.kind(state) != NO_HABIT:
                judged.judge(state, answer)
        elif len(look_back.steps) <= REACH and not any(
            event.op in UNSEEN and event.seat != 0 for event, _ in look_back.steps
        ):  # which cards a debt has brought is not known
            compared += 1
            habits.remember(look_back)
            assert isclose(habits.weigh(state, Rng(1)), habits.power * judged.total(), abs_tol=1e-9)
    assert compared > 15


def test_at_the_inn_a_hand_is_wound_back_to_as_many_cards_as_there_were() -> None:
    habits = habits_of(INN)
    assert isinstance(habits, InnHabits)
    for state, _, look_back in islice(played(INN, 3, 2), 20, 120, 19):
        habits.remember(look_back)
        habits.weigh(state.observe(0).sample(Rng(5)), Rng(1))
        steps = look_back.steps[-INN_REACH:]
        for seat in (1, 2):
            shuffles = [step for step in steps if step.event[:2] == (inn.SHUFFLE, seat)]
            view = shuffles[-1].view if shuffles else steps[0].view
            assert int(tally.number(habits.hands[seat])) == int(view.w[inn.SIZE + seat])


@pytest.mark.parametrize("rules", HABITUAL, ids=lambda one: one.id)
def test_the_truth_is_weighed_above_what_could_be(rules: Game) -> None:
    gain, habits = 0.0, habits_of(rules)
    for state, _, look_back in islice(played(rules, 2, 1), 20, 100, 8):
        habits.remember(look_back)
        weights = [habits.weigh(state.observe(0).sample(Rng(draw)), Rng(draw)) for draw in range(6)]
        gain += habits.weigh(state, Rng(1)) - sum(weights) / len(weights)
    assert gain > 0


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["mcts", "flat", "determinized"])
@pytest.mark.parametrize("rules", HABITUAL, ids=lambda one: one.id)
def test_beliefs_use_nothing_that_the_seat_did_not_see(bot: str, rules: Game) -> None:
    choice = choose_bot(f"{bot}:beliefs=3,simulations=12")
    assert [str(finding) for finding in check_bot(choice, [rules], 0.004, ["twins", "games"])] == []


def test_beliefs_of_twins_are_the_same() -> None:
    """Of two truths that look alike the same worlds are made, with the same weights."""
    habits = habits_of(VAULT)
    for state, _, look_back in islice(played(VAULT, 3, 4), 6, 60, 9):
        worlds = []
        for truth in (state, *twins(Position(Case(VAULT, 3, {}), state, {}), 0, 2)):
            habits.remember(look_back)
            believed = Believed(truth.observe(0), habits, 5, Rng(7))
            worlds.append([*(world.to_bytes() for world in believed.worlds), *believed.up_to])
        assert worlds[0] == worlds[1] == worlds[2]


class BelievesTheTruth(FlatBot):
    """A search with a look back that leaks: its worlds have the hands of the first truth in memory."""

    def weighed(self, infoset: InfoSet) -> InfoSet:
        believed = super().weighed(infoset)
        truth = next((one for one in gc.get_objects() if issubclass(type(one), State) and is_truth(one)), None)
        if isinstance(believed, Believed) and truth is not None:
            believed.worlds = [truth.clone() for _ in believed.worlds]
        return believed


@pytest.mark.slow
def test_beliefs_that_leak_are_caught() -> None:
    given: dict[str, Value] = {"beliefs": 6, "simulations": 24, "evaluation": "rules", "horizon": 0}
    choice = Choice(f"{__file__}:BelievesTheTruth", checked(BelievesTheTruth), given)
    findings = check_bot(choice, [VAULT], 0.1, ["twins"])
    assert any("it peeks" in finding.problem for finding in findings), [str(finding) for finding in findings]


def seated(text: str, rules: Game, seats: int) -> SearchBot:
    bot = choose_bot(text).seat(rules, 0, seats, Rng(4))
    assert isinstance(bot, SearchBot)
    return bot


def all_told(look_back: LookBack, bot: SearchBot) -> None:
    """Let the bot have seen what this seat saw, as if it had been there."""
    bot.look_back.steps, bot.look_back.view = look_back.steps, look_back.view


def test_a_bot_that_is_told_nothing_takes_all_worlds_alike() -> None:
    infoset, look_back = own_decision(VAULT, 2, 1, 12)
    plain, blind, late = (seated(f"mcts:simulations=32,beliefs={one}", VAULT, 2) for one in (0, 9, 9))
    late.see([event for event, _ in look_back.steps[5:]])
    assert not hasattr(plain, "see")  # nobody sends it events that it does not read
    assert len({bot.choose(infoset, Clock()) for bot in (plain, blind, late)}) == 1
    assert plain.explain() == blind.explain() == late.explain()


def test_it_says_how_many_worlds_count() -> None:
    infoset, look_back = own_decision(VAULT, 4, 3, 5)
    bot = seated("mcts:simulations=200,beliefs=50", VAULT, 4)
    all_told(look_back, bot)
    bot.choose(infoset, Clock())
    assert bot.explain().endswith("worlds, weighed by the others' choices, 41 count.")  # the same on both builds


def test_a_short_search_weighs_few_worlds() -> None:
    infoset, look_back = own_decision(VAULT, 4, 3, 5)
    bot = seated("mcts:simulations=32,beliefs=50", VAULT, 4)
    all_told(look_back, bot)
    bot.choose(infoset, Clock())
    assert " Of 8 worlds, weighed by the others' choices, " in bot.explain()


def test_worlds_are_drawn_by_weight_and_some_uniformly() -> None:
    infoset, look_back = own_decision(VAULT, 4, 3, 5)
    habits = habits_of(VAULT)
    habits.remember(look_back)
    believed = Believed(infoset, habits, 20, Rng(2))
    draws = [believed.sample(Rng(seed)) for seed in range(200)]
    assert all(draw.observe(0).to_bytes() == infoset.to_bytes() for draw in draws)
    hands = [tuple(int(draw.w[vault.HAND + seat]) for seat in range(4)) for draw in draws]
    known = [tuple(int(world.w[vault.HAND + seat]) for seat in range(4)) for world in believed.worlds]
    weights = [high - low for high, low in zip(believed.up_to, [0.0, *believed.up_to], strict=False)]
    heaviest = known[weights.index(max(weights))]
    share = sum(weight for weight, hand in zip(weights, known, strict=True) if hand == heaviest) / sum(weights)
    assert abs(hands.count(heaviest) / len(hands) - 0.9 * share) < 0.1
    assert any(hand not in known for hand in hands)


def test_a_game_without_habits_has_no_beliefs() -> None:
    bot = seated("mcts:simulations=8,beliefs=9", game("tavern-brawl"), 2)
    assert bot.habits is None
    assert not hasattr(bot, "see")


def test_habits_are_read_from_what_a_fit_writes(tmp_path: Path) -> None:
    habits = VaultHabits()
    fits = {kind: Fit([0.5, 2.0, 9.0], [0.1, 0.2, 0.3], 7, 0.25) for kind in habits.kinds}
    path = tmp_path / "habits.toml"
    path.write_text(
        page(Origin("tavern-bots habits x", ("rules",), 3, 1), Trust(0.5, 0.1), [0.4, 0.5, 0.1], fits), encoding="utf-8"
    )
    fitted(habits, path)
    assert (habits.power, habits.shares) == (0.5, [0.4, 0.5, 0.1])
    assert habits.temperatures == [[0.5] * len(fits), [2.0] * len(fits), [9.0] * len(fits)]
    damaged = tmp_path / "damaged.toml"
    damaged.write_text("power = 0.5\nshares = [0.4, 0.5, 0.1]\n[swap]\ntemperatures = [1.0]\n", encoding="utf-8")
    with pytest.raises(BadBot, match="cannot be read"):
        fitted(habits, damaged)


def test_habits_of_sorts_add_up() -> None:
    habits = Habits(["one"])
    habits.shares = [0.25, 0.7, 0.05]
    habits.temperatures, habits.errors = [[1.0], [1e9], [1e9]], [[1e-9], [1e-9], [1e-9]]
    for worth in (0, 1):
        habits.lay_out(worth)
    habits.chose(3, 0, 1)
    sharp = 1 / (1 + 2.718281828459045**-1)
    assert isclose(habits.total(), log(0.25 * sharp + 0.75 / 2), abs_tol=1e-6)


def test_the_fit_finds_who_errs() -> None:
    habits = VaultHabits()
    sittings = [one for seed in range(2) for one in fitting.play(VAULT, habits, f"fit {seed}", ["rules", "rules"])]
    for one in sittings:
        del one.chosen[6:]
    fits = fitting.fit(habits, sittings, sittings)
    assert list(fits) == habits.kinds
    assert fits["card"].errors[0] < 0.05  # they make none
    assert fits["card"].gain > 0.5
    assert 0 < fitting.trust(habits, sittings, sittings).power <= 1
