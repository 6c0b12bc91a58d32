"""Environments for Gymnasium: ``pip install './python[gym]'`` in a clone.

Importing this registers ``tilefall/SameGame-v0`` and ``tilefall/Mayan-v0``.

- `SameGameEnv`, `MayanEnv`: one board at a time
- `SameGameVecEnv`, `MayanVecEnv`: many boards with shared arrays; `make_vec`: the former
"""

import gymnasium

from .mayan import MayanEnv, MayanVecEnv
from .samegame import SameGameEnv, SameGameVecEnv, make_vec

__all__ = ["MayanEnv", "MayanVecEnv", "SameGameEnv", "SameGameVecEnv", "make_vec"]

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
