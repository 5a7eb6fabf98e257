"""One game against bots as a page plays it: what the page may ask for, and the sentence that it gets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

from tavern_bots.asked import FATAL
from tavern_engine import IllegalAction, TavernError
from tavern_tournament.report.markup import Markup, tag
from tavern_tournament.results import Fault
from tavern_tournament.solo.advice import Advice, Costly, advice, costly, why
from tavern_tournament.solo.bots import hint_bot
from tavern_tournament.solo.help import none_has, rules_with
from tavern_tournament.solo.play import fault_text
from tavern_tournament.solo.saved import SavedGame
from tavern_tournament.solo.session import Pending, Session, StaleAnswer
from tavern_tournament.solo.telling import Telling, sentence
from tavern_tournament.web.scene import plain, with_rules
from tavern_tournament.web.showing import shown

ASKED: Final = "asked"
THINKING: Final = "thinking"
OVER: Final = "over"
LONGEST: Final = 80  # letters of a word that is looked up
LATE: Final = "That question is no longer asked: another page was faster, or the game has gone on."


class Playing:
    """A session, and what its page shows beside it."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.telling = Telling(session.saved.fresh_table(), session.saved.players)
        self.advice: list[Advice] = []  # for the question that is asked
        self.costly: list[Costly] | None = None  # the decisions that cost most, once they were asked for
        self.troubles: list[str] = []  # what bots did wrong since the last question
        self.ended = False

    @classmethod
    def open(cls, path: Path, seconds: float | None) -> Playing:
        """Go on with a saved game, or BadRecord."""
        saved = SavedGame.load(path)
        return cls(Session(saved, path, hint_bot(None, saved.game), seconds))

    @property
    def state(self) -> str:
        """Whether the person is asked, bots think, or the game is over."""
        if self.session.over:
            return OVER
        return THINKING if self.session.pending is None else ASKED

    def advance(self) -> None:
        """Let one bot decide."""
        if fault := self.session.advance():
            self.troubles.append(self._trouble(fault))

    def _trouble(self, fault: Fault) -> str:
        name = self.telling.seat_names[fault.seat]
        often = "From now on random moves are" if fault.kind in FATAL else "A random move is"
        return f"{fault_text(self.session.bots[fault.seat], fault)} {often} played for {name}."

    # What the page may ask for. Each returns a sentence for whoever asked; empty if all went well.

    def do(self, deed: str, asked: dict[str, str]) -> Markup:
        """Do what the page asks for; what it asks wrongly changes nothing."""
        deeds: dict[str, Callable[[dict[str, str]], Markup]] = {
            "answer": self.answer,
            "type": self.typed,
            "undo": self.undo,
            "hint": self.hint,
            "wait": self.wait,
            "why": self.why,
            "costly": self.find_costly,
            "rules": self.rules,
            "log": self.log,
        }
        try:
            return deeds[deed](asked)
        except StaleAnswer:
            return tag("p", LATE)
        except TavernError as error:
            return with_rules(self.session.game, str(error))

    def answer(self, asked: dict[str, str]) -> Markup:
        """A choice by its code; `sure` in the place of `action` if it was asked back."""
        pending = self._asked_now(asked)
        return self._decide(pending, number_in(asked, "sure" if "sure" in asked else "action"), "sure" in asked)

    def typed(self, asked: dict[str, str]) -> Markup:
        """A choice by its number in the list, or by its words."""
        pending = self._asked_now(asked)
        words = " ".join(asked.get("words", "").lower().split())
        if not (words.isascii() and words.isdigit() and len(words) < 7):
            return self._decide(pending, self._meant(words, pending))
        found = [code for code, number in pending.numbers.items() if number == int(words)]
        if not found:
            raise IllegalAction(f"There is no choice {words}: they go from 1 to {max(pending.numbers.values())}.")
        return self._decide(pending, found[0])

    def _meant(self, words: str, pending: Pending) -> int:
        texts = {self.telling.action(code).lower(): code for code in pending.legal}
        texts |= {self.telling.short_action(code).lower(): code for code in pending.legal}
        return texts[words] if words in texts else self.session.game.parse_action(words)

    def _asked_now(self, asked: dict[str, str]) -> Pending:
        pending = self.session.pending
        if pending is None or number_in(asked, "number") != pending.number:
            raise StaleAnswer
        return pending

    def _decide(self, pending: Pending, action: int, sure: bool = False) -> Markup:
        """Play a choice, or ask back if it should be thought over."""
        self.telling.action(action)  # refuses what is no action at all
        if action not in pending.legal:
            raise IllegalAction(self.telling.refusal(pending.infoset.view, action))
        if not sure and (doubt := self.session.game.second_thought(pending.infoset.view, action)):
            return asked_back(sentence(doubt), action, self.telling.action(action))
        self.session.answer(action, pending.number)
        self._moved_on()
        return Markup()

    def undo(self, _asked: dict[str, str]) -> Markup:
        """Take the last decision back."""
        if not self.session.undo():
            return tag("p", "There is no decision of yours to take back.")
        self._moved_on()
        self.ended = False
        return Markup()

    def wait(self, asked: dict[str, str]) -> Markup:
        """Pass until something concerns the person."""
        self._asked_now(asked)
        if not self.session.wait():
            return tag("p", "You cannot pass here: make this decision first.")
        self._moved_on()
        return Markup()

    def hint(self, asked: dict[str, str]) -> Markup:
        """Up to three choices with reasons."""
        self._asked_now(asked)
        self.advice = advice(self.session)
        return Markup() if self.advice else tag("p", f"No bot gives hints for {self.session.game.title}.")

    def why(self, asked: dict[str, str]) -> Markup:
        """Why a bot decided as it did; only after the end, as its reasons can tell what it held."""
        if not self.session.over:
            return tag("p", "Bots give their reasons after the end: a reason can tell what somebody holds.")
        return tag("p", why(self.session, number_in(asked, "at")))

    def find_costly(self, _asked: dict[str, str]) -> Markup:
        """Look for the decisions that cost most, after the end."""
        if not self.session.over:
            return tag("p", "Your decisions are looked at after the end.")
        self.costly = costly(self.session)
        return Markup()

    def rules(self, asked: dict[str, str]) -> Markup:
        """The cards and rules with a word."""
        numbers = self.session.pending.numbers if self.session.pending else {}
        by_number = {number: code for code, number in numbers.items()}
        game, word = self.session.game, asked.get("words", "").strip()[:LONGEST]
        found = rules_with(game, by_number, word) if word else []
        if not found:
            return tag("p", none_has(game, word))
        return tag("ul", *(tag("li", plain(text)) for text in found), class_="rules")

    def log(self, _asked: dict[str, str]) -> Markup:
        """All that the person saw, in sentences."""
        steps = self.session.steps(self.telling.names, whole=True)
        return tag("ol", *(tag("li", text) for text in self.telling.stepwise(steps)), class_="news")

    def shown(self) -> Markup:
        """The page's scene, as the person may see it now."""
        return shown(self)

    def _moved_on(self) -> None:
        self.advice, self.troubles, self.costly = [], [], None


def asked_back(doubt: str, action: int, text: str) -> Markup:
    """A question before a choice that may be a slip, with a button that means it."""
    button = tag("button", sentence(text), type="submit", form="answer", name="sure", value=action)
    return tag("p", doubt, " ", button)


def number_in(asked: dict[str, str], name: str) -> int:
    """A whole number that the page sent, or IllegalAction."""
    text = asked.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise IllegalAction("The page sent no number where one belongs.")
    return int(text)
