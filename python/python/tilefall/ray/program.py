"""The `tilefall` program in a cluster run: cut the input, solve a piece, join the results."""

from __future__ import annotations

import ctypes
import json
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

DONE = 0
"""Exit code: all input was processed."""
BAD_INPUT = 1
"""Exit code: some input was bad; every puzzle has a record nevertheless."""
FAILED = 3
"""Exit code: reading or writing failed, so the output is not complete."""


class Lost(Exception):
    """A piece was not finished for an external reason and must be tried again."""


class Broken(Exception):
    """Reading or writing failed on a node, for example on a full disk; another node may succeed."""


class Refused(Exception):
    """The program refused the task; trying again would not help."""


@dataclass(frozen=True)
class Solved:
    """The result of a piece."""

    files: dict[str, bytes]
    """The results file and the files beside it, by name."""
    bad: bool
    """Whether some input was bad."""
    messages: str
    """The standard error of the program, if some input was bad."""


@dataclass(frozen=True)
class Program:
    """The program: that of this package on every node, or a path on every node."""

    path: str | None = None

    def command(self) -> list[str]:
        """Returns the command on the current node."""
        return [sys.executable, "-m", "tilefall"] if self.path is None else [self.path]

    def check(self, game: str, options: Sequence[str]) -> None:
        """Solves a piece without puzzles here, so that options that the program refuses are found before the run.

        Raises:
            Refused: If it does.
        """
        self.solve(game, "check.jsonl", {"check.jsonl": b""}, options)

    def shard(self, inputs: Sequence[Path], pieces: int, into: Path) -> str:
        """Cuts the inputs into pieces `into/*.jsonl`; returns the messages about bad input."""
        words = ["shard", "-n", str(pieces), "--dir", str(into), *map(str, inputs)]
        done = self._call(words)
        if done.returncode not in (DONE, BAD_INPUT):
            raise _unlike(words, done)
        return done.stderr.decode(errors="replace") if done.returncode == BAD_INPUT else ""

    def merge(self, results: Sequence[Path], out: Path) -> None:
        """Joins results in input order into a file, which is replaced atomically."""
        words = ["merge", *map(str, results)]
        with tempfile.NamedTemporaryFile(dir=out.parent, prefix=f".{out.name}.", delete=False) as file:
            beside = Path(file.name)
            done = self._call(words, stdout=file.fileno())
        if done.returncode != DONE:
            beside.unlink()
            raise _unlike(words, done)
        beside.chmod(0o644)
        beside.replace(out)

    def solve(self, game: str, name: str, piece: dict[str, bytes], options: Sequence[str]) -> Solved:
        """Solves a piece in a directory of its own on the current node.

        A piece is a file `name` and the files beside it, by name.
        """
        try:
            with tempfile.TemporaryDirectory(prefix="tilefall-") as folder:
                return self._solve_in(Path(folder), game, name, piece, options)
        except OSError as error:
            raise Broken(f"piece {name}: {error}") from error

    def _solve_in(
        self, folder: Path, game: str, name: str, piece: dict[str, bytes], options: Sequence[str]
    ) -> Solved:
        source, result = folder / name, folder / f"result-{name}"
        for beside, text in piece.items():
            (folder / beside).write_bytes(text)
        words = [game, "solve", str(source), "--out", str(result), "--resume", "--output", "jsonl"]
        done = self._call([*words, *options])
        if done.returncode < 0 or done.returncode in (130, 137, 143):
            raise Lost(f"piece {name} was killed: {_why(words, done)}")
        if done.returncode not in (DONE, BAD_INPUT):
            raise _unlike([*words, *options], done)
        if not complete(result):
            raise Refused(f"{_why([*words, *options], done)}; not every puzzle has its record")
        files = {path.name: path.read_bytes() for path in folder.glob(f"{result.name}*")}
        bad = done.returncode == BAD_INPUT
        messages = done.stderr.decode(errors="replace").replace(str(source), name) if bad else ""
        return Solved(files, bad, messages)

    def _call(
        self, words: Sequence[str], stdout: int = subprocess.PIPE
    ) -> subprocess.CompletedProcess[bytes]:
        command = [*self.command(), *words]
        try:
            return subprocess.run(
                command,
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=subprocess.PIPE,
                check=False,
                preexec_fn=_die_with_parent(),
            )
        except (FileNotFoundError, PermissionError) as error:
            why = f"{command[0]}: cannot be run: {error.strerror}, expected --program PATH"
            raise Refused(why) from error
        except OSError as error:
            raise Broken(f"{command[0]}: cannot be run: {error.strerror}") from error


def _die_with_parent() -> Callable[[], object] | None:
    """On Linux, returns a function that makes the program end with its worker, as with a lost node."""
    if not sys.platform.startswith("linux"):
        return None
    pr_set_pdeathsig = 1
    # Looked up here, because little is safe between fork and exec.
    prctl = ctypes.CDLL(None).prctl
    return lambda: prctl(pr_set_pdeathsig, signal.SIGKILL)


def complete(result: Path) -> bool:
    """Returns True if a results file exists and its sidecar says that it is complete."""
    try:
        beside = json.loads(result.with_name(f"{result.name}.tilefall").read_bytes())
    except (FileNotFoundError, ValueError):
        return False
    return result.exists() and isinstance(beside, dict) and beside.get("complete") is True


def _unlike(words: Sequence[str], done: subprocess.CompletedProcess[bytes]) -> Exception:
    """Returns the error for an unexpected exit code."""
    return (Broken if done.returncode == FAILED else Refused)(_why(words, done))


def _why(words: Sequence[str], done: subprocess.CompletedProcess[bytes]) -> str:
    said = done.stderr.decode(errors="replace").strip() or "it said nothing"
    return f"tilefall {' '.join(words)} ended with code {done.returncode}: {said}"
