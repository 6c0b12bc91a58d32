"""A small model of both games, annealing included, that shares no code with the library.

A board is a tuple of columns, and a column is a string of tiles from the bottom. A cell is a column and a row, from 0.
"""

import itertools
import math
from collections.abc import Iterable, Sequence

Board = tuple[str, ...]
Cell = tuple[int, int]
Click = tuple[Cell, Board, set[Cell]]


def board_of(text: str) -> Board:
    """Reads rows from the top, separated by ` / `."""
    rows = text.split(" / ")[::-1]
    columns = ("".join(row[x] for row in rows if row[x] != ".") for x in range(len(rows[0])))
    return tuple(column for column in columns if column)


def cells_of(board: Board, wanted: str = "1234") -> set[Cell]:
    """Returns the cells of the tiles of some colours."""
    cells = ((x, y) for x, column in enumerate(board) for y in range(len(column)))
    return {(x, y) for x, y in cells if board[x][y] in wanted}


def group(board: Board, cell: Cell) -> set[Cell]:
    """Returns the connected tiles of one colour around a cell."""
    same = cells_of(board, board[cell[0]][cell[1]])
    found: set[Cell] = set()
    rest = [cell]
    while rest:
        x, y = rest.pop()
        if (x, y) in same and (x, y) not in found:
            found.add((x, y))
            rest += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return found


def groups(board: Board) -> list[set[Cell]]:
    """Returns the groups of two or more tiles, in the order of their first cells."""
    found: dict[Cell, set[Cell]] = {}
    for cell in sorted(cells_of(board)):
        of_cell = group(board, cell)
        if len(of_cell) > 1:
            found.setdefault(min(of_cell), of_cell)
    return [found[first] for first in sorted(found)]


def fall(board: Board, gone: set[Cell]) -> Board:
    """Returns the columns after a removal and gravity; empty ones stay."""
    return tuple("".join(t for y, t in enumerate(c) if (x, y) not in gone) for x, c in enumerate(board))


def click(board: Board, gone: set[Cell]) -> Board:
    """Returns the board after a removal."""
    return tuple(column for column in fall(board, gone) if column)


def points(tiles: int) -> int:
    """Returns the points for a removal of this many tiles."""
    return (tiles - 2) ** 2 if tiles > 1 else 0


def best_rest(board: Board) -> int:
    """Returns the bound from the numbers of tiles: each colour in one removal, and the bonus unless a tile is alone."""
    counts = [sum(column.count(name) for column in board) for name in "1234"]
    return sum(map(points, counts)) + (0 if 1 in counts else 1000)


def size_of(board: Board) -> int:
    """Returns the number of tiles."""
    return sum(map(len, board))


def flood_round(group_cells: set[Cell], colour: set[Cell]) -> set[Cell]:
    """Returns the group after one round of the flood: two steps up and down, one step aside."""

    def grown(cells: set[Cell], steps: Iterable[Cell]) -> set[Cell]:
        return cells | {(x + dx, y + dy) for x, y in cells for dx, dy in steps}

    vertical, across = ((0, 1), (0, -1)), ((1, 0), (-1, 0))
    tall = grown(group_cells, vertical) & colour
    return (grown(tall, vertical) | grown(tall, across)) & colour


BOUNDED: Board = ("31323", "", "", "211", "2")
SAMPLE: Board = ("1", "21", "234", "31", "2434")
MAYAN = (5, 5)


def swapped(board: Board, x: int, y: int) -> Board:
    """Returns the board after the block of column x, row y is swapped with the block on its right."""
    columns = [list(column) for column in board]
    columns[x][y], columns[x + 1][y] = columns[x + 1][y], columns[x][y]
    return tuple("".join(column) for column in columns)


def runs(board: Board) -> set[Cell]:
    """Returns the blocks in runs of three or more."""
    found = set()
    for x, y in cells_of(board):
        for dx, dy in ((1, 0), (0, 1)):
            run = [(x + k * dx, y + k * dy) for k in range(3)]
            if all(a < len(board) and b < len(board[a]) and board[a][b] == board[x][y] for a, b in run):
                found |= set(run)
    return found


def can_vanish(counts: Sequence[int]) -> bool:
    """Returns whether all blocks of a colour can vanish in these numbers by column (see the column bound)."""
    for runs_of_all in range(counts[2] + 1):
        starts = [(a, b) for a in range(runs_of_all + 1) for b in range(runs_of_all + 1 - a)]
        ends = [(c, d) for c in range(runs_of_all + 1) for d in range(runs_of_all + 1 - c)]
        for (a, b), (c, d) in itertools.product(starts, ends):
            from_2, to_2 = runs_of_all - a - b, runs_of_all - c - d
            taken = (a, a + b, runs_of_all, c + d, d)
            paired = from_2 <= d and to_2 <= a and b <= c + d - from_2
            if paired and all(t == n or (t < n and n >= 3) for t, n in zip(taken, counts, strict=True)):
                return True
    return False


