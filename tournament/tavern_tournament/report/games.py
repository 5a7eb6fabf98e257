"""The list of games in the page, with its filters, and the place where a game is shown."""

from __future__ import annotations

from typing import Final

from tavern_tournament.report.gallery import FOLDER, Gallery
from tavern_tournament.report.markup import Markup, data_block, tag
from tavern_tournament.report.summary import Summary

HOWS: Final = (("", "anything"), ("lost", "worse"), ("won", "better"), ("even", "as well"))
ORDERS: Final = (("name", "by name"), ("longest", "longest first"), ("shortest", "shortest first"))
WITHOUT: Final = "Without its script the page cannot list games. `tavern-tourney games` lists them in a terminal."


def games_section(summary: Summary, gallery: Gallery) -> Markup | None:
    """The games to look through; the script of the page fills it."""
    if not gallery.data["rows"]:
        return None
    how = tag(
        "select",
        *(tag("option", text, value=value) for value, text in HOWS),
        name="how",
        aria_label="how the bot did",
        disabled="",
    )
    order = tag(
        "select", *(tag("option", text, value=value) for value, text in ORDERS), name="order", aria_label="Order"
    )
    form = tag(
        "form",
        _labelled("Table", tag("select", name="table", aria_label="Table")),
        _labelled("Bot", tag("select", name="bot", aria_label="Bot")),
        _labelled("did", how),
        _labelled("against", tag("select", name="against", aria_label="against")),
        _labelled("Order", order),
        _ticked("with faults only", "faults"),
        _ticked("that open here only", "here"),
        tag("button", "Show all", type="reset"),
        id="games-list",
        class_="filters",
    )
    heads = tag("tr", tag("th", "Game"), tag("th", "Decisions", class_="number"), tag("th", "Who came where"))
    listed = tag("table", tag("thead", heads), tag("tbody", id="games-found"), class_="games")
    pages = tag(
        "p",
        tag("button", "Before", type="button", id="games-before"),
        tag("span", id="games-count", role="status"),
        tag("button", "After", type="button", id="games-after"),
        class_="pages",
    )
    here = tag("div", form, pages, tag("div", listed, class_="scroll", tabindex=0), id="games-here", hidden="")
    note = tag("p", _note(summary, gallery), class_="note")
    without = tag("noscript", tag("p", WITHOUT))
    return tag("section", tag("h2", "Games"), note, without, here, id="games")


def _labelled(text: str, control: Markup) -> Markup:
    return tag("label", f"{text} ", control)


def _ticked(text: str, name: str) -> Markup:
    return tag("label", tag("input", type="checkbox", name=name), f" {text}")


def _note(summary: Summary, gallery: Gallery) -> str:
    """Which games are here, and how to see the others."""
    listed, opened = len(gallery.data["rows"]), sum(row[-1] >= 0 for row in gallery.data["rows"])
    here = "All games" if listed == len(summary.results) else f"{listed:,} of {len(summary.results):,} games"
    if summary.again and not summary.is_open:
        shown = "They open here when all are played: others are still to be played with the same deals."
    elif opened == listed:
        shown = "Each opens here, decision by decision with all cards open."
    else:
        shown = f"{opened:,} of them open here, decision by decision with all cards open."
    reasons = any(result.reasons for result in summary.results)
    why = "" if reasons else " With reasons = true under [run] a league keeps why its bots chose what they did."
    return f"{here} of this run. {shown}{why} Every game can be seen in a terminal or a browser by its command."


def replay_dialog(gallery: Gallery) -> Markup:
    """Where a game is shown, what the list is made of, and the chunks that are in the page."""
    steps = [
        tag("button", text, type="button", id=f"replay-{name}", title=title)
        for name, text, title in (
            ("first", "|<", "the first decision (Home)"),
            ("previous", "<", "the decision before (left arrow)"),
            ("next", ">", "the next decision (right arrow)"),
            ("last", ">|", "the end (End)"),
        )
    ]
    slider = tag("input", type="range", id="replay-slider", min=0, value=0, aria_label="the decision")
    shown = tag(
        "div",
        tag("div", *steps, slider, tag("span", id="replay-place", role="status"), class_="steps"),
        tag("p", id="replay-text", class_="verdict"),
        tag("p", id="replay-reason", class_="reason"),
        tag("ul", id="replay-faults", class_="plain"),
        tag("pre", id="replay-picture", tabindex=0),
        tag("div", tag("h3", "Before this"), tag("ul", id="replay-happened"), id="replay-before"),
        id="replay-shown",
        hidden="",
    )
    drawn = tag("p", tag("a", "Watch it drawn, also through one seat's eyes", id="replay-watch"), hidden="")
    commands = [tag("pre", tag("code", id=f"replay-{name}")) for name in ("command", "web")]
    close = tag("button", "Close", type="button", id="replay-close", title="close (Esc)")
    dialog = tag(
        "dialog",
        tag("div", tag("h2", id="replay-name"), close, class_="titled"),
        tag("p", id="replay-ended", class_="note"),
        tag("p", id="replay-trouble", role="alert"),
        shown,
        drawn,
        tag("details", tag("summary", "The same in a terminal, or through one seat's eyes in a browser"), *commands),
        id="replay",
        aria_labelledby="replay-name",
    )
    files = list(gallery.files)
    data = {**gallery.data, "files": [f"{FOLDER}/{name}" for name in files]}
    inside = [] if files else [_chunk(number, chunk) for number, chunk in enumerate(gallery.chunks)]
    return Markup("".join([dialog, data_block("games-data", data), *inside]))


def _chunk(number: int, chunk: str) -> Markup:
    return tag("script", chunk, type="text/plain", id=f"games-chunk-{number}")
