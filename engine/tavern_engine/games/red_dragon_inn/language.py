"""The card language: a card is a few verbs, checked and assembled once into a flat program of numbers.

A mechanic says when its card may be played (`on`) and then, verb by verb, what it does. Numbers that differ from
card to card are named: `fortitude("fort")` reads the `fort` of the card's row in its deck file.
"""

# ruff: noqa: E501 (the table of verbs has one row a line)

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from tavern_engine.errors import BadSetup
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v

WINDOW_NAMES = (
    *("FREE", "FREE while ordering", "PLAY", "DRINK", "EVENT", "ANTE", "PAY", "LOST", "ROUND", "BET", "WIN", "LAST"),
    *("LAST in a contest", "Action phase", "PAID", "evening"),
)


class Moment(NamedTuple):
    """When a card fits: in words, and in which windows that can be."""

    name: str
    windows: tuple[int, ...]


MOMENTS = {
    t.IN_ACT: Moment("as Action", (t.ACT,)),
    t.IN_BET: Moment("to bet", (t.BET,)),
    t.IN_BET_OVER_ALL: Moment("to bet over anything", (t.BET,)),
    t.IN_ANTE: Moment("own ante", (t.ANTE,)),
    t.IN_PAY: Moment("own payment", (t.PAY,)),
    t.IN_LOST: Moment("after losing F", (t.LOST,)),
    t.IN_WIN: Moment("when another wins", (t.WIN,)),
    t.IN_ORDERING: Moment("while ordering", (t.ORDERING, t.LAST)),
    t.AT_ANY_TIME: Moment("at any time", (t.FREE, t.ORDERING, t.PLAY, t.DRINK, t.EVENT, t.ROUND, t.LAST, t.REELING)),
    t.MY_DRINK: Moment("own Drink", (t.DRINK,)),
    t.MY_STRONG_DRINK: Moment("own Drink with AC", (t.DRINK,)),
    t.ANY_DRINK: Moment("any Drink", (t.DRINK,)),
    t.ANOTHERS_DRINK: Moment("another's Drink", (t.DRINK,)),
    t.AFFECTED: Moment("a card that affects its player", (t.PLAY,)),
    t.SOMETIMES_CARD: Moment("a Sometimes card", (t.PLAY,)),
    t.DRINK_CHANGE: Moment("a card that changes a Drink", (t.PLAY,)),
    t.CHEATED: Moment("a Cheating card, in the Round", (t.PLAY,)),
    t.CHEATED_ANYWAY: Moment("a Cheating card", (t.PLAY,)),
    t.POT_SAFE: Moment("in a Round", (t.ROUND, t.PLAY)),
    t.POT: Moment("in a Round with a pot", (t.ROUND, t.PLAY)),
    t.IN_PAID: Moment("when somebody has paid the Inn for a card", (t.PAID,)),
    t.IN_EVENING: Moment("at the end of the own turn", (t.EVENING,)),
    t.ANY_LOST: Moment("after anybody lost F", (t.LOST,)),
    t.MY_OPEN_DRINK: Moment("own Drink", (t.DRINK,)),
    t.MY_SPLIT_DRINK: Moment("own Drink", (t.DRINK,)),
    t.MY_HARSH_DRINK: Moment("own Drink that lowers F", (t.DRINK,)),
    t.DRINK_IGNORED: Moment("a card that ignores a Drink", (t.PLAY,)),
    t.GOLD_GAINED: Moment("a card that brings its player Gold", (t.PLAY,)),
    t.MY_BLOW: Moment("own Action card that lowers F", (t.PLAY,)),
    t.MY_LOSS: Moment("a card that lowers the own F", (t.PLAY,)),
}
PEOPLE = (
    *("another player", "any player", "another player in the Round", "each other player", "everybody", "its player"),
    *("the player of the card below", "another player, even outside", "one who loses F to the card below"),
)
GLASSES = (
    *("a Drink of one's own", "a Drink of one's own with AC above 0", "any Drink", "another player's Drink"),
    *("an own Drink that is not protected", "an own Drink that can be split", "an own Drink that lowers F"),
)
WAYS = (
    *("split it", "pass it on", "raise it", "lower it", "pay", "drink"),
    *("draw", "discard", "exchange", "", "discard to heal", "", "reveal", ""),
)
NAMES = {"window": WINDOW_NAMES, "people": PEOPLE, "glass": GLASSES, "way": WAYS}


