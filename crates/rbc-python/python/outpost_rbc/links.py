"""Links: a game or some boards as a short text, which Outpost's pages open."""

from __future__ import annotations

import json
from typing import Iterable, Union

from . import _convert as convert
from . import _native
from ._convert import Board
from .records import Record


def encode_link(shared: Union[Record, Iterable[Board]]) -> str:
    """Returns the link of a game, with its view and notes, or of some boards, of which the first is shown.

    The link is what stands after ``#`` in the address of a page. Raises ``LinkError`` for more than fits into one.
    """
    if isinstance(shared, Record):
        return _native.encode_link(shared.text)
    if isinstance(shared, str) or not hasattr(shared, "__iter__"):
        raise TypeError("give a Record, or a list of boards")
    return _native.encode_link(json.dumps({"type": "Boards", "fens": [convert.fen(board) for board in shared]}))


def decode_link(text: str) -> Union[Record, list[str]]:
    """Returns the game of a link, or the FENs of its boards. Raises ``LinkError``, which says whether it was cut."""
    found = _native.decode_link(text)
    content = json.loads(found)
    return list(content["fens"]) if content["type"] == "Boards" else Record(found)
