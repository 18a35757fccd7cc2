"""What people pass, as the plain values that the native module takes. Nothing here needs python-chess."""

from __future__ import annotations

from operator import index
from typing import Any, Iterable, Optional, Protocol, Tuple, Union, runtime_checkable

import numpy as np

from . import _native

Square = Union[int, str]
"""A number from a1 = 0, b1 = 1 to h8 = 63, or a name such as ``"e4"``."""


class _HasUci(Protocol):
    def uci(self) -> str: ...


class _HasSymbol(Protocol):
    def symbol(self) -> str: ...


@runtime_checkable
class HasFen(Protocol):
    def fen(self, *, en_passant: Any = ...) -> str: ...


Move = Union[str, _HasUci]
"""A move in UCI notation such as ``"e2e4"``, or a ``chess.Move``."""
Piece = Union[str, _HasSymbol]
"""A letter, upper case for White, or a ``chess.Piece``."""
Board = Union[str, HasFen]
"""A FEN, or a ``chess.Board``; none of a chess variant or Chess960."""
Color = Union[bool, str]
"""``"white"`` or ``"black"``, or ``chess.WHITE`` (``True``) or ``chess.BLACK`` (``False``)."""


def _shown(value: object) -> str:
    """The beginning of a value, for a message."""
    try:
        text = repr(value)
    except Exception:  # A value of any class: its own `__repr__` may fail.
        text = object.__repr__(value)
    return text if len(text) <= 60 else text[:57] + "..."


def color(value: Color) -> bool:
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    if isinstance(value, str) and value in ("white", "black"):
        return value == "white"
    raise ValueError(f'the color {_shown(value)} is neither "white" nor "black", nor chess.WHITE nor chess.BLACK')


def whole(value: int, name: str, least: int, most: int) -> int:
    """A whole number within limits; ``name`` is the argument's."""
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {_shown(value)}") from None
    if not least <= number <= most:
        raise ValueError(f"{name} must be from {least} to {most}, not {_shown(number)}")
    return number


def cap(value: int) -> int:
    return whole(value, "cap", _native.MIN_CAP, _native.MAX_CAP)


def square(value: Optional[Square]) -> Optional[int]:
    if value is None:
        return None
    if isinstance(value, str):
        if len(value) == 2 and value[0] in "abcdefgh" and value[1] in "12345678":
            return "abcdefgh".index(value[0]) + 8 * "12345678".index(value[1])
        raise ValueError(f"{_shown(value)} is no square: they are a1 to h8")
    if isinstance(value, bool):
        raise TypeError(f"{value} is no square: they are 0 to 63 or a1 to h8")
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{_shown(value)} is no square: they are 0 to 63 or a1 to h8") from None
    if not 0 <= number < 64:
        raise ValueError(f"{_shown(number)} is no square: they are 0 to 63")
    return number


def move(value: Optional[Move]) -> Optional[str]:
    if value is None:
        return None
    text = value if isinstance(value, str) else _called(value, "uci")
    if text is None:
        raise TypeError(f"{_shown(value)} is no move: give UCI such as 'e2e4', a chess.Move, or None for a pass")
    # chess.Move.null() is a pass.
    return None if text == "0000" else text


def piece(value: Optional[Piece]) -> Optional[str]:
    if value is None:
        return None
    text = value if isinstance(value, str) else _called(value, "symbol")
    if text is None:
        raise TypeError(f"{_shown(value)} is no piece: give a letter, a chess.Piece, or None where nothing stands")
    if len(text) != 1 or text not in "PNBRQKpnbrqk":
        raise ValueError(f"{_shown(text)} is no piece: they are PNBRQKpnbrqk")
    return text


def fen(value: Board) -> str:
    _refuse_variant(value)
    # The en passant square after every double step, as everywhere here.
    text = value if isinstance(value, str) else _called(value, "fen", en_passant="fen")
    if text is None:
        raise TypeError(f"{_shown(value)} is no board: give a FEN or a chess.Board")
    return text


def _refuse_variant(value: object) -> None:
    """Refuses boards of ``chess.variant``, whose rules are others and whose FENs may look the same."""
    variant = getattr(value, "uci_variant", "chess")
    if isinstance(variant, str) and variant != "chess" and not isinstance(value, type):
        raise ValueError(f"the board is one of the variant {variant}: RBC is played on boards of ordinary chess")
    if getattr(value, "chess960", False) is True:
        raise ValueError(
            "the board is one of Chess960, whose castling RBC does not have: give chess.Board(board.fen()) where it "
            "is of no account"
        )


def contents(value: Iterable[Tuple[Square, Optional[Piece]]]) -> list[tuple[int, Optional[str]]]:
    """What a window shows."""
    told = []
    # A text is no list of pairs, an empty one neither: `""` is no sense that showed nothing.
    if isinstance(value, (str, bytes)) or not hasattr(value, "__iter__"):
        raise TypeError(f"{_shown(value)} is no sense result: give pairs of a square and what stands there")
    entries = list(value)
    for entry in entries:
        try:
            at, content = entry
        except (TypeError, ValueError):
            raise TypeError(f"{_shown(entry)} is no pair of a square and what stands there") from None
        number = square(at)
        if number is None:
            raise TypeError("None is no square of a window")
        told.append((number, piece(content)))
    return told


def _called(value: object, name: str, **arguments: object) -> Optional[str]:
    method = getattr(value, name, None)
    # A class has the method as well, and cannot be called so.
    if not callable(method) or isinstance(value, type):
        return None
    text = method(**arguments)
    return text if isinstance(text, str) else None
