"""Numbers of a configuration, whichever file they are from: finite, and of a size that can be."""

from __future__ import annotations

from math import isfinite

from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.limits import hold
from compiler_core.llm.records import ModelConfiguration


def finite(value: object, key: str) -> float:
    """The value as a float. Raises ModelFileRefused if it is no number, infinite or not one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ModelFileRefused(f"{key} is {str(value)[:40]}; it has to be a number.")
    try:
        number = float(value)
    except OverflowError as error:
        raise ModelFileRefused(f"{key} is too large for a number.") from error
    if not isfinite(number):
        raise ModelFileRefused(f"{key} is {number}; it has to be finite.")
    return number


def check_configuration(configuration: ModelConfiguration) -> None:
    """The numbers fit together and hold the limits. Raises ModelFileRefused."""
    hold("layers", configuration.layers)
    for width in (
        configuration.hidden,
        configuration.feed_forward,
        configuration.vocabulary,
        configuration.head_size,
        configuration.size_of_values,
        configuration.expert_feed_forward,
    ):
        hold("width", width)
    for heads in (configuration.heads, configuration.key_value_heads, configuration.experts):
        hold("heads", heads)
    _check_group(configuration)
    if configuration.experts_used > configuration.experts:
        raise ModelFileRefused(
            f"{configuration.experts_used} experts are used of {configuration.experts}."
        )
    if configuration.rotary_size > configuration.head_size:
        raise ModelFileRefused(
            f"{configuration.rotary_size} elements of a head are rotated, and it has "
            f"{configuration.head_size}."
        )
    if configuration.norm_epsilon < 0 or configuration.rotary_base <= 0:
        raise ModelFileRefused(
            "The norms' epsilon has to be 0 or more, the rotary base more than 0."
        )


def _check_group(configuration: ModelConfiguration) -> None:
    heads, shared = configuration.heads, configuration.key_value_heads
    if heads and shared and heads % shared:
        raise ModelFileRefused(
            f"{heads} query heads cannot share {shared} key heads: they do not divide.",
        )
