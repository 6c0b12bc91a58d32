"""The plain checker of the documents: answers of the program are proven, and false claims are wrong.

tests/verify/two_checkers.rs holds it against the checker of the library, answer by answer.
"""

from __future__ import annotations

import ast
import json
import runpy
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from conftest import ROOT, Records

Record = dict[str, Any]

sys.path.insert(0, str(ROOT / "docs"))
CHECKER: dict[str, Any] = runpy.run_path(str(ROOT / "docs/tilefall_check.py"))


def verdict(puzzle: Record, answer: Record, moves: int) -> str:
    """The verdict on the answer to a puzzle."""
    lines = [json.dumps(each).encode() for each in (puzzle, answer)]
    said: str = CHECKER["verdict"](*lines, answer["index"], moves)
    return said


EASY, HARD = "data/generated/mayan-easy.jsonl", "data/generated/mayan-medium.jsonl"
SMALL, CLEARABLE = "data/generated/samegame-small.jsonl", "data/generated/samegame-clearable.jsonl"

# The command, and how many of its 20 answers are proven with 2,000 moves each.
QUESTIONS = {
    f"mayan solve {EASY}": 20,
    f"mayan solve {EASY} --exactly --moves 2": 20,
    f"mayan solve {EASY} --within --moves 3 --all": 16,
    f"mayan solve {EASY} --within --moves 3 --count": 6,
    f"mayan solve {EASY} --shortest --count": 13,
    f"mayan solve {HARD} --within --moves 2 --first": 20,
    f"mayan solve {HARD} --within --moves 2 --count": 20,
    f"mayan solve {HARD} --nodes 5": 0,
    f"samegame solve {SMALL}": 14,
    f"samegame solve {SMALL} --goal clear": 14,
    f"samegame solve {SMALL} --goal fewest": 14,
    f"samegame solve {SMALL} --goal left": 14,
    f"samegame solve {SMALL} --goal biggest": 14,
    f"samegame solve {SMALL} --rules former": 1,
    f"samegame solve {SMALL} --score tri --clear-factor 4 --left-penalty total": 14,
    f"samegame solve {SMALL} --left-points poly:-20,0,2000:9": 14,
    f"samegame solve {CLEARABLE} --method anneal --nodes 5": 0,
}


def asked(question: str, records: Records) -> list[tuple[Record, Record]]:
    """The puzzles of a command and its answers."""
    words = question.split()
    puzzles = [json.loads(line) for line in (ROOT / words[2]).read_text().splitlines()]
    rules = ["--rules", "--score", "--clear-factor", "--left-penalty", "--left-points"]
    flags = [word for at, word in enumerate(words) if word in rules or words[at - 1] in rules]
    if flags:
        puzzles = records("convert", "--to", "jsonl", words[2], *flags)
    # The hash of an answer is that of the puzzle with M and mode of the command line.
    for mode in ("exactly", "within", "shortest"):
        puzzles = [puzzle | ({"mode": mode} if f"--{mode}" in words else {}) for puzzle in puzzles]
    if "--moves" in words:
        puzzles = [puzzle | {"moves": int(words[words.index("--moves") + 1])} for puzzle in puzzles]
    return list(zip(puzzles, records(*words, "--output", "jsonl", "--no-timings"), strict=True))


def false_claims(answer: Record) -> list[Record]:
    """Answers that say more than this one, which is proven, or something else."""
    lists = [name for name in ("score", "left", "biggest", "cleared") if name in answer]
    claims = [answer | {name: not answer[name] if name == "cleared" else answer[name] + 1} for name in lists]
    goal = answer["asked"].get("goal")
    if "bound" in answer and answer["status"] != "infeasible":
        worse = -1 if goal in ("score", "clear", "biggest") else 1
        claims.append(answer | {"bound": answer["bound"] + worse})
    if "count" in answer:
        claims.append(answer | {"count": str(int(answer["count"]) + 1)})
    if answer.get("moves"):
        claims.append({name: answer[name] for name in answer if name != "moves"} | {"status": "infeasible"})
    if answer.get("moves") and goal != "biggest":
        claims.append(answer | {"moves": answer["moves"][:-1]})
        claims.append(answer | {"moves": answer["moves"] + answer["moves"][-1:]})
    if answer.get("solutions"):
        claims.append(answer | {"solutions": answer["solutions"][1:]})
        claims.append(answer | {"solutions": [*answer["solutions"][1:], answer["solutions"][0]]})
    return deepcopy([claim for claim in claims if claim != answer])


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_proven_and_false_claims_are_not(question: str, records: Records) -> None:
    said: Counter[str] = Counter()
    for puzzle, answer in asked(question, records):
        text = verdict(puzzle, answer, 2000)
        said[text] += 1
        if text == "proven":
            for claim in false_claims(answer):
                assert verdict(puzzle, claim, 20_000).startswith("wrong: "), claim
    assert said.keys() <= {"proven", "valid", "unproven"}
    assert said["proven"] >= QUESTIONS[question]


