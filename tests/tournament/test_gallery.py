"""Recorded games in the terminal and inside the report: the table at every decision, reasons, faults, and chunks."""

import base64
import json
import zlib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from saved_runs import saved_run
from small_league import fault, info, league

from tavern_engine import TavernError
from tavern_tournament.league import derive
from tavern_tournament.ratings.rate import rate
from tavern_tournament.replay import NOBODY, Again, frames, retell
from tavern_tournament.report import gallery as galleries
from tavern_tournament.report.files import write_files
from tavern_tournament.report.gallery import FOLDER, make_gallery, pack
from tavern_tournament.report.summary import Summary, summarise
from tavern_tournament.run import Run
from tavern_tournament.secret import RANDOM

GAME = "dragon-vault-2/random+rules/0/0"
HOSTILE = "</script><b>\x1b[31m \u202e"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    return saved_run(tmp_path_factory.mktemp("gallery"), reasons=True)


@pytest.fixture(scope="module")
def summary(run: Run) -> Summary:
    return derive(run)


def unpacked(chunk: str) -> dict[str, Any]:
    whole: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(chunk)))
    return whole


def test_the_terminal_shows_the_table_at_every_decision(run: Run) -> None:
    (one,) = [result for result in run.counted(run.read()) if result.id == GAME]
    lines = "\n".join(retell(run, GAME, None)).split("\n")
    assert lines[0] == f"{GAME}: seat 0 (random), seat 1 (rules)"
    assert sum(line.startswith("discard area: ") for line in lines) == len(one.actions) + 1
    assert sum(") chooses: " in line for line in lines) == len(one.actions)
    assert lines[-1].endswith("place 1.") or lines[-1].endswith("place 2.")
    mine = "\n".join(retell(run, GAME, 1)).split("\n")
    assert sum(line.startswith("discard area: ") for line in mine) == one.decisions[1] + 1
    assert not any(line.startswith("Seat 0 (random) chooses") for line in mine)


def test_frames_have_reasons_and_faults_where_they_happened(run: Run) -> None:
    (one,) = [result for result in run.counted(run.read()) if result.id == GAME]
    at = next(number for number, reason in enumerate(one.reasons) if reason)
    seat = Again(run.setup).frames(one)[at].seat
    failed = replace(one, faults=(fault("oops", seat=seat, move=at + 1), fault("early", seat=1, move=0)))
    told = Again(run.setup).frames(failed)
    assert told[at].reason == one.reasons[at]
    assert any(text.endswith(": raise: oops") for text in told[at].faults)
    assert any("early" in text for text in told[0].faults)
    assert (told[-1].seat, len(told)) == (NOBODY, len(one.actions) + 1)
    others = list(frames(run.setup, failed, 1 - seat))
    assert not any("oops" in text for frame in others for text in frame.faults)  # it may tell a hand


def test_what_a_bot_says_commands_no_terminal(run: Run) -> None:
    (one,) = [result for result in run.counted(run.read()) if result.id == GAME]
    said = replace(one, reasons=(HOSTILE,) * len(one.actions), faults=(fault(HOSTILE, move=1),))
    frame = Again(run.setup).frames(said)[0]
    assert not {"\x1b", "\u202e"} & set("".join(frame.lines(one.bots)))
    assert not {"\x1b", "\u202e"} & set("".join(unpacked(pack((run.setup, [said])))["texts"]))


def test_every_game_is_listed_and_opens(summary: Summary) -> None:
    made = make_gallery(summary, 1000)
    rows = made.data["rows"]
    assert len(rows) == len(summary.results) == 6
    assert made.files == {}
    games: dict[str, Any] = {}
    for chunk in made.chunks:
        whole = unpacked(chunk)
        games |= {game_id: (found, whole["texts"]) for game_id, found in whole["games"].items()}
    for one in summary.results:
        found, texts = games[one.id]
        assert len(found) == len(one.actions) + 1
        seat, text, *_, picture, _ = found[0]
        assert texts[text].startswith(f"Seat {seat} ({one.bots[seat]}) chooses: ")
        assert texts[picture[0]].startswith("round 1")
    assert {row[-1] for row in rows} == set(range(len(made.chunks)))
    assert made.data["tables"] == [["dragon-vault-2", "coins lost"]]


def test_if_only_some_open_the_examples_do(summary: Summary) -> None:
    made = make_gallery(summary, 2)
    keys = made.data["keys"]
    opened = {f"{keys[row[0]][0]}/{row[1]}/{row[2]}" for row in made.data["rows"] if row[-1] >= 0}
    assert len(opened) == 2
    assert opened <= set(summary.examples.values())
    assert make_gallery(summary, 0).chunks == ()


def test_a_large_league_has_its_chunks_in_files(
    summary: Summary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(galleries, "INSIDE", 1000)
    monkeypatch.setattr(galleries, "CHUNK", 200)
    monkeypatch.setattr(galleries, "SEVERAL", 2)  # processes
    write_files(summary, tmp_path)
    files = sorted(path.name for path in (tmp_path / FOLDER).iterdir())
    html = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert len(files) > 2
    assert all(f"{FOLDER}/{name}" in html for name in files)
    assert "games-chunk-0" not in html.partition("<script>")[0]
    for name in files:
        text = (tmp_path / FOLDER / name).read_text(encoding="utf-8")
        assert text.startswith('tavernChunk("')
        assert unpacked(text.removeprefix('tavernChunk("').removesuffix('")\n'))["games"]
    (tmp_path / FOLDER / "old.js").write_text("old")
    write_files(summary, tmp_path)
    assert sorted(path.name for path in (tmp_path / FOLDER).iterdir()) == files
    monkeypatch.undo()
    write_files(summary, tmp_path)
    assert not (tmp_path / FOLDER).exists()


def test_deals_that_are_still_to_be_played_are_not_shown(summary: Summary) -> None:
    going_on = replace(summary, info=replace(summary.info, secret=RANDOM))
    assert make_gallery(going_on, 1000).chunks == ()
    assert len(make_gallery(going_on, 1000).data["rows"]) == 6


def test_a_changed_record_is_told_where_it_would_be_shown(summary: Summary) -> None:
    assert summary.again is not None
    changed = replace(summary.results[0], actions=(10**6,))
    with pytest.raises(TavernError):
        summary.again.frames(changed)
    whole = unpacked(pack((summary.again.setup, [changed])))
    assert whole["texts"][whole["games"][changed.id]].startswith("This game cannot be replayed: ")


def test_of_very_many_games_the_first_deals_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(galleries, "LISTED", 20)
    games = league({"a": 1.0, "b": 0.0, "c": -1.0}, 2, 12)
    many = summarise(games, rate(games, bootstrap=0), info(games))
    made = make_gallery(many, 10)
    assert {row[1] for row in made.data["rows"][:20]} >= {0, 1, 2}
    assert 20 <= len(made.data["rows"]) <= 20 + len(many.examples)
    assert made.data["played"] == 72
