"""The arms of an event as the eye sees them in a table: 24 pixels, compared two by two."""

from __future__ import annotations

import json
import zlib

import numpy as np
import pytest
import typst
from numpy.typing import NDArray

from heraut.press.arms import svg
from heraut.press.grant import coats_of_arms
from press.samples import NAMES

pytestmark = pytest.mark.slow  # every pair of five hundred arms, pixel by pixel

COLUMNS, WIDE, HIGH = 25, 24, 28
LEAST_DIFFERENCE = 3.0
"""Mean difference per colour channel, of 255. Half a charge of 5 pixels in another colour is about 1."""

SHEET = f"""
#set page(width: {COLUMNS * WIDE}pt, height: auto, margin: 0pt, fill: white)
#let cell(drawn) = box(width: {WIDE}pt, height: {HIGH}pt, image(bytes(drawn), width: {WIDE}pt, format: "svg"))
#grid(columns: {COLUMNS}, ..json(bytes(sys.inputs.drawn)).map(cell))
"""


def rasterised(drawings: list[str]) -> NDArray[np.int16]:
    png = typst.compile(SHEET.encode(), format="png", ppi=72, sys_inputs={"drawn": json.dumps(drawings)})
    picture = pixels(png)
    rows = len(drawings) // COLUMNS
    return picture.reshape(rows, HIGH, COLUMNS, WIDE, 3).swapaxes(1, 2).reshape(len(drawings), -1)


def pixels(png: bytes) -> NDArray[np.int16]:
    """The colours of an 8-bit RGB or RGBA picture, without a picture library."""
    width, height, kind = int.from_bytes(png[16:20]), int.from_bytes(png[20:24]), png[25]
    channels = {2: 3, 6: 4}[kind]
    data, at = b"", 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            data += png[at + 8 : at + 8 + size]
        at += 12 + size
    lines = np.frombuffer(zlib.decompress(data), np.uint8).reshape(height, 1 + width * channels)
    above = np.zeros((width, channels), np.int16)
    picture = np.zeros((height, width, channels), np.int16)
    for y, line in enumerate(lines):
        above = picture[y] = unfiltered(int(line[0]), line[1:].reshape(width, channels).astype(np.int16), above)
    return picture[:, :, :3]


def unfiltered(kind: int, line: NDArray[np.int16], above: NDArray[np.int16]) -> NDArray[np.int16]:
    if kind == 0:
        return line
    if kind == 2:
        return (line + above) % 256
    left = corner = np.zeros(line.shape[1], np.int16)
    for x, up in enumerate(above):
        guess = left + up - corner
        by_left, by_up, by_corner = abs(guess - left), abs(guess - up), abs(guess - corner)
        paeth = np.where((by_left <= by_up) & (by_left <= by_corner), left, np.where(by_up <= by_corner, up, corner))
        line[x] = left = (line[x] + {1: left, 3: (left + up) // 2, 4: paeth}[kind]) % 256
        corner = up
    return line


def test_no_two_arms_of_an_event_are_the_same_to_the_eye_at_24_pixels():
    seen = rasterised([svg(arms) for arms in coats_of_arms(NAMES).values()])
    differences = np.array([np.abs(seen - one).mean(axis=1) for one in seen])
    np.fill_diagonal(differences, 255)

    assert differences.min() > LEAST_DIFFERENCE
    assert np.median(differences.min(axis=1)) > 3 * LEAST_DIFFERENCE
