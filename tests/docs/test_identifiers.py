"""What documents mark as code is there: identifiers in `src`, files of the checkout, targets of `make`, commands."""

from __future__ import annotations

import re
from functools import cache

import pytest

from docs.test_glossary import DOCS, codes, tables
from heraut.cli import COMMANDS

ROOT = DOCS.parent
SOURCE = ROOT / "src" / "heraut"
PLACEHOLDER = re.compile(r"\b(NAME|ROOM|ENGINE|SUBJECT|form-N)\b")
FENCED = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"[\w*.-]*(/[\w*.-]*)+|[\w*]+\.(py|toml|md)")


@cache
def words() -> frozenset[str]:
    """Every name and every word of a table in `src`; the sentences of `speech` are not code."""
    files = (file for kind in ("py", "toml", "map") for file in SOURCE.rglob(f"*.{kind}"))
    texts = (file.read_text(encoding="utf-8") for file in files if "speech" not in file.parts)
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


def is_in_code(name: str) -> bool:
    """Whether a name of the glossary stands there, as it is, as a class, or as more than one of it."""
    in_class = "".join(part.capitalize() for part in name.split("_"))
    return not words().isdisjoint({name, f"{name}s", in_class, f"{in_class}s"})


def test_every_identifier_of_the_glossary_is_in_the_code():
    found = tables((DOCS / "glossary.md").read_text(encoding="utf-8"))
    marked = [
        code for head, *rows in found if "Code" in head for row in rows for code in codes(row[head.index("Code")])
    ]

    assert len(marked) > 400
    assert [name for name in dict.fromkeys(marked) if not is_in_code(name)] == []


def is_there(marked: str) -> bool:
    """Whether what a page marks as code is: a file, a target, a command or a name; what is only an example counts."""
    first, _, rest = marked.partition(" ")
    if PLACEHOLDER.search(marked) or first == "git":
        return True
    if first == "make":
        return (
            re.search(rf"^{rest.split(' ')[0]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
            is not None
        )
    if first == "heraut":
        return rest.split(" ")[0] in COMMANDS
    if FILE.fullmatch(marked):
        return any([*place.glob(marked)] for place in (ROOT, SOURCE, SOURCE / "speech")) or bool(
            [*SOURCE.rglob(marked)]
        )
    return re.fullmatch(r"\w+(\.\w+)*", marked) is None or all(part in words() for part in marked.split("."))


@pytest.mark.parametrize("page", ["docs/architecture.md", "CONTRIBUTING.md"])
def test_what_a_page_for_engineers_marks_as_code_is_there(page: str):
    text = FENCED.sub("", (ROOT / page).read_text(encoding="utf-8"))

    assert [marked for marked in dict.fromkeys(codes(text)) if not is_there(marked)] == []
