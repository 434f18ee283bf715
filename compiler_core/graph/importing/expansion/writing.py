"""Writes nodes in front of the one that they replace."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from itertools import pairwise

import numpy as np
import onnx_ir as ir

from compiler_core.graph.importing.limits import ImportLimits, hold
from compiler_core.graph.rewriting import Rewriter, name_of


class Room:
    """What a model may still grow by: nodes and elements of constants, over all that is written
    out. A small file can ask for masks of any size."""

    def __init__(self, limits: ImportLimits, model: ir.Model) -> None:
        self.limits = limits
        self._nodes = len(model.graph)
        constants = (value.const_value for value in model.graph.initializers.values())
        self._elements = sum(constant.size for constant in constants if constant is not None)
        self.shared: dict[Hashable, ir.Value] = {}

    def take_node(self, where: str) -> None:
        """Raises ModelTooLarge."""
        self._nodes += 1
        hold(self.limits, "nodes", self._nodes, where)

    def take_elements(self, count: int, where: str) -> None:
        """Raises ModelTooLarge; ask before the array is made."""
        hold(self.limits, "tensor_elements", count, where)
        self._elements += count
        hold(self.limits, "weight_elements", self._elements, where)


class Writing:
    """The nodes that take the place of one node; each says that this node is its source."""

    def __init__(self, rewriter: Rewriter, node: ir.Node, room: Room) -> None:
        self._rewriter = rewriter
        self._room = room
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
        self._room.take_node(self._where)
        made = self._rewriter.node(operator, inputs, (self.node,), attributes, name=name)
        self._rewriter.insert_before(self.node, made)
        self.made.append(name_of(made))
        return made.outputs[0]

    @property
    def _where(self) -> str:
        return f"The node {name_of(self.node)} ({self.node.op_type}), written out"

    def make_room(self, elements: int) -> None:
        """Ask before a large constant is made. Raises ModelTooLarge."""
        self._room.take_elements(elements, self._where)

    def halves(self, value: ir.Value, sizes: Sequence[int], part: str) -> tuple[ir.Value, ...]:
        """The value cut along its last axis into pieces of these sizes."""
        ends = np.cumsum([0, *sizes])
        return tuple(
            self.write(
                "Slice",
                value,
                self.integers([int(first)]),
                self.integers([int(last)]),
                self.integers([-1]),
                part=f"{part}_{at}",
            )
            for at, (first, last) in enumerate(pairwise(ends))
        )

    def reshape(self, value: ir.Value, shape: Sequence[int], part: str) -> ir.Value:
        return self.write("Reshape", value, self.integers(shape), part=part)

    def cast(self, value: ir.Value, kind: ir.DataType, part: str) -> ir.Value:
        return self.write("Cast", value, part=part, to=int(kind))

    def constant(self, array: np.ndarray, what: str) -> ir.Value:
        return self._rewriter.constant(array, f"{name_of(self.node)}_{what}")

    def shared_constant(
        self, key: Hashable, elements: int, values: Callable[[], np.ndarray], what: str
    ) -> ir.Value:
        """A large constant that all nodes with this key read. Raises ModelTooLarge before it is
        made."""
        shared = self._room.shared
        if key not in shared:
            self.make_room(elements)
            shared[key] = self.constant(values(), what)
        return shared[key]

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
