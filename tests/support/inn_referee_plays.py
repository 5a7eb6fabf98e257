"""Cards under way as the second referee sees them: windows, what fits in them, answers, and payments (section W)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from inn_referee_bar import Bar, Drink
from inn_referee_cards import (
    AC,
    CHANGE_DRINK,
    ENDS_ROUND,
    FORT,
    GAINS_GOLD,
    GOLD,
    GOLD_STORIES,
    IGNORE_CARD,
    IGNORE_DRINK,
    LEAVE,
    LOWERS_FORT,
    ONE_OTHER,
    Card,
    cards,
)
from inn_referee_table import PASS

from tavern_engine.games.red_dragon_inn import zones as z

WAYS = ("split it", "pass it on", "raise it", "lower it", "pay", "drink")
HARMFUL_STORIES = ("story_damage_draw", "story_damage_both", "story_damage_other", "story_add_ac")


@dataclass(eq=False)
class Play:
    """A card from hand that has been played and is not done yet."""

    card: Card
    owner: int
    window: str  # in which it was played, or "action", "bet"
    below: Play | None = None  # what it answers, or what hurt
    targets: list[int] = field(default_factory=list)
    drink: Drink | None = None
    way: str = ""
    story: Card | None = None
    story_targets: list[int] = field(default_factory=list)
    boost: int = 0
    negated: bool = False
    ignored: set[int] = field(default_factory=set)
    losers: dict[int, int] = field(default_factory=dict)
    shield: dict[int, int] = field(default_factory=dict)
    blow: dict[int, int] = field(default_factory=dict)

    def number(self, name: str) -> int:
        """A number of the card; RA90: grown by a Story."""
        number = self.card.number(name)
        if not number:
            return 0
        return number + (self.boost if number > 0 else -self.boost)

    @property
    def changes_drink(self) -> bool:
        """RA36."""
        return self.window == "drink" and self.card.mechanic in CHANGE_DRINK

    @property
    def ignores_drink(self) -> bool:
        return self.window == "drink" and self.card.mechanic in IGNORE_DRINK

    @property
    def brings_gold(self) -> bool:
        """RA109."""
        return self.card.mechanic in GAINS_GOLD or (self.story is not None and self.story.mechanic in GOLD_STORIES)


@dataclass
class Due:
    """One loss of Gold that is about to happen."""

    seat: int
    receiver: int
    amount: int
    covered: bool = False
    left: bool = False


class Plays(Bar):
    """Windows, answers and payments."""

    ordering = False  # RA16: FREE acted to FREE ordered
    in_round = False  # RA56
    round_won = False
    gamblers: list[int]
    drinks: list[Drink]
    stalls: list[str | None]
    owed: dict[int, int]
    in_contest = False
    contests: list[list[int]]  # who pays the winners of those that go on

    # Windows.

    def window(
        self, name: str, rule: str, order: Callable[[], list[int]], offer: Callable[[int], list[str]],
        answer: Callable[[int, str], None], over: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """RA10, RA11: seats are asked one at a time; after every answer it begins again."""
        again = True
        while again:
            again = False
            for seat in order():
                chosen = self.ask(seat, "respond", [PASS, *offer(seat)], rule, name)
                if chosen == PASS:
                    continue
                answer(seat, chosen)
                if over():
                    return
                again = True
                break

    def hand_cards(self, seat: int) -> list[Card]:
        return [cards()[id_] for id_ in self.seats[seat].hand_in_order()]

    def anytime(self, seat: int) -> list[str]:
        """RA15, RA21, RA22."""
        return [
            f"play {card.id}"
            for card in self.hand_cards(seat)
            if card.kind == "Anytime" and (card.mechanic not in ONE_OTHER or self.others(seat))
        ]

    def pot_cards(self, seat: int, play: Play | None) -> list[str]:
        """RA65: pot_to_inn, pot_to_self, take_from_pot, and the animal that takes from the pot."""
        if not self.in_round or self.round_won:
            return []
        offers = []
        antes = play is not None and (
            play.card.mechanic == "gamble_raise"
            or (play.card.mechanic == "gamble_start_or_control" and play.window == "action")
        )
        ends = play is not None and play.card.mechanic in ENDS_ROUND
        for card in self.hand_cards(seat):
            if card.mechanic in ("pot_to_inn", "pot_to_self") and not antes and not ends:
                offers.append(f"play {card.id}")
            if card.mechanic == "take_from_pot" and self.pot > 0:
                offers.append(f"play {card.id}")
        offers += [f"use {id_}" for id_ in self.animals(seat) if self.pot > 0 and is_a(id_, "animal_take_from_pot")]
        return offers

    def animals(self, seat: int) -> list[str]:
        """The animals in Molly's stalls."""
        if self.seats[seat].name != "molly":
            return []
        return [id_ for id_ in self.stalls if id_ is not None]

    # What a card affects.

    def affects(self, play: Play, seat: int) -> set[str]:
        """The column *affects* (RA27); RA31: of the own card only harm that is no payment."""
        if seat in play.ignored:
            return set()
        mechanic, stats = play.card.mechanic, set()
        aimed = seat in play.targets
        if aimed and mechanic in LOWERS_FORT:
            stats.add(FORT)
        if aimed and seat != play.owner:
            if mechanic in ("player_pays_inn", "player_pays_you", "collect_each_other", "reserve_for_gold"):
                stats.add(GOLD)
            if mechanic in ("heal_other_for_gold", "heal_all_collect"):
                stats |= {FORT, GOLD}
        return stats | self.story_affects(play, seat)

    def story_affects(self, play: Play, seat: int) -> set[str]:
        if play.story is None:
            return set()
        mechanic = play.story.mechanic
        if seat == play.owner and mechanic == "story_damage_both":
            return {FORT}
        if seat not in play.story_targets or (seat == play.owner and mechanic not in HARMFUL_STORIES):
            return set()
        if mechanic.startswith("story_damage"):
            return {FORT}
        if mechanic in GOLD_STORIES:
            return {GOLD}
        return {AC} if mechanic == "story_add_ac" else set()

    def hurts(self, play: Play, seat: int) -> bool:
        """Whether it lowers the seat's F."""
        if seat in play.ignored:
            return False
        own = seat in play.targets and play.card.mechanic in LOWERS_FORT
        return own or (FORT in self.story_affects(play, seat))

    # PLAY.

    def answers(self, play: Play) -> None:
        """The PLAY window of a card."""

        def answer(seat: int, chosen: str) -> None:
            verb, _, id_ = chosen.partition(" ")
            if verb == "use":
                self.use_on_play(seat, id_, play)
            else:
                self.play(seat, id_, "play", play)

        self.window(
            "play", "R57", lambda: self.present(play.owner), lambda seat: self.play_offers(seat, play), answer,
            lambda: play.negated or self.is_moot(play),
        )  # fmt: skip

    def is_moot(self, play: Play) -> bool:
        """RA66: the Round that the card works on is over."""
        acts = play.window == "bet" or (play.window == "ante" and play.card.mechanic in LEAVE)
        starts = play.window == "action" and play.card.mechanic == "gamble_start_or_control"
        takes = play.card.mechanic in (*ENDS_ROUND, "take_from_pot")
        return (acts or starts or takes) and not self.in_round

    def play_offers(self, seat: int, play: Play) -> list[str]:
        offers = self.anytime(seat) + self.pot_cards(seat, play)
        for card in self.hand_cards(seat):
            if self.counters(seat, card, play):
                offers.append(f"play {card.id}")
        for id_ in self.seats[seat].front:
            if is_a(id_, "elixir_stoneskin") and self.hurts(play, seat):
                offers.append(f"use {id_}")
            own = seat == play.owner and play.card.kind == "Action"
            if is_a(id_, "elixir_strength") and own and self.blow_targets(play):
                offers.append(f"use {id_}")
        return offers

    def blow_targets(self, play: Play) -> list[int]:
        """elixir_strength: one who loses F by the card."""
        return [seat for seat in self.present(play.owner) if self.hurts(play, seat)]

    def counters(self, seat: int, card: Card, play: Play) -> bool:
        """Whether a Sometimes card answers this card."""
        mechanic, other = card.mechanic, play.owner != seat
        if mechanic == "negate_sometimes":
            return other and play.card.kind == "Sometimes"  # RA35
        if mechanic == "negate_drink_change":
            return other and play.card.kind == "Sometimes" and play.changes_drink
        if mechanic == "negate_ignore_drink":
            return other and play.card.kind == "Sometimes" and play.ignores_drink
        if mechanic == "negate_gold_gain":
            return other and play.brings_gold
        if mechanic == "anti_cheat_win":
            entitled = seat in self.gamblers or card.flag("allowed_after_leaving")
            return other and play.card.kind == "Cheating" and self.in_round and not self.round_won and entitled
        if mechanic in IGNORE_CARD:
            fitting = play.card.kind in card.words("card_kinds")
            return fitting and bool(self.affects(play, seat) & set(card.words("stats")))
        return False

    def use_on_play(self, seat: int, id_: str, play: Play) -> None:
        """Elixirs and Eddie, used while a card waits for answers."""
        card = cards()[id_]
        if card.mechanic == "animal_take_from_pot":
            self.use_from_table(seat, id_)
            self.take_pot(seat, card.number("amount"))
        elif card.mechanic == "elixir_stoneskin":
            self.use_from_table(seat, id_)
            play.shield[seat] = play.shield.get(seat, 0) + card.number("reduce")
        else:
            target = self.pick(seat, self.blow_targets(play), "R10")
            self.use_from_table(seat, id_, [target])
            play.blow[target] = play.blow.get(target, 0) - card.number("extra_fort")

    def use_from_table(self, seat: int, id_: str, targets: list[int] | None = None, drink: Drink | None = None) -> None:
        """RA94, RA104, RA110."""
        self.event(z.USES, "RA110", seat, self.kind(id_), self.aim(targets or [], drink, ""))
        self.put_away(seat, id_)

    def put_away(self, seat: int, id_: str) -> None:
        raise NotImplementedError

    def take_pot(self, seat: int, amount: int) -> None:
        amount = min(amount, self.pot)
        if amount > 0:
            self.event(z.TAKES_POT, "R49", seat, 0, amount)
        self.pot -= amount
        self.seats[seat].gold += amount

    # Playing a card.

    def aim(self, targets: list[int], drink: Drink | None, way: str) -> int:
        row = self.drinks.index(drink) + 1 if drink is not None else 0
        return self.bits(targets) + z.ON_DRINK * row + z.BY_WAY * (WAYS.index(way) + 1 if way else 0)

    def pick(self, seat: int, among: list[int], rule: str, phase: str = "target") -> int:
        chosen = self.ask(seat, phase, [f"seat {other}" for other in among], rule)
        return int(chosen.partition(" ")[2])

    def play(self, seat: int, id_: str, window: str, below: Play | None = None, due: Due | None = None) -> Play:
        """RA19, RA87: named, shown, told, answered, done."""
        card = cards()[id_]
        play = Play(card, seat, window, below)
        self.choose_targets(play)
        self.event(z.PLAYS, "R5", seat, self.kind(id_), self.aim(play.targets, play.drink, play.way))
        self.lose_card(seat, id_)
        if card.flag("pipe"):
            self.tell(play)
        self.answers(play)
        if play.negated:
            if play.story is not None:
                self.end_story(play.story)  # RA88
            return play
        if self.is_moot(play):
            self.done(play)
            return play
        self.resolve(play, due)
        return play

    def done(self, play: Play) -> None:
        """RA26: to the discard."""
        self.event(z.RESOLVED, "RA26", play.owner, self.kind(play.card.id))
        self.seats[play.owner].discard[play.card.id] += 1
        if play.story is not None:
            self.end_story(play.story)

    def negate(self, play: Play) -> None:
        """R51: without effect."""
        self.event(z.NEGATED, "R51", play.owner, self.kind(play.card.id))
        self.seats[play.owner].discard[play.card.id] += 1
        play.negated = True

    def choose_targets(self, play: Play) -> None:
        raise NotImplementedError

    def tell(self, play: Play) -> None:
        raise NotImplementedError

    def end_story(self, story: Card) -> None:
        raise NotImplementedError

    def resolve(self, play: Play, due: Due | None) -> None:
        raise NotImplementedError

    # Losing F to a card.

    def hurt(self, play: Play, seat: int, amount: int, rule: str) -> None:
        """R10: so much F less, shields and blows counted."""
        amount += play.blow.pop(seat, 0)
        spared = min(amount, play.shield.get(seat, 0))
        if spared:
            play.shield[seat] -= spared
        lost = -self.lower(seat, amount - spared, rule)
        if lost:
            play.losers[seat] = play.losers.get(seat, 0) + lost

    def less(self, seat: int, amount: int) -> int:
        """RA96: Flash makes every loss of Molly smaller."""
        flash = [cards()[id_] for id_ in self.animals(seat) if is_a(id_, "animal_reduce_loss")]
        return max(0, amount - sum(card.number("reduce") for card in flash))

    def lower(self, seat: int, amount: int, rule: str) -> int:
        """F down."""
        return self.fortify(seat, -self.less(seat, amount), rule)

    def lost(self, play: Play) -> None:
        """The LOST window: hit back (R149, R124)."""

        def order() -> list[int]:
            present = self.present(play.owner)
            jasper = self.seat_of("jasper")
            losers = [seat for seat in present if seat in play.losers and seat != jasper]
            return losers + [seat for seat in present if seat == jasper]

        def offer(seat: int) -> list[str]:
            if seat == play.owner:
                return []
            offers = []
            is_loser = seat in play.losers and seat not in play.shield  # R149: not reduced by oneself
            for card in self.hand_cards(seat):
                if card.mechanic == "hit_back" and is_loser:
                    offers.append(f"play {card.id}")
                if card.mechanic == "hit_back_any" and any(loser != play.owner for loser in play.losers):
                    offers.append(f"play {card.id}")
            if is_loser:
                offers += [f"use {id_}" for id_ in self.animals(seat) if is_a(id_, "animal_hit_back")]
            return offers

        def answer(seat: int, chosen: str) -> None:
            verb, _, id_ = chosen.partition(" ")
            if verb == "play":
                self.play(seat, id_, "lost", play)
                return
            self.use_from_table(seat, id_, [play.owner])
            self.lower(play.owner, -cards()[id_].number("fort"), "R99")

        if play.losers:
            self.window("lost", "W LOST", order, offer, answer)

    # Payments.

    def pay(self, seat: int, receiver: int, amount: int, rule: str, by_card: bool = False) -> None:
        """RA73, R133: the PAY window, the payment, and PAID after it (RA102)."""
        due = Due(seat, receiver, amount)
        if seat in self.present(0):
            self.ask_payer(due, "pay")
        if due.covered:
            self.inn_pays(seat, receiver, amount, "R133")
            paid = amount
        else:
            paid = self.move_gold(seat, receiver, amount, rule)
        if by_card and receiver == z.INN and paid:
            self.paid(paid)

    def ask_payer(self, due: Due, name: str) -> None:
        """PAY or ANTE: the payer alone."""

        def offer(seat: int) -> list[str]:
            fitting = ("pay_from_inn", *(LEAVE if name == "ante" else ()))
            offers = [f"play {card.id}" for card in self.hand_cards(seat) if card.mechanic in fitting]
            offers += [f"use {id_}" for id_ in self.seats[seat].front if is_a(id_, "elixir_fortune")]
            if name == "ante":
                skunks = [id_ for id_ in self.animals(seat) if is_a(id_, "animal_leave_instead_of_ante")]
                offers += [f"use {id_}" for id_ in skunks]
            return offers

        def answer(seat: int, chosen: str) -> None:
            verb, _, id_ = chosen.partition(" ")
            if verb == "play":
                self.play(seat, id_, name, due=due)
                return
            self.use_from_table(seat, id_)
            if is_a(id_, "elixir_fortune"):
                due.covered = True
            else:
                self.leave_round(seat)
                due.left = True

        def over() -> bool:
            return due.covered or due.left or (name == "ante" and not self.in_round)

        self.window(name, "R133", lambda: [due.seat], offer, answer, over)

    def leave_round(self, seat: int) -> None:
        raise NotImplementedError

    def paid(self, amount: int) -> None:
        """PAID: Olivia may take as much from the Inn (R109)."""
        olivia = self.seat_of("olivia")
        if olivia is None or olivia in self.outside:
            return

        def offer(seat: int) -> list[str]:
            return [f"play {card.id}" for card in self.hand_cards(seat) if card.mechanic == "take_paid_gold"]

        def answer(seat: int, chosen: str) -> None:
            play = self.play(seat, chosen.partition(" ")[2], "paid", due=Due(seat, z.INN, amount))
            taken.append(not play.negated)

        taken: list[bool] = []
        self.window("paid", "R109", lambda: [olivia], offer, answer, lambda: any(taken))


def is_a(id_: str, mechanic: str) -> bool:
    """Whether a card on the table has this mechanic."""
    return cards()[id_].mechanic == mechanic
