"""What is fitted of prefill: seconds of a layer and efficiency, for each unit, engine and type.

    seconds = c · layers · tokens / 128 + operations / (e · peak)

with c >= 0 and 0 < e <= 1, so that the squares of modelled / measured - 1 are least. Rows of a
single model cannot tell the two terms apart: there c is 0. It is judged by halves: rows by size,
every other one, each half predicted by constants of the other alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import fsum
from statistics import geometric_mean

from compiler_core.llm.weight_quantisation.published_recipes import stored_type
from compiler_core.soc.decode_engines import engine_named
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription, UnitKind
from compiler_core.soc.prompts.measurements import (
    PromptMeasurement,
    PromptShape,
    prompt_measurements,
)
from compiler_core.soc.reading import soc_named

NEAR = 0.3
_TOKENS_OF_A_STEP = 128
_FEW_BITS = 16
_LEAST_ROWS_OF_A_HALF = 2
_LEAST_DETERMINANT = 1e-6
_INTEGER: tuple[Precision, ...] = ("int8", "fp16", "fp32")
_FLOAT: tuple[Precision, ...] = ("fp16", "fp32", "int8")
Rows = Sequence[PromptMeasurement]


@dataclass(frozen=True, slots=True)
class PromptConstants:
    """layer_seconds: c, of one layer and 128 tokens. efficiency: e, the share of the peak. rows:
    how many they are fitted on. basis: "" for rows of the chip, its engine and type, else whose
    rows stand for them."""

    layer_seconds: float
    efficiency: float
    rows: int
    basis: str = ""

    def seconds(self, shape: PromptShape, tokens: int, peak: float) -> float:
        """Of a prompt. peak: operations a second."""
        return self.outside_seconds(shape.layers, tokens) + shape.operations(tokens) / (
            self.efficiency * peak
        )

    def outside_seconds(self, layers: int, tokens: int) -> float:
        """Of the first term: what a layer takes beside its products."""
        return self.layer_seconds * layers * tokens / _TOKENS_OF_A_STEP


@dataclass(frozen=True, slots=True)
class PromptResidual:
    """One row: measured, modelled with constants of all rows, and with those of the other half.
    alone: no other half; then `judged_ms` is with constants of other chips."""

    row: PromptMeasurement
    modelled_ms: float
    judged_ms: float
    alone: bool

    @property
    def error(self) -> float:
        return self.modelled_ms / self.row.milliseconds - 1

    @property
    def judged_error(self) -> float:
        return self.judged_ms / self.row.milliseconds - 1


def peak_of(unit: ComputeUnit, bits: float) -> tuple[Precision, float] | None:
    """The precision in which weights of so many bits are multiplied, and its operations a second;
    None where no speed is known."""
    for precision in _INTEGER if bits < _FEW_BITS else _FLOAT:
        speed = unit.operations_per_second(precision)
        if speed is not None:
            return precision, speed
    return None


def bits_of(type_name: str) -> float:
    """Bits of an element stored in this type, scales too."""
    kind = stored_type(type_name)
    return 8 * kind.bytes_of(kind.block_elements) / kind.block_elements


def fit_constants(rows: Rows, basis: str = "") -> PromptConstants:
    """Of at least one row."""
    terms = [_terms(row) for row in rows]
    layers, work = fsum(depth for depth, _ in terms), fsum(load for _, load in terms)
    layers_squared = fsum(depth * depth for depth, _ in terms)
    work_squared = fsum(load * load for _, load in terms)
    mixed = fsum(depth * other for depth, other in terms)
    determinant = layers_squared * work_squared - mixed * mixed
    if determinant > _LEAST_DETERMINANT * layers_squared * work_squared:
        seconds = (layers * work_squared - work * mixed) / determinant
        inverse = (work * layers_squared - layers * mixed) / determinant
        if seconds >= 0 and inverse >= 1:
            return PromptConstants(seconds, 1 / inverse, len(rows), basis)
    return PromptConstants(0.0, min(work_squared / work, 1.0), len(rows), basis)


def _terms(row: PromptMeasurement) -> tuple[float, float]:
    """Of one row, each over the measured seconds: layers, and operations at the peak."""
    seconds = row.milliseconds / 1e3
    steps = row.shape.layers * row.tokens / _TOKENS_OF_A_STEP
    return steps / seconds, row.shape.operations(row.tokens) / _peak(row) / seconds


def _unit(row: PromptMeasurement) -> ComputeUnit:
    """The first unit of the chip that the row's engine runs on."""
    soc, engine = soc_named(row.soc), engine_named(row.engine)
    assert engine is not None
    return next(unit for unit in soc.units if unit.kind == engine.unit_kind)


