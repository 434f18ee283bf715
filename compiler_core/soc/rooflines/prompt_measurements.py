"""How far the model of prefill is off: published prompts, none of which anything is fitted on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from statistics import median
from typing import Any

from compiler_core.content_files import CONTENT_FOLDER, ContentError, checked_mapping
from compiler_core.soc.decoding.decode_curves import language_ceiling
from compiler_core.soc.decoding.known_language_models import known_language_models
from compiler_core.soc.decoding.model_shape import decode_work, header_of
from compiler_core.soc.description import Source
from compiler_core.soc.measurements import rows_of
from compiler_core.soc.reading import soc_named, source_of
from compiler_core.soc.rooflines.model_points import phases
from compiler_core.soc.rooflines.prefill import with_language_times
from compiler_core.soc.rooflines.roofline import roofline

PROMPTS_FILE = CONTENT_FOLDER / "soc" / "prompts.yaml"
_FIELDS = {"soc", "model", "type", "tokens", "milliseconds", "source"}


@dataclass(frozen=True, slots=True)
class PromptMeasurement:
    """A published prompt. model: of `known_language_models`; type: of its weights."""

    soc: str
    model: str
    type: str
    tokens: int
    milliseconds: float
    source: Source


@dataclass(frozen=True, slots=True)
class PromptResidual:
    """Measured and modelled."""

    row: PromptMeasurement
    modelled_ms: float

    @property
    def times_slower(self) -> float:
        """How many times as long the device takes as is modelled."""
        return self.row.milliseconds / self.modelled_ms


@dataclass(frozen=True, slots=True)
class PromptErrors:
    """Of all published prompts: how many, and how many times as long they take as modelled."""

    rows: int
    least: float
    middle: float
    most: float


def prompt_errors() -> PromptErrors:
    """Over all rows."""
    times = [one.times_slower for one in prompt_residuals()]
    return PromptErrors(len(times), min(times), median(times), max(times))


@cache
def prompt_measurements() -> tuple[PromptMeasurement, ...]:
    """In the file's order. Raises ContentError."""
    return tuple(_row(one) for one in rows_of(PROMPTS_FILE, "prompts"))


def _row(value: object) -> PromptMeasurement:
    fields: dict[str, Any] = dict(checked_mapping("a prompt", value, _FIELDS, _FIELDS))
    source = source_of("a prompt", fields.pop("source"))
    if not (fields["tokens"] >= 1 and fields["milliseconds"] > 0):
        raise ContentError("a prompt: tokens and milliseconds are above 0.")
    return PromptMeasurement(**fields, source=source)


@cache
def prompt_residuals() -> tuple[PromptResidual, ...]:
    """In the file's order. Raises ContentError for a row that the model has no time for."""
    return tuple(PromptResidual(one, _modelled_ms(one)) for one in prompt_measurements())


def _modelled_ms(row: PromptMeasurement) -> float:
    soc = soc_named(row.soc)
    shape = next((one for one in known_language_models() if one.name == row.model), None)
    if shape is None:
        raise ContentError(f"a prompt: there is no language model {row.model!r}.")
    header = header_of(shape.configuration, row.type)
    ceiling = language_ceiling(soc, decode_work(header, row.tokens))
    if ceiling is None:
        raise ContentError(f"a prompt: how fast {soc.title} computes is not known.")
    bare = roofline(soc, phases(header, row.tokens), *ceiling)
    modelled = with_language_times(soc, bare, header, row.tokens).points[1].modelled
    if modelled is None:
        raise ContentError(f"a prompt: {row.model} has no modelled time on {soc.title}.")
    return modelled.seconds * 1e3
