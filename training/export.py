"""Makes the model file of a checkpoint: ONNX with int8 weights. `train.py` does it too, at its end.

    python training/export.py run/checkpoint-1.pt run/checkpoint-2.pt models/siamese.onnx

Several checkpoints are joined to one network, whose distances are the mean of theirs. Weights are int8 with a scale for each output (each column of the table), which `DequantizeLinear` makes float again
when the model is loaded: a quarter of the size, the same speed. Biases stay float. With --float all stay float.

Inputs: planes (1, 69, 8, 8) of 0 to 255; opponent (1,), an index into the metadata's opponents, 0 for nobody known; rows
(boards, rows of each, filled up with 0). Outputs: observation (1, size), local (1, 3840), what each row of a piece on a
square counts for by itself, and board (boards, size). The board tower's first layer is the sum of the table's rows, called `sum`; who can add them faster hands in `sum`.
"""

import argparse
import json
import pathlib

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from model import KINDS

FORMAT = "1"


class Graph:
    """Nodes and weights, gathered in order."""

    def __init__(self, quantize: bool):
        self.quantize = quantize
        self.nodes: list[onnx.NodeProto] = []
        self.weights: list[onnx.TensorProto] = []

    def add(self, op: str, inputs: list[str], output: str, **attributes) -> str:
        self.nodes.append(helper.make_node(op, inputs, [output], name=output, **attributes))
        return output

    def constant(self, name: str, value: np.ndarray) -> str:
        self.weights.append(numpy_helper.from_array(value, name))
        return name

    def weight(self, name: str, value: torch.Tensor, axis: int = 0) -> str:
        """A weight, quantized with a scale for each index along `axis`."""
        array = value.numpy().astype(np.float32)
        if not self.quantize:
            return self.constant(name, array)
        others = tuple(i for i in range(array.ndim) if i != axis)
        scale = np.maximum(np.abs(array).max(others), 1e-8).astype(np.float32) / 127
        shape = [-1 if i == axis else 1 for i in range(array.ndim)]
        small = np.round(array / scale.reshape(shape)).clip(-127, 127).astype(np.int8)
        zero = np.zeros(len(scale), np.int8)
        inputs = [self.constant(f"{name}.int8", small), self.constant(f"{name}.scale", scale), self.constant(f"{name}.zero", zero)]
        return self.add("DequantizeLinear", inputs, name, axis=axis)

    def bias(self, name: str, value: torch.Tensor) -> str:
        return self.constant(name, value.numpy().astype(np.float32))

    def convolution(self, weights: dict, name: str, x: str) -> str:
        kernel = weights[f"{name}.weight"]
        padding = kernel.shape[-1] // 2
        inputs = [x, self.weight(f"{name}.weight", kernel), self.bias(f"{name}.bias", weights[f"{name}.bias"])]
        return self.add("Conv", inputs, f"{name}.out", pads=[padding] * 4, kernel_shape=list(kernel.shape[-2:]))

    def dense(self, weights: dict, name: str, x: str, output: str) -> str:
        inputs = [x, self.weight(f"{name}.weight", weights[f"{name}.weight"]), self.bias(f"{name}.bias", weights[f"{name}.bias"])]
        return self.add("Gemm", inputs, output, transB=1)

    def relu(self, x: str) -> str:
        return self.add("Relu", [x], f"{x}.relu")


