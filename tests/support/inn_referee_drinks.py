"""Drinking as the second referee reads the rules: sections D, G and H, RA38 to RA55, RA111 to RA119."""

from __future__ import annotations

from collections import Counter

from inn_referee_bar import Drink
from inn_referee_cards import IGNORE_DRINK, Card, cards, deck
from inn_referee_crew import Crew
from inn_referee_table import Batch, Mug

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z

TASTES = {"draw": "draw", "discard": "discard", "exchange": "exchange", "heal": "discard to heal", "reveal": "reveal"}
PRIZE_MONEY = 1  # R72


class Drinking(Crew):
    """Drinks from their reveal to the discard, and Drink Events."""

    # From the own pile.

    def drink_own(self, seat: int) -> None:
        """R7, R140, RA38, RA39."""
        if not self.seats[seat].pile:
            self.sober_up(seat)
            return
        card = self.turn_up(seat, z.FROM_PILE)
        assert card is not None
        if card.is_event:
            self.happen(seat, card)
            return
        drink = self.complete(Drink(seat, seat), card)
        self.drink_together([drink], seat)

    def sober_up(self, seat: int) -> None:
        self.event(z.SOBERS, "R140", seat)
        self.intoxicate(seat, -1, "R140")

    def drink_together(self, drinks: list[Drink], first: int, self_split: bool = True, contest: bool = False) -> None:
        """RA18: the window, then all drink, then what they owe."""
        outer, self.drinks, owed, self.owed = self.drinks, drinks, self.owed, {}
        self.in_contest = contest
        self.drink_window(first)
        while self_split and self.share():
            self.drink_window(self.active)
        self.drink_all()
        self.drinks = outer
        extras, self.owed = self.owed, owed
        for seat in self.around(self.active):  # RA45: in turn order
            for _ in range(extras.get(seat, 0)):
                self.drink_own(seat)

    # DRINK.

    def drink_window(self, first: int) -> None:
        if not self.drinks:
            return

        def order() -> list[int]:
            return self.present(first if len(self.drinks) == 1 else self.active)

        self.window("drink", "W DRINK", order, self.drink_offers, self.answer_drink)

    def fitting(self, seat: int, card: Card) -> list[Drink]:
        """The Drinks on which a card can be used by this seat."""
        mechanic = card.mechanic
        mine = [drink for drink in self.drinks if drink.drinker == seat]
        open_ = [drink for drink in mine if not drink.protected]  # RA112
        if mechanic in (*IGNORE_DRINK, "animal_ignore_drink", "prize_towel"):
            return mine
        if mechanic == "pass_drink":
            return open_ if self.others(seat) else []
        if mechanic == "split_drink":
            either = [drink for drink in open_ if "pass" in card.words("modes") or not drink.unsplittable]
            return either if self.others(seat) else []
        if mechanic in ("ac_to_fort", "ac_to_one_fort"):
            return [drink for drink in open_ if drink.ac > 0]  # RA42
        if mechanic == "modify_drink":
            on_table = [drink for drink in self.drinks if drink.drinker is not None or self.in_contest]  # RA119
            return [drink for drink in on_table if not drink.protected]
        if mechanic == "force_extra_drink":
            return [drink for drink in self.drinks if drink.drinker not in (None, seat)]
        if mechanic in ("elixir_clarity", "animal_modify_drink"):
            return open_
        if mechanic == "elixir_stoneskin":
            return [drink for drink in open_ if drink.fort < 0]
        return []

    def drink_offers(self, seat: int) -> list[str]:
        offers = self.anytime(seat)
        offers += [f"play {card.id}" for card in self.hand_cards(seat) if self.fitting(seat, card)]
        on_table = [*self.seats[seat].front, *self.animals(seat)]
        return offers + [f"use {id_}" for id_ in on_table if self.fitting(seat, cards()[id_])]

    def answer_drink(self, seat: int, chosen: str) -> None:
        verb, _, id_ = chosen.partition(" ")
        if verb == "play":
            self.play(seat, id_, "drink")
            return
        card = cards()[id_]
        drink = self.pick_drink(seat, card)
        if card.mechanic == "prize_towel":
            target = self.pick(seat, self.present(seat), "R116")
            self.use_from_table(seat, id_, [target], drink)
            self.wash(seat, drink, target)
            return
        self.use_from_table(seat, id_, [], drink)
        if card.mechanic == "animal_ignore_drink":
            self.ignore_drink(seat, drink)
        elif card.mechanic == "elixir_stoneskin":
            spared = min(card.number("reduce"), -drink.fort)
            self.event(z.SOFTENS, "RA104", seat, self.drinks.index(drink), spared)
            drink.fort += spared
        else:
            self.change_drink(drink, card.number("change" if card.is_elixir else "ac"))

    def pick_drink(self, seat: int, card: Card) -> Drink:
        options = {f"drink {self.drinks.index(drink) + 1}": drink for drink in self.fitting(seat, card)}
        return options[self.ask(seat, "drink", options, "RA18")]

    def ignore_drink(self, seat: int, drink: Drink) -> None:
        """R37, R53."""
        self.event(z.IGNORES, "R37", seat, 0, self.drinks.index(drink) + 1)
        drink.drinker = None

    def change_drink(self, drink: Drink, amount: int) -> None:
        """RA40."""
        changed = drink.change(amount)
        row = self.drinks.index(drink)
        seat = drink.revealer if drink.drinker is None else drink.drinker
        what = row + (z.FOR_NOBODY if drink.drinker is None else 0)
        self.event(z.CHANGES, "RA40", seat, what, changed)

    def wash(self, seat: int, drink: Drink, target: int) -> None:
        """R116, R102: ignored; its cards are shuffled into a pile, an Event among them is discarded."""
        self.ignore_drink(seat, drink)
        root = drink.root()
        used, root.cards = root.cards, [card for card in root.cards if card.is_event]
        fine = {card.id for card, _ in deck("reserve")}
        for is_fine in (0, 1):
            ids = Counter(card.id for card in used if not card.is_event and (card.id in fine) == bool(is_fine))
            if not ids:
                continue
            event = self.event(z.WASHES_IN, "R116", target, None, is_fine)
            if self.tally(event.what, t.DRINKS + is_fine) != ids:
                raise self.differ("R116", f"{dict(ids)} should be shuffled into the pile")
            batch = Batch(ids.elements())
            for mug in self.seats[target].pile:
                if mug.fine == bool(is_fine):
                    batch.join(mug.batch)
            for _ in range(sum(ids.values())):
                self.put_mug(target, Mug(batch, bool(is_fine)))

    # Drinking.

    def share(self) -> bool:
        """R69, RA111: Mead and its like are split when the window has closed; whether one was."""
        shared = False
        for drink in list(self.drinks):
            if not drink.to_share:
                continue
            drink.to_share = False
            if drink.drinker is None or not self.others(drink.drinker):
                continue
            other = self.pick(drink.drinker, self.others(drink.drinker), "R69", "share")
            self.split_drink(drink, other)
            shared = True
        return shared

    def split_drink(self, drink: Drink, other: int) -> None:
        assert drink.drinker is not None
        self.event(z.SHARES, "R64", drink.drinker, other, self.drinks.index(drink))
        self.drinks.append(drink.split(other))

    def drink_all(self) -> None:
        """RA41: markers first, then what else the Drinks do, then the cards go."""
        drunk = [drink for seat in self.around(self.active) for drink in self.drinks if drink.drinker == seat]
        for seat in dict.fromkeys(drink.drinker for drink in drunk):
            assert seat is not None
            ac = sum(drink.ac for drink in drunk if drink.drinker == seat)
            forts = [drink.fort for drink in drunk if drink.drinker == seat]
            fort = sum(number if number >= 0 else -self.less(seat, -number) for number in forts)
            self.event(z.DRINKS_UP, "R7", seat, z.NO_FORT + fort, ac)
            self.intoxicate(seat, ac, "R141")
            self.fortify(seat, fort, "R141")
        whole = [drink for drink in self.drinks if drink.whole is None]
        for drink in whole:
            self.keep_elixirs(drink)
        for drink in drunk:
            self.taste(drink)
        self.pour([card for drink in whole for card in drink.cards])

    def keep_elixirs(self, drink: Drink) -> None:
        """R42, R43: the revealer's right, or of the active player if it came from a deck; else the next drinker's."""
        first = drink.revealer if drink.source == z.FROM_PILE else self.active
        drinkers = {row.drinker for row in self.drinks if row.root() is drink}
        heir = next((seat for seat in self.around(first) if seat in drinkers), None)
        for card in [card for card in drink.cards if card.is_elixir]:
            if heir is not None:
                self.event(z.STAYS, "R42", heir, self.kind(card.id))
                self.seats[heir].front.append(card.id)
                drink.cards.remove(card)

    def taste(self, drink: Drink) -> None:
        """R41: hand and deck effects, in the order that the drinker likes."""
        seat = drink.drinker
        assert seat is not None
        left = {name: drink.effects[name] for name in TASTES if drink.effects[name] > 0}
        while left:
            chosen = self.ask(seat, "way", [f"way {TASTES[name]}" for name in left], "R41")
            name = next(name for name in left if f"way {TASTES[name]}" == chosen)
            amount = left.pop(name)
            if name == "draw":
                self.draw_cards(seat, amount)
            elif name == "discard":
                self.part_with(seat, amount, "R111")
            elif name == "exchange":
                self.part_with(seat, amount, "R111")
                self.draw_cards(seat, drink.effects["exchange draws"])
            elif name == "heal":
                self.throw_some(seat, amount, fort=drink.effects["heal fort"])
            else:
                self.turn_cards(seat, amount)

    def turn_cards(self, seat: int, amount: int) -> None:
        """R115, RA113: reveal and discard, then the extra AC."""
        place, stronger = self.seats[seat], 0
        for _ in range(amount):
            self.shuffle_if_due(seat)
            if not +place.draw:
                break
            card = self.card_of(self.event(z.TURNS_CARD, "RA113", seat, None))
            if place.draw[card.id] < 1:
                raise self.differ("RA113", f"{card.id} is not in the deck of seat {seat}")
            place.draw[card.id] -= 1
            self.shuffle_if_due(seat)
            self.event(z.RESOLVED, "RA113", seat, self.kind(card.id))
            place.discard[card.id] += 1
            stronger += card.kind == "Sometimes"
        self.intoxicate(seat, stronger, "RA113")

    # Drink Events.

    def happen(self, seat: int, card: Card) -> None:
        """R33: instead of drinking."""
        rival = None
        if card.mechanic == "event_dare":
            if self.others(seat):
                rival = self.pick(seat, self.others(seat), "RA114")
            if rival is not None:
                self.event(z.NAMES_RIVAL, "RA114", seat, 0, 1 << rival)
        self.window(
            "event", "W EVENT", lambda: self.present(seat), self.anytime,
            lambda asked, chosen: self.play_card(asked, chosen, "event"),
        )  # fmt: skip
        if card.mechanic == "round_on_the_house":
            self.round_on_the_house(seat)
        elif card.mechanic == "drinking_contest":
            self.contest()
        elif card.mechanic == "event_dare":
            self.dare(seat, rival)
        elif card.mechanic == "event_shots":
            self.shots(seat, card.number("ac"))
        else:
            self.pay_olivia(seat, card.number("gold"))
        self.pour([card])

    def play_card(self, seat: int, chosen: str, window: str) -> None:
        self.play(seat, chosen.partition(" ")[2], window)

    def round_on_the_house(self, seat: int) -> None:
        """R71, RA48."""
        drink = self.first_drink(seat)
        if drink is None:
            return
        rows: list[Drink] = []
        for other in self.present(0):  # the Drinks are numbered by seats
            copy = Drink(
                seat, other, drink.ac, drink.fort, drink.score, Counter(drink.effects), drink.protected,
                drink.unsplittable, False, drink.source, [], rows[0] if rows else None,
            )  # fmt: skip
            rows.append(copy)
        rows[0].cards = drink.cards
        self.drink_together(rows, seat, self_split=False)

    def dare(self, seat: int, rival: int | None) -> None:
        """R113, RA114: printed sums are compared; equal: the revealer drinks the first one. R10: also without rival."""
        pair = [drink for drink in (self.first_drink(seat), self.first_drink(seat)) if drink is not None]
        for drink in pair:
            drink.to_share = False
        if len(pair) == 2:
            strong, weak = (0, 1) if pair[0].ac >= pair[1].ac else (1, 0)
            pair[strong].drinker, pair[weak].drinker = seat, rival
        self.drink_together(pair, seat, self_split=False)

    def shots(self, revealer: int, ac: int) -> None:
        """R122."""
        rows = []
        for seat in self.present(revealer):
            self.event(z.GETS_SHOT, "R122", seat, 0, ac)
            rows.append(Drink(revealer, seat, ac))
        self.drink_together(rows, self.active, self_split=False)

    def pay_olivia(self, seat: int, gold: int) -> None:
        """R120, RA103."""
        olivia = self.seat_of("olivia")
        ways = ["way drink"]
        if self.seats[seat].gold >= gold and self.seats[seat].name != "olivia":
            ways.append("way pay")
        if self.ask(seat, "way", ways, "RA103") == "way pay":
            away = olivia is None or olivia in self.outside
            self.pay(seat, z.INN if away or olivia is None else z.RECEIVER + olivia, gold, "R120")
            return
        card = self.turn_up(seat, z.FROM_CELLAR)
        if card is None:
            return
        if card.is_event:
            self.happen(seat, card)
            return
        drink = self.complete(Drink(seat, seat, source=z.FROM_CELLAR), card)
        drink.to_share = False
        self.drink_together([drink], seat, self_split=False)

    # The Drinking Contest.

    def contest(self) -> None:
        """R72 to R78, RA52 to RA55."""
        payers = self.present(self.active)
        self.contests.append(payers)
        winner = self.winner_among(list(payers))
        self.contests.pop()
        if winner is None:
            return
        self.event(z.WINS_CONTEST, "R72", winner)
        for seat in self.around(winner)[1:]:
            if seat in payers:
                self.pay(seat, z.RECEIVER + winner, PRIZE_MONEY, "RA55")

    def winner_among(self, tied: list[int]) -> int | None:
        """R75: the tied repeat until one is ahead."""
        while True:
            scores = self.contest_step(tied)
            best = max(scores[seat] for seat in tied)
            if best == 0 and len(tied) > 1 and not self.stronger_to_come():
                return None  # RA7, RA49: nobody can ever be ahead
            tied = [seat for seat in tied if scores[seat] == best]
            if len(tied) == 1:
                return tied[0]
            self.event(z.TIES, "R75", 0, self.bits(tied), None)
            self.reel()
            tied = [seat for seat in tied if seat not in self.fallen]
            if len(tied) <= 1:
                return tied[0] if tied else None

    def contest_step(self, tied: list[int]) -> dict[int, int]:
        """Reveal, change, drink, discard; the scores."""
        rows: list[Drink] = []
        for seat in [seat for seat in self.around(self.active) if seat in tied]:
            card = self.turn_up(seat, z.FROM_BAR)
            if card is not None:
                drink = self.complete(Drink(seat, seat, source=z.FROM_BAR), card)
                drink.to_share = False
                rows.append(drink)
        revealed = list(rows)
        self.drink_together(rows, self.active, self_split=False, contest=True)
        scores = dict.fromkeys(tied, 0)  # RA7: who has nothing to reveal scores 0
        for drink in revealed:
            scores[drink.revealer] = max(0, drink.score)  # R74
        return scores

    def stronger_to_come(self) -> bool:
        """Whether the Drink Deck can bring a Drink with AC, now or after a shuffle."""
        found = set(+self.dregs)
        for pile in (self.drink_deck, self.bar):
            found |= set(+pile.batch.whole().unseen) if pile.size > 0 else set()
        return any(cards()[id_].number("ac") > 0 for id_ in found)

    def reel(self) -> None:
        """RA53: a last chance between two tied steps; who is still passed out then is out of the contest."""

        def reeling() -> list[int]:
            return [seat for seat in self.present(self.active) if self.seats[seat].ac >= self.seats[seat].fort]

        self.window(
            "last in a contest", "RA53", reeling, self.anytime,
            lambda seat, chosen: self.play_card(seat, chosen, "last"),
        )  # fmt: skip
        for seat in reeling():
            self.event(z.FALLS, "RA53", seat)
            self.fallen.add(seat)
            for payers in self.contests[:-1]:  # RA118: only the prize of the contest in which it fell is still paid
                if seat in payers:
                    payers.remove(seat)
