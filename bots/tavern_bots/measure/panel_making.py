"""Makes a panel: games of different bots at small and large tables, and the judge's word on some decisions of each."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import tavern_engine
from tavern_bots.measure.judge import Judge
from tavern_bots.measure.ledger import Ledger
from tavern_bots.measure.panel import FORMAT, Posed, answer_at, posed_in, stamp
from tavern_bots.measure.side_by_side import side_by_side
from tavern_engine import Game, Rng, Table, game
from tavern_engine.chance import seed_words

#: Whose play the decisions come from: what searches model, what they do not, and searches themselves.
MAKERS: Final = (
    "rules",
    "mcts:simulations=60",
    "rules:style=1",
    "rules:style=2,errors=0.05",
    "flat:simulations=40,rollout=random,horizon=30",
    "rules:errors=0.2",
)
POSED: Final = 10  # decisions of each game
#: How many worlds the judge looks at for each decision, so that a panel takes some minutes; elsewhere it is USUAL.
WORLDS: Final = {"dragon-vault": 800, "red-dragon-inn": 480, "tavern-brawl": 120, "tiefenthal": 16}
USUAL: Final = 100


def worlds_for(game_id: str, wanted: int | None) -> int:
    """How many worlds the judge looks at: as wanted, or as many as take some minutes."""
    return WORLDS.get(game_id, USUAL) if wanted is None else wanted


def header_of(game: Game, decisions: int, worlds: int, seed: str) -> dict[str, Any]:
    """What a panel is of, and what made it."""
    command = f"tavern-bots panel --make --game {game.id} --decisions {decisions} --worlds {worlds} --seed {seed}"
    return {
        "panel": FORMAT,
        "of": stamp(game),
        "version": tavern_engine.__version__,
        "command": command,
        "makers": list(MAKERS),
    }


def make_panel(game_id: str, path: Path, decisions: int, worlds: int, seed: str, workers: int) -> Iterator[int]:
    """Make a panel of so many decisions or go on making it; how many there are after each game."""
    rules = game(game_id)
    games = -(-decisions // POSED)
    with closing(Ledger(path, header_of(rules, decisions, worlds, seed))) as ledger:
        made = sum(posed_in(row, path) for row in ledger.rows)
        yield made
        work = [(game_id, seed, number, worlds) for number in range(len(ledger.rows), games)]
        for row in side_by_side(make_game, work, workers):
            ledger.add(row)
            made += len(row["posed"])
            yield made


def make_game(work: tuple[str, str, int, int]) -> dict[str, Any]:
    """A whole game of bots drawn by lot, and the judge's word on decisions drawn by lot."""
    game_id, seed, number, worlds = work
    rules = game(game_id)
    rng = Rng(seed_words(f"{seed} {number}")[0])
    sizes = [size for size in rules.sizes if size in (2, 4)] or [rules.min_seats]
    table = Table(rules, sizes[number % len(sizes)], f"{seed} deal {number}", rules.checked_options({}))
    line_up = [MAKERS[int(rng.below(len(MAKERS)))] for _ in range(table.seats)]
    while not table.over:
        assert table.record is not None
        seat, _ = table.ask()
        table.answer(answer_at(table, line_up[seat], f"{seed} {number} {len(table.record.actions)}"))
    assert table.record is not None
    actions = table.record.actions
    places: set[int] = set()
    while len(places) < min(POSED, len(actions)):
        places.add(int(rng.below(len(actions))))
    posed = pose(rules, table, places, worlds, f"{seed} {number}")
    return {
        "seats": table.seats,
        "seed": table.record.seed,
        "line_up": line_up,
        "actions": actions[: max(places)],
        "posed": [one.row() for one in posed],
    }


def pose(rules: Game, played: Table, places: set[int], worlds: int, seed: str) -> Iterator[Posed]:
    """The decisions at these places of a game that was played, with the judge's word on each."""
    assert played.record is not None
    judge = Judge(rules, worlds)
    table = Table(rules, played.seats, played.record.seed, played.record.options)
    for number, action in enumerate(played.record.actions):
        if number in places:
            sampled, true = judge.judge(table.truth(), f"{seed} {number}")
            yield Posed(number, tuple(table.ask()[1].legal()), sampled, true)
        table.answer(action)
