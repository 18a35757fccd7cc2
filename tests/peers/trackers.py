#!/usr/bin/env python3
"""Tracks the same games with Outpost's wheel and with the trackers that bot authors use, and compares time, memory and sets.

    python3 tests/peers/trackers.py RECORDS [--strangefish2 CHECKOUT] [--reconchess-tools CHECKOUT] [--games N] [--largest N]

RECORDS is a file of records. The Python that runs this has `outpost-rbc`, `reconchess` and `tqdm`. Each side of each game is told
to every tracker event by event, as `reconchess` tells it, up to the first turn at which more than `--largest` boards are possible.
Each tracker has a process of its own. Timed is CPU time (of all threads) from the start of a turn to the end of its move, without
decisions. The sets are compared board by board after every sense. Intervals are 95 % bootstrap intervals over the sides of games.
"""

import argparse
import hashlib
import json
import os
import platform
import random
import resource
import subprocess
import sys
import time


def told(records, games, largest):
    """For each side of each game: its events up to the first turn with too many boards."""
    import outpost_rbc as rbc

    for record in rbc.read_records(records)[:games]:
        replay = record.replay(cap=100_000)
        if replay.departures:
            continue
        for color in ("white", "black"):
            known, events = rbc.InformationSet(color, replay[0].fen, cap=100_000), []
            for step in replay:
                if step.color != color:
                    continue
                if step.phase == "start":
                    known.start_turn(step.notice)
                    if known.possible > largest:
                        break
                    events.append(("start", [step.notice]))
                elif step.phase == "sensed":
                    known.sense(step.sensed)
                    events.append(("sense", [step.sense, step.sensed]))
                else:
                    known.move(step.requested, step.taken, step.capture)
                    events.append(("move", [step.requested, step.taken, step.capture]))
            # Whole turns only.
            while events and events[-1][0] != "move":
                events.pop()
            yield {"color": color, "fen": replay[0].fen, "events": events}


class Outpost:
    def __init__(self, color, fen):
        import outpost_rbc as rbc

        self.known = rbc.InformationSet(color, fen)

    def start(self, capture):
        self.known.start_turn(capture)

    def sense(self, _, sensed):
        self.known.sense(sensed)

    def move(self, requested, taken, capture):
        self.known.move(requested, taken, capture)

    def boards(self):
        return self.known.boards()


def pieces(sensed):
    import chess

    return [(square, letter and chess.Piece.from_symbol(letter)) for square, letter in sensed]


def uci(move):
    import chess

    return chess.Move.null() if move is None else chess.Move.from_uci(move)


class StrangeFish2:
    """By its own functions, as its player calls them, on the whole set: its player looks at a part and stores the rest."""

    def __init__(self, color, fen):
        import chess
        from strangefish import utilities

        self.utilities, self.set = utilities, {chess.Board(fen)}
        # White's first turn comes before any move.
        self.moved = (color == "white") != chess.Board(fen).turn

    def start(self, capture):
        if self.moved:
            after, _ = self.utilities.populate_next_board_set(
                self.set, required_op_capture_square=capture, rc_disable_pbar=True
            )
            self.set = after[capture]
        self.moved = True

    def sense(self, _, sensed):
        result = pieces(sensed)
        matched = (self.utilities.board_matches_sense(board, result) for board in self.set)
        self.set = {board for board in matched if board is not None}

    def move(self, requested, taken, capture):
        moved = (
            self.utilities.update_board_by_move(board, uci(requested), uci(taken), capture is not None, capture)
            for board in self.set
        )
        self.set = {board for board in moved if board is not None}

    def boards(self):
        return self.set


class ReconchessTools:
    def __init__(self, color, fen):
        import chess
        from reconchess_tools.mht import MultiHypothesisTracker

        self.tracker = MultiHypothesisTracker()
        self.tracker.boards = [chess.Board(fen)]
        self.moved = (color == "white") != chess.Board(fen).turn

    def start(self, capture):
        if self.moved:
            self.tracker.op_move(capture)
        self.moved = True

    def sense(self, square, sensed):
        if square is not None:
            # It compares with a list by square.
            self.tracker.sense(square, sorted(pieces(sensed), key=lambda each: each[0]))

    def move(self, requested, taken, capture):
        self.tracker.move(uci(requested), uci(taken), capture)

    def boards(self):
        return self.tracker.boards


