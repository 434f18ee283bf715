"""Groups of two window operators as one kernel of rows: reading them, and choosing for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import onnx_ir as ir

from compiler_core.errors import InputError
from compiler_core.graph.emission.facts import (
    is_channels_last,
    needed,
    shape_of,
)
from compiler_core.graph.kernels.epilogue_text import Place, scalar_text
from compiler_core.graph.kernels.finish import C_TYPES
from compiler_core.graph.kernels.registry import find_tactic
from compiler_core.graph.kernels.row_chain import RowStage, bands_of, chain_kernel, with_reads
from compiler_core.graph.kernels.row_pooling import LOWEST, max_pool_kernel
from compiler_core.graph.records import ConvolutionShape, FusedGroup, KernelText
from compiler_core.graph.selection.choose import choose_kernel, reason_against
from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.layers import layer_of
from compiler_core.graph.selection.pools import pool_shape
from compiler_core.graph.selection.records import Layer, RefusedLayer

EXTENSIONS = ("depthwise-pointwise", "pooling-after-convolution")
_ANCHORS = ("Conv", "ConvInteger", "MaxPool", "AveragePool")


@dataclass(frozen=True, slots=True)
class Chain:
    """A group of two operators. reads: names of the input and of the epilogue's tensors."""

    name: str
    first: RowStage
    second: RowStage
    reads: tuple[str, ...]

    def kernel(self, name: str) -> KernelText:
        """The kernel under a C name."""
        return with_reads(chain_kernel(name, self.first, self.second), self.reads)

    def log(self, kernel: KernelText) -> str:
        """The paragraph of the builder's log."""
        bands = bands_of(self.first, self.second)
        return (
            f"[{self.name}] two operators row by row\n  {kernel.tactic}: {bands.rows} rows of the "
            f"result at a time, {bands.between} rows between them, scratch "
            f"{kernel.scratch_bytes:,} B"
        )


class _Refused(Exception):
    """Ends the reading of a group; its text is the reason."""


def chains_of(
    model: ir.Model, groups: Sequence[FusedGroup], core: CoreProfile
) -> tuple[Chain | RefusedLayer, ...]:
    """One for each group of two window operators, in order."""
    by_name = {node.name or "": node for node in model.graph}
    chains: list[Chain | RefusedLayer] = []
    for group in groups:
        if group.extension not in EXTENSIONS:
            continue
        try:
            chains.append(_chain(model, group, by_name, core))
        except _Refused as refused:
            chains.append(RefusedLayer(group.name, str(refused)))
        except InputError as error:
            chains.append(RefusedLayer(group.name, error.message))
    return tuple(chains)


def _chain(
    model: ir.Model, group: FusedGroup, by_name: dict[str, ir.Node], core: CoreProfile
) -> Chain:
    nodes = [by_name[name] for name in group.nodes]
    anchors = [node for node in nodes if node.op_type in _ANCHORS]
    if len(anchors) != 2 or len(group.outputs) != 1:
        raise _Refused("it has other than two window operators with one result")
    if not all(is_channels_last(node) for node in anchors):
        raise _Refused("kernels of rows read NHWC")
    between = needed(anchors[1], 0)
    before = _leading_to(between, nodes)
    parts = [
        replace(
            group,
            nodes=tuple(node.name or "" for node in nodes if (node in before) == first),
            anchor=anchor.name or "",
            outputs=(between.name or "",) if first else group.outputs,
            extension="",
        )
        for first, anchor in zip((True, False), anchors, strict=True)
    ]
    first, tensors = _convolution(model, parts[0], anchors[0], core)
    if tensors:
        raise _Refused("its first operator adds a tensor")
    if anchors[1].op_type in ("MaxPool", "AveragePool"):
        second = _pool(anchors[1], parts[1])
    else:
        second, tensors = _convolution(model, parts[1], anchors[1], core)
    return Chain(group.name, first, second, (needed(anchors[0], 0).name or "", *tensors))


def _leading_to(value: ir.Value, nodes: Sequence[ir.Node]) -> set[ir.Node]:
    """The nodes of the group that the value is computed from."""
    makers, waiting = set[ir.Node](), [value]
    while waiting:
        node = waiting.pop().producer()
        if node is not None and node in nodes and node not in makers:
            makers.add(node)
            waiting += [operand for operand in node.inputs if operand is not None]
    return makers


def _convolution(
    model: ir.Model, group: FusedGroup, anchor: ir.Node, core: CoreProfile
) -> tuple[RowStage, tuple[str, ...]]:
    """The stage, and the names of the tensors that its epilogue reads."""
    layer = layer_of(model, group, anchor)
    if isinstance(layer, RefusedLayer):
        raise _Refused(layer.reason)
    if layer.shape.batch != 1:
        raise _Refused("it has several pictures")
    if reason := reason_against(_banded(layer, 1), core):
        raise _Refused(reason)
    names = tuple(step.name for step in layer.epilogue if step.operand == "tensor")
    return stage_of(layer, core), names


def stage_of(layer: Layer, core: CoreProfile) -> RowStage:
    """A convolution of one picture in NHWC, by the tactic that is best for a band of it."""
    shape = layer.shape
    sums = "int32" if shape.element_type == "int8" else "float32"
    end = scalar_text(layer.epilogue, "sum", Place("name", "0", "0"), sums).element_type
    tensors = [step for step in layer.epilogue if step.operand == "tensor"]

    def build(name: str, rows: int) -> KernelText:
        band = _banded(layer, rows)
        return find_tactic(choose_kernel(band, core).tactic).build(band.request(name))

    return RowStage(
        rows_in=shape.height_in,
        row_in=shape.width_in * shape.channels_in,
        rows_out=shape.height_out,
        row_out=shape.width_out * shape.channels_out,
        reach=_reach(shape),
        stride=shape.strides[0],
        top=shape.pads[0],
        element_in=shape.element_type,
        element_out=end,
        outside=str(layer.input_zero_point),
        build=build,
        operands=tuple(C_TYPES[step.element_type] for step in tensors),
    )


def _reach(shape: ConvolutionShape) -> int:
    return (shape.kernel[0] - 1) * shape.dilations[0] + 1


def _banded(layer: Layer, rows: int) -> Layer:
    """The layer for so many output rows, without border above and below."""
    shape = layer.shape
    height = (rows - 1) * shape.strides[0] + _reach(shape)
    pads = (0, shape.pads[1], 0, shape.pads[3])
    return replace(layer, shape=replace(shape, height_in=height, height_out=rows, pads=pads))


def _pool(node: ir.Node, group: FusedGroup) -> RowStage:
    if node.op_type != "MaxPool" or len(group.nodes) != 1:
        raise _Refused(f"there is no kernel for {node.op_type} and what follows it")
    shape, given, made = pool_shape(node), shape_of(needed(node, 0)), shape_of(node.outputs[0])
    if shape is None:
        raise _Refused("its pool has other elements, pictures or steps than a kernel takes")
    element, top = shape.element_type, shape.top
    shape = replace(shape, top=0, height_in=0)
    return RowStage(
        rows_in=given[1],
        row_in=given[2] * given[3],
        rows_out=made[1],
        row_out=made[2] * made[3],
        reach=shape.kernel[0],
        stride=shape.strides[0],
        top=top,
        element_in=element,
        element_out=element,
        outside=LOWEST[element],
        build=lambda name, rows: max_pool_kernel(name, shape, rows),
    )
