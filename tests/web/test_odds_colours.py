"""The units of a series are told apart by colour, whatever eyes one has, and without colour too."""

from __future__ import annotations

import math
import re
from itertools import combinations

import pytest
from django.test import Client

from web.test_look import PARTS, contrast, tokens

UNITS = ("first", "second", "third", "fourth")
APART = 20
"""The least distance in CIELAB; one that can just be seen is about 2."""
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
"""How linear red, green and blue are seen (Machado, Oliveira and Fernandes, 2009)."""


def seen(colour: str, eyes: str) -> tuple[float, float, float]:
    """The colour in CIELAB as those eyes see it."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, linear, strict=True)))) for row in EYES[eyes]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.0888
    a, b, c = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_unit_stands_out_from_the_page(theme: str):
    known = tokens(theme)

    assert [
        (unit, ground) for unit in UNITS for ground in ("paper", "surface")
        if contrast(known[unit], known[ground]) < PARTS
    ] == []  # fmt: skip


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("eyes", EYES)
def test_no_two_units_look_alike(eyes: str, theme: str):
    known = {unit: seen(tokens(theme)[unit], eyes) for unit in UNITS}

    assert [(one, other) for one, other in combinations(UNITS, 2) if math.dist(known[one], known[other]) < APART] == []


@pytest.mark.django_db
def test_each_unit_has_a_hatching_and_its_letter_beside_its_colour():
    text = Client().get("/odds/series?units=4&step=charge.0.1&step=charge.2.3").content.decode()
    hatched = dict(re.findall(r'<pattern id="hatch-(unit-\w)"[^>]*>\s*<rect[^>]*/>(.*?)</pattern>', text, re.DOTALL))

    assert sorted(hatched) == ["unit-a", "unit-b", "unit-c", "unit-d"]
    assert len(set(hatched.values())) == 4
    for letter in "abcd":
        assert f'<article class="odds-side series-side unit-{letter}">' in text
        assert f'<span class="series-unit">{letter.upper()}</span>' in text
