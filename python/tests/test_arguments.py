"""Arguments of a wrong type or shape: the error names the argument, what was given and what is expected."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall import MayanBoard, SameGameBoard, batch, generate, solve
from tilefall.gym import MayanEnv, SameGameEnv, SameGameVecEnv
from tilefall.gym.options import MayanEnvOptions, SameGameEnvOptions, VecEnvOptions
from tilefall.types import (
    Limits,
    MayanGenerateOptions,
    MayanOptions,
    ReadOptions,
    RuleOptions,
    SameGameGenerateOptions,
    SameGameOptions,
    VerifyOptions,
)

BOARD, MAYAN = SameGameBoard("2133 / 2113 / 1223"), MayanBoard("21... / 12... / 12...")
PUZZLE, MAYAN_PUZZLE = BOARD.to_puzzle(), MAYAN.to_puzzle()


class Odd:
    """An object that is nothing that is expected."""


HUGE = (-(2**200), -(2**63) - 1, 2**64, 2**127, 2**200)
WRONG: list[Any] = [
    *(None, 7, 1.5, "odd", b"odd", [1], [[1]], (1, 2, 3), {}, {"a": 1}, Odd(), Odd, True, float("nan")),
    *(10**400, np.zeros((2, 2)), np.array([1.5]), -1, (-1, -1), *HUGE),
]
"""Values that few arguments take. A number that is too large for a search or an environment is refused before."""

Call = Callable[[Any], object]
# Searches end at once, so that the values that are good take no time.
over = threading.Event()
over.set()


def keywords(
    function: Callable[..., object], options: Any, *positional: Any, **others: Any
) -> list[tuple[str, Call]]:
    """Calls of a function, each with one of its keywords, by name."""

    def call(name: str) -> Call:
        return lambda value: function(*positional, **{**others, name: value})

    names = [options] if isinstance(options, str) else sorted(options.__optional_keys__)
    return [(name, call(name)) for name in names]


def many(num_envs: Any = 2, **words: Any) -> object:
    # Numbers of environments for which there may be memory are left out.
    return num_envs if num_envs == 7 else SameGameVecEnv(num_envs, **words)


SMALL: dict[str, Any] = {"rows": 3, "cols": 3}
ENVS = SameGameEnv(**SMALL), MayanEnv(max_moves=1), SameGameVecEnv(2, **SMALL)
for each in ENVS:
    each.reset(seed=1)
ONE, ONE_OF_MAYAN, MANY = ENVS
ROOT = MANY.get_state([0])

CALLS: list[tuple[str, Call]] = [
    *keywords(solve, SameGameOptions, BOARD, cancel=over),
    *keywords(tilefall.solve_many, Limits, [BOARD, BOARD], cancel=over),
    *keywords(solve, MayanOptions, MAYAN, cancel=over),
    *keywords(solve, "on_found", MAYAN, want="all", max_moves=1),
    *keywords(solve, "max_solutions", MAYAN, want="all", max_moves=1),
    ("start", lambda value: solve(BOARD, nodes=9, start=[(1, 1), value])),
    *keywords(generate, "game", **SMALL),
    *keywords(generate, SameGameGenerateOptions, cancel=over, **SMALL),
    *keywords(generate, MayanGenerateOptions, "mayan", cancel=over, max_moves=3),
    *keywords(tilefall.analyze, "goal", BOARD, [], cancel=over),
    ("text", tilefall.read),
    *((name, call) for name, call in keywords(tilefall.read, ReadOptions, "11") if "rows" not in name),
    *keywords(tilefall.read, "game", "11"),
    ("results", tilefall.read_results),
    ("text", batch.simulate),
    *(call for name in ("game", "uva758", "name") for call in keywords(batch.simulate, name, "0 0")),
    ("results", lambda value: tilefall.verify(BOARD, value)),
    ("results", lambda value: tilefall.verify(BOARD, [value])),
    *keywords(tilefall.verify, VerifyOptions, BOARD, "1 1"),
    ("shown", lambda value: tilefall.replay([value])),
    ("moves", lambda value: tilefall.replay(BOARD, value)),
    ("moves", lambda value: tilefall.replay(BOARD, [value])),
    ("moves|side", lambda value: tilefall.replay(MAYAN, [value])),
    *keywords(SameGameBoard, RuleOptions, "11"),
    *(call for board in (SameGameBoard, MayanBoard) for call in keywords(board, "format", "11")),
    *(("cell", call) for call in (BOARD.copy().play, BOARD.group, BOARD.color)),
    *(
        ("cell", call)
        for call in (lambda row: BOARD.copy().play((row, 1)), lambda col: BOARD.color((1, col)))
    ),
    ("move|side", MAYAN.copy().play),
    ("move", lambda x: MAYAN.copy().play((x, 0, "R"))),
    ("move", lambda y: MAYAN.copy().play((0, y, "R"))),
    *keywords(PUZZLE.with_rules, RuleOptions),
    *(call for name in ("max_moves", "mode") for call in keywords(MAYAN_PUZZLE.with_task, name)),
    ("format", PUZZLE.to_text),
    ("copy", lambda value: BOARD.__array__(copy=value)),
    *keywords(SameGameEnv, SameGameEnvOptions, **SMALL),
    *keywords(SameGameVecEnv, VecEnvOptions, 2, clearable=True, **SMALL),
    *keywords(many, "num_envs", **SMALL),
    *keywords(MayanEnv, MayanEnvOptions),
    *keywords(MayanEnv, "max_moves", boards=[MAYAN]),
    *(("action", env.step) for env in (ONE, ONE_OF_MAYAN)),
    ("actions", MANY.step),
    *(call for env in ENVS for call in keywords(env.reset, "seed")),
    *keywords(MANY.reset, "options"),
    ("reset_mask", lambda value: MANY.reset(options={"reset_mask": value})),
    *(("state", env.set_state) for env in ENVS),
    ("index|environment", MANY.board),
    *(("indices|environment", call) for call in (MANY.get_state, lambda value: MANY.get_state([value]))),
    ("indices|environment", lambda value: MANY.set_state(ROOT, value)),
]


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[f"{at}-{name}" for at, (name, _) in enumerate(CALLS)])
def test_a_wrong_argument_is_named(name: str, call: Call) -> None:
    """A value may be right; if it has a wrong type, the message names the argument, and numbers are a ValueError."""
    refused = 0
    for value in WRONG:
        try:
            call(value)
            continue
        except FileNotFoundError:
            continue
        except (TypeError, ValueError) as error:
            message, by_type = str(error), isinstance(error, TypeError)
        if "no effect" in message or "Odd() takes" in message:
            continue
        refused += 1
        if by_type:
            named = rf"^(argument '({name})(\[\d+\])?': |({name})(\[\d+\])? (is|has) .*, expected )"
            assert re.search(named, message), (value, message)
    assert refused >= 5


def test_sequences_of_all_kinds_are_moves() -> None:
    cells: list[Any] = [(2, 2), [2, 2], np.array([2, 2]), 5, np.int8(5), np.array(5)]
    for cell in cells:
        assert BOARD.copy().play(cell) == 3
    moves: list[Any] = [(0, 2, "R"), [0, 2, "R"]]
    for move in moves:
        assert MAYAN.copy().play(move) == 6
    result = solve(BOARD, nodes=9)
    for start in (result.moves, result.record["moves"], np.array(result.moves), iter(result.moves)):
        assert solve(BOARD, nodes=9, start=start).score == result.score
    assert "<script" in tilefall.replay(BOARD, [5]).html


def test_the_action_of_the_vector_may_be_its_own_array() -> None:
    envs = SameGameVecEnv(2, rows=3, cols=3)
    _, info = envs.reset(seed=1)
    for _ in range(3):
        *_, info = envs.step(info["removed"])


def test_errors_of_the_object_itself_are_raised() -> None:
    class Broken:
        def __index__(self) -> int:
            raise LookupError("mine")

    calls: list[Callable[[Any], object]] = [
        BOARD.play,
        MAYAN.play,
        lambda value: solve(BOARD, nodes=value),
        ONE.step,
    ]
    for call in calls:
        with pytest.raises(LookupError, match="mine"):
            call(Broken())
