#!/usr/bin/env python3
"""Expands the same information sets with StrangeFish2 and with Outpost, and prints the ratio.

    python3 tests/peers/strangefish2.py --strangefish2 CHECKOUT [--python PYTHON] [--outpost PROGRAM] [--json]

CHECKOUT is a checkout of StrangeFish2 (or $STRANGEFISH2), PYTHON a Python that has its needs
`reconchess` and `tqdm` (or $STRANGEFISH2_PYTHON; default: the one that runs this). Without a
checkout it says that it was skipped and exits with 0.

The sets are those that Black holds after unsensed opening moves of White. Both sides read them
from one file, are told that nothing was captured, and expand them to all distinct successors on one
core: StrangeFish2 by its own `populate_next_board_set` in a process of PYTHON (CPU time), Outpost by
`outpost bench` with one thread (its own clock). StrangeFish2 scores each successor while expanding,
for the choice of boards it looks at first, which takes it a third to two thirds of the time: it is
timed as it is, and again with that scoring left out ("plain"), which is what Outpost's expansion does.
"""

import argparse
import inspect
import json
import os
import pathlib
import platform
import random
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]

# Black's developing moves between White's unsensed ones, as in the benchmarks of rbc-belief.
OWN_MOVES = ("e7e6", "g8f6", "b8c6", "f8e7", "a7a6")
# Smaller sets measure the clock rather than the code.
SMALLEST = 200


class Problem(Exception):
    """An error that the caller has to fix."""


# --- in the Python that has reconchess -----------------------------------------


def quiet_successors(board):
    """Every board after a move of `board` that captures nothing, or after a pass."""
    import chess
    from reconchess import utilities

    moves = {chess.Move.null(), *board.generate_pseudo_legal_moves()}
    if board.clean_castling_rights():
        # Castling out of, through or into check: check does not bind.
        alone = utilities.without_opponent_pieces(board)
        moves.update(m for m in alone.generate_castling_moves() if utilities.is_psuedo_legal_castle(board, m))
    for move in moves:
        if not board.is_capture(move):
            after = board.copy(stack=False)
            after.push(move)
            yield after


def key(board):
    """A FEN with the en passant square only where a pawn can capture."""
    return board.epd(en_passant="xfen") + " 0 1"


def write_sets(folder, largest):
    """Writes a set a file, one FEN a line, White to move; prints the files' paths as JSON."""
    import chess
    from reconchess import utilities

    files = []
    boards = {key(chess.Board()): chess.Board()}
    for text in OWN_MOVES:
        after = {key(b): b for board in boards.values() for b in quiet_successors(board)}
        own = chess.Move.from_uci(text)
        boards = {}
        for board in after.values():
            if not board.is_capture(own) and utilities.revise_move(board, own) == own:
                board.push(own)
                board.clear_stack()
                boards[key(board)] = board
        if len(boards) > largest:
            break
        if len(boards) >= SMALLEST:
            # In a game a set has the order of a hash table.
            lines = sorted(boards)
            random.Random(1).shuffle(lines)
            path = os.path.join(folder, f"{len(lines)}.fen")
            pathlib.Path(path).write_text("".join(f"{line}\n" for line in lines))
            files.append(path)
        if len(boards) * 6 > largest:
            break  # The next set, seven times as large or more, need not be made.
    print(json.dumps(files))


def expand(checkout, path, seconds):
    """Times StrangeFish2's expansion of the set in `path`, unchanged and plain; prints both as JSON."""
    import chess

    sys.path.insert(0, checkout)
    from strangefish import utilities

    boards = {chess.Board(line) for line in pathlib.Path(path).read_text().splitlines()}
    published = timed_expansion(utilities, boards, seconds)
    utilities.assign_priority = lambda *_: 0
    plain = timed_expansion(utilities, boards, seconds)
    print(json.dumps({"boards": len(boards), "published": published, "plain": plain}))


def timed_expansion(utilities, boards, seconds):
    """The number of successors of `boards` and the fastest of some runs."""
    times = []
    while not times or (sum(times) < seconds and len(times) < 20):
        # Free what the last run left outside the timed part.
        successors = None
        began = time.process_time()
        successors, _ = utilities.populate_next_board_set(boards, required_op_capture_square=None, rc_disable_pbar=True)
        times.append(time.process_time() - began)
    if set(successors) != {None}:
        raise Problem(f"StrangeFish2 expanded to captures on {set(successors)} though told of none")
    return with_rate({"distinct": len(successors[None]), "seconds": min(times), "runs": len(times)})


