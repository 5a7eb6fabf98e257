"""The anchors of a league file: bots whose ratings are given, in all games or game by game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from tavern_engine.game import did_you_mean
from tavern_tournament.config.errors import Source, shown
from tavern_tournament.config.lines import Where
from tavern_tournament.specs import BotSpec

MOST: Final = 1000.0  # a rating, to either side of 0

Anchors = dict[str, dict[str, float]]  # by game and bot


def check_values(source: Source, anchors: Mapping[str, Any]) -> None:
    """Every anchor is a rating, or has one for every game that it names."""
    for where, value in _values(anchors):
        if value == {}:
            source.note(where, "names no game: write a rating for all games, or { dragon-vault = 25.0 } for one.")
        elif isinstance(value, bool) or not isinstance(value, int | float):
            source.note(where, f"a rating is a number such as 25.0, not {shown(value)}.")
        elif not abs(value) <= MOST:
            source.note(where, f"a rating is an ordinary number from {-MOST:g} to {MOST:g}, not {value}.")


def _values(anchors: Mapping[str, Any]) -> Iterator[tuple[Where, Any]]:
    """What stands for a rating, and where."""
    for bot, given in anchors.items():
        if isinstance(given, dict) and given:
            yield from ((("anchors", bot, game), value) for game, value in given.items())
        else:
            yield ("anchors", bot), given


def check_names(source: Source, anchors: Mapping[str, Any], names: Sequence[str]) -> None:
    """Every anchor is one of the bots."""
    for bot in anchors:
        if bot not in names:
            hint = did_you_mean(bot, names, "There are")
            source.note(("anchors", bot), f"there is no bot named {bot!r} in this league.{hint}")


def anchors_of(source: Source, anchors: Mapping[str, Any], bots: Sequence[BotSpec], games: Sequence[str]) -> Anchors:
    """The anchors by game; what does not fit the bots and the games that have a table is noted."""
    known = {bot.name: bot for bot in bots}
    found: Anchors = {}
    for name, given in anchors.items():
        plays = [game for game in games if game in known[name].games]
        if isinstance(given, dict):
            _check_games(source, name, list(given), games, plays)
        for game in plays:
            if not isinstance(given, dict):
                found.setdefault(game, {})[name] = float(given)
            elif game in given:
                found.setdefault(game, {})[name] = float(given[game])
    for game, held in found.items():
        if all(bot.name in held for bot in bots if game in bot.games):
            source.note(("anchors",), f"all bots that play {game} are anchors, so there is nobody to rate: free one.")
    return found


def _check_games(source: Source, name: str, named: Sequence[str], games: Sequence[str], plays: Sequence[str]) -> None:
    """An anchor has games where it is one."""
    for game in named:
        if game not in games:
            hint = did_you_mean(game, games, "There are")
            source.note(("anchors", name, game), f"there is no table of a game {game!r}.{hint}")
        elif game not in plays:
            source.note(("anchors", name, game), f"the bot {name!r} does not play {game}, so it would have no games.")
