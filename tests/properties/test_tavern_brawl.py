"""Tavern Brawl under random play: mats, flips, places and scores are what a second, plain reading of the rules says."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavern_engine import BadBytes, BadSetup, Event, Game, RandomPolicy, Rng, State, Table
from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.components import Character, Components
from tavern_engine.games.tavern_brawl.game import SEATINGS, TavernBrawl
from tavern_engine.games.tavern_brawl.mats import COCKTAILS, SMALL_CREATURE
from tavern_engine.games.tavern_brawl.scoring import POINT, SET, SET_SIZE
from tavern_engine.state import ASKED, PHASE

BRAWL: Game = TavernBrawl.from_box()
MATS = Components.load(BRAWL.data_file).characters
TABLES = ((2, "professional"), (2, "basic"), (2, "monk"), (4, "professional"))
OPENINGS = (0, 4, 12)
TEAMS = ("swords", "axes")
MONK = -1
Spot = tuple[int, int]
NEXT: dict[int, Spot] = {0: (-1, 0), 1: (0, 1), 2: (1, 0), 3: (0, -1)}  # north, east, south, west
FACING = {"opposite": 0, "side by side": 2, "right angle": 1}  # B22: where the second team sits

Where = tuple[tuple[int, str], str, int, int]


@st.composite
def tables(draw: st.DrawFn) -> Where:
    """A table as the book has it: other seatings for two (B22), picks by the professional rules only (B13)."""
    seats, mode = draw(st.sampled_from(TABLES))
    seating = draw(st.sampled_from(SEATINGS)) if seats == 2 else "opposite"
    opening = draw(st.sampled_from(OPENINGS)) if mode == "professional" else 0
    return (seats, mode), seating, opening, draw(st.integers(0, 99))


def options(where: Where) -> dict[str, object]:
    (_, mode), seating, opening, _ = where
    return {"mode": mode, "seating": seating, "opening": opening}


def position(where: Where, decisions: int) -> State:
    """A state somewhere in a random game."""
    state = BRAWL.new(where[0][0], where[3], options(where))
    state.playout(RandomPolicy(), Rng(where[3]), decisions)
    return state


def lying(told: dict[str, Any]) -> dict[Spot, Any]:
    """The mats on the field as the facts tell them, by spot."""
    return {
        (row, column): cell
        for row, cells in enumerate(told["field"])
        for column, cell in enumerate(cells)
        if cell is not None
    }


# A second reading of the rules, on a board of spots.


@dataclass
class Mat:
    """A mat on the board."""

    kind: int
    team: int
    laid_by: int  # a team
    smashed: int = 0

    @property
    def mugs(self) -> int:
        return 0 if self.kind == MONK else MATS[self.kind].mugs - self.smashed


@dataclass
class Board:
    """What lies on the table, told by the events alone."""

    where: Where
    hands: list[list[int]] = field(default_factory=lambda: [[], [], [], []])
    discard: list[int] = field(default_factory=list)
    stacks: dict[Spot, list[Mat]] = field(default_factory=dict)  # the top mat last
    glasses: dict[int, Spot] = field(default_factory=dict)
    barred: tuple[int, int] | None = None  # a side, and the row or column next to the field that is out of bounds

    @property
    def size(self) -> int:
        return 4 if self.where[0][0] == 4 else 3

    @property
    def professional(self) -> bool:
        return self.where[0][1] == "professional"

    @property
    def monk(self) -> bool:
        return self.where[0][1] == "monk"

    def top(self, spot: Spot) -> Mat:
        return self.stacks[spot][-1]

    def power(self, spot: Spot, direction: int) -> int:
        """B2, B3, B22, BA1: the strength of the top mat in that direction; its bottom is towards who laid it."""
        mat = self.top(spot)
        sits = FACING[self.where[1]] if mat.laid_by else 2
        return MATS[mat.kind].sides[(2 + direction - sits) % 4] + (spot in self.glasses.values())

    def neighbours(self, spot: Spot) -> Iterator[tuple[int, Spot]]:
        for direction, (down, right) in NEXT.items():
            yield direction, (spot[0] + down, spot[1] + right)

    def beaten_by(self, spot: Spot) -> set[Spot]:
        """B9: the mats of the other team that the mat at a spot wins over."""
        return {
            other
            for direction, other in self.neighbours(spot)
            if other in self.stacks
            and self.top(other).kind != MONK
            and self.top(other).team != self.top(spot).team
            and self.power(spot, direction) > self.power(other, (direction + 2) % 4)
        }

    def allowed(self, team: int) -> set[Spot]:
        """B7, B8, B10, B20, B23: where a team may lay a mat."""
        if not self.stacks:
            return {(7, 7)}
        near = {other for spot in self.stacks for _, other in self.neighbours(spot)} - set(self.stacks)
        small = {
            spot for spot in self.stacks if self.professional and self.is_small(spot) and self.top(spot).team == team
        }
        return {spot for spot in near if self.fits(spot) and not self.is_barred(spot)} | small

    def is_small(self, spot: Spot) -> bool:
        return MATS[self.top(spot).kind].skill == SMALL_CREATURE

    def fits(self, spot: Spot) -> bool:
        if self.monk:
            return all(1 <= at <= 3 for at in spot)
        return all(self.extent(axis, spot) <= self.size for axis in (0, 1))

    def extent(self, axis: int, *more: Spot) -> int:
        """How many rows (0) or columns (1) the field would have with more spots."""
        used = [spot[axis] for spot in (*self.stacks, *more)]
        return max(used) - min(used) + 1

    def is_barred(self, spot: Spot) -> bool:
        if self.barred is None:
            return False
        side, line = self.barred
        at = spot[0] if side in (0, 2) else spot[1]
        return at <= line if side in (0, 3) else at >= line

    def lay(self, seat: int, kind: int, spot: Spot) -> None:
        self.hands[seat].remove(kind)
        self.stacks.setdefault(spot, []).append(Mat(kind, seat % 2, seat % 2))

    def see(self, event: Event) -> None:
        """Take an event in."""
        seat, what, spot = event.seat, event.what, divmod(event.amount, 15)
        if event.op in (z.PICK, z.DEAL):
            self.hands[seat].append(what)
        elif event.op == z.SET_UP:
            box = [kind for kind in range(len(MATS)) for _ in range(2 if self.where[0][0] == 4 else 1)]
            for kind in chain(*self.hands):
                box.remove(kind)
            self.discard = box
            self.stacks = {(2, 2): [Mat(MONK, MONK, MONK)]} if self.monk else {}
        elif event.op == z.LAY:
            self.lay(seat, what % 16, spot)
        elif event.op == z.EXCHANGE:
            self.hands[seat].remove(what % 16)
            self.discard.append(what % 16)
            self.discard.remove(event.amount % 16)
            self.hands[seat].append(event.amount % 16)
        elif event.op == z.STEAL:
            self.glasses[what] = spot
        elif event.op == z.PUT_GLASS:
            self.glasses[seat] = spot
        elif event.op == z.TAKE_OFF:
            del self.glasses[what]
        elif event.op == z.FLIP:
            self.top(spot).team = seat % 2
        elif event.op == z.SEND_OFF:
            self.send_off(spot)
        elif event.op == z.SWAP:
            self.swap(divmod(what, 15), spot)
        elif event.op == z.BAR:
            rows, columns = [row for row, _ in self.stacks], [column for _, column in self.stacks]
            edges = (min(rows) - 1, max(columns) + 1, max(rows) + 1, min(columns) - 1)
            self.barred = (what, edges[what])
        elif event.op == z.SMASH:
            self.top(spot).smashed += 1

    def send_off(self, spot: Spot) -> None:
        self.discard.append(self.stacks[spot].pop().kind)
        if not self.stacks[spot]:
            del self.stacks[spot]
        self.glasses = {seat: at for seat, at in self.glasses.items() if at != spot}

    def swap(self, one: Spot, other: Spot) -> None:
        self.stacks[one][-1], self.stacks[other][-1] = self.top(other), self.top(one)
        moved = {one: other, other: one}
        self.glasses = {seat: moved.get(at, at) for seat, at in self.glasses.items()}

    def facts(self) -> dict[Spot, object]:
        """The mats of the field as `Game.facts` tells them, by spot."""
        told: dict[Spot, object] = {}
        for spot in sorted(self.stacks):
            stack = self.stacks[spot]
            monk = stack[-1].kind == MONK
            owners = [seat for seat, at in self.glasses.items() if at == spot]
            assert len(owners) < 2  # B3
            told[spot] = {
                "mat": "Monk-brewer" if monk else MATS[stack[-1].kind].name,
                "team": None if monk else TEAMS[stack[-1].team],
                "glass": owners[0] if owners else None,
                "below": tuple({"mat": MATS[mat.kind].name, "team": TEAMS[mat.team]} for mat in stack[-2::-1]),
                "strengths": None if monk else tuple(self.power(spot, direction) for direction in NEXT),
                "mugs": stack[-1].mugs,
            }
        return told

    def score(self, team: int) -> int:
        """B12, B15, B16, B24."""
        mine = [mat for stack in self.stacks.values() for mat in stack if mat.team == team]
        levels = sum(MATS[mat.kind].level for mat in mine)
        if self.professional:
            points, largest, sets = best_sets([(MATS[mat.kind], mat.mugs) for mat in mine])
            return points * POINT + largest * SET_SIZE + sets * SET + levels
        points = sum(mat.mugs for mat in mine)
        if self.monk:
            for direction, spot in self.neighbours((2, 2)):
                if spot in self.stacks and self.top(spot).team == team:
                    points += self.power(spot, (direction + 2) % 4)
        return points * POINT + levels


def set_value(mugs: int) -> int:
    """B15, BA23."""
    return mugs + ([0, 0, 1, 2, 4, 6, 8][mugs] if mugs <= 6 else 8 + 2 * (mugs - 6))


def best_sets(mats: list[tuple[Character, int]]) -> tuple[int, int, int]:
    """B15, B16, B19, BA6 to BA8, BA33, BA34, BA36: points, largest set and number of sets of the best arrangement."""

    @cache
    def best(left: tuple[tuple[int, int, bool], ...], mixers: tuple[int, ...]) -> set[tuple[int, int, int]]:
        """All results of the mats that are left; a Cocktails mat of `mixers` may still start a cocktail."""
        results = {beer_sets([mat[:2] for mat in left])}
        for number in mixers:
            beer = left[number][0]
            others = [[i for i, mat in enumerate(left) if mat[0] == other] for other in range(4) if other != beer]
            for chosen in product(*([None, *{left[i]: i for i in kind}.values()] for kind in others)):
                used = {number, *(i for i in chosen if i is not None)}
                rest = tuple(mat for i, mat in enumerate(left) if i not in used)
                size, spare = len(used), sum(left[i][1] - 1 for i in used)
                for points, largest, sets in best(rest, tuple(i for i, mat in enumerate(rest) if mat[2])):
                    results.add((points + set_value(size) + spare, max(largest, size), sets + (size > 1)))
        top = max(points for points, _, _ in results)
        return {result for result in results if result[0] == top} if len(left) == len(mats) else results

    left = tuple(sorted((mat.beer, mugs, mat.skill == COCKTAILS) for mat, mugs in mats if mugs))
    return max(best(left, tuple(i for i, mat in enumerate(left) if mat[2])))


def beer_sets(mats: list[tuple[int, int]]) -> tuple[int, int, int]:
    mugs = [sum(many for beer, many in mats if beer == kind) for kind in range(4)]
    return sum(map(set_value, mugs)), max(mugs), sum(many > 1 for many in mugs)


def played(where: Where) -> Iterator[tuple[State, Board, Event | None]]:
    """A random game event by event: the state after the decision, and the board before the event; at last no event."""
    table, rng, board = Table(BRAWL, where[0][0], where[3], options(where)), Rng(where[3]), Board(where)
    while True:
        truth = table.truth()
        for event in table.news(-1):
            yield truth, board, event
            board.see(event)
        yield truth, board, None
        if table.over:
            return
        legal = truth.legal()
        table.answer(legal[int(rng.below(len(legal)))])


def test_without_an_opening_the_players_pick_all_mats() -> None:
    """B13: the book draws none by lot."""
    state = BRAWL.new(2, 1, {"opening": 0})
    assert not any(state.w[z.HAND + seat] for seat in range(2))
    assert state.w[PHASE] == r.PICKING


NOT_IN_THE_BOOK = [
    (4, {"mode": "basic"}, "Four play the professional rules (B21): mode=basic is for two."),
    (4, {"mode": "monk"}, "Four play the professional rules (B21): mode=monk is for two."),
    (4, {"seating": "side by side"}, "Four sit team opposite team (B21): seating=side by side is for two (B22)."),
    (4, {"seating": "right angle"}, "Four sit team opposite team (B21): seating=right angle is for two (B22)."),
    (2, {"mode": "monk", "opening": 8}, "Mats are picked by the professional rules only (B13): opening=8 is for them."),
]


@pytest.mark.parametrize(("seats", "chosen", "sentence"), NOT_IN_THE_BOOK)
def test_a_table_that_is_not_in_the_book_is_refused(seats: int, chosen: dict[str, object], sentence: str) -> None:
    for sit_down in (BRAWL.new, lambda *table: Table(BRAWL, *table)):
        with pytest.raises(BadSetup, match=re.escape(sentence)):
            sit_down(seats, 1, chosen)


@given(tables())
@settings(max_examples=25)
def test_a_board_of_spots_tells_the_same_game(where: Where) -> None:
    """Hands, field, flips (B9), places (B7, B8, B10, B20, B23) and scores are what the events alone make of them."""
    laid: Spot | None = None  # a mat that has not yet compared
    beaten: set[Spot] = set()
    for state, board, event in played(where):
        if event is not None:
            if laid is not None and event.op not in (z.STEAL, z.TAKE_OFF, z.PUT_GLASS):
                beaten = board.beaten_by(laid)
                laid = None
            if event.op == z.LAY:
                assert divmod(event.amount, 15) in board.allowed(event.seat % 2)
                laid = divmod(event.amount, 15)
            elif event.op == z.FLIP:
                beaten.remove(divmod(event.amount, 15))
            else:
                assert not beaten
            continue
        told = BRAWL.facts(state)
        assert lying(told) == board.facts()
        hands = [sorted(MATS[kind].name for kind in hand) for hand in board.hands[: where[0][0]]]
        assert [sorted(seat["mats"]) for seat in told["seats"]] == hands
        assert sorted(told["discard"]) == sorted(MATS[kind].name for kind in board.discard)
        assert all(board.extent(axis) <= board.size for axis in (0, 1) if board.stacks)
        if state.w[ASKED] >= 0 and state.w[PHASE] == r.PLACING:
            spots = {divmod(action - r.A_SPOT, 15) for action in state.legal()}
            assert spots == board.allowed(int(state.w[ASKED]) % 2)
    assert [int(state.score(team)) for team in range(2)] == [board.score(team) for team in range(2)]
    full = len(board.stacks) == board.size**2
    assert full or (board.professional and not all(board.hands[: where[0][0]]))  # B11, B14


mats = st.lists(st.tuples(st.sampled_from(range(len(MATS))), st.sampled_from((1, 2, 2, 2))), max_size=9)


@given(mats)
@settings(max_examples=120)
def test_sets_and_cocktails_are_arranged_the_best_way(lying: list[tuple[int, int]]) -> None:
    """BA33, against trying every arrangement."""
    state = position(((4, "professional"), "opposite", 0, 1), 0)
    w = state.w
    cell, seen = 7, set()
    w[z.POOL] = 0
    for kind, mugs in lying:
        mat = kind if kind not in seen else kind + 16
        if kind + 16 in seen:
            continue
        seen.add(mat)
        w[z.STACK + cell] = mat + 1
        w[z.FIELD] |= 1 << cell
        if mugs < MATS[kind].mugs:
            w[z.SMASHED] |= 1 << mat
        cell += 3 if cell % 6 == 4 else 1
    left = {mat: MATS[mat % 16].mugs - (int(w[z.SMASHED]) >> mat & 1) for mat in seen}
    points, largest, sets = best_sets([(MATS[mat % 16], mugs) for mat, mugs in left.items()])
    score = int(state.score(0))
    assert (score // POINT, score % POINT // SET_SIZE, score % SET_SIZE // SET) == (points, largest, sets)


@given(tables(), st.integers(0, 90))
@settings(max_examples=60)
def test_every_state_and_view_is_read_back(where: Where, decisions: int) -> None:
    state = position(where, decisions)
    assert BRAWL.state_from_bytes(state.to_bytes()).to_bytes() == state.to_bytes()  # checks that the mats add up
    for seat in range(-1, where[0][0]):
        view = state.observe(seat)
        assert BRAWL.infoset_from_bytes(view.to_bytes()).key == view.key


@pytest.mark.parametrize(
    ("word", "value"),
    [
        (z.DISCARD, lambda w: w[z.DISCARD] | w[z.HAND]),  # mats twice
        (z.DISCARD, lambda w: 0),  # mats gone
        (z.FIELD, lambda w: w[z.FIELD] | 1 << 35),  # a cell without a mat
        (z.STACK + 35, lambda w: z.MONK_MAT),  # the Monk-brewer in a game without it
    ],
)
def test_mats_that_do_not_add_up_are_refused(word: int, value: Callable[[list[int]], int]) -> None:
    state = position(((2, "professional"), "opposite", 0, 3), 20)
    BRAWL.state_from_bytes(state.to_bytes())
    state.w[word] = value([int(known) for known in state.w])
    with pytest.raises(BadBytes, match="cannot be"):
        BRAWL.state_from_bytes(state.to_bytes())


@given(tables(), st.integers(0, 90), st.lists(st.integers(0, BRAWL.actions - 1), min_size=8, max_size=8))
@settings(max_examples=60)
def test_what_is_not_legal_is_refused_with_a_rule(where: Where, decisions: int, actions: list[int]) -> None:
    state = position(where, decisions)
    if state.w[ASKED] < 0:
        return
    for action in actions:
        if action not in state.legal():
            said = BRAWL.refusal(state, action)
            assert re.fullmatch(r"Seat \d cannot choose '.+' now: .+\.", said)
            assert (
                re.search(r"\(BA?\d+(, BA?\d+)*\)\.$", said) or "no mat lies there" in said or "order of rows" in said
            )


WRONG = {
    'name = "Sid"': ('name = "Fred"', "character 'Fred' is listed twice"),
    'name = "Gabriel"': ('name = "Row 3 column 4"', "has a name that is the text of another choice"),
    'race = "orc"': ("", "character 6 of the file needs a name or a race"),
    'race = "faun"\nlevel = 2': (
        'race = "faun"\nlevel = 6',
        "character 'orc' of level 5|character 'faun' of level 6",
    ),
    'race = "goblin"\nlevel = 1\ntop = 3': (
        'race = "goblin"\nlevel = 1\ntop = 21',
        "character 'goblin' needs top as a whole number",
    ),
    'race = "imp"': ('race = "imp"\nbeers = 1', "character 'imp' has an unknown entry 'beers'. Did you mean 'beer'"),
    'skill = "cocktails"': (
        'skill = "cocktail"',
        "character 'druid' has an unknown skill 'cocktail'. Did you mean",
    ),
    'skill = "none"': ('skill = "small_creature"', ""),  # four of them may be
    'beer = "wheat"\nmugs = 1': (
        'beer = "wheat"\nmugs = 3',
        "character 'necromancer' needs mugs as a whole number from 1 to 2",
    ),
    "hand = 6": ("hand = 9", "[setup] needs hand as a whole number from 1 to 7, not 9"),
    "field = 3 ": ("field = 5 ", "[setup] needs field as a whole number from 3 to 3, not 5"),
    "bonus = [0, 1, 2, 4, 6, 8]": ("bonus = [0, 1, 2, 4, 3, 8]", "[sets] has a bonus that falls"),
    "[sets]": ("[set]", "the file has an unknown entry 'set'. Did you mean 'sets'?"),
    "[setup]": ("[[setup]]", "[setup] is missing"),
    "[meta]": ("[meta", "cannot be read"),
}


@pytest.mark.parametrize("old", WRONG)
def test_an_impossible_table_of_mats_is_refused_with_its_row(old: str, tmp_path: Path) -> None:
    new, problem = WRONG[old]
    text = BRAWL.data_file.read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mats.toml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    if not problem:
        assert BRAWL.with_data(path).data_hash != BRAWL.data_hash
        return
    with pytest.raises(BadSetup, match="|".join(map(re.escape, problem.split("|")))) as refused:
        BRAWL.with_data(path)
    assert str(refused.value).endswith((".", "?"))


def test_a_fifth_small_creature_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mats.toml"
    text = BRAWL.data_file.read_text(encoding="utf-8")
    path.write_text(re.sub(r'skill = "(none|thief)"', 'skill = "small_creature"', text), encoding="utf-8")
    with pytest.raises(BadSetup, match="character 'goblin' is one Small creature too many"):
        BRAWL.with_data(path)


@given(tables(), st.integers(0, 90))
@settings(max_examples=40)
def test_the_picture_fits_a_terminal_and_names_every_mat(where: Where, decisions: int) -> None:
    state = position(where, decisions)
    lines = str(state).splitlines()
    assert max(map(len, lines)) <= (78 if where[0][0] == 2 else 98)
    told = BRAWL.facts(state)
    picture = "\n".join(lines[1:])
    for cell in lying(told).values():
        assert cell["mat"] in picture
        assert cell["glass"] is None or f"glass {cell['glass']}" in picture
        assert all(str(strength) in picture for strength in cell["strengths"] or ())
        assert all(below["mat"] in picture for below in cell["below"])
    if state.w[ASKED] >= 0:
        assert BRAWL.question(state.observe(int(state.w[ASKED])).view).text
