"""Dragon's Vault in words: cards, actions, events, a picture of the table, and facts as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.games.dragon_vault.cards import MAX_SEATS
from tavern_engine.games.dragon_vault.names import CARDS, TRICKS, card_name, names_of
from tavern_engine.games.dragon_vault.refusals import why_not
from tavern_engine.games.dragon_vault.rules import VaultState
from tavern_engine.games.dragon_vault.scoring import coins
from tavern_engine.multiset import copies, kinds
from tavern_engine.state import ASKED, CHOSEN, HIDDEN, LEFT, OVER, PHASE, SEATS, VIEWER, Event
from tavern_engine.words import Action, Happening, Names, Words, Worth, counted, listing, seats_in, seen_by

ROUNDS: Final = 4  # of a game that are looked at one by one; few have more
PHASES: Final = ("", "swap", "swap for", "play", "debt", "skip", "surprise", "carousel", "secrets")


def actions() -> list[Action]:
    """Every action, in order of the codes in `rules.py`."""
    codes = [
        Action("play {card}" if count == 1 else "play {card} x{count}", "play", card=card, count=count)
        for card in CARDS
        for count in range(1, 5)
    ]
    codes += [Action("remove {card}", "remove", card=card) for card in CARDS]
    codes += [Action(verb, verb) for verb in ("take", "draw", "pass", "turn up", "turn up double", "keep")]
    codes += [Action(verb, verb) for verb in ("straight on", "reverse")]
    codes += [Action(f"{verb} {{card}}", verb, card=card) for verb in ("swap", "for", "reveal") for card in CARDS]
    codes += [Action("let {seat} draw", "let draw", seat=seat) for seat in range(MAX_SEATS)]
    return codes


def cards(event: Event) -> str:
    """Cards that came to a hand, as far as they were seen."""
    return counted(event.amount, "card") + ("" if event.what == HIDDEN else f" ({listing(names_of(event.what))})")


def plays(event: Event, who: Names) -> str:
    return f"{who(event.seat)} plays {CARDS[event.what]}" + (f" x{event.amount}" if event.amount > 1 else "")


def steals(event: Event, who: Names) -> str:
    card = "a card" if event.what == HIDDEN else f"a {CARDS[event.what]}"
    return f"{who(event.amount)} draws {card} from {who(event.seat)}'s hand"


def lays(event: Event, who: Names) -> str:
    shown = listing(names_of(event.what)) or "none"
    return f"{who(event.seat)} lays a reserve of {event.amount & 15} closed cards, open: {shown}"


def swaps(event: Event, who: Names) -> str:
    given, wanted = z.swapped(event.what)
    return f"{who(event.seat)} swaps a {CARDS[given]} for the open {CARDS[wanted]}"


def are_skipped(event: Event, who: Names) -> str:
    seats = seats_in(event.what)
    return f"{who.all(seats)} {'is' if len(seats) == 1 else 'are'} skipped"


def ends(event: Event, who: Names) -> str:
    if event.seat < 0:
        return "the round ends at the turn limit"
    return f"{who(event.seat)} has no card left: the round ends"


def loses(event: Event, who: Names) -> str:
    coins = event.amount
    return f"{who(event.seat)} loses {coins} coins" if coins >= 0 else f"{who(event.seat)} gets {-coins} coins back"


def events(rows: tuple[str, ...]) -> dict[int, Happening]:
    """What every event does and how it is told; `rows` are the names of the hindrances."""
    return {
        z.ROUND_BEGINS: Happening("round_begins seat amount", "round {amount} begins, {who} starts"),
        z.TRICK: Happening("open_trick what", "the trick {thing} is turned up", things=TRICKS),
        z.HINDRANCE: Happening("take_hindrance seat what", "{who} takes the hindrance {thing}", things=rows),
        z.RESERVE: Happening("lay_reserve seat what amount", lays),
        z.DEAL: Happening("deal_hand seat what amount", lambda e, who: f"{who(e.seat)} is dealt {cards(e)}"),
        z.PILE_UP: Happening("pile_up amount", "the trouble pile holds {amount} cards"),
        z.KEEP_RESERVE: Happening("", "{who} swaps nothing"),
        z.SWAP: Happening(lambda s, e: s.swap(s.w, e.seat, *z.swapped(e.what)), swaps),
        z.TURN_BEGINS: Happening("turn_begins seat", "{who} is to move", quiet=True),
        z.LAY: Happening("lay seat what amount", plays),
        z.TURN_UP: Happening("turn_up seat what amount", "{who} turns up a closed {thing}", things=CARDS),
        z.PICK_UP: Happening("pick_up seat", "{who} takes the discard area"),
        z.PAY_DEBT: Happening("pay_debt seat what amount", lambda e, who: f"{who(e.seat)} draws {cards(e)}"),
        z.DRAW: Happening("draw seat what amount", lambda e, who: f"{who(e.seat)} draws {cards(e)}"),
        z.CLEAR: Happening("clear", "the discard area leaves the round"),
        z.REMOVE: Happening("remove seat what", "{who} removes four {thing}", things=CARDS),
        z.THIEVE: Happening("thieve seat what amount", steals),
        z.REVERSE: Happening("reverse seat", "{who} reverses the direction"),
        z.REVEAL: Happening("reveal seat what", "{who} takes the open {thing} of the reserve", things=CARDS),
        z.ROUND_ENDS: Happening("round_ends seat", ends),
        z.LOSE: Happening("lose seat amount", loses),
        z.SKIP: Happening("", are_skipped),
        z.GAME_ENDS: Happening("", "the game is over: {who} has lost the fewest coins and wins"),
    }


class VaultWords(Words[VaultState]):
    """All that is said of Dragon's Vault; `rows` are the names of the hindrances."""

    phases = PHASES

    def __init__(self, rows: tuple[str, ...]) -> None:
        self.rows = rows
        self.actions = actions()
        self.events = events(rows)

    def why_not(self, state: VaultState, action: int) -> str:
        return why_not(state, action)

    def facts(self, state: VaultState) -> dict[str, Any]:
        """Lists of cards are multisets."""
        w = memoryview(state.w).tolist()
        return {
            "round": w[z.ROUND],
            "starter": w[z.STARTER],
            "turn": w[z.TURN],
            "turns": w[z.TURNS],
            "direction": "clockwise" if w[z.DIRECTION] == 1 else "counter-clockwise",
            "pile": names_of(w[z.PILE]),
            "top": card_name(w[z.TOP]),
            "effective": card_name(w[z.EFFECTIVE]),
            "run": w[z.RUN],
            "debt": w[z.DEBT],
            "hit": w[z.HITS],
            "skipping": w[z.ORIGIN] if w[z.HITS] else None,
            "protected": seats_in(w[z.LAID]),
            "trouble": w[z.LEFT_TROUBLE],
            "gone": names_of(w[z.GONE]),
            "tricks": [TRICKS[trick] for trick in kinds(w[z.TRICKS])],
            "giving": CARDS[w[CHOSEN]] if PHASES[w[PHASE]] == "swap for" else None,
            "times": w[LEFT],
            "seats": tuple(self.seat_facts(w, seat) for seat in range(w[SEATS])),
        }

    def seat_facts(self, w: list[int], seat: int) -> dict[str, Any]:
        """One seat: the hand as far as the viewer knows it, the reserve, the coins lost."""
        held = int(copies(w[z.HELD], seat))
        return {
            "hand": names_of(w[z.HAND + seat]),
            "cards": w[z.SIZE + seat],
            "known": names_of(w[z.KNOWN + seat]),
            "open": names_of(w[z.OPEN + seat]),
            "closed": int(z.closed_total(w[z.CLOSED + seat])),
            "doubles": int(z.closed_doubles(w[z.CLOSED + seat])),
            "lost": w[z.LOST + seat],
            "hindrance": self.rows[held - 1] if held else None,
        }

    def picture(self, state: VaultState, names: Names) -> str:
        """The table in a few lines; in a view `?` stands for a card that the viewer does not know."""
        w = memoryview(state.w).tolist()
        return "\n".join([*self._middle(state, w, names), *(seat_line(w, seat, names) for seat in range(w[SEATS]))])

    def pieces(self, state: VaultState, names: Names) -> list[str]:
        """The viewer's own seat, what lies in the middle, the others."""
        w = memoryview(state.w).tolist()
        first = max(w[VIEWER], 0)
        own, *others = (seat_line(w, (first + place) % w[SEATS], names) for place in range(w[SEATS]))
        return [own, "\n".join(self._middle(state, w, names)), *others]

    def worth(self, state: VaultState, seat: int, events: Sequence[Event]) -> list[Worth]:
        """D30: the coins of every round that is over; in a round what it would cost now, as far as it is known."""
        losses = enumerate(coins_by_round(seat, events), start=1)
        parts = [Worth(f"round {number}", lost) for number, lost in losses if lost]
        if int(state.w[ASKED]) == OVER:
            return parts
        return [*parts, Worth("if this round ended now", int(coins(state.w, state.vault, seat)))]

    def dimensions(self, state: VaultState, seat: int, events: Sequence[Event]) -> dict[str, int | str]:
        """D30: the coins of the first rounds."""
        losses = enumerate(coins_by_round(seat, events)[:ROUNDS], start=1)
        return {f"coins lost in round {number}": lost for number, lost in losses}

    def _middle(self, state: VaultState, w: list[int], names: Names) -> list[str]:
        """The round, the discard area and the trouble pile."""
        top, effective = card_name(w[z.TOP]), card_name(w[z.EFFECTIVE]) or "none"
        area = f"{listing(names_of(w[z.PILE]))}; on top {top}, counts as {effective}" if w[z.PILE] else "empty"
        turn = "the game is over" if w[ASKED] == OVER else f"turn of {names(w[z.TURN])}"
        backwards = "" if w[z.DIRECTION] == 1 else ", counter-clockwise"
        lines = [
            f"round {w[z.ROUND]}, {turn}{backwards}{seen_by(state, names)}",
            f"discard area: {area}",
            f"trouble pile: {w[z.LEFT_TROUBLE]}" + (f"   debt: {w[z.DEBT]}" if w[z.DEBT] else ""),
        ]
        if w[z.GONE]:
            lines.append(f"out of the round: {listing(names_of(w[z.GONE]))}")
        if w[z.TRICKS]:
            lines.append("tricks: " + ", ".join(TRICKS[trick] for trick in kinds(w[z.TRICKS])))
        if PHASES[w[PHASE]] == "swap for":
            lines.append(f"{names(w[ASKED])} swaps away a {CARDS[w[CHOSEN]]}")
        return lines


