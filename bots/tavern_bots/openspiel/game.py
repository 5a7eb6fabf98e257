"""A game of the tavern as a game of OpenSpiel.

OpenSpiel hands bots the whole state. What a seat may know is in `information_state_string`, the tensors and
`resample_from_infostate`, and all of them are made of the seat's infoset alone.

A game begins with chance nodes that draw the seed of its luck, digit by digit, and all luck follows from that: chance
is explicit, whoever plays samples it, and a history can be replayed. With `deals=all`, for small decks, one chance node
has all deals with their chances instead, and the game is the first round.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import pyspiel

from tavern_bots.measure.exploit import deals_of
from tavern_bots.measure.strength import game_of
from tavern_bots.openspiel.moment import Moment
from tavern_bots.openspiel.observer import Observer
from tavern_engine import BadSetup, Game, IllegalAction, Rng, State, games
from tavern_engine.chance import seed_words
from tavern_engine.game import Value, did_you_mean
from tavern_engine.state import OVER, SEED_A, SEED_B
from tavern_engine.testing.walk import LONGEST

SAMPLED: Final = "sampled"
ALL: Final = "all"
DIGITS: Final = 4  # of a seed
DIGIT: Final = 256  # the values of each: 4,294,967,296 seeds in all
MOST_POINTS: Final = 1000.0  # more than a round is ever won by
OWN: Final = ("players", "data", "deals")  # parameters that every game has


def name_of(game: Game) -> str:
    """What OpenSpiel calls a game."""
    return f"python_tavern_{game.id.replace('-', '_')}"


def load(game_id: str, **parameters: Value) -> TavernGame:
    """A game by its id, with the parameters that `pyspiel.load_game` takes; BadSetup says what is wrong with them."""
    return TavernGame(game_of(game_id, ""), parameters)


def register_all() -> None:
    """Let OpenSpiel know every game that can be loaded."""
    for game in games():
        pyspiel.register_game(kind_of(game), class_of(game))


def class_of(game: Game) -> type[TavernGame]:
    """What OpenSpiel calls to load a game: a class, for it lets go of it after Python's end, which only they bear."""

    class Registered(TavernGame):
        def __init__(self, parameters: Mapping[str, Value] | None = None) -> None:
            super().__init__(game, parameters or {})

    return Registered


def defaults_of(game: Game) -> dict[str, Value]:
    """All parameters of a game as they are if nobody sets them."""
    own: dict[str, Value] = dict(zip(OWN, (game.min_seats, "", SAMPLED), strict=True))
    return {option.name: option.default for option in game.options} | own


def kind_of(game: Game) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    kinds = pyspiel.GameType
    return kinds(
        short_name=name_of(game),
        long_name=f"{game.title} (tavern)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kinds.Information.IMPERFECT_INFORMATION,  # of the luck to come, where of nothing else
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=defaults_of(game),
    )


class TavernGame(pyspiel.Game):  # type: ignore[misc]
    """One kind of table: a game with its data, seats and options."""

    def __init__(self, game: Game, parameters: Mapping[str, Value]) -> None:
        usual = defaults_of(game)
        for name in parameters:
            if name not in usual:
                raise BadSetup(f"{game.title} has no parameter {name!r}.{did_you_mean(name, usual, 'It has')}")
        given = {**usual, **parameters}
        self.rules = rules_of(game, given["data"])
        options = {name: value for name, value in given.items() if name not in OWN}
        self.seats, self.options = self.rules.checked_table(given["players"], options)  # type: ignore[arg-type]
        self.parameters = dict(parameters)
        self.deals = all_deals(self) if checked_deals(given["deals"]) == ALL else []
        self.chances = [chance for chance, _ in self.deals] or [1 / DIGIT] * DIGIT
        most = MOST_POINTS if self.deals else 1.0
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=len(self.chances),
            num_players=self.seats,
            min_utility=-most,
            max_utility=most,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind_of(self.rules), info, self.parameters)

    @classmethod
    def at(cls, game: Game, seats: int, options: Mapping[str, Any]) -> TavernGame:
        """The table at which a bot of ours sits, with whatever data it has."""
        return cls(game, {"players": seats, **options})

    def new_initial_state(self) -> TavernState:
        """A game before its deal."""
        return TavernState(self)

    def make_py_observer(self, kind: Any = None, parameters: Mapping[str, Any] | None = None) -> Observer:
        """What OpenSpiel asks for strings and tensors."""
        return Observer(self.rules, self.seats, self.options, kind, parameters)

    def max_chance_nodes_in_history(self) -> int:
        """How often chance is asked: only before the first decision."""
        return 1 if self.deals else DIGITS

    def deal(self, drawn: Sequence[int]) -> State | None:
        """The first decision after these outcomes of the chance nodes; None if there is one more of them."""
        for outcome in drawn:
            if not 0 <= outcome < len(self.chances):
                raise IllegalAction(f"Chance has no outcome {outcome}: they are 0 to {len(self.chances) - 1}.")
        if self.deals:
            return self.deals[drawn[0]][1].clone()
        if len(drawn) < DIGITS:
            return None
        state = self.rules.start(self.seats, seed_words(bytes(drawn).hex()), self.options)
        self.rules.begin(state)
        return state

    def over(self, state: State) -> bool:
        """Whether nothing is decided any more: the game has ended, or the one round of it that is played."""
        return state.seat() == OVER or (bool(self.deals) and state.deals() != self.deals[0][1].deals())

    def worth(self, state: State) -> list[float]:
        """What the end is worth to each seat, all together 0.

        By place it is 1 for who beat all others and -1 for who beat none; in one round, the lead in points.
        """
        if self.deals:
            lead = float(state.score(0) - state.score(1))
            return [lead, -lead]
        places = state.placement()
        beaten = [sum(mine < other for other in places) - sum(mine > other for other in places) for mine in places]
        return [number / (self.seats - 1) for number in beaten]


