"""Checks answers of tilefall in plain Python, by the rules of both games: tilefall_check.py PUZZLES RESULTS [MOVES]

Both files hold records, a line of JSON each, in the order of their indexes. The verdict on an answer is

- `proven`: it claims that none is better, that there is none, or how many there are, and this is so;
- `valid`: it claims no proof, and what it says is true;
- `unproven`: nothing contradicts it, but that takes more than MOVES moves (20,000) to prove;
- `not checked`: it is an error, and a solver refuses the puzzle with this error;
- `wrong`, and why: something that it says is false, or it lacks a field, or has one that does not fit the others.

Written from docs/games.md, docs/rules.md, docs/records.md and docs/statuses.md, not from the solver. Records are read
by tilefall_records.py. A board is a tuple of columns, each a tuple of colors from the bottom.
"""

import sys
from functools import cache
from itertools import chain, groupby, islice, pairwise

from tilefall_records import FIELDS, INFINITE, RESULT, TABLE, Puzzle, natural, question, record, text


def counts(board):
    """Return how many tiles there are of each color that is left."""
    tiles = list(chain(*board))
    return [tiles.count(color) for color in set(tiles)]


def cells(board):
    return [(x, y) for x, column in enumerate(board) for y in range(len(column))]


def look(board, x, y):
    """Return the color of a cell; None if it is empty or outside."""
    return board[x][y] if 0 <= x < len(board) and 0 <= y < len(board[x]) else None


def without(board, gone):
    """Return the board after cells have vanished and what was above them has fallen."""
    return tuple(tuple(c for y, c in enumerate(col) if (x, y) not in gone) for x, col in enumerate(board))


