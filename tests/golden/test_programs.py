"""The card programs, and the pages about their language, do not change unless somebody means them to.

`python -m tavern_engine.games.red_dragon_inn.reference --write` writes both anew; review them as a diff.
"""

from pathlib import Path

from tavern_engine.games.red_dragon_inn.reference import PROGRAMS_FILE, README, programs, rendering, written_part

ROOT = Path(__file__).parent.parent.parent


def test_the_programs_are_unchanged() -> None:
    assert programs() == (ROOT / PROGRAMS_FILE).read_text(encoding="utf-8")


def test_the_readme_holds_todays_verbs_and_mechanics() -> None:
    text = (ROOT / README).read_text(encoding="utf-8")
    assert text == written_part(text) + rendering()
