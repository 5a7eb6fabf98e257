"""How a game is played by rules: what `tavern_bots/<game>/` exports as PLAYER, found when it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from tavern_bots.api import BadBot, Value
from tavern_bots.evaluation import Evaluation, Features
from tavern_bots.habits import Habits
from tavern_bots.learned import learned, schooled
from tavern_bots.learned_policy import LearnedPolicy
from tavern_bots.style import Style
from tavern_engine import Game, Policy
from tavern_engine.registry import discover

LEVELS: Final = 10


@dataclass(frozen=True)
class Levels:
    """How the house plays at each level, the lowest first: how much it thinks, and how freely it chooses then.

    With a softness of 1 an action that is worse than the best by what the actions lose on average is chosen 2.7 times
    less often than it; with 0 the best is chosen. `tests/bench/levels.py` finds them.
    """

    simulations: Sequence[int] = (50, 50, 60, 80, 100, 150, 200, 300, 500, 2000)
    softness: Sequence[float] = (8.0, 4.0, 2.0, 1.4, 1.0, 0.7, 0.5, 0.35, 0.2, 0.0)


@dataclass(frozen=True)
class Player:
    """What the shipped bots need to know of a game."""

    policy: Callable[[Game], Policy]  # whose `reason` says which rule decided last
    reasons: Mapping[int, str]  # by the policy's named constants, as the end of a sentence that begins with "It"
    tuned: Mapping[str, Value] = field(default_factory=dict)  # by setting: what was measured to be better here
    released: Mapping[str, Value] = field(default_factory=dict)  # what of that was different in the last release
    restyle: Callable[[Any, Style], None] | None = None  # gives a policy of its own the weights of a style
    habits: Callable[[Game], Habits] | None = None  # how choices tell what somebody holds, if they do
    levels: Levels = Levels()
    features: Callable[[Game], Features] | None = None  # what a learned evaluation reads, if there is one
    weights: Path | None = None  # the file of that evaluation
    spread: int = 0  # how far apart scores at the end must be to matter to it; 0: only who wins counts
    tables: Sequence[Mapping[str, Value]] = ({},)  # the options of the tables at which it is trained, in turn
    pupil: Callable[[Game], LearnedPolicy] | None = None  # a policy that can learn, if there is one
    lessons: Path | None = None  # the file of what it has learned

    def styled(self, game: Game, style: int) -> Policy:
        """A policy of its own with the weights of this style; 0 are those of the shipped player."""
        policy = self.policy(game)
        if style:
            if self.restyle is None:
                raise BadBot(f"The player of {game.title} has only one style: leave the option out.")
            self.restyle(policy, Style(style))
        return policy

    def evaluation(self, game: Game) -> Evaluation | str:
        """What it has learned of this game, or a sentence why there is nothing."""
        if self.features is None or self.weights is None:
            return f"Nobody has trained an evaluation of {game.title}, so the rules' outlook counts."
        return learned(game, self.features(game), self.weights)

    def learned_policy(self, game: Game) -> LearnedPolicy | str:
        """The policy that has learned this game, or a sentence why there is none."""
        if self.pupil is None or self.lessons is None:
            return f"Nobody has trained a policy of {game.title}, so the rules decide."
        return schooled(game, self.pupil(game), self.lessons)


_players: Final[dict[str, Player]] = {}  # that were found: a league asks for them in every game


def player_of(game_id: str) -> Player | None:
    """The player of a game, if it has one: the folder is named like the game, with _ for -."""
    if game_id in _players:
        return _players[game_id]
    name = f"tavern_bots.{game_id.replace('-', '_')}"
    found = getattr(import_module(name), "PLAYER", None) if game_id and find_spec(name) else None
    assert found is None or isinstance(found, Player)
    if found is not None:
        _players[game_id] = found
    return found


def rules_player(game: Game) -> Player:
    """The player of a game, or BadBot."""
    found = player_of(game.id)
    if found is None:
        raise BadBot(f"Nobody has written rules for playing {game.title} yet.")
    return found


def rules_policy(game: Game) -> Policy:
    """The rule-based policy of a game, or BadBot."""
    return rules_player(game).policy(game)


class Tuned(Mapping[str, Value]):
    """What is better than a setting's default, by game id, as the players say; games may join at any time."""

    def __init__(self, setting: str, without_player: Value | None = None) -> None:
        self.setting = setting
        self.without_player = without_player  # at games that have no player

    def __getitem__(self, game_id: str) -> Value:
        player = player_of(game_id)
        value = player.tuned.get(self.setting) if player else self.without_player
        if value is None or not game_id:  # no game has no id: that asks for what is usual
            raise KeyError(game_id)
        return value

    def __iter__(self) -> Iterator[str]:
        return (game.name for game in discover() if game.name in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class RuledGames:
    """A class attribute: the ids of the games that have a player."""

    def __get__(self, bot: object, owner: type) -> tuple[str, ...]:
        return tuple(game.name for game in discover() if player_of(game.name))


class LearnedGames:
    """A class attribute: the ids of the games that have a player with a learned policy."""

    def __get__(self, bot: object, owner: type) -> tuple[str, ...]:
        players = ((game.name, player_of(game.name)) for game in discover())
        return tuple(name for name, player in players if player and player.pupil)
