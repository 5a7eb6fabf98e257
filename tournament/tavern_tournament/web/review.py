"""A recorded game again, decision by decision: through one seat's eyes, or with all cards open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from tavern_engine import Table
from tavern_tournament.match import new_table
from tavern_tournament.replay import find
from tavern_tournament.report.markup import Markup, join, tag
from tavern_tournament.results import Fault
from tavern_tournament.run import Run
from tavern_tournament.solo.saved import NOBODY, SavedGame
from tavern_tournament.solo.telling import OPEN, news, seen, sentence, stopped
from tavern_tournament.web.pages import Frame, bar, page
from tavern_tournament.web.scene import Scene, happened
from tavern_tournament.web.spoken import Spoken

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
    faults: Sequence[Fault] = ()
    reasons: Sequence[str] = ()  # of the bots, by decision, where the league recorded them
    of_league: str = ""  # its name in a league, which the address has to say

    @classmethod
    def of_saved(cls, saved: SavedGame) -> Review:
        """A game against bots; until it is over it is seen from the person's seat only."""
        over = saved.record.replay(saved.game).over
        own = None if saved.seat == NOBODY else saved.seat
        actions = tuple(saved.record.actions)
        return cls(saved.game.title, saved.fresh_table, actions, saved.players, None if over else own, own, over)

    @classmethod
    def of_run(cls, run: Run, game_id: str) -> Review:
        """A game of a league, or NoSuchGame."""
        result = find(run, game_id)
        return cls(
            result.id,
            lambda: new_table(result, run.setup),
            result.actions,
            result.bots,
            faults=result.faults,
            reasons=result.reasons,
            of_league=result.id,
        )


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


def review_page(review: Review, at: int | None, viewer: int | None, frame: Frame, better: int | None = None) -> str:
    """The page of one decision; `better` is what looked better to whoever leads here."""
    table, say = review.fresh(), frame.say
    telling = Spoken(table, review.players, say)
    eyes = allowed(review, viewer, table.seats)
    stops = stops_of(review, telling, eyes)
    place = next((place for place, stop in enumerate(stops) if stop.number >= (at or 0)), len(stops) - 1)
    stop, before = stops[place], stops[place - 1].number if place else 0
    for action in review.actions[:before]:
        table.answer(action)
    earlier = news(table, eyes)
    for action in review.actions[before : stop.number]:
        table.answer(action)
    later = news(table, eyes)
    happenings = telling.sentences(later) if place else []
    scene = Scene.of(telling, seen(table, eyes), None if eyes == OPEN else eyes, events=[*earlier, *later])
    head = tag(
        "section",
        tag("h1", stop.text, id="question"),
        looked_better(table, telling, stop, better),
        recorded(review, telling, stop, eyes),
        tag("p", seen_through(telling, eyes)),
        steps(review, telling, stops, place, eyes),
        asking_why(review, telling, stop),
        eyes_form(review, telling, stop, eyes),
        class_="ask",
    )
    lists = (
        happened(happenings, say("review.before")),
        jumps(review, telling, stops, place, eyes),
        failures(review, telling, eyes),
    )
    body = tag(
        "main",
        tag("div", id="said", role="alert"),
        head,
        tag("div", scene.draw(), tag("div", *lists, class_="side"), class_="spread"),
        class_="game",
    )
    form = tag("form", id="answer", method="post", action="why")
    back = tag("a", say("page.back"), href="./") if review.own is not None else Markup()
    if review.of_league:
        back = tag("a", say("review.games_of_run"), href="run")
    title = say.title(table.game, review.title)
    return page(frame, say("review.title", game=title), bar(frame, title, back), body, form, kind="review")


def allowed(review: Review, viewer: int | None, seats: int) -> int:
    """Through whose eyes the game is shown: as wished, as far as that may be."""
    if review.only is not None:
        return review.only
    if viewer is None:
        return OPEN if review.own is None else review.own
    return viewer if viewer == OPEN or viewer < seats else OPEN


def stops_of(review: Review, telling: Spoken, eyes: int) -> list[Stop]:
    """The decisions at which it can stand: those of the viewer, as who else is asked can tell what somebody holds."""
    table, say, stops = review.fresh(), telling.say, []
    for number, action in enumerate(review.actions):
        asked, _ = table.ask()
        if eyes in (asked, OPEN):
            text = say("review.chooses", name=telling.names[asked], choice=stopped(telling.action(action)))
            stops.append(Stop(number, asked, sentence(text)))
        table.answer(action)
    if table.over:
        places = zip(telling.names, table.placement(), strict=True)
        text = ", ".join(say("review.place", name=name, place=place) for name, place in places)
        stops.append(Stop(len(review.actions), -1, sentence(say("review.end", places=text))))
    return stops or [Stop(0, -1, say("review.nothing"))]


