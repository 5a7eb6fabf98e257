"""Memory: what plain Python asks of the compiled core is given back when nobody needs it any more."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tavern_engine import COMPILED, Table, game
from tavern_engine.state import numbers

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not COMPILED, reason="asks Linux what the compiled build holds"
)
MOST = 2000  # bytes a time: a state of the Inn is larger


def resident() -> int:
    """The pages of memory that this process holds, in bytes."""
    return 4096 * int(Path("/proc/self/statm").read_text("ascii").split()[1])


DEEDS = ("a new game", "a view from its bytes", "words for a state", "facts", "a picture", "a decision")


@pytest.mark.parametrize("what", DEEDS)
def test_what_was_made_is_freed(what: str) -> None:
    inn = game("red-dragon-inn")
    table = Table(inn, 4, 1)
    seat, infoset = table.ask()
    data, words, view = infoset.to_bytes(), [*infoset.view.w], infoset.view.clone()
    deeds: dict[str, Callable[[], object]] = {
        "a new game": lambda: inn.new(4, 1),
        "a view from its bytes": lambda: inn.infoset_from_bytes(data),
        "words for a state": lambda: setattr(view, "w", numbers(words)),
        "facts": lambda: table.truth().observe(seat).facts(),
        "a picture": lambda: str(table.truth().observe(seat)),
        "a decision": lambda: table.truth().observe(seat).legal(),
    }
    deed, times = deeds[what], 1000
    for _ in range(times // 10):
        deed()
    before = resident()
    for _ in range(times):
        deed()
    assert resident() - before < times * MOST
