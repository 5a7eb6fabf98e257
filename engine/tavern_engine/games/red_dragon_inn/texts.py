"""The Red Dragon Inn in words: actions, events, a picture of the table, and facts as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tavern_engine.games.red_dragon_inn import cellar
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.accounts import changes, purse
from tavern_engine.games.red_dragon_inn.choices import ORDERING, RESPOND
from tavern_engine.games.red_dragon_inn.language import WAYS
from tavern_engine.games.red_dragon_inn.refusals import why_not
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.games.red_dragon_inn.sides import A_STALL, LAST_STALL, STALL_BITS
from tavern_engine.games.red_dragon_inn.stack import boosted, top
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit, fits_at, in_deck
from tavern_engine.state import ASKED, HIDDEN, OVER, PHASE, SEATS, TRUTH, VIEWER, Event
from tavern_engine.words import Action, Happening, Names, Words, Worth, counted, listing, seats_in, seen_by

WINDOWS = (
    *("free", "ordering", "play", "drink", "event", "ante", "pay", "lost", "round", "bet", "win", "last"),
    *("last in a contest", "action", "paid", "evening"),
)
SIDE_DECKS = {
    t.STORIES: "the Story deck",
    t.STABLE: "the stable",
    t.RESERVE: "the Special Reserve",
    t.PRIZES: "the Prizes",
}
EFFECTS = {  # what a Drink does besides, as facts and sentences name it
    "draw": t.DRAWS, "discard": t.DISCARDS, "exchange": t.EXCHANGES, "heal": t.HEALS, "reveal": t.REVEALS,
}  # fmt: skip


def actions(inn: InnTables) -> list[Action]:
    """Every action, in order of the codes in `choices.py`."""
    cards = [*inn.titles, *(f"(no card {number})" for number in range(len(inn.titles), t.MAX_KINDS))]
    codes = [Action("pass", "pass")]
    for kind, card in enumerate(cards):
        verb = "use" if inn.bit[in_deck(t.FRONTS, kind)] >= 0 else "play"
        codes.append(Action(f"{verb} {{card}}", verb, card=card))
    codes += [Action("discard {card}", "discard", card=card) for card in cards]
    codes += [Action("{seat}", "choose", seat=seat) for seat in range(t.MAX_SEATS)]
    codes += [Action("drink {drink}", "choose", drink=row + 1) for row in range(z.MAX_ROWS)]
    codes += [Action("{way}", "choose", way=way or f"(no way {number})") for number, way in enumerate(WAYS)]
    return codes


def cards(inn: InnTables, deck: int, zone: int) -> list[str]:
    """The titles of a tally's cards."""
    return [*_titles(inn, deck, zone)] if zone else []


@lru_cache(maxsize=4096)  # most zones stay as they are from one decision to the next
def _titles(inn: InnTables, deck: int, zone: int) -> tuple[str, ...]:
    titles = []
    while zone > 0:
        titles.append(inn.titles[int(inn.kind[at_bit(deck, (zone & -zone).bit_length() - 1)])])
        zone &= zone - 1
    return tuple(titles)


def receiver_text(receiver: int, who: Names) -> str:
    if receiver == z.INN:
        return "the Inn"
    return "the pot" if receiver == z.THE_POT else who(receiver - z.RECEIVER)


def gold(amount: int) -> str:
    return f"{amount} Gold"


# Events.


def played(inn: InnTables, event: Event, who: Names) -> str:
    """A card with what it is aimed at, and how it is played: a Drink, a way, players."""
    way, rest = divmod(event.amount, z.BY_WAY)
    row, seats = divmod(rest, z.ON_DRINK)
    aims = ([f"drink {row}"] if row else []) + ([WAYS[way - 1]] if way else []) + list(map(who, seats_in(seats)))
    verb = "plays" if event.op == z.PLAYS else "uses"
    return f"{who(event.seat)} {verb} {inn.titles[event.what]}" + (f" ({', '.join(aims)})" if aims else "")


def drawn(inn: InnTables, event: Event, who: Names) -> str:
    """Cards that were drawn, as far as they were seen; the event carries their deck above the tally."""
    seen = ""
    if event.what != HIDDEN:
        tally = event.what & ((1 << z.MOST_IN_DECK) - 1)
        seen = f" ({listing(cards(inn, event.what >> z.MOST_IN_DECK, tally), '; ')})"
    return f"{who(event.seat)} draws {counted(event.amount, 'card')}{seen}"


