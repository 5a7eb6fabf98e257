"""The Taverns of Tiefenthal in words: actions, events and facts as plain data."""

from __future__ import annotations

from typing import Any

from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import MOST_RETURNED
from tavern_engine.games.tiefenthal.board import NOTES as NOTES
from tavern_engine.games.tiefenthal.board import describe as describe
from tavern_engine.games.tiefenthal.cards import (
    GUEST,
    HELPER,
    MAX_GUESTS,
    NO_BONUS,
    NOBLE,
    ON_GUEST,
    REGULAR,
    SPECIAL_OFFERS,
    TavernTables,
)
from tavern_engine.games.tiefenthal.names import (
    FURNISHINGS,
    PURCHASES,
    bonus_text,
    cards,
    counted,
    faces,
    guest_names,
    on_offer,
    space_names,
    space_of,
    top_cards,
    wanted,
)
from tavern_engine.state import ASKED, HIDDEN, OVER, PHASE, SEATS, Event

WORTH = (  # T17, T22, T29, T34, T35: of helper, dishwasher, waitress, table and brewer, in our own words
    "brings 1 beer when your service begins",
    "lets one die count as 1 higher, once a round",
    "brings a coloured die",
    "is one more table for the round",
    "adds 1 beer to every die you use on the brewer",
)
PHASES = ("", "bonus", "bonus again", "arrival", "draft", "service", "no service", "raising")


def action_texts(tavern: TavernTables) -> list[str]:
    """The text of every action code, in order of the codes in `actions.py`."""
    cards, guests = tavern.names[HELPER:GUEST], guest_names(tavern)
    texts = ["pass", "end service", "start over", "take the 3-beer guest", "take a die"]
    texts += [f"take a {card}" for card in cards]
    texts += [f"turn over {token}" for token in FURNISHINGS]
    texts += [f"pick {face}" for face in range(1, 7)]
    texts += ["step", *(f"win {counted(amount, 'noble')}" for amount in (1, 2, 3))]
    texts += [f"buy a {card}" for card in cards]
    for token in FURNISHINGS[:SPECIAL_OFFERS]:
        texts += [f"upgrade {token}{f', return {n}' if n else ''}" for n in range(MOST_RETURNED)]
    texts += [f"upgrade {token}" for token in FURNISHINGS[SPECIAL_OFFERS:]]
    texts += [f"win {guest}" for guest in guests]
    texts += [f"remove {person}" for person in (*tavern.names[REGULAR:NOBLE], *guests)]
    texts += [f"{face} on {space}" for face in range(1, 7) for space in space_names(tavern)]
    texts += [f"raise a {face}" for face in range(1, 6)]
    return texts


def event_text(tavern: TavernTables, event: Event) -> str:
    """An event in a sentence, as far as it was seen."""
    who, what, amount = f"seat {event.seat}", event.what, event.amount
    kinds = tavern.names
    kind = kinds[what] if 0 <= what < len(kinds) else ""
    guest = guest_names(tavern)[what] if 0 <= what < MAX_GUESTS else ""
    token = FURNISHINGS[what % len(FURNISHINGS)]
    space = space_names(tavern)[what] if 0 <= what < ON_GUEST + MAX_GUESTS else ""
    actions = action_texts(tavern) if event.op in (z.CHOOSE, z.REVEAL) else []
    chosen = "" if what == HIDDEN or not actions else actions[what]
    texts = {
        z.ROUND_BEGINS: f"round {amount} begins, {who} starts",
        z.BAR_GUEST: f"{who} gets a bar guest",
        z.CHOOSE: f"{who} has chosen" + (f": {chosen}" if chosen else ""),
        z.REVEAL: f"{who} shows its choice: {chosen}",
        z.GAIN: f"{who} gains a {kind}",
        z.COME: f"{guest} comes to the {'3-beer pile' if amount == 0 else f'row, place {amount}'}",
        z.INVITE: f"{who} takes {guest} for nothing",
        z.FREE_UPGRADE: f"{who} turns over {token} for nothing",
        z.ROLL_COLOURED: f"{who} rolls a {what} with a coloured die",
        z.DRAW: f"{who} turns up {kind}",
        z.SHUFFLE: f"{who} shuffles the discard pile",
        z.START_OVER: f"{who} spends a bar guest and starts over",
        z.ROLL: f"the coaster of {who} shows a {what}",
        z.PICK: f"{who} picks a {what}",
        z.PASS_ON: "the coasters go round",
        z.SERVICE_BEGINS: f"{who} begins its service",
        z.USE: f"{who} puts a {amount} on {space}",
        z.USE_BAR_GUEST: f"{who} spends a bar guest for a step",
        z.STEP: f"{who} steps to space {what} of the monastery",
        z.EARN: f"{who} gets {counted(amount, 'thaler')}",
        z.BUY: f"{who} buys a {kind}",
        z.UPGRADE: f"{who} upgrades {token}" + (f" and returns {counted(amount, 'card')}" if amount else ""),
        z.WIN: f"{who} wins {guest}",
        z.WIN_NOBLES: f"{who} wins {counted(amount, 'noble')}",
        z.REMOVE: f"{who} gives {kind} no service",
        z.SERVICE_ENDS: f"{who} ends its service",
        z.CLOSE: "the taverns close",
        z.RAISE: f"{who} raises a {what} to a {what + 1}",
    }
    return texts.get(event.op, "the game is over")


