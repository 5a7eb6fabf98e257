"""Runs the engine's command line."""

import sys

try:
    from tavern_engine.cli import main

    main(prog_name="python -m tavern_engine")
except KeyboardInterrupt:
    sys.exit(130)
