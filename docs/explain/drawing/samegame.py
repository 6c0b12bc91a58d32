"""The pictures of the SameGame pages, and of boards as planes."""

import math

from .model import (
    Board,
    Click,
    Random,
    anneal_chain,
    best_rest,
    board_of,
    cells_of,
    click,
    cross,
    fall,
    flood_round,
    group,
    groups,
    play,
    points,
    size_of,
)
from .svg import Picture

SMALL = board_of("2... / 13.. / 112. / 2133")


def planes() -> Picture:
    """A board and its planes."""
    picture = Picture(
        "planes",
        (760, 262),
        "A board and its planes",
        "A board of four columns. Plane 0 holds the low bit of each colour's code, plane 1 the high bit. The "
        "cells of colour 1 are in plane 0 and not in plane 1.",
    )
    shape, size, top = (4, 4), 36, 44
    low, high = cells_of(SMALL, "13"), cells_of(SMALL, "23")
    picture.text(16, 28, "board", "head")
    picture.board(16, top, SMALL, size, shape)
    for x, name, cells in ((204, "plane 0", low), (392, "plane 1", high), (580, "colour 1", low - high)):
        picture.text(x, 28, name, "head")
        picture.bits(x, top, cells, size, shape)
        for col in range(4):
            lane = "".join(str(int((col, row) in cells)) for row in (3, 2, 1, 0))
            picture.text(x + size * (col + 0.5), top + 4 * size + 20, lane, "small mono", "middle")
    picture.text(660, 28, "= p0 & ~p1", "mono small")
    picture.text(16, top + 4 * size + 20, "lanes:", "small soft")
    picture.text(
        16, top + 4 * size + 56, "codes: empty 00, colour 1 is 01, colour 2 is 10, colour 3 is 11", "soft"
    )
    return picture


def click_by_bits() -> Picture:
    """A click, step by step."""
    picture = Picture(
        "click",
        (760, 560),
        "A click by bit operations",
        "Flood fill of the group in two rounds, gravity of one column by PEXT and PDEP, the board after the "
        "click, and an empty column that closes after the next click.",
    )
    shape, size, top = (4, 4), 30, 62
    colour = cells_of(SMALL, "1")
    seed = {(0, 1)}
    one = flood_round(seed, colour)
    two = flood_round(one, colour)
    assert two == group(SMALL, (0, 1)) == flood_round(two, colour)
    picture.text(16, 26, "1. The group of the clicked tile", "head")
    steps = [
        ("colour 1, and the click", colour, seed),
        ("seed", seed, ()),
        ("after round 1", one, ()),
        ("after round 2: the group", two, ()),
    ]
    for at, (name, cells, lit) in enumerate(steps):
        x = 16 + 190 * at
        picture.text(x, 50, name, "soft small")
        picture.bits(x, top, cells, size, shape, lit)
        if at:
            picture.arrow(x - 54, top + 60, x - 14, top + 60)
    y = 236
    picture.text(16, y, "2. Gravity, here in column 0 of plane 1", "head")
    keep = [int((0, row) not in two) for row in range(4)]
    column = [int(SMALL[0][row] in "23") for row in range(4)]
    packed = [bit for bit, kept in zip(column, keep, strict=True) if kept]
    gap = [0] * (4 - len(packed))
    lanes = [
        ("tiles", column, "PEXT"),
        ("cells kept", keep, "="),
        ("packed", packed, "PDEP"),
        ("cells filled", [1] * len(packed) + gap, "="),
        ("fallen", packed + gap, ""),
    ]
    for at, (name, bits, sign) in enumerate(lanes):
        x = 30 + 140 * at
        picture.text(x + 15, y + 24, name, "soft small", "middle")
        on = {(0, row) for row, bit in enumerate(bits) if bit}
        picture.bits(x, y + 34 + (4 - len(bits)) * size, on, size, (len(bits), 1))
        picture.text(x + 85, y + 99, sign, "head", "middle")
    y = 410
    after = click(SMALL, two)
    threes = group(after, (1, 0))
    fallen = fall(after, threes)
    last = click(after, threes)
    picture.text(16, y, "3. The boards", "head")
    boards = [
        ("before the click", SMALL, two),
        ("after it, and the next click", after, threes),
        ("fallen", fallen, ()),
        ("closed", last, ()),
    ]
    for at, (name, board, lit) in enumerate(boards):
        x = 16 + 190 * at
        picture.text(x, y + 20, name, "soft small")
        picture.board(x, y + 28, board, 28, shape, lit)
        if at:
            picture.arrow(x - 62, y + 84, x - 14, y + 84)
    return picture


