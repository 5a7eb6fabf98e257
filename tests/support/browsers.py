"""Debian's Chromium, driven by Playwright: for tests that need a real browser."""

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "There is no Chromium: install it (apt-get install chromium) to test tables in a real browser."
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
LONG = 60_000  # milliseconds: it bounds how long a failure takes


def installed() -> str | None:
    """The browser's program, if there is one."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def started() -> Iterator[Browser]:
    """A browser without a window; the test is skipped where there is none."""
    program = installed()
    if program is None:
        pytest.skip(MISSING)
    expect.set_options(timeout=LONG)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        browser.close()


def page_of(browser: Browser, address: str, width: int = 1280, height: int = 900, scheme: str = "light") -> Page:
    """A page at an address."""
    size: ViewportSize = {"width": width, "height": height}
    context = browser.new_context(
        viewport=size, color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(LONG)
    page.goto(address)
    return page
