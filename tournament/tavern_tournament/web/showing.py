"""What the page of a game against bots shows: the question with its tools, hints, what happened, and the result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavern_engine import Game, State
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.solo.session import Pending
from tavern_tournament.web.catalogue import Say
from tavern_tournament.web.choices import Choices
from tavern_tournament.web.drawing import chips
from tavern_tournament.web.scene import Scene, choice_list, drawing_of, happened
from tavern_tournament.web.spoken import Spoken

if TYPE_CHECKING:
    from tavern_tournament.web.playing import Playing


def shown(playing: Playing, telling: Spoken) -> Markup:
    """The page's scene, as the person may see it now."""
    session, view, say = playing.session, playing.session.view, telling.say
    assert view is not None
    numbers = session.pending.numbers if session.pending else {}
    viewer = None if session.over else session.seat
    scene = Scene.of(telling, view, viewer, numbers, playing.events)
    table = scene.draw()  # before all else that has buttons: what it has none for stands beside the question
    told = telling.stepwise(session.steps(telling.names))
    begun = session.last_choice is not None
    steps = f"step?number={session.made}" if begun else ""
    news = happened(told, say("table.since" if begun else "table.so_far"), steps)
    top = result_of(playing, telling) if session.over else question(playing, telling, scene)
    choices = (
        Markup()
        if session.over
        else tag("section", tag("h2", say("table.yours")), choice_list(scene.choices), class_="listed")
    )
    side = tag("div", choices, news, made_of(playing, telling, view), class_="side")
    return join(top, tag("div", tag("div", table, id="table"), side, class_="spread"))


def question(playing: Playing, telling: Spoken, scene: Scene) -> Markup:
    """What is asked, in words, and what can be done besides answering."""
    pending, say = playing.session.pending, telling.say
    assert pending is not None
    text = scene.asked(telling.question(pending.infoset.view))
    last = playing.session.last_choice
    half = "" if last is None or playing.session.news else say("table.chose", choice=telling.action(last))
    troubles = [tag("p", trouble, class_="trouble") for trouble in playing.troubles_in(telling)]
    thinking = f" {say('table.thinking')}"
    asked, cards = scene.cited(text)
    return tag(
        "section",
        tag("h1", asked, id="question", tabindex="-1", data_number=pending.number, data_thinking=thinking),
        tag("p", chips(scene, cards), class_="named") if cards else "",
        tag("p", half) if half else "",
        *troubles,
        tools(playing, pending, scene.choices, say),
        hints(playing, telling, scene.choices),
        class_="ask",
    )


def tools(playing: Playing, pending: Pending, choices: Choices, say: Say) -> Markup:
    """Choices that are about nothing on the table, and help."""
    forms = ("answer", "typing")
    parts = [tag("input", type="hidden", name="number", value=pending.number, form=form) for form in forms]
    parts += [choice.button(class_="quick") for choice in choices.beside_the_question()]
    if playing.session.last_choice is not None:
        counts = playing.session.learned
        parts.append(tool("undo", say("table.take_back_counts" if counts else "table.undo"), "u"))
    parts.append(tool("hint", say("table.hint"), "h"))
    if playing.session.game.what_concerns and pending.passing is not None:
        parts.append(tool("wait", say("table.wait"), "w"))
    return tag("div", *parts, class_="tools")


def hints(playing: Playing, telling: Spoken, choices: Choices) -> Markup:
    """The hints that were asked for, each a button with its reason."""
    if not playing.advice:
        return Markup()
    rows = [
        tag("li", choice.button(class_="small"), f" {telling.reason(one.reason)}")
        for one in playing.advice
        if (choice := choices.of(one.action))
    ]
    worths = any("%" in one.reason for one in playing.advice)
    meaning = tag("p", telling.say("result.worths"), class_="small") if worths else Markup()
    return tag("section", tag("h2", telling.say("table.hints")), tag("ul", *rows), meaning, class_="hints")