EDITED = board_of("2133 / 2313 / 3322")
PARENTS = (
    [(5, 0), (3, 2), (0, 1), (2, 0), (2, 1)],
    [(4, 3), (2, 0), (4, 0), (2, 2), (0, 1), (0, 3)],
    4,
)
EDIT_OLD = [(0, 0), (0, 1), (2, 0), (1, 2), (2, 2)]
EDIT_NEW = [(0, 1), (2, 0), (0, 0), (1, 2), (2, 2)]
LADDER_SEED = 6


def edit() -> Picture:
    """A trial of annealing."""
    picture = Picture(
        "edit",
        (760, 370),
        "A trial of annealing: a list is edited and played again",
        "Above, a list of clicks with the board before each click. Below, the same list after its first click"
        " was moved behind the third, played again.",
    )
    random = Random(1)
    old, _, before, end = play(EDITED, EDIT_OLD, random)
    new, dropped, after, new_end = play(EDITED, EDIT_NEW, random)
    assert dropped == [(2, 2)]
    size, shape = 24, (3, 4)

    def strip(y: float, title: str, clicks: list[Click], end: Board) -> None:
        picture.text(16, y, title, "head")
        for at, (name, board, gone) in enumerate([*clicks, (None, end, ())]):
            x = 16 + at * 124
            picture.board(x, y + 34, board, size, shape, gone)
            if name:
                picture.text(x, y + 26, f"{at + 1}. tile {name[1] + 1} {name[0] + 1}", "small")
                picture.text(x, y + 124, f"{len(gone)} tiles: +{points(len(gone))}", "small soft")
            else:
                picture.text(x, y + 26, "the end", "small soft")
                picture.text(x, y + 124, f"{size_of(end)} tiles left", "small soft")

    strip(28, f"the old list, {before} points", old, end)
    picture.text(
        16,
        190,
        "edit: the first click is moved behind the third one; the last click finds its tile gone and is dropped",
        "warn",
    )
    strip(222, f"the new list, {after} points", new, new_end)
    return picture


def crossed() -> Picture:
    """Two lists, and the list that is crossed from them."""
    picture = Picture(
        "cross",
        (700, 214),
        "Two lists crossed at a column",
        "Three times the same board. Numbers on tiles are the order of the clicks of a list. The child has the "
        "clicks of the first list left of a line, and the clicks of the second list right of it.",
    )
    board = ("2223", "2233", "3111", "3323", "1121", "3331")
    one, two, column = PARENTS
    child = cross(one, two, column)
    values = [play(board, names, Random(1))[2] for names in (one, two, child)]
    assert values[2] > max(values[:2])
    size = 34
    for at, (title, names) in enumerate((("one list", one), ("another list", two), ("crossed", child))):
        x = 16 + at * 228
        picture.text(x, 28, f"{title}: {values[at]} points", "head")
        picture.board(x, 44, board, size, (4, 6))
        for number, (col, row) in enumerate(names):
            cx, cy = x + (col + 0.86) * size, 44 + (3 - row + 0.18) * size
            used = at == 2 or (col < column) == (at == 0)
            faded = "" if used else ' class="faded"'
            picture.add(
                f'<g{faded}><circle cx="{cx:g}" cy="{cy:g}" r="8" fill="#fff" stroke="#000"/>'
                f'<text x="{cx:g}" y="{cy + 4:g}" text-anchor="middle" style="font-size:12px;fill:#000">'
                f"{number + 1}</text></g>"
            )
        picture.line(x + column * size, 36, x + column * size, 188, "strong")
    picture.text(16, 204, "clicks in the order of their numbers; pale: not in the crossed list", "small soft")
    return picture


