"""The Taverns of Tiefenthal drawn: guests on offer, dice, tables, the board's spaces, the monastery track."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import names as n
from tavern_engine.games.tiefenthal import zones as z
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.web.choices import Choice
from tavern_tournament.web.drawing import chips, count, dice_text, die, folded, icon, mark
from tavern_tournament.web.scene import Scene

SPACES: Final = {
    "the register": "register",
    "the barrel": "barrel",
    "the brewer": "brewer",
    "the monk": "monk",
}
PAYS: Final = re.compile(r"[Aa] (\d)(?: or (\d))? pays")
BUYABLE: Final = ("helper", "dishwasher", "waitress", "table", "brewer")


def draw(scene: Scene) -> Markup:
    """The viewer's tavern first, for it is what is looked at; then the offer, the others, the monastery."""
    seats = len(scene.facts["seats"])
    own = 0 if scene.viewer is None else scene.viewer
    others = [tavern(scene, (own + place) % seats) for place in range(1, seats)]
    return tag(
        "div",
        tavern(scene, own),
        offer(scene),
        tag("div", *others, class_="seats"),
        monastery(scene),
        class_="tiefenthal",
    )


def guest_name(scene: Scene, name: str) -> str:
    """Guests have numbers in place of names."""
    return scene.say("tiefenthal.guest", number=name[1:]) if re.fullmatch(r"G\d+", name) else scene.title(name)


def person(
    scene: Scene, name: str, found: Sequence[Choice], *more: str, short: str = "text", priced: bool = True
) -> Markup:
    """Somebody or something on a card: its name, the die it waits for, what it brings, and its price on offer."""
    text = scene.texts.get(name, "")
    if not priced:
        text = re.sub(r"^Costs \d+ \w+[;,] ", "", text)
    wants = PAYS.search(text)
    dice = dice_text(scene.say, (int(face) for face in wants.groups() if face)) if wants else Markup()
    parts = (part.strip().rstrip(".") for part in text.split(";"))
    lines = [tag("span", scene.say.printed(scene.game, part), class_="line") for part in parts if part]
    inside = (tag("span", guest_name(scene, name), class_="name"), tag("span", dice, class_="wants"), *lines, *more)
    kind = "guest" if name.startswith("G") else name.split()[0]
    return scene.choices.thing(found, *inside, class_=f"person {kind}", short=short)


def offer(scene: Scene) -> Markup:
    """T5, T38, T39: guests to win, cards to buy, nobles."""
    facts, say = scene.facts, scene.say
    row = [facts["pile_guest"], *facts["row"]]
    guests = [
        person(
            scene,
            guest,
            [
                *scene.choices.about("win guest", guest=guest),
                *(scene.choices.about("take guest") if place == 0 else ()),
            ],
        )
        for place, guest in enumerate(row)
        if guest
    ]
    supply = [
        person(
            scene,
            card,
            [*scene.choices.about("buy", card=card), *scene.choices.about("take", card=card)],
            tag("span", say("tiefenthal.left", number=facts["supply"][card]), class_="line"),
        )
        for card in BUYABLE
    ]
    nobles = scene.choices.about("win nobles")
    prices = ", ".join(
        say("tiefenthal.price", number=number, beer=int(price))
        for number, price in enumerate(scene.game.tables.noble_price, start=1)
    )
    noble = person(
        scene,
        "noble",
        nobles,
        tag("span", prices, class_="line"),
        tag("span", say("tiefenthal.left", number=facts["supply"]["noble"]), class_="line"),
        short="nobles",
    )
    unseen = say("tiefenthal.unseen", pile=facts["cheap_pile"], deck=facts["guest_deck"])
    heading = say("tiefenthal.offer", round=facts["round"], rounds=int(scene.game.tables.rounds))
    return tag(
        "section",
        tag("h3", heading),
        tag("div", *guests, noble, class_="hand"),
        tag("p", unseen, class_="small"),
        tag("h3", say("tiefenthal.to_buy")),
        tag("div", *supply, class_="hand"),
        class_="offer",
    )


def tavern(scene: Scene, seat: int) -> Markup:
    """One tavern."""
    row: dict[str, Any] = scene.facts["seats"][seat]
    own, say, put = seat == scene.viewer, scene.say, placed(scene, seat)
    marks = [mark(say("tiefenthal.asked"), "now")] if scene.facts["asked"] == seat and own else []
    marks += [mark(say("tiefenthal.starts"))] if scene.facts["starter"] == seat else []
    stores = tag(
        "p",
        count("star", row["points"], say("tiefenthal.points")),
        count("coin", row["thalers"], say("tiefenthal.thalers")),
        count("mug", row["beer"], say("tiefenthal.beer")),
        count("glass", row["bar_guests"], say("tiefenthal.bar_guests")),
        class_="counts",
    )
    choice = say("tiefenthal.chosen", choice=say.chosen(scene.game, scene.title(str(row["choice"]))))
    chosen = tag("p", choice, class_="small") if row["choice"] else Markup()
    return tag(
        "section",
        tag("h3", scene.names[seat], " ", *marks),
        stores,
        chosen,
        dice(scene, row, own),
        at_tables(scene, row, own, put),
        board(scene, row, own, put),
        tag("p", say("tiefenthal.on_top"), chips(scene, row["top"], guest_name)) if row["top"] else "",
        folded(scene, say("tiefenthal.deck"), row["rest"], guest_name),
        folded(scene, say("tiefenthal.discard"), row["discard"], guest_name),
        class_=f"seat{' own' if own else ''}",
    )