def sentence(inn: InnTables, event: Event, who: Names) -> str:
    """The events whose words depend on more than their parts."""
    op, what, name = event.op, event.what, who(event.seat)
    if op in (z.PLAYS, z.USES, z.USES_KEPT):
        return played(inn, event, who)
    if op == z.DRAW:
        return drawn(inn, event, who)
    if op == z.SIT_DOWN:
        return f"{name}{'' if who.given else f' ({inn.names[what]})'} has {gold(event.amount)}"
    if op == z.IGNORES:
        return f"{name} ignores {'the Drink' if event.amount else inn.titles[what]}"
    if op == z.PAYS:
        return f"{name} pays {gold(event.amount)} to {receiver_text(what, who)}"
    if op == z.INN_PAYS:
        return f"the Inn pays {gold(event.amount)} to {receiver_text(what, who)} for {name}"
    if op == z.POT_GOES:
        return f"the pot of {gold(event.amount)} goes to {receiver_text(what, who)}"
    if op == z.ORDERS:
        return f"a drink is put before {name}" if what == event.seat else f"{name} orders a drink for {who(what)}"
    if op == z.REVEAL:
        source = {z.FROM_BAR: " from the Drink Deck", z.FROM_CELLAR: " from the Special Reserve"}.get(event.amount, "")
        return f"{name} reveals {inn.titles[what]}{source}"
    if op == z.POUR_OUT:
        return f"discarded: {listing(cards(inn, t.DRINKS + event.amount, what))}"
    if op == z.WASHES_IN:
        return f"shuffled into {name}'s Drink Me! pile: {listing(cards(inn, t.DRINKS + event.amount, what))}"
    if op == z.SHUFFLES_SIDE:
        verb = "come back to the Inn" if what == t.PRIZES else "is shuffled anew"
        return f"{SIDE_DECKS[what]} {verb}"
    if op == z.IS_COURAGE and what < z.IN_ALL:
        return f"{name} turns {event.amount} AC of the Drink into Fortitude"
    if op == z.IS_COURAGE:
        return f"{name} turns the AC of the Drink into Fortitude {event.amount:+}"
    if op in (z.STORY_AIMS, z.NAMES_RIVAL):
        verb = "tells it to" if op == z.STORY_AIMS else "dares"
        return f"{name} {verb} {', '.join(map(who, seats_in(event.amount)))}"
    if op == z.TAKES_CONTROL:
        return f"{name} takes control" + (" with a Winning Hand" if what else "")
    if op == z.DRINKS_UP:
        return f"{name} drinks: AC {event.amount:+}" + (f", F {what - z.NO_FORT:+}" if what != z.NO_FORT else "")
    unwanted = ", which nobody drinks," if what >= z.FOR_NOBODY else ""
    return f"{name}'s Drink{unwanted} changes by AC {event.amount:+}"