class TavernState(pyspiel.State):  # type: ignore[misc]
    """A game in progress. All of it is in `moment`, the one thing that OpenSpiel copies and pickles."""

    def __init__(self, game: TavernGame, moment: Moment | None = None) -> None:
        super().__init__(game)
        self.moment = moment or Moment(game)

    def current_player(self) -> int:
        """Who decides; nobody in a world that was sampled for a seat that is not asked."""
        state = self.moment.state
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        if self.moment.game.over(state):
            return int(pyspiel.PlayerId.TERMINAL)
        seat = int(state.seat())
        return seat if seat >= 0 else int(pyspiel.PlayerId.INVALID)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        state = self.moment.state
        return state is not None and self.moment.game.over(state)

    def _legal_actions(self, player: int) -> list[int]:
        state = self.moment.state
        return state.legal() if state is not None and state.seat() == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The digits of a seed, or all deals, with their chances."""
        return list(enumerate(self.moment.game.chances))

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.state is None:
            drawn = (*moment.drawn, action)
            moment.state = moment.game.deal(drawn)
            moment.drawn = drawn
            return
        recalled = moment.remembered(int(moment.state.seat()), action)
        moment.state.apply(action)
        moment.recalled = recalled

    def _action_to_string(self, player: int, action: int) -> str:
        return f"lot {action}" if player == pyspiel.PlayerId.CHANCE else self.moment.game.rules.action_text(action)

    def returns(self) -> list[float]:
        """What the game was worth to each seat; all 0 while it lasts."""
        state = self.moment.state
        return self.moment.game.worth(state) if state is not None and self.is_terminal() else [0.0] * self.moment.seats

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> TavernState:
        """A game that fits all that the seat knows, every arrangement equally likely, with fresh luck.

        It has no history, which would tell what others chose. If the seat is not the one that is asked, it can be
        looked at, not played on: who is asked can tell what somebody holds.
        """
        return TavernState(self.moment.game, self.moment.sampled(player, Rng(int(sampler() * 2**53))))

    def __str__(self) -> str:
        return "before the deal" if self.moment.state is None else str(self.moment.state)


def rules_of(game: Game, data: Value) -> Game:
    """The game with the data that a parameter names."""
    if not isinstance(data, str):
        raise BadSetup(f"The parameter data is a file, or a name such as 'micro', not {data!r}.")
    return game_of(game.id, data) if data else game


def checked_deals(deals: Value) -> Value:
    if deals not in (SAMPLED, ALL):
        raise BadSetup(f"The parameter deals is {SAMPLED!r} or {ALL!r}, not {deals!r}.")
    return deals


def all_deals(game: TavernGame) -> list[tuple[float, State]]:
    """Every deal with its chance, or BadSetup."""
    if game.seats != 2 or game.options != game.rules.checked_options({}):
        raise BadSetup(f"With deals={ALL} {game.rules.title} is played by two with the usual options.")
    deals = []
    for chance, state in deals_of(game.rules):
        state.w[SEED_A], state.w[SEED_B] = 1, 2  # what comes after the round does not matter, but must not fail
        deals.append((chance, state))
    return deals
