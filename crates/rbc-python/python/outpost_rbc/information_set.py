"""The information set of one side."""

from __future__ import annotations

import html
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterable, NoReturn, Optional, Union

import numpy as np

from . import _convert as convert
from . import _native
from ._convert import Board, Color, Move, Piece, Square
from .drawing import Diagram, draw
from .network import Network
from .rules import START

if TYPE_CHECKING:
    import chess
    from numpy.typing import ArrayLike, NDArray

Progress = Callable[[int, int], object]
"""Called some times a second with what is done and the total, in units of the call's own. An exception ends the call."""


@dataclass(frozen=True)
class Sample:
    """What is known of the number of boards when more are possible than the cap allows to hold."""

    estimated: float
    """The estimated number of possible boards, without measurable bias."""
    error: float
    """Its standard error, in boards."""
    effective: float
    """The effective sample size: a probability p found in the sample has a standard error of about
    ``sqrt(p * (1 - p) / effective)``."""


@dataclass(frozen=True)
class SenseValues:
    """What a sense at each of the 64 squares is worth. A sense leaves the boards on which its window looks alike."""

    boards: int
    """Boards before the sense."""
    worst: "NDArray[np.uint32]"
    """The most boards that are left."""
    expected: "NDArray[np.float64]"
    """The expected number of boards that are left, by the weights."""
    bits: "NDArray[np.float64]"
    """The information of the sense, by the weights."""

    @property
    def best(self) -> int:
        """The square with the smallest worst case; ties go to the smaller expected number, then to the lower square."""
        return int(np.lexsort((self.expected, self.worst))[0])


