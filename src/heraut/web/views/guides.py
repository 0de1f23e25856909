"""
The guides, served to those who use them (`docs/guide` travels inside the package as `_guide`), and the clauses behind
what is shown: “Pourquoi ?”.
"""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe
from markdown_it.rules_core import StateCore

from heraut.kernel.names import ClauseId
from heraut.rulesets.clauses import UnknownClause, sheet_titles
from heraut.rulesets.clauses import clause as find_clause
from heraut.speech.sentences import Language
from heraut.speech.typography import printed
from heraut.web.game import language
from heraut.web.guard import needs
from heraut.web.markdown import renderer
from heraut.web.permissions import Action

GUIDES = ("tournament", "match", "campaign", "skirmish", "odds", "lab")
FOLDER = files("heraut") / "_guide"
_PAGE = re.compile(r"([a-z]+)(?:\.en)?\.md")
_PICTURE = re.compile(r"img/([a-z-]+)\.png")


@require_safe
@needs(Action.VISIT)
def index(request: HttpRequest) -> HttpResponse:
    """All guides."""
    told = [(name, _title(_text(name, language()))) for name in GUIDES]
    return render(request, "help.html", {"guides": told})


@require_safe
@needs(Action.VISIT)
def guide(request: HttpRequest, name: str) -> HttpResponse:
    """One guide, in the language of the visitor."""
    if name not in GUIDES:
        raise Http404
    text = _text(name, language())
    return render(request, "help.html", {"title": _title(text), "guide": _html(text)})


@require_safe
@needs(Action.VISIT)
def picture(request: HttpRequest, name: str) -> HttpResponse:  # noqa: ARG001  # every view takes the request
    """A picture of a guide."""
    file = FOLDER / "img" / f"{name}.png"
    if not _PICTURE.fullmatch(f"img/{name}.png") or not file.is_file():
        raise Http404
    return HttpResponse(file.read_bytes(), content_type="image/png", headers={"Cache-Control": "public, max-age=3600"})


@cache
def _text(name: str, spoken: Language) -> str:
    file = FOLDER / (f"{name}.en.md" if spoken == "en" else f"{name}.md")
    return file.read_text(encoding="utf-8")


def _title(text: str) -> str:
    return printed(text.partition("\n")[0].removeprefix("# "), language())


@cache
def _html(text: str) -> SafeString:
    return mark_safe(str(_GUIDES.render(text)))  # html is off: every character is escaped


def _size(name: str) -> tuple[int, int]:
    """How wide and high a picture is, from the header of its PNG: the page keeps its place while it loads."""
    head = (FOLDER / "img" / f"{name}.png").read_bytes()[16:24]
    return int.from_bytes(head[:4]), int.from_bytes(head[4:])


def _relink(state: StateCore) -> None:
    """Guides and pictures have addresses here; any other link leads nowhere and stays a word."""
    for block in state.tokens:
        for token in block.children or ():
            if token.type == "image":
                found = _PICTURE.fullmatch(str(token.attrs["src"]))
                token.attrs["src"] = reverse("help-picture", args=[found.group(1)]) if found else ""
                token.attrs |= dict(zip(("width", "height"), _size(found.group(1)), strict=True)) if found else {}
            elif token.type == "link_open":
                page = _PAGE.fullmatch(str(token.attrs["href"]))
                token.attrs["href"] = reverse("help-guide", args=[page.group(1)]) if page else reverse("help")
            elif token.type == "text":
                token.content = printed(token.content, language())


_GUIDES = renderer(_relink)


@require_safe
@needs(Action.VISIT)
def clause(request: HttpRequest, id: str) -> HttpResponse:
    """One clause: a page of its own, or the inside of a panel."""
    try:
        found = find_clause(ClauseId(id), language())
    except UnknownClause as error:
        raise Http404(id) from error
    template = "parts/clause.html" if getattr(request, "htmx", False) else "clause.html"
    sheet = printed(sheet_titles(found.language)[found.sheet], language())
    return render(request, template, {"clause": found, "sheet": sheet})
