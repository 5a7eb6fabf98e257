"""What a seat is asked, in a sentence, and whether it concerns the seat beyond being able to play a card."""

from __future__ import annotations

from tavern_engine.game import Question
from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.stack import top
from tavern_engine.games.red_dragon_inn.texts import drink_text, effects_of, gold, receiver_text
from tavern_engine.games.red_dragon_inn.windows import next_gambler
from tavern_engine.state import ASKED, PHASE
from tavern_engine.words import Names, seats_in

CONCERNS = (
    "your own decisions, a card aimed at you or answering yours, a Drink, ante, payment or loss of yours, "
    "a Cheating or Sometimes card in a Round you are in, a Round that is won, and your last chance"
)
ALWAYS = (
    t.ANTE,
    t.PAY,
    t.LOST,
    t.WIN,
    t.LAST,
    t.REELING,
    t.PAID,
    t.EVENING,
)  # windows that only open for the seat's own matters
POINTS = {  # FREE, by the step of the turn (RA16)
    1: "before cards are discarded",
    4: "before the Action",
    6: "before the drink is ordered",
    8: "before the Drink is revealed",
    11: "at its end",
}


def question(state: r.InnState, names: Names) -> Question:
    """The question that the viewer of this view has to answer."""
    seat, phase = int(state.w[ASKED]), int(state.w[PHASE])
    if seat < 0:
        return Question()
    asking = _Asking(state, names)
    if phase == c.RESPOND:
        return Question(asking.window_text(), asking.concerns())
    return Question(asking.decision_text(phase))