def steps_between(counts: Sequence[int], target: Sequence[int]) -> list[int]:
    """Returns the steps over each boundary, those to the left as negative numbers."""
    return list(itertools.accumulate(a - b for a, b in zip(counts, target, strict=True)))[:-1]


def column_bound(board: Board) -> tuple[list[int], dict[str, tuple[int, ...]]]:
    """Returns the moves over each boundary that are needed at least, and numbers by column that need no more."""
    names = sorted(set("".join(board)))
    counts = {name: [column.count(name) for column in board] for name in names}

    def ways(name: str) -> list[tuple[int, ...]]:
        tiles = sum(counts[name])
        return [
            way
            for way in itertools.product(range(tiles + 1), repeat=5)
            if sum(way) == tiles and can_vanish(way)
        ]

    def needed(choice: Sequence[tuple[int, ...]]) -> list[int]:
        flows = [steps_between(counts[name], way) for name, way in zip(names, choice, strict=True)]
        right = [sum(max(flow[x], 0) for flow in flows) for x in range(4)]
        left = [sum(max(-flow[x], 0) for flow in flows) for x in range(4)]
        return [max(pair) for pair in zip(right, left, strict=True)]

    best = min(itertools.product(*map(ways, names)), key=lambda choice: sum(needed(choice)))
    return needed(best), dict(zip(names, best, strict=True))


class Random:
    """A Lehmer generator: its numbers never depend on the version of Python."""

    def __init__(self, seed: int) -> None:
        """Creates a generator."""
        self.state = seed

    def below(self, limit: int) -> int:
        """Returns a number below a limit."""
        self.state = self.state * 48271 % 2147483647
        return self.state % limit

    def part(self) -> float:
        """Returns a number between 0 and 1."""
        return (self.below(2147483647) + 1) / 2147483648


class Named:
    """A board whose tiles keep the names of their cells on the first board."""

    def __init__(self, board: Board) -> None:
        """Names the tiles of a board."""
        self.board = board
        self.names = tuple(tuple((x, y) for y in range(len(column))) for x, column in enumerate(board))

    def place(self, name: Cell) -> Cell | None:
        """Returns the cell of a tile, unless it is gone."""
        for x, column in enumerate(self.names):
            if name in column:
                return (x, column.index(name))
        return None

    def group_of(self, name: Cell) -> set[Cell] | None:
        """Returns the group of a tile, if it can be clicked."""
        place = self.place(name)
        found = group(self.board, place) if place else set()
        return found if len(found) > 1 else None

    def click(self, gone: set[Cell]) -> None:
        """Removes tiles."""
        names = [tuple(n for y, n in enumerate(c) if (x, y) not in gone) for x, c in enumerate(self.names)]
        self.names = tuple(column for column in names if column)
        self.board = click(self.board, gone)

    def name_of(self, gone: set[Cell]) -> Cell:
        """Returns the name of the first tile of a group."""
        return sorted(self.names[x][y] for x, y in gone)[0]


def play(board: Board, names: Sequence[Cell], random: Random) -> tuple[list[Click], list[Cell], int, Board]:
    """Plays a list of tiles, then random clicks. Returns the clicks, the dropped tiles, the value and the end."""
    state, clicks, dropped, value = Named(board), [], [], 0
    for name in [*names, None]:
        while True:
            gone = state.group_of(name) if name else None
            if name is None:
                choices = groups(state.board)
                gone = choices[random.below(len(choices))] if choices else None
            if not gone:
                dropped += [name] if name else []
                break
            clicks.append((name or state.name_of(gone), state.board, gone))
            value += points(len(gone))
            state.click(gone)
            if name:
                break
    left = size_of(state.board)
    return clicks, dropped, value + (1000 if left == 0 else 0), state.board


def anneal_chain(
    board: Board, names: list[Cell], value: int, temperature: float, trials: int, random: Random
) -> tuple[list[Cell], int]:
    """Makes trials on a list: removes, moves or inserts a click. Returns the list and its value."""
    for _ in range(trials):
        new = list(names)
        place = random.below(len(new))
        kind = random.below(3)
        if kind == 0:
            new.insert(place, (random.below(len(board)), random.below(len(board[0]))))
        elif kind == 1:
            del new[place]
        else:
            new.insert(random.below(len(new)), new.pop(place))
        clicks, _, worth, _ = play(board, new, random)
        if worth >= value or random.part() < math.exp((worth - value) / temperature):
            names, value = [name for name, _, _ in clicks], worth
    return names, value


def cross(left: Sequence[Cell], right: Sequence[Cell], column: int) -> list[Cell]:
    """Merges the clicks of one list left of a column with the clicks of another from it on, by relative position."""
    places = [
        (at / len(names), side, name)
        for side, names in enumerate((left, right))
        for at, name in enumerate(names)
        if (name[0] >= column) == bool(side)
    ]
    return [name for _, _, name in sorted(places)]
