"""Entries, results and standings as files: bytes in, bytes out."""

from heraut.tournament.interchange.entries import Column, Draft, Guess, Preview, guess_columns, preview_entries
from heraut.tournament.interchange.grid import Grid, Line, Unreadable, read_grid
from heraut.tournament.interchange.report import Report, results_sheet, standings_sheet
from heraut.tournament.interchange.sheet import Sheet, to_csv, to_json, to_xlsx
from heraut.tournament.interchange.trf import to_trf16

__all__ = [
    "Column",
    "Draft",
    "Grid",
    "Guess",
    "Line",
    "Preview",
    "Report",
    "Sheet",
    "Unreadable",
    "guess_columns",
    "preview_entries",
    "read_grid",
    "results_sheet",
    "standings_sheet",
    "to_csv",
    "to_json",
    "to_trf16",
    "to_xlsx",
]
