"""Measuring strength: shares and intervals over deals, and the truth for nobody but the oracle."""

from pathlib import Path

import pytest

from tavern_bots.api import BadBot
from tavern_bots.measure.strength import Pairing, Result, measure, play_deal, play_game
from tavern_engine import BadSetup, game

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


def test_deals_that_came_out_alike_are_no_certainty() -> None:
    assert str(Result((1.0, 1.0))) == "100.0 % +- 77.6 of wins over 2 deals"
    assert str(Result((0.0,) * 200)) == "0.0 % +- 1.5 of wins over 200 deals"


def test_a_deal_is_played_from_every_seat_and_can_be_repeated() -> None:
    pairing = Pairing("dragon-vault", "rules", ("random",), 2)
    shares = [play_deal((pairing, deal)) for deal in range(3)]
    assert shares == [play_deal((pairing, deal)) for deal in range(3)]
    assert sum(shares) / 3 > 0.8


@pytest.mark.slow
def test_only_the_oracle_is_shown_the_truth(tmp_path: Path) -> None:
    (tmp_path / "cheat.py").write_text(CHEAT)
    play_game(Pairing("dragon-vault", f"{tmp_path / 'cheat.py'}:Cheat", ("random",), 2), 0, 0)
    assert play_game(Pairing("dragon-vault", "oracle:simulations=20", ("random",), 2), 0, 0) == 1


def test_a_wrong_bot_is_refused_before_anything_is_played() -> None:
    with pytest.raises(BadBot, match="Did you mean 'rules'"):
        next(measure(Pairing("dragon-vault", "rulse", ("random",), 2), 1, 1))


def test_a_bot_that_does_not_play_the_game_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    (tmp_path / "cheat.py").write_text(CHEAT.replace('"all games"', '("chess",)'))
    with pytest.raises(BadBot, match="does not play Dragon's Vault"):
        next(measure(Pairing("dragon-vault", f"{tmp_path / 'cheat.py'}:Cheat", ("random",), 2), 1, 1))


def test_options_and_data_of_the_table_are_played_with(tmp_path: Path) -> None:
    """A bot that looks: it is told the options, and the components are those of the file."""
    tiny = game("dragon-vault").tiny()
    look = "assert place.table_options['tricks'] and place.game.data_hash == '" + tiny.data_hash + "'"
    (tmp_path / "look.py").write_text(CHEAT.replace("place): ...", f"place): {look}"))
    pairing = Pairing(
        "dragon-vault",
        f"{tmp_path / 'look.py'}:Cheat",
        ("random",),
        2,
        options={"tricks": True},
        data=str(tiny.data_file),
    )
    assert play_game(pairing, 0, 0) in (0.0, 0.5, 1.0)
    with pytest.raises(BadBot, match="failed in seat 0 of deal 0: AssertionError: no reason given"):
        play_game(Pairing("dragon-vault", pairing.bot, ("random",), 2), 0, 0)


def test_options_that_cannot_be_are_refused_before_anything_is_played() -> None:
    with pytest.raises(BadSetup, match="has no option 'trick'"):
        next(measure(Pairing("dragon-vault", "rules", ("random",), 2, options={"trick": True}), 1, 1))


def test_a_bot_that_wants_to_see_is_told_what_happened(tmp_path: Path) -> None:
    seeing = CHEAT + "\n    def see(self, events):\n        self.seen = events\n"
    (tmp_path / "see.py").write_text(
        seeing.replace("return infoset.legal()[0]", "return infoset.legal()[len(self.seen) * 0]")
    )
    assert play_game(Pairing("dragon-vault", f"{tmp_path / 'see.py'}:Cheat", ("random",), 2), 0, 0) in (0.0, 0.5, 1.0)
