"""Einsum and OneHot, written out, give what ONNX Runtime's own operators give."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx_ir as ir
import onnxruntime
import pytest
from onnx import ModelProto, TensorProto, helper

from compiler_core.errors import InputError
from compiler_core.graph.emission.operators import find_operator
from compiler_core.graph.importing.errors import InferenceRefused
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.validation import run_model
from tests.graph.importing.models import model
from tests.graph.pipeline.test_parts import results_of

SIZES = {"b": 2, "h": 3, "q": 4, "k": 5, "d": 6, "e": 7}
EQUATIONS = (
    "bqhd,bkhd->bhqk", "bhqk,bkhd->bqhd", "qd,de->qe", "qd,ed", "bqd,hde->bhqe", "q,k->qk",
    "bhq,bhq->bh", "qd,qd->", "bqk->kb", "bhqk->q", "qd,de,eh->qh", "bqd,d->bq", "b q k , b k d",
    "hqd,qhe->de",
)  # fmt: skip
Shape = tuple[int, ...]
DOTS: tuple[tuple[str, tuple[Shape, ...]], ...] = (
    ("...qd,...kd->...qk", ((2, 3, 4, 6), (2, 3, 5, 6))), ("...q->...", ((2, 3, 4),)),
    ("...qd,de->...qe", ((2, 3, 4, 6), (6, 7))), ("...d,...d->d...", ((2, 3, 6), (2, 3, 6))),
)  # fmt: skip


def einsum(equation: str, shapes: tuple[Shape, ...]) -> ModelProto:
    names = [f"x{at}" for at in range(len(shapes))]
    node = helper.make_node("Einsum", names, ["y"], name="sum", equation=equation)
    return model([node], dict(zip(names, shapes, strict=True)), ["y"])


def shapes_of(equation: str) -> tuple[Shape, ...]:
    terms = equation.replace(" ", "").split("->")[0].split(",")
    return tuple(tuple(SIZES[letter] for letter in term) for term in terms)


def agree(made: ModelProto, inputs: dict[str, np.ndarray], operator: str) -> None:
    imported = import_model(made.SerializeToString())
    assert operator not in {node.op_type for node in imported.model.graph}
    ((found,),) = run_model(imported.model, (inputs,))
    session = onnxruntime.InferenceSession(made.SerializeToString())
    (expected,) = session.run(None, inputs)
    expected = np.asarray(expected)
    assert found.shape == expected.shape
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-5)


@pytest.mark.parametrize(
    ("equation", "shapes"), [*((one, shapes_of(one)) for one in EQUATIONS), *DOTS]
)
def test_sums_of_products(equation: str, shapes: tuple[Shape, ...]) -> None:
    random = np.random.default_rng(3)
    inputs = {
        f"x{at}": random.standard_normal(shape).astype(np.float32)
        for at, shape in enumerate(shapes)
    }
    agree(einsum(equation, shapes), inputs, "Einsum")


@pytest.mark.parametrize("axis", [-1, 0, 1])
@pytest.mark.parametrize("kind", [np.int64, np.int32, np.float32])
def test_one_hot_with_numbers_from_the_end_and_outside(axis: int, kind: type) -> None:
    node = helper.make_node("OneHot", ["x", "depth", "values"], ["y"], axis=axis)
    constants = {"depth": np.array(4, kind), "values": np.array([-1, 3], np.float32)}
    made = model([node], {"x": (2, 4)}, ["y"], constants)
    made.graph.input[0].type.tensor_type.elem_type = helper.np_dtype_to_tensor_dtype(np.dtype(kind))
    inputs = {"x": np.array([[0, 3, -1, 9], [-4, -5, 2, 1]], kind)}
    agree(made, inputs, "OneHot")


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_attention_in_einsums_over_one_hot_rows_compiles_and_agrees(
    precision: str, tmp_path: Path
) -> None:
    random = np.random.default_rng(5)
    nodes = [
        helper.make_node("OneHot", ["x", "depth", "values"], ["rows"]),
        helper.make_node("Einsum", ["rows", "w"], ["q"], equation="bqe,ehd->bqhd"),
        helper.make_node("Einsum", ["q", "q"], ["scores"], equation="bqhd,bkhd->bhqk"),
        helper.make_node("Softmax", ["scores"], ["share"], axis=-1),
        helper.make_node("Einsum", ["share", "q"], ["y"], equation="bhqk,bkhd->bqhd"),
    ]
    constants = {
        "depth": np.array(7),
        "values": np.array([0, 1], np.float32),
        "w": random.standard_normal((7, 2, 4)).astype(np.float32),
    }
    made = model(nodes, {"x": (1, 5)}, ["y"], constants)
    made.graph.input[0].type.tensor_type.elem_type = TensorProto.INT64
    *_, run = results_of(ir.from_proto(made), precision, tmp_path)
    assert isinstance(run.details, RunDetails)
    assert run.details.agrees, run.sentence


@pytest.mark.parametrize(
    ("equation", "shapes", "reason"),
    [("ii->i", ((3, 3),), "takes a diagonal"), ("ij,jk->ik", ((2, 1), (4, 3)), "size 1")],
)
def test_equations_that_are_not_written_out_are_refused_with_their_reason(
    equation: str, shapes: tuple[Shape, ...], reason: str
) -> None:
    (node,) = import_model(einsum(equation, shapes).SerializeToString()).model.graph
    with pytest.raises(InputError) as refused:
        find_operator(node)
    assert all(word in str(refused.value) for word in ("Einsum", "sum", equation, reason))


@pytest.mark.parametrize(("equation", "shapes", "reason"), [
    ("ij,jk->ik", ((2, 3), (4, 3)), "sizes 3 and 4 have one letter"),
    ("ij->ijk", ((2, 3),), "names other axes"), ("ij,jk->ik", ((2, 3),), "has 2 operands"),
    ("ijk->i", ((2, 3),), "does not fit the axes"),
])  # fmt: skip
def test_equations_that_do_not_fit_are_refused(
    equation: str, shapes: tuple[Shape, ...], reason: str
) -> None:
    with pytest.raises(InferenceRefused, match=reason):
        import_model(einsum(equation, shapes).SerializeToString())
