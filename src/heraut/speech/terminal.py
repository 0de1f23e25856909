"""Whom the command line speaks to."""

from __future__ import annotations

import os

from heraut.speech.sentences import Language


def terminal_language() -> Language:
    """French unless the terminal speaks English, told as every program is: LC_ALL, then LC_MESSAGES, then LANG."""
    told = (os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return "en" if next(filter(None, told), "").startswith("en") else "fr"
