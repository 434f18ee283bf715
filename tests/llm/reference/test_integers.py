"""Weights and activations as codes: the reference's integers counted out by hand."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest

from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.loading import (
    integer_products_of,
    load_reference,
)
from compiler_core.llm.reference.products import (
    FloatProducts,
    IntegerProducts,
    QuantisedMatrix,
    RoundedProducts,
)
from tests.llm.tiny_models import TINY, tiny_tensors

ROWS = np.random.default_rng(4).standard_normal((3, 64)).astype(np.float32)
X = np.random.default_rng(5).standard_normal((2, 64)).astype(np.float32)


def encoded(values: np.ndarray, type_name: str) -> QuantisedMatrix:
    return QuantisedMatrix(type_name, block_format(type_name).encode(values))


def activation_codes(x: np.ndarray) -> tuple[list[int], np.float32]:
    """A block of 32 as Q8_0 has it: codes, and the scale as stored in half precision."""
    scale = np.float32(np.abs(x).max() / np.float32(127))
    inverse = np.float32(1) / scale
    return [int(np.rint(value * inverse)) for value in x], np.float32(np.float16(scale))


def weight_codes(block: bytes, type_name: str) -> tuple[list[int], np.float32]:
    (scale,) = struct.unpack("<e", block[:2])
    if type_name == "Q8_0":
        return list(struct.unpack("<32b", block[2:])), np.float32(scale)
    low = [(byte & 15) - 8 for byte in block[2:]]
    return low + [(byte >> 4) - 8 for byte in block[2:]], np.float32(scale)


@pytest.mark.parametrize(("type_name", "size"), [("Q4_0", 18), ("Q8_0", 34)])
def test_products_are_sums_of_codes_block_by_block(type_name: str, size: int) -> None:
    matrix = encoded(ROWS, type_name)
    products = IntegerProducts({"w": matrix}, FloatProducts({}))
    found = products.product("w", X)
    for token in range(2):
        for row in range(3):
            total = np.float32(0)
            for block in range(2):
                codes, scale = activation_codes(X[token, 32 * block : 32 * block + 32])
                raw = matrix.raw[row, size * block : size * block + size].tobytes()
                weights, weight_scale = weight_codes(raw, type_name)
                dot = sum(a * b for a, b in zip(codes, weights, strict=True))
                total = np.float32(total + np.float32(dot) * (weight_scale * scale))
            assert found[token, row] == total


@pytest.mark.parametrize("type_name", ["Q4_0", "Q8_0", "Q4_K", "Q6_K"])
def test_integers_and_rounded_floats_are_one(type_name: str) -> None:
    """The exact way and the fast way differ by the rounding of float sums only."""
    random = np.random.default_rng(6)
    weights, x = (random.standard_normal((rows, 512)).astype(np.float32) for rows in (40, 5))
    matrix = encoded(weights, type_name)
    decoded = FloatProducts({"w": block_format(type_name).decode(matrix.raw)})
    exact = IntegerProducts({"w": matrix}, decoded).product("w", x)
    fast = RoundedProducts(decoded, {"w": type_name}).product("w", x)
    np.testing.assert_allclose(exact, fast, rtol=0, atol=1e-4)
    assert np.abs(fast - decoded.product("w", x)).max() > 0.01
    other = RoundedProducts(decoded, {"v": type_name}).product("w", x)
    assert np.array_equal(other, decoded.product("w", x))


@pytest.mark.parametrize("type_name", ["Q8_0", "Q6_K", "Q4_0"])
def test_eight_bit_activations_change_little(type_name: str, tmp_path: Path) -> None:
    """A whole model: against the same weights with float activations, and really in integers."""
    path = quantised_gguf(tmp_path / "model.gguf", type_name)
    model, tokens = load_reference(path), [5, 300, 17, 42, 99, 7]
    plain = forward(model, tokens)
    change = np.abs(forward(model, tokens, products=integer_products_of(path)) - plain)
    assert 0 < change.mean() < 0.03 * plain.std()


def test_an_expert_is_multiplied_with_its_own_rows() -> None:
    values = np.stack([ROWS, -2 * ROWS])
    raw = np.stack([block_format("Q8_0").encode(value) for value in values])
    products = IntegerProducts({"w": QuantisedMatrix("Q8_0", raw)}, FloatProducts({}))
    alone = IntegerProducts({"w": encoded(-2 * ROWS, "Q8_0")}, FloatProducts({}))
    assert np.array_equal(products.product("w", X, 1), alone.product("w", X))


def test_matrices_that_are_not_quantised_stay_float() -> None:
    rest = FloatProducts({"w": ROWS})
    assert np.array_equal(IntegerProducts({}, rest).product("w", X), rest.product("w", X))


def quantised_gguf(path: Path, type_name: str) -> Path:
    """A tiny model whose matrices are blocks, and a GGUF around them."""
    from gguf import GGMLQuantizationType, GGUFWriter

    from script.training.language import gguf_file
    from tests.llm.tiny_models import tiny_tokeniser

    writer = GGUFWriter(path, "llama")
    gguf_file._add_shape(writer, TINY)
    gguf_file._add_tokeniser(writer, tiny_tokeniser(TINY.vocabulary))
    for name, values in tiny_tensors(TINY, 1).items():
        if values.ndim == 1:
            writer.add_tensor(name, values)
            continue
        raw = block_format(type_name).encode(values)
        writer.add_tensor(name, raw, raw_dtype=GGMLQuantizationType[type_name])
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
