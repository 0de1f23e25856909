"""
The English of our French: `python -m heraut.web.translations` brings every room's `django.po` up to date.

Messages are looked for in templates and Python files, and compiled here, so nobody needs gettext's tools. French has a
compiled file as well: the same words with the spaces French typography asks for, and its own plural of nought.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages import mofile, pofile
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from django.utils.translation import templatize

from heraut.speech.typography import typeset

HERE = Path(__file__).parent
KEYWORDS = {"_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None, "ngettext": (1, 2)}
Key = str | tuple[str, str]
"""A message, or its singular and its plural."""

_CALLS = re.compile(r"""n?gettext\(u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|,|\s|u|count)*\)""")


class _Undated(Catalog):
    """A catalogue whose header has no date, so that the same messages make the same file."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [
            ("Language", str(self.locale)),
            ("Content-Type", "text/plain; charset=utf-8"),
            ("Content-Transfer-Encoding", "8bit"),
            ("Plural-Forms", self.plural_forms),
        ]


def rooms() -> list[Path]:
    """The shell itself, and each room that has pages."""
    return [HERE, *sorted(room for room in (HERE / "rooms").iterdir() if (room / "templates").is_dir())]


def used(room: Path) -> set[Key]:
    """Every message of a room."""
    files = [file for file in room.rglob("*") if file.suffix in (".html", ".py") and _belongs(file, room)]
    return {key for file in files for key in _in_file(file)}


def _belongs(file: Path, room: Path) -> bool:
    inner = HERE / "rooms"
    return room != HERE or inner not in file.parents or file.parent == inner


def _in_file(file: Path) -> Iterator[Key]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".html":  # the calls that stand for a template's messages, as Django's own extraction writes them
        text = "\n".join(_CALLS.findall(templatize(text)))
    for _line, found, _comments, _context in extract("python", BytesIO(text.encode()), KEYWORDS):
        yield found if isinstance(found, str) else (found[0], found[1])


def english(room: Path) -> Catalog:
    """The messages of a room with what its `django.po` says for them."""
    file = place(room)
    if not file.exists():
        return Catalog(locale="en")
    with file.open("rb") as source:
        return pofile.read_po(source, locale="en")


def french(messages: set[Key]) -> Catalog:
    """Every message as it is printed."""
    catalog = _Undated(locale="fr", header_comment="", fuzzy=False)
    for key in sorted(messages, key=str):
        catalog.add(key, typeset(key) if isinstance(key, str) else (typeset(key[0]), typeset(key[1])))
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """The `.mo` file."""
    target = BytesIO()
    mofile.write_mo(target, catalog)
    return target.getvalue()


def missing(room: Path) -> list[str]:
    """The messages that have no English yet."""
    return sorted(str(message.id) for message in english(room) if message.id and not _is_said(message))


def _is_said(message: Message) -> bool:
    return all(message.string) if isinstance(message.string, tuple) else bool(message.string)


def place(room: Path, language: str = "en") -> Path:
    """Where the messages of a room stand in that language."""
    return room / "locale" / language / "LC_MESSAGES" / "django.po"


def refresh(room: Path) -> None:
    """Add what is new, drop what is gone, compile."""
    known, wanted = english(room), _Undated(locale="en", header_comment="", fuzzy=False)
    messages = used(room)
    for key in sorted(messages, key=str):
        before = known.get(key if isinstance(key, str) else key[0])
        wanted.add(key, before.string if before is not None and before.id == key else None)
    file = place(room)
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("wb") as target:
        pofile.write_po(target, wanted, width=0)
    file.with_suffix(".mo").write_bytes(compiled(wanted))
    printed = place(room, "fr").with_suffix(".mo")
    printed.parent.mkdir(parents=True, exist_ok=True)
    printed.write_bytes(compiled(french(messages)))


def main() -> int:
    for room in rooms():
        refresh(room)
    said = [f"{place(room)}: no English for “{message}”\n" for room in rooms() for message in missing(room)]
    sys.stdout.writelines(said)
    return 1 if said else 0


if __name__ == "__main__":
    sys.exit(main())
