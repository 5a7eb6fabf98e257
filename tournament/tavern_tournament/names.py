"""Names that `tavern-tourney` takes, and how a shell completes them: runs, their games and bots, sample leagues."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from tavern_bots.names import beginning
from tavern_engine.pages import samples

LEAGUE: Final = "league.json"  # a folder that has it is a run
RUNS: Final = "runs"  # where runs are unless a league says otherwise


class Folder(click.Path):
    """A folder that is named: Python takes an empty text for the current one."""

    def __init__(self) -> None:
        super().__init__(path_type=Path, file_okay=False)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            self.fail("it must not be empty; write . for the folder you are in.", param, ctx)
        return super().convert(value, param, ctx)


class RunFolder(Folder):
    """The folder of a run."""

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        inside = {incomplete.rpartition("/")[0], "" if incomplete.startswith("/") else RUNS}
        found = sorted({run for place in inside for run in _runs_in(place)})
        return beginning(found, incomplete) or [CompletionItem(incomplete, type="dir")]


def _runs_in(place: str) -> Iterator[str]:
    try:
        names = os.listdir(place or ("/" if place else "."))
    except OSError:
        return
    for name in names:
        path = os.path.join(place, name)
        if os.path.isfile(os.path.join(path, LEAGUE)):
            yield path


class GameId(StringParamType):
    """A game of a run, such as `dragon-vault-2/flat+mcts/7/1`."""

    name = "game id"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        found = []
        for fixture in _plan(ctx).get("fixtures", ()):
            key = f"{fixture['table']}/{'+'.join(fixture['bots'])}"
            if not incomplete.startswith(f"{key}/"):
                found.append(f"{key}/0/0")
                continue
            seatings = range(len(fixture["bots"]))
            found += [f"{key}/{deal}/{turn}" for deal in range(fixture["deals"]) for turn in seatings]
        return beginning(found, incomplete)


class RunBot(StringParamType):
    """A bot of a run."""

    name = "bot"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        plan = _plan(ctx)
        return beginning([*plan.get("founders", ()), *plan.get("joined", ())], incomplete)


def _plan(ctx: click.Context) -> dict[str, Any]:
    """What the run that the command names has planned, as it is in its file."""
    typed = os.environ.get("COMP_WORDS", "").split()  # click forgets arguments before an option without its value
    for folder in filter(None, (ctx.params.get("folder"), *typed)):
        with suppress(OSError, ValueError):
            plan: dict[str, Any] = json.loads(Path(folder, LEAGUE).read_text(encoding="utf-8"))
            return plan
    return {}


class SampleName(StringParamType):
    """A league that came with the package."""

    name = "sample"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return beginning(list(samples()), incomplete)
