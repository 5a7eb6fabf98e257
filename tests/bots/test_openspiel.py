"""The games of the tavern in OpenSpiel, and OpenSpiel's bots at the tavern."""

from __future__ import annotations

import doctest
import importlib
import pickle
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tavern_bots.api import Clock
from tavern_bots.discover import choose_bot
from tavern_bots.measure.best_response import even, exploitability
from tavern_bots.measure.exploit import tree_of
from tavern_engine import BadSetup, Game, IllegalAction, Rng, Table, game, games
from tavern_engine.testing.views import twins
from tavern_engine.testing.walk import Case, some_positions

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'tavern-tourney[openspiel]'")
openspiel = pytest.importorskip("tavern_bots.openspiel")
EXAMPLE = Path(__file__).parents[2] / "bots" / "examples" / "openspiel_ismcts.py"
VAULT = "python_tavern_dragon_vault"
GAMES = [one for one in games() if one.id in ("dragon-vault", "red-dragon-inn", "tavern-brawl", "tiefenthal")]


def dealt(name: str, seed: int = 1) -> Any:
    """A game of OpenSpiel at its first decision."""
    state = pyspiel.load_game(name).new_initial_state()
    random = np.random.RandomState(seed)
    while state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(random.choice(outcomes, p=chances)))
    return state


def at(kind: Any, state: Any) -> Any:
    """A state of ours as one of OpenSpiel."""
    return openspiel.TavernState(kind, openspiel.Moment(kind, state))


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.id)
def test_every_game_passes_openspiels_own_test(one: Game) -> None:
    data = "(data=tiny)" if one.id == "dragon-vault" else ""  # its whole games are long
    kind = pyspiel.load_game(f"python_tavern_{one.id.replace('-', '_')}{data}")
    pyspiel.random_sim_test(kind, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize(
    "name",
    [f"{VAULT}(players=4,tricks=true)", "python_tavern_tavern_brawl(players=4)", "python_tavern_tiefenthal(players=3)"],
)
def test_returns_go_by_place_and_add_up_to_nothing(name: str) -> None:
    state = dealt(name)
    random = np.random.RandomState(2)
    assert state.returns() == [0.0] * state.num_players()
    while not state.is_terminal():
        state.apply_action(int(random.choice(state.legal_actions())))
    returns = state.returns()
    assert sum(returns) == pytest.approx(0)
    assert max(returns) <= 1
    places = state.moment.state.placement()
    best = [returns[seat] for seat, place in enumerate(places) if place == 1]
    assert best == [max(returns)] * len(best)


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.id)
def test_nothing_shows_what_a_seat_cannot_know(one: Game) -> None:
    """Twins, states that differ only in what a seat cannot know, are told and sampled alike for it."""
    seats = one.usual_size
    kind = openspiel.load(one.id, players=seats)
    for position in some_positions(Case(one, seats, one.checked_options({})), 6):
        for seat in range(seats):
            mine = at(kind, position.state.clone())
            for twin in twins(position, seat, 1):
                theirs = at(kind, twin)
                assert mine.information_state_string(seat) == theirs.information_state_string(seat)
                assert mine.observation_string(seat) == theirs.observation_string(seat)
                assert mine.information_state_tensor(seat) == theirs.information_state_tensor(seat)
                worlds = [state.resample_from_infostate(seat, lambda: 0.4) for state in (mine, theirs)]
                assert worlds[0].serialize() == worlds[1].serialize()
                assert worlds[0].information_state_string(seat) == mine.information_state_string(seat)
                assert worlds[0].history() == []


@pytest.mark.parametrize("one", GAMES, ids=lambda one: one.id)
def test_equal_strings_are_equal_information_sets(one: Game) -> None:
    """And different ones different: a seat that did something else, or was told something else, knows that."""
    told: dict[str, object] = {}
    known: dict[object, str] = {}
    name = f"python_tavern_{one.id.replace('-', '_')}"
    for play in range(6):
        state = dealt(name, play % 2)
        random = np.random.RandomState(play)
        mine: dict[int, tuple[object, ...]] = dict.fromkeys(range(state.num_players()), ())
        for _ in range(12):
            seat = state.current_player()
            knows = (mine[seat], state.moment.state.observe(seat).to_bytes())
            string = state.information_state_string()
            assert told.setdefault(string, knows) == knows
            assert known.setdefault(knows, string) == string
            action = int(random.choice(state.legal_actions()))
            mine[seat] = (*mine[seat], knows, action)
            state.apply_action(action)
    assert len(told) > 12