@dataclass(frozen=True)
class Verb:
    """One word of the language: a row of the table below."""

    name: str
    code: int
    part: int  # which part of the machine does it
    rule: str
    help: str
    takes: str = ""  # what its argument is
    needs: tuple[str, ...] = ()  # what must be chosen before it
    gives: str = ""  # what it chooses
    touches: int = 0  # what a card with this verb affects, changes or is: its traits
    asks: int = 0  # the decision that it puts to the card's player
    ends: bool = False  # nothing after it is reached
    skips: bool = False  # the next verb may be left out

    @property
    def counts(self) -> bool:
        """Whether its argument is a number of the card."""
        return self.takes == "number"


VERBS: dict[str, Verb] = {}


@dataclass(frozen=True)
class Step:
    """A verb with its argument: a number, the name of a number in the card's row, or a label."""

    verb: Verb
    arg: int | str = 0
    label: str = ""


def _verb(name: str, code: int, part: int, rule: str, help: str, **columns: Any) -> Callable[..., Step]:
    """Add a word to the language."""
    word = VERBS[name] = Verb(name, code, part, rule, help, **columns)

    def write(arg: int | str = 0, label: str = "") -> Step:
        return Step(word, arg, label)

    return write


SEAT, GLASS, SHOWN = "target", "Drink", "shown"
# fmt: off
end = _verb("end", v.END, v.BY_CARD, "RA26, RA51", "the frame is done; its card goes to the discard", ends=True)
goto = _verb("goto", v.GOTO, v.BY_CARD, "-", "go on at a label", takes="label", ends=True)
window = _verb("window", v.WINDOW, v.BY_WINDOW, "W, RA10 to RA12", "ask the seats of a window, again after every answer", takes="window")
choose = _verb("choose", v.CHOOSE, v.BY_CHOICE, "RA19, RA21, RA22", "the player picks a target", takes="people", gives=SEAT, asks=c.AIMING)
choose_drink = _verb("choose_drink", v.CHOOSE_DRINK, v.BY_CHOICE, "RA18, R53", "the player picks a Drink", takes="glass", gives=GLASS, asks=c.PICKING)
aim = _verb("aim", v.AIM, v.BY_CARD, "RA27", "the targets are given", takes="people", gives=SEAT)
announce = _verb("announce", v.ANNOUNCE, v.BY_CARD, "R5, R57", "the card is shown with its target", gives=SHOWN)
fortitude = _verb("fortitude", v.FORTITUDE, v.BY_CARD, "R10, R46", "the targets' F moves; losers can hit back", takes="number", needs=(SEAT, SHOWN), touches=t.FORT)
alcohol = _verb("alcohol", v.ALCOHOL, v.BY_CARD, "R10, R46", "the targets' AC moves", takes="number", needs=(SEAT, SHOWN), touches=t.AC)
pay_me = _verb("pay_me", v.PAY_ME, v.BY_CARD, "RA72, RA73", "each target pays the card's player", takes="number", needs=(SEAT, SHOWN), touches=t.GOLD | t.GAINS_GOLD)
pay_inn = _verb("pay_inn", v.PAY_INN, v.BY_CARD, "RA72, RA73", "each target pays the Inn", takes="number", needs=(SEAT, SHOWN), touches=t.GOLD)
owner_pays = _verb("owner_pays", v.OWNER_PAYS, v.BY_CARD, "RA25", "the card's player pays the Inn", takes="number", needs=(SHOWN,))
transfer = _verb("transfer", v.TRANSFER, v.BY_CARD, "R10, R133", "the payment of this frame is made")
cover = _verb("cover", v.COVER, v.BY_CARD, "R133, RA75", "the Inn pays what the frame below is about", needs=(SHOWN,))
negate = _verb("negate", v.NEGATE, v.BY_CARD, "R51", "the card below is discarded without effect", needs=(SHOWN,))
ignore = _verb("ignore", v.IGNORE, v.BY_CARD, "R51, RA29", "the card below has no effect on this player", needs=(SHOWN,))
throw = _verb("throw", v.THROW, v.BY_CHOICE, "R3", "discard any number of cards", asks=c.THROW)
draw_up = _verb("draw_up", v.DRAW_UP, v.BY_TURN, "R3, R4", "draw to the hand size")
act = _verb("act", v.ACT, v.BY_TURN, "R5", "play one Action card or none")
order = _verb("order", v.ORDER, v.BY_TURN, "R6, R45", "put Drinks on other players' piles, one by one", takes="number")
drink_up = _verb("drink_up", v.DRINK_UP, v.BY_TURN, "R7", "drink from the own pile")
next_turn = _verb("next_turn", v.NEXT_TURN, v.BY_TURN, "R2", "the player to the left goes on", ends=True)
reveal = _verb("reveal", v.REVEAL, v.BY_DRINK, "R7, R34, R140", "reveal an own Drink with its Chasers; an Event takes over")
reveal_one = _verb("reveal_one", v.REVEAL_ONE, v.BY_DRINK, "R71, RA48", "reveal one Drink from the Drink Deck")
reveal_each = _verb("reveal_each", v.REVEAL_EACH, v.BY_DRINK, "RA47, R135", "each reveals a Drink from the Drink Deck", needs=(SHOWN,))
copy = _verb("copy", v.COPY, v.BY_DRINK, "R71", "the Drink is copied for each player")
drink_all = _verb("drink_all", v.DRINK_ALL, v.BY_DRINK, "RA18, RA41", "all Drinks on the table are drunk together")
extras = _verb("extras", v.EXTRAS, v.BY_DRINK, "RA45", "extra Drinks that are due, one by one")
ignore_drink = _verb("ignore_drink", v.IGNORE_DRINK, v.BY_GLASS, "R37, R53", "nobody drinks the Drink", needs=(GLASS, SHOWN), touches=t.CHANGES_DRINK | t.IGNORES_DRINK)
pass_drink = _verb("pass_drink", v.PASS_DRINK, v.BY_GLASS, "RA44", "the target drinks it instead", needs=(GLASS, SHOWN), touches=t.CHANGES_DRINK)
split_drink = _verb("split_drink", v.SPLIT_DRINK, v.BY_GLASS, "R64, R65, RA43", "the target drinks half of it", needs=(GLASS, SHOWN), touches=t.CHANGES_DRINK)
modify_drink = _verb("modify_drink", v.MODIFY_DRINK, v.BY_GLASS, "RA40", "the AC of the Drink changes", takes="number", needs=(GLASS, SHOWN), touches=t.CHANGES_DRINK)
ac_to_fort = _verb("ac_to_fort", v.AC_TO_FORT, v.BY_GLASS, "RA42", "the AC of the Drink becomes F", needs=(GLASS, SHOWN), touches=t.CHANGES_DRINK)
extra_drink = _verb("extra_drink", v.EXTRA_DRINK, v.BY_GLASS, "RA45, R136", "its drinker owes one Drink more", needs=(GLASS, SHOWN))
contest = _verb("contest", v.CONTEST, v.BY_CONTEST, "R72", "all players take part in a contest")
reveal_contest = _verb("reveal_contest", v.REVEAL_CONTEST, v.BY_CONTEST, "R72", "each in the contest reveals from the Drink Deck")
judge_contest = _verb("judge_contest", v.JUDGE_CONTEST, v.BY_CONTEST, "R73, R74, RA52", "see who is ahead")
settle_contest = _verb("settle_contest", v.SETTLE_CONTEST, v.BY_CONTEST, "R75, RA54", "a clear winner skips to a label", takes="label")
fall = _verb("fall", v.FALL, v.BY_CONTEST, "R75, RA53", "those who passed out leave it; several left go back to a label", takes="label")
prize = _verb("prize", v.PRIZE, v.BY_CONTEST, "R72, RA55", "everybody pays the winner", takes="number")
start_round = _verb("start_round", v.START_ROUND, v.BY_ROUND, "R18, RA56", "a Round begins, its starter in control", needs=(SHOWN,), touches=t.IN_THE_ROUND | t.STARTS_ROUND)
antes = _verb("antes", v.ANTES, v.BY_ROUND, "R18, R28, RA57", "all in the Round ante", takes="number", needs=(SHOWN,), touches=t.IN_THE_ROUND | t.ANTES)
put_down = _verb("put_down", v.PUT_DOWN, v.BY_CARD, "RA26", "the card goes to the discard, what it began goes on")
judge_round = _verb("judge_round", v.JUDGE_ROUND, v.BY_ROUND, "R20, RA62", "a Round that is won skips to a label, one that is over ends", takes="label", touches=t.IN_THE_ROUND)
bet = _verb("bet", v.BET, v.BY_ROUND, "R18, R19, RA63", "the next player takes control or passes", touches=t.IN_THE_ROUND)
take_control = _verb("take_control", v.TAKE_CONTROL, v.BY_ROUND, "R18, R23", "its player is in control; 1: by Winning Hand!", takes="number", needs=(SHOWN,), touches=t.IN_THE_ROUND | t.CONTROLS)
eject = _verb("eject", v.EJECT, v.BY_ROUND, "R26, RA64", "the target leaves the Round", needs=(SEAT, SHOWN), touches=t.IN_THE_ROUND)
leave = _verb("leave", v.LEAVE, v.BY_ROUND, "R24", "its player leaves the Round instead of anteing", needs=(SHOWN,), touches=t.IN_THE_ROUND)
end_round = _verb("end_round", v.END_ROUND, v.BY_ROUND, "R131, RA65, RA66", "the Round ends, the pot goes to the Inn", needs=(SHOWN,), touches=t.IN_THE_ROUND | t.ENDS_ROUND)
take_pot = _verb("take_pot", v.TAKE_POT, v.BY_ROUND, "R49", "its player takes Gold from the pot", takes="number", needs=(SHOWN,), touches=t.IN_THE_ROUND | t.GAINS_GOLD)
win_round = _verb("win_round", v.WIN_ROUND, v.BY_ROUND, "R132, RA67", "its player wins the Round", needs=(SHOWN,), touches=t.IN_THE_ROUND | t.ENDS_ROUND)
steal_pot = _verb("steal_pot", v.STEAL_POT, v.BY_ROUND, "R49, RA68", "its player gets the pot instead of the winner", needs=(SHOWN,), touches=t.IN_THE_ROUND | t.ENDS_ROUND | t.GAINS_GOLD)
pay_pot = _verb("pay_pot", v.PAY_POT, v.BY_ROUND, "R20, RA68", "the pot is paid out and the Round is over", touches=t.IN_THE_ROUND)
fee = _verb("fee", v.FEE, v.BY_UPKEEP, "R32, RA74", "everybody pays 1 Gold for the empty Drink Deck")
refill = _verb("refill", v.REFILL, v.BY_UPKEEP, "R32, R82", "there is a new Drink Deck")
settle = _verb("settle", v.SETTLE, v.BY_UPKEEP, "R12 to R17, RA76", "who is still in trouble is out")
force_drink = _verb("force_drink", v.FORCE_DRINK, v.BY_DRINK, "R140, RA38, RA39", "the target drinks an own Drink now", needs=(SEAT, SHOWN))
choose_several = _verb("choose_several", v.CHOOSE_SEVERAL, v.BY_CHOICE, "R121", "the player picks one to so many others", takes="most", gives=SEAT, asks=c.SEVERAL)
choose_way = _verb("choose_way", v.CHOOSE_WAY, v.BY_CHOICE, "RA19", "the player says how the card is played", takes="ways", asks=c.WAYS)
only = _verb("only", v.ONLY, v.BY_TABLE, "RA19", "the next verb works only if this way was chosen", takes="way", skips=True)
use = _verb("use", v.USE, v.BY_TABLE, "RA94, RA104, RA110", "the card is used from the table; nobody answers", gives=SHOWN)
use_kept = _verb("use_kept", v.USE_KEPT, v.BY_TABLE, "R114", "likewise, and it stays where it is", gives=SHOWN)
tell = _verb("tell", v.TELL, v.BY_TABLE, "R85, RA87", "the top Story is revealed and aimed", needs=(SHOWN,))
told = _verb("told", v.TOLD, v.BY_TABLE, "RA87", "the Story is aimed; its card goes on", ends=True)
story = _verb("story", v.STORY, v.BY_TABLE, "RA87", "the Story works")
stay = _verb("stay", v.STAY, v.BY_TABLE, "R90", "the Story stays before its target", needs=(SEAT,))
owner_fortitude = _verb("owner_fortitude", v.OWNER_FORTITUDE, v.BY_CARD, "R89", "the player's own F moves", takes="number", touches=t.HURTS_OWNER)
draw = _verb("draw", v.DRAW, v.BY_TURN, "R4", "the targets draw cards", takes="number", needs=(SEAT, SHOWN))
discard = _verb("discard", v.DISCARD, v.BY_TURN, "R114", "the player discards so many cards", takes="number")
visit = _verb("visit", v.VISIT, v.BY_TABLE, "R94", "the top animal is revealed")
meet = _verb("meet", v.MEET, v.BY_TABLE, "R95", "an animal comes: it meets its foe, then does what it does at once", ends=True)
settle_in = _verb("settle_in", v.SETTLE_IN, v.BY_TABLE, "R92, R95", "the animal takes the first stall")
start_turn = _verb("start_turn", v.START_TURN, v.BY_TURN, "RA89, RA92, RA105", "back from outside, taxes, the stable")
shield = _verb("shield", v.SHIELD, v.BY_TABLE, "R10", "its player loses so much less F to the card below", takes="number", needs=(SHOWN,))
strengthen = _verb("strengthen", v.STRENGTHEN, v.BY_TABLE, "R10", "the target loses so much more F to the card below", takes="number", needs=(SEAT, SHOWN))
soften = _verb("soften", v.SOFTEN, v.BY_GLASS, "RA112", "the Drink lowers F by so much less", takes="number", needs=(GLASS, SHOWN))
to_one_fort = _verb("to_one_fort", v.TO_ONE_FORT, v.BY_GLASS, "R118", "the AC of the Drink becomes so much F", takes="number", needs=(GLASS, SHOWN), touches=t.CHANGES_DRINK)
own_drink = _verb("own_drink", v.OWN_DRINK, v.BY_DRINK, "R123", "the AC of the player's own Drink changes", takes="number")
share = _verb("share", v.SHARE, v.BY_DRINK, "R69, RA111", "a Drink that splits itself is split, and there is a window again", takes="label")
aftertaste = _verb("aftertaste", v.AFTERTASTE, v.BY_DRINK, "R41, RA41", "what Drinks do besides, and who keeps Elixirs")
taste = _verb("taste", v.TASTE, v.BY_DRINK, "R41", "the drinker does one thing after another", asks=c.WAYS)
pay_for_each = _verb("pay_for_each", v.PAY_FOR_EACH, v.BY_CARD, "R121", "the player pays the Inn so much for each target", takes="number", needs=(SEAT, SHOWN))
take_paid = _verb("take_paid", v.TAKE_PAID, v.BY_CARD, "R109, RA102", "the player takes from the Inn what was paid", needs=(SHOWN,), touches=t.GAINS_GOLD)
pot_to_me = _verb("pot_to_me", v.POT_TO_ME, v.BY_ROUND, "R119, RA65", "the Round ends, its player takes the pot", needs=(SHOWN,), touches=t.IN_THE_ROUND | t.ENDS_ROUND | t.GAINS_GOLD)
give_reserve = _verb("give_reserve", v.GIVE_RESERVE, v.BY_CELLAR, "R102, R103", "the targets get a Reserve Drink", needs=(SEAT, SHOWN))
lose_top = _verb("lose_top", v.LOSE_TOP, v.BY_CELLAR, "RA101", "the targets discard the top card of their piles", needs=(SEAT, SHOWN))
redraw = _verb("redraw", v.REDRAW, v.BY_CELLAR, "R144", "the target discards and draws", needs=(SEAT, SHOWN))
hand_out = _verb("hand_out", v.HAND_OUT, v.BY_CELLAR, "R127, RA115", "the player gives cards of the own pile to others", asks=c.HANDING)
check_losses = _verb("check_losses", v.CHECK_LOSSES, v.BY_UPKEEP, "RA106", "who is in trouble may be out now")
go_outside = _verb("go_outside", v.GO_OUTSIDE, v.BY_TABLE, "R108, R130, RA106", "the turn ends, player and target are outside", needs=(SEAT, SHOWN))
dare = _verb("dare", v.DARE, v.BY_CELLAR, "R113, RA114", "the rival is named", needs=(SEAT,))
reveal_pair = _verb("reveal_pair", v.REVEAL_PAIR, v.BY_CELLAR, "R113, RA114", "two Drinks are revealed and shared out", needs=(SEAT,))
shots = _verb("shots", v.SHOTS, v.BY_CELLAR, "R122", "everybody gets a Drink of this AC", takes="number")
pay_host = _verb("pay_host", v.PAY_HOST, v.BY_CELLAR, "R120, RA103", "the player pays who keeps the Reserve", takes="number")
serve = _verb("serve", v.SERVE, v.BY_CELLAR, "RA103", "the player drinks the next Reserve card")
reveal_reserve = _verb("reveal_reserve", v.REVEAL_RESERVE, v.BY_CELLAR, "RA103", "reveal it with its Chasers; an Event takes over")
wash = _verb("wash", v.WASH, v.BY_CELLAR, "R116", "the Drink is ignored; its cards are shuffled into the target's pile", needs=(GLASS, SHOWN))
set_prize = _verb("set_prize", v.SET_PRIZE, v.BY_ROUND, "R83", "the starter puts a Prize on the pot", asks=c.STAKING, touches=t.IN_THE_ROUND)
# fmt: on


