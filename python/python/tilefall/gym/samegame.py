"""`SameGameEnv`: one SameGame board."""

from __future__ import annotations

from typing import Any, Literal

from .. import Board
from .._tilefall import SameGameCore, State
from .common import BoardEnv, Boards, any_seed, checked_mode, puzzles_of, spaces_of


def keywords_of(
    rows: int,
    cols: int,
    colors: int,
    balanced: bool,
    clearable: bool,
    boards: Boards | None,
    **others: Any,
) -> dict[str, Any]:
    """Returns the keywords of an environment for the extension."""
    size = {"rows": rows, "cols": cols, "colors": colors, "balanced": balanced, "clearable": clearable}
    return {**size, "boards": puzzles_of(boards, "samegame"), **others}


class SameGameEnv(BoardEnv[Board, State]):
    """A SameGame board, ``tilefall/SameGame-v0``.

    **Observation**: ``"cells"``, uint8 [rows, cols], the top row first, 0 for empty, 1 to ``colors``; or ``"planes"``,
    uint8 [colors, rows, cols] of 0 and 1.

    **Action**: a cell, an index into the cells of an observation (rows from the top, each from the left). An action
    that removes nothing changes nothing and costs ``illegal_reward``; an action outside the board raises ValueError.

    **Reward**: the points of the click with ``reward="score"``, the bonus and the penalty with the last one; 1 for a
    clear board with ``"clear"``. A ``potential`` adds ``gamma * after - before``: ``"tiles"`` is minus the fraction of
    cells with a tile, ``"bound"`` an upper bound on the score of the rest. It is 0 at the end.

    **Info**: ``action_mask`` (bool [rows * cols], which actions remove tiles: all of them, or with ``mask="first"``
    one per group), ``score`` so far and ``removed`` tiles.

    **Boards**: episode k after ``reset(seed=s)`` is board k of ``tilefall samegame generate --seed s`` (but for
    duplicates, which that leaves out), or of ``boards`` one by chance (``order="random"``, by seed) or the next
    (``"cycle"``). Colours of given boards are numbered from 1 in the order of their names.

    An episode is terminated when no click removes anything; none is truncated.
    """

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
        score: Literal["n2", "n1", "tri", "nn1", "count"] | None = None,
        clear_bonus: int | None = None,
        left_penalty: Literal["none", "n2"] | None = None,
        reward: Literal["score", "clear"] = "score",
        potential: Literal["tiles", "bound"] | None = None,
        gamma: float = 1.0,
        illegal_reward: float = 0.0,
        observation: Literal["cells", "planes"] = "cells",
        mask: Literal["all", "first"] = "all",
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        """Makes the environment.

        Args:
            rows: Rows of generated boards.
            cols: Columns of generated boards.
            colors: Colours of generated boards, 1 to 62.
            balanced: Whether generated boards have as many tiles of each colour.
            clearable: Whether generated boards have a list that clears them; takes milliseconds and more.
            boards: All puzzles of a file, or several puzzles as `tilefall.solve` takes them, all of one size, instead
                of generated ones.
            order: The order of boards of a list.
            score: Points for n tiles; by default those of the first board's rules, or n2.
            clear_bonus: Points for an empty board.
            left_penalty: Points subtracted for tiles left.
            reward: The reward.
            potential: The potential for reward shaping.
            gamma: The discount of the shaped reward.
            illegal_reward: The reward for an action that removes nothing.
            observation: The kind of observation.
            mask: The actions in the mask.
            render_mode: ``"ansi"`` for text, ``"rgb_array"`` for a picture.

        Raises:
            ValueError: If a value is not valid.
            ReadError: If the file is not a list of boards.
        """
        self.render_mode = checked_mode(render_mode)
        given = keywords_of(
            rows,
            cols,
            colors,
            balanced,
            clearable,
            boards,
            order=order,
            score=score,
            clear_bonus=clear_bonus,
            left_penalty=left_penalty,
            reward=reward,
            potential=potential,
            gamma=gamma,
            illegal_reward=illegal_reward,
            observation=observation,
            mask=mask,
        )
        self._core = SameGameCore(given, any_seed())
        self.observation_space, self.action_space = spaces_of(self._core.size, observation)
