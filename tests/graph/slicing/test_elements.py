"""Why an element is what it is: regions of whole networks, proven by running; and bad questions."""

from __future__ import annotations

import numpy as np
import onnx_ir as ir
import pytest
from onnx import helper

from compiler_core.errors import LoweringLabError
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.passes.nhwc_layout import lay_out
from compiler_core.graph.quantisation.reference import reference_run
from compiler_core.graph.slicing.answer import ElementAnswer
from compiler_core.graph.slicing.backward import GraphRegion, region_behind
from compiler_core.graph.slicing.choosing import tensors_of
from compiler_core.graph.slicing.explained_element import (
    KernelNodes,
    SlicedNetwork,
    explain_element,
)
from compiler_core.graph.slicing.layout import channels_last
from compiler_core.graph.slicing.proof import ChosenElement, poisoned_run
from tests.graph.importing.models import convolution_model, model
from tests.graph.passes.random_models import random_model

NETWORKS = 25


def fed(network: ir.Model, seed: int = 1) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(seed)
    return {
        value.name or "": generator.standard_normal((value.shape or ir.Shape(())).numpy()).astype(
            np.float32
        )
        for value in network.graph.inputs
    }


def asked(network: ir.Model, tensor: str = "", index: str = "") -> ElementAnswer:
    kernels = tuple(
        KernelNodes(f"k{at}", (node.op_type,), (node.name or "",))
        for at, node in enumerate(network.graph)
    )
    return explain_element(SlicedNetwork(network, fed(network), kernels), tensor, index)


@pytest.mark.parametrize("seed", range(NETWORKS))
def test_poison_outside_the_region_changes_no_bit(seed: int) -> None:
    network = random_model(seed)
    values = reference_run(network, fed(network, seed))
    generator = np.random.default_rng(seed)
    tensors = [one for one in tensors_of(network, values) if np.prod(one.shape) > 0]
    for tensor in (tensors[-1], *generator.choice(np.array(tensors, object), 2)):
        place = int(generator.integers(int(np.prod(tensor.shape))))
        index = tuple(int(one) for one in np.unravel_index(place, tensor.shape))
        element = ChosenElement(tensor.name, index)
        region = region_behind(network, values, tensor.name, index)
        run = poisoned_run(network, values, region, element)
        assert not run.problem
        assert run.kept, (tensor, index)


def test_a_region_that_is_too_small_is_found_out() -> None:
    network = import_model(convolution_model().SerializeToString()).model
    values = reference_run(network, fed(network))
    name = next(iter(network.graph)).outputs[0].name or ""
    element = ChosenElement(name, (0, 2, 3, 3))
    region = region_behind(network, values, element.tensor, element.index)
    mask = region.masks[network.graph.inputs[0].name or ""]
    smaller = mask.copy()
    smaller[tuple(one[0] for one in np.nonzero(mask))] = False
    masks = region.masks | {network.graph.inputs[0].name or "": smaller}
    run = poisoned_run(network, values, GraphRegion(masks, region.nodes, region.opaque), element)
    assert not run.kept


def test_what_has_no_name_is_told_by_operator_and_position() -> None:
    """Nodes without names, tensors that are numbers: operators are counted, constants have roles.

    The same for a constant that two nodes read, and for nodes where a change comes to its end.
    """
    kernel = np.ones((2, 2, 1, 1), np.float32)
    nodes = [
        helper.make_node("Conv", ["x", "0", "1"], ["2"]),
        helper.make_node("Relu", ["2"], ["3"]),
        helper.make_node("Conv", ["3", "0"], ["4"]),
        helper.make_node("Relu", ["4"], ["5"]),
    ]
    constants = {"0": kernel, "1": np.full(2, -1e9, np.float32)}
    written = model(nodes, {"x": (1, 2, 3, 3)}, ["5"], constants)
    network = import_model(written.SerializeToString()).model
    for node in network.graph:
        node.name = None
    answer = asked(network)
    told = {tensor.name: tensor.title for tensor in answer.tensors}
    assert told["0"] == "Conv 1, its weights (1 other reads it too)"
    assert told["1"] == "Conv 1, its bias"
    assert [told[name] for name in ("2", "3", "4", "5")] == ["Conv 1", "Relu 1", "Conv 2", "Relu 2"]
    assert told["x"] == ""
    assert [one.title for one in answer.offered] == ["Conv 1", "Relu 1", "Conv 2", "Relu 2"]
    assert {probe.reason.partition(":")[0] for probe in answer.probes} <= {"Conv 1", "Relu 1"}


