"""One pass that is no choice of the reader's, run as the chosen ones are."""

from __future__ import annotations

from dataclasses import dataclass
from time import perf_counter

import onnx_ir as ir

from compiler_core.graph.importing.inference.engine import infer_shapes
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.pass_base import GraphPass
from compiler_core.trace import Step


@dataclass(frozen=True, slots=True)
class OneRun:
    """The model afterwards, a copy, and the step."""

    model: ir.Model
    step: Step


def run_one(model: ir.Model, rewrite: GraphPass) -> OneRun:
    """Run a pass on a copy."""
    changed = model.clone()
    before = snapshot_of(model, f"before {rewrite.name}")
    started = perf_counter()
    result = rewrite.run(changed)
    seconds = perf_counter() - started
    infer_shapes(changed)
    after = snapshot_of(changed, f"after {rewrite.name}")
    metrics: dict[str, float] = {
        "nodes_before": model.graph.num_nodes(),
        "nodes_after": changed.graph.num_nodes(),
    }
    step = Step(
        rewrite.name, "graph", result.changed, before, after, result.changes, (), metrics, seconds
    )
    return OneRun(changed, step)
