"""Rules, records, links and agents: on recorded games, and in games that reconchess runs against its own bots."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import chess
import chess.variant
import numpy as np
import outpost_rbc as rbc
from common import ROOT, fixture_records, seeded_games, tell, turns
from outpost_rbc import agents
from reconchess import LocalGame, load_player, play_local_game, utilities
from reconchess.bots.attacker_bot import AttackerBot
from reconchess.bots.random_bot import RandomBot



class Rules(unittest.TestCase):
    def test_they_are_those_of_reconchess(self):
        for record in fixture_records():
            for step in record.replay():
                if step.phase != "sensed":
                    continue
                board = chess.Board(step.fen)
                ours = rbc.move_actions(board)
                self.assertEqual(sorted(ours), sorted(move.uci() for move in utilities.move_actions(board)))
                for request in ours[:: max(1, len(ours) // 4)]:
                    theirs = utilities.revise_move(board, chess.Move.from_uci(request))
                    taken = rbc.revise_move(step.fen, request)
                    self.assertEqual(taken, theirs and theirs.uci(), (step.fen, request))
                    square = utilities.capture_square_of_move(board, theirs)
                    self.assertEqual(rbc.capture_square(board, theirs), square)
                    after = board.copy()
                    after.push(theirs or chess.Move.null())
                    self.assertEqual(rbc.push(board, taken), (after.fen(en_passant="fen"), square))

    def test_what_they_refuse(self):
        for wrong, message in [
            (lambda: rbc.revise_move(rbc.START, "e2e5"), "e2e5 may not be requested"),
            (lambda: rbc.push(rbc.START, "e2d3"), "e2d3 cannot be taken"),
            (lambda: rbc.move_actions("8/8"), "not a position"),
            (lambda: rbc.sense(rbc.START, "j1"), "no square"),
        ]:
            with self.assertRaisesRegex(ValueError, message):
                wrong()
        with self.assertRaisesRegex(TypeError, "give a FEN or a chess.Board"):
            rbc.move_actions(7)


    def test_boards_of_variants_are_refused_with_their_name(self):
        for name in ["antichess", "atomic", "crazyhouse", "horde", "kingofthehill", "racingkings", "3check"]:
            board = chess.variant.find_variant(name)()
            for call in [rbc.move_actions, lambda board: rbc.InformationSet("white", board), rbc.draw]:
                with self.assertRaisesRegex(ValueError, "one of the variant .*: RBC is played on boards of ordinary"):
                    call(board)
        for wrong in [chess.variant.CrazyhouseBoard().fen(), chess.variant.ThreeCheckBoard().fen()]:
            with self.assertRaisesRegex(ValueError, "is a FEN of a chess variant"):
                rbc.move_actions(wrong)
        board = chess.Board.from_chess960_pos(0)
        with self.assertRaisesRegex(ValueError, "Chess960, whose castling"):
            rbc.move_actions(board)
        self.assertEqual(rbc.revise_move(chess.Board(board.fen()), "a2a4"), "a2a4")


class Records(unittest.TestCase):
    def test_games_of_reconchess_are_read_verified_and_replayed(self):
        record = max(fixture_records(), key=lambda record: record.plies)
        self.assertEqual(record.verify(), [])
        self.assertEqual(rbc.Record(record.text).id, record.id)
        replay = record.replay(cap=2_000)
        self.assertEqual(replay[-1].fen, replay[len(replay) - 1].fen)
        self.assertIn("<svg", replay[0]._repr_svg_())
        color = replay[-1].color
        known = replay.belief(len(replay) - 1, color)
        sizes = replay.sizes()
        self.assertEqual(sizes.possible.shape, (len(replay), 2))
        self.assertEqual(sizes.possible[-1, int(color == "black")], known.possible)
        self.assertTrue(sizes.holds_truth[sizes.exact].all())

    def test_a_wrong_game_is_named_with_its_place(self):
        text = fixture_records()[0].text
        with self.assertRaisesRegex(rbc.RecordError, "line 2"):
            rbc.read_records(f"{text}\n{{}}\n".encode())
        self.assertEqual(len(rbc.read_records(f"{text}\n{{}}\n".encode(), skip_broken=True)), 1)
        changed = text.replace('"requested_moves"', '"requests"')
        with self.assertRaises(rbc.RecordError):
            rbc.Record(changed)

    def test_a_file_without_a_game_is_refused(self):
        for skip in [False, True]:
            with self.assertRaisesRegex(rbc.RecordError, "the file holds no game: it is empty"):
                rbc.read_records(b"", skip_broken=skip)
        with self.assertRaisesRegex(rbc.RecordError, "the file holds no game: line 1"):
            rbc.read_records(b"{}\n[]\n", skip_broken=True)

    def test_steps_are_any_whole_numbers_and_slices(self):
        replay = fixture_records()[0].replay(cap=np.int64(2_000))
        steps = list(replay)
        self.assertEqual(replay[np.int64(1)], steps[1])
        self.assertEqual(replay[np.uint8(1)], steps[1])
        self.assertEqual(replay[1:7:2], steps[1:7:2])
        self.assertEqual(replay[-2:], steps[-2:])
        self.assertEqual(len(replay.belief(np.int64(1), "white")), len(replay.belief(1, "white")))
        last = replay.belief(-len(steps) + 3, "black")
        np.testing.assert_array_equal(last.packed(), replay.belief(3, "black").packed())
        for wrong in ["0", 1.5, None]:
            for call in [replay.__getitem__, lambda step: replay.belief(step, "white")]:
                with self.assertRaisesRegex(TypeError, "step must be a whole number"):
                    call(wrong)
        for wrong in [len(steps), -len(steps) - 1, 2**70]:
            with self.assertRaisesRegex(IndexError, f"step must be from .* not {wrong}"):
                replay[wrong]
            with self.assertRaisesRegex(ValueError, f"step must be from .* not {wrong}"):
                replay.belief(wrong, "white")
        with self.assertRaisesRegex(ValueError, "cap must be from"):
            fixture_records()[0].replay(cap=-1)

    def test_infinite_heat_is_refused(self):
        with self.assertRaisesRegex(ValueError, "heat must be finite"):
            rbc.draw(rbc.START, heat=[float("inf")] + 63 * [0])
        self.assertNotIn("#c00", rbc.draw(rbc.START, heat=[float("nan")] * 64).svg)

    def test_links_hold_games_and_boards(self):
        record = fixture_records()[0]
        self.assertEqual(rbc.decode_link(rbc.encode_link(record)).id, record.id)
        boards = [rbc.START, chess.Board("4k3/8/8/8/8/8/8/4K3 w - - 0 1")]
        self.assertEqual(rbc.decode_link(rbc.encode_link(boards))[0], rbc.START)
        with self.assertRaises(rbc.LinkError):
            rbc.decode_link(rbc.encode_link(record)[:-5])


def readme_program(number):
    """A program of the package's README."""
    text = (ROOT / "crates/rbc-python/README.md").read_text()
    return text.split("```python\n")[number + 1].split("```")[0]


