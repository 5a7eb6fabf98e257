"""Dragon's Vault drawn: hands, reserves with closed cards below open ones, the discard area and the trouble pile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

from tavern_engine.words import grouped
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.web.catalogue import Say
from tavern_tournament.web.choices import Choice
from tavern_tournament.web.drawing import backs, count, icon, mark, why_not
from tavern_tournament.web.scene import Scene

SAID: Final = ("1", "2", "3", "4", "5", "6", "9", "Zero", "Fire-breather", "Protector")  # cards that do something
SHAPES: Final = {"Zero": "dragon", "Fire-breather": "flame", "Protector": "shield"}


def draw(scene: Scene) -> Markup:
    """The table: the others above, the discard area between, the viewer below."""
    seats = len(scene.facts["seats"])
    own = 0 if scene.viewer is None else scene.viewer
    others = [seat_box(scene, (own + place) % seats) for place in range(1, seats)]
    return tag("div", tag("div", *others, class_="seats"), middle(scene), seat_box(scene, own), class_="vault")


def face(scene: Scene, card: str) -> tuple[Markup, ...]:
    """What is printed on a card."""
    big = icon(SHAPES[card]) if card in SHAPES else tag("span", card, class_="value")
    says = scene.say(f"vault.says_{card.lower().replace('-', '_')}") if card in SAID else ""
    name = tag("span", scene.title(card), class_="name") if card in SHAPES else Markup()
    return (big, name, tag("span", says, class_="says"))


def drawn(scene: Scene, card: str, found: Sequence[Choice], copies: int = 1, ask_: bool = False) -> Markup:
    """A card; a button if it can be played, several buttons if several of it can be."""
    many = (tag("span", f"x{copies}", class_="copies"),) if copies > 1 else ()
    thing = scene.choices.thing(found, *face(scene, card), *many, class_=f"vault-card {kind(card)}")
    if found or not ask_ or not scene.choices.all:
        return thing
    return tag("span", thing, why_not(scene, f"play {card}", card), class_="several")


def kind(card: str) -> str:
    """Dragons look otherwise than villains."""
    return "dragon" if card in SHAPES else "villain"


def middle(scene: Scene) -> Markup:
    """The discard area with the card that counts, the trouble pile, and what goes on."""
    facts = scene.facts
    pile = list(facts["pile"])
    say = scene.say
    marks = [mark(text, "now") for text in going_on(scene)]
    top = (
        drawn(scene, facts["top"], ()) if facts["top"] else tag("span", say("vault.any_card"), class_="vault-card none")
    )
    lying = say("vault.lying", number=len(pile), cards=listed(scene, sorted(pile))) if pile else say("vault.no_cards")
    counts = ""
    if facts["effective"] and facts["effective"] != facts["top"]:
        counts = say("vault.counts", card=scene.title(facts["effective"]))
    gone = Markup()
    if facts["gone"]:
        summary = tag("summary", say("vault.gone", number=len(facts["gone"])))
        gone = tag("details", summary, listed(scene, facts["gone"]))
    tricks = ", ".join(scene.title(trick) for trick in facts["tricks"])
    return tag(
        "section",
        tag("h3", say("vault.round", round=facts["round"])),
        tag("div", top, tag("div", tag("p", lying), tag("p", counts), *marks), class_="pile"),
        tag("p", count("cards", facts["trouble"], say("vault.trouble")), class_="counts"),
        gone,
        tag("p", say("vault.tricks", tricks=tricks)) if tricks else "",
        class_="between",
    )


def listed(scene: Scene, cards: Sequence[str]) -> str:
    """Cards in words, equal ones counted."""
    return ", ".join(scene.title(card) for card in grouped(cards))


def going_on(scene: Scene) -> list[str]:
    """Debts, skips and directions, in words."""
    facts = scene.facts
    said = []
    if facts["run"] > 1:
        said.append(scene.say("vault.equal", number=facts["run"]))
    if facts["debt"]:
        said.append(scene.say("vault.owed", number=facts["debt"]))
    if facts["hit"]:
        said.append(scene.say("vault.skips", number=facts["hit"]))
    if facts["direction"] != "clockwise":
        said.append(scene.title(str(facts["direction"])))
    return said


def seat_box(scene: Scene, seat: int) -> Markup:
    """A seat with its hand, its reserve and the coins it has lost."""
    row: dict[str, Any] = scene.facts["seats"][seat]
    own, turn = seat == scene.viewer, seat == scene.facts["turn"] and not scene.facts["over"]
    name = scene.choices.thing(scene.choices.about(seat=seat), scene.names[seat], class_="who")
    marks = [mark(scene.say("things.turn"), "now")] if turn else []
    marks += [mark(scene.title(str(row["hindrance"])))] if row["hindrance"] else []
    lost = tag("p", count("coin", row["lost"], scene.say("vault.lost")), class_="counts")
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
        heading = tag("h4", scene.say("vault.hand", number=row["cards"]))
        return tag("div", heading, tag("div", *(cards or [join(scene.say("vault.empty_hand"))]), class_="hand"))
    seen = Markup()
    if held:
        key = "vault.holds" if scene.viewer is None else "vault.known"
        seen = tag("p", scene.say(key, cards=listed(scene, row["hand"])), class_="small")
    return tag("div", backs(scene.say, row["cards"]), seen, class_="held")


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
        cards.append(scene.choices.thing(turns, backs(scene.say, closed, "things.closed_cards"), class_="closed"))
    heading = scene.say("vault.reserve", open=len(row["open"]), closed=row["closed"])
    return tag("div", tag("h4", heading), tag("div", *cards, class_="hand"))


def score(say: Say, points: int) -> str:
    """What a seat has lost."""
    return say("vault.score", number=points)
