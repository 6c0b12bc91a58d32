"""Compares tilefall with programs of others on the same boards, in turns, and prints the table of peers.md.

    python3 docs/benchmarks/peers.py mayan [KIND:NAME=PROGRAM...] > run.tsv
    python3 docs/benchmarks/peers.py samegame [KIND:NAME=PROGRAM...] > run.tsv
    python3 docs/benchmarks/peers.py table run.tsv

Every answer is checked by `tilefall verify`. KIND is `noip` (a Mayan puzzle as in NOIP 2011) or `clicks` (rows of
numbers from the top, answered by clicks). Needs `target/release/tilefall`. Environments in Python are measured by
python/bench/environments.py.
"""
# ruff: noqa: RUF001

import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import geometric_mean, mean, median_high

ROOT = Path(__file__).parents[2]
TILEFALL = str(ROOT / "target/release/tilefall")
NAMES = ["task", "board", "peer", "round", "answer", "score", "seconds", "processor_seconds"]
# Rounds of Mayan puzzles; processor seconds of a board up to which a program goes on to one move more; boards of the
# other tasks; seconds of a board of SameGame for tilefall; the longest time of a process.
ROUNDS, PATIENCE, BOARDS, SECONDS, LIMIT = 3, 0.2, 5, 20, 60


@dataclass
class Peer:
    """A program that solves one puzzle per process."""

    name: str
    kind: str
    command: list[str]

    def run(self, puzzle: str) -> tuple[str | None, float, float]:
        """Returns the answer, or None without one, the seconds, and the processor seconds."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "mayan.in").write_text(puzzle)
            begun, before = time.perf_counter(), processor_seconds()
            try:
                done = subprocess.run(
                    self.command, input=puzzle, capture_output=True, text=True, cwd=folder, timeout=LIMIT
                )
                text = done.stdout if done.returncode == 0 else None
            except subprocess.TimeoutExpired:
                text = None
            times = time.perf_counter() - begun, processor_seconds() - before
            other = Path(folder) / "mayan.out"
            return (other.read_text() if text is not None and other.exists() else text, *times)

    def check(self, puzzle: str, answer: str) -> tuple[str, str]:
        """Returns what the verifier says, and the score."""
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write(puzzle)
            file.flush()
            game = "mayan" if self.kind == "noip" else "samegame"
            words = [TILEFALL, game, "verify", "--output", "jsonl", file.name, "-"]
            lines = subprocess.run(words, input=answer, capture_output=True, text=True).stdout.splitlines()
        verdict = json.loads(lines[0])
        if len(lines) != 1 or not verdict["valid"]:
            return "wrong", ""
        return "valid", str(verdict["score"]) if self.kind == "clicks" else ""


def processor_seconds() -> float:
    """The processor seconds of all processes that have ended."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def boards(file: str, prefix: str, moves: int | None = None) -> Iterator[tuple[str, str]]:
    """The boards of a file whose ids begin with a prefix: the id, and the text for programs."""
    for line in (ROOT / "data/bench" / file).read_text().splitlines():
        record = json.loads(line)
        if record["id"].startswith(prefix):
            to = ["codingame", "--relabel"]
            if moves:
                record |= {"moves": moves, "mode": "exactly"}
                to = ["noip"]
            words = [TILEFALL, "convert", "--to", *to, "-"]
            done = subprocess.run(words, input=json.dumps(record), capture_output=True, text=True, check=True)
            yield record["id"], done.stdout


def in_turns(task: str, board: str, puzzle: str, peers: list[Peer], rounds: int) -> list[list[str]]:
    """Runs all programs on one board, another one first in each round, and returns a row for each process."""
    rows = []
    for i in range(rounds):
        first = i % len(peers)
        for peer in peers[first:] + peers[:first]:
            text, *times = peer.run(puzzle)
            answer, score = ("stopped", "") if text is None else peer.check(puzzle, text)
            claims_none = answer == "valid" and (text or "").strip() == "-1"
            row = [task, board, peer.name, str(i + 1), "none" if claims_none else answer, score]
            rows.append(row + [f"{seconds:.9f}" for seconds in times])
    # A list refutes the claims that there is none.
    has_list = any(row[4] == "valid" for row in rows)
    for row in rows:
        if row[4] == "none":
            row[4] = "wrong" if has_list else "valid"
    return rows


