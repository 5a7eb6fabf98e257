"""No byte of a page tells what the person cannot know: games that differ only in that give the same pages."""

from multiprocessing import Pipe
from pathlib import Path

import pytest

from tavern_engine import Game, InfoSet, Rng, games
from tavern_tournament.solo import advice
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.session import Session
from tavern_tournament.web.catalogue import ENGLISH, speaking
from tavern_tournament.web.life import show
from tavern_tournament.web.pages import Frame
from tavern_tournament.web.playing import Playing
from tavern_tournament.web.review import Review, review_page

QUESTIONS = 12


def with_other_hidden_cards(playing: Playing, rng: Rng) -> bool:
    """Let the hidden cards change their places; False if that changed nothing."""
    session = playing.session
    truth = session._table.truth()
    hidden = truth.hidden(session.seat)
    dealt = [list(cards) for cards in hidden]
    for cards in dealt:
        for place in range(len(cards) - 1, 0, -1):
            other = int(rng.below(place + 1))
            cards[place], cards[other] = cards[other], cards[place]
    twin = truth.arrange(session.seat, dealt)
    twin.log = session._table._events
    session._table._state = twin
    session._look()
    return dealt != hidden


def all_bytes(playing: Playing) -> bytes:
    """All that a page is sent: the scene in every language as the wire has it, the log, every step, and refusals."""
    ours, theirs = Pipe()
    playing.telling("en")
    playing.telling("ru")
    show(ours, playing)
    sent = [theirs.recv_bytes()]
    ours.close()
    theirs.close()
    asked = {"number": str(playing.session.made), "words": "pass"}
    steps = len(list(playing.session.steps(playing.telling("en").names)))
    for deed, more in [("log", {}), ("rules", {}), *(("step", {"at": str(at)}) for at in range(steps))]:
        sent += [playing.do(deed, {**asked, **more}, language).encode() for language in ("en", "ru")]
    return b"".join(sent)


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_twins_have_the_same_pages(rules: Game, tmp_path: Path) -> None:
    saved = new_game(rules.id, ["random"], seats=rules.usual_size, seed=11)
    playing, rng = Playing(Session(saved, tmp_path / "game.json")), Rng(11)
    changed = 0
    for _ in range(QUESTIONS):
        while playing.session.pending is None:
            playing.session.advance()
        page, truth = all_bytes(playing), playing.session._table._state
        changed += with_other_hidden_cards(playing, rng)
        assert all_bytes(playing) == page
        playing.session._table._state = truth
        playing.session._look()
        legal = playing.session.pending.legal if playing.session.pending else ()
        playing.session.answer(legal[int(rng.below(len(legal)))])
    assert changed > 0 or rules.id in ("tavern-brawl", "tiefenthal")  # where next to nothing is hidden


def test_the_seed_is_nowhere_on_the_page(tmp_path: Path) -> None:
    saved = new_game("dragon-vault", ["random"], seed="a-seed-to-look-for")
    playing = Playing(Session(saved, tmp_path / "game.json"))
    assert "a-seed-to-look-for" not in playing.shown()


def test_a_bot_keeps_its_reasons_until_the_end(tmp_path: Path) -> None:
    saved = new_game("dragon-vault", ["rules"], seed=3)
    playing = Playing(Session(saved, tmp_path / "game.json"))
    said = playing.do("why", {"at": "0"})
    assert "after the end" in said
    while not playing.session.over:
        if playing.session.pending is None:
            playing.session.advance()
        else:
            playing.session.answer(playing.session.pending.legal[0])
    reasons = {playing.do("why", {"at": str(number)}) for number in range(6)}
    assert any(text.startswith("<p>It ") for text in reasons)
    assert "That was your own decision." in "".join(reasons)
    assert "no such decision" in playing.do("why", {"at": "99999"})


def test_after_the_end_the_decisions_that_cost_most_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "REVIEW", "flat:simulations=12,rollout=random")
    saved = new_game("dragon-vault", ["random"], seed=3)
    playing = Playing(Session(saved, tmp_path / "game.json"))
    assert "after the end" in playing.do("costly", {})
    assert "after the end" in playing.do("luck", {})
    while not playing.session.over:
        if playing.session.pending is None:
            playing.session.advance()
        else:
            playing.session.answer(playing.session.pending.legal[-1])
    assert playing.do("luck", {}) == ""
    assert playing.luck
    assert sum(luck.these for luck in playing.luck) == pytest.approx(1)
    assert playing.shown().count("equal players win") == len(playing.luck)
    assert playing.do("costly", {}) == ""
    assert playing.costly
    assert len(playing.costly) <= 3
    assert playing.costly == sorted(playing.costly, key=lambda one: -one.cost)
    page = playing.shown()
    for one in playing.costly:
        assert f'href="review?at={one.number}&amp;seat=0&amp;better={one.better}">Your decision {one.place}<' in page
        led_to = review_page(Review.of_saved(saved), one.number, 0, Frame(speaking(ENGLISH)), one.better)
        assert f"{one.place} of " in led_to
        assert f"this looked better: {playing.telling(ENGLISH).action(one.better)}" in led_to


def test_every_decision_has_its_share_of_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last ones are looked at, too, however long the game was."""
    saved = new_game("dragon-vault", ["random"], seed=3)
    session = Session(saved, tmp_path / "game.json")
    while not session.over:
        if session.pending is None:
            session.advance()
        else:
            session.answer(session.pending.legal[-1])
    searches: list[str] = []

    def weighed(_session: Session, _infoset: InfoSet, search: str) -> list[tuple[int, int, float]]:
        searches.append(search)
        return []

    monkeypatch.setattr(advice, "weighed", weighed)
    monkeypatch.setattr(advice, "PATIENCE", 3.0)
    assert advice.costly(session) == []
    own = len(advice.own_decisions(session))
    assert own > len(saved.record.actions) / 4
    assert searches == [f"flat:simulations=300,seconds={3.0 / own:.4f}"] * own
