"""Lists of moves as arrays, to learn from."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, overload

import numpy as np
from gymnasium.vector.utils import concatenate, create_empty_array
from numpy.typing import NDArray

from .._moves import moves_of
from .._replay import played
from ..types import Game, Source, Step
from .mayan import MayanEnv
from .samegame import SameGameEnv

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import MayanEnvOptions, SameGameEnvOptions


class Trajectory(NamedTuple):
    """A list of n moves as arrays with a row for each move; observations and masks are those before the move."""

    observations: Any
    """uint8 [n, ...], or a dict of arrays."""
    masks: NDArray[np.int8]
    """The actions that could be played, int8 [n, actions]."""
    actions: NDArray[np.int64]
    """The moves as actions, int64 [n]."""
    rewards: NDArray[np.float64]
    """The rewards, float64 [n]."""


@overload
def trajectory(
    board: Source,
    moves: Iterable[Step] | None = None,
    *,
    game: Game | None = None,
    **kwargs: Unpack[SameGameEnvOptions],
) -> Trajectory: ...
@overload
def trajectory(
    board: Source,
    moves: Iterable[Step] | None = None,
    *,
    game: Game | None = None,
    **kwargs: Unpack[MayanEnvOptions],
) -> Trajectory: ...
def trajectory(
    board: Source, moves: Iterable[Step] | None = None, *, game: Game | None = None, **kwargs: Any
) -> Trajectory:
    """Plays a list of moves in an environment and returns the arrays, for imitation learning.

    Args:
        board: The board, as `tilefall.solve` takes one.
        moves: The list: moves, or their indices. By default the moves that a board played since its start, or the list
            that comes with the puzzle.
        game: The game of a text.
        **kwargs: The keywords of `SameGameEnv` or `MayanEnv`, such as ``observation`` and ``reward``.

    Raises:
        ValueError: If a move cannot be played.
    """
    puzzle, line = played(board, moves, "board", game)
    steps = moves_of(json.loads(line), puzzle.shape)
    if puzzle.game == "mayan":
        kwargs.setdefault("max_moves", max(1, len(steps)))
    start: Any = puzzle.board
    env: Any = (SameGameEnv if puzzle.game == "samegame" else MayanEnv)(boards=[puzzle], **kwargs)
    seen, info = env.reset()
    observations: list[Any] = []
    masks, actions, rewards = [], [], []
    for at, step in enumerate(steps):
        action, over = step.index, not info["action_mask"].any()
        if over:
            raise ValueError(f"move {at + 1}: the episode is over, expected {at} moves")
        start.play(step)
        observations.append(seen)
        masks.append(info["action_mask"])
        actions.append(action)
        seen, reward, _, _, info = env.step(action)
        rewards.append(reward)
    empty: Any = create_empty_array(env.observation_space, len(steps))
    return Trajectory(
        concatenate(env.observation_space, observations, empty) if steps else empty,
        np.array(masks, np.int8).reshape(len(steps), int(env.action_space.n)),
        np.array(actions, np.int64),
        np.array(rewards, np.float64),
    )
