"""Lists of moves as HTML that replays them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, SupportsIndex, TypeAlias, TypeGuard, cast

from ._page import Replay, page
from ._result import Result, listed
from ._tilefall import as_puzzle, list_of

if TYPE_CHECKING:
    from ._source import Source


Step: TypeAlias = tuple[int, int] | tuple[int, int, str] | SupportsIndex
"""A move: its parts, or its index."""


def _are_results(shown: Source | Iterable[Result]) -> TypeGuard[Iterable[Result]]:
    no_results = isinstance(shown, str | bytes | Mapping) or hasattr(shown, "__array__")
    return isinstance(shown, Iterable) and not no_results


def replay(shown: Source | Result | Iterable[Result], moves: Iterable[Step] | None = None) -> Replay:
    """Returns a page that replays results, or a list of moves on a puzzle.

    Args:
        shown: A result, several results, or a puzzle as `solve` takes one.
        moves: The list, if a puzzle is given: moves, or their indices. By default the list that comes with the puzzle.

    Raises:
        ValueError: If a move cannot be played, or there is no list.
        TypeError: If a value is of a wrong type.
    """
    if isinstance(shown, Result):
        shown = [shown]
    if _are_results(shown):
        if moves is not None:
            raise TypeError("moves has no effect on results, which have lists of their own")
        return page(listed(result, f"shown[{at}]") for at, result in enumerate(shown))
    puzzle = as_puzzle(cast("Source", shown), name="shown")
    steps = json.loads(list_of(puzzle, puzzle.given_moves if moves is None else moves))
    if not steps:
        raise ValueError("there is no list to replay, expected moves")
    record = {"v": 1, "index": 0, "id": puzzle.id, "status": "feasible", "moves": steps}
    return page([(puzzle, json.dumps(record))])
