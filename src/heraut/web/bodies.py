"""
How much may be sent at once, counted while it comes: what is too large is neither kept nor spooled to disk.

Django bounds what it keeps in memory, but writes a body of any size to disk before it looks at it.
"""

from __future__ import annotations

from typing import Any

from heraut.web.lanes import answer
from heraut.web.proxies import App

MOST_BYTES = 8_000_000
"""A spreadsheet, a long form, a great many commands' worth of JSON."""

MOST_IMPORT = 64_000_000
"""A game of many weeks, or an event of 500 players with everything that happened, many times over."""

IMPORTS = ("/import",)
TOO_LARGE = (b"413", "Too much at once: send less.")


def most_bytes(path: str) -> int:
    """How much may be sent to an address."""
    return MOST_IMPORT if path in IMPORTS else MOST_BYTES


class Bodies:
    """An ASGI application that is sent no more than it can take."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        most = most_bytes(scope["path"])
        if _announced(scope) > most:
            await answer(send, *TOO_LARGE)
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
            await answer(send, *TOO_LARGE)


def _announced(scope: dict[str, Any]) -> int:
    """The length a request says it has; 0 if it says none that makes sense, which the server has refused by then."""
    told = next((value for name, value in scope["headers"] if name == b"content-length"), b"0")
    return int(told) if told.isdigit() and len(told) < 19 else 0
