"""The types of signatures of this package, for annotations."""

from ._analyze import MayanAnalyzeOptions, SameGameAnalyzeOptions
from ._frame import Library
from ._generate import (
    Difficulty,
    MayanBoardOptions,
    MayanGenerateOptions,
    SameGameBoardOptions,
    SameGameGenerateOptions,
)
from ._interrupt import Event, OnInterrupt
from ._moves import Side
from ._options import Limits, MayanOptions, Method, Mode, SameGameOptions, Start, Timeout, Want
from ._replay import Step
from ._result import Status
from ._rules import Columns, Goal, LeftPenalty, RuleOptions, Rules
from ._source import Array, Game, MayanSource, ReadOptions, SameGameSource, Source, Sources, Text
from ._verify import Answers, VerifyOptions

__all__ = [
    "Answers",
    "Array",
    "Columns",
    "Difficulty",
    "Event",
    "Game",
    "Goal",
    "LeftPenalty",
    "Library",
    "Limits",
    "MayanAnalyzeOptions",
    "MayanBoardOptions",
    "MayanGenerateOptions",
    "MayanOptions",
    "MayanSource",
    "Method",
    "Mode",
    "OnInterrupt",
    "ReadOptions",
    "RuleOptions",
    "Rules",
    "SameGameAnalyzeOptions",
    "SameGameBoardOptions",
    "SameGameGenerateOptions",
    "SameGameOptions",
    "SameGameSource",
    "Side",
    "Source",
    "Sources",
    "Start",
    "Status",
    "Step",
    "Text",
    "Timeout",
    "VerifyOptions",
    "Want",
]
