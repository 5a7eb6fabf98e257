"""The table: the one referee. It alone holds the truth, asks seats, checks answers, and tells each seat what it saw."""

from __future__ import annotations

from collections.abc import Mapping

from tavern_engine.chance import seed_words
from tavern_engine.errors import BadScenario, BadSetup, IllegalAction, TavernError
from tavern_engine.game import Game
from tavern_engine.guard import blame
from tavern_engine.record import Record
from tavern_engine.state import OVER, SEATS, SPECTATOR, TRUTH, VIEWER, Event, InfoSet, State


class Table:
    """One game from its first decision to its end.

    A short seed can be guessed by trying: where somebody may want to cheat, use a long random text. Rules that fail, as
    those of others may, are a BadGame with the line in which they did.

    >>> from tavern_engine import game
    >>> table = Table(game("dragon-vault"), seats=3, seed=7)
    >>> while not table.over:
    ...     seat, infoset = table.ask()
    ...     table.answer(infoset.legal()[0])
    >>> min(table.placement())
    1
    """

    def __init__(
        self, game: Game, seats: int, seed: int | str = 0, options: Mapping[str, object] | None = None
    ) -> None:
        if not isinstance(game, Game):
            raise BadSetup(f"A table needs a game, such as game('dragon-vault'), not {game!r}.")
        words = seed_words(seed)
        try:
            size, checked = game.checked_table(seats, options or {})
        except TavernError:
            raise
        except BaseException as error:
            blame(game, error)
        try:
            state = game.start(size, words, checked)
            self._seat_at(game, state)
            self.record: Record | None = Record.of(game, seats, seed, checked)
            game.begin(state)
        except BaseException as error:
            blame(game, error)

    @classmethod
    def at(cls, game: Game, state: State) -> Table:
        """A table that goes on from any state, as scenarios do. It keeps no record."""
        if state.w[VIEWER] != TRUTH:
            raise BadSetup("A table needs a whole state: sample a world from the view first.")
        table = cls.__new__(cls)
        table._seat_at(game, state)
        table.record = None
        return table

    def _seat_at(self, game: Game, state: State) -> None:
        self.game = game
        self.seats = int(state.w[SEATS])
        self._state = state
        self._events: list[Event] = []
        self._state.log = self._events
        self._told = dict.fromkeys(range(SPECTATOR, self.seats), 0)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._state.seat() == OVER

    def ask(self) -> tuple[int, InfoSet]:
        """Who is to decide, and all that this seat knows."""
        if self.over:
            raise IllegalAction("The game is over: there is nothing left to decide.")
        try:
            seat = int(self._state.seat())
            return seat, self._state.observe(seat)
        except BaseException as error:
            blame(self.game, error)

    def answer(self, action: int | str) -> None:
        """The decision of the seat that is asked, as a code or a text. An illegal one changes nothing."""
        if self.over:
            raise IllegalAction("The game is over: there is nothing left to decide.")
        try:
            code = self.game.parse_action(action) if isinstance(action, str) else action
            if isinstance(code, bool) or not isinstance(code, int) or code not in self._state.legal():
                self.game.action_text(code)  # refuses what is no action at all
                raise IllegalAction(self.game.refusal(self._state, code))
        except TavernError:
            raise
        except BaseException as error:
            blame(self.game, error)
        try:
            self._state.move(code)
        except BadScenario:  # its luck is scripted, and not by the rules
            raise
        except BaseException as error:
            blame(self.game, error)
        if self.record is not None:
            self.record.actions.append(code)

    def view(self, seat: int) -> InfoSet:
        """What a seat, or the SPECTATOR, knows now; who is asked is in it only for that seat itself.

        While another seat is asked, that the game waits at all can tell what that seat holds (forced decisions do not
        wait). So show a player this, and `news`, when that player is asked or after the end, not in between.
        """
        try:
            return self._state.observe(seat)
        except TavernError:
            raise
        except BaseException as error:
            blame(self.game, error)

    def news(self, seat: int) -> list[Event]:
        """What has happened since this seat was last told, as it saw it."""
        if seat not in self._told:
            raise BadSetup(f"There is no seat {seat!r} at a table of {self.seats}.")
        start = self._told[seat]
        self._told[seat] = len(self._events)
        return [event.seen_by(seat) for event in self._events[start:]]

    def placement(self) -> list[int]:
        """The place of every seat, 1 for the best; equal results share one."""
        try:
            return self._state.placement()
        except BaseException as error:
            blame(self.game, error)

    def truth(self) -> State:
        """A copy of everything, for referees, tests and marked oracles. Never hand it to a bot."""
        return self._state.clone()
