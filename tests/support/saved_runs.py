"""Runs of small leagues for tests, played in this process."""

from dataclasses import replace
from pathlib import Path

from leagues import write_league

from tavern_tournament.config.league import League
from tavern_tournament.config.load import load, override
from tavern_tournament.host import Host
from tavern_tournament.journal import Journal
from tavern_tournament.run import Run, prepare


def saved_run(folder: Path, deals: int = 1, reasons: bool = False, replays: int = 3) -> Run:
    """The folder of a league of three quick bots that has been played, without its derived files.

    So many of its games open in its report.
    """
    league = load(write_league(folder, deals))
    run = league.run.model_copy(update={"reasons": reasons})
    league = replace(league, run=run, report=league.report.model_copy(update={"replays": replays}))
    return _played(league, folder)


def played_run(folder: Path, text: str) -> Run:
    """The same of a league whose file has this text."""
    (folder / "league.toml").write_text(text, encoding="utf-8")
    return _played(load(folder / "league.toml"), folder)


def _played(league: League, folder: Path) -> Run:
    league = override(league, out=folder / "run")
    run = prepare(league, None, "tavern-tourney --config league.toml")
    host = Host(run.setup)
    with Journal(run.journal) as journal:
        journal.append([host.play(planned).to_json().encode() for planned in run.left(())])
    run.save()
    return run
