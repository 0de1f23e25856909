"""The rules sheets' Markdown as safe HTML: links keep their words only, and clause ids become links."""

from __future__ import annotations

import re
from collections.abc import Iterator

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from heraut.rulesets.clauses import clauses
from heraut.speech.typography import typeset
from heraut.web.game import language

_CLAUSE = re.compile(r"\b((?:AM|CORE|SEQ|SC|SK|ST|SR|HOUSE)-[A-Z0-9]+(?:-[A-Z0-9]+)*)\b")


def render(text: str) -> SafeString:
    """The text as HTML; whatever HTML it contains is shown as text."""
    html = str(_MARKDOWN.render(text)).replace("\n", "")
    return mark_safe(html)  # html is off: every character is escaped


def _link_clauses(state: StateCore) -> None:
    """A sheet can point nowhere but to clauses."""
    for block in state.tokens:
        if block.children is not None:
            block.children = [made for token in block.children for made in _linked(token)]


def _unwrap_single_item(state: StateCore) -> None:
    """A clause is one item of its sheet's list; alone, it is a paragraph."""
    items = [token for token in state.tokens if token.type == "list_item_open" and token.level == 1]
    if len(items) != 1 or state.tokens[0].type != "bullet_list_open" or state.tokens[-1].type != "bullet_list_close":
        return
    state.tokens = state.tokens[2:-2]
    for token in state.tokens:
        if token.type in ("paragraph_open", "paragraph_close") and token.level == 2:
            token.hidden = False


def _linked(token: Token) -> Iterator[Token]:
    if token.type in ("link_open", "link_close"):
        return
    if token.type == "softbreak":
        yield Token("text", "", 0, content=" ")
        return
    if token.type != "text":
        yield token
        return
    for part in _CLAUSE.split(typeset(token.content) if language() == "fr" else token.content):
        text = Token("text", "", 0, content=part)
        if part not in clauses():
            yield text
            continue
        yield Token("link_open", "a", 1, attrs={"href": reverse("clause", args=[part])})
        yield text
        yield Token("link_close", "a", -1)


_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
_MARKDOWN.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005  # no address is kept
_MARKDOWN.core.ruler.push("clauses", _link_clauses)
_MARKDOWN.core.ruler.push("single-item", _unwrap_single_item)
_MARKDOWN.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>')
_MARKDOWN.add_render_rule("table_close", lambda *_: "</table></div>")
