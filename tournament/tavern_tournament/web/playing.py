"""One game against bots in a process of its own: it does what the page asks, and says what the page shows.

It speaks JSON over a pipe with `rooms.Room`. Nothing is shown while bots think, as `Session` wants it.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from tavern_bots.asked import FATAL
from tavern_engine import IllegalAction, TavernError
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.results import Fault
from tavern_tournament.solo.advice import Advice, Costly, advice, costly, why
from tavern_tournament.solo.bots import hint_bot
from tavern_tournament.solo.help import none_has, rules_with
from tavern_tournament.solo.play import counted, fault_text
from tavern_tournament.solo.saved import SavedGame
from tavern_tournament.solo.session import Pending, Session, StaleAnswer
from tavern_tournament.solo.telling import Telling
from tavern_tournament.web.choices import Choices
from tavern_tournament.web.scene import Scene, choice_list, happened, plain, with_rules

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
        """A choice by its code."""
        self._decide(self._asked_now(asked), number_in(asked, "action"))
        return Markup()

    def typed(self, asked: dict[str, str]) -> Markup:
        """A choice by its number in the list, or by its words."""
        pending = self._asked_now(asked)
        words = " ".join(asked.get("words", "").lower().split())
        if words.isascii() and words.isdigit() and len(words) < 7:
            if not 1 <= int(words) <= len(pending.legal):
                raise IllegalAction(f"There is no choice {words}: they go from 1 to {len(pending.legal)}.")
            self._decide(pending, pending.legal[int(words) - 1])
        else:
            self._decide(pending, self._meant(words, pending))
        return Markup()

    def _meant(self, words: str, pending: Pending) -> int:
        texts = {self.telling.action(code).lower(): code for code in pending.legal}
        texts |= {self.telling.short_action(code).lower(): code for code in pending.legal}
        return texts[words] if words in texts else self.session.game.parse_action(words)

    def _asked_now(self, asked: dict[str, str]) -> Pending:
        pending = self.session.pending
        if pending is None or number_in(asked, "number") != pending.number:
            raise StaleAnswer
        return pending

    def _decide(self, pending: Pending, action: int) -> None:
        self.telling.action(action)  # refuses what is no action at all
        if action not in pending.legal:
            raise IllegalAction(self.telling.refusal(pending.infoset.view, action))
        self.session.answer(action, pending.number)
        self._moved_on()

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
        legal = self.session.pending.legal if self.session.pending else ()
        game, word = self.session.game, asked.get("words", "").strip()[:LONGEST]
        found = rules_with(game, legal, word) if word else []
        if not found:
            return tag("p", none_has(game, word))
        return tag("ul", *(tag("li", plain(text)) for text in found), class_="rules")

    def log(self, _asked: dict[str, str]) -> Markup:
        """All that the person saw, in sentences."""
        return tag("ol", *(tag("li", text) for text in self.telling.sentences(self.session.seen)), class_="news")

    def _moved_on(self) -> None:
        self.advice, self.troubles, self.costly = [], [], None

    # What the page shows.

    def shown(self) -> Markup:
        """The page's scene, as the person may see it now."""
        session, view = self.session, self.session.view
        assert view is not None
        legal = session.pending.legal if session.pending else ()
        viewer = None if session.over else session.seat
        scene = Scene.of(session.game, view, self.telling.names, viewer, legal)
        heading = "So far" if session.last_choice is None else "Since your last decision"
        news = happened(self.telling.sentences(session.news), heading)
        top = self._result() if session.over else self._question(scene, session.pending)
        choices = Markup() if session.over else tag("section", tag("h2", "Your choices"), choice_list(scene.choices))
        side = tag("div", choices, self._hints(), news, class_="side")
        return join(top, tag("div", scene.draw(), side, class_="spread"))

    def _question(self, scene: Scene, pending: Pending | None) -> Markup:
        assert pending is not None
        text = scene.asked(self.telling.question(pending.infoset.view))
        last = self.session.last_choice
        half = "" if last is None or self.session.news else f"You chose: {self.telling.action(last)}."
        troubles = [tag("p", trouble, class_="trouble") for trouble in self.troubles]
        return tag(
            "section",
            tag("h1", text, id="question", tabindex="-1", data_number=pending.number),
            tag("p", half) if half else "",
            *troubles,
            self._tools(pending, scene.choices),
            class_="ask",
        )

    def _tools(self, pending: Pending, choices: Choices) -> Markup:
        forms = ("answer", "typing")
        parts = [tag("input", type="hidden", name="number", value=pending.number, form=form) for form in forms]
        parts += [choice.button(class_="quick") for choice in choices.all if set(choice.parts) == {"verb"}]
        if self.session.last_choice is not None:
            counts = self.session.learned
            parts.append(tool("undo", "Take back (counts)" if counts else "Undo", "u"))
        parts.append(tool("hint", "Hint", "h"))
        if self.session.game.what_concerns and pending.passing is not None:
            parts.append(tool("wait", "Pass until it concerns me", "w"))
        return tag("div", *parts, class_="tools")

    def _hints(self) -> Markup:
        if not self.advice:
            return Markup()
        rows = [tag("li", tag("b", f"{self.telling.action(one.action)}: "), one.reason) for one in self.advice]
        return tag("section", tag("h2", "Hints"), tag("ul", *rows), class_="hints")

    def _result(self) -> Markup:
        result = self.session.result
        assert result is not None
        order = sorted(range(len(result.placement)), key=lambda seat: result.placement[seat])
        points = self.session.game.has_points
        rows = [
            tag(
                "li",
                tag("b", f"{result.placement[seat]}. "),
                self.telling.names[seat],
                f", score {result.scores[seat]}" if points else "",
            )
            for seat in order
        ]
        place = result.placement[self.session.seat]
        won = "You have won." if place == 1 else f"The game is over: you came in at place {place}."
        saved = self.session.saved
        help_taken = f"You took {counted(saved.hints, 'hint')} and {counted(saved.undos, 'undo')}."
        return tag(
            "section",
            tag("h1", won, id="question", tabindex="-1", data_number="end"),
            tag("ul", *rows, class_="result"),
            tag("p", help_taken),
            tag(
                "div",
                tool("costly", "Where was it lost?", "c"),
                tool("again", "The same deal again", "s"),
                tool("undo", "Take back", "u"),
                tag("a", "See it again, open", href="review?at=0&seat=all"),
                class_="tools",
            ),
            self._most_costly(),
            class_="ask over",
        )

    def _most_costly(self) -> Markup:
        """The decisions that cost most, each with a link to it."""
        if self.costly is None:
            return Markup()
        if not self.costly:
            return tag("p", "A short search found no decision of yours that cost much.")
        rows = []
        for one in self.costly:
            chose, better = self.telling.action(one.chosen), self.telling.action(one.better)
            link = tag("a", f"Decision {one.number + 1}", href=f"review?at={one.number}&seat={self.session.seat}")
            text = f": you chose {chose}, worth {one.worth:.0%}; {better} looked better, worth {one.best:.0%}."
            rows.append(tag("li", link, text))
        heading = tag("h2", "What cost most, as far as a short search can tell from what you knew")
        return tag("div", heading, tag("ol", *rows), class_="costly")


