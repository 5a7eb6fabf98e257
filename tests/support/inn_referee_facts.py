"""At every decision the second referee compares all that is public, and the own hand, with what it keeps (RA4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from inn_referee_cards import by_title
from inn_referee_table import Decision, Place
from inn_referee_turns import Turns

EFFECTS = ("draw", "discard", "exchange", "heal", "reveal")


class Facts(Turns):
    """What a seat is told when it is asked."""

    start_gold = 0

    def same(self, rule: str, what: str, mine: object, theirs: object) -> None:
        if mine != theirs:
            raise self.differ(rule, f"{what}: the referee has {mine}, the facts say {theirs}")

    def compare(self, decision: Decision) -> None:
        facts = decision.facts
        for seat, place in enumerate(self.seats):
            self.compare_seat(seat, place, facts["seats"][seat])
        own = self.seats[decision.seat]
        self.same("RA4", "the own hand", +own.hand, ids(facts["seats"][decision.seat]["hand"]))
        self.same("R2", "the turn", (self.active, self.turns), (facts["turn"], facts["turns"]))
        self.compare_round(facts)
        self.compare_decks(facts)
        if facts["window"] == "drink":  # else they may not all be revealed yet, or be drunk already
            self.compare_drinks(facts)
        gold = sum(place.gold for place in self.seats) + self.pot + self.inn
        self.same("R10", "all the Gold", gold, self.start_gold * len(self.seats))

    def compare_seat(self, seat: int, place: Place, told: dict[str, Any]) -> None:
        self.same("RA83", f"seat {seat} is in the game", place.inside, told["in"])
        if not place.inside:
            return
        markers = (place.fort, place.ac, place.gold)
        self.same("R10", f"F, AC and Gold of seat {seat}", markers, (told["fort"], told["ac"], told["gold"]))
        hand = (self.hand_size(seat), sum(place.draw.values()))
        self.same("R3", f"hand and deck of seat {seat}", hand, (told["cards"], told["deck"]))
        self.same("RA26", f"the discard of seat {seat}", +place.discard, ids(told["discard"]))
        pile = (len(place.pile), sum(mug.fine for mug in place.pile))
        self.same("R102", f"the pile of seat {seat}", pile, (told["mugs"], told["reserves"]))
        front = Counter([*place.front, *self.animals(seat)])
        self.same("RA110", f"the cards before seat {seat}", front, ids(told["front"]))
        where = (seat in self.outside, seat in self.fallen, seat in self.gamblers and self.in_round)
        if not (self.in_round and self.control is None and not self.pot):  # a Round that is not yet announced
            self.same("RA105", f"where seat {seat} is", where, (told["outside"], told["fallen"], told["in_round"]))

    def compare_round(self, facts: dict[str, Any]) -> None:
        self.same("R18", "the pot", self.pot, facts["pot"])
        self.same("R83", "the Prize", self.staked, by_title().get(str(facts["prize_on_pot"])))
        self.same("R83", "the Prizes at the Inn", +self.trophies, ids(facts["prizes"]))
        self.same("R23", "control", (self.control, self.unbeaten), (facts["control"], facts["winning_hand"]))

    def compare_decks(self, facts: dict[str, Any]) -> None:
        self.same("R32", "the Drink Deck", self.drink_deck.size, facts["drink_deck"])
        if self.with_bar:
            self.same("R82", "the bar deck", self.bar.size, facts["bar"])
        self.same("RA51", "the Drink discard", +self.dregs, ids(facts["drink_discard"]))
        if self.served:
            cellar = (self.cellar.size, +self.fine_dregs)
            self.same("R106", "the Reserve", cellar, (facts["reserve_deck"], ids(facts["reserve_discard"])))
        if self.seat_of("warthorn") is not None:
            tales = (+self.tales, +self.tales_told)
            self.same("R91", "the Stories", tales, (ids(facts["story_deck"]), ids(facts["story_discard"])))
        if self.seat_of("molly") is not None:
            beasts = (+self.beasts, +self.beasts_left)
            self.same("R101", "the stable", beasts, (ids(facts["stable_deck"]), ids(facts["stable_discard"])))
            stalls = [by_title().get(title) for title in facts["stalls"]]
            self.same("R92", "the stalls", self.stalls, stalls)

    def compare_drinks(self, facts: dict[str, Any]) -> None:
        told = facts["drinks"]
        self.same("RA18", "how many Drinks there are", len(self.drinks), len(told))
        for drink, row in zip(self.drinks, told, strict=True):
            mine = (drink.ac, drink.fort, drink.drinker, drink.revealer, drink.protected)
            theirs = tuple(row[key] for key in ("ac", "fort", "drinker", "revealer", "protected"))
            self.same("RA41", f"drink {row['drink']} (AC, F, drinker, revealer)", mine, theirs)
            if self.in_contest:
                self.same("RA52", f"the score of drink {row['drink']}", drink.root().score, row["score"])
            effects = {name: drink.effects[name] for name in EFFECTS if drink.effects[name]}
            self.same("R65", f"what drink {row['drink']} does besides", effects, row["effects"])


def ids(titles: Iterable[str]) -> Counter[str]:
    """Cards that are told by their titles."""
    return Counter(by_title()[title] for title in titles)
