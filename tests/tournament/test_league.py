"""A whole league, as a person runs it: its table, its files, its exit codes, and going on after anything."""

import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from leagues import (
    DERIVED,
    LONG,
    all_end,
    bot_folders,
    derived,
    family,
    heard_from,
    held_league,
    hold,
    let_go,
    lines,
    started,
    titled,
    told_by,
    tourney,
    until,
    write_league,
    write_patient_league,
)
from warm import Program

pytestmark = pytest.mark.slow
GAMES = 3 * 2  # of a deal: three pairs, each in two seatings


@pytest.fixture(scope="module")
def unbroken(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a league of 20 deals leaves that nobody interrupted, on one worker."""
    folder = tmp_path_factory.mktemp("unbroken")
    write_patient_league(folder)
    run = tourney(folder, "--config", "league.toml", "--workers", "1")
    assert run.returncode == 0, run.stderr
    return derived(folder / "run")


def test_a_league_prints_its_table_and_leaves_its_files(tmp_path: Path) -> None:
    write_league(tmp_path)
    run = tourney(tmp_path, "--config", "league.toml", "--quiet")
    assert run.returncode == 0, run.stderr
    assert run.stderr == "Report: run/report.html\n"
    assert run.stdout.splitlines()[0] == "Dragon's Vault"
    assert run.stdout.splitlines()[2].split()[:2] == ["1", "rules"]
    files = {path.name for path in (tmp_path / "run").iterdir()}
    assert {*DERIVED, "journal.jsonl", "league.json", "timings.csv", "report.html"} <= files
    games = [json.loads(line) for line in (tmp_path / "run" / "games.jsonl").read_text().splitlines()]
    assert len(games) == 5 * GAMES
    assert all("seconds" not in game for game in games)


def test_the_number_of_workers_changes_nothing(tmp_path: Path, unbroken: dict[str, str]) -> None:
    """Four of them; those that are killed below play with two."""
    write_patient_league(tmp_path)
    assert tourney(tmp_path, "--config", "league.toml", "--workers", "4").returncode == 0
    assert derived(tmp_path / "run") == unbroken


def test_a_league_that_is_killed_a_dozen_times_ends_the_same(tmp_path: Path, unbroken: dict[str, str]) -> None:
    """At random moments: while it starts, plays, and writes; what it had begun dies with it."""
    write_patient_league(tmp_path)
    chance = random.Random(1)
    for number in range(12):
        soon = number % 3 == 0
        program: type[subprocess.Popen[str]] = subprocess.Popen if soon else Program
        with started(tmp_path, "--config", "league.toml", "--quiet", program=program) as process:
            enough = lines(tmp_path) + chance.randrange(1, 6)
            late = time.monotonic() + (chance.uniform(0.1, 1.5) if soon else 60)
            while process.poll() is None and lines(tmp_path) < enough and time.monotonic() < late:
                time.sleep(0.002)
            others = family(process.pid) if process.poll() is None else []
        assert all_end(others)
    run = tourney(tmp_path, "--config", "league.toml")
    assert run.returncode == 0, run.stderr
    assert "Going on with the run in run" in run.stderr
    assert derived(tmp_path / "run") == unbroken


def test_killed_workers_are_replaced_and_cost_nothing(tmp_path: Path, unbroken: dict[str, str]) -> None:
    write_patient_league(tmp_path)
    with held_league(tmp_path, 10) as process:
        for _ in range(8):
            until(lambda: len(titled(process, "tavern-tourney worker")) == 2, process)
            titled(process, "tavern-tourney worker")[0].kill()
            enough = lines(tmp_path) + 5
            hold(tmp_path, enough)
            until(lambda: lines(tmp_path) >= enough, process)  # noqa: B023
        let_go(tmp_path)
        told = told_by(process)
    assert process.returncode == 0, told
    assert "A worker died: it is replaced" in told
    assert derived(tmp_path / "run") == unbroken


def test_games_that_lost_their_workers_are_played_by_the_next_run(tmp_path: Path, unbroken: dict[str, str]) -> None:
    """Somebody kills workers until it is too much: the league says so, and the same command mends it."""
    write_patient_league(tmp_path)
    journal = tmp_path / "run" / "journal.jsonl"
    killed: set[psutil.Process] = set()
    with held_league(tmp_path, 10, "--workers", "1") as process:
        while "Its worker died, 3 times." not in journal.read_text():
            until(lambda: set(titled(process, "tavern-tourney worker")) - killed, process)
            for worker in set(titled(process, "tavern-tourney worker")) - killed:
                killed.add(worker)
                worker.kill()
        let_go(tmp_path)
        told = told_by(process)
    assert process.returncode == 5, told
    assert " came to no result. Its worker died, 3 times. To play again: tavern-tourney " in told
    again = tourney(tmp_path, "--config", "league.toml")
    assert again.returncode == 0, again.stderr
    assert derived(tmp_path / "run") == unbroken
    assert tourney(tmp_path, "verify", "run", "--games", "10").returncode == 0


def test_results_that_are_missing_in_the_end_are_an_error(tmp_path: Path) -> None:
    """Somebody empties the journal while the league plays: it has told the games, but nobody can count them."""
    write_patient_league(tmp_path)
    with held_league(tmp_path, 10) as process:
        os.truncate(tmp_path / "run" / "journal.jsonl", 0)
        let_go(tmp_path)
        table, told = process.communicate(timeout=LONG)
    assert (process.returncode, table) == (6, ""), told
    assert re.search(r"\d+ of 120 games were played, but are not in run/journal.jsonl", told), told


@pytest.mark.parametrize("whom", ["a worker", "the supervisor", "the zygote"])
def test_no_folder_of_a_bot_stays_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, whom: str) -> None:
    """Whoever is killed, somebody tidies up."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("TMPDIR", str(scratch))
    write_patient_league(tmp_path, deals=2, isolation="process")
    with held_league(tmp_path, 5) as process:
        assert bot_folders(scratch)
        others = family(process.pid)
        names = {"a worker": "tavern-tourney worker", "the zygote": "tavern-tourney workers"}
        if whom == "the supervisor":
            process.kill()
        else:
            titled(process, names[whom])[0].kill()
        let_go(tmp_path)
        told_by(process)
    assert all_end(others)
    assert list(scratch.iterdir()) == []


def test_ctrl_c_lets_games_end_and_says_how_to_go_on(tmp_path: Path, unbroken: dict[str, str]) -> None:
    """The terminal sends it to the whole group."""
    write_patient_league(tmp_path)
    with held_league(tmp_path, 20) as process:
        os.killpg(process.pid, signal.SIGINT)
        let_go(tmp_path)
        told = told_by(process)
    assert process.returncode == 4, told
    assert "Finishing the games that are being played; press Ctrl-C again to stop at once." in told
    assert "Interrupted. To go on: tavern-tourney --config league.toml" in told
    assert (tmp_path / "run" / "report.html").exists()
    assert 20 <= lines(tmp_path) < 20 * GAMES
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    assert derived(tmp_path / "run") == unbroken


def test_a_second_run_on_the_folder_is_refused(tmp_path: Path) -> None:
    write_patient_league(tmp_path)
    with held_league(tmp_path, 5) as process:
        second = tourney(tmp_path, "--config", "league.toml")
        process.send_signal(signal.SIGINT)
        heard_from(process, "press Ctrl-C again to stop at once")
        process.send_signal(signal.SIGINT)
        told = told_by(process)
    assert second.returncode == 6
    assert "Another run is writing to run." in second.stderr
    assert process.returncode == 4, told


def test_a_bot_that_joins_keeps_all_games_that_were_played(tmp_path: Path) -> None:
    write_league(tmp_path)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    before = (tmp_path / "run" / "games.jsonl").read_text().splitlines()
    write_league(tmp_path, more='[[bots]]\nbot = "rules"\nname = "late"')
    again = tourney(tmp_path, "--config", "league.toml")
    assert again.returncode == 0
    assert "bots.late: added" in again.stderr
    assert "30 of the 30 games that were played stay valid" in again.stderr
    after = (tmp_path / "run" / "games.jsonl").read_text().splitlines()
    assert set(before) < set(after)
    assert len(after) == 2 * len(before)


def test_a_bot_that_joins_a_full_league_takes_the_place_of_others(tmp_path: Path) -> None:
    """As many line-ups as before are planned; the report, the check and the table have all that was played."""
    cap = {"[schedule]\n": "[schedule]\nline_ups = 3\n"}
    write_league(tmp_path, replace=cap)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    write_league(tmp_path, replace=cap, more='[[bots]]\nbot = "rules"\nname = "late"')
    again = tourney(tmp_path, "--config", "league.toml")
    assert again.returncode == 0
    assert "30 of the 30 games that were played stay valid" in again.stderr
    assert "30 of 40 games are done." in again.stderr
    assert "40 of 40 games were played" in (tmp_path / "run" / "report.html").read_text()
    assert len((tmp_path / "run" / "games.jsonl").read_text().splitlines()) == 40
    checked = tourney(tmp_path, "verify", "run")
    assert checked.returncode == 0, checked.stderr
    assert "40 of 40 games have a result.\n40 games replayed." in checked.stdout


def test_a_changed_option_plays_only_what_it_touches_again(tmp_path: Path) -> None:
    write_league(tmp_path, replace={'bot = "rules"': 'bot = "flat"\noptions = { simulations = 2 }'})
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    write_league(tmp_path, replace={'bot = "rules"': 'bot = "flat"\noptions = { simulations = 3 }'})
    again = tourney(tmp_path, "--config", "league.toml")
    assert "bots.flat.options.simulations: 2 -> 3" in again.stderr
    assert "10 of the 30 games that were played stay valid; the others stay in the journal." in again.stderr
    assert lines(tmp_path) == 50


def test_fresh_moves_the_old_run_aside(tmp_path: Path) -> None:
    write_league(tmp_path, replays=3)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    old = (tmp_path / "run" / "journal.jsonl").read_bytes()
    again = tourney(tmp_path, "--config", "league.toml", "--fresh")
    assert again.returncode == 0
    assert "The old run is now in run.1." in again.stderr
    assert (tmp_path / "run.1" / "journal.jsonl").read_bytes() == old
    assert derived(tmp_path / "run") == derived(tmp_path / "run.1")


def test_fresh_does_not_take_the_folder_of_a_running_league(tmp_path: Path) -> None:
    write_patient_league(tmp_path)
    with held_league(tmp_path, 5):
        second = tourney(tmp_path, "--config", "league.toml", "--fresh")
    assert second.returncode == 6
    assert "Another run is writing to run." in second.stderr
    assert not (tmp_path / "run.1").exists()


def test_a_closed_terminal_leaves_nothing_behind(tmp_path: Path) -> None:
    """The whole group is told; the supervisor stops, and the run can go on."""
    write_patient_league(tmp_path)
    with held_league(tmp_path, 5) as process:
        others = family(process.pid)
        os.killpg(process.pid, signal.SIGHUP)
        told = told_by(process)
    assert process.returncode == 4, told
    assert 3 <= len(others) <= 5  # the zygote, two workers, and maybe the games that they play
    assert all_end(others)


def test_a_league_does_not_depend_on_who_started_it(tmp_path: Path) -> None:
    """With these signals ignored: no terminal, no Ctrl-C, and a parent that waits for nobody."""

    def ignore() -> None:
        for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM, signal.SIGCHLD, signal.SIGPIPE):
            signal.signal(number, signal.SIG_IGN)

    write_league(tmp_path, deals=1, replace={'bot = "rules"': 'bot = "rules"\nisolation = "process"'})
    run = tourney(tmp_path, "--config", "league.toml", "--quiet", preexec_fn=ignore, stdin=subprocess.DEVNULL)
    assert (run.returncode, run.stderr) == (0, "Report: run/report.html\n")


