"""The Red Dragon Inn in words: actions, events, a picture of the table, and facts as plain data."""

from __future__ import annotations

from typing import Any

from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.tables import (
    AT_ANY_TIME,
    BITS,
    DRINKS,
    IN_ACT,
    IN_BET,
    IN_BET_OVER_ALL,
    MAX_KINDS,
    MAX_SEATS,
    InnTables,
    bit_of,
    fitting,
    kind_at,
)
from tavern_engine.state import ASKED, HIDDEN, OVER, PHASE, SEATS, TRUTH, VIEWER, Event

PHASES = ("", "respond", "discard", "action", "order", "target", "drink", "bet")

TABLE_NOTES = (
    "In the table * is whose turn it is, AC Alcohol Content, F Fortitude: who has nothing left between them "
    "passes out. The drinks of a seat wait in its Drink Me! pile."
)


def action_texts(titles: list[str]) -> list[str]:
    """The text of every action code, in order of the codes in `choices.py`."""
    cards = [*titles, *(f"(no card {number})" for number in range(len(titles), MAX_KINDS))]
    texts = ["pass"]
    texts += [f"play {card}" for card in cards]
    texts += [f"discard {card}" for card in cards]
    texts += [f"seat {seat}" for seat in range(MAX_SEATS)]
    texts += [f"drink {row + 1}" for row in range(z.MAX_ROWS)]
    return texts


def cards(inn: InnTables, deck: int, zone: int) -> list[str]:
    """The titles of a tally's cards."""
    return [inn.titles[int(kind_at(inn, deck, bit))] for bit in range(BITS - 1) if zone >> bit & 1]


def listing(titles: list[str], between: str = ", ") -> str:
    """Cards in a line, equal ones counted; titles of hand cards have commas of their own."""
    counts = {title: titles.count(title) for title in titles}
    return between.join(title if count == 1 else f"{title} x{count}" for title, count in counts.items())


def seats_text(mask: int) -> str:
    """Seats of a mask in a list: `seat 0, seat 2`."""
    return ", ".join(f"seat {seat}" for seat in range(MAX_SEATS) if mask >> seat & 1) or "nobody"


def receiver_text(receiver: int) -> str:
    if receiver == z.INN:
        return "the Inn"
    return "the pot" if receiver == z.THE_POT else f"seat {receiver - z.RECEIVER}"


def gold(amount: int) -> str:
    return f"{amount} Gold"


def event_text(inn: InnTables, event: Event) -> str:
    """An event in a sentence, as far as it was seen."""
    who, what, amount = f"seat {event.seat}", event.what, event.amount
    title = inn.titles[what] if 0 <= what < len(inn.titles) else ""
    plain = {
        z.SHUFFLE: f"{who} shuffles the discard into a new draw pile",
        z.TURN_BEGINS: f"{who} begins a turn",
        z.THROW: f"{who} discards {title}",
        z.RESOLVED: f"{title} goes to {who}'s discard",
        z.NEGATED: f"{who}'s {title} is negated",
        z.PAYS: f"{who} pays {gold(amount)} to {receiver_text(what)}",
        z.INN_PAYS: f"the Inn pays {gold(amount)} to {receiver_text(what)} for {who}",
        z.REFILL: f"there is a new Drink Deck of {amount} cards",
        z.ROUND_BEGINS: f"{who} starts a Round of Gambling",
        z.TAKES_CONTROL: f"{who} takes control" + (" with a Winning Hand" if what else ""),
        z.LEAVES: f"{who} leaves the Round",
        z.PASSES_BET: f"{who} passes",
        z.WINS_ROUND: f"{who} wins the Round",
        z.POT_GOES: f"the pot of {gold(amount)} goes to {receiver_text(what)}",
        z.TAKES_POT: f"{who} takes {gold(amount)} from the pot",
        z.SOBERS: f"{who} has nothing to drink",
        z.DRINKS_UP: f"{who} drinks: AC {amount:+}" + (f", F {what - z.NO_FORT:+}" if what != z.NO_FORT else ""),
        z.CHANGES: f"{who}'s Drink{', which nobody drinks,' if what >= z.FOR_NOBODY else ''} changes by AC {amount:+}",
        z.HANDS_ON: f"{who} passes the Drink to seat {what}",
        z.SHARES: f"{who} splits the Drink with seat {what}",
        z.IS_COURAGE: f"{who} turns {amount} AC of the Drink into Fortitude",
        z.OWES_DRINK: f"{who} is to drink one more",
        z.TIES: f"the contest is tied between {seats_text(what)}" if what > 0 else "the contest is tied",
        z.FALLS: f"{who} passes out in the contest",
        z.WINS_CONTEST: f"{who} wins the Drinking Contest",
        z.BROKE: f"{who} is out of Gold and out of the game",
        z.CHECK_ENDS: "the others play on",
        z.GAME_ENDS: f"the game is over: {seats_text(what)} left in the Inn" if what >= 0 else "the game is over",
    }
    if event.op in plain:
        return plain[event.op]
    if event.op == z.SIT_DOWN:
        return f"{who} ({inn.names[what]}) has {gold(amount)}"
    if event.op == z.SET_BAR:
        return f"the Drink Deck has {amount} cards"
    if event.op == z.DRAW:
        seen = "" if what == HIDDEN else " (" + listing(drawn_titles(inn, what), "; ") + ")"
        return f"{who} draws {amount} {'card' if amount == 1 else 'cards'}{seen}"
    if event.op == z.PLAYS:
        return f"{who} plays {title}{aim_text(amount)}"
    if event.op == z.IGNORES:
        return f"{who} ignores {title}" if amount == 0 else f"{who} ignores the Drink"
    if event.op == z.FORTIFY:
        return f"{who}: Fortitude {amount:+}"
    if event.op == z.INTOXICATE:
        return f"{who}: Alcohol Content {amount:+}"
    if event.op == z.ORDERS:
        return f"a drink is put before {who}" if what == event.seat else f"{who} orders a drink for seat {what}"
    if event.op == z.REVEAL:
        return f"{who} reveals {title}" + (" from the Drink Deck" if amount else "")
    if event.op == z.POUR_OUT:
        return f"discarded: {listing(cards(inn, DRINKS, what))}"
    return f"{who} passes out: each of {seats_text(what)} gets {gold(amount)}, the Inn the rest"


