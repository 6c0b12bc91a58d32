"""Work on files: formats (`convert`), judges (`simulate`), and clusters (`ray`)."""

from __future__ import annotations

from .._tilefall import as_puzzles, text_of
from .._tilefall import simulate as judged
from ..types import Game, Sources, Text

__all__ = ["convert", "simulate"]


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
