"""A form that was sent, shown again: its controls hold what was typed, whatever its template wrote into them."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

from django.http import QueryDict
from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import mark_safe

Attributes = dict[str, str | None]

TICKED = ("checkbox", "radio")
UNTYPED = ("submit", "button", "image", "reset", "file", "password")
"""Inputs that show nothing again: buttons, and what no page may write."""


def refilled(content: str, sent: QueryDict) -> str:
    """The controls of that form with what was `sent`, if it was sent from this one; as they are otherwise."""
    reader = _Refilled(sent)
    reader.feed(content)
    reader.close()
    return mark_safe("".join(reader.written)) if reader.is_same else content  # each part was safe, or is escaped


class _Refilled(HTMLParser):
    """
    Reads a form and writes it again.

    It was sent from this one if it names every control that is always sent, and what is hidden in it as it stands.
    """

    def __init__(self, sent: QueryDict) -> None:
        super().__init__(convert_charrefs=False)
        self.sent = sent
        self.written: list[str] = []
        self.is_same = True
        self._met: Counter[str] = Counter()
        self._chosen: list[str] | None = None
        self._skips = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given, told = dict(attrs), self.get_starttag_text() or ""
        name, kind = given.get("name"), given.get("type") or "text"
        if tag == "option" and self._chosen is not None and "value" in given:
            told = _marked(tag, given, "selected", told, is_set=given["value"] in self._chosen)
        elif tag == "select" and name:
            values = self.sent.getlist(name)
            self._chosen = values if "multiple" in given else self._next(name)
        elif tag == "textarea" and name:
            self._skips = bool(values := self._next(name))
            told += escape("".join(values))
        elif tag == "input" and name and "disabled" not in given:
            told = self._input(name, kind, given, told)
        self.written.append(told)

    handle_startendtag = handle_starttag

    def _input(self, name: str, kind: str, given: Attributes, told: str) -> str:
        values = self.sent.getlist(name)
        if kind in UNTYPED:
            return told
        if kind in TICKED:
            return _marked("input", given, "checked", told, is_set=given.get("value", "on") in values)
        if kind == "hidden":
            self.is_same &= (given.get("value") or "") in (values or [""])
            return told
        typed = self._next(name)
        return _tag("input", {**given, "value": "".join(typed)}) if typed else told

    def _next(self, name: str) -> list[str]:
        """What was sent for the next control of that name; without, the form is another one."""
        values, place = self.sent.getlist(name), self._met[name]
        self._met[name] += 1
        self.is_same &= place < len(values)
        return values[place : place + 1]

    def handle_endtag(self, tag: str) -> None:
        if tag == "textarea":
            self._skips = False
        elif tag == "select":
            self._chosen = None
        self.written.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        if not self._skips:
            self.written.append(data)

    def handle_entityref(self, name: str) -> None:
        self.handle_data(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.handle_data(f"&#{name};")


def _marked(tag: str, given: Attributes, mark: str, told: str, *, is_set: bool) -> str:
    """The tag with that mark or without it; as it was `told` where it is right already."""
    if is_set == (mark in given):
        return told
    rest = {name: value for name, value in given.items() if name != mark}
    return _tag(tag, {**rest, mark: None} if is_set else rest)


def _tag(tag: str, given: Attributes) -> str:
    valued = format_html_join("", ' {}="{}"', ((name, value) for name, value in given.items() if value is not None))
    bare = format_html_join("", " {}", ((name,) for name, value in given.items() if value is None))
    return format_html("<{}{}{}>", tag, valued, bare)