class _Asking:
    """What is under way, as the asked seat sees it."""

    def __init__(self, state: r.InnState, names: Names) -> None:
        self.inn = state.inn
        self.w = memoryview(state.w).tolist()
        self.seat = self.w[ASKED]
        self.f = int(top(state.w))
        self.verb = int(state.inn.code[self.w[self.f + z.PC]])  # that asks,
        self.arg = int(state.inn.code[self.w[self.f + z.PC] + 1])  # and its argument: a window, or how many drinks
        self.bettor = int(next_gambler(state.w))
        self.names = names

    def card(self, f: int) -> str:
        """The card of a frame: one from hand, one on the table, or the Story that the card below goes with."""
        w = self.w
        return self.inn.titles[(w[f + z.CARD] or w[f + z.SIDE] or w[f - z.FRAME + z.SIDE]) - 1]

    def who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names(seat)

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else f"{self.names(seat)}'s"

    # Whether it concerns the seat.

    def concerns(self) -> bool:
        """CONCERNS, for a window."""
        w, f = self.w, self.f
        if self.arg in ALWAYS or self.seat + 1 in w[z.ROW_DRINKER : z.ROW_DRINKER + w[z.ROWS]]:
            return True
        if self.arg != t.PLAY or w[f + z.OWNER] == self.seat:
            return False
        aimed = (w[f + z.TARGETS] | w[f + z.SIDE_AIM]) >> self.seat & 1
        meddled = w[f + z.TRAITS] & (t.CHEATS | t.IS_SOMETIMES) and w[z.GAMBLERS] >> self.seat & 1
        return bool(aimed or meddled or self.answered() == self.seat)

    def answered(self) -> int:
        """Whose card the card on top answers; -1 if it answers none."""
        below = self.f - z.FRAME
        pc = self.w[below + z.PC]
        answers = self.inn.code[pc] == v.WINDOW and self.inn.code[pc + 1] == t.PLAY
        sometimes = self.w[self.f + z.TRAITS] & t.IS_SOMETIMES
        return self.w[below + z.OWNER] if below > z.STACK and answers and sometimes else -1

    # Decisions.

    def decision_text(self, phase: int) -> str:
        w, f = self.w, self.f
        if phase in (c.THROW, c.PARTING):
            return self.discard_text(phase)
        if phase == c.ACTING:
            more = w[f + z.AMOUNT] + 1 - w[f + z.STEP]
            return "play an Action, or pass" if more == 1 else f"play up to {more} Actions: the next one, or pass"
        if phase == c.ORDERING:
            more = self.arg - w[f + z.STEP] + (w[f + z.BOOST] if self.arg else 0)
            return "who gets the drink?" if more == 1 else f"{more} drinks to order: who gets the next one?"
        if phase == c.AIMING:
            return f"whom do you {self.choosing(f)} on?"
        if phase == c.SEVERAL:
            return (
                f"whom do you play {self.card(f)} on? Up to {self.arg}, named in the order of the seats; pass to stop"
            )
        if phase == c.PICKING:
            return f"which Drink do you {self.choosing(f)} on?"
        if phase == c.HANDING:
            return "who gets the top drink of your pile? Pass to stop"
        if phase == c.SHARING:
            return "your Drink is one to share: who drinks the other half?"
        if phase == c.STAKING:
            return "which Prize lies on the pot?"
        if phase == c.WAYS:
            return "what do you do first?" if self.verb == v.TASTE else f"{self.card(f)}: how do you want it?"
        return f"bet a Gambling or Cheating card, or pass: {self.round_text()}"

    def choosing(self, f: int) -> str:
        """What the asked player is about to do with a card."""
        w = self.w
        if w[f + z.CARD]:
            return f"play {self.card(f)}"
        return f"use {self.card(f)}" if w[f + z.SIDE] else f"tell {self.card(f)}"

    def discard_text(self, phase: int) -> str:
        """Why cards are discarded, and how many."""
        left = self.w[self.f + z.AMOUNT]
        if self.verb == v.THROW:
            return (
                f"discard a card, going down the list, or pass to stop: then you draw up to {self.hand_limit()} cards"
            )
        if phase == c.THROW:
            return f"discard up to {left} more cards, going down the list, for Fortitude; or pass to stop"
        return f"you have to discard {left} more {'card' if left == 1 else 'cards'}, going down the list"

    def hand_limit(self) -> int:
        """R3: how many cards are drawn up to, as a Story before the seat may have it."""
        w, inn = self.w, self.inn
        cards = w[z.FRONT + self.seat] & int(inn.passive[t.HAND_LIMIT]) & ~w[z.USED]
        if not cards or self.f != z.STACK:
            return int(inn.hand)
        return int(inn.value[inn.kind[t.at_bit(t.FRONTS, cards.bit_length() - 1)]])

    def round_text(self) -> str:
        w = self.w
        master = self.names(w[z.MASTER] - 1) if w[z.MASTER] else "nobody"
        unbeaten = " with a Winning Hand, so only a Cheating card will do" if w[z.UNBEATEN] else ""
        return f"the pot is {gold(w[z.COINS])}, {master} is in control{unbeaten}"

    # Windows.

    def window_text(self) -> str:
        w, f, window = self.w, self.f, self.arg
        if window in (t.FREE, t.ORDERING):
            point = POINTS[(w[f + z.PC] - int(self.inn.turn)) // 2]
            return f"{self.whose(w[z.TURN])} turn, {point}: play a card, or pass"
        if window == t.PLAY:
            return self.play_text()
        if window == t.DRINK:
            return self.drink_text()
        if window == t.ANTE:
            return f"you are to ante {gold(w[f + z.AMOUNT])}: play a card, or pass and pay"
        if window == t.PAY:
            receiver = receiver_text(w[f + z.TARGETS], self.names)
            return (
                f"{self.pay_text()}you are to pay {gold(w[f + z.AMOUNT])} to {receiver}: play a card, or pass and pay"
            )
        if window == t.PAID:
            return f"{self.who(w[f + z.OWNER])} paid {gold(w[f + z.AMOUNT])} to the Inn: play a card, or pass"
        if window == t.EVENING:
            return "the end of your turn: use a card before you, or pass"
        if window == t.LOST:
            culprit, losers = self.names(w[f + z.OWNER]), [self.who(loser) for loser in seats_in(w[f + z.LOSERS])]
            return f"{' and '.join(losers)} lost Fortitude to {culprit}'s {self.card(f)}: hit back with a card, or pass"
        if window == t.ROUND:
            return f"before {self.whose(self.bettor)} bet: play a card, or pass; {self.round_text()}"
        if window == t.WIN:
            pot = gold(w[z.COINS])
            return f"{self.who(w[z.WINNER] - 1)} won the Round and the pot of {pot}: play a card, or pass"
        if window == t.EVENT:
            return f"{self.whose(w[f + z.OWNER])} drink is {self.card(f)}: play a card, or pass"
        trouble = "no Gold left" if w[z.ALCOHOL + self.seat] < w[z.FORTITUDE + self.seat] else "passed out"
        return f"you have {trouble}: your last chance to play a card, or pass"

    def pay_text(self) -> str:
        """Why the seat pays, where the table does not show it."""
        below = self.f - z.FRAME
        pc = self.w[below + z.PC]
        if self.inn.code[pc] == v.FEE:
            return "the Drink Deck is empty, everybody pays: "
        if below == z.STACK:
            return "a Story lies before you: "
        return f"for {self.card(below)}: " if self.w[below + z.CARD] else ""

    def play_text(self) -> str:
        w, f = self.w, self.f
        owner, pc = w[f + z.OWNER], w[f + z.PC]
        aims = [self.who(other) for other in seats_in(w[f + z.TARGETS] & ~w[f + z.IGNORED]) if other != owner]
        if self.inn.code[pc - 2] == v.ANNOUNCE and self.inn.code[pc - 1]:
            aims.insert(0, self.whose_drink(w[f + z.AMOUNT]))
        aim = f" on {' and '.join(aims)}" if aims else ""
        if w[f + z.SIDE]:
            told_to = [self.who(other) for other in seats_in(w[f + z.SIDE_AIM] & ~w[f + z.IGNORED])]
            aim += f" with the Story {self.inn.titles[w[f + z.SIDE] - 1]}" + (
                f" on {' and '.join(told_to)}" * bool(told_to)
            )
        answered = self.answered()
        if answered >= 0:
            aim += f" in answer to {self.whose(answered)} {self.card(f - z.FRAME)}"
        if owner == self.seat:
            return f"you play {self.card(f)}{aim}: play a card on top of it, or pass"
        return f"{self.names(owner)} plays {self.card(f)}{aim}: answer with a card, or pass"

    def whose_drink(self, row: int) -> str:
        if drinker := self.w[z.ROW_DRINKER + row]:
            return f"{self.whose(drinker - 1)} Drink"
        return f"{self.whose(self.w[z.ROW_REVEALER + row])} Drink, which nobody drinks,"

    def drink_text(self) -> str:
        w = self.w
        mine, others = [], []
        for row in range(w[z.ROWS]):
            drinker, ac, fort = (w[zone + row] for zone in (z.ROW_DRINKER, z.ROW_AC, z.ROW_FORT))
            contents = drink_text({
                "ac": ac, "fort": fort, "effects": effects_of(w[z.ROW_EFFECTS + row]),
                "protected": bool(w[z.ROW_EFFECTS + row] & t.PROTECTED),
            })  # fmt: skip
            if drinker - 1 == self.seat:
                mine.append(contents)
            elif drinker:
                others.append(f"{self.names(drinker - 1)} is to drink ({contents})")
        if mine:
            return f"you are to drink ({'; '.join(mine)}): play a card, or pass and drink"
        return f"{', '.join(others) or 'nobody is to drink'}: play a card, or pass"
