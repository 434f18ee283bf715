"""Times, energies and shares of a chip as text."""

from __future__ import annotations

from compiler_core.amounts import energy_text, time_text

__all__ = ["energy_text", "share_text", "time_text"]
_LEAST_PERCENT = 0.01


def share_text(share: float) -> str:
    """`48%`; `0.3%` for what is small, `< 0.01%` for what is smaller."""
    percent = 100 * share
    if 0 < percent < _LEAST_PERCENT:
        return f"< {_LEAST_PERCENT}%"
    return f"{percent:.0f}%" if percent >= 10 or not percent else f"{percent:.2g}%"
