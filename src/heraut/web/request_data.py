"""
What a browser sent, without the control and direction characters that nobody sees.

They come with what is pasted from elsewhere, and PostgreSQL stores no NUL at all. Pages read forms, parameters and
files through here and nowhere else, which a test holds; programs, which send JSON, are told instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, QueryDict

from heraut.kernel.bounds import harmless, is_harmless

if TYPE_CHECKING:
    from django.http.request import _ImmutableQueryDict as SentFields


def form_of(request: HttpRequest) -> SentFields:
    """The fields of a form."""
    return _harmless(request.POST)


def query_of(request: HttpRequest) -> SentFields:
    """The parameters of an address."""
    return _harmless(request.GET)


def file_of(request: HttpRequest) -> UploadedFile | None:
    """The file that was chosen in a form, under the one name a file has here."""
    return request.FILES.get("file")


def longest_text(request: HttpRequest) -> int:
    """How many characters the longest text of a form has, as it came."""
    return max((len(value) for _, values in request.POST.lists() for value in values), default=0)


def _harmless(sent: SentFields) -> SentFields:
    """The same fields; those with nothing to take out, by far the most often, are left as they are."""
    if is_harmless("".join(text for name, values in sent.lists() for text in (name, *values))):
        return sent
    clean = QueryDict(mutable=True, encoding=sent.encoding)
    for name, values in sent.lists():
        clean.setlist(harmless(name), [harmless(value) for value in values])
    clean._mutable = False
    return cast("SentFields", clean)
