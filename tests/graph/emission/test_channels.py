"""Gates and sums of channels on the emulated core: vectors, what is left of them, and plain C."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import onnx_ir as ir
import pytest
from onnx import helper

from compiler_core.graph.artifact import make_artifact
from compiler_core.graph.emission.gating import QuantisedGate, integer_factor
from compiler_core.graph.emission.program import emit_program
from compiler_core.graph.records import FusedGroup
from compiler_core.graph.running.run import run_artifact
from tests.graph.emission.small_models import (
    expected,
    group,
    imported,
    model_proto,
    numbers,
    verdict,
)

node = helper.make_node
CHANNELS = (3, 4, 19, 37, 64, 103)


def emulated(
    proto: onnx.ModelProto, inputs: dict, groups: list[FusedGroup], read: ir.Model | None = None
) -> dict[str, np.ndarray]:
    program = emit_program(read or imported(proto), groups)
    return run_artifact(make_artifact(program, None, core="cortex-a76"), inputs).outputs


def alone(proto: onnx.ModelProto, names: dict[str, list[str]]) -> list[FusedGroup]:
    """A group for each result, of the nodes that are listed for it."""
    given = [value.name for value in proto.graph.input]
    return [group(end, nodes, "", given, end) for end, nodes in names.items()]


@pytest.mark.usefixtures("emulator")
def test_gates_of_floats(tmp_path: Path) -> None:
    inputs = {f"x{wide}": numbers(2, 3, 7, wide, seed=wide) for wide in CHANNELS}
    inputs |= {f"g{wide}": numbers(1, 1, 1, wide, seed=-wide % 97) for wide in CHANNELS}
    nodes = [node("Mul", [f"g{wide}", f"x{wide}"], [f"y{wide}"]) for wide in CHANNELS]
    proto = model_proto(nodes, inputs, [f"y{wide}" for wide in CHANNELS])
    names = {one.output[0]: [one.name] for one in nodes}
    found = emulated(proto, inputs, alone(proto, names))
    for name, wanted in zip(names, expected(proto, inputs), strict=True):
        assert np.array_equal(found[name], wanted), name
    assert verdict(proto, inputs, tmp_path, alone(proto, names)) == ""


@pytest.mark.usefixtures("emulator")
def test_gates_of_bytes(tmp_path: Path) -> None:
    """Every byte against many gates, and products that saturate on both sides."""
    nodes, constants, inputs = list[onnx.NodeProto](), dict[str, np.ndarray](), {}
    names = dict[str, list[str]]()
    for number, wide in enumerate(CHANNELS):
        draws = np.random.default_rng(number)
        inputs[f"x{wide}"] = draws.permuted(
            np.tile(np.arange(-128, 128, dtype=np.int8)[:, None], (1, wide)), axis=0
        ).reshape(1, 16, 16, wide)
        inputs[f"g{wide}"] = draws.integers(-128, 128, (1, 1, 1, wide)).astype(np.int8)
        scales = draws.uniform(0.002, (0.02, 0.005, 3.0)[number % 3], 3).astype(np.float32)
        zeros = draws.integers(-128, 128, 3).astype(np.int8)
        for at, name in enumerate("xgy"):
            constants[f"{name}s{wide}"], constants[f"{name}z{wide}"] = scales[at], zeros[at]
        steps = [
            node(
                "DequantizeLinear",
                [f"{one}{wide}", f"{one}s{wide}", f"{one}z{wide}"],
                [f"{one}r{wide}"],
                name=f"{one}r{wide}",
            )
            for one in "xg"
        ] + [
            node("Mul", [f"xr{wide}", f"gr{wide}"], [f"m{wide}"], name=f"m{wide}"),
            node(
                "QuantizeLinear",
                [f"m{wide}", f"ys{wide}", f"yz{wide}"],
                [f"y{wide}"],
                name=f"y{wide}",
            ),
        ]
        nodes += steps
        names |= {f"gr{wide}": [f"gr{wide}"], f"y{wide}": [f"xr{wide}", f"m{wide}", f"y{wide}"]}
    proto = model_proto(nodes, inputs, [f"y{wide}" for wide in CHANNELS], constants)
    found = emulated(proto, inputs, alone(proto, names))
    wanted = dict(zip((f"y{wide}" for wide in CHANNELS), expected(proto, inputs), strict=True))
    assert {name: int((found[name] != wanted[name]).sum()) for name in wanted} == dict.fromkeys(
        wanted, 0
    )
    assert verdict(proto, inputs, tmp_path, alone(proto, names)) == ""


def test_a_factor_is_refused_where_it_would_change_a_byte() -> None:
    """Halves are rounded to even, which no factor does; nearly every other scale has one."""
    halves = QuantisedGate(np.float32(0.5), np.float32(1), np.ones(1, np.float32), (0, 0))
    assert integer_factor(halves) is None
    draws = np.random.default_rng(1)
    levels = np.arange(256, dtype=np.float32) * np.float32(1 / 255)
    found = [
        integer_factor(
            QuantisedGate(
                np.float32(draws.uniform(0.1, 4)),
                np.float32(1),
                levels,
                (int(draws.integers(-128, 128)), -5),
            )
        )
        for _ in range(20)
    ]
    assert sum(factor is not None for factor in found) > 15


@pytest.mark.usefixtures("emulator")
def test_sums_of_pictures_of_bytes() -> None:
    """More positions than 16 bits hold of the lowest byte, several pictures, odd channels."""
    inputs, nodes, constants = {}, list[onnx.NodeProto](), dict[str, np.ndarray]()
    wanted = {}
    for number, wide in enumerate(CHANNELS):
        size = ((23, 24), (16, 16), (5, 3))[number % 3]
        picture = np.random.default_rng(number).integers(-128, 128, (2, *size, wide))
        picture[0] = -128
        inputs[f"x{wide}"] = picture.astype(np.int8)
        constants[f"w{wide}"] = np.ones((wide, 1, *size), np.int8)
        nodes.append(
            node(
                "ConvInteger",
                [f"x{wide}", f"w{wide}"],
                [f"y{wide}"],
                group=wide,
                domain="lowlab.nhwc",
                kernel_shape=size,
                name=f"y{wide}",
            )
        )
        wanted[f"y{wide}"] = picture.sum(axis=(1, 2), keepdims=True)
    kinds = onnx.TensorProto.INT8, onnx.TensorProto.INT32
    graph = helper.make_graph(
        nodes,
        "sums",
        [helper.make_tensor_value_info(name, kinds[0], one.shape) for name, one in inputs.items()],
        [helper.make_tensor_value_info(name, kinds[1], one.shape) for name, one in wanted.items()],
        [onnx.numpy_helper.from_array(one, name) for name, one in constants.items()],
    )
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("lowlab.nhwc", 1)]
    proto = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    groups = alone(proto, {name: [name] for name in wanted})
    found = emulated(proto, inputs, groups, ir.from_proto(proto))
    assert all(np.array_equal(found[name], wanted[name]) for name in wanted)


@pytest.mark.usefixtures("emulator")
def test_means_of_pictures_of_floats() -> None:
    """Vectors of every width, several pictures, positions that no unrolled round divides."""
    inputs, nodes, wanted = {}, list[onnx.NodeProto](), {}
    for number, wide in enumerate(CHANNELS):
        size = ((23, 24), (16, 16), (5, 3))[number % 3]
        inputs[f"x{wide}"] = numbers(2, *size, wide, seed=number)
        nodes.append(
            node(
                "GlobalAveragePool",
                [f"x{wide}"],
                [f"y{wide}"],
                name=f"y{wide}",
                domain="lowlab.nhwc",
            )
        )
        wanted[f"y{wide}"] = inputs[f"x{wide}"].mean(axis=(1, 2), keepdims=True, dtype=np.float64)
    kind = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        "means",
        *(
            [helper.make_tensor_value_info(name, kind, one.shape) for name, one in values.items()]
            for values in (inputs, wanted)
        ),
    )
    opsets = [helper.make_opsetid("", 21), helper.make_opsetid("lowlab.nhwc", 1)]
    proto = helper.make_model(graph, opset_imports=opsets, ir_version=10)
    groups = alone(proto, {name: [name] for name in wanted})
    found = emulated(proto, inputs, groups, ir.from_proto(proto))
    assert all(np.allclose(found[name], wanted[name], atol=1e-6) for name in wanted)