def test_another_seed_is_another_league(tmp_path: Path) -> None:
    write_league(tmp_path)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    assert tourney(tmp_path, "--config", "league.toml", "--seed", "other", "--out", "other").returncode == 0
    assert derived(tmp_path / "run")["games.jsonl"] != derived(tmp_path / "other")["games.jsonl"]


def test_a_damaged_journal_is_told_and_mended_by_playing(tmp_path: Path) -> None:
    write_league(tmp_path, replays=3)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    before = derived(tmp_path / "run")
    path = tmp_path / "run" / "journal.jsonl"
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data[:-20])
    checked = tourney(tmp_path, "verify", "run")
    assert checked.returncode == 6
    assert "The last line of the journal was cut off in the middle" in checked.stderr
    again = tourney(tmp_path, "--config", "league.toml")
    assert again.returncode == 0
    assert "lines of the journal are damaged" in again.stderr
    assert derived(tmp_path / "run") == before
    path.write_text("dear diary\n" * 10)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 6


def test_mistakes_in_the_config_are_told_all_at_once(tmp_path: Path) -> None:
    write_league(tmp_path, replace={'bot = "rules"': 'bot = "ruels"', "deals": "deels"})
    run = tourney(tmp_path, "--config", "league.toml")
    assert run.returncode == 2
    assert "Did you mean 'rules'?" in run.stderr
    assert "Did you mean 'deals'?" in run.stderr
    assert not (tmp_path / "run").exists()
    assert tourney(tmp_path, "--config", "missing.toml").returncode == 2


