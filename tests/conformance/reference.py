"""The reference side of the conformance tests: the answers of `reconchess`.

Everything here is computed with the `reconchess` package (1.6.9) and the `chess`
package below it, so that a test never compares our rules with a second copy of
our reading of them. `generate.py` writes fixtures from it, `differential.py`
asks a running `outpost rules` the same questions.
"""

import datetime
import random

import chess
import reconchess
import reconchess.game
from reconchess import utilities

REFUSED = "refused"


def fen(board):
    """The FEN form of game records: the en passant square after every double step."""
    return board.fen(en_passant="fen")


def new_game(board):
    """A LocalGame standing at `board`, so that requests go through its own checks."""
    game = reconchess.LocalGame()
    game.board = board.copy(stack=False)
    game.turn = board.turn
    return game


def move_actions(board):
    """Every request that is accepted, as sorted UCI texts."""
    actions = [m.uci() for m in utilities.move_actions(board)]
    assert len(actions) == len(set(actions)), (fen(board), actions)
    return sorted(actions)


def try_move(board, request):
    """(taken, capture square, FEN after) of a request (UCI or None), or REFUSED."""
    game = new_game(board)
    move = None if request is None else chess.Move.from_uci(request)
    try:
        _, taken, capture = game.move(move)
    except ValueError:
        return REFUSED
    return (None if taken is None else taken.uci(), capture, fen(game.board))


def sense(board, square):
    """The sense result as [[square, symbol or None], ...] in the order it is told."""
    return [[s, None if p is None else p.symbol()] for s, p in new_game(board).sense(square)]


# --- positions ---------------------------------------------------------------


def weighted_request(rng, board, pass_rate=0.03):
    """A request: mostly uniform, sometimes one that hits something on the true board."""
    if rng.random() < pass_rate:
        return None
    actions = utilities.move_actions(board)
    if not actions:
        return None
    if rng.random() < 0.3:
        hits = [m for m in actions if board.color_at(m.to_square) == (not board.turn)]
        if board.ep_square is not None:
            hits += [
                m
                for m in actions
                if m.to_square == board.ep_square and board.piece_type_at(m.from_square) == chess.PAWN
            ]
        # King captures end games; keep them rare so that games grow long.
        kings = [m for m in hits if board.piece_type_at(m.to_square) == chess.KING]
        if kings and rng.random() < 0.9:
            hits = [m for m in hits if m not in kings]
        if hits:
            return rng.choice(hits)
    return rng.choice(actions)


def played_position(rng):
    """A position from random play."""
    board = chess.Board()
    for _ in range(rng.choice([rng.randrange(12), rng.randrange(60), rng.randrange(160)])):
        request = weighted_request(rng, board)
        if request is not None:
            request = utilities.add_pawn_queen_promotion(board, request)
        taken = None if request is None else utilities.revise_move(board, request)
        if taken is not None and board.piece_type_at(taken.to_square) == chess.KING:
            break
        board.push(taken if taken is not None else chess.Move.null())
    return board