class Agents(unittest.TestCase):
    def test_a_seed_is_the_same_game_as_everywhere(self):
        # The games that the engine plays natively and in browsers.
        for game, record in seeded_games():
            for color in ["white", "black"]:
                classes = [getattr(agents, name) for name in agents.__all__ if name != "OutpostPlayer"]
                found = [player for player in classes if player.agent == game[color]]
                if not found:
                    continue
                player = found[0](seconds=None, nodes=game["nodes"], seed=game["seed"])
                player.handle_game_start(color == "white", chess.Board(), "")
                for what, told, _ in turns(record, color):
                    if what == "start":
                        player.handle_opponent_move_result(told[0] is not None, told[0])
                        square = player.choose_sense([], [], float("inf"))
                    elif what == "sense":
                        player.handle_sense_result(told[0])
                        request = player.choose_move([], float("inf"))
                    else:
                        self.assertEqual(request and request.uci(), told[0], (game["white"], game["black"]))
                        player.handle_move_result(*told[:2], told[2] is not None, told[2])
                    if what == "sense" and told[0]:
                        self.assertIn(square, [at for at, _ in told[0]])

    def test_they_play_reconchess_s_bots(self):
        for player, opponent in [(agents.Siamese, RandomBot), (agents.Level1, AttackerBot)]:
            ours = player(seconds=0.05, seed=1)
            winner, reason, history = play_local_game(ours, opponent(), game=LocalGame(60))
            self.assertNotEqual((winner, reason and reason.name), (chess.BLACK, "TIMEOUT"))
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "game.json"
                history.save(str(file))
                (record,) = rbc.read_records(file)
            self.assertEqual(record.verify(), [])

    def test_three_calls_keep_a_set_up_in_a_bot_of_reconchess(self):
        test = self

        class Tracking(RandomBot):
            def handle_game_start(self, color, board, opponent_name):
                super().handle_game_start(color, board, opponent_name)
                self.known = rbc.InformationSet(color, board, cap=20_000)

            def handle_opponent_move_result(self, captured_my_piece, capture_square):
                super().handle_opponent_move_result(captured_my_piece, capture_square)
                self.known.start_turn(capture_square)

            def handle_sense_result(self, sense_result):
                super().handle_sense_result(sense_result)
                self.known.sense(sense_result)

            def choose_move(self, move_actions, seconds_left):
                test.assertEqual(sorted(self.known.move_actions()), sorted(move.uci() for move in move_actions))
                if self.known.is_exact:
                    test.assertIn(game.board, self.known)
                return super().choose_move(move_actions, seconds_left)

            def handle_move_result(self, requested_move, taken_move, captured_opponent_piece, capture_square):
                super().handle_move_result(requested_move, taken_move, captured_opponent_piece, capture_square)
                self.known.move(requested_move, taken_move, capture_square)

        game = LocalGame(60, full_turn_limit=15)
        play_local_game(Tracking(), RandomBot(), game=game)

    def test_the_first_program_of_the_readme_runs(self):
        program = readme_program(0)
        self.assertEqual(len(program.splitlines()), 10)
        run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, "^21 boards are possible;\na sense at square [0-9]+ leaves at most [0-9]+ of them.\n$")

    def test_the_first_bot_of_the_readme_plays(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "first_bot.py"
            file.write_text(readme_program(1))
            name, player = load_player(str(file))
        self.assertEqual(name, "FirstBot")
        bot = player()
        play_local_game(bot, RandomBot(), game=LocalGame(60, full_turn_limit=4))
        self.assertGreaterEqual(bot.known.turns, 3)

    def test_reconchess_finds_each_by_its_name(self):
        for name in agents.__all__:
            if name != "OutpostPlayer":
                self.assertIs(load_player(f"outpost_rbc.agents.{name}")[1], getattr(agents, name))
        program = "from reconchess.scripts.rc_bot_match import main; main()"
        players = ["outpost_rbc.agents.Attacker", "outpost_rbc.agents.Random"]
        with tempfile.TemporaryDirectory() as folder:
            played = subprocess.run(
                [sys.executable, "-c", program, *players],
                cwd=folder,
                capture_output=True,
                text=True,
            )
            self.assertIn("Winner", played.stdout, played.stderr)
            self.assertNotIn("ERROR", played.stdout, played.stderr)

    def test_what_they_refuse(self):
        player = agents.Random(seed=1)
        with self.assertRaisesRegex(RuntimeError, "handle_game_start comes first"):
            player.choose_sense([], [], 10.0)
        player.handle_game_start(chess.WHITE, chess.Board(), "")
        with self.assertRaisesRegex(rbc.ObservationError, "out of order"):
            player.choose_move([], 10.0)
        with self.assertRaisesRegex(ValueError, "no agent is called .nobody."):
            type("Nobody", (agents.OutpostPlayer,), {"agent": "nobody"})()
        with self.assertRaisesRegex(TypeError, "agent must be the name of an agent, not None"):
            type("Nobody", (agents.OutpostPlayer,), {"agent": None})()
        for name in ["seed", "nodes"]:
            for number in [-1, 2**64]:
                with self.assertRaisesRegex(ValueError, f"{name} must be from 0 to .* not {number}"):
                    agents.Random(**{name: number})
            with self.assertRaisesRegex(TypeError, f"{name} must be a whole number"):
                agents.Random(**{name: 1.5})
        with self.assertRaisesRegex(ValueError, "temperature"):
            agents.Siamese(temperature=0)


if __name__ == "__main__":
    unittest.main()
