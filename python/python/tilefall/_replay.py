"""Lists of moves as HTML that replays them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from ._page import Replay, page
from ._result import Move, Result, listed
from ._source import Source
from ._tilefall import as_puzzle, list_of


def replay(shown: Source | Result | Iterable[Result], moves: Sequence[Move | int] | None = None) -> Replay:
    """Returns a page that replays results, or a list of moves on a puzzle.

    Args:
        shown: A result, several results, or a puzzle as `solve` takes one.
        moves: The list, if a puzzle is given: ``(row, col)`` from 1 at the bottom left, ``(x, y, side)``, or actions.
            By default the list that comes with the puzzle.

    Raises:
        ValueError: If a move cannot be played, or there is no list.
        TypeError: If a value is of a wrong type.
    """
    if isinstance(shown, Result):
        shown = [shown]
    if isinstance(shown, Iterable) and not isinstance(shown, str | bytes | Mapping | np.ndarray):
        if moves is not None:
            raise TypeError("moves has no effect on results, which have lists of their own")
        return page(listed(result, f"shown[{at}]") for at, result in enumerate(shown))
    puzzle = as_puzzle(shown, name="shown")
    steps = puzzle.list if moves is None else list_of(puzzle, moves)
    if not steps:
        raise ValueError("there is no list to replay, expected moves")
    record = {"v": 1, "index": 0, "id": puzzle.id, "status": "feasible", "moves": steps}
    return page([(puzzle, json.dumps(record))])
