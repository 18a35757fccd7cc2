"""Games of reconchess: our agents, driven by reconchess_player.py, against the package's own bots.

Every game is run by the package (`play_local_game`), with its clock. Checked of each: that what we asked for was allowed
and is what the record says we asked for, that we did not lose on time, and that `outpost verify` finds every event in the
record as the rules have it. Exit code 1 if anything is not so.
"""

import argparse
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.engine
from reconchess import GameHistory, LocalGame, WinReason, play_local_game
from reconchess.bots.attacker_bot import AttackerBot
from reconchess.bots.random_bot import RandomBot
from reconchess.bots.trout_bot import STOCKFISH_ENV_VAR, TroutBot

from reconchess_player import OutpostPlayer, program

RESULTS = ["wins", "draws", "losses"]
MODEL = Path(__file__).resolve().parents[2] / "models" / "siamese.onnx"


@dataclass
class Game:
    """How a game went, as our side sees it."""

    result: str  # of RESULTS
    reason: str  # a WinReason
    turns: int
    longest_turn: float  # seconds
    seconds_left: float
    problems: list  # what our side did wrong
    history: GameHistory


class WatchedPlayer(OutpostPlayer):
    """Remembers its requests, what was allowed, and the longest turn."""

    def __init__(self):
        super().__init__()
        self.senses, self.requests, self.problems = [], [], []
        self.longest_turn = 0.0

    def handle_opponent_move_result(self, captured_my_piece, capture_square):
        self.turn_began = time.monotonic()
        super().handle_opponent_move_result(captured_my_piece, capture_square)

    def choose_sense(self, sense_actions, move_actions, seconds_left):
        square = super().choose_sense(sense_actions, move_actions, seconds_left)
        self.senses.append(square)
        if square is not None and square not in sense_actions:
            self.problems.append(f"turn {len(self.senses)}: the sense at {square} is not allowed")
        return square

    def choose_move(self, move_actions, seconds_left):
        request = super().choose_move(move_actions, seconds_left)
        self.requests.append(request)
        if request is not None and request not in move_actions:
            self.problems.append(f"turn {len(self.requests)}: the request {request} is not allowed")
        self.longest_turn = max(self.longest_turn, time.monotonic() - self.turn_began)
        return request


class QuickTrout(TroutBot):
    """TroutBot with another limit than its 0.5 s. Its Stockfish sometimes crashes on an impossible board, after which
    TroutBot passes for the rest of the game; here that is counted, and Stockfish restarted on request."""

    seconds = 0.5
    revived = False

    def __init__(self):
        super().__init__()
        self.died = False
        self.hurry()

    def hurry(self):
        play = self.engine.play

        def play_quickly(board, limit):
            try:
                return play(board, chess.engine.Limit(time=self.seconds))
            except chess.engine.EngineTerminatedError:
                self.died = True
                if self.revived:
                    self.engine = chess.engine.SimpleEngine.popen_uci(os.environ[STOCKFISH_ENV_VAR], setpgrp=True)
                    self.hurry()
                raise

        self.engine.play = play_quickly


def strangefish_of(checkout):
    """The class of the first StrangeFish's player from its authors' code, with the parameters of its tournament (config.yml) but
    two processes instead of sixteen and no stored scores."""
    import yaml

    sys.path.insert(0, str(checkout))
    from strangefish import StrangeFish
    from strangefish.strategies import multiprocessing_strategies as strategies
    from strangefish.utilities.rbc_move_score import ScoreConfig

    # Since Python 3.11 no sample is drawn from a set.
    sample = random.sample
    random.sample = lambda population, k, **more: sample(list(population) if isinstance(population, set) else population, k, **more)

    def player():
        config = yaml.safe_load((checkout / "config.yml").read_text())
        strategy = config.pop("multiprocessing_strategies")
        parts = {"score_config": ScoreConfig, "move_config": strategies.MoveConfig, "time_config": strategies.TimeConfig}
        parts = {name: part(**strategy.pop(name)) for name, part in parts.items()}
        strategy = strategies.create_strategy(**strategy | parts | {"num_workers": 2, "load_cache_data": False})
        return StrangeFish(*strategy, **config | {"pool_size": 2, "log_to_file": False})

    return player


