"""Shapes that several tables share: icons, dice, cards with texts, counted things. All of them are our own drawings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Final

from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.web.catalogue import Say
from tavern_tournament.web.choices import FORM, Choice
from tavern_tournament.web.scene import Scene

ICONS: Final = {
    "mug": "M4 7h11v13H4zM15 10h3.5v6.500H15M4 7c0-4 4-5 5.500-3 2.500-2 6.500 0 5.500 3z",
    "coin": "M12 3a9 9 0 1 0 .01 0zM12 7v10M9 9.500h5M9 14.500h5",
    "heart": "M12 20C4 14 3 10 4 7.500 6 4 10.500 5 12 8c1.500-3 6-4 8-.500 1 2.500 0 6.500-8 12.500z",
    "cards": "M4 7l8-3 5 13-8 3zM13 4h7v14h-3",
    "dragon": "M3 14c3-7 8-9 12-8l2-3 1 4 4 2-3 2c0 5-5 9-11 8 3-1 4-2 4-4-3 2-6 2-9-1zM14 9h.1",
    "shield": "M12 3l8 3c0 7-2 12-8 15-6-3-8-8-8-15z",
    "flame": "M12 2c1 5 7 7 6 13a6 6 0 0 1-12 0c0-3 2-4 2-7 2 1 3 2 3 4 2-3 2-6 1-10z",
    "swords": "M4 4l12 12M20 4L8 16M14 18l4-4M10 18l-4-4M16 16l4 4M8 16l-4 4",
    "axes": "M7 21L17 4M12 5c4-2 7 0 8 4-3 0-5 1-6 3M17 21L7 4M12 5c-4-2-7 0-8 4 3 0 5 1 6 3",
    "glass": "M6 3h12l-2 9a4 4 0 0 1-8 0zM12 16v5M8 21h8",
    "star": "M12 3l2.700 6 6.300.600-4.800 4.300 1.500 6.600L12 17l-5.700 3.500 1.500-6.600L3 9.600 9.300 9z",
    "figure": "M12 7a7 7 0 1 0 .01 0zM9.500 12h.1M14.500 12h.1M8.500 16.500c2 2 5 2 7 0M3 8.500h18M7 8l5-7 5 7",
    "door": "M6 3h12v18H6zM15 12h.1",
}
PIPS: Final = {
    1: ((12, 12),),
    2: ((7, 7), (17, 17)),
    3: ((7, 7), (12, 12), (17, 17)),
    4: ((7, 7), (17, 7), (7, 17), (17, 17)),
    5: ((7, 7), (17, 7), (12, 12), (7, 17), (17, 17)),
    6: ((7, 6), (17, 6), (7, 12), (17, 12), (7, 18), (17, 18)),
}


@cache
def icon(name: str) -> Markup:
    """A small drawing; words beside it say the same."""
    path = tag("path", d=ICONS[name])
    return tag("svg", path, viewBox="0 0 24 24", class_=f"icon {name}", aria_hidden="true")


@cache
def die(say: Say, face: int, kind: str = "white") -> Markup:
    """A die by its face, named for those who do not see it."""
    pips = [tag("circle", cx=x, cy=y, r="2.4") for x, y in PIPS.get(face, ())]
    box = tag("rect", x="1.5", y="1.5", width="21", height="21", rx="5")
    name = say("things.die", kind=say(f"things.{kind}"), face=face)
    return tag("svg", box, *pips, viewBox="0 0 24 24", class_=f"die {kind}", role="img", aria_label=name)


def dice_text(say: Say, faces: Iterable[int]) -> Markup:
    """Dice that something takes, in the middle of a sentence."""
    return join(*(die(say, face, "wanted") for face in faces), between=say("things.or"))


def count(name: str, number: object, label: str) -> Markup:
    """Something that is counted: its drawing, its number, its name."""
    return tag("span", icon(name), " ", tag("b", str(number), class_="number"), f" {label}", class_="count")


def backs(say: Say, number: int, noun: str = "things.cards") -> Markup:
    """Cards face down, as many as there are, up to ten drawn."""
    drawn = [tag("span", class_="back", aria_hidden="true") for _ in range(min(number, 10))]
    return tag("span", tag("span", *drawn, class_="fan"), f" {say(noun, number=number)}", class_="backs")


def mark(text: str, kind: str = "") -> Markup:
    """A word that stands out."""
    return tag("span", text, class_=f"mark {kind}".strip())


def chips(scene: Scene, titles: Sequence[str], named: Callable[[Scene, str], str] | None = None) -> Markup:
    """Cards by their titles, equal ones counted; each shows what it says when it is pointed at, focused or tapped."""
    drawn = [
        chip(scene, title, number, named(scene, title) if named else "") for title, number in Counter(titles).items()
    ]
    return tag("span", join(*drawn, between=" "), class_="chips")


def chip(scene: Scene, title: str, number: int = 1, name: str = "") -> Markup:
    """One title, and its text on demand."""
    shown = (name or scene.title(title)) + (f" x{number}" if number > 1 else "")
    text = ". ".join(filter(None, scene.printed(title)))
    if not text:
        return tag("span", shown, class_="chip")
    return tag("button", shown, " ", tag("span", text, class_="tip"), type="button", class_="chip")


def on_demand(scene: Scene, title: str, text: str) -> Markup:
    """A small sign beside something whose text has no room on it: pointed at, focused or tapped it shows that."""
    name = tag("span", scene.say("table.what_does", card=scene.title(title)), class_="unseen")
    tip = tag("span", text, class_="tip")
    return tag("button", tag("span", "i", aria_hidden="true"), name, tip, type="button", class_="chip info")


def folded(scene: Scene, label: str, titles: Sequence[str], named: Callable[[Scene, str], str] | None = None) -> Markup:
    """A pile that can be looked through."""
    if not titles:
        return Markup()
    return tag("details", tag("summary", f"{label} ({len(titles)})"), chips(scene, titles, named), class_="folded")


def text_card(scene: Scene, title: str, found: Sequence[Choice], copies: int = 1, ask: str = "") -> Markup:
    """A card with its title, its kind and what it does; `ask` is the action whose refusal says why it cannot be."""
    slug = scene.texts.get(title, "").partition(".")[0].lower().partition("/")[0].replace(" ", "-") or "card-only"
    kind, text = scene.printed(title)
    inside = (
        tag("span", kind, class_="kind"),
        tag("span", scene.title(title), f" x{copies}" if copies > 1 else "", class_="name"),
        tag("span", text, class_="says"),
    )
    drawn = scene.choices.thing(found, *inside, class_=f"card {slug}")
    if found or not ask or not scene.choices.all:
        return drawn
    return tag("span", drawn, why_not(scene, ask, title), class_="several")


def why_not(scene: Scene, ask: str, title: str) -> Markup:
    """A small button that asks why something cannot be chosen."""
    return tag(
        "button", scene.say("table.why_not"), type="submit", form=FORM, formaction="type", name="words", value=ask,
        class_="why", aria_label=scene.say("table.why_not_play", card=scene.title(title)),
    )  # fmt: skip
