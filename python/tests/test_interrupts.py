"""Ctrl-C ends every call that may take long, and is never swallowed."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest
from conftest import ROOT

import tilefall
from tilefall.gym import MayanEnv, make_vec

pytestmark = pytest.mark.usefixtures("ctrl_c")

PUZZLES = tilefall.generate(seed=3, count=3)
NOIP = tilefall.read(ROOT / "data/samples/noip.txt", game="mayan")[0]
# A claim that the checker's own search cannot decide.
FOUND = tilefall.solve(PUZZLES[0], nodes=500).record
HARD = {name: value for name, value in FOUND.items() if name not in ("stopped_by", "bound")} | {
    "status": "optimal"
}


@contextmanager
def interrupted(
    by: Callable[[], object] = lambda: os.kill(os.getpid(), signal.SIGINT),
) -> Generator[None, None, None]:
    """Sends Ctrl-C, or calls `by`, after 0.3 s; the body of the `with` statement has to end soon."""
    timer = threading.Timer(0.3, by)
    timer.start()
    begun = time.monotonic()
    yield
    timer.join()
    assert time.monotonic() - begun < 30


CALLS: dict[str, Callable[..., Any]] = {
    "solve": lambda **words: tilefall.solve(PUZZLES[0], timeout=60, **words),
    "solve_many": lambda **words: tilefall.solve_many(PUZZLES, timeout=60, threads=2, **words),
    "mayan": lambda **words: tilefall.solve(NOIP, max_moves=30, mode="within", want="count", **words),
    "generate": lambda **words: tilefall.generate("mayan", count=100_000, max_moves=6, **words),
    "verify": lambda **words: tilefall.verify(PUZZLES, [HARD], search=10**12, **words),
    "solve_iter": lambda **words: list(tilefall.solve_iter(PUZZLES, timeout=60, threads=2, **words)),
}


@pytest.mark.parametrize("call", [name for name in CALLS if name != "solve_iter"])
def test_an_interrupt_is_raised_with_what_was_found(call: str) -> None:
    with interrupted(), pytest.raises(KeyboardInterrupt) as raised:
        CALLS[call]()
    assert isinstance(raised.value, tilefall.Interrupted) and "result" in str(raised.value)
    check(call, raised.value.result)


@pytest.mark.parametrize("call", CALLS)
def test_an_event_ends_a_call_with_what_was_found(call: str) -> None:
    cancel = threading.Event()
    with interrupted(cancel.set):
        check(call, CALLS[call](cancel=cancel))


def check(call: str, found: Any) -> None:
    if call == "solve":
        assert (found.status, found.stopped_by) == ("feasible", "interrupt")
        assert found.moves and all(tilefall.verify(PUZZLES[0], found))
    elif call in ("solve_many", "solve_iter"):
        assert [result.stopped_by for result in found] == ["interrupt"] * 3
        assert found[0].status == "feasible" and (call == "solve_iter" or found[2].status == "unknown")
    elif call == "mayan":
        assert (found.status, found.stopped_by) == ("unknown", "interrupt")
    elif call == "generate":
        assert 0 < len(found) < 100_000 and found[0].game == "mayan"
    else:
        assert len(found) == 0 and not found and not found.complete


def test_a_loop_of_short_searches_ends() -> None:
    rounds = 0
    with interrupted(), pytest.raises(KeyboardInterrupt):
        while True:
            tilefall.solve("2133 / 2113 / 1223", nodes=100)
            rounds += 1
    assert rounds > 0
    with interrupted(), pytest.raises(KeyboardInterrupt):
        for _ in range(100):
            tilefall.solve(PUZZLES[0], timeout=1)


def test_an_interrupt_at_the_end_of_a_search_is_raised_with_its_result() -> None:
    def listen(_: tilefall.SameGameFound) -> None:
        signal.raise_signal(signal.SIGINT)

    with pytest.raises(tilefall.Interrupted) as raised:
        tilefall.solve("11", game="samegame", on_found=listen)
    assert raised.value.result.score == 1000


def test_another_exception_of_a_handler_is_raised() -> None:
    class Alarm(Exception):
        pass

    def ring(*_: object) -> None:
        raise Alarm

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        with pytest.raises(Alarm):
            CALLS["solve"]()
    finally:
        signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize(
    "make",
    [
        lambda: MayanEnv(max_moves=9, unique=True, difficulty=(97, 100)).reset(seed=1),
        lambda: make_vec("samegame", 10**6, rows=4, cols=4, colors=2, clearable=True).reset(seed=1),
        lambda: make_vec("samegame", 3 * 10**6, rows=15, cols=15).reset(seed=1),
    ],
)
def test_boards_of_environments_are_made_until_an_interrupt(make: Callable[[], Any]) -> None:
    with interrupted(), pytest.raises(KeyboardInterrupt):
        make()
