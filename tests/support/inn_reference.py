"""The reference part of README.md and the listing of all programs, generated from the language and the mechanics.

`python tests/support/inn_reference.py` prints the tables of README.md; with `--write` it writes README.md and the
golden listing of the programs anew.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from tavern_engine.games.red_dragon_inn.game import RedDragonInn
from tavern_engine.games.red_dragon_inn.language import MOMENTS, NAMES, VERBS, Assembler, Step
from tavern_engine.games.red_dragon_inn.mechanics import (
    ARRIVALS,
    EVENTS,
    MECHANICS,
    PROGRAMS,
    STORIES,
    TABLE_MECHANICS,
)

ROOT = Path(__file__).parent.parent.parent
README = ROOT / "engine/tavern_engine/games/red_dragon_inn/README.md"
PROGRAMS_FILE = ROOT / "tests/golden/red-dragon-inn-programs.txt"
MARK = "<!-- From here on generated; see tests/support/inn_reference.py. -->"


def rendering() -> str:
    """The generated part of README.md."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    yield "## Verbs"
    yield ""
    yield from _table(("verb", "argument", "rule", "what it does"), _verb_rows())
    yield ""
    yield "## Mechanics"
    yield ""
    yield "A card that fits in two moments has two rows. `(fort)` is the number `fort` of the card's row."
    yield ""
    yield from _table(("mechanic", "when", "verbs"), _mechanic_rows())
    yield ""
    yield "## Stories, animals that come, Drink Events, and programs that are no cards"
    yield ""
    yield from _table(("program", "verbs"), _program_rows())


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def _verb_rows() -> Iterator[Sequence[str]]:
    for verb in VERBS.values():
        yield f"`{verb.name}`", verb.takes or "-", verb.rule, verb.help


def _mechanic_rows() -> Iterator[Sequence[str]]:
    for name, branches in (MECHANICS | TABLE_MECHANICS).items():
        for branch in branches:
            when = " or ".join(MOMENTS[moment].name for moment in branch.moments)
            yield f"`{name}`", when, _in_words(branch.steps)


def _program_rows() -> Iterator[Sequence[str]]:
    for name, (aims, works) in STORIES.items():
        yield f"`{name}`", f"{_in_words(aims)}; {_in_words(works)}"
    for name, steps in (ARRIVALS | EVENTS | PROGRAMS).items():
        yield f"`{name}`", _in_words(steps)


def _in_words(steps: Sequence[Step]) -> str:
    return ", ".join(_step(step) for step in steps)


def _step(step: Step) -> str:
    words = NAMES.get(step.verb.takes)
    arg = words[step.arg] if words and isinstance(step.arg, int) else str(step.arg)
    label = f"*{step.label}:* " if step.label else ""
    return f"{label}{step.verb.name}" + (f" ({arg})" if step.verb.takes else "")


def programs() -> str:
    """All programs of both boxes, one verb a line."""
    return "\n".join(listing(RedDragonInn.from_box().programs)) + "\n"


def listing(assembled: Assembler) -> Iterator[str]:
    """Programs as text, one verb a line."""
    verbs = {verb.code: verb for verb in VERBS.values()}
    for at in range(0, len(assembled.code), 2):
        if at in assembled.names:
            yield f"{assembled.names[at]}:"
        verb, arg = verbs[assembled.code[at]], assembled.code[at + 1]
        words = NAMES[verb.takes][arg] if verb.takes in NAMES else str(arg)
        yield f"  {at:5} {verb.name} {words if verb.takes else ''}".rstrip()


def written_part(text: str) -> str:
    """What people wrote in README.md, up to the mark."""
    return text[: text.index(MARK) + len(MARK)] + "\n\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="The verbs, mechanics and programs of The Red Dragon Inn.")
    parser.add_argument("--write", action="store_true", help=f"write {README.name} and {PROGRAMS_FILE.name} anew")
    if not parser.parse_args().write:
        print(rendering(), end="")
        return
    README.write_text(written_part(README.read_text(encoding="utf-8")) + rendering(), encoding="utf-8")
    PROGRAMS_FILE.write_text(programs(), encoding="utf-8")


if __name__ == "__main__":
    main()
