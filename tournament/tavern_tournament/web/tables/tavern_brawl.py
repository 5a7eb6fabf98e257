"""Tavern Brawl drawn: the field of mats, strengths on their edges, and the mats to come."""

from __future__ import annotations

from typing import Any, Final

from tavern_tournament.report.markup import Markup, tag
from tavern_tournament.web.choices import Choice
from tavern_tournament.web.drawing import folded, icon, mark, on_demand
from tavern_tournament.web.scene import Scene

EDGES: Final = ("north", "east", "south", "west")
MIDDLE: Final = 7  # of the table, where the first mat goes


def draw(scene: Scene) -> Markup:
    """The field, then who has which mats."""
    seats = [seat_box(scene, seat) for seat in range(len(scene.facts["seats"]))]
    return tag("div", field(scene), tag("div", *seats, class_="seats"), piles(scene), class_="brawl")


def field(scene: Scene) -> Markup:
    """All mats and the spots that can be chosen, with a row and a column around for the bartender."""
    spots = chosen_spots(scene)
    taken = [(row, column) for row, line in enumerate(scene.facts["field"]) for column, spot in enumerate(line) if spot]
    shown = [*taken, *spots] or [(MIDDLE, MIDDLE)]
    rows = range(min(row for row, _ in shown), max(row for row, _ in shown) + 1)
    columns = range(min(column for _, column in shown), max(column for _, column in shown) + 1)
    header = [tag("span", class_="corner"), *(tag("span", str(column), class_="ruler") for column in columns)]
    cells = list(header)
    for row in rows:
        cells.append(tag("span", str(row), class_="ruler"))
        cells += [spot_box(scene, row, column, spots.get((row, column), [])) for column in columns]
    grid = tag("div", *cells, class_=f"field cols-{len(columns) + 1}")
    name = scene.say("brawl.field")
    inside = tag("div", *(beside(scene, side) for side in EDGES), grid, class_="room")
    return tag(
        "section",
        tag("h3", name),
        tag("p", bartender(scene)),
        tag("div", inside, class_="scroll", tabindex="0", role="group", aria_label=name),
        tag("p", scene.say("brawl.reading"), class_="small"),
    )


def chosen_spots(scene: Scene) -> dict[tuple[int, int], list[Choice]]:
    """The spots that can be chosen."""
    spots: dict[tuple[int, int], list[Choice]] = {}
    for choice in scene.choices.about("choose spot"):
        row, column = choice.parts["row"], choice.parts["column"]
        assert isinstance(row, int)
        assert isinstance(column, int)
        spots.setdefault((row, column), []).append(choice)
    return spots


def bartender(scene: Scene) -> str:
    """Where the bartender stands, in words."""
    stands = scene.facts["bartender"]
    return scene.say("brawl.stands", side=scene.title(stands)) if stands else scene.say("brawl.not_in")


def beside(scene: Scene, side: str) -> Markup:
    """A side of the field: the bartender stands there, or can be put there."""
    drawn = []
    if scene.facts["bartender"] == side:
        drawn.append(tag("span", icon("figure"), f" {scene.say('brawl.bartender')}", class_="bartender"))
    drawn += [
        choice.button(icon("door"), f" {scene.title(side)}", class_="small can", label=choice.text)
        for choice in scene.choices.about("bartender", side=side)
    ]
    return tag("div", *drawn, class_=f"beside {side}") if drawn else Markup()


def spot_box(scene: Scene, row: int, column: int, found: list[Choice]) -> Markup:
    """One spot: a mat, a free spot that can be chosen, or bare wood."""
    spot = scene.facts["field"][row][column]
    if spot:
        marked = [name for name in ("laid", "acting") if list(scene.facts[name] or ()) == [row, column]]
        classes = ["mat", spot["team"] or "monk", f"turn-{turned(scene, spot)}", *marked]
        mat = scene.choices.thing(found, *on_field(scene, spot), class_=" ".join(classes))
        skill = skill_of(scene, spot["mat"])
        return tag("span", mat, on_demand(scene, spot["mat"], skill) if skill else "", class_="cell")
    if found:
        return found[0].button(
            tag("span", scene.say("brawl.here"), class_="free-word"), class_="free can", label=found[0].text
        )
    barred = scene.facts["line"] is not None and scene.facts["line"] == (
        row if scene.facts["bartender"] in ("north", "south") else column
    )
    return tag("span", scene.say("brawl.barred") if barred else "", class_=f"bare{' barred' if barred else ''}")


def on_field(scene: Scene, spot: dict[str, Any]) -> list[Markup]:
    """What is to be seen of a mat on the field: it lies as it was laid, its figure upright for who laid it (B7)."""
    parts = strengths(scene, spot["strengths"])
    parts.append(tag("span", icon("figure"), class_="figure"))
    parts.append(tag("span", scene.title(spot["mat"]), class_="name"))
    parts.append(team(scene, spot["team"]))
    parts.append(mugs(scene, spot["mat"], spot["mugs"]))
    if spot["glass"] is not None:
        parts.append(tag("span", icon("glass"), f" {scene.names[spot['glass']]}", class_="glass-of"))
    if spot["below"]:
        below = ", ".join(scene.title(mat["mat"]) for mat in spot["below"])
        parts.append(tag("span", scene.say("brawl.on", mats=below), class_="small"))
    return parts


