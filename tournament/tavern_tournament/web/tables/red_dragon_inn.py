"""The Red Dragon Inn drawn: seats round a table, tracks that cross, the pot, drinks, and what is being answered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.web.catalogue import Say
from tavern_tournament.web.choices import Choice
from tavern_tournament.web.drawing import backs, chip, chips, count, folded, icon, mark, text_card
from tavern_tournament.web.scene import Scene

TOP: Final = 20  # of both tracks
#: What could be done with a card in the hand, by the decision: where it cannot, it can be asked why not.
DEEDS: Final = {"action": "play", "bet": "play", "respond": "play", "discard": "discard"}
STEP: Final = 10  # drawn length of one space


def draw(scene: Scene) -> Markup:
    """The whole table: the viewer below, the others clockwise from the left."""
    seats = len(scene.facts["seats"])
    own = 0 if scene.viewer is None else scene.viewer
    others = [(own + place) % seats for place in range(1, seats)]
    flank = max(1, (seats - 2) // 2) if seats > 2 else 0
    # Clockwise: up the left side, along the top, down the right.
    sides = {
        "left": others[:flank][::-1],
        "top": others[flank : seats - 1 - flank],
        "right": others[seats - 1 - flank :],
    }
    around = [
        tag("div", *(seat_box(scene, seat) for seat in sitting), class_=f"side-{side}")
        for side, sitting in sides.items()
    ]
    mine = tag("div", seat_box(scene, own), hand(scene, own), class_="side-own")
    return tag("div", *around, tag("div", middle(scene), class_="middle"), mine, class_="ring")


def seat_box(scene: Scene, seat: int) -> Markup:
    """A seat: who it is, how drunk, how rich, and what lies before it."""
    row = scene.facts["seats"][seat]
    say = scene.say
    own, turn = seat == scene.viewer, seat == scene.facts["turn"] and not scene.facts["over"]
    classes = f"seat{' own' if own else ''}{' turn' if turn else ''}{'' if row['in'] else ' gone'}"
    found = scene.choices.about(seat=seat)
    name = scene.choices.thing(found, scene.names[seat], class_="who")
    marks = [
        mark(text, kind)
        for text, kind, holds in (
            (say("things.turn"), "now", turn),
            (say("inn.out"), "", not row["in"]),
            (say("inn.outside"), "", row["outside"]),
            (say("inn.in_round"), "", row["in_round"]),
            (say("inn.in_control"), "now", scene.facts["control"] == seat),
            (say("inn.fallen"), "", row["fallen"]),
        )
        if holds
    ]
    reserve = say("inn.reserve", number=row["reserves"]) if row["reserves"] else ""
    held = tag("div", backs(say, row["cards"]), class_="held") if not own else Markup()
    known = row["known"] if scene.viewer is not None else row["hand"]
    holds = say("inn.holds" if scene.viewer is None else "inn.surely_holds")
    shows = tag("div", holds, chips(scene, known)) if known and not own else ""
    return tag(
        "section",
        tag("h3", name, " ", *marks),
        tracks(say, row["ac"], row["fort"]) if row["in"] else "",
        tag("p", count("coin", row["gold"], say("inn.gold")), mugs(say, row["mugs"], reserve), class_="counts"),
        held,
        shows,
        before(scene, row["front"], own),
        folded(scene, say("inn.discard"), row["discard"]),
        class_=classes,
    )


def before(scene: Scene, cards: list[str], own: bool) -> Markup:
    """Cards before a seat; the viewer's own can be used."""
    if not cards:
        return Markup()
    drawn = [
        text_card(scene, card, found) for card in cards if own and (found := scene.choices.about("use", card=card))
    ]
    return tag("div", scene.say("inn.before"), tag("div", *drawn, class_="hand") if drawn else chips(scene, cards))


def mugs(say: Say, number: int, reserve: str) -> Markup:
    """The Drink Me! pile."""
    drawn = [icon("mug") for _ in range(min(number, 6))]
    label = f" {say('inn.mugs')}{reserve}"
    return tag("span", *drawn, tag("b", f" {number}", class_="number"), label, class_="count drinks")


def tracks(say: Say, alcohol: int, fortitude: int) -> Markup:
    """Alcohol Content climbs, Fortitude falls; where they meet, a guest passes out."""
    left = fortitude - alcohol
    rest = say("inn.left", number=left) if left > 0 else say("inn.passed_out")
    words = say("inn.tracks", alcohol=alcohol, fortitude=fortitude, left=rest)
    x, y = 8 + STEP * alcohol, 8 + STEP * fortitude
    ticks = [tag("line", x1=8 + STEP * n, x2=8 + STEP * n, y1="16", y2="20" if n % 5 else "23") for n in range(TOP + 1)]
    drawn = tag(
        "svg",
        tag("rect", x="8", y="9", width=STEP * TOP, height="7", rx="3", class_="rail"),
        tag("rect", x="8", y="9", width=max(0, x - 8), height="7", rx="3", class_="alcohol"),
        tag("rect", x=min(x, y), y="11", width=abs(y - x), height="3", class_="left" if left > 0 else "beyond"),
        *ticks,
        tag("path", d=f"M{x - 6} 2h9v12h-9zM{x + 3} 5h4v5h-4", class_="mug-marker"),
        tag("path", d=f"M{y} 15c-8-5-7-12-3-12 2 0 3 1 3 3 0-2 1-3 3-3 4 0 5 7-3 12z", class_="heart-marker"),
        viewBox="0 0 216 24",
        role="img",
        aria_label=words,
        class_="tracks",
    )
    return tag("div", drawn, tag("p", words, class_="small"), class_="track-box")


