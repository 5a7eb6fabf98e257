"""The secret of a run: nobody can tell its deals from the seed, and whoever is given it can repeat the run."""

import json
import re
import shutil
import stat
from pathlib import Path

import pytest
from leagues import DERIVED, tourney, write_league

from tavern_tournament.journal import read
from tavern_tournament.run import Run
from tavern_tournament.schedule import Seeds

SECRETLY = {'secret = "public"\n': ""}
STRANGER = """
from tavern_engine import Table, game


class Guesser:
    summary, games, options = "knows the seed of every league", ["dragon-vault"], ()

    def __init__(self, place):
        pass

    def choose(self, infoset, clock):
        return infoset.legal()[0]
"""


def actions(folder: Path) -> list[tuple[int, ...]]:
    """What was played in all games of a run, in order."""
    results = Run.load(folder / "run").counted(read(folder / "run" / "journal.jsonl"))
    return [tuple(result.actions) for result in results]


def league(folder: Path, name: str, *more: str) -> Path:
    """A league with a secret, played in a folder of its own."""
    place = folder / name
    place.mkdir()
    write_league(place, deals=2, replace=SECRETLY)
    done = tourney(place, "--config", "league.toml", "-q", *more)
    assert done.returncode == 0, done.stderr
    return place


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A league that has been played to its end."""
    return league(tmp_path_factory.mktemp("played"), "one")


@pytest.fixture
def one(played: Path, tmp_path: Path) -> Path:
    """Its folder again, to do with it what one likes."""
    return Path(shutil.copytree(played, tmp_path / "one"))


def test_the_seed_alone_decides_nothing(played: Path, tmp_path: Path) -> None:
    """Two runs of one config have different games; a secret is kept for its owner, and told nowhere before the end."""
    one, other = played, league(tmp_path, "other")
    assert actions(one) != actions(other)
    kept = one / "run" / "secret"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    secret = kept.read_text().strip()
    assert re.fullmatch("[0-9a-f]{64}", secret)
    telling = {path.name for path in (one / "run").rglob("*") if path.is_file() and secret in path.read_text()}
    assert telling == {"secret", "report.html", "ratings.json"}  # these after the last game


def test_the_deals_cannot_be_tried_out() -> None:
    """What a seed would lead to without a secret is not what is dealt."""
    known, dealt = Seeds("quick", ""), Seeds("quick", "5a" * 32)
    assert known.deal("dragon-vault", 0) != dealt.deal("dragon-vault", 0)
    assert known.bot("id", 0) != dealt.bot("id", 0)
    assert dealt.deal("dragon-vault", 0) != Seeds("quick", "5b" * 32).deal("dragon-vault", 0)


def test_a_run_is_repeated_with_its_secret(one: Path, tmp_path: Path) -> None:
    """With the secret that the report names anybody gets the same bytes."""
    named = json.loads((one / "run" / "ratings.json").read_text())["secret"]
    (tmp_path / "named").write_text(named)
    again = league(tmp_path, "again", "--secret", str(tmp_path / "named"))
    for name in DERIVED:
        assert (again / "run" / name).read_bytes() == (one / "run" / name).read_bytes(), name
    assert tourney(again, "verify", "run", "--play", "4").returncode == 0


def test_the_secret_is_not_named_before_the_end(one: Path) -> None:
    """A run that goes on keeps its secret, and names it only when all games are played."""
    secret = (one / "run" / "secret").read_text().strip()
    write_league(one, deals=3, replace=SECRETLY)
    journal = one / "run" / "journal.jsonl"
    journal.write_bytes(b"".join(journal.read_bytes().splitlines(keepends=True)[:-2]))
    assert tourney(one, "report", "run").returncode == 0
    assert secret not in (one / "run" / "report.html").read_text()
    done = tourney(one, "--config", "league.toml", "-q")
    assert done.returncode == 0
    assert (one / "run" / "secret").read_text().strip() == secret
    assert secret in (one / "run" / "report.html").read_text()


def test_a_league_that_grows_after_its_secret_was_named_says_so(one: Path) -> None:
    write_league(one, deals=3, replace=SECRETLY)
    assert "The report has named the secret" in tourney(one, "--config", "league.toml", "-q").stderr


def test_a_run_without_its_secret_says_so(one: Path) -> None:
    (one / "run" / "secret").rename(one / "elsewhere")
    for arguments in (["--config", "league.toml", "-q"], ["report", "run"], ["verify", "run"]):
        told = tourney(one, *arguments)
        assert (told.returncode, "The secret of the run in run is missing" in told.stderr) == (2, True), told.stderr
    (one / "run" / "secret").write_text("none")
    told = tourney(one, "verify", "run")
    assert (told.returncode, "holds no secret" in told.stderr) == (2, True)


def test_another_secret_than_the_runs_own_is_refused(one: Path, tmp_path: Path) -> None:
    (tmp_path / "other").write_text("ab" * 32)
    for config, words in ((SECRETLY, "has another secret"), ({}, "its games have no secret")):
        write_league(one, deals=2, replace=config)
        told = tourney(one, "--config", "league.toml", "-q", "--secret", str(tmp_path / "other"))
        assert (told.returncode, words in told.stderr) == (2, True), told.stderr


def test_the_report_warns_of_a_public_league_with_strangers(tmp_path: Path) -> None:
    """A seed that bots of others may guess is no secret."""
    (tmp_path / "guesser.py").write_text(STRANGER)
    row = '[[bots]]\nbot = "guesser.py:Guesser"\n[[bots]]\nbot = "rules"\n'
    for folder, replace, warned in (("public", {}, True), ("secret", SECRETLY, False)):
        write_league(tmp_path, deals=1, replace={**replace, '[[bots]]\nbot = "rules"\n': row})
        assert tourney(tmp_path, "--config", "league.toml", "-q", "--out", folder).returncode == 0
        page = (tmp_path / folder / "report.html").read_text()
        assert ("could have found out all cards" in page) is warned
