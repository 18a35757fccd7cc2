"""Our agents as a player of the Python package reconchess: `OutpostPlayer` drives a running `outpost bot`.

    rc-bot-match tests/peers/reconchess_player.py reconchess.bots.random_bot

Environment variables: OUTPOST, the program (default: this repository's target/release/outpost, else target/debug/outpost,
else the one on the PATH); OUTPOST_AGENT, the agent (default: hsuc); OUTPOST_ARGS, further options of `outpost bot`.
"""

import atexit
import json
import math
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import chess
from reconchess import Player


class OutpostPlayer(Player):
    def __init__(self):
        self.process = None

    def handle_game_start(self, color, board, opponent_name):
        self._start()
        self._ask(
            "game_start",
            color=chess.COLOR_NAMES[color],
            start=board.fen(en_passant="fen"),
            opponent=opponent_name,
        )

    def handle_opponent_move_result(self, captured_my_piece, capture_square):
        self._ask("opponent_move", capture=capture_square)

    def choose_sense(self, sense_actions, move_actions, seconds_left):
        square = self._ask("choose_sense", seconds_left=_number(seconds_left))["sense"]
        return None if square is None else chess.parse_square(square)

    def handle_sense_result(self, sense_result):
        squares = {chess.square_name(square): piece and piece.symbol() for square, piece in sense_result}
        self._ask("sense_result", squares=squares)

    def choose_move(self, move_actions, seconds_left):
        request = self._ask("choose_move", seconds_left=_number(seconds_left))["move"]
        return None if request is None else chess.Move.from_uci(request)

    def handle_move_result(self, requested_move, taken_move, captured_opponent_piece, capture_square):
        self._ask(
            "move_result",
            requested=requested_move and requested_move.uci(),
            taken=taken_move and taken_move.uci(),
            capture=capture_square,
        )

    def handle_game_end(self, winner_color, win_reason, game_history):
        winner = None if winner_color is None else chess.COLOR_NAMES[winner_color]
        try:
            self._ask("game_end", winner=winner, reason=win_reason and win_reason.name)
        finally:
            self.close()

    def close(self):
        """Ends the program, if it runs."""
        process, self.process = self.process, None
        if process is None:
            return
        atexit.unregister(self.close)
        try:
            # It ends with its input.
            process.communicate(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()

    def _start(self):
        self.close()
        agent = os.environ.get("OUTPOST_AGENT", "hsuc")
        command = [program(), "bot", "--agent", agent, *shlex.split(os.environ.get("OUTPOST_ARGS", ""))]
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
        except OSError as error:
            raise RuntimeError(f"{command[0]} cannot be run: {error}") from error
        atexit.register(self.close)

    def _ask(self, event, **fields):
        """One line to the program, one from it."""
        if self.process is None:
            raise RuntimeError(f"{event} outside a game: handle_game_start comes first")
        try:
            self.process.stdin.write(json.dumps({"event": event, **fields}) + "\n")
            self.process.stdin.flush()
            line = self._read_line()
        except OSError:
            line = ""
        if not line:
            code = self.process.wait()
            raise RuntimeError(
                f"{shlex.join(self.process.args)} ended with exit code {code} at {event}: what it says stands above"
            )
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(f"outpost bot refused {event}: {answer['error']}")
        return answer

    def _read_line(self):
        return self.process.stdout.readline()


def _number(seconds):
    """JSON has no infinity, which reconchess uses for games without a clock."""
    return seconds if math.isfinite(seconds) else None


def program():
    """Path of the program `outpost`."""
    if named := os.environ.get("OUTPOST"):
        return named
    target = Path(__file__).resolve().parents[2] / "target"
    for profile in ["release", "debug"]:
        if (target / profile / "outpost").is_file():
            return str(target / profile / "outpost")
    found = shutil.which("outpost")
    if found is None:
        raise RuntimeError(
            "there is no program outpost: build it (cargo build --release -p rbc-cli), or name it in the environment "
            "variable OUTPOST"
        )
    return found