def middle(scene: Scene) -> Markup:
    """What is between the seats."""
    facts, say = scene.facts, scene.say
    piles = [count("mug", facts["drink_deck"], say("inn.drink_deck"))]
    if facts["reserve_deck"]:
        piles.append(count("glass", facts["reserve_deck"], say("inn.reserve_deck")))
    return tag(
        "section",
        under_way(scene),
        gambling(scene),
        drinks(scene),
        tag("p", *piles, class_="counts"),
        folded(scene, say("inn.discarded"), [*facts["drink_discard"], *facts["reserve_discard"]]),
        stable(scene),
        prizes(scene),
        class_="inn-table",
    )


def under_way(scene: Scene) -> Markup:
    """The stack of what is being answered, the last one on top."""
    rows = []
    for item in reversed(scene.facts["stack"]):
        aim = scene.say("inn.at", names=named(scene, item["targets"])) if item["targets"] else ""
        ignored = scene.say("inn.ignored", names=named(scene, item["ignored"])) if item["ignored"] else ""
        story = tag("span", scene.say("inn.with_story"), chip(scene, item["story"])) if item["story"] else Markup()
        rows.append(tag("li", f"{scene.names[item['seat']]}: ", chip(scene, item["card"]), story, f"{aim}{ignored}"))
    if not rows:
        return Markup()
    return tag("div", tag("h3", scene.say("inn.under_way")), tag("ol", *rows, class_="stack"))


def named(scene: Scene, seats: Sequence[int]) -> str:
    """Seats by their names."""
    return ", ".join(scene.names[seat] for seat in seats)


def gambling(scene: Scene) -> Markup:
    """The Round of Gambling."""
    facts = scene.facts
    if not any(row["in_round"] for row in facts["seats"]) and not facts["pot"]:
        return Markup()
    say = scene.say
    master = say("inn.nobody") if facts["control"] is None else scene.names[facts["control"]]
    control = say("inn.control_by_hand" if facts["winning_hand"] else "inn.control", name=master)
    prize = tag("p", say("inn.on_pot"), chip(scene, facts["prize_on_pot"])) if facts["prize_on_pot"] else Markup()
    won = Markup() if facts["winner"] is None else tag("p", say("inn.has_won", name=scene.names[facts["winner"]]))
    coins = tag("p", count("coin", facts["pot"], say("inn.in_pot")), control, class_="pot")
    return tag("div", tag("h3", say("inn.gambling")), coins, prize, won)


def drinks(scene: Scene) -> Markup:
    """The Drinks on the table; one that can be chosen is a button."""
    rows = []
    for drink in scene.facts["drinks"]:
        drinker = scene.say("inn.nobody") if drink["drinker"] is None else scene.names[drink["drinker"]]
        does = ", ".join(effects(scene, drink))
        inside = (icon("mug"), " ", scene.say("inn.for", drink=drink["drink"], effects=does, name=drinker))
        found = scene.choices.about(drink=drink["drink"])
        rows.append(tag("li", scene.choices.thing(found, *inside, class_="drink"), " ", chips(scene, drink["cards"])))
    return tag("div", tag("h3", scene.say("inn.drinks")), tag("ul", *rows, class_="plain")) if rows else Markup()


def effects(scene: Scene, drink: dict[str, Any]) -> list[str]:
    """What a Drink does."""
    say = scene.say
    parts = [say("inn.alcohol", number=f"{drink['ac']:+}")]
    parts += [say("inn.fortitude", number=f"{drink['fort']:+}")] if drink["fort"] else []
    parts += [f"{scene.title(name)} {number}" for name, number in drink["effects"].items()]
    return parts + ([say("inn.only_ignored")] if drink["protected"] else [])


def stable(scene: Scene) -> Markup:
    """Stalls, and what Stories are left, if the box has them."""
    animals = [animal for animal in scene.facts["stalls"] if animal != "none"]
    stalls = tag("p", scene.say("inn.stalls"), chips(scene, animals)) if animals else Markup()
    decks = [
        folded(scene, scene.say(f"inn.{pile}"), scene.facts[pile])
        for pile in ("story_deck", "story_discard", "stable_deck", "stable_discard")
    ]
    return join(stalls, *decks)


def prizes(scene: Scene) -> Markup:
    """The Prizes at the Inn."""
    held = set(scene.facts["prizes"])
    named = [choice for choice in scene.choices.all if choice.parts.get("card") in held]
    buttons = [choice.button(class_="small") for choice in named]
    return tag("div", scene.say("inn.prizes"), chips(scene, scene.facts["prizes"]), *buttons) if held else Markup()


def hand(scene: Scene, seat: int) -> Markup:
    """The viewer's own cards, each once with how many there are."""
    if scene.viewer is None:
        return Markup()
    held = Counter(scene.facts["seats"][seat]["hand"])
    deed = DEEDS.get(scene.facts["phase"], "")
    drawn = [
        text_card(scene, title, in_hand(scene, title), copies, f"{deed} {title}" if deed else "")
        for title, copies in held.items()
    ]
    return tag(
        "section", tag("h3", scene.say("inn.hand", number=sum(held.values()))), tag("div", *drawn, class_="hand")
    )


def in_hand(scene: Scene, title: str) -> list[Choice]:
    """What can be done with a card in the hand."""
    return [choice for choice in scene.choices.about(card=title) if choice.parts["verb"] != "use"]