def build(weights: dict[str, torch.Tensor], quantize: bool, metadata: dict[str, str]) -> onnx.ModelProto:
    g = Graph(quantize)
    x = g.add("Mul", ["planes", g.constant("unit", np.float32(1 / 255))], "planes.unit")
    x = g.relu(g.convolution(weights, "observation.first", x))
    block = 0
    while f"observation.blocks.{block}.first.weight" in weights:
        name = f"observation.blocks.{block}"
        y = g.relu(g.convolution(weights, f"{name}.first", x))
        y = g.convolution(weights, f"{name}.second", y)
        x = g.relu(g.add("Add", [x, y], f"{name}.out"))
        block += 1
    kinds = g.add("Flatten", [g.convolution(weights, "observation.kinds", x)], "observation.kinds.flat", axis=1)
    g.add("Add", [kinds, g.bias("observation.places", weights["observation.places"])], "local")
    x = g.relu(g.convolution(weights, "observation.squeeze", x))
    x = g.add("Flatten", [x], "observation.flat", axis=1)
    x = g.dense(weights, "observation.hidden", x, "observation.hidden.out")
    known = g.add("Gather", [g.weight("observation.opponent.weight", weights["observation.opponent.weight"], 1), "opponent"], "observation.opponent.out", axis=0)
    x = g.relu(g.add("Add", [x, known], "observation.informed"))
    g.dense(weights, "observation.last", x, "observation")

    table = g.weight("board.table.weight", weights["board.table.weight"], 1)
    picked = g.add("Gather", [table, "rows"], "board.picked", axis=0)
    g.add("ReduceSum", [picked, g.constant("board.axes", np.array([1], np.int64))], "sum", keepdims=0)
    x = g.add("Add", ["sum", g.bias("board.bias", weights["board.bias"])], "board.hidden")
    g.dense(weights, "board.last", g.relu(x), "board")

    planes = weights["observation.first.weight"].shape[1]
    size = weights["board.last.weight"].shape[0]
    graph = helper.make_graph(
        g.nodes,
        "siamese",
        [
            helper.make_tensor_value_info("planes", TensorProto.FLOAT, [1, planes, 8, 8]),
            helper.make_tensor_value_info("opponent", TensorProto.INT64, [1]),
            helper.make_tensor_value_info("rows", TensorProto.INT64, ["boards", "slots"]),
        ],
        [
            helper.make_tensor_value_info("observation", TensorProto.FLOAT, [1, size]),
            helper.make_tensor_value_info("local", TensorProto.FLOAT, [1, KINDS * 64]),
            helper.make_tensor_value_info("board", TensorProto.FLOAT, ["boards", size]),
        ],
        g.weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9, producer_name="outpost")
    helper.set_model_props(model, metadata)
    onnx.checker.check_model(model, full_check=True)
    return model


def diagonal(matrices: list[torch.Tensor]) -> torch.Tensor:
    """Concatenates the (outputs, inputs, ...) of all networks, with 0 for the inputs of others."""
    outputs, inputs = (sum(m.shape[i] for m in matrices) for i in (0, 1))
    joined = torch.zeros(outputs, inputs, *matrices[0].shape[2:])
    row = column = 0
    for m in matrices:
        joined[row : row + m.shape[0], column : column + m.shape[1]] = m
        row, column = row + m.shape[0], column + m.shape[1]
    return joined


def joined(networks: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """The weights of one network, with the layers of `networks` side by side, whose distances are the mean of theirs."""
    share = 1 / len(networks)
    weights = {}
    for name in networks[0]:
        parts = [network[name] for network in networks]
        if name == "observation.kinds.weight":
            # They add up to one value a row.
            weights[name] = torch.cat([share * part for part in parts], 1)
        elif name in ("observation.kinds.bias", "observation.places"):
            weights[name] = share * sum(parts)
        elif name in ("observation.last.weight", "board.last.weight"):
            # Squared distances add up.
            weights[name] = diagonal([share**0.5 * part for part in parts])
        elif name in ("observation.last.bias", "board.last.bias"):
            weights[name] = torch.cat([share**0.5 * part for part in parts])
        elif name in ("board.table.weight", "observation.opponent.weight"):
            weights[name] = torch.cat(parts, 1)
        elif name.endswith("bias") or name == "observation.first.weight":
            weights[name] = torch.cat(parts)
        else:
            weights[name] = diagonal(parts)
    return weights


def export(states: list[dict], path: pathlib.Path, quantize: bool = True) -> None:
    """Writes the model file of one or several checkpoints."""
    state = states[0]
    for other in states[1:]:
        if any(other[key] != state[key] for key in ("features", "names")):
            raise SystemExit("these checkpoints are not of the same data")
    metadata = {
        "outpost-siamese": FORMAT,
        "features": str(state["features"][0]),
        "opponents": json.dumps(state["names"]),
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    onnx.save(build(joined([state["model"] for state in states]), quantize, metadata), path)
    print(f"{path}: {path.stat().st_size} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint", nargs="+", type=pathlib.Path)
    parser.add_argument("model", type=pathlib.Path)
    parser.add_argument("--float", action="store_true", help="leave all weights float")
    options = parser.parse_args()
    export([torch.load(checkpoint, weights_only=True) for checkpoint in options.checkpoint], options.model, not options.float)


if __name__ == "__main__":
    main()
