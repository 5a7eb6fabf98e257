"""Tables in a real browser: whole games by clicking and by keys, at desktop and phone width, and what can go wrong."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from browsers import page_of, started
from playwright.sync_api import Browser, Page, expect
from web_tables import Client, Served, table

pytestmark = pytest.mark.slow

SHAPES = {"desktop": (1280, 900, "light"), "phone": (360, 740, "dark")}
TABLES = {"dragon-vault": 3, "red-dragon-inn": 4, "tavern-brawl": 2, "tiefenthal": 2}
MOST = 5_000  # questions in a game
CLICKS = 6
PLAY_ON = """async most => {
  const question = () => document.getElementById("question");
  document.documentElement.style.visibility = "hidden";
  for (let turn = 0; turn < most && question().dataset.number !== "end"; turn++) {
    const before = question().dataset.number;
    const drawn = document.querySelectorAll(".table button.choice, .ask button.quick");
    const choices = drawn.length ? drawn : document.querySelectorAll(".choices button");
    choices[turn % choices.length].click();
    for (let late = Date.now() + 60000; question().dataset.number === before;) {
      if (Date.now() > late) throw new Error(`stuck: ${document.querySelector("main").innerText.slice(0, 400)}`);
      await new Promise(done => setTimeout(done, 10));
      document.querySelector("#said button[name=sure]")?.click();
    }
  }
  document.documentElement.style.visibility = "";
}"""  # whatever is drawn is clicked, one after the other
PRESS_ON = """async most => {
  const question = () => document.getElementById("question");
  document.documentElement.style.visibility = "hidden";
  const press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  for (let turn = 0; turn < most && question().dataset.number !== "end"; turn++) {
    const before = question().dataset.number;
    const numbers = [...document.querySelectorAll(".choices kbd")].map(one => Number(one.textContent));
    const sure = numbers.filter(one => one * 10 > Math.max(...numbers));
    for (const digit of String(sure[turn % sure.length])) press(digit);
    for (let late = Date.now() + 60000; question().dataset.number === before;) {
      if (Date.now() > late) throw new Error(`stuck: ${document.querySelector("main").innerText.slice(0, 400)}`);
      await new Promise(done => setTimeout(done, 10));
      if (document.querySelector("#said [data-key=y]")) press("y");
    }
  }
  document.documentElement.style.visibility = "";
}"""  # numbers after which no other digit can come
COVERED = """() => [...document.querySelectorAll(".field .mat")].filter(mat => {
  const box = part => { const text = new Range(); text.selectNodeContents(part); return text.getBoundingClientRect(); };
  const name = box(mat.querySelector(".name"));
  return [...mat.querySelectorAll(".edge")].map(box).some(edge => edge.left < name.right && name.left < edge.right
    && edge.top < name.bottom && name.top < edge.bottom);
}).map(mat => mat.textContent)"""  # mats whose name lies over a strength
ASIDE = """() => {
  const field = document.querySelector(".scroll").getBoundingClientRect();
  const choices = [...document.querySelectorAll(".scroll button.choice")];
  const left = Math.min(...choices.map(one => one.getBoundingClientRect().left));
  return left < field.left || (left > field.right && left < Infinity);
}"""  # whether what can be chosen on a field is beside the screen
BAD = ("serious", "critical")  # what axe must not find


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    yield from started()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with table(tmp_path_factory.mktemp("tables"), "--web") as served:
        yield served


def begin(served: Served, game: str, seats: int) -> str:
    lobby = served.client
    answer = lobby.post("new", game=game, seats=seats, against="rules")
    return f"http://{lobby.host}:{lobby.port}{lobby.root}{answer.headers['location']}"


def number(page: Page) -> str:
    return page.locator("#question").get_attribute("data-number") or ""


def asked_after(page: Page, before: str) -> str:
    """The number of the question that comes after this one."""
    page.wait_for_function(
        "before => document.getElementById('question')?.dataset.number !== before", arg=before, polling=20
    )
    return number(page)


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures of the tables are kept to look at."""
    return Path(os.environ.get("TAVERN_PICTURES") or tmp_path_factory.mktemp("pictures"))


def picture(page: Page, path: Path) -> None:
    """Keep a picture of the page, and see that it is one."""
    page.screenshot(path=str(path), full_page=True)
    assert path.stat().st_size > 10_000


def no_violation(page: Page) -> None:
    """Nothing that axe takes for a serious barrier."""
    found = Axe().run(page).response["violations"]
    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in BAD] == []


