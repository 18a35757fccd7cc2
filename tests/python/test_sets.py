"""Information sets: the true board is never lost, numbers fit together, interruptions leave the set as it was."""

import _thread
import copy
import hashlib
import operator
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
import unittest
from collections import deque
from importlib.resources import files
from itertools import repeat

import numpy as np

import chess
import outpost_rbc as rbc
from common import REAL, first_lines, fixture_records, seeded_games, tell, turns

# Real ones, where they are, beside the short ones here.
GAMES = 2

# After these, a turn leads to more than a million boards. That takes longer than the time between two calls of `progress`, on any machine.
FIVE = ("e7e6", "g8f6", "b8c6", "f8e7", "d7d6")


def grown(cap=rbc.DEFAULT_CAP, own=("e7e6", "g8f6", "b8c6")):
    """Black's set after three unsensed turns: 3,051 boards, and 28,564 when the fourth begins."""
    known = rbc.InformationSet("black", cap=cap)
    for move in own:
        known.start_turn()
        known.sense([])
        known.move(move, move)
    return known


class Sets(unittest.TestCase):
    def test_the_true_board_is_never_lost(self):
        records = fixture_records() + [record for _, record in seeded_games()]
        if REAL is not None:
            records += rbc.read_records(first_lines(REAL / "siamese-v-strangefish2.jsonl.gz", GAMES))
        exact = 0
        for record in records:
            replay = record.replay()
            if replay.departures:
                continue
            for color in ["white", "black"]:
                known = rbc.InformationSet(color, replay[0].fen, cap=50_000)
                for what, told, fen in turns(record, color):
                    tell(known, what, told)
                    if known.is_exact:
                        exact += 1
                        self.assertIn(fen, known)
        self.assertGreater(exact, 40)

    def test_numbers_fit_together(self):
        known = grown()
        known.start_turn()
        marginals, values = known.marginals(), known.sense_values()
        pieces, fens = known.pieces(), known.fens([0, 5, len(known) - 1])
        self.assertEqual((marginals.shape, marginals.dtype), ((12, 64), np.float32))
        self.assertEqual(pieces.shape, (len(known), 64))
        for code in range(12):
            np.testing.assert_allclose(marginals[code], (pieces == code + 1).mean(axis=0), atol=1e-6)
        # One sense, counted from the boards themselves.
        window = [chess.B2, chess.C2, chess.D2, chess.B3, chess.C3, chess.D3, chess.B4, chess.C4, chess.D4]
        _, classes = np.unique(pieces[:, window], axis=0, return_counts=True)
        shares = classes / classes.sum()
        self.assertEqual(values.worst[chess.C3], classes.max())
        self.assertAlmostEqual(values.expected[chess.C3], (classes * shares).sum(), places=6)
        self.assertAlmostEqual(values.bits[chess.C3], -(shares * np.log2(shares)).sum(), places=6)
        self.assertEqual(values.worst[values.best], values.worst.min())
        # Packed boards say the same.
        packed = known.packed()
        self.assertEqual(packed.shape, (len(known), 2))
        occupied = (packed[:, :1] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
        np.testing.assert_array_equal(occupied, (pieces >= 1) & (pieces <= 6))
        for index, fen in zip([0, 5, len(known) - 1], fens):
            self.assertEqual(known.index(chess.Board(fen)), index)
        self.assertEqual(known.boards([5])[0].fen(en_passant="fen"), fens[1])

    def test_weights_count(self):
        known = grown()
        known.start_turn()
        even = known.marginals()
        weights = np.zeros(len(known))
        weights[7] = 2.5
        known.weights = weights
        board = known.boards([7])[0]
        for square, piece in board.piece_map().items():
            self.assertEqual(known.marginals()[piece.piece_type - 1 + 6 * (not piece.color), square], 1)
        self.assertEqual(known.entropy().max(), 0)
        self.assertEqual(set(known.draw_indices(10, seed=1)), {7})
        known.weights = None
        np.testing.assert_array_equal(known.marginals(), even)
        found = known.weigh()
        self.assertAlmostEqual(float(found.sum()), 1, places=3)
        self.assertGreater(found.max(), 2 / len(known))
        np.testing.assert_array_equal(known.draw_indices(5, seed=3), known.draw_indices(5, seed=3))
        known.sense([])
        self.assertIsNone(known.weights)

    def test_a_network_of_another_hash_is_refused(self):
        data = files("outpost_rbc").joinpath("siamese.onnx").read_bytes()
        known = hashlib.sha256(data).hexdigest()
        self.assertEqual(rbc.Network(data, sha256=known.upper()).opponents, rbc.Network.shipped().opponents)
        # One bit of a weight: the file has its form still.
        damaged = bytearray(data)
        damaged[len(data) // 2] ^= 1
        self.assertIsInstance(rbc.Network(bytes(damaged)), rbc.Network)
        with self.assertRaisesRegex(rbc.NetworkError, f"has the SHA-256 hash [0-9a-f]{{64}}, not {known}"):
            rbc.Network(bytes(damaged), sha256=known)
        for wrong in ["", "abc", known[:-1] + "g", 1]:
            with self.assertRaisesRegex(ValueError, "sha256 must be a hash of 64 hexadecimal digits"):
                rbc.Network(data, sha256=wrong)

    def test_beyond_the_cap_a_set_is_a_sample_that_says_so(self):
        exact, sampled = grown(), grown(cap=5_000)
        exact.start_turn()
        sampled.start_turn()
        self.assertIsNone(exact.sample)
        self.assertLessEqual(len(sampled), 5_000)
        self.assertLess(abs(sampled.possible - len(exact)), 6 * sampled.sample.error)

    def test_what_is_refused_changes_nothing(self):
        known = rbc.InformationSet("white")
        for wrong, error in [
            (lambda: known.sense([]), rbc.ObservationError),
            (lambda: known.start_turn("e4"), rbc.ObservationError),
            (lambda: known.start_turn("e9"), ValueError),
            (lambda: known.start_turn(64), ValueError),
            (lambda: known.start_turn(1.5), TypeError),
            (lambda: known.sense(""), TypeError),
        ]:
            with self.assertRaises(error):
                wrong()
        known.start_turn()
        with self.assertRaisesRegex(ValueError, "not the window"):
            known.sense([("e4", None)])
        # White's second sense shows a rook that cannot have come there.
        known.sense([])
        known.move("e2e4", "e2e4")
        known.start_turn()
        window = [(square, None) for square in rbc.sense("8/8/8/8/8/8/8/8 w - - 0 1", "d6")]
        shown = [(square, "r" if square == chess.D6 else None) for (square, _), _ in window]
        with self.assertRaises(rbc.NoBoardFits):
            known.sense(shown)
        self.assertEqual((known.phase, len(known)), ("sense", 21))
        with self.assertRaisesRegex(ValueError, "2 boards|the shape"):
            known.weights = [1, 2]

    def test_threads_run_meanwhile_and_a_set_in_use_is_refused(self):
        known = grown(own=FIVE)
        seen = []

        def other():
            try:
                known.sense([])
            except Exception as error:  # It must be an exception, whichever.
                seen.append(error)
            try:
                len(known)
            except Exception as error:
                seen.append(error)

        def progress(done, total):
            if not seen:
                other()

        known.start_turn(progress=progress)
        self.assertEqual(len(seen), 2)
        for error in seen:
            self.assertIsInstance(error, RuntimeError)
            self.assertIn("the set is in use", str(error))
        self.assertEqual(known.phase, "sense")

    def test_an_exception_of_progress_ends_the_call_and_it_goes_on(self):
        class Enough(Exception):
            pass

        known = grown(own=FIVE)
        before = len(known)
        calls = []

        def progress(done, total):
            calls.append((done, total))
            raise Enough

        with self.assertRaises(Enough):
            known.start_turn(progress=progress)
        self.assertEqual((len(known), known.phase), (before, "waiting"))
        known.start_turn()
        again = grown(own=FIVE)
        again.start_turn()
        np.testing.assert_array_equal(known.packed(), again.packed())
        self.assertLessEqual(calls[0][0], calls[0][1])

    def test_keyboard_interrupt_ends_a_long_call(self):
        program = """
import outpost_rbc as rbc
known = rbc.InformationSet("black", cap=rbc.MAX_CAP)
for move in ["e7e6", "g8f6", "b8c6", "f8e7"]:
    known.start_turn()
    known.sense([])
    known.move(move, move)
print("begun", flush=True)
try:
    while True:
        known.copy().start_turn(progress=lambda done, total: None)
        known.sense_values() if known.phase == "sense" else None
except KeyboardInterrupt:
    print(known.phase, len(known))
"""
        child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
        self.assertEqual(child.stdout.readline(), "begun\n")
        child.send_signal(signal.SIGINT)
        self.assertEqual(child.communicate(timeout=60)[0], "waiting 28513\n")
        self.assertEqual(child.returncode, 0)

    def test_boards_are_given_while_threads_run_and_signals_count(self):
        known = grown()
        known.start_turn()
        native = known._belief
        interval = sys.getswitchinterval()
        # From here a thread runs only where another lets it.
        sys.setswitchinterval(1_000)
        self.addCleanup(sys.setswitchinterval, interval)
        for call in [native.fens, native.squares, lambda _: native.packed()]:
            begin = threading.Event()
            other = threading.Thread(target=lambda: (begin.wait(), _thread.interrupt_main()))
            other.start()
            # Between these calls the interpreter does not look at signals.
            left = repeat(None, 200)
            begin.set()
            with self.assertRaises(KeyboardInterrupt):
                deque(map(call, left), 0)
                other.join()
            other.join()
            self.assertGreater(operator.length_hint(left), 0, call)

    def test_chosen_boards_are_those_of_all(self):
        known = grown()
        known.start_turn()
        # More than one range of the work.
        chosen = np.arange(len(known) - 1, -1, -3, dtype=np.int32)
        fens, pieces = known.fens(), known.pieces()
        self.assertEqual((len(fens), pieces.shape), (len(known), (len(known), 64)))
        self.assertEqual(known.fens(chosen), [fens[index] for index in chosen])
        np.testing.assert_array_equal(known.pieces(chosen), pieces[chosen])
        self.assertEqual((known.fens([]), known.pieces([]).shape), ([], (0, 64)))
        for at in [0, 5_000, len(known) - 1]:
            board = chess.Board(fens[at])
            on = [board.piece_at(square) for square in chess.SQUARES]
            codes = [piece.piece_type + 6 * (not piece.color) if piece else 0 for piece in on]
            self.assertEqual(pieces[at].tolist(), codes)

    def test_copies_go_on_by_themselves_and_pickling_is_refused(self):
        known = rbc.InformationSet("black")
        known.start_turn()
        known.weights = range(len(known))
        for other in [copy.copy(known), copy.deepcopy(known), copy.deepcopy([known])[0]]:
            np.testing.assert_array_equal(other.weights, known.weights)
            other.sense([])
            self.assertEqual((other.phase, known.phase), ("move", "sense"))
        with self.assertRaisesRegex(TypeError, "cannot be pickled.*packed"):
            pickle.dumps(known)

    def test_wrong_numbers_are_named(self):
        for cap in [-1, 0, 2**70, rbc.MAX_CAP + 1]:
            with self.assertRaisesRegex(ValueError, f"cap must be from .* not {cap}"):
                rbc.InformationSet("white", cap=cap)
        for cap in [1e6, "9", None]:
            with self.assertRaisesRegex(TypeError, "cap must be a whole number"):
                rbc.InformationSet("white", cap=cap)
        self.assertEqual(len(rbc.InformationSet("white", cap=np.int32(2_000))), 1)

    def test_colours_of_numpy_are_colours(self):
        self.assertEqual(rbc.InformationSet(np.True_).color, "white")
        self.assertEqual(rbc.InformationSet(np.False_).color, "black")
        with self.assertRaisesRegex(ValueError, "neither"):
            rbc.InformationSet(np.array(["white", "black"]))

    @unittest.skipUnless(hasattr(os, "fork"), "no fork here")
    def test_a_forked_process_has_threads_of_its_own(self):
        known = grown()
        child = os.fork()
        if child == 0:
            known.start_turn()
            os._exit(0 if len(known) > 28_000 else 1)
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                return self.assertEqual(status, 0)
            threading.Event().wait(0.01)
        os.kill(child, signal.SIGKILL)
        self.fail("the forked process hangs")

    def test_notebooks_show_a_set(self):
        known = grown()
        known.start_turn()
        shown = known._repr_html_()
        self.assertIn("black, turn 4: 28,564 boards", shown)
        self.assertIn("<svg", shown)


if __name__ == "__main__":
    unittest.main()
