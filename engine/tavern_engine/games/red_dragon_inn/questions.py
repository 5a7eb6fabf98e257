"""What a seat is asked, in a sentence, and whether it concerns the seat beyond being able to play a card."""

from __future__ import annotations

from tavern_engine.game import Question
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import verbs as v
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.stack import top
from tavern_engine.games.red_dragon_inn.texts import gold, receiver_text
from tavern_engine.games.red_dragon_inn.windows import next_gambler
from tavern_engine.state import ASKED, PHASE

CONCERNS = (
    "your own decisions, a card aimed at you or answering yours, a Drink, ante, payment or loss of yours, "
    "a Cheating or Sometimes card in a Round you are in, a Round that is won, and your last chance"
)
ALWAYS = (t.ANTE, t.PAY, t.LOST, t.WIN, t.LAST, t.REELING)  # windows that only open for the seat's own matters
POINTS = {  # FREE, by the step of the turn (RA16)
    0: "before cards are discarded",
    3: "before the Action",
    5: "before the drink is ordered",
    7: "before the Drink is revealed",
    9: "at its end",
}


def question(state: r.InnState) -> Question:
    """The question that the viewer of this view has to answer."""
    seat, phase = int(state.w[ASKED]), int(state.w[PHASE])
    if seat < 0:
        return Question()
    if phase == r.RESPOND:
        return Question(_window_text(state, seat), _concerns(state, seat))
    return Question(_decision_text(state, phase))


def _window(state: r.InnState) -> int:
    return int(state.inn.code[int(state.w[top(state.w) + z.PC]) + 1])


def _card(state: r.InnState, f: int) -> str:
    return state.inn.titles[int(z.card_of(state.w, f))]


def _who(seat: int, me: int) -> str:
    return "you" if seat == me else f"seat {seat}"


def _whose(seat: int, me: int) -> str:
    return "your" if seat == me else f"seat {seat}'s"


# Whether it concerns the seat.


def _concerns(state: r.InnState, seat: int) -> bool:
    """CONCERNS, for a window."""
    w, window = state.w, _window(state)
    if window in ALWAYS:
        return True
    if any(int(w[z.ROW_DRINKER + row]) == seat + 1 for row in range(int(w[z.ROWS]))):
        return True
    f = int(top(w))
    if window != t.PLAY or int(w[f + z.OWNER]) == seat:
        return False
    aimed = int(w[f + z.TARGETS]) >> seat & 1
    meddled = int(w[f + z.TRAITS]) & (t.CHEATS | t.IS_SOMETIMES) and int(w[z.GAMBLERS]) >> seat & 1
    return bool(aimed or meddled or _answered(state, f) == seat)


def _answered(state: r.InnState, f: int) -> int:
    """Whose card the card of a frame answers; -1 if it answers none."""
    w = state.w
    below = f - z.FRAME
    pc = int(w[below + z.PC])
    answers = state.inn.code[pc] == v.WINDOW and state.inn.code[pc + 1] == t.PLAY
    sometimes = int(w[f + z.TRAITS]) & t.IS_SOMETIMES
    return int(w[below + z.OWNER]) if below > z.STACK and answers and sometimes else -1


# Decisions.


def _decision_text(state: r.InnState, phase: int) -> str:
    w = state.w
    f = int(top(w))
    if phase == r.THROW:
        return f"discard a card, going down the list, or pass to stop: then you draw up to {int(state.inn.hand)} cards"
    if phase == r.ACTING:
        return "play an Action, or pass"
    if phase == r.ORDERING:
        more = int(state.inn.code[int(w[f + z.PC]) + 1]) - int(w[f + z.STEP])
        return "who gets the drink?" if more == 1 else f"{more} drinks to order: who gets the next one?"
    if phase == r.AIMING:
        return f"whom do you play {_card(state, f)} on?"
    if phase == r.PICKING:
        return f"which Drink do you play {_card(state, f)} on?"
    return f"bet a Gambling or Cheating card, or pass: {_round_text(state)}"


