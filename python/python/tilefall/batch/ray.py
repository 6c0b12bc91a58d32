"""Solves files of puzzle records on a Ray cluster: a pipeline of Ray Data.

``pip install './python[ray]'`` in a clone; then ``python -m tilefall.batch.ray`` or `run`.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from .. import ReadError, __version__, read, solve_many

WINDOW = 100_000
"""The number of puzzles that are in the pipeline at once, which bounds the memory of the driver."""

TITLES = {"samegame": "SameGame", "mayan": "Mayan"}

COLUMNS = ("name", "number", "position", "index", "line")
"""The file, line number and position of a puzzle, its index, and its text."""


def run(
    game: str,
    files: Sequence[Path],
    out: Path,
    *,
    batch: int = 64,
    cpus: int = 1,
    **options: Any,
) -> dict[str, int]:
    """Solves files on the cluster that Ray is connected to; appends the records to a file in the order of the input.

    If the file already holds records of the same run, which is described in a file beside it, the run goes on behind
    them. Ray itself repeats what is lost with a node.

    Args:
        game: ``"samegame"`` or ``"mayan"``.
        files: Files of puzzle records (JSON Lines), which only this process reads.
        out: The file of result records.
        batch: Puzzles of a task.
        cpus: Cores of a task, and threads of the search.
        **options: The keywords of `tilefall.solve_many`.

    Returns:
        The number of results by status, without those of earlier runs.

    Raises:
        ValueError: If the file holds records of another run.
        OSError: If a file cannot be read or written.
    """
    from ray import data

    solve_many([], game=game, **options)  # type: ignore[call-overload]
    options = {"threads": cpus, **options}
    context = data.DataContext.get_current()
    context.execution_options.preserve_order = True
    counts: dict[str, int] = {}
    with _opened(out, _description(game, files, options)) as file:
        rows = islice(_rows(files), sum(1 for _ in file), None)
        while window := list(islice(rows, WINDOW)):
            answers = data.from_items(window, override_num_blocks=-(-len(window) // batch)).map_batches(
                _solved,
                batch_size=batch,
                fn_kwargs={"game": game, "options": options},
                num_cpus=cpus,
            )
            for answer in answers.iter_batches(batch_size=batch, prefetch_batches=1):
                file.write(b"".join(line.encode() + b"\n" for line in answer["record"]))
                file.flush()
                os.fsync(file.fileno())
                for status in answer["status"]:
                    counts[status] = counts.get(status, 0) + 1
    return counts


def _description(game: str, files: Sequence[Path], options: Mapping[str, Any]) -> str:
    """Returns a text that is the same for runs that answer the same."""
    inputs = {str(path): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}
    about = {"tilefall": __version__, "game": game, "options": options, "inputs": inputs}
    return json.dumps(about, sort_keys=True) + "\n"


def _opened(out: Path, description: str) -> Any:
    """Opens a results file, without a torn last line, at its start; the next bytes are written behind its records."""
    beside = out.with_name(f"{out.name}.ray")
    if out.exists() and out.stat().st_size > 0:
        if not beside.exists() or beside.read_text() != description:
            raise ValueError(f"{out} holds results of other inputs or options, expected another file")
    elif beside.exists() and beside.read_text() != description:
        raise ValueError(f"{beside} is of other inputs or options, expected another file")
    else:
        beside.write_text(description)
    file = out.open("a+b")
    file.seek(0)
    file.truncate(sum(len(line) for line in file if line.endswith(b"\n")))
    file.seek(0)
    return file


def _rows(files: Sequence[Path]) -> Iterator[dict[str, Any]]:
    """Returns the lines of files that are not blank, each with its place and its index."""
    index = 0
    for path in files:
        position = 0
        with path.open(encoding="utf-8", errors="replace") as lines:
            for number, line in enumerate(lines, 1):
                if not line.strip():
                    continue
                position += 1
                yield dict(zip(COLUMNS, (str(path), number, position, index, line), strict=True))
                index += 1


def _solved(rows: Mapping[str, Any], game: Any, options: dict[str, Any]) -> dict[str, list[str]]:
    """Returns the result records of a batch, in order, and their statuses."""
    found: list[dict[str, Any]] = []
    puzzles: list[dict[str, Any]] = []
    for name, number, position, index, line in zip(*(list(rows[column]) for column in COLUMNS), strict=True):
        found.append({"v": 1, "index": int(index), "id": f"{name}:{position}", "status": "error"})
        try:
            (puzzle,) = read(line, format="jsonl", name=name)
        except ReadError as error:
            found[-1]["error"] = str(error).replace(f"{name}:1:", f"{name}:{number}:", 1)
            continue
        record = {**found[-1], **puzzle.record}
        if puzzle.game != game:
            found[-1] |= {"id": record["id"], "index": record["index"]}
            found[-1]["error"] = f"this is a {TITLES[puzzle.game]} puzzle, expected a {TITLES[game]} one"
            continue
        puzzles.append({key: value for key, value in record.items() if key != "status"})
    answers = iter(solve_many(puzzles, game=game, **options))
    line = partial(json.dumps, ensure_ascii=False, separators=(",", ":"))
    results = [line(one) if "error" in one else next(answers).to_json() for one in found]
    return {"record": results, "status": [json.loads(line)["status"] for line in results]}


def keywords(words: Sequence[str]) -> dict[str, Any]:
    """Returns the keywords for arguments like ``--nodes 1000 --no-timings``; names are those of `tilefall.solve`."""
    found: dict[str, Any] = {}
    name = ""
    for word in words:
        if word.startswith("--no-"):
            found[word[5:].replace("-", "_")], name = False, ""
        elif word.startswith("--"):
            name = word[2:].replace("-", "_")
            found[name] = True
        elif name:
            try:
                found[name] = json.loads(word)
            except ValueError:
                found[name] = word
        else:
            raise ValueError(f"found {word!r}, expected --NAME VALUE")
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    end = given.index("--") if "--" in given else len(given)
    parser = argparse.ArgumentParser(
        prog="tilefall.batch.ray",
        description="Solve files of puzzle records on a Ray cluster; results in the order of the input.",
        epilog="Arguments after -- are the keywords of tilefall.solve_many, for example: -- --nodes 1000 --no-timings",
    )
    parser.add_argument("game", choices=["samegame", "mayan"])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="puzzle records (JSON Lines)")
    parser.add_argument(
        "--out", required=True, type=Path, metavar="FILE", help="the results, begun or gone on with"
    )
    parser.add_argument("--batch", type=int, default=64, metavar="N", help="puzzles of a task [default: 64]")
    parser.add_argument("--cpus", type=int, default=1, metavar="N", help="cores of a task [default: 1]")
    parser.add_argument("--address", metavar="HOST:PORT", help="the cluster; 'auto' for this node's own")
    args = parser.parse_args(given[:end])
    try:
        import ray

        options = keywords(given[end + 1 :])
        ray.init(address=args.address, log_to_driver=False)
        counts = run(args.game, args.files, args.out, batch=args.batch, cpus=args.cpus, **options)
    except (ImportError, TypeError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    except (OSError, RuntimeError) as error:
        print(f"error: {error}; the same command goes on behind the results in {args.out}", file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130
    print(", ".join(f"{number} {status}" for status, number in sorted(counts.items())), file=sys.stderr)
    return 1 if counts.get("error") else 0


if __name__ == "__main__":
    sys.exit(main())
