"""What can be chosen, and what each choice is about, so that a drawing can make things clickable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tavern_engine.words import Part
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.web.spoken import Spoken

FORM = "answer"  # the form that every choice belongs to, wherever it is drawn


@dataclass(frozen=True)
class Choice:
    """One legal action."""

    number: int  # in the list, from 1; it stays while a turn goes on
    code: int
    text: str
    parts: dict[str, Part]
    drawn: set[int]  # the codes of all choices that have a button by now

    @property
    def bare(self) -> bool:
        """Whether it is about nothing: a deed alone, such as to pass."""
        return set(self.parts) == {"verb"}

    def button(self, *inside: str, class_: str = "", label: str = "") -> Markup:
        """A button that chooses it; what it looks like is up to the drawing, its name is the choice."""
        self.drawn.add(self.code)
        name = label or self.text
        return tag(
            "button",
            *(inside or (name,)),
            type="submit",
            form=FORM,
            name="action",
            value=self.code,
            class_=f"choice {class_}".strip(),
            aria_label=name if inside else None,
        )


class Choices:
    """The legal actions of a question."""

    def __init__(self, telling: Spoken, numbers: Mapping[int, int]) -> None:
        self._telling = telling
        self._drawn: set[int] = set()
        self.all = [
            Choice(number, code, telling.action(code), telling.game.action_parts(code), self._drawn)
            for code, number in numbers.items()
        ]

    def about(self, verb: str = "", **parts: Part) -> list[Choice]:
        """The choices with these parts, and with this verb if one is named."""
        return [
            choice
            for choice in self.all
            if verb in ("", choice.parts["verb"])
            and all(part in choice.parts and choice.parts[part] == value for part, value in parts.items())
        ]

    def of(self, code: int) -> Choice | None:
        """The choice with this code."""
        return next((choice for choice in self.all if choice.code == code), None)

    def beside_the_question(self) -> list[Choice]:
        """What stands beside the question: deeds alone, and whatever nothing on the table is a button for."""
        return [choice for choice in self.all if choice.bare or choice.code not in self._drawn]

    def thing(self, found: Sequence[Choice], *inside: str, class_: str = "", short: str = "text") -> Markup:
        """Something that is drawn: itself a button if one choice is about it, with buttons below it if several are.

        `short` names the part that tells the several apart; the whole text stands where it is not there.
        """
        if len(found) == 1:
            return found[0].button(*inside, class_=f"{class_} can")
        drawn = tag("span", *inside, class_=class_)
        if not found:
            return drawn
        buttons = [choice.button(self._short(choice, short), class_="small", label=choice.text) for choice in found]
        return tag("span", drawn, tag("span", join(*buttons), class_="ways"), class_="several")

    def _short(self, choice: Choice, part: str) -> str:
        """What tells a choice apart from the others about the same thing."""
        value = choice.parts.get(part)
        return choice.text if value is None else self._telling.say.title(self._telling.game, str(value))
