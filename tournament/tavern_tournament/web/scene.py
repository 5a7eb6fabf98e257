"""What a table's page shows of a game: the question, the drawing, the choices, and what happened."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from tavern_engine import Event, Game, State
from tavern_engine.coverage import rule_texts
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.solo.help import readable
from tavern_tournament.solo.telling import sentence
from tavern_tournament.web.catalogue import ENGLISH, Say
from tavern_tournament.web.choices import Choices
from tavern_tournament.web.spoken import Spoken

NOTHING: Final[Mapping[int, int]] = {}
PLAIN: Final = "tavern_tournament.web.tables.plain"
RULE: Final = re.compile(r"\b[A-Z]{1,2}\d+\b")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Scene:
    """All that a drawing is made from: it sees what the viewer sees, and nothing else."""

    game: Game
    facts: dict[str, Any]
    names: Sequence[str]  # of the seats, as people call them
    viewer: int | None  # through whose eyes; None where everything is open
    choices: Choices
    say: Say
    texts: dict[str, str] = field(default_factory=dict)  # what is printed on the cards, by title
    events: Sequence[Event] = ()  # all that the viewer saw happen up to here

    @classmethod
    def of(
        cls,
        telling: Spoken,
        view: State,
        viewer: int | None,
        numbers: Mapping[int, int] = NOTHING,
        events: Sequence[Event] = (),
    ) -> Scene:
        """The scene of a view, or of a whole state, with the numbers of what can be chosen."""
        game, say = telling.game, telling.say
        choices = Choices(telling, numbers)
        return cls(game, game.facts(view), telling.names, viewer, choices, say, dict(game.card_texts()), events)

    def title(self, title: str) -> str:
        """What something is called in the language of the page."""
        return self.say.title(self.game, title)

    def printed(self, title: str) -> tuple[str, str]:
        """The kind of a card, and what it says, in the language of the page."""
        return self.say.card(self.game, self.texts.get(title, ""))

    def cited(self, sentence: str) -> tuple[Markup, list[str]]:
        """A sentence with the titles of cards set off, and the cards that it names.

        Words such as `table` are titles, too, in some games: only what begins with a capital letter is taken for one.
        """
        titles = {self.title(title): title for title in self.texts if title[:1].isupper()}
        longest_first = sorted(map(re.escape, titles), key=len, reverse=True)
        parts = re.split(rf"(?<!\w)({'|'.join(longest_first)})(?!\w)", sentence) if titles else [sentence]
        cards = dict.fromkeys(titles[part] for part in parts[1::2])
        return join(*(tag("cite", part) if place % 2 else part for place, part in enumerate(parts))), list(cards)

    def draw(self) -> Markup:
        """The table, by the game's own drawing, or by the plain one if there is none or it fails."""
        try:
            return self._framed(drawing_of(self.game).draw(self))
        except Exception as error:
            log.warning("The table of %s cannot be drawn: %r.", self.game.title, error)
        notice = tag("p", self.say("table.plain_drawing"), class_="trouble")
        return self._framed(join(notice, import_module(PLAIN).draw(self)))

    def _framed(self, drawn: Markup) -> Markup:
        return tag("div", drawn, class_=f"table {self.game.id}")

    def asked(self, question: str) -> str:
        """What is asked, in a sentence; a game may have no words for it."""
        return sentence(question or self.say("table.choice", phase=self.facts["phase"]))


@cache
def drawing_of(game: Game) -> ModuleType:
    """The module that draws a game: named like the game, else the plain one."""
    name = f"tavern_tournament.web.tables.{game.id.replace('-', '_')}"
    return import_module(name if find_spec(name) else PLAIN)


def choice_list(choices: Choices) -> Markup:
    """All choices with their numbers; it is the last to be made, as a choice that is listed has a button."""
    rows = [
        tag("li", choice.button(tag("kbd", str(choice.number)), " ", choice.text, class_="row", label=choice.text))
        for choice in choices.all
    ]
    return tag("ol", *rows, class_="choices")


def happened(sentences: Sequence[str], heading: str, steps: str = "") -> Markup:
    """What happened, in sentences; `steps` is where the script finds the table after each of them."""
    if not sentences:
        return Markup()
    lines = [tag("li", text) for text in sentences]
    return tag(
        "section",
        tag("h2", heading),
        tag("ol", *lines, class_="news", tabindex="0", aria_label=heading),
        class_="happened",
        data_steps=steps or None,
    )


def with_rules(game: Game, say: Say, said: str) -> Markup:
    """A sentence, and below it the text of every rule it names."""
    texts = rule_texts(game)
    rules = [rule_row(game, say, number) for number in dict.fromkeys(RULE.findall(said)) if number in texts]
    return join(tag("p", said), tag("ul", *rules, class_="rules") if rules else "")


def rule_row(game: Game, say: Say, number: str) -> Markup:
    """A rule by its number, in the language of the page if that has it."""
    told = say.rule(game, number)
    if told is not None:
        return tag("li", tag("b", number), f" {told}")
    text = plain(rule_texts(game)[number])
    if say.language == ENGLISH:
        return tag("li", text)
    return tag("li", tag("span", say("page.only_english"), class_="small"), " ", tag("span", text, lang=ENGLISH))


def plain(rule: str) -> Markup:
    """A rule of RULES.md, its number set off."""
    number, _, text = readable(rule).partition(" ")
    return join(tag("b", number), f" {text}")
