"""The types of signatures of this package, for annotations."""

from ._frame import Library
from ._generate import Difficulty, MayanGenerateOptions, SameGameGenerateOptions
from ._interrupt import Event, OnInterrupt
from ._moves import Side
from ._options import Limits, MayanOptions, Method, Mode, SameGameOptions, Start, Timeout, Want
from ._replay import Step
from ._result import Status
from ._rules import Columns, Goal, LeftPenalty, RuleOptions, Rules
from ._source import Array, Game, MayanSource, SameGameSource, Source, Sources, Text

__all__ = [
    "Array",
    "Columns",
    "Difficulty",
    "Event",
    "Game",
    "Goal",
    "LeftPenalty",
    "Library",
    "Limits",
    "MayanGenerateOptions",
    "MayanOptions",
    "MayanSource",
    "Method",
    "Mode",
    "OnInterrupt",
    "RuleOptions",
    "Rules",
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
    "Want",
]
