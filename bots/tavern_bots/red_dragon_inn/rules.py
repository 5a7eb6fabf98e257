"""A player of The Red Dragon Inn by rules of thumb: quick enough for rollouts, and it can say which rule decided.

Whatever happens is weighed by what it changes: a seat's life is worth more the less Fortitude is left above its Alcohol
Content, and Gold the less of it there is; what harms another counts in part. A card is played if it changes more than
it is worth to hold. The policy reads the programs of the cards, not their titles, so it plays any deck. All weights
were found by play against itself.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import Rng
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn.drinks import half
from tavern_engine.games.red_dragon_inn.rules import (
    A_DRINK,
    A_PASS,
    A_PLAY,
    A_SEAT,
    A_THROW,
    ACTING,
    AIMING,
    BETTING,
    ORDERING,
    RESPOND,
    THROW,
    InnState,
)
from tavern_engine.games.red_dragon_inn.stack import present, top
from tavern_engine.games.red_dragon_inn.tables import (
    ACT,
    BET,
    BITS,
    CHEATS,
    CONTROLS,
    DECKS,
    FREE,
    LAST,
    MAX_KINDS,
    REELING,
    WINDOWS,
    InnTables,
)
from tavern_engine.games.red_dragon_inn.zones import (
    ALCOHOL,
    AMOUNT,
    CARD,
    CHARACTER,
    COINS,
    FORTITUDE,
    FRAME,
    GAMBLERS,
    HAND,
    IGNORED,
    MASTER,
    MUGS,
    OWNER,
    PASSES,
    PC,
    PURSE,
    ROW_AC,
    ROW_DRINKER,
    ROW_FORT,
    ROWS,
    SIZE,
    STILL_IN,
    TARGETS,
    TRAITS,
    TURN,
    WINNER,
    seat_bit,
)
from tavern_engine.state import ASKED, PHASE, SEATS, Policy, State
from tavern_engine.tally import number

REASONS: tuple[str, ...] = (
    "keeps its cards for a better moment",
    "throws away a card that is worth less than the next one may be",
    "keeps what it has, for the next cards will hardly be better",
    "saves itself at the last moment",
    "puts somebody out of the game",
    "strengthens itself while it can",
    "harms whom it hurts most",
    "takes Gold from somebody",
    "orders for whom a drink hurts most",
    "pays for more drinks for the others",
    "starts a Round of Gambling, for it holds good cards",
    "takes control of the Round",
    "passes, for the pot is not worth another card",
    "leaves the Round rather than ante",
    "lets the Inn pay",
    "does not drink what hurts",
    "lets somebody else drink it",
    "makes another's Drink stronger",
    "makes a Drink weaker",
    "turns a strong Drink into courage",
    "makes others drink",
    "ignores a card that hurts",
    "stops a card that hurts more than holding on to the answer is worth",
    "catches the cheat",
    "spoils a Round that another is winning",
    "helps itself to the pot",
    "throws out the gambler with the best prospects",
)
HOLDS_BACK: Final = 0
THROWS: Final = 1
KEEPS: Final = 2
SAVES_ITSELF: Final = 3
KNOCKS_OUT: Final = 4
STRENGTHENS: Final = 5
HARMS: Final = 6
TAKES_GOLD: Final = 7
ORDERS: Final = 8
ORDERS_MORE: Final = 9
GAMBLES: Final = 10
TAKES_CONTROL: Final = 11
PASSES_BET: Final = 12
LEAVES: Final = 13
INN_PAYS: Final = 14
DOES_NOT_DRINK: Final = 15
HANDS_ON: Final = 16
SPIKES: Final = 17
WATERS: Final = 18
COURAGE: Final = 19
MAKES_DRINK: Final = 20
IGNORES: Final = 21
NEGATES: Final = 22
CATCHES: Final = 23
SPOILS: Final = 24
HELPS_ITSELF: Final = 25
EJECTS: Final = 26

# What a program does in the main; its numbers are in tables of their own.
NOTHING: Final = 0
MARKERS: Final = 1  # F, AC or Gold of its targets move
NEGATING: Final = 2
IGNORING: Final = 3
COVERING: Final = 4
LEAVING: Final = 5
UNDRINKING: Final = 6
PASSING: Final = 7
SPLITTING: Final = 8
CHANGING: Final = 9
COURAGEOUS: Final = 10
ONE_MORE: Final = 11
TOASTING: Final = 12
FORCING: Final = 13
ORDERING_MORE: Final = 14
STARTING: Final = 15
CONTROLLING: Final = 16
RAISING: Final = 17
UNBEATABLE: Final = 18
EJECTING: Final = 19
CATCHING: Final = 20
SPOILING: Final = 21
TAKING: Final = 22
STEALING: Final = 23
DEEDS: Final = {
    v.FORTITUDE: MARKERS,
    v.ALCOHOL: MARKERS,
    v.PAY_ME: MARKERS,
    v.PAY_INN: MARKERS,
    v.NEGATE: NEGATING,
    v.IGNORE: IGNORING,
    v.COVER: COVERING,
    v.LEAVE: LEAVING,
    v.IGNORE_DRINK: UNDRINKING,
    v.PASS_DRINK: PASSING,
    v.SPLIT_DRINK: SPLITTING,
    v.MODIFY_DRINK: CHANGING,
    v.AC_TO_FORT: COURAGEOUS,
    v.EXTRA_DRINK: ONE_MORE,
    v.REVEAL_EACH: TOASTING,
    v.FORCE_DRINK: FORCING,
    v.ORDER: ORDERING_MORE,
    v.START_ROUND: STARTING,
    v.TAKE_CONTROL: CONTROLLING,
    v.EJECT: EJECTING,
    v.WIN_ROUND: CATCHING,
    v.END_ROUND: SPOILING,
    v.TAKE_POT: TAKING,
    v.STEAL_POT: STEALING,
}
DEED_REASONS: Final = (
    *(HOLDS_BACK, HARMS, NEGATES, IGNORES, INN_PAYS, LEAVES, DOES_NOT_DRINK, HANDS_ON, HANDS_ON, SPIKES, COURAGE),
    *(MAKES_DRINK, MAKES_DRINK, MAKES_DRINK, ORDERS_MORE, GAMBLES, TAKES_CONTROL, TAKES_CONTROL, TAKES_CONTROL, EJECTS),
    *(CATCHES, SPOILS, HELPS_ITSELF, HELPS_ITSELF),
)  # in the order of the deeds

# What each point of F above AC is worth to its seat, and each piece of Gold; the first of either is the game itself.
LIFE: Final = (3000, 220, 213, 206, 199, 192, 185, 178, 171, 164, 157, 150, 143, 136, 129, 122, 115, 108, 101, 94)
COIN: Final = (3000, 520, 400, 300, 230, 180, 140, 110, 90, 70, 60, 50, 40, 40, 30, 30, 30, 30, 20, 20)
POINTS: Final = 20  # the tables end there
NEARER: Final = 30  # below 0: each point nearer to being saved

PARTS: Final = 256  # chances and shares are in parts of this
HARM: Final = (0, 0, 256, 128, 85, 64, 51, 43, 37)  # what harms another counts in this part, by the players still in
WAITING: Final = (256, 120, 70, 40, 20, 10, 5)  # a drink counts in this part, by the drinks that wait before it
A_DRINK_MORE: Final = 2  # points that a drink on an empty pile costs
A_DRINK_NOW: Final = 2  # points that a drink costs
CONTROL_CARDS: Final = 100  # so many in 256 cards of an unknown hand can take control,
SURE_CARDS: Final = 20  # and so many can after Winning Hand!

# What a card is worth in the hand to whoever thinks of playing it, by what it does; markers count by the point.
HOLD: Final = {
    MARKERS: 0,
    NEGATING: 250,
    IGNORING: 200,
    COVERING: 70,
    LEAVING: 60,
    UNDRINKING: 250,
    PASSING: 300,
    SPLITTING: 200,
    CHANGING: 150,
    COURAGEOUS: 300,
    ONE_MORE: 200,
    TOASTING: 100,
    FORCING: 75,
    ORDERING_MORE: 70,
    STARTING: 60,
    CONTROLLING: 60,
    RAISING: 80,
    UNBEATABLE: 150,
    EJECTING: 150,
    CATCHING: 150,
    SPOILING: 100,
    TAKING: 60,
    STEALING: 200,
}
HOLD_POINT: Final = 90
# What is not discarded (R3): all else is worth less than a fresh card. Of cards that move markers those that only take
# Gold are kept, and those that move so many points.
KEPT: Final = (NEGATING, UNDRINKING, PASSING, SPLITTING, COURAGEOUS)
KEPT_POINTS: Final = 3

UNCAUGHT: Final = 200  # how likely a cheat is not caught
CONTESTED: Final = 160  # a bet counts in this part while others can still bet against the one in control

# What of HOLD counts when the card is played, in eighths.
EIGHTHS: Final = 8
FRESH: Final = 1  # just before drawing up
ACTION: Final = 1  # one Action a turn, or none
STAKED: Final = 8  # a bet
NORMAL: Final = 5


class Reading:
    """What a program does from some place in the code on."""

    def __init__(self, code: vec[i64], at: int) -> None:
        self.deed = int(NOTHING)
        self.fort = 0
        self.ac = 0
        self.pay_me = 0
        self.pay_inn = 0
        self.fee = 0  # what its player pays
        self.amount = 0  # of antes, drinks, Gold from the pot, or the change of a Drink
        self.whom = -1
        self.glass = -1
        while code[at] != v.END and code[at] != v.GOTO:
            started = self.deed == STARTING
            self.note(int(code[at]), int(code[at + 1]))
            if started and code[at] == v.ANTES:
                return  # the rest is the Round itself
            at += 2

    def note(self, verb: int, arg: int) -> None:
        """One verb."""
        self.deed = DEEDS.get(verb, self.deed)
        if verb == v.CHOOSE or verb == v.AIM:
            self.whom = arg
        elif verb == v.CHOOSE_DRINK:
            self.glass = arg
        elif verb == v.FORTITUDE:
            self.fort = arg
        elif verb == v.ALCOHOL:
            self.ac = arg
        elif verb == v.PAY_ME:
            self.pay_me = arg
        elif verb == v.PAY_INN:
            self.pay_inn = arg
        elif verb == v.OWNER_PAYS:
            self.fee = arg
        elif verb == v.TAKE_CONTROL and arg == 1:
            self.deed = UNBEATABLE
        elif verb == v.ANTES and self.deed != STARTING:
            self.deed = RAISING
        if verb in (v.ANTES, v.MODIFY_DRINK, v.ORDER, v.TAKE_POT):
            self.amount = arg

    def points(self) -> int:
        """By how much it moves markers, all in all."""
        return abs(self.fort) + abs(self.ac) + self.pay_me + self.pay_inn

    def is_kept(self) -> bool:
        if self.deed == MARKERS:
            return self.points() >= KEPT_POINTS or (self.fort == 0 and self.ac == 0)
        return self.deed in KEPT


class InnRules(Policy):
    """Plays by rules of thumb; `reason` says which one decided, as an index of REASONS."""

    def __init__(self, inn: InnTables) -> None:
        self.inn = inn
        self.reason: i64 = HOLDS_BACK
        self.life = vec[i64](_sums(LIFE))
        self.coin = vec[i64](_sums(COIN))
        self.harm = vec[i64](HARM)
        self.waiting = vec[i64](WAITING)
        self.reasons = vec[i64](DEED_REASONS)
        # What is still to come, for every place in the code; programs begin at even ones.
        read = [Reading(inn.code, at - at % 2) for at in range(len(inn.code))]
        self.deed = vec[i64]([i64(one.deed) for one in read])
        self.fort = vec[i64]([i64(one.fort) for one in read])
        self.ac = vec[i64]([i64(one.ac) for one in read])
        self.pay_me = vec[i64]([i64(one.pay_me) for one in read])
        self.pay_inn = vec[i64]([i64(one.pay_inn) for one in read])
        self.fee = vec[i64]([i64(one.fee) for one in read])
        self.amount = vec[i64]([i64(one.amount) for one in read])
        self.whom = vec[i64]([i64(one.whom) for one in read])
        self.glass = vec[i64]([i64(one.glass) for one in read])
        entries = [
            [int(inn.entry[MAX_KINDS * window + kind]) for window in range(WINDOWS)] for kind in range(MAX_KINDS)
        ]
        uses = [[read[at] for at in places if at >= 0] for places in entries]
        self.hold = vec[i64]([i64(_worth(those)) for those in uses])
        kept = [any(one.is_kept() for one in those) for those in uses]
        self.kept = vec[i64](_bits(inn, kept))  # deck: the cards that are not discarded,
        self.control = vec[i64](_bits(inn, [entry[BET] >= 0 for entry in entries]))  # and those that take control

    def choose(self, state: State, rng: Rng) -> i64:
        assert isinstance(state, InnState)
        w = state.w
        seat = w[ASKED]
        phase = w[PHASE]
        choices = state.work_out()
        f = top(w)
        if phase == RESPOND:
            return self.respond(w, f, seat, choices)
        if phase == THROW:
            return self.throw(w, seat, choices)
        if phase == ACTING:
            return self.play_best(w, f, ACT, seat, choices, ACTION)
        if phase == BETTING:
            return self.play_best(w, f, BET, seat, choices, STAKED)
        if phase == ORDERING:
            return self.order(w, seat, choices)
        if phase == AIMING:
            return self.aim(w, f, seat, choices)
        return self.pick(w, f, seat, choices)

    # Cards.

    def respond(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        window = self.inn.code[w[f + PC] + 1]
        share: i64 = NORMAL
        if window == LAST or window == REELING:
            share = 0
        elif window == FREE and w[TURN] == seat and w[f + PC] == self.inn.turn:
            share = FRESH
        return self.play_best(w, f, window, seat, choices, share)

    def play_best(self, w: vec[i64], f: i64, window: i64, seat: i64, choices: i64, share: i64) -> i64:
        """The card that changes most beyond what it is worth in the hand; none if none does."""
        deck = BITS * w[CHARACTER + seat]
        action: i64 = A_PASS
        most: i64 = 0
        self.reason = PASSES_BET if window == BET else HOLDS_BACK
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            kind = self.inn.kind[deck + number(low - 1)]
            at = self.inn.entry[MAX_KINDS * window + kind]
            worth = self.use(w, seat, at, f)
            if self.inn.traits[MAX_KINDS * window + kind] & CHEATS != 0:
                worth = worth * UNCAUGHT // PARTS
            worth -= self.hold[kind] * share // EIGHTHS
            if worth > most:
                most = worth
                action = A_PLAY + kind
                self.reason = self.why(w, window, at, worth)
        return action

    def why(self, w: vec[i64], window: i64, at: i64, worth: i64) -> i64:
        """The rule in words."""
        deed = self.deed[at]
        game = self.life[1] * 3 // 4
        mine = deed >= IGNORING and deed <= UNDRINKING
        mine = mine or self.whom[at] == v.MYSELF or (deed == CHANGING and self.amount[at] < 0)
        if window == LAST or window == REELING or (mine and worth > game):
            return SAVES_ITSELF
        harmful = deed == MARKERS or deed == CHANGING or (deed >= ONE_MORE and deed <= FORCING)
        if harmful and worth > game * self.harm[number(w[STILL_IN])] // PARTS:
            return KNOCKS_OUT
        if deed == MARKERS:
            if self.whom[at] == v.MYSELF:
                return STRENGTHENS
            if self.pay_me[at] != 0:
                return TAKES_GOLD
        if deed == CHANGING and self.amount[at] < 0:
            return WATERS
        return self.reasons[deed]

    def use(self, w: vec[i64], seat: i64, at: i64, below: i64) -> i64:
        """What the program is worth to the seat with the best aim."""
        glass = self.glass[at]
        if glass < 0:
            return self.best_aim(w, seat, at, 0, below)
        best: i64 = -1_000_000
        row: i64 = 0
        while row < w[ROWS]:
            drinker = w[ROW_DRINKER + row] - 1
            if drinker >= 0 and (drinker == seat or glass >= v.ANY) and (drinker != seat or glass != v.ANOTHERS):
                worth = self.best_aim(w, seat, at, row, below)
                if worth > best:
                    best = worth
            row += 1
        return best

    def best_aim(self, w: vec[i64], seat: i64, at: i64, row: i64, below: i64) -> i64:
        whom = self.whom[at]
        mine = seat_bit(seat)
        if whom < 0:
            return self.outcome(w, seat, at, seat, 0, row, below)
        if whom > v.GAMBLER:
            targets = present(w)
            if whom == v.EACH_OTHER:
                targets &= ~mine
            elif whom == v.MYSELF:
                targets = mine
            elif whom == v.CULPRIT:
                targets = seat_bit(w[below + OWNER])
            return self.outcome(w, seat, at, seat, targets, row, below)
        left = present(w)
        if whom == v.GAMBLER:
            left = w[GAMBLERS]
        if whom != v.ANYONE:
            left &= ~mine
        best: i64 = -1_000_000
        while left != 0:
            target = left & -left
            left &= left - 1
            worth = self.outcome(w, seat, at, seat, target, row, below)
            if worth > best:
                best = worth
        return best

    def aim(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        """At whom it does most."""
        at = w[f + PC]
        self.reason = self.why(w, ACT, at, 0)
        best: i64 = -1_000_000
        action: i64 = 0
        while choices != 0:
            target = choices & -choices
            choices &= choices - 1
            worth = self.outcome(w, seat, at, seat, target, w[f + AMOUNT], f - FRAME)
            if worth > best:
                best = worth
                action = A_SEAT + number(target - 1)
        return action

    def pick(self, w: vec[i64], f: i64, seat: i64, choices: i64) -> i64:
        """On which Drink it does most."""
        at = w[f + PC]
        self.reason = self.why(w, ACT, at, 0)
        best: i64 = -1_000_000
        action: i64 = 0
        while choices != 0:
            low = choices & -choices
            choices &= choices - 1
            row = number(low - 1)
            worth = self.best_aim(w, seat, at, row, f - FRAME)
            if worth > best:
                best = worth
                action = A_DRINK + row
        return action

    # What things are worth.

    def stake(self, w: vec[i64], me: i64, seat: i64, points: i64, gold: i64) -> i64:
        """What it is worth to `me` if so many points of F over AC, and so much Gold, come to the seat."""
        margin = w[FORTITUDE + seat] - w[ALCOHOL + seat]
        row: i64 = 0
        while row < w[ROWS]:  # what is on the table will be drunk
            if w[ROW_DRINKER + row] == seat + 1:
                margin += w[ROW_FORT + row] - w[ROW_AC + row]
            row += 1
        purse = w[PURSE + seat]
        worth = self.lives(margin + points) - self.lives(margin) + self.coins(purse + gold) - self.coins(purse)
        if seat == me:
            return worth
        return -worth * self.harm[number(w[STILL_IN])] // PARTS

    def lives(self, margin: i64) -> i64:
        if margin <= 0:
            return NEARER * margin
        return self.life[margin] if margin < POINTS else self.life[POINTS]

    def coins(self, purse: i64) -> i64:
        if purse <= 0:
            return 0
        return self.coin[purse] if purse < POINTS else self.coin[POINTS] + purse

    def drink(self, w: vec[i64], me: i64, seat: i64) -> i64:
        """The seat drinks one more from its pile, or sobers up if there is none."""
        if w[MUGS + seat] > 0:
            return self.stake(w, me, seat, -A_DRINK_NOW, 0)
        return self.stake(w, me, seat, 1, 0) if w[ALCOHOL + seat] > 0 else i64(0)

    def chance(self, w: vec[i64], me: i64, rivals: i64, unbeatable: bool) -> i64:
        """How likely the pot goes to `me` after playing a control card: those left in the hand against the others'."""
        mine = PARTS * number(w[HAND + me] & self.control[w[CHARACTER + me]])
        rivals &= ~seat_bit(me)
        theirs: i64 = 0
        seat: i64 = 0
        while rivals >> seat != 0:
            if rivals & seat_bit(seat) != 0:
                theirs += w[SIZE + seat]
            seat += 1
        theirs *= SURE_CARDS if unbeatable else i64(CONTROL_CARDS)
        return PARTS * mine // (mine + theirs + 1)

    def outcome(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, row: i64, below: i64) -> i64:
        """What it is worth to `me` if this program of the owner runs, on the frame below."""
        deed = self.deed[at]
        if deed == MARKERS:
            return self.markers(w, me, at, owner, targets)
        if deed >= STARTING:
            return self.gamble(w, me, at, owner, targets, below)
        if deed >= UNDRINKING and deed <= ONE_MORE:
            worth = self.on_drink(w, me, at, targets, row)
            if self.fee[at] != 0:
                worth += self.stake(w, me, owner, 0, -self.fee[at])
            return worth
        if deed == NEGATING:
            return -self.pending(w, me, below)
        if deed == IGNORING:
            return -self.markers(w, me, w[below + PC], w[below + OWNER], seat_bit(owner))
        if deed == COVERING:
            return -self.stake(w, me, owner, 0, -w[below + AMOUNT])
        if deed == LEAVING:
            return self.leave(w, me, owner, w[below + AMOUNT] - self.fee[at])
        if deed == FORCING:
            return self.drink(w, me, number(targets - 1))
        if deed == TOASTING:
            return self.toast(w, me)
        if deed == ORDERING_MORE:
            return self.stake(w, me, owner, 0, -self.fee[at]) + self.order_more(w, me, owner, self.amount[at])
        return 0

    def pending(self, w: vec[i64], me: i64, f: i64) -> i64:
        """What it is worth to `me` if the card of the frame comes to its end."""
        if w[f + CARD] == 0:
            return 0
        return self.outcome(w, me, w[f + PC], w[f + OWNER], w[f + TARGETS] & ~w[f + IGNORED], w[f + AMOUNT], f - FRAME)

    def markers(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64) -> i64:
        worth: i64 = 0
        income: i64 = 0
        cost = self.pay_me[at] + self.pay_inn[at]
        seat: i64 = 0
        while targets >> seat != 0:
            if targets & seat_bit(seat) != 0:
                points = self.fort[at]
                if points > self.inn.limit - w[FORTITUDE + seat]:
                    points = self.inn.limit - w[FORTITUDE + seat]
                sober = -self.ac[at]
                if sober > w[ALCOHOL + seat]:
                    sober = w[ALCOHOL + seat]
                gold = -cost
                if seat == owner:
                    gold = -self.pay_inn[at]
                elif w[PURSE + seat] < self.pay_me[at]:
                    income += w[PURSE + seat]
                else:
                    income += self.pay_me[at]
                worth += self.stake(w, me, seat, points + sober, gold)
            seat += 1
        if income != 0:
            worth += self.stake(w, me, owner, 0, income)
        return worth

    def on_drink(self, w: vec[i64], me: i64, at: i64, targets: i64, row: i64) -> i64:
        deed = self.deed[at]
        drinker = w[ROW_DRINKER + row] - 1
        if drinker < 0:
            return 0
        ac = w[ROW_AC + row]
        fort = w[ROW_FORT + row]
        if deed == UNDRINKING:
            return self.stake(w, me, drinker, ac - fort, 0)
        if deed == PASSING:
            return self.stake(w, me, drinker, ac - fort, 0) + self.stake(w, me, number(targets - 1), fort - ac, 0)
        if deed == SPLITTING:
            theirs = half(ac) - half(fort)
            return self.stake(w, me, drinker, ac - fort - theirs, 0) + self.stake(
                w, me, number(targets - 1), -theirs, 0
            )
        if deed == CHANGING:
            change = self.amount[at]
            if change < 0 and ac + change < 0:
                change = -ac if ac > 0 else i64(0)
            return self.stake(w, me, drinker, -change, 0)
        if deed == COURAGEOUS:
            gain = self.inn.limit - w[FORTITUDE + drinker]
            return self.stake(w, me, drinker, ac + (gain if gain < ac else ac), 0)
        return self.drink(w, me, drinker)

    def toast(self, w: vec[i64], me: i64) -> i64:
        worth: i64 = 0
        seat: i64 = 0
        while seat < w[SEATS]:
            if present(w) & seat_bit(seat) != 0:
                worth += self.stake(w, me, seat, -A_DRINK_NOW, 0)
            seat += 1
        return worth

    # Gambling.

    def leave(self, w: vec[i64], me: i64, owner: i64, saved: i64) -> i64:
        """R24: what is not paid, less the prospect of the pot."""
        if owner != me:
            return 0
        prospect = self.chance(w, me, w[GAMBLERS], False) // 2
        if w[MASTER] == me + 1:
            prospect *= 2
        return -self.stake(w, me, me, 0, -saved) - prospect * self.stake(w, me, me, 0, w[COINS] + saved) // PARTS

    def gamble(self, w: vec[i64], me: i64, at: i64, owner: i64, targets: i64, below: i64) -> i64:
        deed = self.deed[at]
        pot = w[COINS]
        if deed == STARTING:
            return self.start(w, me, self.amount[at]) if owner == me else i64(0)
        if deed == TAKING:
            return self.stake(w, me, owner, 0, self.amount[at])
        if deed == STEALING:
            return self.stake(w, me, owner, 0, pot) - self.stake(w, me, w[WINNER] - 1, 0, pot)
        if deed == CATCHING:
            return self.stake(w, me, owner, 0, pot) - self.pending(w, me, below)
        if deed == SPOILING:
            return -self.prospects(w, me, below)
        chance: i64 = PARTS // 2
        if owner == me:
            chance = self.chance(w, me, w[GAMBLERS] & ~targets, deed == UNBEATABLE)
        worth = self.stake(w, me, owner, 0, pot)
        if w[MASTER] != 0 and w[MASTER] != owner + 1:
            worth -= self.stake(w, me, w[MASTER] - 1, 0, pot)
        if w[PASSES] < number(w[GAMBLERS]) - 2:
            worth = worth * CONTESTED // PARTS
        if deed == RAISING:
            worth += self.stake(w, me, owner, 0, number(w[GAMBLERS]) - 1)
            return (chance * worth + (PARTS - chance) * self.stake(w, me, owner, 0, -self.amount[at])) // PARTS
        return chance * worth // PARTS

    def start(self, w: vec[i64], me: i64, ante: i64) -> i64:
        """Everybody antes; one of them takes it all."""
        players = number(w[STILL_IN])
        win = self.chance(w, me, w[STILL_IN], False)
        lose = (PARTS - win) // (players - 1)
        gain = ante * (players - 1)
        worth: i64 = 0
        seat: i64 = 0
        while seat < w[SEATS]:
            if w[STILL_IN] & seat_bit(seat) != 0:
                chance = win if seat == me else lose
                worth += chance * self.stake(w, me, seat, 0, gain)
                worth += (PARTS - chance) * self.stake(w, me, seat, 0, -ante)
            seat += 1
        return worth // PARTS

    def prospects(self, w: vec[i64], me: i64, below: i64) -> i64:
        """What the pot is worth to `me` as things stand: who is in control, or is about to be, gets it perhaps."""
        ahead = w[MASTER] - 1
        if w[below + TRAITS] & CONTROLS != 0:
            ahead = w[below + OWNER]
        if ahead == me:
            return self.stake(w, me, me, 0, w[COINS])
        worth: i64 = 0
        if ahead >= 0:
            worth = self.stake(w, me, ahead, 0, w[COINS]) // 2
        if w[GAMBLERS] & seat_bit(me) != 0:
            worth += self.chance(w, me, w[GAMBLERS], False) * self.stake(w, me, me, 0, w[COINS]) // (2 * PARTS)
        return worth

    # Drinks and discards.

    def ordered(self, w: vec[i64], me: i64, seat: i64) -> i64:
        """R6: a drink on the seat's pile."""
        mugs = w[MUGS + seat]
        if mugs > 6:
            mugs = 6
        return self.stake(w, me, seat, -A_DRINK_MORE, 0) * self.waiting[mugs] // PARTS

    def order(self, w: vec[i64], seat: i64, choices: i64) -> i64:
        self.reason = ORDERS
        best: i64 = -1_000_000
        action: i64 = 0
        while choices != 0:
            target = choices & -choices
            choices &= choices - 1
            worth = self.ordered(w, seat, number(target - 1))
            if worth > best:
                best = worth
                action = A_SEAT + number(target - 1)
        return action

    def order_more(self, w: vec[i64], me: i64, owner: i64, drinks: i64) -> i64:
        """R45: the best of the seats once for every drink, a little less each time."""
        if owner != me:
            return 0
        best: i64 = 0
        seat: i64 = 0
        while seat < w[SEATS]:
            if seat != me and w[STILL_IN] & seat_bit(seat) != 0:
                worth = self.ordered(w, me, seat)
                if worth > best:
                    best = worth
            seat += 1
        return best * drinks * 3 // 4

    def throw(self, w: vec[i64], seat: i64, choices: i64) -> i64:
        """R3: everything that a fresh card is likely to beat."""
        deck = w[CHARACTER + seat]
        choices &= ~self.kept[deck]
        if choices == 0:
            self.reason = KEEPS
            return A_PASS
        self.reason = THROWS
        low = choices & -choices
        return A_THROW + self.inn.kind[BITS * deck + number(low - 1)]


def _worth(uses: list[Reading]) -> int:
    """The most that any use of a card is worth in the hand."""
    return max((HOLD[one.deed] + HOLD_POINT * one.points() for one in uses), default=0)


def _bits(inn: InnTables, wanted: list[bool]) -> list[i64]:
    """For every deck the bits of the wanted kinds."""
    return [
        i64(
            sum(
                1 << bit for bit in range(BITS - 1) if inn.full[deck] >> bit & 1 and wanted[inn.kind[BITS * deck + bit]]
            )
        )
        for deck in range(DECKS)
    ]


def _sums(steps: tuple[int, ...]) -> list[i64]:
    """What so many points are worth together, from none on."""
    total = 0
    sums = [i64(0)]
    for step in steps:
        total += step
        sums.append(i64(total))
    return sums
