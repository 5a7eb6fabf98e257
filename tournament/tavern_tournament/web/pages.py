"""Pages around the tables: the frame of all of them, the list of games with a form for new ones, and refusals."""

from __future__ import annotations

import contextlib
import json
import time
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from tavern_bots.api import BadBot
from tavern_bots.discover import Choice, discover
from tavern_bots.house import NAMED
from tavern_bots.player import LEVELS
from tavern_engine import Game
from tavern_engine.game import Option
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.solo.bots import opponent
from tavern_tournament.web.catalogue import Say, speaking
from tavern_tournament.web.shelf import Kept

TITLE: Final = "tavern-tourney"
SCRIPTED: Final = "script."  # where the words are that the script says


class Frame(NamedTuple):
    """What is around every page."""

    say: Say
    root: str = ""  # the way from the page to the list of games
    elsewhere: Mapping[str, str] = {}  # the address of the same page in other languages, by the language

    def at(self, root: str) -> Frame:
        """The same for a page that is elsewhere."""
        return self._replace(root=root)


def page(frame: Frame, title: str, *inside: str, kind: str = "") -> str:
    """A whole page."""
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{title}: {TITLE}"),
        tag("link", rel="icon", href=f"{frame.root}static/mug.svg"),
        tag("link", rel="stylesheet", href=f"{frame.root}static/table.css"),
        tag("link", rel="stylesheet", href=f"{frame.root}static/games.css"),
        tag("script", Markup(), src=f"{frame.root}static/steps.js", defer=""),
        tag("script", Markup(), src=f"{frame.root}static/table.js", defer=""),
    )
    body = tag("body", *inside, class_=kind, data_words=script_words(frame.say))
    return f'<!doctype html>\n<html lang="{frame.say.language}">{head}{body}</html>\n'


def script_words(say: Say) -> str:
    """What the script says, by its keys."""
    words = {key.removeprefix(SCRIPTED): text for key, text in say.texts.items() if key.startswith(SCRIPTED)}
    return json.dumps(words, ensure_ascii=False)


def bar(frame: Frame, title: str, *more: str) -> Markup:
    """The line on top of every page."""
    say = frame.say
    home = tag("a", say("page.all_games"), href=frame.root or "./")
    others = [
        tag("a", speaking(language).name, href=address, lang=language, hreflang=language)
        for language, address in frame.elsewhere.items()
    ]
    nav = tag("nav", home, *more, *others, aria_label=say("page.pages"))
    return tag("header", tag("p", title, class_="title"), nav, class_="bar", data_cut=say("page.cut"))


def refusal(frame: Frame, said: str) -> str:
    """A page that says in a sentence what does not go."""
    heading = frame.say("page.refused")
    body = tag("main", tag("h1", heading), tag("p", said, role="alert"), class_="paper")
    return page(frame, heading, bar(frame, TITLE), body)


def lobby(frame: Frame, games: Sequence[Game], saved: Sequence[Kept], watched: bool = False) -> str:
    """The list of games: those that can be gone on with, and a form for each that can be begun."""
    say = frame.say
    rows = [kept_row(say, kept) for kept in saved]
    kept = tag("ul", *rows, class_="kept") if saved else tag("p", say("lobby.none"))
    recorded = (
        tag("p", tag("a", say("lobby.watched"), href="watch"), " ", tag("a", say("review.games_of_run"), href="run"))
        if watched
        else Markup()
    )
    body = tag(
        "main",
        tag("h1", say("lobby.heading")),
        tag("p", tag("a", say("lobby.go_on"), href="#kept")) if saved else "",
        recorded,
        tag(
            "section",
            tag("h2", say("lobby.begin")),
            tag("div", *(new_form(say, game) for game in games), class_="games"),
        ),
        bot_list(say, games),
        tag("section", tag("h2", say("lobby.go_on")), kept, id="kept"),
        class_="paper",
    )
    return page(frame, say("lobby.title"), bar(frame, TITLE), body)


def kept_row(say: Say, kept: Kept) -> Markup:
    """A saved game in the list."""
    day = time.strftime("%Y-%m-%d %H:%M", time.localtime(kept.changed))
    if kept.game is None:
        return tag("li", tag("b", say("lobby.unplayable")), f" ({day}): {say.error(kept.trouble)}")
    what = tag("a", say.title(kept.game, kept.game.title), href=f"game/{kept.id}/")
    key = "lobby.among" if kept.bots_alone else "lobby.against"
    return tag("li", what, " ", say(key, bots=kept.against), say("lobby.decisions", number=kept.moves), f", {day}")


def new_form(say: Say, game: Game) -> Markup:
    """What has to be said to begin a game."""
    title = say.title(game, game.title)
    sizes = [(str(size), str(size), size == game.usual_size) for size in game.sizes]
    own = [option for option in game.options if type(option).for_seat is not Option.for_seat]
    others = [option_row(say, game, option) for option in game.options if option not in own]
    return tag(
        "form",
        tag("h3", title),
        tag("input", type="hidden", name="game", value=game.id),
        select(game, "seats", say("lobby.seats"), sizes),
        level_row(say, game),
        *(option_row(say, game, option) for option in own),
        tag("details", tag("summary", say("lobby.more")), *others, against_row(say, game), class_="more"),
        tag("button", say("lobby.play", game=title), type="submit"),
        tag("button", say("lobby.watch"), type="submit", name="watch", value="yes", class_="second"),
        method="post",
        action="new",
        class_="new",
    )