def ladder() -> Picture:
    """Four chains that swap."""
    picture = Picture(
        "ladder",
        (760, 350),
        "A tempering ladder of four chains",
        "Four lists move between four temperatures. After each sweep neighbours may swap: a better list moves"
        " to the colder chain.",
    )
    random = Random(LADDER_SEED)
    board = tuple("".join("1234"[random.below(4)] for _ in range(6)) for _ in range(6))
    temperatures, sweeps = (4, 8, 16, 32), 18
    chains = []
    for number in range(4):
        clicks, _, value, _ = play(board, [], random)
        chains.append((number, [name for name, _, _ in clicks], value))
    left, right, top, gap = 130, 620, 62, 70
    width = (right - left) / sweeps

    def level(rung: int) -> float:
        return top + (3 - rung) * gap

    paths: dict[int, list[tuple[float, float]]] = {
        number: [(left, level(rung))] for rung, (number, _, _) in enumerate(chains)
    }
    first = [value for _, _, value in chains]
    best, swaps = (-1, 0), 0
    for sweep in range(sweeps):
        for rung, (number, names, value) in enumerate(chains):
            names, value = anneal_chain(board, names, value, temperatures[rung], 25, random)
            chains[rung] = (number, names, value)
            best = max(best, (value, -sweep))
        for hot in (3, 2, 1):
            gain = (chains[hot][2] - chains[hot - 1][2]) * (1 / temperatures[hot - 1] - 1 / temperatures[hot])
            if gain >= 0 or random.part() < math.exp(gain):
                chains[hot - 1], chains[hot] = chains[hot], chains[hot - 1]
                swaps += 1
        for rung, (number, _, _) in enumerate(chains):
            x = left + width * (sweep + 1)
            paths[number] += [(x - width * 0.35, paths[number][-1][1]), (x, level(rung))]
    picture.text(16, 28, "temperature", "head")
    picture.text((left + right) / 2, 28, "sweeps, with swaps after each", "head", "middle")
    picture.text(right + 12, 28, "at the end", "head")
    for rung, temperature in enumerate(temperatures):
        picture.line(left, level(rung), right, level(rung), "box")
        warmth = {0: ", the coldest", 3: ", the hottest"}.get(rung, "")
        picture.text(16, level(rung) + 5, f"T = {temperature}")
        picture.text(16, level(rung) + 21, warmth.removeprefix(", "), "small soft")
        picture.text(left - 8, level(rung) + 5, str(first[rung]), "small soft", "end")
        picture.text(right + 12, level(rung) + 5, f"{chains[rung][2]} points")
    dashes = {0: "", 1: "7 3", 2: "2 3", 3: "10 3 2 3"}
    for number, path in paths.items():
        line = "L".join(f"{x:.1f} {y:g}" for x, y in path)
        dash = f' stroke-dasharray="{dashes[number]}"' if dashes[number] else ""
        picture.add(f'<path class="list list{number + 1}" d="M{line}"{dash}/>')
    picture.text(
        16, level(0) + 58, f"{swaps} of {3 * sweeps} swaps made; on the left the points at the start", "soft"
    )
    return picture


