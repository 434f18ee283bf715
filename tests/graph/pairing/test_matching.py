"""Networks after known edits are matched node by node, and what was done to them is named."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
import onnx_ir as ir
import pytest
from onnx import TensorProto, helper

from compiler_core.graph.pairing.comparison import compare_networks
from compiler_core.graph.pairing.marks import NetworkMarks, NodeMark
from compiler_core.graph.pairing.matching import match_networks
from compiler_core.graph.pairing.reading import marks_of
from compiler_core.graph.pairing.records import ComparedNetwork, KernelWork, NetworkComparison
from tests.graph.pairing import edits
from tests.graph.pairing.agreement import LEAST, drawn_pair, links_of, scores, total
from tests.graph.pairing.drafts import KINDS, Draft, convolution, drawn_network, normalised
from tests.graph.pairing.edits import Edit, rename

DRAWN = 30


def small_network() -> Draft:
    """Two convolutions with normalisation and Relu, then a pooled Gemm."""
    draft = Draft((1, 8, 16, 16), np.random.default_rng(2))
    for _ in range(2):
        draft.add("Relu", [normalised(draft, convolution(draft, draft.last, 3))])
    value = draft.add("Flatten", [draft.add("GlobalAveragePool", [draft.last])])
    draft.add("Gemm", [value, draft.constant(8, 8), draft.constant(8)])
    return draft


def compared(left: Draft, right: Draft) -> NetworkComparison:
    return compare_networks(
        ComparedNetwork("left", left.marks()), ComparedNetwork("right", right.marks())
    )


def edited(*done: Edit) -> NetworkComparison:
    """The small network after edits, all names changed."""
    left = small_network()
    right = left.copied()
    for edit in (*done, rename):
        assert edit(right, Random(4))
    return compared(left, right)


def test_drawn_pairs_are_matched() -> None:
    """The first of the 200 that `python -m tests.graph.pairing.agreement` measures."""
    found = [score for _, score in scores(DRAWN)]
    assert total(found).f1 >= LEAST


def test_the_measure_sees_a_matching_by_names_alone_fail() -> None:
    pairs = [drawn_pair(seed) for seed in range(DRAWN)]
    names = [{node.name for node in pair.left.nodes} for pair in pairs]
    by_name = sum(
        sum((node.name, node.name) in pair.truth() for node in pair.right.nodes if node.name in own)
        for pair, own in zip(pairs, names, strict=True)
    )
    assert by_name < LEAST * sum(len(pair.truth()) for pair in pairs) / 1.2


@pytest.mark.parametrize(
    ("edit", "kind", "operators"),
    [
        (edits.insert, "added", ((), 1)),
        (edits.remove, "removed", (1, ())),
        (edits.fuse, "fused", (("Conv", "BatchNormalization"), ("Conv",))),
        (edits.split, "split", (("Gemm",), ("MatMul", "Add"))),
        (edits.replace_activation, "replaced", (("Relu",), 1)),
    ],
)
def test_an_edit_is_named_and_nothing_else_changes(
    edit: Edit, kind: str, operators: tuple[object, object]
) -> None:
    comparison = edited(edit)
    assert comparison.counts == {kind: 1}, comparison.sentence
    (place,) = comparison.places
    for side, expected in zip((place.left, place.right), operators, strict=True):
        seen = len(side.operators) if isinstance(expected, int) else side.operators
        assert seen == expected
    assert len(comparison.renamed) >= comparison.unchanged > 0


@pytest.mark.parametrize("weights", ["same weights", "retrained"])
@pytest.mark.parametrize("names", ["same names", "renamed"])
@pytest.mark.parametrize("kind", KINDS)
def test_blocks_taken_out_of_a_row_of_equal_ones_are_gone_and_nothing_is_wired_otherwise(
    kind: str, names: str, weights: str
) -> None:
    """As a network is pruned; and put in, seen from the other side."""
    for seed in range(3):
        left = drawn_network(Random(seed), 8, kind)
        right = left.copied()
        edits.cut(right, first=2 + seed, count=1 + seed % 2)
        truth = {(node.name, node.name) for node in right.nodes}
        if weights == "retrained":
            edits.retrain(right)
        if names == "renamed":
            rename(right, Random(seed))
        fewer = len(left.nodes) - len(right.nodes)
        for sides, kind_of_place in (((left, right), "removed"), ((right, left), "added")):
            counts = compared(*sides).counts
            assert counts.pop("weights", 0) == 0 or weights == "retrained"
            assert counts == {kind_of_place: fewer}
        if names == "same names":
            assert links_of(match_networks(left.marks(), right.marks())) == truth


def test_names_decide_where_nothing_else_does() -> None:
    """Nodes without weights, alike in their neighbourhoods and in a row without end."""
    drafts = [Draft((1, 8, 4, 4), np.random.default_rng(0)) for _ in range(2)]
    for draft, gone in zip(drafts, ((), (30, 31)), strict=True):
        for at in range(60):
            if at not in gone:
                draft.add("Relu" if at % 2 else "Sigmoid", [draft.last])
                draft.nodes[-1].name = f"n{at}"
    comparison = compared(*drafts)
    assert [place.left.names for place in comparison.places] == [("n30",), ("n31",)]
    assert comparison.renamed == ()


def test_equal_networks_in_another_order_differ_in_nothing() -> None:
    left = small_network()
    comparison = compared(left, left.copied())
    assert (comparison.places, comparison.renamed, comparison.reordered) == ((), (), 0)
    assert "the same 9 nodes, wired alike, with the same weights" in comparison.sentence
    branched = drawn_network(Random(7), 6)
    other = branched.copied()
    edits.reorder(other, Random(1))
    rename(other, Random(1))
    assert compared(branched, other).places == ()


def test_another_wire_or_output_is_no_equal_network() -> None:
    draft = small_network()
    left = draft.marks()
    more = replace(left, outputs=(*left.outputs, draft.nodes[2].output))
    short = replace(draft.nodes[3], inputs=[draft.nodes[1].output, draft.nodes[3].inputs[1]])
    other = replace(draft, nodes=[*draft.nodes[:3], short, *draft.nodes[4:]]).marks()
    turned = replace(more, outputs=more.outputs[::-1])
    for before, after, words, places in (
        (left, more, "makes an output that is new", 1),
        (more, left, "makes no output any more", 1),
        (more, turned, "makes another output", 2),
        (left, other, "reads results of other nodes", 1),
    ):
        found = compare_networks(ComparedNetwork("a", before), ComparedNetwork("b", after))
        assert [(one.kind, one.words) for one in found.places] == [("rewired", words)] * places


@pytest.mark.parametrize(
    ("after", "words"),
    [
        (("b", "a"), "reads the same results at other inputs"),
        (("a", "a"), "reads other results of the same nodes"),
        (("a", "x"), "reads results of other nodes"),
        (("a", "b"), ""),
    ],
)
def test_which_result_of_a_node_is_read_and_where_is_part_of_its_wiring(
    after: tuple[str, str], words: str
) -> None:
    before, changed = halves("a", "b"), halves(*after)
    found = compare_networks(ComparedNetwork("a", before), ComparedNetwork("b", changed))
    assert [place.words for place in found.places] == ([words] if words else [])


def halves(*read: str) -> NetworkMarks:
    """One half of a tensor less the other, or of what else is read."""
    shape = helper.make_tensor_value_info
    graph = helper.make_graph(
        [
            helper.make_node("Split", ["x"], ["a", "b"], name="halves", num_outputs=2),
            helper.make_node("Sub", read, ["y"], name="less"),
        ],
        "halves",
        [shape("x", TensorProto.FLOAT, [4])],
        [shape("y", TensorProto.FLOAT, None)],
    )
    return marks_of(ir.from_proto(helper.make_model(graph)))


def test_numbers_in_names_do_not_mislead() -> None:
    """An exporter that numbers nodes gives all names behind a new node to other nodes."""
    left = small_network()
    right = left.copied()
    edits.insert(right, Random(0))
    for draft in (left, right):
        for at, node in enumerate(draft.nodes):
            node.name = f"node_{at}"
    truth = {
        (a.name, b.name)
        for a in left.nodes
        for b in right.nodes
        if b.origins and b.origins == a.origins
    }
    assert links_of(match_networks(left.marks(), right.marks())) == truth


def test_bytes_and_instructions_of_both_sides() -> None:
    left = small_network()
    right = left.copied()
    edits.fuse(right, Random(4))
    sides = []
    for number, draft in enumerate((left, right), 1):
        kernels = tuple(KernelWork((node.name,), 100 * number) for node in draft.nodes)
        sides.append(ComparedNetwork("net", draft.marks(), kernels))
    comparison = compare_networks(*sides)
    (place,) = comparison.places
    assert (place.left.instructions, place.right.instructions) == (200, 200)
    assert (comparison.left.instructions, comparison.right.instructions) == (900, 1600)
    assert place.left.weight_bytes - place.right.weight_bytes == 3 * 8 * 4, "four rows became one"
    assert comparison.left.weight_bytes - comparison.right.weight_bytes == 3 * 8 * 4


def test_odd_networks_come_to_an_end() -> None:
    """Nothing at all, values that nobody makes, nodes in a circle, one value read a thousand
    times."""
    circle = NetworkMarks(
        (
            NodeMark(name="a", operator="Add", inputs=("y", "nowhere"), outputs=("x",)),
            NodeMark(name="b", operator="Neg", inputs=("x",), outputs=("y",)),
        ),
        (),
        ("y",),
    )
    wide = NetworkMarks(
        tuple(
            NodeMark(name=f"n{at}", operator="Neg", inputs=("x",), outputs=(f"v{at}",))
            for at in range(1000)
        ),
        ("x",),
    )
    networks = (NetworkMarks(), circle, wide)
    for left in networks:
        for right in networks:
            found = compare_networks(ComparedNetwork("a", left), ComparedNetwork("b", right))
            assert bool(found.places) == (left is not right), found.sentence


@pytest.mark.parametrize(
    ("several", "single", "fusion"),
    [
        (("Relu", "Gemm"), "Softmax", False),
        (("MatMul", "Add"), "Gemm", True),
        (("MatMul", "Softmax", "MatMul"), "com.microsoft.Attention", True),
        (("Pow", "ReduceMean", "Sqrt"), "LayerNormalization", True),
    ],
)
def test_a_product_is_fused_only_into_what_can_multiply(
    several: tuple[str, ...], single: str, fusion: bool
) -> None:
    many, one = chain(several), chain((single,))
    back_and_forth = ((many, one, "fused"), (one, many, "split"))
    for left, right, kind in back_and_forth:
        sides = ComparedNetwork("left", left), ComparedNetwork("right", right)
        assert compare_networks(*sides).counts == {kind if fusion else "rewritten": 1}


def chain(operators: tuple[str, ...]) -> NetworkMarks:
    """One operator after the other, between a Tanh and a Sigmoid that stay."""
    names = ("Tanh", *operators, "Sigmoid")
    nodes = [
        NodeMark(name=f"{name}{at}", operator=name, inputs=(f"t{at}",), outputs=(f"t{at + 1}",))
        for at, name in enumerate(names)
    ]
    return NetworkMarks(nodes=tuple(nodes), inputs=("t0",), outputs=(f"t{len(names)}",))


@pytest.mark.parametrize("factor", ["0.1", "0.3", "1e-05"])
def test_attributes_are_told_as_the_file_has_them(factor: str) -> None:
    """In single precision, and not "as usual" where the operator before had no such attribute."""
    drafts = [Draft((1, 8, 4, 4), np.random.default_rng(1)) for _ in range(3)]
    drafts[0].add("Relu", [drafts[0].last])
    drafts[1].add("LeakyRelu", [drafts[1].last], alpha=0.5)
    drafts[2].add("LeakyRelu", [drafts[2].last], alpha=float(factor))
    replaced, changed = (compared(draft, drafts[2]).places[0].words for draft in drafts[:2])
    assert replaced == f"Relu became LeakyRelu; now with alpha {factor}"
    assert changed == f"alpha 0.5 → {factor}"


def test_another_precision_is_no_other_shape() -> None:
    """Weights in half precision, and weights that a node makes of bytes."""
    marks = small_network().marks()
    at = next(at for at, node in enumerate(marks.nodes) if node.operator == "Gemm")
    gemm = marks.nodes[at]
    half = replace(gemm.constants[0], type="float16", digest="other")
    unpack = NodeMark(
        name="unpack",
        operator="DequantizeLinear",
        inputs=("",),
        outputs=("w",),
        constants=(replace(half, place=0, type="int8"),),
    )
    inputs = (gemm.inputs[0], "w", gemm.inputs[2])
    computed = replace(gemm, inputs=inputs, constants=gemm.constants[1:])
    halved = replace(gemm, constants=(half, *gemm.constants[1:]))
    for nodes, said, words in (
        (
            (halved,),
            "1 node has constants of another type (float32 → float16)",
            "constant input 2: 8×8 float32 → 8×8 float16",
        ),
        (
            (unpack, computed),
            "1 node has a constant on one side only",
            "constant input 2 is computed",
        ),
    ):
        right = replace(marks, nodes=(*marks.nodes[:at], *nodes, *marks.nodes[at + 1 :]))
        found = compare_networks(ComparedNetwork("a", marks), ComparedNetwork("b", right))
        assert said in found.sentence
        assert "shape" not in found.sentence
        assert words in [place.words for place in found.places]


def one_node(operator: str, result: str = "1×8 float32") -> NetworkMarks:
    node = NodeMark(
        name=operator, operator=operator, inputs=("x",), outputs=("y",), shapes=(result,)
    )
    return NetworkMarks((node,), ("x",), ("y",))


@pytest.mark.parametrize(
    ("left", "right", "said"),
    [
        (NetworkMarks(), one_node("Relu"), "The left network has no node: the one node on the"),
        (small_network().marks(), NetworkMarks(), "right network has no node: all 9 nodes on the"),
        (small_network().marks(), one_node("Det"),
         "The two have no node in common (9 nodes on the left, 1 node on the right)"),
        (one_node("Relu"), one_node("Tanh"), "The one node of the left changed: 1 operator was"),
        (one_node("Relu"), one_node("Relu", "1×8 float16"),
         "1 gives results of another type (float32 → float16)."),
        (one_node("Relu"), one_node("Relu", "4×8 float32"),
         "1 gives results of another shape (1×8 → 4×8)."),
        (chain(("Relu",)), chain(("Relu", "Exp")), "All 3 nodes of the left are there unchanged"),
    ],
)  # fmt: skip
def test_what_two_networks_share_is_told_in_words_that_a_reader_can_check(
    left: NetworkMarks, right: NetworkMarks, said: str
) -> None:
    """No "0 of 0 nodes", and what became of a result, not only that something did."""
    found = compare_networks(ComparedNetwork("a", left), ComparedNetwork("b", right))
    assert said in found.sentence
    assert not found.sentence.startswith("0 of")
