"""The boxes of The Red Dragon Inn: options that do not go together, and rows that cannot be, are refused by name."""

import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tavern_engine import BadScenario, BadSetup
from tavern_engine.game import Value
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.game import RedDragonInn
from tavern_engine.games.red_dragon_inn.rules import InnState
from tavern_engine.scenario import Scenario
from tavern_engine.state import SEATS

INN = RedDragonInn.from_box()
BASE = {"Deirdre", "Fiona", "Gerki", "Zot"}
CREW = {"Warthorn", "Molly", "Jasper", "Olivia"}
DEFAULTS: dict[str, Value] = {
    "boxes": "auto", "characters": "random", "bar_deck": False, "drinks": 30, "start_gold": 0, "prizes": False,
}  # fmt: skip


def table(seats: int, seed: int | str, options: Mapping[str, object]) -> InnState:
    """A new table."""
    state = INN.new(seats, seed, options)
    assert isinstance(state, InnState)
    return state


def names(seats: int, options: Mapping[str, object], seed: int = 1) -> list[str]:
    """Who sits at a new table."""
    return INN.seat_names(table(seats, seed, options))


def refusal(seats: int, options: dict[str, object]) -> str:
    """The one sentence with which a table is refused."""
    with pytest.raises(BadSetup) as refused:
        INN.new(seats, 1, options)
    return checked(str(refused.value))


def checked(sentence: str) -> str:
    """It is a sentence for people."""
    assert "\n" not in sentence
    assert sentence.endswith((".", "?"))
    assert not re.search(r"Traceback|Error|<class", sentence)
    return sentence


# Tables.


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize("seed", [0, 1, "tavern"])
def test_every_size_is_played_and_nobody_sits_there_twice(seats: int, seed: int | str) -> None:
    state = table(seats, seed, {})
    found = INN.seat_names(state)
    assert len(set(found)) == seats == int(state.w[SEATS])
    assert set(found) <= BASE | CREW
    assert seats > 4 or set(found) <= BASE
    gold = {2: 8, 7: 12, 8: 12}.get(seats, 10)  # R1
    assert [int(state.w[z.PURSE + seat]) for seat in range(seats)] == [gold] * seats
    assert int(state.w[z.DRINK_DECK]) == 30 - seats
    assert int(state.w[z.BAR]) == (30 if seats > 4 else 0)  # RA2: of 60 drinks 30 are counted off


@pytest.mark.parametrize("seats", [-1, 0, 1, 9, 100, "four", 2.0, None, True])
def test_other_sizes_are_refused(seats: int) -> None:
    assert "2" in refusal(seats, {})
    assert "8" in refusal(seats, {})


@pytest.mark.parametrize(("boxes", "cast"), [("base", BASE), ("tavern-crew", CREW), ("both", BASE | CREW)])
def test_a_box_has_its_characters(boxes: str, cast: set[str]) -> None:
    for seats in range(2, len(cast) + 1):
        found = {name for seed in range(12) for name in names(seats, {"boxes": boxes}, seed)}
        assert found <= cast
    assert {name for seed in range(40) for name in names(2, {"boxes": boxes}, seed)} == cast
    assert set(names(len(cast), {"boxes": boxes})) == cast


def test_box_order_goes_through_the_boxes() -> None:
    everybody = ["Deirdre", "Fiona", "Gerki", "Zot", "Warthorn", "Molly", "Jasper", "Olivia"]
    assert names(8, {"characters": "box order"}) == everybody
    assert names(3, {"characters": "box order", "boxes": "both"}) == everybody[:3]
    assert names(3, {"characters": "box order", "boxes": "tavern-crew"}) == everybody[4:7]


@pytest.mark.parametrize(
    ("characters", "seats", "cast"),
    [
        ("molly", 3, {0: "Molly"}),
        ("Molly", 3, {0: "Molly"}),
        ("molly,random,zot", 3, {0: "Molly", 2: "Zot"}),
        ("molly,random,zot", 8, {0: "Molly", 2: "Zot"}),
        (" Molly , RANDOM, zot ", 4, {0: "Molly", 2: "Zot"}),
        ("random,olivia", 2, {1: "Olivia"}),
        (["jasper", "random", "fiona"], 5, {0: "Jasper", 2: "Fiona"}),
        ("zot,molly,jasper,olivia,warthorn,gerki,fiona,deirdre", 8, {0: "Zot", 1: "Molly", 7: "Deirdre"}),
    ],
)
def test_seats_get_the_characters_they_ask_for(characters: object, seats: int, cast: dict[int, str]) -> None:
    for seed in range(8):
        found = names(seats, {"characters": characters}, seed)
        assert {seat: found[seat] for seat in cast} == cast
        assert len(set(found)) == seats


