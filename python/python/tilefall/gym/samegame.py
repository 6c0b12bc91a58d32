"""`SameGameEnv`: one SameGame board; `SameGameVecEnv`: many."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from .. import SameGameBoard
from .._rules import Columns, LeftPenalty
from .._source import Game
from .._tilefall import SameGameCore
from .common import BoardEnv, Boards
from .vector import BoardVecEnv


class SameGameEnv(BoardEnv[SameGameBoard, NDArray[np.uint8]]):
    """A SameGame board, ``tilefall/SameGame-v0``.

    **Observation**: ``"cells"``, uint8 [rows, cols], ``board.to_numpy()``: the top row first, 0 for empty, else the
    number of the color; or ``"planes"``, uint8 [colors, rows, cols] of 0 and 1, a plane for each number.

    **Action**: a cell, an index into the cells of an observation (rows from the top, each from the left). An action
    that removes nothing changes nothing and costs ``illegal_reward``; an action outside the board raises ValueError.

    **Reward**: the points of the click with ``reward="score"``, the bonus and the penalty with the last one; 1 for a
    clear board with ``"clear"``; -1 for a click that removes tiles with ``"clicks"``. A ``potential`` adds
    ``gamma * after - before``: ``"tiles"`` is minus the fraction of cells with a tile, ``"bound"`` an upper bound on
    the score of the rest. It is 0 at the end.

    **Info**: ``action_mask`` (int8 [rows * cols], which actions remove tiles: all of them, or with ``mask="first"``
    one per group), ``score`` so far and ``removed`` tiles.

    **Boards**: episode k after ``reset(seed=s)`` is board k of ``tilefall samegame generate --seed s`` (but for
    duplicates, which that leaves out), or of ``boards`` one by chance (``order="random"``, by seed) or the next
    (``"cycle"``), or the one of ``reset(options={"board": board})``. Given boards keep their colors and rules.

    An episode is terminated when no click removes anything; none is truncated.
    """

    _game: ClassVar[Game] = "samegame"

    def __init__(
        self,
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
        left_points: str | None = None,
        min_group: int | None = None,
        columns: Columns | None = None,
        reward: Literal["score", "clear", "clicks"] = "score",
        potential: Literal["tiles", "bound"] | None = None,
        gamma: float = 1.0,
        illegal_reward: float = 0.0,
        observation: Literal["cells", "planes"] = "cells",
        dense: bool = False,
        mask: Literal["all", "first"] = "all",
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        """Makes the environment.

        Args:
            rows: Rows of generated boards.
            cols: Columns of generated boards.
            colors: Colors of generated boards, 1 to 62.
            balanced: Whether generated boards have as many tiles of each color.
            clearable: Whether generated boards have a list that clears them; takes milliseconds and more.
            boards: All puzzles of a text or a file, or several puzzles as `tilefall.solve` takes them, all of one
                size, instead of generated ones.
            order: The order of boards of a list.
            rules: The name of a game of `tilefall.PRESETS`, or rules as in a record; by default those of each
                board. The keywords below, as `tilefall.solve` takes them, replace parts of the rules.
            score: Points for n tiles.
            clear_bonus: Points for an empty board.
            clear_factor: The factor of all points for an empty board.
            left_penalty: Points subtracted for tiles left.
            left_points: Points added for n tiles left, ``"poly:A,B,C"`` or ``"poly:A,B,C:MAX"``.
            min_group: The size of the smallest group that can be removed; with 1 every tile can be clicked.
            columns: Whether columns close over empty ones or stay.
            reward: The reward.
            potential: The potential for reward shaping.
            gamma: The discount of the shaped reward.
            illegal_reward: The reward for an action that removes nothing.
            observation: The kind of observation.
            dense: Whether the colors of every board are numbered from 1 in the order of their names.
            mask: The actions in the mask.
            render_mode: ``"ansi"`` for text, ``"rgb_array"`` for a picture.

        Raises:
            ValueError: If a value is not valid.
            ReadError: If the file is not a list of boards.
        """
        self._begin(SameGameCore, dict(locals()))


class SameGameVecEnv(BoardVecEnv[SameGameBoard, NDArray[np.uint8]]):
    """Many SameGame boards that are stepped together; `SameGameEnv` documents observations, actions and rewards.

    With n environments, ``step`` takes int64 [n] and returns observations (uint8 [n, rows, cols] or [n, colors, rows,
    cols]), rewards (float64 [n]), terminations and truncations (bool [n]) and an info of arrays: ``action_mask`` (int8
    [n, rows * cols]), ``score`` and ``removed`` (int64 [n]).

    All arrays belong to the caller. With ``copy=False`` every step writes the same arrays, and copies nothing.

    Environment i starts with seed ``seed + i`` and runs its episodes independently, so that nothing depends on the
    number of threads. ``autoreset_mode`` determines when the next episode starts:

    - ``NEXT_STEP``: with the step after the last, whose action is ignored; its reward is 0.
    - ``SAME_STEP``: at the end of the last step. ``final_obs`` (an array as the observations, rows of ``_final_obs``
      count) and ``final_info`` (the whole info) are in the info.
    - ``DISABLED``: with ``reset(options={"reset_mask": mask})``; until then steps change nothing and their reward is 0.

    The mask of an episode that is over is 0 everywhere.

    **Pool**: boards that take long to make (``clearable=True``) are used again. The first 1,024 or more are new; later
    an episode in 512 has a new board, which a thread has made, and the others one of all environments, drawn by seed.
    With ``pool=False`` episode k is board k of the seed, as in `SameGameEnv`.
    """

    _game: ClassVar[Game] = "samegame"
    _score: ClassVar[str] = "score"

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
        left_points: str | None = None,
        min_group: int | None = None,
        columns: Columns | None = None,
        reward: Literal["score", "clear", "clicks"] = "score",
        potential: Literal["tiles", "bound"] | None = None,
        gamma: float = 1.0,
        illegal_reward: float = 0.0,
        observation: Literal["cells", "planes"] = "cells",
        dense: bool = False,
        mask: Literal["all", "first"] = "all",
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seed: int | None = None,
        pool: bool = True,
        threads: int = 1,
        copy: bool = True,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        """Makes the environments; the other keywords are those of `SameGameEnv`.

        Args:
            num_envs: n, the number of environments.
            autoreset_mode: When the next episode starts.
            seed: The seed of environment 0 for a ``reset`` without a seed.
            pool: Whether boards that clear are drawn from a pool: see the class.
            threads: Threads that step the boards; useful for hundreds of environments and more.
            copy: Whether every call returns new arrays; with False every step writes the same ones, which is faster.
            boards: See `SameGameEnv`; in a cycle environment i takes boards i, i + n, and so on.

        Raises:
            ValueError: If a value is not valid.
            ReadError: If the file is not a list of boards.
        """
        self._begin(SameGameCore, dict(locals()))
