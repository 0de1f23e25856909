"""
The names we answer to.

A page of another site can make a browser send us requests under its own name (DNS rebinding), so a name must be ours:
one of `HERAUT_HOSTS`, this machine's, `localhost` or a `.local` name, which only the local network gives out. Addresses
in digits cannot be rebound: phones in the hall use those.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Collection
from inspect import iscoroutinefunction
from ipaddress import ip_address
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.http.request import split_domain_port
from django.utils.decorators import sync_and_async_middleware

from heraut.web.views import faults

LOCAL = (".localhost", ".local")


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


@sync_and_async_middleware
def known_host(get_response: Callable[[HttpRequest], Any]) -> Callable[[HttpRequest], Any]:
    """Answer under our own names only; under another, one page says what to do."""
    if iscoroutinefunction(get_response):

        async def later(request: HttpRequest) -> HttpResponseBase:
            answer: HttpResponseBase = _refused(request) or await get_response(request)
            return answer

        return later

    def now(request: HttpRequest) -> HttpResponseBase:
        answer: HttpResponseBase = _refused(request) or get_response(request)
        return answer

    return now


def _refused(request: HttpRequest) -> HttpResponseBase | None:
    return None if is_ours(request.get_host(), settings.HERAUT_HOSTS) else faults.unknown_name(request)