def _peak(row: PromptMeasurement) -> float:
    peak = peak_of(_unit(row), bits_of(row.stored))
    assert peak is not None
    return peak[1]


def constants_of(soc: SocDescription, kind: UnitKind, stored: str) -> PromptConstants:
    """For weights stored in this type on the chip as it decodes: from its own rows, those of the
    nearest type first; else the efficiency of its engine on other chips, of units of its kind, of
    all."""
    return constants_for_bits(soc, kind, bits_of(stored))


def constants_for_bits(soc: SocDescription, kind: UnitKind, bits: float) -> PromptConstants:
    """The same for weights of so many bits each."""
    return _kept_constants(soc.name, soc.decode_engine, kind, bits)


@lru_cache(maxsize=256)
def _kept_constants(chip: str, engine: str, kind: UnitKind, bits: float) -> PromptConstants:
    return _constants(chip, engine, kind, bits, prompt_measurements())


def _constants(chip: str, engine: str, kind: UnitKind, bits: float, rows: Rows) -> PromptConstants:
    own = [row for row in rows if (row.soc, row.engine) == (chip, engine)]
    if own:
        near = min((row.stored for row in own), key=lambda type_: _apart(bits_of(type_), bits))
        basis = "" if _apart(bits_of(near), bits) < 1 else f"on this chip with weights in {near}"
        return fit_constants([row for row in own if row.stored == near], basis)
    for origin, others in (
        ("with the same engine on other chips", [row for row in rows if row.engine == engine]),
        (f"on {kind.upper()}s of other chips", [row for row in rows if _unit(row).kind == kind]),
        ("on all chips that have some", list(rows)),
    ):
        if others:
            shares = [_efficiency_alone(group) for group in _groups(others).values()]
            return PromptConstants(0.0, geometric_mean(shares), len(others), origin)
    raise ValueError("no prompts to fit on")


def _apart(bits: float, other: float) -> float:
    """Types far from each other in bits; floats are far from blocks."""
    return abs(bits - other) + (100 if (bits < _FEW_BITS) != (other < _FEW_BITS) else 0)


def _efficiency_alone(rows: Rows) -> float:
    """Of the second term without the first."""
    terms = [_terms(row)[1] for row in rows]
    return min(fsum(term * term for term in terms) / fsum(terms), 1.0)


def _groups(
    rows: Iterable[PromptMeasurement],
) -> dict[tuple[str, str, str], list[PromptMeasurement]]:
    """By chip, engine and type."""
    groups: dict[tuple[str, str, str], list[PromptMeasurement]] = {}
    for row in rows:
        groups.setdefault((row.soc, row.engine, row.stored), []).append(row)
    return groups


@cache
def prompt_residuals() -> tuple[PromptResidual, ...]:
    """Of all rows, by chip, engine and type, smallest models first."""
    residuals = []
    for group in _groups(prompt_measurements()).values():
        ordered = sorted(group, key=lambda run: (run.shape.weights, run.tokens, run.milliseconds))
        halves = ordered[::2], ordered[1::2]
        alone = min(map(len, halves)) < _LEAST_ROWS_OF_A_HALF
        whole = fit_constants(ordered)
        for row in ordered:
            other = halves[1] if row in halves[0] else halves[0]
            judged = _from_elsewhere(row) if alone else fit_constants(other)
            residuals.append(PromptResidual(row, _ms(whole, row), _ms(judged, row), alone))
    return tuple(residuals)


def _from_elsewhere(row: PromptMeasurement) -> PromptConstants:
    """Without the rows of its own chip."""
    rows = [measurement for measurement in prompt_measurements() if measurement.soc != row.soc]
    return _constants(row.soc, row.engine, _unit(row).kind, bits_of(row.stored), rows)


def _ms(constants: PromptConstants, row: PromptMeasurement) -> float:
    return constants.seconds(row.shape, row.tokens, _peak(row)) * 1e3


@dataclass(frozen=True, slots=True)
class PromptErrors:
    """Of all rows that another half predicts: how many, how many of them within 30 %, the mean and
    the largest of their absolute errors. alone: rows that only other chips predict."""

    rows: int
    near: int
    mean: float
    largest: float
    alone: int


def prompt_errors() -> PromptErrors:
    """Over all rows."""
    residuals = prompt_residuals()
    errors = [abs(residual.judged_error) for residual in residuals if not residual.alone]
    near = sum(error <= NEAR for error in errors)
    alone = sum(residual.alone for residual in residuals)
    return PromptErrors(len(errors), near, fsum(errors) / len(errors), max(errors), alone)
