"""The taverns as a picture in text: the guests on offer, the common piles, then every tavern."""

from __future__ import annotations

import textwrap

from tavern_engine import pack
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import names as n
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.state import ASKED, OVER, SEATS, VIEWER
from tavern_engine.words import Names, counted, grouped, seen_by

WIDTH = 96  # with what `tavern-play` adds to a line it still fits 100 columns
LABEL = 11
NO_BREAK = "\0"  # stands for a space at which a line is not broken
BONUSES_AHEAD = 3  # of the monastery track
DONE = (*(f"{name} bought" for name in n.PURCHASES[:5]), "guest won", "register used", "barrel used", "nobles served")
NOTES = (
    "The guests on offer: beer to win one, the die that serves it, the thalers it then pays, its points, and what it "
    "brings when it is won. 'To buy' are cards with their price in thalers, 'to upgrade' the furnishings; 15-5 is 5 "
    "less for each card returned. In a tavern, '(a 3 pays 4)' is the die somebody waits for and what it pays; 'spaces' "
    "is what a die on the board brings; 'turned over' are the furnishings that are upgraded, with what they give; 'on "
    "top' are the first cards of the deck in their order, which everybody saw; 'deck' is the rest of it, in any order. "
    "A * marks who is asked."
)


def describe(state: z.Zones, names: Names) -> str:
    """The table as a picture in text."""
    w, seen = state.w, seen_by(state, names)
    if int(w[ASKED]) == OVER:
        lines = [f"the game is over{seen}"]
    elif not int(w[z.ROUND]):
        lines = [f"the taverns are not open yet{seen}"]
    else:
        lines = [evening_text(state, names) + seen]
        lines += [*guests_on_offer(state), *piles(state)]
    for seat in range(int(w[SEATS])):
        lines += tavern_of(state, seat, names)
    return "\n".join(lines)


def pieces(state: z.Zones, names: Names) -> list[str]:
    """The viewer's own tavern, then what is on offer, then the others."""
    w, seats = state.w, int(state.w[SEATS])
    first = max(int(w[VIEWER]), 0)
    own, *others = ("\n".join(tavern_of(state, (first + place) % seats, names)) for place in range(seats))
    if not int(w[z.ROUND]) or int(w[ASKED]) == OVER:
        return [own, *others]
    return [own, "\n".join(guests_on_offer(state)), "\n".join(piles(state)), evening_text(state, names), *others]


def evening_text(state: z.Zones, names: Names) -> str:
    """T12, T14: which round it is, what it brings, and who starts."""
    which, tavern = int(state.w[z.ROUND]), state.tavern
    starter = names(int(state.w[z.STARTER]))
    return f"round {which} of {int(tavern.rounds)}, which brings {n.round_bonus(tavern, which)}; {starter} starts"


