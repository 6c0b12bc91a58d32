"""Boards: from everything, played, copied, pickled."""

from __future__ import annotations

import pickle
import random
from typing import Any

import numpy as np
import pytest
from test_simulator import SameGame

import tilefall
from tilefall import MayanBoard, SameGameBoard
from tilefall.types import Rules

DRAWING = "2133 / 2113 / 1223"


@pytest.mark.parametrize(
    "size", "1x1x1 4x5x3 15x15x5 16x16x7 17x3x4 31x9x2 9x20x5 9x40x8 20x19x4 49x5x3 3x70x2".split()
)
@pytest.mark.parametrize("least", [1, 2, 3, 4])
def test_boards_play_as_the_rules_say(size: str, least: int) -> None:
    rows, cols, colours = map(int, size.split("x"))
    rng = np.random.default_rng(rows + cols + colours)
    cells = rng.integers(1, colours + 1, (rows, cols), dtype=np.uint8)
    board, game = SameGameBoard(cells, min_group=least), SameGame(cells.tolist(), {"min_group": least})
    assert board.playout(1).is_over and board.playout(1, "tabu").is_over and not board.moves
    assert board.playout(1, "tabu").moves == board.playout(1, "tabu").moves
    while (legal := np.array(game.mask())).any():
        assert board.action_mask().tolist() == legal.tolist() and not board.is_over
        action = int(rng.choice(np.flatnonzero(legal)))
        place = divmod(action, cols)
        assert sorted(board.group(action)) == sorted(board.group(place)) == sorted(game.group(*place))
        assert board.play(place if action % 2 else action) == game.play(action)[0]
        assert (board.to_numpy().tolist(), board.score) == (game.cells(), game.score)
    assert board.is_over and not board.action_mask().any()
    # All the way back, and forth again.
    end, clicks = board.copy(), board.moves
    while board.undo() is not None:
        pass
    assert board.tiles == rows * cols and board.moves == []
    while board.redo() is not None:
        pass
    assert (board, board.moves, board.score) == (end, clicks, end.score)


def test_a_board_tells_what_it_is() -> None:
    board = SameGameBoard(DRAWING)
    record = {"game": "samegame", "rows": ["2133", "2113", "1223"]}
    assert SameGameBoard(board.to_numpy()) == SameGameBoard(record) == board
    assert str(board) == "2133\n2113\n1223"
    assert repr(board) == "<SameGameBoard 3x4, 12 tiles, score 0\n2 1 3 3\n2 1 1 3\n1 2 2 3>"
    assert "<table" in board._repr_html_()
    assert SameGameBoard(record | {"rules": {"score": "n1"}}).rules["score"] == "n1"
    usual = SameGameBoard(DRAWING).rules
    assert usual.keys() == Rules.__annotations__.keys()
    assert SameGameBoard(DRAWING, score="n1", clear_bonus=7).rules == {
        **usual,
        "score": "n1",
        "clear_bonus": 7,
    }
    assert [group.cell for group in board.groups()] == board.legal_moves() == [(1, 0), (2, 1), (1, 1), (0, 2)]
    assert board.color((2, 1)) == board[2, 1] == 2 and board.counts() == [4, 4, 4]


def test_boards_of_text_keep_their_letters_and_take_options() -> None:
    puzzle = tilefall.read("RBB\nRRB\n")[0]
    assert puzzle.format == "rows" and str(SameGameBoard(puzzle)) == "RBB\nRRB"
    assert str(SameGameBoard(tilefall.read("100\n122\n", empty="0")[0])) == "1..\n122"
    assert str(SameGameBoard(tilefall.read("122\n1..\n", rows_from="bottom")[0])) == "1..\n122"
    assert tilefall.read("1..\n212\n", game="mayan")[0].game == "mayan"


def test_an_illegal_click_changes_nothing() -> None:
    board = SameGameBoard(DRAWING)
    cells: list[Any] = [(3, 0), (-1, 0), (0, 4), 12, -1]
    for cell in cells:
        with pytest.raises(IndexError, match="expected"):
            board.play(cell)
    with pytest.raises(ValueError, match=r"^\(2, 0\): the tile stands alone, expected"):
        board.play((2, 0))
    assert board.moves == []


def test_mayan_boards_play_and_name_moves() -> None:
    board = MayanBoard("21... / 12... / 12...")
    assert board.shape == (3, 5) and board.tiles == 6 and not board.cleared
    legal = np.flatnonzero(board.action_mask())
    assert len(legal) == len(board.legal_moves())
    for action, move in zip(
        sorted(legal), sorted(board.legal_moves(), key=lambda move: move.index), strict=True
    ):
        a, b = board.copy(), board.copy()
        assert a.play(int(action)) == b.play(move) and a == b
    assert board.play((0, 0, "R")) == 6 and board.cleared
    assert board.undo() == (0, 0, "R") and board.redo() == (0, 0, "R")
    for move in [(2, 0, "L"), (2, 4, "R"), (9, 9, "R"), (2, 3, "R")]:
        with pytest.raises((ValueError, IndexError)):
            MayanBoard("21... / 12... / 12...").play(move)
    assert MayanBoard("111 / 222") == MayanBoard("... / ..."), "runs vanish at once"


def test_large_boards_are_played() -> None:
    board = tilefall.generate(rows=200, cols=200, colors=3)[0].board
    assert board.play(random.Random(1).choice(board.groups()).index) >= 2


def test_a_swap_of_equal_tiles_is_a_move_where_lists_have_exactly_m_moves() -> None:
    puzzle = {"game": "mayan", "rows": ["..2..", "11212"], "moves": 2, "mode": "exactly"}
    result = tilefall.solve(puzzle, game="mayan")
    assert result.moves == [(1, 0, "R"), (1, 2, "R")]
    board = MayanBoard(puzzle)
    assert (1, 0, "R") in board.legal_moves() and board.action_mask()[5]
    for played in (board, pickle.loads(pickle.dumps(board)), board.copy()):
        assert [played.play(move) for move in result.moves] == [0, 6] and played.cleared
        again = pickle.loads(pickle.dumps(played))
        assert (
            again.moves == result.moves
            and again.undo()
            and again.undo()
            and (1, 0, "R") in again.legal_moves()
        )
    skipped = tilefall.solve(puzzle, game="mayan", skip_noop=True)
    assert skipped.status == "infeasible" and tilefall.verify(puzzle, skipped, skip_noop=True)[0].proven
    assert not tilefall.verify(puzzle, skipped)[0] and tilefall.verify(puzzle, result)[0].proven
    assert tilefall.verify(puzzle, result.moves) and not tilefall.verify(puzzle, result.moves, skip_noop=True)
    other = MayanBoard(puzzle | {"mode": "within"})
    assert (1, 0, "R") not in other.legal_moves()
    with pytest.raises(ValueError, match="two equal tiles is no move"):
        other.play((1, 0, "R"))
