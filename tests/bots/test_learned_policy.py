"""A learned policy: honest, better than the rules it comes from, and trained by one command that can be broken off."""

from itertools import islice
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavern_bots.api import BadBot, Clock
from tavern_bots.cli import main
from tavern_bots.discover import choose_bot
from tavern_bots.evaluation import Seated
from tavern_bots.learned import whole
from tavern_bots.learned_policy import LearnedPolicy
from tavern_bots.measure.schooling import RARE, Student, course_of, lessons_of
from tavern_bots.net import FIGURE, WEIGHT, Weights, WholeNet
from tavern_bots.player import player_of, rules_player
from tavern_bots.shipped import LearnedBot, SearchBot
from tavern_bots.testing.deals import infoset_of, words_of
from tavern_engine import COMPILED, Policy, Rng, State, game

INN = game("red-dragon-inn")
SMALL = ("train", "red-dragon-inn", "--what", "policy", "--seats", 2, "--games", 120, "--rounds", 2, "--epochs", 1)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


def shipped() -> LearnedPolicy:
    found = rules_player(INN).learned_policy(INN)
    assert isinstance(found, LearnedPolicy)
    return found


def decisions(policy: Policy, seats: int, games: int) -> list[State]:
    """The states at all decisions of games that the policy plays; fewer of them where that takes long."""
    found: list[State] = []
    for seed in range(games if COMPILED else 1):
        state, rng = INN.new(seats, seed, {"boxes": "tavern-crew"}), Rng(seed)
        while state.seat() >= 0:
            found.append(state.clone())
            state.apply(int(policy.choose(state, rng)))
    return found


def test_the_net_can_be_asked_for_more_numbers_than_were_read() -> None:
    rows = [[WEIGHT, WEIGHT], [2 * WEIGHT, 0], [0, -WEIGHT], [WEIGHT, 4 * WEIGHT]]
    net = WholeNet(Weights([0, WEIGHT], rows, [WEIGHT, 3 * WEIGHT]))
    net.read(shipped().features.numbers[:1])
    assert int(net.figure()) == 3 * FIGURE
    assert int(net.figure_with(3, 1, 5, 2)) == (11 + 3 * (1 - 2 + 4)) * FIGURE
    assert int(net.figure_with(3, 1, 5, 6)) == 11 * FIGURE
    assert int(net.figure()) == 3 * FIGURE


@pytest.mark.parametrize("seats", [2, 4])
def test_it_chooses_what_is_legal_by_what_its_seat_sees(seats: int) -> None:
    policy = shipped()
    for state in decisions(policy, seats, 10):
        before, legal = state.to_bytes(), state.legal()
        chosen = int(policy.choose(state, Rng(1)))
        assert chosen in legal
        seen = infoset_of(INN, words_of(state.observe(int(state.seat())).view))  # as a bot elsewhere gets it
        assert int(policy.choose(seen.view, Rng(1))) == chosen
        assert state.to_bytes() == before


def test_what_it_has_no_lessons_of_is_left_to_the_rules() -> None:
    player = rules_player(INN)
    assert player.pupil is not None
    policy, rules = player.pupil(INN), player.policy(INN)
    states = decisions(rules, 4, 3)
    usual = [int(rules.choose(state, Rng(1))) for state in states]
    assert [int(policy.choose(state, Rng(1))) for state in states] == usual
    policy.teach(Weights([0], [[0]] * len(policy.names), [WEIGHT]))
    assert [int(policy.choose(state, Rng(1))) for state in states] == usual
    assert [int(shipped().choose(state, Rng(1))) for state in states] != usual


@pytest.mark.parametrize(("seats", "par"), [(2, 0.5), (4, 0.25)])
def test_it_wins_more_than_the_rules(seats: int, par: float) -> None:
    """The same deals from every seat; nothing was trained on them, and the same games are played each time."""
    policy, rules = shipped(), rules_player(INN).policy(INN)
    won, deals = 0.0, 60
    for deal in range(deals):
        for mine in range(seats):
            state = INN.new(seats, f"fresh {deal}")
            state.playout(Seated([policy if seat == mine else rules for seat in range(seats)]), Rng(deal), 1_000_000)
            scores = [int(state.score(seat)) for seat in range(seats)]
            won += (scores[mine] == max(scores)) / scores.count(max(scores))
    assert won / (deals * seats) > par


def test_the_bot_makes_its_choices_and_says_where_it_has_learned() -> None:
    bot = choose_bot("learned").seat(INN, 0, 2, Rng(1))
    assert isinstance(bot, LearnedBot)
    said = set()
    for state in decisions(shipped(), 2, 3):
        assert bot.choose(state.observe(int(state.seat())), Clock()) == int(shipped().choose(state, Rng(1)))
        said.add(bot.explain())
    assert said == {"It has learned that this gains most.", "It left this to the rules."}


