"""The environments, one by one."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ClosedEnvironmentError
from gymnasium.utils.env_checker import check_env

import tilefall
from tilefall.gym import MayanEnv, SameGameEnv

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
def test_registered_environments_hide_no_method(name: str) -> None:
    env: Any = gymnasium.make(name)
    _, info = env.reset(seed=1)
    assert (env.action_masks() == info["action_mask"]).all() and env.board.moves == []
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
    mayan = MayanEnv(max_moves=2)
    for at, puzzle in enumerate(tilefall.generate("mayan", seed=4, count=3, max_moves=2)):
        seen, info = mayan.reset(seed=4 if at == 0 else None)
        assert (seen == puzzle.board.to_numpy(dense=True)).all() and info["moves_left"] == 2


@pytest.mark.parametrize(
    ("potential", "rules"),
    [
        *(("tiles", {}), ("bound", {}), ("bound", {"rules": "former"}), ("bound", {"min_group": 3})),
        ("bound", {"score": "poly:-1,9,2", "clear_factor": 2}),
    ],
)
def test_shaped_rewards_sum_to_the_plain_ones_and_the_start(potential: Any, rules: Any) -> None:
    plain, shaped = SameGameEnv(**SMALL, **rules), SameGameEnv(**SMALL, potential=potential, **rules)
    for seed in range(5):
        start = plain.reset(seed=seed)[0]
        shaped.reset(seed=seed)
        sums, terminated = [np.zeros(2)], False
        while not terminated:
            action = int(np.flatnonzero(plain.action_masks())[0])
            _, paid, terminated, _, _ = plain.step(action)
            sums.append(sums[-1] + (paid, shaped.step(action)[1]))
        # What is left of the sum of the shaped rewards is the potential of the first board.
        first = sums[-1][0] - sums[-1][1]
        if potential == "tiles":
            assert first == pytest.approx(-(start > 0).mean())
        elif not rules:
            counts = np.bincount(start.ravel(), minlength=4)[1:]
            assert first == pytest.approx(((counts - 2) ** 2).sum() + 1000)
        if potential == "bound":
            rest = [first + shaped - points - (sums[-1][0] - points) for points, shaped in sums[:-1]]
            assert all(above >= -1e-9 for above in rest)


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
    noip.reset()
    terminated, paid = False, 0.0
    for move in [(2, 1, "R"), (3, 1, "R"), (3, 0, "R")]:
        x, y, _ = move
        _, paid, terminated, _, info = noip.step((6 - y) * 5 + x)
    assert (terminated, paid, info["moves_left"]) == (True, 1.0, 0)


def test_a_swap_of_equal_tiles_costs_what_an_illegal_move_costs() -> None:
    env = MayanEnv(boards="11. / 22.", illegal_reward=-5)
    seen, _ = env.reset()
    after, reward, *_, info = env.step(0)
    assert (seen == after).all() and (reward, info["moves_left"]) == (-5, 2)


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
        assert [move.x for move in env.board.moves] == [0, 2]
        env.set_state(state)
    skips = MayanEnv(boards=[puzzle | {"allow_noop": False}], illegal_reward=-5)
    assert skips.reset()[1]["action_mask"][5] == 0 and skips.step(5)[1] == -5


def test_bad_words_actions_and_seeds_are_refused() -> None:
    env = SameGameEnv(**SMALL, illegal_reward=-1)
    seen, info = env.reset(seed=1)
    for action in (-1, 30, 2**40):
        with pytest.raises(ValueError, match="expected 0 to 29"):
            env.step(action)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, paid, *_ = env.step(np.int64(illegal))
    assert paid == -1 and (after == seen).all()
    env.close()
    with pytest.raises(ClosedEnvironmentError):
        env.step(0)


def test_boards_at_the_edge_are_played() -> None:
    env = SameGameEnv(rows=1, cols=1, colors=1)
    _, info = env.reset(seed=1)
    assert not info["action_mask"].any() and env.step(0)[1:3] == (0.0, True)
    clear = SameGameEnv(rows=2, cols=2, colors=1, clear_bonus=2**64 - 1)
    clear.reset()
    assert clear.step(0)[1:3] == (float(2**63), True)
    boards = [tilefall.MayanBoard("1. / 1.")]
    assert MayanEnv(boards=boards, max_moves=40).reset()[1]["moves_left"] == 40
