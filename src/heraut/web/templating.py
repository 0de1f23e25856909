"""What every template stands on: how it is loaded, what it may use, and a great many lines a page at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.template import Origin
from django.template.loaders import filesystem

from heraut.web.game import language
from heraut.web.request_data import query_of

INDENTATION = re.compile(r"\n\s+")
THEMES = ("light", "dark")
LEAF = 48
"""How many lines a page has: with everything around them, under 100 kB."""


class Loader(filesystem.Loader):
    """Templates are indented for whoever reads them; pages are sent without, for phones on a weak network."""

    def get_contents(self, origin: Origin) -> str:
        return INDENTATION.sub("\n", super().get_contents(origin))


def everywhere(request: HttpRequest) -> dict[str, Any]:
    theme = request.COOKIES.get("heraut_theme", "")
    return {
        "said_by": "",  # the room whose words a page uses
        "language": language(),
        "languages": settings.LANGUAGES,
        "account": getattr(request, "user", None),
        "theme": theme if theme in THEMES else "",
        "frame": "partial.html" if getattr(request, "htmx", False) else "base.html",  # htmx takes a part of the page
    }


def leaf(request: HttpRequest, lines: Sequence[Any] | QuerySet[Any]) -> Page[Any]:
    """The lines of the page asked for, `?page=2`."""
    return Paginator(lines, LEAF).get_page(query_of(request).get("page"))
