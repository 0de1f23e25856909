"""The addresses people reach us at."""

from __future__ import annotations

import os
import socket
from ipaddress import ip_address

from django.http import HttpRequest
from django.urls import reverse

from heraut.web import links, models
from heraut.web.data_folder import ONLY_HERE

_ANYWHERE = ("192.0.2.1", 9)
"""Any address outside: nothing is sent, the system only says which of its own it would use."""


def lan_address() -> str | None:
    """This machine's address on the local network; None when it is on none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ANYWHERE)
        except OSError:
            return None
        found = str(probe.getsockname()[0])
    return None if ip_address(found).is_loopback else found


def for_others(request: HttpRequest, path: str) -> str:
    """The full address to give to others: a page opened on this very machine says `localhost`, phones cannot."""
    full = request.build_absolute_uri(path)
    name, colon, port = request.get_host().partition(":")
    here = name in ("localhost", "127.0.0.1") and ONLY_HERE not in os.environ
    lan = lan_address() if here else None
    return full if lan is None else full.replace(request.get_host(), f"{lan}{colon}{port}", 1)


def seat_address(request: HttpRequest, link: models.Link) -> str:
    """The link to hand over."""
    return for_others(request, reverse("seat", args=[links.token(link)]))
