"""The report of a run: one HTML page that needs no network, for a screen, a phone or paper.

It answers what the owner of a league asks, in this order: who is best, how sure is that, what decided it, can I trust
it, how do I repeat it. What it is drawn from is in it as JSON, without times; times have a section of their own.
Without its script all but the list of games is there, and no other can run in it, whatever a bot is called or says.
"""

from __future__ import annotations

import json
import shlex
from base64 import b64encode
from collections import Counter
from collections.abc import Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final

from tavern_bots.confine import STEPS
from tavern_tournament.report import charts
from tavern_tournament.report.charts import Scale
from tavern_tournament.report.counts import FaultLine, Timing, natural
from tavern_tournament.report.gallery import Gallery
from tavern_tournament.report.game import game_section, leaderboard
from tavern_tournament.report.games import games_section, replay_dialog
from tavern_tournament.report.less_luck import less_luck_text, of_game
from tavern_tournament.report.markup import Markup, breakable, data_block, name, table, tag
from tavern_tournament.report.opening import game_link, opening
from tavern_tournament.report.sentences import and_list, played, saved_text, seconds_text
from tavern_tournament.report.summary import FAULTS_SHOWN, Summary, report_data
from tavern_tournament.results import FAULT_KINDS
from tavern_tournament.secret import PUBLIC, RANDOM
from tavern_tournament.specs import JAIL

LONGEST_SAID: Final = 600  # characters of what a bot said with a fault; faults.csv has all
FAULTS_OPEN: Final = 8  # so many are shown at once; a longer list has to be opened
SHORTEST: Final = 1e-7  # seconds; a clock may say zero, which no scale by powers of ten has
TIMES: Final = {"Bot": "name", "Moves": "number", "Mean": "number", "Quickest to slowest game": "chart"}
NAMED: Final = "named"
REPEAT: Final = {
    PUBLIC: "The same command goes on where a run was broken off, and gives the same results in another folder:",
    RANDOM: "The same command goes on where the run was broken off; its secret is named when all games are played:",
    NAMED: "The same command gives the same results in another folder if it is given a file with the secret "
    "(--secret FILE):",
}
UNGUESSABLE: Final = 'Leave out secret = "public" where bots of others play.'
ISOLATION: Final = {
    "inprocess": "played inside the league's own process, as trusted code: nothing but honesty keeps such a bot from "
    "reading or changing what the others hold.",
    "process": "played in isolation, one process for each bot: it is sent only what its seat may see, over a pipe, and "
    "has limits of memory and time. That promises nothing against a bot that reads files or memory of the same user of "
    "the machine.",
    "jail": "played in the jail, locked up by the system: a fresh process for every game, which sees its own files and "
    "what its seat may see, and nothing else of the machine, its network or other processes.",
}


def page(summary: Summary, gallery: Gallery) -> str:
    """The whole page, with these games in it."""
    league = summary.info.league
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy()),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", f"{league}: league report"),
        tag("style", Markup(_own("report.css"))),
    )
    games = sorted(summary.standings.games, key=natural)
    parts = _league(summary, games_section(summary, gallery))
    body = tag(
        "body",
        tag("header", tag("p", "League report", class_="kind"), tag("h1", league), *opening(summary)),
        tag("main", *_all_games(summary, games), *(game_section(summary, game) for game in games), *parts),
        tag("footer", tag("p", "Made by tavern-tourney. What this page is drawn from is in it, as JSON.")),
        data_block("report-data", report_data(summary), indent=1),
        replay_dialog(gallery),
        tag("script", Markup(_own("report.js"))),
    )
    return f'<!doctype html>\n<html lang="en">{head}\n{body}</html>\n'


@cache
def _own(name: str) -> str:
    """A file that is part of every page."""
    return (files("tavern_tournament.report") / name).read_text(encoding="utf-8")


def policy() -> str:
    """What a browser may run and load: its script, and what that asks for itself, which are chunks of games."""
    digest = b64encode(sha256(_own("report.js").encode()).digest()).decode()
    scripts = f"script-src 'sha256-{digest}' 'strict-dynamic'"
    return f"default-src 'none'; style-src 'unsafe-inline'; {scripts}; base-uri 'none'; form-action 'none'"


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."


def _all_games(summary: Summary, games: Sequence[str]) -> list[Markup]:
    if len(games) < 2 or not summary.standings.overall:
        return []
    note = "The mean of the ratings in the games, for the bots that play all of them."
    board = leaderboard(summary, summary.standings.overall, None)
    return [tag("section", tag("h2", "All games together"), board, tag("p", note, class_="note"))]


def _league(summary: Summary, games: Markup | None) -> list[Markup]:
    parts = [games, _trust(summary), _faults(summary), _void(summary), _times(summary), _repeat(summary)]
    return [part for part in parts if part]


def _trust(summary: Summary) -> Markup:
    if summary.clocked:
        luck = f"In {summary.clocked:,} games a clock decided something: those need not come out the same again."
    else:
        luck = f"In no game did a clock decide anything: {_decides(summary)} the same games again."
    saved = [tag("li", saved_text(summary.title(game), part)) for game, part in summary.saved.items()]
    saved += [
        tag("li", less_luck_text(of_game(summary.less_luck, game), summary.title(game), judged))
        for game, judged in summary.judged.items()
        if game in summary.standings.games
    ]
    said = [tag("li", _sentence(played(summary))), tag("li", luck), *_guessable(summary), *saved, *_isolation(summary)]
    return tag("section", tag("h2", "Can I trust it?"), tag("ul", *said))


def _decides(summary: Summary) -> str:
    return "the same seed gives" if summary.info.secret == PUBLIC else "the same seed with the same secret gives"


