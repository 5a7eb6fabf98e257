"""Loads changed files and messages, many of them, and tells of every error that is none of ours.

    python tests/fuzz/mutate.py --number 100000

Configs, component data, scenarios, journals, ledgers, panels, plans (league.json), records, saved games, states and the
answers of bots are changed by bytes and by structure (see `mutants`), and handed to whoever loads them, in this
process. A loader may refuse them with the errors that it promises; all else, and whatever takes longer than some
seconds, is a finding. Each mutant has a number: the same number and --seed make the same one, so that `--only NAME
--from NUMBER --number 1` shows it again. A small number of all runs in the ordinary tests.
"""

from __future__ import annotations

import argparse
import json
import signal
import sys
import tempfile
import tomllib
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random
from time import monotonic
from types import FrameType
from typing import Final
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent.parent / "support"))

from leagues import LEAGUE
from mutants import changed_bytes, changed_values, json_bytes, toml_bytes
from saved_runs import saved_run

from tavern_bots import frames
from tavern_bots.asked import BotFault
from tavern_bots.code import package_digest
from tavern_bots.measure.gate import Gate
from tavern_bots.measure.panel import Panel, regrets
from tavern_bots.measure.sprt import Sprt
from tavern_bots.measure.strength import Pairing
from tavern_engine import Game, Record, Rng, Table, TavernError, game, games
from tavern_engine.scenario import Scenario
from tavern_tournament.config.load import load
from tavern_tournament.journal import line_of, read
from tavern_tournament.league import derive, info_of
from tavern_tournament.players.languages import Frames, Lines
from tavern_tournament.replay import retell
from tavern_tournament.run import Run
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.saved import SavedGame

ROOT: Final = Path(__file__).parent.parent.parent
SLOW: Final = 20.0  # seconds for one mutant, on a busy machine too
SMALL_GATE: Final = Gate.between(Pairing("tavern-brawl", "random", (), 2), "rules", Sprt())
ONE_IN: Final = 50  # journals that are also rated and told, which takes longer


@dataclass(frozen=True)
class Target:
    """Something that is loaded: valid examples, how to change their structure, and who loads it."""

    examples: list[bytes]
    changed: Callable[[Random, bytes], bytes]
    load: Callable[[bytes], object]
    promised: tuple[type[Exception], ...] = (TavernError,)

    def mutant(self, chance: Random) -> bytes:
        """A changed example."""
        example = chance.choice(self.examples)
        if chance.random() < 0.5:
            return changed_bytes(chance, example, self.examples)
        return self.changed(chance, example)


@dataclass(frozen=True)
class Finding:
    """A mutant that its loader stumbled over."""

    target: str
    number: int
    data: bytes
    trace: str

    def __str__(self) -> str:
        return f"{self.target} {self.number}: {self.data[:2000]!r}\n{self.trace}"


def in_json(chance: Random, example: bytes) -> bytes:
    return json_bytes(changed_values(chance, json.loads(example)))


def in_toml(chance: Random, example: bytes) -> bytes:
    return toml_bytes(changed_values(chance, tomllib.loads(example.decode())))


def in_journal(chance: Random, example: bytes) -> bytes:
    """A changed game under its right checksum."""
    lines = example.splitlines(keepends=True)
    number = chance.randrange(len(lines))
    lines[number] = line_of(json_bytes(changed_values(chance, json.loads(lines[number])["entry"])))
    return b"".join(lines)


def in_ledger(chance: Random, example: bytes) -> bytes:
    """A changed line."""
    lines = example.splitlines()
    number = chance.randrange(len(lines))
    lines[number] = in_json(chance, lines[number])
    return b"\n".join([*lines, b""])


def in_frame(chance: Random, example: bytes) -> bytes:
    """A changed message under its right length, perhaps of another kind."""
    kind, body = example[4], example[frames.HEAD.size :]
    if kind != frames.CHOOSE:
        body = in_json(chance, body)
    elif chance.random() < 0.5:
        body = chance.randbytes(chance.randrange(20))
    return frames.frame(chance.choice((kind, kind, chance.randrange(7))), body)


def in_line(chance: Random, example: bytes) -> bytes:
    return in_json(chance, example) + b"\n"


