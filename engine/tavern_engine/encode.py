"""Views as small whole numbers, for learners: the plan of `encoding.py`, carried out word by word.

Every number is a byte from 0 to 127. A cell of the plan takes a part of one word; its code, or the word, is kept, and
only what changed since the row was last written is written again. All bytes of a code of 0 are 0.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.chance import blend
from tavern_engine.errors import BadSetup
from tavern_engine.multiset import lesser
from tavern_engine.state import ASKED, OVER, SEATS, SPECTATOR, TRUTH, VIEWER, InfoSet, State, numbers, zeros
from tavern_engine.tally import bit

# How the word of a cell becomes its code.
PLAIN: Final = 0  # some bits of it, less what they can be at least
HOT: Final = 1  # likewise plus 1; 0 if it has no place
SEAT: Final = 2  # counted from the viewer, plus 1; 0 for nobody
SEAT_MASK: Final = 3  # the viewer's bit lowest
SIGNED: Final = 4  # its size, and above all digits 1 if it is below 0
IS_VIEWER: Final = 5  # who looks, plus 1
STANDING: Final = 6  # 1 if the viewer is asked, 2 if the game is over
BEYOND: Final = 7  # a digest of all words beyond those of the layout
RAW: Final = 8  # the word itself
GLIMPSED: Final = 16  # plus one of these: the viewer sees a part of it

# The words of a cell.
KIND: Final = 0
SHIFT: Final = 1
KEEP: Final = 2  # a mask
LOW: Final = 3
BITS: Final = 4  # of each number in the code; 0: the code is a place, plus 1
SIZE: Final = 5  # how many bytes it has
AT: Final = 6  # the first of them
WRITTEN: Final = 7  # a mask: the bits of the code that they tell
CELL: Final = 8

# The words of a section: cells that are written under the same condition.
FIRST: Final = 0
LAST: Final = 1
OF_QUESTION: Final = 2  # 1: all 0 unless the viewer is asked
KEPT: Final = 3  # what is kept of its cells: codes, codes that are words, or words
COUNT_WORD: Final = 4  # the word that says how many items are in use, or -1
PER_ITEM: Final = 5  # cells of each
SECTION: Final = 6

CODES: Final = 0
RAW_WORDS: Final = 1
WORDS: Final = 2

NOWHERE: Final = -1  # the source of a cell that a spectator does not see
NOTHING: Final = -0x1000_0000_0000_0000  # kept in place of a word while nothing of it is told
DIGEST: Final = 0x00FF_FFFF_FFFF_FFFF  # eight digits


def code_of(kind: i64, word: i64, shift: i64, keep: i64, low: i64, size: i64, first: i64, seats: i64) -> i64:
    """The code of a word; `first` is the seat from which seats are counted."""
    if kind == PLAIN:
        return ((word >> shift) & keep) - low
    if kind == HOT:
        place = ((word >> shift) & keep) - low + 1
        return place if 0 < place <= size else place - place
    if kind == SEAT:
        seat = word - low
        if seat < 0:
            return 0
        seat -= first
        return seat + 1 if seat >= 0 else seat + seats + 1
    if kind == SEAT_MASK:
        return ((word >> first) | (word << (seats - first))) & keep
    return word if word >= 0 else keep + 1 - word


def code_kept(plan: vec[i64], at: i64, word: i64) -> i64:
    """The code of a cell of which the word is kept."""
    if word == NOTHING:
        return 0
    return code_of(plan[at + KIND], word, plan[at + SHIFT], plan[at + KEEP], plan[at + LOW], plan[at + SIZE], 0, 0)


def spread(code: i64, bits: i64, four: i64, two: i64, one: i64) -> i64:
    """Eight numbers of so many bits each, brought to a byte each: three times halves move apart.

    The masks have the halves that stay: four numbers, then two of every four, then every other one.
    """
    apart = 8 - bits
    stays = code & four
    code = stays | ((code - stays) << (4 * apart))
    stays = code & two
    code = stays | ((code - stays) << (2 * apart))
    stays = code & one
    return stays | ((code - stays) << apart)


def toggle(out: vec[i64], base: i64, at: i64) -> None:
    """Make a byte 1 that was 0, or 0 that was 1."""
    out[base + (at >> 3)] ^= bit(8 * (at & 7))


def rewrite(plan: vec[i64], masks: vec[i64], out: vec[i64], base: i64, cell: i64, old: i64, code: i64) -> None:
    """Let the bytes of a cell, given by where it stands in the plan, say the new code instead of the old.

    What changed is told by changing it: a bit that is written twice is as it was.
    """
    at = plan[cell + AT]
    bits = plan[cell + BITS]
    if bits == 0:
        if old > 0:
            toggle(out, base, at + old - 1)
        if code > 0:
            toggle(out, base, at + code - 1)
        return
    changed = (old ^ code) & plan[cell + WRITTEN]
    place = base + (at >> 3)
    behind = 8 * (at & 7)  # bits of the first word that belong to others
    if changed >> bits == 0:
        out[place] ^= changed << behind
        return
    four = masks[3 * bits]
    two = masks[3 * bits + 1]
    one = masks[3 * bits + 2]
    eight = bit(8 * bits) - 1
    while changed != 0:
        if bits == 4:  # what is known to the compiler is quicker, and these two are most of all
            told = spread(changed & 0xFFFF_FFFF, 4, 0xFFFF, 0x00FF_0000_00FF, 0x000F_000F_000F_000F)
        elif bits == 1:
            told = spread(changed & 0xFF, 1, 0xF, 0x0003_0000_0003, 0x0001_0001_0001_0001)
        else:
            told = spread(changed & eight, bits, four, two, one)
        if behind == 0:
            out[place] ^= told
        else:
            here = told & (bit(64 - behind) - 1)
            out[place] ^= here << behind
            if told != here:
                out[place + 1] ^= told >> (64 - behind)
        changed >>= 8 * bits
        place += 1


class Encoder:
    """A buffer of rows, each the view of one seat; `encoding.py` makes it."""

    def __init__(
        self, blank: State, layout: list[int], plan: list[int], sources: list[int], sections: list[int], rows: int
    ) -> None:
        self.tables = blank.tables
        self.seats = blank.w[SEATS]
        self.words: i64 = layout[0]  # of eight bytes, in every row
        self.length: i64 = layout[1]  # of a state, unless it has grown
        self.option_word: i64 = layout[2]
        self.option_bits: i64 = layout[3]
        self.options = blank.w[self.option_word] & self.option_bits
        self.plan = numbers(plan)
        self.sources = numbers(sources)  # of every cell, for every viewer; the spectator's are last
        self.sections = numbers(sections)
        self.cells: i64 = len(plan) // CELL
        self.parts: i64 = len(sections) // SECTION
        self.out = zeros(layout[0] * rows)
        self.codes = zeros(len(plan) // CELL * rows)  # of all cells in all rows, as written last; or their words
        for section in range(0, SECTION * self.parts, i64(SECTION)):
            if self.sections[section + KEPT] == WORDS:
                for row in range(i64(rows)):
                    for cell in range(self.sections[section + FIRST], self.sections[section + LAST]):
                        self.codes[self.cells * row + cell] = NOTHING
        self.used = zeros(len(sections) // SECTION * rows)
        masks: list[int] = []
        for bits in range(8):
            masks.append((1 << 4 * bits) - 1)
            masks.append(((1 << 2 * bits) - 1) * 0x1_0000_0001)
            masks.append(((1 << bits) - 1) * 0x0001_0001_0001_0001)
        self.masks = numbers(masks)  # of `spread`, three for each number of bits

    def look(self, what: object, seat: int | None) -> None:
        """Write an infoset, or what the seat sees of a whole state, as the first row; BadSetup if that cannot be."""
        state = self.of_this_table(what)
        viewer = state.w[VIEWER]
        if viewer == TRUTH:
            if seat is None or not SPECTATOR <= seat < int(self.seats):
                raise BadSetup(f"A whole state is encoded for a seat from 0 to {self.seats - 1}, not for {seat!r}.")
            viewer = i64(seat)
        elif seat is not None and seat != int(viewer):
            raise BadSetup(f"This is what seat {viewer} sees, not seat {seat!r}.")
        self.write(state, viewer, 0)

    def of_this_table(self, what: object) -> State:
        """The state or view, if it belongs to such a table, else BadSetup."""
        if isinstance(what, InfoSet):
            state = what.view
        elif isinstance(what, State):
            state = what
        else:
            raise BadSetup(f"An information set is encoded, or a state for a seat, not {what!r}.")
        w = state.w
        same = state.tables is self.tables or state.tables.stamp == self.tables.stamp
        if not same or w[SEATS] != self.seats or w[self.option_word] & self.option_bits != self.options:
            raise BadSetup("This encoding is for a table of another game, or with other data, seats or options.")
        return state

    def write(self, state: State, seat: i64, row: i64) -> None:
        """Write what the seat sees of a state, or what a view shows, which must be the seat's own."""
        w = state.w
        sections = self.sections
        asked = seat >= 0 and w[ASKED] == seat
        side = self.cells * (seat if seat >= 0 else self.seats)
        memory = self.cells * row
        base = self.words * row
        for section in range(0, SECTION * self.parts, i64(SECTION)):
            first = sections[section + FIRST]
            last = sections[section + LAST]
            if sections[section + OF_QUESTION] != 0 and not asked:
                if sections[section + COUNT_WORD] >= 0:
                    last = self.ever_used(row, section, first)
                self.wipe(base, first, last, memory, sections[section + KEPT] == WORDS)
            elif sections[section + KEPT] == RAW_WORDS:
                self.write_raw(w, base, first, last, side, memory)
            elif sections[section + KEPT] == WORDS:
                self.write_words(w, base, first, last, side, memory)
            else:
                in_use = last
                if sections[section + COUNT_WORD] >= 0:
                    in_use = first + sections[section + PER_ITEM] * w[sections[section + COUNT_WORD]]
                    in_use = lesser(in_use, last)
                    last = self.ever_used(row, section, in_use)
                self.write_coded(state, w, seat, base, first, in_use, side, memory)
                self.wipe(base, in_use, last, memory, False)

    def write_raw(self, w: vec[i64], base: i64, first: i64, last: i64, side: i64, memory: i64) -> None:
        """Cells whose code is their word; mostly it is what it was."""
        sources = self.sources
        codes = self.codes
        plan = self.plan
        masks = self.masks
        out = self.out
        for cell in range(first, last):
            code = w[sources[side + cell]]
            old = codes[memory + cell]
            if code != old:
                codes[memory + cell] = code
                rewrite(plan, masks, out, base, CELL * cell, old, code)

    def write_words(self, w: vec[i64], base: i64, first: i64, last: i64, side: i64, memory: i64) -> None:
        """Cells whose code is made of their word alone, so that it is made only when the word is another one."""
        sources = self.sources
        kept = self.codes
        plan = self.plan
        masks = self.masks
        out = self.out
        for cell in range(first, last):
            word = w[sources[side + cell]]
            old = kept[memory + cell]
            if word != old:
                kept[memory + cell] = word
                at = CELL * cell
                rewrite(plan, masks, out, base, at, code_kept(plan, at, old), code_kept(plan, at, word))

    def write_coded(
        self, state: State, w: vec[i64], seat: i64, base: i64, first: i64, last: i64, side: i64, memory: i64
    ) -> None:
        """Cells of all kinds."""
        plan = self.plan
        masks = self.masks
        out = self.out
        sources = self.sources
        codes = self.codes
        seats = self.seats
        start = seat if seat >= 0 else seat + 1  # a spectator counts from seat 0
        truth = w[VIEWER] == TRUTH
        for cell in range(first, last):
            at = CELL * cell
            source = sources[side + cell]
            kind = plan[at + KIND]
            code: i64 = 0
            if source >= 0:
                word = w[source]
                if kind >= GLIMPSED:
                    kind -= GLIMPSED
                    if truth:
                        word = state.glimpse(w, seat, source)
                if kind < IS_VIEWER:
                    code = code_of(
                        kind,
                        word,
                        plan[at + SHIFT],
                        plan[at + KEEP],
                        plan[at + LOW],
                        plan[at + SIZE],
                        start,
                        seats,
                    )
                else:
                    code = self.code_beside(w, kind, seat)
            old = codes[memory + cell]
            if code != old:
                codes[memory + cell] = code
                rewrite(plan, masks, out, base, at, old, code)

    def ever_used(self, row: i64, section: i64, in_use: i64) -> i64:
        """Where the cells end that are in use now, or were when the row was written last."""
        place = self.parts * row + section // SECTION
        before = self.used[place]
        self.used[place] = in_use
        return before if before > in_use else in_use

    def wipe(self, base: i64, first: i64, last: i64, memory: i64, of_words: bool) -> None:
        """These cells tell nothing."""
        codes = self.codes
        plan = self.plan
        nothing: i64 = 0
        if of_words:
            nothing = NOTHING
        for cell in range(first, last):
            old = codes[memory + cell]
            if old != nothing:
                codes[memory + cell] = nothing
                at = CELL * cell
                if of_words:
                    old = code_kept(plan, at, old)
                rewrite(plan, self.masks, self.out, base, at, old, 0)

    def code_beside(self, w: vec[i64], kind: i64, seat: i64) -> i64:
        """The codes of cells that tell something beside a word."""
        if kind == IS_VIEWER:
            return seat + 1
        if kind == STANDING:
            if w[ASKED] == OVER:
                return 2
            return 1 if seat >= 0 and w[ASKED] == seat else 0
        digest: i64 = 0
        for at in range(self.length, i64(len(w))):
            if w[at] != 0:  # room that is not used tells nothing
                digest = blend(blend(digest, at), w[at])
        return digest & DIGEST
