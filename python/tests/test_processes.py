"""Forked processes, threads that share objects, and memory that is not available."""

from __future__ import annotations

import gc
import multiprocessing
import os
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from conftest import python

import tilefall
from tilefall.gym import MayanEnv, SameGameEnv, SameGameVecEnv, make_vec

fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")


def _stepped(envs: SameGameVecEnv) -> list[Any]:
    seen, rewards, *_ = envs.step(np.zeros(envs.num_envs, np.int64))
    return [seen.tolist(), rewards.tolist()]


def _in_child(work: Callable[[], Any], end: Connection) -> None:
    try:
        end.send(work())
    except BaseException as error:
        end.send(repr(error))


def in_child(work: Callable[[], Any]) -> Any:
    """Runs `work` in a forked process, which has half a minute, and returns its result."""
    here, there = multiprocessing.Pipe()
    child = multiprocessing.get_context("fork").Process(target=_in_child, args=(work, there))
    child.start()
    try:
        assert here.poll(30), "the child hangs"
        return here.recv()
    finally:
        child.kill()
        child.join()


@fork
def test_a_forked_child_steps_a_vector_with_threads() -> None:
    envs, twin = (make_vec("samegame", 8, rows=4, cols=4, threads=2) for _ in range(2))
    envs.reset(seed=1)
    twin.reset(seed=1)
    _stepped(envs)
    _stepped(twin)
    expected = _stepped(twin)

    def work() -> Any:
        stepped = _stepped(envs)
        # Forks the child again.
        assert in_child(lambda: len(_stepped(envs))) == 2
        return stepped

    assert in_child(work) == expected
    assert _stepped(envs) == expected, "the parent goes on with its own threads"


@fork
def test_a_forked_child_drops_a_vector_that_it_never_stepped() -> None:
    envs = [make_vec("samegame", 8, rows=4, cols=4, threads=4)]
    envs[0].reset(seed=1)
    _stepped(envs[0])

    def work() -> str:
        envs.clear()
        gc.collect()
        return "dropped"

    assert in_child(work) == "dropped"


@fork
@pytest.mark.parametrize("threads", [1, 2])
def test_a_forked_child_calls_everything(threads: int) -> None:
    board = tilefall.generate(seed=3)[0].board
    noip = tilefall.read(Path("data/samples/noip.txt"))[0]
    small = tilefall.SameGameBoard("2133 / 2113 / 1223")

    def record(puzzle: Any, **words: Any) -> Any:
        return tilefall.solve(puzzle, threads=threads, timings=False, **words).record

    many: Any = tilefall.solve_many
    call: dict[str, Callable[[], Any]] = {
        "solve": lambda: record(board, nodes=300),
        "exact": lambda: record(small, method="exact"),
        "anneal": lambda: record(board, nodes=50, method="anneal"),
        "mayan": lambda: record(noip),
        "solve_many": lambda: [each.record for each in many([noip] * 3, threads=threads, timings=False)],
        "generate": lambda: [puzzle.record for puzzle in tilefall.generate(rows=4, cols=4, clearable=True)],
        "generate mayan": lambda: [puzzle.record for puzzle in tilefall.generate("mayan", max_moves=2)],
        "verify": lambda: [verdict.valid for verdict in tilefall.verify(noip, "2 1 1\n3 1 1\n3 0 1\n")],
        "env": lambda: SameGameEnv(rows=4, cols=4, clearable=True).reset(seed=1)[0].tolist(),
        "mayan env": lambda: MayanEnv(max_moves=2).reset(seed=1)[0].tolist(),
    }
    expected = {name: work() for name, work in call.items()}
    assert in_child(lambda: {name: work() for name, work in call.items()}) == expected


@fork
def test_a_child_that_is_forked_during_a_step_says_so() -> None:
    envs = make_vec("samegame", 512, rows=15, cols=15, threads=2)
    envs.reset(seed=1)
    over = threading.Event()

    def step() -> None:
        while not over.is_set():
            try:
                _stepped(envs)
            except RuntimeError as error:
                assert "in use by another thread" in str(error)

    thread = threading.Thread(target=step)
    thread.start()
    try:
        for _ in range(5):
            told = in_child(lambda: len(_stepped(envs)))
            assert told == 2 or "in use by another thread" in told, told
    finally:
        over.set()
        thread.join()


def test_environments_in_use_by_another_thread_say_so() -> None:
    envs = make_vec("samegame", 20_000, rows=15, cols=15)
    envs.reset(seed=1)

    def step(_: int) -> str:
        try:
            envs.step(np.zeros(20_000, np.int64))
        except RuntimeError as error:
            return str(error)
        return ""

    with ThreadPoolExecutor(2) as pool:
        told = list(filter(None, pool.map(step, range(100))))
    assert told and all("in use by another thread, expected one call at a time" in text for text in told)


class Slow:
    """A cell whose number takes its time, so that other threads run in the middle of a call."""

    def __index__(self) -> int:
        time.sleep(0.02)
        return 0


