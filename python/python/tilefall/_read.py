"""Reading and writing files, and simulating judges."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from ._argument import shown
from ._result import MayanResult, SameGameResult
from ._tilefall import (
    MayanPuzzle,
    SameGamePuzzle,
    as_puzzles,
    merge_files,
    read,
    records_of,
    text_of,
)
from ._tilefall import simulate as judged

if TYPE_CHECKING:
    from ._source import Game, Sources, Text


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


def simulate(text: Text, game: Game = "samegame", *, uva758: bool = False, name: str | None = None) -> str:
    """Returns the output of a game's judge for an input.

    Args:
        text: The input of UVa 339 (bottom row first), of UVa 758, or of Luogu P1312; or its file (`pathlib.Path`).
        game: ``"samegame"``: the output of UVa 339, top row first. ``"mayan"``: Yes or No, a line per puzzle.
        uva758: SameGame: the judge of UVa 758 instead.
        name: The name of the text in messages, by default the name of the file.

    Raises:
        ReadError: With the place of the first mistake.
    """
    if isinstance(game, str) and game == "mayan" and uva758 is not False:
        raise TypeError("uva758 has no effect on Mayan puzzles")
    return judged(text, {"game": game, "uva758": uva758, "name": name})


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


def convert(puzzles: Sources, format: str, *, relabel: bool = False) -> str:
    """Returns puzzles as one text of a format, like ``tilefall convert --to``.

    Args:
        puzzles: The puzzles of a text or a file, or several puzzles, each as `solve` takes one.
        format: The name of a format of `formats`.
        relabel: Renames the colors, in the order of their names, to the first names of the format.

    Raises:
        ValueError: If the format cannot hold a puzzle, or that many.
    """
    return text_of(as_puzzles(puzzles, name="puzzles"), format, relabel)


def merge(files: Iterable[str | os.PathLike[str]], out: str | os.PathLike[str]) -> None:
    """Writes the records of several results files to one, in the order of the input, like ``tilefall merge``.

    Each file needs the sidecar that ``tilefall GAME solve --out`` writes beside it. Nothing is written unless all runs
    are complete, of the same input, and have exactly one record for each puzzle.

    Args:
        files: The results files.
        out: The file to write, which is replaced at once when it is complete.

    Raises:
        ValueError: If the files do not fit together.
        OSError: If a file cannot be read or written.
    """
    target = Path(out)
    beside = target.with_name(f".{target.name}.new")
    try:
        merge_files([os.fspath(file) for file in files], os.fspath(beside))
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
