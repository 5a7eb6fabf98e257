"""The searches: repeatable, bounded, honest about their budgets, and able to see what is in front of them."""

from math import sqrt
from statistics import mean, pstdev
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from tavern_bots import api
from tavern_bots.api import BadBot, Clock
from tavern_bots.discover import choose_bot
from tavern_bots.player import rules_policy
from tavern_bots.search import LEAD, PLACE, WIN, WORTH, Search
from tavern_bots.shipped import OracleBot, SearchBot
from tavern_engine import InfoSet, RandomPolicy, Rng, State, game
from tavern_engine.chance import seed_words

VAULT = game("dragon-vault")
SEARCHES = [
    "flat",
    "determinized:worlds=5",
    "mcts",
    "mcts:opponents=search",
    "mcts:opponents=own-view",
    "mcts:rollout=random",
    "mcts:rollout=learned",
    "mcts:reuse=true",
    "mcts:paired=true",
    "mcts:race=4",
    "mcts:race=4,depth=1",
]


def situation(table: int, **keys: Any) -> InfoSet:
    """What the seat knows that is to move in a situation."""
    state = VAULT.start(table, seed_words(1), VAULT.checked_options({}))
    VAULT.situation(state, keys, {})
    return state.observe(int(state.seat()))


def midgame(seats: int = 4) -> State:
    state = VAULT.new(seats, 3)
    state.playout(RandomPolicy(), Rng(2), 12)
    return state


def decide(text: str, infoset: InfoSet, budget: str = "simulations=200", seed: int = 1) -> tuple[int, SearchBot]:
    bot = choose_bot(f"{text},{budget}" if ":" in text else f"{text}:{budget}").seat(VAULT, infoset.seat, 4, Rng(seed))
    assert isinstance(bot, SearchBot)
    return bot.choose(infoset, Clock()), bot


@pytest.mark.parametrize("text", SEARCHES)
def test_a_decision_is_the_same_for_the_same_seed_and_budget(text: str) -> None:
    infoset = midgame().observe(int(midgame().seat()))
    runs = [decide(text, infoset)[1].search for _ in range(2)]
    assert runs[0] is not None
    assert runs[1] is not None
    assert runs[0].tried() == runs[1].tried()
    other = decide(text, infoset, seed=2)[1].search
    assert other is not None
    assert other.tried() != runs[0].tried()


@pytest.mark.parametrize("text", SEARCHES)
def test_every_simulation_visits_one_action_of_the_root(text: str) -> None:
    infoset = midgame().observe(int(midgame().seat()))
    action, bot = decide(text, infoset)
    assert action in infoset.legal()
    assert bot.search is not None
    assert 100 <= bot.search.done <= 200
    assert sum(visits for _, visits, _ in bot.search.tried()) == bot.search.done
    assert all(0 <= mean <= 1 for _, _, mean in bot.search.tried())


@pytest.mark.slow
@pytest.mark.parametrize("text", SEARCHES)
def test_a_search_stops_early_only_when_nothing_can_change(text: str) -> None:
    """The whole budget after all leads to the same choice."""
    early = 0
    for seed in range(20):
        state = VAULT.new(3, seed)
        state.playout(RandomPolicy(), Rng(seed), 9)
        action, bot = decide(text, state.observe(int(state.seat())))
        assert bot.search is not None
        left = 200 - int(bot.search.done)
        early += left > 0
        bot.search.run(left)
        assert bot.search.best() == action
    assert early > 0


@pytest.mark.parametrize("text", SEARCHES)
def test_a_search_finishes_the_round_when_it_can(text: str) -> None:
    """The last two cards together, for the next player is known to go out with a 9."""
    last = {"hand": ["8", "8"], "open": [], "closed": []}
    near = {"hand": ["9"], "known": ["9"], "open": [], "closed": []}
    infoset = situation(2, pile=["7"], seats={"0": last, "1": near})
    assert VAULT.action_text(decide(text, infoset)[0]) == "play 8 x2"


