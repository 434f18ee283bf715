"""Networks for XLA: each operator computes what ONNX Runtime does, kernels lead to nodes, what is
not mapped is refused."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from io import BytesIO

import numpy as np
import pytest
from onnx import TensorProto, helper, numpy_helper

from compiler_core.atlas.networks import network_bytes, read_network
from compiler_core.atlas.records import AtlasAnswer
from compiler_core.atlas.run import run_live
from compiler_core.atlas.xla.asking import Compiled
from compiler_core.atlas.xla.cuts import cuts_picture, joined_step, two_cuts
from compiler_core.atlas.xla.driven import ask_jax, printing_flags
from compiler_core.atlas.xla.kernels import XlaKernel, read_kernels
from compiler_core.atlas.xla.network import OPERATORS
from compiler_core.errors import InputError
from tests.atlas.onnx_cases import OnnxCase, case_of, request_of, shipped_cases

XLA = pytest.mark.wheel("xla")
Arrays = tuple[np.ndarray, ...]

_GENERATOR = np.random.default_rng(6)


def drawn(*shape: int) -> np.ndarray:
    return _GENERATOR.uniform(-2, 2, shape).astype(np.float32)


def whole(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int64)


PICTURE, MATRIX = drawn(1, 4, 7, 6), drawn(3, 5)
POSITIVE = np.abs(MATRIX) + np.float32(0.1)
COUNTS = np.array([[-7, 7, 3], [5, -5, 9]], np.int32)
BY_CHANNEL = [drawn(4) for _ in range(3)]

CASES = (
    *(case_of(name, [MATRIX]) for name in (
        "Abs", "Elu", "Erf", "Exp", "Gelu", "HardSigmoid", "HardSwish", "Identity", "LeakyRelu",
        "Neg", "Reciprocal", "Relu", "Sigmoid", "Softmax", "Tanh", "Transpose", "Flatten",
    )),
    *(case_of(name, [POSITIVE]) for name in ("Log", "Sqrt")),
    *(case_of(name, [MATRIX, drawn(5)]) for name in ("Add", "Div", "Max", "Min", "Mul", "Sub")),
    case_of("Div", [COUNTS, np.array([2, -2, 4], np.int32)]),
    case_of("Pow", [POSITIVE, drawn(3, 1)]), case_of("Pow", [COUNTS], [np.float32(2)]),
    case_of("Sum", [MATRIX, drawn(5), drawn(3, 1)]), case_of("Max", [MATRIX]),
    case_of("PRelu", [MATRIX], [drawn(5)]),
    case_of("Clip", [MATRIX], [np.float32(-1), np.float32(0.5)]),
    case_of("Clip", [MATRIX], [None, np.float32(0)]), case_of("Clip", [MATRIX]),
    case_of("Elu", [MATRIX], alpha=0.3), case_of("LeakyRelu", [MATRIX], alpha=0.3),
    case_of("HardSigmoid", [MATRIX], alpha=0.4, beta=0.1),
    case_of("Gelu", [MATRIX], approximate="tanh"),
    case_of("Cast", [MATRIX], to=7), case_of("Cast", [COUNTS], to=1),
    case_of("Cast", [COUNTS], to=9),
    case_of("MatMul", [MATRIX, drawn(2, 5, 4)]), case_of("MatMul", [MATRIX], [drawn(5)]),
    case_of("Gemm", [MATRIX], [drawn(4, 5), drawn(4)], transB=1),
    case_of("Gemm", [MATRIX], [drawn(3, 4), drawn(1)], transA=1, alpha=0.5, beta=2.0),
    case_of("Conv", [PICTURE], [drawn(8, 4, 3, 3), drawn(8)], pads=[1, 0, 2, 1]),
    case_of("Conv", [PICTURE], [drawn(8, 1, 3, 3)], group=4, strides=[2, 2], auto_pad="SAME_UPPER"),
    case_of("Conv", [PICTURE], [drawn(6, 2, 2, 3)], group=2, strides=[2, 1], auto_pad="SAME_LOWER"),
    case_of("Conv", [PICTURE], [drawn(2, 4, 2, 2)], dilations=[2, 3], auto_pad="VALID"),
    case_of("Conv", [drawn(2, 3, 11)], [drawn(5, 3, 4), drawn(5)], strides=[3], pads=[2, 1]),
    case_of("MaxPool", [PICTURE], kernel_shape=[2, 2], strides=[2, 2]),
    case_of("MaxPool", [PICTURE], kernel_shape=[3, 2], strides=[2, 3], pads=[1, 0, 1, 1],
            ceil_mode=1),
    case_of("MaxPool", [PICTURE], kernel_shape=[2, 2], dilations=[2, 1]),
    case_of("MaxPool", [(PICTURE * 40).astype(np.int8)], kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
    case_of("MaxPool", [drawn(1, 2, 9)], kernel_shape=[2], strides=[2], auto_pad="SAME_LOWER"),
    *(case_of("AveragePool", [PICTURE], kernel_shape=[3, 3], strides=[2, 2], pads=[1, 1, 1, 1],
              count_include_pad=counts, ceil_mode=rounds)
      for counts in (0, 1) for rounds in (0, 1)),
    case_of("AveragePool", [drawn(1, 2, 9)], kernel_shape=[4], strides=[3], ceil_mode=1),
    case_of("GlobalAveragePool", [PICTURE]), case_of("GlobalMaxPool", [PICTURE]),
    case_of("BatchNormalization", [PICTURE], [*BY_CHANNEL, np.abs(drawn(4))], epsilon=1e-3),
    case_of("LayerNormalization", [PICTURE], [drawn(6), drawn(6)]),
    case_of("LayerNormalization", [PICTURE], [drawn(7, 6)], axis=-2, epsilon=1e-2),
    case_of("Softmax", [PICTURE], axis=1), case_of("Softmax", [MATRIX * 300]),
    case_of("Reshape", [PICTURE], [whole(0, -1, 3)]), case_of("Flatten", [PICTURE], axis=-1),
    case_of("Transpose", [PICTURE], perm=[0, 2, 3, 1]),
    case_of("Expand", [MATRIX], [whole(2, 3, 1)]),
    case_of("Concat", [MATRIX, drawn(3, 2)], axis=-1),
    case_of("Split", [MATRIX], [whole(1, 4)], outputs=2, axis=1),
    case_of("Split", [MATRIX], outputs=3, axis=1, num_outputs=3),
    case_of("Slice", [PICTURE], [whole(1, -3), whole(1 << 40, -1), whole(1, 2)]),
    case_of("Slice", [MATRIX], [whole(-1, 9), whole(-(1 << 40), 1), whole(0, 1), whole(-1, -2)]),
    case_of("Squeeze", [PICTURE], [whole(0)]), case_of("Squeeze", [drawn(1, 3, 1)]),
    case_of("Unsqueeze", [MATRIX], [whole(0, -1)]),
    case_of("Gather", [MATRIX], [np.array([[0, -1], [2, 1]])], axis=0),
    case_of("Gather", [MATRIX, np.array(3)], axis=-1),
    case_of("Pad", [MATRIX], [whole(1, 0, 2, 3), np.float32(0.5)]),
    case_of("Pad", [MATRIX], [whole(-1, 2, 0, -2)]),
    case_of("Pad", [MATRIX], [whole(2, 1), None, whole(1)], mode="reflect"),
    case_of("Pad", [MATRIX], [whole(2, 1, 0, 3)], mode="edge"),
    *(case_of(name, [PICTURE], [whole(1, -1)], keepdims=keeps) for keeps in (0, 1)
      for name in ("ReduceMax", "ReduceMean", "ReduceMin", "ReduceSum")),
    case_of("ReduceMean", [PICTURE]), case_of("ReduceSum", [PICTURE], noop_with_empty_axes=1),
    case_of("Resize", [PICTURE], [None, np.array([1, 1, 2, 3], np.float32)],
            coordinate_transformation_mode="asymmetric", nearest_mode="floor"),
    *(case_of("Resize", [PICTURE], [None, None, whole(1, 4, 10, 4)], nearest_mode=mode,
              coordinate_transformation_mode=place)
      for mode in ("round_prefer_floor", "round_prefer_ceil", "ceil", "floor")
      for place in ("half_pixel", "align_corners", "asymmetric")),
)  # fmt: skip


@pytest.fixture(scope="module")
def results(jail: None) -> list[Arrays]:
    """Of all cases, from one program."""
    return computed(CASES, [case.expected() for case in CASES])


def computed(cases: Sequence[OnnxCase], expected: Sequence[Arrays]) -> list[Arrays]:
    """By XLA, in the shapes that are expected."""
    _, files = ask_jax("xla_network", request_of(cases), Compiled, printing_flags((), 1))
    row = np.load(BytesIO(files["results.npy"]))
    sizes = [array.size for arrays in expected for array in arrays]
    assert sum(sizes) == len(row)
    parts = iter(np.split(row, np.cumsum(sizes)[:-1]))
    return [tuple(next(parts).reshape(one.shape) for one in arrays) for arrays in expected]


@XLA
@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(CASES)), ids=lambda at: f"{at}-{CASES[at].name}")
def test_an_operator_computes_what_onnx_runtime_does(results: list[Arrays], at: int) -> None:
    for given, right in zip(results[at], CASES[at].expected(), strict=True):
        np.testing.assert_allclose(given, right, rtol=2e-5, atol=2e-5)


@XLA
@pytest.mark.slow
def test_what_onnx_ships_as_cases_for_other_compilers(jail: None) -> None:
    """Those of our operators; expected results are written with the cases."""
    shipped = shipped_cases(OPERATORS, is_mapped)
    assert len(shipped) > 300
    results = computed([case for case, _ in shipped], [right for _, right in shipped])
    for (case, expected), result in zip(shipped, results, strict=True):
        for given, right in zip(result, expected, strict=True):
            # Some are written with four digits, others are half floats.
            np.testing.assert_allclose(given, right, rtol=2e-3, atol=1e-4, err_msg=case.name)


def is_mapped(case: OnnxCase) -> bool:
    """Whether it has a form that the driver knows."""
    attributes = {one.name: helper.get_attribute_value(one) for one in case.node.attribute}
    if case.node.op_type == "Resize":
        is_nearest = attributes.get("mode", b"nearest") == b"nearest"
        return is_nearest and not {"axes", "keep_aspect_ratio_policy"} & set(attributes)
    if case.node.op_type == "MaxPool":
        return len(case.node.output) == 1
    return "training_mode" not in attributes and "empty_set" not in case.name


def test_every_operator_of_the_list_is_tried() -> None:
    assert {case.node.op_type for case in CASES} == set(OPERATORS)


HLO = """
%inner (p: f32[8], q: f32[8]) -> f32[8] {
  %p = f32[8]{0} parameter(0)
  %zero = f32[] constant(0), metadata={op_name="jit(program)/node.7/max"}
  %wide = f32[8]{0} broadcast(%zero), metadata={op_name="jit(program)/node.7/max"}
  %sum = f32[8]{0} add(%p, %q), metadata={op_name="jit(program)/node.0/add" stack_frame_id=4}
  ROOT %largest = f32[8]{0} maximum(%sum, %wide), metadata={op_name="jit(p)/node.1/jit(f)/max"}
}

