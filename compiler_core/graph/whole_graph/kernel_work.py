"""What a compilation's kernels executed, by the nodes of the file that they compute."""

from __future__ import annotations

from collections.abc import Mapping

from compiler_core.graph.pairing.records import KernelWork
from compiler_core.graph.whole_graph.worst_first import worst_first
from compiler_core.pipelines.stages import StageResult


def kernel_work(results: Mapping[str, StageResult]) -> tuple[KernelWork, ...]:
    """From the results of the stages `engine` and `run`; none where one is missing."""
    return tuple(KernelWork(row.record.sources, row.instructions) for row in worst_first(results))