@pytest.mark.parametrize(
    ("flag", "value", "sentence"),
    [
        ("--workers", "99999999", "'--workers': 99999999 is not in the range 0<=x<=1024."),
        ("--workers", "-1", "'--workers': -1 is not in the range 0<=x<=1024."),
        ("--seed", "", "'--seed': it must not be empty."),
        ("--out", "", "'--out': it must not be empty; write . for the folder you are in."),
    ],
)
def test_the_command_line_refuses_what_the_file_may_not_say(
    tmp_path: Path, flag: str, value: str, sentence: str
) -> None:
    write_league(tmp_path)
    run = tourney(tmp_path, "--config", "league.toml", flag, value)
    assert run.returncode == 2
    assert sentence in run.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["league.toml"]


def test_a_bot_that_cannot_be_loaded_has_an_exit_code(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import nonsense_that_is_not_there\n")
    write_league(tmp_path, more='[[bots]]\nbot = "broken.py:Broken"\nname = "broken"')
    run = tourney(tmp_path, "--config", "league.toml")
    assert run.returncode == 7
    assert "nonsense_that_is_not_there" in run.stderr


def test_under_strict_faults_have_an_exit_code_and_can_be_replayed(tmp_path: Path) -> None:
    (tmp_path / "bad.py").write_text(
        "class Bad:\n"
        "    summary, games, options = 'raises', 'all games', ()\n"
        "    def __init__(self, place): self.asked = 0\n"
        "    def choose(self, infoset, clock):\n"
        "        self.asked += 1\n"
        "        print('hello from the bot')\n"
        "        return infoset.legal()[0] if self.asked < 3 else 1 // 0\n"
    )
    write_league(tmp_path, deals=1, more='[[bots]]\nbot = "bad.py:Bad"\nname = "bad"')
    run = tourney(tmp_path, "--config", "league.toml", "--strict")
    assert run.returncode == 3, run.stderr
    faults = (tmp_path / "run" / "faults.csv").read_text().splitlines()
    assert len(faults) == 1 + 3 * 2
    assert "ZeroDivisionError" in faults[1]
    assert "hello from the bot" in faults[1]
    told = tourney(tmp_path, "replay", "run", "dragon-vault-2/bad+rules/0/0")
    assert "bad: raise: ZeroDivisionError" in told.stdout
    assert told.stdout.splitlines()[-1] == "Seat 0 (bad) place 2, seat 1 (rules) place 1."


def test_what_a_run_left_can_be_looked_at(tmp_path: Path) -> None:
    write_league(tmp_path)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    table = tourney(tmp_path, "rate", "run")
    assert table.stdout.splitlines()[0] == "Dragon's Vault"
    data = json.loads(tourney(tmp_path, "rate", "run", "--json").stdout)
    assert data["games"]["dragon-vault"][0]["bot"] == "rules"
    (tmp_path / "run" / "report.html").unlink()
    assert tourney(tmp_path, "report", "run").returncode == 0
    assert (tmp_path / "run" / "report.html").exists()
    one = tourney(tmp_path, "replay", "run", "dragon-vault-2/random+rules/0/0", "--seat", "1")
    assert one.stdout.startswith("dragon-vault-2/random+rules/0/0: seat 0 (random), seat 1 (rules)\n")
    assert "seat 1 (rules) place 1" in one.stdout.splitlines()[-1]
    wrong = tourney(tmp_path, "replay", "run", "dragon-vault-2/random+rules/0/7")
    assert wrong.returncode == 2
    assert "Did you mean" in wrong.stderr
    checked = tourney(tmp_path, "verify", "run", "--games", "10", "--play", "5")
    assert checked.returncode == 0
    assert "10 games replayed." in checked.stdout
    assert "5 games played again by their bots." in checked.stdout
    assert tourney(tmp_path, "rate", "nowhere").returncode == 2


def test_a_dry_run_plays_nothing_into_the_folder(tmp_path: Path) -> None:
    write_league(tmp_path)
    run = tourney(tmp_path, "--config", "league.toml", "--dry-run")
    assert run.returncode == 0
    assert "dragon-vault-2: random + rules, 5 deals in 2 seatings" in run.stdout
    assert "3 line-ups, 30 games." in run.stdout
    assert "with 2 workers" in run.stdout
    assert not (tmp_path / "run").exists()


def test_a_dry_run_shows_what_a_run_would_play_now(tmp_path: Path) -> None:
    """Who joined, what is done already and what is not; and then just that is played."""
    cap = {"[schedule]\n": "[schedule]\nline_ups = 3\n"}
    write_league(tmp_path, deals=4, replace=cap)
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    write_league(tmp_path, replace=cap, more='[[bots]]\nbot = "rules"\nname = "late"\nisolation = "process"\n')
    files = {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*")}
    dry = tourney(tmp_path, "--config", "league.toml", "--dry-run")
    assert dry.returncode == 0, dry.stderr
    assert "bots.late: added" in dry.stderr
    assert "24 of the 24 games that were played stay valid" in dry.stderr
    assert "dragon-vault-2: random + rules, 5 deals in 2 seatings, 8 of 10 games are done" in dry.stdout
    assert re.search(r"dragon-vault-2: late \+ \w+, 5 deals in 2 seatings\n", dry.stdout)
    assert "3 line-ups, 14 games to play; 24 are done." in dry.stdout
    assert "with 2 workers" in dry.stdout
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "run").rglob("*")} == files
    fresh = tourney(tmp_path, "--config", "league.toml", "--dry-run", "--fresh")
    assert "3 line-ups, 30 games." in fresh.stdout
    assert "added" not in fresh.stderr
    assert tourney(tmp_path, "--config", "league.toml").returncode == 0
    assert lines(tmp_path) == 24 + 14
    dry = tourney(tmp_path, "--config", "league.toml", "--dry-run")
    assert "3 line-ups, 0 games to play; 38 are done.\nThere is nothing to play.\n" in dry.stdout


