"""Times, energies and shares of a chip as text."""

from __future__ import annotations

from app.view_models.chart import three_digits

_LEAST_PERCENT = 0.01
_TIMES = ((1.0, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns"))
_ENERGIES = ((1.0, "J"), (1e-3, "mJ"), (1e-6, "µJ"), (1e-9, "nJ"), (1e-12, "pJ"))


def time_text(seconds: float) -> str:
    """`12.3 ms`, `0 s`."""
    return _scaled(seconds, _TIMES)


def energy_text(joules: float) -> str:
    """`1.32 mJ`, `−63.5 µJ`."""
    return _scaled(joules, _ENERGIES).replace("-", "−")


def share_text(share: float) -> str:
    """`48%`; `0.3%` for what is small, `< 0.01%` for what is smaller."""
    percent = 100 * share
    if 0 < percent < _LEAST_PERCENT:
        return f"< {_LEAST_PERCENT}%"
    return f"{percent:.0f}%" if percent >= 10 or not percent else f"{percent:.2g}%"


def _scaled(value: float, units: tuple[tuple[float, str], ...]) -> str:
    for size, name in units:
        if abs(value) >= size * 0.9995:
            return f"{three_digits(value / size)} {name}"
    size, name = units[-1] if value else units[0]
    return f"{three_digits(value / size)} {name}"
