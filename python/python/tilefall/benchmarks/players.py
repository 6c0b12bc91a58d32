"""Players to compare with."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping
from operator import itemgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, SupportsInt, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .._moves import Cell, Group, Move
from .._solve import solve
from .._tilefall import MayanPuzzle, Puzzle, SameGameBoard
from .policy import of_samegame, policy

if TYPE_CHECKING:
    from .. import Board
    from ..types import Step

Player: TypeAlias = "Callable[..., Iterable[Step] | Board | None]"
"""A function of a board. It returns a list of moves or the board that it played on; None means the given board.

It is called with the keywords that it takes: ``seconds``, the time for a board; ``seed``; ``puzzle``, with its task.
"""


def _playout(kind: Any) -> Player:
    """Returns a player that follows a policy of `SameGameBoard.playout`."""

    def player(board: Board, *, seed: int, puzzle: Puzzle) -> Board | None:
        if isinstance(board, SameGameBoard) or kind != "random":
            return of_samegame(board, kind).playout(seed, kind)
        rng = random.Random(seed)
        acting(lambda _, mask: rng.choice(np.flatnonzero(mask)))(board, puzzle=puzzle)
        return None

    return player


def solver(board: Board, *, seconds: float, seed: int, puzzle: Puzzle) -> list[Any]:
    """Returns the list that `tilefall.solve` finds in `seconds` seconds on one thread."""
    own: dict[str, Any] = {"seed": seed} if isinstance(board, SameGameBoard) else {}
    search: Any = solve
    moves: list[Move] = search(puzzle, timeout=seconds, threads=1, **own).moves
    return moves


def nrpa(board: Board, *, seconds: float, seed: int, level: int = 3) -> list[Cell]:
    """Nested rollout policy adaptation (Rosin 2011) with the selective policy of Cazenave (2016), in Python.

    A run of level 0 plays a game by weights, one for each move. A run of level n begins with the weights of the level
    above and makes 50 runs of level n - 1; after each, the weights move towards the best game so far. Runs of the
    highest level are repeated until the time is over.
    """
    board = of_samegame(board, "nrpa")
    rng, end = random.Random(seed), time.monotonic() + seconds
    counts = board.counts()
    kept = board.names[counts.index(max(counts))]
    Game = tuple[float, list[tuple[list[Group], int]]]
    score: Callable[[Game], float] = itemgetter(0)

    def parts(groups: list[Group], weights: Mapping[Group, float]) -> list[float]:
        return [math.exp(weights.get(group, 0.0)) for group in groups]

    def run(level: int, weights: Mapping[Group, float]) -> Game:
        if level == 0:
            game, turns = board.copy(), list[tuple[list[Group], int]]()
            while groups := game.groups():
                groups = [group for group in groups if group.color != kept] or groups
                (at,) = rng.choices(range(len(groups)), parts(groups, weights))
                turns.append((groups, at))
                game.play(groups[at])
            return game.score, turns
        own, best = dict(weights), cast("Game", (-math.inf, []))
        for _ in range(50):
            best = max(run(level - 1, own), best, key=score)
            old = own.copy()
            for groups, at in best[1]:
                shares = parts(groups, old)
                total = sum(shares)
                for group, share in zip(groups, shares, strict=True):
                    own[group] = own.get(group, 0.0) - share / total
                own[groups[at]] += 1
            if time.monotonic() > end:
                break
        return best

    best = run(level, {})
    while time.monotonic() < end:
        best = max(best, run(level, {}), key=score)
    return [groups[at].cell for groups, at in best[1]]


PLAYERS: Mapping[str, Player] = MappingProxyType(
    {
        **{kind: _playout(kind) for kind in ("random", "greedy", "tabu")},
        "policy": policy,
        "nrpa": nrpa,
        "solver": solver,
    }
)
"""The players: a random, greedy or tabu playout, the trained policy, NRPA and `tilefall.solve`."""


def acting(act: Callable[[NDArray[np.uint8], NDArray[np.bool_]], SupportsInt]) -> Player:
    """Returns a player that asks a function for each action, by the cells (``board.to_numpy()``) and the action mask.

    Args:
        act: The function; it returns the index of an action.
    """

    def player(board: Board, *, puzzle: Puzzle) -> None:
        most = puzzle.max_moves if isinstance(puzzle, MayanPuzzle) else None
        while not board.is_over and (most is None or len(board.moves) < most):
            board.play(int(act(board.to_numpy(), board.action_mask())))

    player.__name__ = getattr(act, "__name__", type(act).__name__)
    return player
