"""Stories, animals and cards before players as the second referee reads the rules (sections J, K, RA87 to RA97)."""

from __future__ import annotations

from collections import Counter

from inn_referee_cards import Card, cards, deck
from inn_referee_plays import Play, is_a
from inn_referee_round import Rounds

from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z

STAYING = ("story_persist_no_action", "story_persist_hand_limit", "story_persist_tax")
STALLS = 3


class Crew(Rounds):
    """What only the Tavern Crew brings."""

    tales: Counter[str]
    tales_told: Counter[str]
    beasts: Counter[str]
    beasts_left: Counter[str]
    used: set[str]

    def set_sides(self) -> None:
        """R138."""
        self.stalls = [None] * STALLS
        self.tales, self.beasts = (
            Counter({card.id: copies for card, copies in deck(name)}) for name in ("stories", "stable")
        )
        self.tales_told, self.beasts_left = Counter(), Counter()
        self.used = set()
        if self.seat_of("olivia") is not None:
            self.open_cellar()

    # Cards before players.

    def put_away(self, seat: int, id_: str) -> None:
        """A card before a player goes to the discard that it belongs to."""
        kind = cards()[id_].kind
        if kind == "Animal":
            self.stalls[self.stalls.index(id_)] = None
            self.beasts_left[id_] += 1
            return
        self.seats[seat].front.remove(id_)
        if kind == "Story":
            self.tales_told[id_] += 1
        elif kind == "Prize":
            self.trophies_used[id_] += 1
        else:
            self.fine_dregs[id_] += 1

    def front_cards(self, seat: int, mechanic: str) -> list[str]:
        return [id_ for id_ in self.seats[seat].front if is_a(id_, mechanic)]

    # Stories.

    def tell(self, play: Play) -> None:
        """R85, RA87: the top Story is revealed and aimed."""
        event = self.event(z.TELLS, "R85", play.owner, None)
        story = self.card_of(event)
        if self.tales[story.id] < 1:
            raise self.differ("R85", f"{story.id} is not in the Story deck")
        self.tales[story.id] -= 1
        play.story = story
        self.renew_tales()
        if story.mechanic == "story_boost_numbers":
            play.boost = story.number("delta")
        self.aim_story(play, story)

    def renew_tales(self) -> None:
        """R91: at once."""
        if not +self.tales and +self.tales_told:
            self.event(z.SHUFFLES_SIDE, "R91", 0, t.STORIES)
            self.tales, self.tales_told = self.tales_told, Counter()

    def aim_story(self, play: Play, story: Card) -> None:
        owner, mechanic = play.owner, story.mechanic
        if mechanic in ("story_collect_each_other", "story_damage_all_others"):
            play.story_targets = self.others(owner)
        elif mechanic in ("story_gain_fort", "story_lose_ac", "story_draw"):
            play.story_targets = [owner]
        elif mechanic in STAYING:  # R90: any other player, even one outside
            among = [seat for seat in self.in_game(owner) if seat != owner]
            play.story_targets = [self.pick(owner, among, "R90")]
        elif story.target:
            among = self.present(owner) if story.target == "any" else self.others(owner)
            play.story_targets = [self.pick(owner, among, "RA87")] if among else []
        if play.story_targets:
            self.event(z.STORY_AIMS, "RA87", owner, 0, self.bits(play.story_targets))

    def end_story(self, story: Card) -> None:
        self.event(z.STORY_ENDS, "RA88", 0, self.kind(story.id))
        self.tales_told[story.id] += 1
        self.renew_tales()

    def do_story(self, play: Play) -> None:
        """RA87: the Story's effects, after those of the card."""
        story = play.story
        if story is None:
            return
        mechanic = story.mechanic
        reached = [seat for seat in self.around(play.owner) if seat in play.story_targets and seat not in play.ignored]
        if mechanic in STAYING:  # R90: even who ignored the card
            for seat in play.story_targets:
                self.event(z.STAYS, "R90", seat, self.kind(story.id))
                self.seats[seat].front.append(story.id)
            play.story = None
            return
        if mechanic in ("story_collect_each_other", "story_player_pays_you"):
            for seat in reached:
                self.pay(seat, z.RECEIVER + play.owner, story.number("amount"), "RA72", by_card=True)
        elif mechanic == "story_order_extra":
            self.order_drinks(play.owner, story.number("drinks"))
        for seat in reached:
            if mechanic.startswith("story_damage"):
                self.hurt(play, seat, -story.number("fort"), "R85")
            if mechanic == "story_gain_fort":
                self.fortify(seat, story.number("fort"), "R85")
            if mechanic in ("story_add_ac", "story_lose_ac"):
                self.intoxicate(seat, story.number("ac"), "R85")
        if mechanic == "story_damage_both" and play.owner not in play.ignored:
            self.hurt(play, play.owner, -story.number("self_fort"), "R89")
        for seat in reached:
            if mechanic in ("story_damage_draw", "story_draw"):
                self.draw_cards(seat, story.number("draw"))

    def order_drinks(self, seat: int, number: int) -> None:
        raise NotImplementedError

    # The stable.

    def visit(self, seat: int) -> None:
        """R94, R95."""
        if not +self.beasts:
            return
        event = self.event(z.COMES, "R94", seat, None)
        animal = self.card_of(event)
        if self.beasts[animal.id] < 1:
            raise self.differ("R94", f"{animal.id} is not in the stable deck")
        self.beasts[animal.id] -= 1
        self.renew_beasts()
        if not self.meet(seat, animal):
            return
        self.arrive(seat, animal)
        self.settle_in(seat, animal)

    def renew_beasts(self) -> None:
        """R101."""
        if not +self.beasts and +self.beasts_left:
            self.event(z.SHUFFLES_SIDE, "R101", 0, t.STABLE)
            self.beasts, self.beasts_left = self.beasts_left, Counter()

    def send_away(self, seat: int, id_: str) -> None:
        """An animal leaves, from its stall or before it has one."""
        self.event(z.GOES, "R92", seat, self.kind(id_))
        if id_ in self.stalls:
            self.stalls[self.stalls.index(id_)] = None
        self.beasts_left[id_] += 1
        self.renew_beasts()

    def meet(self, seat: int, animal: Card) -> bool:
        """R95, RA97: the foe text of the new animal; whether it is still there."""
        foe = animal.row.get("foe")
        foes = [id_ for id_ in self.stalls if id_ is not None and foe in ("*", id_)]
        if foes and animal.flag("yields"):
            self.send_away(seat, animal.id)
            return False
        for id_ in sorted(foes, key=self.kind):  # no rule names their order
            self.send_away(seat, id_)
        return True

    def arrive(self, seat: int, animal: Card) -> None:
        """R93: the Immediate ability."""
        if animal.row.get("ability") != "immediate":
            return
        among = self.present(seat) if animal.target == "any" else self.others(seat)
        if animal.mechanic == "animal_gain_fort":
            self.fortify(seat, animal.number("fort"), "R93")
        elif animal.mechanic in ("animal_damage_all", "animal_damage_all_others"):
            hit = self.present(seat) if animal.mechanic == "animal_damage_all" else self.others(seat)
            for other in hit:
                self.lower(other, -animal.number("fort"), "R99")
        elif among:
            target = self.pick(seat, among, "RA93")
            if animal.mechanic == "animal_damage":
                self.lower(target, -animal.number("fort"), "R99")
            else:
                self.pay(target, z.RECEIVER + seat, animal.number("amount"), "R99")

    def settle_in(self, seat: int, animal: Card) -> None:
        """R92, R97, R98."""
        if None not in self.stalls:
            last = self.stalls[-1]
            assert last is not None
            self.send_away(seat, last)
        self.event(z.SETTLES_IN, "R92", seat, self.kind(animal.id))
        self.stalls.remove(None)  # the first free stall takes up the push
        self.stalls.insert(0, animal.id)

    def evening(self, seat: int) -> None:
        """R114, RA95: end-of-turn animals, in any order, each once."""
        if self.seats[seat].name != "molly":
            return

        def offer(asked: int) -> list[str]:
            offers = []
            for id_ in self.animals(asked):
                card = cards()[id_]
                can = card.number("discard") <= self.hand_size(asked) and id_ not in self.used
                if card.mechanic == "animal_discard_heal" and can:
                    offers.append(f"use {id_}")
                if card.mechanic == "animal_discard_damage" and can and self.others(asked):
                    offers.append(f"use {id_}")
            return offers

        def answer(asked: int, chosen: str) -> None:
            card = cards()[chosen.partition(" ")[2]]
            self.event(z.USES_KEPT, "R114", asked, self.kind(card.id))
            self.used.add(card.id)
            self.part_with(asked, card.number("discard"), "R114")
            if card.mechanic == "animal_discard_heal":
                self.fortify(asked, card.number("fort"), "R114")
            else:
                target = self.pick(asked, self.others(asked), "RA93")
                self.lower(target, -card.number("fort"), "R99")
            self.check()

        self.window("evening", "RA95", lambda: self.present(seat)[:1], offer, answer)

    def check(self) -> None:
        raise NotImplementedError
