"""The cards of The Red Dragon Inn: programs that can run are assembled, wrong ones and wrong data refused by name."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from inn_reference import listing

from tavern_engine import BadSetup
from tavern_engine.games.red_dragon_inn import language as lang
from tavern_engine.games.red_dragon_inn.game import RedDragonInn
from tavern_engine.games.red_dragon_inn.mechanics import MECHANICS
from tavern_engine.games.red_dragon_inn.tables import LOST, PLAY

INN = RedDragonInn.from_box()

# The card language.


def refuse_program(*steps: lang.Step, numbers: dict[str, int] | None = None) -> str:
    with pytest.raises(BadSetup, match=r"^Stool: .*\.$") as refused:
        lang.Assembler().add("Stool", steps, numbers or {})
    return str(refused.value)


def test_a_program_that_can_run_is_assembled() -> None:
    steps = lang.on(0, lang.choose(0), lang.answers(), lang.fortitude("fort"), lang.window(LOST)).steps
    assembler = lang.Assembler()
    start = assembler.add("Stool", steps, {"fort": -2})
    assert (start, len(assembler.code)) == (0, 12)
    assert [line.split()[1:] for line in listing(assembler)][4] == ["fortitude", "-2"]


def test_an_unknown_verb_is_refused() -> None:
    dance = lang.Step(lang.Verb("dance", 99, 0, "-", "nobody dances here"))
    assert "there is no verb 'dance'" in refuse_program(dance, lang.end())


def test_a_target_that_nobody_chose_is_refused() -> None:
    wrong = refuse_program(lang.announce(), lang.window(PLAY), lang.fortitude(-2), lang.choose(0), lang.end())
    assert "fortitude needs a target" in wrong


def test_a_drink_that_nobody_chose_is_refused() -> None:
    assert "ignore_drink needs a Drink" in refuse_program(lang.announce(), lang.ignore_drink(), lang.end())


def test_a_card_that_works_before_it_is_shown_is_refused() -> None:
    assert "negate needs a shown" in refuse_program(lang.negate(), lang.announce(), lang.end())


def test_steps_that_are_never_reached_are_refused() -> None:
    assert "announce is never reached" in refuse_program(lang.end(), lang.announce(), lang.end())


def test_a_program_without_an_end_is_refused() -> None:
    assert "it does not end" in refuse_program(lang.announce(), lang.window(PLAY))


def test_a_missing_number_is_refused() -> None:
    wrong = refuse_program(lang.choose(0), lang.announce(), lang.fortitude("fort"), lang.end(), numbers={"gold": 1})
    assert "fortitude needs 'fort', which is not given" in wrong


def test_a_label_that_is_nowhere_is_refused() -> None:
    assert "goto goes to the label 'again', which must be there once" in refuse_program(lang.goto("again"))


def test_a_label_that_is_there_twice_is_refused() -> None:
    steps = (lang.announce(label="a"), lang.window(PLAY, label="a"), lang.fall("a"), lang.end())
    assert "fall goes to the label 'a', which must be there once" in refuse_program(*steps)


def test_steps_behind_a_label_that_nobody_goes_to_are_refused() -> None:
    steps = (lang.announce(), lang.end(), lang.cover(label="nowhere"), lang.end())
    assert "cover is never reached" in refuse_program(*steps)


def test_a_loop_without_end_is_refused() -> None:
    assert "it does not end" in refuse_program(lang.announce(label="a"), lang.goto("a"))


def test_a_target_chosen_on_one_way_only_is_refused() -> None:
    steps = (lang.announce(), lang.fall("x"), lang.choose(0), lang.fortitude(1, label="x"), lang.end())
    assert "fortitude needs a target" in refuse_program(*steps)


def test_two_modes_of_a_card_in_one_window_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which one is meant could not be told; today's ways to leave or ignore are in windows of their own."""
    both = (*MECHANICS["ignore_card"], *MECHANICS["negate_sometimes"])
    monkeypatch.setitem(MECHANICS, "ignore_card", both)
    with pytest.raises(BadSetup, match=r"Stop being silly!: two of its modes fit into the window PLAY, so which"):
        RedDragonInn.from_box()


def test_windows_and_people_that_do_not_exist_are_refused() -> None:
    assert "window has no window 77" in refuse_program(lang.window(77), lang.end())
    assert "choose has no people 99" in refuse_program(lang.choose(99), lang.end())


# The data.


@pytest.fixture
def box(tmp_path: Path) -> Callable[[str, str, str], str]:
    """Change one text in a copy of the box, load it, and return why it was refused."""
    folder = tmp_path / "box"
    shutil.copytree(RedDragonInn.folder / "decks", folder / "decks")
    shutil.copy(RedDragonInn.folder / "box.toml", folder)

    def load(file: str, old: str, new: str) -> str:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
        with pytest.raises(BadSetup) as refused:
            INN.with_data(folder / "box.toml")
        assert str(path) in str(refused.value)
        return str(refused.value)

    return load


