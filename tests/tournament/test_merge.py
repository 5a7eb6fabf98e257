"""Shards as people run them, and merging: the same bytes as one run, whatever the journals went through."""

import contextlib
import json
import os
import shutil
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from click.testing import CliRunner, Result
from leagues import LONG, derived, tourney, write_league

from tavern_engine import game
from tavern_tournament.cli import main, publish
from tavern_tournament.config.load import load, override
from tavern_tournament.host import Host
from tavern_tournament.journal import Journal, line_of
from tavern_tournament.run import Run, keep_data, make_folder, prepare
from tavern_tournament.secret import keep_secret, read_secret
from tavern_tournament.shards import Shard, share_of

EXAMPLES = Path(__file__).parent.parent.parent / "docs" / "examples"
SECRETLY = {'secret = "public"\n': "", 'out = "run"\n': ""}  # and in runs/league, as most leagues are
SECRET = "5a" * 32
SHARDS = 4


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a league as one run, and in four shards; nobody may change it."""
    folder = tmp_path_factory.mktemp("shards")
    write_league(folder, deals=7, replace=SECRETLY)
    (folder / "league.secret").write_text(SECRET)
    with contextlib.chdir(folder):
        publish(run_of(Path("one")), as_json=False, complete=True)
        for number in range(1, SHARDS + 1):
            run_of(Path("runs", "league"), Shard(number, SHARDS))
    return folder


def run_of(out: Path, shard: Shard | None = None, secret: str = SECRET) -> Run:
    """A run of the league in this folder, or a shard of it, as the command leaves it."""
    league = override(load(Path("league.toml")), out=shard.folder(out) if shard else out)
    run = prepare(league, None, "tavern-tourney --config league.toml", secret=secret)
    make_folder(run.folder)
    keep_secret(run.folder, secret)
    run.save()
    host = Host(replace(run.setup, logs=""))
    with Journal(run.journal) as journal:
        journal.append(host.play(game).to_json().encode() for game in run.left((), share_of(shard, run.fixtures)))
    return run


@pytest.fixture
def copy(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder, to be changed, and to run commands in."""
    folder = Path(shutil.copytree(played, tmp_path / "copy"))
    monkeypatch.chdir(folder)
    return folder


def merged(*arguments: str) -> Result:
    """`tavern-tourney merge`, in this process."""
    return CliRunner().invoke(main, ["merge", *arguments])


