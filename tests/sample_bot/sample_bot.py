"""The smallest bot that is a package of its own."""

from tavern_bots.api import ALL_GAMES, Clock, Place, Setting
from tavern_engine import InfoSet


class SampleBot:
    """Takes the first legal action, or the last one if it is told to."""

    summary = "takes the first legal action, or the last"
    games = ALL_GAMES
    options = (Setting("end", "first", "which end of the list it takes", choices=("first", "last")),)

    def __init__(self, place: Place) -> None:
        self.index = 0 if place.options["end"] == "first" else -1

    def choose(self, infoset: InfoSet, clock: Clock) -> int:
        """One end of the list of legal actions, which are plain data: code, text, verb and more."""
        code: int = infoset.actions()[self.index]["code"]
        return code
