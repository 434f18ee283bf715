"""Stage 2: one GGUF file of all tensors, and which of its pages are read when."""

from __future__ import annotations

from dataclasses import dataclass, replace

from compiler_core.llm.converting.convert import convert_model
from compiler_core.llm.converting.page_reads import PageReads, page_reads
from compiler_core.llm.converting.records import Conversion, ConversionSettings
from compiler_core.llm.inspection import Inspection, inspect_model
from compiler_core.llm.pipeline.files import kept_file
from compiler_core.llm.pipeline.state import Advance, LanguageState, StageEnd
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.records import ModelHeader
from compiler_core.pipelines.stages import StageFile, StageResult
from compiler_core.trace import Snapshot, SnapshotLine, Step

PLAIN_NAME = "model-f16.gguf"


@dataclass(frozen=True, slots=True, kw_only=True)
class ConvertDetails:
    """What the stage that converts to GGUF has to tell."""

    header: ModelHeader
    """Of the GGUF file that came or was made."""
    conversion: Conversion | None
    """None where the file was GGUF already."""
    source_format: str
    """Format of the model that came: `gguf` or `safetensors`."""
    complete: bool
    """Whether the weights are there, and not only the header."""
    reads: PageReads
    """Computed from the tensor table, not observed."""
    inspection: Inspection
    """What the header of the GGUF file says."""


def convert_stage(state: LanguageState, advance: Advance) -> StageEnd:
    """Convert safetensors; a GGUF file stays as it is."""
    source = state.source
    if source.header.format == "gguf":
        plain = source.path if source.complete else None
        return _end(
            state,
            ConvertDetails(
                header=source.header,
                conversion=None,
                source_format="gguf",
                complete=source.complete,
                reads=page_reads(source.header),
                inspection=source.inspection,
            ),
            replace(state, plain=plain),
        )
    advance("writing GGUF", 0, 1)
    path = state.directory / PLAIN_NAME
    conversion = convert_model(source.path, path, ConversionSettings())
    header = read_header(path)
    details = ConvertDetails(
        header=header,
        conversion=conversion,
        source_format="safetensors",
        complete=True,
        reads=page_reads(header),
        inspection=inspect_model(header),
    )
    return _end(state, details, replace(state, header=header, plain=path))


def _end(before: LanguageState, details: ConvertDetails, state: LanguageState) -> StageEnd:
    conversion = details.conversion
    files: tuple[StageFile, ...] = ()
    if conversion is not None and state.plain is not None:
        files = kept_file(state.plain)
    metrics = {
        "tensors": float(len(details.header.tensors)),
        "file_bytes": float(details.header.file_bytes),
    }
    steps = (_step(before.source.header, conversion),) if conversion else ()
    return StageEnd(
        state,
        StageResult(
            stage="convert",
            sentence=_sentence(details),
            steps=steps,
            details=details,
            metrics=metrics,
            files=files,
        ),
    )


def _step(before: ModelHeader, conversion: Conversion) -> Step:
    """One step: every tensor with its name, shape and type in both files."""
    left = tuple(
        SnapshotLine(row.name, f"{row.name} {list(row.shape)} {row.type}") for row in before.tensors
    )
    right = tuple(
        SnapshotLine(tensor.name, f"{tensor.name} {list(tensor.shape)} {tensor.type_after}")
        for tensor in conversion.tensors
    )
    return Step(
        "map-tensors",
        "convert",
        bool(conversion.changes),
        Snapshot(f"{before.name}, safetensors", left),
        Snapshot("GGUF", right),
        tuple(sorted(conversion.changes, key=lambda change: change.kind != "laid out")),
    )


def _sentence(details: ConvertDetails) -> str:
    count, size = len(details.header.tensors), details.header.file_bytes
    if details.conversion is None:
        return (
            f"The file is GGUF already: {count} tensors in {size:,} bytes, described by a header "
            f"of {details.header.header_bytes:,} bytes."
        )
    permuted = sum(bool(tensor.permutation) for tensor in details.conversion.tensors)
    order = f"; {permuted} of them changed their order of rows" if permuted else ""
    return f"{count} tensors moved into one GGUF file of {size:,} bytes{order}."
