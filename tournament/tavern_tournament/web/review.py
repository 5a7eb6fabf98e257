"""A recorded game again, decision by decision: through one seat's eyes, or with all cards open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from tavern_engine import Table
from tavern_tournament.match import new_table
from tavern_tournament.replay import find
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.run import Run
from tavern_tournament.solo.saved import SavedGame
from tavern_tournament.solo.telling import OPEN, Telling, news, seen, sentence, stopped
from tavern_tournament.web.pages import bar, page
from tavern_tournament.web.scene import Scene, happened

ALL: Final = "all"  # in the address: everything open


@dataclass(frozen=True)
class Review:
    """A game to look at: how it began, what was decided, and who may look."""

    title: str
    fresh: Callable[[], Table]  # the table before the first decision
    actions: Sequence[int]
    players: Sequence[str]
    only: int | None = None  # the seat through whose eyes it can be seen while it is not over; None: any, and all open
    own: int | None = None  # the person's seat
    asks_why: bool = False  # whether the bots can be asked for their reasons

    @classmethod
    def of_saved(cls, saved: SavedGame) -> Review:
        """A game against bots; until it is over it is seen from the person's seat only."""
        over = saved.record.replay(saved.game).over
        only = None if over else saved.seat
        actions = tuple(saved.record.actions)
        return cls(saved.game.title, saved.fresh_table, actions, saved.players, only, saved.seat, over)

    @classmethod
    def of_run(cls, run: Run, game_id: str) -> Review:
        """A game of a league, or NoSuchGame."""
        result = find(run, game_id)
        return cls(result.id, lambda: new_table(result, run.setup), result.actions, result.bots)


@dataclass(frozen=True)
class Stop:
    """A decision at which the review can stand."""

    number: int  # of the decision in the game; as many as there are decisions: the end
    seat: int  # who decides
    text: str  # what


def viewer_of(text: str) -> int | None:
    """The seat that an address names; OPEN for all, None if it names none."""
    if text == ALL:
        return OPEN
    return int(text) if text.isascii() and text.isdigit() and len(text) < 3 else None


def review_page(review: Review, at: int | None, viewer: int | None, root: str) -> str:
    """The page of one decision."""
    table = review.fresh()
    telling = Telling(table, review.players)
    eyes = allowed(review, viewer, table.seats)
    stops = stops_of(review, telling, eyes)
    place = next((place for place, stop in enumerate(stops) if stop.number >= (at or 0)), len(stops) - 1)
    stop, before = stops[place], stops[place - 1].number if place else 0
    for action in review.actions[:before]:
        table.answer(action)
    news(table, eyes)
    for action in review.actions[before : stop.number]:
        table.answer(action)
    happenings = telling.sentences(news(table, eyes)) if place else []
    scene = Scene.of(table.game, seen(table, eyes), telling.names, None if eyes == OPEN else eyes)
    head = tag(
        "section",
        tag("h1", stop.text, id="question"),
        tag("p", seen_through(telling, eyes)),
        steps(stops, place, eyes),
        asking_why(review, stop),
        eyes_form(review, telling, stop, eyes),
        class_="ask",
    )
    side = tag("div", happened(happenings, "Before this"), jumps(stops, place, eyes), class_="side")
    body = tag(
        "main",
        tag("div", id="said", role="alert"),
        head,
        tag("div", scene.draw(), side, class_="spread"),
        class_="game",
    )
    form = tag("form", id="answer", method="post", action="why")
    back = tag("a", "Back to the table", href="./") if review.own is not None else Markup()
    return page(f"Review: {review.title}", bar(review.title, root, back), body, form, root=root, kind="review")


def allowed(review: Review, viewer: int | None, seats: int) -> int:
    """Through whose eyes the game is shown: as wished, as far as that may be."""
    if review.only is not None:
        return review.only
    if viewer is None:
        return OPEN if review.own is None else review.own
    return viewer if viewer == OPEN or viewer < seats else OPEN


def stops_of(review: Review, telling: Telling, eyes: int) -> list[Stop]:
    """The decisions at which it can stand: those of the viewer, as who else is asked can tell what somebody holds."""
    table, stops = review.fresh(), []
    for number, action in enumerate(review.actions):
        asked, _ = table.ask()
        if eyes in (asked, OPEN):
            text = sentence(f"{telling.names[asked]} chooses: {stopped(telling.action(action))}")
            stops.append(Stop(number, asked, text))
        table.answer(action)
    if table.over:
        places = zip(telling.names, table.placement(), strict=True)
        text = sentence("the end: " + ", ".join(f"{name} place {place}" for name, place in places))
        stops.append(Stop(len(review.actions), -1, text))
    return stops or [Stop(0, -1, "Nothing has been decided yet.")]


def seen_through(telling: Telling, eyes: int) -> str:
    """Whose eyes these are."""
    return "All cards are open." if eyes == OPEN else f"You see what {telling.names[eyes]} saw."


def address(stop: Stop, eyes: int) -> str:
    """The link to exactly this decision."""
    return f"?at={stop.number}&seat={ALL if eyes == OPEN else eyes}"


def steps(stops: Sequence[Stop], place: int, eyes: int) -> Markup:
    """Links to the decisions around."""
    links = []
    for text, to, key in (
        ("First", 0, "Home"),
        ("Previous", place - 1, "ArrowLeft"),
        ("Next", place + 1, "ArrowRight"),
        ("Last", len(stops) - 1, "End"),
    ):
        if 0 <= to < len(stops) and to != place:
            links.append(tag("a", text, href=address(stops[to], eyes), data_key=key, class_="step"))
        else:
            links.append(tag("span", text, class_="step off"))
    here = tag("a", "Link to this decision", href=address(stops[place], eyes))
    return tag("p", *links, tag("span", f"{place + 1} of {len(stops)} "), here, class_="tools")


def jumps(stops: Sequence[Stop], place: int, eyes: int) -> Markup:
    """A link to every decision."""
    rows = [
        tag("li", tag("a", stop.text, href=address(stop, eyes), aria_current="step" if number == place else None))
        for number, stop in enumerate(stops)
    ]
    return tag("details", tag("summary", f"All {len(stops)} decisions"), tag("ol", *rows, class_="news"))


def asking_why(review: Review, stop: Stop) -> Markup:
    """A bot of a finished game can be asked for its reason."""
    if not review.asks_why or stop.seat in (-1, review.own):
        return Markup()
    at = tag("input", type="hidden", name="at", value=stop.number, form="answer")
    return join(at, tag("button", "Why did it do that?", type="submit", form="answer", formaction="why"))


def eyes_form(review: Review, telling: Telling, stop: Stop, eyes: int) -> Markup:
    """Whose eyes to look through, if there is a choice."""
    if review.only is not None:
        return Markup()
    views = [(ALL, "all cards open", eyes == OPEN)]
    views += [(str(seat), name, eyes == seat) for seat, name in enumerate(telling.names)]
    options = [tag("option", text, value=value, selected="" if chosen else None) for value, text, chosen in views]
    return tag(
        "form",
        tag("input", type="hidden", name="at", value=stop.number),
        tag("label", "Look through the eyes of ", for_="eyes"),
        tag("select", *options, name="seat", id="eyes"),
        tag("button", "Look", type="submit"),
        class_="typed",
    )
