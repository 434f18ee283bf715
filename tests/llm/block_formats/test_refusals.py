"""What has no code is refused in words, before a byte is written."""

from __future__ import annotations

import numpy as np
import pytest

from compiler_core.errors import InputError, UnknownName
from compiler_core.llm.block_formats.activations import quantise_q8_0, quantise_q8_k
from compiler_core.llm.block_formats.formats import (
    BLOCK_FORMATS,
    block_format,
    decode_tensor,
    encode_tensor,
)
from compiler_core.llm.block_formats.integer_products import (
    integer_products,
    quantised_activations,
)
from compiler_core.llm.block_formats.layout import block_picture

NAMES = [chosen.name for chosen in BLOCK_FORMATS]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    ("value", "words"),
    [(np.inf, "row 1, column 300 is infinite"), (-np.inf, "infinite"), (np.nan, "not a number")],
)
def test_what_is_not_finite(name: str, value: float, words: str) -> None:
    values = np.ones((3, 512), np.float32)
    values[1, 300] = value
    with pytest.raises(InputError, match=words):
        block_format(name).encode(values)


@pytest.mark.parametrize("name", ["Q4_0", "Q8_0", "Q4_K", "Q6_K"])
@pytest.mark.parametrize("size", [1e9, 1e20, 3e38])
def test_a_scale_that_is_no_half(name: str, size: float) -> None:
    values = np.zeros((1, 256), np.float32)
    values[0, 7] = size
    values[0, 9] = -size / 2
    with pytest.raises(InputError, match="65504"):
        block_format(name).encode(values)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("shape", [(2, 31), (2, 0), (0, 256), (2, 33), (64,), (1, 2, 512)])
def test_shapes_that_are_no_rows_of_blocks(name: str, shape: tuple[int, ...]) -> None:
    with pytest.raises(InputError):
        block_format(name).encode(np.zeros(shape, np.float32))


@pytest.mark.parametrize("name", NAMES)
def test_bytes_that_are_no_blocks(name: str) -> None:
    with pytest.raises(InputError, match="no rows"):
        block_format(name).decode(np.zeros((2, block_format(name).size + 1), np.uint8))
    with pytest.raises(InputError, match="no rows"):
        block_format(name).decode(np.zeros((2, block_format(name).size), np.int32))


def test_a_type_that_is_not_there() -> None:
    with pytest.raises(UnknownName, match="Q4_0, Q8_0, Q4_K, Q6_K"):
        decode_tensor(np.zeros((1, 18), np.uint8), "Q3_K")


def test_a_value_too_large_for_sixteen_bits() -> None:
    with pytest.raises(InputError, match="65504"):
        encode_tensor(np.full((1, 4), 70000, np.float32), "F16")


@pytest.mark.parametrize("quantise", [quantise_q8_0, quantise_q8_k])
def test_activations_that_diverged(quantise: object) -> None:
    values = np.zeros((1, 256), np.float32)
    values[0, 3] = np.nan
    with pytest.raises(InputError, match="activation"):
        quantise(values)  # type: ignore[operator]


def test_activations_in_other_blocks_than_the_weights() -> None:
    raw = block_format("Q4_K").encode(np.ones((1, 256), np.float32))
    wrong = quantised_activations("Q8_0", np.ones((1, 256), np.float32))
    with pytest.raises(InputError, match="blocks of 256"):
        integer_products("Q4_K", raw, wrong)


def test_a_picture_of_half_a_block() -> None:
    with pytest.raises(InputError, match="One Q4_0 block"):
        block_picture(np.zeros(18, np.uint8), np.zeros(16, np.float32), "Q4_0")
