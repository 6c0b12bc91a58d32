"""The rules of the SameGame family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from ._tilefall import presets

Goal = Literal["score", "clear", "fewest", "left", "biggest"]
"""The goal of a SameGame search."""
LeftPenalty = Literal["none", "n2", "total"]
"""The penalty for tiles left at the end."""
Columns = Literal["close", "stay"]
"""The effect of a removal on the columns that it empties."""

NAMES = (
    "rules",
    "score",
    "clear_bonus",
    "clear_factor",
    "left_penalty",
    "left_points",
    "min_group",
    "columns",
)
"""The keywords with rules."""


@dataclass(frozen=True)
class Preset:
    """The rules of a known game."""

    rules: Mapping[str, Any]
    """The rules, as in a record."""
    goal: Goal
    """The usual goal."""
    source: str
    """The game, and where its rules are described."""


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        name: Preset(MappingProxyType(rules), goal, source)  # type: ignore[arg-type]
        for name, rules, goal, source in presets()
    }
)
"""The games with known rules by name, as in ``rules="former"``; the usual rules first."""
