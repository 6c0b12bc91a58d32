"""Stress tests of contest programs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from ._argument import shown
from ._tilefall import stress_function

Task: TypeAlias = Literal["solve", "simulate", "uva339", "uva758", "click"]
"""NOIP 2011 and Luogu P1312, its simulation, UVa 339, UVa 758, or one click on a board."""


def stress(
    program: Callable[[str], str] | Callable[[str, int, int], str] | Sequence[str | os.PathLike[str]],
    task: Task = "solve",
    *,
    rows: int = 10,
    cols: int = 15,
    types: int = 4,
    seed: int = 1,
    count: int = 10_000,
    time: float = 60,
    exact: bool = False,
    ignore_blanks: bool = False,
) -> dict[str, Any]:
    """Finds the smallest input that a contest program gets wrong.

    Args:
        program: A function from the input to the output, both strings, or the words of a command. For the task "click"
            the function also takes the row and the column, from 0 at the top left, and a command has the words `ROW`
            and `COL`.
        task: The task that the program solves.
        rows: The rows of boards to click on.
        cols: The columns of these boards.
        types: The number of colors of these boards.
        seed: The seed of the inputs.
        count: The number of inputs.
        time: The limit in seconds. For a function, the whole call has this time, half of it to find a wrong output.
        exact: Compares outputs byte for byte. Otherwise blanks at line ends, blank lines and the end of the last line
            do not count, as with most judges.
        ignore_blanks: Compares outputs word by word.

    Returns:
        The record of `tilefall mayan stress --output jsonl`: the verdict, which is "passed" or how the program failed,
        the smallest input that was found, the output that was expected and given, in "stderr" the traceback of a
        function, and in "like" and "why" the known mistakes that explain the failure. If the program passed, "untested"
        has its mistakes that judges do not seem to test, and "equal_swaps" whether it counted swaps of equal blocks.

    Raises:
        ValueError: If the task is unknown, or the program cannot be run.
        TypeError: If the program is text, which is no list of words.

    >>> tilefall.stress(lambda text: "-1\\n", count=100)["verdict"]
    'wrong answer'
    """
    if callable(program):
        shape = {"rows": rows, "cols": cols, "types": types}
        limits = {"seed": seed, "count": count, "time": time, "exact": exact, "ignore_blanks": ignore_blanks}
        record: dict[str, Any] = json.loads(stress_function(program, {"task": task, **shape, **limits}))
        return record
    if isinstance(program, str | bytes | os.PathLike):
        raise TypeError(
            f"program is {shown(program)}, expected a function or a list of the words of a command"
        )
    game = "mayan" if task in ("solve", "simulate") else "samegame"
    words = [sys.executable, "-m", "tilefall", game, "stress", "--task", task, "--output", "jsonl", "--quiet"]
    words += [f"--seed={seed}", f"--count={count}", f"--time={time}s"]
    words += ["--exact"] * exact + ["--ignore-blanks"] * ignore_blanks
    if task == "click":
        words += [f"--rows={rows}", f"--cols={cols}", f"--types={types}"]
    words += ["--", *(os.fspath(word) for word in program)]
    run = subprocess.run(words, capture_output=True, text=True)
    if not run.stdout:
        raise ValueError(run.stderr.strip().removeprefix("error: "))
    record = json.loads(run.stdout)
    return record