def coins_by_round(seat: int, events: Sequence[Event]) -> list[int]:
    """D29, D30: what a seat lost in every round that is over; its winner loses nothing, and no event says that."""
    lost: list[int] = []
    for event in events:
        if event.op == z.ROUND_ENDS:
            lost.append(0)
        elif event.op == z.LOSE and event.seat == seat:
            lost[-1] += event.amount
    return lost


def seat_line(w: list[int], seat: int, names: Names) -> str:
    """One seat in a line: hand, reserve, coins lost."""
    hand = listing(names_of(w[z.HAND + seat]))
    unknown = w[z.SIZE + seat] - len(names_of(w[z.HAND + seat]))
    if unknown:
        hand += f"{', ' if hand else ''}? x{unknown}"
    closed, doubles = int(z.closed_total(w[z.CLOSED + seat])), int(z.closed_doubles(w[z.CLOSED + seat]))
    stacks = [f"(?){card}" for card in names_of(w[z.OPEN + seat])] + ["(?)(?)"] * doubles
    stacks += ["(?)"] * (closed - 2 * doubles - len(names_of(w[z.OPEN + seat])))
    return f"{names(seat)}: hand {hand or '-'} | reserve {' '.join(stacks) or '-'} | lost {w[z.LOST + seat]}"
