"""The bot kit under pytest: a test that takes `bot_check` runs once for every check.

pytest_plugins = ["tavern_bots.pytest_plugin"]

def test_my_bot(bot_check):
    bot_check("my-bot")
"""

from __future__ import annotations

from functools import partial

import pytest

from tavern_bots.discover import choose_bot
from tavern_bots.testing import CHECKS, check_bot


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each check of the kit."""
    if "bot_check" in metafunc.fixturenames:
        metafunc.parametrize("bot_check", [partial(require, name) for name in CHECKS], ids=list(CHECKS))


def require(check: str, bot: str, effort: float = 0.1) -> None:
    """Fail the test with what the check finds on the bot of this name."""
    findings = check_bot(choose_bot(bot), effort=effort, checks=[check])
    if findings:
        pytest.fail("\n".join(str(finding) for finding in findings), pytrace=False)
