"""A game told on a page, in the language of the page as far as it has words for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tavern_bots.discover import Choice
from tavern_engine import Event, State, Table
from tavern_engine.state import ASKED
from tavern_tournament.results import Fault
from tavern_tournament.solo.saved import YOU
from tavern_tournament.solo.steps import Step
from tavern_tournament.solo.telling import Telling, sentence, short_name
from tavern_tournament.web.catalogue import ENGLISH, Say

SEAT: Final = re.compile(r"\bseat (\d+)\b")
NUMBER: Final = re.compile(r"([-+]\d+) (\w+)")  # a change, such as `+2 thalers`
FAULTS: Final = ("illegal", "hang")  # that have words of their own


class Spoken(Telling):
    """One game in the words of one language."""

    def __init__(self, table: Table, players: Sequence[str], say: Say) -> None:
        super().__init__(table, players)
        self.say = say
        self.seat_names = [self._seat(name) for name in self.seat_names]
        self.names = [
            f"{name} ({say('table.you') if who == YOU else short_name(who)})"
            for name, who in zip(self.seat_names, players, strict=True)
        ]

    def _seat(self, name: str) -> str:
        found = SEAT.fullmatch(name)
        return self.say("table.seat", number=int(found[1])) if found else self.say.title(self.game, name)

    def action(self, code: int) -> str:
        return self.say.action(self.game, code, self.names)

    def short_action(self, code: int) -> str:
        return self.say.action(self.game, code, self.seat_names)

    def question(self, view: State) -> str:
        return self.say.sentence(self.game, super().question(view))

    def refusal(self, view: State, code: int) -> str:
        """Why the viewer cannot choose this. A language has the reason, and puts it behind what was to be done."""
        if self.say.language == ENGLISH:
            return super().refusal(view, code)
        who, choice = self.names[int(view.w[ASKED])], self.action(code)
        if why := self.game.words.why_not(view, code):
            return sentence(self.say("table.cannot", name=who, choice=choice, why=self.say.refusal(self.game, why)))
        choices = ", ".join(map(self.action, view.legal()))
        return sentence(self.say("table.not_now", name=who, choice=choice, choices=choices))

    def reason(self, said: str) -> str:
        """Why a bot did something: seats by their names, and what it says in this language where it is known."""
        return SEAT.sub(self._named, self.say.reason(self.game, said, self.names))

    def _named(self, found: re.Match[str]) -> str:
        seat = int(found[1])
        return self.names[seat] if seat < len(self.names) else found[0]

    def fault(self, bot: Choice, fault: Fault) -> str:
        """What a bot did instead of answering, in a sentence."""
        key = f"fault.{fault.kind}" if fault.kind in FAULTS else "fault.other"
        return self.say(key, bot=bot.full_name, said=self.say.error(fault.said))

    def sentences(self, events: Sequence[Event]) -> list[str]:
        return [sentence(self.say.sentence(self.game, text)) for text in self.game.told(events, self.names)]

    def stepwise(self, steps: Iterable[Step]) -> list[str]:
        return [self.step(step) for step in steps]

    def step(self, step: Step) -> str:
        """Something that happened, with what it brought."""
        text = self.say.sentence(self.game, step.text)
        brought = "; ".join(NUMBER.sub(self._change, change) for change in step.changes)
        return sentence(f"{text}: {brought}" if brought else text)

    def _change(self, found: re.Match[str]) -> str:
        return f"{found[1]} {self.say.title(self.game, found[2])}"
