"""What can go wrong, each as one sentence for a person."""


class TavernError(Exception):
    """The root of every error this project raises on purpose."""


class UnknownGame(TavernError):
    """No game of that id is registered."""


class BadPlugin(TavernError):
    """Something of another package that cannot be used; the sentence says what, whose, and why."""


class BadGame(BadPlugin):
    """A game that cannot be loaded, or whose rules fail while it is played."""


class BadSetup(TavernError):
    """Seats, seed, options or components that a game cannot be set up with."""


class IllegalAction(TavernError):
    """An action that the rules do not allow now, or that is no action at all."""


class BadBytes(TavernError):
    """Bytes that are truncated, damaged, or of something else."""


class BadRecord(TavernError):
    """A record that is damaged or belongs to another game, version or data."""


class BadScenario(TavernError):
    """A scenario file that cannot be understood."""
