"""QR codes: as a picture for pages and paper, as text for a terminal."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from io import BytesIO, StringIO

import segno

_QUIET = 2
"""Modules of silence around a code on white paper; readers manage with less than the standard's four."""


_LIGHT_ON_DARK, _PLAIN = "\x1b[38;5;231;48;5;16m", "\x1b[0m"


def svg(address: str, *, size: int | None = None, title: str = "") -> str:
    """The code of an address as SVG, black on white, `size` pixels wide or as wide as its page lets it be."""
    sized = f' width="{size}" height="{size}"' if size else ""
    named = f'role="img"><title>{escape(title, quote=False)}</title>' if title else 'aria-hidden="true">'
    opening, _, rest = _drawn(address).partition(">")
    return f"{opening}{sized} {named}{rest}"


@lru_cache(maxsize=4096)
def _drawn(address: str) -> str:
    """Kept for the next slip, which has the same address, and the next look at a page of badges."""
    out = BytesIO()
    code = segno.make_qr(address, error="m")
    code.save(
        out,
        kind="svg",
        xmldecl=False,
        nl=False,
        border=_QUIET,
        light="#fff",
        omitsize=True,
        svgclass=None,
        lineclass=None,
    )
    return out.getvalue().decode()


def terminal(address: str, *, coloured: bool = True) -> str:
    """
    The code as half-block characters.

    Coloured, it is dark on light whatever the terminal's own colours; without colour it suits a dark terminal.
    """
    out = StringIO()
    segno.make_qr(address, error="l").terminal(out, border=_QUIET, compact=True)
    lines = out.getvalue().splitlines()
    return "".join(f"{_LIGHT_ON_DARK}{line}{_PLAIN}\n" if coloured else f"{line}\n" for line in lines)
