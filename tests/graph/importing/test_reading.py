"""What a good model becomes: names, sources, shapes, one form of its operators, and a report."""

from __future__ import annotations

import numpy as np
import onnx
import onnx_ir as ir
import pytest
from onnx import helper

from compiler_core.graph.evaluation.light import LIGHT_MODELS
from compiler_core.graph.importing.errors import SizesNeeded
from compiler_core.graph.importing.limits import SHIPPED_LIMITS
from compiler_core.graph.importing.reader import ImportedModel, import_model
from compiler_core.graph.model_text import snapshot_of
from compiler_core.graph.outline import nodes_matching, outline_of
from compiler_core.graph.provenance import sources_of
from compiler_core.graph.validation import random_inputs, run_model
from tests.graph.importing.models import convolution_model, model, one_node
from tests.graph.light_models import light_model
from tests.stopwatch import Stopwatch


def read(made: onnx.ModelProto, **sizes: int) -> ImportedModel:
    return import_model(made.SerializeToString(), sizes)


def lines(imported: ImportedModel) -> list[str]:
    return [line.text for line in snapshot_of(imported.model, "read").lines]


def by_runtime(made: onnx.ModelProto, inputs: dict[str, np.ndarray]) -> list[np.ndarray]:
    """The outputs of a file as ONNX Runtime computes them, old operator sets included."""
    import onnxruntime

    session = onnxruntime.InferenceSession(
        made.SerializeToString(), providers=["CPUExecutionProvider"]
    )
    return [np.asarray(one) for one in session.run(None, inputs)]


def assert_same_outputs(made: onnx.ModelProto) -> ImportedModel:
    """What was read computes what the file does."""
    imported = read(made)
    inputs = random_inputs(imported.model, 5)
    found = run_model(imported.model, (inputs,))[0]
    for one, other in zip(by_runtime(made, inputs), found, strict=True):
        np.testing.assert_allclose(one, other, rtol=1e-5, atol=1e-6)
    return imported


def test_names_are_kept_or_given_and_are_the_sources() -> None:
    imported = read(convolution_model())
    names = [node.name for node in imported.model.graph]
    assert names == [
        "first",
        "BatchNormalization_0",
        "Relu_0",
        "GlobalAveragePool_0",
        "Flatten_0",
        "last",
    ]
    assert [sources_of(node) for node in imported.model.graph] == [(name,) for name in names]


def test_a_name_of_two_nodes_is_told_apart() -> None:
    nodes = [helper.make_node("Relu", ["x"], ["a"], name="same"),
             helper.make_node("Relu", ["a"], ["b"], name="same"),
             helper.make_node("Abs", ["b"], ["y"], name="same_1")]  # fmt: skip
    imported = read(model(nodes, {"x": (1, 2)}, ["y"]))
    names = [node.name for node in imported.model.graph]
    assert len(set(names)) == 3
    assert names[0] == "same"
    assert names[2] == "same_1"
    assert "shared a name" in imported.report.warnings[0]


def test_sources_written_by_a_stranger_do_not_count() -> None:
    made = convolution_model()
    made.graph.node[0].metadata_props.add(key="lowlab.sources", value='["elsewhere"]')
    assert sources_of(read(made).model.graph[0]) == ("first",)


def test_the_text_of_a_model() -> None:
    assert lines(read(convolution_model())) == [
        "%c[1,6,8,8] float32 = Conv(%x, weights 6×3×3×3) pads 1",
        "%n[1,6,8,8] float32 = BatchNormalization(%c, scale 6, bias 6, mean 6, variance 6)",
        "%r[1,6,8,8] float32 = Relu(%n)",
        "%p[1,6,1,1] float32 = GlobalAveragePool(%r)",
        "%f[1,6] float32 = Flatten(%p)",
        "%y[1,5] float32 = Gemm(%f, weights 6×5)",
    ]


