"""Dragon's Vault drawn: hands, reserves with closed cards below open ones, the discard area and the trouble pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from tavern_engine.words import counted
from tavern_tournament.report.markup import Markup, tag
from tavern_tournament.web.choices import Choice
from tavern_tournament.web.drawing import backs, count, icon, mark, why_not
from tavern_tournament.web.scene import Scene

ASKS: Final = {
    "swap": "before the round you may swap hand cards for open cards of your reserve: give one, or keep all",
    "swap for": "which open card do you take for the {giving}?",
    "play": "your turn: play a card, or take the discard area",
    "debt": "you owe {debt} cards: pass the debt on with a 4 or a Protector, or draw",
    "skip": "you would be skipped: lay a Protector, or let it be",
    "surprise": "surprise: who draws a card from your hand?",
    "carousel": "carousel: which way does play go on?",
    "secrets": "secrets: which open card of the reserve do you take?",
}
SAYS: Final = {
    "1": "goes on a 3",
    "2": "goes on a 3",
    "3": "then only 1, 2 or a dragon",
    "4": "the next player draws 2",
    "5": "the next player is skipped",
    "6": "no dragon on it",
    "9": "not on a dragon",
    "Zero": "counts 0",
    "Fire-breather": "burns the pile, one more turn",
    "Protector": "the next faces what you faced",
}
SHAPES: Final = {"Zero": "dragon", "Fire-breather": "flame", "Protector": "shield"}


def ask(scene: Scene) -> str:
    """What is asked."""
    return ASKS.get(str(scene.facts["phase"]), "").format(**scene.facts)


def draw(scene: Scene) -> Markup:
    """The table: the others above, the discard area between, the viewer below."""
    seats = len(scene.facts["seats"])
    own = 0 if scene.viewer is None else scene.viewer
    others = [seat_box(scene, (own + place) % seats) for place in range(1, seats)]
    return tag("div", tag("div", *others, class_="seats"), middle(scene), seat_box(scene, own), class_="vault")


def face(card: str) -> tuple[Markup, ...]:
    """What is printed on a card."""
    big = icon(SHAPES[card]) if card in SHAPES else tag("span", card, class_="value")
    return (
        big,
        tag("span", card, class_="name") if card in SHAPES else Markup(),
        tag("span", SAYS.get(card, ""), class_="says"),
    )


def drawn(scene: Scene, card: str, found: Sequence[Choice], copies: int = 1, ask_: bool = False) -> Markup:
    """A card; a button if it can be played, several buttons if several of it can be."""
    many = (tag("span", f"x{copies}", class_="copies"),) if copies > 1 else ()
    thing = scene.choices.thing(found, *face(card), *many, class_=f"vault-card {kind(card)}")
    if found or not ask_ or not scene.choices.all:
        return thing
    return tag("span", thing, why_not(f"play {card}", card), class_="several")


def kind(card: str) -> str:
    """Dragons look otherwise than villains."""
    return "dragon" if card in SHAPES else "villain"


def middle(scene: Scene) -> Markup:
    """The discard area with the card that counts, the trouble pile, and what goes on."""
    facts = scene.facts
    pile = list(facts["pile"])
    marks = [mark(text, "now") for text in going_on(scene)]
    top = (
        [drawn(scene, facts["top"], ())]
        if facts["top"]
        else [tag("span", "empty: any card goes", class_="vault-card none")]
    )
    rest = Counter(pile)
    listed = ", ".join(f"{card} x{number}" if number > 1 else card for card, number in sorted(rest.items()))
    lying = f"{counted(len(pile), 'card')}: {listed}" if pile else "No cards."
    counts = f"The {facts['effective']} counts." if facts["effective"] and facts["effective"] != facts["top"] else ""
    gone = (
        tag("details", tag("summary", f"Out of the round ({len(facts['gone'])})"), ", ".join(facts["gone"]))
        if facts["gone"]
        else ""
    )
    return tag(
        "section",
        tag("h3", f"Round {facts['round']}: the discard area"),
        tag(
            "div",
            *top,
            tag(
                "div",
                tag("p", lying),
                tag("p", counts),
                *marks,
            ),
            class_="pile",
        ),
        tag("p", count("cards", facts["trouble"], "in the trouble pile"), class_="counts"),
        gone,
        tag("p", "Tricks: " + ", ".join(facts["tricks"])) if facts["tricks"] else "",
        class_="between",
    )


def going_on(scene: Scene) -> list[str]:
    """Debts, skips and directions, in words."""
    facts = scene.facts
    said = []
    if facts["run"] > 1:
        said.append(f"{facts['run']} equal cards on top")
    if facts["debt"]:
        said.append(f"debt: {facts['debt']} cards")
    if facts["hit"]:
        said.append(f"skips {facts['hit']}")
    if facts["direction"] != "clockwise":
        said.append(str(facts["direction"]))
    return said


def seat_box(scene: Scene, seat: int) -> Markup:
    """A seat with its hand, its reserve and the coins it has lost."""
    row: dict[str, Any] = scene.facts["seats"][seat]
    own, turn = seat == scene.viewer, seat == scene.facts["turn"] and not scene.facts["over"]
    name = scene.choices.thing(scene.choices.about(seat=seat), scene.names[seat], class_="who")
    marks = [mark("turn", "now")] if turn else []
    marks += [mark(str(row["hindrance"]))] if row["hindrance"] else []
    lost = tag("p", count("coin", row["lost"], "coins lost; 21 end the game"), class_="counts")
    return tag(
        "section",
        tag("h3", name, " ", *marks),
        lost,
        hand(scene, row, own),
        reserve(scene, row, own),
        class_=f"seat{' own' if own else ''}{' turn' if turn else ''}",
    )


def hand(scene: Scene, row: dict[str, Any], own: bool) -> Markup:
    """The hand: one's own to be played from, another's as far as it is known."""
    held = Counter(row["hand"])
    if own:
        phase = scene.facts["phase"]
        verbs = ("swap",) if phase == "swap" else ("play", "remove")
        cards = [
            drawn(
                scene,
                card,
                [choice for verb in verbs for choice in scene.choices.about(verb, card=card)],
                number,
                phase == "play",
            )
            for card, number in held.items()
        ]
        return tag(
            "div", tag("h4", f"Your hand ({row['cards']})"), tag("div", *cards or [Markup("no cards")], class_="hand")
        )
    known = [f"{card} x{number}" if number > 1 else card for card, number in held.items()]
    seen = (
        tag("p", f"{'holds' if scene.viewer is None else 'known'}: {', '.join(known)}", class_="small")
        if known
        else Markup()
    )
    return tag("div", backs(row["cards"]), seen, class_="held")


def reserve(scene: Scene, row: dict[str, Any], own: bool) -> Markup:
    """The reserve: open cards on closed ones."""
    in_hand = set(row["hand"])
    cards = []
    for card in row["open"]:
        found: list[Choice] = []
        if own:
            found = [*scene.choices.about("for", card=card), *scene.choices.about("reveal", card=card)]
            if card not in in_hand:
                found += scene.choices.about("play", card=card)
        cards.append(tag("span", drawn(scene, card, found), class_="on-closed"))
    turns = [*scene.choices.about("turn up"), *scene.choices.about("turn up double")] if own else []
    closed = row["closed"] - len(row["open"])
    if closed > 0:
        cards.append(scene.choices.thing(turns, backs(closed, "closed card"), class_="closed"))
    return tag(
        "div", tag("h4", f"Reserve: {len(row['open'])} open, {row['closed']} closed"), tag("div", *cards, class_="hand")
    )
