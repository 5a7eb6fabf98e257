"""The Red Dragon Inn drawn: seats round a table, tracks that cross, the pot, drinks, and what is being answered."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final

from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.web.choices import Choice
from tavern_tournament.web.drawing import backs, chip, chips, count, folded, icon, mark, text_card
from tavern_tournament.web.scene import Scene

TOP: Final = 20  # of both tracks
PLAYING: Final = ("action", "bet", "respond")  # when a card could be played, or it can be asked why not
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
    own, turn = seat == scene.viewer, seat == scene.facts["turn"] and not scene.facts["over"]
    classes = f"seat{' own' if own else ''}{' turn' if turn else ''}{'' if row['in'] else ' gone'}"
    found = scene.choices.about(seat=seat)
    name = scene.choices.thing(found, scene.names[seat], class_="who")
    marks = [
        mark(text, kind)
        for text, kind, holds in (
            ("turn", "now", turn),
            ("out of the game", "", not row["in"]),
            ("outside", "", row["outside"]),
            ("in the Round", "", row["in_round"]),
            ("in control", "now", scene.facts["control"] == seat),
            ("fallen", "", row["fallen"]),
        )
        if holds
    ]
    reserve = f" ({row['reserves']} Reserve)" if row["reserves"] else ""
    held = tag("div", backs(row["cards"]), class_="held") if not own else Markup()
    known = row["known"] if scene.viewer is not None else row["hand"]
    shows = (
        tag("div", "holds: " if scene.viewer is None else "surely holds: ", chips(scene, known))
        if known and not own
        else ""
    )
    return tag(
        "section",
        tag("h3", name, " ", *marks),
        tracks(row["ac"], row["fort"]) if row["in"] else "",
        tag("p", count("coin", row["gold"], "Gold"), mugs(row["mugs"], reserve), class_="counts"),
        held,
        shows,
        before(scene, row["front"], own),
        folded(scene, "Discard", row["discard"]),
        class_=classes,
    )


def before(scene: Scene, cards: list[str], own: bool) -> Markup:
    """Cards before a seat; the viewer's own can be used."""
    if not cards:
        return Markup()
    drawn = [
        text_card(scene, card, found) for card in cards if own and (found := scene.choices.about("use", card=card))
    ]
    return tag("div", "before it: ", tag("div", *drawn, class_="hand") if drawn else chips(scene, cards))


def mugs(number: int, reserve: str) -> Markup:
    """The Drink Me! pile."""
    drawn = [icon("mug") for _ in range(min(number, 6))]
    return tag("span", *drawn, tag("b", f" {number}", class_="number"), f" Drink Me!{reserve}", class_="count drinks")


def tracks(alcohol: int, fortitude: int) -> Markup:
    """Alcohol Content climbs, Fortitude falls; where they meet, a guest passes out."""
    left = fortitude - alcohol
    words = f"Alcohol {alcohol}, Fortitude {fortitude}: {f'{left} left' if left > 0 else 'passed out'}"
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
    facts = scene.facts
    piles = [count("mug", facts["drink_deck"], "in the Drink Deck")]
    if facts["reserve_deck"]:
        piles.append(count("glass", facts["reserve_deck"], "in the Reserve"))
    return tag(
        "section",
        under_way(scene),
        gambling(scene),
        drinks(scene),
        tag("p", *piles, class_="counts"),
        folded(scene, "Discarded drinks", [*facts["drink_discard"], *facts["reserve_discard"]]),
        stable(scene),
        prizes(scene),
        class_="inn-table",
    )


def under_way(scene: Scene) -> Markup:
    """The stack of what is being answered, the last one on top."""
    rows = []
    for item in reversed(scene.facts["stack"]):
        aim = f" at {', '.join(scene.names[seat] for seat in item['targets'])}" if item["targets"] else ""
        ignored = f"; ignored by {', '.join(scene.names[seat] for seat in item['ignored'])}" if item["ignored"] else ""
        story = tag("span", " with the Story ", chip(scene, item["story"])) if item["story"] else Markup()
        rows.append(tag("li", f"{scene.names[item['seat']]}: ", chip(scene, item["card"]), story, f"{aim}{ignored}"))
    if not rows:
        return Markup()
    return tag("div", tag("h3", "Under way, the last one first"), tag("ol", *rows, class_="stack"))


