"""Bots are asked in the same way wherever they run; whatever they do instead of answering is a fault of their own."""

from __future__ import annotations

import itertools
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from guests import LONG, SHORT, VAULT, Make, ask, fault_of, logged, question, running, sit, strike, whole_game
from hostile_bots import MIRROR, SomethingWithALongNameThatIsNoNumber

from tavern_bots import frames
from tavern_bots.api import Clock
from tavern_bots.confine import Limits
from tavern_engine import Table
from tavern_engine.guard import CtrlC
from tavern_tournament.players import process as bot_process
from tavern_tournament.players.inside import InsideSeat
from tavern_tournament.players.languages import Frames
from tavern_tournament.players.output import Log, Output
from tavern_tournament.players.player import BotFault, Player, player, probe
from tavern_tournament.specs import BotSpec

pytestmark = pytest.mark.slow
TESTS = Path(__file__).parent.parent
HOSTILE = TESTS / "support" / "hostile_bots.py"
SAMPLE = f"{TESTS / 'sample_bot' / 'sample_bot.py'}:SampleBot"
OTHERS = Path(__file__).parent / "other_languages"


@pytest.fixture
def hostile(make: Make) -> Callable[..., Player]:
    """Makes a hostile bot by its name."""
    return lambda name, *rest, **given: make(f"{HOSTILE}:{name}", *rest, **given)


@pytest.fixture(scope="module")
def bystander() -> Iterator[Player]:
    """A bot that means no harm, in a process of its own."""
    one = player(BotSpec("bystander", "random"), patience=LONG, log_folder=None)
    one.load()
    yield one
    one.stop()


@pytest.mark.parametrize(
    ("bot", "options"),
    [("random", {}), ("rules", {}), ("mcts", {"simulations": "50"}), (SAMPLE, {"end": "last"})],
    ids=["random", "rules", "mcts", "sample"],
)
def test_the_same_decisions_inside_and_outside(make: Make, bot: str, options: dict[str, str]) -> None:
    """Whole games, the bot in every seat, one after another in the same process."""
    inside, outside = (make(bot, given=options, isolation=where) for where in ("inprocess", "process"))
    for seed in (5, 6):
        assert whole_game([inside] * 2, seed) == whole_game([outside] * 2, seed)


@pytest.mark.parametrize("isolation", ["inprocess", "process"])
def test_a_bot_is_told_all_it_may_know(make: Make, tmp_path: Path, isolation: str) -> None:
    """Events, clock, seat and the end of the game arrive, and the information set is the very same."""
    (tmp_path / "witness.py").write_text(
        "class Witness:\n"
        "    summary, games, options = 'tells', 'all games', ()\n"
        "    def __init__(self, place): self.place = place\n"
        "    def see(self, events): self.events = events\n"
        "    def choose(self, infoset, clock):\n"
        "        print(self.place.seat, self.place.seats, self.place.rng.next(), clock.seconds and clock.left() < 60)\n"
        "        print(self.events[0], infoset.to_bytes().hex())\n"
        "        return infoset.legal()[0]\n"
        "    def end(self, placement): print('ended', placement)\n"
    )
    table = Table(VAULT, 2, 1)
    number, infoset = table.ask()
    events = table.news(number)
    seat = make(f"{tmp_path / 'witness.py'}:Witness", isolation=isolation).sit(VAULT, number, 2, 7)
    seat.choose(infoset, events, Clock(60))
    seat.choose(infoset, events, Clock())
    seat.end([2, 1])
    lines = logged(tmp_path)
    assert lines[0].startswith(f"{number} 2 ")
    assert [line.split()[-1] for line in (lines[0], lines[2])] == ["True", "None"]
    assert lines[1] == lines[3] == f"{events[0]} {infoset.to_bytes().hex()}"
    assert lines[4] == "ended [2, 1]"