def events(inn: InnTables) -> dict[int, Happening]:
    """What every event does and how it is told."""
    cards = inn.titles

    def told(event: Event, who: Names) -> str:
        return sentence(inn, event, who)

    return {
        z.SIT_DOWN: Happening("sit_down seat what amount", told),
        z.SET_BAR: Happening("set_bar amount", "the Drink Deck has {amount} cards"),
        z.DRAW: Happening("draw_cards seat what amount", told),
        z.SHUFFLE: Happening("shuffle seat", "{who} shuffles the discard into a new draw pile"),
        z.TURN_BEGINS: Happening("turn_begins seat", "{who} begins a turn"),
        z.THROW: Happening("throw seat what", "{who} discards {thing}", things=cards),
        z.PLAYS: Happening("plays seat what amount", told),
        z.RESOLVED: Happening("resolved seat what", "{thing} goes to {who}'s discard", quiet=True, things=cards),
        z.NEGATED: Happening("negated seat what", "{who}'s {thing} is negated", things=cards),
        z.IGNORES: Happening("", told),
        z.FORTIFY: Happening("fortify seat amount", "{who}: Fortitude {amount:+}"),
        z.INTOXICATE: Happening("intoxicate seat amount", "{who}: Alcohol Content {amount:+}"),
        z.PAYS: Happening("pays seat what amount", told),
        z.INN_PAYS: Happening("inn_pays seat what amount", told),
        z.ORDERS: Happening("orders seat what", told),
        z.REVEAL: Happening("reveal seat what amount", told),
        z.POUR_OUT: Happening("pour_out what amount", told),
        z.REFILL: Happening("refill amount", "there is a new Drink Deck of {amount} cards"),
        z.ROUND_BEGINS: Happening("round_begins seat", "{who} starts a Round of Gambling"),
        z.TAKES_CONTROL: Happening("takes_control seat what", told),
        z.LEAVES: Happening("leaves seat", "{who} leaves the Round"),
        z.PASSES_BET: Happening("", "{who} passes"),
        z.WINS_ROUND: Happening("", "{who} wins the Round"),
        z.POT_GOES: Happening("pot_goes what amount", told),
        z.TAKES_POT: Happening("takes_pot seat amount", "{who} takes {amount} Gold from the pot"),
        z.SOBERS: Happening("", "{who} has nothing to drink"),
        z.DRINKS_UP: Happening("", told),
        z.CHANGES: Happening("", told),
        z.HANDS_ON: Happening("", "{who} passes the Drink to {other}"),
        z.SHARES: Happening("", "{who} splits the Drink with {other}"),
        z.IS_COURAGE: Happening("", told),
        z.OWES_DRINK: Happening("", "{who} is to drink one more"),
        z.TIES: Happening("", "the contest is tied between {seats}"),
        z.FALLS: Happening("falls seat", "{who} passes out in the contest"),
        z.WINS_CONTEST: Happening("", "{who} wins the Drinking Contest"),
        z.PASSES_OUT: Happening(
            "passes_out seat what amount", "{who} passes out: each of {seats} gets {amount} Gold, the Inn the rest"
        ),
        z.BROKE: Happening("is_broke seat", "{who} is out of Gold and out of the game"),
        z.TELLS: Happening("tells seat what", "{who} tells a Story: {thing}", things=cards),
        z.STORY_AIMS: Happening("", told),
        z.STORY_ENDS: Happening("story_ends what", "{thing} goes to the Story discard", quiet=True, things=cards),
        z.STAYS: Happening("stays seat what", "{thing} stays before {who}", things=cards),
        z.USES: Happening("uses seat what amount", told),
        z.USES_KEPT: Happening("uses_kept seat what amount", told),
        z.COMES: Happening("comes seat what", "{thing} comes to {who}'s stable", things=cards),
        z.GOES: Happening("goes seat what", "{thing} leaves {who}'s stable", things=cards),
        z.SETTLES_IN: Happening("settles_in seat what", "{thing} takes the first stall", things=cards),
        z.SHUFFLES_SIDE: Happening("shuffles_side what", told),
        z.GETS_RESERVE: Happening("gets_reserve seat", "{who} gets a Special Reserve Drink"),
        z.HANDS_OVER: Happening("hands_over seat what", "{who} gives the top drink of the pile to {other}"),
        z.STEPS_OUT: Happening("steps_out seat what", "{who} takes {other} outside"),
        z.COMES_BACK: Happening("comes_back", "back from outside: {seats}"),
        z.TURNS_CARD: Happening("turns_card seat what", "{who} turns up {thing}", things=cards),
        z.TAKES_FROM_INN: Happening("takes_from_inn seat amount", "{who} takes {amount} Gold from the Inn"),
        z.STAKES_PRIZE: Happening("stakes_prize seat what", "{thing} lies on the pot", things=cards),
        z.WASHES_IN: Happening("washes_in seat what amount", told),
        z.NAMES_RIVAL: Happening("", told),
        z.SOFTENS: Happening("", "{who}'s Drink lowers Fortitude by {amount} less"),
        z.GETS_SHOT: Happening("", "{who} gets a Drink of AC {amount:+}"),
        z.CHECK_ENDS: Happening("check_ends", "the others play on", quiet=True),
        z.GAME_ENDS: Happening("", "the game is over: {seats} left in the Inn"),
    }


