"""Whatever is passed, the answer is a value or an exception in words: the interpreter is never aborted, and no panic of
the engine is reached."""

import unittest

import chess
import outpost_rbc as rbc
from common import fixture_records
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from outpost_rbc import _native, agents

EXAMPLES = 60
bounded = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck), database=None
)
# A panic is no `Exception`: it is not caught here, and fails.
REFUSED = (ValueError, TypeError, OverflowError, MemoryError, RuntimeError, IndexError)

anything = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=20), st.binary(max_size=20),
    st.lists(st.integers(-2, 70), max_size=4), st.just(object()), st.just(chess.Move), st.just(chess.Board("8/8/8/8/8/8/8/8 w - - 0 1")),
)  # fmt: skip
squares = st.one_of(st.integers(0, 63), st.integers(0, 63).map(chess.square_name), st.none())
moves = st.sampled_from(["e2e4", "e7e5", "g1f3", "g8f6", "e1g1", "a7a8q", "d2d4", "0000", chess.Move.null(), None])
fens = st.one_of(
    st.sampled_from([
        rbc.START, "4k3/P7/8/8/8/8/p7/4K3 b - - 0 1", "8/8/8/8/8/8/8/8 w - - 0 1", "pppppppp/PPPPPPPP/8/8/8/8/8/8 w KQkq e3 0 1",
        "QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/k7/8/8/8/K7 w - - 0 1", "RRRRRRRR/RRRRRRRR/8/8/8/8/rrrrrrrr/rrrrrrrr b KQkq a6 99 4000000000",
    ]),
    st.builds(
        lambda pieces, turn: _fen(pieces, turn),
        st.dictionaries(st.integers(0, 63), st.sampled_from("PNBRQKpnbrqk"), max_size=32), st.booleans(),
    ),
)  # fmt: skip


def _fen(pieces, turn):
    board = chess.Board.empty()
    for square, letter in pieces.items():
        board.set_piece_at(square, chess.Piece.from_symbol(letter))
    board.turn = turn
    board.castling_rights = board.rooks & chess.BB_CORNERS
    return board.fen()


def attempt(call):
    try:
        return call()
    except REFUSED as error:
        assert str(error), repr(error)


class Fuzz(unittest.TestCase):
    @bounded
    @given(fens, st.booleans(), st.lists(st.one_of(squares, moves), min_size=1, max_size=24))
    def test_sets_on_odd_boards(self, fen, white, answers):
        known = attempt(lambda: rbc.InformationSet(white, fen, cap=200))
        if known is None:
            return
        for i, answer in enumerate(answers):
            other = answers[(i + 1) % len(answers)]
            before = (len(known), known.phase)
            if known.phase == "waiting":
                told = attempt(lambda: known.start_turn(answer) or True)
            elif known.phase == "sense":
                board = known.fens([0])[0]
                told = attempt(lambda: known.sense(rbc.sense(board, answer)) or True)
            else:
                actions = known.move_actions()
                request = actions[i % len(actions)] if actions else None
                taken = attempt(lambda: rbc.revise_move(known.fens([0])[0], request))
                capture = attempt(lambda: rbc.capture_square(known.fens([0])[0], taken))
                told = attempt(lambda: known.move(request, taken, capture) or True)
                if not told:
                    told = attempt(lambda: known.move(answer, other, None) or True)
            if not told:
                self.assertEqual((len(known), known.phase), before)
                break
        self.assertGreater(len(known), 0)
        self.assertAlmostEqual(float(known.marginals().sum()), float((known.pieces() > 0).sum(axis=1).mean()), places=2)
        attempt(lambda: known.weigh())

    @bounded
    @given(st.lists(anything, min_size=6, max_size=6))
    def test_wrong_arguments(self, a):
        known = rbc.InformationSet("black")
        known.start_turn()
        for call in [
            lambda: rbc.InformationSet(a[0], a[1], cap=a[2]), lambda: known.sense(a[0]), lambda: known.start_turn(a[0]),
            lambda: known.move(a[0], a[1], a[2]), lambda: known.fens(a[0]), lambda: known.pieces(a[0]), lambda: known.index(a[0]),
            lambda: setattr(known, "weights", a[0]), lambda: known.draw_indices(a[0], seed=a[1]) if isinstance(a[0], str) else None,
            lambda: known.weigh(a[0], opponent=a[1], temperature=a[2]), lambda: known.marginals(progress=a[0]),
            lambda: rbc.move_actions(a[0]), lambda: rbc.revise_move(a[0], a[1]), lambda: rbc.push(rbc.START, a[0]),
            lambda: rbc.capture_square(rbc.START, a[0]), lambda: rbc.sense(rbc.START, a[0]), lambda: rbc.Record(a[0]),
            lambda: rbc.encode_link(a[0]), lambda: rbc.decode_link(a[0]), lambda: rbc.draw(a[0], heat=a[1], ghosts=a[2]),
            lambda: rbc.Network(a[0]) if isinstance(a[0], bytes) else None, lambda: agents.Hsuc(seconds=a[0], nodes=a[1], seed=a[2]),
            lambda: _native.Agent(*a, *a[:3]), lambda: _native.Belief(*a[:3]), lambda: _native.read_records(*a[:2]),
        ]:  # fmt: skip
            attempt(call)
        self.assertEqual(len(known), 21)

    @bounded
    @given(st.integers(0, 2**31), st.binary(min_size=1, max_size=4))
    def test_damaged_texts(self, at, damage):
        text = fixture_records()[0].text.encode() if not hasattr(Fuzz, "text") else Fuzz.text
        Fuzz.text = text
        place = at % len(text)
        changed = text[:place] + damage + text[place + len(damage) :]
        for record in attempt(lambda: rbc.read_records(changed)) or []:
            record.verify()
            replay = record.replay(cap=100)
            attempt(lambda: [replay[i] for i in range(0, len(replay), 9)])
            attempt(lambda: replay.belief(len(replay) // 2, "white"))
        link = rbc.encode_link([rbc.START])
        place = at % len(link)
        attempt(lambda: rbc.decode_link(link[:place] + chr(damage[0]) + link[place + 1 :]))


if __name__ == "__main__":
    unittest.main()
