"""The Taverns of Tiefenthal under random play: cards, dice, money and choices are what a second reading says."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavern_engine import BadBytes, Event, Game, RandomPolicy, Rng, State, Table
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.components import TAVERN_CARDS, Components, Person, TavernCard
from tavern_engine.games.tiefenthal.game import Tiefenthal
from tavern_engine.games.tiefenthal.names import FURNISHINGS, PURCHASES
from tavern_engine.games.tiefenthal.rules import POINT, TiefenthalState
from tavern_engine.scenario import Scenario
from tavern_engine.state import (
    ASKED,
    LEFT,
    OVER,
    PHASE,
    SEED_A,
    SEED_B,
    WORDS,
)

BOX = Tiefenthal.from_box()
TINY = BOX.tiny()
PARTS: Components = BOX.box
NAMES = BOX.tables.names
PEOPLE = {person.name: person for person in (*PARTS.regulars, PARTS.noble, *PARTS.guests)}
CARDS: tuple[Person | TavernCard, ...] = (*PEOPLE.values(), *PARTS.tavern_cards)
POINTS = {card.name: card.points for card in CARDS}
GUESTS = {guest.name for guest in PARTS.guests}
COST = {card.name: card.cost for card in CARDS}
TOKENS = {token.name: token for token in PARTS.furnishings}
OFFERS = {"tables": "table", "waitress": "waitress", "dishwasher": "dishwasher", "brewer": "brewer"}
LATER = ("tables", "waitress", "dishwasher")  # T42
SPACES = {"the register": range(1, 7), "the barrel": range(1, 7), "the brewer": (1, 6), "the monk": (5,)}
BOARD = ("the register", "the barrel", "the brewer", "the monk")
SCENARIOS = sorted((Path(__file__).parents[1] / "rulings" / "tiefenthal").glob("*.toml"))

Where = tuple[int, int]
tables = st.tuples(st.integers(2, 4), st.integers(0, 99))


def position(where: Where, decisions: int, game: Game = BOX) -> State:
    """A state somewhere in a random game."""
    state = game.new(*where)
    state.playout(RandomPolicy(), Rng(where[1]), decisions)
    return state


# A second reading of the rules, with lists of names.


@dataclass
class Tavern:
    """What one seat has, told by the events alone."""

    top: list[str] = field(default_factory=list)  # the top card last
    rest: list[str] = field(default_factory=list)
    discard: list[str] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)
    served: list[str] = field(default_factory=list)
    white: list[int] = field(default_factory=list)
    coloured: list[int] = field(default_factory=list)
    coaster: list[int] = field(default_factory=list)
    upgraded: set[str] = field(default_factory=set)
    fresh: set[str] = field(default_factory=set)
    done: set[str] = field(default_factory=set)
    thalers: int = 0
    beer: int = 0
    track: int = 0
    bar_guests: int = 0
    help: int = 0

    def __post_init__(self) -> None:
        self.rest = [person.name for person in PARTS.regulars for _ in range(person.copies)]
        self.rest += ["waitress", "table", "brewer"]  # T10

    @property
    def cards(self) -> list[str]:
        return [*self.top, *self.rest, *self.discard, *self.laid]

    @property
    def dice(self) -> list[int]:
        return [*self.white, *self.coloured]

    def gives(self, token: str) -> int:
        works = token in self.upgraded - self.fresh
        return TOKENS[token].upgraded if works else TOKENS[token].basic

    def tables_free(self) -> int:
        """T18, T19."""
        people = [card for card in self.laid if card in PEOPLE and card != "noble"]
        return self.gives("tables") + self.laid.count("table") - len(people) - ("noble" in self.laid)

    def draw(self, card: str) -> None:
        """T17, T21, T55: cards come from the top, and only while a table is free."""
        assert self.tables_free() > 0
        if self.top:
            assert self.top.pop() == card
        else:
            self.rest.remove(card)
        self.laid.append(card)

    def use(self, face: int, space: str) -> None:
        """T27 to T34."""
        wanted = PEOPLE[space].dice if space in PEOPLE else SPACES[space]
        self.help -= min(value - face for value in wanted if value >= face)
        assert self.help >= 0
        (self.white if face in self.white else self.coloured).remove(face)
        if space in PEOPLE:
            self.thalers += PEOPLE[space].thalers
        if space == "noble":
            self.done.add("noble")
        elif space in PEOPLE:
            self.served.append(space)
            assert self.served.count(space) <= self.laid.count(space)
        elif space == "the register":
            self.thalers += self.gives("register")
            self.done.add("register")
        elif space == "the barrel":
            self.beer += self.gives("barrel")
            self.done.add("barrel")
        elif space == "the brewer":
            self.beer += self.gives("brewer") + self.laid.count("brewer")

    def raise_die(self, face: int) -> None:
        """T29, TA10."""
        assert self.help > 0
        assert face < 6
        self.help -= 1
        dice = self.white if face in self.white else self.coloured
        dice.remove(face)
        dice.append(face + 1)

    def upgrade(self, token: str, returned: int) -> None:
        """T38, T39, T42, TA10."""
        assert token not in self.upgraded
        price = max(0, TOKENS[token].cost - returned * TOKENS[token].discount)
        assert price <= self.thalers
        self.thalers -= price
        self.upgraded.add(token)
        if token in LATER:
            self.fresh.add(token)
        for _ in range(returned):
            self.laid.remove(OFFERS[token])
        if token == "dishwasher":
            self.help = min(self.help, self.laid.count("dishwasher") + self.gives("dishwasher"))

    def begin_service(self) -> None:
        """T29, T35, TA31."""
        self.help = self.laid.count("dishwasher") + self.gives("dishwasher")
        self.beer += self.laid.count("helper")

    def end_service(self) -> None:
        """T49, T50."""
        self.thalers, self.beer = min(self.thalers, self.gives("safe")), min(self.beer, self.gives("storage"))
        self.white, self.coloured, self.done, self.help = [], [], set(), 0

    def clear(self) -> None:
        self.discard += self.laid
        self.laid = []

    def facts(self) -> dict[str, object]:
        """As `Game.facts` tells them, lists sorted."""
        return {
            "points": sum(POINTS[card] for card in self.cards),  # T53
            "thalers": self.thalers,
            "beer": self.beer,
            "track": self.track,
            "bar_guests": self.bar_guests,
            "white": sorted(self.white),
            "coloured": sorted(self.coloured),
            "coaster": sorted(self.coaster),
            "tavern": sorted(self.laid),
            "served": sorted(self.served),
            "tables_free": max(0, self.tables_free()),
            "top": tuple(reversed(self.top)),
            "rest": sorted(self.rest),
            "deck_size": len(self.top) + len(self.rest),
            "discard": sorted(self.discard),
            "upgraded": sorted(self.upgraded),
            "fresh": sorted(self.fresh),
            "dishwashers_left": self.help,
            "done": sorted(self.done),
        }


@dataclass
class House:
    """All taverns and what lies between them, told by the events alone."""

    seats: int
    taverns: list[Tavern] = field(default_factory=list)
    supply: Counter[str] = field(default_factory=Counter)
    offer: list[str | None] = field(default_factory=lambda: [None] * 5)
    round: int = 0

    def __post_init__(self) -> None:
        self.taverns = [Tavern() for _ in range(self.seats)]
        self.supply = Counter({"noble": PARTS.noble.copies, **{card.name: card.copies for card in PARTS.tavern_cards}})
        self.supply.subtract(dict.fromkeys(("waitress", "table", "brewer"), self.seats))  # T10

    def gain(self, tavern: Tavern, card: str) -> None:
        """T55, TA17."""
        self.supply[card] -= 1
        assert self.supply[card] >= 0
        tavern.top.append(card)

    def see(self, event: Event) -> None:
        """Take an event in."""
        mine, what, amount = self.taverns[event.seat], event.what, event.amount
        card, guest = NAMES[what % len(NAMES)], PARTS.guests[what % len(PARTS.guests)].name
        token, space = FURNISHINGS[what % 9], [*NAMES[:3], *BOARD, *NAMES[8:]][what % (len(NAMES) - 1)]
        if event.op == z.ROUND_BEGINS:
            self.round += 1
            assert (amount, event.seat) == (self.round, (self.round - 1) % self.seats)  # T52, TA29
        elif event.op == z.BAR_GUEST:
            mine.bar_guests += 1
        elif event.op == z.GAIN:
            self.gain(mine, card)
        elif event.op == z.COME:
            assert self.offer[amount] is None
            self.offer[amount] = guest
        elif event.op in (z.INVITE, z.WIN):
            self.offer[self.offer.index(guest)] = None
            mine.top.append(guest)
            if event.op == z.WIN:
                assert "guest" not in mine.done  # T43
                mine.done.add("guest")
                mine.beer -= COST[guest]
        elif event.op == z.FREE_UPGRADE:
            mine.upgraded.add(token)
        elif event.op == z.ROLL_COLOURED:
            mine.coloured.append(what)
            assert len(mine.coloured) <= 3  # T23
        elif event.op == z.DRAW:
            mine.draw(card)
        elif event.op == z.SHUFFLE:
            assert not mine.top
            assert not mine.rest  # T20
            mine.rest, mine.discard = mine.discard, []
        elif event.op == z.START_OVER:
            mine.bar_guests -= 1
            mine.clear()
        elif event.op == z.ROLL:
            mine.coaster.append(what)
        elif event.op == z.PICK:
            mine.coaster.remove(what)
            mine.white.append(what)
        elif event.op == z.PASS_ON:
            coasters = [tavern.coaster for tavern in self.taverns]
            for seat, coaster in enumerate(coasters):
                self.taverns[(seat + 1) % self.seats].coaster = coaster
        elif event.op == z.SERVICE_BEGINS:
            assert len(mine.white) == 4  # T25
            mine.begin_service()
        elif event.op == z.USE:
            mine.use(amount, space)
        elif event.op == z.RAISE:
            mine.raise_die(what)
        elif event.op == z.USE_BAR_GUEST:
            mine.bar_guests -= 1
        elif event.op == z.STEP:
            assert what == mine.track % 22 + 1  # T47, TA3
            mine.track = what
        elif event.op == z.EARN:
            mine.thalers += amount
        elif event.op == z.BUY:
            assert card not in mine.done  # T37
            mine.done.add(card)
            mine.thalers -= COST[card]
            self.gain(mine, card)
        elif event.op == z.UPGRADE:
            mine.upgrade(token, amount)
            if amount:
                self.supply[OFFERS[token]] += amount
        elif event.op == z.WIN_NOBLES:
            mine.beer -= PARTS.noble_price[amount - 1]
            for _ in range(amount):
                self.gain(mine, "noble")
        elif event.op == z.REMOVE:
            mine.laid.remove(card)
            if card in mine.served:
                mine.served.remove(card)
        elif event.op == z.SERVICE_ENDS:
            mine.end_service()
        elif event.op == z.CLOSE:
            for tavern in self.taverns:
                tavern.clear()
                tavern.served, tavern.fresh = [], set()  # T42
        assert min(mine.thalers, mine.beer, mine.bar_guests) >= 0

    def service(self, seat: int) -> set[str]:
        """T31: the texts of all that a seat can do in its service."""
        mine = self.taverns[seat]
        found = {"end service"} | ({"step"} if mine.bar_guests else set())
        for number, price in enumerate(PARTS.noble_price, start=1):
            if price <= mine.beer and self.supply["noble"] >= number:
                found.add(f"win {number} noble{'s' * (number > 1)}")
        for card in TAVERN_CARDS:
            if card not in mine.done and COST[card] <= mine.thalers and self.supply[card]:
                found.add(f"buy a {card}")
        for token in set(TOKENS) - mine.upgraded:
            for returned in range(mine.laid.count(OFFERS.get(token, "")) + 1):
                if TOKENS[token].cost - returned * TOKENS[token].discount <= mine.thalers:
                    found.add(f"upgrade {token}" + f", return {returned}" * (returned > 0))
        if "guest" not in mine.done:
            found |= {f"win {guest}" for guest in self.offer if guest and COST[guest] <= mine.beer}
        return found | self.dice_uses(mine)

    def dice_uses(self, mine: Tavern) -> set[str]:
        """T27 to T29, T33: every die on every space that is not done."""
        open_spaces = {name: PEOPLE[name].dice for name in mine.laid if name in PEOPLE and name not in mine.done}
        open_spaces = {
            name: dice for name, dice in open_spaces.items() if mine.served.count(name) < mine.laid.count(name)
        }
        used = {f"the {space}" for space in ("register", "barrel") if space in mine.done}
        open_spaces |= {name: tuple(dice) for name, dice in SPACES.items() if name not in used}
        return {
            f"{face} on {space}"
            for face in set(mine.dice)
            for space, wanted in open_spaces.items()
            if any(0 <= value - face <= mine.help for value in wanted)
        }

    def legal(self, state: State) -> set[str]:
        """What the seat that is asked can do."""
        seat, phase = int(state.w[ASKED]), int(state.w[PHASE])
        mine = self.taverns[seat]
        if phase == a.SERVING:
            return self.service(seat)
        if phase == a.REMOVING:
            return {
                "pass",
                *(f"remove {card}" for card in mine.laid if card in PEOPLE and card != "noble"),
            }  # T48, TA13
        if phase == a.RAISING:
            returned = int(state.w[LEFT])
            assert mine.help > mine.laid.count("dishwasher") - returned + mine.gives("dishwasher")  # TA10
            return {"pass", *(f"raise a {face}" for face in mine.dice if face < 6)}
        if phase == a.DRAFTING:
            return {f"pick {face}" for face in mine.coaster}
        if phase == a.ARRIVING:
            assert mine.bar_guests
            assert mine.tables_free() == 0  # T16, TA22
            return {"pass", "start over"}
        return {"pass", *self.bonuses(mine)}

    def bonuses(self, mine: Tavern) -> set[str]:
        """T14, TA17, TA18, TA36."""
        choices = PARTS.rounds[self.round - 1]
        if "free upgrade" in choices:
            return {f"turn over {token}" for token in set(TOKENS) - mine.upgraded}
        found = {f"take a {choice}" for choice in choices if choice == "die" or self.supply[choice] > 0}
        cheap = "3-beer guest" in choices and COST.get(self.offer[0] or "") == 3
        return found | ({"take the 3-beer guest"} if cheap else set())


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
