"""A game told on a page, in the language of the page as far as it has words for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from tavern_engine import Event, State, Table
from tavern_tournament.solo.saved import YOU
from tavern_tournament.solo.steps import Step
from tavern_tournament.solo.telling import Telling, sentence, short_name
from tavern_tournament.web.catalogue import Say

SEAT: Final = re.compile(r"seat (\d+)")
NUMBER: Final = re.compile(r"([-+]\d+) (\w+)")  # a change, such as `+2 thalers`


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
        return self.say.sentence(self.game, super().refusal(view, code))

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
