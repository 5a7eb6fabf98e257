"""Where the keys of a league file stand: found by their line, however the file is written."""

from __future__ import annotations

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st
from league_files import places

from tavern_tournament.config.lines import Where, line_of, lines_of

SCALARS = [
    "1",
    "-2.5e3",
    "true",
    "1979-05-27 07:32:00",
    '"]"',
    "'[#'",
    '"a\\"b = 1"',
    '""',
    '"""x\n[y]\n"""',
    "'''\n}'''",
]


class Scribe:
    """Writes a TOML text at random, and keeps where each key stands."""

    def __init__(self, draw: st.DataObject) -> None:
        self.draw = draw
        self.text = ""
        self.stands: dict[Where, int] = {}
        self.count = 0

    def pick(self, *choices: str) -> str:
        return self.draw.draw(st.sampled_from(choices))

    def some(self) -> range:
        return range(self.draw.draw(st.integers(0, 2)))

    def put(self, text: str) -> None:
        self.text += text

    def stand(self, where: Where) -> None:
        self.stands.setdefault(where, 1 + self.text.count("\n"))

    def key(self) -> tuple[str, str]:
        """A new key, and how it is written."""
        self.count += 1
        name = f"k{self.count}"
        return self.draw.draw(
            st.sampled_from([(name, name), (f"{name} .x", f'"{name} .x"'), (f"{name}#=", f"'{name}#='")])
        )

    def section(self, where: Where, header: str, depth: int) -> None:
        """The keys of a section, and the sections in it."""
        for _ in self.some():
            self.pair(where, self.pick("\n", " # ] = [\n", "\n\n  "))
        for _ in self.some() if depth < 2 else ():
            name, written = self.key()
            path = f"{header}.{written}".removeprefix(".")
            below = (*where, name)
            if self.pick("section", "rows") == "section":
                self.put("\n")
                self.stand(below)
                self.put(f"[{path}]\n")
                self.section(below, path, depth + 1)
                continue
            for row in range(2):
                self.put("\n")
                self.stand(below)
                self.stand((*below, row))
                self.put(f"[[ {path} ]] # row\n")
                self.section((*below, row), path, depth + 1)

    def pair(self, where: Where, end: str) -> None:
        parts = [self.key() for _ in range(self.draw.draw(st.integers(1, 2)))]
        for name, _ in parts:
            where = (*where, name)
            self.stand(where)
        self.put(".".join(written for _, written in parts) + " = ")
        self.value(where, inline=end == "")
        self.put(end)

    def value(self, where: Where, inline: bool) -> None:
        kind = self.pick("scalar", "list", "table")
        if kind == "scalar":
            self.put(self.pick(*SCALARS))
            return
        self.put("[" if kind == "list" else "{")
        for number in self.some():
            self.put("," if number else "")
            self.put(self.pick(" ", "\n", " # , ]\n") if kind == "list" else " ")
            if kind == "list":
                self.stand((*where, number))
                self.value((*where, number), inline)
            else:
                self.pair(where, "")
        self.put("]" if kind == "list" else "}")


@given(st.data())
@settings(max_examples=100)
def test_every_key_is_found_on_the_line_where_it_stands(draw: st.DataObject) -> None:
    scribe = Scribe(draw)
    scribe.section((), "", 0)
    lines = lines_of(scribe.text)
    assert lines == scribe.stands
    assert set(lines) == set(places(tomllib.loads(scribe.text)))


def test_a_section_named_after_its_parts_and_a_key_that_is_not_there() -> None:
    lines = lines_of("[a.b]\nx = 1\n[a]\ny = 1\n")
    assert (lines["a",], lines["a", "b"]) == (3, 1)
    assert line_of(lines, ("a", "b", "z", 3)) == 1
    assert line_of(lines, ("nowhere",)) == 1