def test_the_step_budget_ends_a_search() -> None:
    infoset = midgame().observe(int(midgame().seat()))
    _, bot = decide("mcts", infoset, "simulations=100000,steps=3000")
    assert bot.search is not None
    assert 3000 <= bot.search.steps < 30_000


def test_the_clock_ends_a_search() -> None:
    infoset = midgame().observe(int(midgame().seat()))
    bot = choose_bot("mcts:simulations=10000000").seat(VAULT, infoset.seat, 4, Rng(1))
    assert isinstance(bot, SearchBot)
    assert bot.choose(infoset, Clock(0.05)) in infoset.legal()
    assert bot.search is not None
    assert 0 < bot.search.done < 10_000_000


class Slow:
    """A search that takes 0.7 seconds for whatever it is told to do."""

    def __init__(self, search: Search, hours: list[float]) -> None:
        self.search = search
        self.hours = hours

    def __getattr__(self, name: str) -> Any:
        return getattr(self.search, name)

    def run(self, simulations: int) -> None:
        self.hours[0] += 0.7
        self.search.run(simulations)


@pytest.mark.parametrize("option", [0.0, 5.0])
def test_a_search_ends_before_its_time_does(monkeypatch: pytest.MonkeyPatch, option: float) -> None:
    """It begins no simulations that may take longer than what is left: answers that are late add up over a game."""
    hours = [0.0]
    monkeypatch.setattr(api, "perf_counter", lambda: hours[0])
    infoset = midgame().observe(int(midgame().seat()))
    bot: Any = choose_bot(f"mcts:simulations=10000000,seconds={option}").seat(VAULT, infoset.seat, 4, Rng(1))
    prepare = bot.prepare
    bot.prepare = lambda view: Slow(prepare(view), hours)
    assert bot.choose(infoset, Clock(None if option else 5.0)) in infoset.legal()
    assert 4.0 < hours[0] <= 5.0


