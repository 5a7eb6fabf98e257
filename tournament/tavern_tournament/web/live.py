"""Bots that play among themselves, watched as they play: all cards open, step by step or as fast as they go."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from tavern_engine import Event
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.solo.session import Session
from tavern_tournament.solo.telling import OPEN, news, seen, sentence, stopped
from tavern_tournament.web.playing import OVER, Playing
from tavern_tournament.web.scene import Scene, happened
from tavern_tournament.web.showing import made_of, placed, tool
from tavern_tournament.web.spoken import Spoken

WATCHED: Final = "watched"
SPEEDS: Final = {"slow": 3.0, "medium": 1.0, "fast": 0.0}  # seconds between two decisions


class Live(Playing):
    """A game of bots, and what its page shows of it."""

    def __init__(self, session: Session, elsewhere: bool = False) -> None:
        self.going = False
        self.speed = "medium"
        self._wants_one = False  # one decision, though it is paused
        self.reason = ""  # of the bot that decided last
        self._open = session.saved.fresh_table()  # where everything is told
        self._last: tuple[int, int] | None = None  # who decided last, and what
        self._news = news(self._open, OPEN)
        self._told = list(self._news)
        for action in session.saved.record.actions:
            self._take(action)
        super().__init__(session, elsewhere)

    def _take(self, action: int) -> None:
        """Let a decision happen at the open table."""
        self._last = self._open.ask()[0], action
        self._open.answer(action)
        self._news = news(self._open, OPEN)
        self._told += self._news

    @property
    def state(self) -> str:
        return OVER if self.session.over else WATCHED

    @property
    def events(self) -> Sequence[Event]:
        return self._told

    @property
    def waits(self) -> bool:
        return self.state == WATCHED and (self.going or self._wants_one)

    @property
    def pause(self) -> float:  # type: ignore[override]
        """Seconds before the next decision."""
        return 0.0 if self._wants_one else SPEEDS[self.speed]

    def advance(self) -> bool:
        """Let one bot decide, and hear why."""
        self._wants_one = False
        self.faults = []
        super().advance()
        self.session.save()
        self._take(self.session.saved.record.actions[-1])
        assert self._last is not None
        self.reason = "" if self.faults else self.session.explain(self._last[0])
        return True

    def deeds(self) -> dict[str, Callable[[dict[str, str], Spoken], Markup]]:
        shared = super().deeds()
        looks = {deed: shared[deed] for deed in ("why", "rules", "speak")}
        return {**looks, "log": self.log, "go": self.go, "pause": self.hold, "one": self.one, "speed": self.set_speed}

    def go(self, _asked: dict[str, str], _telling: Spoken) -> Markup:
        """Go on by itself."""
        self.going = True
        return Markup()

    def hold(self, _asked: dict[str, str], _telling: Spoken) -> Markup:
        """Stop until it is told to go on."""
        self.going = False
        return Markup()

    def one(self, _asked: dict[str, str], _telling: Spoken) -> Markup:
        """One decision, then stop."""
        self.going, self._wants_one = False, True
        return Markup()

    def set_speed(self, asked: dict[str, str], _telling: Spoken) -> Markup:
        """How long to wait between two decisions."""
        if asked.get("speed") in SPEEDS:
            self.speed = asked["speed"]
        return Markup()

    def log(self, _asked: dict[str, str], telling: Spoken) -> Markup:
        """All that has happened, open."""
        return tag("ol", *(tag("li", text) for text in telling.sentences(self._told)), class_="news")

    def shown(self, language: str = "en") -> Markup:
        """The open table, who decided what and why, and the means to stop and step."""
        telling = self.telling(language)
        say, view = telling.say, seen(self._open, OPEN)
        scene = Scene.of(telling, view, None, events=self._told)
        told = happened(telling.sentences(self._news), say("live.happened"))
        parts = [tag("h1", self._heading(telling), id="question", tabindex="-1", data_number=self.session.made)]
        if self.reason:
            parts.append(tag("p", say("live.because", reason=telling.reason(self.reason)), class_="reason"))
        parts += [tag("p", trouble, class_="trouble") for trouble in self.troubles_in(telling)]
        parts.append(placed(self, telling) if self.session.over else self._controls(telling))
        side = tag("div", told, made_of(self, telling, view), class_="side")
        spread = tag("div", tag("div", scene.draw(), id="table"), side, class_="spread")
        return join(tag("section", *parts, class_="ask over"), spread)

    def _heading(self, telling: Spoken) -> str:
        if self.session.over:
            return telling.say("result.over")
        if self._last is None:
            return telling.say("live.heading")
        seat, action = self._last
        return sentence(telling.say("review.chooses", name=telling.names[seat], choice=stopped(telling.action(action))))

    def _controls(self, telling: Spoken) -> Markup:
        say = telling.say
        speeds = [
            tag(
                "button",
                say(f"live.{speed}"),
                type="submit",
                form="answer",
                formaction="speed",
                name="speed",
                value=speed,
                aria_pressed="true" if speed == self.speed else "false",
            )
            for speed in SPEEDS
        ]
        run = tool("pause", say("live.pause"), "p") if self.going else tool("go", say("live.go"), "g")
        now = say("live.going" if self.going else "live.paused")
        group = tag("span", *speeds, role="group", aria_label=say("live.speed"), class_="tools")
        return tag("div", tag("span", now), run, tool("one", say("live.step"), "n"), group, class_="tools")
