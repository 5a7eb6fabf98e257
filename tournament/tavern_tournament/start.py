"""Where the commands of the league begin, as `tavern_bots.start` has it."""

from __future__ import annotations

from tavern_bots.start import start


def tourney(program: str | None = None) -> None:
    """Run `tavern-tourney`."""
    start("tavern_tournament.cli", program)


def play(program: str | None = None) -> None:
    """Run `tavern-play`."""
    start("tavern_tournament.solo.cli", program)
