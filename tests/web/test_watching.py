"""Recorded games again: of a league, and one's own, through one seat's eyes or open, at any decision."""

import re
from collections.abc import Iterator
from dataclasses import replace
from html import unescape
from pathlib import Path
from urllib.parse import quote

import pytest
from browsers import page_of, started
from playwright.sync_api import Browser, expect
from saved_runs import saved_run
from web_tables import Client, table

from tavern_tournament.cli import publish
from tavern_tournament.replay import retell
from tavern_tournament.report.files import game_line
from tavern_tournament.results import Fault
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.session import Session
from tavern_tournament.solo.telling import OPEN
from tavern_tournament.verify import check_run
from tavern_tournament.web.catalogue import speaking
from tavern_tournament.web.pages import Frame
from tavern_tournament.web.review import Review, Stop, address, allowed, review_page, viewer_of

FRAME = Frame(speaking("en"))
GAME = "dragon-vault-2/random+rules/0/0"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from started()


@pytest.fixture(scope="module")
def review(tmp_path_factory: pytest.TempPathFactory) -> Review:
    return Review.of_run(saved_run(tmp_path_factory.mktemp("run")), GAME)


def numbers(page: str) -> list[int]:
    """The decisions that a page leads to, in its list."""
    return [int(number) for number in re.findall(r"[?;]at=(\d+)&amp;", page.partition("<details>")[2])]


def test_an_open_review_stops_at_every_decision(review: Review) -> None:
    page = review_page(review, 3, OPEN, FRAME)
    assert numbers(page) == list(range(len(review.actions) + 1))
    assert "All cards are open." in page
    assert "known: " in page or "hand" in page
    assert page.count("chooses: ") >= len(review.actions)


def test_through_a_seat_s_eyes_only_its_own_decisions_are_told(review: Review) -> None:
    page = review_page(review, 0, 1, FRAME)
    assert "You see what seat 1" in page
    assert "Seat 0 (random) chooses" not in page
    open_page = review_page(review, 0, OPEN, FRAME)
    assert set(numbers(page)) < set(numbers(open_page))


def test_a_decision_beyond_the_end_is_the_end(review: Review) -> None:
    page = review_page(review, 99_999, OPEN, FRAME)
    assert "The end: " in page
    assert "place 1" in page


def test_who_names_no_seat_of_the_table_sees_what_may_be_seen(review: Review) -> None:
    assert [viewer_of(text) for text in ("all", "1", "", "x", "-1", "123")] == [OPEN, 1, None, None, None, None]
    assert allowed(review, 7, 2) == OPEN
    game = "dragon-vault-2%2Frandom%2Brules%2F0%2F0"
    assert address(review, Stop(4, 0, ""), OPEN) == f"?game={game}&at=4&seat=all"
    assert address(replace(review, of_league=""), Stop(4, 0, ""), 1) == "?at=4&seat=1"


def test_a_game_that_is_not_over_is_seen_from_the_own_seat_only(tmp_path: Path) -> None:
    saved = new_game("dragon-vault", ["random"], seat=1, seed=4)
    session = Session(saved, tmp_path / "game.json")
    while session.pending is None:
        session.advance()
    session.answer(session.pending.legal[0])
    page = review_page(Review.of_saved(session.saved), 0, OPEN, FRAME)
    assert "You see what seat 1 (you) saw." in page
    assert "Why did it do that?" not in page
    assert "<select" not in page


def test_a_finished_game_has_all_eyes_and_asks_bots_why(tmp_path: Path) -> None:
    session = Session(new_game("dragon-vault", ["rules"], seed=4), tmp_path / "game.json")
    while not session.over:
        if session.pending is None:
            session.advance()
        else:
            session.answer(session.pending.legal[0])
    review = Review.of_saved(session.saved)
    pages = [review_page(review, at, OPEN, FRAME) for at in range(4)]
    assert any("Why did it do that?" in page for page in pages)
    assert "look through the eyes of" in pages[0].lower()


