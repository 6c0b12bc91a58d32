"""The records that tilefall_check.py reads: what fields hold, which a status needs, puzzles and their hash.

Written from docs/records.md and docs/rules.md.
"""

import json
from itertools import chain, pairwise

INFINITE, COLORS = float("inf"), "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Twice the coefficients of n^2, n and 1; and the rules of known games.
SCORES = {"n2": (2, -8, 8), "n1": (2, -4, 2), "tri": (1, -1, 0), "nn1": (2, -2, 0), "count": (0, 2, 0)}
SCORES |= {"sq": (2, 0, 0), "tri1": (1, 1, 0)}
GAMES = {"samegame": {}, "codingame": {}, "tatham": {"clear_bonus": 0}, "momaland": {"score": "sq"}}
GAMES |= {"former": {"score": "count", "min_group": 1, "columns": "stay"}, "lx": {"left_penalty": "total"}}
GAMES |= {"topcoder": {"score": "tri", "clear_factor": 4}, "codeabbey": {"score": "tri1", "min_group": 1}}
GAMES |= {"popstar": {"score": "poly:5,0,0", "left_points": "poly:-20,0,2000:9"}}


def whole(low, high):
    return lambda value: type(value) is int and low <= value <= high


def a(kind):
    return lambda value: type(value) is kind


def word(words):
    return lambda value: type(value) is str and value in words.split()


def a_list(of):
    return lambda value: type(value) is list and all(map(of, value))


def fields(known, needed=""):
    """Return the test for an object of these fields alone, with the needed ones."""
    names = set(needed.split())

    def holds(value):
        return all(known[name](value[name]) for name in value)

    return lambda value: type(value) is dict and names <= value.keys() <= known.keys() and holds(value)


def a_move(value):
    size, byte = len(value) if type(value) is list else 0, whole(0, 255)
    click = size == 2 and all(map(natural, value))
    return click or (size == 3 and byte(value[0]) and byte(value[1]) and word("R L")(value[2]))


# What a field may hold: of a question, a result, rules and a puzzle.
natural, integer, text, moves = whole(0, 2**64 - 1), whole(-(2**63), 2**63 - 1), a(str), a_list(a_move)
size, game, mode = whole(1, 2**32 - 1), word("samegame mayan"), word("exactly within shortest")
ASKED = {
    "goal": word("score clear fewest left biggest"),
    "target": integer,
    "want": word("one first all count"),
}
ASKED |= {"max_solutions": natural, "mode": mode, "moves": natural, "allow_noop": a(bool)}
RESULT = {"v": whole(1, 1), "index": natural, "id": text, "game": game, "hash": text, "asked": fields(ASKED)}
RESULT |= {"status": word("optimal feasible infeasible unknown error"), "moves": moves, "score": integer}
RESULT |= {"cleared": a(bool), "left": natural, "biggest": natural, "bound": integer, "count": text}
RESULT |= {
    "counts": a_list(fields({"moves": natural, "count": text}, "moves count")),
    "solutions": a_list(moves),
}
RESULT |= {
    "nodes": natural,
    "seconds": lambda value: type(value) in (int, float),
    "stats": a(dict),
    "error": text,
}
RESULT |= {"stopped_by": word("nodes time memory solutions depth count target trials interrupt")}
RULES = {"score": text, "clear_bonus": natural, "clear_factor": size, "left_penalty": word("none n2 total")}
RULES |= {"left_points": text, "min_group": size, "columns": word("close stay")}
PUZZLE = {
    "v": whole(1, 1),
    "id": text,
    "game": game,
    "rows": a_list(text),
    "labels": a(dict),
    "moves": natural,
}
PUZZLE |= {"mode": mode, "allow_noop": a(bool), "index": natural, "origin": a(dict)}
PUZZLE |= {"rules": lambda value: fields(RULES)(value) or word(" ".join(GAMES))(value)}
# What only the other game has.
FOREIGN = {
    "samegame": "want max_solutions mode moves allow_noop".split(),
    "mayan": "goal target rules".split(),
}

# By question and status, the fields below: ! needed, . possible, - not allowed. None: no answer to this question.
FIELDS = "moves score cleared left biggest bound count counts solutions stopped_by error".split()
STATUSES, ERROR = "optimal feasible infeasible unknown error".split(), "----------!"
TABLE = {
    "score": ("!!!--.-----", "!!!--!---!-", None, "-----!---!-", ERROR),
    "clear": ("!!!--.-----", "!!!--!---!-", "-----.-----", "-----!---!-", ERROR),
    "fewest": ("!!!--.-----", "!!!--!---!-", "-----.-----", "-----!---!-", ERROR),
    "left": ("!!!!-.-----", "!!!!-!---!-", None, "-----!---!-", ERROR),
    "biggest": ("!!!-!.-----", "!!!-!!---!-", None, "-----!---!-", ERROR),
    "one": ("!-.--.-----", "!-.--!---!-", "-----.-----", "-----!---!-", ERROR),
    "first": ("!-.--.-----", "!-.--!---!-", "-----.-----", "-----!---!-", ERROR),
    "all": (".-.--...!--", ".-.--!-.!!-", "-----....--", "-----!--.!-", ERROR),
    "count": ("-----.!.---", "-----!-!-!-", "-----...---", "-----!-.-!-", ERROR),
}