def wild_position(rng):
    """A random placement that random play hardly reaches.

    Both kings are there, no pawn stands on an end rank, no side has more than 16
    pieces, castling rights and the en passant square belong to what is placed.
    """
    while True:
        board = chess.Board(None)
        board.turn = rng.random() < 0.5
        for color in chess.COLORS:
            back = 0 if color else 7
            if rng.random() < 0.55:
                board.set_piece_at(chess.square(4, back), chess.Piece(chess.KING, color))
                for file in (0, 7):
                    if rng.random() < 0.8:
                        board.set_piece_at(chess.square(file, back), chess.Piece(chess.ROOK, color))
            else:
                empty = [s for s in chess.SQUARES if not board.piece_at(s)]
                board.set_piece_at(rng.choice(empty), chess.Piece(chess.KING, color))
        density = rng.choice([2, 5, 9, 14])
        for color in chess.COLORS:
            for _ in range(rng.randrange(density + 1)):
                kind = rng.choice([1, 1, 1, 1, 2, 3, 4, 5])
                empty = [s for s in chess.SQUARES if not board.piece_at(s)]
                if kind == chess.PAWN:
                    # Half of the pawns stand where something special can happen.
                    empty = [s for s in empty if chess.square_rank(s) not in (0, 7)]
                    near = [1, 6] if rng.random() < 0.5 else [3, 4]
                    special = [s for s in empty if chess.square_rank(s) in near]
                    if special and rng.random() < 0.6:
                        empty = special
                if empty and len(board.piece_map()) < 60 and chess.popcount(board.occupied_co[color]) < 16:
                    board.set_piece_at(rng.choice(empty), chess.Piece(kind, color))
        # Blockers on the squares of double steps.
        forward = 1 if board.turn else -1
        for pawn in list(board.pieces(chess.PAWN, board.turn)):
            if chess.square_rank(pawn) == (1 if board.turn else 6) and rng.random() < 0.4:
                block = pawn + 8 * forward * rng.choice([1, 2])
                if not board.piece_at(block) and chess.popcount(board.occupied_co[not board.turn]) < 16:
                    board.set_piece_at(block, chess.Piece(rng.choice([1, 2, 3, 4, 5]), not board.turn))
        for color in chess.COLORS:
            back = 0 if color else 7
            if board.king(color) == chess.square(4, back):
                for file in (0, 7):
                    corner = chess.square(file, back)
                    if board.piece_at(corner) == chess.Piece(chess.ROOK, color) and rng.random() < 0.8:
                        board.castling_rights |= chess.BB_SQUARES[corner]
        steps = []
        for pawn in board.pieces(chess.PAWN, not board.turn):
            if chess.square_rank(pawn) == (4 if board.turn else 3):
                passed, origin = pawn + 8 * forward, pawn + 16 * forward
                if not board.piece_at(passed) and not board.piece_at(origin):
                    steps.append(passed)
        if steps and rng.random() < 0.8:
            board.ep_square = rng.choice(steps)
            # Add a capturer more often than chance would.
            for delta in (-1, 1):
                s = board.ep_square - 8 * forward + delta
                level = chess.square_rank(board.ep_square) - forward
                if 0 <= s < 64 and chess.square_rank(s) == level and not board.piece_at(s):
                    if rng.random() < 0.5 and chess.popcount(board.occupied_co[board.turn]) < 16:
                        board.set_piece_at(s, chess.Piece(chess.PAWN, board.turn))
            board.halfmove_clock = 0
        else:
            board.halfmove_clock = rng.choice([0, rng.randrange(100), 98, 99])
        board.fullmove_number = rng.randrange(1, 200)
        if board.king(chess.WHITE) is not None and board.king(chess.BLACK) is not None:
            assert board.clean_castling_rights() == board.castling_rights
            return chess.Board(fen(board))


def refused_candidates(rng, board, count):
    """Requests that are (nearly all) refused: foreign pieces, empty squares, wild jumps."""
    accepted = set(move_actions(board))
    out = ["0000"]
    king = board.king(board.turn)
    for rook in board.pieces(chess.ROOK, board.turn):
        out.append(chess.Move(king, rook).uci())
    for square in list(board.pieces(chess.PAWN, board.turn))[:2]:
        forward = 8 if board.turn else -8
        to = square + forward
        out += [chess.Move(square, to, promotion=p).uci() for p in (chess.KING, chess.PAWN, chess.QUEEN)]
        if 0 <= to + forward < 64:
            out.append(chess.Move(square, to + forward).uci())
    while len(out) < count + 8:
        a, b = rng.randrange(64), rng.randrange(64)
        if a != b:
            out.append(chess.Move(a, b, promotion=rng.choice([None, None, None, chess.QUEEN])).uci())
    out = sorted(set(u for u in out if u not in accepted))
    return [u for u in out if u == "0000" or rng.random() < 0.7][:count]


# --- games -------------------------------------------------------------------


class FakeClock:
    """Replaces `datetime` in reconchess.game: time passes only on request."""

    def __init__(self):
        self.time = datetime.datetime(2021, 1, 1)

    def now(self):
        return self.time

    def wait(self, seconds):
        self.time += datetime.timedelta(seconds=seconds)


def patch_clock():
    """Installs a FakeClock for every LocalGame made from here on and returns it."""
    clock = FakeClock()
    reconchess.game.datetime = clock
    return clock