def test_an_oracle_is_shown_everything_inside_only(make: Make) -> None:
    seat = sit(make("oracle", given={"simulations": "5"}, isolation="inprocess"))
    assert isinstance(seat, InsideSeat)
    assert seat.oracle
    assert seat.choose_seeing(VAULT.new(2, 1)) in question().legal()
    for isolation in ("inprocess", "process"):
        assert "A bot that sees all cards" in fault_of(sit(make("oracle", isolation=isolation))).said


def test_other_component_data_reach_the_bot(make: Make) -> None:
    tiny = VAULT.tiny()
    seat = make("random").sit(tiny, 0, 2, 1)
    infoset = tiny.new(2, 1).observe(0)
    assert seat.choose(infoset, [], Clock()) in infoset.legal()


FUMBLES = [
    ("raise", "ValueError: no idea what to do (hostile_bots.py, line "),
    ("raise", "SystemExit: enough (hostile_bots.py, line "),
    ("raise", "RecursionError: maximum recursion depth exceeded"),
    ("illegal", "It answered None, which is not an action code."),
    ("illegal", "It answered 'pass', which is not an action code."),
    ("illegal", "It answered True, which is not an action code."),
    ("illegal", "It answered 1.0, which is not an action code."),
    ("illegal", "It answered <int instance at 0x...>, which is not an action code."),
    ("illegal", "It answered 'aaaaaaaaaaaa...aaaaaaaaaaaaa', which is not an action code."),
    ("illegal", "It answered a number of 16610 bits, which is not an action code."),
]


def test_a_bot_that_fumbles_is_asked_again(hostile: Make) -> None:
    """A failure in Python ends nothing, and reads the same wherever the bot runs."""
    seats = [sit(hostile("Fumbles", isolation=isolation)) for isolation in ("inprocess", "process")]
    for kind, said in FUMBLES:
        faults = [fault_of(seat) for seat in seats]
        assert [fault.kind for fault in faults] == [kind] * 2
        assert not any(fault.gone for fault in faults)
        assert faults[0].said == faults[1].said
        assert faults[0].said.startswith(said)


ENDINGS = {
    "Interrupts": "KeyboardInterrupt: no reason given (hostile_bots.py, line ",
    "RaisesTheUnspeakable": "Unspeakable: it cannot be shown (hostile_bots.py, line ",
    "AnswersItsEnd": "SystemExit: do not look (hostile_bots.py, line ",
    "AnswersCtrlC": "KeyboardInterrupt: no reason given (hostile_bots.py, line ",
    "RaisesTheNameless": "It raised what cannot be shown.",
}


@pytest.fixture
def deaf_to_ctrl_c() -> Iterator[None]:
    """This process as a worker is: nobody's Ctrl-C reaches it."""
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("deaf_to_ctrl_c")
@pytest.mark.parametrize("name", ENDINGS)
def test_a_bot_that_would_end_the_program_makes_a_fault_like_any_other(hostile: Make, name: str) -> None:
    """However it goes about it, and wherever it runs."""
    faults = [strike(hostile(name, isolation=isolation)) for isolation in ("inprocess", "process")]
    assert [(fault.kind, fault.gone) for fault in faults] == [("raise", False)] * 2
    assert faults[0].said == faults[1].said
    assert faults[0].said.startswith(ENDINGS[name])


@pytest.mark.usefixtures("deaf_to_ctrl_c")
@pytest.mark.parametrize("where", ["import", "seat", "end"])
def test_a_bot_may_pretend_ctrl_c_at_any_time(make: Make, tmp_path: Path, where: str) -> None:
    deeds = {one: "raise KeyboardInterrupt" if one == where else "pass" for one in ("import", "seat", "end")}
    (tmp_path / "bot.py").write_text(
        "class Bot:\n"
        "    summary, games, options = 'interrupts', 'all games', ()\n"
        f"    {deeds['import']}\n"
        f"    def __init__(self, place): {deeds['seat']}\n"
        "    def choose(self, infoset, clock): return infoset.legal()[0]\n"
        f"    def end(self, placement): {deeds['end']}\n"
    )
    with pytest.raises(BotFault, match=r"KeyboardInterrupt: no reason given \(bot.py, line ") as caught:
        sit(make(f"{tmp_path / 'bot.py'}:Bot", isolation="inprocess")).end([1, 2])
    assert caught.value.kind == "raise"


