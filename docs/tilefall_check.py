"""Checks answers of tilefall in plain Python, by the rules of both games: tilefall_check.py PUZZLES RESULTS [MOVES]

Both files hold records, a line of JSON each, with rules as objects; answers belong to puzzles by their index. Lists are
played. What an answer claims beyond its list (that none is better, that there is none, how many there are) is proven if
that takes at most MOVES moves (20,000), else unproven. Written from docs/games.md, docs/rules.md and docs/records.md,
not from the solver. A board is a tuple of columns, each a tuple of colors from the bottom.
"""

import json
import sys
from functools import cache
from itertools import chain, islice

SCORES = {"n2": "1,-4,4", "n1": "1,-2,1", "tri": "0.5,-0.5,0", "nn1": "1,-1,0", "count": "0,1,0"}
SCORES |= {"sq": "1,0,0", "tri1": "0.5,0.5,0"}


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


def polynomial(text):
    """Return the function n -> points of a name or of poly:A,B,C."""
    a, b, c = map(float, SCORES.get(text, text.removeprefix("poly:")).split(","))
    return lambda n: int(a * n * n + b * n + c)


class SameGame:
    def __init__(self, puzzle, asked, spend):
        rules = puzzle.get("rules") or {}
        score = rules.get("score", "n2")
        self.points, self.smallest = polynomial(score), max(rules.get("min_group", 2), 1)
        self.bonus = rules.get("clear_bonus", 1000 if score == "n2" else 0)
        self.factor, self.penalty = rules.get("clear_factor", 1), rules.get("left_penalty", "none")
        left, _, most = rules.get("left_points", "0,0,0").removeprefix("poly:").partition(":")
        self.left_points = lambda n: polynomial(left)(n) if n <= float(most or "inf") else 0
        self.close, self.goal, self.spend = rules.get("columns") != "stay", asked.get("goal", "score"), spend

    def groups(self, board):
        """Return the groups that can be removed, large ones first."""
        groups, seen = [], set()
        for start in cells(board):
            group = [] if start in seen else [start]
            for x, y in group:
                for cell in (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1):
                    if look(board, *cell) == board[x][y] and cell not in group:
                        group.append(cell)
            seen.update(group)
            groups += [group] if len(group) >= self.smallest else []
        return sorted(groups, key=len, reverse=True)

    def after(self, board, group):
        return tuple(column for column in without(board, group) if column or not self.close)

    def score(self, left, points):
        """Return the score of a list that ends with these numbers of tiles left."""
        if not left:
            return (points + self.bonus + self.left_points(0)) * self.factor
        lost = {"none": [], "n2": left, "total": [sum(left)]}[self.penalty]
        return points + self.left_points(sum(left)) - sum((n - 2) ** 2 for n in lost)

    def value(self, left, sizes):
        """Return how good a list of groups of these sizes is, which leaves these numbers of tiles; higher is better."""
        if self.goal == "fewest":
            return -sys.maxsize if left else -len(sizes)
        if self.goal in ("left", "biggest"):
            return -sum(left) if self.goal == "left" else max(sizes, default=0)
        return self.score(left, sum(map(self.points, sizes)))

    @cache
    def most(self, n):
        """Return the most points for n tiles of a color: one of them stays, or k of them are removed together."""
        removed = [self.points(k) + self.most(n - k) for k in range(self.smallest, n + 1)]
        return max([self.most(n - 1), *removed]) if n else 0

    def ceiling(self, left, sizes):
        """Return what no list from here exceeds: each color for itself, as if nothing were in its way."""
        stuck = [n for n in left if n < self.smallest]
        if self.goal in ("fewest", "left", "biggest"):
            return self.value(stuck, [*sizes, *left])
        points = sum(map(self.points, sizes)) + sum(map(self.most, left))
        uncleared = points + max([0, *map(self.left_points, range(1, sum(left) + 1))])
        return uncleared if stuck else max(uncleared, self.score([], points))

    def has_better(self, board, sizes, most, seen):
        """Return whether some list has a value above `most`; boards are seen with their highest value so far."""
        left, so_far = counts(board), self.value([], sizes)
        if self.ceiling(left, sizes) <= most or seen.get(board, so_far - 1) >= so_far:
            return False
        seen[board] = so_far
        after = ((self.after(board, g), [*sizes, len(g)]) for g in self.spend(self.groups(board)))
        return self.value(left, sizes) > most or any(self.has_better(*each, most, seen) for each in after)

    def check(self, board, answer):
        sign, end, sizes = -1 if self.goal in ("fewest", "left") else 1, board, []
        best = sign * answer["bound"] if "bound" in answer else sys.maxsize
        if "moves" in answer:
            for row, col in answer["moves"]:
                group = [group for group in self.groups(end) if (col - 1, row - 1) in group]
                assert group, f"no group at {row} {col}"
                end, sizes = self.after(end, group[0]), [*sizes, len(group[0])]
            left = counts(end)
            facts = {"left": sum(left), "biggest": max(sizes, default=0), "cleared": not left}
            facts["score"] = self.score(left, sum(map(self.points, sizes)))
            for name in facts.keys() & answer.keys():
                assert facts[name] == answer[name], f"{name} is {facts[name]}"
            assert not left or self.goal not in ("clear", "fewest"), "the list does not clear the board"
            value = self.value(left, sizes)
            assert value <= best, "the list is better than the bound"
            if answer["status"] == "optimal" and self.goal != "clear":
                assert best in (value, sys.maxsize), "the bound is not that of the list"
                best = value
        elif answer["status"] == "infeasible":
            assert self.goal in ("clear", "fewest"), "there is always a list"
            self.goal, best = "left", -1
        assert not self.has_better(board, [], best, {}), "there is a better list"