# Our agents that use the network of --model.
NETWORK_AGENTS = {"siamese", "outpost", "level-8"}

# By the names for --opponents.
OPPONENTS = {"random": RandomBot, "attacker": AttackerBot, "trout": QuickTrout}


def main():
    options = read_options()
    os.environ["OUTPOST"] = options.outpost
    QuickTrout.seconds, QuickTrout.revived = options.trout_time, options.revive
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        record = Path(options.record or Path(folder) / "games.jsonl")
        record.write_text("")
        total = 0
        for agent in options.agents:
            os.environ["OUTPOST_AGENT"] = agent
            for opponent in options.opponents:
                total += play_match(agent, opponent, options, record, problems)
        verified = subprocess.run(
            [options.outpost, "verify", *(["--no-sets"] if options.no_sets else []), str(record)],
            capture_output=True,
            text=True,
        )
        print(verified.stdout.strip())
        if verified.returncode != 0:
            problems.append(f"outpost verify: {verified.stderr.strip()}")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{total} games, {len(problems)} problems")
    return 1 if problems else 0


def play_match(agent, opponent, options, record, problems):
    """Plays the games of two players, ours as White in every other one, and prints the results."""
    results, reasons = Counter(), Counter()
    turns, longest, least_left, died, began = 0, 0.0, options.seconds, 0, time.monotonic()
    for number in range(options.games):
        color = chess.WHITE if number % 2 == 0 else chess.BLACK
        random.seed(f"{options.seed} {agent} {opponent} {number}")
        network = f"--model {shlex.quote(options.model)}" if agent in NETWORK_AGENTS else ""
        os.environ["OUTPOST_ARGS"] = f"{options.args} {network} --seed {options.seed * 1000 + number}"
        ours, theirs = WatchedPlayer(), OPPONENTS[opponent]()
        try:
            game = play_game(ours, theirs, color, LocalGame(options.seconds, options.increment))
        except (RuntimeError, ValueError) as error:
            # The program ended or refused an event, or reconchess refused a sense or request.
            problems.append(f"{agent} - {opponent}, game {number + 1}: {error}")
            continue
        finally:
            ours.close()
            if isinstance(theirs, TroutBot):
                died += theirs.died
                theirs.engine.close()
        results[game.result] += 1
        reasons[game.reason] += 1
        turns += game.turns
        longest = max(longest, game.longest_turn)
        least_left = min(least_left, game.seconds_left)
        problems.extend(f"{agent} - {opponent}, game {number + 1}: {problem}" for problem in game.problems)
        with record.open("a") as out:
            out.write(record_line(game.history, agent, opponent, color) + "\n")
    counts = " ".join(f"{name} {results[name]}" for name in RESULTS)
    ends = ", ".join(f"{name} {count}" for name, count in sorted(reasons.items()))
    died = f"; its Stockfish died in {died} games" if died else ""
    print(
        f"{agent} - {opponent}: {counts} ({ends}); {turns} turns, the longest {longest:.2f} s, "
        f"least on the clock {least_left:.1f} s{died}; {time.monotonic() - began:.1f} s",
        flush=True,
    )
    return results.total()


def play_game(ours, theirs, color, game):
    """Plays a game of reconchess, `ours` a WatchedPlayer with the pieces of `color`. Raises what the players or the package raise."""
    white, black = (ours, theirs) if color == chess.WHITE else (theirs, ours)
    winner, reason, history = play_local_game(white, black, game=game)
    problems = list(ours.problems)
    if winner != color and reason == WinReason.TIMEOUT:
        problems.append("lost on time")
    sensed = [history.sense(turn) for turn in history.turns(color) if history.has_sense(turn)]
    asked = [history.requested_move(turn) for turn in history.turns(color) if history.has_move(turn)]
    # If the clock runs out during a turn, the record lacks its end.
    if sensed != ours.senses[: len(sensed)] or asked != ours.requests[: len(asked)]:
        problems.append("the record has other senses or requests than those that were made")
    if reason != WinReason.TIMEOUT and (len(sensed), len(asked)) != (len(ours.senses), len(ours.requests)):
        problems.append("the record lacks senses or requests")
    return Game(
        result="draws" if winner is None else "wins" if winner == color else "losses",
        reason=reason.name if reason else "NONE",
        turns=len(ours.requests),
        longest_turn=ours.longest_turn,
        seconds_left=game.seconds_left_by_color[color],
        problems=problems,
        history=history,
    )


