#!/usr/bin/env python3
"""Asks `reconchess` and a running `outpost rules` the same questions.

    python3 tests/conformance/differential.py [--outpost PATH] [--seed N] [--positions N] [--games N]

Needs `pip install reconchess==1.6.9`. Without --outpost the program is built first
(`cargo build -p rbc-cli`). At the first mismatch it prints the place and both answers and
exits with 1; the seed it prints makes it happen again.
"""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading

import chess
from reconchess import GameHistory

import reference

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Mismatch(Exception):
    """Our answer and the package's differ."""


class Outpost:
    """A running `outpost rules`. Questions of one position are sent together."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program, "rules"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        self.number = 0

    def ask(self, questions):
        """Sends the questions and returns the answers (results, or Error) in order."""
        first = self.number
        self.number += len(questions)
        lines = [json.dumps({"id": first + i, **question}) + "\n" for i, question in enumerate(questions)]
        # In a thread of its own: a long game fills both pipes, and each side would wait for the other.
        writer = threading.Thread(target=self.write, args=(lines,), daemon=True)
        writer.start()
        answers = []
        for number in range(first, self.number):
            line = self.process.stdout.readline()
            if not line:
                raise Mismatch(f"outpost rules ended (exit code {self.process.wait()}) at {questions[number - first]}")
            answer = json.loads(line)
            if answer.get("id") != number:
                raise Mismatch(f"answer {answer} to question {number}")
            answers.append(Error(answer["error"]) if "error" in answer else answer["result"])
        writer.join()
        return answers

    def write(self, lines):
        try:
            self.process.stdin.writelines(lines)
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # It ended: the reader says so.

    def close(self):
        self.process.stdin.close()
        if self.process.wait() != 0:
            raise Mismatch(f"outpost rules ended with exit code {self.process.returncode}")


class Error(str):
    """An error's text."""


def same(fen, question, expected, got):
    if expected is reference.REFUSED:
        agree = isinstance(got, Error)
    else:
        agree = not isinstance(got, Error) and expected == got
    if not agree:
        shown = {k: v for k, v in question.items() if k != "fen"}
        raise Mismatch(f"{fen}\n  {shown}\n  reconchess: {expected!r}\n  outpost:    {got!r}")


def check_position(rng, outpost, board, all_requests):
    """Move actions, requests (or some of them), refused requests and senses of one position."""
    fen = reference.fen(board)
    actions = reference.move_actions(board)
    requests = list(actions) if all_requests else rng.sample(actions, min(4, len(actions)))
    requests += [u[:4] for u in requests if len(u) == 5 and u[:4] not in actions]
    requests = [None] + sorted(set(requests))
    questions = [({"method": "move_actions"}, actions)]
    for request in requests:
        taken, capture, after = reference.try_move(board, request)
        questions.append(({"method": "revise_move", "move": request}, taken))
        questions.append(({"method": "capture_square", "move": taken}, capture))
        questions.append(({"method": "push", "move": taken}, after))
    for request in reference.refused_candidates(rng, board, 5):
        # Nearly all are refused; a promotion may be accepted without its piece.
        answer = reference.try_move(board, request)
        taken = answer if answer is reference.REFUSED else answer[0]
        questions.append(({"method": "revise_move", "move": request}, taken))
    for square in [rng.randrange(64), rng.choice(chess.SQUARE_NAMES), None]:
        number = chess.parse_square(square) if isinstance(square, str) else square
        questions.append(({"method": "sense", "square": square}, reference.sense(board, number)))
    questions = [({"fen": fen, **question}, expected) for question, expected in questions]
    for (question, expected), got in zip(questions, outpost.ask([q for q, _ in questions])):
        if question["method"] == "move_actions" and isinstance(got, list):
            got = sorted(got)
        same(fen, question, expected, got)
    return len(questions)


def check_game(outpost, history):
    """Every event of a game of LocalGame."""
    questions = []
    for turn in history.turns():
        # A turn with only a sense stands where the turn before ended.
        if history.has_move(turn):
            fen = history.truth_fen_before_move(turn)
        elif turn == history.first_turn():
            fen = chess.STARTING_FEN
        else:
            fen = history.truth_fen_after_move(turn.previous)
        result = [[s, None if p is None else p.symbol()] for s, p in history.sense_result(turn)]
        questions.append(({"fen": fen, "method": "sense", "square": history.sense(turn)}, result))
        if not history.has_move(turn):
            continue
        requested, taken, capture = history.move_result(turn)
        requested = None if requested is None else requested.uci()
        taken = None if taken is None else taken.uci()
        questions.append(({"fen": fen, "method": "revise_move", "move": requested}, taken))
        questions.append(({"fen": fen, "method": "capture_square", "move": taken}, capture))
        questions.append(({"fen": fen, "method": "push", "move": taken}, history.truth_fen_after_move(turn)))
    for (question, expected), got in zip(questions, outpost.ask([q for q, _ in questions])):
        same(question["fen"], question, expected, got)
    return len(questions)


