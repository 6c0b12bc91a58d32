"""Solves files of falling-tile puzzles with the `tilefall` program on a Ray cluster."""

from .program import Broken, Lost, Program
from .run import Outcome, run
from .work import Plan, Work, WorkError

__all__ = ["Broken", "Lost", "Outcome", "Plan", "Program", "Work", "WorkError", "run"]