class InnWords(Words[InnState]):
    """All that is said of The Red Dragon Inn."""

    phases = (
        *("", "respond", "discard", "action", "order", "target", "drink", "bet"),
        *("targets", "hand out", "way", "part with", "prize", "share"),
    )

    def __init__(self, inn: InnTables) -> None:
        self.inn = inn
        self.actions = actions(inn)
        self.events = events(inn)

    def deed(self, action: int, names: Names) -> str:
        text = super().deed(action, names)
        return f"choose {text}" if self.actions[action].parts["verb"] == "choose" else text

    def why_not(self, state: InnState, action: int) -> str:
        return why_not(state, action)

    # Facts.

    def facts(self, state: InnState) -> dict[str, Any]:
        """Lists of cards and of seats are in no order."""
        w = memoryview(state.w).tolist()
        asked, f = w[ASKED] >= 0, int(top(state.w))
        arg = int(self.inn.code[w[f + z.PC] + 1]) if asked else 0  # of the verb that asks
        window = arg if asked and w[PHASE] == RESPOND else None
        served = cellar.host_of(state, state.w) >= 0  # RA100: else the Reserve has left the game
        return {
            "turn": w[z.TURN],
            "turns": w[z.TURNS],
            "pot": w[z.COINS],
            "control": w[z.MASTER] - 1 if w[z.MASTER] else None,
            "winning_hand": w[z.UNBEATEN] == 1,
            "winner": w[z.WINNER] - 1 if w[z.WINNER] else None,
            "drink_deck": w[z.DRINK_DECK],
            "bar": w[z.BAR],
            "drink_discard": cards(self.inn, t.DRINKS, w[z.DREGS]),
            "window": None if window is None else WINDOWS[window],
            "payment": self._payment(w, f) if window in (t.ANTE, t.PAY) else None,
            "to_order": int(boosted(state.w, f, arg)) - w[f + z.STEP] if asked and w[PHASE] == ORDERING else 0,
            "stack": tuple(self._frame(w, at) for at in range(z.STACK, f + 1, z.FRAME) if w[at + z.CARD]),
            "drinks": tuple(self._drink(w, row) for row in range(w[z.ROWS])),
            "reserve_deck": w[z.CELLAR] if served else 0,
            "reserve_discard": cards(self.inn, t.RESERVE, w[z.FINE_DREGS]) if served else [],
            "story_deck": cards(self.inn, t.STORIES, w[z.TALES]),
            "story_discard": cards(self.inn, t.STORIES, w[z.TALES_TOLD]),
            "stable_deck": cards(self.inn, t.STABLE, w[z.STALL]),
            "stable_discard": cards(self.inn, t.STABLE, w[z.STALL_LEFT]),
            "stalls": self._stalls(w),
            "prizes": cards(self.inn, t.PRIZES, w[z.TROPHIES]),
            "prize_on_pot": self.inn.titles[w[z.STAKED] - 1] if w[z.STAKED] else None,
            "seats": tuple(self._seat(state, w, seat) for seat in range(w[SEATS])),
        }

    def _stalls(self, w: list[int]) -> tuple[str, ...]:
        """The animals from the first stall to the third."""
        kinds = [w[z.STALLS] >> STALL_BITS * stall & A_STALL for stall in range(LAST_STALL + 1)]
        return tuple(self.inn.titles[kind - 1] if kind else "none" for kind in kinds)

    def _payment(self, w: list[int], f: int) -> dict[str, Any]:
        """What the asked seat is to pay, and to whom: a seat, the Inn or the pot."""
        receiver = {z.INN: "inn", z.THE_POT: "pot"}.get(w[f + z.TARGETS], w[f + z.TARGETS] - z.RECEIVER)
        return {"gold": w[f + z.AMOUNT], "to": receiver}

    def _frame(self, w: list[int], f: int) -> dict[str, Any]:
        """A card or Event under way."""
        card = w[f + z.CARD] - 1
        is_event = self.inn.event[card] >= 0
        return {
            "card": self.inn.titles[card],
            "seat": w[f + z.OWNER],
            "targets": seats_in(w[f + z.TARGETS]),
            "ignored": [] if is_event else seats_in(w[f + z.IGNORED]),
            "story": self.inn.titles[w[f + z.SIDE] - 1] if w[f + z.SIDE] else None,
            "story_targets": seats_in(w[f + z.SIDE_AIM]),
        }

    def _drink(self, w: list[int], row: int) -> dict[str, Any]:
        """A Drink on the table; a copy is made of the cards of the first one (R71)."""
        root = 0 if w[z.ROW_EFFECTS + row] & t.COPIED else w[z.ROW_ROOT + row]
        return {
            "drink": row + 1,
            "drinker": w[z.ROW_DRINKER + row] - 1 if w[z.ROW_DRINKER + row] else None,
            "ac": w[z.ROW_AC + row],
            "fort": w[z.ROW_FORT + row],
            "revealer": w[z.ROW_REVEALER + row],
            "score": w[z.ROW_SCORE + w[z.ROW_ROOT + row]],
            "effects": effects_of(w[z.ROW_EFFECTS + row]),
            "protected": bool(w[z.ROW_EFFECTS + row] & t.PROTECTED),
            "cards": [
                *cards(self.inn, t.DRINKS, w[z.ROW_CARDS + root]),
                *cards(self.inn, t.RESERVE, w[z.ROW_FINE + root]),
            ],
        }

    def _seat(self, state: InnState, w: list[int], seat: int) -> dict[str, Any]:
        """One seat: the hand as far as the viewer knows it."""
        deck = w[z.CHARACTER + seat]
        return {
            "character": self.inn.names[deck],
            "in": bool(w[z.STILL_IN] >> seat & 1),
            "fort": w[z.FORTITUDE + seat],
            "ac": w[z.ALCOHOL + seat],
            "gold": w[z.PURSE + seat],
            "cards": w[z.SIZE + seat],
            "hand": cards(self.inn, deck, w[z.HAND + seat]),
            "known": cards(self.inn, deck, w[z.KNOWN + seat]),
            "deck": int(state.pile_size(state.w, seat)),
            "discard": cards(self.inn, deck, w[z.DISCARD + seat]),
            "mugs": int(z.pile(state.w, seat)),
            "reserves": w[z.FINE_MUGS + seat],
            "front": cards(self.inn, t.FRONTS, w[z.FRONT + seat]),
            "outside": bool(w[z.OUTSIDE] >> seat & 1),
            "in_round": bool(w[z.GAMBLERS] >> seat & 1),
            "fallen": bool(w[z.FALLEN] >> seat & 1),
        }

    # The picture.

    def picture(self, state: InnState, names: Names) -> str:
        """The table as a picture in text; the viewer's own hand comes last, one line a card."""
        told_ = self.facts(state)
        lines = [*self._seat_lines(state, told_, names), *self._on_table(state, told_, names)]
        return "\n".join([*lines, *self._own_hand(state, int(state.w[VIEWER]))])

    def pieces(self, state: InnState, names: Names) -> list[str]:
        """The viewer's own hand in one line, what is under way, all seats."""
        told_, viewer = self.facts(state), int(state.w[VIEWER])
        hand = [text.strip() for text in self._own_hand(state, viewer)[1:]]
        drinks, *under_way = self._on_table(state, told_, names)
        own = [f"your hand: {'; '.join(hand)}"] if hand else []
        return [
            *own,
            *["\n".join(under_way)] * bool(under_way),
            "\n".join(self._seat_lines(state, told_, names)),
            drinks,
        ]

    def worth(self, state: InnState, seat: int, events: Sequence[Event]) -> list[Worth]:
        """R1, R20: the Gold of a seat."""
        return purse(int(z.start_gold(state.w)), seat, int(state.w[z.PURSE + seat]), events)

    def dimensions(self, state: InnState, seat: int, events: Sequence[Event]) -> dict[str, int | str]:
        """RA2: the character, and R20: what gambling brought or cost."""
        gold = [gold for event in events for what, gold in changes(event, seat) if what.endswith("the pot")]
        return {"character": self.inn.names[int(state.w[z.CHARACTER + seat])], "Gold won by gambling": sum(gold)}

    def _seat_lines(self, state: InnState, told_: dict[str, Any], names: Names) -> list[str]:
        """Whose turn it is, and a line or two for every seat."""
        viewer = int(state.w[VIEWER])
        turn = "the game is over" if int(state.w[ASKED]) == OVER else f"turn {told_['turns']}: {names(told_['turn'])}"
        lines = [turn + seen_by(state, names)]
        width = max(len(row["character"]) for row in told_["seats"])
        for seat, row in enumerate(told_["seats"]):
            mark = "*" if seat == told_["turn"] else " "
            character = "" if names.given else f" ({row['character']})".ljust(width + 3)
            lines.append(f"{mark} {names.column(seat)}{character}  {_seat_text(row)}")
            if viewer == TRUTH and row["hand"]:
                lines.append(f"    hand: {listing(row['hand'], '; ')}")
            elif viewer not in (TRUTH, seat) and row["known"]:
                lines.append(f"    surely holds: {listing(row['known'], '; ')}")
            if row["front"]:
                lines.append(f"    before it: {listing(self._front(told_, row), '; ')}")
        return lines

    def _on_table(self, state: InnState, told_: dict[str, Any], names: Names) -> list[str]:
        """The Drink Deck, the Round, Drinks, and what is under way, the last one first."""
        lines = [f"Drink Deck {told_['drink_deck']}, discarded drinks: {listing(told_['drink_discard']) or 'none'}"]
        if state.w[z.GAMBLERS]:
            lines.append(_round_text(told_, names))
        for drink in told_["drinks"]:
            drinker = "nobody" if drink["drinker"] is None else names(drink["drinker"])
            lines.append(f"drink {drink['drink']} for {drinker}: {drink_text(drink)}")
        for place, item in enumerate(reversed(told_["stack"])):
            aim = f" on {', '.join(map(names, item['targets']))}" if item["targets"] else ""
            if item["story"]:
                aim += f" with the Story {item['story']}"
            lines.append(f"{'after that' if place else 'under way'}: {names(item['seat'])}'s {item['card']}{aim}")
        return lines

    def _front(self, told_: dict[str, Any], row: dict[str, Any]) -> list[str]:
        """The cards before a seat; animals with their stalls."""
        stalls = {
            animal: f"{animal} (stall {place})" for place, animal in enumerate(told_["stalls"], start=1) if animal
        }
        return [stalls.get(card, card) for card in row["front"]]

    def _own_hand(self, state: InnState, viewer: int) -> list[str]:
        """The cards of the viewer with their kinds, equal ones counted."""
        if viewer < 0 or not int(state.w[z.HAND + viewer]):
            return []
        deck = int(state.w[z.CHARACTER + viewer])
        hand = cards(self.inn, deck, int(state.w[z.HAND + viewer]))
        kinds = {title: card_kind(self.inn, deck, self.inn.titles.index(title)) for title in hand}
        return ["hand:", *(f"  {listing([title] * hand.count(title))} ({kind})" for title, kind in kinds.items())]


