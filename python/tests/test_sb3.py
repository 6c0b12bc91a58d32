"""The adapter for Stable-Baselines3; its base class has a stand-in if Stable-Baselines3 is not installed."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from conftest import ROOT

import tilefall
from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv

SMALL: dict[str, Any] = {"rows": 4, "cols": 4, "colors": 2}


class StandIn:
    """The part of stable_baselines3.common.vec_env.VecEnv that the adapter uses."""

    def __init__(self, num_envs: int, observation_space: Any, action_space: Any) -> None:
        self.num_envs, self.observation_space, self.action_space = num_envs, observation_space, action_space
        self._reset_seeds()

    def seed(self, seed: int) -> None:
        self._seeds: list[Any] = [seed + at for at in range(self.num_envs)]

    def _reset_seeds(self) -> None:
        self._seeds = [None] * self.num_envs

    def _reset_options(self) -> None:
        pass

    def step(self, actions: Any) -> Any:
        self.step_async(actions)  # type: ignore[attr-defined]
        return self.step_wait()  # type: ignore[attr-defined]


@pytest.fixture
def adapter(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The class of the adapter, with the real base class if it is installed."""
    if importlib.util.find_spec("stable_baselines3") is None:
        for name in ("stable_baselines3", "stable_baselines3.common", "stable_baselines3.common.vec_env"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        sys.modules["stable_baselines3.common.vec_env"].VecEnv = StandIn  # type: ignore[attr-defined]
    yield importlib.import_module("tilefall.gym.sb3").VecEnv
    sys.modules.pop("tilefall.gym.sb3")


@pytest.mark.parametrize("kind", [SameGameVecEnv, MayanVecEnv])
def test_steps_are_those_of_the_vector(adapter: Any, kind: Any) -> None:
    words: dict[str, Any] = SMALL if kind is SameGameVecEnv else {"max_moves": 2}
    plain = kind(3, autoreset_mode="same_step", **words)
    env = adapter(kind(3, autoreset_mode="same_step", **words))
    env.seed(5)
    seen = env.reset()
    expected, info = plain.reset(seed=5)
    number = "score" if kind is SameGameVecEnv else "moves_left"
    assert (seen == expected).all() and env.action_space == plain.single_action_space
    ends = 0
    for _ in range(20):
        masks = np.stack(env.env_method("action_masks"))
        assert (masks == info["action_mask"]).all() and env.env_method("action_masks", indices=1)[0].ndim == 1
        before, kept = seen, seen.copy()
        actions = masks.argmax(1)
        seen, rewards, ended, infos = env.step(actions)
        expected, paid, over, _, info = plain.step(actions)
        assert (before == kept).all(), "arrays that were returned stay"
        assert (seen == expected).all() and (rewards == paid).all() and (ended == over).all()
        assert rewards.dtype == np.float32
        for at in range(3):
            assert bool(infos[at]) == ended[at]
            if ended[at]:
                assert (infos[at]["terminal_observation"] == info["final_obs"][at]).all()
                assert infos[at][number] == info["final_info"][number][at]
                assert infos[at]["TimeLimit.truncated"] is False
                ends += 1
    assert ends > 3


def test_attributes_methods_and_modes(adapter: Any) -> None:
    with pytest.raises(ValueError, match="autoreset_mode is next_step, expected same_step"):
        adapter(SameGameVecEnv(2, **SMALL))
    env = adapter(SameGameVecEnv(2, autoreset_mode="same_step", render_mode="rgb_array", **SMALL))
    env.reset()
    assert env.get_attr("num_envs") == [2, 2] and env.env_is_wrapped(object, [0]) == [False]
    boards = env.env_method("board", indices=[1])
    assert isinstance(boards[0], tilefall.SameGameBoard)
    assert [image.shape for image in env.get_images()] == [(96, 96, 3)] * 2
    env.set_attr("spec", None)
    with pytest.raises(ValueError, match="no indices"):
        env.set_attr("spec", None, indices=0)
    with pytest.raises(AttributeError, match="expected action_masks or board"):
        env.env_method("reset")
    env.close()


@pytest.mark.slow
@pytest.mark.parametrize("observation", ["planes", "dict", "cells"])
@pytest.mark.parametrize("kind", [SameGameEnv, MayanEnv, SameGameVecEnv, MayanVecEnv])
def test_maskable_ppo_plays_only_what_the_masks_permit(kind: Any, observation: str) -> None:
    """Trains on single environments, which Stable-Baselines3 wraps in a vector, and on vectors."""
    learners, samegame = pytest.importorskip("sb3_contrib"), kind in (SameGameEnv, SameGameVecEnv)
    if samegame and observation == "dict":
        pytest.skip("of Mayan puzzles alone")
    words: dict[str, Any] = {"strict": True, "observation": observation}
    words |= {"rows": 6, "cols": 6, "colors": 3} if samegame else {"max_moves": 2}
    if kind in (SameGameVecEnv, MayanVecEnv):
        adapted = importlib.import_module("tilefall.gym.sb3").VecEnv
        made = adapted(kind(8, autoreset_mode="same_step", **words))
        env = importlib.import_module("stable_baselines3.common.vec_env").VecMonitor(made)
    else:
        env = kind(**words)
    # On networks this small, threads only wait for each other.
    importlib.import_module("torch").set_num_threads(1)
    policy = "MultiInputPolicy" if observation == "dict" else "MlpPolicy"
    sizes: dict[str, Any] = {"n_steps": 64, "batch_size": 64, "n_epochs": 2, "seed": 1, "device": "cpu"}
    model = learners.MaskablePPO(policy, env, **sizes)
    model.learn(2048)
    assert model.ep_info_buffer and all(info["l"] > 0 for info in model.ep_info_buffer)
    evaluation = importlib.import_module("sb3_contrib.common.maskable.evaluation")
    assert evaluation.evaluate_policy(model, model.get_env(), n_eval_episodes=4)[0] >= 0


@pytest.mark.slow
def test_the_example_of_the_tutorial_learns() -> None:
    pytest.importorskip("sb3_contrib")
    page = (ROOT / "docs/tutorials/train.md").read_text()
    (block,) = page.split("```py\n")[1:]
    exec(block.split("```")[0].replace("100_000", "1"))
