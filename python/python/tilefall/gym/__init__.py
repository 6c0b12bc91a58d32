"""Environments for Gymnasium: ``pip install './python[gym]'`` in a clone.

Importing this registers ``tilefall/SameGame-v0`` and ``tilefall/Mayan-v0``.

- `SameGameEnv`, `MayanEnv`: one board at a time
- `SameGameVecEnv`, `make_vec`: many SameGame boards with shared arrays
"""

import gymnasium

from .mayan import MayanEnv
from .samegame import SameGameEnv
from .vector import SameGameVecEnv, make_vec

__all__ = ["MayanEnv", "SameGameEnv", "SameGameVecEnv", "make_vec"]

gymnasium.register(
    id="tilefall/SameGame-v0",
    entry_point="tilefall.gym:SameGameEnv",
    vector_entry_point="tilefall.gym:SameGameVecEnv",
)
gymnasium.register(id="tilefall/Mayan-v0", entry_point="tilefall.gym:MayanEnv")
