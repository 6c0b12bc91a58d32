"""The environments, one by one."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import tilefall
from tilefall.gym import MayanEnv, SameGameEnv, make_vec

SMALL: dict[str, Any] = {"rows": 5, "cols": 6, "colors": 3}


@pytest.mark.parametrize("name", ["tilefall/SameGame-v0", "tilefall/Mayan-v0"])
@pytest.mark.parametrize("observation", ["cells", "planes", "dict"])
@pytest.mark.parametrize("render_mode", [None, "ansi", "rgb_array"])
def test_check_env_is_clean(name: str, observation: str, render_mode: str | None) -> None:
    if (name, observation) == ("tilefall/SameGame-v0", "dict"):
        pytest.skip("of Mayan puzzles alone")
    env = gymnasium.make(name, observation=observation, render_mode=render_mode)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=False)
    env.reset(seed=1)
    if render_mode == "ansi":
        assert isinstance(env.render(), str)
    elif render_mode == "rgb_array":
        frame: Any = env.render()
        assert frame.dtype == np.uint8 and frame.ndim == 3


@pytest.mark.parametrize("name", [name for name in gymnasium.registry if name.startswith("tilefall/")])
def test_registered_environments_have_a_limit_and_masks(name: str) -> None:
    made: Any = gymnasium.make(name)
    _, info = made.reset(seed=1)
    assert gymnasium.spec(name).max_episode_steps and made.spec.max_episode_steps
    env = made.unwrapped
    masks = made.get_wrapper_attr("action_masks")()
    assert masks.dtype == bool and (masks == info["action_mask"]).all() and not (~masks & masks).any()
    assert env.board.moves == []
    env.step(int(info["action_mask"].argmax()))
    assert (env.set_state(env.get_state())[1]["action_mask"] == env.action_masks()).all()
    assert gymnasium.make_vec(name, 2).reset(seed=1)[1]["action_mask"].shape == (2, len(info["action_mask"]))


def test_the_first_cells_of_groups_may_be_the_mask() -> None:
    env = SameGameEnv(mask="first", reward="clear", left_penalty="n2", **SMALL)
    for seed in range(9):
        _, info = env.reset(seed=seed)
        total, terminated = 0.0, False
        while not terminated:
            groups = [group.index for group in env.board.groups()]
            assert sorted(np.flatnonzero(info["action_mask"])) == sorted(groups)
            _, paid, terminated, _, info = env.step(groups[-1])
            total += paid
        assert (info["score"], total) == (env.board.score, float(env.board.cleared))
        assert env.step(0)[1:3] == (0.0, True)


def test_episodes_of_a_seed_are_the_generated_boards() -> None:
    env = SameGameEnv(**SMALL)
    puzzles = tilefall.generate(seed=11, count=4, **SMALL)
    for at, puzzle in enumerate(puzzles):
        seen, _ = env.reset(seed=11 if at == 0 else None)
        assert (seen == puzzle.board.to_numpy()).all()
    mayan = MayanEnv(max_moves=2, observation="cells")
    for at, puzzle in enumerate(tilefall.generate("mayan", seed=4, count=3, max_moves=2)):
        seen, info = mayan.reset(seed=4 if at == 0 else None)
        assert (seen == puzzle.board.to_numpy(dense=True)).all() and info["moves_left"] == 2


def test_boards_come_from_files_and_lists() -> None:
    env = SameGameEnv(boards=Path("data/bench/samegame8x8.jsonl"), order="cycle")
    puzzles = tilefall.read(Path("data/bench/samegame8x8.jsonl"))
    for puzzle in puzzles[:3]:
        seen = env.reset()[0]
        assert (seen == puzzle.board.to_numpy()).all() and env.board == tilefall.SameGameBoard(seen)
    chance = SameGameEnv(boards=puzzles)
    kinds = {chance.reset(seed=seed)[0].tobytes() for seed in range(40)}
    assert len(kinds) > 10 and (chance.reset(seed=1)[0] == chance.reset(seed=1)[0]).all()
    noip = MayanEnv(boards=Path("data/samples/noip.txt"), reward="clear")
    info = noip.reset()[1]
    terminated, paid = False, 0.0
    for move in tilefall.solve(Path("data/samples/noip.txt"), game="mayan").moves:
        _, paid, terminated, _, info = noip.step(move.index)
    assert (terminated, paid, info["moves_left"]) == (True, 1.0, 0)


def test_a_swap_of_equal_tiles_is_a_move_where_lists_have_exactly_m_moves() -> None:
    puzzle = {"game": "mayan", "rows": ["..2..", "11212"], "moves": 2, "mode": "exactly"}
    env = MayanEnv(boards=[puzzle], illegal_reward=-5, reward="clear")
    _, info = env.reset()
    assert info["action_mask"][5] == 1
    env.step(5)
    state = env.get_state()
    for _ in range(2):
        _, reward, terminated, _, info = env.step(7)
        assert (reward, terminated, info["moves_left"]) == (1.0, True, 0)
        assert [move.col for move in env.board.moves] == [0, 2]
        env.set_state(state)
    skips = MayanEnv(boards=[puzzle | {"allow_noop": False}], illegal_reward=-5)
    assert skips.reset()[1]["action_mask"][5] == 0 and skips.step(5)[1] == -5


def test_boards_at_the_edge_are_played() -> None:
    env = SameGameEnv(rows=1, cols=1, colors=1)
    _, info = env.reset(seed=1)
    assert not info["action_mask"].any() and env.step(0)[1:3] == (0.0, True)
    clear = SameGameEnv(rows=2, cols=2, colors=1, clear_bonus=2**64 - 1)
    clear.reset()
    assert clear.step(0)[1:3] == (float(2**63), True)
    boards = [tilefall.MayanBoard("1. / 1.")]
    assert MayanEnv(boards=boards, max_moves=40).reset()[1]["moves_left"] == 40


def test_an_illegal_action_costs_a_step_and_is_said() -> None:
    """Steps that change nothing end an episode; with ``strict`` they are refused; none is before a reset."""
    env = SameGameEnv(boards="112 / 131", max_episode_steps=3)
    with pytest.raises(ResetNeeded, match="reset"):
        env.step(0)
    env.reset()
    for left in (2, 1, 0):
        _, _, terminated, truncated, info = env.step(2)
        assert (terminated, truncated, info["illegal"]) == (False, left == 0, True)
    strict = make_vec("samegame", 2, boards="112 / 121", strict=True)
    with pytest.raises(ResetNeeded):
        strict.step([0, 0])
    before, _ = strict.reset()
    with pytest.raises(
        ValueError, match="action 5 of environment 1 cannot be played, expected one of the action"
    ):
        strict.step([0, 5])
    assert (strict.reset()[0] == before).all()
