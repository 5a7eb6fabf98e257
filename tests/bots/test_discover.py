"""Bots are found as any package's entry points are: installed with pip, listed unimported, broken ones named."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import shelves
from click.testing import CliRunner

import tavern_engine.guard
from tavern_bots.api import BadBot
from tavern_bots.cli import main
from tavern_bots.discover import choose_bot, discover
from tavern_engine import Rng, game
from tavern_engine.guard import Overrun, time_limit

pytestmark = pytest.mark.slow
SAMPLE = Path(__file__).parent.parent / "sample_bot"
PIP = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index")
GOOD = """
class Bot:
    summary, games, options = "good", "all games", ()
    def __init__(self, place): pass
    def choose(self, infoset, clock): return infoset.legal()[0]
"""
GAME = """
from tavern_bots.api import Clock
from tavern_bots.discover import choose_bot
from tavern_engine import Rng, Table, game
table = Table(game("dragon-vault"), seats=2, seed=1)
bots = [choose_bot(name).seat(table.game, seat, 2, Rng(seat)) for seat, name in enumerate(["sample:end=last", "rules"])]
while not table.over:
    seat, infoset = table.ask()
    table.answer(bots[seat].choose(infoset, Clock()))
print("places", *table.placement())
"""


def run(*arguments: object, path: Path) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter that finds the packages in this folder too."""
    paths = os.pathsep.join(filter(None, [str(path), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, *map(str, arguments)]
    return subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)


def publish(folder: Path, package: str, name: str, module: str, text: str) -> None:
    """A package of one module with a bot."""
    shelves.publish(folder, package, shelves.BOTS, f"{name} = {module}:Bot", {f"{module}.py": text})


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the sample bot is installed."""
    folder = tmp_path_factory.mktemp("sample")
    shutil.copytree(SAMPLE, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    done = run(*PIP, "--target", folder / "site", folder / "source", path=folder)
    assert done.returncode == 0, done.stderr
    return folder / "site"


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder of packages that this process looks into."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_an_installed_package_is_found(site: Path) -> None:
    listed = run("-m", "tavern_bots", "list", path=site).stdout
    assert any(line.startswith("sample ") and "tavern-sample-bot 1.2.3" in line for line in listed.splitlines())


def test_an_installed_package_is_checked(site: Path) -> None:
    checked = run("-m", "tavern_bots", "check", "sample", "--effort", "0.02", path=site)
    assert (checked.returncode, checked.stdout.count("passed")) == (0, 11), checked.stdout + checked.stderr


def test_an_installed_package_plays(site: Path) -> None:
    played = run("-c", GAME, path=site)
    assert sorted(played.stdout.split()) == ["1", "2", "places"], played.stderr


def test_listing_imports_no_plugin(shelf: Path) -> None:
    publish(shelf, "curious-bot", "curious", "curious_module", "raise SystemExit('imported')")
    listed = {bot.name: bot for bot in discover()}
    assert listed["curious"].packages == ["curious-bot 0.7"]
    assert "curious_module" not in sys.modules


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("import no_such_module", "cannot be loaded: ModuleNotFoundError: No module named 'no_such_module'"),
        ("raise SystemExit(3)", "cannot be loaded: SystemExit: 3"),
        ("raise BaseException('no Exception')", "cannot be loaded: BaseException: no Exception"),
        ("Bot = 7", "7 is not a bot: it needs to be a class with a method choose(infoset, clock)."),
        ("other = 7", "AttributeError"),
        (
            GOOD.replace("summary, games", "summery, games"),
            "is not a bot: its summary is missing or of the wrong type.",
        ),
        (GOOD.replace("()\n", "(1, 2)\n", 1), "is not a bot: its options are not all of the type Setting."),
    ],
    ids=["import error", "exit", "no exception", "no class", "no such class", "no summary", "wrong options"],
)
def test_a_broken_plugin_is_listed_with_its_reason_and_the_rest_works(tmp_path: Path, text: str, reason: str) -> None:
    publish(tmp_path, "broken-bot", "broken", "broken_module", text)
    result = run("-m", "tavern_bots", "list", path=tmp_path)
    lines = {line.split()[0]: line for line in result.stdout.splitlines()}
    assert result.returncode == 0
    assert "broken-bot 0.7" in lines["broken"]
    assert "BROKEN: " in lines["broken"]
    assert reason in lines["broken"]
    assert "any legal action" in lines["random"]
    assert "Traceback" not in result.stderr


def test_a_plugin_that_prints_on_import_does_not_spoil_the_list(tmp_path: Path) -> None:
    publish(tmp_path, "loud-bot", "loud", "loud_module", f"print('hello')\n{GOOD}")
    assert "hello" not in run("-m", "tavern_bots", "list", path=tmp_path).stdout


@pytest.mark.parametrize("module", ["while True: pass", "import time; time.sleep(1000)"])
def test_a_plugin_that_hangs_on_import_is_given_up(module: str, shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tavern_engine.guard, "PATIENCE", 0.05)
    publish(shelf, "slow-bot", "slow", "slow_module", module)
    with pytest.raises(BadBot) as error:
        choose_bot("slow")
    assert str(error.value) == "The bot 'slow' of slow-bot 0.7 cannot be loaded: it took longer than 0.05 seconds."
    assert "slow_module" not in sys.modules


def test_the_list_goes_on_after_a_plugin_that_hangs(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose_bot("random").plugin  # imported already: only the other one is to be short of time
    monkeypatch.setattr(tavern_engine.guard, "PATIENCE", 1.0)
    publish(shelf, "slow-bot", "a-slow-one", "endless_module", "while True: pass")
    lines = CliRunner().invoke(main, ["list"]).output.splitlines()
    assert any("BROKEN: The bot 'a-slow-one' of slow-bot 0.7 cannot be loaded: " in line for line in lines)
    assert any(line.startswith("random ") and "any legal action" in line for line in lines)


def test_a_bot_that_fails_on_its_seat_is_named_with_its_package(shelf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publish(shelf, "lame-bot", "lame", "lame_module", GOOD.replace("place): pass", "place): place.seats // place.seat"))
    publish(shelf, "lazy-bot", "lazy", "lazy_module", GOOD.replace("pass", "\n        while True: pass"))
    lazy = choose_bot("lazy")
    with pytest.raises(BadBot, match=r"The bot 'lame' of lame-bot 0\.7 cannot be seated: ZeroDivisionError"):
        choose_bot("lame").seat(game("dragon-vault"), 0, 2, Rng(1))
    monkeypatch.setattr(tavern_engine.guard, "PATIENCE", 0.05)
    with pytest.raises(BadBot, match=r"The bot 'lazy' of lazy-bot 0\.7 cannot be seated: it took longer than 0\.05"):
        lazy.seat(game("dragon-vault"), 0, 2, Rng(1))


def test_solo_play_names_a_broken_plugin_with_its_package(tmp_path: Path) -> None:
    publish(tmp_path, "broken-bot", "broken", "broken_module", "import no_such_module")
    result = run("-m", "tavern_tournament.solo.cli", "dragon-vault", "--against", "broken", path=tmp_path)
    assert result.returncode == 1
    assert "Error: The bot 'broken' of broken-bot 0.7 cannot be loaded: ModuleNotFoundError: " in result.stderr


def test_a_time_limit_leaves_other_timers_as_they_were() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, _frame: rung.append(number))
    try:
        signal.setitimer(signal.ITIMER_REAL, 1000)
        with pytest.raises(Overrun), time_limit(0.01):
            time.sleep(1000)
        with time_limit(1000):
            pass
        assert 900 < signal.getitimer(signal.ITIMER_REAL)[0] <= 1000
        signal.raise_signal(signal.SIGALRM)
        assert rung == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_time_in_which_a_process_stood_still_is_not_over_at_once() -> None:
    """A timer that ran out meanwhile rings once, when it goes on."""
    with time_limit(1000):
        signal.raise_signal(signal.SIGALRM)


def test_where_there_are_no_timers_bots_are_just_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tavern_engine.guard, "PATIENCE", 1e-9)
    loaded: list[str] = []
    thread = threading.Thread(target=lambda: loaded.append(choose_bot("random").text))
    thread.start()
    thread.join()
    assert loaded == ["random"]


def test_two_packages_that_claim_one_name_are_both_named(shelf: Path) -> None:
    publish(shelf, "first-bot", "twin", "first_module", GOOD)
    publish(shelf, "second-bot", "twin", "second_module", GOOD)
    with pytest.raises(BadBot, match=r"'twin' is claimed by .* and by .*: uninstall one") as error:
        choose_bot("twin")
    assert "first-bot 0.7" in str(error.value)
    assert "second-bot 0.7" in str(error.value)
    assert not {"first_module", "second_module"} & set(sys.modules)


def test_a_bot_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my_bot.py"
    file.write_text(GOOD)
    assert choose_bot(f"{file}:Bot").plugin.summary == "good"


@pytest.mark.parametrize("name", ["my_bot", "json"])
def test_a_bot_of_a_file_may_have_dataclasses_and_any_name(tmp_path: Path, name: str) -> None:
    plan = "from dataclasses import dataclass\n@dataclass\nclass Plan:\n    size: int = 3\n"
    (tmp_path / f"{name}.py").write_text(f"from __future__ import annotations\n{plan}{GOOD}")
    before = sys.modules.get(name)
    assert choose_bot(f"{tmp_path / name}.py:Bot").plugin.summary == "good"
    assert sys.modules.get(name) is before


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mtcs", "There is no bot 'mtcs'. Did you mean 'mcts'?"),
        ("mcts:simulation=3", "There is no option 'simulation'. Did you mean 'simulations'?"),
        ("mcts:simulations=none", "The option simulations is a whole number"),
        ("mcts:rollout=best", "The option rollout is random or rules or learned, not 'best'."),
        ("mcts:simulations=3,best", "Options are written name=value and separated by commas, and 'best' is not."),
        ("nowhere.py:Bot", "There is no file nowhere.py to take the bot 'Bot' from."),
        (f"{__file__}:Bot", "There is no class 'Bot' in"),
    ],
)
def test_a_wrong_name_or_option_is_a_sentence(text: str, reason: str) -> None:
    with pytest.raises(BadBot) as error:
        choose_bot(text)
    assert reason in str(error.value)