TRACKERS = {"outpost": Outpost, "strangefish2": StrangeFish2, "reconchess-tools": ReconchessTools}


def track(name):
    """Tracks the games of standard input; prints times, sizes and hashes of the sets as JSON."""
    found = []
    for game in json.load(sys.stdin):
        tracker = TRACKERS[name](game["color"], game["fen"])
        seconds, sizes, hashes, turn = [], [], [], 0.0
        for what, arguments in game["events"]:
            if what == "sense":
                arguments = [arguments[0], [tuple(each) for each in arguments[1]]]
            began = time.process_time()
            getattr(tracker, what)(*arguments)
            turn = time.process_time() - began + (0 if what == "start" else turn)
            if what == "sense":
                # Boards that differ in an en passant square that nobody can use are the same board.
                keys = sorted({board.epd(en_passant="xfen") for board in tracker.boards()})
                sizes.append(len(keys))
                hashes.append(hashlib.sha256("\n".join(keys).encode()).hexdigest())
            elif what == "move":
                seconds.append(turn)
        found.append({"seconds": seconds, "sizes": sizes, "hashes": hashes})
    print(json.dumps({"games": found, "kib": peak_kib()}))


def peak_kib():
    """The most memory that this process has held. What the system counts for a child begins with its parent's."""
    try:
        with open("/proc/self/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def interval(games, seed=1, rounds=2_000):
    """The mean time of a turn, with its interval over sides of games."""
    rng = random.Random(seed)
    mean = lambda chosen: sum(map(sum, chosen)) / max(1, sum(map(len, chosen)))
    means = sorted(mean(rng.choices(games, k=len(games))) for _ in range(rounds))
    return mean(games), means[int(0.025 * rounds)], means[int(0.975 * rounds)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("records")
    parser.add_argument("--strangefish2", default=os.environ.get("STRANGEFISH2"), help="a checkout")
    parser.add_argument("--reconchess-tools", default=os.environ.get("RECONCHESS_TOOLS"), help="a checkout")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--largest", type=int, default=2_000, help="boards at which a side's game ends here")
    options = parser.parse_args()
    games = [game for game in told(options.records, options.games, options.largest) if game["events"]]
    results = {}
    for name in TRACKERS:
        checkout = None if name == "outpost" else getattr(options, name.replace("-", "_"))
        if name != "outpost" and checkout is None:
            print(f"{name} is left out: no checkout")
            continue
        paths = [checkout and os.path.abspath(checkout), os.environ.get("PYTHONPATH")]
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
        done = subprocess.run(
            [sys.executable, os.path.abspath(__file__), "--task", name],
            input=json.dumps(games),
            stdout=subprocess.PIPE,
            text=True,
            env=env,
            check=True,
        )
        results[name] = json.loads(done.stdout.strip().splitlines()[-1])
    ours = results["outpost"]["games"]
    turns = sum(len(game["seconds"]) for game in ours)
    largest = max(max(game["sizes"]) for game in ours)
    print(f"{len(games)} sides of games, {turns} turns, up to {largest} boards after a sense; Python {platform.python_version()}")
    print(f"load {' '.join(f'{load:.1f}' for load in os.getloadavg())} on {os.cpu_count()} CPUs")
    print("| tracker | ms a turn (CPU, 95 % interval) | longest, ms | peak memory, MiB | sets that differ |")
    print("| --- | --- | --- | --- | --- |")
    for name, result in results.items():
        mean, low, high = interval([game["seconds"] for game in result["games"]])
        longest = max(max(game["seconds"]) for game in result["games"])
        differ = sum(
            a != b for mine, theirs in zip(ours, result["games"]) for a, b in zip(mine["hashes"], theirs["hashes"])
        )
        print(
            f"| {name} | {mean * 1e3:.2f} ({low * 1e3:.2f} to {high * 1e3:.2f}) | {longest * 1e3:.1f} | "
            f"{result['kib'] / 1024:.0f} | {differ} of {sum(len(game['hashes']) for game in ours)} |"
        )


if __name__ == "__main__":
    if sys.argv[1:2] == ["--task"]:
        track(sys.argv[2])
    else:
        main()