def test_a_dry_run_of_a_million_deals_comes_back(tmp_path: Path) -> None:
    """Its games are counted, not listed: a list would take gigabytes."""
    write_league(tmp_path, deals=1_000_000, more='[[bots]]\nbot = "rules"\nname = "late"')
    used = (resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
    run = tourney(tmp_path, "--config", "league.toml", "--dry-run", preexec_fn=lambda: resource.setrlimit(*used))
    assert run.returncode == 0, run.stderr
    assert "6 line-ups, 12000000 games." in run.stdout
    assert " hours with 2 workers" in run.stdout


def test_a_dry_run_names_a_bot_that_cannot_be_loaded(tmp_path: Path) -> None:
    """A program that is not a bot: only starting it shows that."""
    row = '[[bots]]\ncommand = ["true"]\nname = "mute"\ngames = ["dragon-vault"]\n'
    write_league(tmp_path, more=row)
    run = tourney(tmp_path, "--config", "league.toml", "--dry-run")
    assert run.returncode == 7, run.stdout
    assert "mute cannot be loaded." in run.stderr


@pytest.mark.parametrize("most", ["", "line_ups = 1\n"])
def test_a_gauntlet_that_cannot_fill_a_table_is_told(tmp_path: Path, most: str) -> None:
    rows = f"[schedule]\nkind = 'gauntlet'\nchallenger = ['rules', 'random']\n{most}"
    more = '[[bots]]\nbot = "rules"\nname = "late"'
    write_league(tmp_path, more=more, replace={"seats = 2": "seats = 4", "[schedule]\n": rows})
    run = tourney(tmp_path, "--config", "league.toml")
    assert run.returncode == 2
    assert "4 seats, but only 2 of the others play dragon-vault besides a challenger: " in run.stderr
    assert not (tmp_path / "run").exists()


def test_whoever_ends_it_while_bots_are_tried_gets_a_sentence(tmp_path: Path) -> None:
    """A shutdown, say: nothing has been played, and nothing stays behind."""
    row = '[[bots]]\ncommand = ["sleep", "1000"]\nname = "slow"\ngames = ["dragon-vault"]\n'
    write_league(tmp_path, more=row)
    with started(tmp_path, "--config", "league.toml") as process:
        until(lambda: titled(process, "sleep"), process)
        others = family(process.pid)
        process.send_signal(signal.SIGTERM)
        told = told_by(process)
    assert process.returncode == 4
    assert told == "Interrupted. Finished games are safe: the same command goes on.\n"
    assert all_end(others)


def test_a_seed_on_the_command_line_shows_in_no_process(tmp_path: Path) -> None:
    """Bots can read the command line of the process that started them."""
    write_patient_league(tmp_path)
    with held_league(tmp_path, 5, "--seed", "a-secret-seed", program=subprocess.Popen) as process:
        shown = [" ".join(each.cmdline()) for each in [psutil.Process(process.pid), *family(process.pid)]]
    assert len(shown) >= 4
    assert [line for line in shown if "secret" in line] == []


def test_help_is_quick_to_come() -> None:
    """It imports none of the heavy packages."""
    heavy = {"numpy", "pydantic", "tqdm", "trueskill", "rich", "psutil"}
    code = f"import sys, tavern_tournament.cli; print({heavy} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "set()"


def test_a_league_that_cannot_start_workers_any_more_says_so(tmp_path: Path) -> None:
    write_patient_league(tmp_path)
    with held_league(tmp_path, 5) as process:
        others = family(process.pid)
        titled(process, "tavern-tourney workers")[0].kill()
        told = told_by(process)
    assert process.returncode == 4
    assert "The process that starts workers is gone. Finished games are safe: run the command again." in told
    assert all_end(others)
