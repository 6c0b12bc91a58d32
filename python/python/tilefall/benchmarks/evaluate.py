"""Playing a set of boards, and the figures."""

from __future__ import annotations

import inspect
import math
import multiprocessing
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import partial
from html import escape
from operator import itemgetter
from typing import TYPE_CHECKING, Any, TypeAlias

from .._argument import shown
from .._error import Interrupted
from .._results import frame
from .._tilefall import Puzzle, __version__
from .._verify import AnswerVerdict, verify
from ..types import Library
from . import clock
from .figures import NORMAL, Comparison, interval
from .players import PLAYERS, Player
from .sets import BoardSet, load

if TYPE_CHECKING:
    from .._result import Result

Words: TypeAlias = "Sequence[str]"
"""A program and its arguments."""


@dataclass(frozen=True)
class Row:
    """A list of a player on a board, as the checker found it."""

    board: str
    """The id of the board."""
    run: int
    """The number of the run, from 0."""
    valid: bool
    """Whether the list can be played."""
    score: int | None
    """SameGame: the score of the list; None if it is not valid."""
    length: int | None
    """The number of moves."""
    cleared: bool
    """Whether the list clears the board."""
    best: int | None
    """The best result known: a score, or the fewest moves, by the set."""
    seconds: float
    """The time that the player took."""
    late: bool
    """Whether the player took longer than its time, so that the game was ended."""
    fault: str | None
    """The fault of the list; None if the list is valid."""


