"""Solves puzzle files on a Ray cluster, with the program that this package contains or another build of the program.

``pip install './python[ray]'`` in a clone; then ``python -m tilefall.ray`` or `run`.
"""

from .program import Broken, Lost, Program
from .run import Outcome, run
from .work import Plan, Work, WorkError

__all__ = ["Broken", "Lost", "Outcome", "Plan", "Program", "Work", "WorkError", "run"]
