"""Why an action is not legal, in a sentence that names the rule."""

from __future__ import annotations

from tavern_engine import pack
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.names import FURNISHINGS, cards, guest_names, round_bonus, space_names, wanted
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.games.tiefenthal.service import most_returned, open_spaces
from tavern_engine.multiset import copies as showing
from tavern_engine.state import ASKED, PHASE
from tavern_engine.words import counted

ASKS_FOR = {
    a.CHOOSING: "the choice is the bonus of the round (T14)",
    a.CHOOSING_AGAIN: "the choice is what is left of the round's bonus (TA17)",
    a.ARRIVING: "the choice is to spend a bar guest and start over, or to pass (T16)",
    a.RAISING: "the choice is a die to raise before dishwashers are returned, or to pass (TA10)",
    a.DRAFTING: "a die is to be picked from the coaster (T25)",
    a.REMOVING: "the choice is who gets no service, or to pass (T48)",
}


def why_not(state: TiefenthalState, action: int) -> str:
    """The reason, for the seat that is asked."""
    seat, phase = int(state.w[ASKED]), int(state.w[PHASE])
    if phase == a.SERVING:
        return _why_not_in_service(state, seat, action)
    if phase in (a.CHOOSING, a.CHOOSING_AGAIN) and a.A_CHEAP <= action < a.A_TURN + c.TOKENS:
        return _why_no_bonus(state, action)
    if phase == a.DRAFTING and a.A_PICK <= action < a.A_STEP:
        return f"there is no {action - a.A_PICK + 1} on the coaster in front of it (T25)"
    if phase == a.REMOVING and a.A_REMOVE <= action < a.A_SERVE:
        return "only a regular or guest at one of its tables can be removed (T48)"
    if phase == a.RAISING and action >= a.A_RAISE:
        return f"it has no {action - a.A_RAISE + 1} below its board (T27)"
    return ASKS_FOR[phase]


def _why_no_bonus(state: TiefenthalState, action: int) -> str:
    """T14, TA17, TA18, TA36."""
    w = state.w
    which = int(w[z.ROUND])
    choices = [int(c.bonus_choice(state.tavern, which, choice)) for choice in range(2)]
    if action >= a.A_TURN and a.A_TURN in choices:
        return f"its {FURNISHINGS[action - a.A_TURN]} token is turned over already (TA36)"
    if action not in choices:
        return f"round {which} brings {round_bonus(state.tavern, which)} (T14)"
    return "no 3-beer guest is left (TA18)" if action == a.A_CHEAP else "there is none left (TA17)"


def _why_not_in_service(state: TiefenthalState, seat: int, action: int) -> str:
    if action == a.A_PASS:
        return "who will do no more ends the service (T49)"
    if action == a.A_START_OVER:
        return "only in phase B a bar guest clears the tables; in service it is a step (T16)"
    if action < a.A_PICK:
        return "the bonus of a round is chosen when the round begins (T14)"
    if action < a.A_STEP:
        return "the dice are picked before service (T25)"
    if action == a.A_STEP:
        return "it has no bar guest (T16)"
    if action < a.A_BUY:
        return _why_no_nobles(state, seat, action - a.A_NOBLES + 1)
    if action < a.A_UPGRADE:
        return _why_no_purchase(state, seat, action - a.A_BUY + c.HELPER)
    if action < a.A_WIN:
        return _why_no_upgrade(state, seat, int(a.upgraded_token(action)), int(a.returned_cards(action)))
    if action < a.A_REMOVE:
        return _why_no_guest(state, seat, action - a.A_WIN)
    if action < a.A_SERVE:
        return "people are removed only by the bonus 'no service' (T48)"
    if action >= a.A_RAISE:
        return "a die is raised when it is put on a space, or before dishwashers are returned (TA10)"
    return _why_no_die(state, seat, int(a.used_face(action)), int(a.used_space(action)))


def _why_no_nobles(state: TiefenthalState, seat: int, amount: int) -> str:
    price, beer = int(state.tavern.noble_price[amount - 1]), int(state.w[z.BEER + seat])
    if beer < price:
        return f"that costs {price} beer, and it has {beer} (T46)"
    return f"the pile has only {counted(int(pack.copies(state.w[z.SUPPLY], c.NOBLE)), 'noble')} left (TA17)"


def _why_no_purchase(state: TiefenthalState, seat: int, kind: int) -> str:
    w, name = state.w, state.tavern.names[kind]
    price, thalers = int(state.tavern.cost[kind]), int(w[z.THALERS + seat])
    if z.has_bought(w[z.DONE + seat], kind):
        return f"it has bought a {name} in this round, and one of each type is all (T37)"
    if not pack.copies(w[z.SUPPLY], kind):
        return f"no {name} is left (TA17)"
    return f"a {name} costs {counted(price, 'thaler')}, and it has {thalers} (T37)"


def _why_no_upgrade(state: TiefenthalState, seat: int, token: int, returned: int) -> str:
    w, name = state.w, FURNISHINGS[token]
    thalers = int(w[z.THALERS + seat])
    if z.is_turned(w, seat, token):
        return f"its {name} token is turned over already (T38)"
    if returned:
        there = int(most_returned(w[z.LAID + seat], token))
        if there < returned:
            are = "none is" if there == 0 else "1 is" if there == 1 else f"{there} are"
            return f"only cards laid out in its tavern can be returned, and {are} there (T39)"
    price = int(z.upgrade_price(state.tavern, token, returned))
    return f"that costs {counted(price, 'thaler')}, and it has {thalers} (T38)"


def _why_no_guest(state: TiefenthalState, seat: int, guest: int) -> str:
    w, name = state.w, guest_names(state.tavern)[guest]
    if guest >= int(state.tavern.guests):
        return "there is no such guest (T5)"
    if int(w[z.DONE + seat]) & z.GUEST_WON:
        return "it has won a guest in this round, and one is all (T43)"
    if z.place_of(w, guest) == z.PLACES:
        return f"{name} is not on offer (T43)"
    price = int(state.tavern.cost[c.GUEST + guest])
    return f"{name} costs {price} beer, and it has {int(w[z.BEER + seat])} (T43)"


def _why_no_die(state: TiefenthalState, seat: int, face: int, space: int) -> str:
    """T27 to T29, T33."""
    w, tavern = state.w, state.tavern
    if not showing(z.dice(w, seat), face):
        return f"it has no {face} below its board (T27)"
    if not c.holds(open_spaces(w, seat), space):
        return _why_closed(state, seat, space)
    raised = int(z.washers_needed(tavern.accepts[space], face))
    takes = f"{'a ' if space <= c.NOBLE else ''}{space_names(tavern)[space]} takes a {wanted(tavern, space)}"
    if raised > 5:
        return f"{takes}, and a die is never lowered (T29)"
    left = max(int(z.washers_left(w, seat)), 0)
    return f"{takes}, which is {raised} more, and dishwashers can raise dice by {left} in all (T29)"


def _why_closed(state: TiefenthalState, seat: int, space: int) -> str:
    """Why no die can be put on a space."""
    w, name = state.w, space_names(state.tavern)[space]
    if space in (c.ON_REGISTER, c.ON_BARREL):
        return f"{name} has been used in this round (T33)"
    if name not in cards(state.tavern, int(w[z.LAID + seat]), int(w[z.LAID_GUESTS + seat])):
        return f"there is no {name} in its tavern (T28)"
    return f"{'every ' if space < c.ON_REGISTER else ''}{name} there is served already (T33)"
