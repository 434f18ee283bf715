"""A network through TVM: its kernels as nodes, its result, and refusals that name what to mend."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping

import numpy as np
import onnx_ir as ir
import pytest

from compiler_core.atlas.networks import NETWORK_PROGRAMS, read_network
from compiler_core.atlas.pages import page_named
from compiler_core.atlas.recorded import recorded_moment
from compiler_core.atlas.run import run_live
from compiler_core.atlas.tvm import network as asking
from compiler_core.atlas.tvm.joined import compared
from compiler_core.atlas.tvm.network import TvmNetwork, TvmOperator, ask_about
from compiler_core.atlas.tvm.network_shown import (
    cuts_over_nodes,
    network_facts,
    network_sentence,
)
from compiler_core.errors import InputError, LoweringLabError
from compiler_core.graph.fusion.kinds import OperatorKind
from compiler_core.graph.fusion.model_builder import ModelBuilder
from compiler_core.toolchain.atlas_job import DriverAnswer

TVM = pytest.mark.wheel("tvm")
COMPLEX, SIMPLE = OperatorKind.COMPLEX, OperatorKind.ELEMENTWISE


def given(builder: ModelBuilder, *outputs: str) -> bytes:
    return ir.to_proto(builder.build(*outputs)).SerializeToString()


def chain(*operators: str) -> bytes:
    """A product of matrices, and these behind it."""
    builder = ModelBuilder("chain")
    value = builder.node("MatMul", "product", builder.input("x", (2, 4)), builder.weights((4, 4)))
    for operator in operators:
        value = builder.node(operator, operator.lower(), value)
    return given(builder, value)


def many_operators() -> bytes:
    """Of every family that is given to TVM one, in ways that its importer takes apart."""
    builder = ModelBuilder("many")
    one = np.float32(1)
    x = builder.input("x", (1, 4, 8, 8))
    turned = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [2, 2]}
    value = builder.node(
        "Conv",
        "grouped",
        x,
        builder.weights((8, 2, 3, 3)),
        group=2,
        dilations=[2, 2],
        pads=[2, 1, 2, 3],
    )
    value = builder.node("HardSwish", "swish", value)
    value = builder.node("AveragePool", "mean", value, count_include_pad=1, **turned)
    scale = np.full((8, 1, 1), 0.3, np.float32)
    value = builder.node("PRelu", "leaky", value, builder.constant(scale))
    value = builder.node("Max", "larger", value, builder.constant(one / 8))
    value = builder.node(
        "Resize",
        "wide",
        value,
        "",
        builder.constant(np.array([1, 1, 2, 2], np.float32)),
        mode="nearest",
        coordinate_transformation_mode="asymmetric",
        nearest_mode="floor",
    )
    first, second = builder.split("halves", value, builder.constant(np.array([3, 5])), 1)
    value = builder.node("Concat", "swapped", second, first, axis=1)
    value = builder.node("Pad", "framed", value, builder.constant(np.array([0, 0, 1, 0] * 2)))
    value = builder.node("Log", "log", builder.node("Exp", "exp", value))
    value = builder.node("GlobalMaxPool", "largest", value)
    value = builder.node("Flatten", "flat", value)
    value = builder.node(
        "Gemm", "layer", value, builder.weights((5, 8)), builder.weights((5,)), transB=1, alpha=0.5
    )
    return given(builder, builder.node("Softmax", "shares", value, axis=1))


def said(
    network: bytes, operators: Mapping[str, tuple[TvmOperator, ...]], kernels: int
) -> tuple[Mapping[str, object], str]:
    read = read_network(network)
    tvm = TvmNetwork(
        version="1", operators=operators, kernels=("k",) * kernels, kernels_text="", difference=0.0
    )
    cuts = compared(read, tvm, 256)
    bars = cuts_over_nodes(cuts).lanes[1].bars
    assert max(bar.end for bar in bars) <= len(read.nodes)
    return network_facts(cuts), network_sentence(cuts)


def test_what_differs_is_told_by_its_kinds() -> None:
    product = (TvmOperator("matmul", COMPLEX, 0),)
    alike, sentence = said(
        chain("Exp"), {"product": product, "exp": (TvmOperator("exp", SIMPLE, 0),)}, 1
    )
    assert (alike["both cut alike"], alike["operators of another kind"]) == (True, 0)
    assert "we make the same" in sentence
    summed = (TvmOperator("stack", OperatorKind.BROADCAST, 1), TvmOperator("max", COMPLEX, 2))
    facts, sentence = said(chain("Exp"), {"product": product, "exp": summed}, 3)
    assert (facts["kernels, TVM"], facts["kernels, ours"]) == (3, 1)
    assert facts["pairs that only we join"] == facts["operators of another kind"] == 1
    assert facts["nodes that TVM spreads over several kernels"] == 1
    assert "exp is elementwise to us, and to TVM it is stack (broadcast) and max" in sentence
    facts, sentence = said(
        chain("Softmax"), {"product": product, "softmax": (TvmOperator("softmax", COMPLEX, 0),)}, 1
    )
    assert facts["pairs that only TVM joins"] == 1
    assert "Our rule: There is a complex operator" in sentence


def test_facts_of_a_network_have_usual_ones_to_stand_beside() -> None:
    page = page_named("tvm")
    moment = recorded_moment(page)
    assert moment is not None
    assert {fact.name for fact in page.facts} == moment.finding.facts.keys()


@TVM
@pytest.mark.slow
@pytest.mark.parametrize("name", dict(NETWORK_PROGRAMS))
def test_networks_that_ship_are_cut_alike_and_computed_right(jail: None, name: str) -> None:
    answer = run_live("tvm", {"graph": name, "schedule": "written"})
    assert answer.facts["both cut alike"] is True
    assert 0 < float(answer.facts["difference from ONNX Runtime"]) < 100
    ours, theirs = answer.pictures[0].lanes
    assert [(bar.start, bar.end) for bar in ours.bars] == [
        (bar.start, bar.end) for bar in theirs.bars
    ]


@TVM
@pytest.mark.slow
def test_operators_of_every_family_keep_their_meaning(jail: None) -> None:
    network = read_network(many_operators())
    tvm = ask_about(network, 256)
    assert tvm.difference < 1e-4
    assert all(tvm.operators.values())
    cuts = compared(network, tvm, 256)
    assert [pair.node for pair in cuts.pairs if not pair.by_tvm] != []
    assert {"larger", "swish", "layer"} <= set(cuts.several)
    assert sum(map(len, cuts.ours)) == len(network.nodes)


@TVM
@pytest.mark.slow
def test_a_network_of_ones_own_takes_the_place_of_the_choice(jail: None) -> None:
    network = b64encode(chain("Relu")).decode()
    answer = run_live("tvm", {"network": network, "schedule": "written", "graph": "diamond"})
    assert (answer.facts["operators"], answer.facts["kernels, TVM"]) == (2, 1)
    assert "--input network=network.onnx" in answer.command
    assert answer.facts["fmla"] == 0


@TVM
@pytest.mark.parametrize(
    ("network", "words"),
    [
        (b"no network", "not an ONNX file|ONNX"),
        (chain("Sinh"), r"does not give TVM the operator Sinh \(node sinh\)"),
    ],
    ids=["not ONNX", "operator"],
)
def test_a_network_that_does_not_fit_is_refused_in_one_line(network: bytes, words: str) -> None:
    with pytest.raises(LoweringLabError, match=words) as refused:
        run_live("tvm", {"network": b64encode(network).decode()})
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("end", "words"),
    [
        ({"status": 139, "errors": "stack\nSegfault"}, r"itself crashed \(status 139\). Segfault"),
        ({"timed_out": True, "status": 137}, "did not finish within 110 s"),
        (
            {"answer": {"error": "ValueError", "said": "no\nmore", "node": 1}},
            r"relu \(Relu\): no\.",
        ),
        ({"answer": {"error": "ValueError", "said": "", "node": -1}}, "this network: ValueError"),
        ({"answer": {"kernels": 1}}, "cannot be read"),
        ({"answer": {"operators": [], "kernels": [], "outputs": 1}}, "no result"),
    ],
    ids=["crash", "time", "node", "no node", "answer", "result"],
)
def test_every_end_of_the_driver_is_one_line(
    monkeypatch: pytest.MonkeyPatch, end: dict[str, object], words: str
) -> None:
    usual: dict[str, object] = {
        "status": 0, "answer": {}, "files": {}, "errors": "", "timed_out": False,
    }  # fmt: skip
    answer = DriverAnswer(**(usual | end))  # type: ignore[arg-type]
    monkeypatch.setattr(asking, "find_wheels", lambda _: type("Wheels", (), {"version": "1"}))
    monkeypatch.setattr(asking, "run_driver", lambda *_, **__: answer)
    with pytest.raises(InputError, match=words) as refused:
        ask_about(read_network(chain("Relu")), 256)
    assert "\n" not in str(refused.value)