def test_a_sampled_world_can_be_played_on_by_who_is_asked() -> None:
    state = dealt(VAULT)
    world = state.resample_from_infostate(0, pyspiel.UniformProbabilitySampler(7, 0.0, 1.0))
    assert world.legal_actions() == state.legal_actions()
    world.apply_action(world.legal_actions()[0])
    other = state.resample_from_infostate(1, lambda: 0.2)
    assert other.information_state_string(1) == state.information_state_string(1)
    assert other.current_player() == pyspiel.PlayerId.INVALID
    with pytest.raises(IllegalAction, match="Nobody is asked in this world"):
        other.apply_action(0)
    with pytest.raises(BadSetup, match="There is no seat 2 at a table of 2"):
        state.resample_from_infostate(2, lambda: 0.2)


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    state = dealt(VAULT)
    before = state.serialize()
    with pytest.raises(IllegalAction, match="Action 109 is not legal now"):
        state.apply_action(109)
    fresh = state.get_game().new_initial_state()
    with pytest.raises(IllegalAction, match="Chance has no outcome 256: they are 0 to 255"):
        fresh.apply_action(256)
    assert state.serialize() == before


def test_a_history_can_be_replayed_and_a_state_pickled() -> None:
    state = dealt("python_tavern_tavern_brawl", 3)
    for _ in range(5):
        state.apply_action(state.legal_actions()[-1])
    again = state.get_game().new_initial_state()
    for action in state.history():
        again.apply_action(action)
    copy = pickle.loads(pickle.dumps(state))
    for seat in range(2):
        assert state.information_state_string(seat) == again.information_state_string(seat)
        assert state.information_state_string(seat) == copy.information_state_string(seat)


def test_everybodys_knowledge_can_be_observed_but_not_everybodys_secrets() -> None:
    state = dealt(VAULT)
    kind = state.get_game()
    nobody, everybody = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.ALL_PLAYERS
    public = kind.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=nobody))
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert "seat 0: hand ?" in public.string_from(state, 0)
    with pytest.raises(BadSetup, match="nothing else can be observed"):
        kind.make_py_observer(pyspiel.IIGObservationType(perfect_recall=False, private_info=everybody))


@pytest.mark.parametrize(
    ("parameters", "said"),
    [
        ({"players": 9}, "Dragon's Vault is played with 2 to 6 seats, not with 9."),
        ({"players": True}, "not with True"),
        ({"wine": 3}, "Dragon's Vault has no parameter 'wine'. It has: hindrances, tricks, players, data, deals."),
        ({"trick": True}, "Did you mean 'tricks'?"),
        ({"tricks": 3}, "The option tricks cannot be 3: it is one of false, true."),
        ({"deals": "some"}, "The parameter deals is 'sampled' or 'all', not 'some'."),
        ({"deals": "all"}, "The deck has 96 cards"),
        ({"deals": "all", "tricks": True}, "is played by two with the usual options"),
        ({"data": "nowhere"}, "nowhere cannot be read"),
        ({"data": 3}, "The parameter data is a file, or a name such as 'micro', not 3."),
    ],
)
def test_wrong_parameters_get_a_sentence(parameters: dict[str, Any], said: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(said)):
        openspiel.load("dragon-vault", **parameters)


def small_deck(folder: Path) -> Path:
    """The micro deck with six ones and a four: seven deals."""
    text = (game("dragon-vault").data_file.parent / "micro.toml").read_text(encoding="utf-8")
    for card, copies in {"1": 6, "4": 1, "7": 0, "9": 0, "Protector": 0}.items():
        text = re.sub(rf'(name = "{card}"\ncopies = )\d+', rf"\g<1>{copies}", text)
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_openspiel_finds_the_same_exploitability_as_we_do(tmp_path: Path) -> None:
    from open_spiel.python import policy
    from open_spiel.python.algorithms import exploitability as theirs

    deck = small_deck(tmp_path)
    kind = pyspiel.load_game(VAULT, {"data": str(deck), "deals": "all"})
    assert len(kind.new_initial_state().chance_outcomes()) == 7
    tree = tree_of(game("dragon-vault").with_data(deck))
    found = theirs.exploitability(kind, policy.UniformRandomPolicy(kind))
    assert found == pytest.approx(exploitability(tree, even(tree)))


