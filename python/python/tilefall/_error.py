"""The exceptions of the package: texts that cannot be read, and Ctrl-C."""

from __future__ import annotations

from typing import Any


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


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a call; ``result`` is the result so far."""

    result: Any
    """A `Result` of `solve`, `Results` of `solve_many`, a list of puzzles of `generate`, a `Verdict` of `verify`."""

    def __init__(self, result: Any) -> None:
        """An interrupt with the result so far."""
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        """Returns a message without the result, which may be long."""
        return "interrupted; the attribute 'result' has what was found so far"


ReadError.__module__ = Interrupted.__module__ = "tilefall"
