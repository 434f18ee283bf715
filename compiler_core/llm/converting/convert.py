"""From safetensors, or another GGUF, to a GGUF: start reading here.

Plan, encode, write; then the new header is read back, and what its pages are read for follows from
it. Every tensor leaves a record of where it came from and what was done.
"""

from __future__ import annotations

from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.llm.converting.changes import changes_of
from compiler_core.llm.converting.encoding import (
    FLOATS,
    Encoded,
    check_out,
    encode_blocks,
    encode_floats,
)
from compiler_core.llm.converting.metadata import Keys, copied_keys, keys_of
from compiler_core.llm.converting.page_reads import page_reads
from compiler_core.llm.converting.plan import Plan, PlannedTensor, plan_conversion
from compiler_core.llm.converting.planned_values import PlannedValues
from compiler_core.llm.converting.records import (
    FILE_TYPES,
    GROUPS,
    METHODS,
    Conversion,
    ConversionSettings,
    ConvertedTensor,
)
from compiler_core.llm.converting.warnings import conversion_warnings
from compiler_core.llm.converting.writing import TensorToWrite, write_file
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.records import ModelHeader

_PERMUTATIONS = {
    "pairs": "rows of each of {heads} heads: (i, i + d/2) became (2i, 2i + 1)",
    "stack": "{sources} experts stacked",
}


def convert_model(source: Path, out: Path, settings: ConversionSettings) -> Conversion:
    """Write `out`. Raises InputError, ModelFileRefused for what cannot be converted, OSError."""
    _check(settings)
    check_out(source, out)
    header = read_header(source)
    _check_whole(header)
    plan = plan_conversion(header)
    values = PlannedValues(plan, source)
    if settings.type in FLOATS:
        encoded = encode_floats(plan, values, settings.type)
    else:
        encoded = encode_blocks(plan, values, settings, header.tokeniser)
    keys = _keys(header, plan, source, settings)
    write_file(out, keys, encoded.table, encoded.data)
    return _conversion(source, out, header, plan, encoded, keys, settings)


def _check(settings: ConversionSettings) -> None:
    for what, given, known in (
        ("type", settings.type, tuple(FILE_TYPES)),
        ("method", settings.method, METHODS),
        ("group", settings.group, GROUPS),
    ):
        if given not in known:
            raise InputError(
                f"There is no {what} {given!r} to convert with.",
                f"There are {', '.join(map(str, known))}.",
            )


def _check_whole(header: ModelHeader) -> None:
    for entry in header.metadata:
        if entry.key == "split.count" and entry.value not in ("0", "1"):
            raise ModelFileRefused(
                "This GGUF is one of several parts.", "Join them with llama-gguf-split first."
            )


def _keys(header: ModelHeader, plan: Plan, source: Path, settings: ConversionSettings) -> Keys:
    if header.format == "gguf":
        return copied_keys(source, settings.type)
    return keys_of(header, plan.configuration, settings.type)


def _conversion(
    source: Path,
    out: Path,
    header: ModelHeader,
    plan: Plan,
    encoded: Encoded,
    keys: Keys,
    settings: ConversionSettings,
) -> Conversion:
    tensors = tuple(
        _converted(planned, written, reason)
        for planned, written, reason in zip(
            plan.tensors, encoded.table, encoded.reasons, strict=True
        )
    )
    written = read_header(out)
    return Conversion(
        source=source.name,
        source_format=header.format,
        architecture=plan.configuration.architecture,
        settings=settings,
        tensors=tensors,
        dropped=plan.dropped,
        keys=tuple(keys),
        changes=changes_of(tensors, plan.dropped),
        bytes_before=sum(tensor.size for tensor in header.tensors),
        bytes_after=sum(entry.size for entry in written.tensors),
        file_bytes=written.file_bytes,
        reads=page_reads(written),
        errors=encoded.errors,
        warnings=(*conversion_warnings(header), *encoded.notes),
    )


def _converted(planned: PlannedTensor, written: TensorToWrite, why: str) -> ConvertedTensor:
    permutation = _PERMUTATIONS.get(planned.making, "")
    return ConvertedTensor(
        source=tuple(source.name for source in planned.sources),
        name=planned.name,
        shape=planned.shape,
        type_before=planned.sources[0].type if planned.sources else "",
        type_after=written.type,
        bytes_before=sum(entry.size for entry in planned.sources),
        bytes_after=written.size,
        permutation=permutation.format(heads=planned.heads, sources=len(planned.sources)),
        reason=" ".join(filter(None, (planned.reason, why))),
    )
