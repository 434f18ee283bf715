"""Reads what the models are fitted on: the published rows of `content/soc/measurements.yaml`."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from compiler_core.content_files import ContentError, checked_mapping, read_yaml
from compiler_core.soc.reading import SOC_FOLDER

MEASUREMENTS_FILE = SOC_FOLDER / "measurements.yaml"
_DECODE_NEEDED = {
    "soc", "model", "source", "layers", "weight_bits", "file_gigabytes", "tokens_per_second",
}  # fmt: skip
_NETWORK_NEEDED = {"soc", "model", "source", "milliseconds"}
_BITS_OF_BYTE = 8


@dataclass(frozen=True, slots=True)
class DecodeMeasurement:
    """Tokens a second of one language model on one chip, with one sequence."""

    soc: str
    model: str
    source: str
    layers: int
    weight_bits: float
    file_gigabytes: float
    tokens_per_second: float
    embedding_elements: int = 0
    embedding_bits: float = 0.0

    @property
    def bytes_per_token(self) -> float:
        """The file without the input embedding, of which a token reads one row."""
        embedding = self.embedding_elements * self.embedding_bits / _BITS_OF_BYTE
        return self.file_gigabytes * 1e9 - embedding


@dataclass(frozen=True, slots=True)
class NetworkMeasurement:
    """Milliseconds of one inference in int8. model: a layer table of `layer_tables`."""

    soc: str
    model: str
    source: str
    milliseconds: float


@cache
def decode_measurements() -> tuple[DecodeMeasurement, ...]:
    """Rows in the file's order. Raises ContentError."""
    known = _DECODE_NEEDED | {"embedding_elements", "embedding_bits"}
    return tuple(DecodeMeasurement(**one) for one in _rows("decode", known, _DECODE_NEEDED))


@cache
def network_measurements() -> tuple[NetworkMeasurement, ...]:
    """Rows in the file's order. Raises ContentError."""
    rows = _rows("networks", _NETWORK_NEEDED, _NETWORK_NEEDED)
    return tuple(NetworkMeasurement(**one) for one in rows)


def _rows(section: str, known: set[str], needed: set[str]) -> list[Any]:
    place = MEASUREMENTS_FILE.name
    found = read_yaml(MEASUREMENTS_FILE)
    rows = found.get(section) if isinstance(found, dict) else None
    if not isinstance(rows, list):
        raise ContentError(f"{place}: {section} must be a list.")
    return [checked_mapping(f"{place}: {section}", one, known, needed) for one in rows]
