"""The jail holds, whatever a bot tries in it: files, processes, network, memory, and marks left for the next game."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jail_breakers
import pytest
from leagues import family, real_tourney, tourney, write_league

from tavern_bots import confine as jail
from tavern_bots.api import Clock
from tavern_bots.confine import Limits, keep_orphans
from tavern_engine import game
from tavern_tournament.players.keepers import steps_that_hold
from tavern_tournament.players.player import BotFault, Player, player, probe
from tavern_tournament.specs import BotSpec

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="the jail is built of what Linux has"),
]
BREAKERS = Path(jail_breakers.__file__)
HOSTILE = BREAKERS.with_name("hostile_bots.py")
VAULT = game("dragon-vault")
LONG = 120.0  # seconds: it bounds how long a failure takes, however busy the machine is
LIMITS = Limits(memory_mb=512, file_mb=4, disk_mb=8)
SHARED = ("/tmp", "/dev/shm", "/var/tmp")  # folders where all may write
ELSEWHERE = (*SHARED, "/run", "/dev", "/", "/usr", "/usr/lib", "/opt", "/etc")
WHEN = ("import", "choose", "end")
KINDS = ("bot", "program")

# What a program may do: it needs other processes, and can speak to itself.
PROGRAMS_MAY = {"forks", "runs_programs", "makes_pipes", "opens_sockets", "starts_threads"}
# All memory that its processes share is counted, but not by the limits of each of them.
PROGRAMS_MAY |= {"hoards_shared_memory"}
CASES = [(kind, name) for kind in KINDS for name in jail_breakers.ATTACKS if kind == "bot" or name not in PROGRAMS_MAY]
# What each attack needs so that it fails: a filter of calls, if nothing else is said.
NEEDS = {
    **dict.fromkeys(("hoards", "hoards_shared_memory", "raises_its_limits", "writes_too_large_a_file"), ()),
    **dict.fromkeys(("fills_the_disk", "fills_the_disk_with_empty_files", "sees_files_beside_its_own"), (jail.ROOT,)),
    **dict.fromkeys(("reads_files_of_the_league", "reads_files_of_the_system", "sees_others"), (jail.ROOT,)),
    **dict.fromkeys(("forges_the_journal", "erases_the_journal", "plants_code", "changes_its_own_file"), (jail.ROOT,)),
    **dict.fromkeys(("writes_elsewhere", "changes_the_system", "reads_memory_of_others"), (jail.ROOT,)),
    **dict.fromkeys(("reaches_others_with_signals", "kills_a_rival"), (jail.PROCESSES,)),
    **dict.fromkeys(("connects_to_the_machine", "sees_the_network"), (jail.SPACES,)),
    "could_gain_powers": (jail.POWERS,),
}
# These succeed in a plain process of any user: the test sees that. As root of Linux 6.18 we saw the others succeed too,
# but for those that limits stop and for `inherits_files`; as they depend on the system, or hurt it, nobody repeats it.
FREE = (
    *("reads_files_of_the_league", "sees_files_beside_its_own", "reads_files_of_the_system", "forges_the_journal"),
    *("erases_the_journal", "changes_its_own_file", "writes_elsewhere", "marks_files", "locks_files", "watches_files"),
    *("asks_what_is_cached", "fills_the_disk", "fills_the_disk_with_empty_files", "reads_memory_of_others"),
    *("sees_others", "reaches_others_with_signals", "kills_a_rival", "limits_others", "takes_more_of_the_processor"),
    *("forks", "runs_programs", "makes_files_in_memory", "makes_pipes", "connects_to_the_machine", "opens_sockets"),
)


@dataclass
class Scene:
    """A folder with a league in it, a rival, servers that listen, and a bot that is after them."""

    folder: Path
    rival: subprocess.Popen[bytes]
    servers: list[socket.socket]
    mark: str
    players: list[Player] = field(default_factory=list)

    def player(self, bot: str, kind: str, isolation: str = "jail", **limits: Any) -> Player:
        """One of the bots of `jail_breakers.py`."""
        path = self.folder / "bots" / "breakers.py"
        own = [str(path.with_name(name)) for name in ("targets.json", "cold")]
        code: dict[str, Any] = (
            {"command": (sys.executable, str(path), bot)} if kind == "program" else {"bot": f"{path}:{bot}"}
        )
        kept: dict[str, Any] = {
            "isolation": isolation,
            "limits": Limits(**{**vars(LIMITS), **limits}),
            "files": tuple(own),
        }
        spec = BotSpec("guest", folder=str(path.parent), **code, **kept)
        self.players.append(player(spec, patience=LONG, log_folder=self.folder / "run" / "bots"))
        return self.players[-1]

    def aim(self, **tries: Any) -> None:
        """Tell the bot what to try."""
        path = self.folder / "bots" / "targets.json"
        path.write_text(json.dumps({**json.loads(path.read_text()), **tries}))

    def told(self) -> list[Any]:
        """What it printed."""
        lines = (self.folder / "run" / "bots" / "guest.log").read_text().splitlines()
        return [json.loads(line) for line in lines if line.startswith('["')]


@contextlib.contextmanager
def scene(folder: Path) -> Iterator[Scene]:
    mark = f"tavern-{secrets.token_hex(8)}"
    for name in ("bots", "run/bots"):
        (folder / name).mkdir(parents=True)
    shutil.copy(BREAKERS, folder / "bots" / "breakers.py")
    for name in ("bots/league.toml", "bots/rival.py", "run/league.json", "run/secret", "run/journal.jsonl"):
        (folder / name).write_text("what nobody may know\n")
    (folder / "run" / "bots" / "rival.log").write_text("what I think\n")
    with contextlib.ExitStack() as ends:
        rival = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, env={"SECRET": mark})
        ends.callback(rival.wait)
        ends.callback(rival.kill)
        path = str(Path("/tmp", f"{mark}.s"))  # few bytes are allowed
        ends.callback(os.unlink, path)
        servers = [ends.enter_context(one) for one in listening(path, mark)]
        names = ("league.toml", "rival.py", "../run/league.json", "../run/secret", "../run/journal.jsonl")
        targets = {
            "mark": mark,
            "pids": [rival.pid, os.getpid()],
            "own": ["breakers.py", "targets.json", "cold"],
            "files": [str((folder / "bots" / name).resolve()) for name in (*names, "../run/bots/rival.log")],
            "journal": str(folder / "run" / "journal.jsonl"),
            "cold": str(folder / "bots" / "cold"),
            "tcp": servers[0].getsockname()[1],
            "udp": servers[1].getsockname()[1],
            "path": path,
            **{name: vars(LIMITS)[name] for name in ("memory_mb", "file_mb", "disk_mb")},
        }
        (folder / "bots" / "targets.json").write_text(json.dumps(targets))
        make_cold(folder / "bots" / "cold")
        made = Scene(folder, rival, servers, mark)
        try:
            yield made
        finally:
            for one in made.players:
                one.stop()


def listening(path: str, name: str) -> list[socket.socket]:
    """Servers on this machine: TCP, UDP, a socket with a path, one with a name."""
    kinds: list[tuple[int, int, Any]] = [
        (socket.AF_INET, socket.SOCK_STREAM, ("127.0.0.1", 0)),
        (socket.AF_INET, socket.SOCK_DGRAM, ("127.0.0.1", 0)),
        (socket.AF_UNIX, socket.SOCK_STREAM, path),
        (socket.AF_UNIX, socket.SOCK_STREAM, f"\0{name}"),
    ]
    made = []
    for family_, kind, address in kinds:
        one = socket.socket(family_, kind)
        one.bind(address)
        one.setblocking(False)
        if kind == socket.SOCK_STREAM:
            one.listen()
        made.append(one)
    return made


def make_cold(path: Path) -> None:
    """A file that is on the disk and not in memory, where there is a disk."""
    path.write_bytes(bytes(1 << 20))
    with path.open("rb") as file:
        os.fsync(file.fileno())
        os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def play(one: Player, seat: int = 0) -> None:
    """The beginning of a game, and its end."""
    seated = one.sit(VAULT, seat, 2, 1)
    question = VAULT.new(2, 1).observe(0)
    for _ in range(2):
        assert seated.choose(question, [], Clock()) == question.legal()[0]
    seated.end([1, 2])


@pytest.fixture(scope="module")
def held() -> tuple[str, ...]:
    """The parts of the jail that this kernel gives."""
    return steps_that_hold()


def require(held: tuple[str, ...], *steps: str) -> None:
    if missing := [step for step in steps if step not in held]:
        pytest.skip(f"This kernel does not give us this part of the jail: {', '.join(missing)}.")


Outcome = tuple[Scene, dict[tuple[str, str], Any], dict[str, Any]]


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str, str], Outcome]]:
    """Lets the breaker try everything, once for each kind, and tells what it gained."""
    done: dict[tuple[str, str], Outcome] = {}
    with contextlib.ExitStack() as scenes:

        def attack(kind: str, isolation: str) -> Outcome:
            if (kind, isolation) not in done:
                names = list(jail_breakers.ATTACKS if isolation == "jail" else FREE)
                one = scenes.enter_context(scene(tmp_path_factory.mktemp(f"{kind}-{isolation}")))
                tries = dict.fromkeys(WHEN, names) if isolation == "jail" else {"choose": names}
                elsewhere = ELSEWHERE if isolation == "jail" else SHARED
                one.aim(tries=tries, program=kind == "program", elsewhere=elsewhere)
                before = look(one)
                play(one.player("Breaker", kind, isolation))
                done[kind, isolation] = one, {(when, name): gained for when, name, gained in one.told()}, before
            return done[kind, isolation]

        yield attack


def look(one: Scene) -> dict[str, Any]:
    """What is to be seen of a scene from outside."""
    places = [Path(place) for place in (*ELSEWHERE, *sys.path, str(one.folder / "bots"))]
    breakers = one.folder / "bots" / "breakers.py"
    about = breakers.stat()
    return {
        "planted": [place for place in places for name in (one.mark, f"{one.mark}.pth") if (place / name).exists()],
        "league": {
            path: path.read_text() for path in one.folder.rglob("*") if path.suffix in (".toml", ".json", ".jsonl")
        },
        "beside": sorted(os.listdir(breakers.parent)),
        "own file": (breakers.read_bytes(), about.st_mode, about.st_mtime_ns, about.st_uid, attributes(breakers)),
        "rival": one.rival.poll(),
        "visitors": [visitor for server in one.servers if (visitor := visitor_of(server))],
    }


def attributes(path: Path) -> list[str]:
    with contextlib.suppress(OSError):
        return os.listxattr(path)
    return []


def visitor_of(server: socket.socket) -> object:
    with contextlib.suppress(BlockingIOError):
        return server.recv(100) if server.type == socket.SOCK_DGRAM else server.accept()
    return None


@pytest.mark.parametrize(("kind", "name"), CASES)
def test_an_attack_gains_nothing(
    attacked: Callable[[str, str], Outcome], held: tuple[str, ...], kind: str, name: str
) -> None:
    """At import, at a move, and when the game is over."""
    require(held, *NEEDS.get(name, (jail.CALLS,)))
    _, gained, _ = attacked(kind, "jail")
    assert {when: gained[when, name] for when in WHEN} == dict.fromkeys(WHEN)


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_of_the_attacks_is_to_be_seen_outside(
    attacked: Callable[[str, str], Outcome], held: tuple[str, ...], kind: str
) -> None:
    require(held, *jail.STEPS[1:])
    one, _, before = attacked(kind, "jail")
    assert look(one) == before
    assert before["rival"] is None
    assert before["planted"] == []


@pytest.mark.parametrize("name", FREE)
def test_the_attack_succeeds_where_there_is_no_jail(attacked: Callable[[str, str], Outcome], name: str) -> None:
    """So that the attacks are known to be some."""
    one, gained, _ = attacked("bot", "process")
    for folder in SHARED:
        Path(folder, one.mark).unlink(missing_ok=True)
    assert gained["choose", name]


@pytest.mark.parametrize("kind", KINDS)
def test_every_game_is_the_first(tmp_path: Path, held: tuple[str, ...], kind: str) -> None:
    """A bot that leaves marks wherever it can finds none of them, in no seat, and its cell always looks the same."""
    require(held, *jail.STEPS[1:])
    with scene(tmp_path) as one:
        for guest in (one.player("Rememberer", kind), one.player("Rememberer", kind)):  # as two workers have it
            for seat in (0, 1, 0):
                play(guest, seat)
        told = one.told()
    assert [marks for what, marks in told if what == "found"] == [[]] * 6
    cells = [look for what, look in told if what == "cell"]
    assert cells[:3] == cells[:1] * 3
    assert cells[3:] == cells[3:4] * 3
    shared = ("numbers", "folder", "modules", "files", "threads")
    assert [cells[0][name] for name in shared] == [cells[3][name] for name in shared]
    assert {cell["names"][0] for cell in cells} == {"/jail/bot"}
    assert {cell["numbers"][0] for cell in cells} == {1}


def test_a_bot_in_a_plain_process_remembers(tmp_path: Path) -> None:
    """So that the places to remember things are known to be some."""
    with scene(tmp_path) as one:
        guest = one.player("Rememberer", "bot", "process")
        for _ in range(2):
            play(guest)
        os.rmdir(f"/tmp/{one.mark}")
        found = [marks for what, marks in one.told() if what == "found"]
    assert {"folders", "beside its file", "times", "modes"} <= {*found[1]} - {*found[0]}


def test_nothing_is_left_of_a_program_that_breeds(tmp_path: Path, held: tuple[str, ...]) -> None:
    """Children in other sessions, orphans, and a comet, whose number is another one every millisecond."""
    require(held, jail.PROCESSES)
    keep_orphans()
    before = set(family())
    with scene(tmp_path) as one:
        one.aim(children=24)
        guest = one.player("Breeder", "program")
        play(guest)
        bred = [pid for pid in family() if pid not in before]
        play(guest)
        assert [number for what, number in one.told() if what == "children"] == [24, 24]
        assert len(bred) > 1
    assert set(family()) <= before


def test_a_program_with_too_many_processes_is_ended(tmp_path: Path, held: tuple[str, ...]) -> None:
    require(held, jail.PROCESSES)
    keep_orphans()
    before = set(family())
    with scene(tmp_path) as one:
        one.aim(children=100)
        with pytest.raises(BotFault, match="more than 64 processes"):
            play(one.player("Breeder", "program"))
    assert set(family()) <= before


def test_a_program_whose_processes_need_too_much_memory_together_is_ended(tmp_path: Path) -> None:
    with scene(tmp_path) as one:
        one.aim(memory_mb=128)
        with pytest.raises(BotFault, match="need more than 128 MB together"):
            play(one.player("Hoarder", "program", memory_mb=128))


def test_a_bot_with_many_threads_ends_with_its_game(tmp_path: Path) -> None:
    keep_orphans()
    before = set(family())
    with scene(tmp_path) as one:
        guest = one.player("Bomber", "bot", threads=True)
        for _ in range(2):
            play(guest)
        assert len(one.told()) == 2
    assert set(family()) <= before


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="only these processors have calls of another form")
@pytest.mark.parametrize("kind", KINDS)
def test_who_calls_the_kernel_in_another_form_is_ended(tmp_path: Path, held: tuple[str, ...], kind: str) -> None:
    require(held, jail.CALLS)
    with scene(tmp_path) as one:
        with pytest.raises(BotFault) as caught:
            play(one.player("OtherForm", kind))
        assert caught.value.kind == "crash"
        assert signal.SIGSYS.name in caught.value.said


IMPORTS = {
    "raise": ("raise ValueError('no')", "ValueError: no"),
    "exit": ("raise SystemExit('enough')", "enough"),
    "quit": ("import os\nos._exit(3)", "exit code 3"),
    "interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "hang": ("while True: pass", "did not answer in time"),
    "kill": ("import os\nos.kill(-1, 0)", "PermissionError"),
    "hoard": ("x = bytearray(1 << 30)", "MemoryError"),
    "fork": ("import os\nos.fork()", "PermissionError"),
    "speak": ("import os\nfor pipe in range(3, 9):\n  try: os.write(pipe, b'x' * 99)\n  except OSError: pass", ""),
    "close": ("import os\nos.closerange(0, 99)", ""),
}


@pytest.mark.parametrize("name", IMPORTS)
def test_what_a_bot_does_instead_of_being_imported_is_its_fault(
    tmp_path: Path, held: tuple[str, ...], name: str
) -> None:
    require(held, *jail.STEPS[1:])
    code, said = IMPORTS[name]
    (tmp_path / "bad.py").write_text(code)
    limits = Limits(memory_mb=512, start_seconds=3.0 if name == "hang" else LONG)
    why = probe(BotSpec("guest", f"{tmp_path}/bad.py:Bad", isolation="jail", limits=limits), LONG)
    assert why is not None
    assert said in why


def test_a_bot_in_the_jail_that_computes_too_long_is_told_so(held: tuple[str, ...]) -> None:
    require(held, jail.PROCESSES)
    spec = BotSpec("guest", f"{HOSTILE}:Loops", isolation="jail", limits=Limits(cpu_seconds=1))
    guest = player(spec, patience=LONG, log_folder=None)
    with pytest.raises(BotFault, match="it has used 1 seconds of CPU time"):
        play(guest)
    guest.stop()


def test_a_bot_in_the_jail_plays_with_other_components(tmp_path: Path) -> None:
    """It sees those of the table it sits at, though they are in the folder of the run."""
    (tmp_path / "run").mkdir()
    data = tmp_path / "run" / "mine.toml"
    data.write_text(VAULT.data_file.read_text().replace("round_cap = 10 ", "round_cap = 9 "))
    other = VAULT.with_data(data)
    assert other.stamp() != VAULT.stamp()
    guest = player(BotSpec("guest", "random", isolation="jail"), patience=LONG, log_folder=tmp_path / "run" / "bots")
    for rules in (VAULT, other, VAULT):
        question = rules.new(2, 1).observe(0)
        assert guest.sit(rules, 0, 2, 1).choose(question, [], Clock()) in question.legal()
    guest.stop()


def rows(one: Scene, *bots: tuple[str, str], more: str = "") -> str:
    """Lines of a league file for bots of `jail_breakers.py`."""
    own = 'files = ["targets.json", "cold"]\ngames = ["dragon-vault"]\n'
    codes = {
        "bot": 'bot = "breakers.py:{}"\n',
        "program": f'command = [{json.dumps(sys.executable)}, "breakers.py", "{{}}"]\n',
    }
    return "".join(f'[[bots]]\n{codes[kind].format(bot)}name = "{bot}-{kind}"\n{own}' for bot, kind in bots) + more


@pytest.mark.parametrize("seen", [False, True], ids=["anywhere", "in a folder with code"])
def test_nothing_of_a_league_is_to_be_seen_where_it_is_run(tmp_path: Path, held: tuple[str, ...], seen: bool) -> None:
    """Python looks for modules in the folder where it is started, and perhaps in one around it."""
    require(held, jail.ROOT)
    environment = dict(os.environ)
    if seen:
        environment["PYTHONPATH"] = os.pathsep.join((*filter(None, [environment.get("PYTHONPATH")]), str(tmp_path)))
    with scene(tmp_path) as one:
        names = ["reads_files_of_the_league", "sees_files_beside_its_own"]
        folder = one.folder / "bots"
        mine = [
            str(path) for path in (folder / "league.toml", folder / "out" / "secret", folder / "out" / "league.json")
        ]
        one.aim(tries=dict.fromkeys(WHEN, names), files=mine, program=False)
        write_league(folder, deals=1, more=rows(one, ("Breaker", "bot")), replace={'secret = "public"\n': ""})
        run = real_tourney(folder, "--config", "league.toml", "--out", "out", env=environment)
        assert run.returncode == 0, run.stderr
        assert [path for path in mine if not Path(path).exists()] == []
        told = logged(folder / "out", "Breaker-bot")
    assert {(when, name, gained) for when, name, gained in told} == {
        (when, name, None) for when in WHEN for name in names
    }


def logged(run: Path, bot: str, what: str = "") -> list[Any]:
    """What a bot of `jail_breakers.py` told in a league."""
    lines = (run / "bots" / f"{bot}.log").read_text().splitlines()
    return [json.loads(line) for line in lines if line.startswith(f'["{what}')]


BREAKING = [(bot, kind) for bot in ("Breaker", "Rememberer", "Breeder", "Bomber", "OtherForm") for kind in KINDS]
OTHERS = (
    "AnswersIllegal",
    "Quits",
    "Raises",
    "WritesGarbage",
    "Segfaults",
    "Hoards",
    "Chatters",
    "Breeds",
    "Interrupts",
    "Spy",
)


def test_twenty_hostile_bots_change_nothing_for_the_honest(tmp_path: Path, held: tuple[str, ...]) -> None:
    """Move for move the same games as in a league without them; the hostile bots gain nothing and leave nothing."""
    require(held, *jail.STEPS[1:])
    assert len(BREAKING) + len(OTHERS) == 20
    gauntlet = {"deals = 2\n": 'deals = 2\nkind = "gauntlet"\nchallenger = "rules"\n'}
    write_league(tmp_path, deals=2, replace=gauntlet)
    assert tourney(tmp_path, "--config", "league.toml", "--out", "peace").returncode == 0
    keep_orphans()
    before = set(family())
    with scene(tmp_path) as one:
        folder = one.folder / "bots"
        files = [str(path) for path in (folder / "league.toml", folder / "war" / "league.json", folder / "rival.py")]
        journal = str(folder / "war" / "journal.jsonl")
        names = [name for name in jail_breakers.ATTACKS if name not in PROGRAMS_MAY]
        tries = dict.fromkeys(WHEN, names)
        one.aim(tries=tries, files=files, journal=journal, program=False, elsewhere=ELSEWHERE, children=24)
        hostile = "".join(f'[[bots]]\nbot = "{HOSTILE}:{name}"\nname = "{name}"\n' for name in OTHERS)
        strict = "[clock]\npatience = 5\n[limits]\nmemory_mb = 512\nfile_mb = 4\ndisk_mb = 8\n"
        write_league(folder, deals=2, more=rows(one, *BREAKING, more=hostile + strict), replace=gauntlet)
        run = real_tourney(folder, "--config", "league.toml", "--out", "war")
        assert run.returncode == 0, run.stderr
        peace, war = games_of(tmp_path / "peace"), games_of(folder / "war")
        assert len(war) == len(peace) + 20 * 4
        ours = {game["line_up"] for game in peace}
        assert [game for game in war if game["line_up"] in ours] == peace
        seen = look(one)
        assert (seen["planted"], seen["rival"], seen["visitors"]) == ([], None, [])
        told = [attack for kind in KINDS for attack in logged(folder / "war", f"Breaker-{kind}")]
        assert [attack for attack in told if attack[2] is not None] == []
        assert {attack[1] for attack in told} == {*names}
        found = [marks for kind in KINDS for _, marks in logged(folder / "war", f"Rememberer-{kind}", "found")]
        assert found == [[]] * len(found) != []
    assert set(family()) <= before


def games_of(run: Path) -> list[dict[str, Any]]:
    """The games of a league, without what names its bots' code."""
    return [{**json.loads(line), "stamp": ""} for line in (run / "games.jsonl").read_text().splitlines()]
