"""`BoardVecEnv`: many boards, the base of the vector environments of both games."""

from __future__ import annotations

import copy as copies
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import ArrayLike, NDArray

from .._argument import one_of, shown
from ..types import Game
from .common import (
    CLOSED,
    RENDER_MODES,
    BoardT_co,
    Info,
    ObsT,
    any_seed,
    checked,
    checked_options,
    keywords_of,
    puzzles_of,
    rendered,
    repeated,
    spaces_of,
)

if TYPE_CHECKING:
    from typing_extensions import Self

    from .._tilefall import State
    from .._tilefall import _Core as Core

Stepped: TypeAlias = tuple[ObsT, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]
"""The result of a step: observations, rewards, terminations, truncations, info."""


class Actions(spaces.MultiDiscrete):
    """The actions of a vector; the mask of `sample` may be the ``action_mask`` of the info."""

    def sample(self, mask: Any = None, probability: Any = None) -> NDArray[np.int64]:
        """Returns random actions, with a mask only those that it permits."""
        if isinstance(mask, np.ndarray) and mask.ndim == 2:
            mask = tuple(mask)
        chosen: NDArray[np.int64] = (
            super().sample(mask) if probability is None else super().sample(mask, probability)
        )
        return chosen


class BoardVecEnv(VectorEnv[ObsT, NDArray[np.int64], NDArray[Any]], Generic[BoardT_co, ObsT]):
    """Many boards of a game that are stepped together; `_core` implements them."""

    _game: ClassVar[Game]
    _make: ClassVar[Any]
    """The class of the environments in Rust."""
    _score: ClassVar[str]
    """The key of the info for the points so far or the moves left: ``score`` or ``moves_left``."""
    _core: Core[BoardT_co]
    _copy: bool
    _same_step: bool
    _kind: str

    render_mode: str | None
    num_envs: int
    observation_space: spaces.Space[ObsT]
    action_space: spaces.Space[NDArray[np.int64]]
    single_observation_space: spaces.Space[Any]
    single_action_space: spaces.Discrete[np.int64]
    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": RENDER_MODES,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def _begin(self, num_envs: int, options: Mapping[str, Any]) -> None:
        """Creates the environments from the arguments of the constructor."""
        self.render_mode, self._kind, given = keywords_of(self, self._game, options, {})
        mode, seed, self._copy = _autoreset(given["autoreset_mode"]), given["seed"], given["copy"]
        self.metadata = {**type(self).metadata, "autoreset_mode": mode}  # type: ignore[misc]
        self._same_step = mode is AutoresetMode.SAME_STEP
        own = {"num_envs": num_envs, "autoreset_mode": mode.name.lower()}
        core_of_all = self._make(given | own | {"seed": any_seed() if seed is None else checked(seed)})
        self.num_envs = len(core_of_all.arrays["rewards"])
        seen, actions = spaces_of(core_of_all.size, self._kind, self._game)
        self.single_observation_space, self.single_action_space = seen, actions
        self.action_space = repeated(Actions([int(actions.n)]), (self.num_envs,), "nvec", "start")
        self._attach(core_of_all)

    def _attach(self, core: Core[BoardT_co]) -> None:
        """Stores a core, its arrays, and the space of the observations."""
        self._core, arrays = core, core.arrays
        n, (space, actions) = self.num_envs, spaces_of(core.size, self._kind, self._game)
        cells: spaces.Space[Any] = space
        if isinstance(space, spaces.Dict):
            cells = space["cells"]
            repeated(space["moves_left"], (n, 1), "low", "high", "bounded_below", "bounded_above")
        shape = (n, *(cells.shape or ()))
        repeated(cells, shape, "low", "high", "bounded_below", "bounded_above")
        self.observation_space = space
        self._observations = arrays["observations"].reshape(shape)
        self._masks = arrays["action_mask"].reshape(n, int(actions.n))
        self._ends = [arrays[name] for name in ("rewards", "terminated", "truncated")]
        self._info: Info = {"action_mask": self._masks}
        self._info |= {name: arrays[name] for name in (self._score, "removed", "illegal")}
        if self._same_step:
            self._final = arrays["final_obs"].reshape(shape)

    def __getstate__(self) -> dict[str, Any]:
        """Returns the attributes without those that `_attach` makes."""
        made = "observation_space _observations _masks _ends _info _final".split()
        return {name: value for name, value in self.__dict__.items() if name not in made}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Restores a state of `__getstate__`."""
        self.__dict__.update(state)
        self._attach(self._core)

    def __copy__(self) -> Self:
        """Returns independent environments in the same states."""
        other = type(self).__new__(type(self))
        other.__setstate__({**self.__getstate__(), "_core": copies.copy(self._core)})
        return other

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[ObsT, Info]:
        """Starts the first episodes of seeds, or the next episodes without a seed.

        Args:
            seed: The seed of environment 0, which is incremented for the others; or a seed for each.
            options: ``reset_mask``, bool [n]: the environments to reset; ``boards``: the boards of their episodes, one
                for each of the n environments or one for all, each as ``reset`` of a single environment takes a board.

        Raises:
            ValueError: If there are not n seeds, or a seed is out of range.
            TypeError: If the mask is not a bool array.
        """
        given = checked_options(options, ("reset_mask", "boards"))
        boards = puzzles_of(given.get("boards"), self._game)
        seeds: list[int] = []
        if isinstance(seed, np.ndarray):
            seed = seed.tolist()
        if isinstance(seed, Sequence) and not isinstance(seed, str | bytes):
            seeds = [
                any_seed() if one is None else checked(one, f"seed[{at}]") for at, one in enumerate(seed)
            ]
            if len(seeds) != self.num_envs:
                expected = f"expected one for each of {self.num_envs} environments"
                raise ValueError(f"seed has {len(seeds)} seeds, {expected}")
        elif seed is not None:
            seeds = [checked(seed)]
        self._core.reset(seeds, given.get("reset_mask"), boards)
        return self._looked()

    def step(self, actions: ArrayLike) -> Stepped[ObsT]:
        """Plays an action on each board.

        Args:
            actions: Integers [n]. An action that cannot be played changes nothing but the steps, and is ``illegal`` in
                the info.

        Raises:
            ValueError: If there are not n actions, or an action that is not ignored is out of range, or with ``strict``
                cannot be played; nothing is then played.
            ResetNeeded: Before the first reset.
            TypeError: If the actions are not integers.
        """
        self._core.step(_integers(actions, self.num_envs))
        seen, info = self._looked()
        ended = self._ends[1] | self._ends[2]
        if self._same_step and ended.any():
            scores = np.where(ended, self._core.arrays["final_info"], 0)
            info["final_obs"], info["_final_obs"] = self._observed(self._shown(self._final), scores), ended
            # An episode that is over has no action.
            final = {self._score: scores, "action_mask": np.broadcast_to(np.int8(0), self._masks.shape)}
            for name in ("removed", "illegal"):
                final[name] = np.where(ended, info[name], np.zeros_like(info[name]))
                # After an episode ends, the info is about the next episode, in which nothing was played yet.
                info[name] = np.where(ended, np.zeros_like(info[name]), info[name])
            info["final_info"] = final | {f"_{name}": ended for name in final}
            info["_final_info"] = ended
        rewards, ends, truncated = map(self._shown, self._ends)
        return seen, rewards, ends, truncated, info

    def sample_actions(self, policy: str = "random") -> NDArray[np.int64]:
        """Returns an action for each board; 0 for a board without a legal action.

        The random numbers follow the seed of the last ``reset(seed=...)``, whatever the number of threads.

        Args:
            policy: ``"random"``, every action of the mask with the same probability; for SameGame also ``"greedy"``,
                the largest group, and ``"tabu"``, a random group, of the most frequent color only if there is no other.

        Raises:
            ValueError: If there is no such policy.
        """
        return self._core.choose(policy)

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the action masks, bool [n, actions]."""
        self._core.size  # noqa: B018 It raises if the environment is closed.
        return self._shown(self._masks.view(np.bool_))

    def board(self, index: int) -> BoardT_co:
        """Returns a copy of the current board of an environment."""
        return self._core.board(index)

    def get_state(self, indices: Sequence[int] | None = None) -> State:
        """Returns the state of some environments, or of all, for `set_state`."""
        return self._core.get_state(indices)

    def set_state(self, state: State, indices: Sequence[int] | None = None) -> tuple[ObsT, Info]:
        """Restores a state in some environments, or in all.

        Args:
            state: A board for each environment, or one for all, such as the root of a search.
            indices: The environments.

        Returns:
            The observations of all environments.
        """
        self._core.set_state(state, indices)
        return self._looked()

    def render(self) -> tuple[Any, ...] | None:
        """Returns the boards as texts or as pictures."""
        if self.render_mode is None:
            return None
        boards = (self._core.board(index) for index in range(self.num_envs))
        return tuple(rendered(board, self.render_mode) for board in boards)

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the environments; every later call fails."""
        self._core = CLOSED

    def _shown(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _observed(self, seen: NDArray[np.uint8], left: NDArray[np.int64]) -> Any:
        """Returns the observations of the cells or planes, and of the moves left."""
        return {"cells": seen, "moves_left": left[:, None]} if self._kind == "dict" else seen

    def _looked(self) -> tuple[ObsT, Info]:
        """Returns the observations and the info."""
        info = {name: self._shown(array) for name, array in self._info.items()}
        return self._observed(self._shown(self._observations), info[self._score]), info


def _integers(actions: ArrayLike, n: int) -> NDArray[np.int64]:
    """Returns a copy of actions: the step may write their array, and so may other threads."""
    try:
        array = np.asarray(actions)
    except ValueError:
        raise TypeError(f"actions is {shown(actions)}, expected integers of one shape") from None
    if array.dtype.kind not in "iu":
        raise TypeError(f"actions is of {array.dtype}, expected integers")
    if array.shape != (n,):
        raise ValueError(f"actions has shape {array.shape}, expected ({n},)")
    return array.astype(np.int64)


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    """Returns a mode of Gymnasium, which may be given by name."""
    modes = {mode.name.lower(): mode for mode in AutoresetMode} | {mode.value: mode for mode in AutoresetMode}
    return mode if isinstance(mode, AutoresetMode) else modes[one_of("autoreset_mode", mode, modes)]
