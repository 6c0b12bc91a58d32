"""`MayanEnv`: one Mayan puzzle; `MayanVecEnv`: many."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from gymnasium.vector import AutoresetMode

from .. import MayanBoard
from .._source import Game
from .._tilefall import MayanCore
from .common import RENDER_MODES, BoardEnv, Boards
from .vector import BoardVecEnv


class MayanEnv(BoardEnv[MayanBoard, Any]):
    """A Mayan puzzle to clear within M moves, ``tilefall/Mayan-v0``.

    **Observation**: ``"cells"``, uint8 [rows, cols], ``board.to_numpy()``: the top row first, 0 for empty, else the
    number of the color; ``"planes"``, uint8 [colors + 1, rows, cols], a plane of 0 and 1 for each number, and a plane
    with the moves left (255 for more) in each cell; or ``"dict"``, ``cells`` and ``moves_left`` (int64 [1]).

    **Action**: action a moves cell a of an observation to the right, action ``rows * cols`` + a to the left. An action
    that cannot be played changes nothing, costs ``illegal_reward``, and counts as a move; an action outside the board
    raises ValueError. The mask has one action for each different outcome; others that can be played are played, such as
    a swap by its right block to the left: on ``"21. / 12. / 12."`` actions 0 and 10 swap the tiles of the top row, and
    only 0 is in the mask.

    **Reward**: 1 for a clear board with ``reward="clear"``, the tiles that vanish with ``"tiles"``. A ``potential``
    of ``"tiles"`` adds ``gamma * after - before`` of minus the fraction of cells with a tile; 0 at the end.

    **Info**: ``action_mask`` (int8 [2 * rows * cols], ``board.action_mask()``), ``moves_left`` and ``removed`` tiles.

    **Boards**: episode k after ``reset(seed=s)`` is puzzle k of ``tilefall mayan generate --seed s`` with these options
    (but that leaves out duplicates), or of ``boards`` one by chance (``order="random"``, by seed) or the next
    (``"cycle"``), or the one of ``reset(options={"board": board})``, with its own number of moves or else
    ``max_moves``. Given boards keep their colors.

    An episode is terminated when the board is clear, M moves are played, or no move is left; none is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]
    _game: ClassVar[Game] = "mayan"

    def __init__(
        self,
        *,
        max_moves: int = 3,
        blocks: int | tuple[int, int] | None = None,
        colors: int | None = None,
        rows: int = 7,
        cols: int = 5,
        unique: bool = False,
        solutions: tuple[int, int] | None = None,
        difficulty: str | tuple[int, int] | None = None,
        boards: Boards | None = None,
        order: Literal["random", "cycle"] = "random",
        reward: Literal["clear", "tiles"] = "clear",
        potential: Literal["tiles"] | None = None,
        gamma: float = 1.0,
        illegal_reward: float = 0.0,
        observation: Literal["cells", "planes", "dict"] = "cells",
        dense: bool = False,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        """Makes the environment; the options for boards are those of `tilefall.generate`.

        Args:
            max_moves: M, the number of moves of the shortest list, 1 to 12; for given boards without a number of moves.
            blocks: The number of blocks, or a range.
            colors: Colors.
            rows: Rows, 3 to 8.
            cols: Columns, 2 to 8.
            unique: Exactly one list of M moves.
            solutions: A range for the number of lists.
            difficulty: ``"easy"``, ``"medium"``, ``"hard"``, or a range from 0 to 100.
            boards: All puzzles of a text or a file, or several puzzles as `tilefall.solve` takes them, all of one
                size, instead of generated ones.
            order: The order of boards of a list.
            reward: The reward.
            potential: The potential for reward shaping.
            gamma: The discount of the shaped reward.
            illegal_reward: The reward for an action that cannot be played.
            observation: The kind of observation.
            dense: Whether the colors of every board are numbered from 1 in the order of their names.
            render_mode: ``"ansi"`` for text, ``"rgb_array"`` for a picture.

        Raises:
            ValueError: If a value is not valid.
            ReadError: If the file is not a list of boards.
        """
        self._begin(MayanCore, dict(locals()))


class MayanVecEnv(BoardVecEnv[MayanBoard, Any]):
    """Many Mayan puzzles that are stepped together; `MayanEnv` documents observations, actions and rewards.

    With n environments, ``step`` takes int64 [n] and returns observations (uint8 [n, rows, cols] or [n, colors, rows,
    cols], or a dict), rewards (float64 [n]), terminations and truncations (bool [n]) and an info of arrays:
    ``action_mask`` (int8 [n, 2 * rows * cols]), ``moves_left`` and ``removed`` (int64 [n]).

    Arrays, seeds, ``autoreset_mode`` and masks are as in `SameGameVecEnv`.

    Generated puzzles come from a pool as the boards that clear of `SameGameVecEnv`.
    """

    _game: ClassVar[Game] = "mayan"
    _score: ClassVar[str] = "moves_left"

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_moves: int = 3,
        blocks: int | tuple[int, int] | None = None,
        colors: int | None = None,
        rows: int = 7,
        cols: int = 5,
        unique: bool = False,
        solutions: tuple[int, int] | None = None,
        difficulty: str | tuple[int, int] | None = None,
        boards: Boards | None = None,
        order: Literal["random", "cycle"] = "random",
        reward: Literal["clear", "tiles"] = "clear",
        potential: Literal["tiles"] | None = None,
        gamma: float = 1.0,
        illegal_reward: float = 0.0,
        observation: Literal["cells", "planes", "dict"] = "cells",
        dense: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        seed: int | None = None,
        pool: bool = True,
        threads: int = 1,
        copy: bool = True,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        """Makes the environments; the other keywords are those of `MayanEnv`.

        Args:
            num_envs: n, the number of environments.
            autoreset_mode: When the next episode starts.
            seed: The seed of environment 0 for a ``reset`` without a seed.
            pool: Whether generated puzzles are drawn from a pool: see the class.
            threads: Threads that step the boards; useful for thousands of environments, or generated puzzles.
            copy: Whether every call returns new arrays; with False every step writes the same ones, which is faster.
            boards: See `MayanEnv`; in a cycle environment i takes boards i, i + n, and so on.

        Raises:
            ValueError: If a value is not valid.
            ReadError: If the file is not a list of boards.
        """
        self._begin(MayanCore, dict(locals()))