def placed(scene: Scene, seat: int) -> dict[str, list[int]]:
    """T32: the dice that a seat has put somewhere in this round, by the name of the space."""
    spaces, found = n.space_names(scene.game.tables), dict[str, list[int]]()
    for event in reversed(scene.events):
        if event.op == z.ROUND_BEGINS:
            break
        if event.op == z.USE and event.seat == seat:
            found.setdefault(spaces[event.what], []).insert(0, event.amount)
    return found


def lying(scene: Scene, faces: Sequence[int]) -> Markup:
    """Dice where they were put."""
    return tag("span", *(die(scene.say, face, "placed") for face in faces), class_="placed") if faces else Markup()


def dice(scene: Scene, row: dict[str, Any], own: bool) -> Markup:
    """Dice below the board, and on the coaster that goes round."""
    rows = []
    for label, kind, faces in (
        ("dice", "white", row["white"]),
        ("coloured", "coloured", row["coloured"]),
        ("coaster", "coaster", row["coaster"]),
    ):
        if not faces:
            continue
        drawn = []
        for face in faces:
            verb = "pick" if kind == "coaster" else "raise"
            found = scene.choices.about(verb, die=face) if own else []
            drawn.append(scene.choices.thing(found[:1], die(scene.say, face, kind), class_="die-box"))
        rows.append(tag("span", scene.say(f"tiefenthal.{label}"), *drawn, class_="dice"))
    if row["dishwashers_left"]:
        rows.append(tag("span", scene.say("tiefenthal.raise", number=row["dishwashers_left"]), class_="small"))
    return tag("div", *rows, class_="dice-row") if rows else Markup()


def at_tables(scene: Scene, row: dict[str, Any], own: bool, put: dict[str, list[int]]) -> Markup:
    """T17: who sits at the tables and waits, who is served, and what else lies there."""
    served, boxes = Counter(row["served"]), []
    for name, number in Counter(row["tavern"]).items():
        done = min(served[name], number)
        found = [*scene.choices.about("use", space=name), *scene.choices.about("remove", person=name)] if own else []
        words = [f"x{number}"] if number > 1 else []
        key = "tiefenthal.served_many" if number > 1 else "tiefenthal.served"
        words += [scene.say(key, number=done)] if done else []
        more = [*(tag("span", text, class_="line") for text in words), lying(scene, put.get(name, []))]
        boxes.append(person(scene, name, found, *more, short="die", priced=False))
    free = scene.say("tiefenthal.free_table")
    boxes += [tag("span", free, class_="person free-table") for _ in range(max(0, row["tables_free"]))]
    return (
        tag("div", tag("h4", scene.say("tiefenthal.in_tavern")), tag("div", *boxes, class_="hand"))
        if boxes
        else Markup()
    )


def board(scene: Scene, row: dict[str, Any], own: bool, put: dict[str, list[int]]) -> Markup:
    """The furnishings: what they bring, for which dice, and what turning them over costs and brings."""
    tables, say, boxes = scene.game.tables, scene.say, []
    for place, token in enumerate(n.FURNISHINGS):
        upgraded, fresh = token in row["upgraded"], token in row["fresh"]
        space = next((space for space, name in SPACES.items() if name == token), "")
        worth = int(tables.upgraded[place] if upgraded and not fresh else tables.basic[place])
        wants = n.wanted(tables, c.ON_BREWER if token == "brewer" else c.ON_MONK) if token in ("brewer", "monk") else ""
        turned = say(f"tiefenthal.brings_{token}", number=int(tables.upgraded[place]))
        state = (
            say("tiefenthal.from_next", brings=turned)
            if fresh
            else say("tiefenthal.turned")
            if upgraded
            else say("tiefenthal.turn_over", number=int(tables.upgrade_cost[place]), brings=turned)
        )
        used = mark(say("tiefenthal.used")) if token in row["done"] and space else Markup()
        found: list[Choice] = []
        if own:
            found = [
                *(scene.choices.about("use", space=space) if space else ()),
                *scene.choices.about("upgrade", token=token),
                *scene.choices.about("turn over", token=token),
            ]
        faces = [int(face) for face in wants.split(" or ")] if wants else []
        takes = dice_text(say, faces) if faces else join(say("tiefenthal.any_die")) if space else Markup()
        inside = (
            tag("span", scene.title(token), class_="name"),
            tag("span", takes, class_="line"),
            tag("span", say(f"tiefenthal.brings_{token}", number=worth), class_="line"),
            tag("span", state, class_="line small"),
            used,
            lying(scene, put.get(space, [])),
        )
        kind = f"furnishing{' upgraded' if upgraded else ''}"
        boxes.append(scene.choices.thing(found, *inside, class_=kind, short="die"))
    label = say("tiefenthal.your_board" if own else "tiefenthal.board")
    drawn = tag("div", *boxes, class_="hand furnishings")
    if own:
        return tag("div", tag("h4", label), drawn)
    return tag("details", tag("summary", label), drawn, class_="folded")


def monastery(scene: Scene) -> Markup:
    """T47: the track, what its spaces bring, and who stands where."""
    tables, spaces = scene.game.tables, []
    for space in range(c.LAST_SPACE + 1):
        bonus = int(tables.track_bonus[space])
        brings = (
            "" if bonus == c.NO_BONUS else scene.title(n.bonus_text(tables, bonus, int(tables.track_amount[space])))
        )
        here = [
            mark(scene.names[seat], f"s{seat}")
            for seat, row in enumerate(scene.facts["seats"])
            if row["track"] == space
        ]
        spaces.append(tag("li", tag("b", str(space)), " ", brings, *here, class_="space here" if here else "space"))
    step = [
        choice.button(icon("glass"), f" {choice.text}", class_="small", label=choice.text)
        for choice in scene.choices.about("step")
    ]
    return tag("section", tag("h3", scene.say("tiefenthal.monastery")), *step, tag("ol", *spaces, class_="monastery"))
