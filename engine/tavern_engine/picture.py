"""The table in text drawn as a picture, for those who record what an environment shows (Pillow draws it)."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

COLUMNS: Final = 100  # of letters, that there is always room for
LINES: Final = 30
WIDTH: Final = 6  # of a letter
HEIGHT: Final = 12
MARGIN: Final = 12
WALL: Final = (43, 29, 20)  # dark wood
CHALK: Final = (240, 230, 205)


def draw(text: str, at_least: tuple[int, int] = (0, 0)) -> NDArray[np.uint8]:
    """A picture of the text, height x width x 3; no smaller than `at_least`, so that films keep their size.

    >>> draw("seat 0: hand 4, 7").shape
    (384, 624, 3)
    """
    from PIL import Image, ImageDraw, ImageFont

    lines = text.splitlines()
    columns = max(COLUMNS, *map(len, lines)) if lines else COLUMNS
    height = max(at_least[0], 2 * MARGIN + HEIGHT * max(LINES, len(lines)))
    width = max(at_least[1], 2 * MARGIN + WIDTH * columns)
    picture = Image.new("RGB", (width, height), WALL)
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default_imagefont()
    for row, line in enumerate(lines):
        pen.text((MARGIN, MARGIN + HEIGHT * row), line, CHALK, font)
    return np.asarray(picture)
