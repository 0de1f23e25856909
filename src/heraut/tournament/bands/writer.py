"""A band in the order of a sheet [ST-BND-14]."""

from __future__ import annotations

import msgspec

from heraut.tournament.bands.band import Band, Troop

_ORDER = (Troop.WARLORD, Troop.SPECIAL, Troop.HEARTHGUARD, Troop.WARRIOR, Troop.LEVY)


def write_band(band: Band) -> Band:
    """The same band as it is printed: warlord, special lines as entered, the classes; no line without figures."""
    lines = sorted((line for line in band.lines if line.figures), key=lambda line: _ORDER.index(line.troop))
    return msgspec.structs.replace(band, lines=tuple(lines))
