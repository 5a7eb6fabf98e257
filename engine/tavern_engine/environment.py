"""One game after another, as environments for learners show them: what seats see, what is legal, what it was worth.

`zoo.py` makes environments of PettingZoo of it, and the bots' package one of Gymnasium; the numbers are those of
`Game.encoding`.
"""

from __future__ import annotations

import operator
import secrets
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tavern_engine.batch import REWARDS, check_choice
from tavern_engine.chance import Rng, seed_text, seed_words
from tavern_engine.encoding import Encoding
from tavern_engine.errors import BadSetup, IllegalAction
from tavern_engine.game import Game
from tavern_engine.guard import blame
from tavern_engine.masks import Worth
from tavern_engine.registry import game as game_of_id
from tavern_engine.state import OVER, Event, InfoSet, State
from tavern_engine.whole import shown

REFUSE: Final = "refuse"  # an action that is not legal raises IllegalAction and changes nothing
BY_LOT: Final = "by lot"  # it is replaced by a legal one, all equally likely
RENDER_MODES: Final = ("human", "ansi", "rgb_array")


class Environment:
    """A table at which one game after another is played."""

    def __init__(
        self,
        game: Game | str,
        seats: int,
        options: Mapping[str, object] | None,
        rewards: str,
        illegal: str,
        render_mode: str | None,
        tells: bool = False,
    ) -> None:
        self.game = game_of_id(game) if isinstance(game, str) else game
        if not isinstance(self.game, Game):
            raise BadSetup(f"An environment needs a game, such as 'dragon-vault', not {game!r}.")
        self.encoding: Encoding = self.game.encoding(seats, options)
        self.seats = self.encoding.seats
        check_choice("rewards", rewards, REWARDS)
        check_choice("illegal", illegal, (REFUSE, BY_LOT))
        if render_mode is not None:
            check_choice("render_mode", render_mode, RENDER_MODES)
        self.illegal = illegal
        self.render_mode = render_mode
        self.state: State | None = None  # None before the first game
        self.asked = OVER
        self._encoder = self.encoding.encoder(self.seats)
        self._rows = np.frombuffer(memoryview(self._encoder.out), np.int8).reshape(self.seats, -1)
        self._masks = self.encoding.masks(1)
        self._mask = np.frombuffer(memoryview(self._masks.out), np.int8)
        self.no_action = np.zeros(self.encoding.actions.size, np.int8)  # the mask of seats that are not asked
        self.no_action.flags.writeable = False
        self._worth = Worth(self.seats, 1, self.game.point if rewards == "lead" else 0)
        self._seed = secrets.token_hex(16)
        self._games = 0  # begun with this seed
        self._tells = tells  # whether events are kept, for those who want to be told
        self._told: list[int] = []  # how many each seat was told
        self.lots = Rng(0)
        self._frame = (0, 0)  # the size of the last picture

    def begin(self, seed: int | None = None) -> None:
        """The next game; with a seed the first one of that seed."""
        if seed is not None:
            if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
                raise BadSetup(f"A seed is a whole number that is not below 0, not {shown(seed)}.")
            self._seed, self._games = seed_text(seed), 0
        words = seed_words(f"{self._seed}/{self._games}")
        self._games += 1
        try:
            state = self.game.start(self.seats, words, self.encoding.options)
            state.log = [] if self._tells else None
            self.game.begin(state)
            self._masks.mark(0, state)
        except BaseException as error:
            blame(self.game, error)
        self._told = [0] * self.seats
        self.lots = Rng(words[0] ^ words[1])
        self.state = state
        self.asked = int(state.seat())

    @property
    def playing(self) -> State:
        """The game that is played; BadSetup if none has begun."""
        if self.state is None:
            raise BadSetup("No game has begun: call reset() first.")
        return self.state

    @property
    def over(self) -> bool:
        """Whether the game has ended; BadSetup if none has begun."""
        return self.playing is not None and self.asked == OVER

    def seen(self, seat: int) -> NDArray[np.int8]:
        """What a seat sees, as an array of its own."""
        self._encoder.write(self.playing, seat, seat)
        row: NDArray[np.int8] = self._rows[seat]
        return row.copy()

    def legal(self) -> NDArray[np.int8]:
        """1 for every action that is legal for the seat that is asked, as an array of its own."""
        return self._mask.copy()

    def play(self, action: Any) -> bool:
        """An action of the seat that is asked; False if it was not legal and another one was played by lot."""
        number = self._number(action)
        was_legal = 0 <= number < len(self._mask) and bool(self._mask[number])
        if not was_legal:
            if self.illegal == REFUSE:
                raise IllegalAction(self._refusal(number))
            number = int(self._masks.listed[int(self.lots.below(int(self._masks.legal[0])))])
        self.play_code(self.encoding.actions.codes[number])
        return was_legal

    def play_code(self, code: int) -> None:
        """A legal action by its code, as bots choose it."""
        state = self.playing
        try:
            state.move(code)
            self._masks.mark(0, state)
        except BaseException as error:
            self.state, self.asked = None, OVER  # nobody knows how far it went
            blame(self.game, error)
        self.asked = int(state.seat())

    def _number(self, action: Any) -> int:
        if self.over:
            raise IllegalAction("The game is over: call reset() for the next one.")
        try:
            if isinstance(action, (bool, np.bool_)):
                raise TypeError
            return operator.index(action)
        except TypeError:
            raise IllegalAction(f"An action is a whole number, not {shown(action)}.") from None

    def _refusal(self, number: int) -> str:
        actions = self.encoding.actions
        if not 0 <= number < actions.size:
            return f"There is no action {shown(number)}: they are 0 to {actions.size - 1}."
        return self.game.refusal(self.playing, actions.codes[number])

    def rewards(self) -> list[float]:
        """What the game that is over was worth to every seat."""
        try:
            self._worth.note(0, self.playing)
        except BaseException as error:
            blame(self.game, error)
        return [float(reward) for reward in self._worth.rewards]

    def view(self, seat: int) -> InfoSet:
        """What a seat knows."""
        return self.playing.observe(seat)

    def news(self, seat: int) -> list[Event]:
        """What happened since the seat was last told, as it saw it."""
        log = self.playing.log or []
        start, self._told[seat] = self._told[seat], len(log)
        return [event.seen_by(seat) for event in log[start:]]

    def render(self, seat: int) -> str | NDArray[np.uint8] | None:
        """The table as the seat sees it: printed for people, as text, or drawn."""
        text = self.game.picture(self.view(seat).view)
        if self.render_mode == "ansi":
            return text
        if self.render_mode == "rgb_array":
            from tavern_engine.picture import draw

            picture = draw(text, self._frame)
            self._frame = (picture.shape[0], picture.shape[1])
            return picture
        if self.render_mode == "human":
            print(text)
        return None
