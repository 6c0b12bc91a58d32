"""`MayanEnv`: one Mayan puzzle; `MayanVecEnv`: many."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from .. import MayanBoard
from .._options import signed
from .._tilefall import MayanCore
from ..types import Game
from .common import RENDER_MODES, BoardEnv
from .options import DEFAULTS, MayanEnvOptions, MayanVecEnvOptions
from .vector import BoardVecEnv

if TYPE_CHECKING:
    from typing_extensions import Unpack


class MayanEnv(BoardEnv[MayanBoard, Any]):
    """A Mayan puzzle to clear within M moves, ``tilefall/Mayan-v0``.

    **Observation**: ``"planes"``, uint8 [colors + 1, rows, cols], a plane of 0 and 1 for each number, and a plane with
    the moves left (at most 255) in each cell; ``"dict"``, ``cells`` and ``moves_left`` (int64 [1], at most M); or
    ``"cells"``, uint8 [rows, cols], ``board.to_numpy()`` alone, from which the end of an episode does not follow.

    **Action**: action a moves cell a of the array to the right, action ``rows * cols`` + a to the left. An action that
    cannot be played, such as a swap of two equal tiles, changes nothing, costs ``illegal_reward``, counts as a move,
    and is ``illegal`` in the info; with ``strict`` it raises ValueError, as an action outside the board does. On boards
    for lists of exactly M moves such a swap is a move, and costs nothing. The mask has one action for each different
    outcome. Actions outside the mask that can be played are played, such as a swap that moves its right block to the
    left: on ``"21. / 12. / 12."`` actions 0 and 10 swap the tiles of the top row, and only 0 is in the mask.

    **Reward**: with ``reward="clear"``, 1 for clearing the board; with ``"tiles"``, the number of tiles that vanish.

    **Info**: ``action_mask`` (int8 [2 * rows * cols], ``board.action_mask()``), ``moves_left``, ``removed`` tiles
    and ``illegal`` (bool).

    **Boards**: episode k after ``reset(seed=s)`` is puzzle k of ``tilefall mayan generate --seed s`` with these options
    (but the command leaves out duplicates). With ``boards``, an episode has one of these by chance (``order="random"``,
    by seed) or the next (``"cycle"``); with ``reset(options={"board": board})``, it has this board. Given boards keep
    their colors and their own number of moves, at most M; without a number they have ``max_moves``.

    An episode is terminated when the board is clear, M moves are played, or no move is left, and truncated after
    ``max_episode_steps``.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}  # type: ignore[misc]
    _game: ClassVar[Game] = "mayan"
    _make = MayanCore

    @signed((MayanEnvOptions,), DEFAULTS["mayan"])
    def __init__(self, **options: Unpack[MayanEnvOptions]) -> None:
        """Makes the environment.

        Args:
            **options: The keywords below.

        - ``max_moves`` (3), ``tiles``, ``colors``, ``rows``, ``cols``, ``unique``, ``solutions``, ``difficulty``:
          generated puzzles, as `tilefall.generate` takes them; boards without a number of moves have ``max_moves``, too
        - ``boards``, ``order``, ``illegal_reward``, ``strict``, ``max_episode_steps``, ``dense``, ``render_mode``: see
          `SameGameEnv`
        - ``reward``, ``observation``: see the class
        """
        self._begin(options)


class MayanVecEnv(BoardVecEnv[MayanBoard, Any]):
    """Many Mayan puzzles that are stepped together; `MayanEnv` documents observations, actions and rewards.

    With n environments, ``step`` takes int64 [n] and returns observations (uint8 [n, rows, cols] or [n, colors, rows,
    cols], or a dict), rewards (float64 [n]), terminations and truncations (bool [n]) and an info of arrays:
    ``action_mask`` (int8 [n, 2 * rows * cols]), ``moves_left`` and ``removed`` (int64 [n]), ``illegal`` (bool [n]).

    Arrays, seeds, ``autoreset_mode`` and masks are as in `SameGameVecEnv`.

    Generated puzzles come from a pool, like the clearable boards of `SameGameVecEnv`.
    """

    _game: ClassVar[Game] = "mayan"
    _score: ClassVar[str] = "moves_left"
    _make = MayanCore

    @signed((MayanVecEnvOptions,), DEFAULTS["mayan"])
    def __init__(self, num_envs: int = 1, **options: Unpack[MayanVecEnvOptions]) -> None:
        """Makes the environments.

        Args:
            num_envs: n, the number of environments.
            **options: The keywords of `MayanEnv`, and those of a vector, which `SameGameVecEnv` documents.
        """
        self._begin(num_envs, options)