class InformationSet:
    """Every board that is still possible for one side.

    Three calls keep it up with a game, in the order in which ``reconchess`` tells a player:

    >>> black = InformationSet("black")
    >>> black.start_turn(None)  # handle_opponent_move_result
    >>> len(black)
    21
    >>> black.sense([("e4", "P"), ("d5", None)])
    Traceback (most recent call last):
    ...
    ValueError: the squares are not the window of a sense: its 4, 6 or 9 squares, None where nothing stands; none at \
all for no sense
    >>> black.sense([])  # handle_sense_result
    >>> black.move("e7e5", "e7e5", None)  # handle_move_result

    The set is exact while at most ``cap`` boards are possible. Beyond, it is a sample (``sample``) in which each
    possible board has the same chance to be, until so few are possible again. It is never empty:
    where no board is left and none can be found, what was told is refused (``SetLost``).

    A set takes 16 bytes a board, and three to four times that while it grows. Reckon with 64 bytes times ``cap`` for
    each set: 256 MB for the default, 6.4 GB for ``MAX_CAP``. Where there is less memory, the system ends the process;
    there is no ``MemoryError``. Arrays and lists of all boards come on top: ``pieces`` takes 64 bytes a board, ``fens``
    about 120.

    After an exception of a signal's handler or of ``progress`` the set is as before the call, which can be made again
    and goes on where it stopped; where the exception came in the last moment, the call was done (``phase`` tells).
    """

    __slots__ = ("_belief", "_survey", "_weights")

    def __init__(self, color: Color, start: Board = START, *, cap: int = _native.DEFAULT_CAP) -> None:
        """Creates the set of ``color`` at the start of a game from ``start``, which both sides know.

        ``cap``, from ``MIN_CAP`` to ``MAX_CAP``, bounds the boards that are held, and with them the memory: see above.
        """
        self._take(_native.Belief(convert.color(color), convert.fen(start), convert.cap(cap)))

    def _take(self, belief: _native.Belief) -> None:
        self._belief = belief
        self._forget()

    @classmethod
    def _of(cls, belief: _native.Belief) -> "InformationSet":
        known = cls.__new__(cls)
        known._take(belief)
        return known

    def _forget(self) -> None:
        """Forgets what was computed of the boards before."""
        self._weights: Optional[NDArray[np.float32]] = None
        self._survey: Optional[tuple[bytes, bytes, bytes, bytes, bytes]] = None

    def copy(self) -> "InformationSet":
        """Returns a set that goes on by itself. So do ``copy.copy`` and ``copy.deepcopy``."""
        other = InformationSet._of(self._belief.copy())
        other._weights = self._weights
        return other

    def __copy__(self) -> "InformationSet":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "InformationSet":
        return self.copy()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            "an InformationSet cannot be pickled: pass on what was told (start_turn, sense, move) and tell it to a new "
            "set there, or pass on its boards as an array (packed, pieces)"
        )

    # --- what is told ---

    def start_turn(self, capture: Optional[Square] = None, *, progress: Optional[Progress] = None) -> None:
        """Takes in that the own turn begins, and where the opponent captured.

        White's first turn begins without a move of the opponent; tell it all the same, as ``reconchess`` does.
        """
        self._belief.start_turn(convert.square(capture), progress)
        self._forget()

    def sense(
        self, result: Iterable[tuple[Square, Optional[Piece]]], *, progress: Optional[Progress] = None
    ) -> None:
        """Takes in what a sense showed: every square of its window with what stands there; nothing for no sense."""
        self._belief.sense(convert.contents(result), progress)
        self._forget()

    def move(
        self,
        requested: Optional[Move],
        taken: Optional[Move],
        capture: Optional[Square] = None,
        *,
        progress: Optional[Progress] = None,
    ) -> None:
        """Takes in the result of the own move."""
        self._belief.move_result(convert.move(requested), convert.move(taken), convert.square(capture), progress)
        self._forget()

    # --- what follows ---

    def __len__(self) -> int:
        """Returns the number of boards held."""
        return len(self._belief)

    @property
    def color(self) -> str:
        """``"white"`` or ``"black"``."""
        return "white" if self._belief.white else "black"

    @property
    def phase(self) -> str:
        """What is told next: ``"waiting"`` for ``start_turn``, ``"sense"``, ``"move"``."""
        return self._belief.phase

    @property
    def turns(self) -> int:
        """Own turns that have begun."""
        return self._belief.turns

    @property
    def sample(self) -> Optional[Sample]:
        """``None`` while the set is exact."""
        sample = self._belief.sample
        return None if sample is None else Sample(*sample)

    @property
    def is_exact(self) -> bool:
        """Whether every possible board is held."""
        return self._belief.sample is None

    @property
    def possible(self) -> float:
        """The number of possible boards: exact, or estimated."""
        sample = self._belief.sample
        return float(len(self)) if sample is None else sample[0]

    def move_actions(self) -> list[str]:
        """Returns what may be requested in the own turn, in UCI."""
        return self._belief.move_actions()

    @property
    def weights(self) -> "Optional[NDArray[np.float32]]":
        """A weight for each board, in order; ``None`` where all count alike.

        Marginals, entropies, sense values and draws follow them. They need not sum to 1; one that is negative or not
        finite counts as 0. Each ``start_turn``, ``sense`` and ``move`` resets them.
        """
        return self._weights

    @weights.setter
    def weights(self, weights: "Optional[ArrayLike]") -> None:
        if weights is None:
            self._weights, self._survey = None, None
            return
        # What is too large for it becomes infinite, and counts as 0.
        with np.errstate(over="ignore"):
            given = np.array(weights, dtype=np.float32)
        if given.shape != (len(self),):
            raise ValueError(f"the weights have the shape {given.shape}; the set has {len(self)} boards")
        given.setflags(write=False)
        self._weights, self._survey = given, None

    def weigh(
        self,
        network: Optional[Network] = None,
        *,
        opponent: Optional[str] = None,
        temperature: float = 1.0,
        progress: Optional[Progress] = None,
    ) -> "NDArray[np.float32]":
        """Sets and returns the weights that ``network`` (by default the one of this package) gives; their sum is 1.

        ``opponent`` is one of ``Network.opponents``; another name counts as unknown. The higher the temperature, the
        more alike the weights.
        """
        network = Network.shipped() if network is None else network
        if not isinstance(network, Network):
            raise TypeError(f"{network!r} is no Network")
        found = self._belief.weigh(network._native, opponent, temperature, progress)
        self.weights = np.frombuffer(found, dtype=np.float32)
        assert self._weights is not None
        return self._weights

    def _surveyed(self, progress: Optional[Progress]) -> tuple[bytes, bytes, bytes, bytes, bytes]:
        if self._survey is None:
            weights = None if self._weights is None else self._weights.tobytes()
            self._survey = self._belief.survey(weights, progress)
        return self._survey

    def marginals(self, *, progress: Optional[Progress] = None) -> "NDArray[np.float32]":
        """Returns the probability of each piece on each square, as an array of shape (12, 64).

        Rows are White's pawn, knight, bishop, rook, queen, king, then Black's; columns a1, b1 … h8. The own pieces
        are known: their rows hold 0 and 1.
        """
        rows = np.zeros((12, 64), dtype=np.float32)
        opponent = np.frombuffer(self._surveyed(progress)[0], dtype=np.float32).reshape(6, 64)
        begin = 6 if self._belief.white else 0
        rows[begin : begin + 6] = opponent
        for at, letter in enumerate(self._belief.own):
            if letter is not None:
                rows["PNBRQKpnbrqk".index(letter), at] = 1
        return rows

    def entropy(self, *, progress: Optional[Progress] = None) -> "NDArray[np.float64]":
        """Returns the entropy of each square's content in bits, from 0 (known) to log2 7."""
        return np.frombuffer(self._surveyed(progress)[4], dtype=np.float64)

    def sense_values(self, *, progress: Optional[Progress] = None) -> SenseValues:
        """Returns what a sense at each square is worth, exactly."""
        _, worst, expected, bits, _ = self._surveyed(progress)
        return SenseValues(
            boards=len(self),
            worst=np.frombuffer(worst, dtype=np.uint32),
            expected=np.frombuffer(expected, dtype=np.float64),
            bits=np.frombuffer(bits, dtype=np.float64),
        )

    # --- its boards ---

    def packed(self) -> "NDArray[np.uint64]":
        """Returns all boards as they are held, as an array of shape (boards, 2): the opponent's side in 128 bits.

        The first column has the opponent's squares (bit 0 is a1). In the second, bits 0 to 47 are the roles of these
        pieces, in the order of their squares (3 bits each, pawn = 1 … king = 6); bits 48 and 49 the right to castle
        with the rook of the a-file and of the h-file; bits 50 to 53 are 1 + the file of a pawn that can be captured en
        passant, or 0.
        """
        return np.frombuffer(self._belief.packed(), dtype="<u8").reshape(-1, 2)

    def pieces(self, indices: "Optional[ArrayLike]" = None) -> "NDArray[np.int8]":
        """Returns what stands on each square of some boards (by default of all), as an array of shape (boards, 64).

        0 is nothing, 1 to 6 are White's pawn, knight, bishop, rook, queen and king, 7 to 12 Black's.
        """
        return np.frombuffer(self._belief.squares(self._indices(indices)), dtype=np.int8).reshape(-1, 64)

    def fens(self, indices: "Optional[ArrayLike]" = None) -> list[str]:
        """Returns the FENs of some boards, by default of all. The halfmove clock is not known and is 0."""
        return self._belief.fens(self._indices(indices))

    def boards(self, indices: "Optional[ArrayLike]" = None) -> "list[chess.Board]":
        """Returns some boards, by default all, for ``python-chess``."""
        import chess

        return [chess.Board(fen) for fen in self.fens(indices)]

    def index(self, board: Board) -> Optional[int]:
        """Returns the index of a board, or ``None``. Own pieces and counters are not compared."""
        return self._belief.index(convert.fen(board))

    def __contains__(self, board: object) -> bool:
        """Returns whether a board is held: every possible one is while the set is exact."""
        return self.index(board) is not None  # type: ignore[arg-type]

    def draw_indices(
        self, count: int, *, seed: "Union[None, int, np.random.Generator]" = None, replace: bool = True
    ) -> "NDArray[np.int64]":
        """Draws boards at random by the weights, and returns their indices: ``fens``, ``boards`` and ``pieces`` take them.

        Without ``replace`` no board comes twice.
        """
        chances: Optional[NDArray[Any]] = None
        if self._weights is not None:
            chances = np.where(np.isfinite(self._weights), self._weights, 0).clip(min=0).astype(np.float64)
            chances = chances / chances.sum() if chances.any() else None
        return np.random.default_rng(seed).choice(len(self), size=count, replace=replace, p=chances)

    def _indices(self, indices: "Optional[ArrayLike]") -> Optional[bytes]:
        """The indices as the native module takes them: ``None`` is all."""
        if indices is None:
            return None
        given = np.asarray(indices)
        if given.size == 0:
            return b""
        if given.ndim != 1 or given.dtype.kind not in "iu":
            raise TypeError("the indices must be a list or an array of integers")
        outside = given[(given < 0) | (given >= len(self))]
        if outside.size:
            raise ValueError(f"there is no board {outside[0]} among {len(self)}")
        return given.astype(np.uint64).tobytes()

    # --- how it looks ---

    def draw(self, *, size: int = 360) -> Diagram:
        """Draws the own pieces, and on each square the opponent's likeliest piece, the fainter the less likely."""
        marginals = self.marginals()
        own = self._belief.own
        begin = 6 if self._belief.white else 0
        ghosts: list[Optional[tuple[str, float]]] = []
        for at in range(64):
            rows = marginals[begin : begin + 6, at]
            likeliest = int(rows.argmax())
            chance = float(rows[likeliest])
            ghosts.append(("PNBRQKpnbrqk"[begin + likeliest], chance) if chance > 0.005 else None)
        heat = marginals[begin : begin + 6].sum(axis=0)
        heat[[letter is not None for letter in own]] = 0
        return draw(own, ghosts=ghosts, heat=heat, size=size, flipped=not self._belief.white)

    def _describe(self) -> str:
        sample = self.sample
        if sample is None:
            boards = f"{len(self):,} board{'s' if len(self) > 1 else ''}"
        else:
            boards = f"{len(self):,} of about {sample.estimated:,.0f} ± {sample.error:,.0f} boards"
        return f"{self.color}, turn {self.turns}: {boards}"

    def __repr__(self) -> str:
        return f"<InformationSet of {self._describe()}>"

    def _repr_html_(self) -> str:
        return f"<figure>{self.draw().svg}<figcaption>{html.escape(self._describe())}</figcaption></figure>"
