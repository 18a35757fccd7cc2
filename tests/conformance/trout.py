#!/usr/bin/env python3
"""Writes the fixture of `reconchess`'s TroutBot: its board after every event.

    python3 tests/conformance/trout.py [--seed 1] [--games 60] [--out tests/conformance/fixtures]

The bot is the package's own; only its chess engine is replaced, by random moves that are pseudo-legal on the board
the bot hands over. See README.md beside this file for the format.
"""

import argparse
import collections
import pathlib

import chess
from reconchess.bots.trout_bot import TroutBot

import reference
from generate import HERE, write_lines


class RandomEngine:
    """Stands in for Stockfish."""

    def __init__(self, rng):
        self.rng = rng

    def play(self, board, _limit):
        moves = sorted(board.pseudo_legal_moves, key=chess.Move.uci)
        move = self.rng.choice(moves) if moves else None
        return collections.namedtuple("PlayResult", "move")(move)


def bot(rng):
    """The bot without its constructor's search for an engine."""
    trout = TroutBot.__new__(TroutBot)
    trout.my_piece_captured_square = None
    trout.engine = RandomEngine(rng)
    return trout


def state(board):
    """Pieces, turn, castling rights and en passant square."""
    return " ".join(board.fen(en_passant="fen").split()[:4])


def uci(move):
    return None if move is None else move.uci()


def game_record(rng, color):
    game = reference.new_game(chess.Board())
    trout = bot(rng)
    trout.handle_game_start(color, chess.Board(), "opponent")
    turns, capture = [], None
    while len(turns) < 40 and not game.is_over():
        board = game.board
        if board.turn != color:
            request = reference.weighted_request(rng, board, pass_rate=0.1)
            # A king that leaves the square where it was seen.
            steps = [m for m in game.move_actions() if board.piece_type_at(m.from_square) == chess.KING]
            if steps and rng.random() < 0.3:
                request = rng.choice(steps)
            capture = game.move(request)[2]
            game.turn = game.board.turn
            continue
        turn = {"capture": capture}
        trout.handle_opponent_move_result(capture is not None, capture)
        turn["begun"] = state(trout.board)
        # What it would play: choose_sense makes the same choice again, with the same random numbers.
        before = rng.getstate()
        held = trout.board.turn
        turn["would"] = None if trout.my_piece_captured_square else uci(trout.choose_move(game.move_actions(), 0))
        rng.setstate(before)
        trout.board.turn = held
        square = trout.choose_sense(game.sense_actions(), game.move_actions(), 0)
        result = game.sense(square)
        trout.handle_sense_result(result)
        turn["sense"] = square
        turn["seen"] = "".join("." if p is None else p.symbol() for _, p in result)
        turn["sensed"] = state(trout.board)
        request = trout.choose_move(game.move_actions(), 0)
        if request is not None and request not in game.move_actions() and request.promotion is None:
            assert chess.Move(request.from_square, request.to_square, chess.QUEEN) in game.move_actions()
        requested, taken, own_capture = game.move(request)
        game.turn = game.board.turn
        trout.handle_move_result(requested, taken, own_capture is not None, own_capture)
        turn["request"] = uci(request)
        turn["taken"] = uci(taken)
        turn["captured"] = own_capture
        turn["moved"] = state(trout.board)
        turns.append(turn)
    return {"white": color, "turns": turns}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "fixtures")
    args = parser.parse_args()
    rng = reference.rng_for(args.seed, "trout")
    write_lines(args.out / "trout.jsonl.gz", [game_record(rng, i % 2 == 0) for i in range(args.games)])


if __name__ == "__main__":
    main()
