"""The pictures of the page on the Mayan puzzle."""

from collections.abc import Iterable

from . import model
from .model import BOUNDED, MAYAN, SAMPLE, Board, Cell, runs, steps_between, swapped
from .svg import TILES, Picture


def sleep() -> Picture:
    """Two orders of two independent moves."""
    picture = Picture(
        "sleep",
        (760, 490),
        "Two independent moves, and the branch that a sleep set cuts",
        "From a board, move A and then move B lead to the same board as B and then A. After A has failed, A is asleep "
        "below B, so the second way is not searched.",
    )
    one, two = (0, 0), (2, 0)
    a, b = swapped(SAMPLE, *one), swapped(SAMPLE, *two)
    both = swapped(a, *two)
    assert both == swapped(b, *one) and not runs(a) and not runs(b)
    size = 20

    def at(x: float, y: float, board: Board, lit: Iterable[Cell] = (), faded: bool = False) -> None:
        picture.board(x, y, board, size, MAYAN, lit, faded)

    at(330, 40, SAMPLE, {(0, 0), (1, 0), (2, 0), (3, 0)})
    picture.text(380, 28, "N, 3 moves left", "head", "middle")
    at(110, 210, a)
    at(550, 210, b)
    picture.arrow(330, 120, 215, 206)
    picture.arrow(430, 120, 545, 206)
    picture.text(250, 142, "A = 0 0 R", "mono small", "end")
    picture.text(510, 142, "B = 2 0 R", "mono small")
    picture.text(220, 262, "searched first: no list", "small")
    picture.text(220, 280, "of 2 moves from here", "small")
    picture.text(540, 262, "A is asleep here", "small", "end")
    at(110, 370, both)
    at(550, 370, both, faded=True)
    picture.arrow(160, 312, 160, 366)
    picture.arrow(600, 312, 600, 366)
    picture.text(170, 343, "B", "mono small")
    picture.text(610, 343, "A", "mono small")
    picture.line(546, 366, 654, 474, "cut")
    picture.line(654, 366, 546, 474, "cut")
    picture.text(220, 430, "no list of 1 move from here", "small")
    picture.text(540, 452, "the same board: skipped", "warn small", "end")
    return picture


def column_bound() -> Picture:
    """The column bound of a board."""
    picture = Picture(
        "columns",
        (660, 288),
        "The column bound of a board",
        "The number of blocks of each colour in each column, the nearest numbers with which all blocks can vanish, "
        "and the steps over the boundaries between columns. The steps need at least four moves.",
    )
    size = 30
    picture.text(16, 26, "board", "head")
    picture.board(16, 40, BOUNDED, size, MAYAN)
    left, cell, top = 272, 70, 40
    picture.text(left - 40, 26, "blocks by column, and where they can vanish", "head")
    need, targets = model.column_bound(BOUNDED)
    for at, (name, target) in enumerate(targets.items()):
        y = top + at * 62
        counts = [column.count(name) for column in BOUNDED]
        picture.tile(left - 40, y + 4, 26, name)
        for col in range(5):
            x = left + col * cell
            picture.add(f'<rect class="cell" x="{x}" y="{y}" width="{cell - 24}" height="34"/>')
            picture.text(x + 12, y + 22, str(counts[col]), "head", "middle")
            if counts[col] != target[col]:
                picture.text(x + 30, y + 22, f"→{target[col]}", "small warn", "middle")
        for col, moved in enumerate(steps_between(counts, target)):
            if moved:
                xs = (left + col * cell + 20, left + (col + 1) * cell + 20)
                start, end = xs if moved > 0 else xs[::-1]
                picture.arrow(start, y + 46, end, y + 46)
    y = top + 3 * 62 + 18
    assert need == [2, 1, 1, 0]
    picture.text(left - 40, y, "steps over each boundary", "head")
    for col in range(4):
        x = left + (col + 1) * cell - 11
        picture.text(x, y + 26, str(need[col]), "head", "middle")
        picture.line(x, top, x, y - 20, "box")
    picture.text(left + 4 * cell + 36, y + 26, f"sum: {sum(need)}", "head")
    return picture


def tasks() -> Picture:
    """The tasks of a search on several threads."""
    picture = Picture(
        "tasks",
        (760, 300),
        "Tasks of a search on several threads",
        "The upper part of the tree is walked in search order. The subtrees below it are tasks with numbers in this "
        "order. Of the tasks with a solution the one with the lowest number has the answer; tasks after it are "
        "cancelled.",
    )
    xs = [70, 158, 246, 334, 422, 510, 598, 686]
    picture.text(16, 26, "upper part, walked in search order", "head")
    parents = [sum(xs[k : k + 2]) / 2 for k in (0, 2, 4, 6)]
    grand = [sum(parents[k : k + 2]) / 2 for k in (0, 2)]
    root = (sum(grand) / 2, 50)
    for x in grand:
        picture.line(*root, x, 86)
    for k, x in enumerate(parents):
        picture.line(grand[k // 2], 86, x, 122)
    for k, x in enumerate(xs):
        picture.line(parents[k // 2], 122, x, 160)
    for x, y in [root, *((x, 86) for x in grand), *((x, 122) for x in parents)]:
        picture.add(f'<circle class="on" cx="{x:g}" cy="{y:g}" r="6"/>')
    states = [
        "no list",
        "no list",
        "no list",
        "list found",
        "no list",
        "list found",
        "cancelled",
        "not begun",
    ]
    for k, (x, state) in enumerate(zip(xs, states, strict=True)):
        faded = ' class="faded"' if k > 3 else ""
        fill = TILES["1"][0] if state == "list found" else "#9aa0a8"
        picture.add(f'<g{faded}><path d="M{x} 160L{x + 34} 218H{x - 34}Z" fill="{fill}"/></g>')
        ink = "" if k > 3 else ' style="fill:#000"'
        picture.add(f'<text class="head" x="{x}" y="210" text-anchor="middle"{ink}>{k}</text>')
        picture.text(x, 238, state, "small", "middle")
        if k < 7:
            picture.text(x, 256, f"thread {(k * 2 + k // 3) % 2 + 1}", "small soft", "middle")
    picture.text(
        16,
        286,
        "The answer is the list of task 3. Tasks 0 to 2 are searched completely before it counts.",
        "soft",
    )
    return picture


PICTURES = (sleep, column_bound, tasks)
