"""A transposed convolution as a plain one, whose results DepthToSpace puts side by side.

With stride s every row of the result has a phase, its number modulo s. Of k taps of the kernel only
each s-th meets an element in a given phase, and these ⌈k/s⌉ taps move over the image one by one:
a plain convolution for each of the s² phases, all in one with s² times the channels. Source: Shi et
al., "Is the deconvolution layer the same as a convolutional layer?", arXiv 1609.07009, 2016.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import onnx_ir as ir

from compiler_core.graph.pass_base import GraphPass, PassResult
from compiler_core.graph.rewriting import (
    Rewriter,
    array_of,
    integer_of,
    integers_of,
    is_operator,
    name_of,
    sizes_of,
)
from compiler_core.graph.transposed_cut import transposed_cut

# Where the stride does not divide the kernel some phases have taps of zero.
_MOST_ZEROS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Phases:
    """A transposed convolution in phases. All pairs are height, width."""

    weights: np.ndarray
    """The transposed convolution's: channels in × channels out of a group × height × width."""
    group: int
    """Channels are cut into so many parts that know nothing of each other."""
    stride: int
    """How far the kernel moves, down as across; there are as many phases as its square."""
    taps: tuple[int, ...]
    """Rows and columns of the plain convolution's window, the same for each phase."""
    pads: tuple[int, ...]
    """Border of the plain convolution: rows and columns in front, then behind; none is below 0."""
    cut: tuple[int, ...]
    """Rows and columns to leave out in front of the result, once phases stand side by side."""
    result: tuple[int, ...]
    """Rows and columns of the transposed convolution's result."""

    @property
    def interleaved(self) -> bool:
        """Are a channel's phases side by side? Only so groups keep their channels."""
        return self.group > 1

    def plain_weights(self) -> np.ndarray:
        """Phases·M×C/group×taps, mirrored."""
        inputs, members = self.weights.shape[:2]
        step, (rows, columns) = self.stride, self.taps
        missing = [
            (0, size - has)
            for size, has in zip((rows * step, columns * step), self.weights.shape[2:], strict=True)
        ]
        whole = np.pad(self.weights, [(0, 0), (0, 0), *missing])
        parts = whole.reshape(self.group, inputs // self.group, members, rows, step, columns, step)
        mirrored = np.flip(parts, (3, 5))
        order = (0, 2, 4, 6, 1, 3, 5) if self.interleaved else (0, 4, 6, 2, 1, 3, 5)
        turned = mirrored.transpose(order)
        return np.ascontiguousarray(turned.reshape(-1, inputs // self.group, rows, columns))

    def plain_bias(self, bias: np.ndarray) -> np.ndarray:
        """One for each channel of each phase."""
        phases = self.stride**2
        return np.repeat(bias, phases) if self.interleaved else np.tile(bias, phases)


def expand_transposed_convolutions(model: ir.Model) -> PassResult:
    rewriter = Rewriter(model)
    for node in list(model.graph):
        if is_operator(node, "ConvTranspose"):
            phases = phases_of(node)
            if isinstance(phases, str):
                rewriter.refuse(node, phases)
            else:
                _write(rewriter, node, phases)
    return rewriter.result


def phases_of(node: ir.Node) -> Phases | str:
    """The phases, or why there are none."""
    weights, sizes = array_of(node.inputs[1]), sizes_of(node.inputs[0])
    result = sizes_of(node.outputs[0])
    if weights is None or (
        len(node.inputs) > 2 and node.inputs[2] is not None and array_of(node.inputs[2]) is None
    ):
        return "Its weights are no constants."
    if sizes is None or result is None or len(sizes) != 4:
        return "It has no image of rows and columns whose shape is known."
    strides, kernel = integers_of(node, "strides", (1, 1)), weights.shape[2:]
    if len(set(strides)) > 1:
        return "Its strides differ, and DepthToSpace takes square blocks."
    if any(size != 1 for size in integers_of(node, "dilations", (1, 1))):
        return "Its taps have gaps between them."
    step = strides[0]
    taps = tuple(-(-size // step) for size in kernel)
    if np.prod(taps) * step**2 > _MOST_ZEROS * np.prod(kernel):
        return "The stride is so much larger than the kernel that most taps would be zero."
    return _placed(node, weights, step, taps, transposed_cut(node))


def _placed(
    node: ir.Node, weights: np.ndarray, step: int, taps: tuple[int, ...], cut: tuple[int, ...]
) -> Phases | str:
    """cut: rows and columns of the whole result that are left out in front."""
    sizes, result = (sizes_of(node.inputs[0]) or ())[2:], (sizes_of(node.outputs[0]) or ())[2:]
    first = [amount // step for amount in cut]
    last = [(amount + size - 1) // step for amount, size in zip(cut, result, strict=True)]
    before = [count - 1 - start for count, start in zip(taps, first, strict=True)]
    after = [end - size + 1 for end, size in zip(last, sizes, strict=True)]
    if min(*before, *after) < 0:
        return "More is cut off than a plain convolution can leave out."
    rest = tuple(amount - step * start for amount, start in zip(cut, first, strict=True))
    group = integer_of(node, "group", 1)
    return Phases(
        weights=weights,
        group=group,
        stride=step,
        taps=taps,
        pads=(*before, *after),
        cut=rest,
        result=tuple(result),
    )


def _write(rewriter: Rewriter, node: ir.Node, phases: Phases) -> None:
    name = name_of(node)
    inputs = [node.inputs[0], rewriter.constant(phases.plain_weights(), f"{name}_phases")]
    bias = array_of(node.inputs[2]) if len(node.inputs) > 2 else None
    if bias is not None:
        inputs.append(rewriter.constant(phases.plain_bias(bias), f"{name}_phases_bias"))
    attributes = {"kernel_shape": phases.taps, "pads": phases.pads, "group": phases.group}
    made = [rewriter.node("Conv", inputs, (node,), attributes)]
    if phases.stride > 1:
        mode = "CRD" if phases.interleaved else "DCR"
        blocks = {"blocksize": phases.stride, "mode": mode}
        made.append(rewriter.node("DepthToSpace", made[-1].outputs, (node,), blocks))
        made += _cut(rewriter, node, phases, made[-1])
    for new_node in made[:-1]:
        new_node.outputs[0].type = node.outputs[0].type
    rewriter.insert_before(node, *made)
    rewriter.take_over(node, made[-1])
    words = "×".join(str(count) for count in phases.taps)
    reason = (
        f"Rows and columns of the result have {phases.stride} phases each, and in each phase the "
        f"taps are those of a plain {words} convolution; DepthToSpace puts the phases side by side."
        if phases.stride > 1
        else "With stride 1 it is a plain convolution with the kernel mirrored."
    )
    rewriter.change("replaced", name, reason, (name,), tuple(name_of(written) for written in made))


def _cut(rewriter: Rewriter, node: ir.Node, phases: Phases, whole: ir.Node) -> list[ir.Node]:
    """Away with what blocks hold beyond the result."""
    sizes = (sizes_of(node.inputs[0]) or ())[2:]
    rows = [
        phases.stride * (size + front + back - count + 1)
        for size, front, back, count in zip(
            sizes, phases.pads[:2], phases.pads[2:], phases.taps, strict=True
        )
    ]
    if tuple(rows) == phases.result:
        return []
    ends = [start + size for start, size in zip(phases.cut, phases.result, strict=True)]
    name = name_of(node)
    numbers = [
        rewriter.constant(np.array(bounds, np.int64), f"{name}_{word}")
        for word, bounds in (("starts", phases.cut), ("ends", ends), ("axes", (2, 3)))
    ]
    return [rewriter.node("Slice", [whole.outputs[0], *numbers], (node,))]


TRANSPOSED_CONVOLUTION = GraphPass(
    "transposed-convolution",
    "Write a transposed convolution as a plain one for each phase of its stride.",
    expand_transposed_convolutions,
)
