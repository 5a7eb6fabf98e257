"""A learned evaluation: what it reads is honest, its chances add up, and a file that does not fit is told of."""

from pathlib import Path

import pytest

from tavern_bots.api import BadBot, Clock
from tavern_bots.discover import choose_bot
from tavern_bots.evaluation import CERTAIN, Evaluation, Features
from tavern_bots.learned import learned
from tavern_bots.net import WEIGHT, Weights
from tavern_bots.player import player_of, rules_player
from tavern_engine import Game, RandomPolicy, Rng, State, game
from tavern_engine.state import ASKED

GAMES = [game(name) for name in ("dragon-vault", "red-dragon-inn", "tiefenthal")]
CHANCES = {
    "dragon-vault": [316594, 336377, 339655],
    "red-dragon-inn": [340152, 332784, 332469],
    "tiefenthal": [434434, 274452, 203975],
}
by_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)


def features_of(rules: Game) -> Features:
    features = rules_player(rules).features
    assert features is not None
    return features(rules)


def calm_states(rules: Game, seats: int, number: int = 8) -> list[State]:
    """Calm states of some games, played by the rules."""
    features, policy = features_of(rules), rules_player(rules).policy(rules)
    found = []
    for seed in range(number):
        state, rng = rules.new(seats, seed), Rng(seed)
        state.playout(policy, rng, 20 + 5 * seed)
        while state.w[ASKED] >= 0 and not features.is_calm(state):
            state.move(policy.choose(state, rng))
        if state.w[ASKED] >= 0:
            found.append(state)
    assert found
    return found


def numbers(features: Features, state: State, seat: int) -> list[int]:
    features.read(state, seat)
    return [int(one) for one in features.numbers]


@by_game
@pytest.mark.parametrize("seats", [2, 4])
def test_chances_add_up(rules: Game, seats: int) -> None:
    evaluation = rules_player(rules).evaluation(rules)
    assert isinstance(evaluation, Evaluation)
    for state in calm_states(rules, seats):
        chances = [int(evaluation.chance(state, seat)) for seat in range(seats)]
        assert all(0 <= chance <= CERTAIN for chance in chances)
        assert abs(sum(chances) - CERTAIN) <= seats
        state.playout(RandomPolicy(), Rng(1), 1_000_000)
        assert abs(sum(int(evaluation.chance(state, seat)) for seat in range(seats)) - CERTAIN) <= seats


@by_game
def test_a_reading_is_of_the_state_alone(rules: Game) -> None:
    """Whatever was read before leaves nothing behind, and reading changes nothing."""
    features = features_of(rules)
    states = calm_states(rules, 3)
    fresh = [numbers(features_of(rules), state, 1) for state in states]
    before = [state.to_bytes() for state in states]
    assert [numbers(features, state, 1) for state in states] == fresh
    assert [numbers(features, state, 1) for state in reversed(states)] == fresh[::-1]
    assert [state.to_bytes() for state in states] == before
    assert len(set(features.names)) == len(features.names)


@by_game
def test_a_seat_reads_the_same_whatever_it_cannot_know(rules: Game) -> None:
    """What a seat's view says of that seat is the same in every world that it could sample."""
    features = features_of(rules)
    for state in calm_states(rules, 3):
        seat = int(state.seat())
        infoset = state.observe(seat)
        mine = numbers(features, infoset.view, seat)
        worlds = [numbers(features, infoset.sample(Rng(draw)), seat) for draw in range(4)]
        known = [place for place, name in enumerate(features.names) if "coins" not in name]  # others' hands count there
        assert all([world[place] for place in known] == [mine[place] for place in known] for world in worlds)


class Points(Features):
    """The score."""

    def __init__(self) -> None:
        super().__init__(["score"])

    def read(self, state: State, seat: int) -> None:
        self.numbers[0] = state.score(seat)


def test_the_net_adds_up_what_is_above_nothing() -> None:
    """The first unit counts as it is, the others only if they are above 0."""
    state = GAMES[0].new(2, 1)
    state.playout(RandomPolicy(), Rng(1), 20)
    score = int(state.score(0))
    assert score < 0
    evaluation = Evaluation(Points(), Weights([0, 0], [[WEIGHT, WEIGHT]], [2 * WEIGHT, 5 * WEIGHT]), 0)
    assert evaluation.figure(state, 0) == 2.0 * score
    evaluation = Evaluation(Points(), Weights([0, 3 * WEIGHT], [[0, -WEIGHT]], [WEIGHT, WEIGHT]), 0)
    assert evaluation.figure(state, 0) == 3.0 - score


