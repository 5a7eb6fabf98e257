"""What the page of a game against bots shows: the question with its tools, hints, what happened, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.solo.play import counted
from tavern_tournament.solo.session import Pending
from tavern_tournament.web.choices import Choices
from tavern_tournament.web.scene import Scene, choice_list, happened

if TYPE_CHECKING:
    from tavern_tournament.web.playing import Playing


def shown(playing: Playing) -> Markup:
    """The page's scene, as the person may see it now."""
    session, view = playing.session, playing.session.view
    assert view is not None
    numbers = session.pending.numbers if session.pending else {}
    viewer = None if session.over else session.seat
    scene = Scene.of(session.game, view, playing.telling.names, viewer, numbers)
    heading = "So far" if session.last_choice is None else "Since your last decision"
    news = happened(playing.telling.stepwise(session.steps(playing.telling.names)), heading)
    top = result_of(playing) if session.over else question(playing, scene, session.pending)
    choices = Markup() if session.over else tag("section", tag("h2", "Your choices"), choice_list(scene.choices))
    side = tag("div", choices, hints(playing), news, class_="side")
    return join(top, tag("div", scene.draw(), side, class_="spread"))


def question(playing: Playing, scene: Scene, pending: Pending | None) -> Markup:
    """What is asked, in words, and what can be done besides answering."""
    assert pending is not None
    text = scene.asked(playing.telling.question(pending.infoset.view))
    last = playing.session.last_choice
    half = "" if last is None or playing.session.news else f"You chose: {playing.telling.action(last)}."
    troubles = [tag("p", trouble, class_="trouble") for trouble in playing.troubles]
    return tag(
        "section",
        tag("h1", text, id="question", tabindex="-1", data_number=pending.number),
        tag("p", half) if half else "",
        *troubles,
        tools(playing, pending, scene.choices),
        class_="ask",
    )


def tools(playing: Playing, pending: Pending, choices: Choices) -> Markup:
    """Choices that are about nothing on the table, and help."""
    forms = ("answer", "typing")
    parts = [tag("input", type="hidden", name="number", value=pending.number, form=form) for form in forms]
    parts += [choice.button(class_="quick") for choice in choices.all if set(choice.parts) == {"verb"}]
    if playing.session.last_choice is not None:
        counts = playing.session.learned
        parts.append(tool("undo", "Take back (counts)" if counts else "Undo", "u"))
    parts.append(tool("hint", "Hint", "h"))
    if playing.session.game.what_concerns and pending.passing is not None:
        parts.append(tool("wait", "Pass until it concerns me", "w"))
    return tag("div", *parts, class_="tools")


def hints(playing: Playing) -> Markup:
    """The hints that were asked for."""
    if not playing.advice:
        return Markup()
    rows = [tag("li", tag("b", f"{playing.telling.action(one.action)}: "), one.reason) for one in playing.advice]
    return tag("section", tag("h2", "Hints"), tag("ul", *rows), class_="hints")


def result_of(playing: Playing) -> Markup:
    """How the game ended, and what can be done then."""
    result = playing.session.result
    assert result is not None
    order = sorted(range(len(result.placement)), key=lambda seat: result.placement[seat])
    points = playing.session.game.has_points
    rows = [
        tag(
            "li",
            tag("b", f"{result.placement[seat]}. "),
            playing.telling.names[seat],
            f", score {result.scores[seat]}" if points else "",
        )
        for seat in order
    ]
    place = result.placement[playing.session.seat]
    won = "You have won." if place == 1 else f"The game is over: you came in at place {place}."
    saved = playing.session.saved
    help_taken = f"You took {counted(saved.hints, 'hint')} and {counted(saved.undos, 'undo')}."
    return tag(
        "section",
        tag("h1", won, id="question", tabindex="-1", data_number="end"),
        tag("ul", *rows, class_="result"),
        tag("p", help_taken),
        tag(
            "div",
            tool("costly", "Where was it lost?", "c"),
            tool("again", "The same deal again", "s"),
            tool("undo", "Take back", "u"),
            tag("a", "See it again, open", href="review?at=0&seat=all"),
            class_="tools",
        ),
        most_costly(playing),
        class_="ask over",
    )


def most_costly(playing: Playing) -> Markup:
    """The decisions that cost most, each with a link to it."""
    if playing.costly is None:
        return Markup()
    if not playing.costly:
        return tag("p", "A short search found no decision of yours that cost much.")
    rows = []
    for one in playing.costly:
        chose, better = playing.telling.action(one.chosen), playing.telling.action(one.better)
        link = tag("a", f"Decision {one.number + 1}", href=f"review?at={one.number}&seat={playing.session.seat}")
        text = f": you chose {chose}, worth {one.worth:.0%}; {better} looked better, worth {one.best:.0%}."
        rows.append(tag("li", link, text))
    heading = tag("h2", "What cost most, as far as a short search can tell from what you knew")
    return tag("div", heading, tag("ol", *rows), class_="costly")


def tool(deed: str, name: str, key: str) -> Markup:
    """A button that is no choice."""
    return tag("button", name, " ", tag("kbd", key), type="submit", form="answer", formaction=deed, data_key=key)
