"""Ctrl-C during a call."""

from __future__ import annotations

from typing import Any, Literal

OnInterrupt = Literal["raise", "return"]
"""What a call does after Ctrl-C: raise `Interrupted`, or return what it has so far."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C ended a call; ``result`` is what the call would have returned with ``on_interrupt="return"``."""

    result: Any
    """A `Result` of `solve`, a list of results of `solve_many`, of puzzles of `generate`, of verdicts of `verify`."""

    def __init__(self, result: Any) -> None:
        """An interrupt with what was found so far."""
        super().__init__(result)
        self.result = result

    def __str__(self) -> str:
        """A message without the result, which may be long."""
        return "interrupted; the attribute 'result' has what was found so far"