def record(line, known, needed):
    """Return the object of a line of JSON, where null is no value."""

    def read(pairs):
        assert len(dict(pairs)) == len(pairs), "a field stands there twice"
        return {name: value for name, value in pairs if value is not None}

    try:
        found = json.loads(line.decode(), object_pairs_hook=read, parse_constant=float.fromhex)
    except RecursionError as why:
        raise ValueError("lists in lists") from why
    json.dumps(found, ensure_ascii=False).encode()  # no half of a character
    assert type(found) is dict and set(needed.split()) <= found.keys(), f"expected the fields {needed}"
    for name in known.keys() & found.keys():
        assert known[name](found[name]), f"'{name}' cannot be {json.dumps(found[name])[:60]}"
    return found


def twice(score):
    """Return twice the coefficients of a score: a name, or poly:A,B,C."""
    a, b, c = SCORES.get(score) or (2 * float(part) for part in score.removeprefix("poly:").split(","))
    fits = all(float(each).is_integer() and abs(each) <= 2_000_000 for each in (a, b, c))
    assert fits and (a + b) % 2 == c % 2 == 0 and (score in SCORES or score[:5] == "poly:"), (
        f"{score} is no score"
    )
    return int(a), int(b), int(c)


def value(score, n):
    a, b, c = score
    return (a * n * n + b * n + c) // 2


def poly(score):
    return "poly:" + ",".join(f"{'-' * (n < 0)}{abs(n) // 2}{'.5' * (n % 2)}" for n in score)


class Rules:
    """The rules of a SameGame puzzle, from the parts that it names."""

    def __init__(self, rules):
        self.score, left = twice(rules.get("score", "n2")), rules.get("left_points", "poly:0,0,0").split(":")
        self.smallest, self.close = rules.get("min_group", 2), rules.get("columns") != "stay"
        self.bonus = rules.get("clear_bonus", 1000 * (self.score == SCORES["n2"]))
        self.factor, self.penalty = rules.get("clear_factor", 1), rules.get("left_penalty", "none")
        self.left, self.left_most = twice(":".join(left[:2])), int(left[2]) if left[2:] else 2**32 - 1
        assert len(left) in (2, 3) and 0 <= self.left_most < 2**32, (
            "left_points is poly:A,B,C or poly:A,B,C:MAX"
        )
        most = f":{self.left_most}" * (self.left_most < 2**32 - 1)
        self.left_text = f" left {poly(self.left)}{most}" * ("left_points" in rules)

    def __str__(self):
        """Return the rules as in the text of the hash."""
        name = next((name for name, score in SCORES.items() if score == self.score), poly(self.score))
        factor, smallest = (
            f" factor {self.factor}" * (self.factor != 1),
            f" min {self.smallest}" * (self.smallest != 2),
        )
        stay = " stay" * (not self.close)
        return f"score {name} {self.bonus} {self.penalty}{factor}{self.left_text}{smallest}{stay}\n"

    def points(self, n):
        return value(self.score, n)

    def left_points(self, n):
        return value(self.left, n) if n <= self.left_most else 0


