"""`python -m tilefall.ray`. Ray is imported once the arguments are checked."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .program import FAILED, Broken, Lost, Program, Refused
from .run import Outcome, run
from .work import Plan, Work, WorkError

USAGE = 2
"""Exit code: the arguments are not valid; nothing was done."""


class UsageError(Exception):
    """The arguments are not valid."""


def parser_of_arguments() -> argparse.ArgumentParser:
    """Returns the parser of the arguments."""
    parser = argparse.ArgumentParser(
        prog="tilefall.ray",
        description="Solve puzzle files with tilefall on a Ray cluster; results in the order of the input.",
        epilog="Arguments after -- go to 'tilefall GAME solve', for example: -- --nodes 100000 --no-timings",
    )
    parser.add_argument("game", choices=["samegame", "mayan"])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="puzzle files, in any format")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="the merged result records")
    parser.add_argument(
        "--work", required=True, type=Path, metavar="DIR", help="the pieces and their results"
    )
    parser.add_argument(
        "--pieces", type=_positive, default=64, metavar="N", help="pieces to cut [default: 64]"
    )
    parser.add_argument(
        "--cpus", type=_positive, default=1, metavar="N", help="cores for a piece [default: 1]"
    )
    parser.add_argument(
        "--retries", type=_natural, default=5, metavar="N", help="for a lost piece [default: 5]"
    )
    parser.add_argument(
        "--program", metavar="PATH", help="another build of tilefall on every node [default: this package]"
    )
    parser.add_argument("--address", metavar="HOST:PORT", help="the cluster; 'auto' for this node's own")
    parser.add_argument("--quiet", action="store_true", help="print no progress")
    return parser


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number, expected 0 or more")
    return int(text)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no such number, expected 1 or more")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    end = given.index("--") if "--" in given else len(given)
    args, options = parser_of_arguments().parse_args(given[:end]), given[end + 1 :]
    for path in args.files:
        if not path.is_file():
            print(f"{path}: cannot be read, expected a file", file=sys.stderr)
            return 1
    program = Program(args.program)
    try:
        _check_paths(args)
        program.check(args.game, options)
        plan, work = Plan.of(args.game, args.files, args.pieces, options), Work(args.work)
        work.is_begun(plan)
        ray = _ray()
    except (UsageError, WorkError, Refused, Lost) as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    except (Broken, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return FAILED
    try:
        ray.init(address=args.address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        print(f"error: {args.address or 'a cluster on this machine'}: Ray says: {error}", file=sys.stderr)
        return FAILED
    try:
        _check_cores(ray, args)
        outcome = run(
            plan,
            work,
            program,
            args.out,
            retries=args.retries,
            cpus=args.cpus,
            progress=not args.quiet,
        )
    except UsageError as error:
        print(f"error: {error}", file=sys.stderr)
        return USAGE
    except Refused as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except (Broken, OSError) as error:
        # An error of this machine, not of a node.
        print(f"error: {error}; the same command goes on with what is in {args.work}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print(f"interrupted; the same command goes on with what is in {args.work}", file=sys.stderr)
        return 130
    finally:
        ray.shutdown()
    return _report(args, outcome)


def _check_paths(args: argparse.Namespace) -> None:
    """Checks that the results can be written.

    Raises:
        UsageError: If there are such.
    """
    out, work = args.out, args.work
    if out.is_dir():
        raise UsageError(f"--out {out} is a directory, expected a file")
    if not out.absolute().parent.is_dir():
        raise UsageError(f"--out {out}: the directory {out.absolute().parent} does not exist")
    if any(out.exists() and out.samefile(path) for path in args.files):
        raise UsageError(f"--out {out} is an input, expected another file")
    if work.exists() and not work.is_dir():
        raise UsageError(f"--work {work} is a file, expected a directory")


def _ray() -> Any:
    """Imports Ray.

    Raises:
        UsageError: If it is not installed.
    """
    try:
        import ray
    except ImportError as error:
        raise UsageError(f"Ray cannot be imported: {error}, expected pip install './python[ray]'") from error
    return ray


def _check_cores(ray: Any, args: argparse.Namespace) -> None:
    """Checks that a piece does not take more cores than this machine has, if it is the cluster: it would wait for ever.

    Raises:
        UsageError: If they do.
    """
    most = max((int(node["Resources"].get("CPU", 0.0)) for node in ray.nodes() if node["Alive"]), default=0)
    if args.address is None and args.cpus > most:
        raise UsageError(f"--cpus is {args.cpus}, expected at most {most}, the cores of this machine")


def _report(args: argparse.Namespace, outcome: Outcome) -> int:
    """Prints the errors of a run and returns the exit code."""
    # `shard` and the piece both report bad input.
    for line in dict.fromkeys(line for message in outcome.messages for line in message.splitlines()):
        print(line, file=sys.stderr)
    for node, why in outcome.broken.items():
        print(f"node {node} was left out: {why}", file=sys.stderr)
    for name, why in outcome.failed.items():
        print(f"piece {name} failed: {why}", file=sys.stderr)
    if outcome.failed:
        print(
            f"{len(outcome.failed)} of {outcome.pieces} pieces failed, {args.out} was not written",
            file=sys.stderr,
        )
    if outcome.retry:
        return FAILED
    return 1 if outcome.failed or outcome.bad else 0


if __name__ == "__main__":
    sys.exit(main())
