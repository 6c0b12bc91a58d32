"""The rules of the SameGame family."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal, TypedDict

from ._tilefall import presets

Goal = Literal["score", "clear", "fewest", "left", "biggest"]
"""The goal of a SameGame search."""
LeftPenalty = Literal["none", "n2", "total"]
"""The penalty for tiles left at the end."""
Columns = Literal["close", "stay"]
"""The effect of a removal on the columns that it empties."""


class Rules(TypedDict):
    """All rules of a game, as in a record."""

    score: str
    """Points for n tiles, as `tilefall.solve` takes them."""
    clear_bonus: int
    """Points for an empty board."""
    clear_factor: int
    """The factor of all points for an empty board."""
    left_penalty: LeftPenalty
    """The points subtracted for tiles left."""
    left_points: str | None
    """The points added for n tiles left."""
    min_group: int
    """The size of the smallest group that can be clicked."""
    columns: Columns
    """Whether columns close over empty ones or stay."""


class RuleOptions(TypedDict, total=False):
    """The keywords with rules, which `tilefall.solve` documents."""

    rules: str | Mapping[str, Any] | None
    score: str | None
    clear_bonus: int | None
    clear_factor: int | None
    left_penalty: LeftPenalty | None
    left_points: str | None
    min_group: int | None
    columns: Columns | None


NAMES = tuple(RuleOptions.__annotations__)
"""The keywords with rules."""


@dataclass(frozen=True)
class Preset:
    """The rules of a known game."""

    rules: Rules
    """The rules."""
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
