"""What `module.py:Model` asks for, and what is refused before any of it runs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from compiler_core.graph.exporting.errors import ExportRefused
from compiler_core.named_files import no_file_words
from compiler_core.typed_numbers import whole_numbers

# Files that hold pickled Python objects, alone or in a zip archive.
PICKLED_SUFFIXES = (
    ".pt", ".pth", ".pkl", ".pickle", ".ckpt", ".bin", ".pt2", ".ptl", ".torchscript", ".joblib",
)  # fmt: skip
_LARGEST_SOURCE = 1_000_000
_LARGEST_RANK = 8
_LARGEST_ELEMENTS = 100_000_000
_EXAMPLE = "Write it as module.py:Model."
DEFAULT_SHAPE = "1,3,32,32"


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """path: a Python file. name: a class in it that is made without arguments. shape: its input's.

    dynamic_batch: "fixed", or "dynamic" to ask for an input whose first axis has any size.
    """

    path: Path
    name: str
    shape: tuple[int, ...]
    dynamic_batch: str = "fixed"


def export_request(target: str, shape: str = DEFAULT_SHAPE) -> ExportRequest:
    """From what was typed. Raises ExportRefused."""
    path_text, colon, name = target.rpartition(":")
    path = Path(path_text if colon else target)
    _refuse_pickled(path)
    if not colon or not name.isidentifier():
        raise ExportRefused(f"{target} names no class of a module.", _EXAMPLE)
    _check_source(path)
    return ExportRequest(path.resolve(), name, _shape(shape))


def _refuse_pickled(path: Path) -> None:
    if path.suffix.lower() in PICKLED_SUFFIXES:
        raise ExportRefused(
            f"{path.name} holds pickled objects: loading it would run any code it names.",
            "Name the Python file that defines the model, or export to ONNX where it was trained.",
        )


def _check_source(path: Path) -> None:
    """A text file of Python. Only its first bytes are looked at; nothing of it runs."""
    if path.suffix != ".py":
        raise ExportRefused(f"{path.name} is no Python file.", _EXAMPLE)
    if not path.is_file():
        raise ExportRefused(no_file_words(path), _EXAMPLE)
    if path.stat().st_size > _LARGEST_SOURCE:
        raise ExportRefused(f"{path.name} is larger than {_LARGEST_SOURCE:,} bytes.")
    try:
        path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise ExportRefused(f"{path.name} is no text, whatever its name says.", _EXAMPLE) from error


def _shape(text: str) -> tuple[int, ...]:
    sizes = whole_numbers([word.strip() for word in text.split(",")], 9)
    if sizes is None:
        raise ExportRefused(f"--input-shape {text} is no shape.", "For example 1,3,32,32.")
    elements = 1
    for size in sizes:
        elements *= size
    if len(sizes) > _LARGEST_RANK or not 0 < elements <= _LARGEST_ELEMENTS:
        raise ExportRefused(
            f"--input-shape {text} has {elements:,} elements in {len(sizes)} axes; from 1 to "
            f"{_LARGEST_ELEMENTS:,} in at most {_LARGEST_RANK} are exported."
        )
    return sizes
