"""The weights of one block: their GGUF names and shapes, and random ones to run a shape with."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from math import sqrt

import numpy as np

from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.tensor_shapes import Part, layer_shapes

Weights = Callable[[str], np.ndarray]
"""From a GGUF name to float32 values, matrices [out, in]."""


def weight_shapes(
    configuration: ModelConfiguration, layer: int, part: Part = "block"
) -> dict[str, tuple[int, ...]]:
    """The block's tensors by GGUF name; matrices [out, in]."""
    shapes = layer_shapes(configuration, part)
    return {f"blk.{layer}.{name}": shape for name, shape in shapes.items()}


def random_weights(shapes: dict[str, tuple[int, ...]]) -> Weights:
    """Weights around those of a trained model: norms near 1, products that keep their scale.

    The same name and shape give the same values.
    """

    def drawn(name: str) -> np.ndarray:
        shape = shapes[name]
        generator = np.random.default_rng(zlib.crc32(name.encode()))
        values = generator.standard_normal(shape, np.float32)
        if name.endswith("norm.weight"):
            return 1 + values / 8
        return values / np.float32(sqrt(shape[-1]))

    return drawn
