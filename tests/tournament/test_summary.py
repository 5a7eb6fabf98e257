"""What is told about a league: counts that add up, the same bytes for every run, and files that are whole."""

import csv
import errno
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from small_league import GAME, fault, info, league, result

from tavern_tournament.disk import DiskTrouble
from tavern_tournament.ratings.rate import Rating, rate
from tavern_tournament.report.answers import first_answers
from tavern_tournament.report.counts import count_lengths, count_pairs, count_seats, estimate
from tavern_tournament.report.files import write_files
from tavern_tournament.report.sentences import more_deals
from tavern_tournament.report.summary import Summary, report_data, summarise
from tavern_tournament.report.text import table_text
from tavern_tournament.results import GameResult

STRENGTHS = {"mcts": 2.0, "rules": 0.6, "flat": 0.5, "random": -2.0}
CHAIN = [
    result(names if deal % 8 < wins else names[::-1], (1, 2), deal=deal)
    for names, wins in ((("a", "b"), 5), (("b", "c"), 5), (("a", "c"), 6))
    for deal in range(16)
]
WITHOUT_TIMES = ("games.jsonl", "ratings.csv", "ratings.json", "pairs.csv", "faults.csv")


def summary_of(results: list[GameResult], **changes: object) -> Summary:
    return summarise(results, rate(results, bootstrap=0), info(results, **changes))


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def results() -> list[GameResult]:
    games = league(STRENGTHS, 2, 12)
    games[3] = replace(games[3], faults=(fault("KeyError: 'ale'\n  in choose"),))
    games[8] = replace(games[8], placement=(), scores=(), void="it killed its workers")
    return games


def test_another_order_and_other_times_leave_the_same_bytes(results: list[GameResult], tmp_path: Path) -> None:
    """A league that was broken off and resumed finishes its games in another order."""
    again = [replace(one, seconds=tuple(2 * second for second in one.seconds)) for one in results]
    Random(5).shuffle(again)
    first, second = summary_of(results), summary_of(again, folder="elsewhere", command="another")
    for summary, name in ((first, "first"), (second, "second")):
        (tmp_path / name).mkdir()
        write_files(summary, tmp_path / name)
    for name in WITHOUT_TIMES:
        assert (tmp_path / "first" / name).read_bytes() == (tmp_path / "second" / name).read_bytes(), name
    assert json.dumps(report_data(first)) == json.dumps(report_data(second))
    assert (tmp_path / "first" / "timings.csv").read_bytes() != (tmp_path / "second" / "timings.csv").read_bytes()


def test_games_are_listed_by_id_with_deal_10_after_deal_9(results: list[GameResult], tmp_path: Path) -> None:
    write_files(summary_of(results), tmp_path)
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    assert "seconds" not in games[0]
    listed = [GameResult.from_fields(game) for game in games]
    assert sorted(one.id for one in listed) == sorted(one.id for one in results)
    assert [one.deal for one in listed if one.line_up == "flat+mcts" and one.turn == 0] == list(range(12))
    assert {one.id: one.faults for one in listed} == {one.id: one.faults for one in results}


def test_a_pair_counts_better_equal_and_worse_places() -> None:
    pairs = count_pairs(
        [
            result(("a", "b", "c"), (1, 2, 3), deal=0, turn=0),
            result(("c", "a", "b"), (1, 2, 2), deal=0, turn=1),
            result(("b", "c", "a"), (1, 3, 2), deal=1, turn=2),
            result(("a", "b", "c"), (), deal=2, void="the power went"),
        ]
    )
    first, back = (next(one for one in pairs if (one.bot, one.other) == who) for who in (("a", "b"), ("b", "a")))
    assert (first.meetings, first.better, first.equal, first.worse, first.blocks) == (3, 1, 1, 1, 2)
    assert (back.better, back.equal, back.worse) == (1, 1, 1)
    assert first.share.value == (0.75 + 0) / 2  # the mean over the two blocks
    assert back.share.low == pytest.approx(1 - first.share.high)


