"""The part of a report about one game: its table, who beat whom, how the ratings grew, what seats and lengths tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from tavern_tournament.ratings.rate import Rating
from tavern_tournament.report import charts
from tavern_tournament.report.answers import circle_text
from tavern_tournament.report.charts import Scale
from tavern_tournament.report.counts import Lengths, Pair, SeatWorth
from tavern_tournament.report.less_luck import draw_less_luck, of_game
from tavern_tournament.report.markup import Markup, join, name, table, tag
from tavern_tournament.report.scale import ANCHOR, anchors_text, explained
from tavern_tournament.report.sentences import (
    SEPARATED,
    and_list,
    few,
    more_deals,
    out_of_100,
    points_text,
    share_text,
    wins_text,
)
from tavern_tournament.report.summary import TEAMS_SHOWN, Step, Summary, mapped, ranks

SHADES: Final = 10  # steps from always worse to always better: the classes h0 to h10 of the stylesheet
SPACIOUS: Final = 12  # bots up to which the heat map has room for names above its columns, and for intervals
SHORT: Final = 14  # letters of a name that fits there
SHARED: Final = "A rank such as 1-3 says which places a bot may have: its order among those next to it may be luck."
CIRCLES: Final = (
    "Each of them surely beats the next, as far as that can be said with all pairs of the game looked at, so that no "
    "order of these bots is right about all of them: their ratings say how they do against everybody together."
)
LOTTERY: Final = (
    "Who lets this lottery choose the bot for every deal places better than any one bot at least as often as not, if "
    "the shares that were seen are true. It is no ranking: a larger part does not make a better bot, and a bot that is "
    "not in it may beat some that are."
)
SEATS: Final = {"Seat": "number", "Wins": "number", "95 % interval": "chart", "Mean place": "number"}


def game_section(summary: Summary, game: str) -> Markup:
    """All about one game."""
    ratings = summary.standings.games[game]
    tables = {result.table for result in summary.results if result.game == game}
    pairs = {(pair.bot, pair.other): pair for pair in summary.pairs if pair.game == game}
    seats = [seat for seat in summary.seats if seat.table in tables]
    return tag(
        "section",
        tag("h2", summary.title(game)),
        leaderboard(summary, ratings, game),
        *_part("Teams", *_teams(summary, game)),
        *_part("Who beats whom in a circle", *_circles(summary, game)),
        *_part("Who beat whom", _heat_map(mapped(ratings), pairs, len(ratings)) if pairs else ""),
        *_part("Who beat whom, with less luck", *_less_luck(summary, game)),
        *_part("Ratings as the league grew", _growth(summary.growth[game], ratings)),
        *_part("Does the seat matter?", *_seats(seats)),
        *_part("How long games are", *(_lengths(one) for one in summary.lengths if one.table in tables)),
    )


def _part(title: str, *inside: str) -> list[str]:
    return [tag("h3", title), *inside] if any(inside) else []


def leaderboard(summary: Summary, ratings: Sequence[Rating], game: str | None, who: str = "Bot") -> Markup:
    """The ratings with their intervals, and who is not separated from whom."""
    points = summary.points.get(game or "") if who == "Bot" else None
    columns = {"Rank": "number", who: "name", "Rating": "number", "95 % interval": "chart"}
    columns |= {"Not separated from": "near", **dict.fromkeys(("Games", "Wins", "Mean place"), "number")}
    columns |= {points.name[:1].upper() + points.name[1:]: "number"} if points else {}
    columns |= {"Faults": "number"} if who == "Bot" else {}
    scale = Scale.over([end for rating in ratings for end in (rating.low, rating.high)])
    rows = []
    for rank, rating in zip(ranks(ratings), ratings, strict=True):
        told = f"{rating.bot}: {rating.mu:.1f}, between {rating.low:.1f} and {rating.high:.1f}"
        rows.append(
            (
                rank,
                name(rating.bot),
                f"{rating.mu:.1f}",
                ANCHOR if rating.anchor else charts.interval(scale, rating.low, rating.mu, rating.high, told),
                tag("span", few(rating.not_apart), title=", ".join(rating.not_apart)) if rating.not_apart else "-",
                f"{rating.games:,}",
                wins_text(rating.wins),
                f"{rating.mean_place:.2f}",
                *([points_text(points, rating.bot)] if points else []),
                *([f"{summary.faults_of(rating.bot, game):,}"] if who == "Bot" else []),
            )
        )
    numbers = charts.axis(scale, [f"{tick:.6g}" for tick in scale.ticks])
    looks = _ties(ratings)
    drawn = table(columns, rows, ["", "", "", numbers, *[""] * (len(columns) - 4)], looks)
    more = more_deals(summary, ratings, game) if who == "Bot" else ""
    counted = f" {points.name[:1].upper()}{points.name[1:]} are the mean of a game." if points else ""
    scale_text = explained([ratings]).replace("bots", "bots" if who == "Bot" else "teams")
    held = anchors_text(summary, ratings, game) if who == "Bot" else ""
    said = " ".join(filter(None, (held, scale_text, SHARED if any(looks) else SEPARATED, more)))
    return join(drawn, tag("p", f"{said}{counted}", class_="note"))


def _teams(summary: Summary, game: str) -> list[Markup]:
    """The teams as they were rated, each as if it were one player."""
    if game not in summary.teams:
        return []
    note = "Here every team is rated by itself, as one player; above, every bot by how all its teams did."
    teams = summary.teams[game]
    rest = f" The first {TEAMS_SHOWN} of {len(teams):,} teams are shown." if len(teams) > TEAMS_SHOWN else ""
    return [leaderboard(summary, teams[:TEAMS_SHOWN], game, "Team"), tag("p", note + rest, class_="note")]


def _circles(summary: Summary, game: str) -> list[Markup]:
    """Who beats whom in a circle, and what follows from it."""
    circles = [circle for circle in summary.circles if circle.game == game]
    parts = [tag("p", circle_text(circle.bots, circle.shares), class_="verdict") for circle in circles]
    return [*parts, tag("p", CIRCLES, class_="note"), *_lottery(circles[0].lottery)] if circles else []


def _lottery(lottery: Mapping[str, float]) -> list[Markup]:
    if len(lottery) == 1:
        return [tag("p", f"Nobody beats {next(iter(lottery))}, by the shares that were seen.")]
    parts = and_list([f"{bot} with {100 * part:.0f} %" for bot, part in lottery.items()])
    return [tag("p", f"A lottery that no bot beats: {parts}."), tag("p", LOTTERY, class_="note")]


def _ties(ratings: Sequence[Rating]) -> list[str]:
    """The classes that make one field of the lines of bots that are not separated."""
    following = [*(rating.bot for rating in ratings[1:]), ""]
    return [
        ("tied joined" if below in rating.not_apart else "tied") if rating.not_apart else ""
        for rating, below in zip(ratings, following, strict=True)
    ]


def _heat_map(bots: Sequence[str], pairs: Mapping[tuple[str, str], Pair], of: int) -> Markup:
    """Rows against columns; columns have numbers where names would not fit."""
    spacious = len(bots) <= SPACIOUS and max(map(len, bots)) <= SHORT
    heads = [
        tag("th", name(bot) if spacious else f"{number}", scope="col", title=bot) for number, bot in enumerate(bots, 1)
    ]
    rows = []
    for number, bot in enumerate(bots, 1):
        head = tag("th", name(bot if spacious else f"{number} {bot}"), scope="row")
        rows.append(tag("tr", head, *(_cell(bot, other, pairs) for other in bots)))
    note = (
        "In how many of 100 meetings the bot of the row placed better than the bot of the column, equal places "
        "counting half; below, from where to where the truth may be. Bold where it is clearly not 50. Blue is good for "
        "the row, orange for the column."
    )
    if len(bots) < of:
        note += f" The first {len(bots)} bots of the table are here; pairs.csv has all {of}."
    corner = tag("td", "placed better than", class_="corner")
    looks = "heat" if len(bots) <= SPACIOUS else "heat tight"
    grid = tag("table", tag("thead", tag("tr", corner, *heads)), tag("tbody", *rows), class_=looks)
    return join(tag("div", grid, class_="scroll", tabindex=0), tag("p", note, class_="note"))


def _cell(bot: str, other: str, pairs: Mapping[tuple[str, str], Pair]) -> Markup:
    if (bot, other) not in pairs:
        return tag("td", class_="self") if bot == other else tag("td", "-", class_="never", title="never met")
    pair = pairs[bot, other]
    figure = f"{out_of_100(pair.share.value)}"
    return tag(
        "td",
        figure if pair.share.around(0.5) else tag("b", figure),
        tag("small", f"{out_of_100(pair.share.low)}-{out_of_100(pair.share.high)}"),
        class_=f"h{round(SHADES * pair.share.value)}",
        title=f"{bot} against {other}: better {pair.better:,}, equal {pair.equal:,}, worse {pair.worse:,}; "
        + share_text(pair.share),
    )


def _less_luck(summary: Summary, game: str) -> list[Markup]:
    pairs = of_game(summary.less_luck, game)
    return draw_less_luck(pairs, summary.title(game), summary.judged.get(game, ""))


def _growth(steps: Sequence[Step], ratings: Sequence[Rating]) -> str:
    if len(steps) < 2:
        return ""
    drawn = [rating.bot for rating in ratings[: charts.MOST_LINES]]
    series = {
        bot: [(step.blocks / steps[-1].blocks, step.ratings[bot]) for step in steps if bot in step.ratings]
        for bot in drawn
    }
    scale = Scale.over([value for points in series.values() for _, value in points])
    label = "the ratings of the bots after equal parts of the deals"
    note = (
        "The rating that each bot would have if the league had ended there. Lines that have become flat say that more "
        "deals would change little; lines that still cross say that the order is not settled."
    )
    rest = f" The first {len(drawn)} bots of the table are drawn." if len(ratings) > len(drawn) else ""
    ends = ["0", "half of the deals played", "all"]
    return join(charts.lines(series, scale, ends, label), tag("p", note + rest, class_="note"))


def _seats(seats: Sequence[SeatWorth]) -> list[Markup]:
    parts: list[Markup] = []
    for kind, group in groupby(seats, key=lambda seat: seat.table):
        found = list(group)
        parts += [tag("h4", kind), _seat_table(found), tag("p", _seat_words(found), class_="note")]
    return parts


def _seat_table(seats: Sequence[SeatWorth]) -> Markup:
    fair = seats[0].fair
    scale = Scale.over([0.0, *(end for seat in seats for end in (seat.wins.high, 2 * fair))])
    rows = [
        (
            f"{seat.seat}",
            f"{100 * seat.wins.value:.1f} %",
            charts.interval(
                scale, seat.wins.low, seat.wins.value, seat.wins.high, f"seat {seat.seat} {share_text(seat.wins)}", fair
            ),
            f"{seat.place.value:.2f}",
        )
        for seat in seats
    ]
    return table(SEATS, rows, ("", "", charts.axis(scale, [f"{100 * tick:.6g} %" for tick in scale.ticks]), ""))


def _seat_words(seats: Sequence[SeatWorth]) -> str:
    fair = f"Equal seats would each win {100 * seats[0].fair:.1f} % (the dashed line)."
    if seats[0].matters is None:
        return f"{fair} {seats[0].deals} deals are too few to say whether the seats differ."
    if not seats[0].matters:
        return f"{fair} Over {seats[0].deals:,} deals no seat is clearly better or worse than that."
    off = [f"seat {seat.seat}" for seat in seats if not seat.wins.around(seat.fair)]
    return (
        f"{fair} The seats clearly differ ({and_list(off)}, over {seats[0].deals:,} deals). That favours no bot: with "
        "every deal each bot of a line-up sits in every seat once."
    )


def _lengths(lengths: Lengths) -> Markup:
    told = (
        f"{lengths.table}: {lengths.shortest:,} to {lengths.longest:,} decisions a game, half of the games at most "
        f"{lengths.median:,.0f} (the dashed line)"
    )
    most = f"The tallest bar stands for {max(count for _, _, count in lengths.bars):,} games"
    return tag("figure", charts.histogram(lengths.bars, lengths.median, told), tag("figcaption", f"{told}. {most}."))