def _round_text(state: r.InnState) -> str:
    w = state.w
    master = f"seat {int(z.master_of(w))}" if w[z.MASTER] else "nobody"
    unbeaten = " with a Winning Hand, so only a Cheating card will do" if w[z.UNBEATEN] else ""
    return f"the pot is {gold(int(w[z.COINS]))}, {master} is in control{unbeaten}"


# Windows.


def _window_text(state: r.InnState, seat: int) -> str:
    w, window = state.w, _window(state)
    f = int(top(w))
    amount = int(w[f + z.AMOUNT])
    if window in (t.FREE, t.ORDERING):
        point = POINTS[(int(w[f + z.PC]) - int(state.inn.turn)) // 2]
        return f"{_whose(int(w[z.TURN]), seat)} turn, {point}: play a card, or pass"
    if window == t.PLAY:
        return _play_text(state, f, seat)
    if window == t.DRINK:
        return _drink_text(state, seat)
    if window == t.ANTE:
        return f"you are to ante {gold(amount)}: play a card, or pass and pay"
    if window == t.PAY:
        return f"you are to pay {gold(amount)} to {receiver_text(int(w[f + z.TARGETS]))}: play a card, or pass and pay"
    if window == t.LOST:
        return f"you lost Fortitude to seat {int(w[f + z.OWNER])}'s {_card(state, f)}: hit back with a card, or pass"
    if window == t.ROUND:
        return f"before {_whose(int(next_gambler(w)), seat)} bet: play a card, or pass; {_round_text(state)}"
    if window == t.WIN:
        winner, pot = int(z.winner_of(w)), gold(int(w[z.COINS]))
        return f"{_who(winner, seat)} won the Round and the pot of {pot}: play a card, or pass"
    if window == t.EVENT:
        return f"{_whose(int(w[f + z.OWNER]), seat)} drink is {_card(state, f)}: play a card, or pass"
    trouble = "no Gold left" if w[z.ALCOHOL + seat] < w[z.FORTITUDE + seat] else "passed out"
    return f"you have {trouble}: your last chance to play a card, or pass"


def _play_text(state: r.InnState, f: int, seat: int) -> str:
    w = state.w
    owner, pc = int(w[f + z.OWNER]), int(w[f + z.PC])
    card = _card(state, f)
    targets = int(w[f + z.TARGETS]) & ~int(w[f + z.IGNORED])
    aims = [_who(other, seat) for other in range(t.MAX_SEATS) if targets >> other & 1 and other != owner]
    if state.inn.code[pc - 2] == v.ANNOUNCE and state.inn.code[pc - 1]:
        aims.insert(0, _whose_drink(state, int(w[f + z.AMOUNT]), seat))
    aim = f" on {' and '.join(aims)}" if aims else ""
    answered = _answered(state, f)
    if answered >= 0:
        aim += f" in answer to {_whose(answered, seat)} {_card(state, f - z.FRAME)}"
    if owner == seat:
        return f"you play {card}{aim}: play a card on top of it, or pass"
    return f"seat {owner} plays {card}{aim}: answer with a card, or pass"


def _whose_drink(state: r.InnState, row: int, seat: int) -> str:
    drinker = int(z.drinker_of(state.w, row))
    if drinker >= 0:
        return f"{_whose(drinker, seat)} Drink"
    return f"{_whose(int(state.w[z.ROW_REVEALER + row]), seat)} Drink, which nobody drinks,"


def _drink_text(state: r.InnState, seat: int) -> str:
    w = state.w
    mine, others = [], []
    for row in range(int(w[z.ROWS])):
        drinker, ac, fort = (int(w[zone + row]) for zone in (z.ROW_DRINKER, z.ROW_AC, z.ROW_FORT))
        contents = f"AC {ac:+}" + (f", F {fort:+}" if fort else "")
        if drinker - 1 == seat:
            mine.append(contents)
        elif drinker:
            others.append(f"seat {drinker - 1} is to drink ({contents})")
    if not mine and not others:
        return "nobody is to drink: play a card, or pass"
    if mine:
        return f"you are to drink ({'; '.join(mine)}): play a card, or pass and drink"
    return f"{', '.join(others)}: play a card, or pass"
