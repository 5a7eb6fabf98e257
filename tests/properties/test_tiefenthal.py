"""The Taverns of Tiefenthal under random play: cards, dice, money and choices are what a second reading says."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tiefenthal_reading import BOX, GUESTS, PARTS, POINTS, House

from tavern_engine import BadBytes, Game, RandomPolicy, Rng, State, Table
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.components import TAVERN_CARDS
from tavern_engine.games.tiefenthal.names import PURCHASES
from tavern_engine.games.tiefenthal.rules import POINT, TiefenthalState
from tavern_engine.scenario import Scenario
from tavern_engine.state import (
    ASKED,
    OVER,
    PHASE,
    SEED_A,
    SEED_B,
    WORDS,
)

TINY = BOX.tiny()
SCENARIOS = sorted((Path(__file__).parents[1] / "rulings" / "tiefenthal").glob("*.toml"))

Where = tuple[int, int]
tables = st.tuples(st.integers(2, 4), st.integers(0, 99))


def position(where: Where, decisions: int, game: Game = BOX) -> State:
    """A state somewhere in a random game."""
    state = game.new(*where)
    state.playout(RandomPolicy(), Rng(where[1]), decisions)
    return state


def played(where: Where) -> Iterator[tuple[State, House]]:
    """A random game, decision by decision."""
    table, rng, house = Table(BOX, *where), Rng(where[1]), House(where[0])
    while True:
        for event in table.news(-1):
            house.see(event)
        yield table.truth(), house
        if table.over:
            return
        legal = table.ask()[1].legal()
        table.answer(legal[int(rng.below(len(legal)))])


@given(tables)
@settings(max_examples=25)
def test_a_plain_reading_tells_the_same_game(where: Where) -> None:
    """Cards, dice, thalers, beer, points, what is on offer and what can be chosen, from the events alone."""
    for state, house in played(where):
        told = BOX.facts(state)
        for seat, tavern in enumerate(house.taverns):
            found = {
                key: sorted(value) if isinstance(value, list) else value for key, value in told["seats"][seat].items()
            }
            del found["choice"]
            assert found == tavern.facts()
        assert told["supply"] == house.supply
        assert [told["pile_guest"], *told["row"]] == house.offer
        if state.w[ASKED] >= 0:
            assert {BOX.action_text(action) for action in state.legal()} == house.legal(state)
    assert house.round == 8
    scores = [
        (sum(POINTS[card] for card in tavern.cards), tavern.thalers + tavern.beer) for tavern in house.taverns
    ]  # T53, T54
    assert state.placement() == [1 + sum(other > mine for other in scores) for mine in scores]
    assert [int(state.score(seat)) // POINT for seat in range(where[0])] == [points for points, _ in scores]


@given(tables)
@settings(max_examples=20)
def test_no_card_is_lost_or_made(where: Where) -> None:
    """T4 to T6, T10, T48: only regulars and guests ever leave."""
    box = Counter({"noble": PARTS.noble.copies, **{card.name: card.copies for card in PARTS.tavern_cards}})
    for state, house in played(where):
        told = BOX.facts(state)
        lying = Counter(told["supply"])
        for seat in told["seats"]:
            own = Counter([*seat["rest"], *seat["discard"], *seat["tavern"], *seat["top"]])
            assert all(own[person.name] <= person.copies for person in PARTS.regulars)
            lying += own
        assert all(lying[name] == number for name, number in box.items())
        guests = [
            *filter(None, house.offer),
            *(name for name in lying.elements() if name in GUESTS),
        ]
        assert len(guests) == len(set(guests))
        assert len(guests) + told["cheap_pile"] + told["guest_deck"] <= len(PARTS.guests)


@given(tables, st.integers(0, 160))
@settings(max_examples=60)
def test_a_view_hides_just_the_choices_of_others(where: Where, decisions: int) -> None:
    state = position(where, decisions)
    truth = [int(word) for word in state.w]
    for seat in range(-1, where[0]):
        view = [int(word) for word in state.observe(seat).view.w]
        differ = {word for word in range(WORDS, z.LENGTH) if view[word] != truth[word]}
        assert differ == {z.SECRET + other for other in range(4) if other != seat and truth[z.SECRET + other]}
        assert all(view[word] == z.UNKNOWN_CHOICE for word in differ)
        assert view[SEED_A] == view[SEED_B] == 0


@given(tables)
@settings(max_examples=8)
def test_what_a_seat_saw_folds_to_its_view(where: Where) -> None:
    table, rng = Table(BOX, *where), Rng(where[1])
    folds = {seat: BOX.blank(where[0], None, seat) for seat in range(-1, where[0])}
    while not table.over:
        for seat, fold in folds.items():
            for event in table.news(seat):
                BOX.fold(fold, event)
            view = table.view(seat).view
            if view.w[ASKED] >= 0:
                view.forget_the_question()
            assert fold.to_bytes() == view.to_bytes()
        legal = table.ask()[1].legal()
        table.answer(legal[int(rng.below(len(legal)))])


@given(tables, st.integers(0, 200), st.sampled_from((BOX, TINY)))
@settings(max_examples=60)
def test_every_state_view_and_world_is_read_back(where: Where, decisions: int, game: Game) -> None:
    state = position(where, decisions, game)
    assert game.state_from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
    for seat in range(-1, where[0]):
        view = state.observe(seat)
        assert game.infoset_from_bytes(view.to_bytes()).key == view.key
        game.state_from_bytes(view.sample(Rng(1)).to_bytes())


Words = list[int]


IMPOSSIBLE: dict[str, Callable[[Words], dict[int, int]]] = {
    "a noble too many": lambda w: {z.SUPPLY: w[z.SUPPLY] + (1 << 14)},
    "regulars too many": lambda w: {z.REST: w[z.REST] + 8},
    "points": lambda w: {z.POINTS: w[z.POINTS] + 1},
    "a guest twice": lambda w: {z.GUESTS: w[z.GUESTS] | 1 << int(z.card_in(w[z.OFFER], 1))},
    "too many white dice": lambda w: {z.WHITE: 5 << 8},
    "a die without a face": lambda w: {z.WHITE: 1},
    "four coloured dice": lambda w: {z.COLOURED: 4 << 8},
    "a known card that is none": lambda w: {z.KNOWN_SIZE: w[z.KNOWN_SIZE] + 1},
    "a card beyond the known ones": lambda w: {z.KNOWN + 1: 1},
    "no such known card": lambda w: {z.KNOWN: 63, z.KNOWN_SIZE: 1},
}


@pytest.mark.parametrize("what", IMPOSSIBLE)
def test_impossible_tables_are_refused(what: str) -> None:
    state = BOX.new(2, 3)
    BOX.state_from_bytes(state.to_bytes())
    for word, value in IMPOSSIBLE[what]([int(known) for known in state.w]).items():
        state.w[word] = value
    with pytest.raises(BadBytes, match="cannot be"):
        BOX.decode(state.to_bytes())


def test_a_view_does_not_know_what_others_have_chosen() -> None:
    state, rng = BOX.new(2, 3), Rng(3)
    while int(state.w[PHASE]) != a.CHOOSING or int(state.w[ASKED]) != 0:
        state.playout(RandomPolicy(), rng, 1)
    view = state.observe(0).view
    assert view.w[z.SECRET + 1] == z.UNKNOWN_CHOICE
    BOX.decode(view.to_bytes())
    view.w[z.SECRET + 1] = a.A_PASS + 1
    with pytest.raises(BadBytes, match="a choice that is not shown yet cannot be"):
        BOX.decode(view.to_bytes())


@given(tables, st.integers(0, 200))
@settings(max_examples=25)
def test_what_is_not_legal_is_refused_with_a_rule(where: Where, decisions: int) -> None:
    state = position(where, decisions)
    if state.w[ASKED] == OVER:
        return
    legal = state.legal()
    for action in range(BOX.actions):
        if action not in legal:
            said = BOX.refusal(state, action)
            assert re.fullmatch(r"Seat \d cannot .+: .+ \(TA?\d+(, TA?\d+)*\)\.", said)


@given(tables, st.integers(0, 200))
@settings(max_examples=40)
def test_the_picture_fits_a_terminal_and_names_every_card(where: Where, decisions: int) -> None:
    state = position(where, decisions)
    picture = str(state)
    assert max(map(len, picture.splitlines())) <= 98
    assert picture.isascii()
    told = BOX.facts(state)
    blocks = re.split(r"^[* ] seat \d: ", picture, flags=re.MULTILINE)
    assert len(blocks) == where[0] + 1
    for guest in (told["pile_guest"], *told["row"]):
        assert guest is None or guest in blocks[0] or state.w[ASKED] == OVER
    for seat, block in enumerate(blocks[1:]):
        mine = told["seats"][seat]
        for card in (*mine["tavern"], *mine["rest"], *mine["discard"], *mine["top"]):
            assert card in block
        assert f"{mine['points']} point" in block
        assert all(re.search(rf"turned over[^:]*\b{token} \d", block, re.DOTALL) for token in mine["upgraded"])
        for label, dice in (("white", mine["white"]), ("coloured", mine["coloured"]), ("coaster", mine["coaster"])):
            assert not dice or f"{label} {' '.join(map(str, dice))}" in block
    if state.w[ASKED] >= 0:
        view = state.observe(int(state.w[ASKED])).view
        assert isinstance(view, TiefenthalState)
        assert BOX.question(view).text
        assert "(seen by seat 0)" in str(state.observe(0))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_situations_of_scenarios_are_states_of_the_game(path: Path) -> None:
    """A scenario sets up nothing that the game itself would refuse to read."""
    scenario = Scenario.load(path)
    state = BOX.start(scenario.seats, (1, 2), {})
    assert isinstance(state, TiefenthalState)
    BOX.situation(state, scenario.situation, scenario.chance)
    state.w[SEED_A], state.w[SEED_B] = 1, 2  # scripted luck is not for bytes
    BOX.state_from_bytes(state.to_bytes())


def test_purchases_are_named_in_the_order_of_their_bits() -> None:
    bits = {"guest": z.GUEST_WON, "register": z.REGISTER_USED, "barrel": z.BARREL_USED, "noble": z.NOBLES_SERVED}
    bits |= {name: 1 << place for place, name in enumerate(TAVERN_CARDS)}
    assert [bits[name] for name in PURCHASES] == [1 << place for place in range(len(PURCHASES))]
