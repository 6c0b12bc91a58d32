"""Work on files: formats (`convert`), and clusters (`ray`)."""

from __future__ import annotations

from .._tilefall import as_puzzles, text_of
from ..types import Sources

__all__ = ["convert"]


def convert(puzzles: Sources, format: str, *, relabel: bool = False) -> str:
    """Returns puzzles as one text of a format, like ``tilefall convert --to``.

    Args:
        puzzles: The puzzles of a text or a file, or several puzzles, each as `solve` takes one.
        format: The name of a format of `formats`.
        relabel: Renames the colors, in the order of their names, to the first names of the format.

    Raises:
        ValueError: If the format cannot hold a puzzle, or that many puzzles.
    """
    return text_of(as_puzzles(puzzles, name="puzzles"), format, relabel)
