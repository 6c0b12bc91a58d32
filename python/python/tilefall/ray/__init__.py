"""Solves puzzle files on a Ray cluster, with the `tilefall` program or with this package alone.

``pip install './python[ray]'`` in a clone; then ``python -m tilefall.ray`` or `run`.
"""

from .library import Library
from .program import Broken, Lost, Program
from .run import Outcome, run
from .work import Plan, Work, WorkError

__all__ = ["Broken", "Library", "Lost", "Outcome", "Plan", "Program", "Work", "WorkError", "run"]
