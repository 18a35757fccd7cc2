"""What onnxruntime computes of a model, which the tests of our own loops compare with.

    python training/expected.py models/siamese.onnx crates/rbc-siamese/tests/shipped.json

Input i of the planes is 37 i modulo 256. For the first, second and last opponent: the observation's embedding; for all of
them: the values of rows, and the embeddings of some boards. Needs numpy and onnxruntime alone.
"""

import json
import pathlib
import sys

import numpy as np
import onnxruntime

PLANES = 69
BOARDS = [[], [1], [5, 700, 1600, 3841], [3850, 3849, 2, 64, 65, 128, 1536, 1537, 3840]]


def write(model: pathlib.Path, expected: pathlib.Path) -> None:
    session = onnxruntime.InferenceSession(model)
    names = json.loads(session.get_modelmeta().custom_metadata_map["opponents"])
    planes = (37 * np.arange(PLANES * 64) % 256).astype(np.float32).reshape(1, PLANES, 8, 8)
    rows = np.zeros((len(BOARDS), max(map(len, BOARDS))), np.int64)
    for board, filled in zip(BOARDS, rows):
        filled[: len(board)] = board
    found = {"opponents": [names[i] for i in (0, 1, -1)], "observations": [], "rows": BOARDS}
    for name in found["opponents"]:
        inputs = {"planes": planes, "opponent": np.array([names.index(name)]), "rows": rows}
        observation, local, boards = session.run(["observation", "local", "board"], inputs)
        found["observations"].append(observation[0].tolist())
    found["local"] = [round(float(value), 6) for value in local[0]]
    found["boards"] = boards.tolist()
    expected.write_text(json.dumps(found) + "\n")


if __name__ == "__main__":
    write(*map(pathlib.Path, sys.argv[1:]))