def _seat_text(row: dict[str, Any]) -> str:
    """The markers of a seat and what lies before it."""
    if not row["in"]:
        return "is out"
    left = row["fort"] - row["ac"]
    mugs = f"{row['mugs']}" + (f" ({row['reserves']} Reserve)" if row["reserves"] else "")
    return (
        f"AC {row['ac']:2}  F {row['fort']:2}  {f'{left:2} left' if left > 0 else 'passed out'}  Gold {row['gold']:2}  "
        f"drinks {mugs}  hand {row['cards']}  deck {row['deck']}{'  outside' if row['outside'] else ''}"
    )


def effects_of(word: int) -> dict[str, int]:
    """What a Drink does besides AC and F: how many cards are drawn, discarded, and so on."""
    counts = {name: word >> t.EFFECT_BITS * effect & t.AN_EFFECT for name, effect in EFFECTS.items()}
    return {name: count for name, count in counts.items() if count}


def drink_text(drink: dict[str, Any]) -> str:
    """A Drink on the table in a few words."""
    parts = [f"AC {drink['ac']:+}"] + ([f"F {drink['fort']:+}"] if drink["fort"] else [])
    parts += [f"{name} {count}" for name, count in drink["effects"].items()]
    return ", ".join(parts + (["protected"] if drink["protected"] else []))


def _round_text(told_: dict[str, Any], names: Names) -> str:
    """The Round: its pot, who is in control, and who else is in it."""
    master = told_["control"]
    others = [names(seat) for seat, row in enumerate(told_["seats"]) if row["in_round"] and seat != master]
    prize = f" and {told_['prize_on_pot']}" if told_["prize_on_pot"] else ""
    text = f"Round of Gambling: pot {told_['pot']}{prize}, {'nobody' if master is None else names(master)} in control"
    return f"{text}, against {', '.join(others)}" if others else text


def card_kind(inn: InnTables, deck: int, kind: int) -> str:
    """What is printed on a card of a character, told by when it fits."""
    bit = int(inn.bit[in_deck(deck, kind)])
    acts, bets, cheats, anytime = (
        int(inn.fits[fits_at(moment, deck)]) >> bit & 1
        for moment in (t.IN_ACT, t.IN_BET, t.IN_BET_OVER_ALL, t.AT_ANY_TIME)
    )
    if acts:
        return "Action/Gambling" if bets else "Action"
    if bets or cheats:
        return "Gambling" if bets else "Cheating"
    return "Anytime" if anytime else "Sometimes"
