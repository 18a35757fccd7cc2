"""How well networks find the true board in a part of a dataset, as JSON: any of `train.py`'s, even without a model file.

    python training/judge.py --data data/real --part test run/checkpoint.pt baseline/checkpoint.pt

What is told is what `outpost weigh` tells, of the boards that the dataset has of each decision; opponents are not told.
"""

import argparse
import json
import pathlib

import numpy as np
import torch

from data import Part
from losses import padded
from train import MODELS, SIZES

SHARES = (0.01, 0.05, 0.1, 0.2, 0.5, 0.8)


def load(state: dict, rows: int) -> torch.nn.Module:
    settings = state["settings"]
    sizes = {name: settings[name] for name in SIZES if settings["model"] == "siamese" or name != "size"}
    model = MODELS[settings["model"]](rows, len(state["names"]), **sizes)
    model.load_state_dict(state["model"])
    return model.eval()


@torch.no_grad()
def places(model: torch.nn.Module, part: Part, most: int) -> tuple[np.ndarray, np.ndarray]:
    """For each undecided decision the boards ranked before the true one (ties count half), and all boards; both
    (decisions,)."""
    before, boards = [], []
    rng = np.random.default_rng(0)
    decisions = part.undecided()
    # Batches of decisions with similar numbers of boards, or most of a batch would be padding.
    decisions = decisions[np.argsort(part.counts[decisions], kind="stable")]
    at = 0
    while at < len(decisions):
        size = int(max(1, min(128, 40_000 // min(part.counts[decisions[min(at + 127, len(decisions) - 1)]], most))))
        batch = part.batch(decisions[at : at + size], most, rng)
        at += size
        table = padded(model(batch), batch, float("inf"))
        less = (table[:, 1:] < table[:, :1]).sum(1) + 0.5 * (table[:, 1:] == table[:, :1]).sum(1)
        before.append(less.numpy())
        boards.append(batch.boards.numpy())
    return np.concatenate(before), np.concatenate(boards)


def figures(before: np.ndarray, boards: np.ndarray) -> dict:
    return {
        "decisions": len(before),
        "top1": float((before < 0.5).mean()),
        "topPercent": {f"{share * 100:g}": float((before < np.ceil(share * boards)).mean()) for share in SHARES},
        "pickDistance": {"median": float(np.median(before)), "mean": float(before.mean()), "far": float((before > 100).mean())},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, required=True, help="folder of 'outpost dataset'")
    parser.add_argument("--part", default="test")
    parser.add_argument("--boards", type=int, default=5000, help="boards of a decision at most")
    parser.add_argument("checkpoints", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    found = {}
    for checkpoint in options.checkpoints:
        state = torch.load(checkpoint, weights_only=True)
        part = Part([options.data], options.part, state["names"])
        part.opponents[:] = 0
        found[str(checkpoint)] = figures(*places(load(state, part.table_rows), part, options.boards))
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
