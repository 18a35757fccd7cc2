#!/usr/bin/env python3
"""Writes the committed conformance fixtures from the `reconchess` package.

    python3 tests/conformance/generate.py [--seed 1] [--out tests/conformance/fixtures]

The output depends on the seed, the counts and the package versions only. See
README.md beside this file for the formats.
"""

import argparse
import gzip
import json
import pathlib
from importlib.metadata import version

import chess
from reconchess.history import GameHistoryEncoder

import reference

HERE = pathlib.Path(__file__).resolve().parent


def position_record(rng, board, source):
    """One line of positions.jsonl.gz."""
    actions = reference.move_actions(board)
    requests = list(actions)
    # A straight promotion is accepted without a piece, though it is not listed that way.
    for uci in actions:
        if len(uci) == 5 and uci[:4] not in requests:
            requests.append(uci[:4])
    passed = reference.try_move(board, None)
    assert passed[:2] == (None, None)
    differs, captures, after = {}, {}, {}
    for request in requests:
        taken, capture, fen_after = reference.try_move(board, request)
        if taken != request:
            differs[request] = taken
        if capture is not None:
            captures[request] = capture
        if taken is None:
            assert fen_after == passed[2]
        else:
            assert after.setdefault(taken, fen_after) == fen_after
    refused = [u for u in reference.refused_candidates(rng, board, 6) if u not in requests]
    for request in refused:
        assert reference.try_move(board, request) == reference.REFUSED, (reference.fen(board), request)
    senses = {}
    for square in rng.sample(range(64), 3) + [rng.choice([0, 7, 56, 63])]:
        senses[str(square)] = "".join(p or "." for _, p in reference.sense(board, square))
    return {
        "fen": reference.fen(board),
        "source": source,
        "actions": " ".join(actions),
        "differs": differs,
        "captures": captures,
        "after_pass": passed[2],
        "after": after,
        "refused": refused,
        "senses": senses,
    }


def write_lines(path, lines):
    """JSON lines, gzipped without time stamp or name, so that the bytes are reproducible."""
    text = "".join(json.dumps(line, separators=(",", ":"), ensure_ascii=False, cls=GameHistoryEncoder) + "\n" for line in lines)
    with open(path, "wb") as raw:
        with gzip.GzipFile(filename="", fileobj=raw, mode="wb", compresslevel=9, mtime=0) as out:
            out.write(text.encode("utf-8"))
    print(f"{path.name}: {len(lines)} lines, {path.stat().st_size} bytes")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", default="1")
    parser.add_argument("--positions", type=int, default=800, help="of each kind: played and wild")
    parser.add_argument("--games", type=int, default=250)
    parser.add_argument("--out", type=pathlib.Path, default=HERE / "fixtures")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)

    lines, seen = [], set()
    for source, make in (("played", reference.played_position), ("wild", reference.wild_position)):
        rng = reference.rng_for(args.seed, source)
        made = 0
        while made < args.positions:
            board = make(rng)
            if reference.fen(board) in seen or board.king(chess.WHITE) is None or board.king(chess.BLACK) is None:
                continue
            seen.add(reference.fen(board))
            lines.append(position_record(rng, board, source))
            made += 1
    write_lines(args.out / "positions.jsonl.gz", lines)

    clock = reference.patch_clock()
    rng = reference.rng_for(args.seed, "games")
    histories, scripts = [], []
    for number in range(args.games):
        kind = reference.GAME_KINDS[number % len(reference.GAME_KINDS)]
        history, script = reference.random_game(rng, clock, kind)
        histories.append(history)
        scripts.append(script)
    write_lines(args.out / "games.jsonl.gz", histories)
    write_lines(args.out / "arbiter.jsonl.gz", scripts)
    # As `GameHistory.save` writes it, byte for byte.
    histories[0].save(args.out / "game.json")

    about = {
        "seed": args.seed,
        "reconchess": version("reconchess"),
        "chess": version("chess"),
        "positions": len(lines),
        "games": len(histories),
    }
    (args.out / "about.json").write_text(json.dumps(about, indent=1) + "\n")


if __name__ == "__main__":
    main()
