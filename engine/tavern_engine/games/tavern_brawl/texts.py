"""Tavern Brawl in words: actions, events, a picture of the field, and facts as plain data."""

from __future__ import annotations

from typing import Any

from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.games.tavern_brawl.board import MONK_BREWER, board, mat_name, mugs_text, pile_at
from tavern_engine.games.tavern_brawl.board import TEAMS as TEAMS
from tavern_engine.games.tavern_brawl.mats import CELLS, KINDS, TABLE, BrawlTables
from tavern_engine.games.tavern_brawl.scoring import POINT, SET, SET_SIZE, power, strength
from tavern_engine.state import ASKED, OVER, PHASE, SEATS, SPECTATOR, TRUTH, VIEWER, Event

SIDES = ("north", "east", "south", "west")
SKILLS = ("", "Thief", "Stern look", "Shapeshifter", "Joker", "Cocktails", "Brawler", "Small creature")
SKILL_TEXTS = (  # B18 to B20, in our own words
    "",
    "when you lay it, before the comparison, move a glass from any mat to it, or take a glass off the field.",
    "after its comparison you may put one mat beside it into the discard.",
    "instead of laying it, put it into the discard and lay a character from there.",
    "after its comparison you may swap two other mats on the field.",
    "at scoring it and your mats of other beers may form one set of different mugs.",
    "before scoring it may smash one mug of a mat beside it.",
    "while it is in your team you may lay a mat on top of it; covered it cannot be won over.",
)
PHASES = (
    *("", "pick", "mat", "exchange", "cell", "thief", "glass", "stern look", "joker", "joker with", "bartender"),
    *("brawler", "smash"),
)


def spot_text(spot: int) -> str:
    return f"row {spot // TABLE} column {spot % TABLE}"


def action_texts(names: list[str]) -> list[str]:
    """The text of every action code, in order of the codes in `rules.py`."""
    kinds = [*names, *(f"(no mat {kind})" for kind in range(len(names), KINDS))]
    texts = ["pass", *kinds]
    texts += [f"steal the glass of seat {seat}" for seat in range(4)]
    texts += [f"take the glass of seat {seat} off" for seat in range(4)]
    texts += [f"bartender {side}" for side in SIDES]
    texts += [spot_text(spot) for spot in range(TABLE * TABLE)]
    return texts


def event_text(mats: BrawlTables, event: Event) -> str:
    """An event in a sentence."""
    who, what, at = f"seat {event.seat}", event.what, spot_text(event.amount)
    name = mats.names[what % KINDS] if 0 <= what % KINDS < len(mats.names) else ""
    texts = {
        z.PICK: f"{who} picks {name}",
        z.DEAL: f"{who} gets {name}",
        z.SET_UP: f"{who} will begin",
        z.TURN_BEGINS: f"{who} begins a turn",
        z.LAY: f"{who} lays {name} at {at}",
        z.EXCHANGE: f"{who} exchanges {name} for {mats.names[event.amount % KINDS % len(mats.names)]} of the discard",
        z.STEAL: f"{who}'s thief takes the glass of seat {what}",
        z.TAKE_OFF: f"{who}'s thief takes the glass of seat {what} off the field",
        z.PUT_GLASS: f"{who} puts the glass at {at}",
        z.FLIP: f"{who} wins over the mat at {at}",
        z.SEND_OFF: f"{who}'s stern look sends the mat at {at} off",
        z.SWAP: f"{who}'s joker swaps {spot_text(what)} and {at}",
        z.BAR: f"{who} puts the bartender to the {SIDES[what % 4]}",
        z.SMASH: f"{who}'s brawler smashes a mug of {name} at {at}",
    }
    return texts.get(event.op, "the game is over")


def names(mats: BrawlTables, zone: int) -> list[str]:
    """The mats of a mask by name."""
    return [mats.names[mat % KINDS] for mat in range(2 * KINDS) if zone >> mat & 1]


def field(state: Any) -> dict[str, dict[str, Any]]:
    """Every cell with a mat, by spot."""
    w, mats = state.w, state.mats
    cells: dict[str, dict[str, Any]] = {}
    for cell in range(CELLS):
        pile = pile_at(w, cell)
        if not pile:
            continue
        spot = int(state.spot(w, cell))
        team = int(w[z.AXES]) >> cell & 1
        below = [{"mat": mat_name(mats, mat), "team": TEAMS[int(w[z.COVERED_AXES]) >> mat & 1]} for mat in pile[1:]]
        glass = [seat for seat in range(4) if int(w[z.GLASS + seat]) == cell + 1]
        cells[f"{spot // TABLE},{spot % TABLE}"] = {
            "mat": mat_name(mats, pile[0]),
            "team": "nobody" if pile[0] == MONK_BREWER else TEAMS[team],
            "glass": glass[0] if glass else "none",
            "below": below,
            "strengths": strengths(state, cell) if pile[0] != MONK_BREWER else [],
        }
    return cells


