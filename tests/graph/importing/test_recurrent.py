"""LSTM, GRU and RNN, written out, give what ONNX Runtime's own operators give."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import onnx_ir as ir
import onnxruntime
import pytest
from onnx import ModelProto, TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from compiler_core.errors import InputError
from compiler_core.graph.emission.operators import SUPPORTED_OPERATORS, find_operator
from compiler_core.graph.importing.errors import InferenceRefused
from compiler_core.graph.importing.expansion.recurrent import MOST_STEPS
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.settings import CompileSettings
from compiler_core.graph.source_model import source_model
from compiler_core.graph.validation import run_model
from tests.graph.pipeline.test_parts import results_of

TIME, BATCH, FEATURES, HIDDEN = 5, 3, 4, 2
GATES = {"LSTM": 4, "GRU": 3, "RNN": 1}
DIRECTIONS = ("forward", "reverse", "bidirectional")
ALL = {
    "LSTM": ("B", "lengths", "h", "c", "P"),
    "GRU": ("B", "lengths", "h"),
    "RNN": ("B", "lengths", "h"),
}
LENGTHS = np.array([5, 1, 3], np.int32)


def network(
    kind: str, given: tuple[str, ...], time: int = TIME, **attributes: object
) -> tuple[ModelProto, dict[str, np.ndarray]]:
    """A model of one node, and arrays for all that it reads; lengths are an input too."""
    random = np.random.default_rng(7)
    directions = 2 if attributes.get("direction") == "bidirectional" else 1
    rows = GATES[kind] * HIDDEN
    first = attributes.get("layout") == 1
    state = (BATCH, directions, HIDDEN) if first else (directions, BATCH, HIDDEN)
    shapes = {"x": (BATCH, time, FEATURES) if first else (time, BATCH, FEATURES),
              "W": (directions, rows, FEATURES), "R": (directions, rows, HIDDEN),
              "B": (directions, 2 * rows), "h": state, "c": state,
              "P": (directions, 3 * HIDDEN)}  # fmt: skip
    names = ("x", "W", "R", "B", "lengths", "h", *(("c", "P") if kind == "LSTM" else ()))
    used = ("x", "W", "R", *given)
    arrays = {
        name: random.standard_normal(shapes[name]).astype(np.float32)
        for name in used
        if name != "lengths"
    }
    if "lengths" in given:
        arrays["lengths"] = LENGTHS
    outputs = ("y", "last", "cell")[: 3 if kind == "LSTM" else 2]
    node = helper.make_node(
        kind,
        [name if name in used else "" for name in names],
        outputs,
        hidden_size=HIDDEN,
        **attributes,
    )
    constants = [
        numpy_helper.from_array(arrays[name], name)
        for name in arrays
        if name in ("W", "R", "B", "P")
    ]
    inputs = {name: one for name, one in arrays.items() if name not in ("W", "R", "B", "P")}
    graph = helper.make_graph(
        [node],
        "made",
        [
            helper.make_tensor_value_info(
                name, helper.np_dtype_to_tensor_dtype(one.dtype), one.shape
            )
            for name, one in inputs.items()
        ],
        [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs],
        constants,
    )
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return made, inputs


CASES: list[tuple[str, tuple[str, ...], dict[str, object]]] = [
    (kind, given, {"direction": direction})
    for kind, direction in product(GATES, DIRECTIONS)
    for given in ((), ALL[kind])
]
CASES += [
    ("GRU", ("B", "h"), {"linear_before_reset": 1, "direction": direction})
    for direction in DIRECTIONS
]
CASES += [
    ("GRU", (), {"linear_before_reset": 1}),
    ("LSTM", ("B", "P"), {"input_forget": 1}),
    ("LSTM", ("B",), {"activations": ["HardSigmoid", "Relu", "Softsign"]}),
    ("GRU", ("B",), {"activations": ["Sigmoid", "Tanh", "HardSigmoid", "Relu"],
                     "direction": "bidirectional"}),
    ("LSTM", ("B",), {"activations": ["HardSigmoid", "ScaledTanh", "Affine"],
                      "activation_alpha": [0.3, 1.5, 0.7], "activation_beta": [0.4, 0.6, 0.1]}),
    ("GRU", ("B",), {"activations": ["LeakyRelu", "Tanh", "HardSigmoid", "ThresholdedRelu"],
                     "activation_alpha": [0.2, 0.25, 0.3], "activation_beta": [0.45],
                     "direction": "bidirectional"}),
    ("GRU", (), {"activations": ["Sigmoid", "Elu"]}),
    ("RNN", ("B",), {"activations": ["Relu"]}),
]  # fmt: skip
# What reaches an activation is cut off: with everything that is added to a gate before.
CASES += [
    (kind, given, {"clip": clip, "direction": direction})
    for kind, direction in product(GATES, DIRECTIONS)
    for given, clip in ((("B",), 0.2), (ALL[kind], 1.0))
]
CASES += [
    ("GRU", ("B", "h"), {"linear_before_reset": 1, "clip": 0.3}),
    ("LSTM", ("B", "P"), {"input_forget": 1, "clip": 0.3}),
]
# Whole, to the emitted program: one of each attribute.
COMPILED: list[tuple[str, tuple[str, ...], dict[str, object]]] = [
    ("LSTM", ("B", "P"), {"input_forget": 1, "clip": 0.5}),
    ("GRU", ("B", "h"), {"linear_before_reset": 1, "clip": 0.4, "direction": "reverse"}),
    ("LSTM", ("B",), {"activations": ["HardSigmoid", "ScaledTanh", "Softsign"],
                      "activation_alpha": [0.3, 1.5], "activation_beta": [0.4, 0.6]}),
    ("GRU", ("B", "lengths"), {"direction": "bidirectional", "clip": 1.0}),
    ("RNN", ("B", "h"), {"direction": "bidirectional", "clip": 0.9}),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "given", "attributes"), CASES)
def test_it_gives_what_the_runtime_gives(
    kind: str, given: tuple[str, ...], attributes: dict[str, object]
) -> None:
    made, inputs = network(kind, given, **attributes)
    imported = import_model(made.SerializeToString())
    assert not any(node.op_type == kind for node in imported.model.graph)
    (ours,) = run_model(imported.model, (inputs,))
    session = onnxruntime.InferenceSession(made.SerializeToString())
    for our, expected in zip(ours, session.run(None, inputs), strict=True):
        # The runtime's Tanh of these nodes is an approximation, which gates without an end enlarge.
        np.testing.assert_allclose(our, np.asarray(expected), rtol=0, atol=5e-6)


@pytest.mark.usefixtures("emulator")
@pytest.mark.parametrize("precision", ["fp32", "int8"])
@pytest.mark.parametrize(("kind", "given", "attributes"), COMPILED)
def test_the_program_agrees_with_the_runtimes_own_operator(
    kind: str, given: tuple[str, ...], attributes: dict[str, object], precision: str, tmp_path: Path
) -> None:
    """In fp32 to rounding; in int8 the program with its own reference, and near the operator."""
    made, _ = network(kind, given, **attributes)
    *_, run = results_of(ir.from_proto(made), precision, tmp_path)
    assert isinstance(run.details, RunDetails)
    assert run.details.agrees, run.sentence
    session = onnxruntime.InferenceSession(made.SerializeToString())
    inputs = inputs_of(source_model(str(tmp_path / "net.onnx"), CompileSettings())).run
    for output, expected in zip(session.get_outputs(), session.run(None, inputs), strict=True):
        ours = run.details.result.outputs[output.name]
        nearness = 1e-5 if precision == "fp32" else 0.05
        np.testing.assert_allclose(ours, np.asarray(expected), rtol=0, atol=nearness)


@pytest.mark.parametrize("kind", GATES)
def test_the_batch_may_come_first(kind: str) -> None:
    """ONNX Runtime does not take it: the standard's reference does, without the state's layout."""
    made, inputs = network(kind, ("B",), layout=1)
    (ours,) = run_model(import_model(made.SerializeToString()).model, (inputs,))
    expected = ReferenceEvaluator(made).run(None, inputs)
    assert ours[0].shape == (BATCH, TIME, 1, HIDDEN)
    np.testing.assert_allclose(ours[0].ravel(), np.asarray(expected[0]).ravel(), atol=2e-6)
    np.testing.assert_allclose(ours[1].ravel(), np.asarray(expected[1]).ravel(), atol=2e-6)


@pytest.mark.parametrize(
    ("attributes", "time", "words"),
    [({"clip": 0.0}, TIME, "clip"), ({}, MOST_STEPS + 1, "steps are more"),
     ({"activations": ["Affine", "Tanh", "Tanh"]}, TIME, "Affine is given without"),
     ({"activations": ["Softmax", "Tanh", "Tanh"]}, TIME, "Softmax is not one of")],
)  # fmt: skip
def test_what_is_not_written_out_is_refused_by_name_and_reason(
    attributes: dict[str, object], time: int, words: str
) -> None:
    made, _ = network("LSTM", ("B",), time, **attributes)
    report = import_model(made.SerializeToString(), supported=frozenset({("", "MatMul")})).report
    (refused,) = report.unsupported
    assert refused.operator == "LSTM"
    assert words in refused.reason


def test_weights_that_do_not_fit_are_refused() -> None:
    made, _ = network("GRU", ())
    made.graph.node[0].op_type = "LSTM"
    with pytest.raises(InferenceRefused, match="do not fit"):
        import_model(made.SerializeToString())


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [({"clip": -1.0}, "clip"), ({"activations": ["Sigmoid", "Tanh", "Celu"]}, "Celu"),
     ({"activations": ["Sigmoid", "Tanh", "ScaledTanh"], "activation_alpha": [0.5]},
      "without its parameters")],
)  # fmt: skip
def test_compiling_refuses_with_the_nodes_own_reason(
    attributes: dict[str, object], reason: str
) -> None:
    model, _ = network("LSTM", ("B",), **attributes)
    model.graph.node[0].name = "cell"
    (node,) = import_model(model.SerializeToString()).model.graph
    with pytest.raises(InputError) as refused:
        find_operator(node)
    assert all(word in str(refused.value) for word in ("LSTM", "cell", reason))


def test_each_node_that_is_left_has_its_own_reason() -> None:
    model, _ = network("LSTM", ("B",), clip=0.0)
    other, _ = network("LSTM", ("B",), activations=["Sigmoid", "Tanh", "Celu"])
    model.graph.node[0].name, other.graph.node[0].name = "cut", "bent"
    other.graph.node[0].output[:] = ["y2", "last2", "cell2"]
    model.graph.node.append(other.graph.node[0])
    unsupported = import_model(
        model.SerializeToString(), supported=SUPPORTED_OPERATORS
    ).report.unsupported
    reasons = {entry.nodes: entry.reason for entry in unsupported}
    assert "clip" in reasons["cut",]
    assert "Celu" in reasons["bent",]


@pytest.mark.parametrize(
    ("kind", "attributes", "reason"),
    [("LSTM", {"activations": ["Sigmoid"]}, "names 1 activations where it has 3"),
     ("GRU", {"activations": ["Sigmoid"] * 7}, "names 7 activations where it has 2"),
     ("GRU", {"direction": "sideways"}, "direction is none of forward")],
)  # fmt: skip
def test_attributes_that_the_standard_does_not_know_are_refused(
    kind: str, attributes: dict[str, object], reason: str
) -> None:
    model, _ = network(kind, ("B",), **attributes)
    with pytest.raises(InferenceRefused, match=reason):
        import_model(model.SerializeToString())