def test_the_report() -> None:
    report = read(convolution_model()).report
    assert report.inputs[0].shape == (1, 3, 8, 8)
    assert report.outputs[0].shape == (1, 5)
    assert [(axis.input, axis.axis, axis.name, axis.size) for axis in report.dynamic_axes] == [
        ("x", 0, "N", 1)
    ]
    assert report.parameters == 6 * 27 + 4 * 6 + 30
    assert report.parameter_bytes == 4 * report.parameters
    assert report.multiplies == 64 * 6 * 27 + 5 * 6
    assert report.nodes == 6
    assert report.producer == "tests"
    assert report.unsupported == ()


def test_a_chosen_batch_is_kept() -> None:
    assert read(convolution_model(), N=5).report.outputs[0].shape == (5, 5)


def test_axes_of_one_name_have_one_size() -> None:
    made = model(
        [helper.make_node("MatMul", ["x", "z"], ["y"])], {"x": ("rows", 3), "z": (3, "rows")}, ["y"]
    )
    assert [axis.size for axis in read(made).report.dynamic_axes] == [1, 1]
    assert read(made, rows=4).report.outputs[0].shape == (4, 4)


def test_open_axes_are_asked_for() -> None:
    content = one_node("Relu", ("N", 3, "height", None)).SerializeToString()
    with pytest.raises(SizesNeeded) as caught:
        import_model(content)
    assert caught.value.axes == ("height", "x:3")
    report = import_model(content, {"height": 5, "x:3": 7}).report
    assert report.inputs[0].shape == (1, 3, 5, 7)
    assert [(axis.axis, axis.size) for axis in report.dynamic_axes] == [(0, 1), (2, 5), (3, 7)]


def test_unsupported_operators_are_named_with_their_nodes() -> None:
    nodes = [helper.make_node("FancyNorm", ["x"], ["a"], domain="com.example", name="fancy"),
             helper.make_node("NonZero", ["a"], ["b"], name="count"),
             helper.make_node("Relu", ["x"], ["y"])]  # fmt: skip
    made = model(nodes, {"x": (1, 4)}, ["y", "b"])
    found = import_model(made.SerializeToString(), supported=[("", "Relu")]).report.unsupported
    assert [(one.operator, one.nodes) for one in found] == [
        ("FancyNorm", ("fancy",)),
        ("NonZero", ("count",)),
    ]
    assert "com.example" in found[0].reason
    assert "fixed sizes" in found[1].reason
    none = import_model(made.SerializeToString(), supported=[]).report.unsupported
    assert {one.operator for one in none} == {"FancyNorm", "NonZero", "Relu"}


def test_shapes_only_a_run_can_know_are_said() -> None:
    made = model([helper.make_node("NonZero", ["x"], ["y"])], {"x": (2, 3)}, ["y"], element_type=7)
    report = read(made).report
    assert report.outputs[0].shape is None
    assert "known only during a run" in report.warnings[-1]


def test_the_lowest_operator_set_and_who_asks_for_it() -> None:
    report = read(convolution_model(17)).report
    assert (report.lowest, [one.operator for one in report.asking]) == (11, ["Gemm"])
    nodes = [
        helper.make_node("Gelu", ["x"], ["a"], name="g"),
        helper.make_node("Relu", ["a"], ["y"]),
    ]
    found = read(model(nodes, {"x": (1, 2)}, ["y"], opset=21)).report
    assert found.lowest == 20
    assert found.asking[0].nodes == ("g",)
    dilated = read(one_node("MaxPool", kernel_shape=[2, 2], dilations=[1, 1])).report
    assert dilated.lowest == 10
    softmax = read(one_node("Softmax", axis=1, opset=15)).report
    assert softmax.lowest == 13
    old = read(one_node("Softmax", axis=1, opset=11)).report
    assert old.lowest == 1