def level_row(say: Say, game: Game) -> Markup:
    """How well the others play."""
    called = {level: say(f"lobby.level_{name}") for name, level in NAMED.items()}
    levels = [
        (str(level), f"{level} ({called[level]})" if level in called else str(level), level == NAMED["normal"])
        for level in range(1, LEVELS + 1)
    ]
    return select(game, "level", say("lobby.level"), levels)


def against_row(say: Say, game: Game) -> Markup:
    """Opponents by name instead of a level, with options if they have some, or several with commas between them."""
    id_ = f"{game.id}-against"
    names = [tag("option", value=choice.text) for choice in opponents(game)]
    box = tag("input", type="text", id=id_, name="against", list=f"{id_}-bots", maxlength="200", autocomplete="off")
    label = tag("label", say("lobby.opponents"), for_=id_)
    return tag("p", label, box, tag("datalist", *names, id=f"{id_}-bots"))


def opponents(game: Game) -> list[Choice]:
    """The installed bots against which one can play the game."""
    found = []
    for listed in discover():
        with contextlib.suppress(BadBot):
            found.append(opponent(listed.name, game))
    return found


def bot_list(say: Say, games: Sequence[Game]) -> Markup:
    """What bots can be told, each with what it is."""
    bots = {choice.text: choice.plugin for game in games for choice in opponents(game)}
    rows = []
    for name, plugin in bots.items():
        options = [
            tag("li", tag("code", f"{name}:{option.name}={option.default}"), f" {say.help(option.help)}")
            for option in getattr(plugin, "options", ())
        ]
        summary = say.help(str(getattr(plugin, "summary", "")))
        rows.append(tag("li", tag("b", name), f" {summary}", tag("ul", *options) if options else ""))
    how = tag("p", say("lobby.how_bots"))
    return tag("details", tag("summary", say("lobby.bots")), how, tag("ul", *rows), class_="bots")


def option_row(say: Say, game: Game, option: Option) -> Markup:
    """One option of a game."""
    values = []
    for value in option.choices:
        text = {"True": say("page.yes"), "False": say("page.no")}.get(str(value), say.title(game, str(value)))
        shown = text[:1].upper() + text[1:]
        values.append((f"{option.name}={str(value).lower()}", shown, value == option.solo_default))
    label = say.title(game, option.name).replace("_", " ").capitalize()
    return select(game, "option", label, values, say.help(option.help), option.name)


def select(
    game: Game, name: str, label: str, values: Sequence[tuple[str, str, bool]], note: str = "", about: str = ""
) -> Markup:
    """A labelled list of values, one of them chosen, and what it is about below it."""
    id_ = f"{game.id}-{about or name}"
    options = [tag("option", text, value=value, selected="" if chosen else None) for value, text, chosen in values]
    described = f"{id_}-note" if note else None
    row = tag(
        "p", tag("label", label, for_=id_), tag("select", *options, name=name, id=id_, aria_describedby=described)
    )
    return join(row, tag("p", note, id=described, class_="small") if note else "")


def table_page(frame: Frame, title: str, html: str, state: str, version: int, said: str = "") -> str:
    """The page of one game: the scene is exchanged as the game goes on."""
    say = frame.say
    notice = tag("div", Markup(said), id="said", role="alert")
    scene = tag("div", Markup(html), id="scene", data_state=state, data_version=version)
    form = tag("form", id="answer", method="post", action="answer")
    more = join(tag("a", say("page.log"), href="log"), tag("a", say("page.review"), href="review"))
    return page(
        frame,
        title,
        bar(frame, title, more),
        tag("main", notice, tag("p", "", id="live", role="status", class_="unseen"), scene, class_="game"),
        form,
        tag("footer", type_form(say), rules_form(say), tag("noscript", tag("p", say("page.no_scripts")))),
        kind="play",
    )


def type_form(say: Say) -> Markup:
    """A choice can be typed: its number or its words. The form is its own: Enter must not press another button."""
    box = tag("input", type="text", id="words", name="words", autocomplete="off", maxlength="120")
    label = tag("label", say("page.type"), for_="words")
    go = tag("button", say("page.choose"), type="submit")
    return tag("form", label, box, go, id="typing", method="post", action="type", class_="typed")


def rules_form(say: Say) -> Markup:
    """Rules and cards can be looked up."""
    box = tag("input", type="search", id="about", name="words", autocomplete="off", maxlength="80")
    label = tag("label", say("page.look_up_what"), for_="about")
    return tag("form", label, box, tag("button", say("page.look_up"), type="submit"), action="rules", class_="typed")


def text_page(frame: Frame, title: str, heading: str, inside: str) -> str:
    """A page with something to read."""
    back = tag("a", frame.say("page.back"), href="./")
    body = tag("main", tag("h1", heading), inside, class_="paper")
    return page(frame, title, bar(frame, title, back), body)


def entrance(say: Say, said: str = "") -> str:
    """The page that asks for the password."""
    box = tag("input", type="password", id="password", name="password", autocomplete="current-password")
    label = tag("label", say("page.password"), " ", for_="password")
    form = tag("form", label, box, tag("button", say("page.come_in")), method="post")
    notice = tag("p", said, role="alert") if said else Markup()
    wide = tag("meta", name="viewport", content="width=device-width, initial-scale=1")
    head = tag("head", tag("meta", charset="utf-8"), wide, tag("title", TITLE))
    body = tag("body", tag("main", tag("h1", say("lobby.heading")), notice, form))
    return f"<!doctype html>\n{tag('html', head, body, lang=say.language)}"
