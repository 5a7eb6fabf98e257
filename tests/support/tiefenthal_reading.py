"""A second reading of the rules of The Taverns of Tiefenthal, with lists of names: what the events alone tell."""

from collections import Counter
from dataclasses import dataclass, field

from tavern_engine import Event, State
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.components import TAVERN_CARDS, Components, Person, TavernCard
from tavern_engine.games.tiefenthal.game import Tiefenthal
from tavern_engine.games.tiefenthal.names import FURNISHINGS
from tavern_engine.state import ASKED, LEFT, PHASE

BOX = Tiefenthal.from_box()
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