def test_an_index_says_what_it_counts_where_channels_lie_last() -> None:
    """Of networks before and after the layout pass: the same numbers, in the axes that are told."""
    turned_any = 0
    for seed in range(NETWORKS):
        before, after = random_model(seed), random_model(seed)
        lay_out(after)
        told = channels_last(before), channels_last(after)
        values, found = (reference_run(one, fed(one, seed)) for one in (before, after))
        for name in (one.name for one in tensors_of(after, found) if one.name in values):
            was, now = (name in one for one in told)
            turned_any += was != now
            moved = values[name].transpose(0, 2, 3, 1) if now and not was else values[name]
            np.testing.assert_allclose(found[name], moved, rtol=1e-3, atol=1e-4, err_msg=name)
    assert turned_any > NETWORKS


def test_an_inner_element_reads_its_window_and_a_score_nearly_everything() -> None:
    network = import_model(convolution_model().SerializeToString()).model
    first = next(iter(network.graph)).outputs[0].name or ""
    inner = asked(network, first, "0,2,3,3")
    picture = next(tensor for tensor in inner.tensors if tensor.role == "input")
    assert picture.elements == 3 * 3 * picture.shape[1]
    assert [kernel.function for kernel in inner.kernels] == ["k0"]
    assert inner.kernels[0].elements == 1
    assert inner.planes[0].rectangles[0].height == inner.planes[0].rectangles[0].width == 3
    assert inner.proof.verdict == "same"
    assert inner.proof.poisoned
    assert all(probe.changed for probe in inner.probes)
    score = asked(network)
    assert "nearly everything" in score.sentence
    assert score.tensors[-1].role == "chosen"


def test_a_change_that_a_relu_swallows_is_explained() -> None:
    nodes = [helper.make_node("Relu", ["x"], ["y"], "gate")]
    network = import_model(model(nodes, {"x": (1, 4)}, ["y"]).SerializeToString()).model
    off = SlicedNetwork(network, {"x": np.full((1, 4), -9, np.float32)}, ())
    answer = explain_element(off, "y", "0,1")
    # −9 becomes +1: it is on then; −9 with a bias of −20 is not.
    assert answer.probes[0].changed
    nodes = [
        helper.make_node("Sub", ["x", "b"], ["s"], "less"),
        helper.make_node("Relu", ["s"], ["y"], "gate"),
    ]
    network = import_model(
        model(nodes, {"x": (1, 4)}, ["y"], {"b": np.float32(20)}).SerializeToString()
    ).model
    off = SlicedNetwork(network, {"x": np.full((1, 4), -9, np.float32)}, ())
    answer = explain_element(off, "y", "0,1")
    assert not answer.probes[0].changed
    assert "Relu gate: it was off" in answer.probes[0].reason


def test_an_operator_without_a_rule_says_so() -> None:
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["x"], ["q", "s", "z"], "dynamic"),
        helper.make_node("DequantizeLinear", ["q", "s", "z"], ["y"], "back"),
    ]
    network = import_model(model(nodes, {"x": (2, 3)}, ["y"]).SerializeToString()).model
    answer = asked(network, "y", "1,1")
    assert [one.node for one in answer.opaque] == ["DynamicQuantizeLinear dynamic"]
    assert "smallest" in answer.opaque[0].reason
    assert next(tensor for tensor in answer.tensors if tensor.role == "input").elements == 6


@pytest.mark.parametrize(
    ("tensor", "index", "words"),
    [
        ("nothing", "", "no tensor 'nothing'"),
        ("y", "0,9", "Index 9 of axis 1 is outside y"),
        ("y", "0,1,1", "3 numbers; y has 2 axes"),
        ("y", "-1,0", "no index"),
        ("y", "77", "no element 77"),
    ],
)
def test_a_bad_question_gives_one_plain_line(tensor: str, index: str, words: str) -> None:
    nodes = [helper.make_node("Relu", ["x"], ["y"], "gate")]
    network = import_model(model(nodes, {"x": (1, 4)}, ["y"]).SerializeToString()).model
    with pytest.raises(LoweringLabError, match=words):
        asked(network, tensor, index)


def test_a_network_that_computes_nothing_says_so() -> None:
    """Its only output is its input."""
    nodes = [helper.make_node("Identity", ["x"], ["y"], "same")]
    network = import_model(model(nodes, {"x": (1, 4)}, ["y"]).SerializeToString()).model
    network.graph.outputs[0] = network.graph.inputs[0]
    network.graph.remove(network.graph[0])
    with pytest.raises(LoweringLabError) as caught:
        asked(network)
    assert caught.value.advice.startswith("It computes none")
