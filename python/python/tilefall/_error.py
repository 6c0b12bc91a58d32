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
        """Creates the error of a place in a text."""
        super().__init__(message)
        self.name, self.line, self.column = name, line, column


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a call; ``result`` is the result so far."""

    result: Any
    """What the call would return, as far as found: a `Result`, `Results`, a list of puzzles, a `Verdict` and so on."""

    def __init__(self, result: Any) -> None:
        """Creates an interrupt with the result so far."""
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        """Returns a message without the result, which may be long."""
        return "interrupted; the attribute 'result' has what was found so far"


ReadError.__module__ = Interrupted.__module__ = "tilefall"
