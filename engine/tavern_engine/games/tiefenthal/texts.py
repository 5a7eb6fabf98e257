"""The Taverns of Tiefenthal in words: actions, events and facts as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.actions import MOST_RETURNED, RAISING, REMOVING
from tavern_engine.games.tiefenthal.board import describe
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.games.tiefenthal.names import (
    FURNISHINGS,
    PURCHASES,
    bonus_text,
    cards,
    faces,
    guest_names,
    named,
    on_offer,
    space_names,
    space_of,
    top_cards,
    wanted,
)
from tavern_engine.games.tiefenthal.refusals import why_not
from tavern_engine.games.tiefenthal.rules import TiefenthalState
from tavern_engine.pack import copies
from tavern_engine.state import HIDDEN, LEFT, PHASE, SEATS, Event
from tavern_engine.words import Action, Happening, Names, Words, counted

WORTH: Final = (  # T17, T22, T29, T34, T35: of helper, dishwasher, waitress, table and brewer, in our own words
    "brings 1 beer when your service begins",
    "lets one die count as 1 higher, once a round",
    "brings a coloured die",
    "is one more table for the round",
    "adds 1 beer to every die you use on the brewer",
)
PHASES: Final = ("", "bonus", "bonus again", "arrival", "draft", "service", "no service", "raising")


def actions(tavern: TavernTables) -> list[Action]:
    """Every action, in order of the codes in `actions.py`, with what it costs or brings."""
    cards, people = tavern.names[c.HELPER : c.GUEST], [*tavern.names[c.REGULAR : c.NOBLE], *guest_names(tavern)]
    beer = [*(int(cost) for cost in tavern.cost[c.GUEST :]), *[0] * c.MAX_GUESTS]
    codes = [Action(verb, verb) for verb in ("pass", "end service", "start over")]
    codes += [Action("take the 3-beer guest", "take guest"), Action("take a die", "take die")]
    codes += [Action("take a {card}", "take", card=card) for card in cards]
    codes += [Action("turn over {token}", "turn over", token=token) for token in FURNISHINGS]
    codes += [Action("pick {die}", "pick", die=face) for face in range(1, 7)]
    codes.append(Action("step", "step"))
    for number, price in enumerate(tavern.noble_price, start=1):
        codes.append(Action(f"win {counted(number, 'noble')}", "win nobles", nobles=number, beer=int(price)))
    for kind, card in enumerate(cards, start=c.HELPER):
        codes.append(Action("buy a {card}", "buy", card=card, thalers=int(tavern.cost[kind])))
    for token, name in enumerate(FURNISHINGS):
        for returned in range(MOST_RETURNED if token < c.SPECIAL_OFFERS else 1):
            text = "upgrade {token}, return {returned}" if returned else "upgrade {token}"
            price = int(z.upgrade_price(tavern, token, returned))
            codes.append(Action(text, "upgrade", token=name, returned=returned, thalers=price))
    for guest, name in enumerate(guest_names(tavern)):
        codes.append(Action("win {guest}", "win guest", guest=name, beer=beer[guest]))
    codes += [Action("remove {person}", "remove", person=person) for person in people]
    for face in range(1, 7):
        for space, name in enumerate(space_names(tavern)):
            raised = int(z.washers_needed(tavern.accepts[space], face))
            codes.append(Action("{die} on {space}", "use", die=face, space=name, raised=raised))
    return [*codes, *(Action("raise a {die}", "raise", die=face) for face in range(1, 6))]


class _Parts:
    """What a sentence about an event can name, in braces."""

    def __init__(self, tavern: TavernTables, event: Event, names: Names) -> None:
        self.tavern, self.event, self.names = tavern, event, names

    def __getitem__(self, part: str) -> str:
        event = self.event
        if part == "who":
            return self.names(event.seat)
        if part in ("thalers", "nobles"):
            return counted(event.amount, part.removesuffix("s"))
        if part in ("what", "amount"):
            return str(getattr(event, part))
        lists = {"card": self.tavern.names, "guest": guest_names(self.tavern), "space": space_names(self.tavern)}
        return lists.get(part, FURNISHINGS)[event.what]


def events(tavern: TavernTables, actions: Sequence[Action]) -> dict[int, Happening]:
    """What every event does and how it is told."""

    def say(words: str, apply: Callable[[Any, Event], None], listed: str = "") -> Happening:
        return Happening(apply, lambda e, who: words.format_map(_Parts(tavern, e, who)), listed=listed)

    def chosen(event: Event, who: Names) -> str:
        return f"{who(event.seat)} has chosen" + ("" if event.what == HIDDEN else f": {actions[event.what].text()}")

    def shown(event: Event, who: Names) -> str:
        return f"{who(event.seat)} shows its choice: {actions[event.what].text()}"

    def came(event: Event, who: Names) -> str:
        where = "3-beer pile" if event.amount == 0 else f"row, place {event.amount}"
        return f"{guest_names(tavern)[event.what]} comes to the {where}"

    def upgraded(event: Event, who: Names) -> str:
        returned = f" and returns {counted(event.amount, 'card')}" if event.amount else ""
        return f"{who(event.seat)} upgrades {FURNISHINGS[event.what]}{returned}"

    def raised(event: Event, who: Names) -> str:
        return f"{who(event.seat)} raises a {event.what} to a {event.what + 1}"

    return {
        z.ROUND_BEGINS: say("round {amount} begins, {who} starts", lambda s, e: s.round_begins(s.w, e.seat, e.amount)),
        z.BAR_GUEST: say("{who} gets a bar guest", lambda s, e: s.get_bar_guest(s.w, e.seat)),
        z.CHOOSE: Happening(lambda s, e: s.choose(s.w, e.seat, e.what), chosen),
        z.REVEAL: Happening(lambda s, e: s.reveal(s.w, e.seat, e.what), shown),
        z.GAIN: say("{who} gains a {card}", lambda s, e: s.gain(s.w, e.seat, e.what)),
        z.COME: Happening(lambda s, e: s.come(s.w, e.what, e.amount), came),
        z.INVITE: say("{who} takes {guest} for nothing", lambda s, e: s.invite(s.w, e.seat, e.what)),
        z.FREE_UPGRADE: say("{who} turns over {token} for nothing", lambda s, e: s.free_upgrade(s.w, e.seat, e.what)),
        z.ROLL_COLOURED: say(
            "{who} rolls a {what} with a coloured die", lambda s, e: s.roll_coloured(s.w, e.seat, e.what)
        ),
        z.DRAW: say("{who} turns up {card}", lambda s, e: s.draw(s.w, e.seat, e.what), listed=" turns up "),
        z.SHUFFLE: say("{who} shuffles the discard pile", lambda s, e: s.shuffle(s.w, e.seat)),
        z.START_OVER: say("{who} spends a bar guest and starts over", lambda s, e: s.start_over(s.w, e.seat)),
        z.ROLL: say("the coaster of {who} shows a {what}", lambda s, e: s.roll(s.w, e.seat, e.what), " shows a "),
        z.PICK: say("{who} picks a {what}", lambda s, e: s.pick(s.w, e.seat, e.what)),
        z.PASS_ON: say("the coasters go round", lambda s, e: s.pass_on(s.w)),
        z.SERVICE_BEGINS: say("{who} begins its service", lambda s, e: s.service_begins(s.w, e.seat)),
        z.USE: say("{who} puts a {amount} on {space}", lambda s, e: s.use(s.w, e.seat, e.what, e.amount)),
        z.USE_BAR_GUEST: say("{who} spends a bar guest for a step", lambda s, e: s.use_bar_guest(s.w, e.seat)),
        z.STEP: say("{who} steps to space {what} of the monastery", lambda s, e: s.step(s.w, e.seat, e.what)),
        z.EARN: say("{who} gets {thalers}", lambda s, e: s.earn(s.w, e.seat, e.amount)),
        z.BUY: say("{who} buys a {card}", lambda s, e: s.buy(s.w, e.seat, e.what)),
        z.UPGRADE: Happening(lambda s, e: s.upgrade(s.w, e.seat, e.what, e.amount), upgraded),
        z.WIN: say("{who} wins {guest}", lambda s, e: s.win(s.w, e.seat, e.what)),
        z.WIN_NOBLES: say("{who} wins {nobles}", lambda s, e: s.win_nobles(s.w, e.seat, e.amount)),
        z.REMOVE: say("{who} gives {card} no service", lambda s, e: s.remove(s.w, e.seat, e.what)),
        z.RAISE: Happening(lambda s, e: s.raise_die(s.w, e.seat, e.what), raised),
        z.SERVICE_ENDS: say("{who} ends its service", lambda s, e: s.service_ends(s.w, e.seat)),
        z.CLOSE: say("the taverns close", lambda s, e: s.close(s.w)),
        z.GAME_ENDS: say("the game is over", lambda s, e: s.game_ends(s.w)),
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

    def facts(self, state: TiefenthalState) -> dict[str, Any]:
        """Lists of cards and dice are multisets."""
        w, tavern = state.w, state.tavern
        phase, left = int(w[PHASE]), int(w[LEFT])
        guests = [guest_names(tavern)[guest] if guest >= 0 else None for guest in on_offer(state)]
        return {
            "round": int(w[z.ROUND]),
            "starter": int(w[z.STARTER]),
            "pile_guest": guests[0],
            "row": tuple(guests[1:]),
            "cheap_pile": int(w[z.CHEAP]).bit_count(),
            "guest_deck": int(w[z.GUESTS]).bit_count(),
            "unseen": cards(tavern, 0, int(w[z.CHEAP]) | int(w[z.GUESTS])),
            "supply": {tavern.names[kind]: int(copies(w[z.SUPPLY], kind)) for kind in range(c.NOBLE, c.GUEST)},
            "steps_left": left if phase == REMOVING else 0,
            "returning": left if phase == RAISING else 0,
            "seats": tuple(self.seat_facts(state, seat) for seat in range(int(w[SEATS]))),
        }

    def seat_facts(self, state: TiefenthalState, seat: int) -> dict[str, Any]:
        """One tavern."""
        w, tavern = state.w, state.tavern
        rest = cards(tavern, int(w[z.REST + seat]), int(w[z.REST_GUESTS + seat]))
        top = top_cards(state, seat)
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
            "top": tuple(top),
            "rest": rest,
            "deck_size": len(rest) + len(top),
            "discard": cards(tavern, int(w[z.PILE + seat]), int(w[z.PILE_GUESTS + seat])),
            "upgraded": named(FURNISHINGS, int(w[z.UPGRADED + seat])),
            "fresh": named(FURNISHINGS, int(w[z.FRESH + seat])),
            "dishwashers_left": int(z.washers_left(w, seat)),
            "done": named(PURCHASES, int(w[z.DONE + seat])),
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
    space = space_of(kind)
    pays = f"a {wanted(tavern, space)} pays {counted(int(tavern.pays[space]), 'thaler')}, {points}"
    if kind < c.GUEST:
        return f"{pays[0].upper()}{pays[1:]}."
    bonus = int(tavern.bonus[kind - c.GUEST])
    extra = (
        "" if bonus == c.NO_BONUS else f"; brings {bonus_text(tavern, bonus, int(tavern.bonus_amount[kind - c.GUEST]))}"
    )
    return f"Costs {int(tavern.cost[kind])} beer; {pays}{extra}."
