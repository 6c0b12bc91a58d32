"""Any argument gives an answer or a documented exception, never a panic."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays, scalar_dtypes

import tilefall
from tilefall.gym import MayanEnv, SameGameEnv

# `ReadError` is a ValueError. Python itself raises OverflowError for a number that its type cannot hold.
DOCUMENTED = (ValueError, IndexError, TypeError, MemoryError, OverflowError)

SAMPLES = [path.read_bytes() for path in sorted((Path(__file__).parents[2] / "data/samples").iterdir())]
TEXTS = ["21 / 12", "112\n122\n", '{"game":"mayan","rows":["1....","12...","12..."],"moves":2}']
SAMEGAME = {"v": 1, "id": "a", "game": "samegame", "rows": ["112", "122"], "rules": {"score": "n1"}}
MAYAN = {"game": "mayan", "rows": ["1....", "12...", "12..."], "moves": 2, "labels": {"1": "red"}}

ODD: st.SearchStrategy[Any] = (
    st.sampled_from([None, object(), print, slice(None), range(3), 2**70, -(2**63), "\ud800", np.int8(-1), np.zeros(0)])
    | st.recursive(
        st.integers() | st.floats() | st.complex_numbers() | st.booleans() | st.text() | st.binary(),
        lambda part: st.lists(part) | st.dictionaries(st.text(), part) | st.tuples(part),
        max_leaves=4,
    )
)  # fmt: skip


@st.composite
def scratched(draw: st.DrawFn) -> bytes:
    """The bytes of a sample, up to three of them replaced by up to three others."""
    data = draw(st.sampled_from(SAMPLES + [text.encode() for text in TEXTS]))
    at = draw(st.integers(0, len(data)))
    return data[:at] + draw(st.binary(max_size=3)) + data[at + draw(st.integers(0, 3)) :]


@st.composite
def changed(draw: st.DrawFn, value: Any) -> Any:
    """A value with one part of it changed or gone."""
    if not isinstance(value, dict | list | tuple) or not value or draw(st.integers(0, 3)) == 0:
        return draw(st.integers(value - 1, value + 256) | ODD if isinstance(value, int) else ODD)
    parts: dict[Any, Any] = dict(value) if isinstance(value, dict) else dict(enumerate(value))
    key = draw(st.sampled_from(list(parts)))
    parts[key] = draw(changed(parts[key]))
    if draw(st.integers(0, 4)) == 0:
        del parts[key]
    kind = dict if isinstance(value, dict) else list if isinstance(value, list) else tuple
    return kind(parts if kind is dict else parts.values())


SOURCES = st.one_of(
    scratched(),
    scratched().map(lambda data: data.decode("utf-8", "surrogateescape")),
    changed(SAMEGAME),
    changed(MAYAN),
    arrays(scalar_dtypes(), array_shapes(min_dims=0, min_side=0, max_side=5)),
    arrays("<i2", array_shapes(max_dims=2), elements=st.integers(-1, 4)).map(lambda array: array[::-1].T),
    ODD,
)
FORMATS = st.sampled_from([None, *(name for name, _, _ in tilefall.formats())])
many = settings(max_examples=500, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])


def check(what: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """Calls `what` and returns its result, or None if it raises a documented exception."""
    try:
        return what(*arguments, **keywords)
    except DOCUMENTED:
        return None


def test_sources() -> None:
    opened: list[str] = []

    @many
    @given(SOURCES, ODD | st.sampled_from([0, (1, 1), (0, 2, "R")]), FORMATS)
    def each(source: Any, place: Any, format: Any) -> None:
        check(tilefall.read, source, format=format)
        for make in (tilefall.SameGameBoard, tilefall.MayanBoard):
            board: Any = check(make, source)
            if board is not None:
                opened.append(make.__name__)
                for call in (board.play, getattr(board, "group", len), getattr(board, "color", len)):
                    check(call, place)
                check(board.to_numpy)
                assert copy.copy(board) == board

    each()
    assert set(opened) == {"SameGameBoard", "MayanBoard"}


def test_pickled_states() -> None:
    board = tilefall.SameGameBoard("112 / 122")
    board.play((1, 1))
    slides = tilefall.MayanBoard(MAYAN)
    envs: list[Any] = [SameGameEnv(rows=3, cols=3), MayanEnv(boards=[slides])]
    made: list[Any] = [board, slides, board.start, *(env.reset() and env.get_state() for env in envs)]
    restored: list[str] = []

    @many
    @given(st.data())
    def each(data: st.DataObject) -> None:
        make, arguments = data.draw(st.sampled_from(made)).__reduce__()[:2]
        arguments = data.draw(changed(tuple(arguments)))
        again = check(make, *arguments) if isinstance(arguments, tuple) else None
        if again is not None:
            restored.append(repr(again))
            assert again == again

    each()
    assert restored