def test_the_lowest_operator_set_is_one_the_standard_accepts() -> None:
    """The checker of onnx takes the model there, and not one set below."""
    made = one_node("HardSwish", opset=21)
    made.graph.output[0].CopyFrom(helper.make_tensor_value_info("y", 1, (1, 4, 8, 8)))
    lowest = read(made).report.lowest
    for version, accepted in ((lowest, True), (lowest - 1, False)):
        made.opset_import[0].version = version
        try:
            onnx.checker.check_model(made)
            fits = True
        except onnx.checker.ValidationError:
            fits = False
        assert fits is accepted


def test_constants_listed_as_inputs_stay_constants() -> None:
    made = convolution_model()
    made.graph.input.append(helper.make_tensor_value_info("w", 1, (6, 3, 3, 3)))
    imported = read(made)
    assert [value.name for value in imported.model.graph.inputs] == ["x"]
    assert "taken as constants" in imported.report.warnings[0]


def test_nodes_out_of_order_are_sorted() -> None:
    nodes = [helper.make_node("Relu", ["a"], ["y"]), helper.make_node("Abs", ["x"], ["a"])]
    imported = read(model(nodes, {"x": (1, 2)}, ["y"]))
    assert [node.op_type for node in imported.model.graph] == ["Abs", "Relu"]


def test_a_new_operator_set_is_taken_back_where_nothing_needs_it() -> None:
    assert read(convolution_model(26)).model.opset_imports[""] == 21


def test_an_old_softmax_over_three_axes_is_one_over_a_matrix() -> None:
    imported = assert_same_outputs(one_node("Softmax", (2, 3, 4), opset=9, axis=1))
    assert [node.op_type for node in imported.model.graph] == ["Reshape", "Softmax", "Reshape"]
    assert imported.model.opset_imports[""] == 13
    assert_same_outputs(one_node("Softmax", (2, 3, 1), opset=9, axis=1))


def test_old_forms_with_attributes_compute_the_same() -> None:
    forms = [
        one_node("Unsqueeze", (2, 3), opset=9, axes=[0, 2]),
        one_node("Squeeze", (1, 2, 1), opset=9, axes=[2]),
        one_node("ReduceSum", opset=9, axes=[2], keepdims=0),
        one_node("Clip", opset=9, min=-0.5, max=0.25),
        one_node("Clip", opset=9, max=0.25),
        one_node("Pad", opset=9, pads=[0, 0, 1, 2, 0, 0, 3, 0], value=1.5),
        one_node("Slice", opset=9, starts=[1, 0], ends=[3, -2], axes=[1, 3]),
        one_node("Dropout", opset=9, ratio=0.3),
        one_node("LogSoftmax", (2, 3, 2, 2), opset=11, axis=2),
        one_node("Upsample", opset=8, scales=[1.0, 1.0, 2.0, 3.0], mode="nearest"),
    ]
    for made in forms:
        assert_same_outputs(made)


def test_old_broadcasting_along_an_axis() -> None:
    """Operator set 6 laid the second operand along the axis it names; ONNX Runtime has it not."""
    bias = np.array([1, 2, 3, 4], np.float32)
    made = one_node("Add", (1, 4, 2, 2), {"b": bias}, opset=6, broadcast=1, axis=1)
    imported = read(made)
    inputs = random_inputs(imported.model, 1)
    found = run_model(imported.model, (inputs,))[0][0]
    np.testing.assert_array_equal(found, inputs["x"] + bias.reshape(1, 4, 1, 1))


def test_shapes_computed_from_shapes() -> None:
    """The chain that exporters write for x.view(x.size(0), -1)."""
    nodes = [
        helper.make_node("Shape", ["x"], ["s"]),
        helper.make_node("Gather", ["s", "zero"], ["n"], axis=0),
        helper.make_node("Unsqueeze", ["n", "axis"], ["u"]),
        helper.make_node("Concat", ["u", "rest"], ["t"], axis=0),
        helper.make_node("Reshape", ["x", "t"], ["y"]),
    ]
    constants = {"zero": np.array(0), "axis": np.array([0]), "rest": np.array([-1])}
    assert read(model(nodes, {"x": (2, 3, 4)}, ["y"], constants)).report.outputs[0].shape == (2, 12)