GAME_KINDS = ["plain", "plain", "plain", "plain", "aimless", "turn_limit", "resign", "timeout", "broken_off", "slow"]


def random_game(rng, clock, kind):
    """A whole game through LocalGame. Returns (history, script).

    The script is the arbiter's view: limits, then every call with the time it
    took, then the state read after it. `broken_off` ends between sense and move
    the way a server does when the clock runs out.
    """
    limits = {"seconds": 900.0, "increment": 5.0, "move_limit": 100, "turn_limit": None}
    if kind == "turn_limit":
        limits["turn_limit"] = rng.choice([1, 2, 5, 12])
    if kind == "timeout":
        limits["seconds"] = float(rng.choice([4, 16, 64]))
        limits["increment"] = rng.choice([0.0, 0.5, 5.0])
    if kind == "aimless":
        limits["move_limit"] = rng.choice([100, 100, 8, 20, 3])
    if rng.random() < 0.05:
        limits["move_limit"] = None
        limits["turn_limit"] = 60
    game = reconchess.LocalGame(
        seconds_per_player=limits["seconds"],
        seconds_increment=limits["increment"],
        reversible_moves_limit=limits["move_limit"],
        full_turn_limit=limits["turn_limit"],
    )
    names = rng.sample(["RandomBot", "Ana", "Zoë", 'Quote "Q"', "棋士", "a\\b"], 2)
    game.store_players(*names)
    calls = []

    def log(what, waited, **more):
        # Squares and requests are in the record of the same game; what a record
        # cannot hold (a refused request) is written out here.
        call = {"do": what, **more, "wait": waited, "left": game.get_seconds_left()}
        if game.is_over():
            reason = game.get_win_reason()
            call["over"] = [game.get_winner_color(), None if reason is None else reason.name]
        calls.append(call)

    game.start()
    plies = 0
    last = rng.randrange(3, 60)
    while not game.is_over():
        wait = 0.0
        if kind == "timeout":
            wait = rng.choice([0.0, 0.25, 0.5, 1.0, 2.0, 3.0])
        elif kind == "slow":
            wait = rng.choice([0.0, 1.5, 30.0, 60.0])
        elif rng.random() < 0.3:
            wait = rng.choice([0.125, 0.5, 2.0])
        square = None if rng.random() < 0.05 else rng.randrange(64)
        clock.wait(wait)
        game.sense(square)
        log("sense", wait)
        if kind == "broken_off" and plies >= last:
            # What a server writes: the game ended with a sense and no move.
            wait = game.get_seconds_left() + rng.choice([0.0, 1.0])
            clock.wait(wait)
            log("wait", wait)
            break
        if kind == "timeout":
            wait = rng.choice([0.0, 0.25, 1.0, 2.0])
        if kind == "resign" and plies >= last:
            game.resign()
            log("resign", 0.0)
            if rng.random() < 0.5:
                break
        if rng.random() < 0.05:
            bad = rng.choice(refused_candidates(rng, game.board, 4))
            try:
                game.move(chess.Move.from_uci(bad))
                raise AssertionError("accepted " + bad)
            except ValueError:
                log("refused", 0.0, request=bad)
        if kind == "aimless":
            quiet = [
                m
                for m in game.move_actions()
                if game.board.piece_type_at(m.from_square) != chess.PAWN and not game.board.piece_at(m.to_square)
            ]
            request = rng.choice(quiet + [None] * 4)
            if rng.random() < 0.02:
                request = weighted_request(rng, game.board)
        else:
            request = weighted_request(rng, game.board)
        if request is not None and request.promotion == chess.QUEEN and rng.random() < 0.5:
            request = chess.Move(request.from_square, request.to_square)
        clock.wait(wait)
        game.move(request)
        log("move", wait)
        wait = rng.choice([0.0, 0.0, 0.25]) if kind == "timeout" else 0.0
        clock.wait(wait)
        game.end_turn()
        log("end_turn", wait)
        plies += 1
    game.end()
    log("end", 0.0)
    history = game.get_game_history()
    script = {"kind": kind, **limits, "calls": calls}
    return history, script


def rng_for(*parts):
    """A random generator seeded by the parts only (not by hash seeds)."""
    return random.Random("/".join(str(p) for p in parts))
