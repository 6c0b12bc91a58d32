"""Sets of boards that papers and this project compare players on, and `evaluate`, which compares yours.

- `SETS`: the names of the sets; `load`: a `BoardSet`, with its best lists known and published totals (`Published`)
- `evaluate`: plays a set on all cores, checks each list, and returns an `Evaluation` of `Row`
- `PLAYERS`: players to compare with; `acting`: the player of a function of observation and mask; `Player`: any
- `TRAIN_SEEDS`, `TEST_SEEDS`: seeds of environments that do not overlap
"""

from .evaluate import Evaluation, Row, evaluate
from .figures import Comparison
from .players import PLAYERS, Player, acting
from .sets import SETS, TEST_SEEDS, TRAIN_SEEDS, BoardSet, Published, load

__all__ = [
    "PLAYERS",
    "SETS",
    "TEST_SEEDS",
    "TRAIN_SEEDS",
    "BoardSet",
    "Comparison",
    "Evaluation",
    "Player",
    "Published",
    "Row",
    "acting",
    "evaluate",
    "load",
]
