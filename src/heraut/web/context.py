"""What every template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest

from heraut.web.game import language

THEMES = ("light", "dark")


def everywhere(request: HttpRequest) -> dict[str, Any]:
    theme = request.COOKIES.get("heraut_theme", "")
    return {
        "said_by": "",  # the room whose words a page uses
        "language": language(),
        "languages": settings.LANGUAGES,
        "account": getattr(request, "user", None),
        "theme": theme if theme in THEMES else "",
        "frame": "bare.html" if getattr(request, "htmx", False) else "base.html",  # htmx takes a part of the page
    }
