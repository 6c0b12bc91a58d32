"""The page that replays lists."""

from __future__ import annotations

import html
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ._tilefall import Puzzle, replay_page


@dataclass(frozen=True, repr=False)
class Replay:
    """A self-contained page that replays lists. Notebooks show it."""

    html: str
    """The page."""

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the page to a file."""
        Path(path).write_text(self.html, encoding="utf-8")

    def _repr_html_(self) -> str:
        page = html.escape(self.html, quote=True)
        frame = 'width="100%" height="640" style="border:0" sandbox="allow-scripts"'
        return f'<iframe title="replay" {frame} srcdoc="{page}"></iframe>'

    def __repr__(self) -> str:
        return f"<Replay {len(self.html)} bytes>"


def page(shown: Iterable[tuple[Puzzle, str]]) -> Replay:
    """Returns the page of puzzles, each with a result record as JSON."""
    return Replay(replay_page(list(shown)))