GAP = {"id": "gap", "game": "mayan", "rows": ["11.1."], "moves": 2, "mode": "within", "allow_noop": False}
PAIRS = {"id": "pairs", "game": "samegame", "rows": ["11212"]}


def answered(puzzle: Record, **more: Any) -> Record:
    """An answer to the puzzle with these fields."""
    own = CHECKER["Puzzle"](json.dumps(puzzle).encode())
    return {"v": 1, "index": 0, "id": puzzle["id"], "hash": own.hash(puzzle.get("allow_noop", False)), **more}


@pytest.mark.parametrize(
    ("puzzle", "fields", "expected"),
    [
        # With a list that clears, with a bound below what a list scores, without a list, and without a status.
        (GAP, {"status": "infeasible", "moves": [[3, 0, "L"]]}, "wrong: 'moves' is missing or too much"),
        (PAIRS, {"status": "infeasible", "bound": -1}, "wrong: making no click is better"),
        (GAP, {"status": "optimal", "cleared": True}, "wrong: 'moves' is missing"),
        (GAP, {"moves": [[3, 0, "L"]]}, "wrong: expected the fields"),
        # Of another puzzle, or another question.
        (PAIRS, {"status": "infeasible", "hash": "0123456789abcdef"}, "wrong: the hash"),
        (PAIRS, {"status": "infeasible", "id": "another"}, "wrong: this answers a puzzle of another id"),
        (GAP, {"status": "optimal", "moves": [[3, 0, "L"]], "asked": {"moves": 3}}, "wrong: another number"),
        # Right answers, the question left out.
        (PAIRS, {"status": "infeasible"}, "proven"),
        (GAP, {"status": "optimal", "moves": [[3, 0, "L"]]}, "proven"),
        (GAP | {"rows": ["1..1."]}, {"status": "infeasible"}, "proven"),
        (GAP | {"rows": [".1.1.", "1...."]}, {"status": "error", "error": "a tile floats"}, "not checked"),
    ],
)
def test_claims_that_were_once_judged_wrongly(puzzle: Record, fields: Record, expected: str) -> None:
    good = puzzle["rows"][0] != ".1.1."
    answer = answered(puzzle if good else PAIRS | {"id": "gap"}) | fields
    assert verdict(puzzle, answer, 20_000).startswith(expected)


def test_swaps_of_equal_blocks_are_moves_as_the_hash_says() -> None:
    puzzle = {"id": "p", "game": "mayan", "rows": ["..2..", "11212"], "moves": 2, "mode": "exactly"}
    winning = {"status": "optimal", "moves": [[0, 0, "R"], [2, 0, "R"]], "cleared": True}
    for own in ({}, {"allow_noop": True}, {"allow_noop": False}):
        for noop in (False, True):
            answer = answered(puzzle | {"allow_noop": noop}, asked={"mode": "exactly", "allow_noop": noop})
            answer |= winning if noop else {"status": "infeasible"}
            fits = own.get("allow_noop", True) == noop
            assert verdict(puzzle | own, answer, 20_000).startswith("proven" if fits else "wrong: the hash")
            answer["asked"]["allow_noop"] = not noop
            assert verdict(puzzle | own, answer, 20_000).startswith("wrong: ")


def test_the_checker_is_short_and_imports_nothing_of_the_package() -> None:
    for name, imports in [
        ("tilefall_check", {"sys", "functools", "itertools", "tilefall_records"}),
        ("tilefall_records", {"json", "itertools"}),
    ]:
        code = (ROOT / f"docs/{name}.py").read_text()
        assert code.count("\n") <= 400
        tree = ast.parse(code)
        found = {alias.name for node in tree.body if isinstance(node, ast.Import) for alias in node.names}
        assert found | {node.module for node in tree.body if isinstance(node, ast.ImportFrom)} == imports
    command = [sys.executable, "-O", str(ROOT / "docs/tilefall_check.py"), "puzzles", "results"]
    assert subprocess.run(command, capture_output=True).returncode == 1
