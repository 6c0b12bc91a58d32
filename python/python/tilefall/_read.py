"""Reading files."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from ._argument import shown
from ._result import MayanResult, SameGameResult
from ._tilefall import MayanPuzzle, SameGamePuzzle, as_puzzles, read, records_of

if TYPE_CHECKING:
    from ._source import Game, Sources


@overload
def read_file(
    path: str | os.PathLike[str],
    *,
    game: Literal["samegame"],
    format: str = "auto",
    max_unpacked: int | None = None,
    empty: str | None = None,
    rows_from: Literal["top", "bottom"] | None = None,
) -> list[SameGamePuzzle]: ...
@overload
def read_file(
    path: str | os.PathLike[str],
    *,
    game: Literal["mayan"],
    format: str = "auto",
    max_unpacked: int | None = None,
) -> list[MayanPuzzle]: ...
@overload
def read_file(
    path: str | os.PathLike[str],
    *,
    game: None = None,
    format: str = "auto",
    max_unpacked: int | None = None,
    empty: str | None = None,
    rows_from: Literal["top", "bottom"] | None = None,
) -> list[SameGamePuzzle | MayanPuzzle]: ...
def read_file(
    path: str | os.PathLike[str],
    *,
    game: Game | None = None,
    format: str = "auto",
    max_unpacked: int | None = None,
    empty: str | None = None,
    rows_from: Literal["top", "bottom"] | None = None,
) -> list[SameGamePuzzle] | list[MayanPuzzle] | list[SameGamePuzzle | MayanPuzzle]:
    """Reads the puzzles of a file; they are named after it. gzip and Zstandard are decompressed.

    Args:
        path: The file.
        game: Only use the readers of this game.
        format: The name of a format of `formats`, or ``"auto"`` to find out.
        max_unpacked: The maximum size of the decompressed file in bytes; 256 MiB by default.
        empty: Symbols of empty cells in boards of text (format ``"rows"``), besides ``.``.
        rows_from: The first row in boards of text: ``"top"`` or ``"bottom"``.

    Raises:
        ReadError: With the place of the first mistake.
        OSError: If the file cannot be read.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path is {shown(path)}, expected the name of a file (str or os.PathLike)")
    return read(
        Path(path),
        format=format,
        game=game,
        name=os.fspath(path),
        max_unpacked=max_unpacked,
        empty=empty,
        rows_from=rows_from,
    )


@overload
def read_results(
    path: str | os.PathLike[str], puzzles: Sources | None = None, *, game: Literal["samegame"]
) -> list[SameGameResult]: ...
@overload
def read_results(
    path: str | os.PathLike[str], puzzles: Sources | None = None, *, game: Literal["mayan"]
) -> list[MayanResult]: ...
@overload
def read_results(
    path: str | os.PathLike[str], puzzles: Sources | None = None, *, game: None = None
) -> list[SameGameResult | MayanResult]: ...
def read_results(
    path: str | os.PathLike[str], puzzles: Sources | None = None, *, game: Game | None = None
) -> list[SameGameResult] | list[MayanResult] | list[SameGameResult | MayanResult]:
    """Reads a results file, as ``tilefall GAME solve --out`` writes it: records in JSON Lines. gzip and Zstandard are
    decompressed.

    Args:
        path: The file.
        puzzles: The puzzles of the results, by index. Without them, results have no puzzle.
        game: The game of all records, and of records without one, which puzzles that could not be read have.

    Raises:
        ReadError: With the place of the first mistake.
        OSError: If the file cannot be read.
        ValueError: If a record is of another game, or of none of the puzzles.
    """
    if not isinstance(path, str | os.PathLike):
        raise TypeError(f"path is {shown(path)}, expected the name of a file (str or os.PathLike)")
    given = [] if puzzles is None else as_puzzles(puzzles, name="puzzles", game=game)
    by_index = {at if puzzle.index is None else puzzle.index: puzzle for at, puzzle in enumerate(given)}
    found: list[Any] = []
    for line, named in records_of(Path(path)):
        record = json.loads(line)
        puzzle = by_index.get(record["index"])
        if puzzles is not None and puzzle is None:
            raise ValueError(f"{record['id']}: no puzzle has the index {record['index']}")
        kind = named or (puzzle.game if puzzle else game)
        if kind is None or (game is not None and kind != game) or (puzzle and puzzle.game != kind):
            expected = game or (puzzle.game if puzzle else "game='samegame' or game='mayan'")
            raise ValueError(f"{record['id']}: the record is of the game {kind}, expected {expected}")
        found.append((SameGameResult if kind == "samegame" else MayanResult)(line, puzzle, {}))
    return found