def record_line(history, agent, opponent, color):
    """The game as a line of JSON, with the players' names instead of their classes'."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.json"
        history.save(file)
        names = (agent, opponent) if color == chess.WHITE else (opponent, agent)
        return json.dumps(json.loads(file.read_text()) | dict(zip(("white_name", "black_name"), names)))


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    names = lambda text: text.split(",")
    parser.add_argument("--agents", type=names, help="our agents, separated by commas (default: all)")
    parser.add_argument(
        "--opponents",
        type=names,
        help=f"any of {','.join(OPPONENTS)}, or strangefish (default: all, trout only with a Stockfish)",
    )
    parser.add_argument("--games", type=int, default=2, help="for each pair, colours alternating (default 2)")
    parser.add_argument("--args", default="", help="options of outpost bot, such as '--time 0.2'")
    parser.add_argument("--model", default=str(MODEL), help="the network of siamese (default: models/siamese.onnx)")
    parser.add_argument(
        "--trout-time", type=float, default=0.05, help="seconds for each search of TroutBot's Stockfish (default 0.05)"
    )
    parser.add_argument(
        "--revive", action="store_true", help="restart TroutBot's Stockfish when it crashes; otherwise TroutBot only passes"
    )
    parser.add_argument("--seconds", type=float, default=900, help="on each clock at the start (default 900)")
    parser.add_argument("--increment", type=float, default=5, help="seconds a turn (default 5)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", help="write the games to this file, one a line")
    parser.add_argument("--no-sets", action="store_true", help="verify without information sets")
    parser.add_argument("--outpost", help="the program (default: as reconchess_player.py finds it)")
    parser.add_argument(
        "--strangefish", type=Path, help="a checkout of StrangeFish (2019), which is then an opponent, too: strangefish"
    )
    options = parser.parse_args()
    try:
        options.outpost = options.outpost or program()
        known = agents_of(options.outpost)
    except (RuntimeError, OSError, subprocess.CalledProcessError) as error:
        parser.error(str(error))
    options.agents = options.agents or known
    has_stockfish = find_stockfish()
    if options.strangefish:
        OPPONENTS["strangefish"] = strangefish_of(options.strangefish.resolve())
    for agent in options.agents:
        if agent not in known:
            parser.error(f"--agents {agent}: no such player; the players are {', '.join(known)}")
    if options.opponents is None:
        options.opponents = [name for name in OPPONENTS if has_stockfish or name != "trout"]
        if not has_stockfish:
            print(f"trout is left out: no Stockfish on the PATH, in /usr/games or in {STOCKFISH_ENV_VAR}")
    for opponent in options.opponents:
        if opponent not in OPPONENTS:
            parser.error(f"--opponents {opponent}: there are {', '.join(OPPONENTS)}")
    if "trout" in options.opponents and not has_stockfish:
        parser.error(f"--opponents trout: install Stockfish, or name it in {STOCKFISH_ENV_VAR}")
    return options


def agents_of(outpost):
    """The players that the program's help lists."""
    told = subprocess.run([outpost, "bot", "--help"], capture_output=True, text=True, check=True).stdout
    return re.findall(r"^  (\S+)", told.split("Players:\n")[1], re.MULTILINE)


def find_stockfish():
    """Whether there is one; TroutBot reads its path from the environment."""
    if not os.environ.get(STOCKFISH_ENV_VAR):
        found = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
        if found is None:
            return False
        os.environ[STOCKFISH_ENV_VAR] = found
    return Path(os.environ[STOCKFISH_ENV_VAR]).is_file()


if __name__ == "__main__":
    sys.exit(main())
