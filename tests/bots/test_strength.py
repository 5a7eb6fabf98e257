"""Measuring strength: shares and intervals over deals, and the truth for nobody but the oracle."""

from pathlib import Path

import pytest

from tavern_bots.api import BadBot
from tavern_bots.strength import Pairing, Result, measure, play_deal, play_game

CHEAT = """
class Cheat:
    summary, games, options = "asks for the truth", "all games", ()

    def __init__(self, place): ...

    def choose(self, infoset, clock):
        return infoset.legal()[0]

    def choose_seeing(self, truth):
        raise RuntimeError("was shown the truth")
"""


def test_the_interval_comes_from_the_spread_between_deals() -> None:
    result = Result((1.0, 0.5, 0.5, 0.0))
    assert result.share == 0.5
    assert result.margin == pytest.approx(1.96 * (1 / 6) ** 0.5 / 2)
    assert str(result) == "50.0 % +- 40.0 of wins over 4 deals"


def test_a_deal_is_played_from_every_seat_and_can_be_repeated() -> None:
    pairing = Pairing("dragon-vault", "rules", "random", 2)
    shares = [play_deal((pairing, deal)) for deal in range(3)]
    assert shares == [play_deal((pairing, deal)) for deal in range(3)]
    assert sum(shares) / 3 > 0.8


def test_only_the_oracle_is_shown_the_truth(tmp_path: Path) -> None:
    (tmp_path / "cheat.py").write_text(CHEAT)
    play_game(Pairing("dragon-vault", f"{tmp_path / 'cheat.py'}:Cheat", "random", 2), 0, 0)
    assert play_game(Pairing("dragon-vault", "oracle:simulations=20", "random", 2), 0, 0) == 1


def test_a_wrong_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BadBot, match="Did you mean 'rules'"):
        next(measure(Pairing("dragon-vault", "rulse", "random", 2), 1, 1))
