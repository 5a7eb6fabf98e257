"""A compacted run takes little room and is a run like any other; whatever happens to its files, nothing is lost."""

import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import given, settings
from hypothesis import strategies as st
from saved_runs import saved_run

from tavern_bots.measure.ledger import lock
from tavern_engine import RandomPolicy, Rng, State, Table, games
from tavern_engine.games.dragon_vault.game import DragonVault
from tavern_tournament import again
from tavern_tournament import compact as compacting
from tavern_tournament import journal as journals
from tavern_tournament import packed as packed_file
from tavern_tournament.blocks import Block
from tavern_tournament.cli import main
from tavern_tournament.compact import compact
from tavern_tournament.journal import Journal, line_of, read
from tavern_tournament.league import derive
from tavern_tournament.match import void_result
from tavern_tournament.packer import Packer
from tavern_tournament.packing import CannotPack, Chooser, Learner, packed, played, unpacked
from tavern_tournament.reading import BadJournal, Reading
from tavern_tournament.report.files import write_files
from tavern_tournament.results import Fault, GameResult
from tavern_tournament.run import Run

HUGE = 10_000  # decisions: more than a game has


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of 24 games."""
    return saved_run(tmp_path_factory.mktemp("league"), deals=4).folder


@pytest.fixture
def folder(saved: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(saved, tmp_path / "run"))


@pytest.fixture(scope="module")
def compacted(saved: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = Path(shutil.copytree(saved, tmp_path_factory.mktemp("compacted") / "run"))
    compact(Run.load(folder), 1, print)
    return folder


@pytest.fixture
def small(folder: Path) -> Path:
    """The same, compacted."""
    compact(Run.load(folder), 1, print)
    return folder


def all_of(folder: Path) -> dict[str, GameResult]:
    return {result.id: result for result in Run.load(folder).read()}


def tavern_tourney(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], catch_exceptions=False)


@pytest.mark.parametrize("game", list(games()), ids=lambda game: game.id)
def test_moves_of_every_game_are_packed_and_unpacked(game: object) -> None:
    rules = next(each for each in games() if each is game)
    table = Table(rules, rules.min_seats, 7)
    states: list[State] = []
    rng, policy, learner = Rng(3), RandomPolicy(), Learner(rules.actions)
    actions = []
    while not table.over:
        states.append(table.truth())
        actions.append(int(policy.choose(states[-1], rng)))
        table.answer(actions[-1])
    for legal, seat, action in played(states[0].clone(), actions):
        learner.take("even" if seat % 2 == 0 else "odd", legal, action)
    kinds = ["even", "odd"] * rules.min_seats
    likings = learner.likings()
    learned = Chooser(kinds[: rules.min_seats], likings)
    plain = Chooser(["unknown"] * rules.min_seats, likings)
    for chooser in (learned, plain):
        number = packed(states[0].clone(), actions, chooser)
        assert unpacked(states[0].clone(), number, len(actions), chooser) == actions
        with pytest.raises(CannotPack):
            unpacked(states[0].clone(), number, len(actions) + 1, chooser)
        with pytest.raises(CannotPack):
            unpacked(states[0].clone(), number * HUGE**9, len(actions), chooser)
    assert packed(states[0].clone(), actions, learned) < packed(states[0].clone(), actions, plain)
    with pytest.raises(CannotPack):
        packed(states[0].clone(), [*actions, actions[0]], learned)
    with pytest.raises(CannotPack):
        packed(states[0].clone(), [rules.actions + 7], learned)


def test_a_block_gives_back_whatever_went_into_it(saved: Path) -> None:
    """Games of another rule, with faults, reasons, strange times and a strange order in it."""
    run = Run.load(saved)
    first, second, third, fourth, fifth, sixth, *rest = run.counted(run.read())
    strange = [
        replace(first, faults=(Fault(1, 2, "raise", 'half a \ud800 "Ä"\n'),), clocked=True),
        void_result(run.game(second), "dragon-vault", "Its worker died."),
        replace(third, actions=(1, 2, 3), reasons=("one", "", "three")),
        replace(fourth, seconds=(0.1234567891, 1e9), scores=(2**62, -(2**62))),
        replace(fifth, seconds=(), decisions=()),
        replace(sixth, placement=(), scores=(), void="b in seat 1: raise: no", actions=sixth.actions[:-1]),
    ]
    wanted = [*strange, *rest]
    block = Block(Packer(run.setup, wanted).payload())
    block.setup = run.setup
    found = block.results()
    assert sorted(found, key=lambda one: one.id) == sorted(wanted, key=lambda one: one.id)
    assert [one.to_json() for one in sorted(found, key=lambda one: one.id)] == [
        one.to_json() for one in sorted(wanted, key=lambda one: one.id)
    ]


def test_a_compacted_run_has_the_same_results_in_a_tenth_of_the_room(folder: Path) -> None:
    before, room = all_of(folder), (folder / "journal.jsonl").stat().st_size
    written = write_files(derive(Run.load(folder)), folder)
    derived = {path.name: path.read_bytes() for path in written}
    done = tavern_tourney("compact", folder)
    assert done.exit_code == 0
    assert "24 games are compacted" in done.output
    assert all_of(folder) == before
    assert (folder / "journal.jsonl").stat().st_size + (folder / "journal.packed").stat().st_size < room / 10
    write_files(derive(Run.load(folder)), folder)
    assert {path.name: path.read_bytes() for path in written} == derived
    assert tavern_tourney("verify", folder, "--games", 24, "--play", 2).exit_code == 0
    told = tavern_tourney("replay", folder, "dragon-vault-2/other+rules/1/1")
    assert "place 1" in told.output


def test_a_compacted_run_goes_on_and_is_compacted_again(small: Path) -> None:
    everything = all_of(small)
    later = replace(next(iter(everything.values())), stamp="later")
    with Journal(Run.load(small).journal) as journal:
        assert journal.reading.troubles() == []
        assert {result.id: result for result in Run.load(small).weed(journal.reading)} == everything
        journal.append([later.to_json().encode()])
    assert later in list(Run.load(small).read())
    assert compact(Run.load(small), 1, print).games == 25
    assert later in list(Run.load(small).read())
    packed_before = (small / "journal.packed").read_bytes()
    assert "nothing new" in tavern_tourney("compact", small).output
    assert (small / "journal.packed").read_bytes() == packed_before


def test_compacted_runs_merge(small: Path, saved: Path, tmp_path: Path) -> None:
    merged = tavern_tourney("merge", small, saved, "--out", tmp_path / "whole")
    assert merged.exit_code == 0
    assert all_of(tmp_path / "whole") == all_of(saved)
    (tmp_path / "whole" / "journal.jsonl").unlink()
    shutil.copy(small / "journal.packed", tmp_path / "whole")  # what was merged may be compacted itself
    assert tavern_tourney("merge", saved, "--out", tmp_path / "whole").exit_code == 0
    assert all_of(tmp_path / "whole") == all_of(saved)


def test_a_merge_names_the_file_of_a_game_that_has_two_results(small: Path, saved: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(saved, tmp_path / "other"))
    result = all_of(saved)["dragon-vault-2/other+rules/1/1"]
    changed = replace(result, placement=result.placement[::-1]).to_json().encode()
    lines = (other / "journal.jsonl").read_bytes().splitlines(keepends=True)
    at = next(number for number, line in enumerate(lines) if line == line_of(result.to_json().encode()))
    lines[at] = line_of(changed)
    (other / "journal.jsonl").write_bytes(b"".join(lines))
    told = tavern_tourney("merge", small, other, "--out", tmp_path / "whole")
    assert told.exit_code == 6
    assert f"journal.jsonl, compacted, and another in {other / 'journal.jsonl'}, line {at + 1}." in told.output


def test_a_run_that_somebody_plays_is_not_compacted(folder: Path) -> None:
    with Journal(folder / "journal.jsonl"):
        refused = tavern_tourney("compact", folder)
    assert refused.exit_code == 6
    assert "Another run is writing to" in refused.output
    assert not (folder / "journal.packed").exists()


def test_who_waited_for_the_lock_writes_to_the_new_journal(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compacted: list[bool] = []

    def compacted_meanwhile(file: int) -> None:
        if not compacted:
            compacted.append(True)
            compact(Run.load(folder), 1, print)
        lock(file)

    before = all_of(folder)
    monkeypatch.setattr(journals, "lock", compacted_meanwhile)
    with Journal(folder / "journal.jsonl") as journal:
        journal.append([replace(next(iter(before.values())), stamp="later").to_json().encode()])
    assert len(list(Run.load(folder).read())) == len(before) + 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a fork is killed")
def test_whoever_is_killed_while_compacting_loses_nothing(saved: Path, tmp_path: Path) -> None:
    """Killed before each step that could matter: whenever something is forced to the disk or gets its name."""
    before = all_of(saved)
    for steps in range(20):
        folder = Path(shutil.copytree(saved, tmp_path / f"killed after {steps}"))
        child = os.fork()
        if child == 0:
            _die_after(steps)
            compact(Run.load(folder), 1, lambda _sentence: None)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        assert all_of(folder) == before
        with Journal(folder / "journal.jsonl") as journal:
            assert journal.reading.troubles() == []
        assert not [path for path in folder.iterdir() if path.name.startswith(".journal.packed")]
        if status == 0:
            assert steps > 3
            break
    assert Run.load(folder).journal.read_bytes().count(b"\n") == 1


def _die_after(steps: int) -> None:
    left = [steps]

    def dying(step: Callable[..., object]) -> Callable[..., object]:
        def do(*arguments: object) -> object:
            if left[0] == 0:
                os._exit(9)
            left[0] -= 1
            return step(*arguments)

        return do

    os.fsync = dying(os.fsync)  # type: ignore[assignment]
    Path.replace = dying(Path.replace)  # type: ignore[assignment,method-assign]


def test_results_in_both_files_count_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = all_of(folder)
    monkeypatch.setattr(compacting, "_begin_anew", lambda _run: None)
    compact(Run.load(folder), 1, print)
    assert (folder / "journal.packed").exists()
    assert all_of(folder) == before
    monkeypatch.undo()
    assert "nothing new" in tavern_tourney("compact", folder).output
    assert (folder / "journal.jsonl").read_bytes().count(b"\n") == 1
    assert all_of(folder) == before


@settings(max_examples=60)
@given(st.data())
def test_a_damaged_file_is_told_and_costs_no_wrong_result(compacted: Path, data: st.DataObject) -> None:
    whole = all_of(compacted)
    run, path = Run.load(compacted), compacted / "journal.packed"
    before = path.read_bytes()
    content = bytearray(before)
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        content[place] ^= 1 << data.draw(st.integers(0, 7))
    else:
        del content[place:]
    try:
        path.write_bytes(content)
        if place < len(packed_file.FORMAT):
            with pytest.raises(BadJournal, match="is no compacted journal"):
                run.read()
        else:
            reading = run.read()
            assert reading.troubles()
            assert all(whole[result.id] == result for result in reading)
    finally:
        path.write_bytes(before)


def test_a_damaged_block_costs_its_own_games(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compacting, "BLOCK", 10)
    before = all_of(folder)
    compact(Run.load(folder), 1, print)
    path = folder / "journal.packed"
    content = bytearray(path.read_bytes())
    content[100] ^= 1  # of the first block
    path.write_bytes(content)
    found = all_of(folder)
    assert len(found) == 14
    assert found.items() <= before.items()
    checked = tavern_tourney("verify", folder)
    assert checked.exit_code == 6
    assert "(journal.packed) is damaged: 10 of its 24 games cannot be read and do not count." in checked.output
    again = tavern_tourney("rate", folder)
    assert again.exit_code == 0
    with Journal(folder / "journal.jsonl") as journal:  # what is played again goes into the journal
        missing = [result for result in before.values() if result.id not in found]
        journal.append([result.to_json().encode() for result in missing])
    assert all_of(folder) == before


def test_a_compacted_journal_that_is_missing_is_told(small: Path) -> None:
    (small / "journal.packed").unlink()
    told = tavern_tourney("rate", small)
    assert told.exit_code == 6
    assert "was compacted, and journal.packed, which holds its games, is not beside it" in told.output
    (small / "journal.packed").write_text("something else\n")
    told = tavern_tourney("rate", small)
    assert told.exit_code == 6
    assert "is no compacted journal" in told.output


def test_moves_are_not_unpacked_under_other_rules(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = Run.load(small)
    reading = run.read()
    one, *_ = run.counted(reading)
    reading.give(replace(run.setup, seed="another"))
    with pytest.raises(BadJournal, match="packed under other rules, cards or options, or with another seed"):
        tuple(one.actions)
    reading.give(run.setup)
    assert len(tuple(one.actions)) == len(one.actions) > 0
    monkeypatch.setattr(DragonVault, "version", 99)  # an update came, and the run is of before
    with pytest.raises(BadJournal, match="packed under other rules"):
        tuple(Run.load(small).read().of(one.id, one.stamp).actions)  # type: ignore[union-attr]


def test_moves_that_are_gone_are_told(folder: Path) -> None:
    run = Run.load(folder)
    one, *_ = run.counted(run.read())
    (folder / "journal.jsonl").write_bytes(b"x" * (folder / "journal.jsonl").stat().st_size)
    with pytest.raises(BadJournal, match="Somebody else has changed"):
        tuple(one.actions)


def untimed(results: Mapping[str, GameResult]) -> dict[str, GameResult]:
    return {name: replace(result, seconds=()) for name, result in results.items()}


def test_lean_leaves_out_what_bots_choose_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = all_of(folder)
    full = Path(shutil.copytree(folder, folder.with_name("full")))
    compact(Run.load(full), 1, print)
    assert "24 games are compacted" in tavern_tourney("compact", folder, "--lean").output
    assert (folder / "journal.packed").stat().st_size < (full / "journal.packed").stat().st_size / 2
    after = all_of(folder)
    assert untimed(after) == untimed(before)  # they are played again
    for name, one in before.items():
        assert after[name].seconds == pytest.approx(one.seconds, rel=0.03, abs=2e-6)
    assert tavern_tourney("verify", folder, "--games", 5).exit_code == 0
    write_files(derive(Run.load(folder)), folder)
    assert (folder / "games.jsonl").read_text().count('"actions":null') == 24
    monkeypatch.setattr(again, "digest_here", lambda _bot: "other code")
    told = tavern_tourney("replay", folder, "dragon-vault-2/other+rules/1/1")
    assert told.exit_code == 6
    assert "were left out when the journal was compacted, and its bots play it again; but the code of" in told.output
    assert tavern_tourney("rate", folder).exit_code == 0


def test_lean_keeps_the_moves_that_nobody_chooses_again(folder: Path) -> None:
    """Of a game with a fault, and of one that comes out differently."""
    results = all_of(folder)
    odd = replace(results["dragon-vault-2/other+rules/1/1"], faults=(Fault(1, 2, "raise", "no"),))
    other = results["dragon-vault-2/other+rules/2/0"]
    swapped = replace(other, actions=results["dragon-vault-2/other+rules/2/1"].actions)
    lines = {result.id: result for result in (*results.values(), odd, swapped)}
    (folder / "journal.jsonl").unlink()
    with Journal(folder / "journal.jsonl") as journal:
        journal.append([result.to_json().encode() for result in lines.values()])
    compact(Run.load(folder), 1, print, lean=True)
    found = {result.id: result for result in Run.load(folder).read()}
    assert untimed(found) == untimed(lines)
    assert found[odd.id] == odd
    assert found[odd.id].has_moves
    assert found[swapped.id].has_moves


def test_an_empty_run_has_nothing_to_compact(folder: Path) -> None:
    (folder / "journal.jsonl").unlink()
    assert "no games yet" in tavern_tourney("compact", folder).output
    assert len(read(folder / "journal.jsonl")) == 0
    assert isinstance(read(folder / "journal.jsonl"), Reading)
