"""Lists of moves as HTML that replays them."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard, cast

from ._argument import is_source
from ._argument import shown as text_of
from ._result import Result
from ._tilefall import MayanBoard, Puzzle, SameGameBoard, as_puzzle, list_of, replay_page
from .types import Source, Step


@dataclass(frozen=True, repr=False)
class Replay:
    """A self-contained page that replays lists of moves. Notebooks show the page."""

    html: str
    """The text of the page."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        frame = 'width="100%" height="640" style="border:0" sandbox="allow-scripts"'
        return f'<iframe title="replay" {frame} srcdoc="{page}"></iframe>'

    def __repr__(self) -> str:
        return f"<Replay {len(self.html)} bytes>"


def _are_results(shown: Source | Iterable[Result]) -> TypeGuard[Iterable[Result]]:
    return isinstance(shown, Iterable) and not is_source(shown)


def _listed(result: Result, name: str) -> tuple[Puzzle, str]:
    """Returns the puzzle and the record of a result that has a list."""
    if not isinstance(result, Result):
        raise TypeError(f"{name} is {text_of(result)}, expected a Result")
    if result.length is None:
        raise ValueError(f"{result.id}: {result.status}, no list to replay")
    return result.puzzle, result.to_json()


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
        return Replay(replay_page([_listed(result, f"shown[{at}]") for at, result in enumerate(shown)]))
    source = cast("Source", shown)
    if moves is None and isinstance(source, SameGameBoard | MayanBoard) and source.moves:
        moves, source = source.moves, source.start
    puzzle = as_puzzle(source, name="shown")
    steps = json.loads(list_of(puzzle, puzzle.given_moves if moves is None else moves))
    if not steps:
        raise ValueError("there is no list to replay, expected moves")
    record = {"v": 1, "index": 0, "id": puzzle.id, "status": "feasible", "moves": steps}
    return Replay(replay_page([(puzzle, json.dumps(record))]))
