"""A channel shuffle, channels last: split the channels into groups, turn these, join them again.

Exporters write it as Reshape, Transpose, Reshape. The split counts elements in the order of NCHW,
so each of the three alone needs that layout; together they only move channels, and the same move
is made on the last axis. Source: Zhang et al., "ShuffleNet", CVPR 2018, section 3.1.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import prod

import numpy as np
import onnx_ir as ir

from compiler_core.graph.rewriting import (
    Rewriter,
    integers_of,
    is_operator,
    name_of,
    only_reader,
    sizes_of,
)

_BATCH = 1
_PLACES = 2


@dataclass(frozen=True, slots=True)
class ChannelShuffle:
    """The three nodes. sizes: of the source in NHWC; parts: what the channels are split into.

    order: in which the parts are joined.
    """

    nodes: tuple[ir.Node, ir.Node, ir.Node]
    sizes: tuple[int, ...]
    parts: tuple[int, ...]
    order: tuple[int, ...]


def shuffle_at(node: ir.Node, sizes: tuple[int, ...]) -> ChannelShuffle | None:
    """The shuffle that begins with this node, if one does. sizes: of what it reads, in NHWC."""
    turn = only_reader(node.outputs[0])
    join = only_reader(turn.outputs[0]) if is_operator(turn, "Transpose") and turn else None
    if not is_operator(node, "Reshape") or turn is None or join is None:
        return None
    split, joined = sizes_of(node.outputs[0]), sizes_of(join.outputs[0])
    if not is_operator(join, "Reshape") or join.inputs[0] is not turn.outputs[0] or split is None:
        return None
    batch, height, width, channels = sizes
    parts = split[_BATCH:-_PLACES]
    places = (height, width)
    if split != (batch, *parts, *places) or prod(parts) != channels:
        return None
    order = integers_of(turn, "perm", tuple(reversed(range(len(split)))))
    ends = order[:_BATCH], order[-_PLACES:]
    if ends != ((0,), (len(split) - 2, len(split) - 1)) or joined != (batch, channels, *places):
        return None
    moved = tuple(axis - _BATCH for axis in order[_BATCH:-_PLACES])
    return ChannelShuffle((node, turn, join), sizes, parts, moved)


def move_channels(shuffle: ChannelShuffle, rewriter: Rewriter) -> None:
    """The same shuffle on the last axis; nodes keep their names."""
    split, turn, join = shuffle.nodes
    front = shuffle.sizes[:-1]
    turned = tuple(shuffle.parts[part] for part in shuffle.order)
    perm = (*range(len(front)), *(len(front) + part for part in shuffle.order))
    turn.attributes["perm"] = ir.AttrInt64s("perm", perm)
    for node, sizes in ((split, (*front, *shuffle.parts)), (join, shuffle.sizes)):
        constant = rewriter.constant(np.array(sizes, np.int64), f"{name_of(node)}_channels_last")
        node.replace_input_with(1, constant)
        node.outputs[0].shape = ir.Shape(sizes)
    turn.outputs[0].shape = ir.Shape((*front, *turned))
    for node in shuffle.nodes:
        reason = "A channel shuffle only moves channels: the same move is made on the last axis."
        rewriter.change("laid out", name_of(node), reason, (name_of(node),), (name_of(node),))
