"""A published language model beside a small one: the same chip and type, where memory binds.

The step of a model of a few million weights is over before its kernels are started; what decoding
waits for on a chip shows at a size that people run.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.soc.decoding.decode import DecodeSpeed
from compiler_core.soc.decoding.decode_grid import MemoryParts, possible_types, speeds_by_type
from compiler_core.soc.decoding.known_language_models import (
    KnownLanguageModel,
    known_language_models,
)
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import SocDescription

LEAST_WEIGHTS, MOST_WEIGHTS = 1e9, 9e9


@dataclass(frozen=True, slots=True)
class PublishedShape:
    """memory, speed: of one sequence with `context` positions, all weights in this type."""

    model: KnownLanguageModel
    type: str
    context: int
    memory: MemoryParts
    speed: DecodeSpeed


def published_beside(soc: SocDescription, type_name: str, context: int) -> PublishedShape | None:
    """The largest model of 1 to 8 billion weights that fits this chip in this type; of those that
    do not fit, the smallest. None where no such model can have the type.
    """
    shapes = [
        PublishedShape(model, type_name, context, typed.memory, typed.speed)
        for model in _models()
        for typed in speeds_by_type(soc, model.configuration, _possible(model, type_name), context)
    ]
    fitting = [shape for shape in shapes if shape.memory.fits]
    return fitting[-1] if fitting else next(iter(shapes), None)


def _possible(model: KnownLanguageModel, type_name: str) -> tuple[str, ...]:
    return possible_types(model.configuration, (type_name,))


def _models() -> tuple[KnownLanguageModel, ...]:
    """Smallest first."""
    sizes = {
        model.name: decode_work(header_of(model.configuration, "f16"), 0).resident_bytes / 2
        for model in known_language_models()
    }
    chosen = (
        model
        for model in known_language_models()
        if LEAST_WEIGHTS <= sizes[model.name] <= MOST_WEIGHTS
    )
    return tuple(sorted(chosen, key=lambda candidate: sizes[candidate.name]))
