"""Values of planned tensors, made when they are asked for: one at a time is in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from compiler_core.llm.converting.plan import Plan, PlannedTensor
from compiler_core.llm.converting.rotary_factors import rotary_factors
from compiler_core.llm.converting.row_order import adjacent_pairs
from compiler_core.llm.reading.errors import ModelFileRefused
from compiler_core.llm.records import TensorEntry
from compiler_core.llm.tensors import raw_entry, values_of


class PlannedValues(Mapping[str, np.ndarray]):
    """float32 arrays by GGUF's name; raises ModelFileRefused for values that are not finite."""

    def __init__(self, plan: Plan, path: Path) -> None:
        self._plan = plan
        self._path = path
        self._tensors = {tensor.name: tensor for tensor in plan.tensors}

    def __getitem__(self, name: str) -> np.ndarray:
        tensor = self._tensors[name]
        values = self._made(tensor)
        if not np.isfinite(values).all():
            raise ModelFileRefused(
                f"The tensor {name} holds values that are infinite or no numbers.",
                "The file is damaged: a model of such weights computes nothing.",
            )
        return values

    def __iter__(self) -> Iterator[str]:
        return iter(self._tensors)

    def __len__(self) -> int:
        return len(self._tensors)

    def _made(self, tensor: PlannedTensor) -> np.ndarray:
        if tensor.making == "rotary factors":
            return rotary_factors(self._plan.configuration)
        if tensor.making == "stack":
            return np.stack([self._values(source) for source in tensor.sources])
        values = self._values(tensor.sources[0])
        if tensor.making == "pairs":
            return adjacent_pairs(values, tensor.heads)
        if tensor.making == "add one":
            return values + np.float32(1)
        return values.reshape(tensor.shape)

    def _values(self, entry: TensorEntry) -> np.ndarray:
        return values_of(raw_entry(self._path, entry), entry.type, entry.shape)