def made_of(playing: Playing, telling: Spoken, view: State) -> Markup:
    """What the points or coins of every seat are made of, on demand; open after the end."""
    session, say, rows = playing.session, telling.say, []
    for seat, name in enumerate(telling.names):
        parts = session.game.worth(view, seat, playing.events)
        if parts:
            lines = [tag("li", f"{say.titles(session.game, part.what)}: {part.number}") for part in parts]
            total = say("table.sum", total=sum(part.number for part in parts))
            rows.append(tag("div", tag("h3", f"{name}: {total}"), tag("ul", *lines)))
    if not rows:
        return Markup()
    opened = "" if session.over else None
    return tag("details", tag("summary", say("table.points")), *rows, class_="worth", open=opened)


def result_of(playing: Playing, telling: Spoken) -> Markup:
    """How the game ended, and what can be done then."""
    session, say, result = playing.session, telling.say, playing.session.result
    assert result is not None
    place = result.placement[session.seat]
    won = say("result.won") if place == 1 else say("result.place", place=place)
    taken = (say("result.help_hints", number=session.saved.hints), say("result.help_undos", number=session.saved.undos))
    return tag(
        "section",
        tag("h1", won, id="question", tabindex="-1", data_number="end"),
        placed(playing, telling),
        tag("p", " ".join(taken)),
        tag(
            "div",
            tool("costly", say("result.costly_won" if place == 1 else "result.costly"), "c"),
            tool("luck", say("result.luck"), "k"),
            tool("again", say("result.again"), "s"),
            tool("undo", say("table.take_back"), "u"),
            tag("a", say("result.see_again"), href="review?at=0&seat=all"),
            class_="tools",
        ),
        most_costly(playing, telling),
        luck_of(playing, telling),
        class_="ask over",
    )


def placed(playing: Playing, telling: Spoken) -> Markup:
    """The places of all seats."""
    result, game = playing.session.result, telling.game
    assert result is not None
    rows = []
    for seat in sorted(range(len(result.placement)), key=lambda seat: result.placement[seat]):
        points = game.points(result.scores[seat])
        counted = "" if points is None else points_of(telling, points)
        rows.append(tag("li", tag("b", f"{result.placement[seat]}. "), telling.names[seat], counted))
    return tag("ul", *rows, class_="result")


def points_of(telling: Spoken, points: int) -> str:
    """What a seat counts at the end; a game that counts something else has words for it, or its drawing has."""
    game, say = telling.game, telling.say
    if words := getattr(drawing_of(game), "score", None):
        return str(words(say, points))
    if game.points_name != Game.points_name:
        return f", {points} {say.title(game, game.points_name)}"
    return say("result.points", number=points)


def luck_of(playing: Playing, telling: Spoken) -> Markup:
    """What the deals alone were worth, in every seat."""
    say = telling.say
    if not playing.luck:
        return Markup() if playing.luck is None else tag("p", say("result.no_luck"))
    if all(luck.these == luck.others for luck in playing.luck):
        return tag("p", say("result.no_lot"))
    rows = [
        tag("li", tag("b", name), say("result.worth", these=f"{luck.these:.0%}", others=f"{luck.others:.0%}"))
        for name, luck in zip(telling.names, playing.luck, strict=True)
    ]
    return tag("div", tag("h2", say("result.luck_alone")), tag("ul", *rows), class_="luck")


def most_costly(playing: Playing, telling: Spoken) -> Markup:
    """The decisions that cost most, each with a link to it."""
    say = telling.say
    if playing.costly is None:
        return Markup()
    if not playing.costly:
        return tag("p", say("result.none_costly"))
    rows = []
    for one in playing.costly:
        href = f"review?at={one.number}&seat={playing.session.seat}&better={one.better}"
        link = tag("a", say("result.decision", number=one.place), href=href)
        chosen, better = telling.action(one.chosen), telling.action(one.better)
        worths = {"worth": f"{one.worth:.0%}", "best": f"{one.best:.0%}"}
        rows.append(tag("li", link, say("result.cost", chosen=chosen, better=better, **worths)))
    heading, meaning = tag("h2", say("result.most_costly")), tag("p", say("result.worths"), class_="small")
    return tag("div", heading, tag("ol", *rows), meaning, class_="costly")


def tool(deed: str, name: str, key: str) -> Markup:
    """A button that is no choice."""
    return tag("button", name, " ", tag("kbd", key), type="submit", form="answer", formaction=deed, data_key=key)
