"""
A form that was sent, shown again: its controls hold what was typed, whatever its template wrote into them, and nothing
it stands in is folded away.
"""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from html.parser import HTMLParser
from itertools import pairwise

from django.http import QueryDict
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe

Attributes = dict[str, str | None]

REFUSED = "data-refused"
"""The mark of a form that came back; scripts keep all that is in it (`page_state.js`)."""
FOLD = re.compile(rb"<(?P<begins>details)\b[^>]*>|<(?P<ends>/)details>|<form\b[^>]* data-refused=")
CONTROLS = ("input", "select", "textarea")
TICKED = ("checkbox", "radio")
UNTYPED = ("submit", "button", "image", "reset", "file", "password")
"""Inputs that show nothing again: buttons, and what no page may write."""


def refilled(content: str, sent: QueryDict) -> SafeString | None:
    """The controls of that form with what was `sent`; None if it was sent from another one."""
    reader = _Refilled(sent)
    reader.feed(content)
    reader.close()
    return mark_safe("".join(reader.written)) if reader.is_same else None  # each part was safe, or is escaped


def unfolded(page: bytes) -> bytes:
    """The page with everything open in which a form stands that came back."""
    around: list[int] = []
    opened: set[int] = set()
    for found in FOLD.finditer(page):
        if found["begins"]:
            around.append(found.end() - 1 if b" open" not in found[0] else 0)
        elif found["ends"]:
            around.pop()
        else:
            opened.update(around)
    places = [0, *sorted(opened - {0}), len(page)]
    return b" open".join(page[start:end] for start, end in pairwise(places))


class _Refilled(HTMLParser):
    """
    Reads a form and writes it again.

    It was sent from this one if all that is hidden in it was sent as well, and something of what is always sent was.
    The cursor is in the first control that is wrong; what is folded away stands open where something in it was typed
    or is wrong.
    """

    def __init__(self, sent: QueryDict) -> None:
        super().__init__(convert_charrefs=False)
        self.sent = sent
        self.written: list[str] = []
        self._met: Counter[str] = Counter()
        self._hidden: set[str] = set()
        self._differs = False
        self._chosen: list[str] | None = None
        self._options = 0
        self._skipped: list[str] | None = None
        self._typed = ""
        self._is_wrong = False
        self._has_cursor = False
        self._folds: list[int] = []

    @property
    def is_same(self) -> bool:
        return not self._differs and (not self._met or any(name in self.sent for name in self._met))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told, before = self.get_starttag_text() or "", dict(attrs)
        given = {name: value for name, value in attrs if name != "autofocus"}
        self._fill(tag, given)
        self._is_wrong |= "aria-invalid" in given
        is_told = "aria-invalid" in given or "fault" in (given.get("class") or "").split()
        is_default = tag == "option" and self._options == 1 and "selected" in given  # what a browser sends untouched
        if is_told or (given != before and not is_default):
            self._unfold()
        if self._is_wrong and not self._has_cursor and tag in CONTROLS and given.get("type") != "hidden":
            self._has_cursor, given["autofocus"] = True, None
        if tag == "details":
            self._folds.append(len(self.written))
        self.written.append(told if given == before else _tag(tag, given))
        if self._skipped is not None and tag == "textarea":
            self.written.append(escape(self._typed))

    handle_startendtag = handle_starttag

    def _unfold(self) -> None:
        for place in self._folds:
            told = self.written[place]
            self.written[place] = told if told.endswith(" open>") else f"{told[:-1]} open>"

    def _fill(self, tag: str, given: Attributes) -> None:
        """What was sent for it, put into its attributes; what a text field holds takes the place of what follows it."""
        name = given.get("name")
        if tag == "option" and self._chosen is not None and "value" in given:
            self._options += 1
            _mark(given, "selected", is_set=given["value"] in self._chosen)
        elif tag == "select" and name:
            self._options = 0
            self._chosen = self.sent.getlist(name) if "multiple" in given else self._next(name) or None
        elif tag == "textarea" and name:
            if values := self._next(name):
                self._skipped, self._typed = [], values[0]
        elif tag == "input" and name and "disabled" not in given:
            self._fill_input(name, given)

    def _fill_input(self, name: str, given: Attributes) -> None:
        kind, values = given.get("type") or "text", self.sent.getlist(name)
        if kind == "hidden":
            self._hidden.add(name)
            self._differs |= bool(given.get("value")) and given["value"] not in values
        elif kind in TICKED:
            if values or name not in self._hidden:  # one that is sent empty where it is not ticked was not sent at all
                _mark(given, "checked", is_set=given.get("value", "on") in values)
        elif kind not in UNTYPED and (typed := self._next(name)) and typed[0] != (given.get("value") or ""):
            given["value"] = typed[0]

    def _next(self, name: str) -> list[str]:
        """What was sent for the next control of that name."""
        values, place = self.sent.getlist(name), self._met[name]
        self._met[name] += 1
        return values[place : place + 1]

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea" and self._skipped is not None:
            if self._typed.split() != unescape("".join(self._skipped)).split():
                self._unfold()
            self._skipped = None
        elif tag == "select":
            self._chosen = None
        elif tag == "details":
            self._folds.pop()
        self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        (self.written if self._skipped is None else self._skipped).append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def _mark(given: Attributes, mark: str, *, is_set: bool) -> None:
    """The attributes with that mark or without it."""
    if not is_set:
        given.pop(mark, None)
    elif mark not in given:
        given[mark] = None


def _tag(tag: str, given: Attributes) -> str:
    valued = format_html_join("", ' {}="{}"', ((name, value) for name, value in given.items() if value is not None))
    bare = format_html_join("", " {}", ((name,) for name, value in given.items() if value is None))
    return format_html("<{}{}{}>", tag, valued, bare)
