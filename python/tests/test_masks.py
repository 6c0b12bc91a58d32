"""Stable-Baselines3's MaskablePPO learns on the environments and plays only what their masks permit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tilefall.gym import MayanVecEnv, SameGameVecEnv

sb3_contrib = pytest.importorskip("sb3_contrib")

# On networks this small, threads only wait for each other.
pytest.importorskip("torch").set_num_threads(1)

STEPS = 256
SMALL = {"n_steps": 64, "batch_size": 64, "n_epochs": 2, "seed": 1, "device": "cpu"}


@pytest.mark.parametrize(
    "envs",
    [
        lambda: SameGameVecEnv(8, rows=6, cols=6, colors=4, observation="planes", autoreset_mode="same_step"),
        lambda: MayanVecEnv(8, max_moves=2, observation="planes", autoreset_mode="same_step"),
    ],
)
def test_a_learner_runs_on_a_native_vector(envs: Any) -> None:
    from stable_baselines3.common.vec_env import VecMonitor

    from tilefall.gym.sb3 import VecEnv

    played: list[bool] = []

    class Watched(VecEnv):
        def step_async(self, actions: Any) -> None:
            played.extend(self.action_masks()[np.arange(8), actions])
            super().step_async(actions)

    env = VecMonitor(Watched(envs()))
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, **SMALL)
    model.learn(STEPS * 4)
    assert len(played) >= STEPS * 4 and all(played)
    assert model.ep_info_buffer and all(info["l"] > 0 for info in model.ep_info_buffer)


def test_the_example_of_the_readme_learns() -> None:
    page = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    (block,) = page.split("```py\n")[1:]
    code = block.split("```")[0]
    assert "100_000" in code
    names: dict[str, Any] = {}
    exec(code.replace("100_000", "1"), names)
    assert names["model"].num_timesteps > 0
