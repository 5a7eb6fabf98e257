"""The names of cards, tokens, dice and bonuses in texts."""

from __future__ import annotations

from collections.abc import Sequence

from tavern_engine import pack
from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.multiset import kinds
from tavern_engine.words import counted

FURNISHINGS = ("tables", "waitress", "dishwasher", "brewer", "register", "monk", "safe", "barrel", "storage")
BOARD_SPACES = ("the register", "the barrel", "the brewer", "the monk")
PURCHASES = ("helper", "dishwasher", "waitress", "table", "brewer", "guest", "register", "barrel", "noble")


def guest_names(tavern: TavernTables) -> list[str]:
    """The names of all guests, and stand-ins up to the number there is room for."""
    names = tavern.names[c.GUEST :]
    return [*names, *(f"guest {place}" for place in range(len(names), c.MAX_GUESTS))]


def space_names(tavern: TavernTables) -> list[str]:
    """Where a die can be put, by space."""
    people = [*tavern.names[c.REGULAR : c.NOBLE], tavern.names[c.NOBLE]]
    return [*people, *BOARD_SPACES, *guest_names(tavern)]


def space_of(kind: int) -> int:
    """The space on which a die for a person is put."""
    return kind if kind < c.GUEST else c.ON_GUEST + kind - c.GUEST


def wanted(tavern: TavernTables, space: int) -> str:
    """The faces that a space takes: `1 or 6`."""
    return " or ".join(str(face) for face in range(1, 7) if c.holds(tavern.accepts[space], face))


def bonus_text(tavern: TavernTables, bonus: int, amount: int) -> str:
    """A bonus of a guest or of the monastery in a few words."""
    if bonus >= c.B_CARD:
        name = tavern.names[bonus - c.B_CARD]
        return f"a {name}" if amount == 1 else f"{amount} {name}s"
    if bonus == c.B_THALERS:
        return counted(amount, "thaler")
    if bonus == c.B_STEPS:
        return counted(amount, "step")
    return "no service" if bonus == c.B_NO_SERVICE else "nothing"


def bonus_choices(tavern: TavernTables) -> dict[int, str]:
    """T14: what can be chosen in phase A, by action."""
    words = {a.A_PASS: "nothing", a.A_CHEAP: "the 3-beer guest", a.A_COLOURED: "a coloured die"}
    words |= {a.A_TAKE + place: f"a {name}" for place, name in enumerate(tavern.names[c.HELPER : c.GUEST])}
    return words | {a.A_TURN + place: f"{token} turned over" for place, token in enumerate(FURNISHINGS)}


def round_bonus(tavern: TavernTables, which: int) -> str:
    """T14: what a round brings: `a table or a brewer`."""
    words = {**bonus_choices(tavern), a.A_TURN: "a free upgrade", a.BAR_GUEST_FOR_ALL: "a bar guest"}
    choices = [int(c.bonus_choice(tavern, which, choice)) for choice in range(2)]
    return " or ".join(words[choice] for choice in choices if choice != a.NOTHING)


def faces(some_dice: int) -> list[int]:
    """The faces of a word of dice."""
    return list(kinds(some_dice))


def named(names: Sequence[str], mask: int) -> list[str]:
    """The names whose bits a mask has."""
    return [name for place, name in enumerate(names) if c.holds(mask, place)]


def cards(tavern: TavernTables, counts: int, guests: int) -> list[str]:
    """The cards of a pack by name."""
    return [tavern.names[kind] for kind in pack.kinds(counts, guests)]


def top_cards(state: z.Zones, seat: int) -> list[str]:
    """The cards on top of a deck that everybody saw, from the top."""
    cards = reversed(range(int(state.w[z.KNOWN_SIZE + seat])))
    return [state.tavern.names[int(z.known_card(state.w, seat, card))] for card in cards]


def on_offer(state: z.Zones) -> list[int]:
    """The guests on offer by place, -1 where the deck has run out."""
    return [int(z.card_in(state.w[z.OFFER], place)) for place in range(z.PLACES)]