def with_rate(side):
    return {**side, "distinct_per_second": side["distinct"] / side["seconds"]}


def about(checkout):
    """Imports what the comparison needs and prints the versions as JSON."""
    import chess
    import reconchess  # noqa: F401
    import tqdm  # noqa: F401

    sys.path.insert(0, checkout)
    from strangefish import utilities

    expansion = getattr(utilities, "populate_next_board_set", None)
    if (
        expansion is None
        or "required_op_capture_square" not in inspect.signature(expansion).parameters
        or not hasattr(utilities, "assign_priority")
    ):
        raise Problem(f"{checkout} is not StrangeFish2 as released in 2022: check out its main branch")
    print(json.dumps({"python": platform.python_version(), "chess": chess.__version__}))


# --- in the Python that was started --------------------------------------------


def ask_python(python, *arguments):
    """Runs this file in `python` with one of the tasks above and returns what it printed."""
    command = [python, "-B", os.path.abspath(__file__), "--task", *map(str, arguments)]
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
    except OSError as error:
        raise Problem(f"cannot run {python} ({error.strerror}): name a Python with --python or $STRANGEFISH2_PYTHON")
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        if "No module named" in last:
            raise Problem(
                f"{python}: {last}\n`{python} -m pip install reconchess==1.6.9 tqdm` gives it what StrangeFish2's "
                "expansion needs, or name another with --python or $STRANGEFISH2_PYTHON"
            )
        raise Problem(f"{python}, task {arguments[0]}: {last}")
    # Packages may print on import: the answer is the last line.
    return json.loads(done.stdout.strip().splitlines()[-1])


