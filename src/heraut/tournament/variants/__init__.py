"""The twenty-four variants of Steamroller 2011: read from the notation, checked together, written out."""

from heraut.tournament.variants.combos import check_variants, notices
from heraut.tournament.variants.keywords import Keyword, KeywordRow, ReadyMade, Variants, keyword_rows, ready_made
from heraut.tournament.variants.reader import read_variants
from heraut.tournament.variants.writer import HEADING, write_variants

__all__ = [
    "HEADING",
    "Keyword",
    "KeywordRow",
    "ReadyMade",
    "Variants",
    "check_variants",
    "keyword_rows",
    "notices",
    "read_variants",
    "ready_made",
    "write_variants",
]
