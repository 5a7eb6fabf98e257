"""A command in bubblewrap, as SECURITY.md has it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from leagues import real_tourney, write_league

ROOT = Path(__file__).parent.parent.parent


def wraps() -> bool:
    """Whether bubblewrap is here, and this system lets it work."""
    words = ["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"]
    return shutil.which("bwrap") is not None and subprocess.run(words, capture_output=True).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not wraps(), reason="no bubblewrap that works")
def test_a_command_plays_in_bubblewrap(tmp_path: Path) -> None:
    (row,) = re.findall(r"```toml\n(.*?)```", (ROOT / "SECURITY.md").read_text(encoding="utf-8"), re.DOTALL)
    shutil.copy(ROOT / "tests" / "tournament" / "other_languages" / "last.sh", tmp_path)
    write_league(tmp_path, deals=1, more=row)
    ended = real_tourney(tmp_path, "--config", "league.toml", "--strict", "-q")
    assert ended.returncode == 0, ended.stderr
