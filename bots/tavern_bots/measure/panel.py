"""A panel: fixed decisions from play of different bots, each with a judge's value of every action.

A bot is asked at every one of them, and its regret is what the judge's best action is worth more than its own, on the
scale from lost (0) to won (1). The same decisions and the same judge for everybody, so small differences show. A panel
is a ledger: its first line says what it is of and what made it, each further line is a game with some of its decisions.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from json import dumps
from pathlib import Path
from typing import Any, Final

from tavern_bots.api import BadBot
from tavern_bots.measure.judge import Judged
from tavern_bots.measure.ledger import read_ledger
from tavern_bots.measure.side_by_side import side_by_side
from tavern_bots.measure.strength import answered, bot_of, decision, game_of
from tavern_engine import Game, Record, Rng, Table, TavernError
from tavern_engine.chance import seed_words

FORMAT: Final = 1
PARTS: Final = 10_000  # values are kept as whole numbers of these
RESAMPLED: Final = 2000  # times, for an interval
COLUMNS: Final = ("first", "second", "error")


class BadPanel(TavernError):
    """A panel that cannot be read, or does not fit the game of today."""


@dataclass(frozen=True)
class Posed:
    """A decision in a game of the panel: after how many actions it comes, and what the judge says in both worlds."""

    after: int
    actions: tuple[int, ...]
    sampled: Judged
    true: Judged

    def row(self) -> list[Any]:
        """It as plain data."""
        columns = [
            [round(PARTS * value) for value in getattr(one, name)]
            for one in (self.sampled, self.true)
            for name in COLUMNS
        ]
        return [self.after, list(self.actions), *columns]


@dataclass(frozen=True)
class Regret:
    """The mean regret of a bot with its 95 % interval, a bootstrap over the games of the panel."""

    mean: float
    low: float
    high: float

    @classmethod
    def of(cls, games: Sequence[Sequence[float]]) -> Regret:
        """From the regrets in each game."""
        rng = Rng(len(games))
        means = sorted(_mean([games[int(rng.below(len(games)))] for _ in games]) for _ in range(RESAMPLED))
        return cls(_mean(games), means[RESAMPLED // 40], means[-RESAMPLED // 40])

    def __str__(self) -> str:
        return f"{self.mean:.4f} ({self.low:.4f} to {self.high:.4f})"


def _mean(games: Sequence[Sequence[float]]) -> float:
    return sum(map(sum, games)) / sum(map(len, games))


def stamp(game: Game) -> list[Any]:
    """What a panel must fit: rules, components and actions of a game; it holds records, so words do not matter."""
    actions = blake2b(dumps(list(game.action_texts())).encode(), digest_size=6).hexdigest()
    return [game.id, game.version, game.data_hash, actions]


class Panel:
    """A panel that fits the game of today, or BadPanel."""

    def __init__(self, game: Game, path: Path | None = None) -> None:
        self.game = game
        self.path = path or Path(__file__).parent / "panels" / f"{game.id}.jsonl"  # the one that is shipped
        remake = f"make it anew with `tavern-bots panel --make --game {game.id}`"
        if path is None and not self.path.is_file():
            raise BadPanel(f"No panel of {game.title} is shipped: {remake} and name its --file.")
        self.header, self.rows, _ = read_ledger(self.path)
        if self.header.get("panel") != FORMAT or not self.rows:
            raise BadPanel(f"{self.path} is no panel of format {FORMAT}: {remake}.")
        if self.header.get("of") != stamp(game):
            raise BadPanel(f"The panel {self.path} is of other rules, components or actions of {game.title}: {remake}.")

    @property
    def decisions(self) -> int:
        """How many there are."""
        return sum(posed_in(row, self.path) for row in self.rows)

    def record(self, number: int) -> tuple[Record, list[Posed]]:
        """A game of the panel and the decisions in it that count, or BadPanel."""
        try:
            row = self.rows[number]
            record = Record.of(self.game, row["seats"], row["seed"], self.game.checked_options({}))
            record.actions.extend(row["actions"])
            return record, [posed_of(*one) for one in row["posed"]]
        except (KeyError, TypeError, ValueError, IndexError, OverflowError):
            raise BadPanel(f"Game {number} of the panel {self.path} is damaged: make it anew.") from None


def posed_in(row: Any, path: Path) -> int:
    """How many decisions a game of a panel has, or BadPanel."""
    match row:
        case {"posed": [*posed]}:
            return len(posed)
    raise BadPanel(f"A game of the panel {path} is damaged: delete the file, and make it anew.")


def posed_of(after: int, actions: list[int], *columns: list[int]) -> Posed:
    """A decision from its row; whatever is wrong with it is a TypeError or a ValueError."""
    if len(columns) != 2 * len(COLUMNS) or any(len(column) != len(actions) for column in columns):
        raise ValueError
    if not all(isinstance(one, int) for one in (after, *actions)):
        raise TypeError
    values = [tuple(value / PARTS for value in column) for column in columns]
    if not all(-2 <= value <= 2 for column in values for value in column) or after < 0:
        raise ValueError
    return Posed(after, tuple(actions), Judged(*values[:3]), Judged(*values[3:]))


def regrets(panel: Panel, text: str, workers: int) -> Iterator[tuple[list[float], list[float]]]:
    """The bot's regrets in game after game: in sampled worlds, and with the true hands."""
    if not bot_of(text).plays(panel.game):
        raise BadBot(f"The bot {text!r} does not play {panel.game.title}.")
    yield from side_by_side(
        ask_game, [(panel.game.id, panel.path, text, one) for one in range(len(panel.rows))], workers
    )


def ask_game(work: tuple[str, Path, str, int]) -> tuple[list[float], list[float]]:
    """The regrets in one game of a panel."""
    game_id, path, text, number = work
    panel = Panel(game_of(game_id, ""), path)
    record, posed = panel.record(number)
    found = []
    for one in posed:
        before = Record.of(panel.game, record.seats, record.seed, record.options)
        before.actions.extend(record.actions[: one.after])
        table = before.replay(panel.game)
        if table.over or tuple(table.ask()[1].legal()) != one.actions:
            raise BadPanel(f"Game {number} of the panel {path} does not go by today's rules: make it anew.")
        place = one.actions.index(answer_at(table, text, f"panel {number} {one.after}"))
        found.append((one.sampled.regret(place), one.true.regret(place)))
    return [sampled for sampled, _ in found], [true for _, true in found]


def answer_at(table: Table, text: str, seed: str) -> int:
    """What a bot does that takes the seat now, and is told all that its seat saw."""
    choice = bot_of(text)
    seat, infoset = table.ask()
    assert table.record is not None
    place = choice.place(table.game, seat, table.seats, Rng(seed_words(seed)[0]), table.record.options)
    return answered(choice, place, infoset, lambda bot: decision(bot, table, infoset, table.news(seat)))
