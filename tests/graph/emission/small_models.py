"""Small models, and what ONNX Runtime says they compute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import onnx
import onnx_ir as ir
import onnxruntime
from onnx import helper, numpy_helper

from compiler_core.graph.emission.program import emit_program, one_group_per_node
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.records import FusedGroup, KernelText, MemoryPlan
from compiler_core.graph.runtime_options import runtime_options, runtime_session
from tests.graph.emission.backend_suite.building import Emitted, judged
from tests.graph.emission.backend_suite.cases import Case

OPSET = 21


def model_proto(
    nodes: Sequence[onnx.NodeProto],
    inputs: Mapping[str, np.ndarray],
    outputs: Sequence[str],
    constants: Mapping[str, np.ndarray] | None = None,
) -> onnx.ModelProto:
    """A model whose inputs have the given arrays' shapes; output shapes are inferred."""
    for at, node in enumerate(nodes):
        node.name = node.name or f"{node.op_type.lower()}{at}"
    given = [
        helper.make_tensor_value_info(name, helper.np_dtype_to_tensor_dtype(one.dtype), one.shape)
        for name, one in inputs.items()
    ]
    taken = [onnx.ValueInfoProto(name=name) for name in outputs]
    held = [numpy_helper.from_array(one, name) for name, one in (constants or {}).items()]
    graph = helper.make_graph(list(nodes), "small", given, taken, held)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=10)
    return onnx.shape_inference.infer_shapes(model, data_prop=True)


def expected(model: onnx.ModelProto, inputs: Mapping[str, np.ndarray]) -> list[np.ndarray]:
    """ONNX Runtime's outputs, without its own rewriting of the graph."""
    options = runtime_options()
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    options.log_severity_level = 4
    session = runtime_session(model.SerializeToString(), options)
    return [np.asarray(value) for value in session.run(None, dict(inputs))]


def case_of(
    model: onnx.ModelProto, inputs: Mapping[str, np.ndarray], tolerance: float = 1e-5
) -> Case:
    """A case with what ONNX Runtime computes."""
    outputs = tuple(expected(model, inputs))
    return Case("small", model, tuple(inputs.values()), outputs, tolerance, tolerance)


def verdict(
    model: onnx.ModelProto,
    inputs: Mapping[str, np.ndarray],
    directory: Path,
    groups: Sequence[FusedGroup] | None = None,
    plan: MemoryPlan | None = None,
    kernels: Mapping[str, KernelText] | None = None,
) -> str:
    """Why the emitted C does not compute what ONNX Runtime does; empty if it does."""
    imported = import_model(model.SerializeToString()).model
    chosen = groups or one_group_per_node(imported)
    program = emit_program(imported, chosen, plan, kernels, name="small")
    one = Emitted(case_of(model, inputs), program, tuple(inputs.values()))
    return judged([one], directory, "small")["small"]


def imported(model: onnx.ModelProto) -> ir.Model:
    return import_model(model.SerializeToString()).model


def group(name: str, nodes: Sequence[str], anchor: str, inputs: Sequence[str], output: str):
    """A group as fusion gives it."""
    return FusedGroup(
        name=name,
        nodes=tuple(nodes),
        anchor=anchor,
        inputs=tuple(inputs),
        outputs=(output,),
        rule="for a test",
    )


def numbers(*shape: int, seed: int = 0) -> np.ndarray:
    """Standard normal float32."""
    return np.asarray(np.random.default_rng(seed).standard_normal(shape), np.float32)
