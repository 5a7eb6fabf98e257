"""One planted fault after another in an honest game, each with the check that must catch it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from librt.vecs import vec
from mypy_extensions import i64
from show_and_play import CARDS, HAND, KNOWN, OUT, SHOW, SIZE, TURNS, ShowAndPlay, ShowAndPlayState

from tavern_engine import Event, InfoSet, LookBack, Rng, State
from tavern_engine.multiset import kinds, of, several, size
from tavern_engine.state import ASKED, HIDDEN, LEFT, OVER, PRIVATE, PUBLIC, SEATS, SEED_A, SEED_B, TRUTH, VIEWER


class LeakyView(ShowAndPlayState):
    """A seat sees the hand of the next one too."""

    def mask(self, seat: int) -> None:
        mine = (seat + 1) % int(self.w[SEATS])
        shown = self.w[HAND + mine]
        super().mask(seat)
        self.w[HAND + mine] = shown


class LeakyKey(ShowAndPlayState):
    """The key digests a card that the seat has not seen."""

    def mask(self, seat: int) -> None:
        self.w[PRIVATE + max(seat, 0)] += self.w[HAND + (seat + 1) % int(self.w[SEATS])]
        super().mask(seat)


class SeedInView(ShowAndPlayState):
    """The seed of the deal stays in the view."""

    def observe(self, seat: int) -> InfoSet:
        infoset = super().observe(seat)
        infoset.view.w[2] = self.w[2]
        return infoset


class LeakyEvent(ShowAndPlayState):
    """The deal is told to everybody, while the view hides it."""

    def whisper(self, w: vec[i64], op: int, seat: int, what: int, amount: int, witnesses: int) -> None:
        self.tell(w, op, seat, what, amount)


class SilentChange(ShowAndPlayState):
    """A played card is known to have left the hand, but a shown one is never told."""

    def tell(self, w: vec[i64], op: int, seat: int, what: int, amount: int) -> None:
        if op != SHOW:
            super().tell(w, op, seat, what, amount)


class DeafKey(ShowAndPlayState):
    """What is shown is logged, but no key takes it in."""

    def tell(self, w: vec[i64], op: int, seat: int, what: int, amount: int) -> None:
        before = w[PUBLIC]
        super().tell(w, op, seat, what, amount)
        if op == SHOW:
            w[PUBLIC] = before


class RestlessKeys(ShowAndPlayState):
    """Other seats get a new key in every sampled world."""

    def fill(self, seat: int, rng: Rng) -> None:
        super().fill(seat, rng)
        for other in range(int(self.w[SEATS])):
            if other != seat:
                self.w[PRIVATE + other] = rng.next()


class StaleLuck(ShowAndPlayState):
    """Sampled worlds all have the same luck."""

    def fill(self, seat: int, rng: Rng) -> None:
        super().fill(seat, rng)
        self.w[SEED_A], self.w[SEED_B] = 1, 2


class OtherOrder(ShowAndPlayState):
    """The nth action is another one than the legal list says."""

    def nth(self, index: int) -> int:
        return self.choices()[-1 - index]

    def legal(self) -> list[int]:
        return self.choices()


class LeakyLegal(ShowAndPlayState):
    """Showing is legal only while the next seat holds the highest card left in any hand."""

    def choices(self) -> list[int]:
        legal = super().choices()
        w = self.w
        seat = int(w[ASKED])
        if seat < 0 or w[VIEWER] != TRUTH:
            return legal
        best = max(range(int(w[SEATS])), key=lambda other: max(kinds(w[HAND + other]), default=-1))
        return legal if best != (seat + 1) % int(w[SEATS]) or w[SIZE + seat] < 2 else legal[: w[SIZE + seat]]


class TruthSampler(ShowAndPlayState):
    """The sampler gives back the true state, smuggled along with the view."""

    truth: ShowAndPlayState | None = None

    def observe(self, seat: int) -> InfoSet:
        infoset = super().observe(seat)
        view = infoset.view
        assert isinstance(view, TruthSampler)
        view.truth = self
        return infoset

    def clone(self) -> State:
        other = super().clone()
        assert isinstance(other, TruthSampler)
        other.truth = self.truth
        return other

    def fill(self, seat: int, rng: Rng) -> None:
        super().fill(seat, rng)
        if self.truth is not None:
            for other in range(int(self.w[SEATS])):
                self.w[HAND + other] = self.truth.w[HAND + other]
            self.truth = None


class ConstantSampler(ShowAndPlayState):
    """The sampler ignores the rng it is given."""

    def fill(self, seat: int, rng: Rng) -> None:
        super().fill(seat, Rng(1))


class SkewedSampler(ShowAndPlayState):
    """The sampler prefers low cards."""

    def luck(self, rng: Rng, below: int) -> int:
        return min(int(rng.below(below)), int(rng.below(below)))


class ForgetfulSampler(ShowAndPlayState):
    """The sampler deals shown cards out again."""

    def fill(self, seat: int, rng: Rng) -> None:
        for other in range(int(self.w[SEATS])):
            if other != seat:
                self.w[HAND + other] = 0
        pool = [kind for kind in range(CARDS) if not of([kind]) & int(self.w[OUT] | self.w[HAND + max(seat, 0)])]
        for other in range(int(self.w[SEATS])):
            while size(self.w[HAND + other]) < self.w[SIZE + other]:
                self.w[HAND + other] += several(pool.pop(int(rng.below(len(pool)))), 1)


class ForgetfulView(ShowAndPlayState):
    """Everybody forgets at once what was shown, sampler and hidden places included."""

    def shown(self, w: vec[i64], seat: int, card: int) -> None:
        super().shown(w, seat, card)
        self.w[KNOWN + seat] = 0
        if self.w[VIEWER] not in (TRUTH, seat):
            self.w[HAND + seat] = 0


class OverconfidentView(ShowAndPlayState):
    """Views claim to know the lowest card of every hand after a play, though nobody showed it."""

    def act(self, action: int) -> None:
        seat = int(self.w[ASKED])
        super().act(action)
        if self.w[HAND + seat]:
            self.w[KNOWN + seat] |= of([min(kinds(self.w[HAND + seat]))])


class SharedClone(ShowAndPlayState):
    """Clones share their words."""

    def clone(self) -> State:
        return type(self)(self.w, self.tables)


class HiddenExtra(ShowAndPlayState):
    """Part of the state lives outside the words: every third move goes another way."""

    moves = 0

    def clone(self) -> State:
        other = super().clone()
        assert isinstance(other, HiddenExtra)
        other.moves = self.moves
        return other

    def act(self, action: int) -> None:
        self.moves += 1
        super().act(action)
        if self.moves == 2:
            self.w[ASKED] = OVER
            self.forget_the_question()
            self.w[ASKED] = OVER


class UnsortedLegal(ShowAndPlayState):
    """Legal actions come in reverse."""

    def choices(self) -> list[int]:
        return super().choices()[::-1]


class LeftForced(ShowAndPlayState):
    """Decisions with one answer are left to the seat."""

    def move(self, action: int) -> None:
        self.act(int(action))


class Restless(ShowAndPlayState):
    """Something else than the seed moves the luck: every new game is different."""

    games = 0

    def next_turn(self) -> None:
        super().next_turn()
        if not self.w[OUT]:
            type(self).games += 1
            self.w[PRIVATE] += type(self).games


class StickyQuestion(ShowAndPlayState):
    """A question keeps a trace of what the next seat held when it was put; no change of hands later shows it."""

    def next_turn(self) -> None:
        super().next_turn()
        if self.w[ASKED] >= 0:
            self.w[LEFT] = self.w[HAND + (self.w[ASKED] + 1) % self.w[SEATS]] % 7


class EndlessGame(ShowAndPlayState):
    """Nobody ever has to play a card."""

    def next_turn(self) -> None:
        self.w[KNOWN], self.w[KNOWN + 1], self.w[KNOWN + 2] = 0, 0, 0
        self.w[ASKED] = (self.w[ASKED] + 1) % self.w[SEATS]

    def choices(self) -> list[int]:
        return super().choices()[int(self.w[SIZE + self.w[ASKED]]) :] if self.w[ASKED] >= 0 else []


class WrongPlaces(ShowAndPlayState):
    """The worst score is first."""

    def placement(self) -> list[int]:
        places = super().placement()
        return [1 + max(places) - place for place in places]


class SameTexts(ShowAndPlay):
    """Showing and playing read the same."""

    def action_texts(self) -> list[str]:
        return [f"use {kind}" for kind in range(CARDS)] * 2


class Overfull(ShowAndPlayState):
    """The number of turns runs out of its range."""

    def count_turn(self, seat: int) -> None:
        super().count_turn(seat)
        self.w[TURNS] += 3 * int(self.w[SEATS]) * (self.w[TURNS] > 3)


class Gullible(ShowAndPlayState):
    """Anything may be played."""

    def allows(self, action: int) -> bool:
        return True


class Foresight(ShowAndPlayState):
    """The luck to come stays what it was."""

    def redraw(self, rng: Rng) -> None:
        return


class Reshuffled(ShowAndPlayState):
    """Hands are dealt again too, when only what nobody knows should be."""

    def redraw(self, rng: Rng) -> None:
        super().redraw(rng)
        self.mask(0)
        self.fill(0, rng)


class StaleLot(ShowAndPlayState):
    """The new luck hangs on the old."""

    def redraw(self, rng: Rng) -> None:
        before = self.w[SEED_A]
        super().redraw(rng)
        self.w[SEED_B] = before


class Watched(ShowAndPlayState):
    """A game whose last truth can be found."""

    last: State | None = None

    def move(self, action: int) -> None:
        super().move(action)
        Watched.last = self


class LeakyLookBack(LookBack):
    """A look back in which every hand lies open, taken from the last truth."""

    at_least = 0  # so many events at once

    def see(self, events: Sequence[Event]) -> None:
        super().see(events)
        if Watched.last is not None and len(events) >= self.at_least:
            for step in self.steps:
                for seat in range(int(step.view.w[SEATS])):
                    step.view.w[HAND + seat] = Watched.last.w[HAND + seat]


class OpenHands(ShowAndPlay):
    """Everybody looks back on everything."""

    def look_back(self, seats: int, options: Mapping[str, object] | None, seat: int) -> LookBack:
        return LeakyLookBack(self, seats, options, seat)


class LateLeak(LeakyLookBack):
    """Likewise, but only where much is told at once."""

    at_least = 4


class LateOpenHands(ShowAndPlay):
    """Whoever is told late looks back on everything."""

    def look_back(self, seats: int, options: Mapping[str, object] | None, seat: int) -> LookBack:
        return LateLeak(self, seats, options, seat)


class ToldTooMuch(LookBack):
    """A look back that is told the deal as its owner saw it."""

    def see(self, events: Sequence[Event]) -> None:
        super().see([event._replace(what=1) if event.what == HIDDEN else event for event in events])


class OpenDeal(ShowAndPlay):
    """Everybody looks back on the cards that were dealt."""

    def look_back(self, seats: int, options: Mapping[str, object] | None, seat: int) -> LookBack:
        return ToldTooMuch(self, seats, options, seat)


#: Each fault with the check that must catch it and what it must say.
FAULTS: dict[str, tuple[ShowAndPlay, str, str]] = {
    "leaky view": (ShowAndPlay(LeakyView), "twins", "sees what it cannot know"),
    "leaky key": (ShowAndPlay(LeakyKey), "twins", "sees what it cannot know"),
    "seed in view": (ShowAndPlay(SeedInView), "twins", "sees what it cannot know"),
    "leaky event": (ShowAndPlay(LeakyEvent), "fold", "folds to another view"),
    "silent change": (ShowAndPlay(SilentChange), "fold", "folds to another view"),
    "deaf key": (ShowAndPlay(DeafKey), "keys", "two different histories have the same key"),
    "world keys that change": (ShowAndPlay(RestlessKeys), "world keys", "equal views of seat"),
    "stale luck": (ShowAndPlay(StaleLuck), "sample", "is not fresh"),
    "actions in another order": (ShowAndPlay(OtherOrder), "legal", "count and nth give"),
    "leaky legal list": (ShowAndPlay(LeakyLegal), "twins", "the legal actions of seat 1 tell what it cannot know"),
    "legal list that the seat is not told": (ShowAndPlay(LeakyLegal), "legal", "the seat is told"),
    "sampler that returns the truth": (ShowAndPlay(TruthSampler), "blind", "depend on what it cannot know"),
    "sampler with a constant seed": (ShowAndPlay(ConstantSampler), "distribution", "is not even"),
    "skewed sampler": (ShowAndPlay(SkewedSampler), "distribution", "is not even"),
    "skewed sampler on full data": (ShowAndPlay(SkewedSampler), "marginals", "are not filled evenly"),
    "sampler that forgets known cards": (ShowAndPlay(ForgetfulSampler), "sample", "is no state of the game"),
    "view that forgets known cards": (ShowAndPlay(ForgetfulView), "worlds", "has forgotten what it saw"),
    "view that claims too much": (ShowAndPlay(OverconfidentView), "worlds", "rules out what could be"),
    "question that tells of hands": (ShowAndPlay(StickyQuestion), "worlds", "sees what it cannot know"),
    "clone that shares": (ShowAndPlay(SharedClone), "clone", "changed the original"),
    "state outside the words": (ShowAndPlay(HiddenExtra), "bytes", "played on differently"),
    "unsorted legal actions": (ShowAndPlay(UnsortedLegal), "legal", "not sorted and unique"),
    "forced decision left": (ShowAndPlay(LeftForced), "legal", "was left to the seat"),
    "luck beside the seed": (ShowAndPlay(Restless), "repeatable", "gave another state"),
    "game without end": (ShowAndPlay(EndlessGame), "end", "did not end"),
    "wrong places": (ShowAndPlay(WrongPlaces), "end", "do not follow scores"),
    "texts that stand twice": (SameTexts(), "texts", "two actions have the same text"),
    "words beyond their layout": (ShowAndPlay(Overfull), "layout", "does not keep to the layout: The bytes are no"),
    "luck to come that stays": (ShowAndPlay(Foresight), "redraw", "leaves the luck to come as it was"),
    "luck to come that deals hands": (ShowAndPlay(Reshuffled), "redraw", "changes what somebody sees"),
    "luck to come that hangs on the old": (ShowAndPlay(StaleLot), "redraw", "depends on what it was"),
    "look back that leaks": (OpenHands(Watched), "look back", "looks back on another view than it had"),
    "look back that leaks late": (LateOpenHands(Watched), "look back", "tells what it cannot know"),
    "look back that is told too much": (OpenDeal(), "look back", "looks back on what it was not told"),
    "illegal actions accepted": (ShowAndPlay(Gullible), "refusals", "was accepted"),
}
