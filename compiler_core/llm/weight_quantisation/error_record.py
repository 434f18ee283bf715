"""What rounding did to one tensor, for who shows it without numpy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorError:
    """How far a tensor's values are from those it had."""

    name: str
    type: str
    method: str
    elements: int
    bytes_before: int
    """In F16."""
    bytes_after: int
    root_mean_square: float
    """Error."""
    signal_to_noise: float
    """10·log10(Σw² / Σerror²) in decibel, infinite without error."""
    worst_row: int
    """The block with the largest root mean square error, and that error."""
    worst_block: int
    """As `worst_row`."""
    worst_block_error: float
    output_error: float | None = None
    """Σ(error · x)² / Σ(w · x)² over the calibration's inputs, None without."""
    reason: str = ""
