"""Arguments of a wrong type or shape: the error names the argument, what was given and what is expected."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall import MayanBoard, SameGameBoard, batch, generate, solve
from tilefall.gym import MayanEnv, SameGameEnv, SameGameVecEnv

BOARD, MAYAN = SameGameBoard("2133 / 2113 / 1223"), MayanBoard("21... / 12... / 12...")
PUZZLE, MAYAN_PUZZLE = BOARD.to_puzzle(), MAYAN.to_puzzle()


class Odd:
    """An object that is nothing that is expected."""


WRONG: list[Any] = [
    *(
        None,
        7,
        1.5,
        "odd",
        b"odd",
        [1],
        [[1]],
        (1, 2, 3),
        {},
        {"a": 1},
        Odd(),
        Odd,
        True,
        float("nan"),
        10**400,
    ),
    *(np.zeros((2, 2)), np.array([1.5])),
]

Call = Callable[[Any], object]
RULES = [
    "rules",
    "score",
    "clear_bonus",
    "clear_factor",
    "left_penalty",
    "left_points",
    "min_group",
    "columns",
]
SAMEGAME = ["goal", "target", *RULES, "method", "seed", "start", "on_found"]
LIMITS = ["timeout", "nodes", "memory", "threads", "stats", "timings", "cancel", "on_interrupt"]
ONE_MAYAN = ["max_moves", "mode", "want", "allow_noop", "max_solutions"]
ENV = [
    *("rows", "cols", "colors", "balanced", "clearable", "boards", "order", *RULES),
    *("reward", "potential", "gamma", "illegal_reward", "observation", "mask", "render_mode"),
]
MAYAN_ENV = [
    *"max_moves blocks colors rows cols unique solutions difficulty boards order reward potential".split(),
    *("gamma", "illegal_reward", "observation", "render_mode"),
]
GENERATED = "game count seed rows cols colors clearable balanced cancel on_interrupt".split()
MAYAN_GENERATED = ["max_moves", "blocks", "unique", "solutions", "difficulty"]


def keyword(function: Callable[..., object], name: str, *positional: Any, **others: Any) -> Call:
    return lambda value: function(*positional, **{**others, name: value})


def small(function: Callable[..., object], name: str, **others: Any) -> Call:
    return keyword(function, name, **{"rows": 3, "cols": 3, **others})


ENVS = SameGameEnv(rows=3, cols=3), MayanEnv(max_moves=1), SameGameVecEnv(2, rows=3, cols=3)
for each in ENVS:
    each.reset(seed=1)
ONE, ONE_OF_MAYAN, MANY = ENVS
ROOT = MANY.get_state([0])

CALLS: list[tuple[str, Call]] = [
    *((name, keyword(solve, name, BOARD, **({} if name == "nodes" else {"nodes": 9}))) for name in SAMEGAME),
    *((name, keyword(solve, name, BOARD)) for name in LIMITS),
    *((name, keyword(tilefall.solve_many, name, [BOARD, BOARD])) for name in LIMITS),
    *((name, keyword(solve, name, MAYAN)) for name in (*ONE_MAYAN, *LIMITS)),
    ("on_found", keyword(solve, "on_found", MAYAN, want="all", max_moves=1)),
    ("max_solutions", keyword(solve, "max_solutions", MAYAN, want="all", max_moves=1)),
    ("start", lambda value: solve(BOARD, nodes=9, start=[(1, 1), value])),
    *((name, small(generate, name)) for name in GENERATED),
    *(
        # Of six colours, so that 7 blocks are refused before any search.
        (
            name,
            keyword(generate, name, "mayan", colors=6, **({} if name == "max_moves" else {"max_moves": 3})),
        )
        for name in MAYAN_GENERATED
    ),
    ("text", tilefall.read),
    *((name, keyword(tilefall.read, name, "11")) for name in ("format", "game", "name", "max_unpacked")),
    ("path", tilefall.read_file),
    ("text", batch.simulate),
    *((name, keyword(batch.simulate, name, "0 0")) for name in ("game", "uva758", "name")),
    ("results", lambda value: tilefall.verify(BOARD, value)),
    ("results", lambda value: tilefall.verify(BOARD, [value])),
    *(
        (name, keyword(tilefall.verify, name, BOARD, "1 1"))
        for name in ("search", "allow_noop", "name", "cancel", "on_interrupt")
    ),
    ("shown", lambda value: tilefall.replay([value])),
    ("moves", lambda value: tilefall.replay(BOARD, value)),
    ("moves", lambda value: tilefall.replay(BOARD, [value])),
    ("moves|side", lambda value: tilefall.replay(MAYAN, [value])),
    *((name, keyword(SameGameBoard, name, "11")) for name in ("format", *RULES)),
    ("format", keyword(MayanBoard, "format", "11")),
    *(("cell", call) for call in (BOARD.copy().play, BOARD.group, BOARD.color)),
    ("move|side", MAYAN.copy().play),
    *((name, keyword(PUZZLE.with_rules, name)) for name in RULES),
    ("max_moves", keyword(MAYAN_PUZZLE.with_task, "max_moves")),
    ("mode", keyword(MAYAN_PUZZLE.with_task, "mode")),
    ("format", PUZZLE.to_text),
    ("copy", lambda value: BOARD.__array__(copy=value)),
    *((name, small(SameGameEnv, name)) for name in ENV),
    *(
        (name, small(SameGameVecEnv, name))
        for name in ("num_envs", "seed", "threads", "copy", "autoreset_mode", *ENV)
    ),
    *(
        (name, keyword(MayanEnv, name, **({} if name == "max_moves" else {"max_moves": 1})))
        for name in MAYAN_ENV
    ),
    *(("action", env.step) for env in (ONE, ONE_OF_MAYAN)),
    ("actions", MANY.step),
    *(("seed", keyword(env.reset, "seed")) for env in ENVS),
    ("options", keyword(MANY.reset, "options")),
    ("reset_mask", lambda value: MANY.reset(options={"reset_mask": value})),
    *(("state", env.set_state) for env in ENVS),
    ("index|environment", MANY.board),
    ("indices|environment", MANY.get_state),
    ("indices|environment", lambda value: MANY.set_state(ROOT, value)),
]


@pytest.mark.parametrize(("name", "call"), CALLS, ids=[f"{at}-{name}" for at, (name, _) in enumerate(CALLS)])
def test_a_wrong_argument_is_named(name: str, call: Call) -> None:
    """A value may be right; if it has a wrong type, the message names the argument."""
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


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (
            lambda: solve(BOARD, nodes="3"),  # type: ignore[call-overload]
            TypeError,
            "argument 'nodes': 'str' object cannot be interpreted as an integer",
        ),
        (
            lambda: solve(BOARD, stats=1),  # type: ignore[call-overload]
            TypeError,
            "argument 'stats': 'int' object",
        ),
        (
            lambda: solve(BOARD, start=[(1, "a")]),  # type: ignore[list-item]
            TypeError,
            "argument 'start': item 0: 'str' object cannot be interpreted as an integer",
        ),
        (
            lambda: BOARD.play((1, 2, 3, 4)),  # type: ignore[arg-type]
            TypeError,
            "argument 'cell': expected (row, col), counted from 1, (x, y, 'R' or 'L'), counted from 0, or an index",
        ),
        (
            lambda: MAYAN.play((0, 0, "X")),
            ValueError,
            "argument 'move': unknown variant `X`, expected `R` or `L`",
        ),
        (lambda: MANY.step(np.zeros((2, 1), int)), ValueError, "actions has shape (2, 1), expected (2,)"),
        (lambda: MANY.step([0.0, 0.0]), TypeError, "actions is of float64, expected integers"),
        (
            lambda: ONE.set_state(ONE_OF_MAYAN.get_state()),
            TypeError,
            "expected a State of get_state",
        ),
        (lambda: SameGameBoard("11", colour=1), TypeError, "unexpected keyword argument 'colour'"),  # type: ignore[call-arg]
    ],
)
def test_a_message_reads_like_this(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=re.escape(message)):
        call()


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
