"""Stress tests of programs and functions."""

from __future__ import annotations

import sys

import pytest

import tilefall


def click(text: str, row: int, col: int) -> str:
    """Play a click with the package's own board."""
    board = tilefall.SameGameBoard("\n".join(text.split()))
    lines = len(text.split())
    if board.group((lines - 1 - row, col)):
        board.play((lines - 1 - row, col))
    rows = str(board).replace(" ", "").split("\n")
    return "".join(line + "\n" for line in rows)


def test_a_right_function_passes() -> None:
    found = tilefall.stress(lambda text: tilefall.batch.simulate(text), "uva339", count=100)
    assert (found["verdict"], found["tried"]) == ("passed", 100)


def test_a_wrong_function_is_caught_and_named() -> None:
    found = tilefall.stress(lambda text, row, col: text, "click", rows=2, cols=3, types=2)
    assert found["verdict"] == "wrong answer" and found["given"] == found["input"] != found["expected"]
    turned = tilefall.stress(
        lambda text, row, col: click(text, 2 - row, col), "click", rows=3, cols=3, types=2
    )
    assert turned["like"] == "row-from-top"


def test_exceptions_are_errors_of_the_function() -> None:
    found = tilefall.stress(lambda text: str(1 // 0), "simulate")
    assert found["verdict"] == "runtime error" and "ZeroDivisionError" in found["how"]

    def stops(text: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tilefall.stress(stops)
    with pytest.raises(ValueError, match="task: found"):
        tilefall.stress(stops, "uva340")  # type: ignore[arg-type]


def test_a_program_is_run() -> None:
    found = tilefall.stress([sys.executable, "-c", "print(-1)"], count=50)
    assert found["verdict"] == "wrong answer" and found["given"] == "-1\n"
    with pytest.raises(ValueError, match="cannot be found"):
        tilefall.stress(["./no-such-program"])
