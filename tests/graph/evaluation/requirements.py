"""What evaluation must do, in short: a few drawn pictures, small models, made-up answers."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import onnx_ir as ir
import pytest
from onnx import TensorProto, helper, numpy_helper

from compiler_core.content_files import ContentError
from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.evaluation import shipped
from compiler_core.graph.evaluation.accuracy import accuracy
from compiler_core.graph.evaluation.light import light_model
from compiler_core.graph.evaluation.model_session import Session, model_bytes, model_of
from compiler_core.graph.evaluation.random_weights import with_random_weights
from compiler_core.graph.evaluation.shipped import shipped_settings
from compiler_core.graph.evaluation.signs.classes import CLASS_NAMES
from compiler_core.graph.evaluation.splits import Split, SplitPlan, drawn_split, split_plan
from compiler_core.graph.picture_input.settings import PictureSettings
from tests.graph.evaluation import test_accuracy, test_signs

FEW = SplitPlan(
    "few", 2, 40, "95145e90563ed1d122d4a763241123c4e2fd7f9a0ab87a6c9872b855d92f1f25"
)  # fmt: skip


def drawn_pictures_are_as_ever() -> None:
    found = drawn_split(FEW)
    assert found.digest() == FEW.digest
    assert found.labels[-1] == 39 % len(CLASS_NAMES)
    for values in (found.pictures, found.labels):
        with pytest.raises(ValueError, match="read-only"):
            values[0] = 0


def names_that_are_none_are_refused() -> None:
    for look in (split_plan, light_model, shipped.shipped_model):
        with pytest.raises(UnknownName):
            look("none")


def colour_reader(batch: int | str, element: int = TensorProto.FLOAT) -> bytes:
    """Scores: class 0 for a picture whose mean is below 0, else class 1."""
    shape = [batch, 32, 32, 3] if element == TensorProto.UINT8 else [batch, 3, 32, 32]
    weights = np.zeros((1, len(CLASS_NAMES)), dtype=np.float32)
    weights[0, :2] = (-1, 1)
    middle = np.float32(100 if element == TensorProto.UINT8 else 0)
    nodes = [
        helper.make_node("Cast", ["x"], ["f"], to=TensorProto.FLOAT),
        helper.make_node("ReduceMean", ["f"], ["m"], axes=[1, 2, 3], keepdims=0),
        helper.make_node("Sub", ["m", "middle"], ["d"]),
        helper.make_node("Unsqueeze", ["d", "one"], ["u"]),
        helper.make_node("MatMul", ["u", "w"], ["y"]),
    ]
    constants = [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(middle, "middle"),
                 numpy_helper.from_array(np.array([1]), "one")]  # fmt: skip
    graph = helper.make_graph(
        nodes, "reader", [helper.make_tensor_value_info("x", element, shape)],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [batch, len(CLASS_NAMES)])],
        constants,
    )  # fmt: skip
    return helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8
    ).SerializeToString()  # fmt: skip


def bright_and_dark(count: int) -> Split:
    labels = np.arange(count) % 2
    pictures = np.empty((count, 32, 32, 3), dtype=np.uint8)
    pictures[:] = np.where(labels, 220, 10)[:, None, None, None]
    return Split("made", pictures, labels)


def every_picture_counts_once_at_any_batch() -> None:
    for batch in (1, 3, 50, "n"):
        found = accuracy(colour_reader(batch), bright_and_dark(7), shipped_settings())
        assert (found.correct, found.total, found.share) == (7, 7, 1.0)
    pixels = colour_reader(2, TensorProto.UINT8)
    assert accuracy(pixels, bright_and_dark(5), shipped_settings()).correct == 5


def wrong_pictures_are_refused() -> None:
    with pytest.raises(InputError, match="32 x 32"):
        accuracy(colour_reader(1), bright_and_dark(2), PictureSettings(64, 32))
    with pytest.raises(InputError, match="does not take the model"):
        Session(b"no model")
    with pytest.raises(InputError, match="does not run"):
        Session(colour_reader(1)).first_output({"x": np.zeros((1, 3, 8, 8), dtype=np.float32)})


def the_settings_are_those_of_the_list() -> None:
    settings = shipped_settings.__wrapped__()
    assert settings.scale == pytest.approx(1 / 255)
    assert (settings.width, settings.height, settings.colours) == (32, 32, "RGB")
    assert shipped._right("here", "985 of 1000") == (985, 1000)
    for text in ("985 of", "985 in 1000", "most of 1000", "985 of 1000 pictures", "-1 of 10"):
        with pytest.raises(ContentError):
            shipped._right("here", text)


def small_topology() -> bytes:
    """A convolution, a normalisation, a dense layer with turned weights; all constants are 1."""
    ones = {"w": (8, 3, 3, 3), "s": (8,), "t": (8,), "m": (8,), "v": (8,), "d": (4, 8), "e": (4,)}
    nodes = [
        helper.make_node("ConstantOfShape", ["shape"], ["c"]),
        helper.make_node("Conv", ["x", "w", "c"], ["a"]),
        helper.make_node("BatchNormalization", ["a", "s", "t", "m", "v"], ["n"]),
        helper.make_node("GlobalAveragePool", ["n"], ["p"]),
        helper.make_node("Flatten", ["p"], ["f"]),
        helper.make_node("Gemm", ["f", "d", "e"], ["g"], transB=1),
        helper.make_node("Neg", ["g"], ["y"]),
    ]
    constants = [numpy_helper.from_array(np.ones(shape, dtype=np.float32), name)
                 for name, shape in ones.items()]  # fmt: skip
    constants.append(numpy_helper.from_array(np.array([8]), "shape"))
    graph = helper.make_graph(
        nodes, "small", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 9, 9])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 4])], constants,
    )  # fmt: skip
    made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    return made.SerializeToString()


def constant(model: ir.Model, name: str) -> np.ndarray:
    value = model.graph.initializers[name].const_value
    assert value is not None
    return value.numpy()


def random_weights_are_of_the_right_size() -> None:
    content = small_topology()
    model = with_random_weights(content, 5)
    assert model_bytes(model) == model_bytes(with_random_weights(content, 5))
    assert model_bytes(model) != model_bytes(with_random_weights(content, 6))
    given = model_of(content)
    before = model_bytes(given)
    with_random_weights(given, 5)
    assert model_bytes(given) == before, "what was given is left alone"
    assert "shape" not in model.graph.initializers
    assert [node.op_type for node in model.graph][:1] == ["Conv"]
    assert constant(model, "w").std() == pytest.approx(np.sqrt(2 / 27), rel=0.2)
    assert np.abs(constant(model, "c")).max() <= 0.05
    assert len(np.unique(constant(model, "c"))) == 8
    for name, low, high in (("s", 0.8, 1.2), ("t", -0.1, 0.1), ("m", -0.1, 0.1), ("v", 0.8, 1.2)):
        values = constant(model, name)
        assert low <= values.min() < values.max() <= high, name
    outputs = [one.name for one in model.graph.outputs]
    assert outputs == ["y"], "measuring the last layer leaves the outputs as they were"


def the_last_layer_answers_with_numbers_near_one() -> None:
    """On normal numbers, whatever the size of the layers before it."""
    model = with_random_weights(small_topology(), 5)
    session, stream = Session(model), np.random.default_rng(1)
    answers = [
        session.first_output({"x": stream.standard_normal((1, 3, 9, 9)).astype(np.float32)})
        for _ in range(30)
    ]
    assert 0.3 < float(np.concatenate(answers).std()) < 3


REQUIREMENTS: tuple[Callable[[], None], ...] = (
    drawn_pictures_are_as_ever,
    names_that_are_none_are_refused,
    every_picture_counts_once_at_any_batch,
    wrong_pictures_are_refused,
    the_settings_are_those_of_the_list,
    random_weights_are_of_the_right_size,
    the_last_layer_answers_with_numbers_near_one,
    test_accuracy.test_wrong_answers_are_counted_by_class,
    test_accuracy.test_a_short_last_batch_counts_once,
    test_signs.test_distances_are_those_of_geometry,
)