@dataclass(frozen=True)
class Evaluation:
    """The figures of a player on a set of boards; notebooks show its table."""

    player: str
    """The name of the player."""
    boards: BoardSet
    """The set of boards that the player played."""
    seconds: float | None
    """The time for a board; None if the time had no effect: the player does not take it, and no game was ended."""
    runs: int
    """The number of runs of all boards."""
    rows: Sequence[Row]
    """The lists, run by run in the order of the boards."""

    @property
    def values(self) -> list[float]:
        """The figure of each list by the measure of the set: the score, 0 if the list is not valid; 1 if the list
        clears the board, else 0; or the number of clicks, only of lists that clear the board.
        """
        measure = self.boards.measure
        if measure == "length":
            return [float(row.length or 0) for row in self.rows if row.cleared]
        return [float(row.cleared if measure == "cleared" else row.score or 0) for row in self.rows]

    @property
    def mean(self) -> float:
        """The mean of `values`; NaN without values."""
        return statistics.fmean(self.values) if self.values else math.nan

    @property
    def total(self) -> float:
        """The total of `values` over all boards, as the mean of the runs."""
        return sum(self.values) / self.runs

    def _by_run(self) -> list[list[float]]:
        """Returns the values of each run; empty if a list has no value."""
        count, values = len(self.boards.puzzles), self.values
        complete = len(values) == count * self.runs == len(self.rows)
        return [values[at : at + count] for at in range(0, len(values), count)] if complete else []

    @property
    def board_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean, for boards drawn by chance. Each board counts with the mean of its
        runs. Shares of one run have the interval of Wilson (1927), which does not shrink to nothing.
        """
        if self.boards.measure == "cleared" and self.runs == 1 and self.rows:
            count = len(self.rows)
            weight = NORMAL**2 / count
            half = NORMAL * math.sqrt((self.mean * (1 - self.mean) + weight / 4) / count)
            middle = self.mean + weight / 2
            return (middle - half) / (1 + weight), (middle + half) / (1 + weight)
        return interval([statistics.fmean(own) for own in zip(*self._by_run(), strict=True)] or self.values)

    @property
    def run_interval(self) -> tuple[float, float]:
        """The 95 % confidence interval of the mean for other runs on these boards; NaN for one run."""
        return interval([statistics.fmean(own) for own in self._by_run()])

    def compare(self, other: Evaluation) -> Comparison:
        """Compares with another player board by board: the means of the runs on each board, in pairs.

        Raises:
            ValueError: If the boards differ, or a list of either player has no figure.
        """
        mine, theirs = self._by_run(), other._by_run()
        if self.boards.hash != other.boards.hash or not mine or not theirs:
            raise ValueError(
                "pairs need the same boards and a figure for each, expected complete evaluations"
            )
        pairs = zip(zip(*mine, strict=True), zip(*theirs, strict=True), strict=True)
        gains = [statistics.fmean(own) - statistics.fmean(rest) for own, rest in pairs]
        more, less = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
        return Comparison(self.player, other.player, statistics.fmean(gains), interval(gains), more, less)

    @property
    def cleared(self) -> float:
        """The share of lists that clear their board."""
        return statistics.fmean(row.cleared for row in self.rows)

    @property
    def faults(self) -> list[Row]:
        """The lists that are not valid."""
        return [row for row in self.rows if not row.valid]

    def table(self) -> list[tuple[str, str, str]]:
        """Returns rows of a table for the player, and published and best known totals: total, player, source."""
        low, high = self.board_interval
        half, share = (high - low) / 2, f"{100 * self.cleared:.0f} % cleared"
        label = self.player + ("" if self.seconds is None else f", {self.seconds:g} s per board")
        if self.boards.measure == "cleared":
            interval = f"share of boards cleared, 95 % confidence {low:.2f} to {high:.2f}"
            return [(f"{self.mean:.2f}", label, interval)]
        count, known = len(self.boards.puzzles), map(_figure, self.boards.best)
        best, own = [figure for figure in known if figure is not None], f"tilefall {__version__}"
        if self.boards.measure == "length":
            fewest = (f"{statistics.fmean(best):,.2f}", "fewest clicks, proven", own)
            return [fewest, (f"{self.mean:,.2f} ± {half:,.2f}", label, f"mean length, {share}")]
        mine = f"{self.mean:,.0f} ± {half:,.0f} per board, {share}"
        lines: list[tuple[float, str, str, str]] = [(self.total, f" ± {half * count:,.0f}", label, mine)]
        for entry in self.boards.published:
            budget = "" if entry.effort == "-" else f"{entry.effort}, "
            source = f"{budget}{entry.source} ({entry.evidence})"
            lines.append((entry.total, "", f"{entry.method}, {entry.authors} {entry.year}", source))
        if len(best) == count:
            lines.append((sum(best), "", "best lists known", own))
        ordered = sorted(lines, key=itemgetter(0))
        return [(f"{total:,.0f}{more}", by, source) for total, more, by, source in ordered]

    def to_frame(self, library: Library | None = None) -> Any:
        """Returns the rows as a data frame.

        Args:
            library: As `Results.to_frame` takes it.
        """
        kinds: dict[str, type] = {"board": str, "run": int, "valid": bool, "score": int, "length": int}
        kinds |= {"cleared": bool, "best": int, "seconds": float, "late": bool, "fault": str}
        return frame(kinds, map(asdict, self.rows), library)

    def _notes(self) -> list[str]:
        """Returns how many lists are not valid, with the first fault, and how many games were ended."""
        count, late, faults = len(self.rows), sum(row.late for row in self.rows), self.faults
        notes = [f"{len(faults)} of {count} lists are not valid: {faults[0].fault}"] if faults else []
        return notes + ([f"{late} of {count} games were ended after {self.seconds:g} s"] if late else [])

    def citation(self) -> str:
        """Returns a sentence with the figures and the hash of the boards, and the BibTeX entry of this package."""
        low, high = self.board_interval
        runs = "".join(f", {note}" for note in [f"{self.runs} runs"] * (self.runs > 1) + self._notes())
        time = "" if self.seconds is None else f", {self.seconds:g} s per board on one core"
        return (
            f"% {self.player}: mean {self.boards.measure} {self.mean:,.2f} (95 % confidence between boards "
            f"{low:,.2f} to {high:,.2f}{runs}) on {self.boards.name}, {len(self.boards.puzzles)} boards with the hash "
            f"{self.boards.hash}{time}, checked by tilefall {__version__}\n"
            "@software{tilefall,\n  author = {{The tilefall authors}},\n  title = {tilefall: solvers, simulators "
            f"and environments for SameGame and the Mayan puzzle}},\n  version = {{{__version__}}},\n"
            "  year = {2026}\n}\n"
        )

    def __str__(self) -> str:
        """Returns the table as text."""
        lines = self.table()
        wide = [max(len(line[at]) for line in lines) for at in range(2)]
        return "\n".join([*(f"{a:>{wide[0]}}  {b:<{wide[1]}}  {c}" for a, b, c in lines), *self._notes()])

    def _repr_html_(self) -> str:
        cells = ("".join(f"<td>{escape(cell)}</td>" for cell in line) for line in self.table())
        return f"<table>{''.join(f'<tr>{line}</tr>' for line in cells)}</table>"


def evaluate(
    player: str | Player | Words,
    boards: str | BoardSet = "standard20",
    *,
    seconds: float = 10.0,
    runs: int = 1,
    seed: int = 1,
    workers: int | None = None,
    name: str | None = None,
    done: Evaluation | None = None,
) -> Evaluation:
    """Plays a set of boards, several boards at a time on one core each, and checks each list with `tilefall.verify`.

    Args:
        player: The name of one of `PLAYERS`; a `Player`; or the words of a program, which reads a board on standard
            input, rows of numbers from the top with 0 for empty cells, or a Mayan puzzle of NOIP, and prints moves in
            any notation that `tilefall.verify` reads. ``{seconds}`` and ``{seed}`` in its words are replaced.
        boards: The name of a set, or a set of `load`.
        seconds: The time for a board. A game that takes a tenth and 0.1 s longer is ended, and ``late``. It counts
            with the moves that the player has made on the board, or with the lines that a program has printed; without
            any moves or lines, it is not valid.
        runs: How often all boards are played, each time with another seed.
        seed: The seed of the first run.
        workers: The number of processes; by default the number of cores. With 1 the player is called in this process.
        name: The name of the player in the table.
        done: An evaluation of the same player and boards to continue: its lists are not played again.

    An exception of the player ends one game, which is not valid, and counts; Ctrl-C raises `Interrupted` with the
    evaluation so far.

    Raises:
        ValueError: If there is no such player or set, or a number is out of range.
        TypeError: If the player is none of these kinds.
    """
    if not 0 < seconds < math.inf or runs < 1 or (workers is not None and workers < 1):
        raise ValueError(f"seconds={seconds}, runs={runs}, workers={workers}, expected positive numbers")
    if isinstance(player, str) and player not in PLAYERS:
        raise ValueError(
            f"player is {player!r}, expected one of {', '.join(PLAYERS)}, a function or a list of words"
        )
    play = PLAYERS[player] if isinstance(player, str) else player
    if not callable(play) and not (
        isinstance(play, Sequence) and all(isinstance(word, str) for word in play)
    ):
        raise TypeError(f"player is {shown(player)}, expected a name, a function or a list of words")
    chosen = boards if isinstance(boards, BoardSet) else load(boards)
    own, is_told = _described(player, play)
    known = {} if done is None else {(row.run, row.board): row for row in done.rows}
    every = [(run, at) for run in range(runs) for at in range(len(chosen.puzzles))]
    games = [(run, at) for run, at in every if (run, chosen.puzzles[at].id) not in known]
    count = min(workers or os.cpu_count() or 1, len(games))
    game = partial(_played, play, chosen, seconds, seed)

    def result() -> Evaluation:
        rows = [known[key] for run, at in every if (key := (run, chosen.puzzles[at].id)) in known]
        used = seconds if is_told or any(row.late for row in rows) else None
        return Evaluation(name or own, chosen, used, runs, rows)

    try:
        for row in map(game, games) if count <= 1 else _spread(game, games, count):
            known[row.run, row.board] = row
    except KeyboardInterrupt:
        raise Interrupted(result()) from None
    return result()


def _described(player: str | Player | Words, play: Player | Words) -> tuple[str, bool]:
    """Returns the name of a player, and whether the player takes the time for a board."""
    if not callable(play):
        return " ".join(play), True
    inner = play.func if isinstance(play, partial) else play
    own: str = player if isinstance(player, str) else getattr(inner, "__name__", type(inner).__name__)
    return own, "seconds" in inspect.signature(play).parameters


def _played(player: Player | Words, boards: BoardSet, seconds: float, seed: int, at: tuple[int, int]) -> Row:
    """Plays the board `at`, the numbers of run and board, and checks the list."""
    run, number = at
    puzzle, best = boards.puzzles[number], boards.best[number]
    begun, board, late = clock.now(), puzzle.board, False
    found: list[Any] | bytes | str
    try:
        # A player that looks at the clock itself ends a little later than its time.
        limit = 1.1 * seconds + 0.1
        if callable(player):
            given = {"seconds": seconds, "seed": seed + run, "puzzle": puzzle}
            found = clock.limited(partial(_listed, player, board, given), limit)
        else:
            found = _printed(player, puzzle, seconds, seed + run, limit)
    except clock.TimeIsOver as end:
        reached: list[Any] | bytes = end.args[0] if end.args else list(board.moves)
        found, late = reached or "its time was over before a move", True
    except Exception as error:
        found = f"{type(error).__name__}: {error}"
    took = clock.now() - begun
    verdict, fault = _checked(puzzle, found)
    score, length, cleared = (
        (verdict.score, verdict.length, verdict.cleared) if verdict else (None, None, None)
    )
    valid = verdict is not None
    return Row(puzzle.id, run, valid, score, length, cleared is True, _figure(best), took, late, fault)


def _listed(player: Player, board: Any, given: dict[str, Any]) -> list[Any]:
    """Calls a function with the keywords that it takes, and returns its list of moves."""
    names = inspect.signature(player).parameters
    moves = player(board, **{name: value for name, value in given.items() if name in names})
    played: Any = board if moves is None else moves
    return list(getattr(played, "moves", played))


def _checked(puzzle: Puzzle, found: list[Any] | bytes | str) -> tuple[AnswerVerdict | None, str | None]:
    """Returns the verdict on a list that can be played, or a fault."""
    if isinstance(found, str):
        return None, found
    try:
        verdict: Any = verify(puzzle, found, search=0)[0]
    except (TypeError, ValueError) as error:
        return None, str(error)
    # A Mayan list that leaves blocks has the fault `list`, but can be played.
    faults = [what for kind, what in verdict.faults if kind != "list" or puzzle.game != "mayan"]
    return (None, "; ".join(faults)) if faults else (verdict, None)


def _figure(best: Result | None) -> int | None:
    if best is None:
        return None
    score: int | None = best.record.get("score")
    return best.length if score is None else score


def _printed(words: Words, puzzle: Puzzle, seconds: float, seed: int, limit: float) -> bytes | str:
    """Returns the output of a program, or a fault."""
    call = [word.replace("{seconds}", f"{seconds:g}").replace("{seed}", str(seed)) for word in words]
    rows: list[list[int]] = puzzle.board.to_numpy().tolist()
    plain = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    text = puzzle.to_text("noip") if puzzle.game == "mayan" else plain
    try:
        done = subprocess.run(call, input=text.encode(), capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired as error:
        printed: bytes = error.stdout or b""
        raise clock.TimeIsOver(printed[: printed.rfind(b"\n") + 1]) from None
    return done.stdout if done.returncode == 0 else f"exit code {done.returncode}"


_playing: Callable[[tuple[int, int]], Row] | None = None
"""The function that plays a game, set once in each process of `_spread`."""


def _begin(game: Callable[[tuple[int, int]], Row]) -> None:
    global _playing
    _playing = game


def _one(at: tuple[int, int]) -> Row:
    assert _playing is not None
    return _playing(at)


def _spread(
    game: Callable[[tuple[int, int]], Row], games: Sequence[tuple[int, int]], workers: int
) -> Iterator[Row]:
    # A forked process inherits functions that cannot be pickled, such as functions of a notebook.
    context = multiprocessing.get_context("fork" if sys.platform == "linux" else "spawn")
    with ProcessPoolExecutor(workers, context, _begin, (game,)) as pool:
        yield from pool.map(_one, games)
