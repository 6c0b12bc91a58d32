"""Confidence intervals, and players in pairs."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

NORMAL = 1.959964
"""The 97.5 % point of the normal distribution."""


def _student(freedom: int) -> float:
    """Returns the 97.5 % point of Student's t distribution (an expansion from 4 degrees on, within 0.04 %)."""
    z = NORMAL
    if freedom < 4:
        return (12.7062, 4.3027, 3.1824)[freedom - 1]
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    more: float = sum(term / freedom**power for power, term in enumerate(terms, 1))
    return z + more


def interval(values: Sequence[float]) -> tuple[float, float]:
    """Returns the 95 % confidence interval of a mean, by Student's distribution; NaN for fewer than two values."""
    if len(values) < 2:
        return math.nan, math.nan
    mean, half = (
        statistics.fmean(values),
        _student(len(values) - 1) * statistics.stdev(values) / len(values) ** 0.5,
    )
    return mean - half, mean + half


@dataclass(frozen=True)
class Comparison:
    """Two players on the same boards, in pairs."""

    player: str
    """The name of the player."""
    other: str
    """The name of the other player."""
    difference: float
    """The mean difference between the players; above 0 if the player has more."""
    interval: tuple[float, float]
    """The 95 % confidence interval of the mean difference, between boards."""
    more: int
    """The number of boards on which the player has more."""
    less: int
    """The number of boards on which the player has less."""
