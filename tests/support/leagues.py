"""Small leagues for tests, run as a person would run them."""

import json
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

DERIVED = ["games.jsonl", "ratings.csv", "ratings.json", "pairs.csv", "faults.csv"]
LEAGUE = """
[league]
name = "a test"
seed = "test"
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
bootstrap = 20
{more}
"""


def write_league(folder: Path, deals: int = 5, more: str = "", replace: dict[str, str] | None = None) -> Path:
    """A league of three quick bots in the folder, with more sections or other words in it."""
    text = LEAGUE.format(deals=deals, more=more)
    for old, new in (replace or {}).items():
        assert old in text
        text = text.replace(old, new)
    path = folder / "league.toml"
    path.write_text(text)
    return path


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "tavern_tournament", *arguments]


def tourney(folder: Path, *arguments: str, **keys: Any) -> subprocess.CompletedProcess[str]:
    """Run the command in the folder and wait for it."""
    return subprocess.run(command(*arguments), cwd=folder, capture_output=True, text=True, timeout=120, **keys)


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    """Run the command in the folder without waiting; Ctrl-C reaches it."""
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    return subprocess.Popen(command(*arguments), cwd=folder, start_new_session=True, **pipes)


def kill(process: subprocess.Popen[str]) -> None:
    process.send_signal(signal.SIGKILL)
    process.communicate()


def derived(run: Path) -> dict[str, str]:
    """All that must be the same for every run of a league: files without times, and what the report is drawn from."""
    files = {name: (run / name).read_text() for name in DERIVED}
    page = (run / "report.html").read_text()
    found = re.search(r'<script[^>]*type="application/json"[^>]*>(.*?)</script>', page, re.DOTALL)
    assert found is not None
    json.loads(found[1])
    return {**files, "report": found[1]}
