"""Lists of moves as HTML that replays them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TypeGuard, cast

from ._argument import is_source
from ._page import Replay, page
from ._result import Result, listed
from ._tilefall import MayanBoard, Puzzle, SameGameBoard, as_puzzle, list_of
from .types import Game, Source, Step


def _are_results(shown: Source | Iterable[Result]) -> TypeGuard[Iterable[Result]]:
    return isinstance(shown, Iterable) and not is_source(shown)


def played(
    source: Source, moves: Iterable[Step] | None, name: str, game: Game | None = None
) -> tuple[Puzzle, str]:
    """Returns a puzzle and a list of moves on it, as JSON as in a record; `name` is that of the argument.

    Without `moves` the list is that of a board since its start, or the one that comes with the puzzle.
    """
    if moves is None and isinstance(source, SameGameBoard | MayanBoard) and source.moves:
        moves, source = source.moves, source.start
    puzzle = as_puzzle(source, name=name, game=game)
    return puzzle, list_of(puzzle, puzzle.given_moves if moves is None else moves)


def replay(shown: Source | Result | Iterable[Result], moves: Iterable[Step] | None = None) -> Replay:
    """Returns a page that replays results, or a list of moves on a puzzle.

    Args:
        shown: A result, several results, or a puzzle as `solve` takes one.
        moves: The list, if a puzzle is given: moves, or their indices. By default the moves that a board played since
            its start, or the list that comes with the puzzle.

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
    puzzle, line = played(cast("Source", shown), moves, "shown")
    steps = json.loads(line)
    if not steps:
        raise ValueError("there is no list to replay, expected moves")
    record = {"v": 1, "index": 0, "id": puzzle.id, "status": "feasible", "moves": steps}
    return page([(puzzle, json.dumps(record))])
