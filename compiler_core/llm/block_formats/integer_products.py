"""Quantised rows times quantised activations: the integers of it, then the float result.

The integer part is exact and has no order: engines that compute it must agree bit for bit. The
float part is a sum over blocks in float32; here it goes from the first block to the last, each
product rounded before it is added (no fused multiply-add), in this order of operations:

    Q4_0, Q8_0   acc += (float)sum · (d · da)
    Q4_K         acc += (float)Σ scale·sum · (d · da) − (float)Σ minimum·bsum · (dmin · da)
    Q6_K         acc += (float)Σ scale·sum · (d · da)

where da is the activation block's scale. Source: ggml_vec_dot_*_generic of ggml-cpu/quants.c.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.block_formats.activations import (
    QuantisedActivations,
    quantise_q8_0,
    quantise_q8_k,
)
from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.block_formats.records import BlockParts


@dataclass(frozen=True, slots=True)
class IntegerProducts:
    """Exact sums of code · code, and the float result.

    sums: int32 [tokens, rows, blocks, sub-blocks], before the sub-blocks' scales. scaled: int32
    [tokens, rows, blocks], Σ scale · sum. minimums: int32 [tokens, rows, blocks], Σ minimum · sum
    of the activation's codes; zero for formats without. results: float32 [tokens, rows].
    """

    sums: np.ndarray
    scaled: np.ndarray
    minimums: np.ndarray
    results: np.ndarray


def quantised_activations(type_name: str, activations: np.ndarray) -> QuantisedActivations:
    """float32 [tokens, n] as a weight type wants them: Q8_K for K-quants, else Q8_0."""
    if type_name in ("Q4_K", "Q6_K"):
        return quantise_q8_k(activations)
    return quantise_q8_0(activations)


def integer_products(
    type_name: str, raw: np.ndarray, activations: QuantisedActivations
) -> IntegerProducts:
    """All rows uint8 [rows, bytes] with all tokens; memory is tokens · rows · n / sub-block · 4."""
    parts = block_format(type_name).unpack(raw)
    _check_blocks(type_name, parts, activations)
    sums = _sums(parts, activations)
    scaled = np.einsum("trbs,rbs->trb", sums, parts.scales, dtype=np.int32, casting="no")
    minimums = _minimum_sums(parts, activations)
    results = _results(parts, activations.scales, scaled, minimums)
    return IntegerProducts(sums, scaled, minimums, results)


def quantised_matmul(type_name: str, raw: np.ndarray, activations: np.ndarray) -> np.ndarray:
    """float32 [tokens, n] times rows uint8 [rows, bytes] -> float32 [tokens, rows], as an engine.

    Works through the rows in pieces, so that the integers of a large matrix are never all there.
    """
    quantised = quantised_activations(type_name, activations)
    pieces = [
        integer_products(type_name, raw[start : start + 256], quantised).results
        for start in range(0, len(raw), 256)
    ]
    return np.concatenate(pieces, axis=1)


def _check_blocks(type_name: str, parts: BlockParts, activations: QuantisedActivations) -> None:
    wanted = (parts.codes.shape[1], parts.codes.shape[2])
    shape = activations.codes.shape[1:]
    if wanted != shape:
        raise InputError(
            f"{type_name} rows have {wanted[0]} blocks of {wanted[1]}, "
            f"the activations {shape[0]} of {shape[1]}.",
            "Quantise them with quantised_activations for this type.",
        )


def _sums(parts: BlockParts, activations: QuantisedActivations) -> np.ndarray:
    """Exact: a sub-block's sum is below 2²⁴, so float32 matrix products lose nothing."""
    rows, blocks, _ = parts.codes.shape
    groups = parts.scales.shape[-1]
    weights = parts.codes.reshape(rows, blocks * groups, -1).astype(np.float32)
    codes = activations.codes.reshape(len(activations.codes), blocks * groups, -1)
    products = np.matmul(
        codes.transpose(1, 0, 2).astype(np.float32),
        np.ascontiguousarray(weights.transpose(1, 2, 0)),
    )
    tokens = len(codes)
    return products.astype(np.int32).transpose(1, 2, 0).reshape(tokens, rows, blocks, groups)


def _minimum_sums(parts: BlockParts, activations: QuantisedActivations) -> np.ndarray:
    groups = parts.minimums.shape[-1]
    shape = (*activations.sums.shape[:2], groups, -1)
    if activations.sums.shape[-1] % groups:
        return np.zeros((len(activations.codes), *parts.codes.shape[:2]), np.int32)
    sums = activations.sums.reshape(shape).sum(axis=-1, dtype=np.int32)
    return np.einsum("tbs,rbs->trb", sums, parts.minimums, dtype=np.int32, casting="no")


def _results(
    parts: BlockParts, scales: np.ndarray, scaled: np.ndarray, minimums: np.ndarray
) -> np.ndarray:
    results = np.zeros(scaled.shape[:2], np.float32)
    for block in range(scaled.shape[2]):
        unit = parts.super_scales[None, :, block] * scales[:, None, block]
        floor = parts.super_minimums[None, :, block] * scales[:, None, block]
        results += scaled[..., block].astype(np.float32) * unit
        results -= minimums[..., block].astype(np.float32) * floor
    return results
