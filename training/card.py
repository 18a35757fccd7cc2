"""The card of a model: what it was trained on, how, and how that went."""

import csv
import hashlib
import json
import pathlib
import platform
import sys

import numpy as np
import torch

from data import Part


def data_table(folders: list[pathlib.Path]) -> list[str]:
    """A line for each folder and part: its games, decisions, boards, and the opponents of most decisions."""
    lines = ["| data | part | games | decisions | of more than one board | boards | opponents (decisions) |", "| --- | --- | --- | --- | --- | --- | --- |"]
    for folder in folders:
        for part in ("train", "validation", "test"):
            if not any(folder.glob(f"{part}-*.safetensors")):
                continue
            data = Part([folder], part)
            with open(folder / "games.csv", newline="") as file:
                games = sum(row["part"] == part for row in csv.DictReader(file))
            names, counts = np.unique(data.names.astype(str), return_counts=True)
            order = np.argsort(-counts)
            opponents = ", ".join(f"{names[i] or '(no name)'} {counts[i]:,}" for i in order[:14])
            if len(order) > 14:
                opponents += f" and {len(order) - 14} more"
            numbers = f"{games:,} | {len(data):,} | {len(data.undecided()):,} | {int(data.counts.sum()):,}"
            lines.append(f"| {folder.name} | {part} | {numbers} | {opponents} |")
    return lines


def write(out: pathlib.Path, state: dict, files: list[pathlib.Path]) -> None:
    """Writes `model.md` into `out`, about the files there that `state` was exported to."""
    settings = state["settings"]
    folders = [pathlib.Path(folder) for folder in settings["data"]]
    lines = ["# Model card", "", "Written by `training/train.py`.", "", "| file | bytes | SHA-256 |", "| --- | --- | --- |"]
    for file in files:
        content = file.read_bytes()
        lines.append(f"| {file.name} | {len(content):,} | `{hashlib.sha256(content).hexdigest()}` |")
    weights = sum(value.numel() for value in state["model"].values())
    lines += ["", f"{weights:,} weights. Features of version {state['features'][0]}. Opponents that it knows by name: {', '.join(state['names'][1:])}."]
    lines += ["", "## Data", "", *data_table(folders), ""]
    options = {key: value for key, value in settings.items() if key != "data"}
    lines += ["## Options", "", "`" + " ".join(f"--{key} {value}" for key, value in options.items()) + "`", ""]
    lines += [f"Python {platform.python_version()}, PyTorch {torch.__version__.split('+')[0]}, {platform.machine()}.", ""]
    lines += ["## Epochs", "", "Loss in nats for the loss *listwise*. Of the validation parts, over samples of as many boards as in training, opponent not told.", ""]
    names = [key for key in state["log"][0] if key not in ("epoch", "train_loss")]
    lines.append("| epoch | training loss | " + " | ".join(f"{name}: loss | {name}: top-1" for name in names) + " |")
    lines.append("| --- " * (2 + 2 * len(names)) + "|")
    for entry in state["log"]:
        judged = " | ".join(f"{entry[name]['loss']:.3f} | {100 * entry[name]['top1']:.1f} %" for name in names)
        lines.append(f"| {entry['epoch']} | {entry['train_loss']:.3f} | {judged} |")
    (out / "model.md").write_text("\n".join(lines) + "\n")
