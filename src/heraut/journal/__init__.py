"""The journal at work: stores, the fold, undo, and the desk where shells hand in commands."""

from heraut.journal.desk import Accepted, Desk
from heraut.journal.history import History
from heraut.journal.log import LogLine, log_of, newest_of
from heraut.journal.stores import FileJournal, MemoryJournal
from heraut.journal.transfer import Parcel, export_stream, import_stream, read_parcel, take_over

__all__ = [
    "Accepted",
    "Desk",
    "FileJournal",
    "History",
    "LogLine",
    "MemoryJournal",
    "Parcel",
    "export_stream",
    "import_stream",
    "log_of",
    "newest_of",
    "read_parcel",
    "take_over",
]
