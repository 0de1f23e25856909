"""
Django's middlewares: the headers of every answer, the names we answer to, texts that fit, exceptions in words, whole
static files, and who else's scripts may call the API.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Collection
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.http.request import split_domain_port
from whitenoise.middleware import WhiteNoiseMiddleware

from heraut.kernel.bounds import MOST_CHARACTERS, is_harmless, too_long
from heraut.kernel.codec import Malformed
from heraut.kernel.journal import JournalError
from heraut.web.exceptions import AnsweredException
from heraut.web.form_html import REFUSED, unfolded
from heraut.web.isolation import trouble
from heraut.web.request_data import longest_text
from heraut.web.views import faults

Get = Callable[[HttpRequest], Any]
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
    "X-Frame-Options": "DENY",
}
CORS = {
    "Access-Control-Allow-Methods": "GET, POST, OPTIONS",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, Accept-Language",
    "Access-Control-Max-Age": "600",
}
LOCAL = (".localhost", ".local")
CAME_BACK = f" {REFUSED}=".encode()


def _middleware(
    *,
    before: Callable[[HttpRequest], HttpResponseBase | None] = lambda _: None,
    after: Callable[[HttpResponseBase], HttpResponseBase] = lambda response: response,
) -> Callable[[Get], Get]:
    """A middleware: `before` may answer in the view's place, `after` sees every answer."""

    def around(get_response: Get) -> Get:
        return lambda request: after(before(request) or get_response(request))

    return around


def _add_headers(response: HttpResponseBase) -> HttpResponseBase:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "private, no-cache")
    return response


def _unfold(response: HttpResponseBase) -> HttpResponseBase:
    if isinstance(response, HttpResponse) and not response.streaming and CAME_BACK in response.content:
        response.content = unfolded(response.content)
    return response


forms_in_sight = _middleware(after=_unfold)
"""What is wrong with a form is not folded away, wherever on its page the form stands."""
strict_headers = _middleware(after=_add_headers)
"""No inline script or style, nothing from elsewhere; pages made for one person stay out of shared caches."""


def is_ours(host: str, named: Collection[str]) -> bool:
    """Whether the host of a request is one we answer to; `named` are the names of the setting, `*` for any."""
    name = split_domain_port(host)[0].rstrip(".")
    if "*" in named or name in {"localhost", socket.gethostname().lower(), *named} or name.endswith(LOCAL):
        return True
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def _refuse_others(request: HttpRequest) -> HttpResponseBase | None:
    return None if is_ours(request.get_host(), settings.HERAUT_HOSTS) else faults.unknown_name(request)


known_host = _middleware(before=_refuse_others)
"""
Answer under our own names only; under another, one page says what to do.

A page of another site can make a browser send us requests under its own name (DNS rebinding), so a name must be ours:
one of `HERAUT_HOSTS`, this machine's, `localhost` or a `.local` name, which only the local network gives out. Addresses
in digits cannot be rebound: phones in the hall use those.
"""


def _refuse_unfit(request: HttpRequest) -> HttpResponseBase | None:
    if not is_harmless(request.path_info):
        return faults.not_found(request, ValueError(request.path_info))
    longest = longest_text(request)
    return faults.malformed(request, Malformed(too_long(longest))) if longest > MOST_CHARACTERS else None


fit_texts = _middleware(before=_refuse_unfit)
"""No address with characters nobody sees, no text longer than anybody writes (`request_data` reads what is left)."""


def forms_only(get_response: Get) -> Get:
    """An address that takes forms alone says so to whoever opens it as a page: a phone that brings old tabs back."""

    def middleware(request: HttpRequest) -> Any:
        response = get_response(request)
        if response.status_code != HTTPStatus.METHOD_NOT_ALLOWED or response.content:
            return response
        page = faults.no_page(request)
        page.headers["Allow"] = response.headers["Allow"]
        return page

    return middleware


def answer_exceptions(get_response: Get) -> Get:
    """What a view cannot go on from is told in words, wherever it was found."""

    def middleware(request: HttpRequest) -> Any:
        return get_response(request)

    middleware.process_exception = _told  # type: ignore[attr-defined]  # the name Django knows it by
    return middleware


def _told(request: HttpRequest, error: Exception) -> HttpResponseBase | None:
    match error:
        case AnsweredException():
            return error.answer(request)
        case Malformed():
            return faults.malformed(request, error)
        case JournalError():
            return faults.unreadable(request, error)
        case DatabaseError() | InterfaceError() | OSError() if trouble(error) is not None:
            return faults.no_database(request, error)
        case _:
            return None


class WholeFiles(WhiteNoiseMiddleware):
    """Sends each file whole: ours are small, and a streamed file cannot be read without blocking the event loop."""

    @staticmethod
    def serve(static_file: Any, request: HttpRequest) -> HttpResponse:
        found = static_file.get_response(request.method, request.META)
        body = found.file.read() if found.file is not None else b""
        if found.file is not None:
            found.file.close()
        response = HttpResponse(body, status=int(found.status))
        del response["content-type"]
        for name, value in found.headers:
            response[name] = value
        return response


def cors(get_response: Get) -> Get:
    """
    Other sites' scripts may call the API if `HERAUT_CORS` names them; no cookie of ours travels with it, a token may.

    A browser that asks first is answered, others are told that they may read the answer.
    """

    def middleware(request: HttpRequest) -> Any:
        origin = request.headers.get("Origin", "")
        if not request.path.startswith("/api/") or origin not in settings.HERAUT_CORS:
            return get_response(request)
        asks_first = request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers
        response = HttpResponse(status=204, headers=CORS) if asks_first else get_response(request)
        response.headers["Access-Control-Allow-Origin"] = origin
        response.headers["Vary"] = ", ".join(filter(None, (response.headers.get("Vary"), "Origin")))
        return response

    return middleware