def test_it_plays_only_with_what_it_was_trained_for() -> None:
    assert choose_bot("learned").plugin.games == ("red-dragon-inn",)
    with pytest.raises(BadBot, match="The bot 'learned' does not play Dragon's Vault"):
        choose_bot("learned").seat(game("dragon-vault"), 0, 2, Rng(1))


def test_with_other_components_the_rules_decide_and_it_says_so() -> None:
    tiny = INN.tiny()
    bot = choose_bot("learned").seat(tiny, 0, 2, Rng(1))
    assert isinstance(bot, LearnedBot)
    state = tiny.new(2, 1)
    usual = int(rules_player(tiny).policy(tiny).choose(state, Rng(1)))
    assert bot.choose(state.observe(int(state.seat())), Clock()) == usual
    assert bot.explain().endswith(
        "so the rules decide: `tavern-bots train red-dragon-inn --what policy` makes a new one."
    )


def test_lessons_are_written_down_as_they_were_taken(tmp_path: Path) -> None:
    course = course_of("red-dragon-inn", "", (2, 4), 20, 1, 1, "test")
    (lessons,) = lessons_of(course, 0, None, tmp_path, 1)
    assert lessons.numbers.shape == (len(lessons.games), len(course.pupil().features.names))
    assert set(lessons.slots.tolist()) <= set(range(len(course.pupil().slots)))
    assert len(set(lessons.games.tolist())) > 15
    assert -10 <= lessons.gains.min() < 0 < lessons.gains.max() <= 10


def test_the_same_seed_gives_the_same_file_and_a_broken_training_goes_on(tmp_path: Path) -> None:
    for name, more in (("first", ("--workers", 1)), ("second", ("--workers", 2)), ("other", ("--seed", "another"))):
        result = run(*SMALL, *more, "--folder", tmp_path / name, "--out", tmp_path / f"{name}.toml")
        assert result.exit_code == 0, result.output
        assert "of what choices gain is foretold in held-out games" in result.output
    first, second, other = ((tmp_path / f"{name}.toml").read_text() for name in ("first", "second", "other"))
    assert first == second
    assert first != other
    (tmp_path / "first" / "round-1-chapter-0.npz").unlink()
    (tmp_path / "first" / "round-1.npz").unlink()
    assert run(*SMALL, "--folder", tmp_path / "first", "--out", tmp_path / "again.toml").exit_code == 0
    assert (tmp_path / "again.toml").read_text() == first


def test_a_sort_of_choice_that_is_rare_teaches_nothing(tmp_path: Path) -> None:
    course = course_of("red-dragon-inn", "", (2,), 120, 1, 1, "test")
    (lessons,) = lessons_of(course, 0, None, tmp_path, 1)
    student = Student(course, 0, lessons, tmp_path)
    student.learn()
    policy = course.pupil()
    policy.teach(whole(student.net()))
    taught = [sum(lessons.slots == slot) >= RARE for slot in range(len(policy.slots))]
    assert [bool(one) for one in islice(policy.known, len(policy.slots))] == taught
    assert any(taught)
    assert not all(taught)


def test_too_few_lessons_are_told_of(tmp_path: Path) -> None:
    few = ("train", "red-dragon-inn", "--what", "policy", "--seats", 2, "--games", 20, "--folder", tmp_path)
    result = CliRunner().invoke(main, [str(one) for one in few])
    assert result.exit_code == 1
    assert "20 games give too few lessons of any sort to learn from: play more." in result.output


def test_a_game_without_one_says_so() -> None:
    result = CliRunner().invoke(main, ["train", "dragon-vault", "--what", "policy", "--games", "20"])
    assert result.exit_code == 1
    assert "has no learned policy" in result.output
    player = player_of("dragon-vault")
    assert player is not None
    assert player.learned_policy(game("dragon-vault")) == (
        "Nobody has trained a policy of Dragon's Vault, so the rules decide."
    )


def test_a_search_can_play_on_as_it_has_learned_and_the_others_by_the_rules() -> None:
    bot = choose_bot("mcts:rollout=learned").seat(INN, 2, 4, Rng(1))
    assert isinstance(bot, SearchBot)
    who = bot.players()
    assert isinstance(who, Seated)
    assert [isinstance(policy, LearnedPolicy) for policy in who.policies] == [False, False, True, False]
    state = INN.new(4, 3)
    assert who.outlook(state, 2) == who.policies[2].outlook(state, 2)


def test_where_nothing_was_learned_it_says_so_and_plays_on_by_the_rules() -> None:
    vault = game("dragon-vault")
    infoset = vault.new(2, 1).observe(0)
    taught, ruled = (
        choose_bot(f"mcts:simulations=20,rollout={rollout}").seat(vault, 0, 2, Rng(1))
        for rollout in ("learned", "rules")
    )
    assert taught.choose(infoset, Clock()) == ruled.choose(infoset, Clock())
    assert isinstance(taught, SearchBot)
    assert isinstance(ruled, SearchBot)
    assert taught.explain() == f"{ruled.explain()} Nobody has trained a policy of Dragon's Vault, so the rules decide."
