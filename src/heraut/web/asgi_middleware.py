"""
Passed by every request before Django sees it: counted (`Requests`), seen through its proxy (`Proxies`), and not longer
than it may be (`BodyLimit`). `priority` says when it is answered.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from time import monotonic
from typing import Any

from heraut.web import metrics
from heraut.web.data_folder import NoData
from heraut.web.priority import answer, lane

Network = IPv4Network | IPv6Network
App = Callable[[dict[str, Any], Any, Any], Awaitable[None]]
FOR, PROTO = b"x-forwarded-for", b"x-forwarded-proto"
SAID_BY_PROXIES = frozenset({FOR, PROTO, b"x-forwarded-host", b"x-forwarded-port", b"forwarded", b"x-real-ip"})
FORWARDED = "heraut.forwarded"
"""In a request's scope: somebody we do not know claims to speak for another."""


def networks(typed: str) -> tuple[Network, ...]:
    """The proxies of the setting; `NoData` names what is no address."""
    try:
        return tuple(ip_network(word.strip(), strict=False) for word in typed.split(",") if word.strip())
    except ValueError as error:
        raise NoData(f"HERAUT_PROXIES: {error}: write addresses or networks, such as 127.0.0.1, 10.0.0.0/8.") from error


def is_known(address: str, proxies: Iterable[Network]) -> bool:
    """Whether an address is one of the proxies."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in proxies)


class Proxies:
    """An ASGI application behind proxies."""

    def __init__(self, app: App, proxies: tuple[Network, ...], *, https: bool) -> None:
        """`https`: all requests come through a proxy that says whether it spoke HTTPS, wherever it stands."""
        self._app, self._proxies = app, proxies
        self._kept = frozenset({PROTO}) if https and not proxies else frozenset()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope = self._seen_through(scope)
        await self._app(scope, receive, send)

    def _seen_through(self, scope: dict[str, Any]) -> dict[str, Any]:
        peer = scope.get("client")
        if peer is not None and is_known(peer[0], self._proxies):
            return {**scope, "client": (self._sender(scope, peer[0]), 0)}
        dropped = SAID_BY_PROXIES - self._kept
        kept = [each for each in scope["headers"] if each[0].lower() not in dropped]
        return {**scope, "headers": kept, FORWARDED: len(kept) < len(scope["headers"])}

    def _sender(self, scope: dict[str, Any], peer: str) -> str:
        """The last address that is no proxy of ours: what stands before it anybody could have written."""
        told = b",".join(value for name, value in scope["headers"] if name.lower() == FOR).decode("latin-1")
        for address in reversed([word.strip() for word in told.split(",") if word.strip()]):
            try:
                found = str(ip_address(address))
            except ValueError:
                return peer
            if not is_known(found, self._proxies):
                return found
        return peer


MOST_BYTES = 8_000_000
"""A spreadsheet, a long form, a great many commands' worth of JSON."""

MOST_IMPORT = 64_000_000
"""A game of many weeks, or an event of 500 players with everything that happened, many times over."""

IMPORTS = ("/import",)
TOO_LARGE = (413, "too-large")


def most_bytes(path: str) -> int:
    """How much may be sent to an address."""
    return MOST_IMPORT if path in IMPORTS else MOST_BYTES


class BodyLimit:
    """An ASGI application that is sent no more than it can take."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = most_bytes(scope["path"])
        if _announced(scope) > most:
            await answer(scope, send, *TOO_LARGE)
            return
        came, begun = 0, False

        async def received() -> Any:
            """A part of the body; once there is too much of it, to the application it is as if the sender had gone."""
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            return message if came <= most else {"type": "http.disconnect"}

        async def sent(message: Any) -> None:
            nonlocal begun
            begun = True
            await send(message)

        await self._app(scope, received, sent)
        if came > most and not begun:
            await answer(scope, send, *TOO_LARGE)


def _announced(scope: dict[str, Any]) -> int:
    """The length a request says it has; 0 if it says none that makes sense, which the server has refused by then."""
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(told) if told.isdigit() and len(told) < 19 else 0


logger = logging.getLogger(__name__)


class Requests:
    """An ASGI application whose requests are counted."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = monotonic()

        async def answered(message: Any) -> None:
            if message["type"] == "http.response.start":
                _note(scope, message["status"], monotonic() - begun)
            await send(message)

        await self._app(scope, receive, answered)


def _note(scope: dict[str, Any], status: int, seconds: float) -> None:
    kind = lane(scope)
    metrics.count("heraut_requests_total", lane=kind, status=f"{status // 100}xx")
    metrics.took("heraut_request_seconds", seconds, lane=kind)
    if logger.isEnabledFor(logging.INFO):
        told = {"method": scope["method"], "path": scope["path"], "status": status, "ms": round(seconds * 1000, 1)}
        logger.info("%s %s", scope["method"], scope["path"], extra=told)
