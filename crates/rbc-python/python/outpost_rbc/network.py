"""The network that tells how likely boards are."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from importlib.resources import files
from os import PathLike
from pathlib import Path
from typing import Optional, Union

from . import _native
from ._native import NetworkError


class Network:
    """A Siamese network after Bertram, Fürnkranz and Müller (2023, 2024): the nearer a board's embedding is to that of
    what its player was told, the more likely the board.

    ``InformationSet.weigh`` uses it, and the agents that want one.
    """

    __slots__ = ("_native",)

    def __init__(self, file: Union[str, "PathLike[str]", bytes], *, sha256: Optional[str] = None) -> None:
        """Loads a model file, by its path or its bytes. Raises ``NetworkError`` when it is none, ``OSError`` when it
        cannot be read.

        The format has no checksum: a file whose weights were damaged loads, and weighs badly. With ``sha256``, the hash
        in the file's model card, another file is a ``NetworkError``.
        """
        data = file if isinstance(file, bytes) else Path(file).read_bytes()
        if sha256 is not None and (found := hashlib.sha256(data).hexdigest()) != _hash(sha256):
            raise NetworkError(f"the file has the SHA-256 hash {found}, not {sha256}: it is damaged, or another one")
        self._native = _native.Network(data)

    @staticmethod
    @lru_cache(maxsize=1)
    def shipped() -> "Network":
        """Returns the network that comes with this package, loaded once."""
        return Network(files("outpost_rbc").joinpath("siamese.onnx").read_bytes())

    @property
    def opponents(self) -> list[str]:
        """The opponents that it has learnt to tell apart, by name."""
        return self._native.opponents

    def __repr__(self) -> str:
        return f"<Network that knows {len(self.opponents)} opponents>"


def _hash(text: str) -> str:
    """A hash as ``hashlib`` writes it."""
    if not isinstance(text, str) or not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise ValueError(f"sha256 must be a hash of 64 hexadecimal digits, not {text!r}")
    return text.lower()
