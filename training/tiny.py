"""Makes the model for tests: the exporter's form, random weights, some 45 kB.

    python training/tiny.py crates/rbc-siamese/tests/tiny.onnx

With it comes what onnxruntime computes of some inputs, in a file of the same name that ends in .json. Input i of the
planes is 37 i modulo 256.
"""

import json
import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
import torch

from export import FORMAT, build
from model import PLANES, Siamese

ROWS = 3851
NAMES = ["", "attacker", "trout"]
BOARDS = [[], [1], [5, 700, 1600, 3841], [3850, 3849, 2, 64, 65, 128, 1536, 1537, 3840]]


def main() -> None:
    path = pathlib.Path(sys.argv[1])
    random = np.random.default_rng(20240601)
    model = Siamese(ROWS, len(NAMES), size=8, channels=4, blocks=1, hidden=4)
    weights = {}
    for name, value in model.state_dict().items():
        fan = max(1, value.numel() // value.shape[0]) if "table" not in name else 16
        weights[name] = torch.from_numpy(random.normal(0, 1.5 / fan**0.5, value.shape).astype(np.float32))
    weights["board.table.weight"][0] = 0
    metadata = {"outpost-siamese": FORMAT, "features": "1", "opponents": json.dumps(NAMES)}
    onnx.save(build(weights, True, metadata), path)
    print(f"{path}: {path.stat().st_size} bytes")

    session = onnxruntime.InferenceSession(path)
    planes = (37 * np.arange(PLANES * 64) % 256).astype(np.float32).reshape(1, PLANES, 8, 8)
    rows = np.zeros((len(BOARDS), max(map(len, BOARDS))), np.int64)
    for board, filled in zip(BOARDS, rows):
        filled[: len(board)] = board
    observations, locals_ = [], []
    for opponent in range(len(NAMES)):
        inputs = {"planes": planes, "opponent": np.array([opponent]), "rows": rows}
        observation, local, boards = session.run(["observation", "local", "board"], inputs)
        observations.append(observation[0].tolist())
        locals_.append([round(float(value), 6) for value in local[0]])
    found = {"rows": BOARDS, "observations": observations, "locals": locals_, "boards": boards.tolist()}
    path.with_suffix(".json").write_text(json.dumps(found) + "\n")


main()
