"""Tavern Brawl in words: actions, events, a picture of the table, and facts as plain data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from tavern_engine.games.tavern_brawl import mats as m
from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.board import board, glass_at, small_field
from tavern_engine.games.tavern_brawl.mats import BrawlTables
from tavern_engine.games.tavern_brawl.names import (
    BEERS,
    MONK_BREWER,
    SIDES,
    SKILLS,
    TEAMS,
    mat_name,
    mats_in,
    mugs_text,
    spot_text,
)
from tavern_engine.games.tavern_brawl.refusals import why_not
from tavern_engine.games.tavern_brawl.scoring import POINT, SET, SET_SIZE, Mugs, mugs_left, strength
from tavern_engine.state import ASKED, CHOSEN, OVER, PHASE, SEATS, VIEWER, Event
from tavern_engine.words import Action, Happening, Names, Words, Worth, counted, seen_by

PHASES: Final = (
    *("", "pick", "mat", "exchange", "cell", "thief", "glass", "stern look", "joker", "joker with", "bartender"),
    *("brawler", "smash"),
)
BESIDES: Final = "cocktails or the Monk-brewer"  # points that are not of mugs and their sets
Spot = tuple[int, int]


def actions(names: list[str]) -> list[Action]:
    """Every action, in order of the codes in `rules.py`."""
    kinds = [*names, *(f"(no mat {kind})" for kind in range(len(names), m.KINDS))]
    codes = [Action("pass", "pass"), *(Action("{mat}", "choose mat", mat=name) for name in kinds)]
    codes += [Action("steal the glass of {seat}", "steal", seat=seat) for seat in range(m.MAX_SEATS)]
    codes += [Action("take the glass of {seat} off", "take off", seat=seat) for seat in range(m.MAX_SEATS)]
    codes += [Action("bartender {side}", "bartender", side=side) for side in SIDES]
    codes += [
        Action("row {row} column {column}", "choose spot", row=row, column=column)
        for row in range(m.TABLE)
        for column in range(m.TABLE)
    ]
    return codes


def events(mats: BrawlTables) -> dict[int, Happening]:
    """What every event does and how it is told."""

    def at(sentence: str) -> Callable[[Event, Names], str]:
        """A sentence about a mat (`what`) at a spot (`amount`)."""
        return lambda e, who: sentence.format(who=who(e.seat), mat=mat_name(mats, e.what), spot=spot_text(e.amount))

    def exchanges(e: Event, who: Names) -> str:
        return f"{who(e.seat)} exchanges {mat_name(mats, e.what)} for {mat_name(mats, e.amount)} of the discard"

    def swaps(e: Event, who: Names) -> str:
        return f"{who(e.seat)}'s joker swaps {spot_text(e.what)} and {spot_text(e.amount)}"

    return {
        z.PICK: Happening("pick op seat what", "{who} picks {thing}", things=mats.names),
        z.DEAL: Happening("pick op seat what", "{who} gets {thing}", things=mats.names),
        z.SET_UP: Happening("set_up seat", "{who} will begin"),
        z.TURN_BEGINS: Happening("turn_begins seat", "{who} begins a turn"),
        z.LAY: Happening("lay seat what amount", at("{who} lays {mat} at {spot}")),
        z.EXCHANGE: Happening("exchange seat what amount", exchanges),
        z.STEAL: Happening("steal seat what amount", "{who}'s thief takes the glass of {other}"),
        z.TAKE_OFF: Happening("take_off seat what", "{who}'s thief takes the glass of {other} off the field"),
        z.PUT_GLASS: Happening("put_glass seat amount", at("{who} puts the glass at {spot}")),
        z.FLIP: Happening("flip seat amount", at("{who} wins over the mat at {spot}")),
        z.SEND_OFF: Happening("send_off seat amount", at("{who}'s stern look sends the mat at {spot} off")),
        z.SWAP: Happening("swap seat what amount", swaps),
        z.BAR: Happening("bar seat what", "{who} puts the bartender to the {thing}", things=SIDES),
        z.SMASH: Happening("smash seat what amount", at("{who}'s brawler smashes a mug of {mat} at {spot}")),
        z.GAME_ENDS: Happening("", "the game is over"),
    }


class BrawlWords(Words[r.BrawlState]):
    """All that is said of Tavern Brawl with these mats."""

    phases = PHASES

    def __init__(self, mats: BrawlTables) -> None:
        self.mats = mats
        self.actions = actions(mats.names)
        self.events = events(mats)
        self.characters = {name: self.character(kind) for kind, name in enumerate(mats.names)}

    def deed(self, action: int, names: Names) -> str:
        return f"choose {super().deed(action, names)!r} now"

    def why_not(self, state: r.BrawlState, action: int) -> str:
        return why_not(state, action)

    # Facts.

    def facts(self, state: r.BrawlState) -> dict[str, Any]:
        """A spot of the table is its row and column."""
        w, phase = state.w, int(state.w[PHASE])
        side, line = int(w[z.SIDE]) - 1, int(w[z.LINE]) - 1
        field = {_spot(state, cell): self.cell_facts(state, cell) for cell in range(m.CELLS) if w[z.STACK + cell]}
        line += int(w[z.ROW] if side in (m.NORTH, m.SOUTH) else w[z.COLUMN])
        return {
            "starter": int(w[z.STARTER]),
            "turn": int(w[z.TURN]),
            "bartender": SIDES[side] if side >= 0 else None,
            "line": line if side >= 0 else None,
            "field": tuple(tuple(field.get((row, column)) for column in range(m.TABLE)) for row in range(m.TABLE)),
            "pool": mats_in(self.mats, int(w[z.POOL])),
            "discard": mats_in(self.mats, int(w[z.DISCARD])),
            "laying": mat_name(self.mats, int(w[CHOSEN])) if phase in (r.EXCHANGING, r.PLACING) else None,
            "laid": _spot(state, int(w[z.LAST])) if r.STEALING <= phase <= r.BARRING else None,
            "acting": _spot(state, int(w[CHOSEN])) if phase in (r.JOKING_WITH, r.SMASHING) else None,
            "acted": tuple(_spot(state, cell) for cell in range(m.CELLS) if int(w[z.BRAWLED]) >> cell & 1),
            "seats": tuple(self.seat_facts(state, seat) for seat in range(w[SEATS])),
            "characters": self.characters,
        }

    def seat_facts(self, state: r.BrawlState, seat: int) -> dict[str, Any]:
        """What a seat can lay, where its glass stands, and the score of its team as the field lies."""
        score, glass = int(state.score(seat)), int(state.w[z.GLASS + seat])
        return {
            "team": TEAMS[state.team(seat)],
            "mats": mats_in(self.mats, int(state.w[z.HAND + seat])),
            "glass": _spot(state, glass - 1) if glass else None,
            "score": score // POINT,
            "largest_set": score % POINT // SET_SIZE,
            "sets": score % SET_SIZE // SET,
            "levels": score % SET,
        }

    def cell_facts(self, state: r.BrawlState, cell: int) -> dict[str, Any]:
        """The top mat of a cell, and what lies below it, from the top."""
        w, mats = state.w, self.mats
        mat, *below = z.pile_on(w, cell)
        monk = mat == MONK_BREWER
        return {
            "mat": mat_name(mats, mat),
            "team": None if monk else TEAMS[m.team_in(w[z.AXES], cell)],
            "glass": glass_at(state, cell),
            "strengths": None if monk else tuple(int(strength(w, mats, cell, side)) for side in range(4)),
            "mugs": 0 if monk else int(mugs_left(w, mats, mat)),
            "below": tuple(
                {"mat": mat_name(mats, one), "team": TEAMS[m.team_in(w[z.COVERED_AXES], one)]} for one in below
            ),
        }

    def character(self, kind: int) -> dict[str, Any]:
        """What is printed on a mat."""
        mats = self.mats
        return {
            "level": int(mats.level[kind]),
            "strengths": tuple(int(mats.strength[4 * kind + side]) for side in range(4)),
            "beer": BEERS[mats.beer[kind]],
            "mugs": int(mats.mugs[kind]),
            "skill": SKILLS[mats.skill[kind]] or None,
        }

    # The picture.

    def picture(self, state: r.BrawlState, names: Names) -> str:
        """The field, then what every seat can lay."""
        w, mats = state.w, self.mats
        over, picking = w[ASKED] == OVER, w[z.POOL] != 0
        doing = "the game is over" if over else "picking" if picking else f"turn of {names(int(w[z.TURN]))}"
        lines = [doing + seen_by(state, names), *board(state)]
        if w[z.FIELD]:
            lines += [self.score_text(state, team) for team in range(2)]
        for seat in range(w[SEATS]):
            hand, glass = int(w[z.HAND + seat]), "" if w[z.GLASS + seat] else ", glass off the field"
            mark = "*" if not over and not picking and seat == w[z.TURN] else " "
            team = int(state.team(seat))
            lines.append(f"{mark} {names(seat)} ({TEAMS[team]}){glass}{':' if hand else ': no mats'}")
            lines += self.mat_list(state, hand, team)
        if picking:
            lines.append("to pick (strengths top/right/bottom/left):")
            lines += self.mat_list(state, int(w[z.POOL]), 0)
        elif z.is_professional(w):
            lines.append(f"discard: {', '.join(mats_in(mats, int(w[z.DISCARD]))) or 'none'}")
            if w[PHASE] == r.EXCHANGING:
                lines += self.mat_list(state, int(w[z.DISCARD]), int(state.team(w[ASKED])))
        return "\n".join(lines)

    def pieces(self, state: r.BrawlState, names: Names) -> list[str]:
        """What the viewer can lay, the field in small, the points, what others can lay."""
        w, seats = state.w, int(state.w[SEATS])
        first = max(int(w[VIEWER]), 0)
        hands = []
        for seat in ((first + place) % seats for place in range(seats)):
            team = int(state.team(seat))
            mats = self.mat_list(state, int(w[z.HAND + seat]), team) or ["    no mats"]
            hands.append("\n".join([f"{names(seat)} ({TEAMS[team]}):", *mats]))
        common = ["\n".join(small_field(state))] if w[z.FIELD] else []
        if w[z.POOL]:
            common.append("\n".join(["to pick (top/right/bottom/left):", *self.mat_list(state, int(w[z.POOL]), 0)]))
        elif w[PHASE] == r.EXCHANGING:
            common.append("\n".join(["discard:", *self.mat_list(state, int(w[z.DISCARD]), int(state.team(first)))]))
        points = ["\n".join(self.score_text(state, team) for team in range(2))] if w[z.FIELD] else []
        return [*common, hands[0], *points, *hands[1:]]

    def dimensions(self, state: r.BrawlState, seat: int, events: Sequence[Event]) -> dict[str, int | str]:
        """B12, B15: the points for the mugs of each beer with their set, what is left of them, and the first pick."""
        parts = dict.fromkeys((*BEERS, BESIDES), 0)
        for worth in self.worth(state, seat, events):
            beer = worth.what.partition(" ")[0]
            parts[beer if beer in BEERS else BESIDES] += worth.number
        told: dict[str, int | str] = {f"points by {name}": points for name, points in parts.items()}
        picked = next((event.what for event in events if event.op == z.PICK and event.seat == seat), None)
        return told if picked is None else {**told, "first pick": mat_name(self.mats, picked)}

    def worth(self, state: r.BrawlState, seat: int, events: Sequence[Event]) -> list[Worth]:
        """B12, B15, B19, B24: the mugs of a team, the bonuses of their sets, and what is left: cocktails, monks."""
        w, mats, team = state.w, self.mats, int(state.team(seat))
        mugs, parts = Mugs(w, mats, team), []
        for beer, name in enumerate(BEERS):
            if many := int(mugs.single[beer]) + 2 * int(mugs.double[beer]):
                bonus = int(mats.bonus[many]) if z.is_professional(w) else 0
                parts.append(
                    Worth(f"{name} mugs x{many}" + (f", a set for {bonus} more" if bonus else ""), many + bonus)
                )
        rest = int(state.score(seat)) // POINT - sum(part.number for part in parts)
        return (
            [*parts, Worth("beside the Monk-brewer" if z.is_monk(w) else "by mixing cocktails", rest)]
            if rest
            else parts
        )

    def score_text(self, state: r.BrawlState, team: int) -> str:
        """B12, B16: the points of a team as the field lies, and what breaks a tie."""
        told = self.seat_facts(state, team)  # the first seats are of different teams
        text = f"{TEAMS[team]}: {counted(told['score'], 'point')}"
        if z.is_professional(state.w):
            text += f", largest set {told['largest_set']}, {counted(told['sets'], 'set')}"
        return f"{text}, levels {told['levels']}"

    def mat_list(self, state: r.BrawlState, zone: int, team: int) -> list[str]:
        """The mats of a mask, one in a line: name, strengths as they will lie for a team, mugs and skill."""
        w, mats = state.w, self.mats
        width = max(map(len, mats.names))
        lines = []
        for kind, name in enumerate(mats.names):
            copies = (zone >> kind & 1) + (zone >> kind + m.KINDS & 1)
            sides = "/".join(str(mats.strength[m.edge_of(kind, z.seating_of(w), team, side)]) for side in range(4))
            skill = SKILLS[mats.skill[kind]] if z.is_professional(w) else ""
            mugs = mugs_text(mats, kind, mats.mugs[kind])
            line = f"    {name:{width}}  {sides}  {mugs:7}  {skill}{' (two)' if copies == 2 else ''}"
            lines += [line.rstrip()] if copies else []
        return lines


def _spot(state: r.BrawlState, cell: int) -> Spot:
    """Row and column of the table."""
    spot = int(state.spot(state.w, cell))
    return spot // m.TABLE, spot % m.TABLE
