"""Reading files, and simulating judges."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

from ._argument import game_of, shown
from ._tilefall import MayanPuzzle, SameGamePuzzle, read, simulate_mayan, simulate_samegame

if TYPE_CHECKING:
    from ._source import Game, Text


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
    if game_of(game) == "samegame":
        return simulate_samegame(text, uva758=uva758, name=name)
    if uva758 is not False:
        raise TypeError("uva758 has no effect on Mayan puzzles")
    return simulate_mayan(text, name=name)
