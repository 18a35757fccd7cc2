"""Reconnaissance Blind Chess (RBC): information sets, rules, records, links, a network and agents.

| name | what it is |
| --- | --- |
| `InformationSet` | every board that is still possible for one side |
| `SenseValues` | what a sense at each square is worth |
| `Network` | weights for the boards of a set |
| `move_actions`, `revise_move`, `capture_square`, `sense`, `push` | the rules, as `reconchess` plays them |
| `Record`, `read_records`, `Replay` | records of games, verified, and step by step with both sides' sets |
| `encode_link`, `decode_link` | links of Outpost's pages |
| `draw` | a board as SVG |
| `outpost_rbc.agents` | players for the package `reconchess` (not imported here) |

Squares are numbers from a1 = 0 or names such as ``"e4"``, moves UCI texts or ``chess.Move``, pieces letters or
``chess.Piece``, boards FENs or ``chess.Board``, colours ``"white"`` and ``"black"`` or ``chess.WHITE`` and
``chess.BLACK``. What is given back is plain: numbers, texts, arrays.

Bad input raises ``ValueError`` or ``TypeError`` with a message that says what is wrong. Long calls let other threads
run, and end with the exception of a signal's handler, such as ``KeyboardInterrupt``.
"""

from ._convert import Board, Color, Move, Piece, Square
from ._native import (
    DEFAULT_CAP,
    MAX_CAP,
    MIN_CAP,
    LinkError,
    NetworkError,
    NoBoardFits,
    ObservationError,
    RecordError,
    SetLost,
)
from ._native import VERSION as __version__
from .drawing import Diagram, draw
from .information_set import InformationSet, Sample, SenseValues
from .links import decode_link, encode_link
from .network import Network
from .records import Record, Replay, Sizes, Step, read_records
from .rules import START, capture_square, move_actions, push, revise_move, sense

__all__ = [
    "DEFAULT_CAP",
    "MAX_CAP",
    "MIN_CAP",
    "START",
    "Board",
    "Color",
    "Diagram",
    "InformationSet",
    "LinkError",
    "Move",
    "Network",
    "NetworkError",
    "NoBoardFits",
    "ObservationError",
    "Piece",
    "Record",
    "RecordError",
    "Replay",
    "Sample",
    "SenseValues",
    "SetLost",
    "Sizes",
    "Square",
    "Step",
    "__version__",
    "capture_square",
    "decode_link",
    "draw",
    "encode_link",
    "move_actions",
    "push",
    "read_records",
    "revise_move",
    "sense",
]