def test_window_sizes_at_the_border() -> None:
    """Places of a window: rounded up, padded, dilated; the runtime is asked."""
    for attributes in (
        {"kernel_shape": [3, 3], "strides": [2, 2], "ceil_mode": 1},
        {"kernel_shape": [2, 2], "strides": [2, 2], "ceil_mode": 1, "pads": [0, 0, 1, 1]},
        {"kernel_shape": [3, 2], "dilations": [2, 3], "pads": [1, 0, 2, 1]},
        {"kernel_shape": [3, 3], "strides": [2, 3], "auto_pad": "SAME_UPPER"},
        {"kernel_shape": [3, 3], "strides": [2, 3], "auto_pad": "VALID"},
    ):
        made = one_node("MaxPool", (1, 2, 7, 8), **attributes)
        imported = read(made)
        inputs = random_inputs(imported.model, 0)
        assert by_runtime(made, inputs)[0].shape == imported.report.outputs[0].shape


def test_all_light_models_are_read_with_their_shapes() -> None:
    for light in LIGHT_MODELS:
        imported = import_model(light.content(), limits=SHIPPED_LIMITS)
        shape = imported.report.outputs[0].shape
        assert shape is not None
        assert (imported.report.unsupported, shape[:2]) == ((), (1, 1000))
        assert all(
            value.shape is not None and value.shape.is_static()
            for node in imported.model.graph
            for value in node.outputs
        )


def large_graph(blocks: int) -> onnx.ModelProto:
    """Blocks of five nodes, all alike, with a head of another kind."""
    random = np.random.default_rng(0)
    nodes, constants, value = [helper.make_node("Sigmoid", ["x"], ["v"])], {}, "v"
    for at in range(blocks):
        constants[f"w{at}"] = random.standard_normal((8, 8, 1, 1)).astype(np.float32)
        nodes += [helper.make_node("Conv", [value, f"w{at}"], [f"c{at}"]),
                  helper.make_node("Relu", [f"c{at}"], [f"r{at}"]),
                  helper.make_node("Identity", [f"r{at}"], [f"i{at}"]),
                  helper.make_node("Abs", [f"i{at}"], [f"a{at}"]),
                  helper.make_node("Add", [f"a{at}", value], [f"s{at}"])]  # fmt: skip
        value = f"s{at}"
    nodes.append(helper.make_node("Tanh", [value], ["y"]))
    return model(nodes, {"x": ("N", 8, 4, 4)}, ["y"], constants)


def test_a_graph_of_8000_nodes_is_shown_in_time_and_collapsed() -> None:
    content = large_graph(1600).SerializeToString()
    watch = Stopwatch()
    imported = import_model(content)
    snapshot = snapshot_of(imported.model, "read")
    outline = outline_of(snapshot)
    assert watch.seconds() < 3
    assert [(item.count, item.block) for item in outline.items] == [(1, 1), (1600, 5), (1, 1)]
    assert outline.nodes == len(snapshot.lines) == 8002
    assert nodes_matching(snapshot, "CONV_1599") == ("Conv_1599",)
    assert nodes_matching(snapshot, "  ") == ()


def test_blocks_of_a_stage_are_found_in_resnet() -> None:
    content = light_model("resnet50").content()
    snapshot = snapshot_of(import_model(content).model, "read")
    repeats = [item for item in outline_of(snapshot).items if item.count > 1]
    assert any("Conv" in item.title and item.count >= 2 for item in repeats)


def test_the_representation_is_a_valid_model() -> None:
    imported = read(convolution_model())
    onnx.checker.check_model(ir.serde.serialize_model(imported.model), full_check=True)
