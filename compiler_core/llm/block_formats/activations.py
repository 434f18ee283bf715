"""Activations as int8 for products with quantised weights, bit for bit as ggml does on AArch64.

Q8_0 here rounds half to even, because ggml's NEON code converts with FCVTNS; its portable code, and
the encoder for weights, round half away from zero. The scale is used as the 16-bit float it is
stored as. Q8_K rounds half to even everywhere. A row of activations is quantised when it is used
and thrown away after: this is the A8 of W4A8.
Source: quantize_row_q8_0 of ggml-cpu/arch/arm/quants.c, quantize_row_q8_K_ref of ggml-quants.c.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.block_formats.blocks import inverse_of


@dataclass(frozen=True, slots=True)
class QuantisedActivations:
    """Activations float32 [tokens, n] in blocks.

    codes: int8 [tokens, blocks, values]. scales: float32 [tokens, blocks]. sums: of the codes,
    int32 [tokens, blocks, groups]: one group for Q8_0, sixteen of 16 values for Q8_K.
    """

    codes: np.ndarray
    scales: np.ndarray
    sums: np.ndarray

    @property
    def values(self) -> np.ndarray:
        """What the codes stand for, float32 [tokens, n]."""
        decoded = self.codes.astype(np.float32) * self.scales[..., None]
        return decoded.reshape(len(decoded), -1)


def quantise_q8_0(activations: np.ndarray) -> QuantisedActivations:
    """float32 [tokens, n], n a multiple of 32: d = largest / 127, code = value · (1 / d)."""
    blocks = _blocks(activations, 32)
    scales = np.abs(blocks).max(axis=-1) / np.float32(127)
    codes = _to_int8(np.rint(_product(blocks, inverse_of(scales))))
    with np.errstate(over="ignore"):
        stored = scales.astype(np.float16).astype(np.float32)
    return QuantisedActivations(codes, stored, _sums(codes, 32))


def quantise_q8_k(activations: np.ndarray) -> QuantisedActivations:
    """float32 [tokens, n], n a multiple of 256: the value furthest from zero becomes −127."""
    blocks = _blocks(activations, 256)
    furthest = np.abs(blocks).argmax(axis=-1)[..., None]
    extremes = np.take_along_axis(blocks, furthest, axis=-1)[..., 0]
    filled = extremes != 0
    with np.errstate(over="ignore"):
        inverses = np.where(filled, np.float32(-127) / np.where(filled, extremes, 1), 0)
        codes = _to_int8(np.rint(_product(blocks, inverses.astype(np.float32))))
        scales = np.where(filled, 1 / np.where(filled, inverses, 1), 0).astype(np.float32)
    return QuantisedActivations(codes, scales, _sums(codes, 16))


def _blocks(activations: np.ndarray, length: int) -> np.ndarray:
    if activations.ndim != 2 or activations.shape[1] % length:
        raise InputError(
            f"Activations of shape {activations.shape} do not divide into blocks of {length}."
        )
    if not np.isfinite(activations).all():
        raise InputError(
            "An activation is infinite or not a number.", "The model's weights may be damaged."
        )
    return activations.astype(np.float32).reshape(len(activations), -1, length)


def _product(blocks: np.ndarray, inverses: np.ndarray) -> np.ndarray:
    with np.errstate(invalid="ignore", over="ignore"):
        return blocks * inverses[..., None]


def _to_int8(positions: np.ndarray) -> np.ndarray:
    """Numbers without a finite value belong to blocks that stand for zero: see `inverse_of`."""
    finite = np.where(np.isfinite(positions), positions, np.float32(0))
    return np.clip(finite, -127, 127).astype(np.int8)


def _sums(codes: np.ndarray, length: int) -> np.ndarray:
    groups = codes.reshape(*codes.shape[:-1], -1, length)
    return groups.sum(axis=-1, dtype=np.int32)
