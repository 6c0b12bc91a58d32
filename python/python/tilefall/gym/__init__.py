"""Environments for Gymnasium: ``pip install './python[gym]'`` in a clone.

Importing this registers ``tilefall/SameGame-v0`` and ``tilefall/Mayan-v0``.

- `SameGameEnv`, `MayanEnv`: one board at a time
- `SameGameVecEnv`, `MayanVecEnv`: many boards; `make_vec` makes both
- `trajectory`: a list of moves as arrays
"""

from typing import Any, Literal, overload

import gymnasium

from .._argument import game_of
from .._source import Game
from .mayan import MayanEnv, MayanVecEnv
from .samegame import SameGameEnv, SameGameVecEnv
from .trajectory import trajectory

__all__ = ["MayanEnv", "MayanVecEnv", "SameGameEnv", "SameGameVecEnv", "make_vec", "trajectory"]


@overload
def make_vec(game: Literal["samegame"], num_envs: int = 1, **kwargs: Any) -> SameGameVecEnv: ...
@overload
def make_vec(game: Literal["mayan"], num_envs: int = 1, **kwargs: Any) -> MayanVecEnv: ...
def make_vec(game: Game, num_envs: int = 1, **kwargs: Any) -> SameGameVecEnv | MayanVecEnv:
    """Makes `SameGameVecEnv` or `MayanVecEnv` with these keywords, like ``gymnasium.make_vec``."""
    return (SameGameVecEnv if game_of(game) == "samegame" else MayanVecEnv)(num_envs, **kwargs)


gymnasium.register(
    id="tilefall/SameGame-v0",
    entry_point="tilefall.gym:SameGameEnv",
    vector_entry_point="tilefall.gym:SameGameVecEnv",
)
gymnasium.register(
    id="tilefall/Mayan-v0",
    entry_point="tilefall.gym:MayanEnv",
    vector_entry_point="tilefall.gym:MayanVecEnv",
)