def turned(scene: Scene, spot: dict[str, Any]) -> int:
    """By how many quarters a mat is turned, told by where its printed strengths lie now; a glass raises all alike."""
    printed, lying = scene.facts["characters"].get(spot["mat"], {}).get("strengths"), spot["strengths"]
    if printed is None or lying is None:
        return 0
    for quarters in range(4):
        more = {lying[side] - printed[(side - quarters) % 4] for side in range(4)}
        if len(more) == 1:
            return quarters
    return 0


def strengths(scene: Scene, numbers: list[int] | None) -> list[Markup]:
    """A number on each edge."""
    if numbers is None:
        return []
    return [
        tag("span", tag("span", f"{scene.say(f'brawl.{edge}')} ", class_="unseen"), str(number), class_=f"edge {edge}")
        for edge, number in zip(EDGES, numbers, strict=True)
    ]


def team(scene: Scene, name: str | None) -> Markup:
    """A team by its mark and its name."""
    if not name:
        return tag("span", scene.say("brawl.nobodys"), class_="team")
    return tag("span", icon(name), f" {scene.title(name)}", class_=f"team {name}")


def mugs(scene: Scene, mat: str, number: int) -> Markup:
    """The mugs of a mat that are not smashed, and what is in them."""
    beer = scene.title(scene.facts["characters"].get(mat, {}).get("beer") or "")
    return tag(
        "span",
        *(icon("mug") for _ in range(number)),
        " ",
        scene.say("brawl.mugs", number=number, beer=beer),
        class_="mugs",
    )


def skill_of(scene: Scene, mat: str) -> str:
    """What a mat can do, if it can do anything: it stands behind its numbers."""
    return scene.say.printed(scene.game, scene.texts.get(mat, "").partition(". ")[2])


def in_hand(scene: Scene, mat: str, found: list[Choice]) -> Markup:
    """A mat that is not on the field: all that is printed on it."""
    printed = scene.facts["characters"].get(mat, {})
    parts = strengths(scene, printed.get("strengths"))
    parts.append(tag("span", scene.title(mat), class_="name"))
    parts.append(mugs(scene, mat, printed.get("mugs") or 0))
    skill = skill_of(scene, mat)
    level = tag("span", scene.say("brawl.level", number=printed.get("level")), class_="small")
    box = scene.choices.thing(found, *parts, level, class_="mat hand-mat")
    return tag(
        "span", box, tag("span", skill or scene.say("brawl.no_skill"), class_="skill"), class_="several mat-with-text"
    )


def seat_box(scene: Scene, seat: int) -> Markup:
    """A seat: its team, its points, its mats, its glass."""
    facts = scene.facts
    row = facts["seats"][seat]
    say = scene.say
    own, turn = seat == scene.viewer, seat == facts["turn"] and not facts["over"]
    marks = [mark(say("things.turn"), "now")] if turn else []
    where = row["glass"]
    glass = say("brawl.glass_at", row=where[0], column=where[1]) if where else say("brawl.glass_off")
    stealing = [choice for verb in ("steal", "take off") for choice in scene.choices.about(verb, seat=seat)]
    mats = [in_hand(scene, mat, scene.choices.about("choose mat", mat=mat) if own else []) for mat in row["mats"]]
    sets = {"largest": row["largest_set"], "sets": row["sets"], "levels": row["levels"]}
    return tag(
        "section",
        tag("h3", scene.names[seat], " ", team(scene, row["team"]), " ", *marks),
        tag("p", say("brawl.points", number=row["score"], **sets), class_="small"),
        tag("p", icon("glass"), f" {glass} ", *(choice.button(choice.text, class_="small") for choice in stealing)),
        tag("div", *mats, class_="hand") if mats else "",
        class_=f"seat {row['team']}{' own' if own else ''}{' turn' if turn else ''}",
    )


def piles(scene: Scene) -> Markup:
    """The mats that can be picked, and those that are out."""
    pool = [in_hand(scene, mat, scene.choices.about("choose mat", mat=mat)) for mat in scene.facts["pool"]]
    picked = Markup()
    if pool:
        heading = tag("h3", scene.say("brawl.to_pick"))
        picked = tag("section", heading, tag("div", *pool, class_="hand"), class_="pool")
    return tag("div", picked, discard(scene))


def discard(scene: Scene) -> Markup:
    """The mats that are out: a pile to look through, or laid out while one of them can be chosen (B18)."""
    out, name = scene.facts["discard"], scene.say("brawl.discard")
    found = [scene.choices.about("choose mat", mat=mat) for mat in out] if scene.facts["phase"] == "exchange" else []
    if not any(found):
        return folded(scene, name, out)
    mats = [in_hand(scene, mat, choices) for mat, choices in zip(out, found, strict=True)]
    return tag("section", tag("h3", name), tag("div", *mats, class_="hand"), class_="pool")
