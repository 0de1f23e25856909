"""How much of a great many a page shows at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.http import HttpRequest

FEW = 96
"""Up to how many players a page shows everybody, each with their shield."""
SHOWN = 24
"""How many lines of a longer table stand on a page that has other things to say."""
LEAF = 48
"""How many lines a page of its own has."""


def leaf(request: HttpRequest, lines: Sequence[Any]) -> Page[Any]:
    """The lines of the page asked for, `?page=2`; all of them while they are few."""
    return Paginator(lines, FEW if len(lines) <= FEW else LEAF).get_page(request.GET.get("page"))