def guests_on_offer(state: z.Zones) -> list[str]:
    """T5: a guest in a line."""
    tavern = state.tavern
    rows = [("guests on offer", "beer", "die", "pays", "points", "brings")]
    for place, guest in enumerate(n.on_offer(state)):
        kind, where = c.GUEST + guest, " (3-beer pile)" if place == 0 else ""
        if guest < 0:
            rows.append((f"  nobody{where}", "", "", "", "", ""))
            continue
        bonus, amount = int(tavern.bonus[guest]), int(tavern.bonus_amount[guest])
        brings = "" if bonus == c.NO_BONUS else n.bonus_text(tavern, bonus, amount)
        pays, points = tavern.pays[n.space_of(kind)], tavern.points[kind]
        numbers = (str(tavern.cost[kind]), n.wanted(tavern, n.space_of(kind)), str(pays), str(points))
        rows.append((f"  {tavern.names[kind]}{where}", *numbers, brings))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["   ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]


def piles(state: z.Zones) -> list[str]:
    """T4 to T6, T38, T39: what is left to win and to buy, and what upgrades cost."""
    w, tavern = state.w, state.tavern
    unseen = [f"{int(w[z.CHEAP]).bit_count()} of the 3-beer pile", f"{int(w[z.GUESTS]).bit_count()} of the guest deck"]
    left = [int(pack.copies(w[z.SUPPLY], kind)) for kind in range(c.GUEST)]
    prices = [f"{place} for {int(price)} beer" for place, price in enumerate(tavern.noble_price, start=1)]
    buyable = [
        f"{tavern.names[kind]} {int(tavern.cost[kind])} ({left[kind]} left)" for kind in range(c.HELPER, c.GUEST)
    ]
    upgrades = []
    for token in range(c.TOKENS):
        discount = f"-{int(tavern.discount[token])}" if token < c.SPECIAL_OFFERS else ""
        upgrades.append(f"{n.FURNISHINGS[token]} {int(tavern.upgrade_cost[token])}{discount}")
    return [
        *line("unseen", unseen, 2),
        *line("nobles", [*prices, f"{left[c.NOBLE]} left"], 2),
        *line("to buy", buyable, 2),
        *line("to upgrade", upgrades, 2),
    ]


def line(label: str, parts: list[str], indent: int = 4) -> list[str]:
    """A labelled list, broken between its parts where it is too long; none if there is nothing to say."""
    if not parts:
        return []
    hanging = " " * (indent + LABEL + 2)
    first = f"{' ' * indent}{label:<{LABEL}}  "
    if len(first) + len(whole := ", ".join(parts)) <= WIDTH:
        return [first + whole]
    whole = ", ".join(part.replace(" ", NO_BREAK) for part in parts)
    broken = textwrap.wrap(whole, WIDTH, initial_indent=first, subsequent_indent=hanging, break_on_hyphens=False)
    return [text.replace(NO_BREAK, " ") for text in broken]


def tavern_of(state: z.Zones, seat: int, names: Names) -> list[str]:
    """One seat: what it has, its dice, who sits there, what else lies there, its board and its deck."""
    w, tavern = state.w, state.tavern
    others = [tavern.names[kind] for kind in pack.kinds(int(w[z.LAID + seat]), 0) if kind >= c.HELPER]
    rest = n.cards(tavern, int(w[z.REST + seat]), int(w[z.REST_GUESTS + seat]))
    discard = n.cards(tavern, int(w[z.PILE + seat]), int(w[z.PILE_GUESTS + seat]))
    mark = "*" if int(w[ASKED]) == seat else " "
    evening = [
        *line("monastery", monastery(state, seat)),
        *line("dice", dice_of(state, seat)),
        *line("tables", seated(state, seat)),
        *line("laid out", grouped(others)),
        *line("spaces", spaces(state, seat)),
        *line("this round", n.named(DONE, int(w[z.DONE + seat]))),
    ]
    return [
        f"{mark} {names(seat)}: {', '.join(stores(state, seat))}",
        *(evening if int(w[ASKED]) != OVER else ()),
        *line("turned over", turned_over(state, seat)),
        *line("on top", n.top_cards(state, seat)),
        *line(f"deck {len(rest)}", grouped(rest)),
        *line(f"discard {len(discard)}", grouped(discard)),
    ]


def stores(state: z.Zones, seat: int) -> list[str]:
    """Points, and what is spent in service."""
    w, tavern = state.w, state.tavern
    parts = [counted(int(w[z.POINTS + seat]), "point")]
    parts.append(f"{counted(int(w[z.THALERS + seat]), 'thaler')} (safe {int(z.worth(w, tavern, seat, c.F_SAFE))})")
    parts.append(f"{int(w[z.BEER + seat])} beer (storage {int(z.worth(w, tavern, seat, c.F_STORAGE))})")
    if bar := int(w[z.BAR + seat]):
        parts.append(counted(bar, "bar guest"))
    secret = int(w[z.SECRET + seat])
    if secret > 0:
        parts.append(f"has chosen {n.bonus_choices(tavern)[secret - 1]}")
    elif secret == z.UNKNOWN_CHOICE:
        parts.append("has chosen its bonus")
    return parts


def monastery(state: z.Zones, seat: int) -> list[str]:
    """T47: the space of the marker and the bonuses ahead."""
    tavern, space = state.tavern, int(state.w[z.TRACK + seat])
    ahead: list[str] = []
    reached = space
    for step in range(1, c.LAST_SPACE + 1):
        reached = int(z.next_space(reached))
        bonus = int(tavern.track_bonus[reached])
        if bonus != c.NO_BONUS and len(ahead) < BONUSES_AHEAD:
            ahead.append(f"in {step}: {n.bonus_text(tavern, bonus, int(tavern.track_amount[reached]))}")
    return [f"space {space} of {c.LAST_SPACE}", *ahead]


def dice_of(state: z.Zones, seat: int) -> list[str]:
    """The dice below the board and on the coaster, and how often dishwashers can still raise one."""
    w = state.w
    parts = []
    for label, word in (("white", z.WHITE), ("coloured", z.COLOURED), ("on the coaster", z.COASTER)):
        if some := n.faces(int(w[word + seat])):
            parts.append(f"{label} {' '.join(map(str, some))}")
    if w[z.WASHERS + seat]:
        left = int(z.washers_left(w, seat))
        parts.append(f"dishwashers can raise dice by {left} in all" if left else "the dishwashers have helped")
    return parts


def seated(state: z.Zones, seat: int) -> list[str]:
    """T17: who sits at the tables, which die each waits for and what it pays."""
    w, tavern = state.w, state.tavern
    waiting, served = [], []
    for kind in pack.kinds(int(w[z.LAID + seat]), int(w[z.LAID_GUESTS + seat])):
        if kind <= c.NOBLE or kind >= c.GUEST:
            waiting.append(tavern.names[kind])
    for kind in pack.kinds(int(w[z.SERVED + seat]), int(w[z.SERVED_GUESTS + seat])):
        waiting.remove(tavern.names[kind])
        served.append(tavern.names[kind])
    if int(w[z.DONE + seat]) & z.NOBLES_SERVED:
        served += [name for name in waiting if name == tavern.names[c.NOBLE]]
        waiting = [name for name in waiting if name != tavern.names[c.NOBLE]]
    parts = []
    for name, group in zip(dict.fromkeys(waiting), grouped(waiting), strict=True):
        space = n.space_of(tavern.names.index(name))
        parts.append(f"{group} (a {n.wanted(tavern, space)} pays {int(tavern.pays[space])})")
    parts += [f"{group} (served)" for group in grouped(served)]
    free = int(z.tables_free(w, tavern, seat))
    return [*parts, f"{free} free"] if free > 0 else parts


def spaces(state: z.Zones, seat: int) -> list[str]:
    """T34: what a die on a space of the board brings now."""
    w, tavern = state.w, state.tavern
    register, barrel, monk = (int(z.worth(w, tavern, seat, token)) for token in (c.F_REGISTER, c.F_BARREL, c.F_MONK))
    return [
        f"register {counted(register, 'thaler')}",
        f"barrel {barrel} beer",
        f"brewer ({n.wanted(tavern, c.ON_BREWER)}) {int(z.brewing(w, tavern, seat))} beer",
        f"monk ({n.wanted(tavern, c.ON_MONK)}) {counted(monk, 'step')}",
    ]


def turned_over(state: z.Zones, seat: int) -> list[str]:
    """T38, T42: the furnishings that are upgraded, with what they give."""
    w, tavern = state.w, state.tavern
    parts = []
    for token in range(c.TOKENS):
        if z.is_turned(w, seat, token):
            fresh = "" if z.is_upgraded(w, seat, token) else " (from the next round)"
            parts.append(f"{n.FURNISHINGS[token]} {int(tavern.upgraded[token])}{fresh}")
    return parts
