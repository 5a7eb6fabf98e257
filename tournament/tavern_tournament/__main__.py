"""`python -m tavern_tournament` is `tavern-tourney`."""

from tavern_tournament.cli import main

main(prog_name="tavern-tourney")
