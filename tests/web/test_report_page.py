"""The report in a real browser, opened from the disk: the list of games, games decision by decision, asking why."""

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import page_of, started
from playwright.sync_api import Browser, Page, expect
from saved_runs import saved_run

from tavern_tournament.league import derive
from tavern_tournament.report import gallery as galleries
from tavern_tournament.report.files import write_files
from tavern_tournament.report.summary import Summary, summarise

BAD = ("serious", "critical")
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from started()


@pytest.fixture(scope="module")
def summary(tmp_path_factory: pytest.TempPathFactory) -> Summary:
    """A small league; one of its bots says what nobody should have to read."""
    run = saved_run(tmp_path_factory.mktemp("league"), deals=3, reasons=True, replays=18)
    found = derive(run)
    hostile = [replace(one, reasons=(HOSTILE,) * len(one.actions)) for one in found.results]
    return summarise(hostile, found.standings, found.info, found.again)


@pytest.fixture(scope="module")
def report(summary: Summary, tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("report")
    write_files(summary, folder)
    return (folder / "report.html").as_uri()


def opened(browser: Browser, address: str, **how: object) -> tuple[Page, list[str]]:
    """The page, and whatever it complains of or asks a network for."""
    page = page_of(browser, "about:blank", **how)  # type: ignore[arg-type]
    trouble: list[str] = []
    page.on("console", lambda message: trouble.append(message.text))
    page.on("pageerror", lambda error: trouble.append(str(error)))
    page.on("dialog", lambda dialog: trouble.append(dialog.message))
    page.on("request", lambda request: trouble.extend([request.url] if not request.url.startswith("file:") else []))
    page.goto(address)
    return page, trouble


def fits(page: Page) -> bool:
    """Nothing sticks out of the page."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def passes_axe(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{one['id']}: {one['nodes'][0]['html']:.200}" for one in found if one["impact"] in BAD]


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_games_are_found_and_opened_by_keys_alone(browser: Browser, report: str, width: int, scheme: str) -> None:
    page, trouble = opened(browser, report, width=width, scheme=scheme)
    expect(page.locator("#games-count")).to_have_text("1 to 18 of 18 games")
    assert passes_axe(page) == []
    assert fits(page)
    page.get_by_label("Bot", exact=True).select_option("random")
    page.get_by_label("against").select_option("rules")
    page.get_by_label("how the bot did").select_option("worse")
    page.get_by_label("Order").select_option("longest first")
    expect(page.locator("#games-found tr").first).to_contain_text("1. rules")
    found = page.locator("#games-found tr").count()
    assert 0 < found <= 6
    page.locator("#games-found a").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator("#replay-place")).to_contain_text("Decision 1 of ")
    expect(page.locator("#replay-reason")).to_have_text(f"It said: {HOSTILE}")
    assert fits(page)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay-place")).to_contain_text("Decision 3 of ")
    assert page.url.endswith("&at=2")
    expect(page.locator("#replay-picture")).to_contain_text("trouble pile")
    page.keyboard.press("End")
    expect(page.locator("#replay-place")).to_contain_text("The end, after ")
    expect(page.locator("#replay-text")).to_contain_text("place 1")
    assert passes_axe(page) == []
    page.keyboard.press("Escape")
    expect(page.locator("#replay")).to_be_hidden()
    assert trouble == []


def test_a_link_leads_to_one_decision_and_the_first_screen_to_a_game(browser: Browser, report: str) -> None:
    page, trouble = opened(browser, f"{report}#game=dragon-vault-2%2Frandom%2Brules%2F1%2F1&at=4")
    expect(page.locator("#replay-place")).to_contain_text("Decision 5 of ")
    page.get_by_role("button", name="Close").click()
    page.locator(".answers a.one").first.click()
    expect(page.locator("#replay-place")).to_contain_text("Decision 1 of ")
    page.go_back()
    expect(page.locator("#replay")).to_be_hidden()
    page.get_by_label("the bot that loses").select_option("rules")
    page.get_by_label("the bot that wins").select_option("random")
    expect(page.locator("#why-said")).to_contain_text("rules does not clearly lose to random.")
    page.goto(f"{report}#game=nobody%2Fknows%2F0%2F0")
    expect(page.locator("#replay-trouble")).to_have_text("This page has no such game.")
    assert trouble == []


def test_chunks_beside_the_page_are_loaded_from_the_disk(
    browser: Browser, summary: Summary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(galleries, "INSIDE", 10)
    monkeypatch.setattr(galleries, "CHUNK", 2000)
    write_files(summary, tmp_path)
    page, trouble = opened(browser, (tmp_path / "report.html").as_uri())
    for row in (0, 17):
        page.locator("#games-found a").nth(row).click()
        expect(page.locator("#replay-place")).to_contain_text("Decision 1 of ")
        page.keyboard.press("Escape")
        expect(page).to_have_url(re.compile("#games$"))  # else the game would be opened again below
    assert trouble == []
    for path in (tmp_path / galleries.FOLDER).iterdir():
        path.unlink()
    page.reload()
    page.locator("#games-found a").first.click()
    expect(page.locator("#replay-trouble")).to_contain_text("is missing: it belongs beside this page.")
