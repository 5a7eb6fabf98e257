"""The words of the pages: every language has the same keys and fields, and games are told in it as far as it goes."""

import re
import string
from pathlib import Path

import pytest
from web_tables import Client, table

from tavern_bots.player import rules_player
from tavern_engine import BadSetup, Game, Rng, Table, games
from tavern_engine.coverage import rule_texts
from tavern_tournament.solo.telling import OPEN, news
from tavern_tournament.web.catalogue import FORMS as FORMS_OF
from tavern_tournament.web.catalogue import Say, languages, speaking, wanted
from tavern_tournament.web.door import Door
from tavern_tournament.web.scene import Scene
from tavern_tournament.web.spoken import Spoken

OTHERS = [name for name in languages() if name != "en"]
FORMS = {"en": 2, "ru": 3}
WEB = Path(__file__).parents[2] / "tournament/tavern_tournament/web"


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_language_has_the_same_keys_and_fields(language: str) -> None:
    english, other = speaking("en").texts, speaking(language).texts
    assert set(english) == set(other)
    for key, text in english.items():
        theirs = other[key]
        assert isinstance(text, list) == isinstance(theirs, list), key
        forms = theirs if isinstance(theirs, list) else [theirs]
        wanted_fields = fields(text[-1] if isinstance(text, list) else text)
        assert all(fields(form) in (wanted_fields, wanted_fields | {"number"}) for form in forms), key
        if isinstance(theirs, list):
            assert len(theirs) == FORMS[language], key


def test_no_key_is_missing_or_left_over() -> None:
    """Keys that are put together in the code are named by their beginnings."""
    code = "".join(path.read_text(encoding="utf-8") for path in sorted([*WEB.glob("*.py"), *WEB.glob("tables/*.py")]))
    used = set(re.findall(r"""["']([a-z]+\.[a-z_0-9]+)["']""", code))
    made = (
        "vault.",
        "tiefenthal.",
        "things.",
        "inn.",
        "brawl.",
        "live.",
        "script.",
        "language.",
        "fault.",
        "lobby.level_",
    )
    texts = speaking("en").texts
    assert not {key for key in used if key.partition(".")[0] in {name.partition(".")[0] for name in texts}} - set(texts)
    assert {key for key in texts if key not in used and not key.startswith(made)} == set()


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_whole_games_are_told_in_every_language(rules: Game, language: str) -> None:
    say = speaking(language)
    for options in ({}, rules.changed_options()):
        told = Table(rules, rules.usual_size, 3, options)
        telling, rng = Spoken(told, ["you", *["random"] * (rules.usual_size - 1)], say), Rng(3)
        for _ in range(80):
            if told.over:
                break
            seat, infoset = told.ask()
            for text in rules.told(news(told, OPEN), telling.names):
                assert say.sentence(rules, text) != text
            if question := rules.question(infoset.view, telling.names).text:
                assert say.sentence(rules, question) != question
            legal = infoset.legal()
            Scene.of(telling, infoset.view, seat, {code: code for code in legal}).draw()
            told.answer(legal[int(rng.below(len(legal)))])


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_actions_are_told_apart_in_every_language(rules: Game, language: str) -> None:
    table_ = Table(rules, rules.usual_size, 3)
    telling = Spoken(table_, ["you", *["random"] * (rules.usual_size - 1)], speaking(language))
    for _ in range(60):
        legal = table_.ask()[1].legal()
        assert len({telling.action(code) for code in legal}) == len(legal)
        table_.answer(legal[-1])
        if table_.over:
            break


def test_a_language_that_is_not_finished_has_english_for_the_rest() -> None:
    begun = Say("xx", {"language": {"name": "X", "forms": "polish"}, "page": {"yes": "tak"}})
    assert begun("page.yes") == "tak"
    assert [FORMS_OF["polish"](number) for number in (1, 2, 5, 12, 22, 31)] == [0, 1, 2, 2, 1, 2]
    vault = games()[0]
    assert begun.sentence(vault, "seat 1 plays 4") == "seat 1 plays 4"
    assert begun.refusal(vault, "no dragon may be played on a 6") == "no dragon may be played on a 6"
    assert begun.rule(vault, "D1") is None
    assert set(speaking("en").texts) <= set(speaking("ru").texts)


def test_forms_follow_the_number() -> None:
    russian, english = speaking("ru"), speaking("en")
    said = [russian("things.cards", number=number) for number in (1, 2, 5, 11, 21, 22, 25, 112)]
    assert said == ["1 карта", "2 карты", "5 карт", "11 карт", "21 карта", "22 карты", "25 карт", "112 карт"]
    assert [english("things.cards", number=number) for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_the_language_is_what_the_browser_asks_for() -> None:
    assert wanted("ru") == wanted("de, ru-RU;q=0.9, en;q=0.8") == "ru"
    assert wanted("") == wanted("tlh") == wanted("ru;q=x") == wanted("ru;q=0, en") == "en"
    assert isinstance(speaking("nowhere"), Say)
    assert speaking("nowhere").language == "en"
    with pytest.raises(BadSetup, match="There is no language 'de' here: there are en, ru"):
        Door(language="de")


@pytest.mark.slow
def test_pages_are_in_the_language_of_their_reader_and_lead_to_the_others(tmp_path: Path) -> None:
    with table(tmp_path, "--web", "dragon-vault", "--against", "random", "--save", "tavern-a.json") as served:
        game = served.client
        english = game.get()
        russian = game.get(Accept_Language="ru")
        assert '<html lang="en">' in english.text
        assert "Your choices" in english.text
        assert '<html lang="ru">' in russian.text
        assert "Что можно выбрать" in russian.text
        (other,) = re.findall(r'href="([^"]+)" lang="ru"', english.text)
        switched = game.ask("GET", other)
        assert '<html lang="ru">' in switched.text
        named = Client(f"http://{game.host}:{game.port}{other}")
        number, choices = named.asked()
        assert named.post("answer", number=number, action=99_999).said
        assert "Этого уже не спрашивают" in named.post("answer", number=number + 1, action=choices[0]).said
        assert "Стол в таверне" in game.ask("GET", f"{game.root}ru/").text


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_every_reason_and_every_rule_behind_a_refusal_is_told(rules: Game, language: str) -> None:
    say = speaking(language)
    for reason in rules_player(rules).reasons.values():
        assert say.reason(rules, f"It {reason}.") != f"It {reason}."
    refusals = rules.rules_file.with_name("refusals.py").read_text(encoding="utf-8")
    cited = {
        number
        for group in re.findall(r"\(([A-Z]{1,2}\d+(?:, [A-Z]{1,2}\d+)*)\)\"", refusals)
        for number in group.split(", ")
    }
    assert len(cited) > 8
    assert cited & set(rule_texts(rules)) <= set(say.rules(rules))


def test_several_sentences_are_told_one_by_one() -> None:
    vault, say = next(rules for rules in games() if rules.id == "dragon-vault"), speaking("ru")
    said = "After 50 simulations: play 7 x2 worth 61% (40 tries), keep worth 39% (10 tries)."
    kept = "Nothing proved enough better than what the rules would do."
    told = say.reason(vault, f"{said} {kept}")
    assert told.startswith("Проб: 50. сыграть 7 x2: оценка 61% (проб 40), оставить всё: оценка 39% (проб 10). Ничто не")
    assert say.reason(vault, "I like sevens. They are lucky.") == "I like sevens. They are lucky."
    assert speaking("en").reason(vault, said) == said
