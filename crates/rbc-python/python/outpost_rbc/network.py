"""The network that tells how likely boards are."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Union

from . import _native


class Network:
    """A Siamese network after Bertram, Fürnkranz and Müller (2023, 2024): the nearer a board's embedding is to that of
    what its player was told, the more likely the board.

    ``InformationSet.weigh`` uses it, and the agents that want one.
    """

    __slots__ = ("_native",)

    def __init__(self, file: Union[str, "PathLike[str]", bytes]) -> None:
        """Loads a model file, by its path or its bytes. Raises ``NetworkError`` when it is none, ``OSError`` when it
        cannot be read."""
        data = file if isinstance(file, bytes) else Path(file).read_bytes()
        self._native = _native.Network(data)

    @staticmethod
    @lru_cache(maxsize=1)
    def shipped() -> "Network":
        """Returns the network that comes with this package, loaded once."""
        return Network(files(__package__).joinpath("siamese.onnx").read_bytes())

    @property
    def opponents(self) -> list[str]:
        """The opponents that it has learnt to tell apart, by name."""
        return self._native.opponents

    def __repr__(self) -> str:
        return f"<Network that knows {len(self.opponents)} opponents>"
