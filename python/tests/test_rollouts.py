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
    buffers = {
        "observations": np.empty((steps, 7, 5, 6), np.uint8),
        "action_mask": np.empty((steps, 7, 30), np.int8),
    }
    found = two.rollout(policy, steps=steps, buffers=buffers)
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
    out = np.empty(4000, np.int64)
    assert envs.sample_actions(out=out) is out
    counts = np.bincount(out, minlength=9)[envs.action_masks()[0] == 1]
    assert counts.sum() == 4000 and (abs(counts - 4000 / len(counts)) < 130).all()


def test_a_step_writes_arrays_of_the_caller() -> None:
    own, given = SameGameVecEnv(4, **SMALL), SameGameVecEnv(4, **SMALL)
    own.reset(seed=2)
    given.reset(seed=2)
    seen, rewards = np.empty((9, 4, 5, 6), np.uint8), np.empty((9, 4))
    masks, ends = np.empty((9, 4, 30), np.int8), np.empty((9, 4), np.bool_)
    for at in range(9):
        actions = own.sample_actions()
        a, b, c, _, info = own.step(actions)
        out = {
            "observations": seen[at],
            "rewards": rewards[at],
            "action_mask": masks[at],
            "terminated": ends[at],
        }
        given.step(given.sample_actions(), out=out)
        assert (seen[at] == a).all() and (rewards[at] == b).all() and (ends[at] == c).all()
        assert (masks[at] == info["action_mask"]).all()
    assert (given.reset(options={"reset_mask": np.zeros(4, np.bool_)})[0] == seen[8]).all()
    for bad in ({"x": ends[0]}, {"rewards": ends[0]}, {"observations": seen[0, :3]}):
        with pytest.raises(ValueError):
            given.step(given.sample_actions(), out=bad)


def test_arrays_that_share_memory_are_refused() -> None:
    """Whoever owns them: NumPy knows no common owner of two arrays on one bytearray."""
    envs, other = SameGameVecEnv(4, copy=False, **SMALL), SameGameVecEnv(4, **SMALL)
    envs.reset(seed=1)
    other.reset(seed=1)
    memory = bytearray(1024)
    seen = np.frombuffer(memory, np.uint8, 120).reshape(4, 5, 6)
    masks = np.frombuffer(memory, np.int8, 120, 100).reshape(4, 30)
    rewards = np.frombuffer(memory, np.float64, 4, 224)
    envs.step(envs.sample_actions(), out={"observations": seen, "rewards": rewards})
    before = envs.board(0)
    own = envs.step(envs.sample_actions())[4]
    shared: list[dict[str, Any]] = [
        {"observations": seen, "action_mask": masks},
        {"rewards": own["score"].view(np.float64)},
        {"terminated": np.frombuffer(memoryview(own["removed"]).cast("B"), np.bool_, 4)},
    ]
    before = envs.board(0)
    for out in shared:
        with pytest.raises(ValueError, match="shares memory with an array in use"):
            envs.step(envs.sample_actions(), out=out)
    assert envs.board(0) == before, "no step was played"
    rows = np.frombuffer(bytearray(64), np.int64).reshape(2, 4)
    with pytest.raises(ValueError, match="shares memory"):
        envs.rollout(
            steps=2,
            buffers={"actions": rows, "score": np.frombuffer(rows.data.cast("B"), np.int64).reshape(2, 4)},
        )
    # An array that a step reads may be one that it writes.
    numbers = np.zeros(4, np.int64)
    envs.step(numbers, out={"rewards": numbers.view(np.float64)})


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
    short = np.empty(2).view(Liar)
    calls: list[Any] = [
        lambda: envs.step([0] * 4, out={"rewards": short}),
        lambda: envs.step(np.zeros(3, np.int64).view(Liar)),
        lambda: envs.sample_actions(out=np.zeros(2, np.int64).view(Liar)),
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
    with pytest.raises(ValueError):
        board.playout(1, "x")  # type: ignore[arg-type]


def test_mayan_actions_are_legal() -> None:
    envs = MayanVecEnv(8, max_moves=2)
    envs.reset(seed=1)
    assert envs.action_masks()[np.arange(8), envs.sample_actions()].all()
    assert envs.rollout(steps=5)["actions"].shape == (5, 8)
    with pytest.raises(ValueError):
        envs.sample_actions("greedy")
