"""The journal: whatever happens to the file, it opens, says what is wrong, and loses only what was hit."""

import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavern_tournament.disk import DiskTrouble
from tavern_tournament.journal import Journal, read
from tavern_tournament.reading import BadJournal
from tavern_tournament.results import Fault, GameResult

RESULT = GameResult(
    game="dragon-vault",
    table="dragon-vault-2",
    line_up="a+b",
    deal=0,
    turn=0,
    stamp="s",
    bots=("a", "b"),
    teams=(0, 1),
    placement=(1, 2),
    scores=(5, -3),
    actions=(3, 1, 4),
    decisions=(2, 1),
    faults=(Fault(1, 2, "raise", 'ValueError: "Ä"\n'),),
    seconds=(0.25, 0.5),
)
RESULTS = [replace(RESULT, deal=deal) for deal in range(4)]


def written(folder: Path, results: list[GameResult] = RESULTS) -> Path:
    path = folder / "journal.jsonl"
    with Journal(path) as journal:
        journal.append([result.to_json().encode() for result in results])
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    reading = read(written(tmp_path))
    assert [reading.of(result.id, "s") for result in RESULTS] == RESULTS
    assert reading.of(RESULT.id, "another stamp") is None
    assert reading.troubles() == []


def test_a_game_that_was_played_twice_counts_once(tmp_path: Path) -> None:
    again = replace(RESULT, seconds=(9.0, 9.0))
    changed = replace(RESULT, stamp="t", placement=(2, 1))
    reading = read(written(tmp_path, [RESULT, again, changed]))
    assert reading.of(RESULT.id, "s") == RESULT
    assert reading.of(RESULT.id, "t") == changed


def test_a_game_that_was_lost_counts_until_it_is_played(tmp_path: Path) -> None:
    """No bot is to blame for it: whatever comes later takes its place, and nothing takes the place of that."""
    lost = replace(
        RESULT, teams=(), placement=(), scores=(), actions=(), decisions=(), faults=(), void="Its worker died."
    )
    voided = replace(RESULT, deal=1, placement=(), scores=(), void="b in seat 1: raise: no")
    reading = read(written(tmp_path, [lost, voided, lost]))
    assert reading.of(RESULT.id, "s") == lost
    assert (lost.lost, voided.lost, RESULT.lost) == (True, False, False)
    again = replace(voided, placement=(1, 2), scores=(5, -3), void="")
    reading = read(written(tmp_path, [RESULT, lost, again]))
    assert reading.of(RESULT.id, "s") == RESULT
    assert reading.of(voided.id, "s") == voided


def test_a_journal_cut_at_any_byte_goes_on_from_there(tmp_path: Path) -> None:
    """Cut everywhere in its last two records."""
    data = written(tmp_path).read_bytes()
    lines = data.splitlines(keepends=True)
    for cut in range(len(data) - len(lines[-1]) - len(lines[-2]), len(data)):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(data[:cut])
        whole = data[:cut].count(b"\n") - 1  # without the line that names the format
        with Journal(path) as journal:
            kept = [result for result in RESULTS if journal.reading.of(result.id, "s")]
            assert kept == RESULTS[:whole]
            assert bool(journal.reading.troubles()) == (not data[:cut].endswith(b"\n"))
            journal.append([result.to_json().encode() for result in RESULTS[whole:]])
        assert path.read_bytes() == data


@given(st.data())
def test_a_flipped_bit_costs_only_the_lines_it_hits(data: st.DataObject) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = written(Path(folder))
        content = bytearray(path.read_bytes())
        place = data.draw(st.integers(0, len(content) - 1))
        content[place] ^= 1 << data.draw(st.integers(0, 7))
        path.write_bytes(content)
        with Journal(path) as journal:
            kept = [result for result in RESULTS if journal.reading.of(result.id, "s") == result]
            assert len(kept) >= len(RESULTS) - 2
            assert all(journal.reading.of(result.id, "s") in (None, result) for result in RESULTS)
            assert journal.reading.troubles()


def test_a_second_writer_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    attempt = f"from tavern_tournament.journal import *\nfrom pathlib import Path\nJournal(Path({str(path)!r}))"
    with Journal(path):
        run = subprocess.run([sys.executable, "-c", attempt], capture_output=True, text=True)
        assert "BadJournal: Another run is writing to" in run.stderr
    assert subprocess.run([sys.executable, "-c", attempt]).returncode == 0


def test_what_is_no_journal_is_not_touched(tmp_path: Path) -> None:
    path = tmp_path / "journal.jsonl"
    path.write_text("dear diary\n" * 5 + "today")
    with pytest.raises(BadJournal, match="is no journal"):
        Journal(path)
    assert path.read_text() == "dear diary\n" * 5 + "today"
    path.write_text("")
    with Journal(path):
        pass


def test_another_format_is_refused(tmp_path: Path) -> None:
    from tavern_tournament.journal import line_of

    path = tmp_path / "journal.jsonl"
    path.write_bytes(line_of(b'{"journal":"tavern-tourney","format":99}'))
    with pytest.raises(BadJournal, match="another format"):
        Journal(path)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(tmp_path / "journal.jsonl") as journal:
        before = (tmp_path / "journal.jsonl").read_bytes()
        full = os.open("/dev/full", os.O_WRONLY)
        write = os.write
        monkeypatch.setattr(os, "write", lambda _file, data: write(full, data))
        with pytest.raises(DiskTrouble, match=r"No space left on device.*run the same command again"):
            journal.append([RESULT.to_json().encode()])
        os.close(full)
    assert (tmp_path / "journal.jsonl").read_bytes() == before


def test_an_unwritable_folder_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskTrouble, match="cannot be opened"):
        Journal(tmp_path / "file" / "journal.jsonl")


def test_results_go_to_another_process_with_their_moves(tmp_path: Path) -> None:
    assert pickle.loads(pickle.dumps(list(read(written(tmp_path))))) == RESULTS
