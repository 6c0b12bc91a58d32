"""The directory of a run: the plan, the pieces, and the results so far."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .program import Program, Solved, complete

PLAN = "plan.json"
"""The name of the plan file."""


class WorkError(Exception):
    """The directory contains another run."""


@dataclass(frozen=True)
class Plan:
    """The work of a run. A run with an equal plan in the same directory continues it."""

    game: str
    """`samegame` or `mayan`."""
    pieces: int
    """The maximum number of pieces."""
    options: list[str] = field(default_factory=list)
    """Arguments for `tilefall GAME solve`."""
    inputs: dict[str, str] = field(default_factory=dict)
    """The input files and the SHA-256 of each."""

    @staticmethod
    def of(game: str, inputs: Sequence[Path], pieces: int, options: Sequence[str]) -> Plan:
        """Returns the plan for files, which are read once."""
        return Plan(game, pieces, list(options), {str(path): _digest(path) for path in inputs})

    def text(self) -> str:
        """Returns the content of the plan file."""
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


@dataclass(frozen=True)
class Work:
    """The directory of a run."""

    folder: Path

    def is_begun(self, plan: Plan) -> bool:
        """Returns True if the run of a plan was started here.

        Raises:
            WorkError: If another run was.
        """
        written = self.folder / PLAN
        if not written.exists():
            return False
        if written.read_text() != plan.text():
            raise WorkError(f"{written}: the run here is of other inputs or options, expected another --work")
        return True

    def prepare(self, plan: Plan, program: Program) -> str:
        """Cuts the input, unless that was done before; returns the messages about bad input."""
        if self.is_begun(plan):
            return ""
        pieces = self.folder / "pieces"
        pieces.mkdir(parents=True, exist_ok=True)
        (self.folder / "results").mkdir(exist_ok=True)
        messages = program.shard([Path(name) for name in plan.inputs], plan.pieces, pieces)
        # Last, so that all pieces exist if the plan does.
        _write(self.folder / PLAN, plan.text().encode())
        return messages

    def pieces(self) -> list[Path]:
        """Returns the pieces, in order."""
        # By number: the names differ in length only by it.
        return sorted((self.folder / "pieces").glob("*.jsonl"), key=lambda path: (len(path.name), path.name))

    def read(self, piece: Path) -> dict[str, bytes]:
        """Returns the contents of a piece and the files beside it, by name."""
        return {path.name: path.read_bytes() for path in sorted(piece.parent.glob(f"{piece.name}*"))}

    def result(self, piece: Path) -> Path:
        """Returns the path of the result of a piece; the file is complete when the piece is done."""
        return self.folder / "results" / f"result-{piece.name}"

    def open(self) -> list[Path]:
        """Returns the pieces that are not done."""
        return [piece for piece in self.pieces() if not complete(self.result(piece))]

    def keep(self, piece: Path, solved: Solved) -> None:
        """Stores the result of a piece: the files beside it first, then the result itself."""
        result = self.result(piece)
        for name in sorted(solved.files, key=lambda name: name == result.name):
            _write(result.parent / name, solved.files[name])


def _write(path: Path, text: bytes) -> None:
    """Writes a file atomically: under a temporary name, then renames it."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
