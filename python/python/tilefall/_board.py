"""The boards of both games."""

from __future__ import annotations

from typing import TypeAlias

from ._tilefall import MayanBoard, SameGameBoard

Board: TypeAlias = SameGameBoard | MayanBoard
"""A board of either game."""
