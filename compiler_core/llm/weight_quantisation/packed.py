"""AWQ's folds and calibration inputs, where a file packs several products into one tensor.

Scales are searched product by product; the rows then go back to where the file has them. Products
of one packed tensor read the same input, so they share their inputs and their scales.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import numpy as np

from compiler_core.llm.packed_projections import part_rows
from compiler_core.llm.records import ModelConfiguration
from compiler_core.llm.weight_quantisation.awq_model import FoldedModel


def packed_inputs(
    activations: Mapping[str, np.ndarray], names: Iterable[str], configuration: ModelConfiguration
) -> dict[str, np.ndarray]:
    """Inputs by the names of a file's tensors; those of products stay beside them."""
    inputs = dict(activations)
    for name in names:
        first = next(iter(part_rows(name, configuration)), "")
        if first in activations:
            inputs[name] = activations[first]
    return inputs


def packed_folds(
    folded: FoldedModel,
    products: Mapping[str, np.ndarray],
    names: Iterable[str],
    configuration: ModelConfiguration,
) -> FoldedModel:
    """Folded tensors and scales by the names of a file's tensors."""
    tensors, scales = dict(folded.tensors), dict(folded.scales)
    for name in names:
        parts = part_rows(name, configuration)
        if parts:
            # A product can bear the name of the tensor that it is packed into: it goes first.
            rows = [tensors.pop(part, None) for part in parts]
            if any(row is not None for row in rows):
                tensors[name] = np.concatenate(
                    [
                        products[part] if fold is None else fold
                        for part, fold in zip(parts, rows, strict=True)
                    ]
                )
            shared = [scales.pop(part, None) for part in parts]
            if shared[0] is not None:
                scales[name] = shared[0]
    return FoldedModel(tensors, scales, folded.curves)
