"""Programs whose tensors lie inside others compute what ONNX Runtime does, on every axis."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnx_ir as ir
import pytest

from compiler_core.graph.emission.program import emit_program, scratch_bytes
from compiler_core.graph.fusion.fuse import fuse
from compiler_core.graph.planning.plan import plan_model
from tests.graph.emission.backend_suite.building import Emitted, judged
from tests.graph.emission.backend_suite.cases import Case
from tests.graph.emission.small_models import expected, imported, numbers
from tests.graph.planning.joined_networks import chain_of_concats, two_way_concat
from tests.graph.planning.random_joined import random_joined

pytestmark = pytest.mark.usefixtures("jail")

NETWORKS = 40


def program_of(model: ir.Model, number: int) -> tuple[Emitted, int]:
    """The fused and planned program, and how many tensors lie inside others with steps between."""
    proto = onnx.shape_inference.infer_shapes(ir.to_proto(model))
    sizes = tuple(int(size) for size in model.graph.inputs[0].shape or () if isinstance(size, int))
    inputs = {"x": numbers(*sizes, seed=number)}
    outputs = tuple(expected(proto, inputs))
    read = imported(proto)
    groups = fuse(read).groups
    plan = plan_model(read, groups, scratch={one.name: scratch_bytes(read, one) for one in groups})
    program = emit_program(read, groups, plan, name=f"net{number}")
    case = Case(f"net{number}", proto, tuple(inputs.values()), outputs, 1e-4, 1e-5)
    return Emitted(case, program, case.inputs), sum(not part.refused for part in plan.parts)


def test_random_networks_of_concats_and_splits(tmp_path: Path) -> None:
    made = [program_of(random_joined(seed, 14), seed) for seed in range(NETWORKS)]
    assert sum(inside for _, inside in made) > 2 * NETWORKS
    found = judged([one for one, _ in made], tmp_path, "joined")
    assert {name: error for name, error in found.items() if error} == {}


def test_two_pictures_at_once_lie_in_rows(tmp_path: Path) -> None:
    one, inside = program_of(two_way_concat(batch=2), 0)
    assert inside == 2
    assert judged([one], tmp_path, "rows") == {"net0": ""}


def test_a_concat_whose_parts_are_in_place_moves_nothing() -> None:
    one, _ = program_of(chain_of_concats(), 0)
    source = one.program.source
    joins = [kernel for kernel in one.program.kernels if kernel.operators == ("Concat",)]
    assert joins
    lines = source.splitlines()
    for kernel in joins:
        assert lines[kernel.first_line - 1 : kernel.last_line][-2:] == ["{", "}"]
        assert kernel.bytes == 0


def test_a_split_of_constant_sizes_on_the_last_axis_is_read_in_steps(tmp_path: Path) -> None:
    """Both halves are read twice: by a sum over the axis and by an elementwise operator."""
    node = onnx.helper.make_node
    nodes = [
        node("Sigmoid", ["x"], ["s"], name="s"),
        node("Split", ["s"], ["a", "b"], name="split", axis=-1, num_outputs=2),
        *(node("Softmax", [part], [f"{part}1"], name=f"soft{part}", axis=-1) for part in "ab"),
        node("CumSum", ["a", "axis"], ["a2"], name="sums"),
    ]
    given = onnx.helper.make_tensor_value_info("x", 1, (3, 4, 6))
    ends = [onnx.ValueInfoProto(name=name) for name in ("a1", "b1", "a2")]
    held = [onnx.numpy_helper.from_array(np.array(1, np.int64), "axis")]
    graph = onnx.helper.make_graph(nodes, "split", [given], ends, held)
    opset = [onnx.helper.make_opsetid("", 21)]
    proto = onnx.helper.make_model(graph, opset_imports=opset, ir_version=10)
    one, inside = program_of(ir.from_proto(onnx.shape_inference.infer_shapes(proto)), 0)
    assert inside == 2
    assert judged([one], tmp_path, "split") == {"net0": ""}
