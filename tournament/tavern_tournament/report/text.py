"""What a league says when it ends: its table as lines of text, and sentences about it that the report repeats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import floor, log10
from textwrap import fill
from typing import Final

from tavern_tournament.ratings.rate import TOO_CLOSE, Rating
from tavern_tournament.report.counts import Estimate
from tavern_tournament.report.markup import shown
from tavern_tournament.report.scale import ANCHOR, anchors_text, explained
from tavern_tournament.report.summary import Summary, ranks

WIDTH: Final = 100  # columns of a line
BETWEEN: Final = "  "  # two columns of a table
HEADS: Final = ("rank", "bot", "rating", "95 % interval", "games", "wins", "mean place", "a move", "faults")
TO_THE_RIGHT: Final = frozenset(HEADS) - {"bot", "95 % interval"}
SEPARATED: Final = "All neighbours are separated."
LITTLE: Final = 0.01  # a part of the luck that is not worth a figure
MOST_NAMES: Final = 5  # in a sentence
MOST_TIES: Final = 12  # that are told one by one
MOST_PAIRS: Final = 3  # of neighbours, about whom it is said how many more deals would decide


def table_text(summary: Summary) -> str:
    """The standings of every game, and over all of them if there are several, in at most 100 columns."""
    if not summary.standings.games:
        return f"{shown(summary.info.league)}: {played(summary)}, so there is no table.\n"
    parts = [_table(summary, ratings, summary.title(game), game) for game, ratings in summary.standings.games.items()]
    if len(parts) > 1 and summary.standings.overall:
        parts.append(_table(summary, summary.standings.overall, "All games together", None))
    tables = list(summary.standings.games.values())
    return "\n".join([*parts, *filter(None, [fill(summary.info.stopped, WIDTH)]), explained(tables), ""])


def _table(summary: Summary, ratings: Sequence[Rating], title: str, game: str | None) -> str:
    rows = [HEADS]
    for rank, rating in zip(ranks(ratings), ratings, strict=True):
        seconds = summary.seconds_a_move(rating.bot, game)
        rows.append(
            (
                rank,
                shown(rating.bot).replace("\n", " "),
                f"{rating.mu:.1f}",
                ANCHOR if rating.anchor else f"{rating.low:.1f} to {rating.high:.1f}",
                f"{rating.games:,}",
                wins_text(rating.wins),
                f"{rating.mean_place:.2f}",
                "-" if seconds is None else seconds_text(seconds),
                f"{summary.faults_of(rating.bot, game):,}",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    bots = HEADS.index("bot")
    widths[bots] = min(widths[bots], WIDTH - len(BETWEEN) * (len(HEADS) - 1) - sum(widths) + widths[bots])
    lines = [BETWEEN.join(map(_fitted, HEADS, row, widths)).rstrip() for row in rows]
    about = [challenged(summary, game, bot) for bot in summary.info.challengers] if game else []
    about += [anchors_text(summary, ratings, game), not_separated(ratings), more_deals(summary, ratings, game)]
    said = fill(shown(" ".join(filter(None, about))), WIDTH, break_on_hyphens=False)
    return "\n".join([shown(title), *lines, said, ""])


def _fitted(head: str, text: str, width: int) -> str:
    """The text in its column; the middle of a long name is left out, for names often differ at the end."""
    if len(text) > width:
        tail = (width - 1) // 2
        text = f"{text[: width - 1 - tail]}…{text[-tail:]}"
    return text.rjust(width) if head in TO_THE_RIGHT else text.ljust(width)


def wins_text(wins: float) -> str:
    """Whole wins, and parts of shared ones."""
    return f"{wins:,.1f}".removesuffix(".0")


def and_list(names: Sequence[str]) -> str:
    """Names as a sentence has them: a, b and c."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def share_text(share: Estimate) -> str:
    return f"{out_of_100(share.value)} % ({out_of_100(share.low)} to {out_of_100(share.high)} %)"


