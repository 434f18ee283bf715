"""Reads published rows: those the models are fitted on, and those that are held out.

`content/soc/measurements.yaml` has what is fitted on, `content/soc/held-out.yaml` what nothing is
fitted on. Both are written alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from compiler_core.content_files import ContentError, checked_mapping, read_yaml
from compiler_core.soc.decode_engines import DecodeEngine, engine_named
from compiler_core.soc.description import Source
from compiler_core.soc.reading import SOC_FOLDER, soc_named, source_of

MEASUREMENTS_FILE = SOC_FOLDER / "measurements.yaml"
HELD_OUT_FILE = SOC_FOLDER / "held-out.yaml"
_DECODE_NEEDED = {
    "soc", "engine", "model", "source", "layers", "weight_bits", "file_gigabytes",
    "tokens_per_second",
}  # fmt: skip
_DECODE_KNOWN = _DECODE_NEEDED | {
    "embedding_elements",
    "embedding_bits",
    "read_elements",
    "head_elements",
    "head_bits",
    "cache_elements",
    "positions",
}
_NETWORK_NEEDED = {"soc", "model", "source", "milliseconds"}
_BITS_OF_BYTE = 8
# Assumed: all engines keep keys and values in 16 bits unless they are told otherwise.
_BYTES_OF_CACHED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class DecodeMeasurement:
    """Tokens a second of one language model on one chip, with one sequence."""

    soc: str
    """Name of the chip."""
    engine: DecodeEngine
    """What it was measured with."""
    model: str
    """As the source calls it."""
    source: Source
    """Where the row was published."""
    layers: int
    """Transformer blocks, each of which starts kernels."""
    weight_bits: float
    """Of most weights."""
    file_gigabytes: float
    """Of the model's file, or where `read_elements` is given of the run's memory; in 1e9 bytes."""
    tokens_per_second: float
    """Published, of one sequence."""
    embedding_elements: int = 0
    """Of an input embedding that the file holds and a token does not read; 0 for none."""
    embedding_bits: float = 0.0
    """Of an element of the input embedding that a token does not read; 0 for none."""
    read_elements: int = 0
    """Weights a token reads."""
    head_elements: int = 0
    """Of the weights that a token reads, those in an output head of another type."""
    head_bits: float = 0.0
    """Of an element of `head_elements`; 0 where there are none."""
    cache_elements: int = 0
    """Keys and values of one position, in all layers."""
    positions: int = 0
    """How many of them a token reads."""

    @property
    def bytes_per_token(self) -> float:
        """Of weights and of the cache."""
        return self.weight_bytes + self.cache_elements * self.positions * _BYTES_OF_CACHED

    @property
    def weight_bytes(self) -> float:
        """The weights a token reads, or the file without the input embedding, of which it reads
        one row."""
        if self.read_elements:
            rest = self.read_elements - self.head_elements
            bits = rest * self.weight_bits + self.head_elements * self.head_bits
            return bits / _BITS_OF_BYTE
        embedding = self.embedding_elements * self.embedding_bits / _BITS_OF_BYTE
        return self.file_gigabytes * 1e9 - embedding


@dataclass(frozen=True, slots=True)
class NetworkMeasurement:
    """Milliseconds of one inference in int8. model: a layer table of `layer_tables`."""

    soc: str
    model: str
    source: Source
    milliseconds: float


@cache
def decode_measurements() -> tuple[DecodeMeasurement, ...]:
    """Rows to fit on, in the file's order. Raises ContentError."""
    return tuple(decode_row(row) for row in rows_of(MEASUREMENTS_FILE, "decode"))


@cache
def held_out_decode() -> tuple[DecodeMeasurement, ...]:
    """Rows that nothing is fitted on, in the file's order. Raises ContentError."""
    return tuple(decode_row(row) for row in rows_of(HELD_OUT_FILE, "decode"))


@cache
def network_measurements() -> tuple[NetworkMeasurement, ...]:
    """Rows to fit on, in the file's order. Raises ContentError."""
    return tuple(network_row(row) for row in rows_of(MEASUREMENTS_FILE, "networks"))


@cache
def held_out_networks() -> tuple[NetworkMeasurement, ...]:
    """Rows that nothing is fitted on, in the file's order. Raises ContentError."""
    return tuple(network_row(row) for row in rows_of(HELD_OUT_FILE, "networks"))


def decode_row(value: object) -> DecodeMeasurement:
    """One row from what YAML gives. Raises ContentError."""
    fields = checked_mapping("a decode row", value, _DECODE_KNOWN, _DECODE_NEEDED)
    engine = engine_named(str(fields["engine"]))
    if engine is None:
        raise ContentError(f"a decode row: {fields['engine']!r} is no engine.")
    on_chip = engine.on(soc_named(str(fields["soc"])))
    known: dict[str, Any] = {**_with_source(fields), "engine": on_chip}
    return DecodeMeasurement(**known)


def network_row(value: object) -> NetworkMeasurement:
    """One row from what YAML gives. Raises ContentError."""
    fields = checked_mapping("a network row", value, _NETWORK_NEEDED, _NETWORK_NEEDED)
    return NetworkMeasurement(**_with_source(fields))


def rows_of(file: Path, section: str) -> list[Any]:
    """The rows of one section. Each names its source, by a key of the file's own `sources`.

    Raises ContentError.
    """
    content = read_yaml(file)
    rows = content.get(section) if isinstance(content, dict) else None
    sources = content.get("sources") if isinstance(content, dict) else None
    if not isinstance(rows, list) or not isinstance(sources, dict):
        raise ContentError(f"{file.name}: sources must be a mapping, {section} a list.")
    return [_resolved(f"{file.name}: {section}", row, sources) for row in rows]


def _resolved(location: str, row: object, sources: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(row, dict) or row.get("source") not in sources:
        raise ContentError(f"{location}: each row names one of the file's sources.")
    return {**row, "source": sources[row["source"]]}


def _with_source(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {**fields, "source": source_of("source of a row", fields["source"])}
