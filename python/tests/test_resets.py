"""Resets on given boards, and what environments keep of given boards: names of colors, rules, random draws."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import tilefall
from tilefall.gym import MayanEnv, MayanVecEnv, SameGameEnv, SameGameVecEnv, make_vec

LETTERS = "ABB / ABC"
TILES = [[1, 2, 2], [1, 2, 3]]
MAYAN = tilefall.MayanBoard("21... / 12... / 12...")


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
    # The episode after it is the one after the first of this seed.
    twin = small()
    twin.reset(seed=4)
    assert (env.reset()[0] == twin.reset()[0]).all()


@pytest.mark.parametrize("board", [LETTERS, np.array(TILES, np.uint8), {"rows": ["ABB", "ABC"]}])
def test_boards_are_taken_as_solve_takes_them(board: Any) -> None:
    if isinstance(board, dict):
        board = tilefall.read('{"game":"samegame","rows":["ABB","ABC"]}')
    assert small().reset(options={"board": board})[0].tolist() == TILES


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
    """The list of an episode is checked, replayed, and turned into the arrays that the episode had."""
    env: Any = make_vec(game, 2, autoreset_mode="disabled", reward="clear", **words)
    seen, info = env.reset(seed=3)
    rows: list[Any] = []
    while info["action_mask"][0].any():
        actions = env.sample_actions()
        rows.append((seen[0], info["action_mask"][0], actions[0]))
        seen, rewards, *_, info = env.step(actions)
        rows[-1] += (rewards[0],)
        if kind == "pickled":
            env = pickle.loads(pickle.dumps(env))
    if kind == "restored":
        other = make_vec(game, 1, **words)
        other.set_state(pickle.loads(pickle.dumps(env.get_state([0]))))
        env = other
    board = env.board(0)
    assert len(board.moves) == len(rows) and (board.to_numpy() == seen[0]).all()
    assert [move.index for move in board.moves] == [int(row[2]) for row in rows]
    assert bool(tilefall.verify(board.start, board.moves)) == (board.cleared or game == "samegame")
    assert "<script" in tilefall.replay(board).html
    while board.undo():
        pass
    assert board.to_puzzle() == board.start


def test_lists_of_moves_are_checked() -> None:
    board = tilefall.SameGameBoard("2133 / 2113 / 1223")
    good, wrong = tilefall.verify(board, [(1, 1)]), tilefall.verify(board, [(2, 0)])
    assert (good.valid, good.score, good.cleared, good.length) == (True, 1, False, 1)
    assert not wrong and wrong.faults[0][1].startswith("move 1, (2, 0): the tile stands alone")
    outside = tilefall.verify(board, [(9, 1)])
    assert not outside and "no cell (9, 1), expected row 0 to 2" in outside.faults[0][1]
    assert tilefall.verify(board, board.moves).length == 0 and not tilefall.verify([board], [])
    assert tilefall.verify(MAYAN, [(0, 0, "R")]).cleared
    assert tilefall.verify([], []) and not tilefall.verify([board, board], board.moves)


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
