"""Stable-Baselines3's MaskablePPO learns on the environments and plays only what their masks permit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv

sb3_contrib = pytest.importorskip("sb3_contrib")

# On networks this small, threads only wait for each other.
pytest.importorskip("torch").set_num_threads(1)

STEPS = 256
SMALL = {"n_steps": 64, "batch_size": 64, "n_epochs": 2, "seed": 1, "device": "cpu"}


def watched(kind: Any, keywords: dict[str, Any], played: list[bool]) -> Any:
    """An environment that notes of every action whether the mask permits it."""

    class Watched(kind):
        def step(self, action: Any) -> Any:
            played.append(bool(self.action_masks()[action]))
            return super().step(action)

    return Watched(**keywords)


GAMES: list[tuple[type[Any], dict[str, Any]]] = [
    (SameGameEnv, {"rows": 6, "cols": 6, "colors": 4, "observation": "planes"}),
    (SameGameEnv, {"rows": 6, "cols": 6, "colors": 4, "mask": "first"}),
    (MayanEnv, {"max_moves": 2, "observation": "planes"}),
]


@pytest.mark.parametrize(("kind", "keywords"), GAMES)
@pytest.mark.parametrize("several", [False, True])
def test_a_learner_with_masks_plays_legal_actions_alone(
    kind: type[Any], keywords: Any, several: bool
) -> None:
    from sb3_contrib.common.maskable.utils import get_action_masks
    from stable_baselines3.common.vec_env import DummyVecEnv

    played: list[bool] = []
    envs = [lambda: watched(kind, keywords, played)] * 2
    env = DummyVecEnv(envs) if several else envs[0]()
    model = sb3_contrib.MaskablePPO("MlpPolicy", env, **SMALL)
    model.learn(STEPS)
    assert len(played) >= STEPS and all(played)
    # What it has learnt is asked with masks as well.
    env = model.get_env()
    seen = env.reset()
    for _ in range(50):
        masks = get_action_masks(env)
        actions, _ = model.predict(seen, action_masks=masks)
        assert masks[np.arange(len(actions)), actions].all()
        seen, *_ = env.step(actions)


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


def test_a_learner_without_masks_does_not() -> None:
    played: list[bool] = []
    kind, keywords = GAMES[0]
    model = sb3_contrib.MaskablePPO("MlpPolicy", watched(kind, keywords, played), **SMALL)
    model.learn(STEPS, use_masking=False)
    assert not all(played)


def test_the_example_of_the_readme_learns() -> None:
    page = (Path(__file__).resolve().parents[1] / "README.md").read_text()
    (block,) = page.split("```py\n")[1:]
    code = block.split("```")[0]
    assert "100_000" in code
    names: dict[str, Any] = {}
    exec(code.replace("100_000", "1"), names)
    assert names["model"].num_timesteps > 0
