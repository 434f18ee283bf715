"""A transposed convolution in phases computes what it computed before, whatever its attributes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from onnx import helper

from compiler_core.graph.pass_pipeline import run_passes
from tests.graph.emission.small_models import imported, model_proto, numbers

PASS = ("transposed-convolution",)
IMAGE = (5, 4)
Attributes = dict[str, int | str | list[int]]


def operators_after(attributes: Attributes, weights: tuple[int, ...], biased: bool) -> list[str]:
    """Raises GraphPassFailed when outputs differ from ONNX Runtime's."""
    x = numbers(2, weights[0], *IMAGE)
    channels = weights[1] * int(str(attributes.get("group", 1)))
    constants = {"w": numbers(*weights, seed=1)}
    if biased:
        constants["b"] = numbers(channels, seed=2)
    names = ["x", *constants]
    made = helper.make_node("ConvTranspose", names, ["y"])
    made.attribute.extend(helper.make_attribute(*one) for one in attributes.items())
    proto = model_proto([made], {"x": x}, ["y"], constants)
    run = run_passes(imported(proto), PASS, 2)
    return [node.op_type for node in run.model.graph]


@st.composite
def transposed(draw: st.DrawFn) -> tuple[Attributes, tuple[int, ...]]:
    kernel = draw(st.tuples(st.integers(1, 5), st.integers(1, 5)))
    step = draw(st.integers(1, 3))
    group = draw(st.sampled_from((1, 1, 2)))
    found: Attributes = {"strides": [step, step], "group": group}
    kind = draw(st.sampled_from(("pads", "auto", "shape")))
    if kind == "pads":
        before = [draw(st.integers(0, size - 1)) for size in kernel]
        # An output without elements is refused when it is read: one row and column stay.
        most = [
            min(size - 1, (rows - 1) * step + size - pad - 1)
            for rows, size, pad in zip(IMAGE, kernel, before, strict=True)
        ]
        found["pads"] = before + [draw(st.integers(0, pad)) for pad in most]
        found["output_padding"] = [draw(st.integers(0, step - 1)) for _ in range(2)]
    elif kind == "auto":
        # ONNX Runtime gives less than the standard asks for where windows leave gaps.
        step = min(step, *kernel)
        found["strides"] = [step, step]
        found["auto_pad"] = draw(st.sampled_from(("SAME_UPPER", "SAME_LOWER", "VALID")))
    else:
        found["output_shape"] = [
            (rows - 1) * step + draw(st.integers(1, size))
            for rows, size in zip(IMAGE, kernel, strict=True)
        ]
    return found, (2 * group, draw(st.integers(1, 3)), *kernel)


@settings(max_examples=80, deadline=None)
@given(transposed(), st.booleans())
def test_phases_compute_the_same(drawn: tuple[Attributes, tuple[int, ...]], biased: bool) -> None:
    operators_after(*drawn, biased)


@pytest.mark.parametrize(
    ("attributes", "kernel", "operators"),
    [
        ({"strides": [2, 2]}, (2, 2), ["Conv", "DepthToSpace"]),
        ({"strides": [2, 2], "group": 2}, (2, 2), ["Conv", "DepthToSpace"]),
        ({"strides": [2, 2], "pads": [1, 1, 1, 1]}, (4, 4), ["Conv", "DepthToSpace", "Slice"]),
        (
            {"strides": [2, 2], "pads": [1, 1, 1, 1], "output_padding": [1, 1]},
            (3, 3),
            ["Conv", "DepthToSpace", "Slice"],
        ),
        ({}, (3, 3), ["Conv"]),
        ({"strides": [2, 1]}, (2, 2), ["ConvTranspose"]),
        ({"dilations": [2, 2]}, (2, 2), ["ConvTranspose"]),
        ({"strides": [4, 4]}, (1, 1), ["ConvTranspose"]),
    ],
)
def test_what_it_becomes(
    attributes: Attributes, kernel: tuple[int, int], operators: list[str]
) -> None:
    assert operators_after(attributes, (4, 3, *kernel), biased=True) == operators


def test_weights_that_are_computed_stay() -> None:
    x, w = numbers(1, 2, 4, 4), numbers(2, 3, 2, 2)
    nodes = [helper.make_node("ConvTranspose", ["x", "w"], ["y"], strides=[2, 2])]
    run = run_passes(imported(model_proto(nodes, {"x": x, "w": w}, ["y"])), PASS, 2)
    assert [node.op_type for node in run.model.graph] == ["ConvTranspose"]
    assert np.size(run.steps[0].changes[0].reason)
