"""Searches of puzzles that are taken one after the other."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from threading import Event as Flag
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Literal, cast, overload

from ._argument import is_source
from ._options import DEFAULTS, signed
from ._result import MayanResult, SameGameResult
from ._solve import run
from ._tilefall import Puzzle, as_puzzle, as_puzzles
from .types import Game, Limits, MayanOptions, MayanSource, SameGameOptions, SameGameSource, Source, Sources

if TYPE_CHECKING:
    from concurrent.futures import Future

    from typing_extensions import Unpack


@overload
def solve_iter(
    puzzles: SameGameSource | Iterable[SameGameSource],
    *,
    game: Literal["samegame"] | None = None,
    **options: Unpack[SameGameOptions],
) -> Generator[SameGameResult, None, None]: ...
@overload
def solve_iter(
    puzzles: MayanSource | Iterable[MayanSource],
    *,
    game: Literal["mayan"] | None = None,
    **options: Unpack[MayanOptions],
) -> Generator[MayanResult, None, None]: ...
@overload
def solve_iter(
    puzzles: Sources, *, game: Literal["samegame"], **options: Unpack[SameGameOptions]
) -> Generator[SameGameResult, None, None]: ...
@overload
def solve_iter(
    puzzles: Sources, *, game: Literal["mayan"], **options: Unpack[MayanOptions]
) -> Generator[MayanResult, None, None]: ...
@overload
def solve_iter(
    puzzles: Sources, *, game: None = None, **options: Unpack[Limits]
) -> Generator[SameGameResult | MayanResult, None, None]: ...
@signed((SameGameOptions, MayanOptions), DEFAULTS)
def solve_iter(puzzles: Sources, *, game: Game | None = None, **options: Any) -> Generator[Any, None, None]:
    """Searches puzzles of one game in parallel, one per thread, and yields their results in order.

    The results are those of `solve_many`. Puzzles are taken from an iterable as results are taken from this iterator,
    at most two for each thread before the next result, so an endless iterable is fine. If the iterator is closed, and
    after Ctrl-C, the searches end. ``on_found`` is called in the thread of the search.

    Args:
        puzzles: The puzzles of a text or a file, or an iterable of puzzles, each as `solve` takes one.
        game: The game, for type checkers; a puzzle of the other game is refused.
        **options: The keywords of `solve`, which also documents the exceptions.
    """
    # Imported here, because the import takes as long as that of the rest of the package.
    from concurrent.futures import ThreadPoolExecutor

    threads = options.get("threads")
    # A number of threads that is not valid is refused by the search.
    valid = isinstance(threads, int) and 1 <= threads <= 4096
    workers = int(threads or 1) if valid else os.cpu_count() or 1
    end, cancel = Flag(), options.get("cancel")
    # An object that is no event is refused by the search.
    event = SimpleNamespace(is_set=lambda: end.is_set() or (cancel is not None and cancel.is_set()))
    if cancel is not None and not callable(getattr(cancel, "is_set", None)):
        event = cancel
    own = {**options, "threads": 1 if valid or threads is None else threads, "cancel": event}
    waiting: deque[Future[Any]] = deque()
    with ThreadPoolExecutor(workers) as pool:
        try:
            for at, puzzle in enumerate(_taken(puzzles, game, options)):
                waiting.append(pool.submit(_one, puzzle, own, at))
                if len(waiting) >= 2 * workers:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            end.set()
            for future in waiting:
                future.cancel()


def _one(puzzle: Puzzle, options: dict[str, Any], index: int) -> Any:
    return run("solve_iter", [puzzle], options, index)[0][0]


def _taken(puzzles: Sources, game: Game | None, options: dict[str, Any]) -> Iterator[Puzzle]:
    """Yields the puzzles of a text or a file, or takes the sources of an iterable one by one."""
    if not isinstance(puzzles, Iterable) or is_source(puzzles):
        yield from as_puzzles(puzzles, name="puzzles", game=game, keywords=options)
    else:
        sources = cast("Iterable[Source]", puzzles)
        for at, source in enumerate(sources):
            yield as_puzzle(source, name=f"puzzles[{at}]", game=game, keywords=options)
