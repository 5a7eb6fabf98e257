"""League files with mistakes: each is told with its line, all of them at once."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from league_files import GOOD, complaints, loaded, places

from tavern_engine import TavernError
from tavern_tournament.config.lines import Where
from tavern_tournament.config.load import BadConfig, Mistake, load

WRONG_KEYS = [
    ("seats = 2", "seat = 2", "4: tables[0].seats: this key is missing."),
    ('bot = "rules"', 'bto = "rules"', "8: bots[0].bto: there is no such key. Did you mean 'bot'?"),
    ("[[bots]]", "[clok]\n[[bots]]", "7: clok: there is no such key. Did you mean 'clock'?"),
    ("seed = 1", "seed = 1\nzzz = 1", "4: league.zzz: there is no such key. There are: name, seed, secret, out."),
    ("seed = 1", "", "1: league.seed: this key is missing."),
    ("seed = 1", "seed = 1.5", "3: league.seed: must be a text, not 1.5."),
    ('name = "test"', 'name = ""', "2: league.name: must not be empty."),
    ("seats = 2", 'seats = [2, "3"]', "6: tables[0].seats[1]: must be a whole number, not '3'."),
    ("seats = 2", "seats = true", "6: tables[0].seats: must be a whole number, not true."),
    ("seats = 2", "seats = []", "6: tables[0].seats: must name at least one."),
    ("seats = 2", "seats = [2, 2]", "6: tables[0].seats: 2 is listed twice."),
    ("seats = 2", "seats = 2\ndeals = 0", "7: tables[0].deals: must be at least 1, not 0."),
    ("seats = 2", 'seats = 2\nlabel = "a/b"', "7: tables[0].label: must be made of letters, digits, '-', '_' and '.',"),
    ("{ simulations = 9 }", "9", "11: bots[1].options: must be a table such as { name = value }, not 9."),
    (
        "simulations = 9",
        "simulations = [9]",
        "11: bots[1].options.simulations: an option is true or false, an ordinary number, or a text.",
    ),
    ('bot = "rules"', 'bot = "rules"\nname = "a+b"', "9: bots[0].name: must be made of letters, digits,"),
    (
        'bot = "rules"',
        'bot = "rules"\nisolation = "cage"',
        "9: bots[0].isolation: must be 'inprocess', 'process' or 'jail', not 'cage'.",
    ),
    ('bot = "rules"', 'command = "node"', "8: bots[0].command: must be a list, not 'node'."),
]


@pytest.mark.parametrize(("old", "new", "complaint"), WRONG_KEYS)
def test_a_wrong_key_or_value_is_named_with_its_line(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    found = complaints(tmp_path, GOOD.replace(old, new, 1))
    assert [line for line in found if line.startswith(f"league.toml:{complaint}")], found


WRONG_SECTIONS = [
    (
        "[schedule]\nkind = 'random'",
        "13: schedule.kind: must be 'round-robin', 'gauntlet', 'adaptive' or 'swiss', not 'random'.",
    ),
    ("[schedule]\nline_ups = 1e3", "13: schedule.line_ups: must be a whole number, not 1000.0."),
    ("[schedule]\nself_play = 1", "13: schedule.self_play: must be true or false, not 1."),
    ("[stop]", "12: stop: there is no rule: write separated = true, interval, games or minutes."),
    ("[stop]\nseparated = false", "12: stop: there is no rule: write separated = true, interval, games or minutes."),
    ("[stop]\ninterval = 0", "13: stop.interval: must be more than 0, not 0."),
    ("[stop]\nminutes = -1", "13: stop.minutes: must be more than 0, not -1."),
    ("[stop]\ngames = 0", "13: stop.games: must be at least 1, not 0."),
    ("[stop]\nseperated = true", "13: stop.seperated: there is no such key. Did you mean 'separated'?"),
    ("[clock]\nmove = 0", "13: clock.move: must be more than 0, not 0."),
    ("[clock]\nmove = nan", "13: clock.move: must be an ordinary number, not nan."),
    ("[clock]\nmove = '5 s'", "13: clock.move: must be a number, not '5 s'."),
    ("[clock]\nmove = 5\npatience = 1e9", "14: clock.patience: must be at most 86,400, not 1000000000.0."),
    ("[clock]\nbank = 2", "13: clock.bank: there is no clock without 'move', the seconds for each move."),
    ("[faults]\nraise = 'ignore'", "13: faults.raise: must be 'substitute', 'forfeit' or 'void', not 'ignore'."),
    ("[faults]\nrise = 'void'", "13: faults.rise: there is no such key. Did you mean 'raise'?"),
    ("[limits]\nmemory_mb = 1", "13: limits.memory_mb: must be at least 64, not 1."),
    ("[run]\nworkers = -1", "13: run.workers: must be at least 0, not -1."),
    ("[rating]\nbootstrap = 2000000", "13: rating.bootstrap: must be at most 100,000, not 2000000."),
    ("[[report]]\ntitle = 'x'", "12: report: must be a section with keys, not a list."),
]


@pytest.mark.parametrize(("section", "complaint"), WRONG_SECTIONS)
def test_a_wrong_section_is_named_with_its_line(tmp_path: Path, section: str, complaint: str) -> None:
    assert complaints(tmp_path, GOOD + section) == [f"league.toml:{complaint}"]


WRONG_CLUSTERS = [
    (
        "[run]\ncluster = 'head:8786'",
        "13: run.cluster: must be the address of a scheduler, such as 'tcp://127.0.0.1:8786'",
    ),
    ("[run]\ncluster = 'tcp://head:0'", "13: run.cluster: must be the address of a scheduler,"),
    ("[run]\ncluster = 'local:0'", "13: run.cluster: a cluster on this machine has 1 to 1024 workers, not 0."),
    ("[run]\ncluster = 'tls://head:8786'", "13: run.cluster: tls:// needs cluster_ca, a file."),
    ("[run]\ncluster = 'local:2'\ncluster_ca = 'a'", "14: run.cluster_ca: only a cluster at tls:// has certificates."),
    ("[run]\ncluster = 'tls://head:8786'\ncluster_key = 'a'", "14: run.cluster_key: there is no file"),
    ("[run]\ncluser = 'local:2'", "13: run.cluser: there is no such key. Did you mean 'cluster'?"),
]


@pytest.mark.parametrize(("section", "complaint"), WRONG_CLUSTERS)
def test_a_cluster_that_cannot_be_is_named_with_its_line(tmp_path: Path, section: str, complaint: str) -> None:
    found = complaints(tmp_path, GOOD + section)
    assert [line for line in found if line.startswith(f"league.toml:{complaint}")], found


WRONG_TABLES = [
    (
        '"dragon-vault"',
        '"dragon-valt"',
        "5: tables[0].game: There is no game 'dragon-valt'. Did you mean 'dragon-vault'?",
    ),
    ("seats = 2", "seats = [2, 9]", "6: tables[0].seats[1]: Dragon's Vault is played with 2 to 6 seats, not with 9."),
    ("seats = 2", "seats = [\n  2,\n  9,\n]", "8: tables[0].seats[1]: Dragon's Vault is played with 2 to 6 seats,"),
    ("seats = 2", "seats = 1", "6: tables[0].seats: Dragon's Vault is played with 2 to 6 seats, not with 1."),
    (
        "seats = 2",
        "seats = 2\noptions.trick = true",
        "7: tables[0].options.trick: Dragon's Vault has no option 'trick'. Did you mean 'tricks'?",
    ),
    (
        "seats = 2",
        "seats = 2\noptions = { tricks = 1 }",
        "7: tables[0].options.tricks: The option tricks cannot be 1: it is one of false, true.",
    ),
    (
        '"dragon-vault"\nseats = 2',
        '"tavern-brawl"\nseats = [2, 4]\noptions.seating = "right angle"',
        "7: tables[0].options: Four sit team opposite team (B21): seating=right angle is for two (B22).",
    ),
    ("seats = 2", 'seats = 2\ndata = "box.toml"', "7: tables[0].data: there is no file or folder box.toml."),
    ("seats = 2", 'seats = 2\ndata = "league.toml"', "7: tables[0].data: league.toml: the file has an unknown entry"),
    (
        "[[bots]]",
        '[[tables]]\ngame = "dragon-vault"\nseats = 2\n[[bots]]',
        "7: tables[1].label: there is a table 'dragon-vault-2' already in line 4: give one of them a label of its own.",
    ),
    (
        "seats = 2",
        "seats = [2, 3]",
        "6: tables[0].seats[1]: 3 seats, but only 2 of the bots play dragon-vault: "
        "add bots, or write self_play = true under [schedule].",
    ),
]


@pytest.mark.parametrize(("old", "new", "complaint"), WRONG_TABLES)
def test_a_table_that_cannot_be_set_up_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    found = complaints(tmp_path, GOOD.replace(old, new, 1))
    assert found[-1].startswith(f"league.toml:{complaint}")


WRONG_SCHEDULES = [
    ("challenger = 'mcts'", "13: schedule.challenger: only a gauntlet has a challenger: write kind = 'gauntlet',"),
    ("kind = 'gauntlet'", "12: schedule.challenger: a gauntlet needs a challenger: the name of a bot, or a list"),
    (
        "challenger = ['rules', 'mtcs']\nkind = 'gauntlet'",
        "13: schedule.challenger[1]: there is no bot named 'mtcs'. Did you mean 'mcts'?",
    ),
    ("kind = 'adaptive'\nchallenger = 'mcts'", "14: schedule.challenger: only a gauntlet has a challenger: write kind"),
    ("most_deals = 50", "13: schedule.most_deals: only an adaptive schedule adds deals: leave it out."),
    (
        "kind = 'adaptive'\ndeals = 9\nmost_deals = 8",
        "15: schedule.most_deals: line-ups begin with 9 deals, which is more than 8.",
    ),
    ("challenger = ['mcts', 'rules']\nkind = 'gauntlet'", "13: schedule.challenger: there is nobody left for them to"),
]


@pytest.mark.parametrize(("keys", "complaint"), WRONG_SCHEDULES)
def test_a_schedule_that_cannot_be_played_is_named(tmp_path: Path, keys: str, complaint: str) -> None:
    (found,) = complaints(tmp_path, f"{GOOD}[schedule]\n{keys}")
    assert found.startswith(f"league.toml:{complaint}")


WRONG_FILES = [
    ("", ["1: league: this key is missing.", "1: tables: this key is missing.", "1: bots: this key is missing."]),
    ("[league\n", ["1: this is not valid TOML in column 8: "]),
    ('[league]\nname = "x"\nseed 1\n', ["3: this is not valid TOML in column 6: "]),
    ("[league]\nname = [1,\n\n", ["2: this is not valid TOML at the end of the file: "]),
    ("[league]\nname = 1\nname = 2\n", ["3: this is not valid TOML in column "]),
    (GOOD.replace("[[tables]]", "[tables]"), ["4: tables: must be a list of sections: write [[tables]] instead of"]),
    (
        "bots = []\ntables = [3]\nleague = 3\n",
        ["1: bots: must ", "2: tables[0]: must be a sec", "3: league: must be a s"],
    ),
]


@pytest.mark.parametrize(("text", "expected"), WRONG_FILES)
def test_a_file_of_the_wrong_shape(tmp_path: Path, text: str, expected: list[str]) -> None:
    found = complaints(tmp_path, text)
    assert len(found) == len(expected)
    assert all(line.startswith(f"league.toml:{start}") for line, start in zip(found, expected, strict=True)), found


def test_a_file_that_cannot_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(TavernError, match=r"^nowhere\.toml: there is no such file\.$"):
        load(Path("nowhere.toml"))
    with pytest.raises(BadConfig, match=r": cannot be read: Is a directory\.$"):
        load(tmp_path)
    Path("latin.toml").write_bytes(b'[league]\nname = "caf\xe9"\n')
    with pytest.raises(BadConfig, match=r"^latin\.toml:2: this is not UTF-8 text\.$"):
        load(Path("latin.toml"))


def test_all_mistakes_are_reported_at_once_in_the_order_of_the_file(tmp_path: Path) -> None:
    found = complaints(
        tmp_path,
        """\
