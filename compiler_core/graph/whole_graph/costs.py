"""What nodes of a graph cost: instructions that were counted, bytes that they leave in memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.whole_graph.graph import GRAPHS_KEPT, WholeGraph
from compiler_core.kept import remembered
from compiler_core.pipelines.stages import StageResult

# Of the operators in one kernel, the one that its work is put down to.
_ANCHORS = ("Conv", "MatMul", "Gemm", "LSTM", "GRU", "Pool", "Reduce", "Resize", "Softmax")
_TYPE_BYTES = {
    "float32": 4, "float16": 2, "bfloat16": 2, "float64": 8, "int8": 1, "uint8": 1, "bool": 1,
    "int16": 2, "uint16": 2, "int32": 4, "uint32": 4, "int64": 8, "uint64": 8,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Costs:
    """Of each node; what a kernel of several costs stands at one of them. unit: as a word."""

    unit: str
    of: tuple[int, ...]
    total: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", sum(self.of))


def instructions_of(graph: WholeGraph, results: Mapping[str, StageResult]) -> Costs | None:
    """What each kernel executed, at the node of this graph that it is there for; None where nothing
    was counted."""
    engine, run = results.get("engine"), results.get("run")
    built = engine.details if engine else None
    ran = run.details if run else None
    if not isinstance(built, EngineDetails) or not isinstance(ran, RunDetails):
        return None
    if not ran.result.kernels:
        return None
    records = {built_kernel.function: built_kernel for built_kernel in built.manifest.kernels}
    places = {node.id: at for at, node in enumerate(graph.nodes)}
    counts = [0] * len(graph.nodes)
    for kernel in ran.result.kernels:
        record = records.get(kernel.function)
        names = (*record.nodes, *record.sources) if record else kernel.sources
        here = [places[name] for name in names if name in places]
        if here:
            counts[_anchor(graph, here)] += kernel.tally.executions
    return Costs("instructions", tuple(counts))


def _anchor(graph: WholeGraph, places: list[int]) -> int:
    """The heaviest operator among these nodes, else the first."""
    for word in _ANCHORS:
        for at in places:
            if word in graph.nodes[at].operator:
                return at
    return places[0]


@remembered(GRAPHS_KEPT)
def bytes_of(graph: WholeGraph) -> Costs:
    """What each node's outputs take in memory; 0 where a size is not known, and of what is gone."""
    return Costs(
        "bytes",
        tuple(
            0 if at in graph.gone else sum(map(_tensor_bytes, node.shapes))
            for at, node in enumerate(graph.nodes)
        ),
    )


def _tensor_bytes(shape: str) -> int:
    """Of a text such as `1×16×32×32 float32`."""
    sizes, _, kind = shape.rpartition(" ")
    total = _TYPE_BYTES.get(kind, 0)
    for size in sizes.split("×"):
        if size != "scalar":
            total *= int(size) if size.isdecimal() else 0
    return total
