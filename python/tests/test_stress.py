"""Stress tests of programs and functions."""

from __future__ import annotations

import sys

import pytest
from test_simulator import SameGame

import tilefall


def test_a_right_function_passes() -> None:
    def click(text: str, row: int, col: int) -> str:
        # Tiles may be named 0.
        cells = [[".0123456789".find(tile) for tile in line] for line in text.split()]
        game = SameGame(cells, {})
        game.play(row * len(cells[0]) + col)
        return "".join("".join(".0123456789"[tile] for tile in line) + "\n" for line in game.cells())

    found = tilefall.stress(click, "click", rows=3, cols=4, types=3, count=100)
    assert (found["verdict"], found["tried"]) == ("passed", 100)


def test_a_wrong_function_is_caught_and_named() -> None:
    found = tilefall.stress(lambda text, row, col: text, "click", rows=2, cols=3, types=2)
    assert found["verdict"] == "wrong answer" and found["given"] == found["input"] != found["expected"]


def test_exceptions_are_errors_of_the_function() -> None:
    found = tilefall.stress(lambda text: str(1 // 0), "simulate")
    assert found["verdict"] == "runtime error" and "ZeroDivisionError" in found["how"]
    assert "test_stress.py" in found["stderr"] and "in <lambda>" in found["stderr"]

    def stops(text: str) -> str:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tilefall.stress(stops)


def test_a_program_is_run() -> None:
    found = tilefall.stress([sys.executable, "-c", "print(-1)"], count=50)
    assert found["verdict"] == "wrong answer" and found["given"] == "-1\n"
