"""Environments: single ones, episodes on given boards, and the properties of boards that environments keep."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import tilefall
from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv, make_vec

SMALL: dict[str, Any] = {"rows": 5, "cols": 6, "colors": 3}
LETTERS = "ABB / ABC"
TILES = [[1, 2, 2], [1, 2, 3]]
MAYAN = tilefall.MayanBoard("21... / 12... / 12...")


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
    many = gymnasium.make_vec(name, 2)
    assert isinstance(many.unwrapped, SameGameVecEnv | MayanVecEnv)
    assert many.reset(seed=1)[1]["action_mask"].shape == (2, len(info["action_mask"]))


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
    """Steps that change nothing end an episode; with ``strict`` they are refused. A step before a reset is refused."""
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


def small(**more: Any) -> SameGameEnv:
    return SameGameEnv(rows=2, cols=3, colors=3, dense=True, **more)


def many(**more: Any) -> SameGameVecEnv:
    return SameGameVecEnv(3, rows=2, cols=3, colors=3, dense=True, **more)


def test_an_episode_begins_on_a_given_board() -> None:
    env, board = small(), tilefall.SameGameBoard(LETTERS, score="n1")
    seen, info = env.reset(seed=4, options={"board": board})
    assert seen.tolist() == TILES
    assert (info["score"], info["removed"], info["action_mask"].tolist()) == (0, 0, [1, 1, 1, 1, 1, 0])
    assert env.board == board
    assert (env.board.names, env.board.rules) == (board.names, board.rules)
    with pytest.raises(ValueError, match="color number 38, expected at most 3; dense=True"):
        SameGameEnv(rows=2, cols=3, colors=3).reset(options={"board": board})
    assert env.step(1)[1] == 4, "(n - 1)² by the rules of the board, not (n - 2)² as usual"
    # After the given board comes the second episode of the seed.
    twin = small()
    twin.reset(seed=4)
    assert (env.reset()[0] == twin.reset()[0]).all()


def test_a_mayan_episode_has_the_moves_of_its_puzzle() -> None:
    env = MayanEnv(boards=[MAYAN], max_moves=5)
    puzzle = MAYAN.to_puzzle()
    assert env.reset(options={"board": puzzle})[1]["moves_left"] == 5
    assert env.board == MAYAN
    (line,) = tilefall.read('{"game":"mayan","rows":["21...","12...","12..."],"moves":4}')
    assert env.reset(options={"board": line})[1]["moves_left"] == 4


@pytest.mark.parametrize(
    ("options", "error", "why"),
    [
        ({"board": "11 / 11"}, ValueError, "the board is 2x2, expected 2x3"),
        ({"board": "123 / 456"}, ValueError, "the board has a color number 6, expected at most 3"),
        ({"board": [LETTERS, LETTERS]}, ValueError, "board has 2 puzzles, expected one"),
        ({"board": []}, ValueError, "board has 0 puzzles, expected one"),
        ({"board": MAYAN}, (TypeError, ValueError), "board"),
        ({"bord": LETTERS}, ValueError, "options has 'bord', expected board"),
        ({"reset_mask": [True]}, ValueError, "options has 'reset_mask', expected board"),
        ([LETTERS], TypeError, "options is .*, expected a dict"),
    ],
)
def test_options_that_do_not_fit_are_refused(options: Any, error: Any, why: str) -> None:
    env = small()
    before = env.reset(seed=1)[0]
    with pytest.raises(error, match=why):
        env.reset(options=options)
    assert (env.board.to_numpy() == before).all(), "the episode goes on"


def test_vectors_begin_on_given_boards() -> None:
    envs = many(seed=1)
    seen, _ = envs.reset(options={"boards": LETTERS})
    assert seen.tolist() == [TILES] * 3
    boards = ["ABB / ABC", "AAA / AAA", "CCC / BBB"]
    seen, info = envs.reset(options={"boards": boards, "reset_mask": np.array([False, True, True])})
    assert seen.tolist() == [TILES, [[1] * 3] * 2, [[2] * 3, [1] * 3]]
    assert info["action_mask"].sum(1).tolist() == [5, 6, 6]
    mayan = MayanVecEnv(2, rows=3, cols=5, boards=[MAYAN.to_puzzle()], max_moves=2)
    assert mayan.reset(options={"boards": MAYAN})[1]["moves_left"].tolist() == [2, 2]
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"boards": boards[:2]}, "boards has 2 elements, expected 1 or one for each of 3 environments"),
        ({"boards": ["11 / 11", *boards[1:]]}, "the board is 2x2, expected 2x3"),
        ({"board": LETTERS}, "options has 'board', expected reset_mask or boards"),
    ]
    for options, why in wrong:
        with pytest.raises(ValueError, match=why):
            envs.reset(options=options)
    assert all(envs.board(at) == tilefall.SameGameBoard(board) for at, board in enumerate(boards)), (
        "none began"
    )


def test_given_boards_keep_their_names_and_rules() -> None:
    lines = (
        '{"game":"samegame","rows":["223","233"],"rules":{"score":"n1"}}\n'
        '{"game":"samegame","rows":["557","577"],"rules":{"clear_bonus":7}}\n'
    )
    puzzles = tilefall.read(lines)
    env = SameGameEnv(boards=puzzles, order="cycle")
    for puzzle, points in zip(puzzles, [4 + 4, 1 + 1 + 7], strict=True):
        env.reset()
        board = tilefall.SameGameBoard(puzzle)
        assert env.board == board
        assert (env.board.names, env.board.rules) == (board.names, board.rules)
        restored = pickle.loads(pickle.dumps(env))
        assert (restored.board.names, restored.board.rules) == (board.names, board.rules)
        played = 0.0
        while not env.board.is_over:
            played += env.step(int(env.action_masks().argmax()))[1]
        assert played == points
    same = SameGameEnv(boards=puzzles, order="cycle", rules="tatham")
    assert [same.reset() and same.board.rules["score"] for _ in puzzles] == ["n2", "n2"]


@pytest.mark.parametrize("kind", ["one", "vector", "pickled", "restored"])
@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("samegame", {"rows": 6, "cols": 6, "left_penalty": "n2"}),
        ("mayan", {"max_moves": 2, "seed": 1, "observation": "cells"}),
    ],
)
def test_an_episode_is_a_list(game: Any, words: dict[str, Any], kind: str) -> None:
    """The moves of a board are the actions of its episode. They can be verified, replayed and undone."""
    env: Any = make_vec(game, 2, autoreset_mode="disabled", reward="clear", **words)
    seen, info = env.reset(seed=3)
    taken: list[int] = []
    while info["action_mask"][0].any():
        actions = env.sample_actions()
        taken.append(int(actions[0]))
        seen, *_, info = env.step(actions)
        if kind == "pickled":
            env = pickle.loads(pickle.dumps(env))
    if kind == "restored":
        other = make_vec(game, 1, **words)
        other.set_state(pickle.loads(pickle.dumps(env.get_state([0]))))
        env = other
    board = env.board(0)
    assert (board.to_numpy() == seen[0]).all()
    assert [move.index for move in board.moves] == taken
    assert bool(tilefall.verify(board.start, board.moves)) == (board.cleared or game == "samegame")
    assert "<script" in tilefall.replay(board).html
    while board.undo():
        pass
    assert board.to_puzzle() == board.start


@pytest.mark.parametrize("observation", ["planes", "dict"])
def test_mayan_observations_have_the_moves_left(observation: Any) -> None:
    boards: Any = [MAYAN, MAYAN.to_puzzle().with_task(max_moves=300)]
    envs = MayanVecEnv(2, boards=boards, order="cycle", max_moves=3, observation=observation, dense=True)
    one: Any = MayanEnv(boards=boards[:1], max_moves=3, observation=observation, dense=True)
    for seen, shape in ((envs.reset()[0], (2,)), (one.reset()[0], ())):
        assert seen in (envs if shape else one).observation_space
        left = [3, 300][: len(shape) + 1]
        if observation == "planes":
            assert seen.shape == (*shape, 3, 3, 5)
            assert seen.reshape(-1, 3, 3, 5)[:, 2, 0, 0].tolist() == [min(number, 255) for number in left]
            assert seen.reshape(-1, 3, 3, 5)[0, :2].sum() == MAYAN.tiles
        else:
            assert seen["cells"].shape == (*shape, 3, 5) and seen["moves_left"].ravel().tolist() == left
    most = one.observation_space["moves_left"] if observation == "dict" else one.observation_space
    assert most.high.max() == 3
    with pytest.raises(ValueError, match="allows 300 moves, expected at most 3"):
        one.reset(options={"board": boards[1]})
    after = one.step(0)[0]
    assert (after[2, 0, 0] if observation == "planes" else after["moves_left"][0]) == 2


@pytest.mark.parametrize(
    "board", [tilefall.SameGameBoard("112 / 121"), tilefall.MayanBoard("12. / 21. / 112")]
)
def test_legal_moves_are_the_moves_of_different_outcomes(board: Any) -> None:
    def after(index: int) -> str:
        other = board.copy()
        other.play(index)
        return str(other)

    moves = [move.index for move in board.legal_moves()]
    assert set(moves) <= set(np.flatnonzero(board.action_mask()).tolist())
    outcomes = [after(index) for index in moves]
    assert len(set(outcomes)) == len(moves)
    assert set(outcomes) == {after(index) for index in np.flatnonzero(board.action_mask()).tolist()}
