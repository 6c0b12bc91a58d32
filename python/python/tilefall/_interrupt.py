"""Ctrl-C and cancelled calls."""

from __future__ import annotations

from typing import Any, Literal, Protocol

OnInterrupt = Literal["raise", "return"]
"""The behavior after Ctrl-C: raise `Interrupted`, or return the result so far."""


class Event(Protocol):
    """An event that cancels a call, such as `threading.Event`."""

    def is_set(self) -> bool:
        """Returns True once the call is to end; called about 20 times a second."""
        ...


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a call; ``result`` is the result so far, as with ``on_interrupt="return"``."""

    result: Any
    """A `Result` of `solve`, a list of results of `solve_many`, of puzzles of `generate`, of verdicts of `verify`."""

    def __init__(self, result: Any) -> None:
        """An interrupt with the result so far."""
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        """Returns a message without the result, which may be long."""
        return "interrupted; the attribute 'result' has what was found so far"
