"""
A process of low priority for what takes long: it shares no interpreter with the pages, and yields its core to them.

It does one thing after the other. It is started when it is first needed, and ends with the server, however that ends:
the pipe between them is then closed.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import traceback
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from threading import Lock, Thread
from typing import Any, NamedTuple, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

NICE = 15
"""Whatever else wants the core goes first."""


class ProcessEnded(RuntimeError):
    """The process was ended before it had answered."""


class _Asked(NamedTuple):
    """A call, and where its answer is waited for."""

    answer: Future[Any]
    call: Any


class Failed(RuntimeError):
    """What it was asked raised an error, told here as text: the error may mean nothing on this side."""


class HelperProcess:
    """One such process, and the line of those who wait for it."""

    def __init__(self, name: str, *, nice: int = NICE) -> None:
        self._name, self._nice = name, nice
        self._line: SimpleQueue[_Asked] = SimpleQueue()
        self._lock = Lock()
        self._thread: Thread | None = None
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None

    def submit(self, function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """What the function will give there; function, arguments and answer travel as pickles."""
        answer: Future[R] = Future()
        self._line.put(_Asked(answer, (function, args, kwargs)))
        with self._lock:
            if self._thread is None:
                # A daemon: a server that ends does not wait for what is not done yet.
                self._thread = Thread(target=self._work, name=self._name, daemon=True)
                self._thread.start()
        return answer

    def _work(self) -> None:
        while True:
            answer, call = self._line.get()
            if answer.set_running_or_notify_cancel():
                try:
                    answer.set_result(self._called(call))
                except Exception as error:
                    answer.set_exception(error)

    def _called(self, call: Any) -> Any:
        pipe = self._pipe or self._start()
        try:
            pipe.send(call)
            done, answer = pipe.recv()
        except (EOFError, OSError) as error:
            self._pipe = None
            raise ProcessEnded(self._name) from error
        if not done:
            raise Failed(answer)
        return answer

    def end(self) -> None:
        """End it at once, whatever it does; the next call starts another."""
        if self._process is not None:
            self._process.kill()
            self._process.join()

    def _start(self) -> Connection:
        context = multiprocessing.get_context("spawn")
        self._pipe, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there, self._nice), name=self._name, daemon=True)
        self._process.start()
        there.close()  # the other side alone has it now: if that side dies, reading ends instead of waiting
        return self._pipe


def _serve(pipe: Connection, nice: int) -> None:
    """What the process does: answer, until nobody is there to ask."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then ends this one
    if hasattr(os, "nice"):
        os.nice(nice)
    with suppress(EOFError, OSError):
        while True:
            function, args, kwargs = pipe.recv()
            pipe.send(_answer(function, args, kwargs))


def _answer(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[bool, Any]:
    try:
        return True, function(*args, **kwargs)
    except Exception:
        return False, traceback.format_exc()
