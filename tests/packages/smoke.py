"""Whether an installed package works as a person uses it: `python smoke.py [compiled|pure]`, with its Python.

It stands alone: nothing of the sources is on the path, and what it writes is in a folder of its own. Every step is a
command; the last line is a digest of games, which is the same on every system, Python and build.
"""

import hashlib
import os
import subprocess
import sys
import tempfile
from importlib.metadata import distribution
from pathlib import Path

LEAGUE = """
league = {{ name = "Smoke", seed = "smoke", out = "runs/smoke", secret = "public" }}
tables = [{{ game = "dragon-vault", seats = 2 }}]
bots = [{{ bot = "rules" }}, {{ bot = "mcts", options = {{ simulations = 20 }} }}, {{ bot = "first.py:First"{more} }}]
schedule = {{ deals = 1 }}
"""
FIRST = """
class First:
    summary, games, options = "takes what comes first", "all games", ()
    def __init__(self, place): pass
    def choose(self, infoset, clock): return infoset.legal()[0]
"""
PYTHON = (sys.executable,)
ENGINE = (*PYTHON, "-m", "tavern_engine")
BOTS = (*PYTHON, "-m", "tavern_bots")
TOURNEY = (*PYTHON, "-m", "tavern_tournament")
PLAY = (*PYTHON, "-m", "tavern_tournament.solo.cli")


def step(*command: str, input: str = "", wanted: str = "") -> None:
    """Run a command, which must end well and say what is wanted."""
    done = subprocess.run(command, input=input, capture_output=True, text=True)
    said = done.stdout + done.stderr
    if done.returncode or wanted not in said:
        sys.exit(f"FAILED ({done.returncode}): {' '.join(command)}\n{said}")
    print("ok", *(Path(word).name if os.path.isabs(word) else word for word in command), flush=True)


def digest() -> str:
    """A digest of one random game of every kind, with what every seat sees and samples."""
    from tavern_engine import RandomPolicy, Rng, games

    seen = hashlib.sha256()
    for game in games():
        state, rng = game.new(game.min_seats, "smoke"), Rng(1)
        for _ in range(40):
            state.playout(RandomPolicy(), rng, 3)
            for seat in range(-1, game.min_seats):
                infoset = state.observe(seat)
                seen.update(infoset.to_bytes() + infoset.sample(rng).to_bytes() + str(infoset).encode())
    return seen.hexdigest()[:16]


def main(build: str) -> None:
    """All steps."""
    import tavern_engine

    found = "compiled" if tavern_engine.COMPILED else "pure"
    if build and found != build:
        sys.exit(f"FAILED: the {found} build is installed, not the {build} one")
    assert distribution("tavern-tourney").version == tavern_engine.__version__
    has_fork = hasattr(os, "fork")
    Path("first.py").write_text(FIRST)
    Path("league.toml").write_text(LEAGUE.format(more="" if has_fork else ', isolation = "inprocess"'))
    step(*ENGINE, "games", wanted="red-dragon-inn")
    step(*ENGINE, "check", "dragon-vault", "--effort", "0.02")
    step(*ENGINE, "components", "tiefenthal", wanted="source")
    step(*BOTS, "list", wanted="any legal action")
    step(*BOTS, "page", "tavern-brawl", wanted="## Facts")
    step(*BOTS, "check", "random", "--game", "tavern-brawl", "--effort", "0.02")
    step(*BOTS, "panel", "random", "--game", "dragon-vault", "--workers", "1", wanted="regret")
    step(*PLAY, "dragon-vault", "--against", "rules", "--plain", input="1\nq\n", wanted="The game is saved")
    step(*TOURNEY, "--config", "league.toml", "--workers", "1", wanted="Dragon's Vault")
    step(*TOURNEY, "verify", "runs/smoke", "--play", "1")
    step(*TOURNEY, "init", "new", wanted="Wrote")
    step(*TOURNEY, "docs", "docs/PLATFORMS.md", wanted="fork")
    step(*BOTS, "new", "my-bot")
    step(*ENGINE, "new-game", "my-game")
    for package in ("my-bot", "my-game"):
        step(*PYTHON, "-m", "pip", "install", "--quiet", "--no-deps", f"./{package}")
    step(*BOTS, "check", "my-bot", "--game", "my-game", "--effort", "0.02")
    step(*ENGINE, "check", "my-game", "--effort", "0.05")
    step(*PYTHON, "-m", "pip", "uninstall", "--quiet", "--yes", "my-bot", "my-game")
    print(found, digest())


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            main(sys.argv[1] if len(sys.argv) > 1 else "")
        finally:
            os.chdir(os.path.dirname(os.path.abspath(sys.executable)))
