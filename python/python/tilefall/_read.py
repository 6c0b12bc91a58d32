"""Reading results."""

from __future__ import annotations

import json
from typing import Any, Literal, overload

from ._result import MayanResult, SameGameResult, recorded
from ._results import Results
from ._tilefall import as_puzzles, records_of
from .types import Game, Sources, Text


@overload
def read_results(
    results: Text, puzzles: Sources | None = None, *, game: Literal["samegame"]
) -> Results[SameGameResult]: ...
@overload
def read_results(
    results: Text, puzzles: Sources | None = None, *, game: Literal["mayan"]
) -> Results[MayanResult]: ...
@overload
def read_results(
    results: Text, puzzles: Sources | None = None, *, game: None = None
) -> Results[SameGameResult | MayanResult]: ...
def read_results(results: Text, puzzles: Sources | None = None, *, game: Game | None = None) -> Results[Any]:
    """Reads results as ``tilefall GAME solve --out`` writes them: records in JSON Lines. gzip and Zstandard are
    decompressed.

    Args:
        results: The text, or its file (`pathlib.Path`).
        puzzles: The puzzles of the results, by index. Without them, results have neither puzzle nor `moves`.
        game: The game of all records. A record of a puzzle that could not be read names no game, and gets this game.

    Raises:
        ReadError: With the place of the first mistake.
        OSError: If the file cannot be read.
        ValueError: If a record is of another game, or of none of the puzzles.
    """
    given = [] if puzzles is None else as_puzzles(puzzles, name="puzzles", game=game)
    by_index = {at if puzzle.index is None else puzzle.index: puzzle for at, puzzle in enumerate(given)}
    found: list[Any] = []
    for line, named in records_of(results):
        record = json.loads(line)
        puzzle = by_index.get(record["index"])
        if puzzles is not None and puzzle is None:
            raise ValueError(f"{record['id']}: no puzzle has the index {record['index']}")
        found.append(recorded(line, named, puzzle, game))
    return Results(found)