def test_the_micro_deck_has_all_its_deals() -> None:
    kind = pyspiel.load_game(f"{VAULT}(data=micro,deals=all)")
    outcomes = kind.new_initial_state().chance_outcomes()
    assert len(outcomes) == kind.max_chance_outcomes() == 1260
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)


@pytest.mark.parametrize("name", ["dragon-vault", "tavern-brawl"])
def test_openspiels_search_plays_against_ours(name: str) -> None:
    """Through the wrapper, which gives the same decisions for the same luck."""
    rules = game(name)
    bots = [choose_bot(f"{EXAMPLE}:Ismcts:simulations=4"), choose_bot("rules")]
    records = []
    for _ in range(2):
        table = Table(rules.tiny(), 2, 3)
        seated = [choice.seat(rules.tiny(), seat, 2, Rng(seat)) for seat, choice in enumerate(bots)]
        while not table.over:
            seat, infoset = table.ask()
            table.answer(seated[seat].choose(infoset, Clock()))
        assert table.record is not None
        records.append(table.record.actions)
    assert records[0] == records[1]


def test_openspiels_search_uses_the_games_own_resampler() -> None:
    from open_spiel.python.algorithms.ismcts import ISMCTSBot

    state = dealt(VAULT)
    bot = ISMCTSBot(state.get_game(), openspiel.Rollouts(Rng(1)), uct_c=1.0, max_simulations=5)
    assert bot.step(state) in state.legal_actions()
    one_round = dealt(f"{VAULT}(data=micro,deals=all)")
    assert abs(openspiel.Rollouts(Rng(1)).evaluate(one_round)).max() <= 10  # coins, not places


def test_a_wrapped_bot_sees_a_world_that_could_be_and_knows_what_its_seat_knows() -> None:
    """Its information state is that of the same game in OpenSpiel, all its earlier decisions included."""
    strings: list[str] = []

    class First(openspiel.OpenSpielBot):  # type: ignore[name-defined,misc]
        def make(self, kind: Any, seat: int, random: Any) -> Any:
            bot = self

            class Looking(pyspiel.Bot):  # type: ignore[name-defined,misc]
                def step(self, state: Any) -> int:
                    assert bot.place.seat == state.current_player()
                    strings.append(state.information_state_string(seat))
                    return int(state.legal_actions()[0])

            return Looking()

    state = dealt(VAULT)
    table = Table.at(game("dragon-vault"), state.moment.state.clone())
    place = choose_bot("random").place(game("dragon-vault"), 0, 2, Rng(1))
    bot = First(place)
    expected: list[str] = []
    for _ in range(8):
        seat, infoset = table.ask()
        if seat == 0:
            expected.append(state.information_state_string(0))
            action = bot.choose(infoset, Clock())
        else:
            action = infoset.legal()[0]
        table.answer(action)
        state.apply_action(action)
    assert len(strings) > 2
    assert strings == expected


def test_without_openspiel_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith("tavern_bots.openspiel")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(ImportError, match=r"OpenSpiel is not installed: pip install 'tavern-tourney\[openspiel\]'"):
        importlib.import_module("tavern_bots.openspiel")


def test_nothing_else_imports_openspiel() -> None:
    code = "import sys, tavern_bots.cli, tavern_bots.measure.exploit; sys.exit('pyspiel' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_page_tells_the_truth() -> None:
    page = (Path(__file__).parents[2] / "docs" / "openspiel.md").read_text(encoding="utf-8")
    shown, written = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    test = doctest.DocTestParser().get_doctest(shown, {}, "openspiel.md", "openspiel.md", 0)
    assert doctest.DocTestRunner().run(test).failed == 0
    names: dict[str, Any] = {}
    exec(written, names)
    infoset = game("dragon-vault").new(2, seed=1).observe(0)
    bot = names["Searcher"](choose_bot("random").place(game("dragon-vault"), 0, 2, Rng(1)))
    assert bot.choose(infoset, Clock()) in infoset.legal()
    for one in GAMES:
        assert f"`python_tavern_{one.id.replace('-', '_')}`" in page