def drawn_titles(inn: InnTables, what: int) -> list[str]:
    """Cards that were drawn; the event carries their deck above the tally."""
    return cards(inn, what >> z.MOST_IN_DECK, what & ((1 << z.MOST_IN_DECK) - 1))


def aim_text(aim: int) -> str:
    """At whom or at which Drink a card is aimed."""
    seats, row = aim % z.ON_DRINK, aim // z.ON_DRINK
    parts = ([f"drink {row}"] if row else []) + ([seats_text(seats)] if seats else [])
    return f" ({', '.join(parts)})" if parts else ""


def _in_play(state: Any) -> list[dict[str, Any]]:
    """The stack from the bottom, cards and Events by title."""
    w, inn = state.w, state.inn
    items = []
    for depth in range(int(w[z.DEPTH])):
        f = z.STACK + z.FRAME * depth
        card = int(w[f + z.CARD]) - 1
        if card >= 0:
            targets = [seat for seat in range(MAX_SEATS) if int(w[f + z.TARGETS]) >> seat & 1]
            items.append({"card": inn.titles[card], "seat": int(w[f + z.OWNER]), "targets": targets})
    return items


def _drinks(state: Any) -> list[dict[str, Any]]:
    """The Drinks on the table."""
    w = state.w
    return [
        {
            "drink": row + 1,
            "drinker": int(w[z.ROW_DRINKER + row]) - 1 if w[z.ROW_DRINKER + row] else "nobody",
            "ac": int(w[z.ROW_AC + row]),
            "fort": int(w[z.ROW_FORT + row]),
        }
        for row in range(int(w[z.ROWS]))
    ]


def facts(state: Any) -> dict[str, Any]:
    """All that a state or view tells, as plain data."""
    w, inn = state.w, state.inn
    seats: dict[str, Any] = {}
    for seat in range(int(w[SEATS])):
        deck = int(w[z.CHARACTER + seat])
        row: dict[str, Any] = {
            "character": inn.names[deck],
            "in": bool(int(w[z.STILL_IN]) >> seat & 1),
            "fort": int(w[z.FORTITUDE + seat]),
            "ac": int(w[z.ALCOHOL + seat]),
            "gold": int(w[z.PURSE + seat]),
            "cards": int(w[z.SIZE + seat]),
            "hand": cards(inn, deck, int(w[z.HAND + seat])),
            "known": cards(inn, deck, int(w[z.KNOWN + seat])),
            "deck": int(state.pile_size(w, seat)),
            "discard": cards(inn, deck, int(w[z.DISCARD + seat])),
            "mugs": int(w[z.MUGS + seat]),
            "in_round": bool(int(w[z.GAMBLERS]) >> seat & 1),
        }
        seats[str(seat)] = row
    asked = int(w[ASKED])
    return {
        "seats": seats,
        "turn": int(w[z.TURN]),
        "turns": int(w[z.TURNS]),
        "pot": int(w[z.COINS]),
        "control": int(w[z.MASTER]) - 1 if w[z.MASTER] else "nobody",
        "drink_deck": int(w[z.DRINK_DECK]),
        "bar": int(w[z.BAR]),
        "drink_discard": cards(inn, DRINKS, int(w[z.DREGS])),
        "stack": _in_play(state),
        "drinks": _drinks(state),
        "asked": asked if asked >= 0 else "nobody",
        "places": {str(seat): place for seat, place in enumerate(state.placement())} if asked == OVER else {},
        "phase": PHASES[int(w[PHASE])] if asked >= 0 else ("over" if asked == OVER else "hidden"),
    }


