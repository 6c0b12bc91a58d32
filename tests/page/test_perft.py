"""Checks the counts in data/perft with the independent model of the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import rules
from rules import Board

PERFT = Path(__file__).resolve().parents[2] / "data" / "perft"

# Lines of more sequences than this are left to tests/packed/perft.rs.
QUICK = 1200


def lines(game: str) -> dict[str, list[list[int]]]:
    """The lines of each board: depth, sequences, boards, sequences that end on the empty board."""
    boards: dict[str, list[list[int]]] = {}
    for line in (PERFT / f"{game}.tsv").read_text().splitlines():
        if not line.startswith("#"):
            rows, *counts = line.split("\t")
            boards.setdefault(rows, []).append([int(count) for count in counts])
    return boards


def after_clicks(board: Board, width: int) -> Iterator[Board]:
    """The boards after each group of two tiles or more."""
    seen: set[tuple[int, int]] = set()
    for cell in sorted(board):
        group = rules.group_of(board, cell)
        if cell not in seen and len(group) > 1:
            yield rules.click(board, group)
        seen |= group


def after_slides(board: Board, width: int) -> Iterator[Board]:
    """The boards after each canonical move: a swap is the right move of its left block."""
    for row, col in sorted(board):
        right, left = (row, col + 1), (row, col - 1)
        if col + 1 < width and board.get(right) != board[row, col]:
            yield rules.slide(board, (row, col), right)
        if col > 0 and left not in board:
            yield rules.slide(board, (row, col), left)


@pytest.mark.parametrize(
    ("game", "children", "least"), [("samegame", after_clicks, 80), ("mayan", after_slides, 40)]
)
def test_a_second_program_counts_the_same(
    game: str, children: Callable[[Board, int], Iterator[Board]], least: int
) -> None:
    checked = 0
    for rows, known in lines(game).items():
        drawn = rows.split("/")[::-1]
        board = {
            (row, col): name for row, text in enumerate(drawn) for col, name in enumerate(text) if name != "."
        }
        if game == "mayan":
            board = rules.settled(board)
        layer = Counter({frozenset(board.items()): 1})
        for depth, *counts in sorted(known):
            if counts[0] > QUICK:
                break
            below: Counter[frozenset] = Counter()
            for start, ways in layer.items():
                for child in children(dict(start), len(drawn[0])):
                    below[frozenset(child.items())] += ways
            layer = below
            found = [sum(layer.values()), len(layer), layer[frozenset()]]
            assert found == counts, f"{game} {rows} at depth {depth}"
            checked += 1
    assert checked >= least
