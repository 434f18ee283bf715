"""A sum's DequantizeLinear and QuantizeLinear as one step of integers, where every byte stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from compiler_core.graph.fixed_point import multipliers
from compiler_core.graph.records import EpilogueStep


def with_integer_requantisation(steps: Sequence[EpilogueStep]) -> tuple[EpilogueStep, ...]:
    """The steps on a sum in int32, the first two as "Requantize" if every channel has a multiplier
    that gives the same bytes; else as they are."""
    if len(steps) < 2 or not _is_pair(steps):
        return tuple(steps)
    real, rounded = steps[:2]
    zero_point = int(rounded.attributes.get("zero_point", 0))
    scales = np.asarray(real.values, np.float32).reshape(-1)
    divisor = float(np.asarray(rounded.values, np.float32).reshape(-1)[0])
    fixed = multipliers(scales, divisor, zero_point)
    if fixed is None or not fixed.values.all():
        return tuple(steps)
    single = replace(
        rounded,
        operator="Requantize",
        operand="multiplier",
        values=fixed.values,
        taken=real.taken,
        attributes={"zero_point": float(zero_point), "shift": float(fixed.shift)},
    )
    return (single, *steps[2:])


def _is_pair(steps: Sequence[EpilogueStep]) -> bool:
    real, rounded = steps[:2]
    kinds = (real.operator, rounded.operator, real.operand, rounded.operand, rounded.element_type)
    if kinds != ("DequantizeLinear", "QuantizeLinear", "channel", "scalar", "int8"):
        return False
    read_again = any(real.node in (step.taken, step.name) for step in steps[2:] if real.node)
    follows = rounded.taken in ("", real.node)
    return follows and not read_again and not real.attributes.get("zero_point", 0)