def fits(page: Page) -> None:
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("game", TABLES)
def test_a_whole_game_is_played_by_clicking(
    browser: Browser, served: Served, pictures: Path, game: str, shape: str
) -> None:
    """The first questions with the mouse, the rest by clicks of a script, which are quicker."""
    page = page_of(browser, begin(served, game, TABLES[game]), *SHAPES[shape])
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda message: wrong.append(message.text) if message.type == "error" else None)
    for turn in range(CLICKS):
        now = number(page)
        on_table = page.locator(".table button.choice")
        choices = on_table if on_table.count() else page.locator(".choices button")
        choices.nth(turn % choices.count()).click()
        asked_after(page, now)
    fits(page)
    no_violation(page)
    picture(page, pictures / f"{game}-{shape}.png")
    page.evaluate(PLAY_ON, MOST)
    expect(page.locator(".result li")).to_have_count(TABLES[game])
    expect(page.locator("#question")).to_be_in_viewport()
    fits(page)
    if shape == "phone":  # dark: colours are the likeliest to be wrong there
        no_violation(page)
    picture(page, pictures / f"{game}-{shape}-end.png")
    assert wrong == []
    page.context.close()


@pytest.mark.parametrize("game", TABLES)
def test_a_whole_game_is_played_by_keys_alone(browser: Browser, served: Served, game: str) -> None:
    """The first questions on the keyboard, the rest by keys that a script presses, which are quicker."""
    page = page_of(browser, begin(served, game, TABLES[game]))
    for _ in range(CLICKS):
        now = number(page)
        page.keyboard.type(page.locator(".choices kbd").last.inner_text())
        asked_after(page, now)
    page.evaluate(PRESS_ON, MOST)
    expect(page.locator(".result li")).to_have_count(TABLES[game])
    page.context.close()


def test_hints_undo_and_words_by_keys_alone(browser: Browser, served: Served) -> None:
    page = page_of(browser, begin(served, "dragon-vault", 2))
    page.keyboard.press("h")
    expect(page.locator(".hints li").first).to_be_visible()
    now = number(page)
    page.keyboard.press("1")
    now = asked_after(page, now)
    page.keyboard.press("u")
    asked_after(page, now)
    page.keyboard.press("/")
    page.keyboard.type("dance")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("There is no choice called dance.")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement !== document.body")
    page.context.close()


def test_on_a_phone_answers_hints_and_card_texts_are_in_view(browser: Browser, served: Served) -> None:
    page = page_of(browser, begin(served, "red-dragon-inn", 3), 360, 740)
    while not page.locator(".why").count():  # until a card cannot be played
        page.evaluate(PLAY_ON, 1)
    page.locator(".why").last.click()
    expect(page.locator("#said .rules li").first).to_be_in_viewport()
    page.get_by_role("button", name="Close").click()
    expect(page.locator("#said")).to_be_empty()
    page.keyboard.press("h")
    hint = page.locator(".ask .hints button").first
    expect(hint).to_be_in_viewport()
    now = number(page)
    hint.click()
    asked_after(page, now)
    page.goto(begin(served, "tavern-brawl", 2).replace("/game/", "/ru/game/"))
    page.evaluate(PLAY_ON, 16)  # mats are on the field
    assert page.locator(".field .mat").count()
    assert page.evaluate(COVERED) == []
    for _ in range(6):
        page.evaluate(PLAY_ON, 1)
        assert not page.evaluate(ASIDE)
    sign = page.locator(".info").last
    sign.click()
    expect(sign.locator(".tip")).to_be_in_viewport(ratio=0.99)
    fits(page)
    page.context.close()


def test_on_a_phone_the_question_the_pile_and_the_cards_are_in_view_together(browser: Browser, served: Served) -> None:
    page = page_of(browser, begin(served, "dragon-vault", 4), 360, 740)
    first = page.locator(".table button.choice").first
    for part in (page.locator("#question"), page.locator(".between .pile"), first):
        expect(part).to_be_in_viewport(ratio=0.99)
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    now = number(page)
    page.locator(".choices button").nth(1).click()  # a card: then those of the reserve are to be clicked
    asked_after(page, now)
    expect(first).to_be_in_viewport(ratio=0.99)
    page.set_viewport_size({"width": 740, "height": 360})  # the phone is turned
    for _ in range(2):
        expect(page.locator("#question")).to_be_in_viewport(ratio=0.99)
        expect(first).to_be_in_viewport(ratio=0.99)
        page.reload()
    page.context.close()


def test_on_a_phone_each_step_of_what_happened_stands_where_it_is_asked(browser: Browser, served: Served) -> None:
    page = page_of(browser, begin(served, "dragon-vault", 3), 360, 740)
    page.evaluate("localStorage.setItem('pace', 'by_key')")
    page.reload()
    now = number(page)
    page.get_by_role("button", name="keep").first.click()
    asked_after(page, now)
    told = page.locator(".ask .step-now")
    expect(told).to_contain_text(page.locator(".news li").first.text_content() or "")
    expect(told).to_be_in_viewport(ratio=0.99)
    expect(page.locator(".ask .tools")).to_be_hidden()
    told.get_by_role("button", name="Skip").click()
    expect(told).to_be_hidden()
    expect(page.get_by_role("button", name="Hint")).to_be_in_viewport()
    page.context.close()


