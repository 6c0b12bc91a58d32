"""`python -m tilefall.ray`."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Sequence
from pathlib import Path

import ray

from .library import Library
from .program import FAILED, Broken, Program, Refused
from .run import run
from .work import Plan, Work, WorkError


def words() -> argparse.ArgumentParser:
    """The words of the command."""
    parser = argparse.ArgumentParser(
        prog="tilefall.ray",
        description="Solve puzzle files with tilefall on a Ray cluster; results in the order of the input.",
        epilog="Words behind -- go to 'tilefall GAME solve', for example: -- --nodes 100000 --no-timings",
    )
    parser.add_argument("game", choices=["samegame", "mayan"])
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="puzzle files, in any format")
    parser.add_argument("--out", required=True, type=Path, metavar="FILE", help="the merged result records")
    parser.add_argument(
        "--work", required=True, type=Path, metavar="DIR", help="pieces and what is done of them"
    )
    parser.add_argument(
        "--pieces", type=_positive, default=64, metavar="N", help="pieces to cut [default: 64]"
    )
    parser.add_argument(
        "--cpus", type=_positive, default=1, metavar="N", help="cores for a piece [default: 1]"
    )
    parser.add_argument("--retries", type=int, default=5, metavar="N", help="for a lost piece [default: 5]")
    parser.add_argument("--program", default="tilefall", metavar="PATH", help="tilefall on every node")
    parser.add_argument(
        "--in-process", action="store_true", help="solve with this package; no node needs the program"
    )
    parser.add_argument("--address", metavar="HOST:PORT", help="the cluster; 'auto' for this node's own")
    parser.add_argument("--quiet", action="store_true", help="tell no progress")
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text} is too small, expected 1 or more")
    return number


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and gives its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    end = given.index("--") if "--" in given else len(given)
    args = words().parse_args(given[:end])
    for path in args.files:
        if not path.is_file():
            print(f"{path}: cannot be read, expected a file", file=sys.stderr)
            return 1
    ray.init(address=args.address, log_to_driver=False, logging_level=logging.ERROR)
    try:
        plan = Plan.of(args.game, args.files, args.pieces, given[end + 1 :])
        outcome = run(
            plan,
            Work(args.work),
            Library() if args.in_process else Program(args.program),
            args.out,
            retries=args.retries,
            cpus=args.cpus,
            progress=not args.quiet,
        )
    except (Refused, WorkError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except (Broken, OSError) as error:
        # Here, not on a node: where the results are to be.
        print(f"error: {error}; the same command goes on with what is in {args.work}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print(f"interrupted; the same command goes on with what is in {args.work}", file=sys.stderr)
        return 130
    finally:
        ray.shutdown()
    # What cutting found bad is told again by the piece that it went to.
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
