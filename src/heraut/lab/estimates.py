"""
A value seen in some runs, how far it may be from the truth, and how people read it: in words and as a picture.

Pictures are SVG: values with their intervals, and who wins; the values stand beside in words.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape
from statistics import NormalDist, fmean, stdev

import msgspec

from heraut.speech.sentences import Language
from heraut.speech.typography import decimal

Z = NormalDist().inv_cdf(0.975)
NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
WIDTH, LEFT, ROW, GAP = 640, 220, 26, 8
ROOMY = 19
HUES = ("#1f5f8b", "#b5482a", "#4d7c0f", "#7c3a8b", "#8a6d00", "#0f766e", "#9d174d", "#374151")


class Estimate(msgspec.Struct, frozen=True):
    """A value and the ends of its interval at 95 %."""

    value: float
    low: float
    high: float

    def as_chance(self, language: Language) -> str:
        """In per cent, with half the width of its interval."""
        return self._with_error(percent(self.value, language), f"{self._half * 100:.1f}", language)

    def as_mean(self, language: Language, digits: int = 2) -> str:
        """With so many digits, and half the width of its interval."""
        value = decimal(f"{self.value:.{digits}f}", language)
        return self._with_error(value, f"{self._half:.{digits}f}", language)

    @property
    def _half(self) -> float:
        return (self.high - self.low) / 2

    def _with_error(self, value: str, error: str, language: Language) -> str:
        if not math.isfinite(self._half):
            return value  # one run says nothing of its error
        return f"{value} ± {decimal(error, language)}"


def wilson(share: float, runs: int, *, z: float = Z) -> Estimate:
    """Wilson's interval of a chance that was seen so often."""
    z2 = z * z / runs
    middle = (share + z2 / 2) / (1 + z2)
    half = z / (1 + z2) * math.sqrt(share * (1 - share) / runs + z2 / (4 * runs))
    return Estimate(share, max(0.0, min(share, middle - half)), min(1.0, max(share, middle + half)))


def mean_of(values: Sequence[float]) -> Estimate:
    """The mean and its normal interval."""
    mean = fmean(values)
    half = Z * stdev(values) / math.sqrt(len(values)) if len(values) > 1 else math.inf
    return Estimate(mean, mean - half, mean + half)


def percent(share: float, language: Language, digits: int = 1) -> str:
    """A chance: never 0 % or 100 % unless it is."""
    written = f"{share * 100:.{digits}f}"
    if 0 < share < 10**-digits / 200:
        written = f"< {10**-digits:g}"
    elif 1 > share > 1 - 10**-digits / 200:
        written = f"> {100 - 10**-digits:g}"
    return f"{written}%" if language == "en" else decimal(written, language) + f"{NARROW_SPACE}%"


def intervals(title: str, rows: Sequence[tuple[str, float, float, float, str]]) -> str:
    """A row for each name: a bar to the value, a whisker from low to high, and the value in words."""
    most = max((high for _, _, _, high, _ in rows), default=1.0) or 1.0
    room, height = WIDTH - LEFT - 130, len(rows) * (ROW + GAP) + 8
    parts = [_open(height, title)]
    for place, (name, value, low, high, said) in enumerate(rows):
        y, hue = place * (ROW + GAP) + 4, HUES[place % len(HUES)]
        at, start, end = (max(0.0, number) / most * room + LEFT for number in (value, low, high))
        middle = y + ROW / 2
        parts.append(
            f'<text x="{LEFT - 8}" y="{middle + 5}" text-anchor="end"{_size(name)}>{escape(_short(name))}</text>'
            f'<rect x="{LEFT}" y="{y}" width="{at - LEFT:.1f}" height="{ROW}" fill="{hue}" opacity="0.75"/>'
            f'<path d="M{start:.1f} {middle}H{end:.1f}M{start:.1f} {y + 6}v{ROW - 12}M{end:.1f} {y + 6}v{ROW - 12}" '
            f'stroke="#111" stroke-width="1.5" fill="none"/>'
            f'<text x="{end + 6:.1f}" y="{middle + 5}">{escape(said)}</text>'
        )
    return "".join(parts) + "</svg>"


def shares(title: str, found: Iterable[tuple[str, Estimate]], language: Language) -> str:
    """How often each happens, with its interval."""
    return intervals(title, [(name, one.value, one.low, one.high, percent(one.value, language)) for name, one in found])


def lines(title: str, rows: Sequence[tuple[str, Sequence[float]]]) -> str:
    """A line for each name over 1, 2, 3 and so on, with its name at the side."""
    height, base, left = 260, 226, 44
    most = max((value for _, values in rows for value in values), default=1.0) or 1.0
    count = max((len(values) for _, values in rows), default=1)
    step = (WIDTH - left - 200) / max(1, count - 1)
    parts = [_open(height, title)]
    parts += [
        f'<path d="M{left} {base - 200 * part:.1f}H{WIDTH - 190}" stroke="#ccc"/>'
        f'<text x="{left - 6}" y="{base + 4 - 200 * part:.1f}" text-anchor="end">{most * part * 100:.0f}</text>'
        for part in (0.0, 0.5, 1.0)
    ]
    parts += [
        f'<text x="{left + step * place:.1f}" y="{base + 18}" text-anchor="middle">{place + 1}</text>'
        for place in range(0, count, max(1, count // 8))
    ]
    for place, (name, values) in enumerate(rows):
        hue, dash = HUES[place % len(HUES)], ("", "6 3", "2 3", "8 3 2 3")[place % 4]
        points = " ".join(f"{left + step * k:.1f},{base - 200 * value / most:.1f}" for k, value in enumerate(values))
        parts.append(
            f'<polyline points="{points}" fill="none" stroke="{hue}" stroke-width="2" stroke-dasharray="{dash}"/>'
            f'<path d="M{WIDTH - 180} {22 + 20 * place}h24" stroke="{hue}" stroke-width="2" stroke-dasharray="{dash}"/>'
            f'<text x="{WIDTH - 150}" y="{26 + 20 * place}">{escape(_short(name, 22))}</text>'
        )
    return "".join(parts) + "</svg>"


def _open(height: int, title: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" font-size="13" '
        f'font-family="sans-serif"><title>{escape(title)}</title>'
    )


def _size(name: str) -> str:
    """Names that leave no room for larger letters, on a phone, say so."""
    return ' class="long"' if len(name) > ROOMY else ""


def _short(name: str, most: int = 30) -> str:
    return name if len(name) <= most else name[: most - 1] + "…"
