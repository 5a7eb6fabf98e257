"""One planted fault after another in a small honest bot, each with the check that must catch it."""

from __future__ import annotations

import gc
import inspect
import random
import sys
from collections.abc import Iterator
from types import FrameType

from tavern_bots.api import ALL_GAMES, Clock, Place, Setting, Value
from tavern_bots.discover import Choice, checked
from tavern_engine import Event, InfoSet, State
from tavern_engine.state import TRUTH, VIEWER


class HonestBot:
    """Draws by lot, twice as likely from the upper half; it does all that a bot may do."""

    summary = "draws by lot, and likes high numbers"
    games = ALL_GAMES
    options: tuple[Setting, ...] = (Setting("simulations", 500, "how often it draws", low=1, high=1000),)

    def __init__(self, place: Place) -> None:
        self.place = place
        self.seen = 0

    def see(self, events: list[Event]) -> None:
        self.seen += len(events)

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        legal = infoset.legal()
        draws = [int(self.place.rng.below(len(legal))) for _ in range(int(self.place.options["simulations"]))]
        return legal[max(draws[:2])]

    def explain(self) -> str:
        return "It was drawn by lot!"

    def end(self, placement: list[int]) -> None:
        self.seen = 0


def by_truth(truths: Iterator[State], infoset: InfoSet) -> int:
    """A decision that depends on the first truth there is."""
    legal = infoset.legal()
    truth = next(truths, None)
    return legal[sum(truth.to_bytes()) % len(legal)] if truth else legal[0]


def is_truth(thing: object) -> bool:
    return isinstance(thing, State) and thing.w[VIEWER] == TRUTH


class PeeksThroughGc(HonestBot):
    """Looks for the truth among all objects of the process."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return by_truth(
            (thing for thing in gc.get_objects() if issubclass(type(thing), State) and is_truth(thing)), infoset
        )


class PeeksThroughFrames(HonestBot):
    """Looks for the truth among the variables of whoever asks."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return by_truth(self.truths(sys._getframe()), infoset)

    def truths(self, frame: FrameType | None) -> Iterator[State]:
        """All truths in the frame and in those that called it."""
        while frame is not None:
            yield from (thing for thing in frame.f_locals.values() if is_truth(thing))
            frame = frame.f_back


class MeddlesThroughGc(HonestBot):
    """Changes the truth, though its decision does not show it."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        for thing in gc.get_objects():
            if issubclass(type(thing), State) and is_truth(thing):
                thing.w[2] += 1
        return infoset.legal()[0]


class Illegal(HonestBot):
    """Plays what nobody may."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return max(infoset.legal()) + 1


class IllegalOnTheLastSeat(HonestBot):
    """Plays what nobody may, but only on the last seat of a full table."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return -1 if self.place.seat == self.place.game.max_seats - 1 else super().choose(infoset, clock)


class Nonsense(HonestBot):
    """Answers with something that is no number."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return "the best move"  # type: ignore[return-value]


class Unprintable:
    """Cannot even be shown."""

    def __repr__(self) -> str:
        raise ValueError("no picture")


class UnprintableNonsense(HonestBot):
    """Answers with something that cannot be shown."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return Unprintable()  # type: ignore[return-value]


class SaysYes(HonestBot):
    """Answers True, which only looks like 1."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return True


class GlobalRandom(HonestBot):
    """Draws from the module random."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return random.choice(infoset.legal())


class OwnRandom(HonestBot):
    """Draws from a generator of its own that nobody seeded."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        return random.SystemRandom().choice(infoset.legal())


class Overruns(HonestBot):
    """Thinks on after its clock has run out."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        while clock.spent() < 0.15:
            pass
        return super().choose(infoset, clock)


class RemembersOthers(HonestBot):
    """Counts the decisions of all its instances in the class, and plays by the count."""

    decisions = 0

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        legal = infoset.legal()
        RemembersOthers.decisions += 1
        return legal[RemembersOthers.decisions % len(legal)]


class SharesItsPlan(HonestBot):
    """Keeps its plan in the class and begins a new one in every game, so that only games at the same time show it."""

    plan = 0

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        SharesItsPlan.plan = 0

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        legal = infoset.legal()
        SharesItsPlan.plan += 1
        return legal[SharesItsPlan.plan % len(legal)]


class Raises(HonestBot):
    """Falls over when it is asked."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        raise ValueError("no idea")


