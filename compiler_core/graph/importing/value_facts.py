"""What inference knows of values, and what a rule asks of a node."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import NoReturn

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.errors import InferenceRefused

Shape = tuple[int, ...]


class ShapeUnknown(Exception):
    """The shape depends on data, or on a value of unknown shape; caught by the engine."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Element type and shape of a value, and its elements if they are a known small constant."""

    element_type: ir.DataType
    shape: Shape
    value: np.ndarray | None = None

    @property
    def elements(self) -> int:
        return prod(self.shape)

    @property
    def rank(self) -> int:
        return len(self.shape)


@dataclass(frozen=True, slots=True)
class NodeFacts:
    """A node with what is known of its inputs; None: left out or unknown.

    version: of the standard operator set.
    """

    node: ir.Node
    version: int
    inputs: tuple[Fact | None, ...]

    def input(self, index: int) -> Fact:
        """Raises ShapeUnknown for an unknown one, InferenceRefused for one that is left out."""
        if not self.has(index):
            self.refuse(f"its input {index + 1} is missing")
        fact = self.inputs[index]
        if fact is None:
            raise ShapeUnknown
        return fact

    def has(self, index: int) -> bool:
        return index < len(self.node.inputs) and self.node.inputs[index] is not None

    def constant(self, index: int) -> np.ndarray:
        """The elements of an input. Raises ShapeUnknown if they are not known."""
        array = self.input(index).value
        if array is None:
            raise ShapeUnknown
        return array

    def constant_integers(self, index: int) -> Shape:
        """The elements of an input as Python integers."""
        return tuple(int(number) for number in self.constant(index).reshape(-1))

    def integer(self, name: str, default: int) -> int:
        attribute = self.node.attributes.get(name)
        return default if attribute is None else int(attribute.as_int())

    def integers(self, name: str, default: Shape = ()) -> Shape:
        attribute = self.node.attributes.get(name)
        return (
            default if attribute is None else tuple(int(number) for number in attribute.as_ints())
        )

    def text(self, name: str, default: str) -> str:
        attribute = self.node.attributes.get(name)
        return default if attribute is None else attribute.as_string()

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of words; empty where the node has none."""
        attribute = self.node.attributes.get(name)
        return () if attribute is None else tuple(str(string) for string in attribute.as_strings())

    def axis(self, axis: int, rank: int) -> int:
        """A possibly negative axis as one from 0 to rank - 1."""
        if not -rank <= axis < rank:
            self.refuse(f"axis {axis} does not exist in {rank} axes")
        return axis % rank

    def axes(self, axes: Shape, rank: int) -> Shape:
        resolved = tuple(self.axis(axis, rank) for axis in axes)
        if len(set(resolved)) != len(resolved):
            self.refuse("it names an axis twice")
        return resolved

    def require(self, condition: bool, words: str) -> None:
        if not condition:
            self.refuse(words)

    def refuse(self, words: str) -> NoReturn:
        shapes = ", ".join(
            "×".join(map(str, fact.shape)) or "scalar" if fact else "?" for fact in self.inputs
        )
        raise InferenceRefused(
            f"The node {self.node.name} ({self.node.op_type} of {shapes}): {words}."
        )


Rule = Callable[[NodeFacts], tuple[Fact, ...]]


def broadcast(node: NodeFacts, *shapes: Shape) -> Shape:
    """ONNX's multidirectional broadcasting: sizes are equal or 1, from the last axis on."""
    rank = max(map(len, shapes))
    padded = [(1,) * (rank - len(shape)) + shape for shape in shapes]
    result = []
    for sizes in zip(*padded, strict=True):
        different = set(sizes) - {1}
        if len(different) > 1:
            node.refuse(f"sizes {sorted(different)} do not broadcast")
        result.append(different.pop() if different else 1)
    return tuple(result)