def column(name: str) -> list[int]:
    """A column of the table of verbs, by their numbers."""
    rows = sorted(VERBS.values(), key=lambda verb: verb.code)
    return [int(getattr(verb, name)) for verb in rows]


def answers() -> tuple[Step, Step]:
    """Show the card and let everybody answer it."""
    return announce(), window(t.PLAY)


@dataclass(frozen=True)
class Branch:
    """What a card does when it is played in one of these moments."""

    moments: tuple[int, ...]
    steps: tuple[Step, ...]

    def traits(self, numbers: Mapping[str, int]) -> int:
        """What its verbs make of it, with the numbers of a card."""
        return traits(self.steps, numbers)

    @property
    def windows(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(window for moment in self.moments for window in MOMENTS[moment].windows))


def traits(steps: Sequence[Step], numbers: Mapping[str, int]) -> int:
    """What verbs make of a card with these numbers."""
    found = reduce(or_, (step.verb.touches for step in steps), 0)
    for step in steps:
        amount = numbers.get(step.arg, 0) if isinstance(step.arg, str) else 0
        if step.verb.touches & t.FORT and amount < 0:
            found |= t.HURTS
        if step.verb.touches & t.AC and amount > 0:
            found |= t.INTOXICATES
    return found


def with_story(branch: Branch) -> Branch:
    """R85, RA87: a PIPE card. A Story is revealed when it is shown, and works after it, before anybody hits back."""
    shown = next(at for at, step in enumerate(branch.steps) if step.verb.gives == SHOWN) + 1
    steps = (*branch.steps[:shown], tell(), *branch.steps[shown:])
    if steps[-2] != window(t.LOST):
        steps = (*steps[:-1], window(t.LOST), steps[-1])
    return _last(Branch(branch.moments, steps), story())


