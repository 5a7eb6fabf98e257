"""The exact moves of the rules player of Tavern Brawl, rule by rule, in all modes."""

from typing import Any

import pytest

from tavern_bots.tavern_brawl import reasons
from tavern_bots.tavern_brawl.reasons import REASONS
from tavern_bots.tavern_brawl.rules import BrawlRules
from tavern_engine import Game, RandomPolicy, Rng, State
from tavern_engine.chance import seed_words
from tavern_engine.games.tavern_brawl.game import SEATINGS, TavernBrawl

BRAWL: Game = TavernBrawl.from_box()
MODES = [(2, "professional"), (2, "basic"), (2, "monk"), (4, "professional")]


def start(seed: int, seats: int = 2, **options: Any) -> State:
    return BRAWL.new(seats, seed, options)


def table(mine: list[str], theirs: list[str], field: dict[str, Any], mode: str = "professional", **more: Any) -> State:
    """A turn of seat 0 (swords) with these mats before the players and on the field; "7,7": "-orc" is one of axes."""
    state = BRAWL.start(2, seed_words(1), BRAWL.checked_options({"mode": mode}))
    cells = {}
    for spot, mat in field.items():
        cell = mat if isinstance(mat, dict) else {"mat": mat}
        team = "axes" if cell["mat"].startswith("-") else "swords"
        cells[spot] = {**cell, "mat": cell["mat"].lstrip("-"), "team": team}
    seats = {"0": {"mats": mine}, "1": {"mats": theirs}}
    BRAWL.situation(state, {"turn": 0, "seats": seats, "field": cells, **more}, {})
    return state


def after(state: State, *moves: str) -> State:
    """The same table after these moves."""
    for move in moves:
        state.apply(BRAWL.parse_action(move))
    return state


def choice(state: State) -> tuple[str, int]:
    """What the asked seat does, in words, and the rule that decided."""
    policy = BrawlRules(BRAWL.tables)
    action = int(policy.choose(state, Rng(1)))
    assert action in state.legal()
    return BRAWL.action_text(action), int(policy.reason)


# Picking (B13).


def test_picks_a_strong_mat_first() -> None:
    assert choice(start(1, opening=0)) == ("necromancer", reasons.PICKS_STRONG)


def test_picks_a_mat_whose_beer_it_collects() -> None:
    assert choice(start(1, opening=8)) == ("Christian", reasons.PICKS_SET)


# Laying (B7, B9).


def test_lays_a_mat_that_wins_a_guest_over() -> None:
    state = table(["orc", "Christian"], ["goblin", "imp"], {"7,7": "-Gabriel"})
    assert choice(state) == ("Christian", reasons.FLIPS)
    assert choice(after(state, "orc")) == ("row 7 column 8", reasons.FLIPS)


def test_the_reason_is_that_of_the_mat_it_lays() -> None:
    """The orc would win without a glass, but it is the faun that is laid."""
    assert choice(table(["faun", "orc"], ["goblin", "imp"], {"7,7": "-Gabriel"})) == ("faun", reasons.FLIPS_WITH_GLASS)


def test_keeps_the_strong_mats_for_later_if_a_weak_one_wins_too() -> None:
    assert choice(table(["orc", "Sid"], ["goblin", "imp"], {"7,7": "-Gabriel"})) == ("Sid", reasons.FLIPS)


def test_an_equal_mat_wins_with_a_glass() -> None:
    state = after(table(["bard", "Sid"], ["goblin", "imp"], {"7,7": "-ranger"}), "bard")
    assert choice(state) == ("row 6 column 7", reasons.FLIPS_WITH_GLASS)
    assert choice(after(state, "row 6 column 7")) == ("row 6 column 7", reasons.GLASS_FLIPS)


def test_covers_a_small_creature_that_could_be_won_over() -> None:
    state = after(table(["Christian", "orc"], ["ranger", "barbarian"], {"7,7": "Sid"}), "Christian")
    assert choice(state) == ("row 7 column 7", reasons.COVERS)


def test_a_shapeshifter_changes_into_somebody_who_is_worth_more() -> None:
    state = after(table(["imp", "Sid"], ["ranger", "barbarian"], {"7,7": "-alchemist"}), "imp")
    assert choice(state) == ("Fred", reasons.CHANGES)


# Glasses (B3, B18).


def test_the_glass_protects_a_mat_that_could_be_won_over() -> None:
    state = after(table(["orc", "Sid"], ["ranger", "imp"], {"7,7": "-goblin"}), "orc", "row 7 column 8")
    assert choice(state) == ("row 7 column 8", reasons.GLASS_PROTECTS)


def test_the_glass_stays_where_nothing_is_at_risk() -> None:
    state = after(table(["orc", "Sid"], ["imp"], {"7,7": "-goblin"}), "orc", "row 7 column 8")
    assert choice(state) == ("pass", reasons.GLASS_STAYS)


def test_a_thief_takes_the_glass_that_keeps_it_from_winning() -> None:
    field = {"7,7": {"mat": "-imp", "glass": 1}}
    state = after(table(["goblin", "Sid"], ["ranger", "barbarian"], field), "goblin", "row 8 column 7")
    assert choice(state) == ("steal the glass of seat 1", reasons.STEALS)