def example(folder: Path, script: list[str], variables: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Run what an example says, as the machine that it is for would."""
    scripts = os.path.dirname(sys.executable)
    environment = {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    environment |= {name: str(value) for name, value in variables.items()}
    return subprocess.run(
        ["bash", "-eu", *script], cwd=folder, env=environment, capture_output=True, text=True, timeout=LONG
    )


def shards(*numbers: int) -> list[str]:
    return [f"runs/league-{number}-of-4" for number in numbers or range(1, SHARDS + 1)]


@pytest.mark.slow
def test_the_example_for_a_job_array(copy: Path) -> None:
    """One job of it, as the batch system would run it; the others were played."""
    shutil.rmtree(copy / shards(2)[0])
    numbers = {"SLURM_ARRAY_TASK_ID": 2, "SLURM_ARRAY_TASK_COUNT": SHARDS, "SLURM_CPUS_PER_TASK": 1}
    job = example(copy, [str(EXAMPLES / "job-array.sh"), "league.toml"], numbers)
    assert job.returncode == 0, job.stderr
    assert "Shard 2 of 4 is done: tavern-tourney merge joins it with the others." in job.stderr
    assert merged(*shards()).exit_code == 0
    assert derived(copy / "runs" / "league") == derived(copy / "one")


@pytest.mark.slow
def test_the_example_for_a_matrix_of_jobs(copy: Path) -> None:
    """What jobs run, with what each is given; only the folder is handed from job to job, without the secret."""
    matrix = yaml.safe_load((EXAMPLES / "ci-matrix.yml").read_text())["jobs"]
    assert matrix["shard"]["strategy"]["matrix"]["shard"] == [1, 2, 3, 4]
    shutil.rmtree(copy / shards(3)[0])  # it is played here, and the others were
    play = step(matrix["shard"], "play").replace("${{ matrix.shard }}", "3")
    job = example(copy, ["-c", play], {"LEAGUE_SECRET": SECRET})
    assert job.returncode == 0, job.stderr
    for shard in shards():
        (copy / shard / "secret").unlink()
    whole = example(copy, ["-c", step(matrix["merge"], "merge")], {"LEAGUE_SECRET": SECRET})
    assert whole.returncode == 0, whole.stderr
    assert derived(copy / "runs" / "league") == derived(copy / "one")


def step(job: dict[str, Any], name: str) -> str:
    (found,) = (str(one["run"]) for one in job["steps"] if one.get("name") == name)
    return found


def test_a_secret_is_made_once_for_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "league.secret"
    assert CliRunner().invoke(main, ["secret", str(file)]).exit_code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert len(read_secret(file)) == 64
    again = CliRunner().invoke(main, ["secret", str(file)])
    assert (again.exit_code, "a secret is made once" in again.stderr) == (2, True)
    nowhere = CliRunner().invoke(main, ["secret", str(tmp_path / "no" / "folder")])
    assert (nowhere.exit_code, "No such file or directory" in nowhere.stderr) == (4, True)


def test_four_shards_are_one_run(copy: Path) -> None:
    assert merged(*shards()).exit_code == 0
    assert derived(copy / "runs" / "league") == derived(copy / "one")
    assert Run.load(Path("runs/league")).command == Run.load(Path("one")).command
    journal = (copy / "runs" / "league" / "journal.jsonl").read_bytes()
    assert merged(*shards()).exit_code == 0  # again: nothing is new
    assert (copy / "runs" / "league" / "journal.jsonl").read_bytes() == journal


def test_journals_that_are_cut_off_or_overlap_are_joined(copy: Path) -> None:
    """What is missing in the end is named with the command that plays it."""
    journal = copy / "runs" / "league-2-of-4" / "journal.jsonl"
    journal.write_bytes(journal.read_bytes()[:-30])
    told = merged(*shards(1, 2, 2, 4))
    assert told.exit_code == 5
    assert "runs/league-2-of-4: The last line of the journal was cut off in the middle" in told.stderr
    missing = 1 + (copy / shards(3)[0] / "journal.jsonl").read_bytes().count(b"\n") - 1
    assert f"{missing} of 42 games are missing. To play them: tavern-tourney --config league.toml" in told.stderr
    assert merged("one", *shards(3), "--out", "runs/league").exit_code == 0
    assert derived(copy / "runs" / "league") == derived(copy / "one")


def changed(journal: Path, **fields: object) -> None:
    """Change the last game of a journal, with the right checksum."""
    *lines, last = journal.read_bytes().splitlines(keepends=True)
    entry = json.loads(last)["entry"] | fields
    journal.write_bytes(b"".join([*lines, line_of(json.dumps(entry, separators=(",", ":")).encode())]))


def test_a_game_with_two_results_is_named_with_both_places(copy: Path) -> None:
    shutil.copytree(copy / shards(1)[0], copy / "other")
    changed(copy / "other" / "journal.jsonl", scores=[1, 99])
    told = merged(*shards(), "other", "--out", "whole")
    assert told.exit_code == 6
    assert "has two different results: one in runs/league-1-of-4/journal.jsonl, line 1" in told.stderr
    assert ", and another in other/journal.jsonl, line 1" in told.stderr
    assert not (copy / "whole").exists()


def test_times_may_differ(copy: Path) -> None:
    shutil.copytree(copy / shards(1)[0], copy / "other")
    changed(copy / "other" / "journal.jsonl", seconds=[5, 5])
    assert merged(*shards(), "other", "--out", "whole").exit_code == 0


def test_a_game_that_lost_its_workers_elsewhere_is_no_other_result(copy: Path) -> None:
    shutil.copytree(copy / shards(1)[0], copy / "other")
    nothing: dict[str, Any] = {name: [] for name in ("teams", "placement", "scores", "actions", "decisions", "faults")}
    changed(copy / "other" / "journal.jsonl", void="Its worker died, 3 times.", **nothing)
    assert merged("other", *shards(), "--out", "whole").exit_code == 0
    assert derived(copy / "whole") == derived(copy / "one")


def test_runs_that_cannot_be_joined(copy: Path) -> None:
    """One sentence each, and nothing is written."""
    run_of(Path("elsewhere"), secret="5b" * 32)
    write_league(copy, deals=8, replace=SECRETLY)
    run_of(Path("runs", "league"), Shard(5, 5))
    for folders, words in (
        ([*shards(1), "runs/league-5-of-5"], "different leagues: tables.dragon-vault-2.deals: 7 -> 8."),
        ([*shards(1), "elsewhere", "--out", "whole"], "different leagues: they have different secrets."),
        ([*shards(1), "one"], "name the folder for the whole with --out."),
        ([*shards(1), "nowhere", "--out", "whole"], "There is no league in nowhere: it has no league.json."),
    ):
        told = merged(*folders)
        assert (told.exit_code, words in told.stderr, told.stderr.count("\n")) == (2, True, 1), told.stderr
    assert not (copy / "whole").exists()
    assert not (copy / "runs" / "league").exists()


def test_component_data_come_along(copy: Path) -> None:
    """Corrected data are in the folder of each shard, and then in that of the whole."""
    shutil.copy(game("dragon-vault").data_file, copy / "mine.toml")
    write_league(copy, deals=7, replace={**SECRETLY, "seats = 2\n": 'seats = 2\ndata = "mine.toml"\n'})
    with_data = [Shard(1, 2), Shard(2, 2)]
    for shard in with_data:
        keep_data(override(load(Path("league.toml")), out=shard.folder(Path("mine"))))
        run_of(Path("mine"), shard)
    assert merged("mine-1-of-2", "mine-2-of-2").exit_code == 0
    shutil.rmtree("mine-1-of-2")
    assert Path(Run.load(Path("mine")).setup.tables[0].data).is_file()


@pytest.mark.slow
def test_a_shard_without_the_secret_says_so(copy: Path) -> None:
    shard = tourney(copy, "--config", "league.toml", "--shard", "1/3")
    assert shard.returncode == 2
    assert "make it once with `tavern-tourney secret FILE`, and give every shard --secret FILE." in shard.stderr
    assert not (copy / "runs" / "league-1-of-3").exists()
    impossible = tourney(copy, "--config", "league.toml", "--shard", "17/16")
    told = "There is no shard 17/16: they are numbered from 1 to 16.\n"
    assert (impossible.returncode, impossible.stderr) == (2, told)


@pytest.mark.slow
def test_shards_can_know_paces(copy: Path) -> None:
    """Of a public league, which needs no secret; how long games take is read from another run."""
    write_league(copy, deals=7)
    told = tourney(copy, "--config", "league.toml", "--shard", "1/3", "--paces", "one", "-q")
    assert told.returncode == 0, told.stderr
    assert len((copy / "run-1-of-3" / "games.jsonl").read_text().splitlines()) == 14
    alone = tourney(copy, "--config", "league.toml", "--paces", "one")
    assert (alone.returncode, "name one with --shard" in alone.stderr) == (2, True)
