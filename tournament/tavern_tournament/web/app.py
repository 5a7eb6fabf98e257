"""The pages of the server by their addresses: the list of games, tables, what happens at them, and what is answered."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from importlib.resources import files
from typing import Final
from urllib.parse import parse_qs

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import ASGIApp

from tavern_engine import BadSetup, TavernError, games
from tavern_tournament.report.markup import tag
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.saved import SavedGame, again
from tavern_tournament.solo.session import Session
from tavern_tournament.web import pages
from tavern_tournament.web.review import Review, review_page, viewer_of
from tavern_tournament.web.rooms import Room, Rooms
from tavern_tournament.web.shelf import Shelf

BEAT: Final = 15.0  # seconds between signs of life to a page to which nothing happens
LONGEST: Final = 10_000  # bytes of an answer
DEEDS: Final = frozenset({"answer", "type", "undo", "hint", "wait", "why", "costly"})
KINDS: Final = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
ROOT: Final = "../../"


class Tavern:
    """All that the pages need: the saved games, the rooms, and a recorded game to watch, if one was named."""

    def __init__(self, shelf: Shelf, rooms: Rooms, watched: Review | None = None) -> None:
        self.shelf = shelf
        self.rooms = rooms
        self.watched = watched

    def app(self) -> ASGIApp:
        """The pages as an application."""
        routes = [
            Route("/", self.lobby),
            Route("/new", self.new, methods=["POST"]),
            Route("/watch", self.watch),
            Route("/static/{name}", static),
            Route("/game/{game}/", self.table),
            Route("/game/{game}/events", self.events),
            Route("/game/{game}/review", self.review),
            Route("/game/{game}/again", self.again, methods=["POST"]),
            Route("/game/{game}/{what:str}", self.read, methods=["GET"]),
            Route("/game/{game}/{deed:str}", self.deed, methods=["POST"]),
        ]
        return Starlette(routes=routes, exception_handlers={TavernError: refused})

    async def lobby(self, _request: Request) -> Response:
        """The list of games."""
        return HTMLResponse(pages.lobby(list(games()), await asyncio.to_thread(self.shelf.games)))

    async def new(self, request: Request) -> Response:
        """Begin a game."""
        form = await form_of(request)
        seats = form.get("seats", ["0"])[0]
        if not seats.isdecimal():
            raise BadSetup(f"There is no table with {seats!r} seats.")
        saved = new_game(form.get("game", [""])[0], form.get("against", []), int(seats), options=form.get("option", []))
        return RedirectResponse(f"game/{self.begin(saved)}/", 303)

    def begin(self, saved: SavedGame) -> str:
        """Put a new game on the shelf, and return its name there."""
        path = self.shelf.free_path(saved.record.game)
        Session(saved, path)  # it checks the bots, and saves
        return self.shelf.name(path)

    async def again(self, request: Request) -> Response:
        """Begin the same deal again."""
        saved = SavedGame.load(self.shelf.path(request.path_params["game"]))
        name = self.begin(again(saved))
        return self.go(request, f"../{name}/")

    async def room(self, request: Request) -> Room:
        """The room of the game in the address."""
        name = request.path_params["game"]
        return await self.rooms.room(name, self.shelf.path(name))

    async def table(self, request: Request, said: str = "", status: int = 200) -> Response:
        """The page of a game."""
        room = await self.room(request)
        shown = room.data
        html = pages.table_page(room.title, shown["html"], shown["state"], shown["version"], said)
        return HTMLResponse(html, status)

    async def events(self, request: Request) -> Response:
        """What happens at a table, as it happens."""
        name = request.path_params["game"]
        room = await self.rooms.room(name, self.shelf.path(name), retry=False)
        return StreamingResponse(self.told(room, request), media_type="text/event-stream")

    async def told(self, room: Room, request: Request) -> AsyncIterator[str]:
        """A message for everything that is new, and a sign of life now and then, by which a cut line is noticed."""
        seen = request.query_params.get("seen", "")
        version = int(seen) if seen.isdecimal() and len(seen) < 10 else 0
        room.looking += 1
        try:
            while not self.rooms.closing:
                if await room.newer(version, BEAT):
                    version = room.version
                    yield f"data: {json.dumps(room.data)}\n\n"
                else:
                    yield ": still here\n\n"
        finally:
            room.looking -= 1

    async def read(self, request: Request) -> Response:
        """The log, or rules that were looked up."""
        what = request.path_params["what"]
        if what not in ("log", "rules"):
            return HTMLResponse(pages.refusal("There is no such page.", ROOT), 404)
        room = await self.room(request)
        said = await room.ask(what, {"words": request.query_params.get("words", "")})
        if wants_data(request):
            return JSONResponse({"said": said})
        heading = "All that you have seen" if what == "log" else "Rules"
        return HTMLResponse(pages.text_page(room.title, heading, said, ROOT))

    async def deed(self, request: Request) -> Response:
        """Answer, undo, and all else that a page asks for."""
        deed = request.path_params["deed"]
        if deed not in DEEDS:
            return HTMLResponse(pages.refusal("There is no such page.", ROOT), 404)
        form = await form_of(request)
        room = await self.room(request)
        said = await room.ask(deed, {name: values[0] for name, values in form.items()})
        if wants_data(request):
            return JSONResponse({"said": said})
        return await self.table(request, said, 409) if said else RedirectResponse("./", 303)

    async def review(self, request: Request) -> Response:
        """A saved game again, decision by decision."""
        saved = await asyncio.to_thread(SavedGame.load, self.shelf.path(request.path_params["game"]))
        return await self.shown(Review.of_saved(saved), request, ROOT)

    async def watch(self, request: Request) -> Response:
        """The recorded game that was named when the server was started."""
        if self.watched is None:
            return HTMLResponse(pages.refusal("No recorded game was named when this table was opened.", ""), 404)
        return await self.shown(self.watched, request, "")

    async def shown(self, review: Review, request: Request, root: str) -> Response:
        viewer, at = viewer_of(request.query_params.get("seat", "")), request.query_params.get("at", "")
        decision = int(at) if at.isdecimal() and len(at) < 9 else None
        return HTMLResponse(await asyncio.to_thread(review_page, review, decision, viewer, root))

    def go(self, request: Request, where: str) -> Response:
        """Lead the page somewhere else."""
        return JSONResponse({"go": where}) if wants_data(request) else RedirectResponse(where, 303)


def wants_data(request: Request) -> bool:
    """Whether our script asks, which shows what it gets in the page that is there."""
    return request.headers.get("accept") == "application/json"


async def form_of(request: Request) -> dict[str, list[str]]:
    """What a form sends, or BadSetup if that is too much."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > LONGEST:
            raise BadSetup("The page sent more than any answer needs.")
    return parse_qs(body.decode("utf-8", "replace"))


async def refused(request: Request, error: Exception) -> Response:
    """What a person or page did wrong, in a sentence."""
    if wants_data(request):
        return JSONResponse({"said": tag("p", str(error))})
    return HTMLResponse(pages.refusal(str(error), ROOT if "/game/" in request.url.path else ""), 400)


async def static(request: Request) -> Response:
    """A file that is the same for everybody."""
    file = files("tavern_tournament.web") / "static" / request.path_params["name"]
    kind = KINDS.get(request.path_params["name"].rpartition(".")[2])
    if kind is None or not file.is_file():
        return Response("There is no such file.", 404)
    return Response(file.read_bytes(), media_type=kind)
