"""Writes nodes in front of the one that they replace."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import onnx_ir as ir

from compiler_core.graph.rewriting import Rewriter, name_of


class Writing:
    """The nodes that take the place of one node; each says that this node is its source."""

    def __init__(self, rewriter: Rewriter, node: ir.Node) -> None:
        self._rewriter = rewriter
        self.node = node
        self.made: list[str] = []

    def write(
        self,
        operator: str,
        *inputs: ir.Value,
        part: str,
        **attributes: int | float | str | Sequence[int],
    ) -> ir.Value:
        """One node with one result. part: what it is for, the end of its name."""
        name = f"{name_of(self.node)}_{part}"
        made = self._rewriter.node(operator, inputs, (self.node,), attributes, name=name)
        self._rewriter.insert_before(self.node, made)
        self.made.append(name_of(made))
        return made.outputs[0]

    def halves(self, value: ir.Value, sizes: Sequence[int], part: str) -> tuple[ir.Value, ...]:
        """The value cut along its last axis into pieces of these sizes."""
        ends = np.cumsum([0, *sizes])
        return tuple(
            self.write("Slice", value, self.integers([int(first)]), self.integers([int(last)]),
                       self.integers([-1]), part=f"{part}_{at}")
            for at, (first, last) in enumerate(pairwise(ends))
        )  # fmt: skip

    def reshape(self, value: ir.Value, shape: Sequence[int], part: str) -> ir.Value:
        return self.write("Reshape", value, self.integers(shape), part=part)

    def cast(self, value: ir.Value, kind: ir.DataType, part: str) -> ir.Value:
        return self.write("Cast", value, part=part, to=int(kind))

    def constant(self, array: np.ndarray, what: str) -> ir.Value:
        return self._rewriter.constant(array, f"{name_of(self.node)}_{what}")

    def integers(self, numbers: Sequence[int]) -> ir.Value:
        return self.constant(np.array(numbers, np.int64), "sizes")

    def scalar(self, number: float, kind: ir.DataType, what: str) -> ir.Value:
        return self.constant(np.array(number, kind.numpy()), what)

    def give(self, results: Sequence[ir.Value | None]) -> None:
        """The results take the names and readers of the node's outputs, and the node goes."""
        for given, now in zip(self.node.outputs, results, strict=False):
            if now is not None and (given.name or given.uses()):
                self._hand_over(given, now)
        self._rewriter.graph.remove(self.node, safe=True)

    def _hand_over(self, given: ir.Value, now: ir.Value) -> None:
        """A value that is an input, or given twice, is copied: an output is one of its own."""
        if now.producer() is None or now.is_graph_output():
            now = self.write("Identity", now, part="copy")
        if given.is_graph_output():
            name = given.name
            given.name, now.name = self._rewriter.free_name(f"{name}_before"), name
        now.type, now.shape = given.type, given.shape
        ir.convenience.replace_all_uses_with(given, now, replace_graph_outputs=True)
