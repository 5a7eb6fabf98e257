"""Pages around the tables: the frame of all of them, the list of games with a form for new ones, and refusals."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence

from tavern_bots.api import BadBot
from tavern_bots.discover import discover
from tavern_engine import Game
from tavern_engine.game import Option
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.solo.bots import opponent
from tavern_tournament.web.shelf import Kept

TITLE = "tavern-tourney"


def page(title: str, *inside: str, root: str, kind: str = "") -> str:
    """A whole page; `root` is the way from it to the list of games."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title}: {TITLE}"),
        tag("link", rel="icon", href=f"{root}static/mug.svg"),
        tag("link", rel="stylesheet", href=f"{root}static/table.css"),
        tag("script", Markup(), src=f"{root}static/table.js", defer=""),
    )
    return f'<!doctype html>\n<html lang="en">{head}{tag("body", *inside, class_=kind)}</html>\n'


def bar(title: str, root: str, *more: str) -> Markup:
    """The line on top of every page."""
    home = tag("a", "All games", href=root or "./")
    return tag("header", tag("p", title, class_="title"), tag("nav", home, *more, aria_label="Pages"), class_="bar")


def refusal(said: str, root: str) -> str:
    """A page that says in a sentence what does not go."""
    body = tag("main", tag("h1", "That does not go"), tag("p", said, role="alert"), class_="paper")
    return page("That does not go", bar(TITLE, root), body, root=root)


def lobby(games: Sequence[Game], saved: Sequence[Kept], said: str = "") -> str:
    """The list of games: those that can be gone on with, and a form for each that can be begun."""
    notice = tag("p", said, role="alert", class_="notice") if said else Markup()
    kept = tag("ul", *map(kept_row, saved), class_="kept") if saved else tag("p", "There is none in this folder yet.")
    body = tag(
        "main",
        tag("h1", "A table at the tavern"),
        notice,
        tag("section", tag("h2", "Begin a game"), tag("div", *map(new_form, games), class_="games")),
        tag("section", tag("h2", "Go on with a game"), kept),
        class_="paper",
    )
    return page("Games", bar(TITLE, ""), body, root="")


def kept_row(kept: Kept) -> Markup:
    """A saved game in the list."""
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
    if kept.trouble:
        return tag("li", tag("b", "A game that cannot be played"), f" ({day}): {kept.trouble}")
    what = tag("a", kept.title, href=f"game/{kept.id}/")
    return tag("li", what, f" against {kept.against}: {kept.moves} decisions, {day}")


def new_form(game: Game) -> Markup:
    """What has to be said to begin a game."""
    sizes = [(str(size), str(size), size == game.usual_size) for size in game.sizes]
    bots = [(name, name, name == "rules") for name in opponents(game)]
    rows = [select(game, "seats", "Seats", sizes), select(game, "against", "Against", bots)]
    rows += [option_row(game, option) for option in game.options]
    return tag(
        "form",
        tag("h3", game.title),
        tag("input", type="hidden", name="game", value=game.id),
        *rows,
        tag("button", f"Play {game.title}", type="submit"),
        method="post",
        action="new",
        class_="new",
    )


def opponents(game: Game) -> list[str]:
    """The installed bots against which one can play the game."""
    names = []
    for listed in discover():
        with contextlib.suppress(BadBot):
            names.append(opponent(listed.name, game).text)
    return names


def option_row(game: Game, option: Option) -> Markup:
    """One option of a game."""
    values = []
    for value in option.choices:
        text = {"True": "yes", "False": "no"}.get(str(value), str(value))
        values.append((f"{option.name}={str(value).lower()}", text, value == option.solo_default))
    return select(game, "option", option.name.replace("_", " ").capitalize(), values, option.help)


def select(game: Game, name: str, label: str, values: Sequence[tuple[str, str, bool]], note: str = "") -> Markup:
    """A labelled list of values, one of them chosen."""
    id_ = f"{game.id}-{label.lower().replace(' ', '-')}"
    options = [tag("option", text, value=value, selected="" if chosen else None) for value, text, chosen in values]
    return tag("p", tag("label", label, for_=id_), tag("select", *options, name=name, id=id_, title=note or None))


def table_page(title: str, html: str, state: str, version: int, said: str = "") -> str:
    """The page of one game: the scene is exchanged as the game goes on."""
    notice = tag("div", Markup(said), id="said", role="alert")
    scene = tag("div", Markup(html), id="scene", data_state=state, data_version=version)
    form = tag("form", id="answer", method="post", action="answer")
    more = join(tag("a", "Log", href="log"), tag("a", "Review", href="review"))
    return page(
        title,
        bar(title, "../../", more),
        tag("main", notice, tag("p", "", id="live", role="status", class_="unseen"), scene, class_="game"),
        form,
        tag("footer", type_form(), rules_form(), waiting_note()),
        root="../../",
        kind="play",
    )


def type_form() -> Markup:
    """A choice can be typed: its number or its words. The form is its own: Enter must not press another button."""
    box = tag("input", type="text", id="words", name="words", autocomplete="off", maxlength="120")
    label = tag("label", "Type a choice, its number or words", for_="words")
    go = tag("button", "Choose", type="submit")
    return tag("form", label, box, go, id="typing", method="post", action="type", class_="typed")


def rules_form() -> Markup:
    """Rules and cards can be looked up."""
    box = tag("input", type="search", id="about", name="words", autocomplete="off", maxlength="80")
    label = tag("label", "Look up a rule or a card", for_="about")
    return tag("form", label, box, tag("button", "Look up", type="submit"), action="rules", class_="typed")


def waiting_note() -> Markup:
    """Without scripts the page does not see by itself that bots have decided."""
    return tag("noscript", tag("p", "Without scripts: load this page again to see what the bots did."))


def text_page(title: str, heading: str, inside: str, root: str) -> str:
    """A page with something to read."""
    back = tag("a", "Back to the table", href="./")
    body = tag("main", tag("h1", heading), inside, class_="paper")
    return page(title, bar(title, root, back), body, root=root)


def entrance(said: str = "") -> str:
    """The page that asks for the password."""
    box = tag("input", type="password", id="password", name="password", autocomplete="current-password")
    form = tag("form", tag("label", "Password ", for_="password"), box, tag("button", "Come in"), method="post")
    notice = tag("p", said, role="alert") if said else Markup()
    head = tag("head", tag("meta", charset="utf-8"), tag("title", TITLE))
    body = tag("body", tag("main", tag("h1", "A table at the tavern"), notice, form))
    return f"<!doctype html>\n{tag('html', head, body, lang='en')}"
