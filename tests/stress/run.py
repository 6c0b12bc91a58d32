"""Runs `tilefall stress` on programs with a known mistake, and on right ones: python tests/stress/run.py [NAME...]

Needs a C++ compiler and target/release/tilefall. Fails unless each wrong program is caught within 60 s by an input that is small
enough, no other mistake is named, its own is for all but five, and no right program fails.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from broken import BROKEN, RIGHT

HERE = Path(__file__).parent
TILEFALL = HERE.parents[1] / "target/release/tilefall"
TASKS = {
    "mayan.cpp": ["mayan", "stress"],
    "simulate.py": ["mayan", "stress", "--task", "simulate"],
    "uva339.cpp": ["samegame", "stress", "--task", "uva339"],
    "uva758.py": ["samegame", "stress", "--task", "uva758"],
    "click.c": ["samegame", "stress", "--task", "click", "--rows", "4", "--cols", "5", "--types", "4"],
}


def build(folder: Path, program: str, changes: list[tuple[str, str]]) -> list[str]:
    """Writes a program with its changes, compiles it, and returns its command."""
    text = (HERE / program).read_text()
    for old, new in changes:
        assert old in text, f"{program} has no {old!r}"
        text = text.replace(old, new)
    source = folder / program
    source.write_text(text)
    if source.suffix == ".py":
        return [sys.executable, program]
    subprocess.run(["c++" if source.suffix == ".cpp" else "cc", "-O1", "-w", "-o", "program", program], cwd=folder, check=True)
    return ["./program", *(["ROW", "COL"] if program == "click.c" else [])]


def stress(folder: Path, program: str, command: list[str]) -> dict:
    """Runs the stress test and returns its result."""
    verb = [TILEFALL, *TASKS[program], "--output", "jsonl", "--quiet", "--", *command]
    run = subprocess.run(verb, cwd=folder, capture_output=True, text=True)
    assert run.returncode in (0, 1) and run.stdout, run.stderr
    return json.loads(run.stdout)


def tiles(program: str, text: str) -> int:
    """Returns the number of tiles of an input."""
    lines = text.split("\n")
    numbers = text.split()
    if program == "mayan.cpp":
        return sum(number != "0" for line in lines[1:6] for number in line.split())
    if program == "simulate.py":
        return sum(number != "0" for number in numbers[1:36])
    if program == "uva339.cpp":
        return int(numbers[0]) * int(numbers[1])
    return sum(c not in ".\n" for line in lines for c in line if program == "click.c") or 150


def main() -> None:
    """Prints a line for each program."""
    wanted, failed, missed = sys.argv[1:], 0, []
    # None: a right program, which no input may fail.
    for name, program, changes, most, mistake in [*BROKEN, *((*right, None, None) for right in RIGHT)]:
        if wanted and name not in wanted:
            continue
        with tempfile.TemporaryDirectory() as folder:
            command = build(Path(folder), program, changes)
            begun = time.monotonic()
            result = stress(Path(folder), program, command)
            seconds = time.monotonic() - begun
        caught = result["verdict"] != "passed"
        size = tiles(program, result["input"]) if caught else 0
        named = result.get("like", [])
        good = not caught if most is None else caught and size <= most and seconds < 60 and (not named or mistake in named)
        failed += not good
        missed += [name] * (mistake is not None and not named)
        kind = "right" if most is None else "wrong"
        about = [trap["trap"] for trap in result["untested"]]
        found = f"{result['verdict']}, input {result.get('number')}, {size} tiles, like {named}, untested {about}"
        print(f"{'ok  ' if good else 'FAIL'} {kind} {program} {name}: {found}, {result['tried']} inputs, {seconds:.1f} s", flush=True)
    print(f"not named: {missed}")
    sys.exit(failed > 0 or len(missed) > 5)


if __name__ == "__main__":
    main()
