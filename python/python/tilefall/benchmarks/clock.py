"""The time of a game: a player is ended when it is over."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

# Tests replace both.
now: Callable[[], float] = time.perf_counter
wait: Callable[[threading.Event, float], bool] = threading.Event.wait


class TimeIsOver(BaseException):
    """Raised in a player whose time is over, with its output so far, if it is a program."""


def limited(work: Callable[[], T], seconds: float) -> T:
    """Returns the result of a function, or raises `TimeIsOver` in it after some seconds.

    A call into another language has to return first.
    """
    thread, done = threading.get_ident(), threading.Event()

    def raising(exception: type[BaseException] | None) -> None:
        given = None if exception is None else ctypes.py_object(exception)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), given)

    def watch() -> None:
        if not wait(done, seconds):
            raising(TimeIsOver)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        return work()
    finally:
        done.set()
        watcher.join()
        # Not raised any more, if the function returned just before.
        raising(None)
