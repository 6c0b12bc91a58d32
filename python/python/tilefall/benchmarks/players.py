"""Players to compare with."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, SupportsInt, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._moves import Cell, Move
from .._solve import solve
from .._tilefall import MayanPuzzle, Puzzle, SameGameBoard
from .policy import of_samegame, policy

if TYPE_CHECKING:
    from .. import Board
    from ..types import Step

Player: TypeAlias = "Callable[..., Iterable[Step] | Board | None]"
"""A function of a board that returns a list of moves or a board that it played, or plays on the board and returns None.

It gets those keywords that it has: ``seconds``, the time it may take, ``seed``, and the ``puzzle`` with its task.
"""


def _playout(kind: Any) -> Player:
    """Returns the player of a policy of `SameGameBoard.playout`."""

    def player(board: Board, *, seed: int, puzzle: Puzzle) -> Board | None:
        if isinstance(board, SameGameBoard) or kind != "random":
            return of_samegame(board, kind).playout(seed, kind)
        rng = random.Random(seed)
        acting(lambda _, mask: rng.choice(np.flatnonzero(mask)))(board, puzzle=puzzle)
        return None

    return player


def solver(board: Board, *, seconds: float, seed: int, puzzle: Puzzle) -> list[Any]:
    """Searches for some seconds on one thread."""
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
    Turn = tuple[list[tuple[Any, ...]], int]

    def shares(moves: list[tuple[Any, ...]], weights: Mapping[Any, float]) -> list[float]:
        found = [weights.get(move, 0.0) for move in moves]
        most = max(found)
        return [math.exp(weight - most) for weight in found]

    def play(weights: Mapping[Any, float]) -> tuple[int, list[Turn]]:
        game, turns = board.copy(), list[Turn]()
        while groups := game.groups():
            groups = [group for group in groups if group.color != kept] or groups
            moves: list[tuple[Any, ...]] = [(group.cell, group.size, group.color) for group in groups]
            (at,) = rng.choices(range(len(moves)), shares(moves, weights))
            turns.append((moves, at))
            game.play(groups[at].cell)
        return game.score, turns

    def run(level: int, weights: Mapping[Any, float]) -> tuple[float, list[Turn]]:
        if level == 0:
            return play(weights)
        own, best = dict(weights), (-math.inf, list[Turn]())
        for _ in range(50):
            found = run(level - 1, own)
            best = found if found[0] >= best[0] else best
            old = own.copy()
            for moves, at in best[1]:
                parts = shares(moves, old)
                for move, part in zip(moves, parts, strict=True):
                    own[move] = own.get(move, 0.0) - part / sum(parts)
                own[moves[at]] += 1
            if time.monotonic() > end:
                break
        return best

    best = run(level, {})
    while time.monotonic() < end:
        best = max(best, run(level, {}), key=lambda found: found[0])
    return [moves[at][0] for moves, at in best[1]]


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
    """Returns the player of a function of the cells (``board.to_numpy()``) and the mask of actions (bool) of a board.

    Args:
        act: The function; it returns the index of an action.
    """

    def player(board: Board, *, puzzle: Puzzle) -> None:
        most = puzzle.max_moves if isinstance(puzzle, MayanPuzzle) else None
        while not board.is_over and (most is None or len(board.moves) < most):
            board.play(int(act(board.to_numpy(), board.action_mask())))

    player.__name__ = getattr(act, "__name__", type(act).__name__)
    return player
