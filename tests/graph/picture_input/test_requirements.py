"""The requirements hold; settings that nothing can be prepared with are refused."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from compiler_core.errors import InputError
from compiler_core.graph.model_session import model_of
from compiler_core.graph.picture_input.camera_buffer import buffer_options
from compiler_core.graph.picture_input.folding import fold_preprocessing
from compiler_core.graph.picture_input.layouts import memory_layouts
from compiler_core.graph.picture_input.settings import PictureSettings
from tests.graph.picture_input.requirements import REQUIREMENTS, SETTINGS, convolution

SIZES = st.integers(1, 9)


@pytest.mark.parametrize("requirement", REQUIREMENTS, ids=lambda one: one.__name__)
def test_a_requirement_holds(requirement: Callable[[], None]) -> None:
    requirement()


@given(SIZES, SIZES, SIZES)
@settings(deadline=None, max_examples=40, derandomize=True)
def test_offsets_are_numpys_strides(channels: int, height: int, width: int) -> None:
    planes = np.zeros((channels, height, width), dtype=np.int8)
    pixels = np.zeros((height, width, channels), dtype=np.int8).transpose(2, 0, 1)
    nchw, nhwc, blocked = memory_layouts(channels, height, width)
    for layout, array in ((nchw, planes), (nhwc, pixels)):
        for one in layout.elements:
            place = np.array([one.channel, one.row, one.column])
            assert one.offset == int((place * array.strides).sum())
    assert [element.offset for element in nchw.elements] == list(range(planes.size))
    assert len({one.offset for one in blocked.elements}) == planes.size
    assert max(one.offset for one in blocked.elements) < planes.size + blocked.unused


@pytest.mark.parametrize(
    "wrong",
    [
        {"width": 0}, {"height": 5000}, {"fit": "tile"}, {"resampling": "cubic"},
        {"colours": "GRB"}, {"layout": "CHWN"}, {"scale": 0.0}, {"scale": float("nan")},
        {"mean": (1.0, 2.0)}, {"deviation": (1.0, 0.0, 1.0)}, {"deviation": (1.0, float("inf"), 1)},
    ],
    ids=str,
)  # fmt: skip
def test_settings_that_mean_nothing_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        PictureSettings(**wrong)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("changes", "camera"),
    [
        ({"width": 9}, None), ({"layout": "NHWC"}, None), ({}, (0, 5)), ({}, (9999, 5)),
        ({"resampling": "area"}, (7, 8)),
    ],
    ids=str,
)  # fmt: skip
def test_preprocessing_that_no_node_does_is_refused(
    changes: dict[str, object], camera: tuple[int, int] | None
) -> None:
    values = {name: getattr(SETTINGS, name) for name in SETTINGS.__dataclass_fields__}
    chosen = PictureSettings(**{**values, **changes})
    with pytest.raises(InputError):
        fold_preprocessing(model_of(convolution(0, "NCHW")), chosen, camera)


def test_the_given_model_is_left_alone_and_not_folded_twice() -> None:
    model = model_of(convolution(0, "NCHW"))
    folded = fold_preprocessing(model, SETTINGS)
    assert [node.op_type for node in model.graph] == ["Conv"]
    with pytest.raises(InputError):
        fold_preprocessing(folded.model, SETTINGS)


def test_sharing_copies_nothing_and_floats_are_four_times_as_large() -> None:
    shared, copied, converted = buffer_options(PictureSettings(width=32, height=24))
    pixels = 32 * 24 * 3
    assert (shared.copied, copied.copied, converted.copied) == (0, pixels, 4 * pixels)
    assert (shared.memory_traffic, copied.memory_traffic) == (0, 2 * pixels)
    assert converted.memory_traffic == 5 * pixels
    assert (shared.input, converted.input) == (pixels, 4 * pixels)