def with_visit(branch: Branch) -> Branch:
    """R94: a HORSESHOE card. After all other effects the stable is visited, before anybody hits back."""
    return _last(branch, visit())


def _last(branch: Branch, step: Step) -> Branch:
    """The branch with one more effect."""
    steps = list(branch.steps)
    at = len(steps) - 1
    if steps[at - 1].verb.code == v.WINDOW:
        at -= 1
    return Branch(branch.moments, (*steps[:at], step, *steps[at:]))


def on(moment: int | tuple[int, ...], *steps: Step | tuple[Step, ...]) -> Branch:
    """When a card is played in this moment (or one of these), it does these steps and ends."""
    flat = [step for part in steps for step in (part if isinstance(part, tuple) else (part,))]
    if any(step.verb.gives == GLASS for step in flat):
        flat = [Step(step.verb, 1) if step.verb.gives == SHOWN else step for step in flat]  # 1: played on a Drink
    moments = moment if isinstance(moment, tuple) else (moment,)
    return Branch(moments, (*flat, end()))


class Assembler:
    """Turns steps into numbers, and refuses what cannot be right."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.names: dict[int, str] = {}  # where programs begin

    def add(self, name: str, steps: Sequence[Step], numbers: Mapping[str, int], *given: str) -> int:
        """Assemble a program for which this is given; where it begins."""
        check(name, steps, frozenset(given))
        kept = [step for step in steps if not self._idle(step, numbers)]
        start = len(self.code)
        self.names[start] = name
        labels = {step.label: start + 2 * place for place, step in enumerate(kept) if step.label}
        for step in kept:
            self.code += [step.verb.code, self._argument(name, step, numbers, labels)]
        return start

    def enter(self, name: str, entry: list[int], kind: int, window: int, start: int) -> None:
        """Let a card begin at a place when it is played in a window; it has one mode for each."""
        at = t.MAX_KINDS * window + kind
        if entry[at] not in (-1, start):
            raise BadSetup(f"{name}: two of its modes fit into the window {WINDOW_NAMES[window]}, so which is meant?")
        entry[at] = start

    def _idle(self, step: Step, numbers: Mapping[str, int]) -> bool:
        """Whether the verb has nothing to do on this card, such as to pay 0."""
        return isinstance(step.arg, str) and step.verb.takes == "number" and numbers.get(step.arg) == 0

    def _argument(self, name: str, step: Step, numbers: Mapping[str, int], labels: Mapping[str, int]) -> int:
        if isinstance(step.arg, int):
            return step.arg
        if step.verb.takes == "ways":
            return sum(1 << WAYS.index(way) for way in step.arg.split(" or "))
        known = labels if step.verb.takes == "label" else numbers
        if step.arg not in known:
            raise BadSetup(f"{name}: {step.verb.name} needs {step.arg!r}, which is not given.")
        return known[step.arg]


def check(name: str, steps: Sequence[Step], given: frozenset[str] = frozenset()) -> None:
    """Refuse unknown words, labels that lead nowhere, steps never reached, programs without end, unchosen subjects."""
    labels = [step.label for step in steps if step.label]
    for step in steps:
        verb = step.verb
        if VERBS.get(verb.name) is not verb:
            raise BadSetup(f"{name}: there is no verb {verb.name!r}.")
        if verb.takes in NAMES and isinstance(step.arg, int) and step.arg not in range(len(NAMES[verb.takes])):
            raise BadSetup(f"{name}: {verb.name} has no {verb.takes} {step.arg!r}.")
        if verb.takes == "label" and labels.count(str(step.arg)) != 1:
            raise BadSetup(f"{name}: {verb.name} goes to the label {step.arg!r}, which must be there once.")
    ways = [_ways(steps, at) for at in range(len(steps))]
    chosen = _chosen(steps, ways, given)
    for at, step in enumerate(steps):
        before = chosen.get(at)
        if before is None:
            raise BadSetup(f"{name}: {step.verb.name} is never reached.")
        for need in step.verb.needs:
            if need not in before:
                raise BadSetup(f"{name}: {step.verb.name} needs a {need}, but none is chosen before it.")
        if not _ends(steps, ways, at):
            raise BadSetup(f"{name}: it does not end.")


def _ways(steps: Sequence[Step], at: int) -> list[int]:
    """Where a program can go on after a step."""
    step = steps[at]
    ways = [] if step.verb.ends else [at + 1]
    if step.verb.skips:
        ways.append(at + 2)
    if step.verb.takes == "label":
        ways += [place for place, other in enumerate(steps) if other.label == step.arg]
    return ways


def _chosen(steps: Sequence[Step], ways: Sequence[list[int]], given: frozenset[str]) -> dict[int, frozenset[str]]:
    """For every step that is reached, what has been chosen before it on every way to it."""
    chosen: dict[int, frozenset[str]] = {0: given}
    waiting = [0]
    while waiting:
        at = waiting.pop()
        after = chosen[at] | {steps[at].verb.gives}
        for way in ways[at]:
            known = after & chosen.get(way, after)
            if way < len(steps) and chosen.get(way) != known:
                chosen[way] = known
                waiting.append(way)
    return chosen


def _ends(steps: Sequence[Step], ways: Sequence[list[int]], start: int) -> bool:
    """Whether the end of a program can be reached from a step, and never its edge."""
    met, waiting = set(), [start]
    while waiting:
        at = waiting.pop()
        if at >= len(steps):
            return False
        if at not in met:
            met.add(at)
            waiting += ways[at]
    return any(not ways[at] for at in met)
