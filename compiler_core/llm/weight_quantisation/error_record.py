"""What rounding did to one tensor, for who shows it without numpy."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class TensorError:
    """How far a tensor's values are from those it had."""

    name: str
    """Of the tensor, as in GGUF: `blk.0.attn_q.weight`."""
    type: str
    """The block format it was written in, by GGML's name: `Q4_0`."""
    method: str
    """How its codes were chosen: `gptq`, `awq`, `rtn`, `grouped rtn`."""
    elements: int
    """How many weights it has."""
    bytes_before: int
    """Of the tensor in F16, two for each element."""
    bytes_after: int
    """Of the tensor as it is written."""
    root_mean_square: float
    """Error of all elements, in the unit of the weights."""
    signal_to_noise: float
    """10·log10(Σw² / Σerror²) in decibel, infinite without error."""
    worst_row: int
    """The block with the largest root mean square error, and that error."""
    worst_block: int
    """Number of the block with the largest error within `worst_row`, from 0."""
    worst_block_error: float
    """Root mean square error of the block at `worst_row` and `worst_block`."""
    output_error: float | None = None
    """Σ(error · x)² / Σ(w · x)² over the calibration's inputs, None without."""
    reason: str = ""
    """Sentences on why this type and method; may be empty."""