def layers() -> Picture:
    """The layers of an exact search."""
    first = EDITED
    floor = play(EDITED, EDIT_OLD, Random(1))[2]
    search = {size_of(first): {first: 0}}
    edges, skipped, ends = [], set(), []
    for tiles in range(size_of(first), -1, -1):
        for board, so_far in sorted(search.get(tiles, {}).items()):
            if so_far + best_rest(board) <= floor:
                skipped.add(board)
                continue
            choices = groups(board)
            if not choices:
                ends.append((so_far + best_rest(board), board))
            for gone in choices:
                after = click(board, gone)
                layer = search.setdefault(tiles - len(gone), {})
                layer[after] = max(layer.get(after, 0), so_far + points(len(gone)))
                edges.append((board, after))
    counts = [tiles for tiles in sorted(search, reverse=True) if search[tiles]]
    size, gap = 15, 98
    picture = Picture(
        "layers",
        (760, 92 + gap * len(counts)),
        "Layers of the exact search",
        "The boards that can be reached from a board, in rows by the number of tiles left. Below each board "
        "are its points so far and the bound on the rest. Boards whose sum does not exceed the known list are"
        " skipped.",
    )
    shape = (3, 4)
    places = {}
    # Rows of such widths that few arrows run behind boards.
    for row, (tiles, spread) in enumerate(
        zip(counts, (1, 1.45, 0.34, 1, 1.15, 1, 1.4, 0.85, 1), strict=True)
    ):
        boards = sorted(search[tiles])
        for at, board in enumerate(boards):
            part = ((at + 0.5) / len(boards) - 0.5) * spread
            places[board] = (410 + 600 * part, 60 + row * gap)
    for board, after in sorted(set(edges)):
        (x1, y1), (x2, y2) = places[board], places[after]
        picture.arrow(x1 + 30, y1 + 66, x2 + 30, y2 - 3)
    picture.text(
        16,
        28,
        f"A list of {floor} points is known. Under each board: points so far + bound on the rest.",
        "soft",
    )
    for row, tiles in enumerate(counts):
        picture.text(16, 84 + row * gap, f"{tiles} tiles left", "head")
        for board in sorted(search[tiles]):
            (x, y), so_far, rest = places[board], search[tiles][board], best_rest(board)
            picture.board(x, y, board, size, shape, faded=board in skipped)
            text = f"{so_far} + {rest}"
            width = 7.4 * len(text) + 8
            picture.add(
                f'<rect class="paper" x="{x + 30 - width / 2:g}" y="{y + 47}" width="{width:g}" height="18"/>'
            )
            picture.text(x + 30, y + 61, text, "small warn" if board in skipped else "small", "middle")
            if board in skipped:
                picture.line(x - 3, y + 48, x + 63, y - 3, "cut")
    best = max(ends)[0]
    picture.text(
        16,
        92 + gap * len(counts) - 16,
        f"Crossed out: the sum is at most {floor}. The best list has {best} points, and nothing else is left: proven.",
        "soft",
    )
    return picture


def order() -> Picture:
    """The order in which two colours are touched."""
    picture = Picture(
        "order",
        (640, 196),
        "The order in which colours are touched, and what each order loses",
        "On the board of twelve tiles neither the four 2s nor the six 3s are one group. If the 2s are touched first, "
        "they lose at least 4 points; if the 3s are, they lose at least 12.",
    )
    size, shape = 28, (3, 4)
    for x, name, tiles in ((16, "the 2s are touched first", "2"), (236, "the 3s are touched first", "3")):
        count = len(cells_of(EDITED, tiles))
        splits = (points(part) + points(count - part) for part in range(2, count - 1))
        loss = points(count) - max(splits)
        picture.text(x, 28, name, "head")
        picture.board(x, 44, EDITED, size, shape, cells_of(EDITED, tiles))
        picture.text(x, 150, f"not one group: -{loss} points", "small warn")
    picture.text(456, 28, "the bound", "head")
    losses = "1020 without a loss", "- 4 for the best order", "= 1016"
    for at, text in enumerate(losses):
        picture.text(456, 66 + 24 * at, text, "head" if at == 2 else "")
    picture.text(16, 180, "lit: the tiles that would have to be one group now", "small soft")
    return picture


def obstacles() -> Picture:
    """Two boards that cannot be cleared."""
    picture = Picture(
        "obstacles",
        (680, 132),
        "Two proofs that a board cannot be cleared",
        "On the left, two tiles without partners stay, and keep the tiles left and right of them apart. On "
        "the right, two colours are in each other's way.",
    )
    size = 36
    stuck, dead = board_of("121 / 131"), board_of("12.. / 2133")
    for x, name, board, cols, lit, wait in (
        (16, "stuck: the 2 and the 3", stuck, 3, {(1, 0), (1, 1)}, None),
        (246, "the 1s wait for this 2", dead, 4, (), (0, 0)),
        (466, "the 2s wait for this 1", dead, 4, (), (1, 0)),
    ):
        picture.text(x, 28, name, "head")
        picture.board(x, 44, board, size, (2, cols), lit)
        if wait:
            at = (x + wait[0] * size + 3, 44 + size + 3)
            picture.add(
                f'<rect class="strong" x="{at[0]}" y="{at[1]}" width="{size - 6}" height="{size - 6}"/>'
            )
    return picture


PICTURES = (planes, click_by_bits, edit, ladder, crossed, layers, order, obstacles)
