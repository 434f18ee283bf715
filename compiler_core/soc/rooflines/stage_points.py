"""A network's kernels as points of a roofline at each stage of its compilation.

Nodes of the file, nodes after the graph passes, fused kernels, fused kernels in fewer bits. A
kernel computes what the nodes it is made of compute, so fusion changes bytes and not operations:
what stands between two of its nodes no longer goes through memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.errors import InputError
from compiler_core.graph.layers.layer import Layer
from compiler_core.soc.description import Precision
from compiler_core.soc.rooflines.model_points import moving_layers, network_points
from compiler_core.soc.rooflines.roofline import Point
from compiler_core.soc.work.records import NetworkWork

StageName = Literal["nodes", "passes", "fused", "quantised"]
FLOAT: Precision = "fp32"


@dataclass(frozen=True, slots=True)
class StagePoints:
    """One stage. precision: of all its tensors. points: one for each kernel.

    made_of: of each point, the names of those points of the stage before that it came from; empty
    for a stage that has none before it. layers: of each point.
    """

    name: StageName
    precision: Precision
    points: tuple[Point, ...]
    made_of: tuple[tuple[str, ...], ...]
    layers: tuple[Layer, ...]


def stages_of(work: NetworkWork, precision: Precision) -> tuple[StagePoints, ...]:
    """All stages in order, the last in `precision`; with fp32 there is no last one.

    A network of which only the kernels are known begins with them.
    """
    stages = [*_unfused(work), _fused(work)]
    if precision != FLOAT:
        stages.append(_in_fewer_bits(stages[-1], work, precision))
    return tuple(stages)


def stage_points(work: NetworkWork, name: StageName, precision: Precision) -> tuple[Point, ...]:
    """The points of one stage with all tensors in this precision.

    Raises InputError for a stage before fusion of a network whose kernels alone are known.
    """
    if name in ("nodes", "passes"):
        if not work.lowered:
            raise InputError("This network has fused kernels only.", "Give an ONNX file.")
        return network_points(work.nodes if name == "nodes" else work.lowered, precision)
    return _kernel_points(work, precision)


def stage_layers(work: NetworkWork, name: StageName) -> tuple[Layer, ...]:
    """Of the points of one stage, one each."""
    unfused = {"nodes": work.nodes, "passes": work.lowered}
    return moving_layers(unfused.get(name, work.layers))


def _unfused(work: NetworkWork) -> tuple[StagePoints, ...]:
    if not work.lowered:
        return ()
    nodes = stage_points(work, "nodes", FLOAT)
    lowered = stage_points(work, "passes", FLOAT)
    sources = {kernel.name: names for kernel, names in zip(work.lowered, work.sources, strict=True)}
    return (
        StagePoints("nodes", FLOAT, nodes, ((),) * len(nodes), stage_layers(work, "nodes")),
        StagePoints(
            "passes", FLOAT, lowered, _known(lowered, sources, nodes), stage_layers(work, "passes")
        ),
    )


def _fused(work: NetworkWork) -> StagePoints:
    points, layers = _kernel_points(work, FLOAT), stage_layers(work, "fused")
    if not work.lowered:
        return StagePoints("fused", FLOAT, points, ((),) * len(points), layers)
    members = {layer.name: names for layer, names in zip(work.layers, work.members, strict=True)}
    before = network_points(work.lowered, FLOAT)
    return StagePoints("fused", FLOAT, points, _known(points, members, before), layers)


def _in_fewer_bits(fused: StagePoints, work: NetworkWork, precision: Precision) -> StagePoints:
    points = _kernel_points(work, precision)
    made_of = tuple((point.name,) for point in fused.points)
    return StagePoints("quantised", precision, points, made_of, fused.layers)


def _known(
    points: Sequence[Point], made_of: Mapping[str, tuple[str, ...]], before: Sequence[Point]
) -> tuple[tuple[str, ...], ...]:
    """Nodes without data, such as constants, are no points."""
    known = {point.name for point in before}
    return tuple(tuple(name for name in made_of[point.name] if name in known) for point in points)


def _kernel_points(work: NetworkWork, precision: Precision) -> tuple[Point, ...]:
    """Bytes of the kernel as a whole, operations of all that it is made of."""
    points = network_points(work.layers, precision)
    if not work.lowered:
        return points
    operations = {point.name: point.operations for point in network_points(work.lowered, precision)}
    members = {layer.name: names for layer, names in zip(work.layers, work.members, strict=True)}
    return tuple(
        replace(point, operations=sum(operations.get(name, 0.0) for name in members[point.name]))
        for point in points
    )