def test_team_mates_do_not_meet_and_a_bot_at_two_seats_meets_twice() -> None:
    teams = count_pairs([result(("a", "b", "a", "b"), (1, 1, 3, 3), teams=(0, 0, 1, 1))])
    assert [(one.bot, one.other, one.meetings, one.better, one.worse) for one in teams] == [
        ("a", "b", 2, 1, 1),
        ("b", "a", 2, 1, 1),
    ]


@pytest.mark.parametrize("blocks", [5, 20, 80])
def test_the_interval_of_a_share_holds_the_truth_as_often_as_it_says(blocks: int) -> None:
    luck, held, truth = Random(blocks), 0, 0.8
    for _ in range(500):
        games = [[luck.random() < truth, luck.random() < truth] for _ in range(blocks)]
        held += estimate([sum(block) / 2 for block in games], (0, 1), (0, 1)).around(truth)
    assert held / 500 > 0.93


def test_blocks_that_came_out_alike_do_not_claim_certainty() -> None:
    few, many = (estimate([1.0] * blocks, (0, 1), (0, 1)) for blocks in (3, 60))
    assert (few.value, few.high) == (1.0, 1.0)
    assert few.low < 0.5 < 0.9 < many.low < 1


def test_a_seat_that_helps_is_found_and_luck_is_not() -> None:
    helped = count_seats(league(STRENGTHS, 3, 30, first_seat=1.5))
    assert [seat.matters for seat in helped] == [True] * 3
    assert helped[0].wins.low > helped[0].fair == pytest.approx(1 / 3)
    assert helped[0].place.value < helped[1].place.value
    assert sum(seat.wins.value for seat in helped) == pytest.approx(1)
    assert [seat.matters for seat in count_seats(league(STRENGTHS, 3, 30))] == [False] * 3


def test_few_deals_say_nothing_about_seats_and_broken_blocks_do_not_count() -> None:
    games = league({"a": 9.0, "b": 0.0}, 2, 4)
    assert {seat.matters for seat in count_seats(games)} == {None}
    broken = [replace(one, void="no", placement=()) if one.deal < 3 and one.bots[0] == "b" else one for one in games]
    assert [(seat.games, seat.wins.value) for seat in count_seats(broken)] == [(2, 0.5), (2, 0.5)]


def test_lengths_fill_bars_of_round_widths() -> None:
    (lengths,) = count_lengths([result(("a", "b"), (1, 2), actions=(0,) * size) for size in (3, 3, 60, 99)])
    assert (lengths.shortest, lengths.median, lengths.longest) == (3, 31.5, 99)
    assert lengths.bars[0] == (0, 4, 2)
    assert (lengths.bars[-1], sum(count for _, _, count in lengths.bars)) == ((95, 99, 1), 4)


def test_the_ratings_grow_with_the_deals_and_end_where_the_table_is(results: list[GameResult]) -> None:
    summary = summary_of(results)
    steps = summary.growth[GAME]
    assert len(steps) == 10
    assert [step.games for step in steps] == sorted(step.games for step in steps)
    table = {rating.bot: rating.mu for rating in summary.standings.games[GAME]}
    assert steps[-1].ratings == pytest.approx(table)


def test_faults_and_void_games_are_listed(results: list[GameResult], tmp_path: Path) -> None:
    write_files(summary_of(results), tmp_path)
    listed = rows(tmp_path / "faults.csv")
    assert [(row["kind"], row["id"]) for row in listed] == [("raise", results[3].id), ("void", results[8].id)]
    assert listed[0]["bot"] == results[3].bots[0]
    assert listed[0]["said"] == "KeyError: 'ale'\n  in choose"
    assert listed[1]["said"] == "it killed its workers"


