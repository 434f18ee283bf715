"""Accuracy of the shipped nets, by running the files that ship; and what accuracy counts."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import pytest

from compiler_core.content_files import ContentError
from compiler_core.errors import InputError, UnknownName
from compiler_core.graph.evaluation import shipped
from compiler_core.graph.evaluation.accuracy import accuracy, accuracy_of, run_in_batches
from compiler_core.graph.evaluation.light import LIGHT_MODELS
from compiler_core.graph.evaluation.random_weights import with_random_weights
from compiler_core.graph.evaluation.shipped import shipped_model, shipped_models
from compiler_core.graph.evaluation.signs.classes import CLASS_NAMES
from compiler_core.graph.evaluation.splits import Split, split
from compiler_core.graph.model_session import Session, model_bytes, model_of
from compiler_core.graph.picture_input.folding import fold_preprocessing
from compiler_core.graph.picture_input.settings import PictureSettings
from tests.graph.light_models import light_model

NETS = ("plain", "residual", "depthwise")
KEPT = {"Conv", "BatchNormalization", "Gemm", "Dropout", "Constant", "Shape", "Reshape"}


@pytest.mark.parametrize("name", NETS)
def test_a_shipped_net_is_as_good_as_its_description_says(name: str) -> None:
    net = shipped_model(name)
    found = accuracy(net.content(), split("test"), net.settings)
    assert (found.correct, found.total) == (net.right, net.total)
    assert found.share >= 0.97
    assert min(one.correct / one.total for one in found.per_class) > 0.85


@pytest.mark.parametrize("name", NETS)
def test_a_shipped_net_is_small_and_leaves_work_to_do(name: str) -> None:
    content = shipped_model(name).content()
    model = onnx.load_from_string(content)
    onnx.checker.check_model(model, full_check=True)
    assert len(content) <= 1_200_000
    assert sum(np.prod(one.dims) for one in model.graph.initializer) <= 300_000
    assert model.opset_import[0].version >= 13
    assert {node.op_type for node in model.graph.node} >= KEPT
    sizes = [one.dim_value for one in model.graph.input[0].type.tensor_type.shape.dim]
    assert sizes == [1, 3, 32, 32]


def test_the_residual_net_has_what_only_it_has() -> None:
    model = onnx.load_from_string(shipped_model("residual").content())
    assert {"Add", "Mul", "Identity"} <= {node.op_type for node in model.graph.node}


def test_the_list_names_the_classes_of_the_pictures() -> None:
    assert [net.id for net in shipped_models()] == list(NETS)
    assert all(net.classes == CLASS_NAMES for net in shipped_models())
    with pytest.raises(UnknownName):
        shipped_model("resnet")


def test_a_broken_list_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    text = shipped._LIST.read_text(encoding="utf-8")
    for old, new in (("989 of", "most of"), ("id: plain", "id: gone")):
        assert old in text
        path = tmp_path / "models.yaml"
        path.write_text(text.replace(old, new), encoding="utf-8")
        monkeypatch.setattr(shipped, "_LIST", path)
        shipped_models.cache_clear()
        with pytest.raises(ContentError):
            shipped_models()
    shipped_models.cache_clear()


def test_a_model_that_reads_pixels_is_as_good() -> None:
    net = shipped_model("depthwise")
    some = Split("test", split("test").pictures[:200], split("test").labels[:200])
    folded = fold_preprocessing(model_of(net.content()), net.settings)
    assert (
        accuracy(folded.model, some, net.settings).correct
        == accuracy(net.content(), some, net.settings).correct
    )


def test_wrong_answers_are_counted_by_class() -> None:
    labels = np.array([0, 0, 0, 1, 2, 2])
    named = np.array([0, 4, 4, 1, 3, 2])
    pictures = Split("made", np.zeros((6, 32, 32, 3), dtype=np.uint8), labels)
    found = accuracy_of(np.eye(len(CLASS_NAMES))[named], pictures)
    assert (found.correct, found.total) == (3, 6)
    stop, one, two = found.per_class[:3]
    assert (stop.correct, stop.total, stop.mistaken_for) == (1, 3, CLASS_NAMES[4])
    assert (one.correct, one.total, one.mistaken_for) == (1, 1, "")
    assert (two.correct, two.mistaken_for) == (1, CLASS_NAMES[3])
    assert found.sentence == "3 of 6 pictures are named rightly (50.0%)."


def test_a_short_last_batch_counts_once() -> None:
    tensors = np.arange(7, dtype=np.float32).reshape(7, 1)
    sizes = []

    def run(part: np.ndarray) -> np.ndarray:
        sizes.append(len(part))
        return part * 2

    assert run_in_batches(run, tensors, 3).ravel().tolist() == [0, 2, 4, 6, 8, 10, 12]
    assert sizes == [3, 3, 3]


def test_models_that_know_other_pictures_are_refused() -> None:
    net = shipped_model("plain")
    with pytest.raises(InputError, match="32 x 32"):
        accuracy(net.content(), split("calibration"), PictureSettings(width=64, height=64))
    with pytest.raises(InputError, match="does not take the model"):
        accuracy(b"no model", split("calibration"), net.settings)
    with pytest.raises(InputError, match="classes"):
        accuracy_of(np.zeros((256, 1000)), split("calibration"))


@pytest.mark.parametrize("name", ["squeezenet", "shufflenet", "densenet121"])
def test_random_weights_keep_numbers_within_bounds(name: str) -> None:
    content = light_model(name).content()
    model = with_random_weights(content, 1)
    assert model_bytes(model) == model_bytes(with_random_weights(content, 1))
    assert model_bytes(model) != model_bytes(with_random_weights(content, 2))
    assert not [node for node in model.graph if node.op_type == "ConstantOfShape"]
    session = Session(model)
    (entry,) = session.entries
    picture = np.random.default_rng(7).standard_normal((1, 3, 224, 224)).astype(np.float32)
    found = session.first_output({entry.name: picture}).ravel()
    assert np.isfinite(found).all()
    if model.graph.outputs[0].producer().op_type == "Softmax":  # pyright: ignore
        assert found.max() < 0.5
        assert len(np.unique(found)) > 500
    else:
        assert 0.1 < found.std() < 10


def test_there_are_nine_light_models() -> None:
    assert len(LIGHT_MODELS) == 9
