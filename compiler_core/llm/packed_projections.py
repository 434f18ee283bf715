"""Matrices that a file holds as one (Phi-3), seen as the products they are.

Queries, keys and values stand below each other, and so do gate and up. Every block type is cut
along rows only, so the rows of one product are a stretch of the packed bytes: nothing is copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from compiler_core.llm.records import ModelConfiguration, ModelHeader, TensorEntry
from compiler_core.llm.tensor_shapes import PACKS, layer_shapes

if TYPE_CHECKING:
    import numpy as np

_PRODUCT = re.compile(r"(blk\.\d+)\.(\w+)\.weight")
_PACK_OF = {part: pack for pack, parts in PACKS.items() for part in parts}


def packed_name(name: str, configuration: ModelConfiguration) -> str:
    """The tensor of the file that holds this product's rows; its own name where none does."""
    match = _PRODUCT.fullmatch(name)
    if not configuration.packed_projections or match is None or match[2] not in _PACK_OF:
        return name
    return f"{match[1]}.{_PACK_OF[match[2]]}.weight"


def part_rows(name: str, configuration: ModelConfiguration) -> dict[str, slice]:
    """The products in a packed tensor and which rows they have; empty for any other tensor."""
    match = _PRODUCT.fullmatch(name)
    if not configuration.packed_projections or match is None or match[2] not in PACKS:
        return {}
    shapes, first = layer_shapes(configuration), 0
    rows: dict[str, slice] = {}
    for part in PACKS[match[2]]:
        count = shapes[f"{part}.weight"][0]
        rows[f"{match[1]}.{part}.weight"] = slice(first, first + count)
        first += count
    return rows


def product_header(header: ModelHeader) -> ModelHeader:
    """The header with an entry for each product; the same header where nothing is packed."""
    if not header.configuration.packed_projections:
        return header
    entries = (part for entry in header.tensors for part in _entries(entry, header.configuration))
    return replace(header, tensors=tuple(entries))


def _entries(entry: TensorEntry, configuration: ModelConfiguration) -> list[TensorEntry]:
    rows = part_rows(entry.name, configuration)
    if not rows or entry.shape[0] != max(row.stop for row in rows.values()):
        return [entry]
    size = entry.size // entry.shape[0]
    return [
        replace(
            entry,
            name=name,
            shape=(span.stop - span.start, *entry.shape[1:]),
            offset=entry.offset + span.start * size,
            size=(span.stop - span.start) * size,
        )
        for name, span in rows.items()
    ]


class ProductTensors(Mapping[str, "np.ndarray"]):
    """Arrays by the names of products, over arrays by the names of a file's tensors."""

    def __init__(
        self, tensors: Mapping[str, np.ndarray], configuration: ModelConfiguration
    ) -> None:
        self._tensors = tensors
        self._rows: dict[str, tuple[str, slice]] = {}
        self._names: list[str] = []
        for name in tensors:
            rows = part_rows(name, configuration)
            self._rows |= {part: (name, span) for part, span in rows.items()}
            self._names += list(rows) or [name]

    def __getitem__(self, name: str) -> np.ndarray:
        if name in self._rows:
            source, rows = self._rows[name]
            return self._tensors[source][rows]
        return self._tensors[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
