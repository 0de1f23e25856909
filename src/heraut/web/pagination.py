"""A great many lines, a page at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

LEAF = 48
"""How many lines a page has: with everything around them, under 100 kB."""


def leaf(request: HttpRequest, lines: Sequence[Any]) -> Page[Any]:
    """The lines of the page asked for, `?page=2`."""
    return Paginator(lines, LEAF).get_page(request.GET.get("page"))
