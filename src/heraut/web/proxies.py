"""
Who is at the other end: behind a proxy, the proxy says so, and only a proxy we know is believed.

`HERAUT_PROXIES` names the proxies, by address or network (`127.0.0.1, 10.0.0.0/8`). From anybody else such headers are
dropped before anything reads them: guesses are counted per address, and a guesser would choose a new one each time.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

from heraut.web.data import NoData

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
