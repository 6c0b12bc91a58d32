"""The directory of a run: its plan, its pieces, and the results that are done."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from .library import Library
from .program import Program, Solved, complete

PLAN = "plan.json"
"""The file of the plan."""


class WorkError(Exception):
    """The directory holds another run."""


@dataclass(frozen=True)
class Plan:
    """The work of a run. Equal plans in one directory go on with each other."""

    game: str
    """`samegame` or `mayan`."""
    pieces: int
    """How many pieces the input is cut into, at most."""
    options: list[str] = field(default_factory=list)
    """Words for `tilefall GAME solve`."""
    inputs: dict[str, str] = field(default_factory=dict)
    """The input files and the SHA-256 of each."""

    @staticmethod
    def of(game: str, inputs: Sequence[Path], pieces: int, options: Sequence[str]) -> Plan:
        """The plan for these files, which are read once."""
        return Plan(game, pieces, list(options), {str(path): _digest(path) for path in inputs})

    def text(self) -> str:
        """The plan as it is written."""
        return json.dumps(asdict(self), indent=1, sort_keys=True) + "\n"


def _digest(path: Path) -> str:
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


@dataclass(frozen=True)
class Work:
    """A directory of a run."""

    folder: Path

    def is_begun(self, plan: Plan) -> bool:
        """Whether the run of a plan was begun here.

        Raises:
            WorkError: If another one was.
        """
        written = self.folder / PLAN
        if not written.exists():
            return False
        if written.read_text() != plan.text():
            raise WorkError(f"{written}: the run here is of other inputs or options, expected another --work")
        return True

    def prepare(self, plan: Plan, program: Program | Library) -> str:
        """Cuts the input, unless that was done before; returns the messages about bad input."""
        if self.is_begun(plan):
            return ""
        pieces = self.folder / "pieces"
        pieces.mkdir(parents=True, exist_ok=True)
        (self.folder / "results").mkdir(exist_ok=True)
        said = program.shard([Path(name) for name in plan.inputs], plan.pieces, pieces)
        # Last, so that a plan means that all pieces are there.
        _write(self.folder / PLAN, plan.text().encode())
        return said

    def pieces(self) -> list[Path]:
        """The pieces, in order."""
        # By number: all names are of one length but for it.
        return sorted((self.folder / "pieces").glob("*.jsonl"), key=lambda path: (len(path.name), path.name))

    def read(self, piece: Path) -> dict[str, bytes]:
        """A piece and what stands beside it, by name."""
        return {path.name: path.read_bytes() for path in sorted(piece.parent.glob(f"{piece.name}*"))}

    def result(self, piece: Path) -> Path:
        """The result of a piece; it is there, and complete, when the piece is done."""
        return self.folder / "results" / f"result-{piece.name}"

    def open(self) -> list[Path]:
        """The pieces that are not done."""
        return [piece for piece in self.pieces() if not complete(self.result(piece))]

    def keep(self, piece: Path, solved: Solved) -> None:
        """Puts away the result of a piece: what lies beside it first, then the result itself."""
        result = self.result(piece)
        for name in sorted(solved.files, key=lambda name: name == result.name):
            _write(result.parent / name, solved.files[name])


def _write(path: Path, text: bytes) -> None:
    """Writes a file beside its place and renames it, so that it is there whole or not at all."""
    beside = path.with_name(f".{path.name}.new")
    with beside.open("wb") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(path)
