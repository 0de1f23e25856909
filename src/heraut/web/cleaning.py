"""What people type or paste loses the characters no text holds; an address that has any leads nowhere."""

from __future__ import annotations

from collections.abc import Callable
from inspect import iscoroutinefunction
from typing import Any

from django.http import HttpRequest, HttpResponseBase, QueryDict
from django.utils.decorators import sync_and_async_middleware

from heraut.kernel import Malformed
from heraut.kernel.bounds import MOST_CHARACTERS, harmless, is_harmless, too_long
from heraut.web.views import faults


@sync_and_async_middleware
def harmless_texts(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """
    Take control and direction characters out of every form and every parameter.

    They come with what is pasted from elsewhere, and nobody sees them; PostgreSQL stores no NUL at all. Programs, which
    send JSON, are told instead.
    """
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            answer: HttpResponseBase = _cleaned(request) or await get_response(request)
            return answer

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        answer: HttpResponseBase = _cleaned(request) or get_response(request)
        return answer

    return now


def _cleaned(request: HttpRequest) -> HttpResponseBase | None:
    if not is_harmless(request.path_info):
        return faults.not_found(request, ValueError(request.path_info))
    request.GET = _harmless(request.GET)
    if request.method == "POST":
        request.POST = _harmless(request.POST)
    longest = max((len(value) for _, values in request.POST.lists() for value in values), default=0)
    return faults.malformed(request, Malformed(too_long(longest))) if longest > MOST_CHARACTERS else None


def _harmless(typed: QueryDict) -> Any:
    """The same fields; those untouched by far the most often are left as they are."""
    if all(is_harmless(name) and all(map(is_harmless, values)) for name, values in typed.lists()):
        return typed
    clean = QueryDict(mutable=True, encoding=typed.encoding)
    for name, values in typed.lists():
        clean.setlist(harmless(name), [harmless(value) for value in values])
    clean._mutable = False
    return clean
