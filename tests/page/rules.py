"""A second, simple implementation of the rules of both games, to compare the pages with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

# The name of the colour on each cell; rows and columns count from 0 at the bottom left.
Board = dict[tuple[int, int], str]


@dataclass
class Frame:
    """The expected state of a page after some steps."""

    board: Board
    score: int
    # The name of the next step; empty after the last one.
    coming: str = ""
    # The part of the score that the rules add at the end of a game.
    end: int = 0


def frames(puzzle: dict[str, Any], answer: dict[str, Any]) -> list[Frame]:
    """All boards of an answer, the first one and the last one among them."""
    rows = puzzle["rows"][::-1]
    board = {
        (row, col): name for row, text in enumerate(rows) for col, name in enumerate(text) if name != "."
    }
    width = max(map(len, rows))
    play = clicks if puzzle["game"] == "samegame" else slides
    return play(board, width, answer["moves"], puzzle.get("rules", {}))


def clicks(board: Board, width: int, moves: list[list[int]], rules: dict[str, Any]) -> list[Frame]:
    """Plays SameGame; rows and columns of a click count from 1."""
    less = {"n2": 2, "n1": 1}[rules.get("score", "n2")]
    shown = [Frame(board, 0)]
    for row, col in moves:
        shown[-1].coming = f"{row} {col}"
        group = group_of(board, (row - 1, col - 1))
        assert len(group) > 1
        board = click(board, group)
        shown.append(Frame(board, shown[-1].score + (len(group) - less) ** 2))
    if not board:
        shown[-1].end = rules.get("clear_bonus", 1000)
    if rules.get("left_penalty") == "n2":
        left = list(board.values())
        shown[-1].end -= sum((left.count(name) - 2) ** 2 for name in set(left))
    shown[-1].score += shown[-1].end
    return shown


def group_of(board: Board, cell: tuple[int, int]) -> set[tuple[int, int]]:
    """The connected cells of one colour around this cell."""
    group = {cell}
    grown: set[tuple[int, int]] = set()
    while group != grown:
        grown = set(group)
        for y, x in grown:
            near = [(y + 1, x), (y - 1, x), (y, x + 1), (y, x - 1)]
            group |= {cell for cell in near if cell in board and board[cell] == board[y, x]}
    return group


def click(board: Board, group: set[tuple[int, int]]) -> Board:
    """Removes a group; tiles fall, and columns close to the left."""
    board = fall({cell: name for cell, name in board.items() if cell not in group})
    full = sorted({col for _, col in board})
    return {(row, full.index(col)): name for (row, col), name in board.items()}


def slides(board: Board, width: int, moves: list[list[Any]], rules: dict[str, Any]) -> list[Frame]:
    """Plays the Mayan puzzle; a move is x, y and a side."""
    shown = [Frame(board, 0)]
    if settled(board) != board:
        shown[-1].coming = "runs vanish"
        board = settled(board)
        shown.append(Frame(board, 0))
    for x, y, side in moves:
        shown[-1].coming = f"{x} {y} {side}"
        here, there = (y, x), (y, x + (1 if side == "R" else -1))
        assert here in board and 0 <= there[1] < width
        board = slide(board, here, there)
        shown.append(Frame(board, 0))
    return shown


def slide(board: Board, here: tuple[int, int], there: tuple[int, int]) -> Board:
    """Moves a block to the cell beside it, or swaps two, and settles the board."""
    moved = {cell: name for cell, name in board.items() if cell not in (here, there)}
    moved[there] = board[here]
    if there in board:
        moved[here] = board[there]
    return settled(fall(moved))


def fall(board: Board) -> Board:
    """Lets tiles fall."""
    fallen: Board = {}
    for (_, col), name in sorted(board.items()):
        fallen[sum(x == col for _, x in fallen), col] = name
    return fallen


def settled(board: Board) -> Board:
    """Removes runs of three and more until there are none."""
    while True:
        gone = set()
        for row, col in board:
            for run in (
                [(row, col + step) for step in range(3)],
                [(row + step, col) for step in range(3)],
            ):
                if len({board.get(cell) for cell in run}) == 1:
                    gone |= set(run)
        if not gone:
            return board
        board = fall({cell: name for cell, name in board.items() if cell not in gone})