%outer (p: f32[8]) -> f32[8] {
  ROOT %deep = f32[8]{0} fusion(%p), kind=kLoop, calls=%inner
}

ENTRY %main (a: f32[8]) -> f32[8] {
  %a = f32[8]{0} parameter(0), metadata={op_name="arrays[0]"}
  %turned = f32[8]{0} copy(%a)
  %dot = f32[8]{0} dot(%turned, %a), metadata={op_name="jit(program)/node.0/dot_general"}
  %made = f32[8]{0} call(%dot), to_apply=%outer
  ROOT %out = (f32[8]{0}) tuple(%made)
}
"""


def test_kernels_lead_to_nodes_through_what_they_call() -> None:
    turned, dot, made = read_kernels(HLO)
    assert (turned.nodes, turned.moves, turned.made) == ((), True, 32)
    assert (dot.nodes, dot.moves) == ((0,), False)
    # The constant is another node's, and only its name is here.
    assert (made.nodes, made.moves) == ((0, 1), False)
    assert read_kernels("no program") == ()


def test_two_cuts_are_told_over_the_same_nodes() -> None:
    network = read_network(chain("Relu", "Softmax", "Reshape", "Sigmoid"))
    assert len(network.nodes) == 4

    def kernel(name: str, *nodes: int) -> XlaKernel:
        return XlaKernel(name=name, operators=(), nodes=nodes, made=0, moves=not nodes)

    cuts = two_cuts(network, (kernel("copy"), kernel("a", 0, 1), kernel("b", 1), kernel("c", 3)))
    assert cuts.theirs == ((1,), (1, 2), (), (3,))
    assert [cuts.network.groups[group] for group in cuts.cut_groups] == [
        names for names in network.groups if network.nodes[1].name in names
    ]
    ours, first, last = cuts_picture(cuts).lanes
    assert sum(bar.end - bar.start for bar in ours.bars) == 4
    assert [(bar.name, bar.start, bar.end) for bar in first.bars] == [("a", 0, 2), ("c", 3, 4)]
    assert [bar.name for bar in last.bars] == ["a", "b", "c"]
    made = joined_step(cuts).after
    assert made is not None
    assert [line.text for line in made.lines] == ["copy (moves data)", "a", "a", "b", "c"]


def chain(*operators: str, rows: int = 2) -> bytes:
    """One behind the other, on rows of 6."""
    names = [f"v{at}" for at in range(len(operators) + 1)]
    nodes = [
        helper.make_node(
            one, [names[at], *["shape"] * (one == "Reshape")], [names[at + 1]], name=f"n{at}"
        )
        for at, one in enumerate(operators)
    ]
    graph = helper.make_graph(
        nodes,
        "chain",
        [helper.make_tensor_value_info(names[0], TensorProto.FLOAT, [rows, 6])],
        [helper.make_tensor_value_info(names[-1], TensorProto.FLOAT, None)],
        [numpy_helper.from_array(whole(3, 4), "shape")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)
    return model.SerializeToString()


def asked(content: bytes, **settings: str) -> AtlasAnswer:
    return run_live("xla", {"network": b64encode(content).decode(), **settings})


@XLA
@pytest.mark.slow
def test_a_network_of_ones_own_is_told_as_one_that_ships(jail: None) -> None:
    content = network_bytes("residual")
    # What stands instead of the choices leaves these nothing to say.
    own = asked(content, program="gated", split="data")
    ours = run_live("xla", {"program": "residual"})
    assert own.facts == ours.facts
    assert own.pictures == ours.pictures
    assert own.steps[0] == ours.steps[0]
    assert own.settings["network"] == f"network.onnx, {len(content):,} bytes"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"no network", "not an ONNX file"), (chain(), "no nodes"),
        (chain("Relu", "Mish"), "the operator Mish"),
        (chain("Relu", rows=1 << 18), "1,572,864 elements; the limit is 1,048,576"),
    ],
    ids=["text", "nothing", "unmapped", "large"],
)  # fmt: skip
def test_what_is_not_for_xla_is_refused_in_one_line(content: bytes, words: str) -> None:
    with pytest.raises(InputError, match=words) as refused:
        asked(content)
    assert "\n" not in refused.value.message


@XLA
@pytest.mark.slow
def test_a_form_that_is_not_mapped_names_its_node(jail: None) -> None:
    case = case_of("Resize", [PICTURE], [None, np.array([1, 1, 2, 2], np.float32)], mode="linear")
    with pytest.raises(
        InputError, match="A node cannot be given to jax: Resize Resize mode linear"
    ):
        computed((case,), [()])


def test_a_network_is_not_split() -> None:
    with pytest.raises(InputError, match="runs on one device"):
        run_live("xla", {"program": "residual", "split": "data"})
