"""Attention and rotary embedding, written out when a model is read, give what the standard says."""

from __future__ import annotations

from pathlib import Path

import onnx
import pytest
from onnx import TensorProto, helper

from compiler_core.graph.importing.errors import InferenceRefused, ModelTooLarge
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.provenance import sources_of
from tests.graph.emission.backend_suite.building import verdicts
from tests.llm.attention_fusion.operator_score import GOAL, operator_cases, scores

pytestmark = pytest.mark.usefixtures("emulator")

# The package rounds to bfloat16 after each step; here the steps are computed in float32.
_ROUNDED_OFTEN = "bf16"


def attention_model(shapes: dict[str, list[int]], **attributes: int) -> bytes:
    """One Attention node of float32 inputs in the order of the shapes."""
    names = ["Q", "K", "V", "mask", "past_key", "past_value"]
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.FLOAT, shape)
        for name, shape in shapes.items()
    ]
    last = max(names.index(name) for name in shapes)
    given = [name if name in shapes else "" for name in names[: last + 1]]
    node = helper.make_node("Attention", given, ["Y"], name="attention", **attributes)
    output = helper.make_empty_tensor_value_info("Y")
    graph = helper.make_graph([node], "one", inputs, [output])
    opset = [helper.make_opsetid("", 25)]
    return helper.make_model(graph, opset_imports=opset, ir_version=11).SerializeToString()


def test_cases_of_the_package_pass(tmp_path: Path) -> None:
    cases = operator_cases()
    found = verdicts(cases, tmp_path)
    assert {
        name for name, reason in found.items() if reason and _ROUNDED_OFTEN not in name
    } == set()
    per_operator = scores(found, cases)
    assert [score.total for score in per_operator.values()] == [93, 19, 8]
    assert all(score.share >= GOAL for score in per_operator.values())


def test_written_out_nodes_name_their_source() -> None:
    shape = [1, 4, 3, 8]
    model = import_model(attention_model({"Q": shape, "K": shape, "V": shape}, is_causal=1)).model
    assert {sources_of(node) for node in model.graph} == {("attention",)}
    assert "Attention" not in {node.op_type for node in model.graph}
    onnx.checker.check_model(_proto(model))


def _proto(model: object) -> onnx.ModelProto:
    import onnx_ir as ir

    assert isinstance(model, ir.Model)
    return ir.serde.serialize_model(model)


@pytest.mark.parametrize(
    ("shapes", "attributes"),
    [
        pytest.param({"Q": [1, 3, 2, 8], "K": [1, 2, 2, 8], "V": [1, 2, 2, 8]}, {}, id="heads"),
        pytest.param({"Q": [1, 2, 2, 8], "K": [1, 2, 2, 4], "V": [1, 2, 2, 8]}, {}, id="size"),
        pytest.param({"Q": [1, 2, 2, 8], "K": [1, 2, 2, 8], "V": [1, 2, 3, 8]}, {}, id="values"),
        pytest.param({"Q": [1, 2, 9], "K": [1, 2, 8], "V": [1, 2, 8]},
                     {"q_num_heads": 2, "kv_num_heads": 2}, id="no-whole-heads"),
        pytest.param({"Q": [1, 2, 8], "K": [1, 2, 8], "V": [1, 2, 8]}, {}, id="no-heads-said"),
        pytest.param({"Q": [1, 1, 2, 8], "K": [1, 1, 2, 8], "V": [1, 1, 2, 8], "mask": [2, 3]}, {},
                     id="long-mask"),
        pytest.param({"Q": [1, 1, 2, 8], "K": [1, 1, 2, 8], "V": [1, 1, 2, 8], "mask": [3, 2]}, {},
                     id="mask-of-other-rows"),
        pytest.param({"Q": [1, 1, 2, 8], "K": [1, 1, 2, 8], "V": [1, 1, 2, 8],
                      "past_key": [1, 1, 4, 8]}, {}, id="half-a-past"),
    ],
)  # fmt: skip
def test_shapes_that_do_not_fit_are_refused(
    shapes: dict[str, list[int]], attributes: dict[str, int]
) -> None:
    with pytest.raises(InferenceRefused):
        import_model(attention_model(shapes, **attributes))


def test_a_small_file_cannot_ask_for_a_large_mask() -> None:
    """A million queries and keys: 10¹² numbers of causal order."""
    long = {name: [1, 1, 1 << 20, 1] for name in ("Q", "K", "V")}
    with pytest.raises(ModelTooLarge, match="elements of one tensor"):
        import_model(attention_model(long, is_causal=1))


def copied(copies: int, *windows: int) -> bytes:
    """Several nodes with causal order over 4,096 positions, their windows in turn."""
    shapes = {name: [1, 1, 4096, 1] for name in ("Q", "K", "V")}
    model = onnx.ModelProto.FromString(attention_model(shapes, is_causal=1))
    (first,) = model.graph.node
    for number in range(copies):
        copy = model.graph.node.add()
        copy.CopyFrom(first)
        copy.name, copy.output[0] = f"copy_{number}", f"Y_{number}"
        window = windows[number % len(windows)]
        copy.attribute.append(helper.make_attribute("left_window_size", window))
    return model.SerializeToString()


def test_many_masks_count_together() -> None:
    """Each is allowed; together they pass the limit of weights."""
    with pytest.raises(ModelTooLarge, match="all weights together"):
        import_model(copied(8, 1, 2, 3, 4, 5, 6))


def test_layers_with_the_same_order_share_it() -> None:
    model = import_model(copied(2, 9)).model
    constants = (value.const_value for value in model.graph.initializers.values())
    assert sum(constant is not None and constant.size == 4096 * 4096 for constant in constants) == 2
