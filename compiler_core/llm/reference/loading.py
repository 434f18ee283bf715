"""A model of a GGUF for the reference: tensors become float32 when they are asked for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.packed_projections import product_header
from compiler_core.llm.reading.header import read_header
from compiler_core.llm.records import ModelHeader
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.reference.products import (
    INTEGER_TYPES,
    FloatProducts,
    IntegerProducts,
    QuantisedMatrix,
)
from compiler_core.llm.tensors import load_tensor, raw_tensor


class LazyTensors(Mapping[str, np.ndarray]):
    """Float32 tensors of a file by name, each decoded once and kept."""

    def __init__(self, header: ModelHeader, path: Path) -> None:
        self._header = header
        self._path = path
        self._names = tuple(entry.name for entry in header.tensors)
        self._loaded: dict[str, np.ndarray] = {}

    def __getitem__(self, name: str) -> np.ndarray:
        if name not in self._loaded:
            if name not in self._names:
                raise KeyError(name)
            self._loaded[name] = load_tensor(self._header, self._path, name)
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        return name in self._names


def load_reference(path: Path) -> ReferenceModel:
    """The model of a GGUF. Raises InputError for a file that cannot be read or computed."""
    header = product_header(read_header(path))
    if header.refusals:
        raise InputError(f"The reference does not compute this model. {header.refusals[0]}")
    return ReferenceModel(header.configuration, LazyTensors(header, path))


def integer_products_of(path: Path) -> IntegerProducts:
    """How the engine multiplies with a file's matrices: in integers where their type has any."""
    header = product_header(read_header(path))
    matrices = {}
    for entry in header.tensors:
        if entry.type in INTEGER_TYPES:
            raw = raw_tensor(header, path, entry.name).reshape(*entry.shape[:-1], -1)
            matrices[entry.name] = QuantisedMatrix(entry.type, raw)
    return IntegerProducts(matrices, FloatProducts(LazyTensors(header, path)))
