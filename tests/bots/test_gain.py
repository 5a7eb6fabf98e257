"""What decisions gain over those of the rules: nothing for the rules themselves, for others what games show."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from tavern_bots.api import BadBot
from tavern_bots.cli import main
from tavern_bots.measure.gain import Gain, Gained, gained, measure_gain
from tavern_bots.measure.strength import Pairing

ODD = """
class Odd:
    summary, games, options = "answers what is not asked", "all games", ()

    def __init__(self, place): ...

    def choose(self, infoset, clock):
        return 999_999_999
"""


def test_the_rules_gain_nothing_over_themselves() -> None:
    *_, result = measure_gain(Pairing("red-dragon-inn", "rules", ("rules",), 2), 4, 5, workers=1)
    assert (result.of().share, [one.others for one in result.games]) == (0.0, [(0,)] * 4)
    assert all(one.decisions > 5 for one in result.games)


def test_who_plays_at_random_loses_what_the_rules_would_have_won() -> None:
    """Half of the games are the par, and it wins hardly one."""
    *_, result = measure_gain(Pairing("red-dragon-inn", "random", ("rules",), 2), 30, 20, workers=1)
    assert sum(one.won for one in result.games) <= 2
    found = result.of()
    assert found.share - found.margin < -0.5 < found.share + found.margin < -0.2


def test_a_game_is_told_the_same_by_any_number_of_processes() -> None:
    pairing = Pairing("red-dragon-inn", "learned", ("rules",), 2)
    results = [list(measure_gain(pairing, 3, 2, workers))[-1] for workers in (1, 2)]
    assert results[0] == results[1]
    assert gained((pairing, (), "rules", 2, 2)) == results[0].games[2]


def test_it_can_be_compared_with_what_was_learned() -> None:
    """Then the rules do otherwise, just where they are told to have done so beside `learned`."""
    pairing = Pairing("red-dragon-inn", "learned", ("rules",), 2)
    *_, by_learned = measure_gain(pairing, 3, 5, 1, ["rules"], "learned")
    *_, by_rules = measure_gain(pairing, 3, 5, 1, ["rules"])
    assert [one.others[0] for one in by_learned.games] == [one.others[1] for one in by_rules.games] == [0] * 3
    assert [one.others[1] for one in by_learned.games] == [one.others[0] for one in by_rules.games]
    assert by_learned.of().share == by_rules.of(1).share == 0 < by_rules.otherwise()
    with pytest.raises(BadBot, match="Nobody has trained a policy of Dragon's Vault"):
        next(measure_gain(Pairing("dragon-vault", "rules", ("rules",), 2), 1, 1, 1, (), "learned"))


def test_rivals_are_asked_at_the_same_decisions() -> None:
    """Who does the same gains the same; what the first gains more has the smaller error for it."""
    pairing = Pairing("red-dragon-inn", "learned", ("rules",), 2)
    *_, result = measure_gain(pairing, 8, 20, 1, ["learned", "rules", "random"])
    assert [one.gains[:3] for one in result.games] == [(one.gains[0], one.gains[0], 0.0) for one in result.games]
    assert [one.others[2] for one in result.games] == [0] * 8
    assert result.over(1).shares == [0.0] * 8
    assert result.over(3).share > 0.1 > -0.1 > result.of(3).share


def test_a_rival_changes_nothing_of_what_is_played() -> None:
    pairing = Pairing("red-dragon-inn", "learned", ("rules",), 2)
    alone, beside = (
        gained((pairing, rivals, "rules", 1, 3)) for rivals in ((), ("random", "mcts:simulations=10,beliefs=10"))
    )
    assert (alone.won, alone.decisions, alone.others, alone.gains) == (
        beside.won,
        beside.decisions,
        beside.others[:1],
        beside.gains[:1],
    )


def test_the_interval_comes_from_the_spread_between_games() -> None:
    result = Gain((Gained(1.0, 10, (5, 2), (0.5, 0.2)), Gained(0.0, 10, (0, 2), (0.1, -0.2))))
    assert result.of().margin == result.of(1).margin == pytest.approx(1.96 * 0.2)
    said = "+30.0 % +- 39.2 of wins a game over 2 games; it did otherwise in 25 % of its decisions, and won 50.0 %"
    assert str(result) == said
    assert result.beside(1) == (
        "+0.0 % +- 39.2 of wins a game; it did otherwise in 20 % of its decisions; +30.0 % +- 0.0 of wins for the first"
    )
    assert Gain(result.games[:1]).of().margin == 1.0


def test_the_command_says_it_in_a_line() -> None:
    done = CliRunner().invoke(main, ["gain", "random", "--games", "2", "--tries", "3", "--workers", "1"])
    assert done.exit_code == 0
    assert done.output.startswith("random against rules, 2 seats: ")
    assert "of wins a game over 2 games; it did otherwise in" in done.output


def test_the_command_has_a_line_for_every_rival() -> None:
    arguments = ["gain", "random", "rules", "flat:simulations=5", "--games", "2", "--tries", "3", "--workers", "1"]
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0
    first, second, third = done.output.splitlines()
    assert first.startswith("random against rules, 2 seats: ")
    assert second.startswith("rules beside it: +0.0 % +-")
    assert third.startswith("flat:simulations=5 beside it: ")


def test_a_rival_that_fails_is_named(tmp_path: Path) -> None:
    (tmp_path / "odd.py").write_text(ODD)
    rival = f"{tmp_path / 'odd.py'}:Odd"
    with pytest.raises(BadBot, match=r"The bot '.*odd\.py:Odd' answered 999999999, which is not legal there"):
        next(measure_gain(Pairing("dragon-vault", "random", ("random",), 2), 1, 1, 1, [rival]))


def test_without_rules_there_is_nothing_to_compare_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tavern_bots.player.player_of", lambda game_id: None)
    with pytest.raises(BadBot, match="Nobody has written rules for playing Dragon's Vault yet"):
        next(measure_gain(Pairing("dragon-vault", "random", ("random",), 2), 1, 1, workers=1))


def test_who_sees_hands_is_tried_with_the_same_hands_and_new_luck() -> None:
    *_, result = measure_gain(Pairing("dragon-vault", "insider:simulations=50", ("rules",), 2), 6, 20, workers=1)
    assert result.of().share > 0


@pytest.mark.parametrize("bots", [("oracle", []), ("rules", ["rules", "oracle"])], ids=["plays", "beside"])
def test_who_foresees_luck_cannot_be_tried(bots: tuple[str, list[str]]) -> None:
    with pytest.raises(BadBot, match="oracle foresees luck that is drawn anew here: use strength"):
        next(measure_gain(Pairing("red-dragon-inn", bots[0], ("rules",), 2), 1, 1, 1, bots[1]))
