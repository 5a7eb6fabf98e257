"""The Taverns of Tiefenthal in words: actions, events and facts as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import names as n
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import A_END, MOST_RETURNED, RAISING, REMOVING
from tavern_engine.games.tiefenthal.board import describe, pieces
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.games.tiefenthal.refusals import why_not
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.pack import copies
from tavern_engine.state import HIDDEN, LEFT, PHASE, SEATS, Event
from tavern_engine.words import Action, Happening, Names, Part, Words, Worth, counted

WORTH: Final = (  # T17, T22, T29, T34, T35: of helper, dishwasher, waitress, table and brewer, in our own words
    "brings 1 beer when your service begins",
    "lets one die count as 1 higher, once a round",
    "brings a coloured die",
    "is one more table for the round",
    "adds 1 beer to every die you use on the brewer",
)
#: What a seat can pay for, by event; what it buys has a name of its own.
FIRST: Final = {z.BUY: "", z.UPGRADE: "an upgrade", z.WIN: "a guest", z.WIN_NOBLES: "a noble"}
PHASES: Final = ("", "bonus", "bonus again", "arrival", "draft", "service", "no service", "raising")


def actions(tavern: TavernTables) -> list[Action]:
    """Every action, in order of the codes in `actions.py`, with what it costs or brings."""
    cards, people = tavern.names[c.HELPER : c.GUEST], [*tavern.names[c.REGULAR : c.NOBLE], *n.guest_names(tavern)]
    beer = [*(int(cost) for cost in tavern.cost[c.GUEST :]), *[0] * c.MAX_GUESTS]
    codes = [Action(verb, verb) for verb in ("pass", "end service", "start over")]
    codes += [Action("take the 3-beer guest", "take guest"), Action("take a die", "take die")]
    codes += [Action("take a {card}", "take", card=card) for card in cards]
    codes += [Action("turn over {token}", "turn over", token=token) for token in n.FURNISHINGS]
    codes += [Action("pick {die}", "pick", die=face) for face in range(1, 7)]
    codes.append(Action("step", "step"))
    for number, price in enumerate(tavern.noble_price, start=1):
        codes.append(Action(f"win {counted(number, 'noble')}", "win nobles", nobles=number, beer=int(price)))
    for kind, card in enumerate(cards, start=c.HELPER):
        codes.append(Action("buy a {card}", "buy", card=card, thalers=int(tavern.cost[kind])))
    for token, name in enumerate(n.FURNISHINGS):
        for returned in range(MOST_RETURNED if token < c.SPECIAL_OFFERS else 1):
            text = "upgrade {token}, return {returned}" if returned else "upgrade {token}"
            price = int(z.upgrade_price(tavern, token, returned))
            codes.append(Action(text, "upgrade", token=name, returned=returned, thalers=price))
    for guest, name in enumerate(n.guest_names(tavern)):
        codes.append(Action("win {guest}", "win guest", guest=name, beer=beer[guest]))
    codes += [Action("remove {person}", "remove", person=person) for person in people]
    for face in range(1, 7):
        for space, name in enumerate(n.space_names(tavern)):
            raised = int(z.washers_needed(tavern.accepts[space], face))
            codes.append(Action("{die} on {space}", "use", die=face, space=name, raised=raised))
    return [*codes, *(Action("raise a {die}", "raise", die=face) for face in range(1, 6))]


def events(tavern: TavernTables, actions: Sequence[Action]) -> dict[int, Happening]:
    """What every event does and how it is told."""
    cards, guests, deeds = tavern.names, n.guest_names(tavern), [action.text() for action in actions]

    def chosen(event: Event, who: Names) -> str:
        return f"{who(event.seat)} has chosen" + ("" if event.what == HIDDEN else f": {deeds[event.what]}")

    def came(event: Event, who: Names) -> str:
        where = "3-beer pile" if event.amount == 0 else f"row, place {event.amount}"
        return f"{guests[event.what]} comes to the {where}"

    def upgraded(event: Event, who: Names) -> str:
        returned = f" and returns {counted(event.amount, 'card')}" if event.amount else ""
        return f"{who(event.seat)} upgrades {n.FURNISHINGS[event.what]}{returned}"

    return {
        z.ROUND_BEGINS: Happening("round_begins seat amount", "round {amount} begins, {who} starts"),
        z.BAR_GUEST: Happening("get_bar_guest seat", "{who} gets a bar guest"),
        z.CHOOSE: Happening("choose seat what", chosen),
        z.REVEAL: Happening("reveal seat what", "{who} shows its choice: {thing}", things=deeds),
        z.GAIN: Happening("gain seat what", "{who} gains a {thing}", things=cards),
        z.COME: Happening("come what amount", came),
        z.INVITE: Happening("invite seat what", "{who} takes {thing} for nothing", things=guests),
        z.FREE_UPGRADE: Happening(
            "free_upgrade seat what", "{who} turns over {thing} for nothing", things=n.FURNISHINGS
        ),
        z.ROLL_COLOURED: Happening("roll_coloured seat what", "{who} rolls a {what} with a coloured die"),
        z.DRAW: Happening("draw seat what", "{who} turns up {thing}", listed=" turns up ", things=cards),
        z.SHUFFLE: Happening("shuffle seat", "{who} shuffles the discard pile"),
        z.START_OVER: Happening("start_over seat", "{who} spends a bar guest and starts over"),
        z.ROLL: Happening("roll seat what", "the coaster of {who} shows a {what}", listed=" shows a "),
        z.PICK: Happening("pick seat what", "{who} picks a {what}"),
        z.PASS_ON: Happening("pass_on", "the coasters go round"),
        z.SERVICE_BEGINS: Happening("service_begins seat", "{who} begins its service"),
        z.USE: Happening("use seat what amount", "{who} puts a {amount} on {thing}", things=n.space_names(tavern)),
        z.USE_BAR_GUEST: Happening("use_bar_guest seat", "{who} spends a bar guest for a step"),
        z.STEP: Happening("step seat what", "{who} steps to space {what} of the monastery"),
        z.EARN: Happening("earn seat amount", lambda e, who: f"{who(e.seat)} gets {counted(e.amount, 'thaler')}"),
        z.BUY: Happening("buy seat what", "{who} buys a {thing}", things=cards),
        z.UPGRADE: Happening("upgrade seat what amount", upgraded),
        z.WIN: Happening("win seat what", "{who} wins {thing}", things=guests),
        z.WIN_NOBLES: Happening(
            "win_nobles seat amount", lambda e, who: f"{who(e.seat)} wins {counted(e.amount, 'noble')}"
        ),
        z.REMOVE: Happening("remove seat what", "{who} gives {thing} no service", things=cards),
        z.RAISE: Happening("raise_die seat what", lambda e, who: f"{who(e.seat)} raises a {e.what} to a {e.what + 1}"),
        z.SERVICE_ENDS: Happening("service_ends seat", "{who} ends its service"),
        z.CLOSE: Happening("close", "the taverns close"),
        z.GAME_ENDS: Happening("", "the game is over"),
    }


class TavernWords(Words[TiefenthalState]):
    """All that is said of The Taverns of Tiefenthal."""

    phases = PHASES

    def __init__(self, tavern: TavernTables) -> None:
        self.actions = actions(tavern)
        self.events = events(tavern, self.actions)

    def deed(self, action: int, names: Names) -> str:
        text = super().deed(action, names)
        return f"put a {text}" if self.actions[action].parts["verb"] == "use" else text

    def why_not(self, state: TiefenthalState, action: int) -> str:
        return why_not(state, action)

    def picture(self, state: TiefenthalState, names: Names) -> str:
        return describe(state, names)

    def pieces(self, state: TiefenthalState, names: Names) -> list[str]:
        return pieces(state, names)

    def counts(self, state: TiefenthalState, seat: int) -> dict[str, int]:
        w = state.w
        return {"point": int(w[z.POINTS + seat]), "thaler": int(w[z.THALERS + seat]), "beer": int(w[z.BEER + seat])}

    def worth(self, state: TiefenthalState, seat: int, events: Sequence[Event]) -> list[Worth]:
        """T53: the points on all cards of a seat, guests together."""
        worths = self._worths(state, seat)
        return [Worth(f"{name} x{len(points)}", sum(points)) for name, points in worths.items() if sum(points)]

    def dimensions(self, state: TiefenthalState, seat: int, events: Sequence[Event]) -> dict[str, int | str]:
        """T53: the points on every sort of card, and T37, T38, T43, T46: what was paid for first."""
        kinds = [name for kind, name in enumerate(state.tavern.names[: c.GUEST]) if state.tavern.points[kind]]
        worths = self._worths(state, seat)
        told: dict[str, int | str] = {f"points on {name}s": sum(worths.get(name, ())) for name in (*kinds, "guest")}
        paid = next((event for event in events if event.seat == seat and event.op in FIRST), None)
        return told if paid is None else {**told, "first purchase": FIRST[paid.op] or state.tavern.names[paid.what]}

    def _worths(self, state: TiefenthalState, seat: int) -> dict[str, list[int]]:
        """The points on the cards of a seat, by their names, guests together."""
        told, tavern = self.seat_facts(state, seat), state.tavern
        worths: dict[str, list[int]] = {}
        for name in (*told["tavern"], *told["top"], *told["rest"], *told["discard"]):
            kind = tavern.names.index(name)
            worths.setdefault("guest" if kind >= c.GUEST else name, []).append(int(tavern.points[kind]))
        return worths

    def second_thought(self, state: TiefenthalState, action: int) -> str:
        """T31: dice that are not used are lost."""
        usable = sorted({int(str(parts["die"])) for parts in map(self._parts, state.legal()) if parts["verb"] == "use"})
        if action != A_END or not usable:
            return ""
        dice = " and ".join(map(str, usable))
        return f"you can still put a {dice} somewhere: end your service all the same?"

    def _parts(self, action: int) -> dict[str, Part]:
        return self.actions[action].parts

    def facts(self, state: TiefenthalState) -> dict[str, Any]:
        """Lists of cards and dice are multisets."""
        w, tavern = state.w, state.tavern
        phase, left = int(w[PHASE]), int(w[LEFT])
        guests = [n.guest_names(tavern)[guest] if guest >= 0 else None for guest in n.on_offer(state)]
        return {
            "round": int(w[z.ROUND]),
            "starter": int(w[z.STARTER]),
            "pile_guest": guests[0],
            "row": tuple(guests[1:]),
            "cheap_pile": int(w[z.CHEAP]).bit_count(),
            "guest_deck": int(w[z.GUESTS]).bit_count(),
            "unseen": n.cards(tavern, 0, int(w[z.CHEAP]) | int(w[z.GUESTS])),
            "supply": {tavern.names[kind]: int(copies(w[z.SUPPLY], kind)) for kind in range(c.NOBLE, c.GUEST)},
            "steps_left": left if phase == REMOVING else 0,
            "returning": left if phase == RAISING else 0,
            "seats": tuple(self.seat_facts(state, seat) for seat in range(int(w[SEATS]))),
        }

    def seat_facts(self, state: TiefenthalState, seat: int) -> dict[str, Any]:
        """One tavern."""
        w, tavern = state.w, state.tavern
        rest = n.cards(tavern, int(w[z.REST + seat]), int(w[z.REST_GUESTS + seat]))
        top = n.top_cards(state, seat)
        return {
            "points": int(w[z.POINTS + seat]),
            "thalers": int(w[z.THALERS + seat]),
            "beer": int(w[z.BEER + seat]),
            "track": int(w[z.TRACK + seat]),
            "bar_guests": int(w[z.BAR + seat]),
            "white": n.faces(int(w[z.WHITE + seat])),
            "coloured": n.faces(int(w[z.COLOURED + seat])),
            "coaster": n.faces(int(w[z.COASTER + seat])),
            "tavern": n.cards(tavern, int(w[z.LAID + seat]), int(w[z.LAID_GUESTS + seat])),
            "served": n.cards(tavern, int(w[z.SERVED + seat]), int(w[z.SERVED_GUESTS + seat])),
            "tables_free": max(int(z.tables_free(w, tavern, seat)), 0),  # T40: who sits at a returned table stays
            "top": tuple(top),
            "rest": rest,
            "deck_size": len(rest) + len(top),
            "discard": n.cards(tavern, int(w[z.PILE + seat]), int(w[z.PILE_GUESTS + seat])),
            "upgraded": n.named(n.FURNISHINGS, int(w[z.UPGRADED + seat])),
            "fresh": n.named(n.FURNISHINGS, int(w[z.FRESH + seat])),
            "dishwashers_left": int(z.washers_left(w, seat)),
            "done": n.named(n.PURCHASES, int(w[z.DONE + seat])),
            "choice": self.choice(int(w[z.SECRET + seat])),
        }

    def choice(self, secret: int) -> str | None:
        """What a seat has chosen and not shown yet."""
        if secret == z.UNKNOWN_CHOICE:
            return "hidden"
        return self.actions[secret - 1].text() if secret else None


def card_text(tavern: TavernTables, kind: int) -> str:
    """What is printed on a card."""
    points = counted(int(tavern.points[kind]), "point")
    if c.HELPER <= kind < c.GUEST:
        return f"Costs {counted(int(tavern.cost[kind]), 'thaler')}, {points}; laid out it {WORTH[kind - c.HELPER]}."
    space = n.space_of(kind)
    pays = f"a {n.wanted(tavern, space)} pays {counted(int(tavern.pays[space]), 'thaler')}, {points}"
    if kind < c.GUEST:
        return f"{pays[0].upper()}{pays[1:]}."
    bonus = int(tavern.bonus[kind - c.GUEST])
    amount = int(tavern.bonus_amount[kind - c.GUEST])
    extra = "" if bonus == c.NO_BONUS else f"; brings {n.bonus_text(tavern, bonus, amount)}"
    return f"Costs {int(tavern.cost[kind])} beer; {pays}{extra}."
