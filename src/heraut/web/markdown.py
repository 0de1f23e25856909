"""
The small part of Markdown that the rules sheets use, as safe HTML.

Everything is escaped first; then paragraphs, lists, tables, **bold**, *italic*, `code`, and clause ids as links.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from django.urls import reverse
from django.utils.html import conditional_escape, escape
from django.utils.safestring import SafeString, mark_safe

from heraut.rulesets.clauses import clauses

_BOLD = re.compile(r"\*\*(.+?)\*\*")
_ITALIC = re.compile(r"(?<![\w*])\*([^*\s][^*]*?)\*(?![\w*])")
_CODE = re.compile(r"`([^`]+)`")
_LINK = re.compile(r"\[([^\]]+)\]\([^)\s]*\)")
_CLAUSE = re.compile(r"\b(?:AM|CORE|SEQ|SC|SK|ST|SR|HOUSE)-[A-Z0-9]+(?:-[A-Z0-9]+)*\b")
_BULLET = re.compile(r"^\s*(?:[-*]|\d+\.)\s+")
_RULER = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")


def render(text: str) -> SafeString:
    """The text as HTML; links keep their words only, so a sheet can point nowhere but to clauses."""
    blocks = "".join(_block(list(lines)) for kind, lines in groupby(text.splitlines(), _kind) if kind != "blank")
    return mark_safe(blocks)  # every character was escaped on the way in


def _kind(line: str) -> str:
    if not line.strip() or set(line.strip()) == {"-"}:
        return "blank"
    if line.lstrip().startswith("|"):
        return "table"
    return "text"


def _block(lines: list[str]) -> str:
    if lines[0].lstrip().startswith("|"):
        return _table(lines)
    return "".join(_paragraphs(lines))


def _paragraphs(lines: list[str]) -> Iterator[str]:
    gathered: list[list[str]] = []
    for line in lines:
        if _BULLET.match(line) or not gathered:
            gathered.append([line])
        else:
            gathered[-1].append(line.strip())
    for bulleted, items in groupby(gathered, lambda item: bool(_BULLET.match(item[0]))):
        texts = [_inline(_BULLET.sub("", " ".join(item)).strip()) for item in items]
        if bulleted and len(texts) > 1:
            yield "<ul>" + "".join(f"<li>{text}</li>" for text in texts) + "</ul>"
        else:
            yield "".join(f"<p>{text}</p>" for text in texts)


def _table(lines: list[str]) -> str:
    rows = [
        [_inline(cell.strip()) for cell in line.strip().strip("|").split("|")]
        for line in lines
        if not _RULER.match(line)
    ]
    head = "".join(f"<th>{cell}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _inline(text: str) -> str:
    safe: str = escape(text)
    safe = _CODE.sub(r"<code>\1</code>", safe)
    safe = _LINK.sub(r"\1", safe)
    safe = _BOLD.sub(r"<strong>\1</strong>", safe)
    safe = _ITALIC.sub(r"<em>\1</em>", safe)
    return _CLAUSE.sub(_clause_link, safe)


def _clause_link(found: re.Match[str]) -> str:
    id = found.group()
    if id not in clauses():
        return id
    return f'<a href="{conditional_escape(reverse("clause", args=[id]))}">{id}</a>'