def strengths(state: Any, cell: int) -> list[int]:
    """North, east, south and west, with a glass."""
    return [int(strength(state.w, state.mats, cell, side)) for side in range(4)]


def facts(state: Any) -> dict[str, Any]:
    """All that a state or view tells, as plain data."""
    w, mats = state.w, state.mats
    asked = int(w[ASKED])
    side = int(w[z.SIDE])
    told: dict[str, Any] = {
        "seats": {
            str(seat): {
                "mats": names(mats, int(w[z.HAND + seat])),
                "team": TEAMS[seat & 1],
                "glass": "on the field" if int(w[z.GLASS + seat]) else "off the field",
                "score": int(state.score(seat)) // POINT,
            }
            for seat in range(int(w[SEATS]))
        },
        "field": field(state),
        "pool": names(mats, int(w[z.POOL])),
        "discard": names(mats, int(w[z.DISCARD])),
        "bartender": SIDES[side - 1] if side else "aside",
        "turn": int(w[z.TURN]),
        "asked": asked if asked >= 0 else "nobody",
        "phase": PHASES[int(w[PHASE])] if asked >= 0 else ("over" if asked == OVER else "hidden"),
        "places": {str(seat): place for seat, place in enumerate(state.placement())} if asked == OVER else {},
    }
    return told


def describe(state: Any) -> str:
    """The table as a picture in text: the field, then what every seat can lay."""
    w, mats = state.w, state.mats
    viewer, over = int(w[VIEWER]), int(w[ASKED]) == OVER
    doing = "the game is over" if over else "picking" if w[z.POOL] else f"turn of seat {int(w[z.TURN])}"
    seen = "" if viewer == TRUTH else f" (seen by {'a spectator' if viewer == SPECTATOR else f'seat {viewer}'})"
    lines = [doing + seen, *board(state)]
    if w[z.FIELD]:
        lines += [_score_text(state, team) for team in range(2)]
    for seat in range(int(w[SEATS])):
        hand, glass = int(w[z.HAND + seat]), "" if w[z.GLASS + seat] else ", glass off the field"
        mark = "*" if not over and w[z.POOL] == 0 and seat == int(w[z.TURN]) else " "
        lines.append(f"{mark} seat {seat} ({TEAMS[seat & 1]}){glass}{':' if hand else ': no mats'}")
        lines += [f"    {text}" for text in mat_list(state, hand, seat & 1)]
    if w[z.POOL]:
        lines.append("to pick (strengths top/right/bottom/left):")
        lines += [f"    {text}" for text in mat_list(state, int(w[z.POOL]), 0)]
    if int(w[z.OPTIONS]) & z.PROFESSIONAL and not w[z.POOL]:
        lines.append(f"discard: {', '.join(names(mats, int(w[z.DISCARD]))) or 'none'}")
        if PHASES[int(w[PHASE])] == "exchange":
            lines += [f"    {text}" for text in mat_list(state, int(w[z.DISCARD]), int(w[ASKED]) & 1)]
    return "\n".join(lines)


def mat_text(mats: BrawlTables, kind: int) -> str:
    """What is printed on a mat, and what its skill does."""
    sides = "/".join(str(int(mats.strength[4 * kind + side])) for side in range(4))
    skill = int(mats.skill[kind])
    does = f" {SKILLS[skill]}: {SKILL_TEXTS[skill]}" if skill else ""
    mugs = mugs_text(mats, kind, int(mats.mugs[kind]))
    return f"Level {int(mats.level[kind])}, strengths {sides} (top/right/bottom/left), {mugs}.{does}"


def _score_text(state: Any, team: int) -> str:
    """B12, B16: the points of a team as the field lies, and what breaks a tie."""
    score = int(state.score(team))
    text = f"{TEAMS[team]}: {counted(score // POINT, 'point')}"
    if int(state.w[z.OPTIONS]) & z.PROFESSIONAL:
        text += f", largest set {score % POINT // SET_SIZE}, {counted(score % SET_SIZE // SET, 'set')}"
    return f"{text}, levels {score % SET}"


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def mat_list(state: Any, zone: int, team: int) -> list[str]:
    """The mats of a mask, one in a line: name, strengths as they will lie for a team, mugs and skill."""
    mats = state.mats
    w = state.w
    kinds = [mat % KINDS for mat in range(2 * KINDS) if zone >> mat & 1]
    width = max(map(len, mats.names))
    lines = []
    for kind in sorted(set(kinds)):
        sides = "/".join(str(int(power(w, mats, kind, team, side))) for side in range(4))
        skill = SKILLS[int(mats.skill[kind])] if int(w[z.OPTIONS]) & z.PROFESSIONAL else ""
        twice = " (two)" if kinds.count(kind) == 2 else ""
        mugs = mugs_text(mats, kind, int(mats.mugs[kind]))
        lines.append(f"{mats.names[kind]:{width}}  {sides}  {mugs:7}  {skill}{twice}".rstrip())
    return lines