def tool(deed: str, name: str, key: str) -> Markup:
    """A button that is no choice."""
    return tag("button", name, " ", tag("kbd", key), type="submit", form="answer", formaction=deed, data_key=key)


def number_in(asked: dict[str, str], name: str) -> int:
    """A whole number that the page sent, or IllegalAction."""
    text = asked.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) < 10):
        raise IllegalAction("The page sent no number where one belongs.")
    return int(text)


def run(wire: Connection, path: str, seconds: float | None) -> None:
    """The life of the process: until the other end of the wire is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's: it lets go of the wire
    try:
        playing = Playing.open(Path(path), seconds)
    except TavernError as error:
        send(wire, state="broken", said=str(error))
        return
    try:
        live(wire, playing)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def live(wire: Connection, playing: Playing) -> None:
    """Think when it is the bots' turn and nobody wants anything; else do what is wanted."""
    show(wire, playing)
    while True:
        if playing.state == THINKING and not wire.poll():
            playing.advance()
            if playing.state != THINKING:
                show(wire, playing)
            continue
        asked = json.loads(wire.recv_bytes())
        said = playing.do(asked["deed"], asked["with"])
        show(wire, playing, reply=asked["id"], said=said)


def show(wire: Connection, playing: Playing, **more: Any) -> None:
    """Say where the game is, and what the page shows now unless bots think."""
    if playing.state == OVER and not playing.ended:
        playing.ended = True
        playing.session.end()
    scene = {} if playing.state == THINKING else {"html": playing.shown()}
    send(wire, state=playing.state, title=playing.session.game.title, **scene, **more)


def send(wire: Connection, **fields: Any) -> None:
    wire.send_bytes(json.dumps(fields).encode())
