"""Games for the tests, and what one side is told in them."""

import gzip
import json
from pathlib import Path

import outpost_rbc as rbc

ROOT = Path(__file__).resolve().parents[2]
# Games of reconchess's own bots, in the repository.
FIXTURES = ROOT / "tests/conformance/fixtures/games.jsonl.gz"
# Real games, beside the checkout on some machines.
REAL = next((path for path in (ROOT.parent / "shared/games", ROOT / "shared/games") if path.is_dir()), None)
# The bots sense at random: the sets of longer games are huge.
PLIES = 10


def fixture_records():
    """Short games."""
    return [record for record in rbc.read_records(FIXTURES) if record.plies <= PLIES]


def seeded_games():
    """Games of our agents with their seeds, five or twelve turns each."""
    games = json.loads((ROOT / "tests/fixtures/seeded-games.json").read_text())
    return [(game, rbc.Record(json.dumps(game["record"]))) for game in games]


def turns(record, color):
    """What `color` is told in a game, event by event, each with the true position after it: as `reconchess` tells it."""
    for step in record.replay():
        if step.color != color:
            continue
        if step.phase == "start":
            yield "start", (step.notice,), step.fen
        elif step.phase == "sensed":
            yield "sense", (step.sensed,), step.fen
        else:
            yield "move", (step.requested, step.taken, step.capture), step.fen


def tell(known, what, told):
    {"start": known.start_turn, "sense": known.sense, "move": known.move}[what](*told)


def first_lines(path, count):
    with gzip.open(path) as file:
        return b"".join(line for line, _ in zip(file, range(count)))
