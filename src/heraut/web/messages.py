"""
The English of our French: `python -m heraut.web.messages` brings every room's `django.po` up to date.

Messages are looked for in templates and Python files; `.mo` files are compiled here, so nobody needs gettext's tools.
French has one as well: the same words with the spaces French typography asks for, and its own plural of nought.
"""

from __future__ import annotations

import ast
import re
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

from django.utils.translation import templatize

from heraut.speech.typography import typeset

HERE = Path(__file__).parent
CALLS = {"_", "gettext", "gettext_lazy", "ngettext", "gettext_noop"}
HEADER = (
    "Project-Id-Version: heraut\nLanguage: en\nMIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\n"
    "Content-Transfer-Encoding: 8bit\nPlural-Forms: nplurals=2; plural=(n != 1);\n"
)
FRENCH_HEADER = HEADER.replace("Language: en", "Language: fr").replace("(n != 1)", "(n > 1)")
Key = tuple[str, str | None]
"""A message and its plural, if it has one."""
Catalogue = dict[Key, tuple[str, ...]]

_FIELD = re.compile(r'(msgid_plural|msgid|msgstr(?:\[\d\])?) ((?:"(?:[^"\\]|\\.)*"\s*)+)')


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
    source = text if file.suffix == ".py" else _python_of(text)
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
            words = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if words:
                yield words[0], words[1] if node.func.id == "ngettext" else None


def _python_of(template: str) -> str:
    """The calls that stand for a template's messages, as Django's own extraction writes them."""
    calls = re.findall(
        r"""n?gettext\(u?(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|,|\s|u|count)*\)""", templatize(template)
    )
    return "\n".join(calls)


def read_po(file: Path) -> Catalogue:
    """The messages of a `.po` file with their translations."""
    found: Catalogue = {}
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    for block in re.split(r"\n\s*\n", text):
        fields = {name: "".join(map(ast.literal_eval, _quoted(value))) for name, value in _FIELD.findall(block)}
        if "msgid" in fields:
            said = tuple(value for name, value in fields.items() if name.startswith("msgstr"))
            found[fields["msgid"], fields.get("msgid_plural")] = said
    found.pop(("", None), None)
    return found


def _quoted(value: str) -> list[str]:
    return re.findall(r'"(?:[^"\\]|\\.)*"', value)


def write_po(file: Path, catalogue: Catalogue) -> None:
    blocks = [_po_block(("", None), (HEADER,))]
    blocks += [_po_block(key, said) for key, said in sorted(catalogue.items(), key=lambda item: item[0][0])]
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(blocks), encoding="utf-8")


def _po_block(key: Key, said: tuple[str, ...]) -> str:
    one, many = key
    lines = [f"msgid {_po(one)}"]
    if many is None:
        lines.append(f"msgstr {_po(said[0])}")
    else:
        lines.append(f"msgid_plural {_po(many)}")
        lines += [f"msgstr[{form}] {_po(text)}" for form, text in enumerate(said)]
    return "\n".join(lines) + "\n"


def _po(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'


def french(messages: set[Key]) -> Catalogue:
    """Every message as it is printed."""
    return {key: tuple(typeset(form) for form in key if form is not None) for key in messages}


def compiled(catalogue: Catalogue, header: str = HEADER) -> bytes:
    """The `.mo` file: GNU gettext's binary form, messages sorted."""
    pairs = {"": header}
    for (one, many), said in catalogue.items():
        if all(said):
            pairs[one if many is None else f"{one}\0{many}"] = "\0".join(said)
    ids, texts = zip(*((id.encode(), pairs[id].encode()) for id in sorted(pairs)), strict=True)
    start = 7 * 4
    place = start + 16 * len(ids)
    tables: list[int] = []
    for column in (ids, texts):
        for item in column:
            tables += (len(item), place)
            place += len(item) + 1
    head = struct.pack("<7I", 0x950412DE, 0, len(ids), start, start + 8 * len(ids), 0, 0)
    return head + struct.pack(f"<{len(tables)}I", *tables) + b"".join(item + b"\0" for item in (*ids, *texts))


def place(room: Path, language: str = "en") -> Path:
    return room / "locale" / language / "LC_MESSAGES" / "django.po"


def refresh(room: Path) -> list[str]:
    """Add what is new, drop what is gone, compile; the messages that still have no English."""
    known = read_po(place(room))
    wanted = {key: known.get(key, ("",) if key[1] is None else ("", "")) for key in used(room)}
    write_po(place(room), wanted)
    place(room).with_suffix(".mo").write_bytes(compiled(wanted))
    printed = place(room, "fr").with_suffix(".mo")
    printed.parent.mkdir(parents=True, exist_ok=True)
    printed.write_bytes(compiled(french(set(wanted)), FRENCH_HEADER))
    return sorted(key[0] for key, said in wanted.items() if not all(said))


def main() -> int:
    missing = {room: refresh(room) for room in rooms()}
    for room, messages in missing.items():
        for message in messages:
            sys.stdout.write(f"{place(room)}: no English for “{message}”\n")
    return 1 if any(missing.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
