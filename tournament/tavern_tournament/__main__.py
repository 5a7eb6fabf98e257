"""`python -m tavern_tournament` is `tavern-tourney`."""

from tavern_tournament.start import tourney

tourney("tavern-tourney")
