"""Lists of moves as HTML that replays them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from ._page import Replay, page
from ._result import Move, Result, listed
from ._source import Source, as_puzzle


def replay(shown: Source | Result | Iterable[Result], moves: Sequence[Move] | None = None) -> Replay:
    """A page that replays results, or a list of moves on a puzzle.

    Args:
        shown: A result, several results, or a board, a puzzle or its text.
        moves: The list, if a board or puzzle is given: ``(row, col)`` from 1 at the bottom left, or
            ``(x, y, side)``. By default the list that came with the puzzle.

    Raises:
        ValueError: If a move cannot be played, or there is no list.
    """
    if isinstance(shown, Result):
        return shown.replay()
    if isinstance(shown, Iterable) and not isinstance(shown, str | bytes):
        return page(listed(result) for result in shown)
    puzzle = as_puzzle(shown)
    steps = list(puzzle.list if moves is None else moves)
    if not steps:
        raise ValueError("there is no list to replay, expected moves")
    record = {"v": 1, "index": 0, "id": puzzle.id, "status": "feasible", "moves": steps}
    return page([(puzzle, json.dumps(record))])
