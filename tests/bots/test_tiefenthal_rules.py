"""The exact moves of the rules player of The Taverns of Tiefenthal, rule by rule."""

from typing import Any

import pytest

import tavern_engine
from tavern_bots.tiefenthal import reasons, weights
from tavern_bots.tiefenthal.reasons import REASONS
from tavern_bots.tiefenthal.rules import TiefenthalRules
from tavern_engine import RandomPolicy, Rng, State
from tavern_engine.chance import seed_words
from tavern_engine.games.tiefenthal.game import Tiefenthal
from tavern_engine.games.tiefenthal.rules import TiefenthalState

TIEFENTHAL = Tiefenthal.from_box()
POOR = ["regular 1", "regular 1", "regular 1"]
RICH = ["G703", "G802", "G701", "waitress", "waitress"]


def table(situation: dict[str, Any], chance: dict[str, Any] | None = None, seats: int = 2) -> State:
    state = TIEFENTHAL.start(seats, seed_words(1), {})
    assert isinstance(state, TiefenthalState)
    TIEFENTHAL.situation(state, situation, chance or {})
    return state


def service(round_: int = 3, **seat: Any) -> State:
    """Seat 0 in its service."""
    return table({"phase": "service", "round": round_, "seats": {"0": seat}})


def choice(state: State) -> tuple[str, int]:
    """What the asked seat does, in words, and the rule that decided."""
    policy = TiefenthalRules(TIEFENTHAL.tables)
    action = int(policy.choose(state, Rng(1)))
    assert action in state.legal()
    return TIEFENTHAL.action_text(action), int(policy.reason)


def rest_of_service(state: State) -> list[str]:
    """All that the seat does until its service ends."""
    policy, seat = TiefenthalRules(TIEFENTHAL.tables), int(state.seat())
    done: list[str] = []
    state = state.clone()
    while state.seat() == seat and (not done or done[-1] != "end service"):
        action = policy.choose(state, Rng(1))
        done.append(TIEFENTHAL.action_text(int(action)))
        state.apply(int(action))
    return done


def test_every_decision_is_reached_and_has_a_reason() -> None:
    policy = TiefenthalRules(TIEFENTHAL.tables)
    met = set()
    for seed in range(40) if tavern_engine.COMPILED else (0, 1, 6, 29):  # games that meet all there is to be met
        state = TIEFENTHAL.new(2 + seed % 3, seed)
        rng = Rng(seed)
        while state.seat() >= 0:
            stray = rng.below(4) == 0
            action = state.nth(rng.below(state.count())) if stray else policy.choose(state, rng)
            if not stray:
                met.add(int(policy.reason))
            state.apply(int(action))
    assert met == set(REASONS) - {reasons.RAISES_NONE}


# The bonus of the round (T14).


@pytest.mark.parametrize(("round_", "taken"), [(3, "take a dishwasher"), (7, "take a die")])
def test_takes_a_card_early_and_a_die_late(round_: int, taken: str) -> None:
    assert choice(table({"phase": "bonus", "round": round_})) == (taken, reasons.TAKES)


def test_turns_over_what_helps_most_in_the_last_round() -> None:
    assert choice(table({"phase": "bonus", "round": 8})) == ("turn over tables", reasons.TAKES)


# Guests arrive (T16).


def test_starts_over_when_those_who_came_pay_too_little() -> None:
    state = table({"phase": "arrival", "round": 6, "seats": {"0": {"top": POOR, "bar_guests": 1}}})
    assert choice(state) == ("start over", reasons.STARTS_OVER)


def test_keeps_guests_who_pay_well() -> None:
    state = table({"phase": "arrival", "round": 2, "seats": {"0": {"top": RICH[::-1], "bar_guests": 1}}})
    assert choice(state) == ("pass", reasons.KEEPS_GUESTS)


# The draft (T25).


@pytest.mark.parametrize(
    ("seated", "coaster", "picked"),
    [(["G401", "regular 1"], [4, 3, 2, 5], "pick 4"), (["G402", "regular 1"], [4, 3, 2, 5], "pick 3")],
    ids=["a four", "a three"],
)
def test_picks_the_die_that_a_guest_waits_for(seated: list[str], coaster: list[int], picked: str) -> None:
    seats = {"0": {"tavern": seated, "coaster": coaster}, "1": {"coaster": [1, 1, 2, 2]}}
    assert choice(table({"phase": "draft", "round": 4, "seats": seats})) == (picked, reasons.PICKS)


# Service (T31).


def test_turns_the_brewer_over_before_it_uses_dice_on_it() -> None:
    upgraded = ["tables", "waitress", "dishwasher", "register", "monk", "safe", "barrel", "storage"]
    done = rest_of_service(
        service(round_=7, white=[1, 1, 6], thalers=18, upgraded=upgraded, done=["register", "barrel"])
    )
    assert done[0] == "upgrade brewer"
    assert sorted(done[1:4]) == ["1 on the brewer", "1 on the brewer", "6 on the brewer"]


def test_serves_people_before_it_buys() -> None:
    done = rest_of_service(service(white=[4, 2], tavern=["G401", "regular 2"]))
    assert done[:2] == ["2 on regular 2", "4 on G401"] or done[:2] == ["4 on G401", "2 on regular 2"]


def test_gets_three_nobles_for_18_beer_in_the_last_round() -> None:
    assert "win 3 nobles" in rest_of_service(service(round_=8, beer=18, done=["guest"]))


def test_upgrades_for_the_noble_in_the_last_round() -> None:
    assert choice(service(round_=8, thalers=8))[0].startswith("upgrade ")


@pytest.mark.parametrize(
    ("upgraded", "plan"),
    [([], weights.NOBLE_RUSH), (["brewer"], weights.BREWER_ENGINE), (["monk"], weights.MONASTERY)],
    ids=["noble rush", "brewer engine", "monastery"],
)
def test_the_plan_follows_the_tavern(upgraded: list[str], plan: int) -> None:
    assert choice(service(white=[4, 2], upgraded=upgraded))[1] == reasons.PLANS + plan


@pytest.mark.parametrize(
    ("die", "chosen"),
    [(4, ("raise a 4", reasons.RAISES)), (2, ("pass", reasons.RAISES_NONE))],
    ids=["of use", "of no use"],
)
def test_raises_a_die_before_its_dishwasher_goes_if_that_helps(die: int, chosen: tuple[str, int]) -> None:
    """TA10."""
    state = service(white=[die], thalers=6, tavern=["dishwasher"], done=["register", "barrel"])
    state.apply(TIEFENTHAL.parse_action("upgrade dishwasher, return 1"))
    assert choice(state) == chosen


def test_sends_a_regular_away() -> None:
    state = service(white=[5], track=4, tavern=["regular 1", "G802"])
    state.apply(TIEFENTHAL.parse_action("5 on the monk"))
    assert choice(state) == ("remove regular 1", reasons.SENDS_AWAY)


def test_beats_random() -> None:
    policy, wins = TiefenthalRules(TIEFENTHAL.tables), 0
    for seed in range(10):
        state, rng, mine = TIEFENTHAL.new(2, seed), Rng(seed), seed % 2
        while state.seat() >= 0:
            chooser = policy if state.seat() == mine else RandomPolicy()
            state.apply(int(chooser.choose(state, rng)))
        wins += state.placement()[mine] == 1
    assert wins == 10
