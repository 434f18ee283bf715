"""The time of a prompt below the roof: a language model's layers as products of so many tokens.

seconds = sum over matrices of max(compute, memory) + attention + launches. Compute is operations
over the peak, over what the shape fills of the array, over the efficiency fitted to networks
(`cnn_fit`); weights are unpacked once. Memory is the matrix's bytes over the bandwidth that the
chip's engine reaches when it decodes (`decode_fit`), launches are the same engine's. Nothing is
fitted to prompts.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.llm.cache.sizes import cache_size
from compiler_core.llm.inspection import reads_per_token
from compiler_core.llm.records import ModelConfiguration, ModelHeader
from compiler_core.soc.decoding.decode import (
    DEQUANTISE_OPERATIONS,
    decode_speed,
    decode_unit,
)
from compiler_core.soc.decoding.decode_curves import language_ceiling
from compiler_core.soc.decoding.decode_engines import engine_of
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.model_shape import decode_work
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription
from compiler_core.soc.networks.array_use import array_shape, filled
from compiler_core.soc.networks.cnn import KernelBound
from compiler_core.soc.networks.cnn_fit import constants_for
from compiler_core.soc.rooflines.distance import Loss, LossCause, WorkTime
from compiler_core.soc.rooflines.modelled_points import with_decode_time, with_time
from compiler_core.soc.rooflines.phase_speed import phase_speed
from compiler_core.soc.rooflines.roofline import Roofline

_OPERATIONS_OF_MAC = 2
_QUANTISED_BELOW_BITS = 16
_FLOATS: tuple[Precision, ...] = ("fp16", "fp32")


@dataclass(frozen=True, slots=True)
class PromptProduct:
    """One matrix and all tokens of a prompt. used: elements that one token multiplies, of
    `elements`; bytes: of all. fills: share of the array, 1 for what is no matrix."""

    used: float
    elements: float
    bytes: float
    fills: float


@dataclass(frozen=True, slots=True)
class PromptSpeed:
    """What computes a prompt, and how well. peak: operations a second at `precision`; efficiency:
    of it. attention_precision, float_peak: for attention. unpacks: operations for each weight, once
    for all tokens."""

    precision: Precision
    peak: float
    attention_precision: Precision
    float_peak: float
    efficiency: float
    memory_bytes_per_second: float
    memory_share: float
    launch_seconds: float
    unpacks: int


def with_language_times(
    soc: SocDescription, found: Roofline, header: ModelHeader, context: int, batch: int = 1
) -> Roofline:
    """Of the points of `model_points.phases`, and by the token. Where they have no modelled time,
    `unmodelled` says why."""
    timed = _with_times(soc, found, header, context, batch)
    decode, prefill = timed.points
    phases = (phase_speed(decode, batch), phase_speed(prefill, context))
    if not decode_speed(soc, decode_work(header, context, batch), share_for(soc)).fits:
        phases = tuple(replace(one, allowed_per_second=None) for one in phases)
    return replace(timed, phases=phases)


def _with_times(
    soc: SocDescription, found: Roofline, header: ModelHeader, context: int, batch: int
) -> Roofline:
    decoded = with_decode_time(soc, found, decode_work(header, context, batch))
    speed = prompt_speed(soc, header)
    if decoded.unmodelled or speed is None:
        return decoded
    decode, prefill = decoded.points
    products = prompt_products(soc, header, prefill.bytes, speed.precision)
    time = prompt_time(speed, products, attention_operations(header, context), context, found.peak)
    return replace(decoded, points=(decode, with_time(prefill, found, prefill.bytes, time)))


def prompt_speed(soc: SocDescription, header: ModelHeader) -> PromptSpeed | None:
    """Of the unit that decodes; None if its speed is not known."""
    unit, work = decode_unit(soc), decode_work(header, 0)
    ceiling = language_ceiling(soc, work)
    bandwidth = soc.main_memory.bytes_per_second
    if ceiling is None or bandwidth is None:
        return None
    precision = ceiling[1]
    share, floats = share_for(soc), _float_precision(unit) or precision
    return PromptSpeed(
        precision=precision,
        peak=unit.operations_per_second(precision) or 0.0,
        attention_precision=floats,
        float_peak=unit.operations_per_second(floats) or 0.0,
        efficiency=constants_for(soc).efficiency,
        memory_bytes_per_second=share * bandwidth,
        memory_share=share,
        launch_seconds=engine_of(soc, unit.kind).seconds_of_launches(work.layers),
        unpacks=DEQUANTISE_OPERATIONS if work.weight_bits < _QUANTISED_BELOW_BITS else 0,
    )


def _float_precision(unit: ComputeUnit) -> Precision | None:
    return next((one for one in _FLOATS if unit.operations_per_second(one) is not None), None)


def prompt_products(
    soc: SocDescription, header: ModelHeader, moved: float, precision: Precision
) -> tuple[PromptProduct, ...]:
    """Each matrix that a token is multiplied by, and all else that is read as one more.

    moved: bytes of the whole prompt.
    """
    array = array_shape(decode_unit(soc), precision)
    found: list[PromptProduct] = []
    others = 0.0
    for entry, read in zip(header.tensors, reads_per_token(header), strict=True):
        used = entry.elements * read.bytes / entry.size if entry.size else 0.0
        if used and len(entry.shape) > 1:
            made, seen = entry.shape[-2:]
            fills = filled(seen, array.rows) * filled(made, array.columns)
            found.append(PromptProduct(used, entry.elements, entry.size, fills))
        else:
            others += used
    rest = moved - sum(one.bytes for one in found)
    return (*found, PromptProduct(others, others, max(rest, 0.0), 1.0))


def attention_operations(header: ModelHeader, positions: int) -> float:
    """Scores and mix of all heads, without skipping what the mask hides."""
    shape = header.configuration
    sizes = cache_size(shape, positions)
    kept = sizes.full_layers * positions + sizes.windowed_layers * sizes.kept_positions
    return _OPERATIONS_OF_MAC * positions * kept * shape.heads * _widths(shape)


def _widths(shape: ModelConfiguration) -> float:
    """Of keys and of values."""
    return shape.head_size + shape.size_of_values


def prompt_time(
    speed: PromptSpeed,
    products: tuple[PromptProduct, ...],
    attention: float,
    tokens: int,
    roof_peak: float,
) -> WorkTime:
    """attention: operations. roof_peak: that the time is compared with."""
    times = [(_compute(speed, one, tokens), _memory(speed, one)) for one in products]
    busy = sum(max(pair) for pair in times)
    waiting = sum(moving for computing, moving in times if moving > computing)
    attending = attention / speed.float_peak / speed.efficiency
    waits = waiting > busy / 2
    bound: KernelBound = "dram" if waits else "compute"
    cause, reason = (
        ("bandwidth", f"a prompt this short waits for weights, at {speed.memory_share:.0%} of the "
         "memory's bandwidth")
        if waits
        else _compute_cause(speed, products, tokens, roof_peak)
    )  # fmt: skip
    part = attending / (busy + attending + speed.launch_seconds)
    left_out = (
        f"attention's own products (in {speed.attention_precision}), which the roof leaves out, "
        f"take {part:.0%} of its time"
    )
    return WorkTime(
        start_seconds=speed.launch_seconds,
        busy_seconds=busy,
        bound="overhead" if speed.launch_seconds > busy else bound,
        cause=cause,
        reason=reason,
        others=(Loss("attention", attending, left_out),),
    )


def _compute(speed: PromptSpeed, one: PromptProduct, tokens: int) -> float:
    operations = _OPERATIONS_OF_MAC * one.used * tokens / one.fills / speed.efficiency
    return (operations + speed.unpacks * one.elements) / speed.peak


def _memory(speed: PromptSpeed, one: PromptProduct) -> float:
    return one.bytes / speed.memory_bytes_per_second


def _compute_cause(
    speed: PromptSpeed, products: tuple[PromptProduct, ...], tokens: int, roof_peak: float
) -> tuple[LossCause, str]:
    """The factor that costs most."""
    used = sum(one.used for one in products)
    fills = used / sum(one.used / one.fills for one in products)
    work = _OPERATIONS_OF_MAC * tokens * used
    unpacking = speed.unpacks * sum(one.elements for one in products)
    shares: dict[LossCause, tuple[float, str]] = {
        "efficiency": (speed.efficiency, f"arithmetic is busy {speed.efficiency:.0%} of the time "
                       "(fitted to networks, not to prompts)"),
        "shape": (fills, f"its matrices fill {fills:.0%} of the array"),
        "precision": (speed.peak / roof_peak, f"it computes in {speed.precision}, at "
                      f"{speed.peak / roof_peak:.0%} of this roof's speed"),
        "unpacking": (work / (work + unpacking), "weights are unpacked as well"),
    }  # fmt: skip
    cause = min(shares, key=lambda one: shares[one][0])
    return cause, shares[cause][1]
