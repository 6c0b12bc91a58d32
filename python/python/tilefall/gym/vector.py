"""`SameGameVecEnv`: many SameGame boards with shared arrays."""

from __future__ import annotations

import copy as copies
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from .. import SameGameBoard
from .._argument import shown
from .._rules import Columns, LeftPenalty
from .._tilefall import State, VectorCore
from .common import (
    RENDER_MODES,
    Boards,
    Closed,
    Info,
    any_seed,
    checked,
    checked_mode,
    rendered,
    spaces_of,
)
from .samegame import keywords_of

Arrays = NDArray[np.uint8]


class SameGameVecEnv(VectorEnv[Arrays, NDArray[np.int64], NDArray[Any]]):
    """Many SameGame boards that are stepped together; `SameGameEnv` documents observations, actions and rewards.

    With n environments, ``step`` takes int64 [n] and returns observations (uint8 [n, rows, cols] or [n, colors, rows,
    cols]), rewards (float64 [n]), terminations and truncations (bool [n]) and an info of arrays: ``action_mask`` (bool
    [n, rows * cols]), ``score`` and ``removed`` (int64 [n]).

    **Every step overwrites the same arrays.** Copy the arrays to keep them, or use ``copy=True``.

    Environment i starts with seed ``seed + i`` and runs its episodes independently, so that nothing depends on the
    number of threads. ``autoreset_mode`` determines when the next episode starts:

    - ``NEXT_STEP``: with the step after the last, whose action is ignored; its reward is 0.
    - ``SAME_STEP``: at the end of the last step. ``final_obs`` (an array as the observations, rows of ``_final_obs``
      count) and ``final_info`` (``score``) are in the info.
    - ``DISABLED``: with ``reset(options={"reset_mask": mask})``; until then steps change nothing and their reward is 0.

    The mask of an episode that is over is all False.
    """

    render_mode: str | None
    num_envs: int
    observation_space: spaces.Space[Arrays]
    action_space: spaces.Space[NDArray[np.int64]]
    single_observation_space: spaces.Space[NDArray[np.uint8]]
    single_action_space: spaces.Discrete[np.int64]
    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": RENDER_MODES,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        rows: int = 15,
        cols: int = 15,
        colors: int = 5,
        balanced: bool = False,
        clearable: bool = False,
        boards: Boards | None = None,
        order: Literal["random", "cycle"] = "random",
        rules: str | Mapping[str, Any] | None = None,
        score: str | None = None,
        clear_bonus: int | None = None,
        clear_factor: int | None = None,
        left_penalty: LeftPenalty | None = None,
        min_group: int | None = None,
        columns: Columns | None = None,
        reward: Literal["score", "clear", "clicks"] = "score",
        potential: Literal["tiles", "bound"] | None = None,
        gamma: float = 1.0,
        illegal_reward: float = 0.0,
        observation: Literal["cells", "planes"] = "cells",
        mask: Literal["all", "first"] = "all",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seed: int | None = None,
        threads: int = 1,
        copy: bool = False,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        """Makes the environments; the other keywords are those of `SameGameEnv`.

        Args:
            num_envs: n, the number of environments.
            autoreset_mode: When the next episode starts.
            seed: The seed of environment 0 for a ``reset`` without a seed.
            threads: Threads that step the boards; useful for hundreds of environments and more.
            copy: Whether every step returns new arrays.
            rows: See `SameGameEnv`.
            cols: See `SameGameEnv`.
            colors: See `SameGameEnv`.
            balanced: See `SameGameEnv`.
            clearable: See `SameGameEnv`.
            boards: See `SameGameEnv`; in a cycle environment i takes boards i, i + n, and so on.
            order: See `SameGameEnv`.
            rules: See `SameGameEnv`.
            score: See `SameGameEnv`.
            clear_bonus: See `SameGameEnv`.
            clear_factor: See `SameGameEnv`.
            left_penalty: See `SameGameEnv`.
            min_group: See `SameGameEnv`.
            columns: See `SameGameEnv`.
            reward: See `SameGameEnv`.
            potential: See `SameGameEnv`.
            gamma: See `SameGameEnv`.
            illegal_reward: See `SameGameEnv`.
            observation: See `SameGameEnv`.
            mask: See `SameGameEnv`.
            render_mode: See `SameGameEnv`.

        Raises:
            ValueError: If a value is not valid.
            ReadError: If the file is not a list of boards.
        """
        given = keywords_of(
            rows,
            cols,
            colors,
            balanced,
            clearable,
            boards,
            order=order,
            rules=rules,
            score=score,
            clear_bonus=clear_bonus,
            clear_factor=clear_factor,
            left_penalty=left_penalty,
            min_group=min_group,
            columns=columns,
            reward=reward,
            potential=potential,
            gamma=gamma,
            illegal_reward=illegal_reward,
            observation=observation,
            mask=mask,
        )
        if not isinstance(copy, bool):
            raise TypeError(f"copy is {shown(copy)}, expected True or False")
        mode = _autoreset(autoreset_mode)
        self.render_mode = checked_mode(render_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}  # type: ignore[misc]
        self._copy = copy
        self._same_step = mode is AutoresetMode.SAME_STEP
        self._planes = observation == "planes"
        self._seed = any_seed() if seed is None else checked(seed)
        self._begun = False
        self._attach(VectorCore(given, num_envs, self._seed, mode.name.lower(), threads))
        self.num_envs = len(self._rewards)
        seen, actions = spaces_of(self._core.size, observation)
        self.single_observation_space, self.single_action_space = seen, actions
        self.observation_space = batch_space(seen, self.num_envs)
        self.action_space = batch_space(actions, self.num_envs)

    def _attach(self, core: VectorCore) -> None:
        """Stores a core and its arrays."""
        self._core = core
        rows, cols, colors = core.size
        shape = (-1, colors, rows, cols) if self._planes else (-1, rows, cols)
        self._observations = core.observations.reshape(shape)
        self._masks = core.masks.reshape(-1, rows * cols)
        self._rewards, self._terminated = core.rewards, core.terminated
        self._truncated = np.zeros(len(self._rewards), np.bool_)
        self._info: Info = {"action_mask": self._masks, "score": core.scores, "removed": core.removed}
        if self._same_step:
            self._final = core.final_observations.reshape(shape)

    def __getstate__(self) -> dict[str, Any]:
        """Returns the attributes without the arrays, which belong to the core."""
        arrays = ("_observations", "_masks", "_rewards", "_terminated", "_truncated", "_info", "_final")
        return {name: value for name, value in self.__dict__.items() if name not in arrays}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restores a state of `__getstate__`."""
        self.__dict__.update(state)
        self._attach(self._core)

    def __copy__(self) -> SameGameVecEnv:
        """Returns independent environments in the same states."""
        other = type(self).__new__(type(self))
        other.__setstate__({**self.__getstate__(), "_core": copies.copy(self._core)})
        return other

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Arrays, Info]:
        """Starts the first episodes of seeds, or the next episodes without a seed.

        Args:
            seed: The seed of environment 0, which is incremented for the others; or a seed for each.
            options: ``reset_mask``, bool [n]: the environments to reset.

        Raises:
            ValueError: If there are not n seeds, or one is out of range.
            TypeError: If the mask is not a bool array.
        """
        if options is not None and not isinstance(options, Mapping):
            raise TypeError(f"options is {shown(options)}, expected a dict")
        mask = (options or {}).get("reset_mask")
        if mask is not None and (not isinstance(mask, np.ndarray) or mask.dtype != np.bool_):
            raise TypeError(f"reset_mask is {shown(mask)}, expected a bool array of shape ({self.num_envs},)")
        if mask is not None and mask.shape != (self.num_envs,):
            raise ValueError(f"reset_mask has shape {mask.shape}, expected ({self.num_envs},)")
        seeds: list[int] | None = None
        if isinstance(seed, np.ndarray):
            seed = seed.tolist()
        if isinstance(seed, Sequence) and not isinstance(seed, str | bytes):
            if len(seed) != self.num_envs:
                raise ValueError(
                    f"seed has {len(seed)} seeds, expected one for each of {self.num_envs} environments"
                )
            seeds = [
                any_seed() if one is None else checked(one, f"seed[{at}]") for at, one in enumerate(seed)
            ]
        elif seed is not None:
            seeds = self._spread(checked(seed))
        elif not self._begun:
            seeds = self._spread(self._seed)
        self._core.reset(seeds, None if mask is None else mask.tolist())
        self._begun = True
        return self._shown(self._observations), self._informed()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Arrays, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Clicks a cell on each board.

        Args:
            actions: Integers [n]. An action that removes nothing changes nothing.

        Raises:
            ValueError: If an action that is not ignored is no cell, or there are not n; nothing is then played.
            TypeError: If the actions are not integers.
        """
        if not (isinstance(actions, np.ndarray) and actions.dtype == np.int64 and actions.flags.c_contiguous):
            actions = _integers(actions)
        over = self._core.step(actions)
        info = self._informed()
        if over and self._same_step:
            ended = self._terminated.copy()
            scores = np.where(ended, self._core.final_scores, 0)
            info["final_obs"], info["_final_obs"] = self._shown(self._final), ended
            info["final_info"], info["_final_info"] = {"score": scores, "_score": ended}, ended
        if not self._copy:
            return self._observations, self._rewards, self._terminated, self._truncated, info
        rewards, terminated, truncated = self._rewards, self._terminated, self._truncated
        return self._observations.copy(), rewards.copy(), terminated.copy(), truncated.copy(), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns which actions remove tiles, bool [n, rows * cols]."""
        self._core.size  # noqa: B018 It raises if the environment is closed.
        return self._masks.copy() if self._copy else self._masks

    def board(self, index: int) -> SameGameBoard:
        """Returns a copy of the current board of an environment."""
        return self._core.board(index)

    def get_state(self, indices: Sequence[int] | None = None) -> State:
        """Returns the state of some environments, or of all, for `set_state`."""
        return self._core.get_state(indices)

    def set_state(self, state: State, indices: Sequence[int] | None = None) -> tuple[Arrays, Info]:
        """Restores a state in some environments, or in all.

        Args:
            state: A board for each environment, or one for all, such as the root of a search.
            indices: The environments.

        Returns:
            The observations of all environments.
        """
        self._core.set_state(state, indices)
        self._begun = True
        return self._shown(self._observations), self._informed()

    def render(self) -> tuple[Any, ...] | None:
        """Returns the boards as texts or as pictures."""
        if self.render_mode is None:
            return None
        boards = (self._core.board(index) for index in range(self.num_envs))
        return tuple(rendered(board, self.render_mode) for board in boards)

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the environments; every later call fails."""
        self._core = Closed()  # type: ignore[assignment]

    def _spread(self, seed: int) -> list[int]:
        return [(seed + index) % (1 << 64) for index in range(self.num_envs)]

    def _shown(self, array: Arrays) -> Arrays:
        return array.copy() if self._copy else array

    def _informed(self) -> Info:
        if self._copy:
            return {name: array.copy() for name, array in self._info.items()}
        return self._info.copy()


def _integers(actions: ArrayLike) -> NDArray[np.int64]:
    try:
        array = np.asarray(actions)
    except ValueError:
        raise TypeError(f"actions is {shown(actions)}, expected integers of one shape") from None
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions is of {array.dtype}, expected integers")
    return array.astype(np.int64, order="C")


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """Returns a mode of Gymnasium, which may be given by name."""
    for known in AutoresetMode:
        if isinstance(mode, str | AutoresetMode) and mode in (known, known.value, known.name.lower()):
            return known
    expected = "an AutoresetMode: next_step, same_step or disabled"
    error = ValueError if isinstance(mode, str) else TypeError
    raise error(f"autoreset_mode is {shown(mode)}, expected {expected}")


def make_vec(num_envs: int, **kwargs: Any) -> SameGameVecEnv:
    """``SameGameVecEnv(num_envs, ...)``, like ``gymnasium.make_vec("tilefall/SameGame-v0", num_envs, ...)``."""
    return SameGameVecEnv(num_envs, **kwargs)
