"""The interface every game stands on: State, InfoSet and Policy.

Only the referee holds a `State`; a seat only ever gets an `InfoSet`, which is data. All of a state is one packed vector
of words, so a clone is one copy, and nothing can be forgotten or shared. The first words mean the same in every game.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from librt.vecs import extend, vec
from mypy_extensions import i64, mypyc_attr

from tavern_engine.chance import MASK, STRIDE, Rng, blend, mix
from tavern_engine.errors import BadBytes, BadSetup, IllegalAction

MAX_SEATS: Final = 8
MOST_ACTIONS: Final = 1_000_000  # no game has a code above this

# The words that every state begins with.
SEATS: Final = 0
VIEWER: Final = 1  # through whose eyes: a seat, SPECTATOR, or TRUTH
SEED_A: Final = 2  # as in chance.py
SEED_B: Final = 3
PUBLIC: Final = 4  # the digest of what everybody has seen
PRIVATE: Final = 5  # and, per seat, of what only some have seen
ASKED: Final = 13  # who decides; OVER after the end; UNTOLD in the view of a seat that is not asked
PHASE: Final = 14  # what kind of decision it is
CHOSEN: Final = 15  # the half of a compound choice that is already made
LEFT: Final = 16  # how often the decision repeats, or how far a window has come
WORDS: Final = 17  # where the game's own words begin

TRUTH: Final = -2
SPECTATOR: Final = -1  # somebody who only looks on
OVER: Final = -1
UNTOLD: Final = -2
HIDDEN: Final = -1
EVERYBODY: Final = -1

MAGIC: Final = b"tavern1"
CHECK_BYTES: Final = 8


class Event(NamedTuple):
    """Something that happened: `what` is HIDDEN from seats that are no witnesses; the rest is seen by all."""

    op: int
    seat: int
    what: int
    amount: int
    witnesses: int  # EVERYBODY or a mask of seats

    def seen_by(self, seat: int) -> Event:
        """The event as this seat (or the SPECTATOR) saw it."""
        if self.witnesses == EVERYBODY or (seat >= 0 and self.witnesses >> seat & 1):
            return self
        return self._replace(what=HIDDEN)


@mypyc_attr(allow_interpreted_subclasses=True)
class Tables:
    """A game's read-only component data in the form its states use."""

    def __init__(self, stamp: bytes) -> None:
        self.stamp = stamp  # 16 bytes that name game, version and data
        self.game: Any = None  # whose tables they are; a `Game` says so when it takes them


@mypyc_attr(allow_interpreted_subclasses=True)
class Policy:
    """Picks an action for the deciding seat, reading only what that seat may see."""

    def choose(self, state: State, rng: Rng) -> i64:
        """The action code of a legal action."""
        raise NotImplementedError

    def outlook(self, state: State, seat: i64) -> i64:
        """How well the seat stands, on the scale of `State.score`; a policy that sees further says more than that."""
        return state.score(seat)


