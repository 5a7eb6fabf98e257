"""The bots of a league file: which can take part, and what they say about themselves."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest
from league_files import BOT, GOOD, complaints, loaded

from tavern_tournament.config.load import BadConfig, BrokenBot, differences
from tavern_tournament.specs import FOR_STRANGERS

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
    (
        'bot = "rules"',
        'bot = "insider"',
        "8: bots[0].bot: this bot sees all cards: leave it out, or write oracle = true",
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
def test_a_bot_that_cannot_take_part_is_named(tmp_path: Path, old: str, new: str, complaint: str) -> None:
    files = {"my_bot": BOT.format(games="dragon-vault"), "elsewhere": BOT.format(games=["whist"])}
    files["gull"] = files["my_bot"].replace("MyBot", "Möwe")
    (found,) = complaints(tmp_path, GOOD.replace(old, new, 1), **files)
    assert found.startswith(f"league.toml:{complaint}")


def test_a_bot_without_a_table_to_sit_at(tmp_path: Path) -> None:
    text = GOOD + '[[bots]]\nbot = "elsewhere.py:MyBot"\n'
    assert complaints(tmp_path, text, elsewhere=BOT.format(games=["whist"])) == [
        "league.toml:12: bots[2]: the bot 'MyBot' has no table to sit at: it plays no game that there is."
    ]


def test_players_that_searches_do_not_model_take_part(tmp_path: Path) -> None:
    text = GOOD.replace('bot = "rules"', 'bot = "rules"\nname = "bold"\noptions = { style = 2, errors = 0.05 }')
    (bold, _) = loaded(tmp_path, text).bots
    assert (bold.name, dict(bold.options)) == ("bold", {"style": 2, "errors": 0.05})


def test_the_oracle_needs_our_own_process(tmp_path: Path) -> None:
    text = GOOD.replace('"rules"', '"oracle"\nisolation = "process"') + "[rating]\noracle = true"
    assert complaints(tmp_path, text) == [
        "league.toml:9: bots[0].isolation: the cards can be shown to an oracle only in our own process."
    ]


def test_bots_of_files_and_commands_play_in_their_own_process(tmp_path: Path) -> None:
    text = GOOD + '[[bots]]\nbot = "my_bot.py:MyBot"\noptions.patience = 4\n'
    text += '[[bots]]\nname = "foreign"\ncommand = ["node", "my_bot.py"]\ngames = ["dragon-vault"]\n'
    made = loaded(tmp_path, text, my_bot=BOT.format(games="all games"))
    mine, foreign = made.bots[2:]
    assert (mine.name, mine.isolation, mine.package, mine.options) == ("MyBot", FOR_STRANGERS, "", {"patience": 4})
    assert (foreign.name, foreign.isolation, foreign.command) == ("foreign", FOR_STRANGERS, ("node", "my_bot.py"))
    edited = loaded(tmp_path, text, my_bot=BOT.format(games="all games") + "# edited")
    changed = differences(made.resolved(), edited.resolved())
    assert [line.split(":")[0] for line in changed] == ["bots.MyBot.digest", "bots.foreign.digest"]


def test_a_program_with_a_whole_path_is_noticed_when_it_changes(tmp_path: Path) -> None:
    program = tmp_path / "program"
    program.write_text("one")
    text = f'{GOOD}[[bots]]\nname = "c"\ncommand = ["{program}"]\ngames = "dragon-vault"\n'
    old = loaded(tmp_path, text).resolved()
    program.write_text("another")
    (changed,) = differences(old, loaded(tmp_path, text).resolved())
    assert changed.startswith("bots.c.digest: ")


def test_a_bot_says_the_same_about_itself_in_either_process(tmp_path: Path) -> None:
    bot = BOT.format(games=["dragon-vault"]).replace(
        "high=10)", 'high=10), Setting("mood", "bold", "how", choices=("bold", "shy"), tuned={"dragon-vault": "shy"})'
    )
    rows = "".join(
        f'[[bots]]\nbot = "my_bot.py:MyBot"\nname = "{where}"\nisolation = "{where}"\noptions.patience = 4\n'
        for where in ("inprocess", "process")
    )
    inside, outside = (one.resolved() for one in loaded(tmp_path, GOOD + rows, my_bot=bot).bots[2:])
    assert {key for key in inside if inside[key] != outside[key]} == {"isolation"}
    assert outside["options"] == {"patience": 4, "mood": "bold"}
    assert outside["games"] == ["dragon-vault"]


def test_a_bot_that_cannot_be_loaded_is_told_apart_from_a_wrong_file(tmp_path: Path) -> None:
    text = GOOD + '[[bots]]\nbot = "broken.py:MyBot"\n'
    with pytest.raises(BadConfig, match=r"bots\[2\]\.bot: .*cannot be loaded: ModuleNotFoundError") as caught:
        loaded(tmp_path, text, broken="import no_such_module")
    assert caught.value.only_broken_bots
    assert [type(mistake) for mistake in caught.value.mistakes] == [BrokenBot]
    with pytest.raises(BadConfig) as caught:
        loaded(tmp_path, text + "[run]\nworkers = -1", broken="import no_such_module")
    assert not caught.value.only_broken_bots


WRONG_CLASSES = {
    "summary = 3": "is not a bot: its summary is missing or of the wrong type.",
    "games = [7]": "cannot be loaded: its games",
    "options = (Setting('x', None, ''),)": "cannot be loaded: its options[0].default",
    "options = (Setting('x', {1, 2}, ''),)": "cannot be loaded: TypeError: Object of type set is not JSON",
}


@pytest.mark.parametrize("isolation", ["inprocess", "process"])
def test_a_bot_that_says_nonsense_about_itself_is_named(tmp_path: Path, isolation: str) -> None:
    files = {f"bot_{n}": BOT.format(games="all games") + f"    {line}\n" for n, line in enumerate(WRONG_CLASSES)}
    rows = "".join(f'[[bots]]\nname = "{f}"\nbot = "{f}.py:MyBot"\nisolation = "{isolation}"\n' for f in files)
    found = complaints(tmp_path, GOOD + rows, **files)
    assert len(found) == len(WRONG_CLASSES)
    for line, said in zip(found, WRONG_CLASSES.values(), strict=True):
        assert said in line
