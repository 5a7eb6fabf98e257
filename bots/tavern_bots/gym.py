"""An environment of Gymnasium (extra `gymnasium`): one agent at a table with bots.

Importing it registers all games: `gymnasium.make("tavern/dragon-vault-v1", seats=3, opponents="rules")`.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
    from gymnasium import spaces
except ImportError as error:
    raise ImportError("Gymnasium is not installed: pip install 'tavern-tourney[gymnasium]'.") from error

from tavern_bots.api import BadBot, Clock
from tavern_bots.asked import Asked, BotFault, own_output
from tavern_bots.discover import Choice, choose_bot
from tavern_engine import Game, Rng, games
from tavern_engine.environment import BY_LOT, RENDER_MODES, Environment
from tavern_engine.errors import BadSetup
from tavern_engine.whole import is_whole, shown

__all__ = ["TavernEnv"]

NO_ORACLES: Final = "it is shown all cards, which no opponent of a learner is"


class TavernEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """A seat at a table; bots have the others.

    `opponents` is a bot such as "rules", "random" or "mcts:simulations=100", or one for each seat after the learner's.
    `seat` is the learner's, or None for one by lot in every game. What is legal is in `info["action_mask"]`, and in
    `action_masks()` as some libraries ask for it; a masked action is replaced by a legal one by lot, which
    `info["replaced"]` says, or with `illegal="refuse"` refused.

    >>> env = TavernEnv("dragon-vault", 2, "random")
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(info["action_mask"].argmax())
    >>> reward, terminated, truncated, info["replaced"]
    (0.0, False, False, False)
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 2}  # noqa: RUF012  Gymnasium's own

    def __init__(
        self,
        game: Game | str,
        seats: int = 2,
        opponents: str | Sequence[str] = "rules",
        *,
        seat: int | None = 0,
        options: Mapping[str, object] | None = None,
        rewards: str = "placement",
        illegal: str = BY_LOT,
        render_mode: str | None = None,
    ) -> None:
        self.table = Environment(game, seats, options, rewards, illegal, render_mode, tells=True)
        self.render_mode = render_mode
        last = self.table.seats - 1
        if seat is not None and not is_whole(seat, 0, last):
            raise BadSetup(
                f"The learner sits at a seat from 0 to {last}, or at None, which is any; not at {shown(seat)}."
            )
        self._wanted = None if seat is None else int(seat)
        self._choices = _checked(opponents, last, self.table.game)
        self._bots: dict[int, Asked] = {}
        self.seat = self._wanted or 0
        high = np.array(self.table.encoding.high, np.int8)
        self.observation_space = spaces.Box(np.zeros_like(high), high, dtype=np.int8)
        self.action_space = spaces.Discrete(self.table.encoding.actions.size)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """The next game; with a seed the first one of that seed. It takes no options."""
        self.table.begin(seed)
        super().reset(seed=None if seed is None else int(seed))
        self._sit_down()
        self._let_others_play()
        while self.table.over:  # nobody asked the learner in that game
            self.table.begin()
            self._sit_down()
            self._let_others_play()
        return self._seen(), {"action_mask": self._mask(), "replaced": False}

    def step(self, action: Any) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """An action of the learner, and then all that the others do until it is asked again or the game is over."""
        legal = self.table.play(action)
        self._let_others_play()
        over = self.table.over
        reward = self.table.rewards()[self.seat] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), reward, over, False, {"action_mask": self._mask(), "replaced": not legal}

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal now."""
        return self._mask().astype(np.bool_)

    def render(self) -> Any:
        """The table as the learner sees it."""
        return self.table.render(self.seat)

    def _seen(self) -> NDArray[np.int8]:
        return self.table.seen(self.seat)

    def _mask(self) -> NDArray[np.int8]:
        return self.table.no_action if self.table.over else self.table.legal()

    def _sit_down(self) -> None:
        """Everybody takes a seat; bots are new in every game."""
        table = self.table
        self.seat = int(table.lots.below(table.seats)) if self._wanted is None else self._wanted
        self._bots = {}
        with own_output():
            for after, choice in enumerate(self._choices, start=1):
                seat = (self.seat + after) % table.seats
                luck = Rng(int(table.lots.next()))
                place = choice.place(table.game, seat, table.seats, luck, table.encoding.options)
                try:
                    self._bots[seat] = Asked(choice, place, sys.stderr)
                except BotFault as fault:
                    raise _failed(choice, seat, fault) from None

    def _let_others_play(self) -> None:
        """Ask the bots until the learner is asked or the game is over; BadBot if one fails."""
        table = self.table
        seat = table.asked
        try:
            with own_output():
                while seat >= 0 and seat != self.seat:
                    bot, infoset = self._bots[seat], table.view(seat)
                    code = bot.choose(infoset, table.news(seat) if bot.sees else (), Clock())
                    if code not in infoset.legal():
                        raise BotFault("illegal", f"It answered {code}, which is not legal there.")
                    table.play_code(code)
                    seat = table.asked
        except BotFault as fault:
            raise _failed(self._choices[(seat - self.seat) % table.seats - 1], seat, fault) from None


def _failed(choice: Choice, seat: int, fault: BotFault) -> BadBot:
    return BadBot(f"{choice.full_name} failed in seat {seat}: {fault.said}")


def _checked(opponents: str | Sequence[str], others: int, game: Game) -> list[Choice]:
    """The bots of the seats after the learner's, or BadSetup or BadBot."""
    texts = [opponents] * others if isinstance(opponents, str) else opponents
    if not isinstance(texts, Sequence) or not all(isinstance(text, str) for text in texts) or len(texts) != others:
        raise BadSetup(f"Opponents are one bot, or {others} for the seats after the learner's; not {opponents!r}.")
    choices = [choose_bot(text) for text in texts]
    for choice in choices:
        if not choice.plays(game):
            raise BadBot(f"The bot {choice.text!r} does not play {game.title}.")
        if getattr(choice.plugin, "oracle", False):
            raise BadBot(f"The bot {choice.text!r} cannot sit here: {NO_ORACLES}.")
    return choices


for _game in games():
    gymnasium.register(f"tavern/{_game.id}-v{_game.version}", "tavern_bots.gym:TavernEnv", kwargs={"game": _game.id})
