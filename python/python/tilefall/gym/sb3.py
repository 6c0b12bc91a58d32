"""`VecEnv`: adapts the vector environments to Stable-Baselines3, and to MaskablePPO of sb3-contrib.

Needs ``stable-baselines3``, which is no dependency of this package.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray
from stable_baselines3.common.vec_env import VecEnv as BaseVecEnv

from .vector import BoardVecEnv

Indices = int | Iterable[int] | None


def _copied(seen: Any, at: Any = ...) -> Any:
    """Returns a copy of observations, or of the observation at an index."""
    return (
        {name: part[at].copy() for name, part in seen.items()} if isinstance(seen, dict) else seen[at].copy()
    )


class VecEnv(BaseVecEnv):
    """Many boards as one vector environment of Stable-Baselines3: ``VecEnv(SameGameVecEnv(256, ...))``.

    All returned arrays are copies. The info of an environment is empty, except after the last step of an episode: then
    the info contains ``terminal_observation``, ``TimeLimit.truncated``, ``removed``, ``illegal``, and ``score`` or
    ``moves_left``.
    ``VecMonitor`` adds the returns of episodes. MaskablePPO calls `action_masks`.
    """

    def __init__(self, envs: BoardVecEnv[Any, Any]) -> None:
        """Wraps environments.

        Args:
            envs: A `SameGameVecEnv` or a `MayanVecEnv` with ``autoreset_mode="same_step"``.

        Raises:
            ValueError: If the autoreset mode is not ``same_step``.
        """
        if envs.metadata["autoreset_mode"] is not AutoresetMode.SAME_STEP:
            found = envs.metadata["autoreset_mode"].name.lower()
            raise ValueError(f"autoreset_mode is {found}, expected same_step")
        self.envs = envs
        self._actions: NDArray[np.int64] = np.zeros(envs.num_envs, np.int64)
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        """Starts the first episodes of the seeds of ``seed()``, or the next episodes; returns the observations."""
        seeds = None if all(seed is None for seed in self._seeds) else self._seeds
        seen = self.envs.reset(seed=seeds)[0]
        self._reset_seeds()
        self._reset_options()
        return _copied(seen)

    def step_async(self, actions: NDArray[np.int64]) -> None:
        """Stores the actions of the step."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Plays the actions; returns observations, rewards, ends and infos."""
        seen, rewards, over, cut, info = self.envs.step(self._actions)
        ended = over | cut
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        if "final_obs" in info:
            names = [
                name for name in info["final_info"] if not name.startswith("_") and name != "action_mask"
            ]
            for at in np.flatnonzero(ended).tolist():
                infos[at] = {name: int(info["final_info"][name][at]) for name in names}
                infos[at]["terminal_observation"] = _copied(info["final_obs"], at)
                infos[at]["TimeLimit.truncated"] = bool(cut[at])
        return _copied(seen), rewards.astype(np.float32), ended, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the action masks, bool [n, actions]."""
        return self.envs.action_masks().copy()

    def close(self) -> None:
        """Closes the environments."""
        self.envs.close()

    def get_attr(self, attr_name: str, indices: Indices = None) -> list[Any]:
        """Returns an attribute of the vector environment, once for each environment."""
        return [getattr(self.envs, attr_name)] * len(self._places(indices))

    def set_attr(self, attr_name: str, value: Any, indices: Indices = None) -> None:
        """Sets an attribute of the vector environment.

        Raises:
            ValueError: If only some environments are named.
        """
        if len(self._places(indices)) != self.num_envs:
            raise ValueError("attributes belong to all environments, expected no indices")
        setattr(self.envs, attr_name, value)

    def env_method(
        self, method_name: str, *method_args: Any, indices: Indices = None, **method_kwargs: Any
    ) -> list[Any]:
        """Returns the masks (``action_masks``) or the boards (``board``) of environments.

        Raises:
            AttributeError: For every other method.
        """
        places = self._places(indices)
        if method_name == "action_masks":
            return list(self.action_masks()[places])
        if method_name == "board":
            return [self.envs.board(at) for at in places]
        raise AttributeError(f"method_name is {method_name!r}, expected action_masks or board")

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Indices = None) -> list[bool]:
        """Returns False for each environment: none has a wrapper."""
        return [False] * len(self._places(indices))

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """Returns the pictures of the boards, or None for each without the render mode ``"rgb_array"``."""
        frames = self.envs.render() if self.envs.render_mode == "rgb_array" else None
        return [None] * self.num_envs if frames is None else list(frames)

    def _places(self, indices: Indices) -> list[int]:
        if indices is None:
            return list(range(self.num_envs))
        return [indices] if isinstance(indices, int) else list(indices)
