"""Docstrings of compiled classes, so that `help()` answers: the compiler drops them, the sources beside it have them.

Those of methods and properties are kept by the interpreter in its tables of C functions (`PyMethodDef`, `PyGetSetDef`),
whose layout is part of its stable interface. They are written there, after a look that it is the right place. Where a
descriptor points to its row was looked at up to Python 3.14: newer versions are left alone.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable
from ctypes import POINTER, Structure, c_char_p, c_int, c_void_p, cast, sizeof
from inspect import cleandoc
from pathlib import Path
from types import GetSetDescriptorType, MethodDescriptorType
from typing import Any, Final

NEWEST: Final = (3, 14)  # whose descriptors were looked at
_texts: list[bytes] = []  # the interpreter only points to them


class _Method(Structure):
    _fields_ = [("name", c_char_p), ("code", c_void_p), ("flags", c_int), ("doc", c_char_p)]


class _Property(Structure):
    _fields_ = [("name", c_char_p), ("get", c_void_p), ("set", c_void_p), ("doc", c_char_p)]


def attach(things: Iterable[object]) -> None:
    """Give those classes among the things that are compiled the docstrings of their sources, and their methods too.

    It does nothing on versions of Python newer than 3.14, up to which the layout that it relies on was looked at.
    """
    if sys.implementation.name != "cpython" or sys.flags.optimize > 1 or sys.version_info[:2] > NEWEST:
        return
    classes = [thing for thing in things if isinstance(thing, type)]
    for module in dict.fromkeys(one.__module__ for one in classes):
        file = str(getattr(sys.modules[module], "__file__", ".py"))
        source = Path(file).with_name(f"{module.rpartition('.')[2]}.py")
        if not file.endswith(".py") and source.is_file():
            tree = ast.parse(source.read_text(encoding="utf-8"))
            nodes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
            for one in classes:
                if one.__module__ == module and one.__name__ in nodes:
                    _attach_class(one, nodes[one.__name__])


def _attach_class(one: type, node: ast.ClassDef) -> None:
    one.__doc__ = ast.get_docstring(node)
    for inner in node.body:
        text = ast.get_docstring(inner) if isinstance(inner, ast.FunctionDef) else None
        member = vars(one).get(getattr(inner, "name", ""))
        if text and isinstance(member, MethodDescriptorType):
            _write(member, _Method, text)
        elif text and isinstance(member, GetSetDescriptorType):
            _write(member, _Property, text)


def _write(member: MethodDescriptorType | GetSetDescriptorType, kind: type[Any], text: str) -> None:
    """Write the text where the interpreter looks for it, behind the signature if one is there."""
    behind_name = object.__basicsize__ + 3 * sizeof(c_void_p)  # of every descriptor: its class, name and full name
    row = cast(id(member) + behind_name, POINTER(POINTER(kind)))[0][0]
    if row.name == member.__name__.encode() and not member.__doc__:
        _texts.append((row.doc or b"") + cleandoc(text).encode())
        row.doc = _texts[-1]