def replay_actions(history):
    """What reconchess's `rc_replay` computes from a record before it opens its window."""
    actions = []
    for turn in history.turns():
        if history.has_sense(turn):
            first = history.is_first_turn(turn)
            actions.append({
                "sense": history.sense(turn),
                "sense_result": history.sense_result(turn),
                "fen": history.truth_fen_before_move(turn) if first else history.truth_fen_after_move(turn.previous),
            })
        if history.has_move(turn):
            actions.append({
                "requested_move": history.requested_move(turn),
                "taken_move": history.taken_move(turn),
                "capture_square": history.capture_square(turn),
                "fen": history.truth_fen_after_move(turn),
            })
    return actions


def check_our_records(program, seed, games):
    """Records written by `outpost match --record`, read and replayed by the package."""
    checked = 0
    with tempfile.TemporaryDirectory() as folder:
        for white, black in (("random", "random"), ("attacker", "random"), ("random", "attacker")):
            path = os.path.join(folder, f"{white}-{black}.jsonl")
            subprocess.run(
                [program, "match", "--white", white, "--black", black, "--games", str(games), "--seed", str(seed), "--no-sets", "--record", path],
                check=True,
                stdout=subprocess.DEVNULL,
            )
            lines = pathlib.Path(path).read_text().splitlines()
            if len(lines) != games:
                raise Mismatch(f"{len(lines)} records of {games} games")
            for number, line in enumerate(lines):
                place = f"{white} - {black}, seed {seed}, game {number + 1}"
                one = os.path.join(folder, "one.json")
                pathlib.Path(one).write_text(line)
                history = GameHistory.from_file(one)
                if (history.get_white_player_name(), history.get_black_player_name()) != (white, black):
                    raise Mismatch(f"{place}: names {history.get_white_player_name()}, {history.get_black_player_name()}")
                board = chess.Board()
                for action in replay_actions(history):
                    board.set_fen(action["fen"])
                play_again(history, place)
                # As the package itself would write it.
                history.save(one)
                if pathlib.Path(one).read_text() != line:
                    raise Mismatch(f"{place}: not written as GameHistory.save writes it")
                checked += 1
    return checked


def play_again(history, place):
    """The package's arbiter makes the same record from the senses and requests of a record."""
    import reconchess

    game = reconchess.LocalGame(seconds_per_player=None)
    game.store_players(history.get_white_player_name(), history.get_black_player_name())
    game.start()
    for turn in history.turns():
        if game.is_over():
            raise Mismatch(f"{place}: goes on after the end, at {turn}")
        game.sense(history.sense(turn))
        if history.has_move(turn):
            game.move(history.requested_move(turn))
            game.end_turn()
    if not game.is_over():
        raise Mismatch(f"{place}: ends though the game is not over")
    game.end()
    if game.get_game_history() != history:
        raise Mismatch(f"{place}: reconchess plays it differently")


def build():
    """Builds the program and returns its path."""
    subprocess.run(["cargo", "build", "--quiet", "-p", "rbc-cli"], cwd=ROOT, check=True)
    metadata = subprocess.run(
        ["cargo", "metadata", "--no-deps", "--format-version", "1"], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    target = json.loads(metadata.stdout)["target_directory"]
    return os.path.join(target, "debug", "outpost")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--outpost", help="the program (default: build it)")
    parser.add_argument("--seed", type=int, default=None, help="default: a new one each time")
    parser.add_argument("--positions", type=int, default=3000)
    parser.add_argument("--games", type=int, default=120)
    args = parser.parse_args()
    seed = args.seed if args.seed is not None else random.randrange(1 << 32)
    program = args.outpost or build()
    print(f"seed {seed}", flush=True)

    passed = 0
    outpost = Outpost(program)
    try:
        rng = reference.rng_for(seed, "positions")
        for number in range(args.positions):
            board = reference.wild_position(rng) if number % 2 else reference.played_position(rng)
            # Every request of one position in eight, a few requests of the others.
            passed += check_position(rng, outpost, board, all_requests=number % 8 < 2)
        print(f"positions {args.positions}: {passed} answers agree", flush=True)

        clock = reference.patch_clock()
        rng = reference.rng_for(seed, "games")
        answers = 0
        for number in range(args.games):
            kind = reference.GAME_KINDS[number % len(reference.GAME_KINDS)]
            answers += check_game(outpost, reference.random_game(rng, clock, kind)[0])
        print(f"games {args.games}: {answers} answers agree", flush=True)
        passed += answers
        outpost.close()

        records = check_our_records(program, seed, games=max(1, args.games // 6))
        print(f"records {records}: read and replayed by reconchess", flush=True)
        passed += records
    except Mismatch as mismatch:
        print(f"MISMATCH (--seed {seed}): {mismatch}")
        print(f"{passed} passed, 1 failed")
        sys.exit(1)
    print(f"{passed} passed, 0 failed")


if __name__ == "__main__":
    main()
