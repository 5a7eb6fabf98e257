"""Environments of PettingZoo for all games (extra `pettingzoo`): turn by turn, or all agents at once.

Agents are `seat_0`, `seat_1` and so on. An observation has the numbers of `Game.encoding` and the mask of what is
legal, which is also in `info`; it is all 0 unless the agent is asked. Rewards come at the end of a game.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.conversions import parallel_to_aec
except ImportError as error:
    raise ImportError("PettingZoo is not installed: pip install 'tavern-tourney[pettingzoo]'.") from error

from tavern_engine.environment import BY_LOT, REFUSE, RENDER_MODES, Environment
from tavern_engine.errors import BadSetup
from tavern_engine.game import Game
from tavern_engine.state import SPECTATOR
from tavern_engine.whole import is_whole, shown

__all__ = ["TavernAEC", "TavernParallel", "env", "parallel_env", "raw_env"]

Observation = dict[str, NDArray[np.int8]]


def env(
    game: Game | str,
    seats: int,
    options: Mapping[str, object] | None = None,
    *,
    rewards: str = "placement",
    illegal: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> AECEnv[str, Observation, int]:
    """A game in which the agents that are asked act one after another.

    An action that is masked is refused with IllegalAction, or with `illegal="by lot"` replaced by a legal one. With
    `max_cycles` all agents act once in every cycle, as in `parallel_env`, and the game is cut off after so many.

    >>> one = env("dragon-vault", 2)
    >>> one.reset(seed=1)
    >>> for agent in one.agent_iter(100):
    ...     observation, reward, termination, truncation, info = one.last()
    ...     one.step(int(observation["action_mask"].argmax()))
    """
    if max_cycles is None:
        return TavernAEC(Environment(game, seats, options, rewards, illegal or REFUSE, render_mode))
    table = Environment(game, seats, options, rewards, illegal or BY_LOT, render_mode)
    turned: AECEnv[str, Observation, int] = parallel_to_aec(TavernParallel(table, max_cycles))
    return turned


raw_env = env  # it checks actions and their order itself: there is nothing to wrap


def parallel_env(
    game: Game | str,
    seats: int,
    options: Mapping[str, object] | None = None,
    *,
    rewards: str = "placement",
    illegal: str | None = None,
    max_cycles: int | None = None,
    render_mode: str | None = None,
) -> ParallelEnv[str, Observation, int]:
    """The same game for learners that step all agents at once: only the action of the agent that is asked counts.

    The others have no legal action and act all the same, so masked actions are no mistakes here: that of the asked
    agent is replaced by a legal one by lot unless `illegal="refuse"`.
    """
    return TavernParallel(Environment(game, seats, options, rewards, illegal or BY_LOT, render_mode), max_cycles)


class _Table:
    """What both kinds of environments share."""

    def __init__(self, table: Environment) -> None:
        self.table = table
        self.render_mode = table.render_mode
        name = f"tavern_{self.table.game.id.replace('-', '_')}_v{self.table.game.version}"
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 2, "is_parallelizable": True}
        self.possible_agents = [f"seat_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self._seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        high = np.array(self.table.encoding.high, np.int8)
        actions = self.table.encoding.actions.size
        seen: dict[str, spaces.Space[Any]] = {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (actions,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._idle = {"action_mask": self.table.no_action}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[self.possible_agents[self.seat_of(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[self.possible_agents[self.seat_of(agent)]]

    def render(self) -> str | NDArray[np.uint8] | None:
        """The table as the asked agent sees it; as a spectator does, when the game is over."""
        return self.table.render(SPECTATOR if self.table.over else self.table.asked)

    def state(self) -> NDArray[np.int8]:
        """What all seats see, one after another, for learners that train with everything in view."""
        return np.concatenate([self.table.seen(seat) for seat in range(self.table.seats)])

    def close(self) -> None:
        """There is nothing to close."""

    def seat_of(self, agent: str) -> int:
        """The seat of an agent."""
        if not isinstance(agent, str) or agent not in self._seat_of:
            raise BadSetup(f"There is no agent {agent!r}: they are {', '.join(self.possible_agents)}.")
        return self._seat_of[agent]


class TavernAEC(_Table, AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo has no types
    """One agent after another."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next game; with a seed the first one of that seed. It takes no options."""
        self.table.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = dict.fromkeys(self.agents, self._idle)
        self._skip_agent_selection = None
        self._ask()

    def last(self, observe: bool = True) -> Any:
        """What the selected agent sees, its reward since it acted, whether it is over or cut off, and its info."""
        if not self.agents:
            raise BadSetup("No game is being played: call reset() first.")
        return super().last(observe)

    def _ask(self) -> None:
        agent = self.possible_agents[self.table.asked]
        self.agent_selection = agent
        self.infos[agent] = {"action_mask": self.table.legal()}

    def observe(self, agent: str) -> Observation:
        seat = self.seat_of(agent)
        mask = self.infos[agent]["action_mask"] if seat == self.table.asked else self.table.no_action
        return {"observation": self.table.seen(seat), "action_mask": mask}

    def step(self, action: int | None) -> None:
        if self.table.over:
            self._leave(action)
            return
        agent = self.agent_selection
        self.table.play(action)
        self.infos[agent] = self._idle
        if self.table.over:
            for one, reward in zip(self.agents, self.table.rewards(), strict=True):
                self.rewards[one] = self._cumulative_rewards[one] = reward
                self.terminations[one] = True
            self.agent_selection = self.agents[0]
        else:
            self._ask()
        if self.render_mode == "human":
            self.render()

    def _leave(self, action: int | None) -> None:
        """After the end the agents leave one by one."""
        if action is not None or not self.agents:
            raise BadSetup("The game is over: step(None) until all agents have left, then call reset().")
        self._was_dead_step(None)


class TavernParallel(_Table, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All agents at once; only the one that is asked matters."""

    def __init__(self, table: Environment, max_cycles: int | None) -> None:
        super().__init__(table)
        if max_cycles is not None and not is_whole(max_cycles, 1, sys.maxsize):
            raise BadSetup(f"A game is cut off after at least one cycle, not after {shown(max_cycles)}.")
        self.max_cycles = max_cycles
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """The next game; with a seed the first one of that seed. It takes no options."""
        self.table.begin(seed)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        return self._shown()

    def _shown(self) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        masks = dict.fromkeys(self.agents, self.table.no_action)
        if not self.table.over:
            masks[self.possible_agents[self.table.asked]] = self.table.legal()
        seen = {
            agent: {"observation": self.table.seen(self._seat_of[agent]), "action_mask": mask}
            for agent, mask in masks.items()
        }
        return seen, {agent: {"action_mask": mask} for agent, mask in masks.items()}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            raise BadSetup("The game is over, or none has begun: call reset().")
        agent = self.possible_agents[self.table.asked]
        if not isinstance(actions, Mapping) or agent not in actions:
            raise BadSetup(f"{agent} is asked, but there is no action of it: actions are given by agent.")
        self.table.play(actions[agent])
        self._cycles += 1
        over = self.table.over
        cut = not over and self._cycles == self.max_cycles
        paid = self.table.rewards() if over else [0.0] * self.table.seats
        seen, infos = self._shown()
        told = seen, dict(zip(self.agents, paid, strict=True)), dict.fromkeys(self.agents, over)
        cuts = dict.fromkeys(self.agents, cut)
        if over or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return *told, cuts, infos