class SameGame:
    def __init__(self, rules):
        self.rules = rules

    def groups(self, board):
        """Return the groups that can be removed, large ones first."""
        groups, seen = [], set()
        for start in cells(board):
            group, todo = {start}, [start] * (start not in seen)
            for x, y in todo:
                for cell in (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1):
                    if cell not in group and look(board, *cell) == board[x][y]:
                        group.add(cell)
                        todo.append(cell)
            seen |= group
            groups += [group] if len(todo) >= self.rules.smallest else []
        return sorted(groups, key=len, reverse=True)

    def after(self, board, group):
        return tuple(column for column in without(board, group) if column or not self.rules.close)

    def score(self, left, points):
        """Return the score of a list that ends with these numbers of tiles left."""
        if not left:
            return (points + self.rules.bonus + self.rules.left_points(0)) * self.rules.factor
        lost = {"none": [], "n2": left, "total": [sum(left)]}[self.rules.penalty]
        return points + self.rules.left_points(sum(left)) - sum((n - 2) ** 2 for n in lost)

    def value(self, left, sizes):
        """Return how good a list of groups of these sizes is, which leaves these numbers of tiles; higher is better."""
        if self.goal == "fewest":
            return -INFINITE if left else -len(sizes)
        if self.goal in ("left", "biggest"):
            return -sum(left) if self.goal == "left" else max(sizes, default=0)
        return self.score(left, sum(self.rules.points(n) for n in sizes))

    @cache
    def most(self, n):
        """Return the most points for n tiles of a color: each at the best points for a tile."""
        return max([0, *(self.rules.points(k) * n // k for k in range(self.rules.smallest, n + 1))])

    @cache
    def most_left(self, n):
        return max(map(self.rules.left_points, range(1, n + 1)), default=0)

    def ceiling(self, left, sizes):
        """Return what no list from here exceeds: each color for itself, as if nothing were in its way."""
        stuck = [n for n in left if n < self.rules.smallest]
        free = [n for n in left if n >= self.rules.smallest]
        if self.goal in ("fewest", "left", "biggest"):
            return self.value(stuck, [*sizes, *free])
        most = sum(self.rules.points(n) for n in sizes) + sum(map(self.most, left))
        uncleared = most + self.most_left(sum(left))
        return uncleared if stuck else max(uncleared, self.score([], most))

    def has_better(self, board, sizes, most, seen):
        """Return whether some list has a value above `most`; boards are seen with their highest value so far."""
        left, so_far = counts(board), self.value([], sizes)
        if self.ceiling(left, sizes) <= most or seen.get(board, so_far - 1) >= so_far:
            return False
        seen[board] = so_far
        after = ((self.after(board, g), [*sizes, len(g)]) for g in self.spend(self.groups(board)))
        return self.value(left, sizes) > most or any(self.has_better(*each, most, seen) for each in after)

    def check(self, board, answer, status):
        goal, facts = self.goal, {}
        sign, clears = -1 if goal in ("fewest", "left") else 1, goal in ("clear", "fewest")
        best = sign * answer["bound"] if "bound" in answer else INFINITE
        assert goal in ("score", "clear") or answer.get("bound", 0) >= 0, "the bound is below 0"
        assert self.value(counts(board), []) <= best, "making no click is better than the bound"
        trivial = self.rules.smallest == 1 or not any(board)
        assert status != "infeasible" or not trivial, "some list clears the board"
        if "moves" in answer:
            end, sizes = board, []
            for row, col, *_ in answer["moves"]:
                group = [group for group in self.groups(end) if (col - 1, row - 1) in group]
                assert group, f"no group at {row} {col}"
                end, sizes = self.after(end, group[0]), [*sizes, len(group[0])]
            left = counts(end)
            facts = {"left": sum(left), "biggest": max(sizes, default=0), "cleared": not left}
            facts["score"] = self.score(left, sum(self.rules.points(n) for n in sizes))
            for name in facts.keys() & answer.keys():
                assert facts[name] == answer[name], f"{name} is {facts[name]}"
            value = self.value(left, sizes)
            assert value <= best, "the list is better than the bound"
            assert not (clears and left), "the list does not clear the board"
            if status == "feasible":
                assert sizes and goal != "clear" and value < best, "the list is no list, or is the best one"
            elif goal != "clear":
                assert best in (value, INFINITE), "the bound is not that of the list"
                best = value
        if best < INFINITE and self.has_better(board, [], best, {}):
            # Without its question, a list that clears the board may be the answer to the goal clear.
            may_be = status == "optimal" and not self.is_asked and facts["cleared"] and "bound" not in answer
            assert may_be, "there is a better list"
            raise TimeoutError
        self.goal = "left"
        assert status != "infeasible" or not self.has_better(board, [], -1, {}), "some list clears the board"

    def parts(self, board):
        """Return the sizes of the parts of each color that never meet, for a column that stays is between."""
        stays, known = [not self.rules.close] * len(board), None
        while known != sum(stays):
            parts, known = [], sum(stays)
            for color in {*chain(*board)}:
                tiles = [(col, tiles.count(color)) for col, tiles in enumerate(board)]
                columns = [(stays[col] and not some, col, some) for col, some in tiles]
                for _, part in groupby(columns, lambda column: column[0]):
                    part = [(col, some) for _, col, some in part if some]
                    size = sum(some for _, some in part)
                    parts += [size] * bool(part)
                    # A part of too few tiles stays, and so do its columns.
                    for col, _ in part if size < self.rules.smallest else []:
                        stays[col] = True
        return parts

    def refusals(self, puzzle, goals):
        """Return the errors by which a solver refuses a puzzle."""
        board, rules, rows, cols = puzzle.board, self.rules, len(puzzle.cells), len(puzzle.cells[0])
        left = counts(board)
        if max(rows, cols) > 10_000 or rows * cols > 1_000_000:
            most = "at most 1,000,000 cells and 10,000 rows or columns"
            return [f"a board of {rows} rows and {cols} columns is too large for a search, expected {most}"]
        self.goal = "score"
        if self.ceiling(left, []) >= 2**63:
            return ["a list might score 2^63 or more, expected a smaller bonus for a cleared board"]
        errors = []
        for goal in goals:
            fits, most = sum(left) <= 16_000, "16,000 tiles"
            if goal == "fewest":
                fits = rows * cols <= 64 > rows and len(left) < 8
                most = "64 cells, 63 rows and 7 colours for the fewest clicks"
            stuck = goal in ("clear", "fewest") and min(self.parts(board), default=0) < rules.smallest
            if not fits and not stuck and self.groups(board):
                errors.append(f"the board is too large for this method, expected at most {most}")
        return errors


class Mayan:
    def __init__(self, mode, most, noop):
        self.mode, self.most, self.noop, self.failed = mode, INFINITE if most is None else most, noop, set()

    def refusals(self, puzzle, _goals):
        lacks = self.mode == "exactly" and self.most == INFINITE
        return ["the puzzle has no number of moves, expected --moves M (in Python max_moves=M)"] * lacks

    def settle(self, board):
        runs = set()
        for x, y in cells(board):
            for dx, dy in (1, 0), (0, 1):
                run = [(x + k * dx, y + k * dy) for k in range(3)]
                runs.update(run if {look(board, *cell) for cell in run} == {board[x][y]} else [])
        return self.settle(without(board, runs)) if runs else board

    def moves(self, board):
        """Return the moves [x, y, side] in order with the boards after them; a swap is that of its left block."""
        moves = []
        for x, y in cells(board):
            for side, to in ("R", x + 1), ("L", x - 1):
                block, other = board[x][y], look(board, to, y)
                is_swap = other is not None and side == "R" and (self.noop or other != block)
                if is_swap or (other is None and 0 <= to < len(board)):
                    after = list(board)
                    after[x] = board[x][:y] + board[to][y : y + 1] + board[x][y + 1 :]
                    after[to] = board[to][:y] + (block,) + board[to][y + 1 :]
                    moves.append(([x, y, side], self.settle(tuple(after))))
        return moves

    def is_lost(self, board, left):
        return not any(board) or not left or min(counts(board)) < 3

    def lists(self, board, left, exactly):
        """Yield in order the lists of at most (or exactly) so many moves that win."""
        if not any(board) and not (left and exactly):
            yield []
        if self.is_lost(board, left) or (board, left, exactly) in self.failed:
            return
        self.failed.add((board, left, exactly))
        for move, after in self.spend(self.moves(board)):
            for rest in self.lists(after, left - 1, exactly):
                self.failed.discard((board, left, exactly))
                yield [move, *rest]

    @cache
    def number(self, board, left):
        """Return the number of lists of so many moves that win."""
        if self.is_lost(board, left):
            return int(not any(board) and not left)
        return sum(self.number(after, left - 1) for _, after in self.spend(self.moves(board)))

    def shortest(self, board, most):
        """Return the fewest moves that empty the board, of at most so many: all boards, layer by layer."""
        seen, layer, moves = {board}, {board}, 0
        while layer and moves <= most:
            if not all(map(any, layer)):
                return moves
            alive = [board for board in layer if not self.is_lost(board, most - moves)]
            layer = {after for board in alive for _, after in self.spend(self.moves(board))} - seen
            seen, moves = seen | layer, moves + 1
        return None

    def play(self, board, moves):
        for move in moves:
            board = dict((tuple(name), after) for name, after in self.moves(board)).get(tuple(move))
            assert board is not None, f"{move} cannot be played, or is not the name of the move"
        fits = len(moves) == self.most if self.mode == "exactly" else len(moves) <= self.most
        assert fits and not any(board), "the list does not win, or has another length"

    def amount(self, digits):
        assert digits.isascii() and digits.isdigit(), f"'{digits[:60]}' is no number"
        return min(int(digits.lstrip("0")[:60] or "0"), 2**128 - 1)

    def claims(self, board, answer, status):
        """Check lists and numbers; return the lists, the bound, and the first length that has lists."""
        solutions, found = answer.get("solutions"), status in ("optimal", "feasible")
        lists = [answer["moves"]] if solutions is None and "moves" in answer else solutions or []
        assert answer.get("moves") in (None, *lists[:1]), "the list is not the first of the solutions"
        for each in lists:
            self.play(board, each)
        order, lengths = [[(x, y, side == "L") for x, y, side in each] for each in lists], [*map(len, lists)]
        assert all(one < other for one, other in pairwise(order)), "the solutions are not in order"
        assert self.mode != "shortest" or len({*lengths}) < 2, "the solutions are not all shortest"
        assert bool(lists) == (found and self.want != "count"), "the status does not fit the lists"
        assert answer.get("cleared", True), "the list clears the board"
        least, proven = answer.get("bound", 0), status == "optimal"
        is_shortest = self.mode == "shortest" and proven and "bound" in answer
        assert least >= 0 and all(least <= n for n in lengths), "the bound is no number, or a list is shorter"
        assert not (is_shortest and lists) or least == lengths[0], "the bound is not the length of the list"
        if status == "infeasible" and "bound" in answer and self.mode != "exactly":
            assert least > self.most or self.most == INFINITE, (
                "the bound leaves lengths of which nothing is said"
            )
        total, first, before = 0, None, -1
        for n, count in ((each["moves"], self.amount(each["count"])) for each in answer.get("counts", [])):
            assert before < n <= self.most, "the lengths are not in order, or too long"
            other = {"exactly": n < self.most, "shortest": first is not None}.get(self.mode, False)
            assert not count or not (other or n < least), f"there can be no list of {n} moves"
            known = lengths.count(n)
            assert count >= known, f"more lists of {n} moves are given"
            assert count == known or solutions is None or not proven, f"not all lists of {n} moves are given"
            first = n if count and first is None else first
            total, before = min(total + count, 2**128 - 1), n
        if "counts" in answer:
            assert status == "unknown" or (first is not None) == found, (
                "the numbers of lists do not fit the status"
            )
            assert not is_shortest or least == first, "the bound is not the length of the lists"
        if "count" in answer:
            count = self.amount(answer["count"])
            assert (count > 0) == found, "the number of lists does not fit the status"
            assert solutions is None or count == len(lists), (
                "the number of lists is not that of the solutions"
            )
            assert "counts" not in answer or count == total, "the numbers by length have another sum"
        return lists, least, lengths[0] if lengths else first

    def check(self, board, answer, status):
        board, most, exactly = self.settle(board), self.most, self.mode == "exactly"
        assert not exactly or most < INFINITE, "the puzzle has no number of moves, which is an error"
        lists, least, length = self.claims(board, answer, status)
        if status == "infeasible" and exactly and most <= 64:
            assert not self.number(board, most), "a list wins"
        elif status == "infeasible" and self.shortest(board, most) is not None:
            assert exactly, "a list wins"
            raise TimeoutError  # perhaps none of this length
        if status == "optimal" and self.mode == "shortest":
            exactly, most = True, self.shortest(board, most) if length is None else length
            assert most is not None and least <= most, "no list wins, or a shorter one than the bound"
            least = most
        if status == "optimal" and self.want == "count":
            number = sum(self.number(board, n) for n in range(most if exactly else 0, most + 1))
            assert number == self.amount(answer["count"]), f"there are {number} lists"
        elif status == "optimal" and (self.mode != "within" or self.want != "one"):
            first = islice(self.lists(board, most, exactly), None if self.want == "all" else 1)
            assert list(first) == lists, "another list comes first, or more lists win"
        for each in answer.get("counts", []):
            number = self.number(board, each["moves"])
            assert number == self.amount(each["count"]), f"there are {number} lists of {each['moves']} moves"
        assert self.shortest(board, least - 1) is None, "a shorter list wins"


def judge(puzzle, answer, index, moves):
    answer = record(answer, RESULT, "v index id status")
    assert answer.keys() <= RESULT.keys(), "a field of another name"
    assert answer["index"] == index, "another index"
    status, asked = answer["status"], answer.get("asked", {})
    try:
        puzzle = Puzzle(puzzle)
    except (AssertionError, ValueError) as why:
        assert status == "error" and {"error"} == {*FIELDS} & answer.keys(), f"the puzzle is bad: {why}"
        return "not checked"
    goal, want, noop = question(answer, puzzle)
    play = SameGame(puzzle.rules) if want is None else Mayan(puzzle.mode, puzzle.most, noop)
    if status == "error":
        refusals = play.refusals(puzzle, [asked["goal"]] if "goal" in asked else [*TABLE][:5])
        assert answer["error"] in refusals, "no solver refuses the puzzle with this error"
        return "not checked"

    def spend(choices):
        nonlocal moves
        moves -= len(choices)
        if moves < 0:
            raise TimeoutError
        return choices

    play.goal, play.want, play.is_asked, play.spend = goal, want, "goal" in asked, spend
    play.check(puzzle.board, answer, status)
    return "proven" if status in ("optimal", "infeasible") else "valid"


def verdict(puzzle, answer, index, moves):
    """Return the verdict on an answer, a line of bytes, to the puzzle of this line and index."""
    try:
        return judge(puzzle, answer, index, moves)
    except (TimeoutError, RecursionError):
        return "unproven"
    except (AssertionError, ValueError) as why:
        return f"wrong: {why}"


def head(line, at):
    """Return the index and the name of a record."""
    try:
        found = record(line, {"index": natural, "id": text}, "")
        return found.get("index", at), found.get("id", at)
    except (AssertionError, ValueError):
        return at, at


def main(puzzles, results, moves="20000"):
    """Print the verdicts; return whether an answer is wrong or missing."""
    puzzles, results = (
        [line for line in open(name, "rb").read().split(b"\n") if line.strip()] for name in (puzzles, results)
    )
    heads, answers, last, wrong = [head(line, at) for at, line in enumerate(puzzles)], {}, -1, 0
    indexes = dict(heads)
    for number, line in enumerate(results, 1):
        index = head(line, -1)[0]
        if index in indexes and index > last:
            answers[index], last = line, index
        else:
            wrong += 1
            print(f"answer {number}: wrong: to no puzzle, a second one, or out of order")
    last = -1
    for (index, name), line in zip(heads, puzzles, strict=True):
        found = "wrong: no answer, or the puzzle is out of order"
        if index in answers and index > last:
            found, last = verdict(line, answers[index], index, int(moves)), index
        wrong += found.startswith("wrong")
        print(f"{name}: {found}")
    return wrong > 0


if __name__ == "__main__":
    __debug__ or sys.exit("run without -O, which leaves out all checks")
    sys.setrecursionlimit(10_000)
    sys.stdout.reconfigure(errors="backslashreplace")
    sys.exit(main(*sys.argv[1:]))