def in_state(chance: Random, example: bytes) -> bytes:
    """Changed words; few have the right checksum, which is no secret of a file but guards against accidents only."""
    return changed_bytes(chance, example, [example])


def at_file(path: Path, load_path: Callable[[Path], object]) -> Callable[[bytes], object]:
    """Load bytes by way of a file."""

    def through(data: bytes) -> object:
        path.write_bytes(data)
        return load_path(path)

    return through


def targets(folder: Path) -> dict[str, Target]:
    """All that is loaded, with files in a folder that may be written to."""
    run = saved_run(folder)
    vault = game("dragon-vault")
    scenarios = [path.read_bytes() for path in sorted((ROOT / "tests" / "rulings").rglob("*.toml"))]
    files = [path.read_bytes() for path in sorted((ROOT / "configs").glob("*.toml"))]
    return {
        "config": Target([*files, LEAGUE.format(deals=1, more="").encode()], in_toml, at_file(folder / "c.toml", load)),
        **{f"data of {one.id}": component_data(one, folder / one.id) for one in games()},
        "deck": component_data(game("red-dragon-inn"), folder / "decks", "decks/zot.toml"),
        "scenario": Target(scenarios, in_toml, at_file(folder / "s.toml", lambda path: Scenario.load(path).run())),
        "journal": Target([run.journal.read_bytes()], in_journal, at_file(run.journal, lambda _: counted(run))),
        "ledger": Target(
            [ledger(folder / "l.jsonl")],
            in_ledger,
            at_file(folder / "l.jsonl", lambda path: list(SMALL_GATE.play(path, 1, 1))),
        ),
        "panel": Target([panel()], in_ledger, at_file(folder / "p.jsonl", posed)),
        "plan": Target([league_json(run)], in_json, at_file(folder / "other" / "league.json", planned)),
        "record": Target([record(one) for one in games()], in_json, replayed),
        "saved game": Target([saved(one) for one in games()], in_json, at_file(folder / "g.json", SavedGame.load)),
        "state": Target(
            [state(one) for one in games()], in_state, lambda data: [decoded(one, data) for one in games()]
        ),
        "frame": Target(list(answers()), in_frame, lambda data: heard(Frames("rules", {}), data, vault), (BotFault,)),
        "line": Target(list(lines()), in_line, lambda data: heard(Lines({}), data, vault), (BotFault,)),
    }


def ledger(path: Path) -> bytes:
    """What a gate has played."""
    list(SMALL_GATE.play(path, 2, 1))
    return path.read_bytes()


def panel() -> bytes:
    """A panel of one game."""
    lines = Panel(game("tavern-brawl")).path.read_bytes().splitlines(keepends=True)
    return b"".join(lines[:2])


def posed(path: Path) -> None:
    """Ask a bot at the decisions of a panel."""
    list(regrets(Panel(game("tavern-brawl"), path), "random", 1))


def component_data(one: Game, folder: Path, changed: str = "") -> Target:
    """A file of a game's data, the first if none is named; all others lie where they should."""
    for path in one.data_files:
        copy = folder / path.relative_to(one.data_file.parent)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    first = folder / one.data_file.name
    file = folder / changed if changed else first
    return Target([file.read_bytes()], in_toml, at_file(file, lambda _: started(one.with_data(first))))


def started(one: Game) -> Table:
    """A table of the game, so far as it can be set up."""
    return Table(one, one.usual_size, 1)


def played(one: Game) -> Table:
    """A game that has gone on for some decisions."""
    table, chance = started(one), Rng(1)
    for _ in range(20):
        legal = table.ask()[1].legal()
        table.answer(legal[int(chance.below(len(legal)))])
    return table


def record(one: Game) -> bytes:
    written = played(one).record
    assert written is not None
    return written.to_json().encode()


def replayed(data: bytes) -> Table:
    record = Record.from_json(data.decode(errors="surrogateescape"))
    return record.replay(game(record.game))


def saved(one: Game) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.json"
        new_game(one.id, ["rules"], seed=1).save(path)
        return path.read_bytes()


def state(one: Game) -> bytes:
    return played(one).truth().to_bytes()