def test_time_is_not_spent_where_it_can_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last two cards end the round; a search that has seen so does not wait until its time is over."""
    hours = [0.0]
    monkeypatch.setattr(api, "perf_counter", lambda: hours[0])
    last = {"hand": ["8", "8"], "open": [], "closed": []}
    near = {"hand": ["9"], "known": ["9"], "open": [], "closed": []}
    infoset = situation(2, pile=["7"], seats={"0": last, "1": near})
    bot: Any = choose_bot("mcts:simulations=10000000,seconds=21").seat(VAULT, 0, 2, Rng(1))
    prepare = bot.prepare
    bot.prepare = lambda view: Slow(prepare(view), hours)
    assert VAULT.action_text(bot.choose(infoset, Clock())) == "play 8 x2"
    assert 7.0 < hours[0] < 18.0


def test_memory_is_bounded() -> None:
    infoset = midgame().observe(int(midgame().seat()))
    _, bot = decide("mcts:opponents=search,memory=64", infoset, "simulations=500")
    assert bot.search is not None
    assert bot.search.done > 64
    assert sum(key != 0 for key in bot.search.keys) <= 64


def test_in_their_own_view_the_others_learn_nothing_from_what_they_cannot_see() -> None:
    """Two truths that look the same to the seat that is asked leave the same choice and the same statistics."""
    truth = midgame(3)
    asked = int(truth.seat())
    twin = truth.arrange(asked, [cards[::-1] for cards in truth.hidden(asked)])
    assert twin.to_bytes() != truth.to_bytes()
    learned = []
    for world in (truth, twin):
        search = Search(truth.observe((asked + 1) % 3), RandomPolicy(), Rng(1), 1000)
        chosen = []
        for _ in range(100):
            search.imagine(world, asked)
            chosen.append(int(search.chosen))
        learned.append((chosen, list(search.keys), list(search.rewards)))
    assert learned[0] == learned[1]


@pytest.mark.slow
def test_a_reused_tree_begins_with_what_it_knows() -> None:
    state = VAULT.new(2, 5)
    mover = int(state.seat())
    kept: list[int] = []
    for text in ("mcts:simulations=400,reuse=false", "mcts:simulations=400,reuse=true"):
        bot = choose_bot(text).seat(VAULT, mover, 2, Rng(1))
        assert isinstance(bot, SearchBot)
        world, before = state.clone(), 0
        for _ in range(12):
            infoset = world.observe(int(world.seat()))
            if infoset.seat == mover:
                bot.choose(infoset, Clock())
                assert bot.search is not None
                before = max(before, sum(visits for _, visits, _ in bot.search.tried()) - 400)
            world.playout(RandomPolicy(), Rng(3), 1)
        kept.append(before)
    assert kept[0] == 0
    assert kept[1] > 0


@pytest.mark.parametrize(("goal", "rewards"), [(WIN, [1, 0, 0]), (PLACE, [1, 0.25, 0.25]), (LEAD, [0.75, 0.25, 0.25])])
def test_goals_are_worth_what_they_say(goal: int, rewards: list[float]) -> None:
    infoset = situation(3, phase="swap", seats={"0": {"lost": 2}, "1": {"lost": 12}, "2": {"lost": 12}})
    search = Search(infoset, RandomPolicy(), Rng(1), 64)
    search.goal = goal
    world = infoset.sample(Rng(1))
    assert [search.reward(world, seat) / WORTH for seat in range(3)] == rewards


def test_an_explanation_names_the_best_actions() -> None:
    infoset = midgame().observe(int(midgame().seat()))
    action, bot = decide("mcts", infoset)
    assert bot.search is not None
    assert bot.explain().startswith(f"After {bot.search.done} simulations: {VAULT.action_text(action)} worth ")


def test_the_oracle_plays_only_for_a_referee_that_means_it() -> None:
    state = midgame()
    oracle = choose_bot("oracle:simulations=50").seat(VAULT, int(state.seat()), 4, Rng(1))
    assert isinstance(oracle, OracleBot)
    with pytest.raises(BadBot, match="only where the referee allows it"):
        oracle.choose(state.observe(int(state.seat())), Clock())
    assert oracle.choose_seeing(state) in state.legal()


def two_orders() -> InfoSet:
    """A service in which two people can be served in either order, and the rules serve both."""
    tiefenthal = game("tiefenthal")
    state = tiefenthal.start(2, seed_words(1), {})
    seats = {"0": {"tavern": ["G401", "regular 2"], "white": [2, 4], "done": ["register", "barrel"]}}
    tiefenthal.situation(state, {"phase": "service", "round": 5, "seats": seats}, {})
    return state.observe(0)


@pytest.mark.parametrize("paired", [True, False])
def test_paired_tries_tell_actions_apart_only_by_what_they_do(paired: bool) -> None:
    """Which of two people is served first changes nothing, so with the same luck both are worth the same."""
    tiefenthal, infoset = game("tiefenthal"), two_orders()
    search = Search(infoset, rules_policy(tiefenthal), Rng(1), 1000)
    search.depth, search.paired, search.deals, search.scale = 1, paired, 2, 1000
    search.exploration = 10.0  # all actions are tried about equally often
    search.run(40 * len(infoset.legal()))
    rows = {tiefenthal.action_text(action): (visits, mean) for action, visits, mean in search.tried()}
    one, other = rows["2 on regular 2"], rows["4 on G401"]
    assert min(one[0], other[0]) > 20
    assert (one == other) is paired


def test_rollouts_end_with_the_last_of_the_deals() -> None:
    infoset = two_orders()
    steps = []
    for deals in (1, 2, 0):
        search = Search(infoset, rules_policy(game("tiefenthal")), Rng(1), 1000)
        search.deals = deals
        search.run(50)
        steps.append(int(search.steps))
    assert steps[0] < steps[1] < steps[2]


def test_a_policy_can_look_further_than_the_score() -> None:
    """Before the end rewards follow its outlook; in Tiefenthal the rules count on a token they have turned over."""
    tiefenthal = game("tiefenthal")
    policy = rules_policy(tiefenthal)
    outlooks = []
    for upgraded in ([], ["tables"]):
        state = tiefenthal.start(2, seed_words(1), {})
        tiefenthal.situation(state, {"phase": "service", "round": 4, "seats": {"0": {"upgraded": upgraded}}}, {})
        outlooks.append(int(policy.outlook(state, 0)))
        assert int(RandomPolicy().outlook(state, 0)) == int(state.score(0))
    assert outlooks[0] < outlooks[1]


def test_a_world_gets_simulations_enough_or_there_are_fewer_worlds() -> None:
    infoset = midgame().observe(int(midgame().seat()))
    search = decide("determinized:worlds=20", infoset, "simulations=100")[1].search
    assert search is not None
    assert (int(search.worlds), int(search.per_world)) == (5, 20)


def test_few_tries_prove_little() -> None:
    """With doubt the rules decide where nothing was tried often; without it what was visited most is played."""
    infoset = midgame().observe(int(midgame().seat()))
    assert decide("mcts:doubt=10", infoset)[1].by_rules
    assert not decide("mcts", infoset)[1].by_rules


def test_a_race_gives_all_the_same_tries_until_one_is_surely_behind() -> None:
    """The last two cards end the round: one alone is soon out of the race, and what is left has run as far."""
    last = {"hand": ["8", "8", "2"], "open": [], "closed": []}
    infoset = situation(
        2, pile=["7"], seats={"0": last, "1": {"hand": ["9"], "known": ["9"], "open": [], "closed": []}}
    )
    bot = decide("flat:race=2", infoset)[1]
    assert bot.search is not None
    tries = [visits for _, visits, _ in bot.search.tried()]
    standing = [action for action, one in zip(infoset.legal(), list(bot.search.standing), strict=True) if one]
    assert tries[0] > tries[-1] > 0
    assert all(visits == tries[0] for action, visits, _ in bot.search.tried() if action in standing)


def test_who_is_equal_stays_in_the_race() -> None:
    tiefenthal, infoset = game("tiefenthal"), two_orders()
    search = Search(infoset, rules_policy(tiefenthal), Rng(1), 1000)
    search.depth, search.deals, search.scale = 1, 2, 1000
    search.begin_race(0.1)
    search.run(40 * len(infoset.legal()))
    rows = {tiefenthal.action_text(action): (visits, mean) for action, visits, mean in search.tried()}
    assert rows["2 on regular 2"] == rows["4 on G401"]
    assert search.in_race() < len(infoset.legal())


def test_a_lead_counts_in_standard_errors_of_the_difference() -> None:
    """What both have in common, good luck and bad, says nothing of which is better."""
    search = Search(midgame().observe(int(midgame().seat())), rules_policy(VAULT), Rng(1), 100)
    luck, ahead = [100, 900, 400, 700], [10, 20, 30, 0]
    rounds = [(one + more, one) for one, more in zip(luck, ahead, strict=True)]
    search.standing, search.rounds = vec[i64]([1, 1]), 4
    search.totals = vec[i64]([sum(one[i] for one in rounds) for i in range(2)])
    search.products = vec[i64]([sum(one[i] * one[j] for one in rounds) for i in range(2) for j in range(2)])
    errors = mean(ahead) / (pstdev(ahead) / sqrt(4))
    for race, behind in ((errors - 0.01, True), (errors + 0.01, False)):
        search.race = race
        assert search.is_behind(1, 0) is behind


def test_there_is_no_race_where_not_everybody_can_run_twice() -> None:
    infoset = midgame().observe(int(midgame().seat()))
    for simulations, races in ((2 * len(infoset.legal()) - 1, False), (2 * len(infoset.legal()), True)):
        search = decide("mcts:race=2", infoset, f"simulations={simulations}")[1].search
        assert search is not None
        assert (search.race > 0) is races
        assert search.done <= simulations


def test_what_is_out_of_the_race_is_beaten_however_much_is_doubted() -> None:
    other = 0
    for seed in range(10):
        state = VAULT.new(3, seed)
        state.playout(RandomPolicy(), Rng(seed), 9)
        infoset = state.observe(int(state.seat()))
        action, bot = decide("flat:race=0.01,doubt=10", infoset)
        usual = int(bot.inner.choose(infoset.view, Rng(1)))
        assert bot.by_rules is (action == usual)
        assert decide("flat:doubt=10", infoset)[0] == usual
        other += action != usual
    assert other > 0
