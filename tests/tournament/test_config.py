"""League files: every mistake with its line, all at once; what a good file becomes; the files in configs/."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavern_engine import TavernError, game
from tavern_tournament.config.file import Faults
from tavern_tournament.config.lines import Where, line_of, lines_of
from tavern_tournament.config.load import BadConfig, BrokenBot, League, Mistake, differences, load, override, schema
from tavern_tournament.results import FAULT_KINDS

CONFIGS = Path(__file__).parent.parent.parent / "configs"

GOOD = """\
[league]
name = "test"
seed = 1
[[tables]]
game = "dragon-vault"
seats = 2
[[bots]]
bot = "rules"
[[bots]]
bot = "mcts"
options = { simulations = 9 }
"""

BOT = """\
from tavern_bots.api import Setting

class MyBot:
    summary = "plays the first legal action"
    games = {games!r}
    options = (Setting("patience", 3, "how long it waits", high=10),)

    def __init__(self, place):
        pass

    def choose(self, infoset, clock):
        return infoset.legal()[0]
"""

Loader = Callable[..., League]


@pytest.fixture
def league(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Loader:
    """Loads a text as league.toml of a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def from_text(text: str = GOOD, **files: str) -> League:
        for name, content in files.items():
            Path(f"{name}.py").write_text(content, encoding="utf-8")
        Path("league.toml").write_text(text, encoding="utf-8")
        return load(Path("league.toml"))

    return from_text


def complaints(league: Loader, text: str, **files: str) -> list[str]:
    with pytest.raises(BadConfig) as caught:
        league(text, **files)
    return str(caught.value).splitlines()


WRONG_KEYS = [
    ("seats = 2", "seat = 2", "4: tables[0].seats: this key is missing."),
    ('bot = "rules"', 'bto = "rules"', "8: bots[0].bto: there is no such key. Did you mean 'bot'?"),
    ("[[bots]]", "[clok]\n[[bots]]", "7: clok: there is no such key. Did you mean 'clock'?"),
    ("seed = 1", "seed = 1\nzzz = 1", "4: league.zzz: there is no such key. There are: name, seed, out."),
    ("seed = 1", "", "1: league.seed: this key is missing."),
    ("seed = 1", "seed = 1.5", "3: league.seed: must be a text, not 1.5."),
    ('name = "test"', 'name = ""', "2: league.name: must not be empty."),
    ("seats = 2", 'seats = [2, "3"]', "6: tables[0].seats[1]: must be a whole number, not '3'."),
    ("seats = 2", "seats = true", "6: tables[0].seats: must be a whole number, not true."),
    ("seats = 2", "seats = []", "6: tables[0].seats: must name at least one."),
    ("seats = 2", "seats = [2, 2]", "6: tables[0].seats: 2 stands there twice."),
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
        'bot = "rules"\nisolation = "jail"',
        "9: bots[0].isolation: must be 'inprocess' or 'process', not 'jail'.",
    ),
    ('bot = "rules"', 'command = "node"', "8: bots[0].command: must be a list, not 'node'."),
]


@pytest.mark.parametrize(("old", "new", "complaint"), WRONG_KEYS)
def test_a_wrong_key_or_value_is_named_with_its_line(league: Loader, old: str, new: str, complaint: str) -> None:
    found = complaints(league, GOOD.replace(old, new, 1))
    assert [line for line in found if line.startswith(f"league.toml:{complaint}")], found


