"""The drinks as the second referee keeps them: Drink Deck, bar deck, Special Reserve, and Drinks on the table."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from inn_referee_cards import DRINKS, EFFECTS, Card, cards, deck, half
from inn_referee_table import Accounts, Batch, Feed, Mug, Stack

from tavern_engine import Event
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z

FEE = 1  # R32


@dataclass(eq=False)
class Drink:
    """A Drink on the table, with its Chasers, or a half or a copy of one."""

    revealer: int
    drinker: int | None
    ac: int = 0
    fort: int = 0
    score: int = 0  # RA52, kept by the Drink that was revealed
    effects: Counter[str] = field(default_factory=Counter)
    protected: bool = False
    unsplittable: bool = False
    to_share: bool = False  # R69: it splits itself
    source: int = z.FROM_PILE
    cards: list[Card] = field(default_factory=list)
    whole: Drink | None = None  # what it was split or copied from

    def root(self) -> Drink:
        return self if self.whole is None else self.whole.root()

    def add(self, card: Card) -> None:
        """R34, R37: like effects are added up."""
        first = not self.cards
        self.cards.append(card)
        if card.is_event:
            return
        self.ac += card.number("ac")
        self.fort += card.number("fort")
        if card.mechanic in EFFECTS:
            name, number = EFFECTS[card.mechanic]
            self.effects[name] += card.number(number)
        if card.mechanic == "drink_discard_heal":
            self.effects["heal fort"] = card.number("fort_per_card")  # 1, also of a half (R112)
        if card.mechanic == "drink_discard_draw":
            self.effects["exchange draws"] += card.number("draw")
        self.protected |= card.mechanic == "drink_protected"
        if card.mechanic == "drink_self_split":  # R69, RA44: as a Chaser it is like any other
            self.unsplittable |= first
            self.to_share |= first

    def change(self, amount: int) -> int:
        """RA40: lowering stops at 0 and leaves alone what is not above it; by how much it changed."""
        new = self.ac + amount if amount > 0 else min(self.ac, max(self.ac + amount, 0))
        changed, self.ac = new - self.ac, new
        root = self.root()
        root.score = root.score + amount if amount > 0 else min(root.score, max(root.score + amount, 0))
        return changed

    def split(self, other: int) -> Drink:
        """R64, R65, RA43: two halves; this one stays with its drinker."""
        self.ac, self.fort = half(self.ac), half(self.fort)
        self.effects = Counter({name: half(count) for name, count in self.effects.items()})
        self.to_share = False
        return Drink(
            self.revealer, other, self.ac, self.fort, 0, Counter(self.effects), self.protected, self.unsplittable,
            False, self.source, [], self.root(),
        )  # fmt: skip


class Bar(Accounts):
    """Decks of drinks and what is taken from them."""

    def __init__(self, feed: Feed, boxes: str, bar_deck: bool, drinks: int) -> None:
        super().__init__(feed, boxes)
        self.full = drinks
        everything = [card.id for name in DRINKS[boxes] for card, copies in deck(name) for _ in range(copies)]
        batch = Batch(everything)
        self.drink_deck = Stack(batch, min(drinks, len(everything)))
        self.bar = Stack(batch, len(everything) - self.drink_deck.size if bar_deck else 0)
        self.with_bar = bar_deck
        self.cellar = Stack(Batch([]), 0)
        self.served = False  # RA100: whether the Reserve is in the game
        self.in_fee = False

    def open_cellar(self) -> None:
        """R138."""
        bottles = [card.id for card, copies in deck("reserve") for _ in range(copies)]
        self.cellar = Stack(Batch(bottles), len(bottles))
        self.served = True

    def pay(self, seat: int, receiver: int, amount: int, rule: str, by_card: bool = False) -> None:
        raise NotImplementedError

    # The Drink Deck.

    def taken(self) -> None:
        """R32, RA74: at once when the last card leaves the deck."""
        if self.drink_deck.size > 0 or self.in_fee:
            return
        if not (+self.dregs or (self.with_bar and self.bar.size)):
            return  # RA7: it waits
        self.in_fee = True
        for seat in self.in_game(self.active):
            if self.seats[seat].inside and seat not in self.fallen:
                self.pay(seat, z.INN, FEE, "R32")
        self.in_fee = False
        self.refill()

    def refill(self) -> None:
        """R32, R82, RA9."""
        if self.with_bar:
            if self.bar.size == 0:
                self.bar = Stack(Batch(self.dregs.elements()), sum(self.dregs.values()))
                self.dregs = Counter()
            size = min(self.full, self.bar.size)
            self.drink_deck = Stack(self.bar.batch, size)
            self.bar.size -= size
            self.event(z.REFILL, "R82", 0, 0, size)
            if self.bar.size == 0 and +self.dregs:
                self.bar = Stack(Batch(self.dregs.elements()), sum(self.dregs.values()))
                self.dregs = Counter()
            return
        self.drink_deck = Stack(Batch(self.dregs.elements()), sum(self.dregs.values()))
        self.dregs = Counter()
        self.event(z.REFILL, "R32", 0, 0, self.drink_deck.size)

    def order_for(self, seat: int, receiver: int) -> None:
        """R6: the top card, seen by nobody."""
        self.event(z.ORDERS, "R6", seat, receiver)
        self.drink_deck.size -= 1
        self.put_mug(receiver, Mug(self.drink_deck.batch, fine=False))
        self.taken()

    def refresh_cellar(self) -> None:
        """R106: shuffled at once, nobody pays."""
        if self.served and self.cellar.size == 0 and +self.fine_dregs:
            self.event(z.SHUFFLES_SIDE, "R106", 0, t.RESERVE)
            self.cellar = Stack(Batch(self.fine_dregs.elements()), sum(self.fine_dregs.values()))
            self.fine_dregs = Counter()

    def get_reserve(self, seat: int) -> None:
        """R102, RA98: the newest on top; RA100: none when Olivia is gone."""
        self.refresh_cellar()
        if not self.served or self.cellar.size == 0:
            return
        self.event(z.GETS_RESERVE, "R102", seat)
        self.cellar.size -= 1
        self.put_mug(seat, Mug(self.cellar.batch, fine=True))
        self.refresh_cellar()

    def turn_up(self, seat: int, source: int, replaced: bool = False) -> Card | None:
        """The top card of the own pile or of a deck; None if there is none (R35, RA7).

        With `replaced` an Event goes to the discard at once (R35, R150).
        """
        place = self.seats[seat]
        if source == z.FROM_PILE:
            if not place.pile:
                return None
            event = self.event(z.REVEAL, "R7", seat, None, source)
            mug = place.pile.pop()
            self.see(mug.batch, self.game.ids[event.what], "R7")
            return self.gone_at_once(self.card_of(event), replaced)
        if source == z.FROM_BAR:
            if self.drink_deck.size == 0:
                return None
            event = self.event(z.REVEAL, "R34", seat, None, source)
            self.see(self.drink_deck.batch, self.game.ids[event.what], "R34")
            self.drink_deck.size -= 1
            card = self.gone_at_once(self.card_of(event), replaced)
            self.taken()  # unless an Event that went to the discard has brought the fee already
            return card
        self.refresh_cellar()
        if not self.served or self.cellar.size == 0:
            return None
        event = self.event(z.REVEAL, "RA103", seat, None, source)
        self.see(self.cellar.batch, self.game.ids[event.what], "RA103")
        self.cellar.size -= 1
        card = self.gone_at_once(self.card_of(event), replaced)
        self.refresh_cellar()
        return card

    def gone_at_once(self, card: Card, replaced: bool) -> Card:
        """R35, R150: an Event that is not wanted goes to the discard, before the fee if it was the last card."""
        if card.is_event and replaced:
            self.pour([card])
        return card

    def complete(self, drink: Drink, card: Card) -> Drink:
        """R34, R35, R38: a Drink with all its Chasers."""
        drink.add(card)
        while card.flag("chaser"):
            follower = self.turn_up(drink.revealer, drink.source, replaced=True)
            if follower is None or follower.is_event:
                break
            drink.add(follower)
            card = follower
        drink.score = drink.ac
        return drink

    def first_drink(self, seat: int) -> Drink | None:
        """R150, RA49: from the Drink Deck; Events met first are discarded, unless there is nothing else."""
        while True:
            if not self.comes(z.REVEAL) and all(cards()[id_].is_event for id_ in +self.dregs):
                return None
            card = self.turn_up(seat, z.FROM_BAR, replaced=True)
            if card is None:
                return None
            if not card.is_event:
                return self.complete(Drink(seat, seat, source=z.FROM_BAR), card)

    # The discards.

    def pour(self, used: list[Card], later: bool = False) -> None:
        """RA51, RA99: cards that are done with; those of the Reserve go to their own discard."""
        fine = {card.id for card, _ in deck("reserve")}
        for is_fine in (0, 1):
            ids = Counter(card.id for card in used if (card.id in fine) == bool(is_fine))
            if not ids:
                continue
            event = self.event(z.POUR_OUT, "RA51", 0, None, is_fine)
            self.check_cards(event, ids)
            if is_fine:
                self.fine_dregs += ids
                self.refresh_cellar()
            else:
                self.dregs += ids
        if not later:
            self.taken()  # RA7: a fee that waited

    def check_cards(self, event: Event, ids: Counter[str]) -> None:
        told = self.tally(event.what, t.DRINKS + event.amount)
        if told != ids:
            raise self.differ("RA51", f"{dict(told)} goes to the discard, not {dict(ids)}")

    def pour_pile(self, seats: list[int], most: int = 99, later: bool = False) -> None:
        """R15, RA83, RA101: cards of piles go to the discards; now everybody sees them."""
        gone = []
        for seat in seats:
            for _ in range(min(most, len(self.seats[seat].pile))):
                card = self.turn_up(seat, z.FROM_PILE)
                assert card is not None
                gone.append(card)
        self.pour(gone, later)
