"""Trains the network of the Siamese paper, or ours, in small, and says how well it finds the true board.

    outpost dataset --out data/small --boards 96 --split training/split.csv RECORDS
    python training/paper.py --data data/small --records RECORDS --network paper --decisions 40000
    python training/paper.py --data data/small --records RECORDS --network ours --decisions 40000 --split decision

Two questions of docs/siamese.md: what the paper's form of network and loss is worth at equal training, and how much easier the
test is when decisions and not games are held back (`--split decision`).

The paper's network (Bertram, Fürnkranz and Müller, 2024) here: an encoder each for what was told and for a board, five convolutions; one
tower for both, ten convolutions with skip connections, two of 1 x 1 and a dense layer with tanh; ELU. Told are 20 turns of 90 planes, failed
requests among them, and who the opponent is. The loss is the triplet loss with margin 1 and Euclidean distances; the false board is the
nearest of three that are drawn at random. `--width 1` has the paper's widths. Each network is trained by AdamW with the same decisions,
steps and rates.
"""

import argparse
import gzip
import json
import pathlib
import time

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from data import Batch, Part
from losses import listwise, padded
from model import Siamese
from train import vocabulary

TURNS = 20
TURN_PLANES = 90
OPPONENT_PLANES = 50
PLANES = TURNS * TURN_PLANES + OPPONENT_PLANES
CAPTURED, REQUEST, CAPTURE, ILLEGAL, OWN, SENSE, SEEN, COLOR = 0, 1, 74, 75, 76, 82, 83, 89
ROLES = "pnbrqk"
# The first rows of the table: an opponent's piece by role and state, a row for each square.
STATES = 4
DIRECTIONS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def square(name: str) -> int:
    return "abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)


