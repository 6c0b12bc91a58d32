"""`SameGameEnv`: one SameGame board; `SameGameVecEnv`: many."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from .. import SameGameBoard
from .._options import signed
from .._tilefall import SameGameCore
from ..types import Game
from .common import BoardEnv
from .options import DEFAULTS, SameGameEnvOptions, SameGameVecEnvOptions
from .vector import BoardVecEnv

if TYPE_CHECKING:
    from typing_extensions import Unpack


class SameGameEnv(BoardEnv[SameGameBoard, NDArray[np.uint8]]):
    """A SameGame board, ``tilefall/SameGame-v0``.

    **Observation**: ``"cells"``, uint8 [rows, cols], ``board.to_numpy()``: the top row first, 0 for empty, else the
    number of the color; or ``"planes"``, uint8 [colors, rows, cols] of 0 and 1, a plane for each number.

    **Action**: a cell, an index into the cells of an observation (rows from the top, each from the left). An action
    that removes nothing changes nothing, costs a step and ``illegal_reward``, and is ``illegal`` in the info; with
    ``strict`` it raises ValueError, as an action outside the board does.

    **Reward**: with ``reward="score"``, the points of the click, for the last click with the bonus and the penalty;
    with ``"clear"``, 1 for clearing the board; with ``"clicks"``, -1 for a click that removes tiles, which suits
    ``rules="former"``, whose score counts tiles.

    **Info**: ``action_mask`` (int8 [rows * cols], which actions remove tiles: all of them, or with ``mask="first"``
    one per group), ``score`` so far, ``removed`` tiles and ``illegal`` (bool).

    **Boards**: episode k after ``reset(seed=s)`` is board k of ``tilefall samegame generate --seed s`` (but the command
    leaves out duplicates). With ``boards``, it has one of these by chance (``order="random"``, by seed) or the next
    (``"cycle"``); with ``reset(options={"board": board})``, this board. Given boards keep their colors and rules.

    An episode is terminated when no click removes anything, and truncated after ``max_episode_steps``, which every
    registered id has.
    """

    _game: ClassVar[Game] = "samegame"
    _make = SameGameCore

    @signed((SameGameEnvOptions,), DEFAULTS["samegame"])
    def __init__(self, **options: Unpack[SameGameEnvOptions]) -> None:
        """Makes the environment.

        Args:
            **options: The keywords below.

        - ``rows``, ``cols``, ``colors`` (15, 15, 5), ``balanced``, ``clearable``: generated boards, as
          `tilefall.generate` takes them; ``clearable`` takes milliseconds and more
        - ``boards``: all puzzles of a text or a file, or several puzzles as `tilefall.solve` takes them, all of one
          size, instead of generated ones
        - ``order``: the order of ``boards``
        - ``rules``, ``score`` and so on: the rules, as `tilefall.solve` takes them; by default the rules of each board
        - ``reward``, ``illegal_reward`` (0.0): the reward
        - ``strict`` (False): whether an action that cannot be played raises ValueError
        - ``max_episode_steps`` (None): the number of steps after which an episode is truncated
        - ``observation``, ``mask``: the observation, and the actions in the mask
        - ``dense``: whether the colors of every board are numbered from 1 in the order of their names
        - ``render_mode``: ``"ansi"`` for text, ``"rgb_array"`` for a picture

        Raises:
            ValueError: If a value is not valid.
            TypeError: If a value has the wrong type, or there is no such keyword.
            ReadError: If the file is not a list of boards.
        """
        self._begin(options)


class SameGameVecEnv(BoardVecEnv[SameGameBoard, NDArray[np.uint8]]):
    """Many SameGame boards that are stepped together; `SameGameEnv` documents observations, actions and rewards.

    With n environments, ``step`` takes int64 [n] and returns observations (uint8 [n, rows, cols] or [n, colors, rows,
    cols]), rewards (float64 [n]), terminations and truncations (bool [n]) and an info of arrays: ``action_mask`` (int8
    [n, rows * cols]), ``score`` and ``removed`` (int64 [n]), ``illegal`` (bool [n]).

    All arrays belong to the caller. With ``copy=False`` every step writes the same arrays, and copies nothing.

    Environment i starts with seed ``seed + i`` and runs its episodes independently, so that nothing depends on the
    number of threads. ``autoreset_mode`` determines when the next episode starts:

    - ``NEXT_STEP``: in the step after the last step of an episode; its action is ignored, and its reward is 0.
    - ``SAME_STEP``: at the end of the last step. ``final_obs`` (an array as the observations, rows of ``_final_obs``
      count) and ``final_info`` (the whole info) are in the info.
    - ``DISABLED``: with ``reset(options={"reset_mask": mask})``; until then steps change nothing and their reward is 0.

    The mask of an episode that is over is 0 everywhere.

    **Pool**: boards that take long to make (``clearable=True``) are used again. The first 1,024 episodes or more have
    new boards. Later one episode in 512 has a new board, which a thread makes ahead, up to 65,536 boards or one for
    each environment. All other episodes have a board of any environment, drawn by seed. With ``pool=False`` episode k
    is board k of the seed, as in `SameGameEnv`.
    """

    _game: ClassVar[Game] = "samegame"
    _score: ClassVar[str] = "score"
    _make = SameGameCore

    @signed((SameGameVecEnvOptions,), DEFAULTS["samegame"])
    def __init__(self, num_envs: int = 1, **options: Unpack[SameGameVecEnvOptions]) -> None:
        """Makes the environments.

        Args:
            num_envs: n, the number of environments.
            **options: The keywords of `SameGameEnv`, and those below.

        - ``autoreset_mode``: when the next episode starts
        - ``seed``: the seed of environment 0 for a ``reset`` without a seed
        - ``pool`` (True): whether clearable boards are drawn from a pool: see the class
        - ``threads`` (1): threads that step the boards; useful for hundreds of environments and more
        - ``copy`` (True): whether every call returns new arrays
        - ``boards``: in a cycle environment i takes boards i, i + n, and so on
        """
        self._begin(num_envs, options)
