"""The time limit of a game: a player is stopped when its time is over."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

# Tests replace both functions.
now: Callable[[], float] = time.perf_counter
wait: Callable[[threading.Event, float], bool] = threading.Event.wait


class TimeIsOver(BaseException):
    """Raised in a player whose time is over, with its output so far, if it is a program."""


def limited(work: Callable[[], T], seconds: float) -> T:
    """Calls `work` and returns its result. After `seconds`, raises `TimeIsOver` inside of `work`.

    If `work` calls code in another language, the exception is raised when this call returns.
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
        # Cancels the exception if `work` returned just before the exception was raised.
        raising(None)
