"""What rounding did to one tensor, for who shows it without numpy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorError:
    """How far a tensor's values are from those it had.

    bytes_before: in F16. root_mean_square: error. signal_to_noise: 10·log10(Σw² / Σerror²) in
    decibel, infinite without error. worst_row, worst_block: the block with the largest root mean
    square error, and that error. output_error: Σ(error · x)² / Σ(w · x)² over the calibration's
    inputs, None without.
    """

    name: str
    type: str
    method: str
    elements: int
    bytes_before: int
    bytes_after: int
    root_mean_square: float
    signal_to_noise: float
    worst_row: int
    worst_block: int
    worst_block_error: float
    output_error: float | None = None
    reason: str = ""
