"""What has to hold of the way from a picture to a tensor, each computed again in another way."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import onnx
from onnx.helper import make_graph, make_model, make_node, make_opsetid, make_tensor_value_info
from PIL import Image

from compiler_core.graph.model_session import Session, model_bytes, model_of
from compiler_core.graph.picture_input.first_convolution import fold_input
from compiler_core.graph.picture_input.folded_comparison import compare_folded
from compiler_core.graph.picture_input.folding import fold_preprocessing
from compiler_core.graph.picture_input.layouts import BLOCK, memory_layouts
from compiler_core.graph.picture_input.prepare import prepare_picture
from compiler_core.graph.picture_input.resampling import PAD_VALUE, fitted, resized
from compiler_core.graph.picture_input.settings import PictureSettings
from tests.graph.picture_input.pictures import colours, encoded

SETTINGS = PictureSettings(
    width=8,
    height=6,
    fit="stretch",
    resampling="nearest",
    scale=1 / 255,
    mean=(0.5, 0.4, 0.3),
    deviation=(0.25, 0.5, 0.125),
)


def one_by_one(pixels: np.ndarray, settings: PictureSettings) -> np.ndarray:
    """The tensor by the formula, element after element."""
    found = np.zeros(settings.shape, dtype=np.float32)
    for row, column, channel in np.ndindex(pixels.shape):
        from_channel = channel if settings.colours == "RGB" else 2 - channel
        value = float(pixels[row, column, from_channel]) * settings.scale
        value = (value - settings.mean[channel]) / settings.deviation[channel]
        place = (channel, row, column) if settings.layout == "NCHW" else (row, column, channel)
        found[(0, *place)] = value
    return found


def tensors_follow_the_formula() -> None:
    for colour in ("RGB", "BGR"):
        for layout in ("NCHW", "NHWC"):
            settings = replace(SETTINGS, colours=colour, layout=layout)
            prepared = prepare_picture(encoded(colours()), settings)
            expected = one_by_one(colours(), settings)
            assert prepared.tensor.dtype == np.float32
            assert prepared.tensor.flags.c_contiguous
            assert np.allclose(prepared.tensor, expected, atol=1e-6)


def steps_lead_to_the_tensor() -> None:
    prepared = prepare_picture(encoded(colours(20, 30)), SETTINGS)
    shapes = [step.shape for step in prepared.steps]
    assert shapes[:3] == [(20, 30, 3), (20, 30, 3), (6, 8, 3)]
    last = prepared.steps[-1]
    assert last.shape == prepared.tensor.shape
    assert last.bytes == 4 * prepared.steps[2].bytes == prepared.tensor.nbytes
    assert (last.minimum, last.maximum) == (prepared.tensor.min(), prepared.tensor.max())
    assert last.sample[0] == tuple(round(float(one), 4) for one in prepared.tensor[0, 0, 0, :4])
    names = [step.name for step in prepared.steps]
    assert names == ["decode", "fit", "resize", "colours", "scale", "normalise", "layout"]
    assert [step.changed for step in prepared.steps] == [1, 0, 1, 0, 1, 1, 1]
    for step in prepared.steps:
        with Image.open(io.BytesIO(step.thumbnail)) as picture:
            planes = 3 if step.name == "layout" else 1
            wide = step.shape[-1] if planes == 3 else step.shape[1]
            assert picture.size == (wide * planes, step.shape[-2] if planes == 3 else step.shape[0])


def fitting_keeps_the_middle() -> None:
    wide = colours(6, 12)
    assert np.array_equal(fitted(wide, 32, 32, "crop"), wide[:, 3:9])
    assert np.array_equal(
        fitted(wide.transpose(1, 0, 2), 32, 32, "crop"), wide.transpose(1, 0, 2)[3:9]
    )
    padded = fitted(wide, 32, 32, "pad")
    assert padded.shape == (12, 12, 3)
    assert np.array_equal(padded[3:9], wide)
    assert (padded[:3] == PAD_VALUE).all()
    assert (padded[9:] == PAD_VALUE).all()
    assert fitted(wide, 32, 32, "stretch") is wide
    assert fitted(colours(1, 400), 32, 32, "crop").shape == (1, 1, 3)


def resampling_is_that_of_onnx() -> None:
    pixels = colours(7, 11)
    for mode, more in (("nearest", {"nearest_mode": "round_prefer_floor"}), ("linear", {})):
        for height, width in ((3, 4), (14, 22), (9, 5)):
            found = resized(pixels, height, width, "nearest" if more else "bilinear")
            expected = _onnx_resize(pixels, height, width, mode, more)
            assert np.abs(found - expected).max() <= (0 if more else 0.5001), (mode, height)


def area_is_the_mean() -> None:
    pixels = colours(12, 8)
    expected = pixels.reshape(4, 3, 4, 2, 3).mean(axis=(1, 3))
    # Rounded twice: after the mean across, and after the mean down.
    assert np.abs(resized(pixels, 4, 4, "area") - expected).max() <= 1.0


def layouts_are_those_of_numpy() -> None:
    for shape in ((3, 2, 5), (4, 3, 3), (9, 2, 2), (1, 1, 1)):
        layouts = {layout.name: layout for layout in memory_layouts(*shape)}
        values = np.arange(np.prod(shape)).reshape(shape)
        padding = -shape[0] % BLOCK
        blocks = np.pad(values + 1, ((0, padding), (0, 0), (0, 0)))
        blocks = blocks.reshape(-1, BLOCK, *shape[1:]).transpose(0, 2, 3, 1).ravel()
        memory = {
            "NCHW": values.ravel() + 1,
            "NHWC": values.transpose(1, 2, 0).ravel() + 1,
            f"NC/{BLOCK}HWc": blocks,
        }
        for name, expected in memory.items():
            found = np.zeros(len(expected), dtype=int)
            for element in layouts[name].elements:
                found[element.offset] = values[element.channel, element.row, element.column] + 1
                place = {"c": element.channel, "h": element.row, "w": element.column}
                formula = layouts[name].formula.replace("/", "//")
                assert eval(formula, {}, place) == element.offset
            assert found.tolist() == expected.tolist(), name
            assert layouts[name].unused == (expected == 0).sum()


def folding_keeps_outputs() -> None:
    for pads, settings, camera in (
        (0, SETTINGS, None), (1, SETTINGS, None), (1, SETTINGS, (12, 24)),
        (1, replace(SETTINGS, colours="BGR"), (3, 5)),
        (0, replace(SETTINGS, layout="NHWC"), None),
        (1, replace(SETTINGS, mean=(0, 0, 0), scale=1 / 128), None),
    ):  # fmt: skip
        model = model_of(convolution(pads, settings.layout))
        height, width = camera or (6, 8)
        folded = fold_preprocessing(model, settings, camera)
        onnx.checker.check_model(onnx.load_from_string(model_bytes(folded.model)), full_check=True)
        pictures = np.stack([colours(height, width), 255 - colours(height, width)])
        assert compare_folded(model, folded.model, settings, pictures).relative_difference < 1e-6
        assert folded.bytes_after == 3 * height * width
        assert folded.bytes_before == 4 * 3 * 6 * 8
        operators = [node.op_type for node in folded.model.graph]
        assert ("Resize" in operators) == (camera is not None)
        assert ("Sub" in operators) == any(settings.mean)
        fold_input(folded.model)
        assert compare_folded(model, folded.model, settings, pictures).relative_difference < 1e-6


def the_first_convolution_takes_what_it_can() -> None:
    for pads, kinds, left in ((0, ["folded", "folded"], []), (1, ["folded", "refused"], ["Sub"])):
        folded = fold_preprocessing(model_of(convolution(pads, "NCHW")), SETTINGS)
        result = fold_input(folded.model)
        assert [change.kind for change in result.changes] == kinds
        operators = [node.op_type for node in folded.model.graph]
        assert operators == ["Cast", "Transpose", *left, "Conv"]


def a_grouped_convolution_takes_its_own_channels() -> None:
    folded = fold_preprocessing(model_of(convolution(0, "NCHW", groups=3)), SETTINGS)
    before = Session(folded.model).first_output({"pixels": colours()[None]})
    assert [change.kind for change in fold_input(folded.model).changes] == ["folded", "folded"]
    after = Session(folded.model).first_output({"pixels": colours()[None]})
    assert np.abs(before - after).max() < 1e-5 * np.abs(before).max()


REQUIREMENTS: tuple[Callable[[], None], ...] = (
    tensors_follow_the_formula,
    steps_lead_to_the_tensor,
    fitting_keeps_the_middle,
    resampling_is_that_of_onnx,
    area_is_the_mean,
    layouts_are_those_of_numpy,
    folding_keeps_outputs,
    the_first_convolution_takes_what_it_can,
    a_grouped_convolution_takes_its_own_channels,
)


def convolution(pads: int, layout: str, groups: int = 1) -> bytes:
    """One convolution of a picture of 8 x 6, with random weights and without a bias."""
    shape = (1, 3, 6, 8) if layout == "NCHW" else (1, 6, 8, 3)
    leaving = (1, 6, 4 + 2 * pads, 6 + 2 * pads)
    weights = np.random.default_rng(pads).standard_normal((6, 3 // groups, 3, 3))
    constant = onnx.numpy_helper.from_array(weights.astype(np.float32), "weights")
    nodes = [
        make_node("Conv", ["image", "weights"], ["scores"], "first", pads=[pads] * 4, group=groups)
    ]
    if layout == "NHWC":
        nodes[0].input[0] = "planes"
        nodes.insert(0, make_node("Transpose", ["image"], ["planes"], "turn", perm=[0, 3, 1, 2]))
    graph = make_graph(
        nodes,
        "one convolution",
        [make_tensor_value_info("image", onnx.TensorProto.FLOAT, shape)],
        [make_tensor_value_info("scores", onnx.TensorProto.FLOAT, leaving)],
        [constant],
    )
    model = make_model(graph, opset_imports=[make_opsetid("", 17)], ir_version=8)
    return model.SerializeToString()


def _onnx_resize(
    pixels: np.ndarray, height: int, width: int, mode: str, more: dict[str, str]
) -> np.ndarray:
    sizes = onnx.numpy_helper.from_array(np.array([1, 3, height, width]), "sizes")
    node = make_node(
        "Resize",
        ["x", "", "", "sizes"],
        ["y"],
        mode=mode,
        coordinate_transformation_mode="half_pixel",
        **more,
    )
    entry = make_tensor_value_info("x", onnx.TensorProto.FLOAT, (1, 3, *pixels.shape[:2]))
    leaving = make_tensor_value_info("y", onnx.TensorProto.FLOAT, None)
    graph = make_graph([node], "resize", [entry], [leaving], [sizes])
    model = make_model(graph, opset_imports=[make_opsetid("", 17)], ir_version=8)
    fed = pixels.transpose(2, 0, 1)[None].astype(np.float32)
    return Session(model).first_output({"x": fed})[0].transpose(1, 2, 0)
