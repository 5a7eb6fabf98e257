"""One game against bots as a page plays it: what the page may ask for, and the sentence that it gets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from itertools import islice
from pathlib import Path
from typing import Final

from tavern_bots.asked import FATAL
from tavern_engine import BadGame, Event, IllegalAction, TavernError
from tavern_tournament.report.markup import Markup, tag
from tavern_tournament.results import Fault
from tavern_tournament.solo.advice import Advice, Costly, advice, costly, why
from tavern_tournament.solo.bots import hint_bot
from tavern_tournament.solo.luck import Luck, luck_ledger
from tavern_tournament.solo.numbers import spans
from tavern_tournament.solo.saved import SavedGame
from tavern_tournament.solo.session import Pending, Session, StaleAnswer
from tavern_tournament.solo.telling import sentence
from tavern_tournament.web.catalogue import ENGLISH, speaking
from tavern_tournament.web.lookup import looked_up
from tavern_tournament.web.scene import Scene, with_rules
from tavern_tournament.web.showing import shown
from tavern_tournament.web.spoken import Spoken

ASKED: Final = "asked"
THINKING: Final = "thinking"
OVER: Final = "over"
LONGEST: Final = 80  # letters of a word that is looked up
LONGEST_CHOICE: Final = 200  # letters of a choice that is typed
#: What changes nothing: other pages of the game need not hear of it.
LOOKS: Final = frozenset({"rules", "log", "why", "step"})


class Playing:
    """A session, and what its page shows beside it."""

    pause = 0.0  # seconds before bots go on by themselves

    def __init__(self, session: Session, elsewhere: bool = False) -> None:
        self.session = session
        self.elsewhere = elsewhere  # whether somebody else has the game open, too
        self._tellings: dict[str, Spoken] = {}  # by language
        self.advice: list[Advice] = []  # for the question that is asked
        self.costly: list[Costly] | None = None  # the decisions that cost most, once they were asked for
        self.luck: list[Luck] | None = None  # what the deals alone were worth, once that was asked for
        self.faults: list[Fault] = []  # what bots did wrong since the last question
        self.ended = False

    @classmethod
    def open(cls, path: Path, seconds: float | None, elsewhere: bool = False) -> Playing:
        """Go on with a saved game, or BadRecord."""
        saved = SavedGame.load(path)
        return cls(Session(saved, path, hint_bot(None, saved.game), seconds), elsewhere)

    def telling(self, language: str) -> Spoken:
        """The game in a language; from now on it is shown in it, too."""
        say = speaking(language)
        if say.language not in self._tellings:
            saved = self.session.saved
            self._tellings[say.language] = Spoken(saved.fresh_table(), saved.players, say)
        return self._tellings[say.language]

    @property
    def state(self) -> str:
        """Whether the person is asked, bots think, or the game is over."""
        if self.session.over:
            return OVER
        return THINKING if self.session.pending is None else ASKED

    @property
    def events(self) -> Sequence[Event]:
        """All that the page's reader has seen happen."""
        return self.session.seen

    @property
    def waits(self) -> bool:
        """Whether bots are to decide now."""
        return self.state == THINKING

    def advance(self) -> bool:
        """Let one bot decide; whether there is something new to show."""
        if fault := self.session.advance():
            self.faults.append(fault)
        return self.state != THINKING

    def troubles_in(self, telling: Spoken) -> list[str]:
        """What went wrong since the last question, in sentences."""
        said = [telling.say("table.open_elsewhere")] if self.elsewhere else []
        for fault in self.faults:
            key = "table.instead_always" if fault.kind in FATAL else "table.instead_once"
            instead = telling.say(key, name=telling.seat_names[fault.seat])
            said.append(f"{telling.fault(self.session.bots[fault.seat], fault)} {instead}")
        return said

    # What the page may ask for. Each returns a sentence for whoever asked; empty if all went well.

    def do(self, deed: str, asked: dict[str, str], language: str = ENGLISH) -> Markup:
        """Do what the page asks for; what it asks wrongly changes nothing."""
        telling = self.telling(language)
        try:
            return self.deeds()[deed](asked, telling)
        except StaleAnswer:
            return tag("p", telling.say("table.late"))
        except BadGame:  # the table is no longer as it was
            raise
        except TavernError as error:
            return with_rules(self.session.game, telling.say, telling.say.error(str(error)))

    def deeds(self) -> dict[str, Callable[[dict[str, str], Spoken], Markup]]:
        """All that a page may ask for, by name."""
        return {
            "answer": self.answer,
            "type": self.typed,
            "undo": self.undo,
            "hint": self.hint,
            "wait": self.wait,
            "why": self.why,
            "costly": self.find_costly,
            "luck": self.find_luck,
            "rules": self.rules,
            "log": self.log,
            "step": self.step,
            "speak": self.speak,
        }

    def speak(self, _asked: dict[str, str], _telling: Spoken) -> Markup:
        """Show the game in one more language: it is shown in all that were asked for."""
        return Markup()

    def answer(self, asked: dict[str, str], telling: Spoken) -> Markup:
        """A choice by its code; `sure` in the place of `action` if it was asked back."""
        pending = self._asked_now(asked)
        code = number_in(asked, "sure" if "sure" in asked else "action", telling)
        return self._decide(pending, code, telling, "sure" in asked)

    def typed(self, asked: dict[str, str], telling: Spoken) -> Markup:
        """A choice by its number in the list, or by its words."""
        pending = self._asked_now(asked)
        words = " ".join(asked.get("words", "")[:LONGEST_CHOICE].lower().split())
        if not (words.isascii() and words.isdigit() and len(words) < 7):
            return self._decide(pending, self._meant(words, pending, telling), telling)
        found = [code for code, number in pending.numbers.items() if number == int(words)]
        if not found:
            there = spans(pending.numbers.values())
            raise IllegalAction(telling.say("table.no_choice", number=words, there=there))
        return self._decide(pending, found[0], telling)

    def _meant(self, words: str, pending: Pending, telling: Spoken) -> int:
        texts = {telling.action(code).lower(): code for code in pending.legal}
        texts |= {telling.short_action(code).lower(): code for code in pending.legal}
        if words in texts:
            return texts[words]
        try:
            return self.session.game.parse_action(words)
        except IllegalAction:
            near = get_close_matches(words, texts, 1)
            meant = telling.say("table.meant", choice=telling.action(texts[near[0]])) if near else ""
            raise IllegalAction(telling.say("table.no_action", words=words) + meant) from None

    def _asked_now(self, asked: dict[str, str]) -> Pending:
        pending = self.session.pending
        if pending is None or asked.get("number") != str(pending.number):
            raise StaleAnswer
        return pending

    def _decide(self, pending: Pending, action: int, telling: Spoken, sure: bool = False) -> Markup:
        """Play a choice, or ask back if it should be thought over."""
        self.session.game.action_text(action)  # refuses what is no action at all
        if action not in pending.legal:
            raise IllegalAction(telling.refusal(pending.infoset.view, action))
        if not sure and (doubt := self.session.game.second_thought(pending.infoset.view, action)):
            return asked_back(sentence(telling.say.sentence(telling.game, doubt)), action, telling.action(action))
        self.session.answer(action, pending.number)
        self._moved_on()
        return Markup()

    def undo(self, _asked: dict[str, str], telling: Spoken) -> Markup:
        """Take the last decision back."""
        if not self.session.undo():
            return tag("p", telling.say("table.nothing_to_undo"))
        self._moved_on()
        self.ended = False
        return Markup()

    def wait(self, asked: dict[str, str], telling: Spoken) -> Markup:
        """Pass until something concerns the person."""
        self._asked_now(asked)
        if not self.session.wait():
            return tag("p", telling.say("table.cannot_pass"))
        self._moved_on()
        return Markup()

    def hint(self, asked: dict[str, str], telling: Spoken) -> Markup:
        """Up to three choices with reasons."""
        self._asked_now(asked)
        self.advice = advice(self.session)
        title = telling.say.title(telling.game, telling.game.title)
        return Markup() if self.advice else tag("p", telling.say("table.no_hints", game=title))

    def why(self, asked: dict[str, str], telling: Spoken) -> Markup:
        """Why a bot decided as it did; only after the end, as its reasons can tell what it held."""
        if not self.session.over:
            return tag("p", telling.say("table.reasons_later"))
        return tag("p", telling.reason(why(self.session, number_in(asked, "at", telling))))

    def find_costly(self, _asked: dict[str, str], telling: Spoken) -> Markup:
        """Look for the decisions that cost most, after the end."""
        if not self.session.over:
            return tag("p", telling.say("table.look_later"))
        self.costly = costly(self.session)
        return Markup()

    def find_luck(self, _asked: dict[str, str], telling: Spoken) -> Markup:
        """Look what the deals alone were worth, after the end."""
        if not self.session.over:
            return tag("p", telling.say("table.look_later"))
        self.luck = luck_ledger(self.session.saved)
        return Markup()

    def rules(self, asked: dict[str, str], telling: Spoken) -> Markup:
        """The cards and rules with a word."""
        numbers = self.session.pending.numbers if self.session.pending else {}
        return looked_up(telling, numbers, asked.get("words", "").strip()[:LONGEST])

    def log(self, _asked: dict[str, str], telling: Spoken) -> Markup:
        """All that the person saw, in sentences."""
        steps = self.session.steps(telling.names, whole=True)
        return tag("ol", *(tag("li", text) for text in telling.stepwise(steps)), class_="news")

    def step(self, asked: dict[str, str], telling: Spoken) -> Markup:
        """The table after one of the things that happened since the last decision, as the person saw it then."""
        if asked.get("number") != str(self.session.made) or self.state == THINKING:
            raise StaleAnswer
        at = number_in(asked, "at", telling)
        for step in islice(self.session.steps(telling.names), at, at + 1):
            return Scene.of(telling, step.view, self.session.seat, events=self.session.seen[: step.seen]).draw()
        raise StaleAnswer

    def shown(self, language: str = ENGLISH) -> Markup:
        """The page's scene, as the person may see it now."""
        return shown(self, self.telling(language))

    def in_all_languages(self) -> dict[str, Markup]:
        """The scene in every language that was asked for."""
        return {language: self.shown(language) for language in self._tellings}

    def _moved_on(self) -> None:
        self.advice, self.faults, self.costly, self.luck = [], [], None, None


def asked_back(doubt: str, action: int, text: str) -> Markup:
    """A question before a choice that may be a slip, with a button that means it."""
    inside = (sentence(text), " ", tag("kbd", "y"))
    button = tag("button", *inside, type="submit", form="answer", name="sure", value=action, data_key="y")
    return tag("p", doubt, " ", button)


def number_in(asked: dict[str, str], name: str, telling: Spoken) -> int:
    """A whole number that the page sent, or IllegalAction."""
    text = asked.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise IllegalAction(telling.say("page.no_number"))
    return int(text)
