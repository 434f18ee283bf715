"""Transposes that are not needed: each reads and writes a whole tensor and computes nothing.

The remedy lets transposes sink and meet, and takes out those that undo each other.
"""

from __future__ import annotations

import onnx_ir as ir

from compiler_core.graph.importing.inference.engine import infer_shapes
from compiler_core.graph.linting.finding import Lanes, LintFinding, LintRule
from compiler_core.graph.passes.algebraic_simplification import simplify
from compiler_core.graph.passes.sinking import sink_transposes
from compiler_core.graph.rewriting import is_operator, name_of, shape_words, sizes_of
from compiler_core.graph.undoing import run_sound_passes


def find_transposes(model: ir.Model, _lanes: Lanes) -> tuple[LintFinding, ...]:
    """Transposes that the remedy, tried on a copy, takes out."""
    transposes = [node for node in model.graph if is_operator(node, "Transpose")]
    if len(transposes) < 2:
        return ()
    trial = run_sound_passes(model, ("sinking", "algebraic-simplification")).model
    left = {name_of(node) for node in trial.graph if is_operator(node, "Transpose")}
    return tuple(_finding(node) for node in transposes if name_of(node) not in left)


def _finding(node: ir.Node) -> LintFinding:
    value = node.outputs[0]
    sizes = sizes_of(value) or ()
    elements = value.shape.numpy() if value.shape is not None else ()
    moved = 2 * (value.dtype.itemsize if value.dtype is not None else 0)
    for size in elements:
        moved *= size
    sentence = (
        f"It only turns {shape_words(sizes)} round, which another transpose undoes: "
        f"{moved:,.0f} bytes read and written for nothing."
    )
    return LintFinding(
        rule="transpose",
        node=name_of(node),
        sentence=sentence,
        remedy="transpose",
        remedy_title="Let the transposes cancel",
        same_outputs=True,
    )


def cancel(model: ir.Model, _node: ir.Node, _lanes: Lanes) -> None:
    _remove(model)


def _remove(model: ir.Model) -> None:
    for change in (sink_transposes, infer_shapes, simplify, infer_shapes):
        change(model)


TRANSPOSES = LintRule(
    "transpose", "Transposes that undo each other should not be there.", find_transposes, cancel
)
