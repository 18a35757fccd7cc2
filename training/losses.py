"""The losses of training. Distances are (boards,), each decision's true board first."""

import torch
from torch.nn import functional

from data import Batch


def padded(distances: torch.Tensor, batch: Batch, value: float) -> torch.Tensor:
    """Distances as (decisions, most boards of any), the true board's in the first column."""
    ends = batch.boards.cumsum(0)
    most = int(batch.boards.max())
    index = torch.arange(most)
    inside = index < batch.boards[:, None]
    at = ((ends - batch.boards)[:, None] + index).clamp(max=len(distances) - 1)
    return torch.where(inside, distances[at], torch.tensor(value))


def listwise(distances: torch.Tensor, batch: Batch) -> torch.Tensor:
    """The surprise, in nats, at the true board, where boards are as likely as exp(-distance).

    A sampled board stands for as many others as there are in the set for each of the sample.
    """
    logits = -padded(distances, batch, float("inf"))
    logits[:, 1:] += batch.log_shares[:, None]
    return functional.cross_entropy(logits, torch.zeros(len(logits), dtype=torch.long))


def triplet(distances: torch.Tensor, batch: Batch, margin: float = 1.0) -> torch.Tensor:
    """A triplet loss with semi-hard negatives: boards farther than the true one by less than the margin; where there
    is none, the nearest. The paper draws three boards or more at random and takes the nearest of them."""
    table = padded(distances, batch, float("inf"))
    true, others = table[:, :1], table[:, 1:]
    semi_hard = torch.where(others > true, others, torch.tensor(float("inf"))).min(1).values
    nearest = others.min(1).values
    negative = torch.where(semi_hard < true[:, 0] + margin, semi_hard, nearest)
    return torch.relu(true[:, 0] - negative + margin).mean()


def binary(distances: torch.Tensor, batch: Batch) -> torch.Tensor:
    """Binary loss: whether each board is the true one, with equal weight for true and other boards."""
    table = padded(distances, batch, float("inf"))
    others = table[:, 1:]
    inside = others.isfinite()
    false = functional.softplus(-torch.where(inside, others, torch.zeros(()))) * inside
    return (functional.softplus(table[:, 0]) + false.sum(1) / inside.sum(1).clamp(min=1)).mean()


LOSSES = {"listwise": listwise, "triplet": triplet, "binary": binary}
