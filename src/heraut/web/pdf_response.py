"""Paper over the wire: sheets as one PDF, in the visitor's language, in black or, where asked for, in colour."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from heraut.press.paper import Sheet
from heraut.press.printing import Ink, pdf
from heraut.web import file_name
from heraut.web.game import language


def printed(request: HttpRequest, title: str, *sheets: Sheet, label: str = "") -> HttpResponse:
    """The sheets one after another, to be opened in the browser and kept under a name made of title and label."""
    ink = Ink.COLOUR if request.GET.get("ink") == "colour" else Ink.BLACK
    answer = HttpResponse(pdf(*sheets, language=language(), ink=ink), content_type="application/pdf")
    return file_name.call(answer, file_name.readable(title, label, "pdf"), attached=False)
