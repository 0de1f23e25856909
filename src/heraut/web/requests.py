"""Every request counted and timed, and, where logs are JSON, written down: never its token, nor who sent it."""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any

from heraut.web import metrics
from heraut.web.lanes import lane
from heraut.web.proxies import App

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
