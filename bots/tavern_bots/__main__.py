"""`python -m tavern_bots` is `tavern-bots`."""

from tavern_bots.start import bots

bots("tavern-bots")
