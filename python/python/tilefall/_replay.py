"""Lists of moves as HTML that replays them."""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from ._solve import as_puzzle
from ._tilefall import replay_page

if TYPE_CHECKING:
    from ._result import Move, Result
    from ._solve import Source
    from ._tilefall import Puzzle


@dataclass(frozen=True, repr=False)
class Replay:
    """A page that replays lists, and needs nothing but itself. Notebooks show it."""

    html: str
    """The page."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        frame = 'width="100%" height="640" style="border:0" sandbox="allow-scripts"'
        return f'<iframe title="replay" {frame} srcdoc="{page}"></iframe>'

    def __repr__(self) -> str:
        return f"<Replay {len(self.html)} bytes>"


def replay(shown: Source | Result | Iterable[Result], moves: Sequence[Move] | None = None) -> Replay:
    """A page that replays results, or a list of moves on a puzzle.

    Args:
        shown: A result, several results, or a board, a puzzle or its text.
        moves: The list, if a board or puzzle is given: ``(row, col)`` from 1 at the bottom left, or
            ``(x, y, side)``. By default the list that came with the puzzle.

    Raises:
        ValueError: If a move cannot be played, or there is no list.
    """
    from ._result import Result

    if isinstance(shown, Result):
        return Replay(replay_page([_of(shown)]))
    if isinstance(shown, Iterable) and not isinstance(shown, str | bytes):
        return Replay(replay_page([_of(result) for result in shown]))
    puzzle = as_puzzle(shown)
    steps = list(puzzle.list if moves is None else moves)
    if not steps:
        raise ValueError("there is no list to replay, expected moves")
    record = {"v": 1, "index": 0, "id": puzzle.id, "status": "feasible", "moves": steps}
    return Replay(replay_page([(puzzle, json.dumps(record))]))


def _of(result: Result) -> tuple[Puzzle, str]:
    if result.moves is None:
        raise ValueError(f"{result.id}: {result.status}, no list to replay")
    return result.puzzle, result.to_json()