def request_plane(start: int, end: int, promotion: str) -> int:
    """The plane of a move, as in AlphaZero: 56 for directions and distances, 8 for knights, 9 for lesser promotions."""
    file, rank = end % 8 - start % 8, end // 8 - start // 8
    if promotion and promotion != "q":
        return 64 + 3 * "nbr".index(promotion) + file + 1
    if (file, rank) in JUMPS:
        return 56 + JUMPS.index((file, rank))
    distance = max(abs(file), abs(rank))
    return 7 * DIRECTIONS.index((file // distance, rank // distance)) + distance - 1


def own_pieces(fen: str, white: bool) -> list[tuple[int, int]]:
    """Roles and squares."""
    found = []
    for rank, row in zip(range(7, -1, -1), fen.split()[0].split("/")):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                if letter.isupper() == white:
                    found.append((ROLES.index(letter.lower()), 8 * rank + file))
                file += 1
    return found


class Told:
    """What each side of some recorded games was told, as the planes of each turn that are 1."""

    def __init__(self, games: list[dict]):
        self.games = games
        self.known: dict[tuple[int, bool], list[tuple[np.ndarray, np.ndarray]]] = {}

    def turns(self, game: int, white: bool) -> list[tuple[np.ndarray, np.ndarray]]:
        """For each turn of a side what was told before its sense, and by the sense: indices into 90 x 64."""
        if (game, white) not in self.known:
            self.known[game, white] = self.encode(self.games[game], white)
        return self.known[game, white]

    @staticmethod
    def encode(game: dict, white: bool) -> list[tuple[np.ndarray, np.ndarray]]:
        side, other = ("true", "false") if white else ("false", "true")
        flip = 0 if white else 56
        at = lambda plane, where: 64 * plane + (where ^ flip)
        whole = lambda plane: range(64 * plane, 64 * plane + 64)
        turns = []
        fens = list(game["fens_before_move"][side])
        if len(game["senses"][side]) > len(fens):
            # The game ended between a sense and a move.
            fens += game["fens_after_move"][other][-1:]
        for turn, fen in enumerate(fens):
            ones = [at(OWN + role, where) for role, where in own_pieces(fen, white)]
            if white:
                ones += whole(COLOR)
            # White's first turn comes before Black's.
            before = turn - 1 if white else turn
            captures = game["capture_squares"][other]
            if 0 <= before < len(captures) and captures[before] is not None:
                ones.append(at(CAPTURED, captures[before]))
            if turn > 0:
                request, taken = (game[key][side][turn - 1] for key in ("requested_moves", "taken_moves"))
                if request:
                    name = request["value"]
                    start, end = (square(part) ^ flip for part in (name[:2], name[2:4]))
                    ones.append(64 * (REQUEST + request_plane(start, end, name[4:])) + start)
                    if not taken:
                        ones += whole(ILLEGAL)
                capture = game["capture_squares"][side][turn - 1]
                if capture is not None:
                    ones.append(at(CAPTURE, capture))
            seen = []
            if turn < len(game["senses"][side]) and game["senses"][side][turn] is not None:
                seen.append(at(SENSE, game["senses"][side][turn]))
                for where, piece in game["sense_results"][side][turn]:
                    if piece and piece["value"].isupper() != white:
                        seen.append(at(SEEN + ROLES.index(piece["value"].lower()), where))
            turns.append((np.array(ones), np.array(seen, dtype=int)))
        return turns

    def planes(self, part: Part, decisions: np.ndarray) -> torch.Tensor:
        """(decisions, PLANES, 8, 8); the turn of the decision comes first."""
        planes = np.zeros((len(decisions), PLANES * 64), dtype=np.float32)
        for row, decision in zip(planes, decisions):
            game, ply, color, phase = (int(part.tensors[key][decision]) for key in ("game", "ply", "color", "phase"))
            turns = self.turns(game, color == 0)
            now = ply // 2
            for age, turn in enumerate(range(now, max(-1, now - TURNS), -1)):
                ones, seen = turns[turn]
                row[64 * TURN_PLANES * age + ones] = 1
                if turn < now or phase == 1:
                    row[64 * TURN_PLANES * age + seen] = 1
            opponent = int(part.opponents[decision])
            if 0 < opponent <= OPPONENT_PLANES:
                row[64 * (PLANES - OPPONENT_PLANES + opponent - 1) :][:64] = 1
        return torch.from_numpy(planes).view(-1, PLANES, 8, 8)


def board_planes(batch: Batch) -> torch.Tensor:
    """(boards, 12, 8, 8): the opponent's pieces by the rows of the table, the own by the planes of the observation."""
    lengths = torch.diff(batch.offsets, append=torch.tensor([len(batch.rows)]))
    board = torch.arange(len(lengths)).repeat_interleave(lengths)
    pieces = (batch.rows >= 1) & (batch.rows < 1 + len(ROLES) * STATES * 64)
    rows = batch.rows[pieces] - 1
    theirs = torch.zeros(len(lengths), 6, 64)
    theirs[board[pieces], rows // 64 // STATES, rows % 64] = 1
    own = (batch.planes[:, :6].float() / 255).repeat_interleave(batch.boards, 0)
    return torch.cat([own, theirs.view(-1, 6, 8, 8)], 1)


def encoder(planes: int, filters: int, out: int) -> nn.Sequential:
    sizes = [planes, filters, filters, filters, filters, out]
    layers = [[nn.Conv2d(a, b, 3, padding=1), nn.ELU()] for a, b in zip(sizes, sizes[1:])]
    return nn.Sequential(*(layer for pair in layers for layer in pair))


class Block(nn.Module):
    def __init__(self, filters: int):
        super().__init__()
        convolutions = [[nn.Conv2d(filters, filters, 3, padding=1), nn.InstanceNorm2d(filters, affine=True)] for _ in range(2)]
        self.first, self.second = (nn.Sequential(*pair) for pair in convolutions)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.elu(x + self.second(functional.elu(self.first(x))))


class PaperNetwork(nn.Module):
    def __init__(self, width: float):
        super().__init__()
        filters, wide, size = (max(1, round(width * count)) for count in (64, 128, 512))
        self.observation = encoder(PLANES, filters, wide)
        self.board = encoder(12, filters, wide)
        self.tower = nn.Sequential(
            *(Block(wide) for _ in range(5)),
            nn.Conv2d(wide, filters, 1),
            nn.ELU(),
            nn.Conv2d(filters, filters // 2, 1),
            nn.ELU(),
            nn.Flatten(),
            nn.Linear(filters // 2 * 64, size),
            nn.Tanh(),
        )

    def observed(self, planes: torch.Tensor) -> torch.Tensor:
        return self.tower(self.observation(planes))

    def boards(self, planes: torch.Tensor) -> torch.Tensor:
        return self.tower(self.board(planes))

    def loss(self, told: torch.Tensor, batch: Batch) -> torch.Tensor:
        """Of batches with the true board and three others, or as many as there are."""
        planes, ends = board_planes(batch), batch.boards.cumsum(0)
        anchor = self.observed(told)
        with torch.no_grad():
            apart = (self.boards(planes) - anchor.repeat_interleave(batch.boards, 0)).norm(dim=1)
        nearest = padded(apart, batch, float("inf"))[:, 1:].argmin(1)
        first = ends - batch.boards
        true, false = self.boards(planes[torch.cat([first, first + 1 + nearest])]).chunk(2)
        return torch.relu((anchor - true).norm(dim=1) - (anchor - false).norm(dim=1) + 1.0).mean()

    def distances(self, told: torch.Tensor, batch: Batch) -> torch.Tensor:
        anchor = self.observed(told).repeat_interleave(batch.boards, 0)
        return (self.boards(board_planes(batch)) - anchor).norm(dim=1)


class OurNetwork(nn.Module):
    """The network and loss of `train.py` at the sizes of the shipped one."""

    def __init__(self, rows: int, opponents: int):
        super().__init__()
        self.inner = Siamese(rows, opponents, size=16, channels=48, blocks=2, hidden=64, dropout=0.4)

    def loss(self, _told: None, batch: Batch) -> torch.Tensor:
        return listwise(self.inner(batch), batch)

    def distances(self, _told: None, batch: Batch) -> torch.Tensor:
        return self.inner(batch)


def split(data: pathlib.Path, by: str, seed: int) -> tuple[Part, np.ndarray, np.ndarray]:
    """All decisions, and those to learn from and to judge by."""
    part = Part([data], "*")
    undecided = part.undecided()
    rng = np.random.default_rng(seed)
    if by == "decision":
        shuffled = rng.permutation(undecided)
        tenth = len(shuffled) // 10
        return part, shuffled[tenth:], shuffled[:tenth]
    # Files are read in the order of their names, and so are their decisions.
    counts = {name: len(Part([data], name)) for name in ("test", "train", "validation")}
    ends = np.cumsum([counts[name] for name in sorted(counts)])
    of = np.searchsorted(ends, undecided, side="right")
    return part, rng.permutation(undecided[of == 1]), rng.permutation(undecided[of == 0])


@torch.no_grad()
def found_first(network: nn.Module, part: Part, decisions: np.ndarray, told: Told | None) -> np.ndarray:
    """For each decision the chance that the true board is first, equals being in random order."""
    network.eval()
    rng = np.random.default_rng(0)
    found = []
    for at in range(0, len(decisions), 16):
        some = decisions[at : at + 16]
        batch = part.batch(some, 10_000, rng)
        table = padded(network.distances(told and told.planes(part, some), batch), batch, float("inf"))
        nearer, equal = ((table[:, 1:] < table[:, :1]).sum(1), (table[:, 1:] == table[:, :1]).sum(1))
        found.append(torch.where(nearer == 0, 1 / (equal + 1), 0.0).numpy())
    return np.concatenate(found)


def interval(found: np.ndarray, games: np.ndarray) -> list[float]:
    """95 % by bootstrap over games."""
    rng = np.random.default_rng(0)
    numbers, at = np.unique(games, return_inverse=True)
    sums, counts = (np.bincount(at, weights) for weights in (found, None))
    drawn = rng.integers(len(numbers), size=(1000, len(numbers)))
    return np.quantile(sums[drawn].sum(1) / counts[drawn].sum(1), [0.025, 0.975]).tolist()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of 'outpost dataset', from the records alone")
    parser.add_argument("--records", type=pathlib.Path, required=True, help="the file of those records, one a line, .gz")
    parser.add_argument("--network", choices=("paper", "ours"), required=True)
    parser.add_argument("--split", choices=("game", "decision"), default="game", help="what is held back for judging")
    parser.add_argument("--decisions", type=int, default=40_000, help="decisions to learn from, in all")
    parser.add_argument("--judged", type=int, default=2_000, help="most decisions to judge by")
    parser.add_argument("--step", type=int, default=32, help="decisions in a step")
    parser.add_argument("--rate", type=float, default=1e-3, help="largest learning rate")
    parser.add_argument("--width", type=float, default=0.25, help="of the paper's network; 1 is the paper's")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    part, learnt, judged = split(options.data, options.split, options.seed)
    part.set_vocabulary(vocabulary(part))
    judged = judged[: options.judged]
    told, network, boards = None, None, 96
    if options.network == "paper":
        with gzip.open(options.records, "rt") as file:
            told = Told([json.loads(line) for line in file])
        network, boards = PaperNetwork(options.width), 4
    else:
        network = OurNetwork(part.table_rows, int(part.opponents.max()) + 1)
    optimizer = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=0.05)
    steps = options.decisions // options.step
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, options.rate, total_steps=steps, pct_start=0.1)
    rng = np.random.default_rng(options.seed)
    repeats = -(-options.decisions // len(learnt))
    order = np.concatenate([rng.permutation(learnt) for _ in range(repeats)])[: steps * options.step]
    network.train()
    began, total = time.process_time(), 0.0
    for step, some in enumerate(order.reshape(steps, options.step)):
        batch = part.batch(some, boards, rng)
        value = network.loss(told and told.planes(part, some), batch)
        optimizer.zero_grad()
        value.backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        schedule.step()
        total += value.item()
        if step % 100 == 99:
            print(f"{step + 1}/{steps}, loss {total / 100:.4f}, {time.process_time() - began:.0f} s", flush=True)
            total = 0.0
    took = time.process_time() - began
    found = found_first(network, part, judged, told)
    low, high = interval(found, part.tensors["game"][judged])
    uniform = (1 / part.counts[judged]).mean()
    print(
        f"{options.network}, held back by {options.split}: {steps} steps of {options.step} decisions ({len(learnt)} to learn from), {took:.0f} s; "
        f"true board first in {100 * found.mean():.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {len(judged)} decisions, by chance {100 * uniform:.1f} %"
    )


if __name__ == "__main__":
    main()