class RandomPolicy(Policy):
    """Any legal action, all equally likely."""

    def choose(self, state: State, rng: Rng) -> i64:
        return state.nth(rng.below(state.count()))


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A game in progress. A game's subclass adds its rules; everything it knows lives in `w`."""

    def __init__(self, words: vec[i64], tables: Tables) -> None:
        self.w = words  # a state that grows takes new ones in a move; in the old ones ASKED is OVER then
        self.tables = tables
        self.log: list[Event] | None = None  # the Table's notebook; clones and sampled worlds have none

    # What a game provides.

    def count(self) -> i64:
        """How many actions are legal now (0 when nobody is asked)."""
        raise NotImplementedError

    def nth(self, index: i64) -> i64:
        """The legal action at `index` in ascending order of codes."""
        raise NotImplementedError

    def move(self, action: i64) -> None:
        """Play a legal action, and after it every decision that has only one. Trusts its caller: see `apply`.

        A game whose state can grow replaces `w` here, so it has to be read again.
        """
        raise NotImplementedError

    def clone(self) -> State:
        """A copy that shares nothing that changes."""
        raise NotImplementedError

    def mask(self, seat: i64) -> None:
        """Blot out what the seat (or the SPECTATOR) cannot know. `observe` has blotted out what all games share."""
        raise NotImplementedError

    def fill(self, seat: i64, rng: Rng) -> None:
        """Put cards in all hidden places of a view of `seat`, every arrangement equally likely."""
        raise NotImplementedError

    def hidden(self, seat: int) -> list[list[int]]:
        """The cards in the places that the seat cannot see, one list per kind of card, places in a fixed order.

        Cards of one unordered place (a hand) stand sorted. Any permutation of a list is possible for the seat.
        """
        raise NotImplementedError

    def arrange(self, seat: int, cards: list[list[int]]) -> State:
        """A copy with these cards in the places of `hidden(seat)`."""
        raise NotImplementedError

    def redraw(self, rng: Rng) -> None:
        """Draw anew what no seat knows, a pile's order as much as luck to come; hands stay as they are.

        A game whose state holds cards that nobody has seen deals those again, too.
        """
        self.w[SEED_A] = rng.next()
        self.w[SEED_B] = rng.next()

    def deals(self) -> i64:
        """How many times everything was dealt anew; what was hidden in an earlier deal no longer matters."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """How well the seat stands, more is better; at the end it orders the placement."""
        raise NotImplementedError

    # What every game shares.

    def __str__(self) -> str:
        return str(self.tables.game.picture(self))

    def seat(self) -> i64:
        """Who decides now: a seat, OVER, or UNTOLD."""
        return self.w[ASKED]

    def team(self, seat: i64) -> i64:
        """The team of a seat; unless the game says otherwise everyone plays alone."""
        return seat

    def legal(self) -> list[int]:
        """All legal action codes, ascending."""
        return [int(self.nth(i)) for i in range(self.count())]

    def list_legal(self, codes: vec[i64]) -> i64:
        """Write all legal action codes, ascending, to the front of `codes`; how many there are."""
        total = self.count()
        for i in range(total):
            codes[i] = self.nth(i)
        return total

    def allows(self, action: i64) -> bool:
        """Whether the action is legal now."""
        low: i64 = 0
        high = self.count()
        while low < high:
            middle = (low + high) >> 1
            if self.nth(middle) < action:
                low = middle + 1
            else:
                high = middle
        return low < self.count() and self.nth(low) == action

    def apply(self, action: object) -> None:
        """Play an action if it is legal; otherwise raise IllegalAction and change nothing."""
        if self.w[VIEWER] != TRUTH:
            raise IllegalAction("A view cannot be played on: sample a world from it first.")
        if self.w[ASKED] == OVER:
            raise IllegalAction("The game is over: there is nothing left to decide.")
        if self.w[ASKED] < 0:
            raise IllegalAction("Nobody is asked in this world: it was sampled for a seat that is not to decide.")
        if not isinstance(action, int) or isinstance(action, bool):
            raise IllegalAction(f"An action is a whole number, not {action!r}.")
        if not 0 <= action <= MOST_ACTIONS or not self.allows(i64(action)):
            raise IllegalAction(f"Action {action} is not legal now.")
        self.move(i64(action))

    def playout(self, policy: Policy, rng: Rng, limit: i64) -> i64:
        """Let the policy play for all seats, to the end or for `limit` decisions; how many it made."""
        if self.w[VIEWER] != TRUTH:
            raise IllegalAction("A view cannot be played on: sample a world from it first.")
        trusted = isinstance(policy, RandomPolicy)
        made: i64 = 0
        while made < limit and self.w[ASKED] >= 0:
            action = policy.choose(self, rng)
            if not trusted and not self.allows(action):
                raise IllegalAction(f"The policy chose action {action}, which is not legal now.")
            self.move(action)
            made += 1
        return made

    def observe(self, seat: int) -> InfoSet:
        """What the seat knows (SPECTATOR: what everybody knows)."""
        w = self.w
        if w[VIEWER] != TRUTH:
            raise BadSetup("A view cannot be observed: it already is what one seat knows.")
        if not SPECTATOR <= seat < int(w[SEATS]):
            raise BadSetup(f"There is no seat {seat} at a table of {w[SEATS]}.")
        viewer = i64(seat)
        view = self.clone()
        v = view.w
        v[VIEWER] = viewer
        v[SEED_A] = 0
        v[SEED_B] = 0
        for other in range(i64(MAX_SEATS)):
            if other != viewer:
                v[PRIVATE + other] = 0
        if v[ASKED] != viewer and v[ASKED] != OVER:
            view.forget_the_question()
        view.mask(viewer)
        return InfoSet(view)

    def glimpse(self, w: vec[i64], seat: i64, word: i64) -> i64:
        """A word of a row that views show in part, just as the view of the seat has it.

        This makes that view; a game that can say the word without it is quicker to learn from.
        """
        return self.observe(int(seat)).view.w[word]

    def forget_the_question(self) -> None:
        """Blot out who is asked and what: being asked at all can tell what somebody holds."""
        w = self.w
        w[ASKED] = UNTOLD
        w[PHASE] = 0
        w[CHOSEN] = 0
        w[LEFT] = 0

    def key(self, seat: i64) -> i64:
        """A 61-bit digest of all that the seat has seen, and of the question it is asked."""
        w = self.w
        digest = w[PUBLIC]
        if seat >= 0:
            digest = blend(digest, w[PRIVATE + seat])
            if w[ASKED] == seat:
                digest = blend(digest, w[PHASE] + 64 * w[CHOSEN] + 4096 * w[LEFT] + 1)
        return digest

    def tell(self, w: vec[i64], op: i64, seat: i64, what: i64, amount: i64) -> None:
        """An event that everybody sees: take it into the public digest, and into the log if there is one."""
        w[PUBLIC] = self.digest_with(w, op, seat, what, amount)
        if self.log is not None:
            self.log.append(Event(int(op), int(seat), int(what), int(amount), EVERYBODY))

    def digest_with(self, w: vec[i64], op: i64, seat: i64, what: i64, amount: i64) -> i64:
        """The public digest as it will be after this event."""
        return blend(w[PUBLIC], (op + 64 * seat + 1024 * amount) * STRIDE + what)

    def whisper(self, w: vec[i64], op: i64, seat: i64, what: i64, amount: i64, witnesses: i64) -> None:
        """An event of which only the witnesses, a mask of seats, see `what`."""
        fact = (op + 64 * seat + 1024 * amount) * STRIDE
        w[PUBLIC] = blend(w[PUBLIC], fact + HIDDEN)
        for witness in range(w[SEATS]):
            if (witnesses >> witness) & 1 and (w[VIEWER] == TRUTH or w[VIEWER] == witness):
                w[PRIVATE + witness] = blend(w[PRIVATE + witness], fact + what)
        if self.log is not None:
            self.log.append(Event(int(op), int(seat), int(what), int(amount), int(witnesses)))

    def placement(self) -> list[int]:
        """The place of every seat, 1 for the best, equal scores sharing one; as it stands, if the game is not over."""
        scores = [int(self.score(i64(seat))) for seat in range(int(self.w[SEATS]))]
        return [1 + sum(other > mine for other in scores) for mine in scores]

    def to_bytes(self) -> bytes:
        """All of the state: a name for game, version and data, the words, and a checksum."""
        body = MAGIC + self.tables.stamp + bytes(self.w)
        return body + hashlib.blake2b(body, digest_size=CHECK_BYTES).digest()


def words_from_bytes(data: object, stamp: bytes, length: int) -> vec[i64]:
    """The words inside `to_bytes` output, or BadBytes."""
    if not isinstance(data, (bytes, bytearray, memoryview)):
        raise BadBytes(f"A state is read from bytes, not from {type(data).__name__}.")
    whole = bytes(data)
    if not whole.startswith(MAGIC):
        raise BadBytes("These bytes are no state or information set of the tavern.")
    if whole[len(MAGIC) : len(MAGIC) + len(stamp)] != stamp:
        raise BadBytes("The bytes belong to another game, another version of it, or other component data.")
    if len(whole) != len(MAGIC) + len(stamp) + 8 * length + CHECK_BYTES:
        raise BadBytes(f"The bytes are cut off or too long: {len(whole)} do not make a state of this game.")
    if hashlib.blake2b(whole[:-CHECK_BYTES], digest_size=CHECK_BYTES).digest() != whole[-CHECK_BYTES:]:
        raise BadBytes("The bytes are damaged: their checksum does not fit.")
    raw = whole[len(MAGIC) + len(stamp) : -CHECK_BYTES]
    return vec[i64]([i64(word) for word in struct.unpack(f"<{length}q", raw)])


@mypyc_attr(allow_interpreted_subclasses=True)
class InfoSet:
    """Everything a seat may know, and nothing else: a view is a state with the rest blotted out."""

    def __init__(self, view: State) -> None:
        self.view = view

    @property
    def seat(self) -> int:
        """Whose knowledge this is."""
        return int(self.view.w[VIEWER])

    @property
    def asked(self) -> bool:
        """Whether this seat is to decide now."""
        return self.view.w[ASKED] == self.view.w[VIEWER] and self.view.w[ASKED] >= 0

    @property
    def key(self) -> int:
        """A 61-bit digest of all that the seat has seen."""
        return int(self.view.key(self.view.w[VIEWER]))

    def legal(self) -> list[int]:
        """The legal action codes if this seat is asked, else none."""
        return self.view.legal() if self.asked else []

    def sample(self, rng: Rng) -> State:
        """A world that fits all the seat knows, every arrangement of the hidden cards equally likely.

        Its luck is fresh. If the seat is not asked, the world can be looked at, not played on: nobody is asked in it.
        """
        world = self.view.clone()
        w = world.w
        viewer = w[VIEWER]
        w[VIEWER] = TRUTH
        w[SEED_A] = rng.next()
        w[SEED_B] = rng.next()
        world.fill(viewer, rng)
        return world

    def facts(self) -> dict[str, Any]:
        """What the seat knows, as plain data that JSON can hold; the game's GAME.md names every key."""
        return dict(self.view.tables.game.infoset_facts(self))

    def actions(self) -> list[dict[str, Any]]:
        """The legal actions as plain data: `code`, `text`, and the parts that the game's GAME.md names."""
        return list(self.view.tables.game.described(self.legal()))

    def options(self) -> dict[str, bool | int | str]:
        """The options of the table."""
        return dict(self.view.tables.game.options_of(self.view))

    def __str__(self) -> str:
        return str(self.view)

    def to_bytes(self) -> bytes:
        """The view as bytes; `Game.infoset_from_bytes` reads them back."""
        return self.view.to_bytes()


def numbers(values: Sequence[int]) -> vec[i64]:
    """These numbers as words, for modules that are not compiled."""
    return vec[i64]([i64(value) for value in values])


def zeros(length: int) -> vec[i64]:
    """So many words that are 0."""
    return vec[i64]([i64(0)] * length)


def copied(words: vec[i64]) -> vec[i64]:
    """The same words again, for large states: `words[:]` moves them one by one, this takes two thirds of the time."""
    return extend(vec[i64](), words)


def fresh_digest(public: i64, hand: i64, seat: i64) -> i64:
    """A private digest for a seat of a sampled world: equal views of that seat get equal keys."""
    return mix(blend((public + seat) & MASK, hand))
