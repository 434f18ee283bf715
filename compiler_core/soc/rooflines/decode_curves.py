"""A language model on one chip: tokens a second by context, and batches on the roofline.

All of it is modelled: bytes and operations from the header, the chip from its description.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.llm.pipeline.batches import BATCHES, BatchRow
from compiler_core.llm.records import ModelHeader
from compiler_core.soc.decoding.decode import DecodeSpeed, DecodeWork, decode_speed, decode_unit
from compiler_core.soc.decoding.decode_fit import share_for
from compiler_core.soc.decoding.model_shape import decode_work
from compiler_core.soc.description import Precision, SocDescription
from compiler_core.soc.rooflines.roofline import Point, Roofline, roofline

CONTEXTS_SHOWN = 8
_FEW_BITS = 16
_INTEGER: tuple[Precision, ...] = ("int8", "fp16", "fp32")
_FLOAT: tuple[Precision, ...] = ("fp16", "fp32", "int8")
_OPERATIONS_A_WEIGHT = 2


@dataclass(frozen=True, slots=True)
class ContextSpeed:
    """Decode with so many positions in the cache."""

    context: int
    speed: DecodeSpeed


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeCurves:
    """How a language model's decoding on one chip changes with context and batch."""

    soc: str
    """Name of the chip."""
    title: str
    """Of the chip."""
    unit: str
    """Title of the unit that decodes."""
    contexts: tuple[ContextSpeed, ...]
    """By length, shortest first."""
    roofline: Roofline | None
    """None where the unit's speed is not known or the model does not fit; its points are the
    prefill and then each batch."""
    meets_compute: int | None
    """The smallest batch that is bound by compute, None where none shown is."""
    position: int
    """Positions in the cache at which the roofline's batches decode."""


def decode_curves(
    soc: SocDescription, header: ModelHeader, prompt: int, batches: Sequence[BatchRow] = ()
) -> DecodeCurves:
    """For this model, with a prompt of so many tokens in the cache where no length is varied.

    batches: operations and bytes of a run's own steps, if there was one; they are the points of
    decode, so that a page has one number for each batch.

    Raises InputError for a header that says too little, or a chip without DRAM of a known size.
    """
    share = share_for(soc)
    lengths = _lengths(header.configuration.context or prompt)
    contexts = tuple(
        ContextSpeed(length, decode_speed(soc, decode_work(header, length), share))
        for length in lengths
    )
    fits = contexts[0].speed.fits
    roof = _roofline(soc, header, prompt, batches) if fits else None
    return DecodeCurves(
        soc=soc.name,
        title=soc.title,
        unit=decode_unit(soc).title,
        contexts=contexts,
        roofline=roof,
        meets_compute=_meets_compute(roof),
        position=prompt,
    )


def _lengths(context: int) -> tuple[int, ...]:
    lengths = [context >> shift for shift in range(CONTEXTS_SHOWN)]
    return tuple(sorted({length for length in lengths if length}))


def _roofline(
    soc: SocDescription, header: ModelHeader, prompt: int, batches: Sequence[BatchRow]
) -> Roofline | None:
    work = decode_work(header, prompt)
    ceiling = language_ceiling(soc, work)
    if ceiling is None:
        return None
    prefill = Point(f"prefill of {prompt}", _operations(work.weights, prompt), work.step_bytes)
    decoded = [_decoded(batch.sequences, batch.operations, batch.bytes) for batch in batches]
    if not decoded:
        steps = [decode_work(header, prompt, batch) for batch in BATCHES]
        decoded = [
            _decoded(step.batch, _operations(step.weights, step.batch), step.step_bytes)
            for step in steps
        ]
    return roofline(soc, [prefill, *decoded], *ceiling)


def _decoded(batch: int, operations: float, size: float) -> Point:
    return Point(f"decode of {batch}", operations, size)


def language_ceiling(soc: SocDescription, work: DecodeWork) -> tuple[str, Precision] | None:
    """The unit that decodes and the precision it takes these weights in; None if not known."""
    unit = decode_unit(soc)
    preferred = _INTEGER if work.weight_bits < _FEW_BITS else _FLOAT
    known: list[Precision] = [
        precision for precision in preferred if unit.operations_per_second(precision) is not None
    ]
    return (unit.name, known[0]) if known else None


def _operations(weights: float, tokens: int) -> float:
    if tokens < 1:
        raise InputError("A prompt has at least one token.")
    return _OPERATIONS_A_WEIGHT * weights * tokens


def _meets_compute(roof: Roofline | None) -> int | None:
    if roof is None:
        return None
    decoded = zip(BATCHES, roof.points[1:], strict=True)
    return next((batch for batch, point in decoded if point.bound == "compute"), None)
