"""The units that a network is mapped to: of each kind the fastest at the chosen precision.

A CPU or GPU without instructions for a precision computes in the next wider one that it has, and
converts in registers: tensors in memory keep the chosen one. An accelerator does not: a precision
that its description does not give is one that it lacks.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.errors import InputError
from compiler_core.soc.description import ComputeUnit, Precision, SocDescription, UnitKind
from compiler_core.soc.networks.cnn import network_unit

_WIDER: tuple[Precision, ...] = ("int4", "int8", "fp16", "fp32")
_KINDS: tuple[UnitKind, ...] = ("cpu", "gpu", "npu")
# Assumed of cores whose rate no document gives: one vector of 32-bit products a cycle.
ASSUMED_LANE_BITS = 32
OPERATIONS_OF_MAC = 2


@dataclass(frozen=True, slots=True)
class CandidateUnit:
    """A unit and what it computes with. macs_per_second: of all the cores that networks use."""

    unit: ComputeUnit
    computes_at: Precision
    macs_per_second: float
    is_rate_assumed: bool = False


def candidate_units(soc: SocDescription, precision: Precision) -> tuple[CandidateUnit, ...]:
    """CPU, GPU and NPU, as far as the chip has them and their speed is known or assumed.

    Raises InputError if none is.
    """
    fastest = [_fastest(soc, kind, precision) for kind in _KINDS]
    units = tuple(candidate for candidate in fastest if candidate is not None)
    if not units:
        raise InputError(
            f"How fast the units of {soc.title} are at {precision} is not known.",
            "Take another precision or another SoC.",
        )
    return units


def _fastest(soc: SocDescription, kind: UnitKind, precision: Precision) -> CandidateUnit | None:
    candidates = [_candidate(soc, unit, precision) for unit in soc.units if unit.kind == kind]
    known = [candidate for candidate in candidates if candidate is not None]
    return max(known, key=lambda option: option.macs_per_second, default=None)


def _candidate(
    soc: SocDescription, unit: ComputeUnit, precision: Precision
) -> CandidateUnit | None:
    cores = soc.network_cores if unit.name == network_unit(soc).name else None
    wider = _WIDER[_WIDER.index(precision) :] if unit.kind != "npu" else (precision,)
    for wide_precision in wider:
        speed = unit.operations_per_second(wide_precision, cores)
        if speed is not None:
            return CandidateUnit(unit, wide_precision, speed / OPERATIONS_OF_MAC)
    if unit.kind != "cpu" or unit.simd_bits is None or unit.clock_ghz is None:
        return None
    lanes = unit.simd_bits.value / ASSUMED_LANE_BITS
    speed = lanes * unit.cores.value * unit.clock_ghz.value * 1e9
    return CandidateUnit(unit, "fp32", speed, is_rate_assumed=True)
