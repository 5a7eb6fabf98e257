"""Bots by game: each game's folder exports its player; searches play any game, rules only those that have one."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from shelves import GAMES, on_path, publish
from show_and_play import ShowAndPlay

import tavern_bots
from tavern_bots.api import BadBot, Clock
from tavern_bots.discover import choose_bot
from tavern_bots.player import player_of, rules_player
from tavern_bots.testing import check_bot
from tavern_engine import COMPILED, Game, InfoSet, Rng, Table, game, games

TOY = ShowAndPlay()
BUDGET = "simulations=20"
SEARCHES = ("flat", "determinized", "mcts", "mcts:opponents=search", "mcts:opponents=own-view", "mcts:paired=true")
PLAYER = """
from tavern_bots.player import Player
from tavern_engine import Policy

FIRST = 7


class ToyRules(Policy):
    def __init__(self):
        self.reason = FIRST

    def choose(self, state, rng):
        return state.nth(0)


PLAYER = Player(lambda game: ToyRules(), reasons={FIRST: "takes what comes first"}, tuned={"scale": 3, "epsilon": 0.0})
"""


@pytest.fixture
def joined(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """The toy game, registered, and with a player in a folder of its own, long after everything was imported."""
    players, shelf = tmp_path / "players", tmp_path / "shelf"
    monkeypatch.setattr(tavern_bots, "__path__", [*tavern_bots.__path__, str(players)])
    publish(shelf, "toy", GAMES, "show-and-play = show_and_play:ShowAndPlay", {})
    (players / "show_and_play").mkdir(parents=True)
    (players / "show_and_play" / "__init__.py").write_text(PLAYER)
    with on_path(shelf):
        yield game(TOY.id)
    sys.modules.pop("tavern_bots.show_and_play", None)


def first_question(game: Game) -> InfoSet:
    return Table(game, game.min_seats, 1).ask()[1]


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_every_game_has_a_player_that_gives_a_sentence_for_each_decision(game: Game) -> None:
    reasons = rules_player(game).reasons
    assert isinstance(reasons, dict)
    for seed in range(3):
        table = Table(game, game.usual_size, seed)
        bots = [choose_bot("rules").seat(game, seat, table.seats, Rng(seat)) for seat in range(table.seats)]
        for _ in range(200 if COMPILED else 20):
            if table.over:
                break
            seat, infoset = table.ask()
            table.answer(bots[seat].choose(infoset, Clock()))
            assert bots[seat].explain() in {f"It {reason}." for reason in reasons.values()}  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["random", *SEARCHES])
def test_a_game_that_nobody_has_written_a_player_for_is_played(name: str) -> None:
    text = name if name == "random" else f"{name}{',' if ':' in name else ':'}{BUDGET}"
    assert [str(finding) for finding in check_bot(choose_bot(text), [TOY], effort=0.05)] == []


def test_without_a_player_rollouts_are_random_unless_rules_were_asked_for() -> None:
    assert choose_bot("mcts").options(TOY.id)["rollout"] == "random"
    assert choose_bot("mcts").options("dragon-vault")["rollout"] == "rules"
    with pytest.raises(BadBot, match="cannot be seated: Nobody has written rules for playing Show and Play yet"):
        choose_bot("mcts:rollout=rules").seat(TOY, 0, 2, Rng(1))


def test_rules_refuse_a_game_without_a_player() -> None:
    assert player_of(TOY.id) is None
    with pytest.raises(BadBot, match="The bot 'rules' does not play Show and Play"):
        choose_bot("rules").seat(TOY, 0, 2, Rng(1))


def test_a_game_and_its_player_may_join_at_any_time(joined: Game) -> None:
    rules = choose_bot("rules")
    assert joined.id in rules.plugin.games
    bot = rules.seat(joined, 0, 2, Rng(1))
    infoset = first_question(joined)
    assert bot.choose(infoset, Clock()) == infoset.legal()[0]
    assert bot.explain() == "It takes what comes first."  # type: ignore[attr-defined]


def test_what_a_player_says_is_tuned_is_used_and_told(joined: Game) -> None:
    mcts = choose_bot(f"mcts:{BUDGET}")
    options = mcts.options(joined.id)
    assert (options["scale"], options["epsilon"], options["rollout"]) == (3, 0.0, "rules")
    assert mcts.seat(joined, 0, 2, Rng(1)).choose(first_question(joined), Clock()) in first_question(joined).legal()
    told = {option["name"]: option["tuned"] for option in mcts.about()["options"]}
    assert told["scale"][joined.id] == 3
    assert joined.id not in told["rollout"]


def test_modules_that_are_no_players_are_not_taken_for_one() -> None:
    assert [player_of(name) for name in ("", "frames", "no-such-game")] == [None] * 3
