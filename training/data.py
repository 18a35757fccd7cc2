"""Reads the output of `outpost dataset` (docs/siamese-data.md describes the files)."""

import dataclasses
import json
import pathlib

import numpy as np
import torch
from safetensors import safe_open

FORMAT = 1
# Rows of pieces on squares, and of castling rights, as in `BoardFeatures`.
CASTLING = 3841


def mirror_rows(rows: int) -> np.ndarray:
    """For each row of the table the row of its mirror image, left to right, (rows,)."""
    mirrored = np.arange(rows)
    # From row 1 on, 64 squares each; the lowest three bits are the file.
    mirrored[1:CASTLING] = ((mirrored[1:CASTLING] - 1) ^ 7) + 1
    mirrored[CASTLING : CASTLING + 2] = mirrored[CASTLING : CASTLING + 2][::-1]
    mirrored[CASTLING + 2 :] = mirrored[CASTLING + 2 :][::-1]
    return mirrored


@dataclasses.dataclass
class Batch:
    """Decisions with some boards of each, the true one first.

    `planes` (decisions, planes, 8, 8) of 0 to 255, `opponents` (decisions,) as indices into the vocabulary (0 is
    unknown), `rows` and `offsets` as torch's EmbeddingBag takes them, `boards` how many boards each decision
    has here, and `log_shares` (decisions,) the logarithm of the number of other boards that each other board
    of the sample stands for.
    """

    planes: torch.Tensor
    opponents: torch.Tensor
    rows: torch.Tensor
    offsets: torch.Tensor
    boards: torch.Tensor
    log_shares: torch.Tensor

    def mirror(self, mirrored: torch.Tensor) -> None:
        """Mirrors left to right; `mirrored` comes from `mirror_rows`."""
        self.planes = self.planes.flip(3)
        self.rows = mirrored[self.rows]


class Part:
    """The decisions of all files whose names begin with a part's name, in the given folders."""

    def __init__(self, folders: list[pathlib.Path], part: str, vocabulary: list[str] | None = None):
        files = [file for folder in folders for file in sorted(folder.glob(f"{part}-*.safetensors"))]
        if not files:
            raise SystemExit(f"no {part}-*.safetensors in {', '.join(map(str, folders))}")
        tensors = {}
        names = []
        sources = []
        rows = boards = 0
        self.features = self.planes_count = self.table_rows = None
        for file in files:
            with safe_open(file, "numpy") as opened:
                meta = json.loads(opened.metadata()["outpost"])
                if meta["format"] != FORMAT:
                    raise SystemExit(f"{file}: format {meta['format']}, this program reads {FORMAT}")
                features = (meta["features"], meta["rows"])
                if self.features not in (None, features):
                    raise SystemExit(f"{file}: other features than the files before it")
                self.features = features
                known = meta["opponents"]
                for key in opened.keys():
                    value = opened.get_tensor(key)
                    if key == "row_ends":
                        value = value.astype(np.int64) + rows
                    elif key == "board_ends":
                        value = value.astype(np.int64) + boards
                    elif key == "opponent":
                        value = np.array([known[i] for i in value], dtype=object)
                    tensors.setdefault(key, []).append(value)
            rows += len(tensors["rows"][-1])
            boards += len(tensors["row_ends"][-1])
            sources.append(np.full(len(tensors["board_ends"][-1]), folders.index(file.parent)))
        self.tensors = {key: np.concatenate(tensors.pop(key)) for key in list(tensors)}
        self.table_rows = self.features[1]
        # The folder that each decision is from.
        self.sources = np.concatenate(sources)
        names = self.tensors.pop("opponent")
        self.names = names
        if vocabulary is not None:
            self.set_vocabulary(vocabulary)
        self.row_starts = np.concatenate([[0], self.tensors["row_ends"][:-1]])
        self.board_starts = np.concatenate([[0], self.tensors["board_ends"][:-1]])
        self.counts = self.tensors["board_ends"] - self.board_starts

    def __len__(self) -> int:
        return len(self.counts)

    def set_vocabulary(self, vocabulary: list[str]) -> None:
        index = {name: i for i, name in enumerate(vocabulary)}
        self.opponents = np.array([index.get(name, 0) for name in self.names], dtype=np.int64)

    def undecided(self) -> np.ndarray:
        """The decisions with more than one board: the others teach nothing."""
        return np.flatnonzero(self.counts > 1)

    def draw(self, most: int | None, rng: np.random.Generator) -> np.ndarray:
        """The undecided decisions in random order, at most `most` of each folder."""
        undecided = self.undecided()
        if most is not None:
            of_folders = (undecided[self.sources[undecided] == folder] for folder in np.unique(self.sources))
            undecided = np.concatenate([rng.permutation(decisions)[:most] for decisions in of_folders])
        return rng.permutation(undecided)

    def batch(self, decisions: np.ndarray, boards: int, rng: np.random.Generator, own: slice = slice(None)) -> Batch:
        """Some decisions with at most `boards` boards each, drawn at random. With `own` it has only those of them, as they
        are drawn for all."""
        chosen = []
        for start, count in zip(self.board_starts[decisions], self.counts[decisions]):
            if count <= boards:
                chosen.append(np.arange(start, start + count))
            else:
                others = rng.choice(count - 1, boards - 1, replace=False, shuffle=False) + 1
                chosen.append(start + np.concatenate([[0], others]))
        chosen, decisions = chosen[own], decisions[own]
        counts = np.array([len(c) for c in chosen])
        chosen = np.concatenate(chosen)
        starts = self.row_starts[chosen]
        lengths = self.tensors["row_ends"][chosen] - starts
        offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        at = np.arange(lengths.sum()) + np.repeat(starts - offsets, lengths)
        sizes = np.maximum(self.tensors["set_size"][decisions], self.counts[decisions])
        shares = np.log(np.maximum(sizes - 1, 1)) - np.log(np.maximum(counts - 1, 1))
        return Batch(
            planes=torch.from_numpy(self.tensors["planes"][decisions]),
            opponents=torch.from_numpy(self.opponents[decisions]),
            rows=torch.from_numpy(self.tensors["rows"][at].astype(np.int64)),
            offsets=torch.from_numpy(offsets),
            boards=torch.from_numpy(counts),
            log_shares=torch.from_numpy(shares.astype(np.float32)),
        )