@pytest.mark.parametrize("error", [CtrlC, KeyboardInterrupt])
def test_a_persons_ctrl_c_stays_one(make: Make, tmp_path: Path, error: type[KeyboardInterrupt]) -> None:
    """As the league's commands raise it; and nobody can know better while Python's own handler is in place."""
    (tmp_path / "bot.py").write_text(
        f"from {error.__module__} import {error.__name__}\n"
        "class Bot:\n"
        "    summary, games, options = 'is interrupted', 'all games', ()\n"
        "    def __init__(self, place): pass\n"
        f"    def choose(self, infoset, clock): raise {error.__name__}\n"
    )
    seat = sit(make(f"{tmp_path / 'bot.py'}:Bot", isolation="inprocess"))
    with pytest.raises(error):
        ask(seat)


@pytest.mark.parametrize("isolation", ["inprocess", "process"])
def test_faults_are_told_in_the_same_words_every_time(hostile: Make, isolation: str) -> None:
    """Nothing is left of an address, wherever it is cut off."""
    seats = [sit(hostile("ShowsAddresses", isolation=isolation)) for _ in range(2)]
    kept = [SomethingWithALongNameThatIsNoNumber() for _ in range(1000)]  # so that nothing lies where it lay before
    for _ in range(30):
        told = [fault_of(seat).said for seat in seats]
        assert told[0] == told[1]
        assert re.search(r"x?[0-9a-f]{5,}>", told[0]) is None
    assert kept


def test_an_address_that_is_printed_bit_by_bit_is_not_told(tmp_path: Path) -> None:
    for cut in range(1, 20):
        output = Output(Log(None, "guest"))
        for part in ("<Bot at 0x7f12ab34cd56>"[:cut], "<Bot at 0x7f12ab34cd56>"[cut:]):
            output.write(part)
        assert output.said("No.") == "No. Printed last: <Bot at 0x...>"


def test_what_a_bot_prints_is_shown_with_its_fault_and_logged(hostile: Make, tmp_path: Path) -> None:
    for isolation in ("inprocess", "process"):
        assert strike(hostile("Raises", isolation=isolation)).said.endswith(r"Printed last: I am \x1b[31mred\x1b[0m")
    log = (tmp_path / "logs" / "guest.log").read_text()
    assert log.count("I am \x1b[31mred\x1b[0m\n") == log.count('raise ValueError("no idea what to do")\n') == 2


@pytest.mark.parametrize("isolation", ["inprocess", "process"])
def test_a_bot_in_two_seats_prints_on_two_papers(make: Make, tmp_path: Path, isolation: str) -> None:
    """Its log says which seat printed what, also when another worker has written in between."""
    (tmp_path / "talker.py").write_text(
        "class Talker:\n"
        "    summary, games, options = 'talks', 'all games', ()\n"
        "    def __init__(self, place): self.seat = place.seat\n"
        "    def choose(self, infoset, clock):\n"
        "        if self.seat == 0: raise ValueError\n"
        "        print('from seat', self.seat)\n"
        "        return infoset.legal()[0]\n"
    )
    one, worker = (make(f"{tmp_path / 'talker.py'}:Talker", isolation=isolation) for _ in range(2))
    first, second, elsewhere = sit(one, 0), sit(one, 1), sit(worker, 2)
    for seat in (second, second, elsewhere, second):
        ask(seat)
    assert "Printed last" not in fault_of(first).said
    log = (tmp_path / "logs" / "guest.log").read_text()
    assert log.startswith(
        "[seat 1]\nfrom seat 1\nfrom seat 1\n[seat 2]\nfrom seat 2\n[seat 1]\nfrom seat 1\n[seat 0]\nTraceback "
    )


