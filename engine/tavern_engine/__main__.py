"""Runs the engine's command line."""

from tavern_engine.cli import main

main(prog_name="python -m tavern_engine")