class Puzzle:
    """A puzzle record. An AssertionError or a ValueError says why it is none."""

    def __init__(self, line):
        found = self.record = record(line, PUZZLE, "game rows")
        rows, labels, rules = found["rows"], found.get("labels", {}), found.get("rules", {})
        self.game, self.mode, self.most = found["game"], found.get("mode", "shortest"), found.get("moves")
        refused = {"goal", "target", "want", "max_solutions", "asked", *FOREIGN[self.game]}
        assert not refused & found.keys(), "a field of results, or of the other game"
        self.rules = Rules(GAMES[rules] if type(rules) is str else rules)
        assert all(len(c) == 1 and type(label) is str for c, label in labels.items()), "labels are texts"
        # Colors of the Mayan puzzle begin at 1, unless 0 has a label.
        if self.game == "mayan" and "0" not in labels:
            rows = [row.replace("0", ".") for row in rows]
        used = {*chain(*rows)} - {"."}
        assert rows and rows[0] and {*map(len, rows)} == {len(rows[0])} and used <= {*COLORS}, (
            "this is no board"
        )
        # A label that is a number is the name of its color.
        shown = {c: labels.get(c, c if labels and c.isalpha() else str(COLORS.index(c))) for c in used}
        assert len({*shown.values()}) == len(used), "two colors have one label"
        named = {
            c: int(s) if s.isdigit() and str(int(s[:20])) == s else COLORS.index(c) for c, s in shown.items()
        }
        self.cells = [[named.get(c) for c in row] for row in rows]
        columns = [*zip(*reversed(self.cells), strict=True)]
        self.board = tuple(tuple(c for c in column if c is not None) for column in columns)
        assert all(None not in column[: len(self.board[x])] for x, column in enumerate(columns)), (
            "a tile floats"
        )
        gap = self.rules.close and any(not left and right for left, right in pairwise(self.board))
        assert not gap or self.game == "mayan", "a column is empty left of another"
        assert self.game == "samegame" or max(len(rows), len(columns)) <= 8, "more than 8 rows or columns"

    def hash(self, noop):
        """Return the hash of docs/records.md."""
        rows = "".join(" ".join("." if c is None else str(c) for c in row) + "\n" for row in self.cells)
        end = f"moves {'-' if self.most is None else self.most} {self.mode}{' noop' * noop}\n"
        end = (
            f"{len(self.cells)} {len(self.cells[0])}\n{rows}{self.rules if self.game == 'samegame' else end}"
        )
        x = 0xCBF29CE484222325
        for byte in f"tilefall 1\n{self.game}\n{end}".encode():
            x = (x ^ byte) * 0x100000001B3 % 2**64
        for factor in 0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53, 1:
            x = (x ^ x >> 33) * factor % 2**64
        return f"{x:016x}"


def question(answer, puzzle):
    """Check the fields of an answer; return its goal or want, and whether swaps of equal blocks are moves."""
    game, own, asked, status = puzzle.game, puzzle.record, answer.get("asked", {}), answer["status"]
    assert own.get("id", answer["id"]) == answer["id"], "this answers a puzzle of another id"
    assert answer.get("game", game) == game, "this answers a puzzle of the other game"
    # Swaps of two equal blocks are moves in lists of exactly M, unless the puzzle, or the hash of an answer that does
    # not say so, skips them.
    counts = puzzle.mode == "exactly" and own.get("allow_noop", True)
    noops = [True, False] if counts and "allow_noop" not in asked else [counts]
    noops = [noop for noop in noops if answer.get("hash", puzzle.hash(noop)) == puzzle.hash(noop)]
    assert noops, "the hash is that of another board, M, mode or rules"
    assert "hash" in answer or status == "error", "the hash is missing"
    assert not asked.keys() & {*FOREIGN[game]}, "a question for the other game"
    if game == "mayan" and "asked" in answer:
        assert asked.get("mode", puzzle.mode) == puzzle.mode, "another mode was asked for"
        assert asked.get("moves", puzzle.most) == puzzle.most, "another number of moves was asked for"
        fits = puzzle.mode == "exactly" and asked.get("allow_noop") in noops
        assert "allow_noop" not in asked or fits, "swaps of two equal blocks were asked for otherwise"
        assert "max_solutions" not in asked or asked.get("want") == "all", "max_solutions without want all"
    # An answer without its question answers that of its fields.
    goal = next((name for name in ("left", "biggest") if name in answer), "score")
    goal = "clear" if status == "infeasible" else goal
    want = "all" if "solutions" in answer else "count" if {"count", "counts"} & answer.keys() else "one"
    goal, want = (asked.get("goal", goal), None) if game == "samegame" else (None, asked.get("want", want))
    row = TABLE[goal or want][STATUSES.index(status)]
    assert row, "there is always a list"
    for name, letter in zip(FIELDS, row, strict=True):
        later = letter == "!" and name in ("bound", "stopped_by") and "asked" not in answer
        fits = letter == "." or (name in answer) == (letter == "!") or later
        assert fits, f"'{name}' is missing or too much with status {status} and {goal or want}"
    # What can have stopped the search.
    by, listed = answer.get("stopped_by"), len(answer.get("solutions", []))
    most = asked.get("max_solutions", INFINITE if "asked" in answer else 0)
    assert listed <= asked.get("max_solutions", INFINITE), "more solutions than were asked for"
    assert by != "solutions" or (want == "all" and listed >= most), "fewer solutions than were asked for"
    assert by != "count" or want == "count", "no number was asked for"
    assert by not in ("trials", "target") or want is None, f"{by} does not stop this search"
    assert by != "depth" or goal is None, "a depth does not stop this search"
    if by == "target":
        assert "moves" in answer and ("target" in asked or "asked" not in answer), "there was no target"
        name, sign = goal if goal in ("left", "biggest") else "score", -1 if goal in ("fewest", "left") else 1
        found = len(answer["moves"]) if goal == "fewest" else answer[name]
        assert sign * found >= sign * asked.get("target", found), "the list does not reach the target"
    return goal, want, noops[0]
