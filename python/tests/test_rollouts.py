"""Masks for `sample`, actions and rollouts in Rust, and arrays of the caller."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall.gym import MayanVecEnv, SameGameEnv, SameGameVecEnv

SMALL: dict[str, Any] = {"rows": 5, "cols": 6, "colors": 3}


def test_masks_are_those_of_gymnasium() -> None:
    env, envs = SameGameEnv(**SMALL), SameGameVecEnv(3, **SMALL)
    mask = env.reset(seed=1)[1]["action_mask"]
    assert mask.dtype == np.int8 and mask[env.action_space.sample(mask)] == 1
    masks = envs.reset(seed=1)[1]["action_mask"]
    assert masks.dtype == np.int8 and masks[np.arange(3), envs.action_space.sample(masks)].all()


@pytest.mark.parametrize("mask", ["all", "first"])
@pytest.mark.parametrize("policy", ["random", "greedy", "tabu"])
@pytest.mark.parametrize("mode", ["next_step", "same_step", "disabled"])
def test_a_rollout_is_sampled_steps(mask: Any, policy: str, mode: str) -> None:
    one = SameGameVecEnv(7, mask=mask, autoreset_mode=mode, **SMALL)
    two = SameGameVecEnv(7, mask=mask, autoreset_mode=mode, threads=2, **SMALL)
    seen, info = one.reset(seed=3)
    two.reset(seed=3)
    steps = 40
    found = two.rollout(policy, steps=steps, observe=True)
    for at in range(steps):
        assert (found["observations"][at] == seen).all()
        assert (found["action_mask"][at] == info["action_mask"]).all()
        actions = one.sample_actions(policy)
        open_boards = info["action_mask"].any(1)
        assert (
            info["action_mask"][np.arange(7), actions][open_boards].all() and not actions[~open_boards].any()
        )
        assert (found["actions"][at] == actions).all()
        seen, paid, ended, _, info = one.step(actions)
        assert (found["rewards"][at] == paid).all() and (found["terminated"][at] == ended).all()
    blind = SameGameVecEnv(7, mask=mask, autoreset_mode=mode, **SMALL)
    blind.reset(seed=3)
    again = blind.rollout(policy, steps=steps)
    assert all((again[name] == found[name]).all() for name in again)
    assert (blind.action_masks() == one.action_masks()).all()


def test_sampled_actions_are_uniform() -> None:
    envs = SameGameVecEnv(4000, boards=[tilefall.SameGameBoard("112 / 132 / 133")])
    envs.reset(seed=1)
    counts = np.bincount(envs.sample_actions(), minlength=9)[envs.action_masks()[0] == 1]
    assert counts.sum() == 4000 and (abs(counts - 4000 / len(counts)) < 130).all()


def test_arrays_that_are_not_what_they_say_are_refused() -> None:
    class Liar(np.ndarray):
        shape = property(lambda self: (4,))  # pyright: ignore[reportIncompatibleMethodOverride]

        def reshape(self, *words: Any, **more: Any) -> Any:
            return np.empty(1, self.dtype)

        def tolist(self) -> Any:
            return [True]

        def astype(self, *words: Any, **more: Any) -> Any:
            return np.empty((9, 9), np.int64)

    envs = SameGameVecEnv(4, copy=False, **SMALL)
    envs.reset(seed=1)
    calls: list[Any] = [
        lambda: envs.step(np.zeros(3, np.int64).view(Liar)),
        lambda: envs.reset(options={"reset_mask": np.zeros(2, np.bool_).view(Liar)}),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="expected"):
            call()
    assert tilefall.SameGameBoard(np.array([[1, 1], [1, 2]]).view(Liar)).tiles == 4
    rewards = envs.step([0] * 4)[1]
    rewards.resize(2, refcheck=False)
    for call in (lambda: envs.step([0] * 4), envs.reset, lambda: envs.rollout(steps=1)):
        with pytest.raises(ValueError, match="rewards has 2 elements, expected 4"):
            call()


def test_a_playout_of_a_board_ends() -> None:
    board = tilefall.SameGameBoard("2133 / 2113 / 1223")
    played = board.playout(1, "tabu")
    assert played.is_over and not board.moves and played.moves == board.playout(1, "tabu").moves


def test_mayan_actions_are_legal() -> None:
    envs = MayanVecEnv(8, max_moves=2)
    envs.reset(seed=1)
    assert envs.action_masks()[np.arange(8), envs.sample_actions()].all()
    assert envs.rollout(steps=5)["actions"].shape == (5, 8)
