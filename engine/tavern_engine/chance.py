"""Luck: every draw is a function of a seed of two 61-bit words, a purpose and a count.

A purpose is a number that a game gives to one source of luck ("the deal of round 3"), and the count numbers
the draws from it, so a draw in one place never shifts another. Scenarios script draws: a `Script` stands in for a seed.
"""

import hashlib
from collections.abc import Sized
from numbers import Integral
from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from tavern_engine.errors import BadScenario, BadSetup
from tavern_engine.multiset import kinds, nth, size
from tavern_engine.pack import nth as nth_of_pack
from tavern_engine.pack import size as size_of_pack
from tavern_engine.pack import there
from tavern_engine.tally import number, place

MASK: Final = 0x1FFF_FFFF_FFFF_FFFF
# Odd numbers below 2**61 with about half of their bits set; a product keeps its low 61 bits in both builds.
FACTOR_A: Final = 0x1B8B_1C5D_2E4F_95A3
FACTOR_B: Final = 0x13C6_EF37_2FE9_4F8B
STRIDE: Final = 0x09E3_779B_97F4_A7C5
SCRIPTED: Final = -1
SEED_A: Final = 2  # the word of a state with the first half of its seed; the second half follows


def mix(word: i64) -> i64:
    """Scramble a 61-bit word so that near inputs give far outputs. It is a bijection."""
    word = ((word ^ (word >> 32)) * FACTOR_A) & MASK
    word = ((word ^ (word >> 29)) * FACTOR_B) & MASK
    return word ^ (word >> 32)


def blend(digest: i64, word: i64) -> i64:
    """The digest after it has taken in one more word; different words make one digest different ones."""
    digest = ((digest ^ (word & MASK)) * FACTOR_A) & MASK
    digest = ((digest ^ (digest >> 31)) * FACTOR_B) & MASK
    return digest ^ (digest >> 29)


def scale(word: i64, below: i64) -> i64:
    """Turn a scrambled word into a number from 0 to below - 1."""
    return ((word >> 29) * below) >> 32


class Rng:
    """A stream of random numbers for searching, sampling and playing at random.

    >>> Rng(7).below(6) == Rng(7).below(6)
    True
    """

    def __init__(self, seed: int) -> None:
        self.state: i64 = mix(i64(seed & MASK))

    def next(self) -> i64:
        """The next 61-bit word."""
        self.state = (self.state + STRIDE) & MASK
        return mix(self.state)

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1; the limit is at most 2**31."""
        if limit < 1 or limit > 0x8000_0000:
            raise BadSetup(f"A random number below {limit} cannot be drawn.")
        return scale(self.next(), limit)


def shuffle(cards: list[int], rng: Rng) -> None:
    """Put them in another order, all orders equally likely."""
    last: i64 = len(cards) - 1
    while last > 0:
        other = rng.below(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
        last -= 1


class FreeDraw(NamedTuple):
    """A draw that a script did not name."""

    draw: tuple[int, int]  # purpose and count
    zone: int  # a mask of what could have come
    bit: int
    events: int  # that had happened before


class Script:
    """Scripted draws for scenarios: what it does not name falls to its seed.

    `outcomes` maps (purpose, count) to what is drawn. A script lives as long as the process, like the scenario's game,
    unless it is closed.
    """

    def __init__(self, seed: tuple[int, int], outcomes: dict[tuple[int, int], int]) -> None:
        self.seed = seed
        self.outcomes = outcomes
        self.drawn: set[tuple[int, int]] = set()
        self.log: Sized | None = None  # of the state that draws, if somebody wants to know
        self.free: list[FreeDraw] = []
        self.words: tuple[int, int] = (SCRIPTED, 1 + max(_scripts, default=0))
        _scripts[self.words[1]] = self

    def close(self) -> None:
        """Forget it; states with its words can draw no more."""
        del _scripts[self.words[1]]


_scripts: dict[int, Script] = {}


def seed_text(seed: object) -> str:
    """A person's seed, a number or a text, as a text."""
    if isinstance(seed, str):
        return seed
    if isinstance(seed, bool) or not isinstance(seed, Integral):  # which numpy's are, too
        raise BadSetup(f"A seed is a whole number or a text, not {seed!r}.")
    whole = int(seed)
    return f"{whole:x}" if abs(whole) > 10**18 else str(whole)  # Python writes no decimals of very large ones


