"""Every agent of Outpost as a player of the package ``reconchess``.

    rc-bot-match outpost_rbc.agents.Siamese reconchess.bots.trout_bot
    rc-connect outpost_rbc.agents.Siamese

``reconchess`` loads each class by the name of a module, such as ``outpost_rbc.agents.Siamese``: these modules are made
here and have that one class. For other settings, write a file with a class of your own:

    from outpost_rbc import agents

    class MyBot(agents.Siamese):
        def __init__(self):
            super().__init__(seconds=5)

    def get_player():
        return MyBot
"""

from __future__ import annotations

import math
import secrets
import sys
from types import ModuleType
from typing import ClassVar, Optional

try:
    import chess
    from reconchess import Color, GameHistory, Player, Square, WinReason  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError(
        "outpost_rbc.agents are players of the package reconchess: pip install 'outpost-rbc[reconchess]'"
    ) from error

from . import _convert as convert
from . import _native
from .network import Network


_MOST = 2**64 - 1


class OutpostPlayer(Player):  # type: ignore[misc]  # reconchess has no types
    """An agent of Outpost, by its name in ``agent``: any name of ``outpost bot``, with a sense policy as in
    ``"hsuc+entropy"``.

    A turn takes at most ``seconds`` and a twentieth of the clock. Without ``seconds`` and with ``nodes``, decisions
    depend on nodes alone: with a ``seed``, such games can be repeated, and are those of ``outpost match``.
    """

    agent: ClassVar[str] = "hsuc"
    """The agent's name."""

    def __init__(
        self,
        *,
        seconds: Optional[float] = 2.0,
        nodes: Optional[int] = None,
        seed: Optional[int] = None,
        network: Optional[Network] = None,
        temperature: float = 1.0,
    ) -> None:
        """Creates the player, for any number of games in a row.

        ``seed`` is a new one by default. ``network`` and its ``temperature`` are used by agents that want one; by
        default it is the network of this package. Raises ``ValueError`` for what no agent can use.
        """
        if not isinstance(self.agent, str):
            raise TypeError(f"agent must be the name of an agent, not {self.agent!r}")
        if network is None and _wants_network(self.agent):
            network = Network.shipped()
        if not isinstance(network, (Network, type(None))):
            raise TypeError(f"{network!r} is no Network")
        self.seed = secrets.randbits(32) if seed is None else convert.whole(seed, "seed", 0, _MOST)
        nodes = None if nodes is None else convert.whole(nodes, "nodes", 0, _MOST)
        self._limits = (seconds, nodes, None if network is None else network._native, temperature)
        self._games = 0
        self._game: Optional[_native.Agent] = None
        # Says what is wrong before a game begins.
        self._begin(True, chess.STARTING_FEN)

    def _begin(self, white: bool, fen: str) -> _native.Agent:
        return _native.Agent(self.agent, self.seed, self._games, white, fen, *self._limits)

    def _current(self) -> _native.Agent:
        if self._game is None:
            raise RuntimeError("no game is in progress: handle_game_start comes first")
        return self._game

    def handle_game_start(self, color: Color, board: chess.Board, opponent_name: str) -> None:
        self._game = self._begin(convert.color(color), convert.fen(board))
        self._games += 1

    def handle_opponent_move_result(self, captured_my_piece: bool, capture_square: Optional[Square]) -> None:
        self._current().start_turn(convert.square(capture_square))

    def choose_sense(
        self, sense_actions: list[Square], move_actions: list[chess.Move], seconds_left: float
    ) -> Optional[Square]:
        return self._current().choose_sense(_clock(seconds_left))

    def handle_sense_result(self, sense_result: list[tuple[Square, Optional[chess.Piece]]]) -> None:
        self._current().sense(convert.contents(sense_result))

    def choose_move(self, move_actions: list[chess.Move], seconds_left: float) -> Optional[chess.Move]:
        request = self._current().choose_move(_clock(seconds_left))
        return None if request is None else chess.Move.from_uci(request)

    def handle_move_result(
        self,
        requested_move: Optional[chess.Move],
        taken_move: Optional[chess.Move],
        captured_opponent_piece: bool,
        capture_square: Optional[Square],
    ) -> None:
        self._current().move_result(
            convert.move(requested_move), convert.move(taken_move), convert.square(capture_square)
        )

    def handle_game_end(
        self, winner_color: Optional[Color], win_reason: Optional[WinReason], game_history: GameHistory
    ) -> None:
        self._game = None


def _clock(seconds_left: float) -> Optional[float]:
    """Infinity is a game without a clock."""
    return float(seconds_left) if math.isfinite(seconds_left) else None


def _wants_network(agent: str) -> bool:
    base = agent.split("+")[0]
    return any(name == base and wants for name, _, wants in _native.agents())


class Random(OutpostPlayer):
    """Senses anywhere and requests any move, or passes, with equal chances."""

    agent = "random"


class Attacker(OutpostPlayer):
    """Tries one of four quick attacks on the king without looking, then passes."""

    agent = "attacker"


class Trout(OutpostPlayer):
    """Believes in one board, writes onto it whatever it is told, and plays what is best there."""

    agent = "trout"


class PerfectMemory(OutpostPlayer):
    """Believes every piece where it was last seen, or nearby, and plays what a tree search finds best."""

    agent = "perfect-memory"


class ABot(OutpostPlayer):
    """Keeps every possible board, and lets a tree search on each board vote for a move."""

    agent = "a-bot"


class Hsuc(OutpostPlayer):
    """Keeps every possible board, senses where even the worst case leaves few, and plays what is best over them."""

    agent = "hsuc"


class PiecewiseGrid(OutpostPlayer):
    """Keeps a probability for each opposing piece and square, and plays what is best over boards drawn from it."""

    agent = "piecewise-grid"


class Siamese(OutpostPlayer):
    """Keeps every possible board, has the network tell how likely each is, and plays what is best by weight."""

    agent = "siamese"


class Outpost(OutpostPlayer):
    """Keeps every possible board with its probability, senses what its next request gains most from, and guards its king."""

    agent = "outpost"


class Level1(OutpostPlayer):
    """Level of difficulty 1 of 8."""

    agent = "level-1"


class Level2(OutpostPlayer):
    """Level of difficulty 2 of 8."""

    agent = "level-2"


class Level3(OutpostPlayer):
    """Level of difficulty 3 of 8."""

    agent = "level-3"


class Level4(OutpostPlayer):
    """Level of difficulty 4 of 8."""

    agent = "level-4"


class Level5(OutpostPlayer):
    """Level of difficulty 5 of 8."""

    agent = "level-5"


class Level6(OutpostPlayer):
    """Level of difficulty 6 of 8."""

    agent = "level-6"


class Level7(OutpostPlayer):
    """Level of difficulty 7 of 8."""

    agent = "level-7"


class Level8(OutpostPlayer):
    """Level of difficulty 8 of 8."""

    agent = "level-8"


def _modules() -> None:
    """Makes a module for each class, under the class's name, where ``reconchess`` finds it."""
    for name in __all__:
        player = globals()[name]
        module = ModuleType(f"{__name__}.{name}", player.__doc__)
        setattr(module, name, player)
        sys.modules[module.__name__] = module


__all__ = [
    "ABot",
    "Attacker",
    "Hsuc",
    "Level1",
    "Level2",
    "Level3",
    "Level4",
    "Level5",
    "Level6",
    "Level7",
    "Level8",
    "Outpost",
    "OutpostPlayer",
    "PerfectMemory",
    "PiecewiseGrid",
    "Random",
    "Siamese",
    "Trout",
]
_modules()
