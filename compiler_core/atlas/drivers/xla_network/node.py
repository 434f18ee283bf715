"""A node of a network as its operator sees it: arrays, those that are known, attributes."""

from __future__ import annotations

from typing import Any

import numpy as np

TYPES = {
    1: "float32", 2: "uint8", 3: "int8", 4: "uint16", 5: "int16", 6: "int32", 7: "int64",
    9: "bool", 10: "float16", 11: "float64", 12: "uint32", 13: "uint64",
}  # fmt: skip
"""Numbers of element types in `onnx.proto3`."""


class Unmapped(Exception):
    """A form of an operator that is not mapped to jax."""


class Node:
    """A node with the arrays that it reads, None for one that is left out, and those of them that
    are known before it runs."""

    def __init__(self, node: dict[str, Any], values: dict[str, Any], known: dict[str, np.ndarray]):
        self.reads = [values[name] if name else None for name in node["reads"]]
        self._known = [known.get(name) for name in node["reads"]]
        self._attributes = node["attributes"]
        self.writes = sum(bool(name) for name in node["writes"])
        self.all_writes = len(node["writes"])

    def __getitem__(self, at: int) -> Any:
        return self.reads[at]

    def has(self, at: int) -> bool:
        return at < len(self.reads) and self.reads[at] is not None

    def attribute(self, name: str, usual: Any) -> Any:
        given = self._attributes.get(name)
        return usual if given is None else given

    def known(self, at: int, usual: Any = None) -> Any:
        """Of an input its numbers."""
        if not self.has(at):
            return usual
        numbers = self._known[at]
        if numbers is None:
            raise Unmapped(f"its input {at + 1} is known only during a run")
        return numbers.tolist()

    def listed(self, name: str, at: int) -> list[int] | None:
        """An attribute that became an input."""
        return self.attribute(name, None) or self.known(at)
