"""The card of a model: its data, options and results."""

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
    lines = ["| data | part | games | decisions | with more than one board | boards | opponents (decisions) |", "| --- | --- | --- | --- | --- | --- | --- |"]
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


def write(out: pathlib.Path, states: list[dict], files: list[pathlib.Path]) -> None:
    """Writes `model.md` into `out`, about the files there to which `states` were exported."""
    state = states[0]
    settings = state["settings"]
    folders = [pathlib.Path(folder) for folder in settings["data"]]
    lines = ["# Model card", "", "Written by `training/train.py`.", "", "| file | bytes | SHA-256 |", "| --- | --- | --- |"]
    for file in files:
        content = file.read_bytes()
        lines.append(f"| {file.name} | {len(content):,} | `{hashlib.sha256(content).hexdigest()}` |")
    weights = sum(value.numel() for member in states for value in member["model"].values())
    lines += ["", f"{len(states)} networks in one, {weights:,} weights. Features of version {state['features'][0]}. Opponents known by name: {', '.join(state['names'][1:])}."]
    lines += ["", "## Data", "", *data_table(folders), ""]
    lines += ["## Options", ""]
    for stage in [*(stage["settings"] for stage in state.get("before", [])), settings]:
        options = {key: value for key, value in stage.items() if key != "data"}
        of = ", ".join(pathlib.Path(folder).name for folder in stage["data"])
        lines += ["`" + " ".join(f"--{key} {value}" for key, value in options.items()) + f"`, on {of}", ""]
    lines += [f"Python {platform.python_version()}, PyTorch {torch.__version__.split('+')[0]}, {platform.machine()}.", ""]
    lines += ["## Epochs", "", "Loss in nats for the loss *listwise*. On the validation parts, over samples of as many boards as in training, opponent unknown.", ""]
    for stage in range(len(state.get("before", [])) + 1):
        lines += [*epochs([[*(before["log"] for before in member.get("before", [])), member["log"]][stage] for member in states], states), ""]
    (out / "model.md").write_text("\n".join(lines))


def epochs(logs: list[list[dict]], states: list[dict]) -> list[str]:
    """A line for each epoch of each member."""
    names = [key for key in logs[0][0] if key not in ("epoch", "train_loss")]
    lines = []
    lines.append("| seed | epoch | training loss | " + " | ".join(f"{name}: loss | {name}: top-1" for name in names) + " |")
    lines.append("| --- " * (3 + 2 * len(names)) + "|")
    for member, entry in ((member, entry) for member, log in zip(states, logs) for entry in log):
        judged = " | ".join(f"{entry[name]['loss']:.3f} | {100 * entry[name]['top1']:.1f} %" for name in names)
        lines.append(f"| {member['settings']['seed']} | {entry['epoch']} | {entry['train_loss']:.3f} | {judged} |")
    return lines