class Mayan:
    def __init__(self, puzzle, asked, spend):
        self.mode, self.want = asked.get("mode", puzzle.get("mode", "shortest")), asked.get("want", "one")
        self.most = asked.get("moves", puzzle.get("moves", sys.maxsize))
        self.noop, self.spend, self.failed = asked.get("allow_noop", puzzle.get("allow_noop")), spend, set()

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

    def lists(self, board, left, exactly):
        """Yield in order the lists of at most (or exactly) so many moves that win."""
        if not any(board) and not (left and exactly):
            yield []
        if not any(board) or not left or min(counts(board)) < 3 or (board, left, exactly) in self.failed:
            return
        self.failed.add((board, left, exactly))
        for move, after in self.spend(self.moves(board)):
            for rest in self.lists(after, left - 1, exactly):
                self.failed.discard((board, left, exactly))
                yield [move, *rest]

    def can_win(self, board, most):
        """Return whether at most so many moves empty the board: all boards that can be reached, in layers."""
        seen, layer = {board}, {board}
        while layer and most >= 0:
            if not all(map(any, layer)):
                return True
            alive = [board for board in layer if most and min(counts(board)) >= 3]
            layer = {after for board in alive for _, after in self.spend(self.moves(board))} - seen
            seen, most = seen | layer, most - 1
        return False

    def check(self, board, answer):
        board, exactly, most = self.settle(board), self.mode == "exactly", self.most
        status, fewest = answer["status"], answer.get("bound", 0)
        solutions = answer.get("solutions", [answer[name] for name in answer if name == "moves"])
        assert answer.get("cleared", True) and answer.get("moves") in (None, *solutions[:1]), "facts differ"
        for moves in solutions:
            end = board
            for move in moves:
                end = dict((tuple(name), after) for name, after in self.moves(end)).get(tuple(move))
                assert end is not None, f"{move} cannot be played, or is not the name of the move"
            lengths = range(max(fewest, most if exactly else 0), most + 1)
            assert not any(end) and len(moves) in lengths, "the list does not win, or not within the bound"
        for each in answer.get("counts", []):
            number = sum(1 for _ in self.lists(board, each["moves"], True))
            assert number == int(each["count"]), f"there are {number} lists of {each['moves']} moves"
        if status == "optimal" and self.mode == "shortest":
            exactly, most = True, len(solutions[0]) if solutions else answer["counts"][-1]["moves"]
            fewest = max(fewest, most)
        if status == "optimal" and self.want == "count":
            number = sum(1 for _ in self.lists(board, most, exactly))
            assert number == int(answer["count"]), f"there are {number} lists"
        elif status == "optimal" and (self.mode != "within" or self.want != "one"):
            first = islice(self.lists(board, most, exactly), None if self.want == "all" else 1)
            assert list(first) == solutions, "another list comes first, or more lists win"
        elif status == "infeasible":
            wins = any(True for _ in self.lists(board, most, True)) if exactly else self.can_win(board, most)
            assert not wins and int(answer.get("count", 0)) == 0, "a list wins, or there is none to count"
        assert not self.can_win(board, fewest - 1), "a shorter list wins"


def verdict(puzzle, answer, moves):
    """Return `proven`, `valid` for an answer that claims no proof, `unproven`, or `wrong` and why."""
    if answer["status"] == "error" or isinstance(puzzle.get("rules"), str):
        return "not checked"

    def spend(choices):
        nonlocal moves
        moves -= len(choices)
        if moves < 0:
            raise TimeoutError
        return choices

    game = (SameGame if puzzle["game"] == "samegame" else Mayan)(puzzle, answer.get("asked", {}), spend)
    columns = zip(*reversed(puzzle["rows"]), strict=True)
    board = tuple(tuple(color for color in column if color != ".") for column in columns)
    try:
        game.check(board, answer)
    except AssertionError as why:
        return f"wrong: {why}"
    except TimeoutError:
        return "unproven"
    return "proven" if answer["status"] in ("optimal", "infeasible") else "valid"


if __name__ == "__main__":
    __debug__ or sys.exit("run without -O, which leaves out all checks")
    sys.setrecursionlimit(10_000)
    puzzles, answers = ([json.loads(line) for line in open(name) if line.strip()] for name in sys.argv[1:3])
    answers = {answer["index"]: answer for answer in answers}
    verdicts = []
    for at, puzzle in enumerate(puzzles):
        answer, moves = answers.get(puzzle.get("index", at)), int([*sys.argv, 20_000][3])
        verdicts.append(verdict(puzzle, answer, moves) if answer else "wrong: no answer")
        print(f"{puzzle.get('id', at)}: {verdicts[-1]}")
    sys.exit(any(verdict.startswith("wrong") for verdict in verdicts))
