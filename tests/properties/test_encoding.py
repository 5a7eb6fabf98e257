"""Encodings: the compiled writer against a plain one, fields that say what they tell, actions numbered without gaps."""

import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tavern_engine
from tavern_engine import BadSetup, Game, IllegalAction, InfoSet, RandomPolicy, Rng, State, game, games
from tavern_engine.cells import digits_of
from tavern_engine.encoding import Encoding
from tavern_engine.layout import ASKED_SEAT, Row
from tavern_engine.shown import COUNTS, DIGITS, FLAGS, ONE_HOT, SEAT_FLAGS, SEAT_HOT, WHOLE, Shown
from tavern_engine.state import ASKED, OVER, SEATS, SPECTATOR, VIEWER

all_games = pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
GAMES = 4 if tavern_engine.COMPILED else 1


def positions(game: Game, seats: int, options: dict[str, object] | None = None) -> list[State]:
    found: list[State] = []
    for seed in range(GAMES):
        state, rng = game.new(seats, seed, options), Rng(seed)
        while state.seat() >= 0 and len(found) < 12 * (seed + 1):
            found.append(state.clone())
            state.playout(RandomPolicy(), rng, 1 + 5 * seed)
        found.append(state)
    return found


# A plain encoder: what `shown.py` says, read word by word.


def told(shown: Shown, word: int, viewer: int, seats: int) -> list[int]:
    """The numbers of a word."""
    first = max(viewer, 0)
    part = word >> shown.start
    if shown.how == SEAT_HOT:
        seat = word - shown.low
        return [int(seat >= 0 and seat == (first + after) % seats) for after in range(seats)]
    if shown.how == SEAT_FLAGS:
        return [word >> (first + after) % seats & 1 for after in range(seats)]
    if shown.how == ONE_HOT:
        value = part if shown.bits == WHOLE else part & (1 << shown.bits) - 1
        return [int(value == one) for one in range(shown.low, shown.high + 1)]
    if shown.how == DIGITS:
        digits = digits_of(abs(word))
        most = len(digits_of(max(shown.high, -shown.low)))
        return [*digits, *[0] * (most - len(digits)), *[int(word < 0)] * (shown.low < 0)]
    if shown.bits == WHOLE:
        return [word - shown.low]
    return [part >> shown.bits * number & (1 << shown.bits) - 1 for number in range(shown.numbers)]


def plainly(encoding: Encoding, infoset: InfoSet) -> list[int]:
    """All numbers of a view."""
    w = [int(word) for word in infoset.view.w]
    viewer, seats, layout = w[VIEWER], encoding.seats, encoding.game.layout
    numbers = [int(seat == viewer) for seat in range(seats)] + [int(infoset.asked), int(w[ASKED] == OVER)]
    if layout.grows:
        assert not any(w[layout.length :])
        numbers += [0] * 8
    blank = [int(word) for word in encoding.game.start(seats, (0, 0), encoding.options).w]
    for row in layout.rows:
        parts = row.told(blank)
        for shown in () if isinstance(parts, str) else parts:
            hidden = row.sight == ASKED_SEAT and not infoset.asked
            numbers += row_told(row, shown, w, viewer, seats, hidden)
    return numbers + [0] * (-len(numbers) % 8)


def row_told(row: Row, shown: Shown, w: list[int], viewer: int, seats: int, hidden: bool) -> list[int]:
    numbers: list[int] = []
    first = max(viewer, 0)
    for after in range(seats if row.seats and not shown.own else 1):
        owner = (first + after) % seats if row.seats else 0
        for place in range(row.many) if shown.places is None else shown.places:
            these = told(shown, w[row.word + row.many * owner + place], viewer, seats)
            unused = shown.counted is not None and shown.counted[1] + place >= w[shown.counted[0]]
            not_there = row.seats and shown.own and viewer == SPECTATOR
            numbers += [0] * len(these) if hidden or unused or not_there else these
    return numbers


@all_games
def test_the_writer_writes_what_the_rows_say(game: Game) -> None:
    for seats in {game.min_seats, game.usual_size, game.max_seats}:
        encoding = game.encoding(seats)
        for state in positions(game, seats):
            for viewer in {int(state.seat()), SPECTATOR, seats - 1}:
                infoset = state.observe(viewer)
                assert encoding.numbers(infoset) == plainly(encoding, infoset)


@all_games
def test_with_all_options_too(game: Game) -> None:
    seats, options = game.usual_size, game.changed_options()
    encoding = game.encoding(seats, options)
    for state in positions(game, seats, dict(options)):
        infoset = state.observe(int(state.seat()) if state.seat() >= 0 else 0)
        assert encoding.numbers(infoset) == plainly(encoding, infoset)


