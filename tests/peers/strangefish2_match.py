"""Games against StrangeFish2, the winner of the NeurIPS 2022 tournament, run by the reconchess package and its clock.

    python3 tests/peers/strangefish2_match.py --strangefish2 CHECKOUT --agents siamese --games 20 --record games.jsonl

CHECKOUT is a checkout of StrangeFish2 (or $STRANGEFISH2); it needs Stockfish (on the PATH, or $STOCKFISH_EXECUTABLE). It
plays its own code with these changes, all made from here:

- Its time thresholds, which are for clocks of 900 s, are scaled to the clock. Caches and opening books, which the release
  does not have, are off.
- `random.sample` is given a list: it gives it a set, which Python refuses since 3.11.
- A Stockfish that died is started again, once for each call; deaths are counted.
- It thinks on our time, as it does on the server (--no-pondering: it does not).

Games that StrangeFish2 breaks off by an error of its own are counted apart and not scored. Each game has a process of its own,
since StrangeFish2 changes its configuration during a game for all games after it. Of each game is checked what
reconchess_games.py checks; exit code 1 if our side did anything wrong.
"""

import argparse
import json
import logging
import math
import multiprocessing
import os
import random
import shlex
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import chess
import chess.engine
from reconchess import LocalGame

import reconchess_games as games

OPPONENT = "StrangeFish2"
# The clock that StrangeFish2's thresholds are for.
THEIR_SECONDS = 900


class PonderedPlayer(games.WatchedPlayer):
    """Lets the opponent think while our program does. What the opponent takes beyond that is not on our clock."""

    def __init__(self, game, color, opponent):
        super().__init__()
        self.game, self.color, self.opponent = game, color, opponent
        self.reader = ThreadPoolExecutor(1)
        self.thinks = False

    def _ask(self, event, **fields):
        self.thinks = event in ("choose_sense", "choose_move")
        return super()._ask(event, **fields)

    def _read_line(self):
        if not self.thinks:
            return super()._read_line()
        reading = self.reader.submit(lambda: (self.process.stdout.readline(), time.monotonic()))
        while not reading.done():
            self.opponent.while_we_wait()
        line, answered = reading.result()
        waited = time.monotonic() - answered
        self.game.seconds_left_by_color[self.color] += waited
        self.turn_began += waited
        return line


class RestartedEngine:
    """Stockfish, started again when it has died."""

    def __init__(self, start):
        self.start, self.engine, self.deaths = start, start(), 0

    def __getattr__(self, name):
        def call(*args, **kwargs):
            try:
                return getattr(self.engine, name)(*args, **kwargs)
            except chess.engine.EngineTerminatedError:
                self.deaths += 1
                self.engine = self.start()
                return getattr(self.engine, name)(*args, **kwargs)

        return call


def strangefish2(checkout, seconds, game_id):
    """A new StrangeFish2 for a clock of so many seconds. Once for each process."""
    sys.path.insert(0, checkout)
    os.environ["RC_DISABLE_PBAR"] = "true"
    logging.disable(logging.CRITICAL)
    from strangefish import strangefish_mht_core as core
    from strangefish import strangefish_strategy as strategy

    scale = seconds / THEIR_SECONDS
    # How long it thinks before it looks whether our program has answered.
    core.WAIT_LOOP_RATE_LIMIT = 0.01
    strategy.random = SimpleNamespace(
        random=random.random,
        choice=random.choice,
        sample=lambda population, count: random.sample(tuple(population), count),
    )
    start = strategy.stockfish.create_engine
    strategy.stockfish.create_engine = lambda: RestartedEngine(start)
    times = strategy.TimeConfig()
    times.min_time_for_turn *= scale
    times.max_time_for_turn *= scale
    player = strategy.StrangeFish2(
        log_to_file=False, game_id=game_id, load_score_cache=False, load_opening_book=False, time_config=times
    )
    player.swap_sense_time *= scale
    player.time_switch_aggro *= scale
    return player


def play(options, agent, number, results):
    """Plays one game and puts what came of it into a queue."""
    try:
        color = chess.WHITE if number % 2 == 0 else chess.BLACK
        random.seed(f"{options.seed} {agent} {number}")
        os.environ["OUTPOST"], os.environ["OUTPOST_AGENT"] = options.outpost, agent
        network = f"--model {shlex.quote(options.model)}" if agent in games.NETWORK_AGENTS else ""
        os.environ["OUTPOST_ARGS"] = f"{options.args} {network} --seed {options.seed * 1000 + number}"
        theirs = strangefish2(options.strangefish2, options.seconds, f"{os.getpid()}-{number}")
        clock = LocalGame(options.seconds, options.increment)
        ours = PonderedPlayer(clock, color, theirs) if options.pondering else games.WatchedPlayer()
        try:
            game = games.play_game(ours, theirs, color, clock)
            results.put(
                {
                    "color": chess.COLOR_NAMES[color],
                    "result": game.result,
                    "reason": game.reason,
                    "turns": game.turns,
                    "longest_turn": game.longest_turn,
                    "seconds_left": game.seconds_left,
                    "problems": game.problems,
                    "deaths": theirs.engine.deaths,
                    "line": games.record_line(game.history, agent, OPPONENT, color),
                }
            )
        finally:
            ours.close()
            if theirs.engine is not None:
                theirs.engine.close()
    except BaseException as error:
        frames = traceback.extract_tb(error.__traceback__)
        theirs_failed = any(Path(frame.filename).is_relative_to(Path(options.strangefish2)) for frame in frames)
        results.put({"broke": f"{type(error).__name__}: {error}", "theirs": theirs_failed})