ZOT = "decks/zot.toml"


@pytest.mark.parametrize(
    ("file", "old", "new", "reason"),
    [
        (ZOT, 'id = "i_raise"', 'id = "gambling_im_in"', "card 'gambling_im_in' is listed twice"),
        (ZOT, 'mechanic = "gamble_raise"', 'mechanic = "gamble_rise"', "Did you mean 'gamble_raise'?"),
        (ZOT, 'mechanic = "gamble_raise"', 'mechanic = "xyzzy"', "There are: gamble_start_or_control"),
        (ZOT, 'mechanic = "gamble_raise"', 'mechanic = "drink"', "unknown mechanic 'drink'"),
        (ZOT, "copies = 6", "copies = 0", "card 'gambling_im_in' needs copies as a whole number from 1 to 20, not 0"),
        (ZOT, "copies = 6", "copies = 2.5", "card 'gambling_im_in' needs copies as a whole number"),
        (ZOT, "copies = 6", "copies = true", "card 'gambling_im_in' needs copies as a whole number"),
        (ZOT, "ante = 1", "antes = 1", "card 'gambling_im_in' has an unknown entry 'antes'. Did you mean 'ante'?"),
        (ZOT, 'kind = "Gambling"', 'kind = "Drink"', "card 'i_raise' cannot be of the kind 'Drink'"),
        (ZOT, 'title = "I raise!"', "title = 7", "card 'i_raise' needs a text for 'title'"),
        (ZOT, 'stats = ["fort"]', 'stats = ["luck"]', "can ignore"),
        (ZOT, 'stats = ["fort"]', "stats = 3", "card 'now_you_see_me' has a list of texts for 'stats'"),
        (ZOT, 'title = "I raise!"', 'title = "Winning Hand!"', "the card 'i_raise'"),
        ("box.toml", 'characters = ["decks/deirdre.toml", ', "characters = true #", "characters"),
        ("decks/drinks.toml", 'mechanic = "drink"', 'mechanic = "drunk"', "Did you mean 'drink'?"),
        ("box.toml", "hand = 7", "hand = 0", "[setup] needs hand as a whole number from 1 to 20, not 0"),
        ("box.toml", "limit = 20", "limit = 12", "setup.fortitude is above the limit of 12"),
        ("box.toml", "hand = 7", "hands = 7", "Did you mean 'hand'?"),
        ("box.toml", "[limits]", "[limit]", "the file has an unknown entry 'limit'. Did you mean 'limits'?"),
        ("box.toml", "drinks = 30", "drinks = 31", "there are 30 drinks"),
        ("box.toml", "3 = 10", "3 = 0", "a table of 3 needs gold as a whole number from 1 to 99, not 0"),
        ("box.toml", "seats = [2, 4]", "seats = ['2', '4']", "needs seats as two whole numbers from 2 to 8"),
        ("box.toml", "seats = [2, 4]", "seats = [2, 5]", "meta.characters are 5 to 8 decks, not 4"),
    ],
)
def test_wrong_data_is_refused_by_name(
    box: Callable[[str, str, str], str], file: str, old: str, new: str, reason: str
) -> None:
    assert reason in box(file, old, new)


def test_a_deck_that_is_too_big_is_refused(box: Callable[[str, str, str], str]) -> None:
    assert "the deck has 57 cards, not 1 to 56" in box(ZOT, "copies = 2", "copies = 19")


def test_a_card_that_differs_between_decks_is_refused(box: Callable[[str, str, str], str]) -> None:
    assert "the card 'gambling_im_in' is another one than in an earlier deck" in box(ZOT, "ante = 1", "ante = 2")


def test_more_halves_than_there_is_room_for_are_refused(tmp_path: Path) -> None:
    shutil.copytree(RedDragonInn.folder / "decks", tmp_path / "decks")
    shutil.copy(RedDragonInn.folder / "box.toml", tmp_path)
    fiona = tmp_path / "decks" / "fiona.toml"
    text = fiona.read_text(encoding="utf-8")
    split = 'title = "Come, my friend, sit and drink with me!"\ncopies = 1'
    assert split in text
    fiona.write_text(text.replace(split, f"{split}3"), encoding="utf-8")
    with pytest.raises(BadSetup, match="more than 16 Drinks are on the table"):
        INN.with_data(tmp_path / "box.toml")


def test_a_number_that_a_card_lacks_is_refused_by_its_title(tmp_path: Path) -> None:
    shutil.copytree(RedDragonInn.folder / "decks", tmp_path / "decks")
    shutil.copy(RedDragonInn.folder / "box.toml", tmp_path)
    for path in (tmp_path / "decks").glob("*.toml"):
        path.write_text(path.read_text(encoding="utf-8").replace("ante = 1\n", ""), encoding="utf-8")
    with pytest.raises(BadSetup, match=re.escape("Gambling? I'm in!")):
        INN.with_data(tmp_path / "box.toml")
