"""Our own Markdown as safe HTML. In the rules sheets links keep their words only, and clause ids become links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from heraut.rulesets.clauses import clauses
from heraut.speech.typography import printed
from heraut.web.game import language

_CLAUSE = re.compile(r"\b((?:AM|CORE|SEQ|SC|SK|ST|SR|HOUSE)-[A-Z0-9]+(?:-[A-Z0-9]+)*)\b")


def renderer(*changes: Callable[[StateCore], None]) -> MarkdownIt:
    """Markdown to HTML, once these have changed what was read; whatever HTML a text contains is shown as text."""
    made = MarkdownIt("commonmark", {"html": False}).enable("table")
    made.validateLink = lambda url: True  # type: ignore[method-assign]  # noqa: ARG005  # `changes` see to addresses
    for change in changes:
        made.core.ruler.push(change.__name__, change)
    made.add_render_rule("table_open", lambda *_: '<div class="scroll" tabindex="0"><table>')
    made.add_render_rule("table_close", lambda *_: "</table></div>")
    return made


def clause_html(text: str) -> SafeString:
    """The text of a clause as HTML."""
    return mark_safe(str(_CLAUSES.render(text)).replace("\n", ""))  # html is off: every character is escaped


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
    for part in _CLAUSE.split(printed(token.content, language())):
        text = Token("text", "", 0, content=part)
        if part not in clauses():
            yield text
            continue
        yield Token("link_open", "a", 1, attrs={"href": reverse("clause", args=[part])})
        yield text
        yield Token("link_close", "a", -1)


_CLAUSES = renderer(_link_clauses, _unwrap_single_item).disable("image")
