"""What passes do to a graph: new constants and nodes with free names, and nodes taken out.

A node that goes away leaves its sources to the node that takes over what it computed, and a change
that names both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np
import onnx_ir as ir

from compiler_core.graph.free_names import FreeNames
from compiler_core.graph.pass_base import PassResult
from compiler_core.graph.provenance import inherit_sources
from compiler_core.trace import Change, ChangeKind

Attributes = Mapping[str, int | float | str | Sequence[int]]


class Rewriter:
    """A model while one pass changes it, and the changes so far."""

    def __init__(self, model: ir.Model) -> None:
        self.model = model
        self.graph = model.graph
        self.changes: list[Change] = []
        self._names = FreeNames(self.graph)

    @property
    def result(self) -> PassResult:
        return PassResult(_followed(self.changes, {name_of(node) for node in self.graph}))

    def free_name(self, wanted: str) -> str:
        """The wanted name, with a number if it is taken."""
        return self._names.free(wanted)

    def constant(self, array: np.ndarray, like: str) -> ir.Value:
        """A new constant of the graph."""
        name = self.free_name(like)
        value = ir.Value(name=name, const_value=ir.Tensor(array, name=name))
        value.shape, value.dtype = ir.Shape(array.shape), ir.DataType.from_numpy(array.dtype)
        self.graph.register_initializer(value)
        return value

    def node(
        self,
        operator: str,
        inputs: Sequence[ir.Value | None],
        origins: Sequence[ir.Node],
        attributes: Attributes | None = None,
        name: str = "",
        domain: str = "",
    ) -> ir.Node:
        """A new node with one output, not yet in the graph, with the sources of its origins."""
        name = self.free_name(name or f"{origins[0].name}_{operator.lower()}")
        output = ir.Value(name=self.free_name(f"{name}_out"))
        made = ir.Node(
            domain,
            operator,
            inputs,
            ir.convenience.convert_attributes(dict(attributes or {})),
            outputs=[output],
            name=name,
        )
        inherit_sources(made, *origins)
        return made

    def insert_before(self, anchor: ir.Node, *nodes: ir.Node) -> None:
        self.graph.insert_before(anchor, nodes)

    def take_over(self, old: ir.Node, new: ir.Node) -> None:
        """The new node, already inserted, gives what the old one gave, under the same name."""
        for given, now in zip(old.outputs, new.outputs, strict=True):
            now.shape, now.type = given.shape, given.type
            if given.name:
                self._move_uses(given, now)
        self.graph.remove(old, safe=True)

    def put_behind(self, node: ir.Node, behind: ir.Node) -> None:
        """A new node of one input stands between the node's output and its readers.

        The new node gives the value under the old name, with the old shape for readers; the node's
        own output gets another name.
        """
        given, now = node.outputs[0], behind.outputs[0]
        self.graph.insert_after(node, behind)
        self._move_uses(given, now)
        now.type = given.type
        behind.replace_input_with(0, given)

    def exchange_output(self, given: ir.Value, now: ir.Value) -> None:
        """The model gives another value under the same name."""
        name = given.name
        given.name = self.free_name(f"{name}_before")
        now.name = name
        outputs = self.graph.outputs
        for index, value in enumerate(outputs):
            if value is given:
                outputs[index] = now

    def can_bypass(self, node: ir.Node, value: ir.Value) -> bool:
        """An output of the model must stay one of its own, made by a node."""
        if not node.outputs[0].is_graph_output():
            return True
        return value.producer() is not None and not value.is_graph_output()

    def bypass(self, node: ir.Node, value: ir.Value) -> None:
        """Readers of the node's output read the value instead; the node goes.

        Its sources go to the maker of the value, or to the readers of an input of the model.
        """
        maker = value.producer()
        for heir in (maker,) if maker is not None else _readers(node):
            inherit_sources(heir, heir, node)
        if node.outputs[0].is_graph_output():
            self._move_uses(node.outputs[0], value)
        else:
            ir.convenience.replace_all_uses_with(node.outputs[0], value)
        self.graph.remove(node, safe=True)

    def hand_to_reader(self, node: ir.Node, value: ir.Value, reader: ir.Node) -> None:
        """As bypass; what the node computed is now computed by its reader."""
        inherit_sources(reader, reader, node)
        ir.convenience.replace_all_uses_with(node.outputs[0], value)
        self.graph.remove(node, safe=True)

    def _move_uses(self, given: ir.Value, now: ir.Value) -> None:
        name = given.name
        given.name = self.free_name(f"{name}_before")
        now.name = name
        ir.convenience.replace_all_uses_with(given, now, replace_graph_outputs=True)

    def change(
        self,
        kind: ChangeKind,
        subject: str,
        reason: str,
        before: Iterable[str],
        after: Iterable[str] = (),
    ) -> None:
        self.changes.append(Change(kind, subject, reason, tuple(before), tuple(after)))

    def refuse(self, node: ir.Node, reason: str) -> None:
        name = node.name or ""
        self.changes.append(Change("refused", name, reason, (name,), (name,)))


def _readers(node: ir.Node) -> tuple[ir.Node, ...]:
    return tuple(dict.fromkeys(use.node for use in node.outputs[0].uses()))


def _followed(changes: list[Change], left: set[str]) -> tuple[Change, ...]:
    """Nodes that a later change of the same pass took away give way to what that change left."""
    where: dict[str, tuple[str, ...]] = {}
    updated: list[Change] = []
    for change in reversed(changes):
        after = tuple(
            dict.fromkeys(
                last
                for name in change.after
                for last in ((name,) if name in left else where.get(name, ()))
            )
        )
        where |= {name: after for name in change.before if name not in left}
        updated.append(replace(change, after=after))
    return tuple(reversed(updated))


def name_of(node: ir.Node | None) -> str:
    return (node.name or "") if node is not None else ""


def constant(value: ir.Value | None) -> np.ndarray | None:
    """The array of an initializer or a Constant node, or None for a missing or computed value."""
    tensor = None if value is None else ir.convenience.get_const_tensor(value)
    return None if tensor is None else tensor.numpy()


def input_of(node: ir.Node, index: int) -> ir.Value | None:
    """An input, or None when the node leaves it out."""
    return node.inputs[index] if index < len(node.inputs) else None


def array_of(value: ir.Value | None) -> np.ndarray | None:
    """The elements of a constant; None for anything else."""
    if value is None or value.const_value is None:
        return None
    return value.const_value.numpy()


def sizes_of(value: ir.Value | None) -> tuple[int, ...] | None:
    """The static shape of a value; None if it is not known."""
    if value is None or value.shape is None:
        return None
    # Asked for every node by many rules: the library's own tests of each axis would take longer.
    sizes = tuple(size for size in value.shape.dims if isinstance(size, int))
    return sizes if len(sizes) == len(value.shape.dims) else None


def only_reader(value: ir.Value) -> ir.Node | None:
    """The one node that reads the value, once; None if others do or it is an output."""
    uses = tuple(value.uses())
    if len(uses) != 1 or value.is_graph_output():
        return None
    return uses[0].node


def is_operator(node: ir.Node | None, *names: str) -> bool:
    """Is it one of these operators of the standard?"""
    return node is not None and node.domain == "" and node.op_type in names


def integers_of(node: ir.Node, name: str, default: tuple[int, ...] = ()) -> tuple[int, ...]:
    attribute = node.attributes.get(name)
    return default if attribute is None else tuple(int(number) for number in attribute.as_ints())


def integer_of(node: ir.Node, name: str, default: int) -> int:
    attribute = node.attributes.get(name)
    return default if attribute is None else int(attribute.as_int())


def float_of(node: ir.Node, name: str, default: float) -> float:
    attribute = node.attributes.get(name)
    return default if attribute is None else float(attribute.as_float())


def shape_words(sizes: Iterable[int]) -> str:
    """`1×16×32×32`; `scalar` for none."""
    return "×".join(str(size) for size in sizes) or "scalar"
