"""Which actions can ever be legal at a table of Tavern Brawl."""

from __future__ import annotations

from collections.abc import Iterator

from tavern_engine.games.tavern_brawl import mats as m
from tavern_engine.games.tavern_brawl import rules as r
from tavern_engine.games.tavern_brawl import zones as z
from tavern_engine.state import SEATS


def reachable(blank: r.BrawlState) -> Iterator[int]:
    """By the mats and the options; `blank` is a table that is just set out."""
    yield r.A_PASS
    yield from (r.A_KIND + kind for kind in range(int(blank.mats.kinds)))
    if z.is_professional(blank.w):
        yield from (first + seat for first in (r.A_STEAL, r.A_OFF) for seat in range(int(blank.w[SEATS])))
    if not z.is_monk(blank.w):
        yield from (r.A_SIDE + side for side in range(4))
    for row in range(m.TABLE):
        yield from (r.A_SPOT + m.TABLE * row + column for column in range(m.TABLE) if _can_lie(blank, row, column))


def _can_lie(blank: r.BrawlState, row: int, column: int) -> bool:
    """Whether a mat can come to lie at a spot.

    Every mat is laid beside another, the first in the middle, and no field is wider than its size (B8). So to a spot
    that lies a step beyond that leads a path of mats of which one more, for every such step, must have been sent off.
    """
    if z.is_monk(blank.w):
        return max(abs(row - 2), abs(column - 2)) <= 1  # B23: around the Monk-brewer
    furthest = int(blank.field_size(blank.w)) - 1
    beyond = [max(0, abs(at - m.MIDDLE) - furthest) for at in (row, column)]
    return sum(beyond) <= (_most_sent_off(blank) if z.is_professional(blank.w) else 0)


def _most_sent_off(blank: r.BrawlState) -> int:
    """B18: each Stern look sends off one mat, and each Shapeshifter can become one more."""
    skills = [int(skill) for skill in blank.mats.skill][: int(blank.mats.kinds)]
    return int(blank.w[SEATS]) // 2 * (skills.count(m.STERN_LOOK) + skills.count(m.SHAPESHIFTER))