@pytest.mark.parametrize("board", [tilefall.SameGameBoard("11 / 11"), tilefall.MayanBoard("21. / 12. / 12.")])
def test_threads_share_a_board(board: Any) -> None:
    place: Any = Slow() if isinstance(board, tilefall.SameGameBoard) else (Slow(), 0, "R")

    def play(_: int) -> None:
        try:
            board.play(place)
        except ValueError:
            assert isinstance(board, tilefall.MayanBoard), "there is no block left to move"
        board.undo()
        assert board == board and board.copy() is not None

    with ThreadPoolExecutor(4) as pool:
        assert len(list(pool.map(play, range(40)))) == 40


LIMITED = """
import pathlib, resource, tilefall
from tilefall.gym import make_vec
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + {room}, used + {room}))
"""


def limited(code: str, room: int = 2 << 30) -> subprocess.CompletedProcess[str]:
    """Runs code in a process that may take this much more memory than the package itself."""
    return python("-c", LIMITED.format(room=room) + code)


TOO_LARGE = [
    "make_vec('samegame', 10**6, rows=100, cols=100)",
    "make_vec('samegame', 10**6, rows=60, cols=60, colors=9)",
    "make_vec('samegame', 3 * 10**6, rows=20, cols=20, threads=2)",
    "make_vec('samegame', 10**5, rows=60, cols=60, colors=9, observation='planes')",
    "make_vec('samegame', 3 * 10**5, rows=60, cols=60, autoreset_mode='same_step')",
    "tilefall.generate(rows=300, cols=300, count=10**5)",
    "make_vec('samegame', 10**6, boards=[tilefall.generate(rows=100, cols=100)[0]])",
    "make_vec('samegame', 4 * 10**5, rows=60, cols=60, copy=True)",
    "tilefall.solve('2133 / 2113 / 1223', memory=1 << 60, method='exact') and MemoryError()",
    "tilefall.solve(tilefall.generate(seed=3)[0], memory=1 << 60, nodes=2000) and MemoryError()",
    "tilefall.solve(tilefall.read(pathlib.Path('data/samples/noip.txt'))[0], memory=1 << 60) and MemoryError()",
]


linux = pytest.mark.skipif(sys.platform != "linux", reason="memory is limited by the way of Linux")


@linux
@pytest.mark.parametrize("call", TOO_LARGE)
def test_memory_that_is_not_available_is_an_exception(call: str) -> None:
    """A call may also return, if it does not need the memory."""
    code = f"""
try:
    made = {call}
    raise made if isinstance(made, MemoryError) else SystemExit(f"made {{made}}")
except MemoryError as error:
    print("MemoryError", error)
"""
    done = limited(code, 64 << 20 if "generate(rows=300" in call else 2 << 30)
    assert done.returncode == 0 and done.stdout.startswith("MemoryError"), (
        done.returncode,
        done.stderr[-500:],
    )


MEASURED = """
def resident():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize()
make_vec("samegame", 2, rows=2, cols=2).reset(seed=1)
before = resident()
envs = make_vec("samegame", {words}, copy=False)
envs.reset(seed=1)
for _ in range(70):
    envs.step(envs.sample_actions("greedy"))
print(resident() - before)
"""


@linux
@pytest.mark.parametrize(
    "words",
    [
        "1 << 16",
        "1 << 15, colors=9",
        "1 << 16, observation='planes', autoreset_mode='same_step'",
        "1 << 12, rows=30, cols=30, observation='planes'",
    ],
)
def test_the_memory_of_a_vector_is_what_it_takes(words: str) -> None:
    """The bytes in the message of a MemoryError are those that the process takes, within a tenth."""
    refused = limited(f"make_vec('samegame', {words}, copy=False)", 32 << 20)
    (reckoned,) = map(
        int, re.findall(r"MemoryError: .*: (\d+) bytes of memory are not available", refused.stderr)
    )
    taken = int(limited(MEASURED.format(words=words), 4 << 30).stdout)
    assert 0.9 < taken / reckoned < 1.1, (taken, reckoned)


@linux
def test_more_memory_than_is_free_is_an_exception() -> None:
    """Linux grants more memory than it has, and kills a process that uses it, so the package refuses such a call."""
    free = psutil.virtual_memory().available + psutil.swap_memory().free
    boards = free // (9 * 225)
    with pytest.raises((MemoryError, ValueError), match=r"not available|out of range"):
        make_vec("samegame", boards, colors=9, observation="planes")


@linux
def test_the_boards_of_a_pool_take_memory() -> None:
    """A pool may hold 65,536 boards or more. The bytes in the message of a MemoryError include them."""
    call = "make_vec('samegame', 1 << 14, rows=32, cols=32, clearable=True, copy=False, pool={})"
    found = [limited(call.format(pool), 4 << 20).stderr for pool in (True, False)]
    with_pool, without = (int(re.findall(r": (\d+) bytes of memory", text)[0]) for text in found)
    assert with_pool - without > 65_536 * 384
