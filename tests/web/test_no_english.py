"""Pages in another language have no English on them: whole games of every kind, with all that a person can ask for."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from tavern_engine import Game, Rng, games
from tavern_engine.coverage import rule_texts
from tavern_tournament.solo import advice
from tavern_tournament.solo.bots import hint_bot
from tavern_tournament.solo.luck import luck_ledger
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.saved import NOBODY
from tavern_tournament.solo.session import Session
from tavern_tournament.solo.telling import OPEN
from tavern_tournament.web import pages
from tavern_tournament.web import playing as playing_
from tavern_tournament.web.catalogue import languages, speaking
from tavern_tournament.web.live import Live
from tavern_tournament.web.pages import Frame
from tavern_tournament.web.playing import Playing
from tavern_tournament.web.review import Review, review_page

OTHERS = [name for name in languages() if name != "en"]
#: Names of bots and programs, which are the same everywhere, and what is typed as it stands.
NAMES = {
    "random",
    "rules",
    "learned",
    "mcts",
    "flat",
    "house",
    "determinized",
    "released",
    "simulations",
    "tavern",
    "tourney",
    "level",
}
CODE = re.compile(r"<code>.*?</code>|<datalist.*?</datalist>")
ATTRIBUTES = re.compile(r'(?:aria-label|title|data-cut|data-thinking|placeholder)="([^"]*)"')
RULE = re.compile(r"\b[A-Z]{1,2}\d+\b")
WORD = re.compile(r"[A-Za-z]{2,}")
EVERY = 4  # of so many questions one is looked at with all that can be asked there
MOST = 64  # questions of a game


def tables() -> Iterator[object]:
    """Every game as usual and with all options, and the Inn with each of its boxes."""
    for rules in games():
        yield pytest.param(rules, {}, id=f"{rules.id}, as usual")
        if changed := rules.changed_options():
            yield pytest.param(rules, changed, id=f"{rules.id}, all options")
        if rules.id == "red-dragon-inn":
            for box in ("tavern-crew", "both"):
                yield pytest.param(rules, {"boxes": box, "prizes": True}, id=f"{rules.id}, {box}")


def english_in(html: str) -> list[str]:
    """The words in Latin letters that a person would read."""
    html = CODE.sub(" ", html)
    said = " ".join([re.sub(r"<[^>]*>", " ", html), *ATTRIBUTES.findall(html)])
    return [word for word in WORD.findall(RULE.sub(" ", unescape(said))) if word.lower() not in NAMES]


def no_english(html: str, keys: tuple[str, ...] = ()) -> None:
    left = [word for word in english_in(html) if word not in keys]
    assert not left, f"{' '.join(left)} in {re.sub(r'<[^>]*>', ' ', unescape(html))[:1500]}"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is searched and simulated makes no other words with more of it."""
    monkeypatch.setattr(advice, "SEARCH", "mcts:simulations=6,horizon=8")
    monkeypatch.setattr(advice, "REVIEW", "flat:simulations=6,horizon=8")
    monkeypatch.setattr(advice, "NOTICED", 0.0)
    monkeypatch.setattr(playing_, "luck_ledger", lambda saved: luck_ledger(saved, games=1))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize(("rules", "options"), list(tables()))
def test_a_whole_game_has_no_english(rules: Game, options: dict[str, object], language: str, tmp_path: Path) -> None:
    texts = [f"{name}={str(value).lower()}" for name, value in options.items()]
    saved = new_game(rules.id, ["rules:errors=0.5"], seats=rules.usual_size, seed=7, options=texts)
    playing, rng = Playing(Session(saved, tmp_path / "game.json", hint_bot(None, rules))), Rng(7)
    named = [
        code for code in range(rules.actions) if "(no " not in rules.action_text(code)
    ]  # the rest is room for more
    for number in range(MOST):
        while playing.session.pending is None and not playing.session.over:
            playing.session.advance()
        if playing.session.pending is None:
            break
        legal = playing.session.pending.legal
        asked = {"number": str(playing.session.pending.number)}
        if number % EVERY == 0:
            refused = [code for code in named if code not in legal]
            for _ in range(12):
                code = refused[int(rng.below(len(refused)))]
                no_english(playing.do("answer", {**asked, "action": str(code)}, language))
            no_english(playing.do("hint", asked, language))
        if number % 2 == 0:
            no_english(playing.shown(language))
        playing.session.answer(legal[int(rng.below(len(legal)))])
        playing.advice = []
    no_english(playing.do("log", {}, language))
    no_english(playing.do("step", {"number": str(playing.session.made), "at": "0"}, language))
    no_english(playing.do("type", {"number": "-1"}, language))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_the_end_and_what_comes_after_have_no_english(rules: Game, language: str, tmp_path: Path) -> None:
    saved = new_game(rules.id, ["rules:errors=0.5", "mcts:simulations=8"][: rules.usual_size - 1], seed=9)
    playing = Playing(Session(saved, tmp_path / "game.json", hint_bot(None, rules)))
    while not playing.session.over:
        if playing.session.pending is None:
            playing.session.advance()
        else:
            playing.session.answer(playing.session.pending.legal[0])
    for deed in ("costly", "luck"):
        no_english(playing.do(deed, {}, language))
    no_english(playing.shown(language))
    frame, review = Frame(speaking(language)), Review.of_saved(playing.session.saved)
    for at in range(0, playing.session.made, max(1, playing.session.made // 8)):
        no_english(playing.do("why", {"at": str(at)}, language))
    for at in range(0, playing.session.made, max(1, playing.session.made // 4)):
        no_english(review_page(review, at, OPEN, frame))
        no_english(review_page(review, at, 0, frame))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_bots_that_are_watched_have_no_english(rules: Game, language: str, tmp_path: Path) -> None:
    saved = new_game(rules.id, ["rules", "mcts:simulations=8"], seat=NOBODY, seed=9)
    live = Live(Session(saved, tmp_path / "game.json"))
    for _ in range(30):
        live.advance()
        no_english(live.shown(language))
    no_english(live.do("log", {}, language))


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_what_is_looked_up_has_no_english(rules: Game, language: str, tmp_path: Path) -> None:
    playing = Playing(Session(new_game(rules.id, ["random"], seed=1), tmp_path / "game.json"))
    say = speaking(language)
    assert set(say.rules(rules)) <= set(rule_texts(rules))
    for number, text in say.rules(rules).items():
        no_english(text)
        assert f"<b>{number}</b>" in playing.do("rules", {"words": number.lower()}, language)
    for place, (title, text) in enumerate(rules.card_texts().items()):
        no_english(" ".join((say.title(rules, title), *say.card(rules, text))))
        if place % 20 == 0:
            assert "<li><b>" in playing.do("rules", {"words": say.title(rules, title)}, language)
    no_english(playing.do("rules", {"words": "ы"}, language))


@pytest.mark.parametrize("language", OTHERS)
def test_the_lobby_and_refusals_have_no_english(language: str) -> None:
    frame = Frame(speaking(language))
    no_english(pages.lobby(frame, list(games()), [], watched=True))
    no_english(pages.entrance(frame.say, frame.say("page.wrong_password")))
    for said in (
        "Tavern Brawl is played with 2 or 4 seats, not with 3.",
        "The bot 'oracle' sees all cards: it is for measuring, not for playing against.",
        "The saved game a.json cannot be read: It was not saved by tavern-play, or by another version of it.",
        "There is no such game in this folder any more.",
    ):
        told = frame.say.error(said)
        assert told != said
        no_english(told, ("oracle", "json"))
