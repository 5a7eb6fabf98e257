"""Any game's table, from its facts alone: what belongs to all in one list, and a box for every seat."""

from __future__ import annotations

from typing import Any, Final

from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.web.scene import Scene

SHARED: Final = ("options", "asked", "phase", "over", "places", "seats")  # said elsewhere on the page


def draw(scene: Scene) -> Markup:
    """The table."""
    common = {name: value for name, value in scene.facts.items() if name not in SHARED}
    seats = scene.facts.get("seats", ())
    boxes = [
        tag("section", tag("h3", name), listed(scene, seat), class_=f"seat{' own' if number == scene.viewer else ''}")
        for number, (name, seat) in enumerate(zip(scene.names, seats, strict=False))
    ]
    return join(
        tag("section", tag("h2", scene.say("things.on_table")), listed(scene, common)),
        tag("div", *boxes, class_="seats"),
    )


def listed(scene: Scene, facts: dict[str, Any]) -> Markup:
    """Facts with their names; what is not there is left out."""
    rows = [
        join(tag("dt", name.replace("_", " ")), tag("dd", shown(scene, value)))
        for name, value in facts.items()
        if value not in (None, [], (), {}, "")
    ]
    return tag("dl", *rows, class_="facts")


def shown(scene: Scene, value: Any) -> Markup:
    """A value: a list as a row of things that can be clicked where a choice is about them."""
    if isinstance(value, (list, tuple)):
        there = [one for one in value if one is not None]
        return join(*(tag("span", shown(scene, one), class_="one") for one in there), between=" ")
    if isinstance(value, dict):
        return join(", ".join(f"{name.replace('_', ' ')} {one}" for name, one in value.items()))
    if isinstance(value, bool):
        return join(scene.say("page.yes" if value else "page.no"))
    about = [choice for choice in scene.choices.all if value in choice.parts.values() and isinstance(value, str)]
    return scene.choices.thing(about, scene.title(str(value))) if about else join(scene.title(str(value)))
