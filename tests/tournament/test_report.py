"""The report: one page that stands alone, tells what the league's owner asks, and lets no bot write into it."""

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace
from typing import Any

import pytest
from small_league import fault, info, league, result

from tavern_tournament.ratings.rate import rate
from tavern_tournament.report import counts
from tavern_tournament.report import page as report_page
from tavern_tournament.report.charts import PLOT, Scale, lines
from tavern_tournament.report.gallery import make_gallery
from tavern_tournament.report.markup import tag
from tavern_tournament.report.page import page as page_with
from tavern_tournament.report.sentences import saved_text
from tavern_tournament.report.summary import Summary, report_data, summarise
from tavern_tournament.results import GameResult

STRENGTHS = {"mcts": 2.0, "rules": 0.6, "guest": 0.5, "random": -2.0}
HOSTILE = "<script>alert('x')</script> & \"quotes\" \x1b[31m"


def summary_of(results: list[GameResult], **changes: object) -> Summary:
    return summarise(results, rate(results, bootstrap=0), info(results, **changes))


def page(summary: Summary) -> str:
    return page_with(summary, make_gallery(summary, 0))


class Reader(HTMLParser):
    """Reads a page as a browser does: its elements, its words and its data."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words: list[tuple[str, str]] = []  # with the element they stand in
        self.feed(html)
        self.close()
        assert self.open == [], "elements that are never closed"

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attributes]
        if tag not in ("meta", "wbr", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append((self.open[-1] if self.open else "", data))

    def text(self) -> str:
        return " ".join("".join(words for tag, words in self.words if tag not in ("style", "script", "title")).split())

    def of(self, tag: str) -> list[str]:
        return [words for around, words in self.words if around == tag]

    def data(self, name: str) -> Any:
        """The JSON in the script of this name."""
        ids = [value for key, value in self.attributes if key == "id" and value.endswith("-data")]
        texts = [text for text in self.of("script") if text.startswith(("\n{", "\n["))]
        return json.loads(texts[ids.index(name)])


@pytest.fixture(scope="module")
def summary() -> Summary:
    games = league(STRENGTHS, 2, 12) + league(STRENGTHS, 3, 4, game="red-inn")
    games[3] = replace(games[3], faults=(fault("KeyError: 'ale'"),))
    return summary_of(games)


@pytest.fixture(scope="module")
def read(summary: Summary) -> Reader:
    return Reader(page(summary))


def test_the_first_screen_answers_for_every_game(read: Reader) -> None:
    assert read.of("h1") == ["Harvest league"]
    asked = ["Who is best?", "Is it sure?", "How many more games?", "Why does one lose?", "Show me one"]
    assert read.of("th")[:6] == ["Game", *asked]
    rows = [label for label in read.of("th") if label in ("All games", "Dragon's Vault", "red-inn")]
    assert rows == ["All games", "Dragon's Vault", "red-inn"]
    said = read.text().partition("All games together")[0]
    assert "Yes: mcts is clearly stronger than" in said
    assert re.search(r"It placed better in \d+ % \(\d+ to \d+ %\) of their 24 meetings", said)
    assert "None for the first place." in said
    assert said.count("Watch one") == 2


def test_a_league_of_one_game_answers_question_by_question() -> None:
    read = Reader(page(summary_of(league(STRENGTHS, 2, 12))))
    asked = read.of("dt")
    assert asked[:3] == ["Who is best?", "Is it sure?", "How many more games?"]
    assert re.fullmatch(r"Why does (rules|guest) lose to mcts\?", asked[3])
    assert asked[4] == "Show me one"
    (link,) = [value for name, value in read.attributes if name == "href"]
    assert link.startswith("#game=dragon-vault-2%2F")


def test_any_pair_can_be_asked_about(read: Reader) -> None:
    vault, inn = read.data("why-data")
    assert (vault["title"], inn["title"]) == ("Dragon's Vault", "red-inn")
    assert len(vault["told"]) == 12
    mcts, random = (vault["bots"].index(bot) for bot in ("mcts", "random"))
    said, example = vault["told"][f"{random} {mcts}"]
    assert said.startswith("It placed better in ")
    assert example.startswith("dragon-vault-2/mcts+random/")
    assert vault["told"][f"{mcts} {random}"][0].startswith("mcts does not lose to random.")


def test_the_page_has_a_part_for_every_question(read: Reader) -> None:
    assert read.of("h2") == [
        "All games together",
        "Dragon's Vault",
        "red-inn",
        "Games",
        "Can I trust it?",
        "Faults",
        "Thinking times",
        "How to repeat it",
    ]
    parts = ["Who beat whom", "Ratings as the league grew", "Does the seat matter?", "How long games are"]
    assert read.of("h3")[:8] == parts * 2


def test_the_page_needs_nothing_from_elsewhere(read: Reader) -> None:
    assert not {"link", "img", "iframe", "object", "embed", "base"} & set(read.tags)
    assert not {"src", "action", "srcset"} & {name for name, _ in read.attributes}
    assert all(value.startswith("#game=") for name, value in read.attributes if name == "href")
    assert not [name for name, _ in read.attributes if name.startswith("on")]
    style = "".join(read.of("style"))
    assert "url(" not in style
    assert "@import" not in style


def test_one_script_runs_in_the_page_and_no_other(read: Reader) -> None:
    """The browser is told the digest of it; all else in script elements is data."""
    policy = next(value for name, value in read.attributes if value.startswith("default-src"))
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert "unsafe-eval" not in policy
    assert [value for name, value in read.attributes if name == "type" and "/" in value] == ["application/json"] * 3
    assert read.tags.count("script") == 4
    code = next(text for text in read.of("script") if text.startswith('"use strict"'))
    assert b64encode(sha256(code.encode()).digest()).decode() in policy
    assert "innerHTML" not in code
    assert "http" not in code


def test_the_page_carries_what_it_is_drawn_from(summary: Summary, read: Reader) -> None:
    data = read.data("report-data")
    assert data == json.loads(json.dumps(report_data(summary)))
    assert "seconds" not in json.dumps(data)
    assert data["games"] == {"planned": 192, "played": 192, "void": 0, "clocked": 0}


def test_nobody_writes_into_the_page() -> None:
    games = league({HOSTILE: 1.0, "b": 0.0}, 2, 2)
    games[0] = replace(games[0], faults=(fault(HOSTILE),))
    games[1] = replace(games[1], placement=(), scores=(), void=HOSTILE)
    names = {"league": HOSTILE, "seed": HOSTILE, "command": HOSTILE, "folder": HOSTILE}
    more = {"config": {HOSTILE: HOSTILE}, "versions": {HOSTILE: HOSTILE}, "titles": {"dragon-vault": HOSTILE}}
    html = page(summary_of(games, **names, **more))
    read = Reader(html)
    assert read.tags.count("script") == 4
    assert html.count("<script") == 4
    assert "\x1b" not in html
    assert "<script>alert('x')</script> & \"quotes\" ?[31m" in read.of("h1")
    assert read.data("report-data")["league"] == HOSTILE
    assert HOSTILE in read.data("games-data")["bots"]


def test_faults_come_with_the_command_that_replays_them() -> None:
    games = league({"a b": 1.0, "c": 0.0}, 2, 30)
    games = [replace(one, faults=(fault("It said: no."),)) for one in games]
    read = Reader(page(summary_of(games, folder="my runs/harvest")))
    commands = [code for code in read.of("code") if code.startswith("tavern-tourney replay") and "--web" not in code]
    assert len(commands) == 50
    assert commands[0] == "tavern-tourney replay 'my runs/harvest' 'dragon-vault-2/a b+c/0/0'"
    assert "The first 50 faults of 60 (all are in faults.csv)" in read.text()


def test_the_page_says_who_ran_where_and_what_that_does_not_promise(read: Reader) -> None:
    assert "mcts, random and rules played inside the league's own process" in read.text()
    assert "promises nothing against a bot that reads files or memory of the same user" in read.text()


def test_the_page_says_what_duplicate_deals_were_good_for() -> None:
    """Each deal favours a seat, so that a bot wins it from one side only; in deal 7 a wins from both."""
    games = [
        result(bots, (1, 2) if deal != 7 or bots[0] == "a" else (2, 1), deal, turn)
        for deal in range(40)
        for turn, bots in enumerate((("a", "b"), ("b", "a")))
    ]
    text = Reader(page(summary_of(games))).text()
    found = re.search(r"took out (\d+) % of the luck: .* take ([\d.]+) times as many games", text)
    assert found
    assert int(found[1]) > 90
    assert float(found[2]) > 10


@pytest.mark.parametrize(
    ("saved", "said"), [(-0.2, "no surer than"), (0.5, "took out 50 % of the luck"), (1.0, "took out all of the luck")]
)
def test_blocks_may_save_all_luck_or_none(saved: float, said: str) -> None:
    assert said in saved_text("Dragon's Vault", saved)


def test_every_cell_of_the_heat_map_says_its_number(summary: Summary) -> None:
    cells = re.findall(r'<td class="h(\d+)" title="[^"]*">(?:<b>)?(\d+)', page(summary))
    assert len(cells) == 2 * 12
    assert all(abs(10 * int(shade) - int(share)) <= 5 for shade, share in cells)


def test_the_way_to_repeat_it_is_told(read: Reader) -> None:
    assert "tavern-tourney --config harvest.toml" in read.of("code")
    assert "barley" in read.of("code")
    assert "tavern-tourney 0.1.0" in read.of("li")
    assert any('"name": "harvest"' in text for text in read.of("pre"))


def test_clocked_and_missing_games_are_owned_up_to() -> None:
    games = [replace(one, clocked=one.deal == 0) for one in league({"a": 1.0, "b": 0.0}, 2, 3)]
    text = Reader(page(summary_of(games, planned=10))).text()
    assert "6 of 10 games were played" in text
    assert "In 2 games a clock decided something" in text


@pytest.mark.parametrize(
    ("games", "said"),
    [
        ([], "There is no table: none of 4 games has been played."),
        ([result(("a", "b"), (), void="it killed its workers")], "1 of 4 games were played and 0 of them count."),
        ([result(("a", "b"), (1, 2), seconds=())], "Not yet: b may be as good, or better."),
        ([result(("a", "a"), (1, 2))], "a played alone."),
    ],
)
def test_a_league_of_almost_nothing_has_a_page_too(games: list[GameResult], said: str) -> None:
    assert said in Reader(page(summary_of(games, planned=4))).text()


def test_many_bots_with_long_names_get_numbers_instead() -> None:
    names = {f"a-bot-with-a-rather-long-name-{number:02d}": number / 5 for number in range(14)}
    read = Reader(page(summary_of(league(names, 2, 1))))
    assert {"1", "14"} <= set(read.of("th"))


def test_of_very_many_bots_the_first_are_compared_in_the_page() -> None:
    results = [result((f"bot {one}", f"bot {one + 1}"), (1, 2), deal) for one in range(80) for deal in range(2)]
    read = Reader(page(summary_of(results)))
    assert "The first 50 bots of the table are here; pairs.csv has all 81." in read.text()
    assert len(read.data("report-data")["pairs"]) <= 2 * 49
    assert len(read.data("why-data")[0]["bots"]) == 40


def test_names_beside_a_chart_do_not_cover_each_other() -> None:
    drawn = lines({f"bot {number}": [(1.0, 25.0 + number / 100)] for number in range(12)}, Scale.over([0, 50]), (), "")
    heights = sorted(float(height) for height in re.findall(r'class="s[^"]*" style="top:([\d.]+)px"', drawn))
    assert len(heights) == 12
    assert min(after - before for before, after in pairwise(heights)) >= 16
    assert heights[-1] <= PLOT


def test_text_is_escaped_and_markup_is_not() -> None:
    assert tag("p", "<&>", tag("b", '"'), title="'<'") == '<p title="&#x27;&lt;&#x27;">&lt;&amp;&gt;<b>&quot;</b></p>'


def test_the_page_on_adding_a_section_can_be_followed() -> None:
    """Its code, run where it says: in the modules that count and draw, and as a test."""
    text = (Path(__file__).parent.parent.parent / "docs" / "adding-a-report-section.md").read_text(encoding="utf-8")
    counting, drawing, testing = (dedent(code) for code in re.findall(r" ```python\n(.*?) ```", text, re.DOTALL))
    there = {**vars(counts), "result": result}
    exec(counting, there)
    exec(testing, there)
    there["test_games_without_a_single_winner_are_counted"]()
    drawn = {**vars(report_page)}
    exec(drawing, drawn)
    ties = there["count_ties"]([result(("a", "b"), (1, 1))])
    read = Reader(drawn["_ties"](SimpleNamespace(ties=ties)))
    assert read.of("h2") == ["Ties"]
    assert read.of("td") == ["1", "1"]
    assert drawn["_ties"](SimpleNamespace(ties=[])) is None
