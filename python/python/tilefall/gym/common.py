"""Shared code of the environments: boards, seeds, pictures."""

from __future__ import annotations

import copy
import operator
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NoReturn, TypeVar

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError
from numpy.typing import NDArray

from .. import MayanBoard, Puzzle, SameGameBoard
from .._argument import one_of, shown
from .._options import complete
from .._tilefall import State, as_puzzles, palette
from ..types import Game, Sources
from .options import DEFAULTS, MayanEnvOptions, MayanVecEnvOptions, SameGameEnvOptions, SameGameVecEnvOptions

if TYPE_CHECKING:
    from typing_extensions import Self

    from .._tilefall import _Core as Core

PIXELS = 24
"""The size of a cell in pixels."""

WELL = (233, 231, 223)
"""The color behind the tiles."""

RENDER_MODES = ["ansi", "rgb_array"]
"""The render modes: text and picture."""

Info = dict[str, Any]
ObsT = TypeVar("ObsT")
BoardT_co = TypeVar("BoardT_co", SameGameBoard, MayanBoard, covariant=True)
SpaceT = TypeVar("SpaceT", bound=spaces.Space[Any])


class BoardEnv(gymnasium.Env[ObsT, np.int64], Generic[BoardT_co, ObsT]):
    """An environment with one board; `_core` implements it."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 4}  # type: ignore[misc]
    render_mode: str | None
    observation_space: spaces.Space[ObsT]
    action_space: spaces.Space[np.int64]
    _game: ClassVar[Game]
    _make: ClassVar[Any]
    """The class of the environments in Rust."""
    _core: Core[BoardT_co]
    _dict: bool

    def _begin(self, options: Mapping[str, Any]) -> None:
        """Creates the environment from the keywords of the constructor."""
        own = {"num_envs": 1, "seed": any_seed(), "autoreset_mode": "disabled", "threads": 1}
        own |= {"copy": False, "pool": False}
        self.render_mode, kind, keywords = keywords_of(self, self._game, options, own)
        self._dict = kind == "dict"
        self._core = self._make(keywords)
        self.observation_space, self.action_space = spaces_of(self._core.size, kind, self._game)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[ObsT, Info]:
        """Starts the first episode of a seed, or the next episode without a seed.

        Args:
            seed: The seed.
            options: ``board``: the board of the episode, as `tilefall.solve` takes one, of the size of the environment
                and with at most as many colors.

        Raises:
            ValueError: If the seed is out of range, the board does not fit, or there is no such option.
        """
        seeds = [] if seed is None else [checked(seed)]
        given = checked_options(options, ("board",)).get("board")
        boards = puzzles_of(given, self._game, "board")
        if boards is not None and len(boards) != 1:
            raise ValueError(f"board has {len(boards)} puzzles, expected one")
        super().reset(seed=seeds[0] if seeds else None)
        self._core.reset(seeds, None, boards)
        return self._seen()

    def step(self, action: np.int64 | int) -> tuple[ObsT, float, bool, bool, Info]:
        """Plays an action."""
        seen, reward, terminated, truncated, info = self._core.step_one(action)
        return self._observed(seen, info), reward, terminated, truncated, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Returns the current ``action_mask`` of the info, bool."""
        mask: NDArray[np.bool_] = self._seen()[1]["action_mask"].view(np.bool_)
        return mask

    def _seen(self) -> tuple[ObsT, Info]:
        seen, _, _, _, info = self._core.look()
        return self._observed(seen, info), info

    def _observed(self, seen: NDArray[np.uint8], info: Info) -> Any:
        """Returns the observation: the cells or planes, or a dict of the cells and the moves left."""
        return {"cells": seen, "moves_left": np.array([info["moves_left"]])} if self._dict else seen

    @property
    def board(self) -> BoardT_co:
        """A copy of the current board; its ``moves`` are the episode."""
        return self._core.board(0)

    def get_state(self) -> State:
        """Returns the state of the environment, for `set_state`."""
        return self._core.get_state(None)

    def set_state(self, state: State) -> tuple[ObsT, Info]:
        """Restores a state of this or another environment of the same size; returns the observation."""
        self._core.set_state(state, None)
        return self._seen()

    def render(self) -> Any:
        """Returns the board as text or as a picture, uint8 [24 * rows, 24 * cols, 3]."""
        return rendered(self._core.board(0), self.render_mode)

    def close(self) -> None:
        """Closes the environment; every later call fails."""
        self._core = CLOSED

    def __copy__(self) -> Self:
        """Returns an independent environment in the same state."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._core = copy.copy(self._core)
        return other


class Closed:
    """Replaces the core of a closed environment."""

    def __getattr__(self, name: str) -> NoReturn:
        """Raises ClosedEnvironmentError."""
        raise ClosedEnvironmentError("the environment is closed")


CLOSED: Any = Closed()
"""The core of every closed environment."""


def puzzles_of(boards: Sources | None, game: Game, name: str = "boards") -> list[Puzzle] | None:
    """Returns the puzzles of boards; `name` is the name of the argument."""
    if boards is None:
        return None
    return as_puzzles(boards, name=name, game=game)


def keywords_of(
    env: object, game: Game, options: Mapping[str, Any], own: Mapping[str, Any]
) -> tuple[str | None, str, dict[str, Any]]:
    """Returns the render mode, the kind of observation, and the keywords of an environment for the extension module.

    For a single environment, `own` has the keywords that only vectors take; for a vector, `own` is empty.
    """
    one, many = (SameGameEnvOptions, MayanEnvOptions), (SameGameVecEnvOptions, MayanVecEnvOptions)
    given = complete(type(env).__name__, game, options, one if own else many, DEFAULTS[game])
    keywords = {**given, **own}
    mode, kind = keywords.pop("render_mode"), keywords["observation"]
    if mode is not None:
        one_of("render_mode", mode, RENDER_MODES)
    if game == "mayan" and kind == "dict":
        keywords["observation"] = "cells"
    return mode, kind, {**keywords, "boards": puzzles_of(keywords["boards"], game)}


def checked_options(options: Any, known: tuple[str, ...]) -> Mapping[str, Any]:
    """Returns the options of a reset, after a check.

    Raises:
        ValueError: If an option is not known.
        TypeError: If the options are no dict.
    """
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise TypeError(f"options is {shown(options)}, expected a dict")
    for name in options:
        if name not in known:
            raise ValueError(f"options has {shown(name)}, expected {' or '.join(known)}")
    return options


def checked(seed: Any, name: str = "seed") -> int:
    """Returns a seed, after a check.

    Raises:
        ValueError: If the seed is below 0 or has more than 64 bits.
        TypeError: If the seed is no whole number.
    """
    try:
        number = operator.index(seed)
    except TypeError:
        raise TypeError(f"{name} is {shown(seed)}, expected a whole number") from None
    if not 0 <= number < 1 << 64:
        raise ValueError(f"{name} is {number}, expected 0 to 2**64 - 1")
    return number


def any_seed() -> int:
    """Returns a random seed."""
    return secrets.randbits(63)


def spaces_of(
    size: tuple[int, int, int, int], kind: str, game: Game
) -> tuple[spaces.Space[Any], spaces.Discrete[np.int64]]:
    """Returns the observation space and the action space of a board; `kind` is the kind of observation."""
    (rows, cols, colors, most), mayan = size, game == "mayan"
    high = np.full((rows, cols), colors, np.uint8)
    if kind == "planes":
        high = np.ones((colors + mayan, rows, cols), np.uint8)
        high[colors:] = min(most, 255)
    seen: spaces.Space[Any] = spaces.Box(np.zeros_like(high), high, dtype=np.uint8)
    if kind == "dict":
        seen = spaces.Dict({"cells": seen, "moves_left": spaces.Box(0, most, (1,), np.int64)})
    return seen, spaces.Discrete((1 + mayan) * rows * cols)


def repeated(space: SpaceT, shape: tuple[int, ...], *names: str) -> SpaceT:
    """Gives a space this shape, and repeats its arrays with these names without a copy.

    Gymnasium would copy the arrays: the spaces of a vector would take six times the memory of its observations.
    """
    space._shape = shape
    for name in names:
        setattr(space, name, np.broadcast_to(getattr(space, name), shape))
    return space


def rendered(board: SameGameBoard | MayanBoard, mode: str | None) -> Any:
    """Returns the board as text or as a picture; None without a render mode."""
    if mode == "ansi":
        return f"{board}\n"
    return picture(board.to_numpy()) if mode == "rgb_array" else None


def picture(cells: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Returns a picture, uint8 [24 * rows, 24 * cols, 3], of codes [rows, cols]: tiles with a gap between them."""
    colors = np.array([WELL, *palette()], np.uint8)
    drawn: NDArray[np.uint8] = colors[np.minimum(cells, 64)].repeat(PIXELS, 0).repeat(PIXELS, 1)
    drawn[::PIXELS] = drawn[:, ::PIXELS] = WELL
    return drawn
