"""What converting was asked, and what became of each tensor."""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.llm.converting.page_reads import PageReads
from compiler_core.llm.records import FileFormat
from compiler_core.llm.weight_quantisation.error_record import TensorError
from compiler_core.trace import Change

FILE_TYPES = {"f32": 0, "f16": 1, "q4_0": 2, "q8_0": 7, "q4_k_m": 15}
METHODS = ("rtn", "gptq", "awq")
GROUPS = (32, 64, 128)


@dataclass(frozen=True, slots=True)
class ConversionSettings:
    """type: one of FILE_TYPES. method: of rounding, one of METHODS. calibration: text that GPTQ
    and AWQ run the model on. group: weights with one scale, for those two."""

    type: str = "f16"
    method: str = "rtn"
    calibration: str = ""
    group: int = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertedTensor:
    """One tensor of the new file."""

    source: tuple[str, ...]
    """Names in the old one, several where experts were stacked, none where it was computed."""
    name: str
    """In the new file."""
    shape: tuple[int, ...]
    """[out, in]. types and bytes: before and after."""
    type_before: str
    """In the old file, such as `BF16`."""
    type_after: str
    """In the new file, such as `Q4_K`."""
    bytes_before: int
    """In the old file."""
    bytes_after: int
    """In the new file."""
    permutation: str
    """What was put in another order, "" for nothing."""
    reason: str
    """Why this type, this order, this value."""


@dataclass(frozen=True, slots=True)
class DroppedTensor:
    """A tensor of the old file that the new one does not have, and why."""

    source: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversion:
    """A finished conversion."""

    source: str
    """Name of the file or folder that was converted."""
    source_format: FileFormat
    """Of what was converted."""
    architecture: str
    """As GGUF calls it, such as `llama`."""
    settings: ConversionSettings
    """What was asked for."""
    tensors: tuple[ConvertedTensor, ...]
    """Those of the new file, in its order."""
    dropped: tuple[DroppedTensor, ...]
    """Tensors of the old file that have no place in the new one, with reasons."""
    keys: tuple[str, ...]
    """Names of the metadata written."""
    changes: tuple[Change, ...]
    """One for each tensor that is not as it was, then one for each left out."""
    bytes_before: int
    """Of all tensors of the old file."""
    bytes_after: int
    """Of all tensors of the new file."""
    file_bytes: int
    """Of the whole new file, its header included."""
    reads: PageReads
    """Computed from the new table."""
    errors: tuple[TensorError, ...] = ()
    """One for each tensor whose values were rounded to blocks; empty where none was."""
    warnings: tuple[str, ...] = ()
    """Sentences on what may surprise; empty for none."""
