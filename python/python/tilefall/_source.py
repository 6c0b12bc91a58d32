"""What the verbs take as a puzzle."""

from __future__ import annotations

from ._tilefall import Board, MayanBoard, Puzzle, read

Source = Puzzle | Board | MayanBoard | str | bytes
"""A puzzle, a board as it is now, or the text of one puzzle in any format."""


def as_puzzle(source: Source) -> Puzzle:
    """The puzzle of a source.

    Raises:
        ValueError: If a text holds no puzzle or several.
        TypeError: If it is none of these.
    """
    if isinstance(source, Puzzle):
        return source
    if isinstance(source, Board | MayanBoard):
        return source.to_puzzle()
    if not isinstance(source, str | bytes):
        expected = "a Puzzle, a board or the text of a puzzle"
        raise TypeError(f"{type(source).__name__} is no puzzle, expected {expected}")
    puzzles = read(source)
    if len(puzzles) != 1:
        raise ValueError(f"the text holds {len(puzzles)} puzzles, expected one")
    return puzzles[0]
