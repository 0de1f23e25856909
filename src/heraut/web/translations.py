"""
The English of our French pages: `python -m heraut.web.translations` brings `speech/en/pages/*.toml` up to date.

Messages are looked for in templates, in Python files and in the tables of a room, and compiled here into what Django
reads (`.mo`), so nobody needs gettext's tools. French has a compiled file as well: the same words with the spaces
French typography asks for, and its own plural of nought.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages import mofile
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from django.utils.translation import templatize

from heraut import speech
from heraut.speech.typography import typeset

HERE = Path(__file__).parent
PAGES = Path(speech.__file__).parent / "en" / "pages"
KEYWORDS = {"_": None, "gettext": None, "gettext_lazy": None, "gettext_noop": None, "ngettext": (1, 2)}
Key = str | tuple[str, str]
"""A message, or its singular and its plural."""

_CALLS = re.compile(r"""n?gettext\(u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|,|\s|u|count)*\)""")
_HEAD = """\
# The English of the French in {place}: a message, or a singular with its plural and both in English.
# Written by `python -m heraut.web.translations`; fill in what is empty.
"""


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
    files = [file for file in room.rglob("*") if file.suffix in (".html", ".py", ".toml") and _belongs(file, room)]
    return {key for file in files for key in _in_file(file)}


def _belongs(file: Path, room: Path) -> bool:
    inner = HERE / "rooms"
    return room != HERE or inner not in file.parents or file.parent == inner


def _in_file(file: Path) -> Iterator[Key]:
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".toml":
        yield from _in_table(tomllib.loads(text))
        return
    if file.suffix == ".html":  # the calls that stand for a template's messages, as Django's own extraction writes them
        text = "\n".join(_CALLS.findall(templatize(text)))
    for _line, found, _comments, _context in extract("python", BytesIO(text.encode()), KEYWORDS):
        yield found if isinstance(found, str) else (found[0], found[1])


def _in_table(found: object) -> Iterator[str]:
    """What a table has to say: headings and sentences, however deep they stand."""
    for key, value in found.items() if isinstance(found, dict) else ():
        for each in value if isinstance(value, list) else ():
            yield from _in_table(each)
        if key in ("heading", "says", "may", "brings"):
            yield value


def english(room: Path) -> dict[Key, str | tuple[str, str]]:
    """What the room's messages are in English; those without any yet are empty."""
    file = PAGES / f"{room.name}.toml"
    listed = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return dict(_entry(french, told) for french, told in listed.items())


def _entry(french: str, told: str | list[str]) -> tuple[Key, str | tuple[str, str]]:
    if isinstance(told, str):
        return french, told
    plural, one, many = told
    return (french, plural), (one, many)


def missing(room: Path) -> list[str]:
    """The messages that have no English yet."""
    return sorted(str(key) for key, told in english(room).items() if not (told if isinstance(told, str) else all(told)))


def catalogue(language: str, messages: Mapping[Key, str | tuple[str, str]]) -> bytes:
    """The `.mo` file of these messages."""
    catalog = _Undated(locale=language, header_comment="", fuzzy=False)
    for key in sorted(messages, key=str):
        catalog.add(key, messages[key])
    target = BytesIO()
    mofile.write_mo(target, catalog)
    return target.getvalue()


def french(messages: set[Key]) -> dict[Key, str | tuple[str, str]]:
    """Every message as it is printed."""
    return {key: typeset(key) if isinstance(key, str) else (typeset(key[0]), typeset(key[1])) for key in messages}


def compiled(room: Path, language: str) -> Path:
    """Where Django finds the messages of a room in that language."""
    return room / "locale" / language / "LC_MESSAGES" / "django.mo"


def refresh(room: Path) -> None:
    """Add what is new, drop what is gone, compile."""
    known, messages = english(room), used(room)
    told = {key: known.get(key, "" if isinstance(key, str) else ("", "")) for key in messages}
    lines = sorted(_line(key, told[key]) for key in messages)
    head = _HEAD.format(place=room.relative_to(HERE.parent))
    (PAGES / f"{room.name}.toml").write_text(f"{head}\n{''.join(lines)}", encoding="utf-8")
    for language, texts in (("en", told), ("fr", french(messages))):
        file = compiled(room, language)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(catalogue(language, texts))


def _line(key: Key, told: str | tuple[str, str]) -> str:
    """One line of the file; what JSON quotes, TOML quotes the same way."""
    name, value = (key, told) if isinstance(key, str) else (key[0], [key[1], *told])
    return f"{json.dumps(name, ensure_ascii=False)} = {json.dumps(value, ensure_ascii=False)}\n"


def main() -> int:
    for room in rooms():
        refresh(room)
    empty = [f"{PAGES / room.name}.toml: no English for “{text}”\n" for room in rooms() for text in missing(room)]
    sys.stdout.writelines(empty)
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())
