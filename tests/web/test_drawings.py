"""The drawings of all tables: whole games are drawn, well formed, and what can be chosen is there to be clicked."""

import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tavern_engine import Game, Rng, Table, games
from tavern_tournament.report.markup import join
from tavern_tournament.solo.telling import OPEN, seen
from tavern_tournament.web.catalogue import speaking
from tavern_tournament.web.choices import Choices
from tavern_tournament.web.scene import Scene, drawing_of
from tavern_tournament.web.spoken import Spoken
from tavern_tournament.web.tables import plain, tavern_brawl

EVERY = 7  # of so many questions one is drawn
IN_WORDS = {"straight on", "reverse", "turn up", "turn up double", "start over"}  # they are about no single thing


def numbers_of(legal: Sequence[int]) -> dict[int, int]:
    return {code: number for number, code in enumerate(legal, start=1)}


def spoken(table: Table, language: str = "en") -> Spoken:
    return Spoken(table, ["you", *["random"] * (table.seats - 1)], speaking(language))


def well_formed(html: str) -> None:
    ElementTree.fromstring(f"<div>{html}</div>")
    assert ">None<" not in html
    assert "style=" not in html


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
@pytest.mark.parametrize("changed", [False, True], ids=["as usual", "all options"])
def test_whole_games_are_drawn_and_clicked(rules: Game, changed: bool) -> None:
    options = rules.changed_options() if changed else {}
    table, rng = Table(rules, rules.usual_size, 5, options), Rng(5)
    telling = spoken(table)
    clicked: set[str] = set()
    asked: set[str] = set()
    number = 0
    while not table.over and number < 1200:
        seat, infoset = table.ask()
        legal = infoset.legal()
        if number % EVERY == 0:
            scene = Scene.of(telling, infoset.view, seat, numbers_of(legal))
            html = scene.draw()
            well_formed(html)
            for choice in scene.choices.all:
                if set(choice.parts) - {"verb", "way"}:
                    verb = str(choice.parts["verb"])
                    asked.add(verb)
                    if f'name="action" value="{choice.code}"' in html:
                        clicked.add(verb)
        table.answer(legal[int(rng.below(len(legal)))])
        number += 1
    assert clicked
    assert asked - clicked <= IN_WORDS
    well_formed(Scene.of(telling, seen(table, OPEN), None).draw())


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_every_game_has_a_drawing_and_words_for_every_question(rules: Game) -> None:
    assert drawing_of(rules) is not plain
    table, rng = Table(rules, rules.min_seats, 6), Rng(6)
    telling = spoken(table)
    for _ in range(150):
        if table.over:
            break
        seat, infoset = table.ask()
        scene = Scene.of(telling, infoset.view, seat, numbers_of(infoset.legal()))
        said = scene.asked(rules.question(infoset.view).text)
        assert re.fullmatch(r"[^a-z].*[.!?]", said)
        assert not said.startswith("Your choice:")
        table.answer(infoset.legal()[int(rng.below(len(infoset.legal())))])


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_the_plain_drawing_serves_any_game(rules: Game) -> None:
    table, rng = Table(rules, rules.min_seats, 8), Rng(8)
    telling = spoken(table)
    for _ in range(30):
        seat, infoset = table.ask()
        scene = Scene.of(telling, infoset.view, seat, numbers_of(infoset.legal()))
        html = plain.draw(scene)
        well_formed(html)
        assert telling.names[0] in html
        table.answer(infoset.legal()[int(rng.below(len(infoset.legal())))])


def test_a_table_that_cannot_be_drawn_is_shown_plainly(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rules = next(game for game in games() if game.id == "tiefenthal")
    monkeypatch.setattr(drawing_of(rules), "monastery", lambda scene: scene.facts["nothing"])
    table = Table(rules, 2, 1)
    seat, infoset = table.ask()
    html = Scene.of(spoken(table), infoset.view, seat, numbers_of(infoset.legal())).draw()
    well_formed(html)
    assert "cannot be drawn as it should be" in html
    assert "thalers" in html
    assert caplog.messages == ["The table of The Taverns of Tiefenthal cannot be drawn: KeyError('nothing')."]


def test_mats_lie_as_they_were_laid() -> None:
    """Seats opposite each other: a mat of axes is upside down, and keeps lying so when it is won over."""
    rules = next(game for game in games() if game.id == "tavern-brawl")
    table, rng = Table(rules, 2, 4), Rng(4)
    turns: set[int] = set()
    while not table.over:
        seat, infoset = table.ask()
        scene = Scene.of(spoken(table), infoset.view, seat)
        spots = [spot for line in scene.facts["field"] for spot in line if spot and spot["strengths"]]
        turns |= {tavern_brawl.turned(scene, spot) for spot in spots}
        legal = infoset.legal()
        table.answer(legal[int(rng.below(len(legal)))])
    assert turns == {0, 2}


def test_a_thing_with_several_choices_has_a_button_for_each() -> None:
    rules = next(game for game in games() if game.id == "dragon-vault")
    codes = [code for code in range(rules.actions) if rules.action_parts(code).get("card") == "4"][:2]
    choices = Choices(spoken(Table(rules, 2, 1)), numbers_of(codes))
    html = choices.thing(choices.all, "four")
    assert html.count("<button") == 2
    assert choices.thing(choices.all[:1], "four").count("<button") == 1
    assert "<button" not in choices.thing([], "four")
    assert "&lt;b&gt;" in join("<b>")


def test_titles_of_cards_in_a_question_are_set_off_and_can_be_read() -> None:
    rules = next(game for game in games() if game.id == "red-dragon-inn")
    table = Table(rules, 3, 1)
    seat, infoset = table.ask()
    scene = Scene.of(spoken(table), infoset.view, seat)
    text, cards = scene.cited("You play I raise! in answer to Winning Hand!: pass <b>, I raised.")
    assert cards == ["I raise!", "Winning Hand!"]
    assert text == "You play <cite>I raise!</cite> in answer to <cite>Winning Hand!</cite>: pass &lt;b&gt;, I raised."
    assert scene.cited("Your tables are full.") == ("Your tables are full.", [])


def test_static_files_have_nothing_from_elsewhere() -> None:
    folder = Path(__file__).parents[2] / "tournament/tavern_tournament/web/static"
    for file in folder.iterdir():
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", file.read_text(encoding="utf-8")), file.name
