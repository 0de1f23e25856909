from __future__ import annotations

import re
from xml.etree import ElementTree

import segno

from heraut.press import qr

ADDRESS = "http://192.168.1.20:8000/s/4f6b1c"
QUIET = 2


def matrix(address: str, error: str) -> list[list[int]]:
    """The modules of the code with its quiet zone, from the library's own matrix."""
    return [list(row) for row in segno.make_qr(address, error=error).matrix_iter(border=QUIET)]


def read_svg(drawn: str) -> list[list[int]]:
    """The modules as the path paints them: horizontal strokes one unit high."""
    size = int(re.search(r'viewBox="0 0 (\d+)', drawn)[1])
    modules = [[0] * size for _ in range(size)]
    x, y = 0, 0.0
    for command, first, second in re.findall(
        r"([Mmh])(-?[\d.]+)(?: (-?[\d.]+))?", re.search(r'stroke="#000" d="([^"]+)', drawn)[1]
    ):
        if command == "h":
            modules[int(y)][x : x + int(first)] = [1] * int(first)
            x += int(first)
        else:
            x, y = (int(first), float(second)) if command == "M" else (x + int(first), y + float(second))
    return modules


def read_blocks(text: str) -> list[list[int]]:
    """The modules as half blocks show them: a printed half is light."""
    halves = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows: list[list[int]] = []
    for line in text.splitlines():
        rows += [[halves[character][half] for character in line] for half in (0, 1)]
    return rows


def test_the_picture_paints_the_code_of_the_address():
    assert read_svg(qr.svg(ADDRESS)) == matrix(ADDRESS, "m")


def test_the_picture_has_a_size_and_a_title_when_asked():
    plain, named = (
        ElementTree.fromstring(qr.svg(ADDRESS)),
        ElementTree.fromstring(qr.svg(ADDRESS, size=90, title="Ana")),
    )

    assert (plain.get("width"), plain.get("aria-hidden")) == (None, "true")
    assert (named.get("width"), named.get("height"), named.get("role")) == ("90", "90", "img")
    assert named[0].text == "Ana"


def test_the_terminal_shows_the_code_of_the_address():
    expected = matrix(ADDRESS, "l")

    assert read_blocks(qr.terminal(ADDRESS, coloured=False))[: len(expected)] == expected


def test_in_colour_every_line_sets_its_own_colours_and_puts_them_back():
    plain = qr.terminal(ADDRESS, coloured=False).splitlines()

    assert qr.terminal(ADDRESS).splitlines() == [f"\x1b[38;5;231;48;5;16m{line}\x1b[0m" for line in plain]
