"""Lines that tell how far a run is."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field


@dataclass
class Progress:
    """Counts of a run, told on standard error: one line on a terminal, else a line every few seconds."""

    pieces: int
    puzzles: int
    quiet: bool = False
    done_pieces: int = 0
    done_puzzles: int = 0
    begun: float = field(default_factory=time.monotonic)
    told: float = 0.0

    def add(self, puzzles: int) -> None:
        """One more piece is done, of so many puzzles."""
        self.done_pieces += 1
        self.done_puzzles += puzzles

    def line(self) -> str:
        """What there is to tell."""
        spent = max(time.monotonic() - self.begun, 1e-9)
        rate = self.done_puzzles / spent
        pieces = f"{self.done_pieces}/{self.pieces} pieces"
        text = f"{pieces}, {self.done_puzzles}/{self.puzzles} puzzles, {rate:.1f}/s"
        left = self.puzzles - self.done_puzzles
        return f"{text}, {left / rate:.0f} s left" if rate > 0 and left > 0 else text

    def tell(self, last: bool = False) -> None:
        """Tells it, unless it was told just before."""
        terminal = sys.stderr.isatty()
        now = time.monotonic()
        if self.quiet or (not last and now - self.told < (0.2 if terminal else 5.0)):
            return
        self.told = now
        end = "\n" if last or not terminal else ""
        print(f"\r{self.line()}\x1b[K" if terminal else self.line(), end=end, file=sys.stderr, flush=True)