def brief(share: Estimate) -> str:
    return f"{out_of_100(share.value)} %, {out_of_100(share.low)} to {out_of_100(share.high)}"


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
    blocks = {(one.key, one.deal) for one in summary.results if game in (None, one.game) and not one.void}
    deals = len(blocks) / len({key for key, _ in blocks})
    can_be_told = sorted((upper.enough, upper.bot, lower) for upper, lower in near if upper.enough is not None)
    too_close = [f"{upper.bot} and {lower}" for upper, lower in near if upper.enough is None]
    pairs: dict[int, list[str]] = {}  # by how many more deals
    for enough, bot, other in can_be_told[:MOST_PAIRS]:
        pairs.setdefault(_roughly(deals * (enough - 1)), []).append(f"{bot} against {other}")
    said = [
        f"About {more:,} more deal{'s' * (more > 1)} a line-up would decide {and_list(named)}."
        for more, named in pairs.items()
    ]
    if too_close:
        said.append(f"Too close to tell, even with {TOO_CLOSE:.0f} times these games: {few(too_close)}.")
    return " ".join(said)


def _roughly(number: float) -> int:
    """A number that is only about right, at least one, with so many digits as it deserves.

    >>> [_roughly(number) for number in (0.2, 7.4, 43, 147, 8449)]
    [1, 7, 40, 150, 8400]
    """
    if number < 10:
        return max(1, round(number))
    return int(round(number, -1 if number < 100 else 1 - floor(log10(number))))


def few(names: Sequence[str]) -> str:
    """Names as a sentence has them, the first ones if they are many: a, b, c, d and 3 others."""
    if len(names) <= MOST_NAMES:
        return and_list(names)
    return and_list([*names[: MOST_NAMES - 1], f"{len(names) - MOST_NAMES + 1} others"])


def verdict(summary: Summary, game: str) -> str:
    """Who won a game, how sure that is, what decided it, and what more would; of a gauntlet how its challengers did."""
    if told := " ".join(filter(None, (challenged(summary, game, bot) for bot in summary.info.challengers))):
        return told
    ratings = summary.standings.games[game]
    return f"{_decided(summary, game, ratings)} {more_deals(summary, ratings, game)}".rstrip()


def _decided(summary: Summary, game: str, ratings: Sequence[Rating]) -> str:
    """Who won a game, and how often it was better than the second."""
    said = _winner(ratings)
    if len(ratings) < 2 or ratings[0].not_apart:
        return said
    first, second = ratings[0].bot, ratings[1].bot
    for pair in summary.pairs:
        if (pair.game, pair.bot, pair.other) == (game, first, second):
            return f"{said} It placed better in {share_text(pair.share)} of their {pair.meetings:,} meetings."
    return f"{said} The two never met: games with others tell."


def challenged(summary: Summary, game: str, challenger: str) -> str:
    """How the challenger of a gauntlet did against each of the field, in a sentence; empty if it met nobody."""
    met = [pair for pair in summary.pairs if (pair.game, pair.bot) == (game, challenger)]
    met = [pair for pair in met if pair.other not in summary.info.challengers]
    beaten = [pair for pair in met if pair.share.low > 0.5]
    lost = [pair for pair in met if pair.share.high < 0.5]
    even = [pair for pair in met if pair not in beaten and pair not in lost]
    parts = {"clearly beats": beaten, "is clearly beaten by": lost, "is not clearly separated from": even}
    told = [
        f"{how} {and_list([f'{pair.other} ({brief(pair.share)})' for pair in pairs])}"
        for how, pairs in parts.items()
        if pairs
    ]
    return f"{challenger} {and_list(told)}." if told else ""


def overall_verdict(summary: Summary) -> str:
    """Who is best over all games, and how many more deals would make that surer."""
    overall = summary.standings.overall
    if not overall:
        return "no bot plays all of them."
    return f"{_winner(overall)} {more_deals(summary, overall, None)}".rstrip()


def _winner(ratings: Sequence[Rating]) -> str:
    first, *others = ratings
    if not others:
        return f"{first.bot} played alone."
    if not first.not_apart:
        return f"{first.bot} wins, and is clearly stronger than {others[0].bot}, the second."
    return f"{first.bot} leads, but these games do not clearly separate it from {few(first.not_apart)}."


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
