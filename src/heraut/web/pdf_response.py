"""Paper over the wire: sheets as one PDF, in the visitor's language, in black or, where asked for, in colour."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse

from heraut.press.paper import Sheet
from heraut.press.printing import Ink, pdf
from heraut.web.game import language


def printed(request: HttpRequest, name: str, *sheets: Sheet) -> HttpResponse:
    """The sheets one after another, to be opened in the browser and kept under that name."""
    ink = Ink.COLOUR if request.GET.get("ink") == "colour" else Ink.BLACK
    answer = HttpResponse(pdf(*sheets, language=language(), ink=ink), content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return answer