@pytest.mark.parametrize(
    ("seats", "options", "box"),
    [
        (4, {}, BASE),
        (4, {"characters": "zot"}, BASE),
        (4, {"characters": "molly"}, CREW),
        (2, {"characters": "random,molly"}, CREW),
        (3, {"prizes": True}, CREW),
        (4, {"characters": "zot", "boxes": "base"}, BASE),
    ],
)
def test_auto_takes_the_first_box_that_has_all(seats: int, options: dict[str, object], box: set[str]) -> None:
    assert {name for seed in range(20) for name in names(seats, options, seed)} <= box


@pytest.mark.parametrize("options", [{"characters": "molly,zot"}, {"characters": "zot", "prizes": True}])
def test_auto_takes_both_boxes_where_none_has_all(options: dict[str, object]) -> None:
    state = table(2, 1, options)
    assert int(state.w[z.BAR]) == 30


# Options that cannot be.


@pytest.mark.parametrize(
    ("seats", "options", "parts"),
    [
        (3, {"characters": "molly,zot,molly"}, ["characters", "molly", "twice"]),
        (2, {"characters": "zot,ZOT"}, ["characters", "zot", "twice"]),
        (5, {"boxes": "base"}, ["boxes", "base", "5 seats", "4"]),
        (8, {"boxes": "tavern-crew"}, ["boxes", "tavern-crew", "8 seats", "4"]),
        (3, {"boxes": "base", "characters": "molly"}, ["boxes", "base", "molly", "Zot"]),
        (3, {"boxes": "tavern-crew", "characters": "random,zot"}, ["boxes", "tavern-crew", "zot", "Molly"]),
        (2, {"characters": "molly,random,zot"}, ["characters", "2 seats"]),
        (2, {"characters": "random,random,random"}, ["characters", "2 seats"]),
        (3, {"characters": "molly,zto"}, ["characters", "'zto'", "Did you mean 'zot'?"]),
        (3, {"characters": "moly,zot"}, ["characters", "'moly'", "Did you mean 'molly'?"]),
        (3, {"characters": "molly,,zot"}, ["characters", "''"]),
        (3, {"characters": "molly,"}, ["characters", "''"]),
        (3, {"characters": ","}, ["characters"]),
        (3, {"characters": ""}, ["characters"]),
        (3, {"characters": []}, ["characters"]),
        (3, {"characters": "molly,box order"}, ["characters", "box order"]),
        (3, {"characters": "zto"}, ["characters", "'zto'", "zot"]),
        (3, {"characters": "molly zot"}, ["characters", "'molly zot'"]),
        (3, {"characters": 3}, ["characters", "3"]),
        (3, {"characters": True}, ["characters"]),
        (3, {"characters": ["molly", 3]}, ["characters"]),
        (3, {"characters": {"0": "molly"}}, ["characters"]),
        (3, {"characters": "molly,xyzzy"}, ["characters", "'xyzzy'", "gerki"]),
        (3, {"boxes": "base", "prizes": True}, ["boxes", "base", "rize"]),
        (3, {"boxes": "crew"}, ["boxes", "'crew'", "tavern-crew"]),
        (3, {"boxes": 2}, ["boxes", "2"]),
        (3, {"boxes": True}, ["boxes"]),
        (3, {"prizes": "yes"}, ["prizes", "'yes'"]),
        (3, {"prizes": 1}, ["prizes", "1"]),
        (3, {"prize": True}, ["'prize'", "Did you mean 'prizes'?"]),
        (3, {"box": "both"}, ["'box'", "Did you mean 'boxes'?"]),
        (3, {"drinks": 60}, ["drinks", "60"]),
        (3, {"start_gold": 12}, ["start_gold", "12"]),
    ],
)
def test_options_that_cannot_be_are_refused(seats: int, options: dict[str, object], parts: list[str]) -> None:
    why = refusal(seats, options)
    assert [part for part in parts if part.lower() not in why.lower()] == []


# Options that were asked for.


