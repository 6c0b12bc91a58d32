"""Work on files: formats (`convert`), results of several runs (`merge`), judges (`simulate`), and clusters (`ray`)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from .._tilefall import as_puzzles, merge_files, text_of
from .._tilefall import simulate as judged
from ..types import Game, Sources, Text

__all__ = ["convert", "merge", "simulate"]


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
        ValueError: If the files do not fit together, or `out` is one of them or of their sidecars.
        OSError: If a file cannot be read or written.
    """
    names, target = [os.fspath(file) for file in files], Path(out)
    read = [Path(name) for file in names for name in (file, f"{file}.tilefall")]
    if target.exists() and any(path.exists() and target.samefile(path) for path in read):
        raise ValueError(f"{target}: this is one of the files to merge, expected another name")
    beside = target.with_name(f".{target.name}.new")
    try:
        merge_files(names, os.fspath(beside))
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
