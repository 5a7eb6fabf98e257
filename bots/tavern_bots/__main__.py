"""`python -m tavern_bots` is `tavern-bots`."""

from tavern_bots.cli import main

main(prog_name="tavern-bots")