WRONG_SECTIONS = [
    ("[schedule]\nkind = 'swiss'", "13: schedule.kind: must be 'round-robin' or 'gauntlet', not 'swiss'."),
    ("[schedule]\nline_ups = 1e3", "13: schedule.line_ups: must be a whole number, not 1000.0."),
    ("[schedule]\nself_play = 1", "13: schedule.self_play: must be true or false, not 1."),
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
def test_a_wrong_section_is_named_with_its_line(league: Loader, section: str, complaint: str) -> None:
    assert complaints(league, GOOD + section) == [f"league.toml:{complaint}"]


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
    ("seats = 2", 'seats = 2\ndata = "box.toml"', "7: tables[0].data: there is no file box.toml."),
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
def test_a_table_that_cannot_be_set_up_is_named(league: Loader, old: str, new: str, complaint: str) -> None:
    (found,) = complaints(league, GOOD.replace(old, new, 1))
    assert found.startswith(f"league.toml:{complaint}")


WRONG_BOTS = [
    ('bot = "rules"', 'bot = "gull.py:Möwe"', "7: bots[0].name: give it a name of letters, digits, '-', '_' and '.'."),
    ('bot = "rules"', 'bot = "ruels"', "8: bots[0].bot: There is no bot 'ruels'. Did you mean 'rules'?"),
    ('bot = "rules"', 'bot = "nobody.py:Me"', "8: bots[0].bot: there is no file "),
    ('bot = "rules"', 'bot = "my_bot.py"', "8: bots[0].bot: Name the class in the file too: my_bot.py:MyBot."),
    (
        'bot = "rules"',
        'bot = "mcts:simulations=9,steps=4"',
        "8: bots[0].bot: options are written apart: bot = 'mcts', options = { simulations=9, steps=4 }.",
    ),
    (
        "simulations = 9",
        "simulations = 0",
        "11: bots[1].options.simulations: The option simulations is a whole number from 1 to 10,000,000, not '0'.",
    ),
    (
        "simulations = 9",
        "simulation = 9",
        "11: bots[1].options.simulation: There is no option 'simulation'. Did you mean 'simulations'?",
    ),
    (
        'bot = "rules"',
        'bot = "rules"\nversion = "0.0.7"',
        f"9: bots[0].version: the league wants version 0.0.7 of tavern-tourney, and {version('tavern-tourney')} is",
    ),
    ('bot = "rules"', 'bot = "my_bot.py:MyBot"\nversion = "1"', "9: bots[0].version: a bot of a file comes from no"),
    ('bot = "rules"', "", "7: bots[0]: needs either 'bot', the name of a bot, or 'command', a program that is one."),
    ('bot = "rules"', 'bot = "rules"\ncommand = ["me"]', "7: bots[0]: needs either 'bot', the name of a bot, or"),
    (
        'bot = "rules"',
        'bot = "mcts"',
        "9: bots[1].name: there is a bot 'mcts' already in line 7: give one of them a name of its own.",
    ),
    (
        'bot = "rules"',
        'bot = "oracle"',
        "8: bots[0].bot: this bot sees all cards: leave it out, or write oracle = true under [rating] to have it",
    ),
    ('bot = "rules"', 'bot = "rules"\ngames = "whist"', "9: bots[0].games: There is no game 'whist'. The games are:"),
    (
        'bot = "rules"',
        'bot = "elsewhere.py:MyBot"\ngames = "dragon-vault"',
        "9: bots[0].games: the bot does not play Dragon's Vault.",
    ),
    (
        'bot = "rules"',
        'command = ["me"]\nname = "me"',
        "7: bots[0].games: a command has to name the games that it plays.",
    ),
    (
        'bot = "rules"',
        'command = ["me"]\ngames = "dragon-vault"',
        "7: bots[0].name: give it a name of letters, digits,",
    ),
    (
        'bot = "rules"',
        'command = ["me"]\nname = "me"\ngames = "dragon-vault"\noptions.depth = 3',
        "11: bots[0].options: a command takes its options as arguments: write them into 'command'.",
    ),
    (
        'bot = "rules"',
        'command = ["me"]\nname = "me"\ngames = "dragon-vault"\nversion = "3"',
        "11: bots[0].version: a command comes from no package, so it has no version.",
    ),
    (
        'bot = "rules"',
        'command = ["me"]\nname = "me"\ngames = "dragon-vault"\nisolation = "inprocess"',
        "11: bots[0].isolation: a command always plays in a process of its own.",
    ),
]


@pytest.mark.parametrize(("old", "new", "complaint"), WRONG_BOTS)
def test_a_bot_that_cannot_take_part_is_named(league: Loader, old: str, new: str, complaint: str) -> None:
    files = {"my_bot": BOT.format(games="dragon-vault"), "elsewhere": BOT.format(games=["whist"])}
    files["gull"] = files["my_bot"].replace("MyBot", "Möwe")
    (found,) = complaints(league, GOOD.replace(old, new, 1), **files)
    assert found.startswith(f"league.toml:{complaint}")


def test_a_bot_without_a_table_to_sit_at(league: Loader) -> None:
    text = GOOD + '[[bots]]\nbot = "elsewhere.py:MyBot"\n'
    assert complaints(league, text, elsewhere=BOT.format(games=["whist"])) == [
        "league.toml:12: bots[2]: the bot 'MyBot' has no table to sit at: it plays no game that there is."
    ]


def test_the_oracle_needs_our_own_process(league: Loader) -> None:
    text = GOOD.replace('"rules"', '"oracle"\nisolation = "process"') + "[rating]\noracle = true"
    assert complaints(league, text) == [
        "league.toml:9: bots[0].isolation: the cards can be shown to an oracle only in our own process."
    ]


WRONG_SCHEDULES = [
    ("challenger = 'mcts'", "13: schedule.challenger: only a gauntlet has a challenger: write kind = 'gauntlet',"),
    ("kind = 'gauntlet'", "12: schedule.challenger: a gauntlet needs a challenger: the name of a bot, or a list"),
    (
        "challenger = ['rules', 'mtcs']\nkind = 'gauntlet'",
        "13: schedule.challenger[1]: there is no bot named 'mtcs'. Did you mean 'mcts'?",
    ),
    ("challenger = ['mcts', 'rules']\nkind = 'gauntlet'", "13: schedule.challenger: there is nobody left for them to"),
]


@pytest.mark.parametrize(("keys", "complaint"), WRONG_SCHEDULES)
def test_a_schedule_that_cannot_be_played_is_named(league: Loader, keys: str, complaint: str) -> None:
    (found,) = complaints(league, f"{GOOD}[schedule]\n{keys}")
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
def test_a_file_of_the_wrong_shape(league: Loader, text: str, expected: list[str]) -> None:
    found = complaints(league, text)
    assert len(found) == len(expected)
    assert all(line.startswith(f"league.toml:{start}") for line, start in zip(found, expected, strict=True)), found


def test_a_file_that_cannot_be_read(league: Loader, tmp_path: Path) -> None:
    with pytest.raises(TavernError, match=r"^nowhere\.toml: there is no such file\.$"):
        load(Path("nowhere.toml"))
    with pytest.raises(BadConfig, match=r": cannot be read: Is a directory\.$"):
        load(tmp_path)
    Path("latin.toml").write_bytes(b'[league]\nname = "caf\xe9"\n')
    with pytest.raises(BadConfig, match=r"^latin\.toml:2: this is not UTF-8 text\.$"):
        load(Path("latin.toml"))


def test_windows_line_ends_and_marks_are_read(league: Loader, tmp_path: Path) -> None:
    (tmp_path / "windows.toml").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert load(tmp_path / "windows.toml").resolved() == league().resolved()


def test_all_mistakes_are_reported_at_once_in_the_order_of_the_file(league: Loader) -> None:
    found = complaints(
        league,
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


def test_a_bot_that_cannot_be_loaded_is_told_apart_from_a_wrong_file(league: Loader) -> None:
    text = GOOD + '[[bots]]\nbot = "broken.py:MyBot"\n'
    with pytest.raises(BadConfig, match=r"bots\[2\]\.bot: .*cannot be loaded: ModuleNotFoundError") as caught:
        league(text, broken="import no_such_module")
    assert caught.value.only_broken_bots
    assert [type(mistake) for mistake in caught.value.mistakes] == [BrokenBot]
    with pytest.raises(BadConfig) as caught:
        league(text + "[run]\nworkers = -1", broken="import no_such_module")
    assert not caught.value.only_broken_bots


def test_a_good_file_is_resolved_with_all_defaults(league: Loader) -> None:
    made = league(GOOD.replace("seats = 2", "seats = [2, 3]\noptions.tricks = true") + "[schedule]\nself_play = true")
    assert (made.name, made.seed, made.title, made.out) == ("test", "1", "test", Path("runs/league"))
    assert [(table.label, table.seats, table.deals) for table in made.tables] == [
        ("dragon-vault-2", 2, 20),
        ("dragon-vault-3", 3, 20),
    ]
    assert made.tables[0].options == {"hindrances": False, "tricks": True}
    assert made.tables[0].data_hash == game("dragon-vault").data_hash
    rules, mcts = made.bots
    assert (rules.name, rules.isolation, rules.games) == ("rules", "inprocess", ("dragon-vault",))
    assert (mcts.package, mcts.version) == ("tavern-tourney", version("tavern-tourney"))
    assert (mcts.text, mcts.options["simulations"], mcts.options["goal"]) == ("mcts:simulations=9", 9, "lead")
    assert made.faults == dict.fromkeys(FAULT_KINDS, "forfeit")
    assert (made.clock.move, made.clock.patience) == (None, 60)


def test_what_the_file_sets_is_kept(league: Loader) -> None:
    text = GOOD.replace("seats = 2", 'seats = 2\nlabel = "with tricks"\ndeals = 3')
    text = text.replace('bot = "rules"', f'bot = "rules"\nname = "r-1"\nversion = "{version("tavern-tourney")}"')
    text += "[clock]\nmove = 5\n[faults]\ndefault = 'void'\nraise = 'substitute'\n[schedule]\n"
    made = league(text + "kind = 'gauntlet'\nchallenger = 'r-1'\n[report]\ntitle = 'T'\n")
    assert [(table.label, table.deals) for table in made.tables] == [("with tricks-2", 3)]
    assert [bot.name for bot in made.bots] == ["r-1", "mcts"]
    assert (made.clock.move, made.clock.patience) == (5, 10)
    assert (made.faults["raise"], made.faults["hang"]) == ("substitute", "void")
    assert (made.schedule.challenger, made.title) == (("r-1",), "T")


def test_bots_of_files_and_commands_play_in_their_own_process(league: Loader) -> None:
    text = GOOD + '[[bots]]\nbot = "my_bot.py:MyBot"\noptions.patience = 4\n'
    text += '[[bots]]\nname = "foreign"\ncommand = ["node", "my_bot.py"]\ngames = ["dragon-vault"]\n'
    made = league(text, my_bot=BOT.format(games="all games"))
    mine, foreign = made.bots[2:]
    assert (mine.name, mine.isolation, mine.package, mine.options) == ("MyBot", "process", "", {"patience": 4})
    assert (foreign.name, foreign.isolation, foreign.command) == ("foreign", "process", ("node", "my_bot.py"))
    edited = league(text, my_bot=BOT.format(games="all games") + "# edited")
    changed = differences(made.resolved(), edited.resolved())
    assert [line.split(":")[0] for line in changed] == ["bots.MyBot.digest", "bots.foreign.digest"]


def test_corrected_components_change_the_data_hash(league: Loader, tmp_path: Path) -> None:
    text = game("dragon-vault").data_file.read_text(encoding="utf-8")
    components = tomllib.loads(text)["scoring"]["round_cap"]
    (tmp_path / "box.toml").write_text(
        text.replace(f"round_cap = {components}", f"round_cap = {components + 1}"), encoding="utf-8"
    )
    (kind,) = league(GOOD.replace("seats = 2", 'seats = 2\ndata = "box.toml"')).tables
    assert kind.data_hash == kind.rules().data_hash != game("dragon-vault").data_hash


def test_resolved_is_plain_data_that_names_no_place(league: Loader, tmp_path: Path) -> None:
    text = GOOD + f'[[bots]]\nbot = "my_bot.py:MyBot"\n[[bots]]\nname = "c"\ncommand = ["{tmp_path}/run"]\n'
    made = league(text + 'games = "dragon-vault"\n', my_bot=BOT.format(games="all games"))
    resolved = made.resolved()
    assert json.loads(json.dumps(resolved)) == resolved
    assert str(tmp_path) not in json.dumps(resolved)
    assert override(made, out=Path("elsewhere"), workers=7).resolved() == resolved


def test_flags_override_the_file(league: Loader) -> None:
    made = override(league(), seed="other", out=Path("there"), workers=3)
    assert (made.seed, made.out, made.run.workers) == ("other", Path("there"), 3)
    assert override(made) == made


def test_differences_are_named_by_bot_and_table(league: Loader) -> None:
    old = league().resolved()
    text = GOOD.replace("simulations = 9", "simulations = 400").replace('"rules"', '"random"')
    new = league(text + "[schedule]\ndeals = 30\n[clock]\nmove = 2.5\n").resolved()
    assert differences(old, old) == []
    assert differences(old, new) == [
        "tables.dragon-vault-2.deals: 20 -> 30",
        "bots.rules: removed",
        "bots.mcts.options.simulations: 9 -> 400",
        "bots.random: added",
        "clock.move: none -> 2.5",
        "clock.patience: 60.0 -> 10.0",
    ]


def test_every_kind_of_fault_can_be_set() -> None:
    assert {field.alias or name for name, field in Faults.model_fields.items()} == {"default", *FAULT_KINDS}


def test_the_schema_for_editors_is_up_to_date() -> None:
    written = json.loads((CONFIGS / "league.schema.json").read_text(encoding="utf-8"))
    assert written == schema(), "write it anew: tavern-tourney schema > configs/league.schema.json"
    sections = schema()["$defs"].values()
    assert all(key.get("description") for section in sections for key in section["properties"].values())


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.name)
def test_every_league_in_configs_loads(path: Path) -> None:
    made = load(path)
    assert made.out == Path("runs", path.stem)
    assert path.read_text(encoding="utf-8").startswith("#:schema ./league.schema.json\n")


def test_the_default_league_has_all_games_and_all_bots_but_the_oracle() -> None:
    from tavern_bots.discover import discover
    from tavern_engine import games

    made = load(CONFIGS / "league.toml")
    ours = {bot.name for bot in discover() if bot.packages[0].startswith("tavern-tourney ")}
    assert {bot.bot for bot in made.bots} == ours - {"oracle"}
    assert {table.game for table in made.tables} == {known.id for known in games()}


SCALARS = [
    "1",
    "-2.5e3",
    "true",
    "1979-05-27 07:32:00",
    '"]"',
    "'[#'",
    '"a\\"b = 1"',
    '""',
    '"""x\n[y]\n"""',
    "'''\n}'''",
]


class Scribe:
    """Writes a TOML text at random, and keeps where each key stands."""

    def __init__(self, draw: st.DataObject) -> None:
        self.draw = draw
        self.text = ""
        self.stands: dict[Where, int] = {}
        self.count = 0

    def pick(self, *choices: str) -> str:
        return self.draw.draw(st.sampled_from(choices))

    def some(self) -> range:
        return range(self.draw.draw(st.integers(0, 2)))

    def put(self, text: str) -> None:
        self.text += text

    def stand(self, where: Where) -> None:
        self.stands.setdefault(where, 1 + self.text.count("\n"))

    def key(self) -> tuple[str, str]:
        """A new key, and how it is written."""
        self.count += 1
        name = f"k{self.count}"
        return self.draw.draw(
            st.sampled_from([(name, name), (f"{name} .x", f'"{name} .x"'), (f"{name}#=", f"'{name}#='")])
        )

    def section(self, where: Where, header: str, depth: int) -> None:
        """The keys of a section, and the sections in it."""
        for _ in self.some():
            self.pair(where, self.pick("\n", " # ] = [\n", "\n\n  "))
        for _ in self.some() if depth < 2 else ():
            name, written = self.key()
            path = f"{header}.{written}".removeprefix(".")
            below = (*where, name)
            if self.pick("section", "rows") == "section":
                self.put("\n")
                self.stand(below)
                self.put(f"[{path}]\n")
                self.section(below, path, depth + 1)
                continue
            for row in range(2):
                self.put("\n")
                self.stand(below)
                self.stand((*below, row))
                self.put(f"[[ {path} ]] # row\n")
                self.section((*below, row), path, depth + 1)

    def pair(self, where: Where, end: str) -> None:
        parts = [self.key() for _ in range(self.draw.draw(st.integers(1, 2)))]
        for name, _ in parts:
            where = (*where, name)
            self.stand(where)
        self.put(".".join(written for _, written in parts) + " = ")
        self.value(where, inline=end == "")
        self.put(end)

    def value(self, where: Where, inline: bool) -> None:
        kind = self.pick("scalar", "list", "table")
        if kind == "scalar":
            self.put(self.pick(*SCALARS))
            return
        self.put("[" if kind == "list" else "{")
        for number in self.some():
            self.put("," if number else "")
            self.put(self.pick(" ", "\n", " # , ]\n") if kind == "list" else " ")
            if kind == "list":
                self.stand((*where, number))
                self.value((*where, number), inline)
            else:
                self.pair(where, "")
        self.put("]" if kind == "list" else "}")


def places(value: object, where: Where = ()) -> Iterator[Where]:
    """Every place in the values of a file."""
    below = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in below:
        yield (*where, key)
        yield from places(inner, (*where, key))


@given(st.data())
@settings(max_examples=100)
def test_every_key_is_found_on_the_line_where_it_stands(draw: st.DataObject) -> None:
    scribe = Scribe(draw)
    scribe.section((), "", 0)
    lines = lines_of(scribe.text)
    assert lines == scribe.stands
    assert set(lines) == set(places(tomllib.loads(scribe.text)))


def test_a_section_named_after_its_parts_and_a_key_that_is_not_there() -> None:
    lines = lines_of("[a.b]\nx = 1\n[a]\ny = 1\n")
    assert (lines["a",], lines["a", "b"]) == (3, 1)
    assert line_of(lines, ("a", "b", "z", 3)) == 1
    assert line_of(lines, ("nowhere",)) == 1


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