def test_a_screen_reader_is_told_what_is_asked_and_what_happened(browser: Browser, served: Served) -> None:
    page = page_of(browser, begin(served, "red-dragon-inn", 3))
    names = page.locator("body").aria_snapshot()
    for part in ("main", "heading", "button", "textbox", "navigation"):
        assert part in names
    now = number(page)
    page.locator(".choices button").first.click()
    asked_after(page, now)
    expect(page.locator("#live")).not_to_be_empty()
    page.context.close()


def test_what_happened_is_played_in_steps_of_the_table_if_one_likes(browser: Browser, served: Served) -> None:
    page = page_of(browser, begin(served, "dragon-vault", 3))
    lines = page.locator(".happened .news li")
    shown = page.locator(".happened .news li:visible")
    now = number(page)
    page.locator(".choices button").first.click()
    asked_after(page, now)
    assert shown.count() == lines.count() > 1  # with less motion all of it is there at once
    page.get_by_label("How it is told").select_option("by_key")
    last = page.locator("#table").inner_html()
    page.keyboard.press("r")
    expect(shown).to_have_count(1)
    expect(page.locator("#table button.choice")).to_have_count(0)
    first = page.locator("#table").inner_html()
    page.keyboard.press("n")
    expect(shown).to_have_count(2)
    assert len({first, page.locator("#table").inner_html(), last}) == 3
    page.keyboard.press("a")
    expect(shown).to_have_count(lines.count())
    assert page.locator("#table").inner_html() == last
    page.get_by_label("How it is told").select_option("quickly")
    page.keyboard.press("r")
    expect(page.locator("#scene")).not_to_have_class(re.compile("telling"))
    assert page.locator("#table").inner_html() == last
    page.context.close()


def test_at_twice_the_size_nothing_is_cut_off(browser: Browser, served: Served) -> None:
    page = page_of(browser, begin(served, "tiefenthal", 2), 640, 450)  # what 200 % zoom makes of 1280 by 900
    fits(page)
    expect(page.locator("#question")).to_be_visible()
    page.context.close()


def test_bots_are_watched_by_keys_on_a_phone_too(browser: Browser, served: Served, pictures: Path) -> None:
    lobby = served.client
    answer = lobby.post("new", game="red-dragon-inn", seats=3, against="rules", watch="yes")
    page = page_of(
        browser, f"http://{lobby.host}:{lobby.port}{lobby.root}{answer.headers['location']}", *SHAPES["phone"]
    )
    for _ in range(3):
        now = number(page)
        page.keyboard.press("n")
        asked_after(page, now)
    fits(page)
    no_violation(page)
    picture(page, pictures / "live-phone.png")
    page.get_by_role("button", name="as fast as they think").click()
    page.keyboard.press("g")
    expect(page.locator(".result li")).to_have_count(3)
    page.context.close()


def test_two_pages_of_one_game_go_on_together(browser: Browser, served: Served) -> None:
    address = begin(served, "dragon-vault", 2)
    one, other = page_of(browser, address), page_of(browser, address)
    now = number(one)
    one.locator(".choices button").first.click()
    after = asked_after(one, now)
    assert asked_after(other, now) == after
    late = Client(address).post("answer", number=now, action=0)
    assert "no longer asked" in late.said
    one.context.close()
    other.context.close()


def test_the_lobby_starts_a_game_and_passes_axe(browser: Browser, served: Served, pictures: Path) -> None:
    page = page_of(browser, served.address, 360, 740)
    fits(page)
    no_violation(page)
    picture(page, pictures / "lobby-phone.png")
    page.get_by_role("button", name="Play Dragon's Vault").click()
    expect(page.locator("#question")).to_be_visible()
    page.get_by_role("link", name="Русский").click()
    expect(page.locator("html")).to_have_attribute("lang", "ru")
    no_violation(page)
    fits(page)
    page.get_by_role("link", name="English").click()
    page.get_by_role("link", name="Log").click()
    expect(page.locator("h1")).to_have_text("All that you have seen")
    no_violation(page)
    page.get_by_role("link", name="Back to the table").click()
    page.get_by_role("link", name="Review").click()
    no_violation(page)
    page.context.close()


def test_the_page_says_when_the_table_is_closed_and_a_new_one_goes_on(browser: Browser, tmp_path: Path) -> None:
    with table(tmp_path, "--web", "dragon-vault", "--against", "random", "--save", "tavern-a.json") as first:
        page = page_of(browser, first.address)
        now = number(page)
        page.locator(".choices button").first.click()
        after = asked_after(page, now)
        first.kill()
    expect(page.locator("body")).to_have_class(re.compile(r"\bcut\b"))
    page.locator(".choices button").first.click()
    expect(page.locator("#said")).to_contain_text("Your game is saved.")
    with table(tmp_path, "--web", "--resume", "tavern-a.json") as second:
        page.goto(second.address)
        assert number(page) == after
        page.goto(second.address.replace("/game/", "x/game/"))
        expect(page.locator("body")).to_contain_text("not the one that was printed")
    page.context.close()
