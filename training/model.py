"""The two towers, and the baseline with one.

After Bertram, Fürnkranz and Müller (2023/24): what a player was told and each board of its information set are embedded
in one space, and a board is likely where its embedding is near the observations'. Ours differs in size: the
board tower, which runs for every board, is a sum of rows of a table and one dense layer. And what the observations say of
each square by itself is not squeezed through an embedding: a convolution gives each row of the table a value, and a
board is nearer by the sum of its rows'. That is an embedding, too, of as many numbers as rows, in which a board is 1 at its
rows and 0 elsewhere.
"""

import torch
from torch import nn
from torch.nn import functional

from data import Batch

PLANES = 69
# Kinds of rows with one row for each square: an opponent's piece by role and state, an own piece under attack.
KINDS = 6 * 4 + 6 * 3 * 2


class Residual(nn.Module):
    def __init__(self, channels: int):
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.second = nn.Conv2d(channels, channels, 3, padding=1)
        nn.init.zeros_(self.second.weight)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(torch.relu(self.first(x))))


class ObservationTower(nn.Module):
    """Planes (decisions, PLANES, 8, 8) of 0 to 1 and opponents (decisions,) to embeddings (decisions, size), and, if `local`,
    to the value of each row of a piece on a square by itself, (decisions, KINDS * 64)."""

    def __init__(self, opponents: int, size: int, channels: int, blocks: int, hidden: int, dropout: float, local: bool):
        super().__init__()
        self.first = nn.Conv2d(PLANES, channels, 3, padding=1)
        self.blocks = nn.ModuleList(Residual(channels) for _ in range(blocks))
        self.squeeze = nn.Conv2d(channels, 16, 1)
        self.hidden = nn.Linear(16 * 64, hidden)
        # Row 0 is the unknown opponent.
        self.opponent = nn.Embedding(opponents, hidden)
        nn.init.zeros_(self.opponent.weight)
        self.last = nn.Linear(hidden, size)
        self.drop_planes = nn.Dropout2d(dropout / 3)
        self.drop = nn.Dropout(dropout)
        # The same kernel for all squares: what is learnt on one square applies to the others.
        self.kinds = nn.Conv2d(channels, KINDS, 1) if local else None
        if local:
            nn.init.zeros_(self.kinds.weight)
            nn.init.zeros_(self.kinds.bias)
            self.places = nn.Parameter(torch.zeros(1, KINDS * 64))

    def forward(self, planes: torch.Tensor, opponents: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor | None]:
        x = torch.relu(self.first(self.drop_planes(planes)))
        for block in self.blocks:
            x = block(self.drop_planes(x))
        local = None
        if self.kinds is not None:
            local = self.kinds(x).flatten(1) + self.places
        x = self.drop(torch.relu(self.squeeze(x)).flatten(1))
        x = self.drop(torch.relu(self.hidden(x) + self.opponent(opponents)))
        return self.last(x), local


class BoardTower(nn.Module):
    """Rows of boards to embeddings (boards, size)."""

    def __init__(self, rows: int, size: int, hidden: int, dropout: float = 0.0):
        super().__init__()
        self.drop = nn.Dropout(dropout)
        self.drop_rows = nn.Dropout(dropout)
        self.table = nn.EmbeddingBag(rows, hidden, mode="sum", padding_idx=0)
        nn.init.normal_(self.table.weight, std=0.1)
        with torch.no_grad():
            self.table.weight[0] = 0
        self.bias = nn.Parameter(torch.zeros(hidden))
        self.last = nn.Linear(hidden, size)
        with torch.no_grad():
            self.last.weight *= 0.3

    def forward(self, rows: torch.Tensor, offsets: torch.Tensor) -> torch.Tensor:
        weight = self.table.weight
        if self.training:
            # The same rows for all boards of a step, or boards would differ only in what was dropped.
            weight = weight * self.drop_rows(torch.ones(len(weight), 1))
        sums = functional.embedding_bag(rows, weight, offsets, mode="sum")
        return self.last(self.drop(torch.relu(sums + self.bias)))


class Siamese(nn.Module):
    def __init__(
        self,
        rows: int,
        opponents: int,
        size: int = 64,
        channels: int = 48,
        blocks: int = 3,
        hidden: int = 256,
        dropout: float = 0.3,
    ):
        super().__init__()
        self.observation = ObservationTower(opponents, size, channels, blocks, hidden, dropout, local=True)
        self.board = BoardTower(rows, size, hidden, dropout)

    def forward(self, batch: Batch) -> torch.Tensor:
        """The distance of each board from its decision's observations, (boards,): the squared distance of their embeddings,
        less the values of the board's rows by themselves."""
        observed, local = self.observation(batch.planes.float() / 255, batch.opponents)
        boards = self.board(batch.rows, batch.offsets)
        observed = observed.repeat_interleave(batch.boards, 0)
        return (observed - boards).square().sum(1) - local_sums(local, batch)


def local_sums(local: torch.Tensor, batch: Batch) -> torch.Tensor:
    """The sum of the values of each board's rows, (boards,)."""
    lengths = torch.diff(batch.offsets, append=torch.tensor([len(batch.rows)]))
    board = torch.arange(len(lengths)).repeat_interleave(lengths)
    decision = torch.arange(len(batch.boards)).repeat_interleave(batch.boards)
    # Row 0 is padding, and the rows after those of pieces have no square.
    local = functional.pad(local, (1, int(batch.rows.max()) + 1))
    values = local.flatten()[decision[board] * local.shape[1] + batch.rows]
    return torch.zeros(len(lengths)).index_add(0, board, values)


class SingleTower(nn.Module):
    """The baseline of the paper's Section VI at the size of ours: one tower sees both, and says how likely the board is.

    It is judged by the negative of its output, which stands where the distance does.
    """

    def __init__(self, rows: int, opponents: int, channels: int = 48, blocks: int = 3, hidden: int = 256, dropout: float = 0.3):
        super().__init__()
        self.observation = ObservationTower(opponents, hidden, channels, blocks, hidden, dropout, local=False)
        self.board = BoardTower(rows, hidden, hidden)
        self.last = nn.Sequential(nn.ReLU(), nn.Linear(hidden, 64), nn.ReLU(), nn.Linear(64, 1))

    def forward(self, batch: Batch) -> torch.Tensor:
        observed, _ = self.observation(batch.planes.float() / 255, batch.opponents)
        boards = self.board(batch.rows, batch.offsets)
        joined = observed.repeat_interleave(batch.boards, 0) + boards
        return -self.last(joined).squeeze(1)