# Fields.


@all_games
def test_fields_follow_each_other_and_every_number_has_a_name_of_its_own(game: Game) -> None:
    for seats in game.sizes:
        encoding = game.encoding(seats)
        assert [field.at for field in encoding.fields] == [
            sum(field.size for field in encoding.fields[:place]) for place in range(len(encoding.fields))
        ]
        assert len(encoding.names) == len(encoding.high) == encoding.size
        assert len(set(encoding.names)) == encoding.size
        assert {field.how for field in encoding.fields} <= {FLAGS, COUNTS, DIGITS, ONE_HOT}
        assert all(0 <= high <= 127 for high in encoding.high)


@all_games
def test_every_row_is_told_or_left_out_for_a_reason(game: Game) -> None:
    encoding = game.encoding(game.usual_size)
    for row in game.layout.rows:
        shown = any(field.name.startswith(row.name) for field in encoding.fields)
        assert shown or encoding.left_out[row.name]


def test_a_field_can_be_read_by_its_name() -> None:
    vault = game("dragon-vault")
    encoding = vault.encoding(3)
    state = vault.new(3, 5)
    numbers = encoding.encode(state.observe(1))
    hand = encoding.field("a hand, you")
    cards = {name: int(number) for name, number in zip(hand.labels, numbers[hand.at :], strict=False) if number}
    held = state.observe(1).facts()["seats"][1]["hand"]
    assert cards == {card: held.count(card) for card in set(held)}
    with pytest.raises(BadSetup, match="nothing that is called 'the moon'"):
        encoding.field("the moon")


def test_seats_are_counted_from_the_viewer() -> None:
    vault = game("dragon-vault")
    encoding, state = vault.encoding(4), vault.new(4, 5)
    turn = encoding.field("the turn")
    asked = int(state.seat())
    for viewer in range(4):
        seen = encoding.numbers(state, viewer)[turn.at : turn.at + turn.size]
        assert seen.index(1) == (asked - viewer) % 4


def test_a_deep_stack_at_the_inn_is_told_apart_by_a_digest() -> None:
    inn = game("red-dragon-inn")
    encoding = inn.encoding(2)
    state = inn.new(2, 1)
    digest = encoding.field("a digest of what else is under way")
    seat = int(state.seat())

    def seen(*beyond: int) -> list[int]:
        deep = inn.state_class(tavern_engine.state.numbers([*map(int, state.w), *beyond]), inn.tables)
        return encoding.numbers(deep, seat)

    assert not any(seen()[digest.at : digest.at + digest.size])
    assert len({tuple(seen(*beyond)) for beyond in ((), (1,), (2,), (1, 2), (2, 1))}) == 5


# Arrays.


def test_numbers_can_be_written_into_an_array_of_any_type() -> None:
    vault = game("dragon-vault")
    encoding, infoset = vault.encoding(2), vault.new(2, 1).observe(0)
    numbers = encoding.encode(infoset)
    assert numbers.dtype == np.int8
    out = np.ones(encoding.size, np.float32)
    encoding.encode(infoset, out=out)
    assert out.tolist() == numbers.tolist() == encoding.numbers(infoset) == vault.vector(infoset.view)
    numbers[0] = 99
    assert encoding.encode(infoset)[0] != 99, "arrays that were given away are no part of the buffer"
    with pytest.raises(BadSetup, match=re.escape(f"into an array of shape ({encoding.size},), not of (3,)")):
        encoding.encode(infoset, out=np.zeros(3))


def locked(size: int) -> Any:
    array = np.zeros(size)
    array.flags.writeable = False
    return array


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda size: [0] * size, r"not into \[0, 0, 0"),
        (lambda size: np.zeros(size, "U4"), "not of <U4"),
        (lambda size: np.zeros(size, np.bool_), "not of bool"),
        (locked, "not into one that cannot be written to"),
    ],
    ids=["list", "texts", "flags", "locked"],
)
def test_what_cannot_hold_the_numbers_is_refused(make: Callable[[int], Any], sentence: str) -> None:
    vault = game("dragon-vault")
    encoding = vault.encoding(2)
    with pytest.raises(BadSetup, match=sentence):
        encoding.encode(vault.new(2, 1).observe(0), out=make(encoding.size))


