"""Solves files of puzzle records on a Ray cluster, as a stream of tasks: ``python -m tilefall.batch.ray`` or `run`."""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from .. import ReadError, __version__, read, solve_many


def run(
    game: str, files: Sequence[Path], out: Path, *, batch: int = 64, cpus: int = 1, **options: Any
) -> Counter[str]:
    """Solves files of puzzle records on the cluster of Ray, in tasks of `batch` puzzles with `cpus` cores each.

    Appends the records to `out` in the order of the input, and returns the number of results by status. The file
    ``OUT.ray`` describes the run: if `out` holds records of the same run, they are kept and the run resumes after them;
    another run is a ValueError. Ray repeats tasks that are lost with a node. Options are keywords of `solve_many`.
    """
    import ray

    solve_many([], game=game, **options)  # type: ignore[call-overload]
    options = {"threads": cpus, **options}
    task = ray.remote(num_cpus=cpus, max_retries=-1)(_solved)
    counts: Counter[str] = Counter()
    with _opened(game, files, options, out) as file:
        rows = islice(_rows(files), sum(1 for _ in file), None)
        waiting: deque[Any] = deque()
        while True:
            # Two tasks for each core: one that runs, and one that is ready.
            room = int(2 * ray.cluster_resources().get("CPU", 1) // cpus + 1 - len(waiting))
            parts = iter(lambda: list(islice(rows, batch)), [])
            waiting.extend(task.remote(part, game, options) for part in islice(parts, room))
            if not waiting:
                return counts
            lines = ray.get(waiting.popleft())
            file.write("".join(line + "\n" for line in lines).encode())
            file.flush()
            os.fsync(file.fileno())
            counts.update(json.loads(line)["status"] for line in lines)


def _opened(game: str, files: Sequence[Path], options: Mapping[str, Any], out: Path) -> Any:
    """Opens the results of a run, to be read from the start and appended to. Removes an incomplete last line."""
    inputs = {}
    for path in files:
        digest = hashlib.sha256()
        with path.open("rb") as file:
            deque(map(digest.update, iter(partial(file.read, 1 << 20), b"")), 0)
        inputs[str(path)] = digest.hexdigest()
    about = {"tilefall": __version__, "game": game, "options": options, "inputs": inputs}
    description, beside = json.dumps(about, sort_keys=True) + "\n", out.with_name(f"{out.name}.ray")
    known = beside.read_text() if beside.exists() else None
    if known != description and (known is not None or (out.exists() and out.stat().st_size > 0)):
        raise ValueError(f"{out} is for results of other inputs or options, expected another file")
    beside.write_text(description)
    results = out.open("a+b")
    results.seek(0)
    results.truncate(sum(len(line) for line in results if line.endswith(b"\n")))
    results.seek(0)
    return results


def _rows(files: Sequence[Path]) -> Iterator[tuple[Any, ...]]:
    """Yields each line that is not blank: file, line number, position in the file, index in the run, text."""
    index = 0
    for path in files:
        with path.open(encoding="utf-8", errors="replace") as lines:
            full = ((number, line) for number, line in enumerate(lines, 1) if line.strip())
            for position, (number, line) in enumerate(full, 1):
                yield str(path), number, position, index, line
                index += 1


def _solved(rows: Sequence[tuple[Any, ...]], game: Any, options: dict[str, Any]) -> list[str]:
    """Returns the result records of a batch, in order, as lines of JSON."""
    found: list[dict[str, Any]] = []
    puzzles: list[dict[str, Any]] = []
    for name, number, position, index, line in rows:
        found.append({"v": 1, "index": index, "id": f"{name}#{position}", "status": "error"})
        try:
            (puzzle,) = read(line, format="jsonl", name=name)
        except ReadError as error:
            found[-1]["error"] = str(error).replace(f"{name}:1:", f"{name}:{number}:", 1)
            continue
        record = {**found[-1], **puzzle.record}
        if puzzle.game == game:
            puzzles.append({key: value for key, value in record.items() if key != "status"})
        else:
            own, other = ("SameGame", "Mayan") if game == "mayan" else ("Mayan", "SameGame")
            why = f"this is a {own} puzzle, expected a {other} one"
            found[-1] |= {"id": record["id"], "index": record["index"], "error": why}
    answers = iter(solve_many(puzzles, game=game, **options))
    dumped = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    return [dumped(one) if "error" in one else next(answers).to_json() for one in found]


def keywords(words: Sequence[str]) -> dict[str, Any]:
    """Returns the keywords for arguments like ``--nodes 1000 --no-timings``; names are those of `tilefall.solve`."""
    found: dict[str, Any] = {}
    for word, value in zip(words, [*words[1:], "--"], strict=True):
        name = word.removeprefix("--").replace("-", "_")
        if word.startswith("--no-"):
            found[name.removeprefix("no_")] = False
        elif word.startswith("--"):
            number = value.replace(".", "", 1).removeprefix("-").isdigit()
            found[name] = True if value.startswith("--") else json.loads(value) if number else value
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    end = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser("tilefall.batch.ray", epilog="Keywords of solve_many stand after --.")
    parser.add_argument("game", choices=["samegame", "mayan"])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="puzzle records (JSON Lines)")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="the results")
    parser.add_argument("--batch", type=int, default=64, metavar="N", help="puzzles of a task [64]")
    parser.add_argument("--cpus", type=int, default=1, metavar="N", help="cores of a task [1]")
    parser.add_argument("--address", metavar="HOST:PORT", help="the cluster; 'auto' for this node's own")
    args = parser.parse_args(given[:end])
    try:
        import ray

        options = keywords(given[end + 1 :])
        ray.init(address=args.address, log_to_driver=False)
        counts = run(args.game, args.files, args.out, batch=args.batch, cpus=args.cpus, **options)
    except KeyboardInterrupt:
        return 130
    except (ImportError, TypeError, ValueError, OSError, RuntimeError) as error:
        later = isinstance(error, OSError | RuntimeError)
        print(f"error: {error}{'; the same command goes on' if later else ''}", file=sys.stderr)
        return 3 if later else 2
    print(", ".join(f"{number} {status}" for status, number in sorted(counts.items())), file=sys.stderr)
    return 1 if counts.get("error") else 0


if __name__ == "__main__":
    sys.exit(main())
