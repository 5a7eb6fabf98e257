"""Programs in any language are told what bots in Python can read, at every game; PROTOCOL.md names the versions."""

import json
import re
from pathlib import Path

import pytest

from tavern_bots import frames
from tavern_engine import Game, RandomPolicy, Rng, games
from tavern_tournament.players.languages import LINES_VERSION, Lines

PROTOCOL = (Path(__file__).parent.parent.parent / "bots" / "PROTOCOL.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", games(), ids=lambda game: game.id)
def test_facts_and_actions_are_those_of_the_information_set(game: Game) -> None:
    state = game.new(game.usual_size, 1)
    for _ in range(10):
        state.playout(RandomPolicy(), Rng(1), 3)
        if state.seat() < 0:
            break
        infoset = state.observe(int(state.seat()))
        told = json.loads(Lines({}).question(game, infoset.seat, infoset, [], None))
        assert told["legal"] == infoset.legal() == [action["code"] for action in told["actions"]]
        assert told["actions"] == infoset.actions()
        facts = json.loads(json.dumps(infoset.facts()))
        assert told["facts"] == {**facts, "key": str(infoset.key)}
        assert told["facts"]["options"] == infoset.options()


def test_the_document_has_the_versions() -> None:
    assert re.findall(r"^## (\w+ of \w+), version (\d+)$", PROTOCOL, re.MULTILINE) == [
        ("Lines of JSON", str(LINES_VERSION)),
        ("Frames of bytes", str(frames.VERSION)),
    ]