def main():
    options = read_options()
    context = multiprocessing.get_context("spawn")
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        record = Path(options.record or Path(folder) / "games.jsonl")
        for agent in options.agents:
            played, broken = [], Counter()
            for number in range(options.games):
                results = context.Queue()
                process = context.Process(target=play, args=(options, agent, number, results))
                process.start()
                game = results.get()
                process.join()
                where = f"{agent}, game {number + 1}"
                if "broke" in game:
                    print(f"{where}: broken off by {game['broke']}", flush=True)
                    if game["theirs"]:
                        broken[game["broke"].splitlines()[0]] += 1
                    else:
                        problems.append(f"{where}: {game['broke']}")
                    continue
                played.append(game)
                problems.extend(f"{where}: {problem}" for problem in game["problems"])
                with record.open("a") as out:
                    out.write(game["line"] + "\n")
                print(
                    f"{where}, {game['color']}: {game['result'].removesuffix('es' if game['result'] == 'losses' else 's')} by {game['reason']} after "
                    f"{game['turns']} turns, {game['seconds_left']:.1f} s left",
                    flush=True,
                )
            print_table(agent, played, broken)
        if record.is_file():
            verified = subprocess.run([options.outpost, "verify", "--no-sets", str(record)], capture_output=True, text=True)
            print(verified.stdout.strip())
            if verified.returncode != 0:
                problems.append(f"outpost verify: {verified.stderr.strip()}")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def print_table(agent, played, broken):
    """The score by colour, as Markdown."""
    print(f"\n| {agent} against {OPPONENT} | games | won | drawn | lost | score, % (95 %) |\n| --- | --- | --- | --- | --- | --- |")
    for name, rows in [
        ("as White", [game for game in played if game["color"] == "white"]),
        ("as Black", [game for game in played if game["color"] == "black"]),
        ("both", played),
    ]:
        counts = Counter(game["result"] for game in rows)
        won, drawn, lost = (counts[result] for result in games.RESULTS)
        print(f"| {name} | {len(rows)} | {won} | {drawn} | {lost} | {interval(won + drawn / 2, len(rows))} |")
    if played:
        ends = Counter(f"{game['reason']} ({game['result']})" for game in played)
        print(
            f"\n{', '.join(f'{end} {count}' for end, count in ends.most_common())}. Our longest turn "
            f"{max(game['longest_turn'] for game in played):.1f} s, least on our clock "
            f"{min(game['seconds_left'] for game in played):.1f} s. Its Stockfish died {sum(game['deaths'] for game in played)} times."
        )
    for what, count in broken.most_common():
        print(f"{OPPONENT} broke off {count}: {what}")
    print(flush=True)


def interval(points, total):
    """Score in percent with Wilson's 95 % interval."""
    if total == 0:
        return "-"
    z, share = 1.959964, points / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return f"{100 * share:.1f} ({100 * max(0, middle - half):.1f} to {100 * min(1, middle + half):.1f})"


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--strangefish2", default=os.environ.get("STRANGEFISH2"), help="a checkout (default: $STRANGEFISH2)")
    parser.add_argument("--agents", type=lambda text: text.split(","), default=["siamese"], help="our agents, separated by commas")
    parser.add_argument("--games", type=int, default=20, help="for each agent, colours alternating (default 20)")
    parser.add_argument("--seconds", type=float, default=60, help="on each clock at the start (default 60)")
    parser.add_argument("--increment", type=float, default=2, help="seconds a turn (default 2)")
    parser.add_argument("--args", default="", help="options of outpost bot, such as '--time 1' for a second a turn")
    parser.add_argument("--no-pondering", dest="pondering", action="store_false", help="StrangeFish2 does not think on our time")
    parser.add_argument("--model", default=str(games.MODEL), help="the network of siamese (default: models/siamese.onnx)")
    parser.add_argument("--seed", type=int, default=1, help="of our agents' random choices; time makes every game differ all the same")
    parser.add_argument("--record", help="write the games to this file, one a line")
    parser.add_argument("--outpost", help="the program (default: as reconchess_player.py finds it)")
    options = parser.parse_args()
    if options.games < 1:
        parser.error("--games: at least 1")
    if not (options.seconds > 0 and options.increment >= 0):
        parser.error("--seconds must be positive, --increment not negative")
    if options.record and Path(options.record).exists():
        parser.error(f"--record: there is a {options.record} already")
    if options.record and not Path(options.record).absolute().parent.is_dir():
        parser.error(f"--record: there is no folder for {options.record}")
    if not options.strangefish2:
        parser.error("--strangefish2: name a checkout of https://github.com/ginoperrotta/reconchess-strangefish2")
    options.strangefish2 = os.path.abspath(options.strangefish2)
    if not (Path(options.strangefish2) / "strangefish" / "strangefish_strategy.py").is_file():
        parser.error(f"--strangefish2: {options.strangefish2} is no checkout of StrangeFish2")
    if not games.find_stockfish():
        parser.error("install Stockfish, or name it in STOCKFISH_EXECUTABLE")
    try:
        options.outpost = options.outpost or games.program()
        known = games.agents_of(options.outpost)
    except (RuntimeError, OSError, subprocess.CalledProcessError) as error:
        parser.error(str(error))
    for agent in options.agents:
        if agent not in known:
            parser.error(f"--agents {agent}: no such player; the players are {', '.join(known)}")
    return options


if __name__ == "__main__":
    sys.exit(main())