def commit_of(checkout):
    """The checkout's commit, or None where it is not a git checkout."""
    try:
        done = subprocess.run(
            ["git", "-C", checkout, "rev-parse", "--short", "HEAD"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
    except OSError:
        return None
    return done.stdout.strip() or None if done.returncode == 0 else None


def bench(program, path):
    """What `outpost bench` measures for the expansion of the set in `path`, on one thread."""
    command = [program, "bench", "--boards", path, "--json"]
    try:
        done = subprocess.run(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "RAYON_NUM_THREADS": "1"},
        )
    except OSError as error:
        raise Problem(
            f"cannot run {program} ({error.strerror}): build it with `cargo build --release -p rbc-cli`, "
            "or name it with --outpost"
        )
    shown = " ".join(command)
    if done.returncode != 0:
        raise Problem(f"`{shown}` ended with exit code {done.returncode}: {done.stderr.strip()}\nIs the program of this checkout?")
    try:
        expansion = json.loads(done.stdout)["expansion"]
        answer = {field: expansion[field] for field in ("boards", "raw", "distinct", "seconds", "threads")}
    except (ValueError, KeyError, TypeError) as error:
        raise Problem(
            f"`{shown}` must print a JSON object with expansion: {{boards, raw, distinct, seconds, threads}} "
            f"({type(error).__name__}: {error}); it printed: {done.stdout[:300]}"
        )
    if answer["threads"] != 1:
        raise Problem(f"`{shown}` used {answer['threads']} threads though RAYON_NUM_THREADS is 1")
    if not answer["seconds"] > 0:
        raise Problem(f"`{shown}` measured {answer['seconds']} seconds")
    return answer


def compare(args, say):
    """Both expansions of every set; calls `say` with each row."""
    python = args.python or sys.executable
    checkout = os.path.abspath(args.strangefish2)
    if not os.path.isfile(os.path.join(checkout, "strangefish", "utilities", "__init__.py")):
        raise Problem(f"{checkout} is no checkout of StrangeFish2: it has no strangefish/utilities/__init__.py")
    if not shutil.which(args.outpost):
        raise Problem(f"{args.outpost} is missing: build it with `cargo build --release -p rbc-cli`, or name it with --outpost")
    peer = {"commit": commit_of(checkout), **ask_python(python, "about", checkout)}
    say(peer)
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        files = ask_python(python, "sets", folder, args.largest)
        if not files:
            raise Problem(f"no set of {SMALLEST} to {args.largest} boards: raise --largest")
        for path in files:
            # In sequence: each has the machine's caches to itself.
            theirs = ask_python(python, "expand", checkout, path, args.seconds)
            ours = with_rate(bench(args.outpost, path))
            row = {
                "boards": int(pathlib.Path(path).stem),
                "strangefish2": theirs,
                "outpost": ours,
                "ratio": ours["distinct_per_second"] / theirs["published"]["distinct_per_second"],
                "ratio_plain": ours["distinct_per_second"] / theirs["plain"]["distinct_per_second"],
            }
            say(row)
            rows.append(row)
    return {"strangefish2": peer, "sets": rows}


HEADER = (
    f"{'':>8} {'StrangeFish2':>30} {'Outpost':>24} {'ratio':>17}",
    f"{'boards':>8} {'distinct':>10} {'a second':>9} {'plain':>9} {'distinct':>11} {'a second':>12} {'to it':>8} {'to plain':>8}",
)


def show(part):
    """Prints a part of the comparison for people."""
    if "ratio" not in part:
        commit = f" {part['commit']}" if part["commit"] else ""
        print(f"StrangeFish2{commit}, Python {part['python']}, chess {part['chess']}: one process, CPU time. Outpost: one thread.")
        print("\n".join(HEADER), flush=True)
        return
    published, plain, ours = part["strangefish2"]["published"], part["strangefish2"]["plain"], part["outpost"]
    print(
        f"{part['boards']:>8,} {published['distinct']:>10,} {published['distinct_per_second']:>9,.0f} "
        f"{plain['distinct_per_second']:>9,.0f} {ours['distinct']:>11,} {ours['distinct_per_second']:>12,.0f} "
        f"{figure(part['ratio']):>8} {figure(part['ratio_plain']):>8}",
        flush=True,
    )


def figure(ratio):
    return f"{ratio:,.0f}" if ratio >= 100 else f"{ratio:.1f}"


def counts_differ(row):
    theirs, ours = row["strangefish2"], row["outpost"]
    return not (row["boards"] == theirs["boards"] == ours["boards"] and theirs["published"]["distinct"] == ours["distinct"])


WHY_COUNTS_DIFFER = (
    "The counts differ. StrangeFish2 tells boards apart by en passant only where the capture is legal in chess, "
    "Outpost where it is pseudo-legal (check binds nobody), so StrangeFish2 may have fewer. Any other difference is a "
    "fault of one side."
)


def main():
    if sys.argv[1:2] == ["--task"]:
        name, *rest = sys.argv[2:]
        tasks = {
            "about": lambda checkout: about(checkout),
            "sets": lambda folder, largest: write_sets(folder, int(largest)),
            "expand": lambda checkout, path, seconds: expand(checkout, path, float(seconds)),
        }
        try:
            tasks[name](*rest)
        except Problem as problem:
            sys.exit(str(problem))
        return

    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--strangefish2",
        metavar="CHECKOUT",
        default=os.environ.get("STRANGEFISH2"),
        help="a checkout of StrangeFish2 (default: $STRANGEFISH2; without either nothing is compared)",
    )
    parser.add_argument(
        "--python",
        default=os.environ.get("STRANGEFISH2_PYTHON"),
        help="a Python with reconchess and tqdm (default: $STRANGEFISH2_PYTHON, else the one that runs this)",
    )
    parser.add_argument(
        "--outpost",
        metavar="PROGRAM",
        default=str(ROOT / "target" / "release" / "outpost"),
        help="the program (default: target/release/outpost)",
    )
    parser.add_argument("--largest", type=int, default=30_000, metavar="BOARDS", help="no larger sets (default: 30000)")
    parser.add_argument(
        "--seconds",
        type=float,
        default=2.0,
        help="StrangeFish2 expands a set again until this much CPU time is spent; the fastest run counts (default: 2)",
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of the table")
    args = parser.parse_args()

    if not args.strangefish2:
        reason = "no checkout of StrangeFish2: name one with --strangefish2 or $STRANGEFISH2"
        print(json.dumps({"skipped": reason}) if args.json else f"skipped: {reason}")
        return
    try:
        result = compare(args, say=(lambda part: None) if args.json else show)
    except Problem as problem:
        sys.exit(f"strangefish2.py: {problem}")
    differing = any(counts_differ(row) for row in result["sets"])
    if args.json:
        print(json.dumps({**result, "counts": WHY_COUNTS_DIFFER if differing else "agree"}))
    else:
        print(WHY_COUNTS_DIFFER if differing else "Both count the same boards before and after.")


if __name__ == "__main__":
    main()
