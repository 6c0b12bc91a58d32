"""Numbers out of range are a ValueError, wherever they are given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import tilefall
from tilefall import MayanBoard, SameGameBoard, generate, solve
from tilefall.gym import MayanEnv, SameGameEnv, SameGameVecEnv, make_vec

HUGE = (-(2**200), -(2**63) - 1, 2**64, 2**127, 2**200)
NATURAL = (-1, *HUGE)

DRAWING = "2133 / 2113 / 1223"
BOARD = SameGameBoard(DRAWING)
MAYAN = MayanBoard("21... / 12... / 12...")

WORDS: list[tuple[str, Callable[[Any], object], tuple[int, ...]]] = [
    ("nodes", lambda n: solve(BOARD, nodes=n), NATURAL),
    ("memory", lambda n: solve(BOARD, nodes=9, memory=n), NATURAL),
    ("threads", lambda n: solve(BOARD, nodes=9, threads=n), NATURAL),
    ("seed", lambda n: solve(BOARD, nodes=9, seed=n), NATURAL),
    ("clear_bonus", lambda n: solve(BOARD, nodes=9, clear_bonus=n), NATURAL),
    ("target", lambda n: solve(BOARD, nodes=9, target=n), (2**63, *HUGE)),
    ("max_moves", lambda n: solve(MAYAN, max_moves=n), NATURAL),
    ("max_solutions", lambda n: solve(MAYAN, max_moves=2, want="all", max_solutions=n), (0, *NATURAL)),
    ("count", lambda n: generate(count=n), NATURAL),
    ("seed", lambda n: generate(seed=n), NATURAL),
    ("rows", lambda n: generate(rows=n), NATURAL),
    ("cols", lambda n: generate(cols=n), NATURAL),
    ("colors", lambda n: generate(colors=n), NATURAL),
    ("count", lambda n: generate("mayan", count=n), NATURAL),
    ("seed", lambda n: generate("mayan", seed=n), NATURAL),
    ("max_moves", lambda n: generate("mayan", max_moves=n), NATURAL),
    ("blocks", lambda n: generate("mayan", blocks=n), NATURAL),
    ("colors", lambda n: generate("mayan", colors=n), NATURAL),
    ("solutions", lambda n: generate("mayan", solutions=(n, n)), NATURAL),
    ("difficulty", lambda n: generate("mayan", difficulty=(0, n)), NATURAL),
    ("search", lambda n: tilefall.verify(BOARD, "1 1", search=n), NATURAL),
    ("clear_bonus", lambda n: SameGameBoard(DRAWING, clear_bonus=n), NATURAL),
    ("clear_bonus", lambda n: BOARD.to_puzzle().with_rules(clear_bonus=n), NATURAL),
    ("max_moves", lambda n: MAYAN.to_puzzle().with_task(max_moves=n), NATURAL),
    ("rows", lambda n: SameGameEnv(rows=n), NATURAL),
    ("clear_bonus", lambda n: SameGameEnv(clear_bonus=n), NATURAL),
    ("max_moves", lambda n: MayanEnv(max_moves=n), NATURAL),
    ("max_moves", lambda n: MayanEnv(boards=[MAYAN], max_moves=n), NATURAL),
    ("threads", lambda n: SameGameVecEnv(2, threads=n), NATURAL),
    ("num_envs|environments", lambda n: make_vec("samegame", n), NATURAL),
]


@pytest.mark.parametrize(("name", "call", "numbers"), WORDS)
def test_a_number_out_of_range_is_named(
    name: str, call: Callable[[Any], object], numbers: tuple[int, ...]
) -> None:
    for number in numbers:
        with pytest.raises(ValueError, match=f"({name})"):
            call(number)


def test_the_range_is_told() -> None:
    with pytest.raises(ValueError, match=r"^argument 'threads': 5000 is out of range, expected 1 to 4096$"):
        solve(BOARD, threads=5000)
    with pytest.raises(ValueError, match=r"^argument 'nodes': can't convert negative int to unsigned$"):
        solve(BOARD, nodes=-1)
    assert solve(BOARD, nodes=2**64 - 1, target=1, seed=2**64 - 1).score is not None


def test_places_out_of_range_are_refused() -> None:
    same, mayan, many = SameGameEnv(), MayanEnv(), make_vec("samegame", 3, rows=4, cols=4)
    same.reset(seed=1)
    mayan.reset(seed=1)
    for number in (*NATURAL, 2**63):
        calls: list[Callable[[Any], object]] = [
            BOARD.play,
            lambda n: BOARD.play((n, 1)),
            lambda n: BOARD.color((1, n)),
            BOARD.group,
            MAYAN.play,
            lambda n: MAYAN.play((n, 0, "R")),
            lambda n: MAYAN.play((0, n, "R")),
            lambda n: solve(BOARD, nodes=9, start=[n]),
            same.step,
            mayan.step,
            many.board,
            lambda n: many.get_state([n]),
            lambda n: many.set_state(many.get_state([0]), [n]),
        ]
        for call in calls:
            with pytest.raises(ValueError, match="expected "):
                call(number)
    for move in [(256, 0, "R"), (0, 256, "L"), (2**64, 0, "R")]:
        with pytest.raises(
            ValueError, match=r"there is no cell in column \d+, row \d+, expected 0 to 4 and 0 to 2"
        ):
            MAYAN.play(move)
