"""What is fitted of the network cost: one efficiency for all chips, one overhead a class of device.

Over the published rows, the squares of log(modelled / measured) are least. The efficiency is
looked for on a grid; for each, the overhead of a class is the best among those that meet one of
its rows exactly, and steps between. An accelerator without rows takes the geometric mean of the
overheads of a kernel; a CPU or GPU what a launch is assumed to take when it decodes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from statistics import geometric_mean

from compiler_core.soc.decode_engines import LAUNCH_SECONDS
from compiler_core.soc.description import SocDescription
from compiler_core.soc.measurements import (
    NetworkMeasurement,
    held_out_networks,
    network_measurements,
)
from compiler_core.soc.networks.cnn import NetworkConstants, network_cost, network_unit
from compiler_core.soc.networks.layer_tables import layer_table
from compiler_core.soc.reading import soc_named

# Assumed: what accelerators reach of LPDDR when they stream, as Rockchip's do when they decode.
BANDWIDTH_SHARE = 0.8
_EFFICIENCIES = tuple(step / 50 for step in range(15, 51))
_STEPS_BETWEEN = 20
# Its compiler makes one program of a network; the host starts it once.
_STARTED_ONCE = ("edge-tpu",)
_LEAST_SECONDS = 1e-7


@dataclass(frozen=True, slots=True)
class FittedNetworks:
    """efficiency: of compute. overheads: seconds by class, for each kernel, or for each run of the
    classes that start a network once. squares: what is left of the errors."""

    efficiency: float
    overheads: dict[str, float]
    squares: float


@dataclass(frozen=True, slots=True)
class NetworkResidual:
    """One row: measured, modelled, and modelled when the row itself was left out of the fit."""

    row: NetworkMeasurement
    device_class: str
    modelled_ms: float
    left_out_ms: float
    alone: bool

    @property
    def error(self) -> float:
        return self.modelled_ms / self.row.milliseconds - 1

    @property
    def left_out_error(self) -> float:
        return self.left_out_ms / self.row.milliseconds - 1


@dataclass(frozen=True, slots=True)
class HeldOutNetwork:
    """A row that nothing is fitted on."""

    row: NetworkMeasurement
    device_class: str
    modelled_ms: float

    @property
    def error(self) -> float:
        return self.modelled_ms / self.row.milliseconds - 1


def constants_for(soc: SocDescription) -> NetworkConstants:
    """Fitted on all rows; what a description gives goes before what is fitted."""
    return _constants(soc, fitted_networks())


@cache
def fitted_networks() -> FittedNetworks:
    """The fit on all rows."""
    return _fit(network_measurements())


@cache
def network_residuals() -> tuple[NetworkResidual, ...]:
    """All rows, in the file's order."""
    rows = network_measurements()
    return tuple(_residual(row, [other for other in rows if other is not row]) for row in rows)


@cache
def held_out_network_residuals() -> tuple[HeldOutNetwork, ...]:
    """All held-out rows, in the file's order."""
    fitted = fitted_networks()
    return tuple(
        HeldOutNetwork(row, soc_named(row.soc).network_class, _modelled(row, fitted) * 1e3)
        for row in held_out_networks()
    )


def _residual(row: NetworkMeasurement, others: Sequence[NetworkMeasurement]) -> NetworkResidual:
    device = soc_named(row.soc).network_class
    return NetworkResidual(
        row=row,
        device_class=device,
        modelled_ms=_modelled(row, fitted_networks()) * 1e3,
        left_out_ms=_modelled(row, _fit(others)) * 1e3,
        alone=all(soc_named(other.soc).network_class != device for other in others),
    )


def _modelled(row: NetworkMeasurement, fitted: FittedNetworks) -> float:
    soc = soc_named(row.soc)
    cost = network_cost(soc, layer_table(row.model), "int8", _constants(soc, fitted))
    return (cost.latency_ms or 0.0) / 1e3


def _constants(soc: SocDescription, fitted: FittedNetworks) -> NetworkConstants:
    overhead = fitted.overheads.get(soc.network_class)
    once = overhead is not None and soc.network_class in _STARTED_ONCE
    if overhead is None:
        overhead = _usual_overhead(soc, fitted)
    kernel, run = soc.per_kernel_overhead_us, soc.per_inference_overhead_us
    return NetworkConstants(
        efficiency=fitted.efficiency,
        bandwidth_share=BANDWIDTH_SHARE,
        kernel_seconds=kernel.value * 1e-6 if kernel else 0.0 if once else overhead,
        inference_seconds=run.value * 1e-6 if run else overhead if once else 0.0,
    )


def _usual_overhead(soc: SocDescription, fitted: FittedNetworks) -> float:
    """Of a kernel: the mean of accelerators; a CPU or GPU starts kernels as it does decoding."""
    kind = network_unit(soc).kind
    if kind != "npu":
        return LAUNCH_SECONDS[kind]
    return geometric_mean(
        seconds for name, seconds in fitted.overheads.items() if name not in _STARTED_ONCE
    )


def _fit(rows: Sequence[NetworkMeasurement]) -> FittedNetworks:
    return min((_at(efficiency, rows) for efficiency in _EFFICIENCIES), key=lambda fit: fit.squares)


def _at(efficiency: float, rows: Sequence[NetworkMeasurement]) -> FittedNetworks:
    """The best overheads for this efficiency."""
    classes: dict[str, list[tuple[float, float, int]]] = {}
    for row in rows:
        device = soc_named(row.soc).network_class
        starts = 1 if device in _STARTED_ONCE else len(layer_table(row.model))
        entry = row.milliseconds / 1e3, _working_seconds(row.soc, row.model, efficiency), starts
        classes.setdefault(device, []).append(entry)
    overheads = {device: _best_overhead(entries) for device, entries in classes.items()}
    squares = sum(_squares(overheads[device], entries) for device, entries in classes.items())
    return FittedNetworks(efficiency, overheads, squares)


@cache
def _working_seconds(soc: str, model: str, efficiency: float) -> float:
    """Of a run without overheads."""
    constants = NetworkConstants(efficiency, BANDWIDTH_SHARE, 0.0, 0.0)
    cost = network_cost(soc_named(soc), layer_table(model), "int8", constants)
    return (cost.latency_ms or 0.0) / 1e3


def _best_overhead(entries: Sequence[tuple[float, float, int]]) -> float:
    exact = [
        max((measured - working) / starts, _LEAST_SECONDS) for measured, working, starts in entries
    ]
    low, high = min(exact), max(exact)
    steps = [low + (high - low) * step / _STEPS_BETWEEN for step in range(_STEPS_BETWEEN + 1)]
    return min(steps, key=lambda overhead: _squares(overhead, entries))


def _squares(overhead: float, entries: Sequence[tuple[float, float, int]]) -> float:
    return sum(
        log((working + starts * overhead) / measured) ** 2 for measured, working, starts in entries
    )