def decoded(one: Game, data: bytes) -> object:
    try:
        return one.state_from_bytes(data)
    except TavernError:
        return one.infoset_from_bytes(data)


def league_json(run: Run) -> bytes:
    (run.folder.parent / "other").mkdir()
    return (run.folder / "league.json").read_bytes()


def planned(path: Path) -> None:
    """Load a plan, and look at its games and at all that the report says of it."""
    run = Run.load(path.parent)
    for fixture in (*run.fixtures, *run.former):
        list(fixture.games(0))
    reading = run.weed(read(path.parent.parent / "run" / "journal.jsonl"))
    info_of(run, run.counted(reading))


def counted(run: Run) -> None:
    """Read a journal, and now and then rate its games and tell one."""
    results = run.counted(run.read())
    if results and sum(results[0].actions) % ONE_IN == 0:
        derive(run)
        list(retell(run, results[-1].id, 0))


def answers() -> Iterator[bytes]:
    """What a bot's process says in frames."""
    yield frames.frame_of(frames.HELLO, {"protocol": frames.VERSION, "about": {"games": "all games", "options": []}})
    yield frames.frame_of(frames.SIT, {"sees": True})
    yield frames.decision(3)
    yield frames.frame_of(frames.END, {})
    yield frames.frame_of(frames.FAULT, {"kind": "raise", "said": "Oh.", "gone": False, "trace": "line 3"})


def lines() -> Iterator[bytes]:
    """What a program that is a bot says in lines."""
    yield b'{"protocol": 2, "name": "bot"}\n'
    yield b'{"action": 3}\n'
    yield b'{"action": "play 5"}\n'
    yield b'{"error": "I am lost."}\n'


def heard(language: Frames | Lines, data: bytes, rules: Game) -> None:
    """Read an answer as the answer to each question that there is; the first that can be none is a BotFault."""
    buffer = bytearray(data)
    try:
        answer = language.cut(buffer)
    except ValueError:
        return  # as promised: the process of the bot is at its end
    faults = []
    for reader in (language.greeting, language.fields, lambda one: language.action(rules, one)):
        try:
            if answer is not None:
                reader(answer)
        except BotFault as fault:
            faults.append(fault)
    if faults:
        raise faults[-1]


@contextmanager
def hurried() -> Iterator[None]:
    """A time in which an alarm raises TimeoutError when it takes too long."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"it takes longer than {SLOW} s")

    before = signal.signal(signal.SIGALRM, late)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def findings(name: str, target: Target, numbers: range, seed: str) -> Iterator[Finding]:
    """What its loader stumbles over, of the mutants with these numbers."""
    with hurried():
        for number in numbers:
            mutant = target.mutant(Random(f"{seed} {name} {number}"))
            signal.setitimer(signal.ITIMER_REAL, SLOW)
            try:
                target.load(mutant)
            except target.promised as error:
                str(error)
            except Exception:
                yield Finding(name, number, mutant, traceback.format_exc(limit=-8))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--number", type=int, default=100_000, help="mutants in all")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the number of the first one of each kind")
    parser.add_argument("--seed", default="1", help="another text is other mutants")
    parser.add_argument("--only", help="one kind of them")
    arguments = parser.parse_args()
    failed = 0
    unchanged = patch(
        "tavern_tournament.config.bots.package_digest", cache(package_digest)
    )  # to hash it once is enough
    with unchanged, tempfile.TemporaryDirectory() as folder:
        chosen = {name: one for name, one in targets(Path(folder)).items() if arguments.only in (None, name)}
        if not chosen:
            parser.error(f"There is no {arguments.only!r}.")
        each = -(-arguments.number // len(chosen))
        for name, target in chosen.items():
            start, seen = monotonic(), set[str]()
            for one in islice(
                findings(name, target, range(arguments.first, arguments.first + each), arguments.seed), 200
            ):
                failed += 1
                cause = one.trace.splitlines()[-1][:80] + one.trace.splitlines()[-3][:200]
                if cause not in seen:
                    print(one, flush=True)
                seen.add(cause)
            print(f"{name}: {each} mutants in {monotonic() - start:.0f} s, {len(seen)} causes of errors", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