def seed_words(seed: object) -> tuple[int, int]:
    """Spread a person's seed, a number or a text, over two 61-bit words.

    >>> seed_words(1) == seed_words("1")
    True
    """
    text = seed_text(seed)
    try:
        written = text.encode()
    except UnicodeEncodeError:
        raise BadSetup(f"A seed is made of whole characters, and {seed!r} is not.") from None
    digest = hashlib.blake2b(written, digest_size=16, person=b"tavern seed").digest()
    return int.from_bytes(digest[:8], "little") & MASK, int.from_bytes(digest[8:], "little") & MASK


def luck(a: i64, b: i64, purpose: i64, count: i64) -> i64:
    """The scrambled word that the seed (a, b) holds for one draw."""
    return mix(a ^ mix((b + purpose * STRIDE + count * FACTOR_B) & MASK))


def pick(a: i64, b: i64, purpose: i64, count: i64, zone: i64) -> i64:
    """Draw one card of a multiset that holds at least one: its kind."""
    if a == SCRIPTED:
        return _scripted(b, purpose, count, zone)
    return nth(zone, scale(luck(a, b, purpose, count), size(zone)))


def draw(a: i64, b: i64, purpose: i64, count: i64, zone: i64) -> i64:
    """Draw one card of a tally that holds at least one: the place of its bit."""
    if a == SCRIPTED:
        return _scripted_draw(b, purpose, count, zone)
    return place(zone, scale(luck(a, b, purpose, count), number(zone)))


def deal(a: i64, b: i64, purpose: i64, count: i64, counts: i64, singles: i64) -> i64:
    """Draw one card of a pack that holds at least one: its kind."""
    if a == SCRIPTED:
        return _scripted_deal(b, purpose, count, counts, singles)
    return nth_of_pack(counts, singles, scale(luck(a, b, purpose, count), size_of_pack(counts, singles)))


def _scripted_draw(b: i64, purpose: i64, count: i64, zone: i64) -> i64:
    outcome = _named(b, purpose, count, int(zone))
    if outcome < 0:
        script = _scripts[int(b)]
        outcome = draw(i64(script.seed[0]), i64(script.seed[1]), purpose, count, zone)
        _note(script, purpose, count, int(zone), int(outcome))
    return outcome


def _scripted_deal(b: i64, purpose: i64, count: i64, counts: i64, singles: i64) -> i64:
    mask = there(int(counts), int(singles))
    outcome = _named(b, purpose, count, mask)
    if outcome < 0:
        script = _scripts[int(b)]
        outcome = deal(i64(script.seed[0]), i64(script.seed[1]), purpose, count, counts, singles)
        _note(script, purpose, count, mask, int(outcome))
    return outcome


def _named(b: i64, purpose: i64, count: i64, mask: int) -> i64:
    """What the script names for the draw, which must be in the mask, or -1."""
    script = _scripts[int(b)]
    asked = (int(purpose), int(count))
    outcome = script.outcomes.get(asked)
    if outcome is None:
        return -1
    if mask >> outcome & 1 == 0:
        raise BadScenario("A draw that [chance] scripts cannot come: there is no such card to draw.")
    script.drawn.add(asked)
    return i64(outcome)


def _note(script: Script, purpose: i64, count: i64, mask: int, outcome: int) -> None:
    """Write down a draw that the script does not name."""
    events = len(script.log) if script.log is not None else 0
    script.free.append(FreeDraw((int(purpose), int(count)), mask, outcome, events))


def _scripted(b: i64, purpose: i64, count: i64, zone: i64) -> i64:
    mask = sum(1 << kind for kind in set(kinds(int(zone))))
    outcome = _named(b, purpose, count, mask)
    if outcome < 0:
        script = _scripts[int(b)]
        outcome = pick(i64(script.seed[0]), i64(script.seed[1]), purpose, count, zone)
        _note(script, purpose, count, mask, int(outcome))
    return outcome


def unused_draws(words: vec[i64]) -> int:
    """How many draws never came that the script of a state names."""
    if words[SEED_A] != SCRIPTED:
        return 0
    script = _scripts[int(words[SEED_A + 1])]
    return len(set(script.outcomes) - script.drawn)
