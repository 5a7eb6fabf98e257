"""Names that commands take, and how a shell completes them: nothing of a game or a bot is imported for that."""

from __future__ import annotations

from typing import Final

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from tavern_bots import discover
from tavern_engine import registry


def bot_names() -> list[str]:
    """The names of all installed bots, as their packages list them."""
    return [bot.name for bot in discover.discover()]


def game_names() -> list[str]:
    """The ids of all games, our own and those of other packages."""
    return [game.name for game in registry.discover()]


def beginning(names: list[str], incomplete: str, before: str = "") -> list[CompletionItem]:
    """The names that begin so, after what stands before them."""
    return [CompletionItem(before + name) for name in names if name.startswith(incomplete)]


class GameName(StringParamType):
    """The id of a game."""

    name = "game"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return beginning(game_names(), incomplete)


class BotName(StringParamType):
    """A bot by its name, or several with commas between them; also the file of one."""

    name = "bot"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        before, comma, last = incomplete.rpartition(",")
        return beginning(bot_names(), last, before + comma) or [CompletionItem(incomplete, type="file")]


GAME: Final = GameName()
BOT: Final = BotName()