def gambling(scene: Scene) -> Markup:
    """The Round of Gambling."""
    facts = scene.facts
    if not any(row["in_round"] for row in facts["seats"]) and not facts["pot"]:
        return Markup()
    master = "nobody" if facts["control"] is None else scene.names[facts["control"]]
    hand_ = " by Winning Hand!" if facts["winning_hand"] else ""
    prize = tag("p", "On the pot: ", chip(scene, facts["prize_on_pot"])) if facts["prize_on_pot"] else Markup()
    won = tag("p", f"{scene.names[facts['winner']]} has won it.") if facts["winner"] is not None else Markup()
    coins = tag("p", count("coin", facts["pot"], "in the pot"), f" {master} is in control{hand_}.", class_="pot")
    return tag("div", tag("h3", "Round of Gambling"), coins, prize, won)


def drinks(scene: Scene) -> Markup:
    """The Drinks on the table; one that can be chosen is a button."""
    rows = []
    for drink in scene.facts["drinks"]:
        drinker = "nobody" if drink["drinker"] is None else scene.names[drink["drinker"]]
        inside = (icon("mug"), f" {drink['drink']}: {', '.join(effects(drink))}, for {drinker}")
        found = scene.choices.about(drink=drink["drink"])
        rows.append(tag("li", scene.choices.thing(found, *inside, class_="drink"), " ", chips(scene, drink["cards"])))
    return tag("div", tag("h3", "Drinks on the table"), tag("ul", *rows, class_="plain")) if rows else Markup()


def effects(drink: dict[str, Any]) -> list[str]:
    """What a Drink does."""
    parts = [f"Alcohol {drink['ac']:+}"] + ([f"Fortitude {drink['fort']:+}"] if drink["fort"] else [])
    parts += [f"{name} {number}" for name, number in drink["effects"].items()]
    return parts + (["may only be ignored"] if drink["protected"] else [])


def stable(scene: Scene) -> Markup:
    """Stalls, and what Stories are left, if the box has them."""
    animals = [animal for animal in scene.facts["stalls"] if animal != "none"]
    stalls = tag("p", "In the stalls: ", chips(scene, animals)) if animals else Markup()
    decks = [
        folded(scene, label, scene.facts[key])
        for label, key in (
            ("Story deck", "story_deck"),
            ("Told Stories", "story_discard"),
            ("Stable deck", "stable_deck"),
            ("Animals that left", "stable_discard"),
        )
    ]
    return join(stalls, *decks)


def prizes(scene: Scene) -> Markup:
    """The Prizes at the Inn."""
    held = set(scene.facts["prizes"])
    named = [choice for choice in scene.choices.all if choice.parts.get("card") in held]
    buttons = [choice.button(class_="small") for choice in named]
    return tag("div", "Prizes: ", chips(scene, scene.facts["prizes"]), *buttons) if held else Markup()


def hand(scene: Scene, seat: int) -> Markup:
    """The viewer's own cards, each once with how many there are."""
    if scene.viewer is None:
        return Markup()
    held = Counter(scene.facts["seats"][seat]["hand"])
    plays = scene.facts["phase"] in PLAYING
    drawn = [
        text_card(scene, title, in_hand(scene, title), copies, f"play {title}" if plays else "")
        for title, copies in held.items()
    ]
    return tag("section", tag("h3", f"Your hand ({sum(held.values())})"), tag("div", *drawn, class_="hand"))


def in_hand(scene: Scene, title: str) -> list[Choice]:
    """What can be done with a card in the hand."""
    return [choice for choice in scene.choices.about(card=title) if choice.parts["verb"] != "use"]