def test_what_belongs_to_another_table_is_refused() -> None:
    vault, brawl = game("dragon-vault"), game("tavern-brawl")
    encoding = vault.encoding(2)
    for other in (
        vault.new(3, 1).observe(0),
        vault.new(2, 1, {"tricks": True}).observe(0),
        brawl.new(2, 1).observe(0),
        vault.tiny().new(2, 1).observe(0),
    ):
        with pytest.raises(BadSetup, match="for a table of another game, or with other data, seats or options"):
            encoding.encode(other)
        with pytest.raises(BadSetup, match="for a table of another game, or with other data, seats or options"):
            encoding.mask(other)
    state = vault.new(2, 1)
    for seat in (None, 2, -2, True, "0", 1.0, 10**5000):
        with pytest.raises(BadSetup, match="is encoded for a seat from 0 to 1"):
            encoding.encode(state, seat)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="This is what seat 0 sees, not seat 1"):
        encoding.encode(state.observe(0), 1)
    with pytest.raises(BadSetup, match="An information set is encoded"):
        encoding.encode(7)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="An information set is encoded"):
        encoding.mask(7)  # type: ignore[arg-type]
    for code in (-1, 10**6, "take", 1.0, True):
        with pytest.raises(IllegalAction, match="has no action"):
            encoding.actions.number_of(code)  # type: ignore[arg-type]
    assert (encoding.encode(state, np.int64(1)) == encoding.encode(state, 1)).all()  # type: ignore[arg-type]


# Actions.


@all_games
def test_actions_are_numbered_without_gaps_and_have_names_and_features(game: Game) -> None:
    for seats in game.sizes:
        actions = game.encoding(seats).actions
        assert list(actions.codes) == sorted(set(actions.codes))
        assert [actions.number_of(code) for code in actions.codes] == list(range(actions.size))
        assert not [text for text in actions.texts() if "(no " in text]
        assert actions.features.shape == (actions.size, len(actions.columns))
        assert (actions.features[:, [name.startswith("verb: ") for name in actions.columns]].sum(axis=1) == 1).all()


def test_codes_that_no_play_reaches_have_no_number() -> None:
    inn = game("red-dragon-inn")
    sizes = {seats: inn.encoding(seats).actions.size for seats in (2, 4, 8)}
    assert sizes == {2: 202, 4: 204, 8: 365}
    crew = inn.encoding(4, {"boxes": "both"}).actions
    assert set(inn.encoding(4).actions.codes) < set(crew.codes)
    missing = next(code for code in range(inn.actions) if inn.encoding(4).actions.numbers[code] < 0)
    for code in (missing, -1, inn.actions):
        with pytest.raises(IllegalAction, match=f"has no action {code} at such a table"):
            inn.encoding(4).actions.number_of(code)


def test_all_spots_that_wild_play_reaches_in_the_brawl_have_numbers() -> None:
    """Players who send mats off whenever they can push the field as far as it goes."""
    brawl = game("tavern-brawl")
    actions = brawl.encoding(2).actions
    shuffled = random.Random(3)
    for seed in range(20 * GAMES):
        state = brawl.new(2, seed, {"opening": 12})
        while state.seat() >= 0:
            legal = state.legal()
            assert all(actions.numbers[code] >= 0 for code in legal)
            staring = brawl.facts(state)["phase"] == "stern look"
            state.move(legal[-1] if staring else shuffled.choice(legal))


def test_features_name_verb_card_and_target() -> None:
    actions = game("red-dragon-inn").encoding(3).actions
    code = game("red-dragon-inn").parse_action("seat 2")
    row = actions.features[actions.number_of(code)]
    assert {name for name, value in zip(actions.columns, row, strict=True) if value} == {"verb: choose", "seat: 2"}


def test_a_seat_that_is_not_asked_has_no_legal_action_and_no_question() -> None:
    for one in games():
        encoding, state = one.encoding(2), one.new(2, 3)
        other = 1 - int(state.seat())
        assert not encoding.mask(state.observe(other)).any()
        assert encoding.mask(state.observe(1 - other)).sum() == len(state.legal())
        decision = encoding.field("the kind of decision")
        assert not any(encoding.numbers(state, other)[decision.at : decision.at + decision.size])
        assert any(encoding.numbers(state, 1 - other)[decision.at : decision.at + decision.size])


def test_tables_of_one_kind_share_an_encoding() -> None:
    vault = game("dragon-vault")
    assert vault.encoding(2) is vault.encoding(2, {"tricks": False})
    assert vault.encoding(2) is not vault.encoding(2, {"tricks": True})
    with pytest.raises(BadSetup, match="is played with 2 to 6 seats"):
        vault.encoding(9)
    assert int(vault.new(2, 0).w[SEATS]) == 2
