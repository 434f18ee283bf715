"""What has no C form is refused in words that name it."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest
from onnx import NodeProto, helper

from compiler_core.errors import InputError
from compiler_core.graph.emission.operators import (
    SUPPORTED_OPERATORS,
    find_operator,
    unsupported_nodes,
)
from compiler_core.graph.emission.program import emit_program, one_group_per_node
from compiler_core.graph.importing.reader import import_model
from tests.graph.emission.small_models import imported, model_proto, numbers
from tests.graph.importing.models import model

node = helper.make_node


def emit(model: ir.Model) -> None:
    emit_program(model, one_group_per_node(model))


def test_an_unknown_operator_is_named() -> None:
    model = imported(
        model_proto([node("Det", ["x"], ["y"], name="d")], {"x": numbers(3, 3)}, ["y"])
    )
    with pytest.raises(InputError, match=r"operator Det \(node 'd'\)"):
        emit(model)
    assert unsupported_nodes(model) == (("d", "Det"),)
    assert ("", "Det") not in SUPPORTED_OPERATORS


@pytest.mark.parametrize(("refused", "reason"), [
    (node("NonZero", ["x"], ["y"], name="n"), "cut the network in front"),
    (node("TopK", ["x", "k"], ["y", "i"], name="n"), "It orders what it reads"),
    (node("RandomNormalLike", ["x"], ["y"], name="n"), "It draws at random"),
    (node("Gelu", ["x"], ["y"], name="n", domain="com.microsoft"), "domain com.microsoft"),
    (node("Einsum", ["x"], ["y"], name="n", equation="ii->i"), "takes a diagonal"),
])  # fmt: skip
def test_a_refusal_gives_operator_node_and_reason(refused: NodeProto, reason: str) -> None:
    """When it is compiled, and in the report before."""
    constants = {"k": np.array([2])} if "k" in refused.input else {}
    proto = model([refused], {"x": (3, 3)}, ["y"], constants)
    proto.opset_import.add(domain="com.microsoft", version=1)
    read = import_model(proto.SerializeToString(), supported=SUPPORTED_OPERATORS)
    with pytest.raises(InputError) as raised:
        find_operator(read.model.graph.node("n"))
    assert all(word in str(raised.value) for word in (refused.op_type, "'n'", reason))
    assert [reason in one.reason for one in read.report.unsupported] == [True]


def test_an_open_size_is_named() -> None:
    model = imported(model_proto([node("Relu", ["x"], ["y"])], {"x": numbers(2, 3)}, ["y"]))
    model.graph.outputs[0].shape = ir.Shape(["rows", 3])
    with pytest.raises(InputError, match="shape of 'y' is not known"):
        emit(model)


def test_a_computed_address_is_refused() -> None:
    nodes = [node("Slice", ["x", "s", "e"], ["y"], name="cut")]
    inputs = {"x": numbers(4), "s": np.array([1]), "e": np.array([3])}
    model = ir.from_proto(model_proto(nodes, inputs, ["y"]))
    model.graph.outputs[0].shape = ir.Shape([2])
    with pytest.raises(InputError, match="Input 1 of Slice 'cut' is only known when"):
        emit(model)


def test_text_has_no_form() -> None:
    model = imported(model_proto([node("Identity", ["x"], ["y"])], {"x": numbers(2)}, ["y"]))
    model.graph.inputs[0].dtype = ir.DataType.STRING
    with pytest.raises(InputError, match="elements of type STRING"):
        emit(model)


def test_groups_must_hold_every_node_once() -> None:
    nodes = [node("Relu", ["x"], ["a"]), node("Abs", ["a"], ["y"])]
    model = imported(model_proto(nodes, {"x": numbers(2)}, ["y"]))
    groups = one_group_per_node(model)
    for wrong in (groups[:1], (*groups, groups[0])):
        with pytest.raises(InputError, match="partition"):
            emit_program(model, wrong)


@pytest.mark.parametrize("name", ["", "3d", "a b", "a-b", "a*/", "modèle"])
def test_a_program_needs_a_plain_name(name: str) -> None:
    model = imported(model_proto([node("Relu", ["x"], ["y"])], {"x": numbers(2)}, ["y"]))
    with pytest.raises(InputError, match="cannot name a C file"):
        emit_program(model, one_group_per_node(model), name=name)
