"""What the second referee keeps of a game of The Red Dragon Inn: markers, Gold, hands, decks and piles, event by event.

It knows the game by its events and decisions alone. What it expects comes from the rules (`R..`, `RA..`); whatever the
game does otherwise is a `Disagreement`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from inn_referee_cards import Card, by_title, cards, deck

from tavern_engine import Table
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.texts import cards as titles_of
from tavern_engine.state import Event, InfoSet

LIMIT: Final = 20  # R10
HAND: Final = 7  # R1
PASS: Final = "pass"
Player = Callable[[InfoSet], int]
RECENT: Final = 30


class DisagreementError(AssertionError):
    """The game does something else than the rules say."""


class GameOverError(Exception):
    """RA84: the check that leaves one player or none."""


class TurnOverError(Exception):
    """RA82, R108: the turn ends at once."""


@dataclass(frozen=True)
class Decision:
    """What a seat was asked, what it might do, and what it did; actions are named `play <id>`, `seat 2` and so on."""

    seat: int
    facts: dict[str, Any] = field(repr=False)
    legal: frozenset[str]
    chosen: str


class Feed:
    """A game as it comes: events and decisions in their order."""

    def __init__(self, table: Table, player: Player, most: int = 1 << 30) -> None:
        self.table = table
        self.player = player
        self.left = most
        self.decisions = 0
        self.waiting: deque[Event | Decision] = deque()
        self.recent: deque[str] = deque(maxlen=RECENT)

    def peek(self) -> Event | Decision | None:
        """What comes next; None after the end."""
        if not self.waiting:
            self._listen()
        if not self.waiting and not self.table.over and self.left > 0:
            self.waiting.append(self._decide())
            self._listen()
        return self.waiting[0] if self.waiting else None

    def take(self) -> Event | Decision | None:
        item = self.peek()
        if item is not None:
            self.waiting.popleft()
            self.recent.append(self.text(item))
        return item

    def _listen(self) -> None:
        """Only the DRAW of a seat is hidden, and never from itself."""
        news = [self.table.news(seat) for seat in range(self.table.seats)]
        for seen in zip(*news, strict=True):
            self.waiting.append(max(seen, key=lambda event: event.what))

    def _decide(self) -> Decision:
        seat, infoset = self.table.ask()
        described = {action["code"]: named(action) for action in infoset.actions()}
        code = self.player(infoset)
        self.table.answer(code)
        self.decisions += 1
        self.left -= 1
        return Decision(seat, infoset.facts(), frozenset(described.values()), described[code])

    def text(self, item: Event | Decision | None) -> str:
        if item is None:
            return "the end"
        if isinstance(item, Event):
            return f"{tuple(item)[:4]} {self.table.game.event_text(item)}"
        asked = f"{item.facts['phase']}/{item.facts['window']}"
        return f"seat {item.seat} is asked ({asked}) {sorted(item.legal)} and says {item.chosen!r}"


def named(action: dict[str, Any]) -> str:
    """An action in the words of the referee."""
    verb = action["verb"]
    if "card" in action:
        return f"{verb} {by_title()[action['card']]}"
    if verb == "choose":
        return next(f"{part} {action[part]}" for part in ("seat", "drink", "way") if part in action)
    return str(verb)


class Batch:
    """Drinks that were shuffled together: what of them nobody has seen yet."""

    def __init__(self, contents: Iterable[str]) -> None:
        self.unseen = Counter(contents)
        self.into: Batch | None = None

    def whole(self) -> Batch:
        return self if self.into is None else self.into.whole()

    def join(self, other: Batch) -> None:
        """R116: the two can no longer be told apart."""
        one, two = self.whole(), other.whole()
        if one is not two:
            one.unseen += two.unseen
            two.into = one


@dataclass
class Mug:
    """A face-down card in a Drink Me! pile."""

    batch: Batch
    fine: bool


@dataclass
class Stack:
    """A deck of drinks: so many cards of one batch."""

    batch: Batch
    size: int


class Place:
    """A seat with all that lies before it."""

    def __init__(self, name: str, gold: int, ids: list[str]) -> None:
        self.name = name
        self.order = sorted((card.id for card, _ in deck(name)), key=ids.index)  # in which cards are named
        self.draw: Counter[str] = Counter({card.id: copies for card, copies in deck(name)})
        self.hand: Counter[str] = Counter()
        self.discard: Counter[str] = Counter()
        self.fort = LIMIT
        self.ac = 0
        self.gold = gold
        self.pile: list[Mug] = []  # the top last
        self.front: list[str] = []  # Elixirs, Stories, Prizes
        self.inside = True  # in the game
        self.left_at = 0

    def hand_in_order(self) -> list[str]:
        return [id_ for id_ in self.order if self.hand[id_] > 0]


class Accounts:
    """Markers, Gold, hands, decks and piles, with the events that move them."""

    def __init__(self, feed: Feed, boxes: str) -> None:
        self.feed = feed
        self.game: Any = feed.table.game
        self.boxes = boxes
        self.seats: list[Place] = []
        self.active = 0
        self.turns = 0
        self.checks = 0
        self.pot = 0
        self.inn = 0  # what the Inn has taken in, less what it has paid
        self.dregs: Counter[str] = Counter()
        self.fine_dregs: Counter[str] = Counter()
        self.fallen: set[int] = set()
        self.outside: set[int] = set()
        self.out_with: int | None = None

    # Reading the game.

    def differ(self, rule: str, why: str) -> DisagreementError:
        recent = "\n  ".join(self.feed.recent)
        return DisagreementError(
            f"before:\n  {recent}\nnext in the game: {self.feed.text(self.feed.peek())}\n{rule}: {why}"
        )

    def event(self, op: int, rule: str, seat: int = 0, what: int | None = 0, amount: int | None = 0) -> Event:
        """The next thing must be this event; None is anything."""
        item = self.feed.peek()
        fits = isinstance(item, Event) and (item.op, item.seat) == (op, seat)
        if isinstance(item, Event) and fits and what in (None, item.what) and amount in (None, item.amount):
            self.feed.take()
            return item
        wanted = self.game.event_text(Event(op, seat, what or 0, amount or 0, -1)) if what is not None else f"op {op}"
        raise self.differ(rule, f"expected {(op, seat, what, amount)} {wanted}")

    def comes(self, op: int) -> bool:
        """Whether this event is next; only for what chance decides."""
        item = self.feed.peek()
        return isinstance(item, Event) and item.op == op

    def ask(self, seat: int, phase: str, legal: Iterable[str], rule: str, window: str | None = None) -> str:
        """The choice of a seat; a forced one is not asked (RA12)."""
        options = frozenset(legal)
        if len(options) == 1:
            return next(iter(options))
        if not options:
            raise self.differ(rule, f"seat {seat} has nothing to choose in {phase}")
        item = self.feed.peek()
        where = f"seat {seat} is to be asked ({phase}/{window}) {sorted(options)}"
        if not isinstance(item, Decision):
            raise self.differ(rule, where)
        if item.seat != seat or item.facts["phase"] != phase or item.facts["window"] != window:
            raise self.differ(rule, where)
        if item.legal != options:
            more, less = sorted(item.legal - options), sorted(options - item.legal)
            raise self.differ(rule, f"{where}: offered without right {more}, not offered {less}")
        self.compare(item)
        self.feed.take()
        return item.chosen

    def compare(self, decision: Decision) -> None:
        """Whether the facts of a decision are what the referee keeps."""
        raise NotImplementedError

    # Who is where.

    def around(self, first: int) -> list[int]:
        """All seats clockwise from the first."""
        return [(first + step) % len(self.seats) for step in range(len(self.seats))]

    def in_game(self, first: int) -> list[int]:
        return [seat for seat in self.around(first) if self.seats[seat].inside and seat not in self.fallen]

    def present(self, first: int) -> list[int]:
        """RA105, RA118: those who play, are asked and can be picked."""
        return [seat for seat in self.in_game(first) if seat not in self.outside]

    def others(self, seat: int) -> list[int]:
        return [other for other in self.present(seat) if other != seat]

    def seat_of(self, name: str) -> int | None:
        """Where a character sits who is still in the game."""
        for seat, place in enumerate(self.seats):
            if place.name == name and place.inside and seat not in self.fallen:
                return seat
        return None

    # Markers and Gold.

    def fortify(self, seat: int, change: int, rule: str) -> int:
        """R10: what really changed."""
        place = self.seats[seat]
        change = min(max(place.fort + change, 0), LIMIT) - place.fort
        if change:
            self.event(z.FORTIFY, rule, seat, 0, change)
            place.fort += change
        return change

    def intoxicate(self, seat: int, change: int, rule: str) -> None:
        place = self.seats[seat]
        change = min(max(place.ac + change, 0), LIMIT) - place.ac
        if change:
            self.event(z.INTOXICATE, rule, seat, 0, change)
            place.ac += change

    def receive(self, receiver: int, amount: int) -> None:
        if receiver == z.THE_POT:
            self.pot += amount
        elif receiver == z.INN:
            self.inn += amount
        else:
            self.seats[receiver - z.RECEIVER].gold += amount

    def move_gold(self, seat: int, receiver: int, amount: int, rule: str) -> int:
        """R10: as far as it goes."""
        amount = min(amount, self.seats[seat].gold)
        if amount:
            self.event(z.PAYS, rule, seat, receiver, amount)
            self.seats[seat].gold -= amount
            self.receive(receiver, amount)
        return amount

    def inn_pays(self, seat: int, receiver: int, amount: int, rule: str) -> None:
        self.event(z.INN_PAYS, rule, seat, receiver, amount)
        self.inn -= amount
        self.receive(receiver, amount)

    # Hands.

    def tally(self, what: int, home: int | None = None) -> Counter[str]:
        """The cards of a tally; that of DRAW carries its deck above it."""
        if home is None:
            home, what = what >> z.MOST_IN_DECK, what & ((1 << z.MOST_IN_DECK) - 1)
        return Counter(by_title()[title] for title in titles_of(self.game.tables, home, what))

    def kind(self, id_: str) -> int:
        return int(self.game.ids.index(id_))

    def card_of(self, event: Event) -> Card:
        return cards()[self.game.ids[event.what]]

    def shuffle_if_due(self, seat: int) -> None:
        """R4, RA6."""
        place = self.seats[seat]
        if not +place.draw and +place.discard:
            self.event(z.SHUFFLE, "R4", seat)
            place.draw, place.discard = place.discard, Counter()

    def draw_cards(self, seat: int, amount: int) -> None:
        """R3, R4: the deck is never left empty; RA6: what there is."""
        place = self.seats[seat]
        while amount > 0:
            self.shuffle_if_due(seat)
            now = min(amount, sum(place.draw.values()))
            if now == 0:
                return
            event = self.event(z.DRAW, "R3", seat, None, now)
            drawn = self.tally(event.what)
            if sum(drawn.values()) != now or drawn - place.draw:
                raise self.differ("R3", f"{drawn} cannot be drawn from {place.draw}")
            place.draw -= drawn
            place.hand += drawn
            amount -= now
            self.shuffle_if_due(seat)

    def lose_card(self, seat: int, id_: str) -> None:
        if self.seats[seat].hand[id_] < 1:
            raise self.differ("RA26", f"seat {seat} does not hold {id_}")
        self.seats[seat].hand[id_] -= 1

    def throw(self, seat: int, id_: str) -> None:
        self.event(z.THROW, "R3", seat, self.kind(id_), 0)
        self.lose_card(seat, id_)
        self.seats[seat].discard[id_] += 1

    def throw_some(self, seat: int, most: int = 99, fort: int = 0) -> None:
        """R3: any number of cards, named in the order of the deck list; R112: so much F for each."""
        place, first, thrown = self.seats[seat], 0, 0
        while thrown < most:
            options = [f"discard {id_}" for id_ in place.hand_in_order() if place.order.index(id_) >= first]
            chosen = self.ask(seat, "discard", [PASS, *options], "R3")
            if chosen == PASS:
                break
            id_ = chosen.partition(" ")[2]
            self.throw(seat, id_)
            self.fortify(seat, fort, "R112")
            first = place.order.index(id_)
            thrown += 1

    def part_with(self, seat: int, amount: int, rule: str) -> None:
        """So many cards have to go, as far as there are some; named in the order of the deck list."""
        place, first = self.seats[seat], 0
        amount = min(amount, sum(place.hand.values()))
        while amount > 0:
            rest = [id_ for id_ in place.hand_in_order() if place.order.index(id_) >= first]
            fitting = [id_ for at, id_ in enumerate(rest) if sum(place.hand[later] for later in rest[at:]) >= amount]
            chosen = self.ask(seat, "part with", [f"discard {id_}" for id_ in fitting], rule)
            id_ = chosen.partition(" ")[2]
            self.throw(seat, id_)
            first = place.order.index(id_)
            amount -= 1

    def hand_size(self, seat: int) -> int:
        return sum(self.seats[seat].hand.values())

    # Drinks.

    def see(self, batch: Batch, id_: str, rule: str) -> None:
        """A card of a batch is seen for the first time."""
        batch = batch.whole()
        if batch.unseen[id_] < 1:
            raise self.differ(rule, f"{id_} cannot be there: only {+batch.unseen} are left of that shuffle")
        batch.unseen[id_] -= 1

    def put_mug(self, seat: int, mug: Mug) -> None:
        """R102, RA98: normal Drinks slide under the Reserve Drinks."""
        pile = self.seats[seat].pile
        at = len(pile)
        while not mug.fine and at > 0 and pile[at - 1].fine:
            at -= 1
        pile.insert(at, mug)

    def bits(self, seats: Iterable[int]) -> int:
        return sum(1 << seat for seat in seats)