class RaisesOnSeating(HonestBot):
    """Falls over when it is seated at a table of three."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        if place.seats == 3:
            raise KeyError("three")


class RaisesAtTheEnd(HonestBot):
    """Falls over when the game has ended."""

    def end(self, placement: list[int]) -> None:
        raise ValueError("lost again")


class Exits(HonestBot):
    """Ends the process."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        sys.exit("enough")


class Prints(HonestBot):
    """Thinks aloud."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        print("let me think")
        return super().choose(infoset, clock)


class PrintsOnSeating(HonestBot):
    """Greets everybody."""

    def __init__(self, place: Place) -> None:
        super().__init__(place)
        print("hello")


class ExplainsInNumbers(HonestBot):
    """Its reason is no sentence."""

    def explain(self) -> str:
        return 17  # type: ignore[return-value]


class Scribbles(HonestBot):
    """Writes on the infoset."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        action = super().choose(infoset, clock)
        infoset.view.w[20] += 1
        return action


class SetsItself(HonestBot):
    """Changes its own options."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        options: dict[str, Value] = self.place.options  # type: ignore[assignment]
        options["simulations"] = 7
        return super().choose(infoset, clock)


class SetsTheTable(HonestBot):
    """Changes the options of the table."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        options: dict[str, Value] = self.place.table_options  # type: ignore[assignment]
        options["tricks"] = "many"
        return super().choose(infoset, clock)


class Hangs(HonestBot):
    """Never comes back."""

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        while True:
            pass


def named(plugin: type[HonestBot]) -> Choice:
    """The bot as if it had been found in its file."""
    return Choice(f"{inspect.getfile(plugin)}:{plugin.__name__}", checked(plugin), {})


#: Each fault with the check that must catch it and what it must say.
BAD_BOTS: dict[type[HonestBot], tuple[str, str]] = {
    RaisesOnSeating: ("seats", "it raised KeyError: 'three' when it took its seat"),
    Illegal: ("legal", "which is not among the legal"),
    IllegalOnTheLastSeat: ("legal", "it answered -1"),
    Nonsense: ("legal", "it answered 'the best move', which is not an action code"),
    UnprintableNonsense: ("legal", "it raised ValueError: no picture"),
    SaysYes: ("legal", "it answered True, which is not an action code"),
    Raises: ("legal", "it raised ValueError: no idea when it was asked to choose"),
    Exits: ("legal", "it raised SystemExit: enough"),
    RaisesAtTheEnd: ("legal", "it raised ValueError: lost again when the game ended"),
    GlobalRandom: ("repeatable", "it uses the global module random"),
    OwnRandom: ("repeatable", "with the same seed it decided differently"),
    PeeksThroughGc: ("twins", "depends on what it cannot know"),
    PeeksThroughFrames: ("twins", "depends on what it cannot know"),
    MeddlesThroughGc: ("twins", "behind the referee's back"),
    Scribbles: ("untouched", "it changes the infoset"),
    SetsItself: ("untouched", "it changes the options"),
    SetsTheTable: ("untouched", "it changes the options of the table"),
    Hangs: ("clock", "it took longer than 1 seconds when it was asked to choose"),
    Overruns: ("clock", "on its clock"),
    RemembersOthers: ("alone", "after other games were played"),
    SharesItsPlan: ("alone", "while another game is played"),
    Prints: ("quiet", r"it printed 'let me think\n'"),
    PrintsOnSeating: ("quiet", r"it printed 'hello\n'"),
    ExplainsInNumbers: ("quiet", "its explanation is not a sentence: 17"),
}
