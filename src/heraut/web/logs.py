"""What is written about the server's work: a line of text, or of JSON; never the secret part of a link."""

from __future__ import annotations

import json
import logging
import re
from datetime import UTC, datetime
from typing import Any

SECRET = re.compile(r"(?P<before>/(?:s|n|sign-in)/|Bearer\s+)[A-Za-z0-9_%~.-]+")
"""What opens a seat or an account, or switches a notice off, when somebody reads it in a log."""
OURS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "color_message", "request", "taskName"}
"""What every record has; the rest was given by whoever wrote the line."""


def without_secrets(text: str) -> str:
    """The text with every token left out."""
    return SECRET.sub(r"\g<before>…", text)


class LogFormatter(logging.Formatter):
    """One readable line, and below it the traceback if there is one."""

    def __init__(self) -> None:
        super().__init__("{asctime} {levelname} {name}: {message}", style="{")

    def format(self, record: logging.LogRecord) -> str:
        return without_secrets(super().format(record))


class JsonLine(logging.Formatter):
    """One object of JSON a line, for programs that gather logs."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **{name: value for name, value in vars(record).items() if name not in OURS},
        }
        if record.exc_info:
            told["traceback"] = self.formatException(record.exc_info)
        return without_secrets(json.dumps(told, ensure_ascii=False, default=str))


def config(form: str) -> dict[str, Any]:
    """
    Django's `LOGGING`. uvicorn's own lines take the same way out: its access lines name whole addresses.

    In JSON each request has a line as well (`heraut.web.asgi_middleware`).
    """
    through_ours: dict[str, Any] = {"handlers": [], "propagate": True}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": f"{__name__}.{'JsonLine' if form == 'json' else 'LogFormatter'}"}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": "WARNING"},
        "loggers": {
            "django.request": {"level": "ERROR"},  # a visitor's mistake is answered on the page, not here
            "heraut.web.asgi_middleware": {"level": "INFO" if form == "json" else "WARNING"},
            "uvicorn": through_ours,
            "uvicorn.access": through_ours,
            "uvicorn.error": through_ours,
        },
    }