def test_a_thief_takes_a_glass_that_does_not_stand_beside_it() -> None:
    field = {"7,7": {"mat": "-imp", "glass": 1}, "7,8": "-druid"}
    state = after(table(["goblin", "Sid"], ["ranger", "barbarian"], field), "goblin", "row 6 column 8")
    assert choice(state) == ("steal the glass of seat 1", reasons.TAKES_OFF)


# Skills after the comparison (B18).


def test_a_stern_look_sends_an_enemy_off_and_no_friend() -> None:
    for team, answer in (("-", ("row 7 column 7", reasons.SENDS_OFF)), ("", ("pass", reasons.SENDS_NOBODY))):
        field = {"7,7": f"{team}Christian", "7,8": f"{team}Arsan"}
        state = after(table(["ranger", "Sid"], ["orc", "barbarian"], field), "ranger", "row 6 column 7", "pass")
        assert choice(state) == answer


def test_a_joker_swaps_mats_for_safety() -> None:
    field = {"7,7": "-goblin", "7,8": "Fred", "7,9": "Christian", "8,8": "Arsan"}
    state = after(table(["bard", "Sid"], ["orc", "barbarian"], field), "bard", "row 6 column 8", "pass")
    assert choice(state) == ("row 7 column 7", reasons.SWAPS)
    assert choice(after(state, "row 7 column 7")) == ("row 8 column 8", reasons.SWAPS)


def test_a_joker_swaps_nothing_where_nothing_is_at_risk() -> None:
    field = {"7,7": "Christian", "7,8": "orc"}
    state = after(table(["bard", "Sid"], ["goblin"], field), "bard", "row 6 column 8", "pass")
    assert choice(state) == ("pass", reasons.SWAPS_NONE)


# The bartender and the Brawlers (B10, B19).


def test_the_bartender_stands_before_the_mat_that_could_be_won_over() -> None:
    state = after(table(["orc", "Sid"], ["ranger", "imp"], {"7,7": "-goblin"}), "orc", "row 7 column 8", "pass")
    assert choice(state) == ("bartender north", reasons.BARS)


def test_a_brawler_smashes_the_mug_that_is_missed_most() -> None:
    field = {"7,7": "Uland", "7,8": "-Gabriel", "8,7": "-imp", "8,8": "-orc"}
    state = table(["Sid"], ["Fred"], field, phase="scoring", starter=0)
    assert choice(state) == ("row 7 column 7", reasons.SMASHES)
    assert choice(after(state, "row 7 column 7")) == ("row 7 column 8", reasons.SMASHES)


def test_a_brawler_among_friends_smashes_nothing() -> None:
    field = {"7,7": "Uland", "7,8": "Gabriel", "8,7": "imp"}
    assert choice(table(["Sid"], ["Fred"], field, phase="scoring", starter=0)) == ("pass", reasons.SMASHES_NOTHING)


# Whole games.


def play(state: State, teams: tuple[Any, Any], seed: int) -> int:
    """1 if swords win, -1 if axes do."""
    rng = Rng(seed)
    while state.seat() >= 0:
        state.apply(int(teams[int(state.seat()) & 1].choose(state, rng)))
    lead = int(state.score(0) - state.score(1))
    return (lead > 0) - (lead < 0)


@pytest.mark.parametrize(
    ("seats", "mode", "seating"),
    [
        *((2, mode, seating) for seats, mode in MODES if seats == 2 for seating in SEATINGS),
        (4, "professional", "opposite"),
    ],
)
def test_beats_random_from_both_sides_in_every_mode(seats: int, mode: str, seating: str) -> None:
    policy = BrawlRules(BRAWL.tables)
    won = 0
    for seed in range(6):
        won += play(start(seed, seats, mode=mode, seating=seating), (policy, RandomPolicy()), seed)
        won -= play(start(seed, seats, mode=mode, seating=seating), (RandomPolicy(), policy), seed)
    assert won >= 4


def test_every_rule_decides_sometimes() -> None:
    policy = BrawlRules(BRAWL.tables)
    used: set[int] = set()
    for seed in range(40):
        state = start(seed, 4 if seed % 4 == 1 else 2)
        rng = Rng(seed)
        while state.seat() >= 0:
            action = policy.choose(state, rng)
            used.add(int(policy.reason))
            state.apply(int(RandomPolicy().choose(state, rng) if seed % 2 and rng.below(2) else action))
    rare = {reasons.STEALS}  # a glass must stand beside a Thief; it has a test of its own
    assert {text for reason, text in REASONS.items() if reason not in used | rare} == set()


def test_what_it_chooses_depends_on_the_position_alone() -> None:
    used, state = BrawlRules(BRAWL.tables), start(5)
    while state.seat() >= 0:
        action = int(used.choose(state, Rng(1)))
        assert action == int(BrawlRules(BRAWL.tables).choose(state.clone(), Rng(2)))
        state.apply(action)
