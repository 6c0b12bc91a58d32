"""The rules of known games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ._tilefall import presets
from .types import Goal, Rules


@dataclass(frozen=True)
class Preset:
    """The rules of a known game."""

    rules: Rules
    """All rules, as in a record."""
    goal: Goal
    """The usual goal of the game."""
    source: str
    """The game, and where its rules are described."""


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        name: Preset(MappingProxyType(rules), goal, source)  # type: ignore[arg-type]
        for name, rules, goal, source in presets()
    }
)
"""The games with known rules by name, as in ``rules="former"``; the usual rules first."""
