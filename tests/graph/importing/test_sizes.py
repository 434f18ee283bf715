"""Sizes that a file leaves open: as text, by axis, by profile; and batches of more than one."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from onnx import helper

from compiler_core.errors import InputError
from compiler_core.graph.importing.errors import ModelRefused, SizesNeeded
from compiler_core.graph.importing.reader import import_model
from compiler_core.graph.importing.size_settings import AxisSize, axis_sizes
from compiler_core.graph.model_inputs import inputs_of
from compiler_core.graph.settings import CompileSettings, settings_of
from compiler_core.graph.source_model import SourceModel, source_model
from tests.graph.importing.models import Shape, model

WEIGHTS = np.ones((4, 3, 3, 3), np.float32)


def convolution(shape: Shape) -> bytes:
    nodes = [helper.make_node("Conv", ["x", "w"], ["y"])]
    return model(nodes, {"x": shape}, ["y"], {"w": WEIGHTS}).SerializeToString()


def read(folder: Path, shape: Shape, *sizes: str) -> SourceModel:
    path = folder / "net.onnx"
    path.write_bytes(convolution(shape))
    return source_model(str(path), CompileSettings(sizes=sizes))


@pytest.mark.parametrize(
    ("text", "size"),
    [("height=320", AxisSize("height", 320, 320, 320)),
     (" x:2=1:2:3 ", AxisSize("x:2", 1, 2, 3)),
     ("floor(h/2) = 1=7", AxisSize("floor(h/2) = 1", 7, 7, 7))],
)  # fmt: skip
def test_a_size_is_read_and_written(text: str, size: AxisSize) -> None:
    assert axis_sizes((text,)) == (size,)
    assert axis_sizes((size.text,)) == (size,)


@pytest.mark.parametrize(
    "text",
    ["height", "=3", "height=", "height=0", "height=-1", "height=1.5", "height=1:2", "h=3:2:1",
     "h=1:2:3:4", "h=99999999999999999999", "h=1:2:99999999999999", "h" * 500 + "=1", "h=٣"],
)  # fmt: skip
def test_what_is_no_size_is_refused_before_anything_is_read(text: str) -> None:
    with pytest.raises(InputError):
        settings_of({"sizes": text})


def test_sizes_are_few_and_given_once() -> None:
    with pytest.raises(InputError, match="twice"):
        axis_sizes(("h=1", "h=2"))
    with pytest.raises(InputError, match="more than"):
        axis_sizes([f"h{at}=1" for at in range(99)])


def test_open_axes_without_a_size_are_named_with_a_proposal() -> None:
    with pytest.raises(SizesNeeded, match="h=320") as caught:
        import_model(convolution((None, 3, "h", "w")))
    assert caught.value.remedy == "sizes:h=320,w=320"


@pytest.mark.parametrize("placeholder", ["?", "-1", "*", "__"])
def test_a_placeholder_is_no_name(tmp_path: Path, placeholder: str) -> None:
    shape = (1, 3, placeholder, placeholder)
    with pytest.raises(SizesNeeded, match="x:2, x:3"):
        import_model(convolution(shape))
    (given,) = read(tmp_path, shape, "x:2=8", "x:3=12").imported.report.inputs
    assert given.shape == (1, 3, 8, 12)


def test_a_batch_is_one_on_whichever_axis_it_is() -> None:
    nodes = [helper.make_node("Relu", ["x"], ["y"])]
    content = model(nodes, {"x": (8, "batch_size", 3)}, ["y"]).SerializeToString()
    (axis,) = import_model(content).report.dynamic_axes
    assert (axis.axis, axis.size) == (1, 1)


def test_a_size_of_no_axis_is_refused_with_those_there_are(tmp_path: Path) -> None:
    with pytest.raises(ModelRefused, match=r"no axis hight open.*Open axes: height"):
        read(tmp_path, (1, 3, "height", 8), "hight=16", "height=8")


def test_sizes_beyond_the_limits_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="limit"):
        read(tmp_path, (1, 3, "h", "w"), "h=1048576", "w=1048576")


def test_a_profile_says_what_each_size_costs_or_why_it_cannot_be(tmp_path: Path) -> None:
    source = read(tmp_path, (1, 3, "h", 8), "h=2:16:64")
    least, usual, largest = source.profile
    assert "h = 2" in least.sizes
    assert least.refused
    assert usual.multiplies == source.imported.report.multiplies == 4 * 14 * 6 * 27
    assert largest.multiplies == 4 * 62 * 6 * 27
    assert largest.largest_bytes == 4 * 62 * 6 * 4
    assert source.imported.report.inputs[0].shape == (1, 3, 16, 8)


@pytest.mark.parametrize("shape", [(3, 3, 8, 8), ("n", 3, 8, 8)])
def test_every_array_has_the_batch_that_the_program_takes(tmp_path: Path, shape: Shape) -> None:
    source = read(tmp_path, shape, *(("n=3",) if shape[0] == "n" else ()))
    inputs = inputs_of(source)
    assert inputs.run["x"].shape == (3, 3, 8, 8)
    assert {sample["x"].shape for sample in inputs.samples} == {(3, 3, 8, 8)}
