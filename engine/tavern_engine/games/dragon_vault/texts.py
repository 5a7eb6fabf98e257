"""Dragon's Vault in words: cards, actions, events, a picture of the table, and facts as plain data."""

from __future__ import annotations

from typing import Final

from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import KINDS, MAX_SEATS
from tavern_engine.multiset import kinds
from tavern_engine.state import ASKED, CHOSEN, HIDDEN, LEFT, OVER, PHASE, SEATS, TRUTH, VIEWER, Event

CARDS: Final = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "Zero", "Fire-breather", "Protector")
TRICKS: Final = (
    "quick dragon",
    "villains against dragons",
    "small but brave",
    "surprise",
    "carousel",
    "golden feathers",
    "revealing secrets",
)
PHASES: Final = ("", "swap", "swap for", "play", "debt", "skip", "surprise", "carousel", "secrets")


def action_texts() -> list[str]:
    """The text of every action code, in order of the codes in `rules.py`."""
    texts = [f"play {card}" if n == 1 else f"play {card} x{n}" for card in CARDS for n in range(1, 5)]
    texts += [f"remove {card}" for card in CARDS]
    texts += ["take", "draw", "pass", "turn up", "turn up double", "keep", "straight on", "reverse"]
    texts += [f"swap {card}" for card in CARDS]
    texts += [f"for {card}" for card in CARDS]
    texts += [f"reveal {card}" for card in CARDS]
    texts += [f"let seat {seat} draw" for seat in range(MAX_SEATS)]
    return texts


def names(zone: int) -> list[str]:
    """The cards of a zone by name."""
    return [CARDS[kind] for kind in kinds(zone)]


def listing(zone: int) -> str:
    """The cards of a zone in a line: `4 x2, Zero`."""
    cards = names(zone)
    parts = [card if cards.count(card) == 1 else f"{card} x{cards.count(card)}" for card in dict.fromkeys(cards)]
    return ", ".join(parts)


def cards_drawn(event: Event) -> str:
    """Cards that came to a hand, as far as they were seen."""
    plural = "card" if event.amount == 1 else "cards"
    return f"{event.amount} {plural}" + ("" if event.what == HIDDEN else f" ({listing(event.what)})")


def event_text(event: Event, rows: tuple[str, ...]) -> str:
    """An event in a sentence, as far as it was seen; `rows` are the names of the hindrances."""
    who, what, amount = f"seat {event.seat}", event.what, event.amount
    if event.op == z.LAY:
        return f"{who} plays {CARDS[what]}" + (f" x{amount}" if amount > 1 else "")
    if event.op == z.TURN_UP:
        return f"{who} turns up a closed {CARDS[what]}"
    if event.op == z.SWAP:
        return f"{who} swaps a {CARDS[what & 15]} for the open {CARDS[what >> 4]}"
    if event.op == z.REMOVE:
        return f"{who} removes four {CARDS[what]}"
    if event.op == z.REVEAL:
        return f"{who} takes the open {CARDS[what]} of the reserve"
    if event.op == z.THIEVE:
        return f"seat {amount} draws " + ("a card" if what == HIDDEN else f"a {CARDS[what]}") + f" from {who}'s hand"
    if event.op == z.TRICK:
        return f"the trick {TRICKS[what]} is turned up"
    if event.op == z.HINDRANCE:
        return f"{who} takes the hindrance {rows[what]}"
    if event.op == z.RESERVE:
        return f"{who} lays a reserve of {amount & 15} closed cards, open: {listing(what) or 'none'}"
    if event.op == z.DEAL:
        return f"{who} is dealt {cards_drawn(event)}"
    if event.op in (z.PAY_DEBT, z.DRAW):
        return f"{who} draws {cards_drawn(event)}"
    if event.op == z.PILE_UP:
        return f"the trouble pile holds {amount} cards"
    if event.op == z.ROUND_BEGINS:
        return f"round {amount} begins, {who} starts"
    if event.op == z.ROUND_ENDS:
        return "the round ends at the turn limit" if event.seat < 0 else f"{who} has no card left: the round ends"
    if event.op == z.LOSE:
        return f"{who} loses {amount} coins" if amount >= 0 else f"{who} gets {-amount} coins back"
    if event.op == z.SKIP:
        seats = [str(seat) for seat in range(MAX_SEATS) if what >> seat & 1]
        return f"seat {seats[0]} is skipped" if len(seats) == 1 else f"seats {', '.join(seats)} are skipped"
    plain = {
        z.PICK_UP: f"{who} takes the discard area",
        z.TURN_BEGINS: f"{who} is to move",
        z.CLEAR: "the discard area leaves the round",
        z.REVERSE: f"{who} reverses the direction",
        z.KEEP_RESERVE: f"{who} swaps nothing",
        z.GAME_ENDS: f"the game is over: {who} has lost the fewest coins and wins",
    }
    return plain[event.op]


