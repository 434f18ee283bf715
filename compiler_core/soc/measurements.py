"""Reads published rows: those the models are fitted on, and those that are held out.

`content/soc/measurements.yaml` has what is fitted on, `content/soc/held-out.yaml` what nothing is
fitted on. Both are written alike.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TypeVar

from compiler_core.content_files import ContentError, read_file, read_record
from compiler_core.soc.decode_engines import DecodeEngine
from compiler_core.soc.description import Source
from compiler_core.soc.reading import SOC_FOLDER, check_sources, soc_named

Rows = TypeVar("Rows")
MEASUREMENTS_FILE = SOC_FOLDER / "measurements.yaml"
HELD_OUT_FILE = SOC_FOLDER / "held-out.yaml"
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


@dataclass(frozen=True, slots=True)
class _PublishedEntry:
    sources: dict[str, Source]
    decode: tuple[dict[str, object], ...] = ()
    networks: tuple[dict[str, object], ...] = ()
    prompts: tuple[dict[str, object], ...] = ()


@cache
def decode_measurements() -> tuple[DecodeMeasurement, ...]:
    """Rows to fit on, in the file's order. Raises ContentError."""
    return _decode_rows(MEASUREMENTS_FILE)


@cache
def held_out_decode() -> tuple[DecodeMeasurement, ...]:
    """Rows that nothing is fitted on, in the file's order. Raises ContentError."""
    return _decode_rows(HELD_OUT_FILE)


@cache
def network_measurements() -> tuple[NetworkMeasurement, ...]:
    """Rows to fit on, in the file's order. Raises ContentError."""
    return rows_of(MEASUREMENTS_FILE, "networks", tuple[NetworkMeasurement, ...])


@cache
def held_out_networks() -> tuple[NetworkMeasurement, ...]:
    """Rows that nothing is fitted on, in the file's order. Raises ContentError."""
    return rows_of(HELD_OUT_FILE, "networks", tuple[NetworkMeasurement, ...])


def _decode_rows(file: Path) -> tuple[DecodeMeasurement, ...]:
    rows = rows_of(file, "decode", tuple[DecodeMeasurement, ...])
    return tuple(replace(row, engine=row.engine.on(soc_named(row.soc))) for row in rows)


def rows_of(file: Path, section: str, shape: type[Rows]) -> Rows:
    """The rows of one section. Each names its source, by a key of the file's own `sources`.

    Raises ContentError.
    """
    content = read_file(file, _PublishedEntry)
    check_sources(file.name, content.sources)
    location = f"{file.name}: {section}"
    rows = [_resolved(location, row, content.sources) for row in getattr(content, section)]
    return read_record(location, rows, shape)


def _resolved(
    location: str, row: dict[str, object], sources: dict[str, Source]
) -> dict[str, object]:
    source = sources.get(str(row.get("source")))
    if source is None:
        raise ContentError(f"{location}: each row names one of the file's sources.")
    return {**row, "source": source}
