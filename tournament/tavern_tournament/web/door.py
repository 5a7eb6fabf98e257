"""Where a table in the browser is to be reached, and by whom: the options of the commands that open one."""

from __future__ import annotations

import socket
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import click

from tavern_engine import BadSetup
from tavern_tournament.web.catalogue import languages

HERE: Final = "127.0.0.1"
OWN_NAMES: Final = ("127.0.0.1", "localhost", "::1")
SHORTEST: Final = 8  # letters of a password

Command = TypeVar("Command", bound=Callable[..., object])

DOOR: Final = (
    click.option("--web", is_flag=True, help="In the browser."),
    click.option("--host", help="With --web: where others can reach the table; needs --password."),
    click.option("--port", type=click.IntRange(0, 65_535), default=0, help="With --web: which port.  [default: any]"),
    click.option("--password", default="", envvar="TAVERN_PASSWORD", help="With --web: what others have to know."),
    click.option("--no-browser", is_flag=True, help="With --web: only print the address."),
    click.option("--language", default="", help="With --web: en or ru.  [default: what the browser asks for]"),
)


def door_options(command: Command) -> Command:
    """The options of a table in the browser."""
    for option in reversed(DOOR):
        command = option(command)
    return command


@dataclass(frozen=True)
class Door:
    """Where the server is to be reached, and by whom."""

    host: str = HERE
    port: int = 0  # 0: any that is free
    password: str = ""
    browser: bool = True  # whether to open one
    seconds: float | None = None  # a bot's time for a move
    language: str = ""  # of the pages; empty: what the browser asks for

    def __post_init__(self) -> None:
        if self.language and self.language not in languages():
            raise BadSetup(f"There is no language {self.language!r} here: there are {', '.join(languages())}.")
        if self.host not in OWN_NAMES and len(self.password) < SHORTEST:
            raise BadSetup(
                f"A table that others can reach (--host {self.host}) needs --password, of {SHORTEST} letters or more."
            )

    def listen(self) -> socket.socket:
        """A socket that listens there, or BadSetup."""
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        try:
            return socket.create_server((self.host, self.port), family=family)
        except OSError as error:
            where = f"{self.host} port {self.port}" if self.port else self.host
            raise BadSetup(f"The table cannot be opened at {where}: {error.strerror or error}.") from None


def door_of(options: Mapping[str, Any], seconds: float | None = None) -> Door:
    """The door that a command's options ask for."""
    host = options["host"] or HERE
    return Door(host, options["port"], options["password"], not options["no_browser"], seconds, options["language"])
