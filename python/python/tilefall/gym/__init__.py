"""Environments for Gymnasium: ``pip install './python[gym]'`` in a clone.

Importing this registers ``tilefall/SameGame-v0`` and ``tilefall/Mayan-v0``, whose keywords are those of the classes,
and settings to compare agents on: ``tilefall/SameGame-10x10x4-v0``, ``tilefall/SameGame-15x15x5-v0``,
``tilefall/Former-v0`` (the fewest clicks), ``tilefall/Mayan-easy-v0`` and ``tilefall/Mayan-hard-v0``.

- `SameGameEnv`, `MayanEnv`: one board at a time
- `SameGameVecEnv`, `MayanVecEnv`: many boards; `make_vec` makes both
- `State`: what `get_state` returns
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, overload

try:
    import gymnasium
except ModuleNotFoundError as _error:
    raise ModuleNotFoundError(
        "tilefall.gym needs gymnasium: pip install 'tilefall[gym]', or './python[gym]' in a clone",
        name=_error.name,
    ) from None

from .._argument import one_of
from .._tilefall import State
from ..types import Game
from .mayan import MayanEnv, MayanVecEnv
from .samegame import SameGameEnv, SameGameVecEnv

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import MayanVecEnvOptions, SameGameVecEnvOptions

__all__ = ["MayanEnv", "MayanVecEnv", "SameGameEnv", "SameGameVecEnv", "State", "make_vec"]


@overload
def make_vec(
    game: Literal["samegame"], num_envs: int = 1, **options: Unpack[SameGameVecEnvOptions]
) -> SameGameVecEnv: ...
@overload
def make_vec(
    game: Literal["mayan"], num_envs: int = 1, **options: Unpack[MayanVecEnvOptions]
) -> MayanVecEnv: ...
def make_vec(game: Game, num_envs: int = 1, **options: Any) -> SameGameVecEnv | MayanVecEnv:
    """Makes `SameGameVecEnv` or `MayanVecEnv` with these keywords, like ``gymnasium.make_vec``."""
    samegame = one_of("game", game, ("samegame", "mayan")) == "samegame"
    return (SameGameVecEnv if samegame else MayanVecEnv)(num_envs, **options)


_IDS: dict[str, tuple[int, dict[str, object]]] = {
    "SameGame-v0": (1000, {}),
    "SameGame-10x10x4-v0": (100, {"rows": 10, "cols": 10, "colors": 4}),
    "SameGame-15x15x5-v0": (225, {"rows": 15, "cols": 15, "colors": 5}),
    "Former-v0": (63, {"rows": 9, "cols": 7, "colors": 4, "rules": "former", "reward": "clicks"}),
    "Mayan-v0": (100, {}),
    "Mayan-easy-v0": (3, {"max_moves": 3, "difficulty": "easy"}),
    "Mayan-hard-v0": (5, {"max_moves": 5, "difficulty": "hard"}),
}
"""By id: the most steps of an episode, including illegal actions, and the keywords."""
for _name, (_steps, _kwargs) in _IDS.items():
    _game = "Mayan" if _name.startswith("Mayan") else "SameGame"
    # The wrappers of Gymnasium are off: the environments check resets and actions themselves.
    gymnasium.register(
        id=f"tilefall/{_name}",
        entry_point=f"tilefall.gym:{_game}Env",
        vector_entry_point=f"tilefall.gym:{_game}VecEnv",
        order_enforce=False,
        disable_env_checker=True,
        max_episode_steps=_steps,
        kwargs=dict(_kwargs),
    )