@pytest.mark.parametrize("seats", range(2, 9))
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"boxes": "both"},
        {"characters": "box order"},
        {"characters": "olivia"},
        {"characters": "random,zot"},
        {"characters": "molly,zot", "bar_deck": True},
        {"prizes": True, "start_gold": 15, "drinks": 20},
        {"boxes": "both", "prizes": True, "bar_deck": True, "start_gold": 6},
    ],
)
def test_the_options_of_a_table_are_those_asked_for(seats: int, options: dict[str, Value]) -> None:
    state = table(seats, 7, options)
    assert INN.options_of(state) == {**DEFAULTS, **options}
    assert INN.options_of(INN.decode(state.to_bytes())) == {**DEFAULTS, **options}


@pytest.mark.parametrize("boxes", ["base", "tavern-crew", "both", "auto"])
def test_the_box_of_a_table_is_the_one_asked_for(boxes: str) -> None:
    assert INN.options_of(table(4, 7, {"boxes": boxes}))["boxes"] == boxes


@pytest.mark.parametrize(
    "characters",
    ["molly,random", "molly,random,random,zot", "random,random", "Molly", ["zot", "random"], "olivia,molly,jasper,zot"],
)
def test_a_table_with_the_options_of_another_is_the_same(characters: object) -> None:
    state = table(4, 7, {"characters": characters})
    assert table(4, 7, INN.options_of(state)).to_bytes() == state.to_bytes()


# Scenarios.