def mayan(others: list[Peer]) -> Iterator[list[str]]:
    """Proofs that boards have no list, for growing numbers of moves, and first lists of 5 moves."""
    straightforward = tempfile.gettempdir() + "/straightforward"
    source = ROOT / "benches/baseline/main.rs"
    flags = ["--edition", "2024", "-C", "opt-level=3", "-C", "target-cpu=native"]
    subprocess.run(["rustc", *flags, "-o", straightforward, source], check=True)
    solve = [TILEFALL, *"mayan solve --first --threads 1 --output native -".split()]
    peers = [
        Peer("tilefall", "noip", solve),
        Peer("straightforward program", "noip", [straightforward]),
        *others,
    ]
    left = peers
    for moves in range(2, 11):
        rows = []
        for board in boards("mayan.jsonl", "none-10/", moves):
            rows += in_turns(f"Mayan, none in {moves} moves", *board, left, ROUNDS)
        yield from rows
        spent = {peer.name: mean(float(row[7]) for row in rows if row[2] == peer.name) for peer in left}
        left = [peer for peer in left if spent[peer.name] < PATIENCE]
        if not left:
            break
    for board in list(boards("mayan.jsonl", "hard5/", 5))[:BOARDS]:
        yield from in_turns("Mayan, first list of 5 moves", *board, peers, ROUNDS)


def samegame(others: list[Peer]) -> Iterator[list[str]]:
    """Scores of SameGame."""
    words = f"samegame solve --method anneal --time {SECONDS}s --threads 1 --seed 1 --output jsonl -"
    peers = [Peer("tilefall", "clicks", [TILEFALL, *words.split()]), *others]
    for board in list(boards("samegame15.jsonl", ""))[:BOARDS]:
        yield from in_turns("SameGame, 15×15, 5 colours", *board, peers, 1)


def digits(number: float) -> str:
    """Writes a number with three significant digits, or all digits before the point."""
    return f"{number:.{max(0, 2 - math.floor(math.log10(number)))}f}"


def table(rows: Iterable[dict[str, str]]) -> None:
    """Prints a line for each task and program.

    The processor time of a board is the median of its rounds; the table has the mean over boards, and as ratio the
    geometric mean of a program's time by that of tilefall on the same board.
    """
    print("| task | program | boards | valid, wrong, stopped | mean score | processor time, ms | ratio |")
    print("| --- " * 7 + "|")
    times: dict[tuple[str, str], dict[str, list[float]]] = {}
    answers: dict[tuple[str, str], list[str]] = {}
    scores: dict[tuple[str, str], list[float]] = {}
    for row in rows:
        key = row["task"], row["peer"]
        times.setdefault(key, {}).setdefault(row["board"], []).append(float(row["processor_seconds"]))
        answers.setdefault(key, []).append(row["answer"])
        scores.setdefault(key, []).extend([float(row["score"])] if row["score"] else [])
    medians = {key: {name: median_high(of) for name, of in boards.items()} for key, boards in times.items()}
    for (task, peer), of_board in medians.items():
        said = answers[task, peer]
        counts = ", ".join(str(said.count(answer)) for answer in ("valid", "wrong", "stopped"))
        score = f"{mean(scores[task, peer]):.0f}" if scores[task, peer] else "-"
        reference = medians[task, "tilefall"]
        ratio = geometric_mean(time / reference[board] for board, time in of_board.items())
        spent = mean(of_board.values()) * 1e3
        counts = "-" if "-" in said else counts
        print(
            f"| {task} | {peer} | {len(of_board)} | {counts} | {score} | {digits(spent)} | {digits(ratio)} |"
        )


def main() -> None:
    """Runs a command."""
    match sys.argv[1:]:
        case ["table", path]:
            lines = [line.split("\t") for line in Path(path).read_text().splitlines() if line[0] != "#"]
            table(dict(zip(lines[0], line, strict=True)) for line in lines[1:])
        case ["mayan" | "samegame" as game, *words]:
            others = []
            for word in words:
                kind, _, rest = word.partition(":")
                name, _, command = rest.partition("=")
                others.append(Peer(name, kind, command.split()))
            print("\t".join(NAMES))
            for row in mayan(others) if game == "mayan" else samegame(others):
                print("\t".join(row), flush=True)
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
