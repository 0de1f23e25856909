"""SAGA bands: what a list says, read from the text people write, priced and checked with every fault at once."""

from heraut.tournament.bands.band import Age, Band, Line, Troop, ages_of_group
from heraut.tournament.bands.check import BandRules, Priced, PricedLine, check_band
from heraut.tournament.bands.reader import ReadBand, price_text, read_band
from heraut.tournament.bands.writer import write_band

__all__ = [
    "Age",
    "Band",
    "BandRules",
    "Line",
    "Priced",
    "PricedLine",
    "ReadBand",
    "Troop",
    "ages_of_group",
    "check_band",
    "price_text",
    "read_band",
    "write_band",
]
