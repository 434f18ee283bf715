"""Windows that slide over spatial axes: the sizes that convolutions and pools share."""

from __future__ import annotations

from dataclasses import dataclass

import onnx_ir as ir

from compiler_core.graph.emission.facts import attribute, is_channels_last, needed, shape_of
from compiler_core.graph.emission.index_arithmetic import Index, plus, scaled
from compiler_core.graph.emission.writer import FunctionWriter

AXIS_NAMES = ("z", "y", "x")


@dataclass(frozen=True, slots=True, kw_only=True)
class EmittedWindow:
    """Sizes per spatial axis, in elements."""

    kernel: tuple[int, ...]
    """Of the window, gaps of dilation not counted."""
    strides: tuple[int, ...]
    """From one place of the window to the next."""
    dilations: tuple[int, ...]
    """From one tap of the window to the next; 1 for neighbours."""
    before: tuple[int, ...]
    """Border in front of the operand."""
    after: tuple[int, ...]
    """Border behind the operand."""
    sizes: tuple[int, ...]
    """How large the operand is along each axis, border left out."""
    places: tuple[int, ...]
    """How many the window takes, which is the size of the result."""

    @property
    def rank(self) -> int:
        return len(self.kernel)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where batch, channel and spatial axes lie in an index."""

    channels_last: bool

    def index(self, batch: str, channel: str, spatial: Index) -> Index:
        if self.channels_last:
            return (batch, *spatial, channel)
        return (batch, channel, *spatial)

    def channels(self, shape: tuple[int, ...]) -> int:
        return shape[-1] if self.channels_last else shape[1]

    def spatial(self, shape: tuple[int, ...]) -> tuple[int, ...]:
        return shape[1:-1] if self.channels_last else shape[2:]


def arrangement_of(node: ir.Node) -> Arrangement:
    """Channels last for operators of that domain."""
    return Arrangement(is_channels_last(node))


def window_of(node: ir.Node, kernel: tuple[int, ...]) -> EmittedWindow:
    """The window of a node whose kernel has these sizes.

    Padding of `auto_pad` follows from the result's size, so that odd amounts go to the right end.
    """
    order = arrangement_of(node)
    sizes = order.spatial(shape_of(needed(node, 0)))
    places = order.spatial(shape_of(node.outputs[0]))
    rank = len(kernel)
    strides = tuple(attribute(node, "strides", [1] * rank))
    dilations = tuple(attribute(node, "dilations", [1] * rank))
    before, after = _pads(node, sizes, places, kernel, strides, dilations)
    return EmittedWindow(
        kernel=kernel,
        strides=strides,
        dilations=dilations,
        before=before,
        after=after,
        sizes=sizes,
        places=places,
    )


def _pads(
    node: ir.Node,
    sizes: tuple[int, ...],
    places: tuple[int, ...],
    kernel: tuple[int, ...],
    strides: tuple[int, ...],
    dilations: tuple[int, ...],
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    mode = attribute(node, "auto_pad", "NOTSET")
    rank = len(kernel)
    if mode in ("NOTSET", "VALID"):
        given = [0] * (2 * rank) if mode == "VALID" else attribute(node, "pads", [0] * (2 * rank))
        return tuple(given[:rank]), tuple(given[rank:])
    before, after = list[int](), list[int]()
    for axis in range(rank):
        reach = (places[axis] - 1) * strides[axis] + (kernel[axis] - 1) * dilations[axis] + 1
        total = max(reach - sizes[axis], 0)
        first = total // 2 if mode == "SAME_UPPER" else total - total // 2
        before.append(first)
        after.append(total - first)
    return tuple(before), tuple(after)


def names_of(rank: int, stem: str) -> tuple[str, ...]:
    """Loop names of spatial axes: `oy`, `ox` for stem `o`."""
    return (
        tuple(f"{stem}{name}" for name in AXIS_NAMES[-rank:])
        if rank <= 3
        else tuple(f"{stem}{axis}" for axis in range(rank))
    )


def source_place(window: EmittedWindow, axis: int, point: str, tap: str) -> str:
    """Where tap `tap` of the window at `point` reads: place * stride + tap * dilation - pad."""
    return plus(
        scaled(point, window.strides[axis]),
        scaled(tap, window.dilations[axis]),
        -window.before[axis],
    )


def reaches_outside(window: EmittedWindow, axis: int) -> tuple[bool, bool]:
    """Whether some place of the window lies before or behind the operand."""
    last = (window.places[axis] - 1) * window.strides[axis] - window.before[axis]
    last += (window.kernel[axis] - 1) * window.dilations[axis]
    return window.before[axis] > 0, last >= window.sizes[axis]


def tests_of(window: EmittedWindow, axis: int, source: str) -> list[str]:
    """Conditions under which `source` lies inside the operand; none if it always does."""
    low, high = reaches_outside(window, axis)
    return [f"{source} >= 0"] * low + [f"{source} < {window.sizes[axis]}"] * high


def named_source(
    writer: FunctionWriter, window: EmittedWindow, axis: int, point: str, tap: str
) -> str:
    """The same as a variable of its own where it is used more than once."""
    expression = source_place(window, axis, point, tap)
    if expression.isdigit() or expression.isidentifier():
        return expression
    name = writer.fresh(f"i{AXIS_NAMES[-window.rank :][axis] if window.rank <= 3 else axis}")
    writer.line(f"const int {name} = {expression};")
    return name
