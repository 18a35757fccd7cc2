"""Records of games in the form of ``reconchess``, verified and step by step."""

from __future__ import annotations

from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Iterator, Optional, Union, overload

import numpy as np

from . import _convert as convert
from . import _native
from ._convert import Color
from .drawing import Diagram, draw
from .information_set import InformationSet, Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


def read_records(file: Union[str, "PathLike[str]", bytes], *, skip_broken: bool = False) -> list["Record"]:
    """Returns the games of a file, by its path or its bytes: JSON, or JSON lines, gzipped or not.

    Raises ``RecordError``, which names line and place, unless broken games are to be skipped, and where no game is left.
    """
    data = file if isinstance(file, bytes) else Path(file).read_bytes()
    return [Record._of(record) for record in _native.read_records(data, bool(skip_broken))]


class Record:
    """The record of a game, with the true board: a ``GameHistory`` as ``reconchess`` saves it."""

    __slots__ = ("_record",)

    def __init__(self, text: str) -> None:
        """Reads a record's JSON text. Raises ``RecordError``."""
        self._record = _native.Record(text)

    @classmethod
    def _of(cls, native: _native.Record) -> "Record":
        record = cls.__new__(cls)
        record._record = native
        return record

    @property
    def text(self) -> str:
        """Its JSON text, as it was read."""
        return self._record.text

    @property
    def id(self) -> str:
        """A hash of the game."""
        return self._record.id

    @property
    def white_name(self) -> Optional[str]:
        """White's name, where it is recorded."""
        return self._record.name(True)

    @property
    def black_name(self) -> Optional[str]:
        """Black's name, where it is recorded."""
        return self._record.name(False)

    @property
    def winner(self) -> Optional[str]:
        """``"white"``, ``"black"``, or ``None`` for a draw or an unfinished game."""
        return {True: "white", False: "black", None: None}[self._record.winner]

    @property
    def win_reason(self) -> Optional[str]:
        """Why the game ended, such as ``"KING_CAPTURE"``."""
        return self._record.win_reason

    @property
    def plies(self) -> int:
        """Half-turns with a move."""
        return self._record.plies

    def verify(self) -> list[str]:
        """Returns every event that differs from the rules, in words: none for a good record."""
        return self._record.verify()

    def replay(self, *, cap: int = 1_000_000) -> "Replay":
        """Returns the game step by step.

        Both sides' sets hold at most ``cap`` boards each; for what that takes in memory see ``InformationSet``.
        """
        return Replay(self._record.replay(convert.cap(cap)))

    def __repr__(self) -> str:
        return f"<Record of {self.white_name} - {self.black_name}, {self.plies} plies, winner: {self.winner}>"


@dataclass(frozen=True)
class Step:
    """A step of a game: the start of a half-turn, its sense, or its move."""

    ply: int
    """Half-turns completed before this one."""
    color: str
    """Whose half-turn it is."""
    phase: str
    """``"start"``, ``"sensed"`` or ``"moved"``."""
    fen: str
    """The true position."""
    notice: Optional[int]
    """Where the side was told of a capture when its half-turn began."""
    sense: Optional[int]
    """Where the side sensed, once it has."""
    sensed: list[tuple[int, Optional[str]]]
    """What that showed."""
    requested: Optional[str]
    """The request, once there is one."""
    taken: Optional[str]
    """The move that was taken for it."""
    capture: Optional[int]
    """Where it captured."""

    def draw(self, *, size: int = 360, flipped: bool = False) -> Diagram:
        """Draws the true position."""
        return draw(self.fen, size=size, flipped=flipped)

    def _repr_svg_(self) -> str:
        return self.draw().svg


@dataclass(frozen=True)
class Sizes:
    """Both sides' sets at all steps: arrays of shape (steps, 2), White's in column 0."""

    possible: "NDArray[np.float64]"
    """The number of possible boards, exact or estimated."""
    exact: "NDArray[np.bool_]"
    """Whether it is exact."""
    holds_truth: "NDArray[np.bool_]"
    """Whether the true board is among those held: always where the set is exact. A side is told of the opponent's move
    only when its own turn begins; at the step of that move it is the board before it."""


class Replay:
    """A game step by step, with both sides' sets."""

    __slots__ = ("_replay",)

    def __init__(self, native: _native.Replay) -> None:
        self._replay = native

    def __len__(self) -> int:
        """Returns the number of steps, three for each half-turn."""
        return len(self._replay)

    @overload
    def __getitem__(self, index: int) -> Step: ...

    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...

    def __getitem__(self, index: Union[int, slice]) -> Union[Step, list[Step]]:
        """Returns a step, from the end where the index is negative, or the steps of a slice."""
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        try:
            at = self._step(index)
        except ValueError as error:
            raise IndexError(str(error)) from None
        ply, white, phase, fen, notice, sense, played = self._replay.step(at)
        square, sensed = (None, []) if sense is None else sense
        requested, taken, capture = (None, None, None) if played is None else played
        color = "white" if white else "black"
        return Step(ply, color, phase, fen, notice, square, sensed, requested, taken, capture)

    def __iter__(self) -> Iterator[Step]:
        return (self[index] for index in range(len(self)))

    @property
    def departures(self) -> list[int]:
        """The steps at which the record departs from the rules, and both sides' knowledge starts afresh."""
        return self._replay.departures

    def belief(self, step: int, color: Color, *, progress: Optional[Progress] = None) -> InformationSet:
        """Returns what a side could know at a step; from the end where it is negative. In order they are the quickest."""
        return InformationSet._of(self._replay.belief(self._step(step), convert.color(color), progress))

    def sizes(self, *, progress: Optional[Progress] = None) -> Sizes:
        """Returns both sides' set sizes at all steps. ``progress`` is called with steps."""
        found = []
        for step in range(len(self)):
            if progress is not None:
                progress(step, len(self))
            found.append(self._replay.sizes(step))
        columns = [np.array([[side[i] for side in sides] for sides in found]) for i in range(3)]
        return Sizes(columns[0].astype(np.float64), columns[1].astype(np.bool_), columns[2].astype(np.bool_))

    def _step(self, step: int) -> int:
        """A step's number from the start."""
        steps = len(self)
        at = convert.whole(step, "step", -steps, steps - 1)
        return at + steps if at < 0 else at
