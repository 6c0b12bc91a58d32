"""Any argument gives an answer or a documented exception, never a panic.

TILEFALL_FUZZ_SECONDS is the time of each test, 2 seconds without it; TILEFALL_FUZZ_SEED makes a failure come again.
"""

from __future__ import annotations

import copy
import os
import random
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall.gym import MayanEnv, SameGameEnv

SECONDS = float(os.environ.get("TILEFALL_FUZZ_SECONDS", "2"))
SEED = int(os.environ.get("TILEFALL_FUZZ_SEED", time.time_ns() % 2**32))

# `ReadError` is a ValueError. An OverflowError is one that Python itself raises for a number beyond its type.
DOCUMENTED = (ValueError, TypeError, MemoryError, OverflowError)

SAMPLES = [path.read_bytes() for path in sorted((Path(__file__).parents[2] / "data/samples").iterdir())]
TEXTS = ["21 / 12", "112\n122\n", '{"game":"mayan","rows":["1....","12...","12..."],"moves":2}']
RECORDS: list[dict[str, Any]] = [
    {
        "v": 1,
        "id": "a",
        "game": "samegame",
        "rows": ["112", "122"],
        "rules": {"score": "n1", "clear_bonus": 5},
    },
    {
        "game": "mayan",
        "rows": ["1....", "12...", "12..."],
        "moves": 2,
        "mode": "within",
        "labels": {"1": "red"},
    },
]
ODD: list[Any] = [
    None, True, -1, 0, 1, 255, 2**31, 2**63, -(2**63), 2**70, 1e308, float("nan"), 1j, "", "R", "\0", "\ud800",
    "9" * 400, b"", b"\xff", [], (), {}, [[]], [None], range(3), object(), np.int8(-1), np.float32(2), np.zeros(0),
    np.zeros((0, 3), int), {"rows": None}, slice(None), print,
]  # fmt: skip
DTYPES = ["?", "b", "B", "<i2", ">i4", "u8", "f2", "f8", "c8", "U1", "S2", "O", "M8[s]", "V3"]


def cases() -> Iterator[tuple[int, random.Random]]:
    """Numbers with a generator each, until the time is over."""
    end = time.monotonic() + SECONDS
    number = 0
    while time.monotonic() < end:
        yield number, random.Random(SEED + number)
        number += 1
    assert number > 10


def scratched(data: bytes, rng: random.Random) -> bytes:
    """Bytes with some of them changed, gone or doubled."""
    out = bytearray(data)
    for _ in range(rng.randrange(5)):
        at = rng.randrange(len(out) + 1)
        more = rng.choice([b"", b" ", b"\n", b"0", b"-1", b'"', b"\xff", data[at : at + 9], rng.randbytes(2)])
        out[at : at + rng.randrange(4)] = more
    return bytes(out)


def changed(value: Any, rng: random.Random) -> Any:
    """A value with one part of it changed or gone."""
    if isinstance(value, dict | list | tuple) and value and rng.randrange(4):
        parts = dict(value) if isinstance(value, dict) else dict(enumerate(value))
        key = rng.choice(list(parts))
        if rng.randrange(5):
            parts[key] = changed(parts[key], rng)
        else:
            del parts[key]
        return (
            parts
            if isinstance(value, dict)
            else (tuple if isinstance(value, tuple) else list)(parts.values())
        )
    if isinstance(value, str) and rng.randrange(2):
        return scratched(value.encode(), rng).decode("utf-8", "replace")
    if isinstance(value, int) and rng.randrange(2):
        return value + rng.choice([-1, 1, 7, 256, 2**32])
    return rng.choice(ODD)


def array(rng: random.Random) -> np.ndarray[Any, Any]:
    """An array of any type, shape and order in memory."""
    shape = tuple(rng.choice([0, 1, 2, 3, 5]) for _ in range(rng.randrange(4)))
    numbers = np.array(
        [rng.choice([0, 1, 2, 3, 4, 62, -1, 255]) for _ in range(int(np.prod(shape)))]
    ).reshape(shape)
    with np.errstate(all="ignore"):
        made = numbers.astype(rng.choice(DTYPES[:12]))
    if rng.randrange(3) == 0 and made.ndim:
        made = made[::-1].T
    if rng.randrange(9) == 0:
        made = np.zeros(shape, rng.choice(DTYPES))
    return made


def source(rng: random.Random) -> Any:
    """Something that may be a puzzle."""
    kind = rng.randrange(5)
    if kind == 0:
        return scratched(rng.choice(SAMPLES), rng)
    if kind == 1:
        return scratched(rng.choice(TEXTS).encode(), rng).decode("utf-8", "surrogateescape")
    if kind == 2:
        return changed(rng.choice(RECORDS), rng)
    return array(rng) if kind == 3 else rng.choice(ODD)


def check(what: Callable[[], Any], case: str) -> Any:
    """Calls; what it returns, or None if it raises what is documented."""
    try:
        return what()
    except DOCUMENTED:
        return None
    except BaseException as error:
        pytest.fail(f"{case}: {type(error).__name__}: {error}")


def test_sources() -> None:
    opened = 0
    for number, rng in cases():
        given = source(rng)
        case = f"case {number} of seed {SEED}: {given!r}"
        if isinstance(given, str | bytes):
            format = rng.choice([None, *(name for name, _, _ in tilefall.formats())])
            check(partial(tilefall.read, given, format=format), case)
        for make in [tilefall.SameGameBoard, tilefall.MayanBoard]:
            board = check(partial(make, given), case)
            if board is None:
                continue
            opened += 1
            place = rng.choice([*ODD, 0, (1, 1), (0, 2, "R")])
            for call in [board.play, getattr(board, "group", len), getattr(board, "color", len)]:
                check(partial(call, place), f"{case}, {call}({place!r})")
            check(board.to_numpy, case)
            assert copy.copy(board) == board, case
    assert opened


def compared(value: object) -> str:
    """The text of a value, after a comparison with itself."""
    return repr(value) + str(value == value)


def test_pickled_states() -> None:
    board = tilefall.SameGameBoard("112 / 122")
    board.play((1, 1))
    slides = tilefall.MayanBoard(RECORDS[1])
    puzzle = tilefall.read('{"game":"samegame","rows":["112","122"]}')[0]
    envs: list[Any] = [SameGameEnv(rows=3, cols=3), MayanEnv(boards=[slides])]
    made: list[Any] = [board, slides, puzzle, *(env.reset() and env.get_state() for env in envs)]
    restored = 0
    for number, rng in cases():
        make, arguments = rng.choice(made).__reduce__()[:2]
        arguments = changed(tuple(arguments), rng)
        if not isinstance(arguments, tuple):
            continue
        case = f"case {number} of seed {SEED}: {make}{arguments!r}"
        again = check(partial(make, *arguments), case)
        if again is not None:
            restored += 1
            check(partial(compared, again), case)
    assert restored
