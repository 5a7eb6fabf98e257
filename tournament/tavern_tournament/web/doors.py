"""Who may come in: only with the token, to an address of ours, and from pages of ours; and what every answer forbids.

The token is part of every address, so there are no cookies that another page could ride on. The Host must be ours, or
a name of somebody else's could lead a browser here; whoever changes anything must say that a page of ours asked.
"""

from __future__ import annotations

import ipaddress
import secrets
from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tavern_tournament.web.catalogue import languages, speaking, wanted

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
FORBIDS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # `no-referrer` would take the origin from our own forms, too
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
KEPT: Final = "private, max-age=3600"  # of the files that are the same for everybody
LOOKS: Final = ("GET", "HEAD")
STATIC: Final = "/static/"


class Doors:
    """What stands before all pages."""

    def __init__(
        self, app: ASGIApp, token: str, names: Sequence[str], port: int, entrance: ASGIApp | None, language: str = ""
    ) -> None:
        self.app = app
        self.language = language  # that pages are in unless their address names one; empty: what the browser asks for
        self.token = token
        self.names = frozenset(name.lower() for name in names)
        self.port = port
        self.entrance = entrance  # where a password is asked for; None on this machine alone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it in a sentence."""
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        forbidding = forbid(send, STATIC in scope["path"] and scope["path"].startswith(f"/{self.token}/"))
        headers = Headers(scope=scope)
        language = self.language or wanted(headers.get("accept-language", ""))
        say = speaking(language)
        if not self.is_ours(headers.get("host", "")):
            return await PlainTextResponse(say("page.wrong_host"), 421)(scope, receive, forbidding)
        if scope["method"] not in LOOKS and headers.get("origin") != f"http://{headers['host']}":
            return await PlainTextResponse(say("page.wrong_origin"), 403)(scope, receive, forbidding)
        first, *rest = scope["path"].split("/")[1:]
        if secrets.compare_digest(first.encode(), self.token.encode()):
            named = rest[0] if len(rest) > 1 and rest[0] in languages() else ""
            root = f"/{self.token}/{named}" if named else f"/{self.token}"
            inside = {**scope, "root_path": root, "language": named or language, "door": f"/{self.token}"}
            return await self.app(inside, receive, forbidding)
        if self.entrance is not None and scope["path"] == "/":
            return await self.entrance({**scope, "language": language}, receive, forbidding)
        return await PlainTextResponse(say("page.wrong_address"), 404)(scope, receive, forbidding)

    def is_ours(self, host: str) -> bool:
        """Whether a Host is this server's: one of its names, or any bare address, which nobody can point elsewhere."""
        name, _, port = host.rpartition(":")
        if port != str(self.port):
            return False
        name = name.strip("[]").lower()
        return name in self.names or (self.entrance is not None and is_address(name))


def is_address(name: str) -> bool:
    """Whether it is numbers, not a name."""
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def forbid(send: Send, same_for_all: bool) -> Send:
    """Send with the headers that forbid; nothing is kept by browsers but the files that are the same for everybody."""

    async def forbidding(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in FORBIDS.items():
                headers.setdefault(name, value)
            headers["cache-control"] = KEPT if same_for_all else "no-store"
        await send(message)

    return forbidding
