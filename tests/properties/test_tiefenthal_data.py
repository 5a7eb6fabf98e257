"""The component data of The Taverns of Tiefenthal: what a person may change, and how a mistake is told."""

from pathlib import Path

import pytest

from tavern_engine import BadSetup
from tavern_engine.games.tiefenthal.game import Tiefenthal

BOX = Tiefenthal.from_box()
TEXT = BOX.data_file.read_text(encoding="utf-8")
MODULE_2 = """
[[guest]]
name = "a later guest"
module = 2
cost = 6
dice = [1]
thalers = 9
points = 9
source = "made for tests"
"""


def changed(tmp_path: Path, old: str, new: str) -> Tiefenthal:
    assert old in TEXT
    path = tmp_path / "tavern.toml"
    path.write_text(TEXT.replace(old, new, 1), encoding="utf-8")
    return BOX.with_data(path)


def test_a_printed_value_can_be_put_in(tmp_path: Path) -> None:
    other = changed(tmp_path, 'name = "safe"\nbasic = 2', 'name = "safe"\nbasic = 3')
    assert other.data_hash != BOX.data_hash
    assert int(other.tables.basic[6]) == 3


def test_sources_and_comments_are_no_values(tmp_path: Path) -> None:
    assert changed(tmp_path, 'source = "reconstructed"', 'source = "my own box"').data_hash == BOX.data_hash


def test_rows_of_later_modules_are_passed_over(tmp_path: Path) -> None:
    other = changed(tmp_path, "[[guest]]", f"{MODULE_2}\n[[guest]]")
    assert other.data_hash == BOX.data_hash
    assert "a later guest" not in other.tables.names


def test_the_box_has_what_the_rulebook_counts() -> None:
    """T4 to T6, T10."""
    box = BOX.box
    assert [card.copies for card in box.tavern_cards] == [16] * 5
    assert (len(box.guests), box.noble.copies) == (38, 61)
    assert [sum(guest.cost == cost for guest in box.guests) for cost in range(3, 9)] == [8, 7, 8, 7, 4, 4]
    assert [regular.copies for regular in box.regulars] == [4, 3]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("modules = [1]", "modules = [1, 2]", "only [1] can be played"),
        ("coloured_dice = 3", "coloured_dice = 0", "needs coloured_dice as a whole number from 1 to 3, not 0"),
        ("coloured_dice = 3", "couloured_dice = 3", "unknown entry 'couloured_dice'. Did you mean 'coloured_dice'?"),
        ("beer = [9, 14, 18]", "beer = [9, 8, 18]", "needs prices from 1 to 99 that do not fall"),
        ("beer = [9, 14, 18]", "beer = [9, 14]", "needs beer as three numbers (T46)"),
        ("in_deck = 4", "in_deck = 9", "regular 'regular 2' needs in_deck as a whole number from 0 to 5, not 9"),
        ('name = "regular 1"', 'name = "regular 2"', "is listed twice"),
        ('name = "regular 1"', 'name = "helper"', "has a name that means something else"),
        ("dice = [2]", "dice = [7]", "needs dice as a list of faces from 1 to 6, not [7]"),
        ("dice = [2]", "dice = []", "needs dice as a list of faces from 1 to 6, not []"),
        ("copies = 61", "copies = 62", "[noble] needs copies as a whole number from 0 to 61, not 62"),
        ("copies = 16", "copies = 17", "needs copies as a whole number from 0 to 16, not 17"),
        ('name = "dishwasher"\ncopies', 'name = "dishwashr"\ncopies', "Did you mean 'dishwasher'?"),
        ('name = "monk"', 'name = "monks"', "Did you mean 'monk'?"),
        ("discount = 5", "discont = 5", "Did you mean 'discount'?"),
        ('name = "safe"', 'name = "safe"\ndiscount = 2', "has a discount just if cards can be returned for it (T39)"),
        ('name = "safe"', 'name = "safe"\ndice = [2]', "has dice just if it takes only some faces (T28)"),
        ("basic = 3\nupgraded = 4", "basic = 3\nupgraded = 2", "needs upgraded as a whole number from 3 to 9, not 2"),
        ("round = 8", "round = 9", "has a row for every round in order"),
        ('choices = ["table", "brewer"]', "choices = []", "needs choices as a list of one or two things, not []"),
        ('choices = ["table", "brewer"]', 'choices = ["tabel"]', "Did you mean 'table'?"),
        ('choices = ["table", "brewer"]', 'choices = ["table", "bar guest"]', "which come alone (T14)"),
        ("space = 22", "space = 23", "has a row for every space from 1 to 22, in order (T47)"),
        ('bonus = "noble"', 'bonus = "nobel"', "Did you mean 'noble'?"),
        ('bonus = "no service"\namount = 1', 'bonus = "no service"\namount = 2', "from 1 to 1, not 2"),
        ("space = 1\n", "space = 1\namount = 1\n", "has an amount but no bonus"),
        (
            "cost = 3\ndice = [3]",
            "cost = 0\ndice = [3]",
            "guest 'G301' needs cost as a whole number from 1 to 30, not 0",
        ),
        ('name = "G302"', 'name = "G302"\nmodule = 6', "needs module as a whole number from 1 to 5, not 6"),
        ('name = "G302"', 'name = "guest 2"', "has a name that means something else"),
    ],
)
def test_what_cannot_be_is_refused_with_its_row(tmp_path: Path, old: str, new: str, expected: str) -> None:
    with pytest.raises(BadSetup) as refused:
        changed(tmp_path, old, new)
    assert expected in str(refused.value)
    assert str(tmp_path / "tavern.toml") in str(refused.value)


def test_a_track_on_which_nobody_would_ever_stop_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tavern.toml"
    lines = [f"space = {space}\n" for space in (1, 3, 6)]
    text = TEXT
    for line in lines:
        text = text.replace(line, f'{line}bonus = "steps"\namount = 8\n', 1)
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadSetup, match="would never stop"):
        BOX.with_data(path)


def test_a_game_without_options_says_so() -> None:
    with pytest.raises(BadSetup, match=r"has no option 'tricks'\. It has: none\."):
        BOX.new(2, 1, {"tricks": True})
