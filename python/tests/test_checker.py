"""The plain checker of the documents against the program: answers on the bundled sets, and false claims."""

from __future__ import annotations

import json
import runpy
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from conftest import ROOT, Records

Record = dict[str, Any]

CHECKER = ROOT / "docs/tilefall_check.py"
verdict: Callable[[Record, Record, int], str] = runpy.run_path(str(CHECKER))["verdict"]

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
    return list(zip(puzzles, records(*words, "--output", "jsonl", "--no-timings"), strict=True))


def false_claims(answer: Record) -> list[Record]:
    """Answers that say more than this one, which is proven, or something else."""
    lists = [name for name in ("score", "left", "biggest", "cleared") if name in answer]
    claims = [answer | {name: not answer[name] if name == "cleared" else answer[name] + 1} for name in lists]
    goal = answer["asked"].get("goal")
    if "bound" in answer:
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
                assert verdict(puzzle, claim, 2000) not in ("proven", "valid"), claim
    assert said.keys() <= {"proven", "valid", "unproven"}
    assert said["proven"] >= QUESTIONS[question]


def test_the_checker_stays_short() -> None:
    lines = CHECKER.read_text().splitlines()
    assert len(lines) <= 250
    imports = [line.split()[1] for line in lines if line.startswith(("import ", "from "))]
    assert imports == ["json", "sys", "functools", "itertools"]
