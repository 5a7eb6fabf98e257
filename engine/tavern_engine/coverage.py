"""Which scenarios cite which rule: every number of a game's RULES.md needs one."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from tavern_engine.errors import BadScenario
from tavern_engine.game import Game

RULE = re.compile(r"^- \*\*([A-Z]+[0-9]+)\b", re.MULTILINE)


def rule_ids(game: Game) -> list[str]:
    """The numbers of all rules, examples and rulings, in the order of RULES.md."""
    return RULE.findall((game.data_file.parent / "RULES.md").read_text(encoding="utf-8"))


def citations(game: Game, folder: Path) -> dict[str, list[Path]]:
    """For every number the scenarios in the folder that cite it. A citation of an unknown number is BadScenario."""
    cited: dict[str, list[Path]] = {rule: [] for rule in rule_ids(game)}
    for path in sorted(folder.rglob("*.toml")):
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        if raw.get("game") != game.id:
            continue
        for rule in raw.get("rules", []):
            if rule not in cited:
                raise BadScenario(f"{path}: cites {rule}, which is not in the rules of {game.title}.")
            cited[rule].append(path)
    return cited
