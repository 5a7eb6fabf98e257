"""The first screen of a report: who is best, is it sure, how many more games, why does X lose to Y, show me one.

What is said here never says more than the intervals do: a figure whose interval holds 50 % is not called better.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from tavern_tournament.ratings.rate import TOO_CLOSE, Rating
from tavern_tournament.report.counts import Pair
from tavern_tournament.report.matchups import ENOUGH_BLOCKS, Reason
from tavern_tournament.report.sentences import (
    and_list,
    brief,
    challenged,
    clearly,
    few,
    fewest,
    more_deals,
    out_of_100,
    roughly,
    share_text,
)
from tavern_tournament.report.summary import Summary

MOST_REASONS: Final = 3  # in an answer
NONE_FOR_THE_FIRST: Final = "None for the first place."


@dataclass(frozen=True)
class Answers:
    """What is asked first about a game, or about all games together."""

    game: str | None
    title: str
    best: str
    sure: str
    more: str
    loser: str = ""  # of whom it is told why it loses,
    winner: str = ""  # and to whom; empty if nobody clearly loses
    why: str = ""
    example: str = ""  # a game that the one lost to the other
    asked: str = "Who is best?"  # what `best` answers

    @property
    def question(self) -> str:
        """What `why` answers."""
        return f"Why does {self.loser} lose to {self.winner}?" if self.loser else "Why does one lose to another?"


def first_answers(summary: Summary) -> Iterator[Answers]:
    """All games together, if there are several and bots that play all of them, then each."""
    overall = summary.standings.overall
    if len(summary.standings.games) > 1 and overall:
        yield Answers(None, "All games", _best(overall), _sure(overall, None), _more(summary, overall, None))
    for game, ratings in summary.standings.games.items():
        yield _gauntlet(summary, game) if summary.info.challengers else _answers(summary, game, ratings)


def _answers(summary: Summary, game: str, ratings: Sequence[Rating]) -> Answers:
    second = [rating.bot for rating in ratings[:2]]
    pair = summary.pair(game, *second) if len(second) == 2 else None
    best = f"{_best(ratings)} {_best_team(summary.teams.get(game, ()))}".rstrip()
    sure = " ".join([_sure(ratings, pair, alone=True), *_beaten_by(summary, game, ratings[0].bot)])
    more = _more(summary, ratings, game)
    return Answers(game, summary.title(game), best, sure, more, *_loss(summary, game, _losses(summary, game)))


def _gauntlet(summary: Summary, game: str) -> Answers:
    """The same about the challengers of a gauntlet."""
    challengers = summary.info.challengers
    met = [pair for bot in challengers for pair in summary.challenges(game, bot)]
    even = [pair for pair in met if not clearly(summary, pair)]
    best = " ".join(filter(None, (challenged(summary, game, bot) for bot in challengers)))
    sure = f"Not against {few([pair.other for pair in even])}." if even else "Yes: every one of these is clear."
    worst = sorted((pair for pair in met if clearly(summary, pair) < 0), key=lambda pair: pair.share.value)
    lost = [(pair.bot, pair.other) for pair in worst]
    order = {rating.bot: place for place, rating in enumerate(summary.standings.games[game])}
    beaten = sorted((pair for pair in met if clearly(summary, pair) > 0), key=lambda pair: order[pair.other])
    won = [(pair.other, pair.bot) for pair in beaten]
    loss = _loss(summary, game, [*lost, *won])
    asked = f"How does {few(challengers)} do?" if len(challengers) == 1 else "How do the challengers do?"
    best = best or "No challenger has played."
    return Answers(game, summary.title(game), best, sure, _more_challenges(even), *loss, asked)


def _best(ratings: Sequence[Rating]) -> str:
    first, *others = ratings
    if not others:
        return f"{first.bot} played alone."
    return f"{first.bot} leads." if first.not_apart else f"{first.bot}."


def _beaten_by(summary: Summary, game: str, first: str) -> list[str]:
    """Who surely beats the first all the same, if there is a circle through it."""
    circles = [circle.bots for circle in summary.circles if circle.game == game and first in circle.bots]
    return [f"But {bots[bots.index(first) - 1]} surely beats {first}: it is a circle." for bots in circles]


def _best_team(teams: Sequence[Rating]) -> str:
    """Who is best together, where different bots play in teams."""
    if not teams:
        return ""
    return f"As a team {teams[0].bot}{' lead' if teams[0].not_apart else ''}."


def _sure(ratings: Sequence[Rating], pair: Pair | None, alone: bool = False) -> str:
    """Whether the first is surely the best; what the pair of the first two shows of it, if it is about one game."""
    first, *others = ratings
    if not others:
        return "There is nobody to compare it with."
    if first.not_apart:
        return f"Not yet: {few(first.not_apart)} may be as good, or better."
    second = others[0].bot
    said = f"Yes: {first.bot} is clearly stronger than {second}, the second."
    if pair is None:
        return f"{said} The two never met: games with others tell." if alone else said
    meetings = f"{pair.meetings:,} meeting{'s' * (pair.meetings != 1)}"
    if pair.share.low > 0.5:
        return f"{said} It placed better in {share_text(pair.share)} of their {meetings}."
    if pair.share.high < 0.5:
        return f"{said} In their own {meetings} {second} was better ({brief(pair.share)}): games with others decide."
    return f"{said} Their own {meetings} do not show it ({brief(pair.share)}): games with others do."


def _more(summary: Summary, ratings: Sequence[Rating], game: str | None) -> str:
    """How many more deals, and games, would decide who is best; if that is decided, what else they would decide."""
    first, *others = ratings
    if not first.not_apart or others[0].bot not in first.not_apart:
        return f"{'' if first.not_apart else NONE_FOR_THE_FIRST} {more_deals(summary, ratings, game)}".strip()
    second = others[0].bot
    if first.enough is None:
        return f"Too close to tell {first.bot} from {second}: {TOO_CLOSE:.0f} times these games would not be enough."
    deals, games = summary.played_at(game)
    more = roughly(deals * (first.enough - 1))
    cost = f"{more:,} more deal{'s' * (more > 1)} a line-up ({roughly(games * (first.enough - 1)):,} games)"
    return f"About {cost} would decide {first.bot} against {second}."


def _more_challenges(even: Sequence[Pair]) -> str:
    """The same for the pairs of a gauntlet that are open: intervals become narrower with the root of the games."""
    if not even:
        return "None: the challenger is separated from everybody."
    told, close = [], []
    for pair in even:
        off = abs(pair.share.value - 0.5)
        times = ((pair.share.high - pair.share.low) / 2 / off) ** 2 if off else TOO_CLOSE + 1
        if times > TOO_CLOSE:
            close.append(f"{pair.bot} and {pair.other}")
        else:
            more = roughly(pair.blocks * (times - 1))
            told.append(f"About {more:,} more deal{'s' * (more > 1)} would decide {pair.bot} against {pair.other}.")
    if close:
        told.append(f"Too close to tell, even with {TOO_CLOSE:.0f} times these games: {'; '.join(fewest(close))}.")
    return " ".join(told)


def _losses(summary: Summary, game: str) -> list[tuple[str, str]]:
    """Who clearly loses to whom, the best losers first, each to the best that it loses to."""
    order = [rating.bot for rating in summary.standings.games[game]]
    return [
        (bot, other)
        for place, bot in enumerate(order)
        for other in order[:place]
        if (pair := summary.pair(game, bot, other)) and pair.share.high < 0.5
    ]


def _loss(summary: Summary, game: str, losses: Sequence[tuple[str, str]]) -> tuple[str, str, str, str]:
    """The last four answers, about the first of these losses."""
    if not losses:
        games = [example for (one, *_), example in summary.examples.items() if one == game]
        return "", "", "Nobody clearly loses to anybody in their own meetings yet.", games[0] if games else ""
    bot, other = losses[0]
    return bot, other, why(summary, game, bot, other), summary.examples.get((game, bot, other), "")


def why(summary: Summary, game: str, bot: str, other: str) -> str:
    """Why a bot loses to another in a game, or that it does not."""
    pair = summary.pair(game, bot, other)
    if pair is None:
        return f"{bot} and {other} never met."
    placed = f"It placed better in {share_text(pair.share)} of their {pair.meetings:,} meetings."
    if pair.share.high >= 0.5:
        return f"{bot} does not{' clearly' * (pair.share.low <= 0.5)} lose to {other}. {placed}"
    reasons = [one for one in summary.reasons if (one.game, one.bot, one.other) == (game, bot, other)]
    if reasons:
        return f"{placed} {' '.join(reason_text(one) for one in reasons[:MOST_REASONS])}"
    if pair.blocks < ENOUGH_BLOCKS:
        return f"{placed} These are too few to say where."
    return f"{placed} Nothing stands out: it loses alike wherever we looked."


def reason_text(reason: Reason) -> str:
    """Something that stands out, in a sentence."""
    if reason.is_share:
        here, there = out_of_100(reason.here), out_of_100(reason.there)
        return f"Mostly {reason.what}: {here} % of {reason.meetings:,} meetings, {there} % of the others."
    what = reason.what[:1].upper() + reason.what[1:]
    return f"{what}: {reason.here:.1f} a game, {reason.other} {reason.there:.1f}."


def circle_text(bots: Sequence[str], shares: Sequence[float]) -> str:
    """Who beats whom in a circle."""
    steps = [f"{bot} beats {after}" for bot, after in zip(bots, (*bots[1:], bots[0]), strict=True)]
    figures = [f"{out_of_100(share)} %" for share in shares]
    return f"{and_list([f'{step} ({figure})' for step, figure in zip(steps, figures, strict=True)])}."
