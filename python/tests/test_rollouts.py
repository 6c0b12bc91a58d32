"""Masks for `sample`, actions chosen in Rust, and arrays of the caller."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall.gym import SameGameEnv, SameGameVecEnv

SMALL: dict[str, Any] = {"rows": 5, "cols": 6, "colors": 3}


def test_masks_are_those_of_gymnasium() -> None:
    env, envs = SameGameEnv(**SMALL), SameGameVecEnv(3, **SMALL)
    mask = env.reset(seed=1)[1]["action_mask"]
    assert mask.dtype == np.int8 and mask[env.action_space.sample(mask)] == 1
    masks = envs.reset(seed=1)[1]["action_mask"]
    assert masks.dtype == np.int8 and masks[np.arange(3), envs.action_space.sample(masks)].all()


def test_sampled_actions_are_uniform() -> None:
    envs = SameGameVecEnv(4000, boards=[tilefall.SameGameBoard("112 / 132 / 133")])
    envs.reset(seed=1)
    counts = np.bincount(envs.sample_actions(), minlength=9)[envs.action_masks()[0]]
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
    for call in (lambda: envs.step([0] * 4), envs.reset):
        with pytest.raises(ValueError, match="rewards has 2 elements, expected 4"):
            call()
