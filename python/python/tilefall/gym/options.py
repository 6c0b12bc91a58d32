"""The keywords of environments, which the classes document."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from gymnasium.vector import AutoresetMode

from .._generate import DEFAULTS as GENERATED
from ..types import Game, MayanBoardOptions, SameGameBoardOptions, Sources


class EnvOptions(TypedDict, total=False):
    """The keywords of environments of both games."""

    boards: Sources | None
    order: Literal["random", "cycle"]
    illegal_reward: float
    strict: bool
    max_episode_steps: int | None
    dense: bool
    render_mode: Literal["ansi", "rgb_array"] | None


class VecEnvOptions(TypedDict, total=False):
    """The keywords of vectors alone."""

    autoreset_mode: AutoresetMode | str
    seed: int | None
    pool: bool
    threads: int
    copy: bool


class SameGameEnvOptions(EnvOptions, SameGameBoardOptions, total=False):
    """The keywords of `SameGameEnv`."""

    reward: Literal["score", "clear", "clicks"]
    observation: Literal["cells", "planes"]
    mask: Literal["all", "first"]


class MayanEnvOptions(EnvOptions, MayanBoardOptions, total=False):
    """The keywords of `MayanEnv`."""

    reward: Literal["clear", "tiles"]
    observation: Literal["cells", "planes", "dict"]


class SameGameVecEnvOptions(SameGameEnvOptions, VecEnvOptions, total=False):
    """The keywords of `SameGameVecEnv`."""


class MayanVecEnvOptions(MayanEnvOptions, VecEnvOptions, total=False):
    """The keywords of `MayanVecEnv`."""


_BOTH: dict[str, Any] = {
    **{"order": "random", "illegal_reward": 0.0, "strict": False, "observation": "cells", "dense": False},
    **{"autoreset_mode": AutoresetMode.NEXT_STEP, "pool": True, "threads": 1, "copy": True},
}
DEFAULTS: dict[Game, dict[str, Any]] = {
    "samegame": {**GENERATED["samegame"], **_BOTH, "reward": "score", "mask": "all"},
    "mayan": {**GENERATED["mayan"], **_BOTH, "reward": "clear", "max_moves": 3, "observation": "planes"},
}
"""The defaults that are not None."""
