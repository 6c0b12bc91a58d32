"""Texts that cannot be read."""

from __future__ import annotations


class ReadError(ValueError):
    """A text that cannot be read. The message is ``NAME:LINE:COLUMN: what is wrong, expected what``."""

    name: str
    """The name of the text: of its file, or ``<text>``."""
    line: int
    """The line of the mistake, from 1."""
    column: int
    """The column of the mistake in bytes, from 1."""

    def __init__(self, message: str, name: str = "<text>", line: int = 1, column: int = 1) -> None:
        """An error with its place."""
        super().__init__(message)
        self.name, self.line, self.column = name, line, column


ReadError.__module__ = "tilefall"
