"""The card programs, and the pages about their language, do not change unless somebody means them to.

`python tests/support/inn_reference.py --write` writes both anew; review them as a diff.
"""

from inn_reference import PROGRAMS_FILE, README, programs, rendering, written_part


def test_the_programs_are_unchanged() -> None:
    assert programs() == PROGRAMS_FILE.read_text(encoding="utf-8")


def test_the_readme_holds_todays_verbs_and_mechanics() -> None:
    text = README.read_text(encoding="utf-8")
    assert text == written_part(text) + rendering()
