"""`MayanEnv`: one Mayan puzzle."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from .. import MayanBoard
from .._tilefall import MayanCore, MayanState
from .._verbs import mayan_wish
from .common import Boards, Closed, any_seed, checked, picture, puzzles_of

Observation = NDArray[np.uint8]
Info = dict[str, Any]


class MayanEnv(gymnasium.Env[Observation, np.int64]):
    """A Mayan puzzle that is to be cleared within M moves, ``tilefall/Mayan-v0``.

    **Observation**: ``"cells"``, uint8 [rows, cols], the top row first, 0 for empty; or ``"planes"``, uint8 [colors,
    rows, cols] of 0 and 1. ``moves_left`` is in the info.

    **Action**: action a moves cell a of an observation to the right, action ``rows * cols`` + a to the left. One that
    cannot be played changes nothing, costs ``illegal_reward``, and counts as a move; one outside the board raises
    ValueError.

    **Reward**: 1 for a clear board with ``reward="clear"``, the blocks that vanish with ``"blocks"``. A ``potential``
    of ``"tiles"`` adds ``gamma * after - before`` of minus the part of the cells that hold a block; 0 at the end.

    **Info**: ``action_mask`` (bool [2 * rows * cols], the canonical moves), ``moves_left`` and ``removed`` blocks.

    **Boards**: episode k after ``reset(seed=s)`` is puzzle k of ``tilefall mayan generate --seed s`` with these words
    (but for doubles, which that leaves out), or of ``boards`` one by chance (``order="random"``, by seed) or the next
    (``"cycle"``), with its own number of moves or else ``moves``. Colours are numbered from 1 in the order of their
    names.

    An episode is terminated when the board is clear, M moves are played, or no move is left; none is truncated.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # type: ignore[misc]

    def __init__(
        self,
        *,
        moves: int = 3,
        blocks: int | tuple[int, int] | None = None,
        colors: int | None = None,
        rows: int = 7,
        cols: int = 5,
        unique: bool = False,
        solutions: tuple[int, int] | None = None,
        difficulty: str | tuple[int, int] | None = None,
        boards: Boards | None = None,
        order: Literal["random", "cycle"] = "random",
        reward: Literal["clear", "blocks"] = "clear",
        potential: Literal["tiles"] | None = None,
        gamma: float = 1.0,
        illegal_reward: float = 0.0,
        observation: Literal["cells", "planes"] = "cells",
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        """Makes the environment; the words for boards are those of `tilefall.generate`.

        Args:
            moves: M, the number of moves of the shortest list, 1 to 12; of given boards that have none.
            blocks: The number of blocks, or a range.
            colors: Colours.
            rows: Rows, 3 to 8.
            cols: Columns, 2 to 8.
            unique: One list of M moves and no other.
            solutions: A range for the number of lists.
            difficulty: ``"easy"``, ``"medium"``, ``"hard"``, or a range from 0 to 100.
            boards: A file in any format, or puzzles or boards, all of one size, instead of generated ones.
            order: How boards of a list follow each other.
            reward: What is paid.
            potential: What shapes the reward.
            gamma: The discount of the shaped reward.
            illegal_reward: What is paid for an action that cannot be played.
            observation: What is seen.
            render_mode: ``"ansi"`` for text, ``"rgb_array"`` for a picture.

        Raises:
            ValueError: If a value cannot be meant.
            ReadError: If the file is no list of boards.
        """
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"render_mode is {render_mode!r}, expected ansi or rgb_array")
        self.render_mode = render_mode
        wish = mayan_wish(
            moves=moves,
            blocks=blocks,
            colors=colors,
            rows=rows,
            cols=cols,
            unique=unique,
            solutions=solutions,
            difficulty=difficulty,
        )
        given = {
            "wish": wish,
            "boards": puzzles_of(boards, "mayan"),
            "order": order,
            "reward": reward,
            "potential": potential,
            "gamma": gamma,
            "illegal_reward": illegal_reward,
            "observation": observation,
        }
        self._core = MayanCore(given, any_seed())
        rows, cols, colours = self._core.size
        if observation == "planes":
            self.observation_space = spaces.Box(0, 1, (colours, rows, cols), np.uint8)
        else:
            self.observation_space = spaces.Box(0, colours, (rows, cols), np.uint8)
        self.action_space = spaces.Discrete(2 * rows * cols)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Begins the first episode of a seed, or the next one without a seed."""
        super().reset(seed=seed)
        return self._core.reset(None if seed is None else checked(seed))

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, Info]:
        """Plays a move."""
        return self._core.step(action)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are canonical moves, bool [2 * rows * cols]."""
        mask: NDArray[np.bool_] = self._core.look()[1]["action_mask"]
        return mask

    @property
    def board(self) -> MayanBoard:
        """A board as it is now; playing on it does not touch the environment."""
        return self._core.board()

    def get_state(self) -> MayanState:
        """Where the environment stands, for `set_state`."""
        return self._core.get_state()

    def set_state(self, state: MayanState) -> tuple[Observation, Info]:
        """Goes back to where it, or another one of the same size, stood; gives what is seen there."""
        self._core.set_state(state)
        return self._core.look()

    def render(self) -> Any:
        """The board as text or as a picture, uint8 [24 * rows, 24 * cols, 3]."""
        if self.render_mode == "ansi":
            return f"{self._core.board()}\n"
        return picture(self._core.board().to_numpy()) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """Ends it; every later call fails."""
        self._core = Closed()  # type: ignore[assignment]
