"""Published tables as data. The index of the clauses they come from is `rulesets.clauses`, for those who read it."""

from heraut.rulesets.editions import in_force, per_edition
from heraut.rulesets.tables import BrokenTable, Span, check_cover, listed, only_row, read, row_at, rows

__all__ = [
    "BrokenTable",
    "Span",
    "check_cover",
    "in_force",
    "listed",
    "only_row",
    "per_edition",
    "read",
    "row_at",
    "rows",
]
