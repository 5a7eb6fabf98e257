"""Sentences and figures about a league: the terminal and the report say them alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10
from typing import Final

from tavern_tournament.ratings.rate import TOO_CLOSE, Rating
from tavern_tournament.report.counts import Estimate, Pair
from tavern_tournament.report.summary import Points, Summary

SEPARATED: Final = "All neighbours are separated."
LITTLE: Final = 0.01  # a part of the luck that is not worth a figure
MOST_NAMES: Final = 5  # in a sentence
MOST_TIES: Final = 12  # that are told one by one
MOST_PAIRS: Final = 3  # of neighbours, about whom it is said how many more deals would decide


def wins_text(wins: float) -> str:
    """Whole wins, and parts of shared ones."""
    return f"{wins:,.1f}".removesuffix(".0")


def points_text(points: Points, bot: str) -> str:
    """What a bot counted a game."""
    return f"{points.means[bot]:.1f}" if bot in points.means else "-"


def and_list(names: Sequence[str]) -> str:
    """Names as a sentence has them: a, b and c."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def share_text(share: Estimate) -> str:
    """A share with its interval, in which 50 % stands only if the truth may be that."""
    return f"{out_of_100(share.value)} % ({_ends(share)} %)"


def brief(share: Estimate) -> str:
    """The same within brackets."""
    return f"{out_of_100(share.value)} %, {_ends(share)}"


def _ends(share: Estimate) -> str:
    ends = [out_of_100(share.low), out_of_100(share.high)]
    if not share.around(0.5) and 50 in ends:
        return f"{100 * share.low:.1f} to {100 * share.high:.1f}"
    return f"{ends[0]} to {ends[1]}"


def out_of_100(share: float) -> int:
    """The share in per cent, rounded so that it and what is left make 100."""
    off = floor(round(100 * abs(share - 0.5), 6) + 0.5)
    return 50 + off if share > 0.5 else 50 - off


def not_separated(ratings: Sequence[Rating]) -> str:
    """Which bots these games do not separate."""
    tied = [told for group in _chains(ratings) if len(group) > 1 for told in _ties(group)]
    if len(tied) > MOST_TIES:
        return "Many are not clearly separated: a rank such as 3-9 says which places a bot may have."
    return f"Not clearly separated, their order may be luck: {'; '.join(tied)}." if tied else SEPARATED


def _chains(ratings: Sequence[Rating]) -> list[list[Rating]]:
    """The bots in groups: nobody is clearly separated from all others of its group, but from all outside it."""
    place = {rating.bot: number for number, rating in enumerate(ratings)}
    groups: list[list[Rating]] = []
    last = -1  # of the group
    for number, rating in enumerate(ratings):
        if number > last:
            groups.append([])
        groups[-1].append(rating)
        last = max([last, number, *(place[bot] for bot in rating.not_apart)])
    return groups


def _ties(group: Sequence[Rating]) -> list[str]:
    """Who is not separated from whom in a group, each pair once."""
    if all(len(rating.not_apart) == len(group) - 1 for rating in group):
        return [few([rating.bot for rating in group])]
    later = [rating.bot for rating in group]
    told = []
    for rating in group:
        later.remove(rating.bot)
        not_apart = set(rating.not_apart)
        if near := [bot for bot in later if bot in not_apart]:
            told.append(f"{rating.bot} from {few(near)}")
    return told


def more_deals(summary: Summary, ratings: Sequence[Rating], game: str | None) -> str:
    """How many more deals would tell neighbours apart that are not, the fewest first; empty if all are."""
    near = [(upper, lower.bot) for upper, lower in pairwise(ratings) if lower.bot in upper.not_apart]
    if not near or summary.info.challengers:  # of a gauntlet other pairs matter
        return ""
    deals, _ = summary.played_at(game)
    can_be_told = sorted((upper.enough, upper.bot, lower) for upper, lower in near if upper.enough is not None)
    too_close = [f"{upper.bot} and {lower}" for upper, lower in near if upper.enough is None]
    pairs: dict[int, list[str]] = {}  # by how many more deals
    for enough, bot, other in can_be_told[:MOST_PAIRS]:
        pairs.setdefault(roughly(deals * (enough - 1)), []).append(f"{bot} against {other}")
    said = [
        f"About {more:,} more deal{'s' * (more > 1)} a line-up would decide {and_list(named)}."
        for more, named in pairs.items()
    ]
    if too_close:
        said.append(f"Too close to tell, even with {TOO_CLOSE:.0f} times these games: {'; '.join(fewest(too_close))}.")
    return " ".join(said)


def roughly(number: float) -> int:
    """A number that is only about right, at least one, with so many digits as it deserves.

    >>> [roughly(number) for number in (0.2, 7.4, 43, 147, 8449)]
    [1, 7, 40, 150, 8400]
    """
    if number < 10:
        return max(1, round(number))
    return int(round(number, -1 if number < 100 else 1 - floor(log10(number))))


def few(names: Sequence[str]) -> str:
    """Names as a sentence has them, the first ones if they are many: a, b, c, d and 3 others."""
    return and_list(fewest(names))


def fewest(names: Sequence[str]) -> Sequence[str]:
    """The names, or if they are many the first ones and how many others there are."""
    if len(names) <= MOST_NAMES:
        return names
    return [*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} others"]


def clearly(summary: Summary, pair: Pair) -> int:
    """Whether a challenger is clearly better (1) or worse (-1) than another, by their meetings and by the table."""
    near = next((one.not_apart for one in summary.standings.games[pair.game] if one.bot == pair.bot), ())
    return 0 if pair.other in near else (pair.share.low > 0.5) - (pair.share.high < 0.5)


def challenged(summary: Summary, game: str, challenger: str) -> str:
    """How the challenger of a gauntlet did against each of the field, in a sentence; empty if it met nobody."""
    met = summary.challenges(game, challenger)
    parts = {1: "clearly beats", -1: "is clearly beaten by", 0: "is not clearly separated from"}
    told = [
        f"{how} {and_list([f'{pair.other} ({brief(pair.share)})' for pair in pairs])}"
        for which, how in parts.items()
        if (pairs := [pair for pair in met if clearly(summary, pair) == which])
    ]
    return f"{challenger} {and_list(told)}." if told else ""


def played(summary: Summary) -> str:
    """How many games were played, and how many of them count."""
    if not summary.results:
        return f"none of {summary.info.planned:,} games has been played"
    done = f"{len(summary.results):,} of {summary.info.planned:,} games were played"
    return done if not summary.void else f"{done} and {summary.counting:,} of them count"


def saved_text(title: str, saved: float) -> str:
    """What it was good for to play every deal in all seatings."""
    blocks = f"Playing every deal of {title} in all seatings"
    if saved < LITTLE:
        return f"{blocks} made the table no surer than single games would have."
    if saved > 1 - LITTLE:
        return f"{blocks} took out all of the luck."
    return (
        f"{blocks} took out {100 * saved:.0f} % of the luck: with a new deal for every game, as sure a table would "
        f"take {1 / (1 - saved):.1f} times as many games."
    )


def seconds_text(seconds: float) -> str:
    """A time with a fitting unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size * 0.9995:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"
