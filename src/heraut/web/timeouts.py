"""
How long the server waits for others: who begins a request and does not go on is hung up on, so that idle connections
cannot fill the hall's server; and when it stops, what was begun is finished and open pages are let go.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from heraut.web import broadcast, threads

HEAD = 15.0
"""Seconds from the first sign of a request, or of the connection, to the end of its headers."""


class PatientProtocol(H11Protocol):
    """HTTP/1.1 with a limit to how long a request may take to say what it is."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self.conn.their_state is h11.IDLE:
            self._expect()  # the beginning of a head; one that is not finished in time is no request
        else:
            self._come()

    def connection_lost(self, exc: Exception | None) -> None:
        self._come()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """The server stops. Every open page is let go, so that it waits only for what it has begun to answer."""
        threads.stop()
        broadcast.close_all()
        super().shutdown()

    def _expect(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD, self._hang_up)

    def _come(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _hang_up(self) -> None:
        if not self.transport.is_closing():
            self.transport.close()
