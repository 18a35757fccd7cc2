"""Boards as SVG, for notebooks."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Optional, Sequence, Union

from . import _convert as convert
from . import _native
from ._convert import Board

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_GLYPHS = dict(zip("KQRBNPkqrbnp", "♚♛♜♝♞♟♚♛♜♝♞♟"))


@dataclass(frozen=True)
class Diagram:
    """A drawn board. Notebooks show it."""

    svg: str
    """The drawing as SVG."""

    def _repr_svg_(self) -> str:
        return self.svg


def draw(
    board: Union[Board, Sequence[Optional[str]]],
    *,
    heat: "Union[None, Sequence[float], NDArray[np.floating]]" = None,
    ghosts: Optional[Sequence[Optional[tuple[str, float]]]] = None,
    size: int = 360,
    flipped: bool = False,
) -> Diagram:
    """Draws a board: a FEN, a ``chess.Board``, or 64 letters (``None`` where nothing stands).

    ``heat`` tints each of the 64 squares, 0 and NaN not at all and the largest value most; infinite ones are refused.
    ``ghosts`` are pieces with the probability that they stand there. ``flipped`` puts Black at the bottom.
    """
    if isinstance(board, (str, convert.HasFen)):
        letters: Sequence[Optional[str]] = _native.pieces(convert.fen(board))
    else:
        letters = [convert.piece(letter) for letter in board]
    for what, given in (("letters", letters), ("values of heat", heat), ("ghosts", ghosts)):
        if given is not None and len(given) != 64:
            raise ValueError(f"{len(given)} {what} for 64 squares")
    # Not a number is no heat.
    warmth = [0.0] * 64 if heat is None else [float(value) if value == value else 0.0 for value in heat]
    hottest = max(warmth)
    if not all(map(math.isfinite, warmth)):
        raise ValueError("heat must be finite: it has an infinite value")
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="{int(size)}" height="{int(size)}" '
        'role="img" aria-label="A chess board">'
    ]
    for at, letter in enumerate(letters):
        file, rank = at % 8, at // 8
        x, y = (7 - file, rank) if flipped else (file, 7 - rank)
        light = (file + rank) % 2 == 1
        parts.append(f'<rect x="{x}" y="{y}" width="1" height="1" fill="{"#f0d9b5" if light else "#b58863"}"/>')
        if hottest > 0 and warmth[at] > 0:
            opacity = 0.7 * warmth[at] / hottest
            parts.append(f'<rect x="{x}" y="{y}" width="1" height="1" fill="#c00" opacity="{opacity:.3f}"/>')
        ghost = None if ghosts is None else ghosts[at]
        if letter is not None:
            parts.append(_piece(letter, x, y, 1.0))
        elif ghost is not None:
            parts.append(_piece(convert.piece(ghost[0]) or "", x, y, max(0.25, min(1.0, ghost[1]))))
    parts.append("</svg>")
    return Diagram("".join(parts))


def _piece(letter: str, x: int, y: int, opacity: float) -> str:
    fill, stroke = ("#fff", "#000") if letter.isupper() else ("#000", "#fff")
    return (
        f'<text x="{x + 0.5}" y="{y + 0.82}" font-size="0.9" text-anchor="middle" fill="{fill}" stroke="{stroke}" '
        f'stroke-width="0.02" opacity="{opacity:.3f}">{_GLYPHS[letter]}</text>'
    )
