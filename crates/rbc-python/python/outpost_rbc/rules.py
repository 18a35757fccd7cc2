"""The rules of RBC on known boards, as ``reconchess`` 1.6.9 plays them.

>>> fen = "4k3/8/8/8/r7/8/8/R3K3 w Q - 0 1"
>>> revise_move(fen, "a1a8")
'a1a4'
>>> capture_square(fen, "a1a4")
24
>>> push(fen, "a1a4")
('4k3/8/8/8/R7/8/8/4K3 b - - 0 1', 24)
"""

from __future__ import annotations

from typing import Optional

from . import _convert as convert
from . import _native
from ._convert import Board, Move, Square

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
"""The start position of chess."""


def move_actions(board: Board) -> list[str]:
    """Returns what the side to move may request besides a pass, in UCI, as ``move_actions`` of ``reconchess``.

    It depends on the own pieces alone.
    """
    return _native.move_actions(convert.fen(board))


def revise_move(board: Board, requested: Optional[Move]) -> Optional[str]:
    """Returns the move that is taken for a request, or ``None`` where nothing moves.

    Raises ``ValueError`` for a move that may not be requested.
    """
    return _native.revise_move(convert.fen(board), convert.move(requested))


def capture_square(board: Board, taken: Optional[Move]) -> Optional[int]:
    """Returns the square on which a taken move captures: for en passant the captured pawn's."""
    return _native.capture_square(convert.fen(board), convert.move(taken))


def sense(board: Board, square: Optional[Square]) -> list[tuple[int, Optional[str]]]:
    """Returns what a sense shows: the squares of its window, upper rank first, with the letters of their pieces."""
    return _native.sense(convert.fen(board), convert.square(square))


def push(board: Board, taken: Optional[Move]) -> tuple[str, Optional[int]]:
    """Returns the FEN after a taken move or a pass (``None``), and the square of a capture.

    Raises ``ValueError`` for a move that cannot be taken: ``revise_move`` gives the one that is taken for a request.
    """
    return _native.push(convert.fen(board), convert.move(taken))
