"""Where whoever comes from another machine is asked for the password, one try a second for all together."""

from __future__ import annotations

import asyncio
import secrets
from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Receive, Scope, Send

from tavern_tournament.web.catalogue import Say, speaking
from tavern_tournament.web.pages import entrance

PAUSE: Final = 1.0  # seconds for one try: nobody guesses a password at that speed
LONGEST: Final = 1_000  # bytes of a try


class Entrance:
    """The page before all others; the right password leads to the address with the token."""

    def __init__(self, password: str, token: str, first: str) -> None:
        self._password = password.encode()
        self._way_in = f"/{token}/{first}"
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Show the page, or look at a password."""
        request = Request(scope, receive)
        say = speaking(str(scope["language"]))
        response = await self._tried(request, say) if request.method == "POST" else HTMLResponse(entrance(say))
        await response(scope, receive, send)

    async def _tried(self, request: Request, say: Say) -> Response:
        body = b""
        async for part in request.stream():
            body = (body + part)[:LONGEST]
        (said,) = parse_qs(body.decode("utf-8", "replace")).get("password", [""])[:1]
        async with self._one_at_a_time:
            if secrets.compare_digest(said.encode(), self._password):
                return RedirectResponse(self._way_in, 303)
            await asyncio.sleep(PAUSE)
        return HTMLResponse(entrance(say, say("page.wrong_password")), 403)