def card_text(tavern: TavernTables, kind: int) -> str:
    """What is printed on a card."""
    points = counted(int(tavern.points[kind]), "point")
    if HELPER <= kind < GUEST:
        return f"Costs {counted(int(tavern.cost[kind]), 'thaler')}, {points}; laid out it {WORTH[kind - HELPER]}."
    space = space_of(kind)
    pays = f"a {wanted(tavern, space)} pays {counted(int(tavern.pays[space]), 'thaler')}, {points}"
    if kind < GUEST:
        return f"{pays[0].upper()}{pays[1:]}."
    bonus = int(tavern.bonus[kind - GUEST])
    extra = "" if bonus == NO_BONUS else f"; brings {bonus_text(tavern, bonus, int(tavern.bonus_amount[kind - GUEST]))}"
    return f"Costs {int(tavern.cost[kind])} beer; {pays}{extra}."


def choice(state: Any, seat: int) -> str:
    """What a seat has chosen and not shown yet."""
    secret = int(state.w[z.SECRET + seat])
    if secret == z.UNKNOWN_CHOICE:
        return "hidden"
    return action_texts(state.tavern)[secret - 1] if secret else "none"


def seat_facts(state: Any, seat: int) -> dict[str, Any]:
    """One tavern as plain data."""
    w, tavern = state.w, state.tavern
    rest = cards(tavern, int(w[z.REST + seat]), int(w[z.REST_GUESTS + seat]))
    top = top_cards(state, seat)
    upgraded, done = int(w[z.UPGRADED + seat]), int(w[z.DONE + seat])
    return {
        "points": int(w[z.POINTS + seat]),
        "thalers": int(w[z.THALERS + seat]),
        "beer": int(w[z.BEER + seat]),
        "track": int(w[z.TRACK + seat]),
        "bar_guests": int(w[z.BAR + seat]),
        "white": faces(int(w[z.WHITE + seat])),
        "coloured": faces(int(w[z.COLOURED + seat])),
        "coaster": faces(int(w[z.COASTER + seat])),
        "tavern": cards(tavern, int(w[z.LAID + seat]), int(w[z.LAID_GUESTS + seat])),
        "served": cards(tavern, int(w[z.SERVED + seat]), int(w[z.SERVED_GUESTS + seat])),
        "tables_free": max(int(z.tables_free(w, tavern, seat)), 0),  # T40: who sits at a returned table stays
        "top": ", ".join(top),
        "rest": rest,
        "deck_size": len(rest) + len(top),
        "discard": cards(tavern, int(w[z.PILE + seat]), int(w[z.PILE_GUESTS + seat])),
        "upgraded": [token for place, token in enumerate(FURNISHINGS) if upgraded >> place & 1],
        "dishwashers_left": int(z.washers_left(w, seat)),
        "done": [what for place, what in enumerate(PURCHASES) if done >> place & 1],
        "choice": choice(state, seat),
    }


def facts(state: Any) -> dict[str, Any]:
    """All that a state or view tells, as plain data."""
    w, tavern = state.w, state.tavern
    asked = int(w[ASKED])
    guests = [guest_names(tavern)[guest] if guest >= 0 else "none" for guest in on_offer(state)]
    return {
        "round": int(w[z.ROUND]),
        "starter": int(w[z.STARTER]),
        "asked": asked if asked >= 0 else "nobody",
        "phase": PHASES[int(w[PHASE])] if asked >= 0 else ("over" if asked == OVER else "hidden"),
        "seats": {str(seat): seat_facts(state, seat) for seat in range(int(w[SEATS]))},
        "pile_guest": guests[0],
        "row": ", ".join(guests[1:]),
        "cheap_pile": int(w[z.CHEAP]).bit_count(),
        "guest_deck": int(w[z.GUESTS]).bit_count(),
        "supply": {tavern.names[kind]: int(w[z.SUPPLY]) >> 7 * kind & 127 for kind in range(NOBLE, GUEST)},
        "places": {str(seat): place for seat, place in enumerate(state.placement())} if asked == OVER else {},
    }
