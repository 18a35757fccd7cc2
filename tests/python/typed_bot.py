"""A bot as somebody writes it who checks types: `test_package` has mypy read it. Each mistake in it must be seen."""

from typing import Optional

import chess
import numpy as np
import outpost_rbc as rbc
from numpy.typing import NDArray

known = rbc.InformationSet(chess.WHITE, chess.Board(), cap=100_000)
known.start_turn(None)
known.sense([(chess.E4, None), ("e5", chess.Piece(chess.PAWN, chess.BLACK))])
known.move(chess.Move.null(), None, "e4", progress=lambda done, total: None)
best: int = known.sense_values().best
marginals: NDArray[np.float32] = known.marginals()
known.weights = np.ones(len(known))
index: Optional[int] = known.index(rbc.START)
boards: list[chess.Board] = known.boards([0, 1])
for record in rbc.read_records("games.jsonl"):
    sets: rbc.InformationSet = record.replay().belief(0, "white")

known.start_turn([])  # type: ignore[arg-type]
known.color = "black"  # type: ignore[misc]
rbc.InformationSet("white", size=3)  # type: ignore[call-arg]
