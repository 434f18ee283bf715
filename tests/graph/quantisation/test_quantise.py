"""Quantising whole models: tables, reasons, refusals, pins, sensitivity."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.calibration.calibrate import calibrate
from compiler_core.graph.calibration.methods import METHODS
from compiler_core.graph.evaluation.shipped import ShippedModel, shipped_models
from compiler_core.graph.observing.observed_model import ObservedModel
from compiler_core.graph.quantisation.integer_form import INTEGER_FORM
from compiler_core.graph.quantisation.placement import int8_candidates, place
from compiler_core.graph.quantisation.quantise import first_and_last, quantise
from compiler_core.graph.quantisation.records import QuantisationSettings
from compiler_core.graph.quantisation.reference import reference_run
from compiler_core.graph.quantisation.sensitivity import accuracy_of_layers, noise_of_layers
from tests.graph.quantisation.agreement import compare, pictures_for, shipped_case
from tests.graph.quantisation.model_lines import is_close, lines_of
from tests.graph.quantisation.networks import GENERATED, Network, light, plain, residual


@pytest.mark.parametrize("method", [each.name for each in METHODS])
@pytest.mark.parametrize("name", GENERATED)
def test_every_method_stays_close_to_float32(name: str, method: str) -> None:
    net, output = GENERATED[name]()
    model = net.model(output)
    quantised = quantise(model, calibrate(model, net.images(8)), QuantisationSettings(method)).model
    picture = net.images(1, seed=99)[0]
    real, found = (
        ObservedModel(each, [output]).run(picture)[output] for each in (model, quantised)
    )
    assert is_close(real, found, 20)


@pytest.mark.parametrize("name", GENERATED)
def test_the_integer_form_agrees_with_onnx_runtime(name: str) -> None:
    net, output = GENERATED[name]()
    found = compare(net.model(output), net.images(4), net.images(2, seed=5))
    assert found.whole.elements > 10_000
    assert found.whole.within_one >= 0.999
    assert found.alone.within_one == 1.0
    assert found.integers.equal == 1.0


@pytest.mark.parametrize("shipped", shipped_models(), ids=lambda shipped: shipped.id)
def test_the_networks_that_ship_agree_with_onnx_runtime(shipped: ShippedModel) -> None:
    case = shipped_case(shipped)
    found = compare(case.model, case.batches[:16], case.pictures[:4])
    assert found.whole.within_one >= 0.999
    assert found.alone.within_one == 1.0
    assert found.integers.equal == 1.0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["resnet50", "squeezenet", "shufflenet"])
def test_every_kernel_of_a_real_network_agrees_with_onnx_runtime(name: str) -> None:
    model = light(name)
    found = compare(model, pictures_for(model, 2, 1), pictures_for(model, 1, 2))
    assert found.alone.within_one == 1.0
    assert found.alone.equal > 0.9999
    assert found.integers.equal == 1.0


def test_the_given_model_is_left_alone() -> None:
    net, output = plain()
    model = net.model(output)
    before = lines_of(model)
    quantise(model, calibrate(model, net.images(1)))
    assert lines_of(model) == before


def test_quantising_twice_gives_the_same_bytes() -> None:
    net, output = residual()
    model = net.model(output)
    calibration = calibrate(model, net.images(2))
    first, second = (
        ir.to_proto(quantise(model, calibration).model).SerializeToString(deterministic=True)
        for _ in range(2)
    )
    assert first == second


def test_the_table_has_a_row_for_every_node_and_counts_bytes() -> None:
    net, output = plain()
    model = net.model(output)
    found = quantise(model, calibrate(model, net.images(2)))
    rows = {row.node: row for row in found.layers}
    assert list(rows) == [node.name for node in model.graph]
    conv = rows["conv1"]
    assert conv.weight_bytes == (4 * (20 * 12 * 9 + 20), 20 * 12 * 9 + 8 * 20)
    assert conv.weight_scales is not None
    assert conv.weight_scales[0] < conv.weight_scales[1]
    assert conv.weight_decibel is not None
    assert conv.weight_decibel > 30
    assert conv.decibel_in_one is not None
    assert conv.decibel_in_one < conv.weight_decibel
    (single,) = [
        row
        for row in quantise(
            model, calibrate(model, net.images(2)), QuantisationSettings(weights="per-tensor")
        ).layers
        if row.node == "conv1"
    ]
    assert single.weight_decibel == single.decibel_in_one == conv.decibel_in_one
    assert conv.output_scale is None
    assert "registers" in conv.reason
    assert rows["maxpool0"].input_scale == rows["maxpool0"].output_scale
    assert "float32" in rows["gemm0"].reason


def test_the_step_gives_a_reason_for_each_scale_and_refusal() -> None:
    net = Network(1, 2, 8, 8)
    value = net.node("LRN", net.node("Relu", net.conv("image", 2, 4)), size=3)
    model = net.model(net.conv(net.node("Relu", net.conv(value, 4, 4)), 4, 2))
    settings = QuantisationSettings("kl", ("last",))
    found = quantise(model, calibrate(model, net.images(2)), settings)
    reasons = {change.subject: (change.kind, change.reason) for change in found.step.changes}
    assert reasons["lrn0"] == ("refused", "It stays in float32: there is no int8 rule for LRN.")
    assert reasons["conv2"] == ("refused", "The settings pin it to float32.")
    assert reasons["image"][0] == "quantised"
    assert "loses least information" in reasons["image"][1]
    assert found.step.metrics["int8 tensors"] == len(found.parameters) == 2
    assert found.step.changed


def test_moved_values_name_whose_scale_they_have() -> None:
    net, output = plain()
    model = net.model(output)
    found = quantise(model, calibrate(model, net.images(2)))
    assert found.parameters["maxpool0"].reason.startswith("the scale of relu0")
    assert found.parameters["flatten0"].scale == found.parameters["globalaveragepool0"].scale


def test_parts_and_copies_of_a_picture_share_its_scale() -> None:
    net, output = GENERATED["parts"]()
    model = net.model(output)
    found = quantise(model, calibrate(model, net.images(2)))
    scales = {name: one.scale for name, one in found.parameters.items()}
    joined = ("relu0", "split0", "split0_second", "add0", "concat0")
    assert len({scales[name] for name in joined}) == 1
    assert scales["conv2"] == scales["resize0"]
    assert INTEGER_FORM.run(found.model).changed
    kinds = {node.op_type: node.outputs[0].dtype for node in found.model.graph}
    assert {kinds[name] for name in ("Split", "Concat", "Resize")} == {ir.DataType.INT8}


def test_pins_keep_layers_in_float32() -> None:
    net, output = plain()
    model = net.model(output)
    assert first_and_last(model) == ("conv0", "gemm0")
    settings = QuantisationSettings(pinned=("first", "gemm0"))
    found = quantise(model, calibrate(model, net.images(2)), settings)
    rows = {row.node: row.precision for row in found.layers}
    assert (rows["conv0"], rows["conv1"], rows["gemm0"]) == ("float32", "int8", "float32")
    assert "image" not in found.parameters


@pytest.mark.parametrize("name", GENERATED)
def test_pinning_never_needs_a_tensor_that_was_not_calibrated(name: str) -> None:
    net, output = GENERATED[name]()
    model = net.model(output)
    candidates = set(int8_candidates(model))
    nodes = [node.name or "" for node in model.graph]
    random = np.random.default_rng(0)
    for _ in range(30):
        pinned = [each for each in nodes if random.random() < 0.4]
        assert place(model, pinned).int8 <= candidates


def test_a_sum_in_int8_reads_both_operands_from_memory() -> None:
    net, output = residual()
    model = net.model(output)
    candidates = int8_candidates(model, "int8")
    assert set(candidates) - set(int8_candidates(model)) == {"conv2", "conv5"}
    calibration = calibrate(model, net.images(2), tensors=candidates)
    found = quantise(model, calibration, QuantisationSettings(sums="int8"))
    assert {"conv2", "relu0"} <= set(found.parameters)


def test_a_pin_that_is_no_node_is_refused() -> None:
    net, output = plain()
    model = net.model(output)
    with pytest.raises(UnknownName, match="no node 'conv9'"):
        quantise(model, calibrate(model, net.images(1)), QuantisationSettings(pinned=("conv9",)))


def test_an_old_opset_is_refused() -> None:
    net, output = plain()
    model = net.model(output)
    calibration = calibrate(model, net.images(1))
    model.opset_imports[""] = 12
    with pytest.raises(InputError, match="opset 12"):
        quantise(model, calibration)


def test_weights_that_are_no_numbers_name_their_layer() -> None:
    net, output = plain()
    model = net.model(output)
    calibration = calibrate(model, net.images(1))
    value = next(node for node in model.graph if node.name == "conv1").inputs[1]
    assert value is not None
    value.const_value = ir.tensor(np.full((20, 12, 3, 3), np.nan, np.float32))
    with pytest.raises(InputError, match="Layer 'conv1'"):
        quantise(model, calibration)


def test_a_model_without_layers_stays_as_it_is() -> None:
    net = Network(1, 2, 4, 4)
    model = net.model(net.node("Relu", "image"))
    found = quantise(model, calibrate(model, net.images(1), tensors=("image",)))
    assert not found.step.changed
    assert lines_of(found.model) == lines_of(model)
    assert not INTEGER_FORM.run(found.model).changed


def test_noise_is_worst_in_the_layer_that_was_made_bad() -> None:
    net, output = plain()
    model = net.model(output)
    value = next(node for node in model.graph if node.name == "conv1").inputs[1]
    assert value is not None
    assert value.const_value is not None
    weights = value.const_value.numpy().copy()
    weights[:, 0, 0, 0] = 500 * np.abs(weights).max()
    value.const_value = ir.tensor(weights)
    calibration = calibrate(model, net.images(4))
    rows = noise_of_layers(model, calibration, net.images(1, seed=3)[0])
    assert [row.node for row in rows] == ["conv0", "conv1", "gemm0"]
    good = noise_of_layers(
        net.model(output), calibrate(net.model(output), net.images(4)), net.images(1, seed=3)[0]
    )
    assert all(20 < row.decibel < 70 for row in good)


def test_accuracy_is_asked_with_one_layer_in_int8_at_a_time() -> None:
    net, output = plain()
    model = net.model(output)
    seen: list[int] = []

    def accuracy(candidate: ir.Model) -> float:
        layers = sum(
            node.op_type == "DequantizeLinear" and "weights" in (node.outputs[0].name or "")
            for node in candidate.graph
        )
        seen.append(layers)
        return 1.0 - 0.1 * layers

    rows = accuracy_of_layers(model, calibrate(model, net.images(1)), accuracy)
    assert seen == [0, 1, 1, 1]
    assert [row.node for row in rows] == ["conv0", "conv1", "gemm0"]
    assert all(row.drop == pytest.approx(0.1) for row in rows)


def test_the_reference_evaluates_functions_by_their_body() -> None:
    text = """
    <ir_version: 9, opset_import: ["" : 17, "lowlab.nhwc" : 1]>
    agraph (float[1,2,2,3] image) => (float[1,1,1,3] out)
    { out = lowlab.nhwc.MaxPool <kernel_shape = [2, 2]> (image) }
    <domain: "lowlab.nhwc", opset_import: ["" : 17]>
    MaxPool <kernel_shape> (x) => (y)
    {
        a = Transpose <perm = [0, 3, 1, 2]> (x)
        b = MaxPool <kernel_shape: ints = @kernel_shape> (a)
        y = Transpose <perm = [0, 2, 3, 1]> (b)
    }
    """
    image = np.arange(12, dtype=np.float32).reshape(1, 2, 2, 3)
    found = reference_run(ir.from_onnx_text(text), {"image": image})
    assert found["out"].reshape(-1).tolist() == [9.0, 10.0, 11.0]


def test_an_input_that_is_missing_is_named() -> None:
    net, output = plain()
    with pytest.raises(InputError, match="input 'image'"):
        reference_run(net.model(output), {})


@pytest.mark.parametrize(("operator", "reads_bytes"), [("HardSwish", True), ("Relu", False)])
def test_what_a_look_up_computes_reads_bytes(operator: str, reads_bytes: bool) -> None:
    """Where float32 is cheaper, or as cheap, the value before stays in registers, unrounded."""
    net = Network(1, 2, 8, 8)
    before = net.conv("image", 2, 4)
    model = net.model(net.conv(net.node(operator, before), 4, 2))
    assert (before in int8_candidates(model)) == reads_bytes
