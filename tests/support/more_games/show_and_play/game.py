"""Show and Play as a game of the registry."""

from show_and_play import ShowAndPlay


class BoxedShowAndPlay(ShowAndPlay):
    """The game that a folder brings."""

    @classmethod
    def from_box(cls) -> "BoxedShowAndPlay":
        """It has no components."""
        return cls()


GAME = BoxedShowAndPlay
