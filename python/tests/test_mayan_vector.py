"""The vector of Mayan puzzles against plain boards and single environments."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from numpy.typing import NDArray

import tilefall
from tilefall.gym import MayanEnv, MayanVecEnv, SameGameVecEnv

PUZZLES = tilefall.generate("mayan", seed=1, max_moves=2, count=40)
# Given boards take any number of moves.
LONG: dict[str, Any] = {"boards": [puzzle.board for puzzle in PUZZLES], "max_moves": 30}


def choose(masks: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """A legal action of each row, each with the same chance; 0 where there is none."""
    actions: NDArray[np.int64] = np.where(masks, rng.random(masks.shape, np.float32), -1).argmax(1)
    return actions


def test_steps_are_those_of_plain_boards() -> None:
    """Every observation, mask, reward and end of 100,000 steps, by boards that are played one move at a time."""
    n, steps = 500, 200
    env = MayanVecEnv(n, order="cycle", reward="tiles", illegal_reward=-0.5, threads=2, **LONG)
    seen, info = env.reset(seed=1)
    rng = np.random.default_rng(0)
    starts = [puzzle.board for puzzle in PUZZLES]
    places = np.arange(n)
    boards = [copy.copy(starts[place % 40]) for place in places]
    left, over, played = [30] * n, np.zeros(n, bool), 0
    for _ in range(steps):
        # One action in ten is any action.
        anything = rng.random(n) < 0.1
        actions = np.where(anything, rng.integers(0, 70, n), choose(info["action_mask"], rng))
        seen, rewards, terminated, truncated, info = env.step(actions)
        for at, action in enumerate(actions.tolist()):
            if over[at]:
                places[at] += n
                boards[at], left[at], paid = copy.copy(starts[places[at] % 40]), 30, 0.0
            else:
                before = int((boards[at].to_numpy() > 0).sum())
                try:
                    boards[at].play(action)
                    paid = 0.0
                except ValueError:
                    paid = -0.5
                removed = before - int((boards[at].to_numpy() > 0).sum())
                left[at] -= 1
                paid += removed
                assert removed == info["removed"][at]
                played += 1
            assert (rewards[at], left[at]) == (paid, info["moves_left"][at])
            mask = boards[at].action_mask()
            assert terminated[at] == (left[at] == 0 or not mask.any())
            assert (info["action_mask"][at] == (mask & (not terminated[at]))).all()
            assert (seen[at] == boards[at].to_numpy()).all()
        assert not truncated.any()
        over = terminated.copy()
    assert played > 90_000


def test_states_are_spread_copied_and_pickled() -> None:
    many = MayanVecEnv(4, seed=1, **LONG)
    _, info = many.reset()
    many.step(info["action_mask"].argmax(1))
    root = many.get_state([2])
    assert (len(root), len(many.get_state()), repr(root)) == (1, 4, "<State of 1 board>")
    state = many.get_state()
    for other in (copy.copy(many), copy.deepcopy(many), pickle.loads(pickle.dumps(many))):
        many.set_state(pickle.loads(pickle.dumps(state)))
        masks = many.action_masks().copy()
        assert (other.action_masks() == masks).all()
        after, paid, *_ = many.step(masks.argmax(1))
        its, its_paid, *_ = other.step(masks.argmax(1))
        assert (after == its).all() and (paid == its_paid).all()
    seen, info = many.set_state(root)
    assert (seen == seen[0]).all() and (info["moves_left"] == 29).all()
    single = MayanEnv(**LONG)
    assert (single.set_state(root)[0] == seen[0]).all()
    assert single.board == many.board(3)
    with pytest.raises(ValueError, match="expected"):
        single.set_state(many.get_state())
    with pytest.raises(ValueError, match="expected 3x3"):
        MayanEnv(boards=[tilefall.MayanBoard("1.. / 1.. / 2..")]).set_state(root)
    bottom = np.zeros((7, 5), np.uint8)
    bottom[6, [0, 1, 3]] = 1
    few = MayanVecEnv(2, boards=[tilefall.MayanBoard(bottom)])
    with pytest.raises(ValueError, match="color number"):
        few.set_state(root)


def test_bad_actions_change_nothing() -> None:
    env = MayanVecEnv(2, seed=1, **LONG)
    seen, _ = env.reset()
    before = seen.copy()
    for bad in ([0, 70], [-1, 0], [0]):
        with pytest.raises(ValueError):
            env.step(bad)
        assert (seen == before).all()
    with pytest.raises(ValueError, match="action 70 of environment 1 is no move, expected 0 to 69"):
        env.step([0, 70])
    with pytest.raises(TypeError):
        env.set_state(SameGameVecEnv(2).get_state())
    with pytest.raises(ValueError, match="blocks"):
        MayanVecEnv(2, blocks=(40, 50))
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.step([0, 0])
