"""The pages of the server by their addresses: the list of games, tables, what happens at them, and what is answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from tavern_bots.discover import discover, split_text
from tavern_engine import BadSetup, TavernError, games
from tavern_tournament.report.gallery import FOLDER
from tavern_tournament.report.markup import tag
from tavern_tournament.report.page import policy
from tavern_tournament.solo.new import named_bots, new_game
from tavern_tournament.solo.saved import NOBODY, SavedGame, again
from tavern_tournament.solo.session import Session
from tavern_tournament.web import pages
from tavern_tournament.web.catalogue import Say, languages, speaking
from tavern_tournament.web.pages import Frame
from tavern_tournament.web.recorded import Recorded
from tavern_tournament.web.review import Review, review_page, viewer_of
from tavern_tournament.web.rooms import Room, Rooms
from tavern_tournament.web.shelf import Shelf

BEAT: Final = 15.0  # seconds between signs of life to a page to which nothing happens
LONGEST: Final = 10_000  # bytes of an answer
PLAYED: Final = ("answer", "type", "undo", "hint", "wait", "why", "costly", "luck")
WATCHED: Final = ("go", "pause", "one", "speed")  # where bots play alone
DEEDS: Final = frozenset({*PLAYED, *WATCHED})
READ: Final = {"log": "page.seen", "rules": "page.rules", "step": "table.since"}  # with their headings
KINDS: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
ROOT: Final = "../../"


class Tavern:
    """All that the pages need: the saved games, the rooms, and a recorded run to watch, if one was named."""

    def __init__(self, shelf: Shelf, rooms: Rooms, recorded: Recorded | None = None) -> None:
        self.shelf = shelf
        self.rooms = rooms
        self.recorded = recorded

    def app(self) -> ASGIApp:
        """The pages as an application."""
        routes = [
            Route("/", self.lobby),
            Route("/new", self.new, methods=["POST"]),
            Route("/watch", self.watch),
            Route("/run", self.run),
            Route("/report", self.report),
            Route(f"/{FOLDER}/{{name}}", self.chunk),
            Route("/static/{name}", static),
            Route("/game/{game}/", self.table),
            Route("/game/{game}/events", self.events),
            Route("/game/{game}/review", self.review),
            Route("/game/{game}/again", self.again, methods=["POST"]),
            Route("/game/{game}/{what:str}", self.read, methods=["GET"]),
            Route("/game/{game}/{deed:str}", self.deed, methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers={TavernError: refused, 404: nowhere, 405: nowhere})

    async def lobby(self, request: Request) -> Response:
        """The list of games."""
        kept = await asyncio.to_thread(self.shelf.games)
        return HTMLResponse(pages.lobby(frame_of(request), list(games()), kept, self.recorded is not None))

    async def new(self, request: Request) -> Response:
        """Begin a game, of a person against bots or of bots alone."""
        form, say = await form_of(request), say_of(request)
        seats = form.get("seats", ["0"])[0]
        if not seats.isdecimal():
            raise BadSetup(say("lobby.no_seats", seats=repr(seats)))
        against = form.get("against") or form.get("level", [])
        check_installed(against)
        seat = NOBODY if form.get("watch") else 0
        saved = new_game(form.get("game", [""])[0], against, int(seats), seat, options=form.get("option", []))
        return RedirectResponse(f"game/{self.begin(saved)}/", 303)

    def begin(self, saved: SavedGame) -> str:
        """Put a new game on the shelf, and return its name there."""
        path = self.shelf.free_path(saved.record.game)
        Session(saved, path)  # it checks the bots, and saves
        name = self.shelf.name(path)
        self.rooms.close_room(name)  # a game whose file was taken away may have had this name
        return name

    async def again(self, request: Request) -> Response:
        """Begin the same deal again."""
        saved = SavedGame.load(self.shelf.path(request.path_params["game"]))
        name = self.begin(again(saved))
        return self.go(request, f"../{name}/")

    async def room(self, request: Request, retry: bool = True) -> Room:
        """The room of the game in the address."""
        name = request.path_params["game"]
        return await self.rooms.room(name, self.shelf.path(name), say_of(request).language, retry)

    async def table(self, request: Request, said: str = "", status: int = 200) -> Response:
        """The page of a game."""
        room, frame = await self.room(request), frame_of(request, ROOT)
        shown = room.data(frame.say.language)
        html = pages.table_page(
            frame, room.title(frame.say.language), shown["html"], shown["state"], shown["version"], said
        )
        return HTMLResponse(html, status)

    async def events(self, request: Request) -> Response:
        """What happens at a table, as it happens."""
        room = await self.room(request, retry=False)
        return StreamingResponse(self.told(room, request), media_type="text/event-stream")

    async def told(self, room: Room, request: Request) -> AsyncIterator[str]:
        """A message for everything that is new, and a sign of life now and then, by which a cut line is noticed."""
        seen, language = request.query_params.get("seen", ""), say_of(request).language
        version = int(seen) if seen.isdecimal() and len(seen) < 10 else 0
        room.looking += 1
        try:
            while not self.rooms.closing:
                if await room.newer(version, BEAT):
                    version = room.version
                    yield f"data: {json.dumps(room.data(language))}\n\n"
                else:
                    yield ": still here\n\n"
        finally:
            room.looking -= 1

    async def read(self, request: Request) -> Response:
        """The log, rules that were looked up, or the table as it was a step before."""
        what, frame = request.path_params["what"], frame_of(request, ROOT)
        if what not in READ:
            return await nowhere(request)
        room = await self.room(request)
        said = await room.ask(what, dict(request.query_params), frame.say.language)
        if wants_data(request):
            return JSONResponse({"said": said})
        return HTMLResponse(pages.text_page(frame, room.title(frame.say.language), frame.say(READ[what]), said))

    async def deed(self, request: Request) -> Response:
        """Answer, undo, and all else that a page asks for."""
        deed, frame = request.path_params["deed"], frame_of(request, ROOT)
        if deed not in DEEDS:
            return await nowhere(request)
        form = await form_of(request)
        room = await self.room(request)
        said = await room.ask(deed, {name: values[0] for name, values in form.items()}, frame.say.language)
        if wants_data(request):
            return JSONResponse({"said": said})
        return await self.table(request, said, 409) if said else RedirectResponse("./", 303)

    async def review(self, request: Request) -> Response:
        """A saved game again, decision by decision."""
        saved = await asyncio.to_thread(SavedGame.load, self.shelf.path(request.path_params["game"]))
        return await self.shown(Review.of_saved(saved), request, ROOT)

    async def watch(self, request: Request) -> Response:
        """A game of the run for which the server was started."""
        if self.recorded is None:
            frame = frame_of(request)
            return HTMLResponse(pages.refusal(frame, frame.say("review.not_named")), 404)
        game = request.query_params.get("game", "")
        return await self.shown(await asyncio.to_thread(self.recorded.review, game), request, "")

    async def run(self, request: Request) -> Response:
        """All games of that run."""
        frame = frame_of(request)
        if self.recorded is None:
            return HTMLResponse(pages.refusal(frame, frame.say("review.not_named")), 404)
        return HTMLResponse(await asyncio.to_thread(self.recorded.page, frame))

    async def report(self, request: Request) -> Response:
        """The report of that run: it has styles and a script of its own, and nothing else runs in it."""
        told = await asyncio.to_thread(self.recorded.report) if self.recorded else None
        if told is None:
            return await nowhere(request)
        return HTMLResponse(told, headers={"content-security-policy": f"{policy()}; frame-ancestors 'none'"})

    async def chunk(self, request: Request) -> Response:
        """Games that the report opens, if they are files beside it."""
        name = request.path_params["name"]
        script = await asyncio.to_thread(self.recorded.chunk, name) if self.recorded else None
        return await nowhere(request) if script is None else Response(script, media_type=KINDS["js"])

    async def shown(self, review: Review, request: Request, root: str) -> Response:
        asked, frame = request.query_params, frame_of(request, root)
        viewer, at, better = viewer_of(asked.get("seat", "")), number_of(asked, "at"), number_of(asked, "better")
        return HTMLResponse(await asyncio.to_thread(review_page, review, at, viewer, frame, better))

    def go(self, request: Request, where: str) -> Response:
        """Lead the page somewhere else."""
        return JSONResponse({"go": where}) if wants_data(request) else RedirectResponse(where, 303)


def number_of(asked: QueryParams, name: str) -> int | None:
    """A number in an address, if there is one."""
    text = asked.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 10 else None


def say_of(request: Request) -> Say:
    """The language of a page."""
    return speaking(str(request.scope["language"]))


def frame_of(request: Request, root: str = "") -> Frame:
    """What is around the page that is asked for."""
    say, scope = say_of(request), request.scope
    here = str(scope["path"]).removeprefix(str(scope["root_path"]))
    query = f"?{scope['query_string'].decode()}" if scope["query_string"] else ""
    others = {name: f"{scope['door']}/{name}{here}{query}" for name in languages() if name != say.language}
    return Frame(say, root, others if scope["method"] == "GET" else {})


def check_installed(texts: Sequence[str]) -> None:
    """Raise BadSetup unless these bots are installed: a page must not have files of this machine run."""
    known = {bot.name for bot in discover()}
    for text in named_bots(texts):
        name, _ = split_text(text)
        if name not in known:
            raise BadSetup(f"There is no installed bot {name!r}: there are {', '.join(sorted(known))}.")


def wants_data(request: Request) -> bool:
    """Whether our script asks, which shows what it gets in the page that is there."""
    return request.headers.get("accept") == "application/json"


async def form_of(request: Request) -> dict[str, list[str]]:
    """What a form sends, or BadSetup if that is too much."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            raise BadSetup(say_of(request)("page.too_much"))
    return parse_qs(body.decode("utf-8", "replace"))


async def refused(request: Request, error: Exception) -> Response:
    """What a person or page did wrong, in a sentence."""
    said = say_of(request).error(str(error))
    if wants_data(request):
        return JSONResponse({"said": tag("p", said)})
    frame = frame_of(request, ROOT if "/game/" in request.url.path else "")
    return HTMLResponse(pages.refusal(frame, said), 400)


async def nowhere(request: Request, _error: Exception | None = None) -> Response:
    """An address that leads to nothing."""
    frame = frame_of(request, ROOT if "/game/" in request.url.path else "")
    return HTMLResponse(pages.refusal(frame, frame.say("page.nowhere")), 404)


async def static(request: Request) -> Response:
    """A file that is the same for everybody."""
    file = files("tavern_tournament.web") / "static" / request.path_params["name"]
    kind = KINDS.get(request.path_params["name"].rpartition(".")[2])
    if kind is None or not file.is_file():
        return await nowhere(request)
    return Response(file.read_bytes(), media_type=kind)
