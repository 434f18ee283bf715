"""Llama 3's rotary scaling as the tensor that GGUF holds instead of its parameters.

Frequencies of long wavelengths are divided by the factor, those of short ones by 1, and between
the two by a mean. Source: Llama 3.1's model.py, `apply_scaling`.
"""

from __future__ import annotations

from math import pi
from typing import TYPE_CHECKING

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.records import ModelConfiguration

if TYPE_CHECKING:
    import numpy as np


def rotary_factors(configuration: ModelConfiguration) -> np.ndarray:
    """float32 [rotary_size / 2]: what each frequency is divided by. Raises ModelFileRefused."""
    import numpy as np

    low, high = configuration.rotary_low_factor, configuration.rotary_high_factor
    context, factor = configuration.rotary_original_context, configuration.rotary_scale
    if not (context > 0 and factor > 0 and 0 < low < high):
        raise ModelFileRefused("rope_scaling in config.json lacks a factor of Llama 3's kind.")
    size = configuration.rotary_size
    frequencies = configuration.rotary_base ** -(np.arange(0, size, 2, dtype=np.float64) / size)
    wavelengths = 2 * pi / frequencies
    smooth = (context / wavelengths - low) / (high - low)
    between = 1 / ((1 - smooth) / factor + smooth)
    divisors = np.where(wavelengths > context / low, factor, between)
    return np.where(wavelengths < context / high, 1.0, divisors).astype(np.float32)