def test_recorded_reasons_and_faults_stand_where_they_happened(tmp_path: Path) -> None:
    run = saved_run(tmp_path, reasons=True)
    review = Review.of_run(run, GAME)
    assert len(review.reasons) == len(review.actions)
    at = next(number for number, reason in enumerate(review.reasons) if reason.startswith("It "))
    page = review_page(review, at, OPEN, FRAME)
    assert f"It said: {review.reasons[at]}" in unescape(page)
    assert any(line.endswith(f": {review.reasons[at]}]") for line in retell(run, GAME, None))
    failed = replace(review, faults=(Fault(1, at + 1, "raise", "It has forgotten the rules."),))
    page = review_page(failed, at, OPEN, FRAME)
    assert "It failed here (raise): It has forgotten the rules." in page
    assert "Where bots failed" in page
    assert "forgotten" not in review_page(failed, at, 0, FRAME)  # it was seat 1 that failed, and what it says may tell


def test_reasons_change_nothing_else(tmp_path: Path) -> None:
    for name in ("plain", "told"):
        (tmp_path / name).mkdir()
    plain, told = saved_run(tmp_path / "plain"), saved_run(tmp_path / "told", reasons=True)
    lines = [sorted(map(game_line, run.counted(run.read()))) for run in (plain, told)]
    assert lines[0] == lines[1]
    assert "reasons" not in plain.journal.read_text(encoding="utf-8")
    assert any(result.reasons for result in told.counted(told.read()))
    assert list(check_run(told, 3, 2, lambda _line: None)) == []


@pytest.mark.slow
def test_a_game_of_a_run_is_watched_in_the_browser(tmp_path: Path) -> None:
    saved_run(tmp_path)
    with table(
        tmp_path, "replay", "run", GAME, "--seat", 1, "--web", what="tourney", program="tavern-tourney"
    ) as served:
        watching = Client(served.address)
        page = watching.get("?at=0&seat=1")
        assert page.status == 200
        assert "You see what seat 1" in page.text
        assert "All cards are open." in watching.get("?at=2&seat=all").text
        assert watching.get("?at=banana&seat=banana").status == 200
        games = watching.ask("GET", f"{watching.root}run").text
        others = re.findall(r'href="(watch\?game=[^"]+)"', games)
        assert len(others) > 1
        other = unescape(others[-1])
        page = watching.ask("GET", watching.root + other)
        assert page.status == 200
        assert set(re.findall(r'href="\?(game=[^&]+)&', page.text)) == {other.partition("?")[2].partition("&")[0]}
        assert watching.ask("GET", f"{watching.root}watch?game=nothing").status == 400


@pytest.mark.slow
def test_the_links_of_the_report_lead_to_its_games(browser: Browser, tmp_path: Path) -> None:
    run = saved_run(tmp_path, replays=6)
    command = ["replay", "run", GAME, "--web"]
    with table(tmp_path, *command, what="tourney", program="tavern-tourney") as served:
        watching = Client(served.address)
        assert watching.ask("GET", f"{watching.root}report").status == 404
        publish(run, False)
        assert 'href="report"' in watching.ask("GET", f"{watching.root}run").text
        report = watching.ask("GET", f"{watching.root}report")
        assert "frame-ancestors 'none'" in report.headers["content-security-policy"]
        assert report.headers["cache-control"] == "no-store"
        assert 'data-watch="watch"' in report.text
        here = f"http://{watching.host}:{watching.port}{watching.root}"
        page = page_of(browser, f"{here}report#game={quote(GAME, safe='')}&at=2")
        expect(page.locator("#replay-place")).to_contain_text("Decision 3 of ")
        page.get_by_role("link", name="Watch it drawn").click()
        expect(page.locator("body")).to_contain_text("All cards are open.")
        assert "at=2" in page.url
        beside = run.folder / "report-games"
        beside.mkdir()
        (beside / "1.js").write_text('tavernChunk("eJw=")\n')
        (beside / "2.js").write_text('alert("eJw=")\n')
        assert watching.ask("GET", f"{watching.root}report-games/1.js").status == 200
        assert watching.ask("GET", f"{watching.root}report-games/2.js").status == 404
        assert watching.ask("GET", f"{watching.root}report-games/..%2Fleague.json").status == 404
