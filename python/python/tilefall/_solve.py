"""The searches of both games."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from ._error import Interrupted
from ._options import DEFAULTS, completed, signed
from ._result import MayanResult, SameGameResult
from ._results import Results
from ._tilefall import Puzzle, as_puzzle, as_puzzles
from ._tilefall import solve as search
from .types import Game, Limits, MayanOptions, MayanSource, SameGameOptions, SameGameSource, Source, Sources

if TYPE_CHECKING:
    from typing_extensions import Unpack


@overload
def solve(
    puzzle: SameGameSource, *, game: Literal["samegame"] | None = None, **options: Unpack[SameGameOptions]
) -> SameGameResult: ...
@overload
def solve(
    puzzle: MayanSource, *, game: Literal["mayan"] | None = None, **options: Unpack[MayanOptions]
) -> MayanResult: ...
@overload
def solve(
    puzzle: Source, *, game: Literal["samegame"], **options: Unpack[SameGameOptions]
) -> SameGameResult: ...
@overload
def solve(puzzle: Source, *, game: Literal["mayan"], **options: Unpack[MayanOptions]) -> MayanResult: ...
@overload
def solve(
    puzzle: Source, *, game: None = None, **options: Unpack[Limits]
) -> SameGameResult | MayanResult: ...
@signed((SameGameOptions, MayanOptions), DEFAULTS)
def solve(puzzle: Source, *, game: Game | None = None, **options: Any) -> SameGameResult | MayanResult:
    """Searches one puzzle.

    The keywords have the meanings and defaults of the options of ``tilefall samegame solve`` and ``tilefall mayan
    solve``. Other Python threads run meanwhile. Ctrl-C ends the search, even during a callback, and raises
    `Interrupted`, a KeyboardInterrupt with the best ``result`` so far. A search waits for its callbacks. Without
    ``timeout`` and ``nodes`` a SameGame search makes a fixed number of trials, which takes seconds on a usual board.

    Args:
        puzzle: A puzzle, the current state of a board, text in any format, a file (`pathlib.Path`), a record (dict) or
            an array of integers; an array is a board of SameGame.
        game: The game of a text, for type checkers; a puzzle of the other game is refused.
        **options: The keywords below.

    For both games:

    - ``timeout``: the time limit, in seconds of wall-clock time or as a `timedelta`
    - ``nodes``: the limit on nodes of a tree search, or on trials; the answer is then the same on any machine
    - ``memory``: bytes for the tables of each puzzle that is being solved, 65,536 or more; 256 MiB by default
    - ``threads``: threads, 1 to 4096; all cores by default
    - ``stats``: adds counters to the record
    - ``timings``: whether the record has times and other values that differ between equal runs; True by default
    - ``cancel``: a `threading.Event` that ends the search with the best result so far, whose ``stopped_by`` is then
      ``"interrupt"``
    - ``on_found``: called in this thread with every better list, a `SameGameFound`, or with every list of
      ``want="all"``, a `MayanFound`; if it returns False, the search ends and it is not called again

    For SameGame:

    - ``goal``: the highest ``"score"``, any list that leaves an empty board (``"clear"``), one with the ``"fewest"``
      clicks, the fewest tiles ``"left"``, or the ``"biggest"`` single removal; by default the usual goal of the game
      that ``rules`` names, or the score
    - ``target``: a result at which the search stops: a score, or a number of clicks or tiles, by goal
    - ``rules``: the name of a game of `PRESETS`, or rules as in a record, instead of the puzzle's own; the keywords
      from ``score`` to ``columns`` replace parts of the rules
    - ``score``: points for n tiles: ``"n2"`` (n-2)², ``"n1"`` (n-1)², ``"tri"`` n(n-1)/2, ``"nn1"`` n(n-1), ``"count"``
      n, ``"sq"`` n², ``"tri1"`` n(n+1)/2, or ``"poly:A,B,C"`` A·n² + B·n + C
    - ``clear_bonus``: points for an empty board, 0 or more; by default 1000 for n2, else 0
    - ``clear_factor``: the factor of all points if the board is empty at the end, 1 or more
    - ``left_penalty``: points subtracted for tiles left: (n-2)² for each color (``"n2"``), or for all tiles together
      (``"total"``)
    - ``left_points``: points added for n tiles left: ``"poly:A,B,C"`` is A·n² + B·n + C, ``"poly:A,B,C:MAX"`` the same
      for at most MAX tiles
    - ``min_group``: the size of the smallest group that can be clicked; with 1, single tiles can be clicked
    - ``columns``: whether columns ``"close"`` over empty ones, or ``"stay"``
    - ``method``: the search method; ``"auto"`` chooses by size and limits
    - ``seed``: the seed of the random numbers, 0 to 2⁶⁴ - 1; 1 by default
    - ``start``: clicks to start from, as `SameGameBoard.play` takes them; clicks that remove nothing are left out

    For the Mayan puzzle:

    - ``max_moves``: M, instead of the puzzle's own
    - ``mode``: lists of ``"exactly"`` M moves (the default for noip), ``"within"`` M moves, or the ``"shortest"`` lists
      of at most M moves (the default for all other formats)
    - ``want``: any ``"one"``, the ``"first"`` list by columns from the left, each from the bottom, right before left,
      ``"all"`` lists in this order, or their ``"count"``
    - ``max_solutions``: with ``want="all"``, stops after this number of lists, 1 or more
    - ``skip_noop``: skips swaps of two equal tiles, which are moves where exactly M moves are asked for

    Raises:
        ReadError: If the text is no puzzle.
        ValueError: If a value is not valid, or the method does not support the board.
        TypeError: If a value has the wrong type, or a keyword has no effect on puzzles of this game, or together with
            another keyword.
        Interrupted: After Ctrl-C, with the best result so far.
    """
    results, interrupted = run(
        "solve", [as_puzzle(puzzle, name="puzzle", game=game, keywords=options)], options
    )
    result: SameGameResult | MayanResult = results[0]
    if interrupted:
        raise Interrupted(result)
    if result.status == "error":
        raise ValueError(f"{result.id}: {result.error}")
    return result


@overload
def solve_many(
    puzzles: SameGameSource | Iterable[SameGameSource],
    *,
    game: Literal["samegame"] | None = None,
    **options: Unpack[SameGameOptions],
) -> Results[SameGameResult]: ...
@overload
def solve_many(
    puzzles: MayanSource | Iterable[MayanSource],
    *,
    game: Literal["mayan"] | None = None,
    **options: Unpack[MayanOptions],
) -> Results[MayanResult]: ...
@overload
def solve_many(
    puzzles: Sources, *, game: Literal["samegame"], **options: Unpack[SameGameOptions]
) -> Results[SameGameResult]: ...
@overload
def solve_many(
    puzzles: Sources, *, game: Literal["mayan"], **options: Unpack[MayanOptions]
) -> Results[MayanResult]: ...
@overload
def solve_many(
    puzzles: Sources, *, game: None = None, **options: Unpack[Limits]
) -> Results[SameGameResult] | Results[MayanResult]: ...
@signed((SameGameOptions, MayanOptions), DEFAULTS)
def solve_many(
    puzzles: Sources, *, game: Game | None = None, **options: Any
) -> Results[SameGameResult] | Results[MayanResult]:
    """Searches many puzzles of one game in parallel, one per thread, and returns their `Results` in order.

    The keywords and the exceptions are those of `solve`; limits are for each puzzle. A puzzle that cannot be solved has
    a result with the status ``error``. After Ctrl-C, results that were not found yet are ``unknown``.

    Args:
        puzzles: The puzzles of a text or a file, or several puzzles, each as `solve` takes one.
        game: The game, for type checkers; a puzzle of the other game is refused.
        **options: The keywords of `solve`.
    """
    given = as_puzzles(puzzles, name="puzzles", game=game, keywords=options)
    found, interrupted = run("solve_many", given, options)
    results: Results[Any] = Results(found)
    if interrupted:
        raise Interrupted(results)
    return results


def run(
    function: str, puzzles: Sequence[Puzzle], options: dict[str, Any], first: int = 0
) -> tuple[list[Any], bool]:
    """Searches puzzles with the indices `first` and up; returns their results, and whether Ctrl-C ended the search."""
    samegame = not puzzles or puzzles[0].game == "samegame"
    keywords = completed(function, "samegame" if samegame else "mayan", options)
    if not puzzles:
        return [], False
    keywords["first"] = first
    lines, interrupted = search(puzzles, keywords)
    make = SameGameResult if samegame else MayanResult
    return [make(line, puzzle, options) for line, puzzle in zip(lines, puzzles, strict=True)], interrupted