def _guessable(summary: Summary) -> list[Markup]:
    """A warning of games that bots of others could have known beforehand."""
    if summary.info.secret != PUBLIC or not summary.info.strangers:
        return []
    who = and_list(sorted(summary.info.strangers, key=natural))
    words = f" could have found out all cards: the seed alone decides every game, and a bot may guess it. {UNGUESSABLE}"
    return [tag("li", tag("b", who), words)]


def _isolation(summary: Summary) -> list[Markup]:
    said = []
    for kind, words in ISOLATION.items():
        bots = sorted((bot for bot, isolation in summary.info.isolation.items() if isolation == kind), key=natural)
        if bots:
            steps = f" {_steps(summary.info.jail)}" if kind == JAIL else ""
            said.append(tag("li", tag("b", and_list(bots)), f" {words}{steps}"))
    return said


def _steps(held: Sequence[str]) -> str:
    """How much of the jail the system gave."""
    missing = [step for step in STEPS if step not in held]
    if not missing:
        return "All its steps held."
    return f"Of its steps these held: {', '.join(held) or 'none'}; and these did not: {', '.join(missing)}."


def _faults(summary: Summary) -> Markup:
    if not summary.faults:
        return tag("section", tag("h2", "Faults"), tag("p", "Every bot answered every question with a legal move."))
    kinds = [kind for kind in FAULT_KINDS if any(fault.kind == kind for fault in summary.faults)]
    counted = Counter((fault.bot, fault.kind) for fault in summary.faults)
    bots = sorted({fault.bot for fault in summary.faults}, key=natural)
    columns = {"Bot": "name", **dict.fromkeys(kinds, "number"), "": "rest"}
    totals = table(columns, [(name(bot), *(f"{counted[bot, kind]:,}" for kind in kinds), "") for bot in bots])
    return tag("section", tag("h2", "Faults"), totals, _fault_list(summary))


def _fault_list(summary: Summary) -> Markup:
    first = summary.faults[:FAULTS_SHOWN]
    rest = f" of {len(summary.faults):,} (all are in faults.csv)" if len(summary.faults) > len(first) else ""
    listed = [
        (
            tag(
                "div",
                tag("b", breakable(fault.bot)),
                tag("small", f"{fault.kind} in seat {fault.seat}, move {fault.move}"),
            ),
            tag("div", game_link(fault.id, "Show it"), " ", tag("code", _replay(summary, fault.id)), _said(fault)),
        )
        for fault in first
    ]
    return tag(
        "details",
        tag("summary", f"The first {len(first)} faults{rest}, what the bots said, and how to replay them"),
        table({"Fault": "top", "Command to replay it, and what the bot said": "said"}, listed),
        open="" if len(first) <= FAULTS_OPEN else None,
    )


def _said(fault: FaultLine) -> Markup:
    return tag("pre", fault.said[:LONGEST_SAID])


def _replay(summary: Summary, game_id: str) -> str:
    return shlex.join(["tavern-tourney", "replay", summary.info.folder, game_id])


def _void(summary: Summary) -> Markup | None:
    if not summary.void:
        return None
    first = summary.void[:FAULTS_SHOWN]
    rest = len(summary.void) - len(first)
    more = f"{rest:,} more are in faults.csv." if rest else ""
    listed = [(name(result.id), result.void) for result in first]
    columns = {"Game": "top", "Why it does not count": "said"}
    return tag("section", tag("h2", "Void games"), table(columns, listed), tag("p", more, class_="note"))


def _times(summary: Summary) -> Markup | None:
    if not summary.timings:
        return None
    parts = []
    for game in sorted({timing.game for timing in summary.timings}, key=natural):
        parts += [tag("h3", summary.title(game)), _time_table([one for one in summary.timings if one.game == game])]
    note = (
        "How long a bot thought about one decision: the mean over all, and the mean in its quickest, its median (the "
        "dot) and its slowest game. Each step of the scale is ten times the one before. Unlike everything above, times "
        "are different in every run."
    )
    return tag("section", tag("h2", "Thinking times"), *parts, tag("p", note, class_="note"))


def _time_table(timings: Sequence[Timing]) -> Markup:
    def ends(timing: Timing) -> tuple[float, float, float]:
        return max(SHORTEST, timing.quickest), max(SHORTEST, timing.usual), max(SHORTEST, timing.slowest)

    scale = Scale.powers([end for timing in timings for end in ends(timing)])
    rows = []
    for timing in sorted(timings, key=lambda one: (one.per_move, one.bot)):
        told = f"{timing.bot}: {' to '.join(seconds_text(end) for end in ends(timing)[::2])} a move"
        drawn = charts.interval(scale, *ends(timing), told)
        rows.append((name(timing.bot), f"{timing.moves:,}", seconds_text(timing.per_move), drawn))
    return table(TIMES, rows, ("", "", "", charts.axis(scale, [seconds_text(tick) for tick in scale.ticks])))


def _repeat(summary: Summary) -> Markup:
    info = summary.info
    versions = [tag("li", f"{package} {version}") for package, version in info.versions.items()]
    config = json.dumps(info.config, indent=2, ensure_ascii=False, default=str)
    return tag(
        "section",
        tag("h2", "How to repeat it"),
        tag("p", REPEAT[info.secret if info.secret in REPEAT else NAMED]),
        tag("pre", tag("code", info.command)),
        tag("p", "Seed: ", tag("code", info.seed)),
        *([tag("p", "Secret: ", tag("code", info.secret))] if info.secret not in REPEAT else []),
        *([tag("p", "Versions:"), tag("ul", *versions)] if versions else []),
        tag("details", tag("summary", "The whole configuration"), tag("pre", config)),
    )