def test_a_bot_with_a_very_long_name_has_a_log(tmp_path: Path) -> None:
    names = ("a" * 300, "a" * 299 + "b")
    for name in names:
        seat = player(BotSpec(name, f"{HOSTILE}:Raises", isolation="inprocess"), patience=LONG, log_folder=tmp_path)
        strike(seat)
        seat.stop()
    logs = list(tmp_path.iterdir())
    assert len(logs) == 2
    assert all("I am" in log.read_text() for log in logs)


@pytest.mark.parametrize("isolation", ["inprocess", "process"])
def test_a_bot_that_cannot_be_seated(hostile: Make, isolation: str) -> None:
    with pytest.raises(BotFault) as caught:
        sit(hostile("RaisesAtOnce", isolation=isolation))
    assert caught.value.kind == "raise"
    assert caught.value.gone
    assert caught.value.said.startswith("ValueError: the chair is too low (hostile_bots.py, line ")


@pytest.mark.parametrize("isolation", ["inprocess", "process"])
def test_a_bot_that_fails_at_the_end(hostile: Make, isolation: str) -> None:
    seat = sit(hostile("Forgets", isolation=isolation))
    with pytest.raises(BotFault, match="the others cheated"):
        seat.end([1, 2])
    sit(hostile("Forgets", isolation=isolation)).end([])  # a game that does not count: it is not told


def test_an_illegal_answer_is_for_the_match_to_judge(hostile: Make) -> None:
    seat = sit(hostile("AnswersIllegal"))
    ask(seat)
    assert ask(seat) not in question().legal()


OUTSIDE_FAULTS = {
    "Hoards": ("memory", "MemoryError"),
    "WritesGarbage": ("protocol", "It answered what is no message"),
    "WritesTooMuch": ("protocol", "It answered what is no message: a frame of kind 3 with 1048576 bytes."),
    "AnswersTwice": ("protocol", "It said more than it was asked."),
    "ClosesPipes": ("protocol", "It closed its pipe."),
    "Quits": ("crash", "Its process ended with exit code 3. Printed last: farewell"),
    "Segfaults": ("crash", "Its process was ended by SIGSEGV."),
}


@pytest.mark.parametrize("name", OUTSIDE_FAULTS)
def test_a_fault_that_only_a_process_can_take(hostile: Make, bystander: Player, name: str) -> None:
    """It costs the bot this game, and nobody anything else."""
    fault = strike(hostile(name))
    assert fault.kind == OUTSIDE_FAULTS[name][0]
    assert OUTSIDE_FAULTS[name][1] in fault.said
    assert fault.gone == (fault.kind != "raise")
    assert ask(sit(bystander)) in question().legal()


@pytest.mark.parametrize("kind", ["raise", "illegal", "timeout", "hang", "crash", "?"])
def test_a_process_does_not_say_what_kind_its_fault_is(hostile: Make, kind: str) -> None:
    """For some, a league's policy may be milder, and a clock that decides makes a game that need not be the same."""
    fault = strike(hostile("NamesItsFault", given={"kind": kind}))
    if kind in ("raise", "illegal"):  # it could have raised, or answered what is not legal, just as well
        assert (fault.kind, fault.said, fault.gone) == (kind, "It was not me.", False)
    else:
        assert (fault.kind, fault.said) == ("protocol", "It told of a fault that there is not.")


def test_what_is_no_answer_to_a_question_cannot_be_illegal() -> None:
    told = frames.frame_of(frames.FAULT, {"kind": "illegal", "said": "no", "trace": ""})[frames.HEAD.size - 1 :]
    with pytest.raises(BotFault, match="It told of a fault that there is not"):
        Frames("random", {}).fields(told)


def test_a_fresh_process_plays_the_next_game(hostile: Make) -> None:
    one = hostile("Segfaults")
    for _ in range(2):
        assert strike(one).said == "Its process was ended by SIGSEGV."


@pytest.mark.parametrize("name", ["Loops", "Sleeps", "IgnoresSigterm"])
def test_a_bot_that_does_not_answer_is_ended(hostile: Make, name: str) -> None:
    fault = strike(hostile(name, SHORT))
    assert fault.kind == "hang"
    assert fault.gone
    assert fault.said == "It did not answer in time." + (" Printed last: good night" if name == "Sleeps" else "")