def describe(state: Any) -> str:
    """The table as a picture in text; the viewer's own hand comes last, one line a card."""
    w, told = state.w, facts(state)
    viewer = int(w[VIEWER])
    turn = "the game is over" if int(w[ASKED]) == OVER else f"turn {told['turns']}: seat {told['turn']}"
    seen = "" if viewer == TRUTH else f" (seen by {f'seat {viewer}' if viewer >= 0 else 'a spectator'})"
    lines = [turn + seen]
    width = max(len(row["character"]) for row in told["seats"].values())
    for seat, row in told["seats"].items():
        mark = "*" if int(seat) == told["turn"] else " "
        name = f"({row['character']})".ljust(width + 2)
        lines.append(f"{mark} seat {seat} {name}  {_seat_text(row)}")
        hand, known = row["hand"], row["known"]
        if viewer == TRUTH and hand:
            lines.append(f"    hand: {listing(hand, '; ')}")
        elif viewer not in (TRUTH, int(seat)) and known:
            lines.append(f"    surely holds: {listing(known, '; ')}")
    lines.append(f"Drink Deck {told['drink_deck']}, discarded drinks: {listing(told['drink_discard']) or 'none'}")
    if w[z.GAMBLERS]:
        lines.append(_round_text(told))
    for drink in told["drinks"]:
        fort = f", F {drink['fort']:+}" if drink["fort"] else ""
        lines.append(f"drink {drink['drink']} for {_seat_or_nobody(drink['drinker'])}: AC {drink['ac']:+}{fort}")
    for place, item in enumerate(reversed(told["stack"])):
        aim = f" on {', '.join(f'seat {seat}' for seat in item['targets'])}" if item["targets"] else ""
        lines.append(f"{'after that' if place else 'under way'}: seat {item['seat']}'s {item['card']}{aim}")
    return "\n".join([*lines, *_own_hand(state, viewer)])


def _seat_text(row: dict[str, Any]) -> str:
    """The markers of a seat and what lies before it."""
    if not row["in"]:
        return "is out"
    left = row["fort"] - row["ac"]
    return (
        f"AC {row['ac']:2}  F {row['fort']:2}  {f'{left:2} left' if left > 0 else 'passed out'}  Gold {row['gold']:2}  "
        f"drinks {row['mugs']}  hand {row['cards']}  deck {row['deck']}"
    )


def _round_text(told: dict[str, Any]) -> str:
    """The Round: its pot, who is in control, and who else is in it."""
    others = [f"seat {seat}" for seat, row in told["seats"].items() if row["in_round"] and int(seat) != told["control"]]
    text = f"Round of Gambling: pot {told['pot']}, {_seat_or_nobody(told['control'])} in control"
    return f"{text}, against {', '.join(others)}" if others else text


def _own_hand(state: Any, viewer: int) -> list[str]:
    """The cards of the viewer with their kinds, equal ones counted."""
    if viewer < 0 or not int(state.w[z.HAND + viewer]):
        return []
    inn, deck = state.inn, int(state.w[z.CHARACTER + viewer])
    hand = cards(inn, deck, int(state.w[z.HAND + viewer]))
    kinds = {title: card_kind(inn, deck, inn.titles.index(title)) for title in hand}
    return ["hand:", *(f"  {listing([title] * hand.count(title))} ({kind})" for title, kind in kinds.items())]


def card_kind(inn: InnTables, deck: int, kind: int) -> str:
    """What is printed on a card of a character, told by when it fits."""
    bit = int(bit_of(inn, deck, kind))
    acts, bets, cheats, anytime = (
        int(fitting(inn, moment, deck)) >> bit & 1 for moment in (IN_ACT, IN_BET, IN_BET_OVER_ALL, AT_ANY_TIME)
    )
    if acts:
        return "Action/Gambling" if bets else "Action"
    if bets or cheats:
        return "Gambling" if bets else "Cheating"
    return "Anytime" if anytime else "Sometimes"


def _seat_or_nobody(seat: object) -> str:
    return f"seat {seat}" if isinstance(seat, int) else str(seat)
