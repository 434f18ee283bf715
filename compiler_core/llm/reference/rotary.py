"""Rotary positions: pairs of elements of a head, turned by an angle that grows with the position.

Pair i turns by position · base^(-2i / size) (Su et al., RoFormer, section 3.2). Which two elements
make a pair differs: neighbours in GGUF's Llama, elements half a head apart in Qwen and Gemma.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.llm.records import ModelConfiguration, RotaryPairing
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.windows import is_windowed

FREQUENCY_FACTORS = "rope_freqs.weight"


@dataclass(frozen=True, slots=True)
class Rotation:
    """cosines and sines: float32 [positions, pairs]."""

    cosines: np.ndarray
    sines: np.ndarray
    pairing: RotaryPairing


def rotation_of(model: ReferenceModel, layer: int, positions: np.ndarray) -> Rotation:
    """The angles of a layer at some positions; float64 until they are cosines and sines."""
    frequencies = frequencies_of(model.configuration, layer)
    if FREQUENCY_FACTORS in model.tensors and not has_own_base(model.configuration, layer):
        frequencies = frequencies / model.tensors[FREQUENCY_FACTORS]
    angles = positions[:, None] * frequencies
    pairing = model.configuration.rotary_pairing
    return Rotation(np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32), pairing)


def frequencies_of(configuration: ModelConfiguration, layer: int) -> np.ndarray:
    """Radians a position, float64 [pairs]. Windowed layers can have a base of their own (Gemma 3),
    and then are not scaled."""
    base, scale = configuration.rotary_base, 1.0
    if configuration.rotary_scaling == "linear":
        scale = configuration.rotary_scale
    if has_own_base(configuration, layer):
        base, scale = configuration.windowed_rotary_base, 1.0
    size = configuration.rotary_size or configuration.head_size
    return base ** (-np.arange(0, size, 2, dtype=np.float64) / size) / scale


def has_own_base(configuration: ModelConfiguration, layer: int) -> bool:
    """True for a windowed layer where those have a base of their own."""
    return bool(configuration.windowed_rotary_base) and is_windowed(configuration, layer)


def rotated(heads: np.ndarray, rotation: Rotation) -> np.ndarray:
    """Queries or keys [positions, heads, size]; elements past the rotated ones stay."""
    pairs = rotation.cosines.shape[-1]
    turned = heads.copy()
    part = turned[..., : 2 * pairs]
    if rotation.pairing == "adjacent":
        _turn(part[..., 0::2], part[..., 1::2], rotation)
    else:
        _turn(part[..., :pairs], part[..., pairs:], rotation)
    return turned


def _turn(first: np.ndarray, second: np.ndarray, rotation: Rotation) -> None:
    """Turn views [positions, heads, pairs] in place."""
    cosines, sines = rotation.cosines[:, None], rotation.sines[:, None]
    new_first = first * cosines - second * sines
    second[...] = first * sines + second * cosines
    first[...] = new_first
