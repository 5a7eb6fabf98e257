"""What is public is told: docs/API.md is up to date with the sources, and `help()` answers on both builds."""

import ast
import importlib
import pydoc

import api_page
import pytest

import tavern_engine


def test_the_page_is_up_to_date() -> None:
    assert api_page.PAGE.read_text(encoding="utf-8") == api_page.page(), "The API has changed: run `make api`."


@pytest.mark.parametrize("module", api_page.MODULES)
def test_every_public_name_is_there(module: str) -> None:
    names = api_page.public_names(module)
    assert len(names) == len(set(names))
    assert [name for name in names if not hasattr(importlib.import_module(module), name)] == []


def documented() -> list[tuple[str, str, str]]:
    """Class, member and the first line of its docstring, for all public classes of the engine."""
    found = []
    for name in api_page.public_names("tavern_engine"):
        node = api_page.find("tavern_engine", name)[1]
        if isinstance(node, ast.ClassDef):
            found.append((name, "", (ast.get_docstring(node) or "").splitlines()[0]))
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef) and (text := ast.get_docstring(inner)):
                    found.append((name, inner.name, text.splitlines()[0]))
    return [row for row in found if row[:2] != ("Event", "seen_by")]  # compiled to an object without a place for it


@pytest.mark.parametrize(("owner", "member", "said"), documented(), ids=lambda text: str(text)[:20])
def test_help_answers(owner: str, member: str, said: str) -> None:
    thing = getattr(tavern_engine, owner)
    if member:
        thing = getattr(thing, member) if member in dir(thing) else thing
    assert said in pydoc.plain(pydoc.render_doc(thing))


def test_help_shows_how_a_method_is_called() -> None:
    shown = pydoc.plain(pydoc.render_doc(tavern_engine.InfoSet.sample))
    assert "rng" in shown.splitlines()[2]
    assert "every arrangement of the hidden cards equally likely" in shown