def looked_better(table: Table, telling: Spoken, stop: Stop, better: int | None) -> Markup:
    """What could have been chosen instead, and looked better; whoever leads here says what."""
    if better is None or stop.seat < 0 or better not in table.ask()[1].view.legal():
        return Markup()
    return tag("p", telling.say("review.better", choice=stopped(telling.action(better))), class_="reason")


def recorded(review: Review, telling: Spoken, stop: Stop, eyes: int) -> Markup:
    """What was recorded with this decision: the bot's reason, and how it failed; as far as the viewer may know it."""
    if eyes not in (stop.seat, OPEN) or stop.seat < 0:
        return Markup()
    parts = []
    if stop.number < len(review.reasons) and (reason := review.reasons[stop.number]):
        parts.append(tag("p", telling.say("review.reason", reason=telling.reason(reason)), class_="reason"))
    for move, seat, text in fault_texts(review, telling):
        if move == stop.number + 1 and eyes in (seat, OPEN):
            parts.append(tag("p", text, class_="trouble"))
    return join(*parts)


def fault_texts(review: Review, telling: Spoken) -> list[tuple[int, int, str]]:
    """Every fault with its decision, counted from 1, its seat, and a sentence."""
    return [
        (fault.move, fault.seat, telling.say("review.fault", kind=fault.kind, said=telling.say.error(fault.said)))
        for fault in review.faults
    ]


def failures(review: Review, telling: Spoken, eyes: int) -> Markup:
    """Where bots failed, each with a link."""
    rows = [
        tag(
            "li",
            tag("a", telling.names[seat], href=address(review, Stop(max(move - 1, 0), seat, ""), eyes)),
            f": {text}",
        )
        for move, seat, text in fault_texts(review, telling)
        if eyes in (seat, OPEN)
    ]
    return tag("section", tag("h2", telling.say("review.faults")), tag("ul", *rows)) if rows else Markup()


def seen_through(telling: Spoken, eyes: int) -> str:
    """Whose eyes these are."""
    return telling.say("review.all_open") if eyes == OPEN else telling.say("review.eyes", name=telling.names[eyes])


def address(review: Review, stop: Stop, eyes: int) -> str:
    """The link to exactly this decision."""
    game = f"game={quote(review.of_league, safe='')}&" if review.of_league else ""
    return f"?{game}at={stop.number}&seat={ALL if eyes == OPEN else eyes}"


def steps(review: Review, telling: Spoken, stops: Sequence[Stop], place: int, eyes: int) -> Markup:
    """Links to the decisions around."""
    say, links = telling.say, []
    for text, to, key in (
        (say("review.first"), 0, "Home"),
        (say("review.previous"), place - 1, "ArrowLeft"),
        (say("review.next"), place + 1, "ArrowRight"),
        (say("review.last"), len(stops) - 1, "End"),
    ):
        if 0 <= to < len(stops) and to != place:
            links.append(tag("a", text, href=address(review, stops[to], eyes), data_key=key, class_="step"))
        else:
            links.append(tag("span", text, class_="step off"))
    here = tag("a", say("review.link"), href=address(review, stops[place], eyes))
    return tag("p", *links, tag("span", say("review.of", place=place + 1, number=len(stops))), here, class_="tools")


def jumps(review: Review, telling: Spoken, stops: Sequence[Stop], place: int, eyes: int) -> Markup:
    """A link to every decision."""
    rows = [
        tag(
            "li",
            tag("a", stop.text, href=address(review, stop, eyes), aria_current="step" if number == place else None),
        )
        for number, stop in enumerate(stops)
    ]
    summary = tag("summary", telling.say("review.all", number=len(stops)))
    return tag("details", summary, tag("ol", *rows, class_="news"))


def asking_why(review: Review, telling: Spoken, stop: Stop) -> Markup:
    """A bot of a finished game can be asked for its reason."""
    if not review.asks_why or stop.seat in (-1, review.own):
        return Markup()
    at = tag("input", type="hidden", name="at", value=stop.number, form="answer")
    return join(at, tag("button", telling.say("review.why"), type="submit", form="answer", formaction="why"))


def eyes_form(review: Review, telling: Spoken, stop: Stop, eyes: int) -> Markup:
    """Whose eyes to look through, if there is a choice."""
    if review.only is not None:
        return Markup()
    say = telling.say
    views = [(ALL, say("review.everybody"), eyes == OPEN)]
    views += [(str(seat), name, eyes == seat) for seat, name in enumerate(telling.names)]
    options = [tag("option", text, value=value, selected="" if chosen else None) for value, text, chosen in views]
    game = tag("input", type="hidden", name="game", value=review.of_league) if review.of_league else Markup()
    return tag(
        "form",
        game,
        tag("input", type="hidden", name="at", value=stop.number),
        tag("label", say("review.through"), " ", for_="eyes"),
        tag("select", *options, name="seat", id="eyes"),
        tag("button", say("review.look"), type="submit"),
        class_="typed",
    )