def card_name(kind: int) -> str:
    """A card's name, or "none"."""
    return CARDS[kind] if 0 <= kind < KINDS else "none"


def facts(state: z.Zones, rows: tuple[str, ...]) -> dict[str, object]:
    """All that the state, or the view, tells, as plain data. Lists of cards are multisets."""
    w = [int(word) for word in state.w]
    over = w[ASKED] == OVER
    held = [(w[z.HELD] >> 4 * seat) & 15 for seat in range(MAX_SEATS)]
    seats: dict[str, object] = {}
    for seat in range(w[SEATS]):
        seats[str(seat)] = {
            "hand": names(w[z.HAND + seat]),
            "cards": w[z.SIZE + seat],
            "known": names(w[z.KNOWN + seat]),
            "open": names(w[z.OPEN + seat]),
            "closed": int(z.closed_total(w[z.CLOSED + seat])),
            "doubles": int(z.closed_doubles(w[z.CLOSED + seat])),
            "lost": w[z.LOST + seat],
            "hindrance": rows[held[seat] - 1] if held[seat] else "none",
        }
    told: dict[str, object] = {
        "round": w[z.ROUND],
        "starter": w[z.STARTER],
        "turn": w[z.TURN],
        "turns": w[z.TURNS],
        "direction": "clockwise" if w[z.DIRECTION] == 1 else "counter-clockwise",
        "pile": names(w[z.PILE]),
        "top": card_name(w[z.TOP]),
        "effective": card_name(w[z.EFFECTIVE]),
        "run": w[z.RUN],
        "debt": w[z.DEBT],
        "hit": w[z.HITS],
        "skipping": w[z.ORIGIN] if w[z.HITS] else "nobody",
        "trouble": w[z.LEFT_TROUBLE],
        "gone": names(w[z.GONE]),
        "tricks": [TRICKS[trick] for trick in kinds(w[z.TRICKS])],
        "over": over,
        "asked": w[ASKED] if w[ASKED] >= 0 else "nobody",
        "decision": PHASES[w[PHASE]],
        "giving": CARDS[w[CHOSEN]] if PHASES[w[PHASE]] == "swap for" else "none",
        "times": w[LEFT],
        "seats": seats,
    }
    if over:
        told["places"] = {str(seat): place for seat, place in enumerate(state.placement())}
    return told


def describe(state: z.Zones) -> str:
    """The table in a few lines; in a view `?` stands for a card that the viewer does not know."""
    w = [int(word) for word in state.w]
    area = f"{listing(w[z.PILE])}; on top {card_name(w[z.TOP])}, counts as {card_name(w[z.EFFECTIVE])}"
    turn = "the game is over" if w[ASKED] == OVER else f"turn of seat {w[z.TURN]}"
    lines = [
        f"round {w[z.ROUND]}, {turn}" + ("" if w[z.DIRECTION] == 1 else ", counter-clockwise"),
        f"discard area: {area}" if w[z.PILE] else "discard area: empty",
        f"trouble pile: {w[z.LEFT_TROUBLE]}" + (f"   debt: {w[z.DEBT]}" if w[z.DEBT] else ""),
    ]
    if w[z.GONE]:
        lines.append(f"out of the round: {listing(w[z.GONE])}")
    if w[z.TRICKS]:
        lines.append("tricks: " + ", ".join(TRICKS[trick] for trick in kinds(w[z.TRICKS])))
    if PHASES[w[PHASE]] == "swap for":
        lines.append(f"seat {w[ASKED]} swaps away a {CARDS[w[CHOSEN]]}")
    for seat in range(w[SEATS]):
        lines.append(describe_seat(w, seat))
    if w[VIEWER] != TRUTH:
        lines[0] += f" (seen by {'a spectator' if w[VIEWER] < 0 else f'seat {w[VIEWER]}'})"
    return "\n".join(lines)


def describe_seat(w: list[int], seat: int) -> str:
    """One seat in a line: hand, reserve, coins lost."""
    hand = listing(w[z.HAND + seat])
    unknown = w[z.SIZE + seat] - len(names(w[z.HAND + seat]))
    if unknown:
        hand += f"{', ' if hand else ''}? x{unknown}"
    closed, doubles = int(z.closed_total(w[z.CLOSED + seat])), int(z.closed_doubles(w[z.CLOSED + seat]))
    stacks = [f"(?){card}" for card in names(w[z.OPEN + seat])] + ["(?)(?)"] * doubles
    stacks += ["(?)"] * (closed - 2 * doubles - len(names(w[z.OPEN + seat])))
    return f"seat {seat}: hand {hand or '-'} | reserve {' '.join(stacks) or '-'} | lost {w[z.LOST + seat]}"
