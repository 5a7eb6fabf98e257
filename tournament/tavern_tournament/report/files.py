"""The files that a run leaves: all of them new, or all of them old if the disk says no.

Only `timings.csv` and a section of the report have times: the other files are the same for every run of a league.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from tavern_tournament.disk import DiskTrouble, write_whole
from tavern_tournament.report.gallery import FOLDER, REPLAYS, Gallery, make_gallery
from tavern_tournament.report.page import page
from tavern_tournament.report.summary import DIGITS, Summary, standings_data
from tavern_tournament.results import GameResult, in_one_line


def write_files(summary: Summary, folder: Path | str) -> list[Path]:
    """Write all files into the folder, or DiskTrouble; their paths, the report last."""
    gallery = make_gallery(summary, summary.info.config.get("report", {}).get("replays", REPLAYS))
    texts: dict[str, str | Iterable[str]] = {
        "games.jsonl": (game_line(result) + "\n" for result in summary.results),  # too many to have at once
        "ratings.csv": _ratings_csv(summary),
        "ratings.json": json.dumps(_ratings(summary), indent=2, ensure_ascii=False) + "\n",
        "pairs.csv": _pairs_csv(summary),
        "faults.csv": _faults_csv(summary),
        "timings.csv": _timings_csv(summary),
        **({"luck.csv": _luck_csv(summary)} if summary.less_luck else {}),
        "report.html": page(summary, gallery),
    }
    target = Path(folder)
    _write_chunks(target / FOLDER, gallery)
    write_whole(target, texts)
    _forget_chunks(target / FOLDER, gallery)
    return [target / name for name in texts]


def _write_chunks(folder: Path, gallery: Gallery) -> None:
    """Write those that are not there; they are named by what is in them, so that an old page keeps its own."""
    missing = {name: text for name, text in gallery.files.items() if not (folder / name).exists()}
    if missing:
        try:
            folder.mkdir(exist_ok=True)
        except OSError as error:
            raise DiskTrouble(f"The folder {folder} cannot be made: {error.strerror}.") from None
        write_whole(folder, missing)


def _forget_chunks(folder: Path, gallery: Gallery) -> None:
    """Remove those of an older page."""
    with suppress(OSError):  # they only take room
        for path in folder.glob("*.js"):
            if path.name not in gallery.files:
                path.unlink()
        if not gallery.files:
            folder.rmdir()


def game_line(result: GameResult) -> str:
    """A game as JSON without its times and its bots' reasons, and without moves that would have to be played again."""
    fields = result.fields(with_moves=result.has_moves)
    del fields["seconds"]
    fields.pop("reasons", None)
    return in_one_line(fields)


def _ratings(summary: Summary) -> dict[str, Any]:
    info = summary.info
    return {"league": info.league, "seed": info.seed, "secret": info.secret, **standings_data(summary)}


def _csv(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows([_plain(value) for value in row] for row in rows)
    return text.getvalue()


def _plain(value: object) -> object:
    if isinstance(value, list):
        return ", ".join(value)
    return f"{value:.{DIGITS}f}" if isinstance(value, float) else value


def _ratings_csv(summary: Summary) -> str:
    data = standings_data(summary)
    lines = [{"game": game, **line} for game, found in data["games"].items() for line in found]
    lines += [{"game": "", **line} for line in data["overall"]]
    return _csv(list(lines[0]), [list(line.values()) for line in lines]) if lines else ""


def _pairs_csv(summary: Summary) -> str:
    heads = ("game", "bot", "other", "meetings", "better", "equal", "worse", "blocks", "share", "low", "high")
    rows = [
        (
            *(pair.game, pair.bot, pair.other, pair.meetings, pair.better, pair.equal, pair.worse, pair.blocks),
            *(pair.share.value, pair.share.low, pair.share.high),
        )
        for pair in summary.pairs
    ]
    return _csv(heads, rows)


def _luck_csv(summary: Summary) -> str:
    heads = ("game", "bot", "other", "blocks", "share", "low", "high", "less luck", "low", "high", "variance saved")
    rows = [
        (
            *(pair.game, pair.bot, pair.other, pair.blocks),
            *(pair.plain.value, pair.plain.low, pair.plain.high),
            *(pair.less.value, pair.less.low, pair.less.high, pair.saved),
        )
        for pair in summary.less_luck
    ]
    return _csv(heads, rows)


def _faults_csv(summary: Summary) -> str:
    """All faults, then the void games, which have no bot: several may have had a part in that."""
    heads = ("game", "id", "bot", "seat", "move", "kind", "said")
    rows: list[Sequence[object]] = [tuple(vars(fault).values()) for fault in summary.faults]
    rows += [(result.game, result.id, "", "", "", "void", result.void) for result in summary.void]
    return _csv(heads, rows)


def _timings_csv(summary: Summary) -> str:
    heads = ("game", "bot", "moves", "seconds", "seconds a move", "median game", "quickest game", "slowest game")
    rows = [
        (
            *(timing.game, timing.bot, timing.moves, timing.seconds),
            *(f"{rate:.3g}" for rate in (timing.per_move, timing.usual, timing.quickest, timing.slowest)),
        )
        for timing in summary.timings
    ]
    return _csv(heads, rows)
