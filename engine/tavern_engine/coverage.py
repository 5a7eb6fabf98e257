"""Which scenarios cite which rule: every number of a game's RULES.md needs one."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

from tavern_engine.errors import BadScenario
from tavern_engine.game import Game
from tavern_engine.reading import Unreadable, read_text, toml_of

RULE = re.compile(r"^- \*\*([A-Z]+[0-9]+)\b.*(?:\n  .*)*", re.MULTILINE)


@cache
def rule_texts(game: Game) -> dict[str, str]:
    """All rules, examples and rulings by number, in the order of RULES.md."""
    return {rule[1]: rule[0] for rule in RULE.finditer(game.rules_text())}


def read_scenario(path: Path) -> dict[str, Any]:
    """What a scenario file holds, or BadScenario."""
    try:
        return toml_of(read_text(path))
    except Unreadable as error:
        raise BadScenario(f"{path}: cannot be read: {error}.") from None


def citations(game: Game, folder: Path) -> dict[str, list[Path]]:
    """For every number the scenarios in the folder that cite it. BadScenario names a file that is wrong."""
    cited: dict[str, list[Path]] = {rule: [] for rule in rule_texts(game)}
    for path in sorted(folder.rglob("*.toml")):
        raw = read_scenario(path)
        if raw.get("game") != game.id:
            continue
        rules = raw.get("rules", [])
        for rule in rules if isinstance(rules, list) else [rules]:
            if not isinstance(rule, str) or rule not in cited:
                raise BadScenario(f"{path}: cites {rule!r}, which is not in the rules of {game.title}.")
            cited[rule].append(path)
    return cited
