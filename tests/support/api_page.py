"""Writes docs/API.md, what is public and stable, from the sources: `make api`."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
PAGE: Final = ROOT / "docs" / "API.md"
FOLDERS: Final = {"tavern_engine": "engine", "tavern_bots": "bots"}
MODULES: Final = {
    "tavern_engine": "games, tables, information sets: what bots and programs stand on.",
    "tavern_engine.encoding": "what learners are shown of a table, and what they choose from (docs/learning.md).",
    "tavern_engine.batch": "many games at once for learners.",
    "tavern_engine.zoo": "environments of PettingZoo (extra `pettingzoo`).",
    "tavern_bots.gym": "an environment of Gymnasium against bots (extra `gymnasium`).",
    "tavern_bots.api": "what a bot is, and what it is told.",
    "tavern_engine.testing": "the conformance kit for games.",
    "tavern_bots.testing": "the conformance kit for bots; `tavern_bots.pytest_plugin` runs it under pytest.",
}
HEAD: Final = """\
# The API

Written by `make api` from the docstrings; `help()` in Python says the same, on the compiled build too.

What is on this page is stable, and so is `bots/PROTOCOL.md`, which counts its own versions: releases follow semver, so
nothing here changes its meaning or goes away before the next major version. Facts and actions (`InfoSet.facts`,
`InfoSet.actions`) are stable by the names that the game's `GAME.md` gives them. Everything else can change at any time:
above all the layout of words (`State.w`), the numbers of actions and events, and whatever begins with `_`. So read
facts and parts of actions, not words.
"""
Node = ast.ClassDef | ast.FunctionDef | ast.Assign | ast.AnnAssign


@cache
def source(module: str) -> tuple[ast.Module, list[str]]:
    """A module as it is written, and its lines."""
    path = ROOT / FOLDERS[module.partition(".")[0]] / module.replace(".", "/")
    text = (path / "__init__.py" if path.is_dir() else path.with_suffix(".py")).read_text(encoding="utf-8")
    return ast.parse(text), text.splitlines()


def public_names(module: str) -> list[str]:
    """What the module's `__all__` lists, in that order."""
    listed = find(module, "__all__")[1]
    assert isinstance(listed, ast.Assign)
    names: list[str] = ast.literal_eval(listed.value)
    return names


def find(module: str, name: str) -> tuple[str, Node]:
    """Where a name is defined: the module, which may be another one that it is imported from, and the definition."""
    for node in source(module)[0].body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.name == name:
            return module, node
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and name in assigned(node):
            return module, node
        if isinstance(node, ast.ImportFrom) and node.module and name in [one.asname or one.name for one in node.names]:
            return find(node.module, name)
    raise LookupError(f"{module} has no {name}")


def assigned(node: ast.Assign | ast.AnnAssign) -> list[str]:
    return [ast.unparse(target) for target in (node.targets if isinstance(node, ast.Assign) else [node.target])]


def signature(node: ast.FunctionDef, method: bool) -> str:
    """`name(arguments) -> result`; a property has no brackets."""
    arguments = node.args
    if method and "staticmethod" not in decorators(node):
        arguments = ast.arguments(**{**vars(arguments), "args": arguments.args[1:]})
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    brackets = "" if "property" in decorators(node) else f"({ast.unparse(arguments)})"
    return f"{node.name}{brackets}{result}"


def decorators(node: ast.FunctionDef) -> list[str]:
    return [ast.unparse(one) for one in node.decorator_list]


def comment(module: str, node: ast.stmt) -> str:
    """What is said of a value behind it, or in `#:` lines above it."""
    lines = source(module)[1]
    behind = lines[node.lineno - 1].partition("  # ")[2]
    first = node.lineno - 1
    while lines[first - 1].lstrip().startswith("#:"):
        first -= 1
    above = " ".join(line.lstrip("#: ") for line in lines[first : node.lineno - 1])
    return above or behind


def described(text: str | None) -> Iterator[str]:
    """A docstring as Markdown: examples in a block of code."""
    text, example, code = (text or "").partition(">>> ")
    yield text.strip()
    if example:
        yield f"\n```python\n{example}{code}\n```"


def entry(module: str, name: str) -> Iterator[str]:
    """One public name with all that is said of it."""
    module, node = find(module, name)
    if isinstance(node, ast.FunctionDef):
        yield f"\n### `{signature(node, method=False)}`\n"
        yield from described(ast.get_docstring(node))
    elif isinstance(node, ast.ClassDef):
        yield from class_entry(module, node)
    else:
        said = comment(module, node)
        yield f"\n### `{name}`\n\n{said[:1].upper()}{said[1:]}".rstrip()


def class_entry(module: str, node: ast.ClassDef) -> Iterator[str]:
    made = [inner for inner in node.body if isinstance(inner, ast.FunctionDef) and inner.name == "__init__"]
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    yield f"\n### `class {node.name}{f'({bases})' if bases else ''}`\n"
    yield from described(ast.get_docstring(node))
    rows = [f"- `{signature(one, method=True).replace('__init__', node.name).partition(' ->')[0]}`" for one in made]
    for inner in node.body:
        if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
            said = " ".join((ast.get_docstring(inner) or "").split())
            rows.append(f"- `{signature(inner, method=True)}`{': ' if said else ''}{said}")
        elif isinstance(inner, (ast.Assign, ast.AnnAssign)) and not assigned(inner)[0].startswith("_"):
            said = comment(module, inner)
            rows.append(f"- `{ast.unparse(inner)}`{': ' if said else ''}{said}")
    if rows:
        yield "\n" + "\n".join(rows)


def page() -> str:
    """The whole page."""
    parts = [HEAD]
    for module, what in MODULES.items():
        parts.append(f"\n## `{module}`: {what}")
        for name in public_names(module):
            parts += entry(module, name)
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"wrote {PAGE.relative_to(ROOT)}")
