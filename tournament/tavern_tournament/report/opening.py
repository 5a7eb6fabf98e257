"""The first screen of the page: five questions with their answers, for each game, and one more that the reader puts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final
from urllib.parse import quote

from tavern_tournament.report.answers import Answers, first_answers, why
from tavern_tournament.report.markup import Markup, data_block, join, tag
from tavern_tournament.report.sentences import played
from tavern_tournament.report.summary import Summary

ASKED_ABOUT: Final = 40  # bots of a game whose pairs can be asked about; more would make a heavy page
SHORT: Final = 80  # letters of an answer that is set in bold
NOTHING: Final = "-"
QUESTIONS: Final = ("Who is best?", "Is it sure?", "How many more games?", "Why does one lose?", "Show me one")


def opening(summary: Summary) -> list[Markup]:
    """What stands below the headline."""
    answers = list(first_answers(summary))
    if not answers:
        return [tag("p", f"There is no table: {played(summary)}.", class_="verdict")]
    first = _one_game(answers[0]) if len(answers) == 1 else _several(answers)
    end = [tag("p", summary.info.stopped)] if summary.info.stopped else []
    return [first, *end, *_asking(summary), _facts(summary)]


def _one_game(answers: Answers) -> Markup:
    """A question in every line."""
    asked = (answers.asked, QUESTIONS[1], QUESTIONS[2], answers.question, QUESTIONS[4])
    lines = zip(asked, _told(answers), strict=True)
    return tag("dl", *(part for asked, told in lines for part in (tag("dt", asked), tag("dd", told))), class_="answers")


def _several(answers: Sequence[Answers]) -> Markup:
    """A row for each game; on a phone each is a list of questions."""
    questions = (answers[-1].asked, *QUESTIONS[1:])
    heads = tag("tr", tag("th", "Game", scope="col"), *(tag("th", asked, scope="col") for asked in questions))
    rows = []
    for one in answers:
        cells = list(_told(one))
        if one.loser:
            cells[3] = join(tag("b", f"{one.loser} to {one.winner}: "), cells[3])
        drawn = (
            tag("td", cell, data_asked=asked, class_="none" if cell == NOTHING else None)
            for cell, asked in zip(cells, questions, strict=True)
        )
        rows.append(tag("tr", tag("th", one.title, scope="row"), *drawn))
    return tag("table", tag("thead", heads), tag("tbody", *rows), class_="answers")


def _told(answers: Answers) -> Sequence[str]:
    """The answers, each to its question."""
    link = game_link(answers.example, "Watch one") if answers.example else NOTHING
    best = tag("b", kept(answers.best)) if len(answers.best) < SHORT else kept(answers.best)
    return best, kept(answers.sure), kept(answers.more), kept(answers.why) or NOTHING, link


def game_link(game_id: str, text: str) -> Markup:
    """A link that opens a game in the page."""
    return tag("a", text, href=f"#game={quote(game_id, safe='')}", title=game_id, class_="one")


def kept(text: str) -> str:
    """The text with its numbers and their signs kept on one line."""
    return text.replace(" %", "\N{NO-BREAK SPACE}%")


def _asking(summary: Summary) -> list[Markup]:
    """Why any bot loses to any other: two names to choose, and what is said of them."""
    answers = [_pairs(summary, game, one) for one in first_answers(summary) if (game := one.game)]
    asked = [one for one in answers if len(one["bots"]) > 1]
    if not asked:
        return []
    selects = {
        name: tag("select", name=name, aria_label=label)
        for name, label in (("bot", "the bot that loses"), ("other", "the bot that wins"), ("game", "the game"))
    }
    form = tag(
        "form",
        *("Why does ", selects["bot"], " lose to ", selects["other"]),
        tag("span", " in ", selects["game"], hidden="" if len(asked) == 1 else None),
        "?",
        tag("p", id="why-said", role="status"),
        id="why",
        hidden="",
    )
    return [form, data_block("why-data", asked)]


def _pairs(summary: Summary, game: str, answers: Answers) -> dict[str, Any]:
    """What is said of all pairs of a game, and about which of them it is said first; bots by their numbers."""
    bots = [rating.bot for rating in summary.standings.games[game]][:ASKED_ABOUT]
    number = {bot: place for place, bot in enumerate(bots)}
    told = {
        f"{number[pair.bot]} {number[pair.other]}": [
            why(summary, game, pair.bot, pair.other),
            summary.examples.get((game, pair.bot, pair.other), ""),
        ]
        for pair in summary.pairs
        if pair.game == game and {pair.bot, pair.other} <= number.keys()
    }
    first = [number.get(answers.loser, min(1, len(bots) - 1)), number.get(answers.winner, 0)]
    return {"title": summary.title(game), "bots": bots, "first": first, "told": told}


def _facts(summary: Summary) -> Markup:
    results = summary.results
    facts = {
        "games that count": f"{summary.counting:,}",
        "bots": f"{len({bot for result in results for bot in result.bots}):,}",
        "line-ups": f"{len({(result.table, result.line_up) for result in results}):,}",
        "deals": f"{len({(result.game, result.deal) for result in results}):,}",
        "faults": f"{len(summary.faults):,}",
        "void games": f"{len(summary.void):,}",
    }
    return tag("ul", *(tag("li", tag("b", figure), f" {what}") for what, figure in facts.items()), class_="facts")
