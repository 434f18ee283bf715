"""Small floats: every code to a number, and numbers to codes, as `ml_dtypes` has them."""

from __future__ import annotations

from pathlib import Path

import ml_dtypes
import numpy as np
import pytest
from onnx import NodeProto, TensorProto, helper, numpy_helper

from compiler_core.errors import InputError
from compiler_core.graph.emission.element_types import BY_NAME
from compiler_core.graph.emission.operators import refusal_of
from compiler_core.graph.emission.program import emit_program, one_group_per_node
from compiler_core.graph.emission.small_floats import SMALL_FLOATS
from compiler_core.graph.planning.plan import plan_model
from tests.graph.emission.backend_suite.building import emitted, judged, read_plainly
from tests.graph.emission.backend_suite.cases import Case

pytestmark = pytest.mark.usefixtures("emulator")

# The largest numbers of each format, halves between codes, what is next to zero, and no numbers.
TRAPS = np.array(
    [0, -0.0, np.nan, np.inf, -np.inf, 240, 248, 447, 448, 464, 465, 57344, 61439, 61440, 65504,
     6, 7, 5, -5, 0.75, 0.25, 1.0625, 1.1875, 2.0**-6, 2.0**-9, 2.0**-10, 3 * 2.0**-11, 2.0**-16,
     2.0**-17, 1e-30],
    np.float32,
)  # fmt: skip


def cast_node(wanted: int, attributes: dict[str, int]) -> NodeProto:
    node = helper.make_node("Cast", ["x"], ["y"], to=wanted)
    node.attribute.extend(helper.make_attribute(*one) for one in attributes.items())
    return node


def cast_case(name: str, x: np.ndarray, y: np.ndarray, **attributes: int) -> Case:
    """One Cast from the type of x to that of y."""
    given, wanted = (helper.np_dtype_to_tensor_dtype(one.dtype) for one in (x, y))
    graph = helper.make_graph(
        [cast_node(wanted, attributes)],
        name,
        [helper.make_tensor_value_info("x", given, x.shape)],
        [helper.make_tensor_value_info("y", wanted, y.shape)],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 25)])
    return Case(name, model, (x,), (y,), 0, 0)


def cases() -> list[Case]:
    """Both directions of every format; eight-bit ones also without saturation."""
    found = list[Case]()
    random = np.random.default_rng(0).normal(size=300).astype(np.float32) * 40
    numbers = np.concatenate([TRAPS, random])
    for name in SMALL_FLOATS:
        kind = BY_NAME[name]
        target = np.dtype(getattr(ml_dtypes, kind.numpy))
        codes = np.arange(2 ** (4 if kind.narrow else 8 * kind.bytes)).astype(kind.stored)
        values = codes.view(target)
        found.append(cast_case(f"{name}_values", values, values.astype(np.float32)))
        if "FLOAT8" not in name:
            found.append(cast_case(f"{name}_codes", numbers, numbers.astype(target)))
            continue
        plain = numbers.astype(target)
        found.append(cast_case(f"{name}_beyond", numbers, plain, saturate=0))
        kept = numpy_helper.saturate_cast(numbers, target)
        found.append(cast_case(f"{name}_codes", numbers, kept))
    return found


def test_every_code_and_many_numbers(tmp_path: Path) -> None:
    ready = [emitted(case, f"case{at}") for at, case in enumerate(cases())]
    assert {name: why for name, why in judged(ready, tmp_path, "all").items() if why} == {}


def test_arithmetic_on_codes_is_refused_by_name() -> None:
    kind = TensorProto.FLOAT8E5M2
    graph = helper.make_graph(
        [helper.make_node("Neg", ["x"], ["y"], name="n")],
        "g",
        [helper.make_tensor_value_info("x", kind, [3])],
        [helper.make_tensor_value_info("y", kind, [3])],
    )
    model = read_plainly(helper.make_model(graph))
    assert "elements of type FLOAT8E5M2; cast them first" in refusal_of(next(iter(model.graph)))
    with pytest.raises(InputError, match="FLOAT8E5M2"):
        emit_program(model, one_group_per_node(model))


def test_the_plan_gives_each_four_bit_element_its_byte() -> None:
    x = np.zeros((5, 40), np.float32)
    case = cast_case("c", x, x.astype(ml_dtypes.float4_e2m1fn))
    model = read_plainly(case.model)
    plan = plan_model(model, one_group_per_node(model))
    assert {one.buffer.name: one.buffer.bytes for one in plan.placed}["y"] == 200