@by_game
def test_the_shipped_weights_are_those_of_this_game(rules: Game) -> None:
    """Whoever changes cards or features trains anew."""
    player = rules_player(rules)
    assert isinstance(player.evaluation(rules), Evaluation)
    assert player.weights is not None
    assert player.weights.stat().st_size < 1_000_000


def test_with_other_components_the_rules_count_and_that_is_told() -> None:
    """A net that learned with one deck misjudges another; on a micro deck it made `mcts` easier to exploit."""
    rules = GAMES[0].tiny()
    missing = rules_player(rules).evaluation(rules)
    assert isinstance(missing, str)
    assert "tavern-bots train dragon-vault" in missing
    infoset = rules.new(2, 1).observe(int(rules.new(2, 1).seat()))
    bot = choose_bot("mcts:simulations=20,evaluation=learned").seat(rules, infoset.seat, 2, Rng(1))
    assert bot.choose(infoset, Clock()) in infoset.legal()
    assert bot.explain().endswith(missing)  # type: ignore[attr-defined]


def test_where_something_else_is_read_the_rules_count(tmp_path: Path) -> None:
    rules = GAMES[0]
    weights = rules_player(rules).weights
    assert weights is not None
    path = tmp_path / "evaluation.toml"
    path.write_text(weights.read_text(encoding="utf-8").replace('"most lost"', '"less lost"'), encoding="utf-8")
    said = learned(rules, features_of(rules), path)
    assert isinstance(said, str)
    assert "so the rules' outlook counts" in said


def test_a_game_that_nobody_trained_says_so() -> None:
    brawl = game("tavern-brawl")
    player = player_of(brawl.id)
    assert player is not None
    assert "Nobody has trained" in str(player.evaluation(brawl))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 9", "it is not of format 1"),
        ("spread = ", "spread = nothing ", "cannot be read"),
        ("bias = [", "bias = [1, ", "its weights are not whole numbers"),
        ("out = [", "out = [0.5, ", "its weights are not whole numbers"),
        ("bias = ", "basis = ", "it has no 'bias'"),
        ("[rows]", "rows = 1\n[more]", "it is not of format 1"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(tmp_path: Path, old: str, new: str, said: str) -> None:
    weights = rules_player(GAMES[0]).weights
    assert weights is not None
    path = tmp_path / "evaluation.toml"
    path.write_text(weights.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadBot, match="What was learned, in evaluation") as caught:
        learned(GAMES[0], features_of(GAMES[0]), path)
    assert said in str(caught.value)


def test_a_file_that_is_not_there_is_told_of(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="cannot be read"):
        learned(GAMES[0], features_of(GAMES[0]), tmp_path / "nothing.toml")


def test_a_search_counts_what_was_learned() -> None:
    """At the end of a rollout every reward is a chance, and the three ways to evaluate differ."""
    inn = GAMES[1]
    state = calm_states(inn, 2)[0]
    infoset = state.observe(int(state.seat()))
    means = set()
    for evaluation in ("score", "rules", "learned"):
        text = f"mcts:simulations=60,horizon=4,evaluation={evaluation}"
        bot = choose_bot(text).seat(inn, infoset.seat, 2, Rng(1))
        bot.choose(infoset, Clock())
        rows = bot.tried()  # type: ignore[attr-defined]
        assert all(0 <= mean <= 1 for _, _, mean in rows)
        means.add(tuple(rows))
    assert len(means) >= 2


@by_game
def test_both_builds_say_the_same(rules: Game) -> None:
    """Figures are whole numbers until the last step; these were worked out once, and each build must come to them."""
    features = features_of(rules)
    rows = [[(7919 * (2 * place + unit)) % 2001 - 1000 for unit in range(2)] for place in range(len(features.names))]
    evaluation = Evaluation(features, Weights([500, -500], rows, [WEIGHT, -WEIGHT]), 0)
    chances = [int(evaluation.chance(state, 0)) for state in calm_states(rules, 3, 3)]
    assert chances == CHANCES[rules.id]