[clock]
moove = 5

[[bots]]
bot = "mtcs"
optons = { simulations = 9 }

[[bots]]
bot = "mcts"
name = "a b"
version = "0.0.7"
[bots.options]
simulations = 0
rollout = "clever"

[[tables]]
game = "dragon-vault"
seats = [
    2,
    17,
]
options = { trick = true }

[rating]
bootstrap = "many"
""",
    )
    assert [line.split(": ")[:2] for line in found] == [
        ["league.toml:1", "league"],
        ["league.toml:2", "clock.moove"],
        ["league.toml:5", "bots[0].bot"],
        ["league.toml:6", "bots[0].optons"],
        ["league.toml:10", "bots[1].name"],
        ["league.toml:11", "bots[1].version"],
        ["league.toml:13", "bots[1].options.simulations"],
        ["league.toml:14", "bots[1].options.rollout"],
        ["league.toml:20", "tables[0].seats[1]"],
        ["league.toml:22", "tables[0].options.trick"],
        ["league.toml:25", "rating.bootstrap"],
    ]


OTHER_SECTIONS = """
[schedule]
kind = "gauntlet"
challenger = ["mcts"]
[clock]
move = 5
[faults]
raise = "void"
[limits]
memory_mb = 64
[rating]
oracle = false
"""

JUNK = st.sampled_from(
    ["7", "-1", "0", "1e300", "nan", "true", "''", "'x'", "[]", "['x', 3]", "{}", "{ x = 1 }", "07:32:00"]
)


@given(draw=st.data())
@settings(max_examples=60)
def test_whatever_stands_there_the_answer_is_a_sentence(
    draw: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    values = tomllib.loads(GOOD + OTHER_SECTIONS)
    place = draw.draw(st.sampled_from(list(places(values))))
    path = tmp_path_factory.mktemp("junk") / "league.toml"
    junk = draw.draw(JUNK)
    lines = [f"{key} = {written(values[key], below(place, key), junk)}\n" for key in values]
    path.write_text("".join(lines), encoding="utf-8")
    for mistake in mistakes_of(path):
        assert 1 <= mistake.line <= len(lines)
        assert mistake.message.endswith((".", "?"))
        assert not any(word in mistake.message for word in ("pydantic", "Input should", "Value error", "valid "))


def mistakes_of(path: Path) -> list[Mistake]:
    try:
        load(path)
    except BadConfig as error:
        return error.mistakes
    return []


def written(value: object, place: Where | None, junk: str) -> str:
    """A value as TOML in one line, with junk in one place of it."""
    if place == ():
        return junk
    if isinstance(value, dict):
        return f"{{{', '.join(f'{key} = {written(value[key], below(place, key), junk)}' for key in value)}}}"
    if isinstance(value, list):
        return f"[{', '.join(written(row, below(place, key), junk) for key, row in enumerate(value))}]"
    return json.dumps(value)


def below(place: Where | None, key: str | int) -> Where | None:
    """The rest of a place that begins with the key."""
    return place[1:] if place and place[0] == key else None


MANY = """\
[league]
name = "test"
seed = 1
[[tables]]
game = "dragon-vault"
seats = [2, 3, 99]
options = { trick = true }
data = "box.toml"
[[tables]]
game = "dragon-vault"
seats = 2
[[tables]]
game = "tavern-brawl"
[[bots]]
bot = "rules"
options = { error = 0.1 }
[[bots]]
bot = "mcts"
[schedule]
kind = "gauntlet"
challenger = "mtcs"
deals = 0
rounds = 3
[stop]
interval = -1
[clock]
bank = 2
patience = 0
[run]
workers = -1
cluster_ca = "ca.pem"
[anchors]
rulse = 25
mcts = "strong"
"""


def test_no_mistake_hides_another(tmp_path: Path) -> None:
    """What is wrong with one part is told though parts around it, before it and after it are wrong."""
    assert [line.split(": ")[:2] for line in complaints(tmp_path, MANY)] == [
        ["league.toml:6", "tables[0].seats[2]"],
        ["league.toml:6", "tables[0].seats[1]"],
        ["league.toml:7", "tables[0].options.trick"],
        ["league.toml:8", "tables[0].data"],
        ["league.toml:9", "tables[1].label"],
        ["league.toml:12", "tables[2].seats"],
        ["league.toml:16", "bots[0].options.error"],
        ["league.toml:21", "schedule.challenger"],
        ["league.toml:22", "schedule.deals"],
        ["league.toml:23", "schedule.rounds"],
        ["league.toml:25", "stop.interval"],
        ["league.toml:27", "clock.bank"],
        ["league.toml:28", "clock.patience"],
        ["league.toml:30", "run.workers"],
        ["league.toml:31", "run.cluster_ca"],
        ["league.toml:33", "anchors.rulse"],
        ["league.toml:34", "anchors.mcts"],
    ]


NEVER = [
    (
        "deals = 2\n[stop]\nseparated = true",
        "15: stop.separated: even if the better bot won every game, these would be",
    ),
    (
        "deals = 9\n[stop]\ninterval = 0.3",
        "15: stop.interval: with all games that may be played, intervals at dragon-vau",
    ),
    (
        "deals = 9\n[stop]\ngames = 19",
        "15: stop.games: the schedule ends after 18 games, so that is never reached: plan",
    ),
    (
        "deals = 9\nkind = 'adaptive'\n[stop]\ngames = 17",
        "16: stop.games: a budget of 17 games is spent before the first",
    ),
    (
        "kind = 'adaptive'\n[[bots]]\nbot = 'rules'\nname = 'twin'",
        "13: schedule.kind: 'rules' and 'twin' are the same bot with the same options, so they are never separated:",
    ),
    ("[stop]\nminutes = 0", "14: stop.minutes: must be more than 0, not 0."),
    (
        "kind = 'swiss'\nrounds = 1\n[[bots]]\nbot = 'random'\nname = 'third'\n[stop]\nseparated = true",
        "19: stop.separated: 1 round cannot link 3 bots at dragon-vault-2 by their games, so they are never separated:",
    ),
    (
        "kind = 'swiss'\n[[bots]]\nbot = 'rules'\nname = 'twin'\n[stop]\nseparated = true",
        "18: stop.separated: 'rules' and 'twin' are the same bot with the same options, so they are never separated:",
    ),
    (
        "kind = 'swiss'\ndeals = 2\n[stop]\nseparated = true",
        "16: stop.separated: even if the better bot won every game, these would be",
    ),
    (
        "kind = 'adaptive'\nline_ups = 1\n[[bots]]\nbot = 'flat'",
        "14: schedule.line_ups: with so few some of the 3 bots would never play at dragon-vault-2: write 2 or more.",
    ),
]


@pytest.mark.parametrize(("keys", "complaint"), NEVER)
def test_a_stop_rule_that_can_never_be_met_is_named(tmp_path: Path, keys: str, complaint: str) -> None:
    (found,) = complaints(tmp_path, f"{GOOD}[schedule]\n{keys}")
    assert found.startswith(f"league.toml:{complaint}"), found


MET = [
    "deals = 8\n[stop]\nseparated = true",
    "deals = 200\n[stop]\ninterval = 0.9",
    "deals = 9\n[stop]\ngames = 18",
    "deals = 9\n[stop]\ngames = 100\nseparated = true",
    "kind = 'adaptive'\n[[bots]]\nbot = 'rules'\nname = 'twin'\n[stop]\ngames = 900",
    "kind = 'swiss'\nrounds = 2\n[[bots]]\nbot = 'flat'\n[stop]\nseparated = true",
]


@pytest.mark.parametrize("keys", MET)
def test_a_stop_rule_that_can_be_met_is_not(tmp_path: Path, keys: str) -> None:
    assert loaded(tmp_path, f"{GOOD}[schedule]\n{keys}").stop is not None
