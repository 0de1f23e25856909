"""Published tables as data, and the index of the clauses they come from."""

from heraut.rulesets.clauses import Clause, UnknownClause, clause, clauses, exempt, read_sheet, sheets_folder
from heraut.rulesets.tables import BrokenTable, Span, check_clauses, check_cover, listed, read, row_at, rows

__all__ = [
    "BrokenTable",
    "Clause",
    "Span",
    "UnknownClause",
    "check_clauses",
    "check_cover",
    "clause",
    "clauses",
    "exempt",
    "listed",
    "read",
    "read_sheet",
    "row_at",
    "rows",
    "sheets_folder",
]
