"""What decisions gain over those of the rules: nothing for the rules themselves, for others what games show."""

import pytest
from click.testing import CliRunner

from tavern_bots.api import BadBot
from tavern_bots.cli import main
from tavern_bots.measure.gain import Gain, Gained, gained, measure_gain
from tavern_bots.measure.strength import Pairing


def test_the_rules_gain_nothing_over_themselves() -> None:
    *_, result = measure_gain(Pairing("red-dragon-inn", "rules", ("rules",), 2), 4, 5, workers=1)
    assert (result.interval.share, [one.others for one in result.games]) == (0.0, [0] * 4)
    assert all(one.decisions > 5 for one in result.games)


def test_who_plays_at_random_loses_what_the_rules_would_have_won() -> None:
    """Half of the games are the par, and it wins hardly one."""
    *_, result = measure_gain(Pairing("red-dragon-inn", "random", ("rules",), 2), 30, 20, workers=1)
    assert sum(one.won for one in result.games) <= 2
    found = result.interval
    assert found.share - found.margin < -0.5 < found.share + found.margin < -0.2


def test_a_game_is_told_the_same_by_any_number_of_processes() -> None:
    pairing = Pairing("red-dragon-inn", "learned", ("rules",), 2)
    results = [list(measure_gain(pairing, 3, 2, workers))[-1] for workers in (1, 2)]
    assert results[0] == results[1]
    assert gained((pairing, 2, 2)) == results[0].games[2]


def test_the_interval_comes_from_the_spread_between_games() -> None:
    result = Gain((Gained(1.0, 10, 5, 0.5), Gained(0.0, 10, 0, 0.1)))
    assert result.interval.margin == pytest.approx(1.96 * 0.2)
    said = "+30.0 % +- 39.2 of wins a game over 2 games; it did otherwise in 25 % of its decisions, and won 50.0 %"
    assert str(result) == said
    assert Gain(result.games[:1]).interval.margin == 1.0


def test_the_command_says_it_in_a_line() -> None:
    done = CliRunner().invoke(main, ["gain", "random", "--games", "2", "--tries", "3", "--workers", "1"])
    assert done.exit_code == 0
    assert done.output.startswith("random against rules, 2 seats: ")
    assert "of wins a game over 2 games; it did otherwise in" in done.output


def test_without_rules_there_is_nothing_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavern_bots.player.player_of", lambda game_id: None)
    with pytest.raises(BadBot, match="Nobody has written rules for playing Dragon's Vault yet"):
        next(measure_gain(Pairing("dragon-vault", "random", ("random",), 2), 1, 1, workers=1))


def test_what_a_bot_knows_beyond_its_seat_cannot_be_tried() -> None:
    with pytest.raises(BadBot, match="insider sees what its seat cannot know, and that is not tried here"):
        next(measure_gain(Pairing("red-dragon-inn", "insider", ("rules",), 2), 1, 1, workers=1))
