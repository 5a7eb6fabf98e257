"""Small leagues for tests, run as a person would run them."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil
from warm import Program, run

LONG = 300.0  # seconds: it bounds how long a failure takes, however busy the machine is
DERIVED = ["games.jsonl", "ratings.csv", "ratings.json", "pairs.csv", "faults.csv"]
LEAGUE = """
[league]
name = "a test"
seed = "test"
secret = "public"
out = "run"
[[tables]]
game = "dragon-vault"
seats = 2
[[bots]]
bot = "random"
[[bots]]
bot = "rules"
[[bots]]
bot = "random"
name = "other"
[schedule]
deals = {deals}
[run]
workers = 2
batch_seconds = 0.05
[rating]
bootstrap = 5
[report]
replays = 3
{more}
"""
# Both of these play like `random`, and begin no game while the league is held.
PATIENT_ROWS = {
    'bot = "random"\n[[bots]]': 'bot = "patient.py:Patient"\nname = "random"\n{isolation}[[bots]]',
    'bot = "random"\nname = "other"\n': 'bot = "patient.py:Patient"\nname = "other"\n{isolation}',
}
PATIENT = """
import time
from pathlib import Path

HERE = Path(__file__).parent


def held():
    try:
        most = int((HERE / "hold").read_text())
        return (HERE / "run" / "journal.jsonl").read_bytes().count(b"\\n") > most
    except FileNotFoundError:
        return False


class Patient:
    summary, games, options = "plays at random when it may", "all games", ()

    def __init__(self, place):
        self.rng = place.rng
        self.begun = False

    def choose(self, infoset, clock):
        while not self.begun and held():
            time.sleep(0.02)
        self.begun = True
        legal = infoset.legal()
        return legal[int(self.rng.below(len(legal)))]
"""


def write_league(
    folder: Path, deals: int = 5, more: str = "", replace: dict[str, str] | None = None, replays: int = 1
) -> Path:
    """A league of three quick bots in the folder, with more sections or other words in it; its report has few games."""
    text = LEAGUE.format(deals=deals, more=more).replace("replays = 3", f"replays = {replays}")
    for old, new in (replace or {}).items():
        assert old in text
        text = text.replace(old, new)
    path = folder / "league.toml"
    path.write_text(text)
    return path


def write_patient_league(folder: Path, deals: int = 20, isolation: str = "inprocess", more: str = "") -> None:
    """A league that stands still where `hold` says: at least one bot of each game waits; its schedule may have more."""
    (folder / "patient.py").write_text(PATIENT)
    row = f'isolation = "{isolation}"\n'
    rows = {old: new.format(isolation=row) for old, new in PATIENT_ROWS.items()}
    rows |= {'bot = "rules"\n': f'bot = "rules"\n{row}', "[schedule]\n": f"[schedule]\n{more}"}
    write_league(folder, deals, replace=rows)


def hold(folder: Path, games: int) -> None:
    """Let a league of patient bots begin no more games when so many are in the journal."""
    (folder / "wish").write_text(str(games))
    (folder / "wish").replace(folder / "hold")


def let_go(folder: Path) -> None:
    """Let a league that is held play on."""
    (folder / "hold").unlink()


def lines(folder: Path) -> int:
    """How many games are in the journal."""
    path = folder / "run" / "journal.jsonl"
    return path.read_bytes().count(b"\n") - 1 if path.exists() else 0


def bot_folders(scratch: Path) -> list[str]:
    """The temporary folders of bots that there are; os.walk passes over those that are removed while it looks."""
    return [name for _, names, _ in os.walk(scratch) for name in names if name.startswith("tavern-bot-")]


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tavern_tournament", *arguments]


def tourney(folder: Path, *arguments: str, **keys: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in the folder and wait for it."""
    return run(command(*arguments), cwd=folder, capture_output=True, text=True, timeout=LONG, **keys)


def real_tourney(folder: Path, *arguments: str, **keys: Any) -> subprocess.CompletedProcess[str]:
    """The same, never warm: for tests in which others look at its process, or at what it remembers."""
    return subprocess.run(command(*arguments), cwd=folder, capture_output=True, text=True, timeout=LONG, **keys)


@contextlib.contextmanager
def started(
    folder: Path, *arguments: str, program: type[subprocess.Popen[str]] = Program
) -> Iterator[subprocess.Popen[str]]:
    """The command, run in the folder without waiting, in a session of its own; it is killed if it does not end."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = program(command(*arguments), cwd=folder, start_new_session=True, **pipes)
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=LONG)


@contextlib.contextmanager
def held_league(
    folder: Path, games: int, *arguments: str, program: type[subprocess.Popen[str]] = Program
) -> Iterator[subprocess.Popen[str]]:
    """A league of patient bots in the folder that has played so many games or a few more, and stands still."""
    hold(folder, games)
    with started(folder, "--config", "league.toml", *arguments, program=program) as process:
        until(lambda: lines(folder) >= games, process)
        yield process


def heard_from(process: subprocess.Popen[str], words: str) -> None:
    """Wait until a league says that."""
    assert process.stderr is not None
    assert any(words in line for line in process.stderr)


def told_by(process: subprocess.Popen[str]) -> str:
    """What a league says until its end."""
    return process.communicate(timeout=LONG)[1]


def until(condition: Callable[[], object], process: subprocess.Popen[str] | None = None) -> None:
    """Wait for it; if the process ends before, or it never comes, the test has failed.

    To look is work, of which others are waiting to do more: what takes long is looked at less often.
    """
    late, pause = time.monotonic() + LONG, 0.005
    while not condition():
        if process is not None and process.poll() is not None and not condition():
            raise AssertionError(f"It ended with {process.returncode}: {process.communicate()[1]}")
        assert time.monotonic() < late
        time.sleep(pause)
        pause = min(1.2 * pause, 0.05)


def family(pid: int | None = None) -> list[psutil.Process]:
    """All living processes that descend from one, or from this one."""
    return [each for each in psutil.Process(pid).children(recursive=True) if not _is_gone(each)]


def titled(process: subprocess.Popen[str], title: str) -> list[psutil.Process]:
    """Those of the processes of a league that call themselves so."""
    return [each for each in family(process.pid) if _title(each) == title]


def all_end(processes: list[psutil.Process]) -> bool:
    """Whether all of them end by themselves."""
    return psutil.wait_procs(processes, timeout=LONG)[1] == []  # type: ignore[no-any-return]


def _is_gone(process: psutil.Process) -> bool:
    try:
        return bool(process.status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True


def _title(process: psutil.Process) -> str:
    with contextlib.suppress(psutil.Error):
        return "".join(process.cmdline()[:1])
    return ""


def derived(run: Path) -> dict[str, str]:
    """All that must be the same for every run of a league: files without times, and what the report is drawn from."""
    files = {name: (run / name).read_text() for name in DERIVED}
    page = (run / "report.html").read_text()
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    json.loads(found[1])
    return {**files, "report": found[1]}
