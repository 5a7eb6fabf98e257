"""`tavern-play`: a person against bots, in a terminal."""
