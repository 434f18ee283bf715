"""Parts inside a whole: what is joined is written where the joined tensor will lie.

A Concat copies its operands side by side, a Split copies pieces apart. Neither copy is needed when
the part lies inside the whole from the beginning: a kernel then writes (or reads) rows that are as
far apart as the whole's rows are. Where one row is everything, as along the channels of one picture
in NCHW, the part is one piece and no kernel need know; elsewhere every kernel that touches the part
must be able to step over the rest of a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

import onnx_ir as ir

from compiler_core.graph.records import FusedGroup, TensorPart
from compiler_core.graph.sizes import is_constant, static_shape

# Why a value cannot lie with the steps of a tensor of this shape; "" where it can.
Refuses = Callable[[ir.Value, tuple[int, ...]], str]

_ENDS = "it enters or leaves the network, so it must lie in one piece"
_COMPUTED = "the kernel of the Concat computes it on its way"
_CONSTANT = "it is a constant, which lies with the weights"
_MORE = "the kernel of the Concat changes its elements before it stores them"
_ELSEWHERE = "it lies inside another tensor already"
_INSIDE_KERNEL = "the kernel of the Split computes what it takes apart"


def any_steps(value: ir.Value, shape: tuple[int, ...]) -> str:
    """For programs of generic kernels only: they read and write any tensor with any steps."""
    return ""


def lies_in_one_piece(shape: tuple[int, ...], steps: tuple[int, ...]) -> bool:
    """Whether elements of a tensor of this shape are neighbours at the steps of the other shape."""
    first = next((axis for axis, size in enumerate(shape) if size != 1), len(shape))
    return shape[first + 1 :] == steps[first + 1 :]


def parts_of(
    model: ir.Model, groups: tuple[FusedGroup, ...], refuses: Refuses = any_steps
) -> tuple[TensorPart, ...]:
    """All parts of Concats and Splits, each with the reason against it or none.

    The last Concat comes first: what is joined twice then lies in the larger whole.
    """
    nodes = {str(node.name): node for node in model.graph}
    nest = _Nest(_values(model), refuses)
    for group in reversed(groups):
        members = [nodes[name] for name in group.nodes]
        for part in _candidates(group, members):
            nest.take(part)
    return tuple(nest.parts)


def roots_of(parts: tuple[TensorPart, ...]) -> dict[str, str]:
    """From each tensor that lies inside another to the outermost one."""
    parents = {part.name: part.whole for part in parts if not part.refused}
    return {name: _root(name, parents) for name in parents}


def offsets_of(parts: tuple[TensorPart, ...], model: ir.Model) -> dict[str, tuple[str, int]]:
    """For each tensor that lies inside another the outermost one, and its first byte there."""
    values, roots = _values(model), roots_of(parts)
    inside = {part.name: part for part in parts if not part.refused}
    return {name: (root, _first_byte(name, inside, values, root)) for name, root in roots.items()}


def _first_byte(
    name: str, inside: Mapping[str, TensorPart], values: Mapping[str, ir.Value], root: str
) -> int:
    shape, offset = static_shape(values[root]) or (), 0
    while name in inside:
        part = inside[name]
        offset += part.before * _count(shape[part.axis + 1 :])
        name = part.whole
    dtype = values[root].dtype
    assert dtype is not None
    return offset * max(dtype.bitwidth // 8, 1)


def _count(shape: tuple[int, ...]) -> int:
    count = 1
    for size in shape:
        count *= size
    return count


def _root(name: str, parents: Mapping[str, str]) -> str:
    while name in parents:
        name = parents[name]
    return name


def _values(model: ir.Model) -> dict[str, ir.Value]:
    computed = [value for node in model.graph for value in node.outputs]
    return {str(value.name): value for value in [*model.graph.inputs, *computed]}


@dataclass(slots=True)
class _Nest:
    """Parts taken so far. parents: of those that lie inside another."""

    values: Mapping[str, ir.Value]
    refuses: Refuses
    parts: list[TensorPart] = field(default_factory=list)
    parents: dict[str, str] = field(default_factory=dict)

    def take(self, part: TensorPart) -> None:
        reason = part.refused or self._against(part)
        if not reason:
            self.parents[part.name] = part.whole
        self.parts.append(replace(part, refused=reason))

    def _against(self, part: TensorPart) -> str:
        if part.name in self.parents:
            return _ELSEWHERE
        root = _root(part.whole, self.parents)
        steps = static_shape(self.values[root]) or ()
        moved = [part.name, *(name for name in self.parents if self._holds(part.name, name))]
        reasons = (self._against_steps(self.values[name], steps) for name in moved)
        return next((reason for reason in reasons if reason), "")

    def _holds(self, whole: str, name: str) -> bool:
        return _root(name, self.parents) == whole

    def _against_steps(self, value: ir.Value, steps: tuple[int, ...]) -> str:
        if lies_in_one_piece(static_shape(value) or (), steps):
            return ""
        if value.is_graph_input() or value.is_graph_output():
            return _ENDS
        return self.refuses(value, steps)


def _candidates(group: FusedGroup, members: list[ir.Node]) -> Iterator[TensorPart]:
    for node in members:
        if node.domain not in ("", "ai.onnx") or node.op_type not in ("Concat", "Split"):
            continue
        if node.op_type == "Concat":
            yield from _joined(node, group, members)
        else:
            yield from _taken_apart(node, group)


def _joined(node: ir.Node, group: FusedGroup, members: list[ir.Node]) -> Iterator[TensorPart]:
    whole = node.outputs[0]
    shape = static_shape(whole) or ()
    axis, before = _axis(node, len(shape)), 0
    followed = any(use.node in members for use in whole.uses())
    changed = followed or str(whole.name) not in group.outputs
    computed = {value for member in members for value in member.outputs}
    seen: set[ir.Value] = set()
    for value in node.inputs:
        size = static_shape(value) if value is not None else None
        if value is None or size is None or 0 in size:
            continue
        reason = _MORE if changed else _against_operand(value, computed, seen)
        yield TensorPart(
            name=str(value.name),
            whole=str(whole.name),
            axis=axis,
            before=before,
            operator="Concat",
            refused=reason,
        )
        seen.add(value)
        before += size[axis]


def _against_operand(value: ir.Value, computed: set[ir.Value], seen: set[ir.Value]) -> str:
    if is_constant(value):
        return _CONSTANT
    if value in computed:
        return _COMPUTED
    return "it stands in the result twice" if value in seen else ""


def _taken_apart(node: ir.Node, group: FusedGroup) -> Iterator[TensorPart]:
    whole = node.inputs[0]
    shape = static_shape(whole) if whole is not None else None
    if whole is None or shape is None or is_constant(whole):
        return
    axis, before = _axis(node, len(shape)), 0
    for value in node.outputs:
        size = static_shape(value)
        if size is None:
            return
        if str(value.name) in group.outputs and 0 not in size:
            reason = "" if str(whole.name) in group.inputs else _INSIDE_KERNEL
            yield TensorPart(
                name=str(value.name),
                whole=str(whole.name),
                axis=axis,
                before=before,
                operator="Split",
                refused=reason,
            )
        before += size[axis]


def _axis(node: ir.Node, rank: int) -> int:
    given = node.attributes.get("axis")
    axis = 0 if given is None else given.as_int()
    return axis % max(rank, 1)
