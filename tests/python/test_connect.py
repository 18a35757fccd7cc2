"""`rc-connect outpost_rbc.agents…`: a whole game of an agent by the protocol of reconchess's server, against a stand-in on this machine.

The stand-in answers what the client of reconchess 1.6.9 asks, with that package's own rules and JSON. The real server was not asked.
"""

import json
import subprocess
import sys
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import chess
import outpost_rbc as rbc
import reconchess
from reconchess import LocalGame
from reconchess.bots.random_bot import RandomBot
from reconchess.history import GameHistoryEncoder
from reconchess.play import play_turn
from reconchess.utilities import ChessJSONDecoder, ChessJSONEncoder

LIMIT_S = 60


class StandIn:
    """One invitation, to a game against RandomBot."""

    def __init__(self, color):
        self.color, self.invited, self.errors = color, True, []
        self.game, self.opponent = LocalGame(full_turn_limit=6), RandomBot()
        self.game.store_players(*(("Outpost", "RandomBot") if color else ("RandomBot", "Outpost")))
        self.finished = threading.Event()

    def ready(self):
        self.opponent.handle_game_start(not self.color, self.game.board.copy(), "Outpost")
        self.game.start()
        self.opponent_plays()

    def end_turn(self):
        self.game.end_turn()
        self.opponent_plays()

    def opponent_plays(self):
        if not self.game.is_over() and self.game.turn != self.color:
            play_turn(self.game, self.opponent, end_turn_last=True)
        if self.game.is_over():
            self.game.end()

    def answer(self, path, told):
        """What the server says to a request: to GET, where nothing is told, and to POST."""
        game, mine = self.game, self.game.turn == self.color
        in_game = {
            "color": lambda: self.color,
            "starting_board": lambda: chess.Board(),
            "opponent_name": lambda: "RandomBot",
            "ready": self.ready,
            "is_my_turn": lambda: mine,
            "sense_actions": game.sense_actions,
            "move_actions": game.move_actions,
            "seconds_left": game.get_seconds_left,
            "opponent_move_results": game.opponent_move_results,
            "sense": lambda: game.sense(told["square"]),
            "move": lambda: game.move(told["requested_move"]),
            "end_turn": self.end_turn,
            "winner_color": game.get_winner_color,
            "win_reason": game.get_win_reason,
            "game_history": game.get_game_history,
        }
        if path == "/api/version":
            return {"version": reconchess.__version__}
        if path == "/api/invitations/":
            return {"invitations": [7] if self.invited else []}
        if path == "/api/invitations/7":
            self.invited = False
            return {"game_id": 8}
        if path == "/api/invitations/7/finish":
            self.finished.set()
            return {}
        if path == "/api/games/8/error_resign":
            self.errors.append("the client resigned after an error")
            return {}
        if path == "/api/games/8/game_status":
            return {"is_over": game.is_over(), "is_my_turn": mine}
        if path.startswith("/api/games/8/"):
            what = path.rsplit("/", 1)[1]
            name = {"board": "board", "starting_board": "board", "sense": "sense_result", "move": "move_result"}
            return {name.get(what, what): in_game[what]()}
        if path in ("/api/users/me/max_games", "/api/users/me/ranked"):
            return {}
        raise KeyError(path)

    def serve(self):
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                length = int(self.headers.get("Content-Length") or 0)
                told = json.loads(self.rfile.read(length) or "{}", cls=ChessJSONDecoder)
                try:
                    found, status = stand_in.answer(self.path, told), 200
                except Exception as error:
                    stand_in.errors.append(f"{self.path}: {error!r}")
                    found, status = {"error": repr(error)}, 400
                encoder = GameHistoryEncoder if self.path.endswith("/game_history") else ChessJSONEncoder
                body = json.dumps(found, cls=encoder).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

            def log_message(self, *_):
                pass

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return server


class Connect(unittest.TestCase):
    def test_a_game_on_a_server(self):
        for color, agent in [(chess.WHITE, "Attacker"), (chess.BLACK, "Siamese")]:
            stand_in = StandIn(color)
            server = stand_in.serve()
            address = f"http://127.0.0.1:{server.server_port}"
            program = "from reconchess.scripts.rc_connect import main; main()"
            login = ["--username", "outpost", "--password", "none", "--server-url", address]
            client = subprocess.Popen(
                [sys.executable, "-u", "-c", program, f"outpost_rbc.agents.{agent}", *login],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
            )
            try:
                done = stand_in.finished.wait(LIMIT_S)
            finally:
                client.terminate()
                printed, _ = client.communicate(timeout=LIMIT_S)
                server.shutdown()
                server.server_close()
            with self.subTest(agent=agent):
                self.assertTrue(done, printed)
                self.assertEqual(stand_in.errors, [], printed)
                self.assertIn("Finished game 8", printed)
                self.assertTrue(stand_in.game.is_over())
                # By the rules, and with our agent's turns in it: the attacker's knight captures a king in its fourth.
                record = rbc.Record(json.dumps(stand_in.game.get_game_history(), cls=GameHistoryEncoder))
                self.assertGreaterEqual(record.plies, 7)
                self.assertEqual(record.verify(), [])


if __name__ == "__main__":
    unittest.main()
