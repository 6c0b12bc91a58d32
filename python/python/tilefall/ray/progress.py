"""Progress lines of a run."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field


@dataclass
class Progress:
    """Counts of a run, printed on standard error: one line on a terminal, otherwise a line every few seconds."""

    pieces: int
    puzzles: int
    quiet: bool = False
    done_pieces: int = 0
    done_puzzles: int = 0
    begun: float = field(default_factory=time.monotonic)
    printed: float = 0.0

    def add(self, puzzles: int) -> None:
        """Counts a finished piece with its number of puzzles."""
        self.done_pieces += 1
        self.done_puzzles += puzzles

    def line(self) -> str:
        """Returns the progress line."""
        spent = max(time.monotonic() - self.begun, 1e-9)
        rate = self.done_puzzles / spent
        pieces = f"{self.done_pieces}/{self.pieces} pieces"
        text = f"{pieces}, {self.done_puzzles}/{self.puzzles} puzzles, {rate:.1f}/s"
        left = self.puzzles - self.done_puzzles
        return f"{text}, {left / rate:.0f} s left" if rate > 0 and left > 0 else text

    def show(self, last: bool = False) -> None:
        """Prints the line, unless it was printed recently."""
        terminal = sys.stderr.isatty()
        now = time.monotonic()
        if self.quiet or (not last and now - self.printed < (0.2 if terminal else 5.0)):
            return
        self.printed = now
        end = "\n" if last or not terminal else ""
        print(f"\r{self.line()}\x1b[K" if terminal else self.line(), end=end, file=sys.stderr, flush=True)
