"""Makes the model for tests: the exporter's form, random weights, some 45 kB.

    python training/tiny.py crates/rbc-siamese/tests/tiny.onnx

With it comes what onnxruntime computes of it (`expected.py`), in a file of the same name that ends in .json.
"""

import json
import pathlib
import sys

import numpy as np
import onnx
import torch

from expected import write
from export import FORMAT, build
from model import Siamese

ROWS = 3851
NAMES = ["", "attacker", "trout"]


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

    write(path, path.with_suffix(".json"))


main()
