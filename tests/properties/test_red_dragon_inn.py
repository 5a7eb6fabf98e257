"""The Red Dragon Inn under random play: the books balance, and bytes cannot hurt."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavern_engine import BadBytes, RandomPolicy, Rng, TavernError
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.game import RedDragonInn
from tavern_engine.games.red_dragon_inn.layout import check_cards
from tavern_engine.games.red_dragon_inn.tables import (
    BITS,
    DRINKS,
    FRONTS,
    IS_SHOWN,
    MAX_SEATS,
    RESERVE,
    in_deck,
)
from tavern_engine.scenario import Scenario
from tavern_engine.state import ASKED, CHECK_BYTES, MAGIC, OVER, PHASE, SEATS, Event
from tavern_engine.tally import number, place, put, take

INN = RedDragonInn.from_box()
OPTIONS: list[dict[str, bool | int | str]] = [
    {},
    {"bar_deck": True, "drinks": 20},
    {"start_gold": 15, "characters": "box order"},
    {"start_gold": 6, "characters": "zot", "drinks": 20},
    {"boxes": "tavern-crew"},
    {"boxes": "both", "bar_deck": True},
    {"boxes": "tavern-crew", "prizes": True},
]
ELIXIRS = sum(
    1 << int(INN.tables.bit[in_deck(FRONTS, kind)])
    for kind in range(len(INN.tables.titles))
    if INN.tables.home[kind] == RESERVE and INN.tables.bit[in_deck(FRONTS, kind)] >= 0
)
positions = st.tuples(st.integers(2, 4), st.integers(0, 50), st.integers(0, 250), st.sampled_from(OPTIONS))


def position(seats: int, seed: int, decisions: int, options: dict[str, bool | int | str]) -> r.InnState:
    """A state somewhere in a random game."""
    state = INN.new(seats, seed, options)
    assert isinstance(state, r.InnState)
    state.playout(RandomPolicy(), Rng(seed), decisions)
    return state


def whole_game(seats: int, seed: int) -> Iterator[tuple[r.InnState, list[Event]]]:
    """A random game after each of its decisions, with what happened since the one before."""
    state = INN.new(seats, seed, OPTIONS[seed % len(OPTIONS)])
    assert isinstance(state, r.InnState)
    rng = Rng(seed)
    while state.w[ASKED] >= 0:
        state.log = []
        state.playout(RandomPolicy(), rng, 1)
        yield state, state.log


games = pytest.mark.parametrize(
    ("seats", "seed"), [(seats, seed) for seats in (2, 3, 4) for seed in range(len(OPTIONS))]
)


def cards(zones: list[int], deck: int) -> Counter[int]:
    """The cards of tallies, by kind."""
    kinds = kinds_of(deck)
    return Counter(kinds[bit] for zone in zones for bit in range(len(kinds)) if zone >> bit & 1)


@cache
def kinds_of(deck: int) -> list[int]:
    """The kind of every card of a deck, in the order of its bits."""
    return [int(INN.tables.kind[BITS * deck + bit]) for bit in range(int(INN.tables.full[deck]).bit_count())]


# The words of a state.


@given(st.lists(st.integers(1, 9), min_size=6, max_size=6), st.lists(st.tuples(st.integers(0, 5), st.booleans())))
def test_tallies_count_like_counters(copies: list[int], moves: list[tuple[int, bool]]) -> None:
    fields, kinds = [], list[int]()
    for kind, many in enumerate(copies):
        fields.append(((1 << many) - 1) << len(kinds))
        kinds += [kind] * many
    zone, counted = 0, Counter[int]()
    for kind, more in moves:
        if more and counted[kind] < copies[kind]:
            zone, counted[kind] = int(put(zone, fields[kind])), counted[kind] + 1
        elif not more and counted[kind] > 0:
            zone, counted[kind] = int(take(zone, fields[kind])), counted[kind] - 1
    assert number(zone) == counted.total()
    assert Counter(kinds[int(place(zone, index))] for index in range(counted.total())) == +counted


@given(st.integers(0, 3), st.integers(0, 2**62 - 1), st.integers(0, 2**62 - 1))
@settings(max_examples=40)
def test_tallies_of_one_deck_are_merged_and_parted(deck: int, some: int, others: int) -> None:
    state = position(2, 0, 0, {})
    one, other = 0, 0
    for bit in range(int(INN.tables.full[deck]).bit_count()):
        field = INN.tables.field[BITS * deck + bit]
        if some >> bit & 1:
            one = int(put(one, field))
        elif others >> bit & 1:
            other = int(put(other, field))
    both = int(state.merge(deck, one, other))
    assert cards([both], deck) == cards([one], deck) + cards([other], deck)
    assert int(state.without(deck, both, other)) == one


# Random games.


class Ledger:
    """Who has how much Gold, as the events tell it; all of it comes from the Inn and goes back to it."""

    def __init__(self, state: r.InnState) -> None:
        self.purses = [int(state.w[z.PURSE + seat]) for seat in range(int(state.w[SEATS]))]
        self.pot = 0
        self.inn = 0

    def give(self, receiver: int, amount: int) -> None:
        if receiver == z.INN:
            self.inn += amount
        elif receiver == z.THE_POT:
            self.pot += amount
        else:
            self.purses[receiver - z.RECEIVER] += amount

    def book(self, event: Event) -> None:
        op, seat, what, amount = event.op, event.seat, event.what, event.amount
        if op == z.PAYS:
            self.purses[seat] -= amount
            self.give(what, amount)
        elif op == z.INN_PAYS:
            self.inn -= amount
            self.give(what, amount)
        elif op == z.POT_GOES:
            self.pot -= amount
            self.give(what, amount)
        elif op == z.TAKES_POT:
            self.pot -= amount
            self.give(z.RECEIVER + seat, amount)
        elif op == z.TAKES_FROM_INN:  # R109
            self.inn -= amount
            self.give(z.RECEIVER + seat, amount)
        elif op == z.PASSES_OUT:  # R14
            heirs = [other for other in range(MAX_SEATS) if what >> other & 1]
            assert seat not in heirs
            assert amount * len(heirs) <= self.purses[seat] // 2
            for heir in heirs:
                self.give(z.RECEIVER + heir, amount)
            self.inn += self.purses[seat] - amount * len(heirs)
            self.purses[seat] = 0


@games
def test_gold_moves_only_by_payments(seats: int, seed: int) -> None:
    state = INN.new(seats, seed, OPTIONS[seed % len(OPTIONS)])
    assert isinstance(state, r.InnState)
    ledger = Ledger(state)
    whole = sum(ledger.purses)
    for after, events in whole_game(seats, seed):
        for event in events:
            ledger.book(event)
        assert [int(after.w[z.PURSE + seat]) for seat in range(seats)] == ledger.purses
        assert (int(after.w[z.COINS]), sum(ledger.purses) + ledger.pot + ledger.inn) == (ledger.pot, whole)
        assert min([*ledger.purses, ledger.pot]) >= 0  # R10


@games
def test_cards_and_drinks_are_neither_lost_nor_made(seats: int, seed: int) -> None:
    for state, _ in whole_game(seats, seed):
        w = [int(word) for word in state.w]
        if w[z.DEPTH] > 1:
            continue
        for seat in range(seats):
            deck, is_in = w[z.CHARACTER + seat], w[z.STILL_IN] >> seat & 1
            zones = [w[zone + seat] for zone in (z.HAND, z.DECK, z.DISCARD)]
            assert cards(zones, deck) == (cards([int(INN.tables.full[deck])], deck) if is_in else Counter())
        is_fine = [w[z.FINE_BATCHES] >> batch & 1 for batch in range(z.BATCHES)]
        drinks = [w[z.DREGS], *(w[z.BATCH + batch] for batch in range(z.BATCHES) if not is_fine[batch])]
        assert cards(drinks, DRINKS) == cards([int(INN.tables.bars[int(z.bar_set(state.w))])], DRINKS)
        fine = [w[z.FINE_DREGS], *(w[z.BATCH + batch] for batch in range(z.BATCHES) if is_fine[batch])]
        kept = sum((w[z.FRONT + seat] & ELIXIRS).bit_count() for seat in range(seats))
        host = int(INN.tables.host) in w[z.CHARACTER : z.CHARACTER + seats]
        assert cards(fine, RESERVE).total() + kept == (15 if host else 0)
        unseen = w[z.DRINK_DECK] + w[z.BAR] + sum(w[z.MUGS : z.MUGS + seats])
        assert cards(drinks[1:], DRINKS).total() == unseen


@games
def test_at_the_table_everything_is_in_order(seats: int, seed: int) -> None:
    """Markers stay in their limits (R10), nothing is left over between cards, and who is beaten is out (R12)."""
    for state, _ in whole_game(seats, seed):
        w = [int(word) for word in state.w]
        for seat in range(seats):
            fortitude, alcohol = w[z.FORTITUDE + seat], w[z.ALCOHOL + seat]
            assert 0 <= fortitude <= 20
            assert 0 <= alcohol <= 20
            assert w[z.KNOWN + seat] & ~w[z.HAND + seat] == 0
            if w[z.DEPTH] <= 1 and w[z.STILL_IN] >> seat & 1:
                assert alcohol < fortitude
                assert w[z.PURSE + seat] > 0
        assert w[PHASE] != c.ACTING or w[z.DEPTH] == 1
        if w[z.DEPTH] <= 1:
            running = (z.ROWS, z.IN_ROUND, z.GAMBLERS, z.COINS, z.MASTER, z.FEE_DUE, z.FALLEN)
            assert [w[word] for word in running] == [0] * len(running)
            assert not any(w[z.STACK + z.FRAME * w[z.DEPTH] :])


@games
def test_every_game_ends(seats: int, seed: int) -> None:
    state = position(seats, seed, 20_000, OPTIONS[seed % len(OPTIONS)])
    left = int(state.w[z.STILL_IN])
    assert state.w[ASKED] == OVER
    assert left.bit_count() <= 1
    assert all(place == 1 for seat, place in enumerate(state.placement()) if left >> seat & 1)
    assert state.legal() == []
    assert not any(state.w[word] for word in range(z.CONTROL, z.LENGTH))


def test_another_drink_picked_is_another_question() -> None:
    """Between picking a Drink and naming who gets it nothing is public, but the keys differ."""
    found = 0
    for state, _ in whole_game(4, 0):
        for action in state.legal():
            keys = [int(aimed.key(aimed.w[ASKED])) for aimed in aims_after_picks(state, action)]
            assert len(set(keys)) == len(keys)
            found += len(keys)
    assert found > 0


def test_the_same_card_in_two_windows_is_another_question() -> None:
    """Nothing public lies between two quiet windows of a turn, but the question belongs to one of them."""
    state = position(4, 0, 0, {})
    while state.w[PHASE] != c.RESPOND or state.w[z.DEPTH] != 1:
        state.move(state.nth(0))
    later = state.clone()
    later.w[z.STACK + z.PC] = state.inn.turn + 6
    assert state.key(state.w[ASKED]) != later.key(state.w[ASKED])
    assert state.clone().key(state.w[ASKED]) == state.key(state.w[ASKED])


def test_drinks_of_very_many_shuffles_can_wait_in_piles() -> None:
    """With cards of every batch in the piles, a shuffle makes the first two batches one, and play goes on."""
    state = position(2, 1, 0, {})
    while state.w[PHASE] != c.ACTING:
        state.move(state.nth(0))
    w, inn = state.w, state.inn
    bar = int(inn.bars[int(z.bar_set(w))])
    drinks = [inn.field[BITS * DRINKS + bit] for bit in range(BITS) if bar >> bit & 1]
    for word in (*range(z.BATCH, z.BATCH + z.BATCHES), *range(z.DRINK_ME, z.MUGS), z.MUGS, z.MUGS + 1, z.DREGS):
        w[word] = 0
    for batch in range(z.BATCHES):
        w[z.BATCH + batch] = put(0, drinks.pop())
        state.lay_mug(w, batch % 2, batch)
    last = z.BATCHES - 1
    w[z.BATCH + last] = put(w[z.BATCH + last], drinks.pop())
    w[z.DRINK_DECK], w[z.DECK_BATCH], w[z.BAR] = 1, last, 0
    for drink in drinks:
        w[z.DREGS] = put(w[z.DREGS], drink)
    check_cards(state)
    assert INN.forgets(state) == ""
    while w[z.DRINK_DECK] == 1:
        state.move(state.nth(0))  # until the last card of the Drink Deck is ordered
    check_cards(state)
    assert "of the first two it is no longer known" in INN.forgets(state)
    state.playout(RandomPolicy(), Rng(1), 500)
    check_cards(state)


def aims_after_picks(state: r.InnState, action: int) -> list[r.InnState]:
    """The questions whom to give it to, for each of two Drinks, if the action plays a card that asks for both."""
    playing = with_two_drinks(state)
    playing.move(action)
    if playing.w[PHASE] != c.PICKING:
        return []
    picked = [playing.clone() for _ in range(2)]
    for row, world in enumerate(picked):
        world.move(c.A_DRINK + row)
    return [world for world in picked if world.w[PHASE] == c.AIMING]


def with_two_drinks(state: r.InnState) -> r.InnState:
    """A copy in which the only Drink on the table, if there is one, is there twice."""
    other = state.clone()
    if other.w[z.ROWS] == 1:
        other.w[z.ROWS] = 2
        for word in (z.ROW_AC, z.ROW_FORT, z.ROW_DRINKER, z.ROW_SCORE, z.ROW_REVEALER):
            other.w[word + 1] = other.w[word]
        other.w[z.ROW_ROOT + 1] = 1
    return other


# A deep stack (RA120).


def test_a_deep_stack_makes_the_state_longer_and_is_forgotten_again() -> None:
    """Everybody answers every card with whatever fits: all of it can be copied, seen, written, read and played on."""
    path = Path(__file__).parents[1] / "rulings/red_dragon_inn/ra120_answers_to_answers_without_limit.toml"
    state, deepest = Scenario.load(path).set_up().truth(), 0
    assert isinstance(state, r.InnState)
    state.move(INN.parse_action("play gambling_im_in"))
    while state.w[PHASE] in (c.RESPOND, c.AIMING):
        state.move(state.nth(state.count() - 1))
        deepest = max(deepest, int(state.w[z.DEPTH]))
        assert INN.decode(state.to_bytes()).to_bytes() == state.to_bytes() == state.clone().to_bytes()
        for seat in range(4):
            infoset = state.observe(seat)
            assert infoset.asked == (seat == state.w[ASKED])
            assert infoset.asked or len(infoset.view.w) == z.LENGTH
            assert INN.infoset_from_bytes(infoset.to_bytes()).to_bytes() == infoset.to_bytes()
        world = state.observe(int(state.w[ASKED])).sample(Rng(1))
        world.playout(RandomPolicy(), Rng(2), 60)
    assert deepest > z.USUAL_DEPTH
    assert len(state.w) == z.LENGTH


# Bytes.


@given(positions)
@settings(max_examples=15)
def test_what_was_written_is_read(where: tuple[int, int, int, dict[str, bool | int | str]]) -> None:
    state = position(*where)
    assert INN.state_from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()
    for seat in range(-1, where[0]):
        infoset = state.observe(seat)
        INN.infoset_from_bytes(infoset.to_bytes())
        INN.state_from_bytes(infoset.sample(Rng(seat)).to_bytes())


def test_a_card_on_the_stack_is_in_no_other_place() -> None:
    state = position(3, 1, 0, {})
    shown = {z.STACK + z.CARD: 1, z.STACK + z.TRAITS: IS_SHOWN}
    with pytest.raises(BadBytes, match="the number of equal"):
        INN.decode(forge(state, shown))


def forge(state: r.InnState, words: dict[int, int]) -> bytes:
    """The bytes of a state with some words changed, under a right checksum."""
    raw = bytearray(state.to_bytes()[:-CHECK_BYTES])
    for word, value in words.items():
        start = len(MAGIC) + 16 + 8 * word
        raw[start : start + 8] = value.to_bytes(8, "little", signed=True)
    return bytes(raw) + hashlib.blake2b(bytes(raw), digest_size=CHECK_BYTES).digest()


@pytest.mark.parametrize(
    ("word", "change", "reason"),
    [
        (z.SIZE, 3, "the size of a hand"),
        (z.DRINK_DECK, 3, "the number of unseen drinks"),
        (z.LEFT_AT, 1, "the cards of a player who is out"),
        (z.DEPTH, 0, "the depth of the stack"),
        (z.DEPTH, 9, "the depth of the stack"),
        (z.STACK + z.FRAME * (z.USUAL_DEPTH - 1) + z.AMOUNT, 1, "the depth of the stack"),
        (z.STACK + z.PC, 7, "a place in a program"),
    ],
)
def test_what_cannot_be_is_named(word: int, change: int, reason: str) -> None:
    with pytest.raises(BadBytes, match=re.escape(reason)):
        INN.decode(forge(position(3, 1, 0, {}), {word: change}))


@given(st.binary(max_size=5000))
@settings(max_examples=30)
def test_foreign_bytes_are_refused(data: bytes) -> None:
    for decode in (INN.state_from_bytes, INN.infoset_from_bytes):
        with pytest.raises(BadBytes):
            decode(data)
        with pytest.raises(BadBytes):
            decode(MAGIC + data)


# Refusals.


@given(positions, st.lists(st.integers(0, c.ACTIONS - 1), max_size=40))
@settings(max_examples=20)
def test_any_sequence_of_actions_is_played_or_refused(
    where: tuple[int, int, int, dict[str, bool | int | str]], actions: list[int]
) -> None:
    state = position(*where)
    for action in actions:
        legal = state.legal()
        before = state.to_bytes()
        try:
            state.apply(action)
        except TavernError:
            assert action not in legal
            assert state.to_bytes() == before
        else:
            assert action in legal


@cache
def reasons() -> frozenset[str]:
    """Why cards in hand, targets and Drinks were refused in some random games: the rules that were named."""
    found: set[str] = set()
    for seed in range(14):
        for state, _ in whole_game(2 + seed % 3, seed):
            seat = int(state.w[ASKED])
            if seat < 0:
                continue
            hand = cards([int(state.w[z.HAND + seat])], int(state.w[z.CHARACTER + seat]))
            tried = [0, *(c.A_PLAY + kind for kind in hand), *(c.A_THROW + kind for kind in hand)]
            legal = state.legal()
            for action in {*tried, *range(c.A_SEAT, c.A_SEAT + 4), *range(c.A_DRINK, c.A_DRINK + 3)} - {*legal}:
                found.update(re.findall(r"R[AX]?\d+|X\d+", INN.refusal(state, action)))
    return frozenset(found)


@pytest.mark.parametrize(
    "rule",
    [
        *("R3", "R5", "R6", "X5", "R18", "R53", "R56", "R139"),
        *("RA13", "RA15", "RA17", "RA19", "RA21", "RA22", "RA27", "RA28", "RA35", "RA36", "RA45", "RA65"),
    ],
)
def test_refusals_name_the_rule(rule: str) -> None:
    assert rule in reasons()
