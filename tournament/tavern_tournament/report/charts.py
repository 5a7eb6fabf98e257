"""The drawings of a report, as SVG that keeps its letters readable at any width.

Positions across are percentages and sizes are pixels, so a chart becomes narrower without becoming smaller. Colours
come from the page's stylesheet by class; nothing is told by colour alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final

from tavern_tournament.report.markup import Markup, join, tag

ROW: Final = 24  # pixels; the height of a line of a table
PLOT: Final = 240
NAME: Final = 17  # between two names beside a chart
MOST_TICKS: Final = 5  # so that their numbers stay apart on a phone
COLOURS: Final = 8  # the classes s0 to s7 of the stylesheet
MOST_LINES: Final = 12  # that a person can tell apart, and whose names fit beside the chart


@dataclass(frozen=True)
class Scale:
    """Where values stand on an axis."""

    low: float
    high: float
    ticks: tuple[float, ...]
    logarithmic: bool = False

    @classmethod
    def over(cls, values: Sequence[float]) -> Scale:
        """A scale a little longer than these values reach, with round numbers on it."""
        spare = 0.04 * (max(values) - min(values)) or 1.0
        low, high = min(values) - spare, max(values) + spare
        step = _round_step((high - low) / MOST_TICKS)
        return cls(low, high, tuple(tick * step for tick in range(ceil(low / step), floor(high / step) + 1)))

    @classmethod
    def powers(cls, values: Sequence[float]) -> Scale:
        """A scale by powers of ten for values above zero."""
        first, last = floor(log10(min(values))), ceil(log10(max(values)))
        last = max(last, first + 1)
        return cls(10.0**first, 10.0**last, tuple(10.0**power for power in range(first, last + 1)), True)

    def part(self, value: float) -> float:
        """How far along the axis the value stands, from 0 to 1."""
        if self.logarithmic:
            return log10(value / self.low) / log10(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def across(self, value: float) -> str:
        """The same as a position across a drawing."""
        return percent(self.part(value))


def _round_step(least: float) -> float:
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * 0.999)


def percent(part: float) -> str:
    """A position across a drawing."""
    return f"{100 * part:.2f}%"


def drawing(height: int, label: str, *inside: str) -> Markup:
    """An SVG as wide as its place."""
    return tag("svg", *inside, width="100%", height=height, role="img", aria_label=label)


def interval(scale: Scale, low: float, value: float, high: float, label: str, mark: float | None = None) -> Markup:
    """A dot with whiskers on a line of a table; the mark is what it is to be compared with."""
    middle = ROW / 2
    return drawing(
        ROW,
        label,
        tag("title", label),
        *(_upright(scale, tick, 0, ROW, "grid") for tick in scale.ticks),
        *([] if mark is None else [_upright(scale, mark, 0, ROW, "mark")]),
        tag("line", x1=scale.across(low), x2=scale.across(high), y1=middle, y2=middle, class_="whisker"),
        tag("circle", cx=scale.across(value), cy=middle, r=4.5, class_="dot"),
    )


def axis(scale: Scale, texts: Sequence[str]) -> Markup:
    """The numbers below a column of intervals."""
    return drawing(16, "scale", *_numbers(scale, texts, 12))


def _upright(scale: Scale, value: float, top: float, bottom: float, kind: str) -> Markup:
    return tag("line", x1=scale.across(value), x2=scale.across(value), y1=top, y2=bottom, class_=kind)


def _numbers(scale: Scale, texts: Sequence[str], y: float) -> list[Markup]:
    numbers = []
    for tick, text in zip(scale.ticks, texts, strict=True):
        part = scale.part(tick)
        anchor = "start" if part < 0.02 else "end" if part > 0.98 else "middle"
        numbers.append(tag("text", text, x=percent(part), y=y, text_anchor=anchor))
    return numbers


def lines(series: Mapping[str, Sequence[tuple[float, float]]], scale: Scale, ends: Sequence[str], label: str) -> Markup:
    """A line for each name through points (part of the way across, value), named at its right end."""

    def down(value: float) -> float:
        return round(PLOT * (1 - scale.part(value)), 1)

    drawn = [tag("line", x1="0%", x2="100%", y1=down(tick), y2=down(tick), class_="grid") for tick in scale.ticks]
    for number, (name, points) in enumerate(series.items()):
        drawn.append(_line(name, [(part, down(value)) for part, value in points], _looks(number)))
    at = _spread([down(points[-1][1]) for points in series.values()])
    names = [
        tag("div", name, class_=_looks(number), style=f"top:{y}px", title=name)
        for number, (name, y) in enumerate(zip(series, at, strict=True))
    ]
    ticks = [tag("div", f"{tick:.6g}", style=f"top:{down(tick)}px") for tick in scale.ticks]
    return tag(
        "div",
        tag("div", *ticks, class_="ticks"),
        tag("div", drawing(PLOT, label, *drawn), tag("div", *(tag("span", end) for end in ends), class_="ends")),
        tag("div", *names, class_="names"),
        class_="lines",
    )


def _looks(number: int) -> str:
    """Colour and stroke; where colours begin again, the strokes differ."""
    return f"s{number % COLOURS}" + (" dashed" if number // COLOURS % 2 else "")


def _line(name: str, points: Sequence[tuple[float, float]], looks: str) -> Markup:
    strokes = [tag("line", x1=percent(x1), y1=y1, x2=percent(x2), y2=y2) for (x1, y1), (x2, y2) in pairwise(points)]
    dots = [tag("circle", cx=percent(x), cy=y, r=3) for x, y in points]
    return tag("g", tag("title", name), *strokes, *dots, class_=f"line {looks}")


def _spread(wanted: Sequence[float]) -> list[float]:
    """Heights near the wanted ones at which names do not cover each other; there is room for MOST_LINES."""
    order = sorted(range(len(wanted)), key=wanted.__getitem__)
    placed: dict[int, float] = {}
    free = 0.0
    for number in order:
        placed[number] = max(wanted[number], free)
        free = placed[number] + NAME
    limit = float(PLOT)
    for number in reversed(order):  # back up, if the last ones were pushed out below
        placed[number] = min(placed[number], limit)
        limit = placed[number] - NAME
    return [round(placed[number], 1) for number in range(len(wanted))]


def histogram(bars: Sequence[tuple[int, int, int]], mark: float, label: str) -> Markup:
    """Bars over whole numbers, with a mark at one value."""
    height, first, end = 90, bars[0][0], bars[-1][1] + 1
    tallest = max(count for _, _, count in bars)
    width = (bars[0][1] + 1 - first) / (end - first)
    drawn = []
    for start, stop, count in bars:
        tall = round(height * count / tallest, 1)
        span = f"{start}" if start == stop else f"{start} to {stop}"
        drawn.append(
            tag(
                "rect",
                tag("title", f"{span} decisions: {count:,} games"),
                x=percent((start - first) / (end - first)),
                y=height - tall,
                width=percent(width * 0.94),
                height=tall,
                class_="bar",
            )
        )
    at = percent((mark + 0.5 - first) / (end - first))
    drawn.append(tag("line", x1=at, x2=at, y1=0, y2=height, class_="mark"))
    texts = join(
        tag("text", f"{first:,}", x="0%", y=height + 15),
        tag("text", f"{end - 1:,} decisions", x="100%", y=height + 15, text_anchor="end"),
    )
    return drawing(height + 20, label, *drawn, texts)