@pytest.mark.parametrize(
    ("options", "situation", "parts"),
    [
        ("", 'drink_discard = ["mead"]', ["Mead", "drink_discard"]),
        ("", 'reserve_discard = ["royal_brandy"]', ["reserve_discard", "Royal Brandy"]),
        ("", 'stalls = ["flash"]', ["stalls"]),
        ('boxes = "tavern-crew"', 'stalls = ["flahs"]', ["stalls", "Did you mean 'flash'?"]),
        ('boxes = "tavern-crew"', 'stalls = ["flash", "flash"]', ["Flash"]),
        ('boxes = "tavern-crew"', 'stalls = ["flash", "eddie", "pooky", "geese"]', ["three stalls"]),
        ('boxes = "tavern-crew"', 'drink_discard = ["wizards_brew"]', ["drink_discard", "Wizard's Brew"]),
        ('boxes = "tavern-crew"', "outside = [1]", ["outside"]),
        ('boxes = "tavern-crew"', "outside = [1, 1]", ["outside"]),
        ('boxes = "tavern-crew"', 'seats.0.front = ["wine"]', ["front", "wine"]),
        ('boxes = "tavern-crew"', 'seats.0.front = ["fluffy_towel"]', ["front", "Fluffy Towel"]),
        ('boxes = "tavern-crew"', "seats.0.reserves = 16", ["reserves"]),
        ('boxes = "tavern-crew"', 'seats.0.character = "Zot"', ["Zot"]),
    ],
)
def test_a_situation_has_only_what_its_boxes_have(
    tmp_path: Path, options: str, situation: str, parts: list[str]
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(
        f'title = "wrong"\ngame = "red-dragon-inn"\nseats = 4\n[options]\n{options}\n[situation]\n{situation}\n',
        encoding="utf-8",
    )
    with pytest.raises(BadScenario) as refused:
        Scenario.load(path).run()
    assert [part for part in [str(path), *parts] if part not in str(refused.value)] == []


# The data.

Change = Callable[..., str]
WARTHORN, MOLLY, JASPER, OLIVIA = (f"decks/{name}.toml" for name in ("warthorn", "molly", "jasper", "olivia"))
STORIES, STABLE, RESERVE = "decks/stories.toml", "decks/stable.toml", "decks/reserve.toml"
DRINKS, PRIZES, CREW_BOX = "decks/crew_drinks.toml", "decks/prizes.toml", "decks/tavern_crew.toml"


def copy_boxes(folder: Path) -> Path:
    """A copy of the boxes with their decks that may be changed."""
    shutil.copytree(RedDragonInn.folder / "decks", folder / "decks")
    shutil.copy(RedDragonInn.folder / "box.toml", folder)
    return folder


@pytest.fixture
def change(tmp_path: Path) -> Change:
    """Change texts in a file of a copy of the boxes, load them, and return why they were refused."""
    folder = copy_boxes(tmp_path / "box")

    def load(file: str, *changes: tuple[str, str], named: str = "") -> str:
        path = folder / file
        text = path.read_text(encoding="utf-8")
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path.write_text(text, encoding="utf-8")
        with pytest.raises(BadSetup) as refused:
            INN.with_data(folder / "box.toml")
        why = checked(str(refused.value))
        assert str(folder / (named or file)) in why
        return why

    return load


def row_of(path: Path, card: str) -> str:
    """The row of a card in its file."""
    rows = path.read_text(encoding="utf-8").split("[[card]]")
    return next(row for row in rows if f'id = "{card}"' in row)


@pytest.mark.parametrize(
    ("file", "card", "old", "new", "reason"),
    [
        # mechanics
        (JASPER, "need_some_air", '"step_outside"', '"step_outsde"', "Did you mean 'step_outside'?"),
        (
            STORIES,
            "giant_wrestler",
            '"story_damage_other"',
            '"story_damage_others"',
            "Did you mean 'story_damage_other'?",
        ),
        (STORIES, "giant_wrestler", '"story_damage_other"', '"animal_damage"', "mechanic 'animal_damage'"),
        (STABLE, "bert_donkey", '"animal_damage"', '"story_damage_other"', "mechanic 'story_damage_other'"),
        (STABLE, "bert_donkey", '"animal_damage"', '"damage_other"', "mechanic 'damage_other'"),
        (RESERVE, "sorcerous_wine", '"drink_reveal"', '"drink_reveals"', "Did you mean 'drink_reveal'?"),
        (RESERVE, "sorcerous_wine", '"drink_reveal"', '"event_shots"', "mechanic 'event_shots'"),
        (RESERVE, "firewater_shots", '"event_shots"', '"drink"', "mechanic 'drink'"),
        (DRINKS, "mead", '"drink_self_split"', '"prize_towel"', "mechanic 'prize_towel'"),
        (PRIZES, "fluffy_towel", '"prize_towel"', '"drink"', "mechanic 'drink'"),
        (PRIZES, "fluffy_towel", '"prize_towel"', '"prize_bowel"', "Did you mean 'prize_towel'?"),
        (OLIVIA, "tip_jar", '"pay_from_inn"', '"elixir_fortune"', "mechanic 'elixir_fortune'"),
        # kinds
        (STORIES, "giant_wrestler", '"Story"', '"Animal"', "kind 'Animal'"),
        (STABLE, "bert_donkey", '"Animal"', '"Story"', "kind 'Story'"),
        (RESERVE, "royal_brandy", '"Drink"', '"Elixir"', "kind 'Elixir'"),
        (PRIZES, "fluffy_towel", '"Prize"', '"Sometimes"', "kind 'Sometimes'"),
        (DRINKS, "mead", '"Drink"', '"Story"', "kind 'Story'"),
        (WARTHORN, "where_was_i", '"Action"', '"Story"', "kind 'Story'"),
        # who is meant
        (STABLE, "hariz_mu_panther", 'foe = "giant_goat"', 'foe = "giant_goad"', "'giant_goad'"),
        (STABLE, "war_boar", 'foe = "old_nag"', "foe = 3", "foe"),
        (STABLE, "bert_donkey", 'target = "any"', 'target = "everybody"', "target 'everybody'"),
        (STORIES, "giant_wrestler", 'target = "other"', "target = 1", "target 1"),
        # ways to play
        (OLIVIA, "playing_with_drinks_is_my_job", "ac_choices = [1, -1]", "ac_choices = [1, 1]", "ac_choices"),
        (OLIVIA, "playing_with_drinks_is_my_job", "ac_choices = [1, -1]", "ac_choices = [0, -1]", "ac_choices"),
        (OLIVIA, "playing_with_drinks_is_my_job", "ac_choices = [1, -1]", "ac_choices = [1]", "ac_choices"),
        (OLIVIA, "playing_with_drinks_is_my_job", "ac_choices = [1, -1]", "ac_choices = 1", "ac_choices"),
        (OLIVIA, "playing_with_drinks_is_my_job", "ac_choices = [1, -1]", "ac_choices = [99, -1]", "ac_choices"),
        (OLIVIA, "playing_with_drinks_is_my_job", "ac_choices = [1, -1]", 'ac_choices = ["1", "-1"]', "ac_choices"),
        (OLIVIA, "playing_with_drinks_is_my_job", "ac_choices = [1, -1]", "ac_choices = [true, -1]", "ac_choices"),
        (WARTHORN, "here_finish_this", 'modes = ["split", "pass"]', 'modes = ["split"]', "modes"),
        (WARTHORN, "here_finish_this", 'modes = ["split", "pass"]', 'modes = ["split", "drop"]', "modes"),
        (WARTHORN, "here_finish_this", 'modes = ["split", "pass"]', "modes = true", "modes"),
        # numbers
        (RESERVE, "sorcerous_wine", "reveal = 2", "reveal = 99", "reveal as a whole number"),
        (RESERVE, "bitter_tonic", "max_discard = 5", "max_discard = -1", "max_discard as a whole number"),
        (RESERVE, "elixir_of_clarity", "change = -3", 'change = "less"', "change as a whole number"),
        (WARTHORN, "toast_red_dragon_inn", "own_ac = -1", "own_ac = -1.5", "own_ac as a whole number"),
        (MOLLY, "power_of_the_stable", "max_targets = 3", "max_targets = 0", "max_targets"),
        (DRINKS, "intriguing_ale", "draw = 2", "draw = true", "draw as a whole number"),
        (DRINKS, "intriguing_ale", "draw = 2", "draws = 2", "Did you mean 'draw'?"),
        # yes or no
        (WARTHORN, "where_was_i", "pipe = true", 'pipe = "yes"', "true or false for 'pipe'"),
        (MOLLY, "he_only_wants_to_play", "horseshoe = true", "horseshoe = 1", "true or false for 'horseshoe'"),
        (STABLE, "geese", "yields = true", 'yields = "yes"', "true or false for 'yields'"),
        (DRINKS, "wine_chaser", "chaser = true", "chaser = 1", "true or false for 'chaser'"),
        # rows that are another card elsewhere
        (DRINKS, "light_ale", "ac = 1", "ac = 2", "another one than in an earlier deck"),
        (DRINKS, "wine", 'title = "Wine"', 'title = "Red Wine"', "another one than in an earlier deck"),
        (DRINKS, "wine_chaser", "chaser = true", "chaser = false", "another one than in an earlier deck"),
        (JASPER, "tip_the_wench", "amount = 1", "amount = 2", "another one than in an earlier deck"),
        (MOLLY, "gambling_im_in", "ante = 1", "ante = 3", "another one than in an earlier deck"),
        (DRINKS, "mead", 'id = "mead"', 'id = "coffee"', "listed twice"),
        (RESERVE, "royal_brandy", 'id = "royal_brandy"', 'id = "wine"', "another one than in an earlier deck"),
    ],
)
def test_a_wrong_row_is_refused_by_file_and_row(
    change: Change, file: str, card: str, old: str, new: str, reason: str
) -> None:
    whole = row_of(RedDragonInn.folder / file, card)
    assert old in whole
    why = change(file, (whole, whole.replace(old, new, 1)))
    assert reason in why
    new_id = re.search(r'id = "(\w+)"', whole.replace(old, new, 1))
    assert new_id
    assert f"card {new_id[1]!r}" in why


@pytest.mark.parametrize(
    ("file", "card", "old", "number"),
    [
        (RESERVE, "sorcerous_wine", "reveal = 2\n", "reveal"),
        (RESERVE, "sorcerous_wine", "ac_per_sometimes = 1\n", "ac_per_sometimes"),
        (RESERVE, "bitter_tonic", "fort_per_card = 1\n", "fort_per_card"),
        (RESERVE, "energy_potion_chaser", "draw = 3\n", "draw"),
        (RESERVE, "firewater_shots", "ac = 2\n", "ac"),
        (RESERVE, "another_round_hero", "gold = 2\n", "gold"),
        (RESERVE, "elixir_of_stoneskin", "reduce = 2\n", "reduce"),
        (STORIES, "brilliant_machines", "delta = 1\n", "delta"),
        (STORIES, "tale_that_bored_a_troll", "hand = 5\n", "hand"),
        (STORIES, "giant_wrestler", 'target = "other"\n', "target"),
        (STABLE, "bert_donkey", "fort = -1\n", "fort"),
        (STABLE, "bert_donkey", 'target = "any"\n', "target"),
        (STABLE, "elandral_unicorn", "discard = 2\n", "discard"),
        (MOLLY, "power_of_the_stable", "max_targets = 3\n", "max_targets"),
        (OLIVIA, "playing_with_drinks_is_my_job", "ac_choices = [1, -1]\n", "ac"),
    ],
)
def test_a_number_that_a_row_lacks_is_refused(tmp_path: Path, file: str, card: str, old: str, number: str) -> None:
    """The sentence names the card and what it needs."""
    path = copy_boxes(tmp_path) / file
    whole = row_of(path, card)
    assert old in whole
    path.write_text(path.read_text(encoding="utf-8").replace(whole, whole.replace(old, "", 1)), encoding="utf-8")
    with pytest.raises(BadSetup) as refused:
        INN.with_data(tmp_path / "box.toml")
    why = checked(str(refused.value))
    title = re.search(r'title = "(.*)"', whole)
    assert title
    assert title[1] in why or card in why
    assert f"'{number}'" in why or f"needs {number}" in why


@pytest.mark.parametrize(
    ("file", "old", "new", "parts"),
    [
        (WARTHORN, 'stories = "stories.toml"\n', "", ["PIPE", "stories"]),
        (MOLLY, 'stable = "stable.toml"\n', "", ["HORSESHOE", "stable"]),
        (WARTHORN, '"stories.toml"', '"storys.toml"', []),
        (OLIVIA, 'reserve = "reserve.toml"', "reserve = 3", []),
        (WARTHORN, 'stories = "stories.toml"', 'tales = "stories.toml"', ["unknown entry 'tales'"]),
    ],
)
def test_a_deck_without_what_its_cards_need_is_refused(
    change: Change, file: str, old: str, new: str, parts: list[str]
) -> None:
    named = "decks/storys.toml" if "storys" in new else "decks/3" if new.endswith("3") else file
    why = change(file, (old, new), named=named)
    assert [part for part in parts if part not in why] == []


@pytest.mark.parametrize(("side", "owner"), [("stable", JASPER), ("stories", MOLLY), ("reserve", WARTHORN)])
def test_two_characters_with_the_same_deck_beside_their_own_are_refused(change: Change, side: str, owner: str) -> None:
    why = change(owner, ("name = ", f'{side} = "{side}.toml"\nname = '), named="box.toml")
    assert f"two characters with {side}" in why


def test_too_many_drinks_are_refused(change: Change) -> None:
    why = change(DRINKS, ("copies = 2", "copies = 3"), named="box.toml")
    assert "61" in why
    assert "60" in why


def test_too_few_drinks_are_refused(change: Change) -> None:
    why = change(CREW_BOX, ('drinks = "crew_drinks.toml"', 'drinks = "prizes.toml"'), named=PRIZES)
    assert "fluffy_towel" in why


@pytest.mark.parametrize(
    ("old", "new", "parts"),
    [
        ('"warthorn.toml", ', '"warthorn.toml", "zot.toml", ', []),
        ('"warthorn.toml"', '"zot.toml"', ["Zot"]),
        ('"molly.toml", ', '"warthorn.toml", ', []),
        ('["warthorn.toml", ', "[", ["4"]),
        ("seats = [2, 4]", "seats = [2, 5]", ["5"]),
        ("seats = [2, 4]", "seats = [4, 2]", ["seats"]),
        ("[meta]", "[mate]", ["mate"]),
        ('name = "tavern-crew"', 'name = "base"', ["base"]),
        ('name = "tavern-crew"', 'name = "both"', ["both"]),
        ('name = "tavern-crew"', 'name = "auto"', ["auto"]),
        ('name = "tavern-crew"', "name = 7", ["name"]),
        ('prizes = "prizes.toml"', "prizes = 7", []),
        ('prizes = "prizes.toml"', 'prize = "prizes.toml"', ["Did you mean 'prizes'?"]),
        ('prizes = "prizes.toml"', 'prizes = "stories.toml"', ["kind 'Story'"]),
        ('drinks = "crew_drinks.toml"\n', "", []),
    ],
)
def test_a_wrong_second_box_is_refused(tmp_path: Path, old: str, new: str, parts: list[str]) -> None:
    path = copy_boxes(tmp_path) / CREW_BOX
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(BadSetup) as refused:
        INN.with_data(tmp_path / "box.toml")
    why = checked(str(refused.value))
    assert [part for part in [str(tmp_path), *parts] if part not in why] == []


@pytest.mark.parametrize(
    "also",
    [
        '["nothing.toml"]',
        '"decks/tavern_crew.toml"',
        "[3]",
        '["box.toml"]',
        '["decks/tavern_crew.toml", "decks/tavern_crew.toml"]',
    ],
)
def test_boxes_that_are_not_there_or_there_twice_are_refused(change: Change, also: str) -> None:
    named = "nothing.toml" if "nothing" in also else "box.toml"
    change("box.toml", ('also = ["decks/tavern_crew.toml"]', f"also = {also}"), named=named)


def test_an_elixir_among_the_normal_drinks_is_refused(change: Change) -> None:
    """Elixirs that stay belong to the Special Reserve (R105); in the Drink Deck nothing would keep them."""
    why = change(DRINKS, ('mechanic = "drink_draw"', 'mechanic = "elixir_speed"'))
    assert "intriguing_ale" in why
