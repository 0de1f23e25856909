"""
What a browser sent, without the control and direction characters that nobody sees.

They come with what is pasted from elsewhere, and PostgreSQL stores no NUL at all. Pages read forms and parameters
through here and nowhere else, which a test holds; programs, which send JSON, are told instead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

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


def _harmless(sent: SentFields) -> SentFields:
    """The same fields; those with nothing to take out, by far the most often, are left as they are."""
    if is_harmless("".join(text for name, values in sent.lists() for text in (name, *values))):
        return sent
    clean = QueryDict(mutable=True, encoding=sent.encoding)
    for name, values in sent.lists():
        clean.setlist(harmless(name), [harmless(value) for value in values])
    clean._mutable = False
    return cast("SentFields", clean)
