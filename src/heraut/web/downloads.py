"""
Files that leave the house, under a name that people find again in a folder of downloads; and paper over the wire:
sheets as one PDF, in the visitor's language, in black or, where asked for, in colour.

A thousand badges take seconds, nearly all of them for their codes. So many are prepared beside the pages: the answer
waits a moment, then is a page that shows how far the paper is and asks again by itself.
"""

from __future__ import annotations

import logging
import re
from collections import OrderedDict
from collections.abc import Iterator
from hashlib import sha256
from http import HTTPStatus
from threading import Event, Lock, Thread
from typing import TypeVar

import msgspec
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.http import content_disposition_header

from heraut.press import qr
from heraut.press.paper import PaperLink, Sheet
from heraut.press.printing import Ink, pdf
from heraut.speech.sentences import Language
from heraut.web.game import language
from heraut.web.request_data import query_of

Answer = TypeVar("Answer", bound=HttpResponseBase)
_FORBIDDEN = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
"""What some system allows in no file's name."""
LONGEST = 80
AT_ONCE = 150
"""Codes a paper may have to be printed while its reader waits: well under a second."""
PATIENCE = 0.5
"""Seconds an answer waits for a longer one."""
KEPT = 4
"""Long papers kept, for whoever looks and then prints."""


def file_name(title: str, label: str, ending: str) -> str:
    """ "Tournoi d’automne - Classement.csv": the event, what is in the file, its ending."""
    parts = (" ".join(_FORBIDDEN.sub(" ", part).split())[:LONGEST].strip(" .") for part in (title, label))
    return f"{' - '.join(filter(None, parts)) or 'heraut'}.{ending}"


def named(answer: Answer, name: str, *, attached: bool = True) -> Answer:
    """The answer under that name, to be kept or to be opened in the browser."""
    header = content_disposition_header(attached, name)
    assert header is not None
    answer["Content-Disposition"] = header
    return answer


def printed(request: HttpRequest, title: str, *sheets: Sheet, label: str = "") -> HttpResponse:
    """The sheets one after another, to be opened in the browser and kept under a name made of title and label."""
    ink = Ink.COLOUR if query_of(request).get("ink") == "colour" else Ink.BLACK
    codes = tuple(dict.fromkeys(_codes(sheets)))
    if len(codes) <= AT_ONCE:
        made: bytes | None = pdf(*sheets, language=language(), ink=ink)
    else:
        begun = _long_print(sheets, codes, language(), ink)
        made = begun.wait()
        if made is None:
            return _progress(request, begun)
    answer = HttpResponse(made, content_type="application/pdf")
    return named(answer, file_name(title, label, "pdf"), attached=False)


def _progress(request: HttpRequest, begun: LongPrint) -> HttpResponse:
    shown = {"done": begun.done, "total": len(begun.codes)}
    page = render(request, "printing.html", shown, status=HTTPStatus.ACCEPTED)
    page["Refresh"] = "0"  # the answer waits a moment for the paper, so that asking at once is asking now and then
    return page


def _codes(value: object) -> Iterator[str]:
    """The addresses printed as codes, wherever they stand in a sheet."""
    match value:
        case PaperLink():
            yield value.address
        case msgspec.Struct():
            for name in value.__struct_fields__:
                yield from _codes(getattr(value, name))
        case tuple():
            for part in value:
                yield from _codes(part)


class LongPrint:
    """A paper being made: how many of its codes are drawn, and the PDF once it is there."""

    def __init__(self, sheets: tuple[Sheet, ...], codes: tuple[str, ...], spoken: Language, ink: Ink) -> None:
        self.sheets, self.codes, self.spoken, self.ink = sheets, codes, spoken, ink
        self.done = 0
        self.failed: Exception | None = None
        self._made: bytes | None = None
        self._over = Event()

    def wait(self) -> bytes | None:
        """The PDF, if it is there within a moment."""
        self._over.wait(PATIENCE)
        if self.failed is not None:
            raise self.failed
        return self._made

    def make(self) -> None:
        """Draw the codes, counting them, then set the pages; the press finds every code drawn."""
        try:
            for address in self.codes:
                qr.svg(address)
                self.done += 1
            self._made = pdf(*self.sheets, language=self.spoken, ink=self.ink)
        except Exception as error:  # told to whoever waits, as on a page
            logging.getLogger(__name__).exception("a long paper was not printed")
            self.failed = error
        finally:
            self._over.set()


_kept: OrderedDict[bytes, LongPrint] = OrderedDict()
_lock = Lock()


def _long_print(sheets: tuple[Sheet, ...], codes: tuple[str, ...], spoken: Language, ink: Ink) -> LongPrint:
    """The paper with exactly these words, begun if it is new; what failed is begun again."""
    key = sha256(msgspec.json.encode((sheets, spoken, ink))).digest()
    with _lock:
        found = _kept.get(key)
        if found is None or found.failed is not None:
            found = _kept[key] = LongPrint(sheets, codes, spoken, ink)
            Thread(target=found.make, name="paper", daemon=True).start()
        _kept.move_to_end(key)
        while len(_kept) > KEPT:
            _kept.popitem(last=False)
    return found
