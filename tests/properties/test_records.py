"""Records: a game comes back from its line and its file, and a wrong line is refused with a sentence."""

import json
from pathlib import Path

import pytest

from tavern_engine import BadRecord, BadSetup, IllegalAction, Record, Rng, Table, game

VAULT = game("dragon-vault")


def played(decisions: int = 10**9) -> Table:
    table = Table(VAULT, 3, "a seed", {"tricks": True})
    rng = Rng(3)
    while not table.over and decisions:
        legal = table.ask()[1].legal()
        table.answer(legal[int(rng.below(len(legal)))])
        decisions -= 1
    return table


def line_of(**changes: object) -> str:
    record = played(20).record
    assert record is not None
    return json.dumps({**json.loads(record.to_json()), **changes})


def test_a_whole_game_replays_to_the_same_bytes_and_events(tmp_path: Path) -> None:
    table = played()
    assert table.record is not None
    table.record.save(tmp_path / "game.json")
    again = Record.load(tmp_path / "game.json").replay(VAULT)
    assert again.over
    assert again.truth().to_bytes() == table.truth().to_bytes()
    assert again.placement() == table.placement()
    assert [again.news(seat) for seat in range(-1, 3)] == [table.news(seat) for seat in range(-1, 3)]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"game": "tavern-brawl"}, "The record is of another game"),
        ({"version": 2}, "The record is of another version: 2, not 1"),
        ({"data": "0" * 16}, "The record is of another component data"),
        ({"seats": 9}, "The record cannot be set up"),
        ({"options": {"tricks": 1}}, "The option tricks cannot be 1"),
        ({"actions": [109]}, "Action 1 of the record cannot be played"),
        ({"actions": ["take"] * 3}, "Action 1 of the record cannot be played"),
        ({"actions": [None]}, "Action 1 of the record cannot be played"),
        ({"actions": "none"}, "'actions' is missing or of the wrong type"),
        ({"seed": None}, "'seed' is missing or of the wrong type"),
        ({"extra": 1}, "unknown entry 'extra'"),
        ({"format": 2}, "no record of format 1"),
    ],
)
def test_a_wrong_record_is_refused(changes: dict[str, object], expected: str) -> None:
    with pytest.raises(BadRecord, match=expected):
        Record.from_json(line_of(**changes)).replay(VAULT)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", line_of()[:-30]])
def test_a_torn_record_is_refused(text: str) -> None:
    with pytest.raises(BadRecord):
        Record.from_json(text)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.load(tmp_path / "none.json")


def test_a_record_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    record = played(3).record
    assert record is not None
    with pytest.raises(BadRecord, match="cannot be written"):
        record.save(tmp_path / "no folder" / "game.json")


def test_a_table_needs_a_game() -> None:
    with pytest.raises(BadSetup, match="A table needs a game"):
        Table("dragon-vault", 4)  # type: ignore[arg-type]
    with pytest.raises(BadSetup, match="Options are names with values"):
        Table(VAULT, 4, options=["tricks"])  # type: ignore[arg-type]
    with pytest.raises(BadRecord, match="is replayed with a game"):
        Record.from_json(line_of()).replay("dragon-vault")  # type: ignore[arg-type]


def test_a_world_in_which_nobody_is_asked_cannot_be_played_on() -> None:
    table = played(20)
    seat, _ = table.ask()
    world = table.view((seat + 1) % 3).sample(Rng(1))
    with pytest.raises(IllegalAction, match="Nobody is asked in this world"):
        world.apply(0)


def test_the_table_asks_nobody_after_the_end() -> None:
    table = played()
    with pytest.raises(IllegalAction, match="over"):
        table.ask()
    with pytest.raises(IllegalAction, match="over"):
        table.answer("take")
    with pytest.raises(BadSetup, match="no seat 3"):
        table.news(3)


def test_other_component_data_are_another_game(tmp_path: Path) -> None:
    text = VAULT.data_file.read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(text.replace("coins = 2", "coins = 1", 1))
    mine = VAULT.with_data(tmp_path / "mine.toml")
    assert mine.data_hash != VAULT.data_hash
    with pytest.raises(BadRecord, match="component data"):
        Record.from_json(line_of()).replay(mine)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("coins = 2", "coins = -2", r"\[card_back\] needs coins as a whole number from 0 to 15, not -2"),
        ('name = "7"\ncopies = 8', 'name = "7"\ncopies = 99', "card '7' needs copies as a whole number from 0 to 15"),
        ('name = "7"', 'name = "77"', r"\[\[card\]\] has an unknown name '77'. Did you mean '7'\?"),
        ('stacks = ["CO", "CO", "CC"]', 'stacks = ["OC", "CO", "CC"]', "hindrance 'unknown 2 open' needs 3 stacks"),
        ('stacks = ["CO", "CO", "CC"]', 'stacks = ["CO", ["CO"], {}]', "hindrance 'unknown 2 open' needs 3 stacks"),
        ('kind = "chaos"', 'kind = "order"', "hindrance 'chaos' has an unknown kind 'order'. There are: invasion,"),
        ("trouble_pile = 18", "trouble_pile = 90", "the deck has 96 cards, but 6 seats need"),
        (
            'name = "carousel"\ncopies = 1\nsource = "rulebook"',
            'name = "carousel"\ncopies = 1',
            "does not say its source",
        ),
        ("[scoring]", "[scores]", "the file has an unknown entry 'scores'. Did you mean 'scoring'"),
        (
            'name = "7"\ncopies = 8',
            'name = "7"\ncopys = 8',
            "card '7' has an unknown entry 'copys'. Did you mean 'copies'",
        ),
        (
            "seats = [2, 6]",
            "seats = [2, 60]",
            r"\[meta\] needs seats as two whole numbers from 2 to 6, .* not \[2, 60\]",
        ),
        ("seats = [2, 6]", "seats = [2]", r"\[meta\] needs seats as two whole numbers"),
        ("seats = [2, 6]", "seats = [2, 6", "cannot be read"),
    ],
)
def test_impossible_components_are_refused_with_the_row(tmp_path: Path, old: str, new: str, expected: str) -> None:
    text = VAULT.data_file.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "mine.toml").write_text(text.replace(old, new, 1))
    with pytest.raises(BadSetup, match=expected):
        VAULT.with_data(tmp_path / "mine.toml")
