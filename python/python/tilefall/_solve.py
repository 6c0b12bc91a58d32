"""The searches of both games."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._argument import is_default
from ._interrupt import Interrupted, OnInterrupt
from ._result import Improvement, Move, Result
from ._rules import NAMES, Columns, Goal, LeftPenalty
from ._source import Source, Sources
from ._tilefall import Puzzle, as_puzzle, as_puzzles, solve_mayan, solve_samegame

if TYPE_CHECKING:
    from typing_extensions import Unpack

MEMORY = 256 << 20
"""The default memory for tables, in bytes."""


class Options(TypedDict, total=False):
    """The keywords of `solve`, which documents them."""

    goal: Goal | None
    target: int | None
    rules: str | Mapping[str, Any] | None
    score: str | None
    clear_bonus: int | None
    clear_factor: int | None
    left_penalty: LeftPenalty | None
    min_group: int | None
    columns: Columns | None
    method: Literal["auto", "anneal", "exact", "nrpa", "nested"]
    seed: int
    from_: Sequence[tuple[int, int] | int] | None
    on_better: Callable[[Improvement], object] | None
    moves: int | None
    exactly: bool
    within: bool
    shortest: bool
    first: bool
    all: bool
    max_solutions: int | None
    count: bool
    allow_noop: bool
    on_solution: Callable[[int, list[Move]], object] | None
    timeout: float | None
    nodes: int | None
    memory: int
    threads: int | None
    stats: bool
    timings: bool
    on_interrupt: OnInterrupt


_SAMEGAME = (
    "goal",
    "target",
    *NAMES,
    "method",
    "seed",
    "from_",
    "on_better",
)
_MAYAN = (
    "moves",
    "exactly",
    "within",
    "shortest",
    "first",
    "all",
    "count",
    "max_solutions",
    "allow_noop",
    "on_solution",
)
_CONFLICTS: tuple[tuple[str, str, Any], ...] = (
    ("target", "goal", "clear"),
    ("seed", "method", "exact"),
    ("allow_noop", "shortest", True),
)
"""Keywords that have no effect with a value of another keyword."""


def solve(
    puzzle: Source,
    *,
    goal: Goal | None = None,
    target: int | None = None,
    rules: str | Mapping[str, Any] | None = None,
    score: str | None = None,
    clear_bonus: int | None = None,
    clear_factor: int | None = None,
    left_penalty: LeftPenalty | None = None,
    min_group: int | None = None,
    columns: Columns | None = None,
    method: Literal["auto", "anneal", "exact", "nrpa", "nested"] = "auto",
    seed: int = 1,
    from_: Sequence[tuple[int, int] | int] | None = None,
    on_better: Callable[[Improvement], object] | None = None,
    moves: int | None = None,
    exactly: bool = False,
    within: bool = False,
    shortest: bool = False,
    first: bool = False,
    all: bool = False,
    max_solutions: int | None = None,
    count: bool = False,
    allow_noop: bool = False,
    on_solution: Callable[[int, list[Move]], object] | None = None,
    timeout: float | None = None,
    nodes: int | None = None,
    memory: int = MEMORY,
    threads: int | None = None,
    stats: bool = False,
    timings: bool = True,
    on_interrupt: OnInterrupt = "raise",
) -> Result:
    """Searches one puzzle.

    The keywords have the names, meanings and defaults of ``tilefall samegame solve`` and ``tilefall mayan solve``;
    ``timeout`` is ``--time``. Other Python threads run meanwhile. Ctrl-C ends the search, even during a callback,
    and raises `Interrupted`, a KeyboardInterrupt with the best ``result`` so far. A search waits for its callbacks.
    Without ``timeout`` and ``nodes`` a SameGame search makes a fixed number of trials, which takes seconds on a usual
    board.

    Args:
        puzzle: A puzzle, the current state of a board, text in any format, a file (`pathlib.Path`), a record (dict) or
            an array of integers; an array is a board of SameGame.
        goal: SameGame: the highest ``"score"``, any list that leaves an empty board (``"clear"``), one with the
            ``"fewest"`` clicks, the fewest tiles ``"left"``, or the ``"biggest"`` single removal; by default the usual
            goal of the game that ``rules`` names, or the score.
        target: SameGame: a result at which the search stops: a score, or a number of clicks or tiles, by goal.
        rules: SameGame: the name of a game of `PRESETS`, or rules as in a record, instead of the puzzle's own; the
            keywords below replace parts of the rules.
        score: SameGame: points for n tiles: ``"n2"`` (n-2)², ``"n1"`` (n-1)², ``"tri"`` n(n-1)/2, ``"nn1"`` n(n-1),
            ``"count"`` n, ``"sq"`` n², ``"tri1"`` n(n+1)/2, or ``"poly:A,B,C"`` A·n² + B·n + C.
        clear_bonus: SameGame: points for an empty board, 0 or more; by default 1000 for n2, else 0.
        clear_factor: SameGame: the factor of all points if the board is empty at the end, 1 or more.
        left_penalty: SameGame: points subtracted for tiles left: (n-2)² for each colour (``"n2"``), or for all tiles
            together (``"total"``).
        min_group: SameGame: the size of the smallest group that can be clicked; with 1 single tiles can be.
        columns: SameGame: whether columns ``"close"`` over empty ones, or ``"stay"``.
        method: SameGame: the search method; ``auto`` chooses by size and limits.
        seed: SameGame: the seed of the random numbers, 0 to 2⁶⁴ - 1.
        from_: SameGame: clicks to start from; those that remove nothing are left out.
        on_better: SameGame: called in this thread with every better list; if it returns False, the search ends and it
            is not called again.
        moves: Mayan: M, instead of the puzzle's own.
        exactly: Mayan: lists of exactly M moves (the default for noip).
        within: Mayan: lists of at most M moves.
        shortest: Mayan: shortest lists of at most M moves (the default for all other formats).
        first: Mayan: the first list in order of x, y, right before left, also with ``within``.
        all: Mayan: all lists, in order.
        max_solutions: Mayan: with ``all``, stop after this number of lists, 1 or more.
        count: Mayan: the number of lists.
        allow_noop: Mayan: allow swaps of two equal blocks.
        on_solution: Mayan: with ``all``, called in this thread with the index of the puzzle and every list; if it
            returns False, the search ends with the lists so far and it is not called again.
        timeout: The time limit in seconds of wall-clock time.
        nodes: The limit on nodes of a tree search, or on trials; the answer is then the same on any machine.
        memory: Bytes for the tables of each puzzle that is being solved, 65,536 or more.
        threads: Threads, 1 to 4096; all cores by default.
        stats: Add counters to the record.
        timings: Include times and other values that differ between equal runs in the record.
        on_interrupt: After Ctrl-C: ``"raise"``, or ``"return"`` for the best result so far, whose ``stopped_by`` is
            then ``"interrupt"``.

    Raises:
        ReadError: If the text is no puzzle.
        ValueError: If a value is not valid, or the method does not support the board.
        TypeError: If a value has the wrong type, or a keyword has no effect on puzzles of this game or next to another
            one.
        Interrupted: After Ctrl-C, with the best result so far.
    """
    given = dict(locals())
    source = given.pop("puzzle")
    results, interrupted = _run([as_puzzle(source, name="puzzle", keywords=given)], given)
    result = results[0]
    if interrupted and on_interrupt == "raise":
        raise Interrupted(result)
    if result.status == "error":
        raise ValueError(f"{result.id}: {result.error}")
    return result


DEFAULTS: dict[str, Any] = solve.__kwdefaults__ or {}
"""The keywords of `solve` and their defaults."""


def solve_many(puzzles: Sources, **options: Unpack[Options]) -> list[Result]:
    """Searches many puzzles of one game in parallel, one per thread, and returns their results in order.

    Takes the keywords of `solve`; limits are for each puzzle. A puzzle that cannot be solved has a result with the
    status ``error``. After Ctrl-C, results that were not found yet are ``unknown``.

    Args:
        puzzles: The puzzles of a text or a file, or several puzzles, each as `solve` takes one.
        options: The keywords of `solve`.

    Raises:
        ReadError: If a text is no puzzle.
        ValueError: If a value is not valid.
        TypeError: If a value has the wrong type, or a keyword has no effect on puzzles of this game or next to another
            one.
        Interrupted: After Ctrl-C, with the results.
    """
    for name in options:
        if name not in DEFAULTS:
            raise TypeError(f"solve_many has no keyword {name!r}")
    keywords = {**DEFAULTS, **options}
    results, interrupted = _run(as_puzzles(puzzles, name="puzzles", keywords=keywords), keywords)
    if interrupted and options.get("on_interrupt", "raise") == "raise":
        raise Interrupted(results)
    return results


def _run(puzzles: list[Puzzle], keywords: dict[str, Any]) -> tuple[list[Result], bool]:
    """Returns the results of puzzles, and whether Ctrl-C ended the search."""
    if not puzzles:
        return [], False
    samegame = puzzles[0].game == "samegame"
    _refuse(_MAYAN if samegame else _SAMEGAME, keywords, "SameGame" if samegame else "Mayan")
    _refuse_conflicts(keywords)
    lines, interrupted = (solve_samegame if samegame else solve_mayan)(puzzles, keywords)
    rules = {name: keywords[name] for name in NAMES}
    results = []
    for line, puzzle in zip(lines, puzzles, strict=True):
        record = json.loads(line)
        asked = record.get("asked", {})
        task = (
            puzzle.with_rules(**rules)
            if samegame
            else puzzle.with_task(asked.get("moves"), asked.get("mode"))
        )
        results.append(Result(record, task))
    return results, interrupted


def _refuse(names: Iterable[str], keywords: dict[str, Any], where: str) -> None:
    """Raises TypeError for keywords that have no effect."""
    for name in names:
        if not is_default(keywords[name], DEFAULTS[name]):
            raise TypeError(f"{name} has no effect on {where} puzzles")


def _refuse_conflicts(keywords: dict[str, Any]) -> None:
    """Raises TypeError for keywords that have no effect next to others."""
    for name, other, setting in _CONFLICTS:
        value = keywords[other]
        if (
            isinstance(value, str | bool)
            and value == setting
            and not is_default(keywords[name], DEFAULTS[name])
        ):
            raise TypeError(f"{name} has no effect with {other}={setting!r}")
    if keywords["stats"] is True and keywords["timings"] is False and keywords["nodes"] is None:
        raise TypeError("stats has no effect with timings=False, unless nodes is given")
