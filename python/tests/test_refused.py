"""Calls that are refused, with the exception and a pattern of its message."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall import ReadError, batch, benchmarks, gym

# As `Any`, because type checkers would refuse many of these calls.
T: Any = tilefall
B: Any = batch
E: Any = benchmarks
G: Any = gym

BOARD, MAYAN = T.SameGameBoard("2133 / 2113 / 1223"), T.MayanBoard("21... / 12... / 12...")
LARGE = np.broadcast_to(np.uint8(1), (14000, 14000))
NOIP = Path("data/samples/noip.txt")
ONE, ONE_OF_MAYAN, MANY = (G.SameGameEnv(rows=3, cols=3), G.MayanEnv(max_moves=1), G.make_vec("samegame", 2))
for each in (ONE, ONE_OF_MAYAN, MANY):
    each.reset(seed=1)

CALLS: list[tuple[Callable[[], object], type[Exception], str]] = [
    # Boards.
    (lambda: T.SameGameBoard("11\n1x\n"), ReadError, "^<text>:2:2: "),
    (lambda: T.SameGameBoard(""), ReadError, "empty"),
    (lambda: T.SameGameBoard("["), ReadError, "<text>:1:1"),
    (lambda: T.SameGameBoard(7), TypeError, "argument 'source': 'int' object, expected"),
    (lambda: T.SameGameBoard(np.zeros((2, 2))), TypeError, "expected integers"),
    (lambda: T.SameGameBoard([[1, 2], [1, 2.5]]), TypeError, "expected integers"),
    (lambda: T.SameGameBoard([[1, 2], [1]]), ValueError, "rows have different lengths"),
    (lambda: T.SameGameBoard([1, 2]), TypeError, "rows of numbers"),
    (lambda: T.SameGameBoard(np.array([[1, 1], [0, 1]])), ValueError, "floats"),
    (lambda: T.SameGameBoard(np.zeros((2, 2, 2), np.uint8)), ValueError, "3 dimensions"),
    (lambda: T.SameGameBoard(np.full((2, 2), 63)), ValueError, "holds 63"),
    (lambda: T.SameGameBoard(np.full((2, 2), -1)), ValueError, "holds -1"),
    (lambda: T.SameGameBoard(np.array([[0, 1], [0, 1]])), ValueError, "empty left"),
    (lambda: T.SameGameBoard(np.zeros((0, 4), np.uint8)), ValueError, "1 or more"),
    (lambda: T.SameGameBoard(LARGE), ValueError, "14000 rows and 14000 columns is too large"),
    (lambda: T.SameGameBoard({"game": "mayan", "rows": ["1"]}), ReadError, "Mayan"),
    (lambda: T.SameGameBoard({"game": "samegame"}), ReadError, "rows"),
    (lambda: T.SameGameBoard('{"game":"samegame","rows":["1"]}\n' * 2), ValueError, "holds 2 puzzles"),
    (lambda: T.SameGameBoard([[1, 2]], format="rows"), TypeError, "format has no effect on source"),
    (lambda: T.SameGameBoard("11", colour=1), TypeError, "no keyword 'colour', did you mean"),
    (lambda: T.MayanBoard(LARGE[:9, :9]), ValueError, "at most 8 rows"),
    (lambda: T.MayanBoard(np.ones((9, 2), np.uint8)), ValueError, "at most 8"),
    (lambda: T.MayanBoard(BOARD), ValueError, "Mayan"),
    # Moves.
    (lambda: BOARD.play((2, 0)), ValueError, r"^\(2, 0\): the tile stands alone, expected a group of two"),
    (lambda: BOARD.play("a"), TypeError, "argument 'cell'"),
    (lambda: BOARD.play((1, 2, 3, 4)), TypeError, r"'cell': found .*expected \(row, col\), .*, or an index"),
    (lambda: BOARD.playout(1, "x"), ValueError, "argument 'policy': found 'x', expected"),
    (lambda: MAYAN.play((0, 0, "X")), ValueError, "'move': found 'X', expected 'R' or 'L'"),
    (lambda: MAYAN.play((256, 0, "R")), IndexError, r"no cell \(256, 0\), expected row 0 to 2 .*umn 0 to 4"),
    # Rules.
    *(
        (make, ValueError, message)
        for rules, message in (
            ({"rules": "chess"}, "argument 'rules': .*chess.*, expected one of samegame, former"),
            ({"rules": {"min_group": 0}}, "argument 'rules': min_group is 0"),
            ({"rules": {"sorce": "n2"}}, "argument 'rules': unknown field 'sorce'"),
            ({"columns": "open"}, "argument 'columns': found 'open', expected 'close' or 'stay'"),
            ({"score": "n3"}, "argument 'score': .*n3.* expected n2, n1, tri, .*, tri1 or poly:A,B,C"),
            ({"left_points": "n2"}, "argument 'left_points': .* expected poly:A,B,C or poly:A,B,C:MAX"),
        )
        for make in (
            lambda rules=rules: T.SameGameBoard("11", **rules),
            lambda rules=rules: G.SameGameEnv(**rules),
        )
    ),
    # Texts.
    (lambda: T.read("12", rows_from="left"), ValueError, "rows_from"),
    (lambda: T.read("12", empty="#"), ValueError, "empty"),
    (lambda: T.read("12", format="click", empty="0"), ValueError, "format rows"),
    (lambda: T.read("puzzles.jsonl"), ValueError, r"name of a file, expected pathlib.Path\("),
    (lambda: T.read("hello world"), ReadError, "^((?!--).)*expected one of jsonl, uva339((?!--).)*$"),
    (lambda: T.read("R1\nB1"), ReadError, "^((?!--).)*or format rows for both((?!--).)*$"),
    (lambda: T.Result.from_record({}), ValueError, "expected"),
    (lambda: T.Result.from_record('{"v":1,"index":0,"id":"a","status":"unknown"}'), ValueError, "a game"),
    (lambda: T.Result.from_record("7"), ValueError, "expected"),
    (lambda: T.Results().to_frame("odd"), ValueError, "library is 'odd', expected one of pandas"),
    (lambda: B.convert("11", "auto"), ValueError, "format"),
    (lambda: B.convert("11", "chess"), ValueError, "format"),
    (lambda: B.convert("11", 7), TypeError, "format"),
    (lambda: B.convert("11 / 22", "noip"), ValueError, "noip"),
    # Searches.
    (lambda: T.solve("1.1 / 2.2"), ValueError, r"MayanBoard\(\.\.\.\)"),
    (lambda: T.solve({"game": "samegame", "rows": {1}}), ValueError, r"the record \(dict\) is no JSON"),
    (lambda: T.solve(Path("no/such")), FileNotFoundError, "no/such"),
    (lambda: T.solve(BOARD, max_moves=3), TypeError, "max_moves has no effect on SameGame"),
    (lambda: T.solve(MAYAN, goal="clear"), TypeError, "goal has no effect on Mayan"),
    (lambda: T.solve(MAYAN, max_solutions=3), TypeError, "max_solutions has no effect without want all"),
    (lambda: T.solve(MAYAN, on_found=print), TypeError, "on_found has no effect without want='all'"),
    (lambda: T.solve(BOARD, goal="clear", target=5), TypeError, "target has no effect with goal clear"),
    (lambda: T.solve(BOARD, method="exact", seed=9), TypeError, "seed has no effect with method exact"),
    (lambda: T.solve(MAYAN, mode="shortest", skip_noop=True), TypeError, "skip_noop has no effect"),
    (lambda: T.solve(BOARD, stats=True, timings=False), TypeError, "stats has no effect without timings"),
    (lambda: T.solve(MAYAN, mode="exactly"), ValueError, "max_moves=M"),
    (lambda: T.solve(BOARD, memory=1), ValueError, "expected 65536 to"),
    (lambda: T.solve(BOARD, threads=5000), ValueError, "'threads': found 5000, expected 1 to 4096"),
    (lambda: T.solve(BOARD, timeout=timedelta(seconds=-1)), ValueError, "argument 'timeout'"),
    (lambda: T.solve(BOARD, stats=1), TypeError, "argument 'stats': found 1, expected True or False"),
    (lambda: T.solve_many([BOARD], time=3), TypeError, "no keyword 'time', did you mean 'timeout'"),
    (lambda: next(T.solve_iter([BOARD], threads=0)), ValueError, "argument 'threads'"),
    (lambda: next(T.solve_iter([BOARD], cancel=7)), TypeError, "argument 'cancel'"),
    (lambda: next(T.solve_iter([BOARD], max_moves=3)), TypeError, "no effect"),
    (lambda: next(T.solve_iter([BOARD], many=1)), TypeError, "no keyword"),
    # Lists of moves, and generated puzzles.
    (lambda: T.analyze("12 / 21", [(1, 0)]), ValueError, r"click 1, \(1, 0\): the tile stands alone"),
    (lambda: T.analyze(BOARD, [], methods=1), TypeError, "no keyword 'methods'"),
    (lambda: T.verify(BOARD, "{"), ReadError, "<results>:1:"),
    (lambda: T.solve_many([BOARD, 7]), TypeError, r"^puzzles\[1\]: "),
    (lambda: T.solve_many([BOARD, "?"]), ReadError, r"^puzzles\[1\]:1:1: "),
    (
        lambda: T.solve(BOARD, nodes=2**70),
        ValueError,
        r"'nodes': \d+ is out of range, expected a number of 64",
    ),
    (lambda: T.replay(T.SameGameBoard("11 / 22"), [(1, 1), (0, 1)]), ValueError, "move 2"),
    (lambda: T.replay(T.SameGameBoard("11 / 22")), ValueError, "no list"),
    (lambda: T.generate(clicks=4, clearable=True), TypeError, "clearable has no effect with clicks"),
    (lambda: T.generate("mayan", rules="former"), TypeError, "rules has no effect on Mayan puzzles"),
    (lambda: T.stress(str, "uva340"), ValueError, "task: found"),
    (lambda: T.stress(["./no-such-program"]), ValueError, "cannot be found"),
    (lambda: T.stress("./program"), TypeError, "program is .* expected a function or a list of the words"),
    # Environments.
    (lambda: G.SameGameEnv(boards=["111 / 111 / 111", "11"]), ValueError, "expected 3x3"),
    (lambda: G.SameGameEnv(boards=[]), ValueError, "empty"),
    (lambda: G.SameGameEnv(boards=NOIP), ReadError, "Mayan puzzle"),
    (lambda: G.SameGameEnv(boards=Path("no/such/file")), FileNotFoundError, "no/such/file"),
    (lambda: G.SameGameEnv(colors=99), ValueError, "colors"),
    (lambda: G.SameGameEnv(size=9), TypeError, "no keyword 'size', did you mean 'rows'"),
    (lambda: G.SameGameEnv(rows=10**12), ValueError, "rows"),
    (lambda: G.SameGameEnv(illegal_reward=math.nan), ValueError, "'illegal_reward': NaN is not finite"),
    (lambda: G.MayanEnv(tiles=(40, 50)), ValueError, "40 tiles, expected at most 34"),
    *((lambda at=at: ONE.reset(seed=at), ValueError, f"seed is {at}, expected 0 to") for at in (-1, 2**64)),
    *((lambda seed=seed: MANY.reset(seed=seed), ValueError, "seed") for seed in ([1, 2, 3], -1, [1, -3])),
    (lambda: MANY.reset(options={"reset_mask": np.ones(2)}), TypeError, "reset_mask.*bool"),
    (lambda: G.SameGameVecEnv(10**9, rows=1000, cols=1000), ValueError, "num_envs"),
    *((lambda at=at: ONE.step(at), ValueError, "no cell, expected 0 to 8") for at in (-1, 9, 2**40)),
    (lambda: ONE.step("a"), TypeError, "argument 'action'"),
    (lambda: ONE.set_state(ONE_OF_MAYAN.get_state()), TypeError, "expected a State of get_state"),
    (lambda: MANY.step([0.0, 0.0]), TypeError, "actions is of float64, expected integers"),
    (lambda: MANY.step(np.zeros((2, 1), int)), ValueError, r"actions has shape \(2, 1\), expected \(2,\)"),
    (lambda: G.make_vec("mayan", 2).sample_actions("greedy"), ValueError, "expected `random`"),
    (lambda: T.MayanBoard([[1, 1]]).play((0, 1, "L")), ValueError, r"\(0, 1, 'L'\): a swap of two equal"),
    # Hints and analyses.
    (lambda: T.hint(NOIP, want="count"), ValueError, "'want': 'count' finds no list"),
    (lambda: T.hint(NOIP, limit_moves=3), TypeError, "^hint has no keyword 'limit_moves'"),
    (lambda: T.analyze(NOIP, [], seed=1), TypeError, "seed has no effect on Mayan"),
    (lambda: T.analyze("11", [(0, 0, 0)]), TypeError, r"found \(0, 0, 0\), expected \(row, col\)"),
    (lambda: T.solve("11", clear_factor=1 << 32), ValueError, "0 to 4294967295"),
    (lambda: T.solve("11", rules={"clear_bonus": float("nan")}), TypeError, "expected a value of JSON"),
    # Benchmarks.
    (lambda: E.load("standard"), ValueError, "expected one of standard20, codingame50"),
    (lambda: E.evaluate("best", "random8"), ValueError, "player is 'best', expected"),
    (lambda: E.evaluate(7, "random8"), TypeError, "player is 7, expected"),
    *(
        (lambda name=name: E.evaluate("random", "random8", **{name: 0}), ValueError, f"{name}=0, .*expected")
        for name in ("seconds", "runs", "workers")
    ),
]


@pytest.mark.parametrize(("call", "error", "message"), CALLS, ids=range(len(CALLS)))
def test_a_call_is_refused(call: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert re.search(message, str(caught.value), re.S)
