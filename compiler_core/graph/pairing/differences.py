"""In what two nodes of a pair differ, and which pairs read other results than before."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.graph.pairing.marks import ConstantMark, Edge, NodeMark, Wiring
from compiler_core.graph.pairing.matching import Group, Matching

DifferenceKind = Literal["replaced", "attributes", "operands", "shape", "type", "weights"]
_CONSTANT_KINDS: tuple[DifferenceKind, ...] = ("operands", "shape", "type", "weights")
"""Of constants, what says most first."""
_Value = tuple[Group | int, int]
"""The group that makes a value, or an input of the network by its number; which of its values."""
_Read = tuple[int, _Value]
"""At which of its inputs a node reads which value."""
_SHOWN = 4
_NOT_GIVEN = "by default"
_OF_DIGEST = re.compile(r"(graph|tensor|\d+ letters) [0-9a-f]+")


@dataclass(frozen=True, slots=True)
class NodeDifference:
    """One thing that is not the same, in words. types: of a constant, where these alone differ."""

    kind: DifferenceKind
    words: str
    types: str = ""


def node_differences(left: NodeMark, right: NodeMark) -> list[NodeDifference]:
    """What is not the same; the first says most."""
    differences: list[NodeDifference] = []
    if left.operator != right.operator:
        differences.append(NodeDifference("replaced", f"{left.operator} became {right.operator}"))
    attributes = list(_attribute_words(left, right))
    if attributes:
        shown = ", ".join(attributes[:_SHOWN])
        rest = len(attributes) - _SHOWN
        words = f"{shown} and {rest} more" if rest > 0 else shown
        differences.append(NodeDifference("attributes", words))
    return differences + _constant_differences(left, right)


def _attribute_words(left: NodeMark, right: NodeMark) -> Iterator[str]:
    before, after = dict(left.attributes), dict(right.attributes)
    for name in sorted({*before, *after}):
        was, becomes = before.get(name), after.get(name)
        if was == becomes:
            continue
        if _is_long(was) and _is_long(becomes):
            yield f"another {name}"
        elif left.operator == right.operator or (was and becomes):
            yield f"{name} {was or _NOT_GIVEN} → {becomes or _NOT_GIVEN}"
        elif becomes:
            yield f"now with {name} {becomes}"


def _is_long(text: str | None) -> bool:
    """A value that only its digest tells from others."""
    return text is not None and _OF_DIGEST.fullmatch(text) is not None


def _constant_differences(left: NodeMark, right: NodeMark) -> list[NodeDifference]:
    before = {constant.place: constant for constant in left.constants}
    after = {mark.place: mark for mark in right.constants}
    differences: list[NodeDifference] = []
    changed = 0
    for position in sorted({*before, *after}):
        earlier_constant, other = before.get(position), after.get(position)
        name = _constant_name(left if earlier_constant else right, position)
        if earlier_constant is None:
            how = "was computed" if _is_computed(left, position) else "is new"
            differences.append(NodeDifference("operands", f"{name} {how}"))
        elif other is None:
            how = "is computed" if _is_computed(right, position) else "is gone"
            differences.append(NodeDifference("operands", f"{name} {how}"))
        elif (earlier_constant.shape, earlier_constant.type) != (other.shape, other.type):
            differences.append(_reformed(name, earlier_constant, other))
        elif earlier_constant.digest != other.digest:
            changed += 1
    if changed:
        verb = "has" if changed == 1 else "have"
        said = f"{changed} of its {len(after)} constants {verb} other values"
        words = said if len(after) > 1 else "other values in its constant"
        differences.append(NodeDifference("weights", words))
    return sorted(differences, key=lambda difference: _CONSTANT_KINDS.index(difference.kind))


def _reformed(name: str, before: ConstantMark, after: ConstantMark) -> NodeDifference:
    """A constant of another shape or type."""
    words = f"{name}: {_words(before)} → {_words(after)}"
    if before.shape != after.shape:
        return NodeDifference("shape", words)
    return NodeDifference("type", words, f"{before.type} → {after.type}")


def _is_computed(node: NodeMark, position: int) -> bool:
    """Whether the node reads a result there."""
    return position < len(node.inputs) and bool(node.inputs[position])


def _constant_name(node: NodeMark, position: int) -> str:
    inside = position - len(node.inputs)
    return f"constant {inside + 1} inside" if inside >= 0 else f"constant input {position + 1}"


def _words(constant: ConstantMark) -> str:
    return f"{'×'.join(map(str, constant.shape)) or 'scalar'} {constant.type}"


def wired_otherwise(matching: Matching) -> dict[Group, str]:
    """Single pairs whose inputs come from groups that do not belong together, or that make other
    outputs of the network, in words; what is new or gone in between is passed over."""
    of_left = {at: group for group in matching.groups for at in group.left}
    of_right = {at: group for group in matching.groups for at in group.right}
    rewired: dict[Group, str] = {}
    lefts, rights = _exits(matching.left, of_left), _exits(matching.right, of_right)
    for number in {*lefts, *rights}:
        before, after = lefts.get(number), rights.get(number)
        if before != after:
            ends = (side[0] for side in (before, after) if side)
            rewired |= dict.fromkeys((end for end in ends if end), _of_output(before, after))
    for group in matching.groups:
        if not _is_pair(group):
            continue
        before = _origins(matching.left, group.left[0], of_left)
        after = _origins(matching.right, group.right[0], of_right)
        if before != after:
            rewired[group] = _of_inputs(before, after)
    return rewired


def _of_inputs(before: Sequence[_Read], after: Sequence[_Read]) -> str:
    """What a node reads, and what the other of its pair does; the two differ."""
    values = [Counter(value for _, value in side) for side in (before, after)]
    if values[0] == values[1]:
        return "reads the same results at other inputs"
    makers = [Counter(maker for _, (maker, _) in side) for side in (before, after)]
    if makers[0] == makers[1]:
        return "reads other results of the same nodes"
    return "reads results of other nodes"


def _of_output(before: object, after: object) -> str:
    """before, after: who makes one output of the network, None where it has no such."""
    if before is None:
        return "makes an output that is new"
    return "makes no output any more" if after is None else "makes another output"


def _exits(wiring: Wiring, groups: dict[int, Group]) -> dict[int, tuple[Group | None, int]]:
    """By output of the network, the group that makes it, None for none, and which of its values."""
    made = (
        (edge.node, _value(wiring, replace(edge, node=at), groups))
        for at, edges in enumerate(wiring.readers)
        for edge in edges
        if edge.node < 0
    )
    return {
        number: (origin if isinstance(origin, Group) else None, output)
        for number, (origin, output) in made
    }


def _origins(wiring: Wiring, at: int, groups: dict[int, Group]) -> tuple[_Read, ...]:
    """What a node reads, by the place where it does."""
    return tuple((edge.place, _value(wiring, edge, groups)) for edge in wiring.makers[at])


def _value(wiring: Wiring, edge: Edge, groups: dict[int, Group]) -> _Value:
    """Where a value comes from. A node that is new or gone stands for what it reads first; values
    of nodes that were fused or split have no number in common."""
    seen = 0
    while edge.node >= 0 and _is_alone(groups[edge.node]) and seen < len(wiring.nodes):
        makers = wiring.makers[edge.node]
        edge = makers[0] if makers else Edge(-len(wiring.nodes) - 1, 0, 0)
        seen += 1
    if edge.node < 0:
        return edge.node, 0
    group = groups[edge.node]
    return group, edge.output if _is_pair(group) else 0


def _is_pair(group: Group) -> bool:
    return len(group.left) == len(group.right) == 1


def _is_alone(group: Group) -> bool:
    return not group.left or not group.right