def test_half_a_character_that_a_bot_said_is_written_as_its_code(tmp_path: Path) -> None:
    games = league({"a": 0.0, "b": 1.0}, 2, 2)
    games[0] = replace(games[0], faults=(fault("broken \udce2"),))
    write_files(summary_of(games), tmp_path)
    assert rows(tmp_path / "faults.csv")[0]["said"] == "broken \\udce2"
    first = json.loads((tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert first["faults"][0]["said"] == "broken \udce2"


def test_pairs_and_ratings_are_written_for_spreadsheets(results: list[GameResult], tmp_path: Path) -> None:
    write_files(summary_of(results), tmp_path)
    pairs = {(row["bot"], row["other"]): row for row in rows(tmp_path / "pairs.csv")}
    assert len(pairs) == 12
    row = pairs["mcts", "random"]
    assert int(row["better"]) + int(row["equal"]) + int(row["worse"]) == int(row["meetings"]) == 24
    assert float(row["low"]) <= float(row["share"]) <= float(row["high"])
    ratings = rows(tmp_path / "ratings.csv")
    assert (ratings[0]["game"], ratings[0]["rank"], ratings[0]["bot"]) == (GAME, "1", "mcts")
    assert sum(int(row["faults"]) for row in ratings if row["game"] == GAME) == 1


def test_a_full_disk_leaves_the_old_files_whole(
    results: list[GameResult], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_files(summary_of(results[:24]), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    calls = []

    def full(_file: int) -> None:
        calls.append(1)
        if len(calls) == 4:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(DiskTrouble, match=r"No space left on device\. No game is lost"):
        write_files(summary_of(results), tmp_path)
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_folder_that_is_not_there_is_a_sentence(results: list[GameResult], tmp_path: Path) -> None:
    with pytest.raises(DiskTrouble, match=r"cannot be written to .*nowhere: No such file or directory"):
        write_files(summary_of(results), tmp_path / "nowhere")


def test_the_table_shows_who_is_not_separated(results: list[GameResult]) -> None:
    text = table_text(summary_of(results))
    lines = text.splitlines()
    assert lines[0] == "Dragon's Vault"
    assert " ".join(lines[1].split()) == "rank bot rating 95 % interval games wins mean place a move faults"
    assert [line.split()[0] for line in lines[2:6]] == ["1", "2-3", "2-3", "4"]
    assert [line.split()[1] for line in lines[2:6]][::3] == ["mcts", "random"]
    assert lines[6].startswith("Not clearly separated, their order may be luck: ")
    assert "rules and flat" in text or "flat and rules" in text
    assert "19 times in 20" in text


def test_a_chain_of_ties_says_who_is_not_separated_from_whom(tmp_path: Path) -> None:
    """Of three in a chain the first and the last are separated, so each has the places of its neighbours."""
    summary = summary_of(CHAIN)
    assert [line.split()[0] for line in table_text(summary).splitlines()[2:5]] == ["1-2", "1-3", "2-3"]
    assert "their order may be luck: a from b; b from c." in " ".join(table_text(summary).split())
    write_files(summary, tmp_path)
    found = {row["bot"]: row["not_apart"] for row in rows(tmp_path / "ratings.csv")}
    assert found == {"a": "b", "b": "a, c", "c": "b"}
    data = json.loads((tmp_path / "ratings.json").read_text())["games"][GAME]
    assert [line["not_apart"] for line in data] == [["b"], ["a", "c"], ["b"]]
    page = (tmp_path / "report.html").read_text()
    assert '<span title="a, c">a and c</span>' in page


def test_it_is_said_how_many_more_deals_would_decide() -> None:
    """As many as the variance of the difference says: with these added it is about as small as it has to be."""
    games = league({"a": 0.5, "b": 0.0, "c": -2.0}, 2, 12, seed=2)
    summary = summary_of(games)
    text = " ".join(table_text(summary).split())
    found = re.search(r"About (\d+) more deals a line-up would decide a against b\.", text)
    assert found is not None
    (answers,) = first_answers(summary)
    assert answers.more.startswith(f"About {found[1]} more deals a line-up (")
    assert answers.more.endswith(" games) would decide a against b.")
    first, second, third = summary.standings.games[GAME]
    assert (first.bot, second.bot) == ("a", "b")
    assert first.enough is not None
    assert first.enough > 1
    assert float(found[1]) == pytest.approx(12 * (first.enough - 1), rel=0.2)
    assert second.enough is not None
    assert second.enough < 1
    assert third.enough is None
    times = round(first.enough * 1.2)
    more = [replace(game, deal=game.deal + 12 * number) for number in range(times) for game in games]
    assert "All neighbours are separated." in table_text(summary_of(more))


def test_of_many_neighbours_the_easiest_to_decide_are_named_and_the_others_are_too_close() -> None:
    five = {"a": 9.0, "b": 7.0, "c": 5.0, "d": 3.0, "e": 1.0}
    said = more_deals(*_made_up([1.5, 1.25, 4.0, 1.5, None], five))
    assert said == (
        "About 1 more deal a line-up would decide b against c. About 2 more deals a line-up would decide "
        "a against b and d against e."
    )
    said = more_deals(*_made_up([None, 0.5, None, 3.0, None], five))
    assert said.endswith("decide d against e. Too close to tell, even with 20 times these games: a and b; c and d.")
    assert more_deals(*_made_up([0.5] * 4 + [None], five)) == ""


def _made_up(enough: list[float | None], strengths: dict[str, float]) -> tuple[Summary, list[Rating], str]:
    """A league of four deals that takes so many times its games to tell each bot from the next."""
    summary = summary_of(league(strengths, 2, 4))
    names = sorted(strengths)
    ratings = [
        replace(rating, bot=bot, enough=times, not_apart=() if times is not None and times < 1 else (after,))
        for rating, bot, after, times in zip(
            summary.standings.games[GAME], names, [*names[1:], ""], enough, strict=True
        )
    ]
    return summary, ratings, GAME


def test_several_games_end_with_a_table_of_all() -> None:
    games = league(STRENGTHS, 2, 3) + league(STRENGTHS, 3, 3, game="red-inn")
    text = table_text(summary_of(games))
    assert [line for line in text.splitlines() if line in ("Dragon's Vault", "red-inn", "All games together")] == [
        "Dragon's Vault",
        "red-inn",
        "All games together",
    ]


def test_bots_that_share_no_game_have_no_table_of_all() -> None:
    games = league({"a": 0.0, "b": 1.0}, 2, 2) + league({"c": 0.0, "d": 1.0}, 2, 2, game="red-inn")
    assert "All games together" not in table_text(summary_of(games))


def test_long_names_keep_both_ends_and_the_table_its_width() -> None:
    names = {f"mcts:simulations={number},rollout=rules,goal=placement-{number}": number / 1e6 for number in (1, 10**6)}
    games = [replace(one, decisions=(10**6,) * 2) for one in league(names, 2, 3)]
    text = table_text(summary_of(games))
    assert max(map(len, text.splitlines())) <= 100
    assert re.search(r"mcts:sim.*….*-1000000 ", text)
    assert re.search(r"mcts:sim.*….*-1 ", text)


@pytest.mark.parametrize("void", ["", "nobody was there"])
def test_without_a_game_that_counts_there_is_no_table(void: str, tmp_path: Path) -> None:
    games = [result(("a", "b"), (), void=void)] if void else []
    summary = summary_of(games, planned=6)
    assert table_text(summary).startswith("Harvest league: ")
    assert "there is no table" in table_text(summary)
    write_files(summary, tmp_path)
    assert rows(tmp_path / "ratings.csv") == []


def test_a_gauntlet_is_about_its_challenger() -> None:
    games = league({"weak": 0.0, "mine": 3.0, "strong": 9.0, "other": 3.0}, 2, 12)
    games = [game for game in games if "mine" in game.bots]
    summary = summary_of(games, config={"schedule": {"kind": "gauntlet", "challenger": ["mine"]}})
    (answers,) = first_answers(summary)
    said = answers.best
    assert re.match(r"mine clearly beats weak \(\d+ %, \d+ to \d+\)", said)
    assert "is clearly beaten by strong (" in said
    assert said in " ".join(table_text(summary).split())
    assert answers.sure == "Not against other."
    assert re.match(r"About [\d,]+ more deals? would decide mine against other\.|Too close to tell", answers.more)
    assert (answers.loser, answers.winner) == ("mine", "strong")
    assert "Not clearly separated, their order" not in table_text(summary)  # its meetings say that
