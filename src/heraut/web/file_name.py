"""The name of a file that leaves the house: one that people find again in a folder of downloads."""

from __future__ import annotations

import re
from typing import TypeVar

from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header

Answer = TypeVar("Answer", bound=HttpResponseBase)
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
"""What some system allows in no file's name."""
LONGEST = 80


def readable(title: str, label: str, ending: str) -> str:
    """ "Tournoi d'automne - Classement.csv": the event, what is in the file, its ending."""
    parts = (" ".join(_FORBIDDEN.sub(" ", part).split())[:LONGEST].strip(" .") for part in (title, label))
    return f"{' - '.join(filter(None, parts)) or 'heraut'}.{ending}"


def call(answer: Answer, name: str, *, attached: bool = True) -> Answer:
    """The answer under that name, to be kept or to be opened in the browser."""
    header = content_disposition_header(attached, name)
    assert header is not None
    answer["Content-Disposition"] = header
    return answer