def test_time_in_which_the_league_stood_still_is_no_hang(hostile: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that sleeps, Ctrl-Z: by the clock an hour passes between any two looks at the bot, which works."""
    hours = itertools.count()
    monkeypatch.setattr(bot_process, "monotonic", lambda: 3600.0 * next(hours))
    seat = sit(hostile("Works"))
    assert [ask(seat) for _ in range(3)] == [question().legal()[0]] * 3
    assert next(hours) > 10


def test_a_bot_that_talks_without_end_is_ended(hostile: Make) -> None:
    """What it prints is no answer."""
    fault = strike(hostile("Babbles", SHORT))
    assert fault.kind == "hang"
    assert fault.said.startswith("It did not answer in time. Printed last: ")


def test_endless_recursion_ends_with_its_memory(hostile: Make) -> None:
    """How Python fails then differs from version to version."""
    fault = strike(hostile("RecursesDeeper", limits=Limits(memory_mb=64)))
    assert fault.kind in ("raise", "memory", "crash")


def test_cpu_time_is_limited(hostile: Make) -> None:
    """Whatever signals the league was started to ignore."""
    before = signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    try:
        fault = strike(hostile("Loops", limits=Limits(cpu_seconds=2)))
    finally:
        signal.signal(signal.SIGXCPU, before)
    assert fault.kind == "crash"
    assert fault.said == "Its process was ended by SIGXCPU: it has used 2 seconds of CPU time."


def test_every_game_has_a_process_of_its_own(hostile: Make) -> None:
    """All seats of a game share it, and the next game has another."""
    others = running()
    one = hostile("Works")
    first = sit(one)
    had = running() - others
    second = sit(one, seat=1)
    assert running() - others == had
    first.end([1, 2])
    second.end([1, 2])
    sit(one)
    assert len(had & running()) == 1  # their keeper


@pytest.mark.parametrize(("name", "kind"), [("Breeds", "hang"), ("BreedsAndQuits", "crash")])
def test_all_that_a_bot_has_started_ends_with_it(hostile: Make, bystander: Player, name: str, kind: str) -> None:
    neighbour = sit(bystander)
    before = running()
    assert strike(hostile(name, SHORT)).kind == kind
    assert len(running() - before) == 1  # the keeper
    assert ask(neighbour) in question().legal()


def test_the_other_seat_of_an_ended_process_is_gone_too(hostile: Make) -> None:
    one = hostile("Quits")
    other = sit(one, seat=1)
    strike(one)
    with pytest.raises(BotFault, match="Its process ended at another seat") as caught:
        ask(other)
    assert caught.value.kind == "crash"
    assert caught.value.gone
    other.end([1, 2])


def test_a_chatterbox_plays_on_and_its_log_stays_small(hostile: Make, tmp_path: Path) -> None:
    seat = sit(hostile("Chatters"))
    assert [ask(seat) for _ in range(3)] == [question().legal()[0]] * 3
    assert 1_000_000 <= (tmp_path / "logs" / "guest.log").stat().st_size < 1_001_000


def test_what_a_bot_finds_around_it(hostile: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, no input, little environment, limits, a session of its own."""
    monkeypatch.setenv("TAVERN_SECRET", "the seed")
    seat = sit(hostile("Inmate", limits=Limits(memory_mb=512, cpu_seconds=100, open_files=32, file_mb=2)))
    ask(seat)
    ask(seat)
    (line,) = logged(tmp_path)
    cell = json.loads(line)
    names = {name for name in cell["environment"] if not name.startswith("LC_")}
    own = {"PATH", "LANG", "HOME", "TMPDIR", "PYTHONPATH", "PYTHONHASHSEED", "TAVERN_BOT"}
    assert {name for name in names if not name.endswith("_NUM_THREADS")} <= own
    assert cell["limits"] == {"AS": 512 << 20, "CPU": 100, "NOFILE": 32, "FSIZE": 2 << 20, "CORE": 0}
    assert (cell["folder"], cell["stdin"], cell["session"]) == ([], "", True)


def test_a_spy_finds_no_trace_of_the_deal(hostile: Make) -> None:
    """Inside it finds the seed in no time, which proves that it can look; in a process of its own there is none."""
    marker = 98_765_432_109_876
    table = Table(VAULT, 2, marker)
    caught = []
    for isolation in ("inprocess", "process"):
        one = hostile("Spy", isolation=isolation, given={"mirror": str(marker ^ MIRROR)})
        seat = one.sit(VAULT, 0, 2, 1)
        infoset = table.view(0)
        infoset.view.w[0]  # the referee's table and this view are alive while the spy looks
        try:
            for _ in range(2):
                seat.choose(question(), [], Clock())
        except BotFault as fault:
            caught.append((isolation, fault.said))
    assert [isolation for isolation, _ in caught] == ["inprocess"]
    assert "found in memory" in caught[0][1]


def test_a_bot_ends_with_the_one_who_started_it(tmp_path: Path) -> None:
    script = (
        "import sys, psutil\n"
        "from tavern_tournament.players.player import player\n"
        "from tavern_tournament.specs import BotSpec\n"
        "bot = player(BotSpec('guest', 'random'), patience=120, log_folder=None)\n"
        "bot.load()\n"
        "print(psutil.Process().children()[0].pid, flush=True)\n"
        "sys.stdin.read()\n"
    )
    pipe = subprocess.PIPE
    where = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", script], stdin=pipe, stdout=pipe, text=True, env=where) as worker:
        assert worker.stdout is not None
        bot = psutil.Process(int(worker.stdout.readline()))
        os.kill(worker.pid, signal.SIGKILL)
        assert psutil.wait_procs([bot], timeout=LONG)[1] == []


def test_a_probe_says_why_a_bot_cannot_be_loaded(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import nowhere_to_be_found")
    reasons = [
        (BotSpec("one", "nobody"), "one cannot be loaded. There is no bot 'nobody'."),
        (BotSpec("two", "mcts", {"simulation": "1"}), "There is no option 'simulation'. Did you mean 'simulations'?"),
        (BotSpec("three", "broken.py:Bot", folder=str(tmp_path)), "No module named 'nowhere_to_be_found'"),
        (BotSpec("four", f"{HOSTILE}:Path"), "is not a bot: it needs to be a class with a method choose"),
        (BotSpec("five", command=("no-such-program",)), "The program 'no-such-program' cannot be run: No such file"),
        (BotSpec("six", command=("sh", "-c", "read -r line; echo hey")), "It answered 'hey', which is no JSON object."),
        (BotSpec("seven", command=("sh", "-c", "read -r line; echo '{}'")), "It speaks version None of the protocol"),
    ]
    for spec, reason in reasons:
        assert reason in str(probe(spec, LONG))
    assert probe(BotSpec("good", "random"), LONG) is None
    assert probe(BotSpec("good", "random", isolation="inprocess"), LONG) is None
    assert probe(BotSpec("good", command=("sh", "last.sh"), folder=str(OTHERS)), LONG) is None


def test_the_last_words_of_a_program_are_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers and ends after its pipes have been looked at, and before it is looked at itself."""
    has_ended = bot_process.BotProcess._has_ended

    def wait_for_its_end(one: bot_process.BotProcess) -> bool:
        late = time.monotonic() + LONG
        while not has_ended(one) and time.monotonic() < late:
            time.sleep(0.001)
        return has_ended(one)

    monkeypatch.setattr(bot_process, "SLICE", 0.0)
    monkeypatch.setattr(bot_process.BotProcess, "_has_ended", wait_for_its_end)
    said = probe(BotSpec("guest", command=("sh", "-c", "read -r line; echo hey")), LONG)
    assert said == "guest cannot be loaded. It answered 'hey', which is no JSON object."


def test_a_bot_that_takes_too_long_to_load() -> None:
    spec = BotSpec("slow", command=("sleep", "60"), limits=Limits(start_seconds=SHORT))
    assert probe(spec, LONG) == "slow cannot be loaded. It did not answer in time."
