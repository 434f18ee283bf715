"""What each weight matrix is multiplied with on a text: the samples of GPTQ and AWQ.

The text goes through the model in windows; of all rows seen, every so many are kept, so that all
parts of the text count and memory stays bounded.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from compiler_core.llm.reference.forward import forward
from compiler_core.llm.reference.model import ReferenceModel
from compiler_core.llm.reference.products import FloatProducts, ObservedProducts

_WINDOW = 256


def matmul_inputs(
    model: ReferenceModel, tokens: Sequence[int], rows: int = 1024
) -> dict[str, np.ndarray]:
    """Inputs float32 [at most rows, in] by the weight's name, from a text's first windows.

    Experts of a layer share an entry: their inputs are the rows that were sent to any of them.
    """
    step = max(1, -(-len(tokens) // rows))
    inputs: dict[str, list[np.ndarray]] = {}
    counted: dict[str, int] = {}

    def observe(name: str, x: np.ndarray) -> None:
        first = -counted.get(name, 0) % step
        counted[name] = counted.get(name, 0) + len(x)
        inputs.setdefault(name, []).append(x[first::step].copy())

    products = ObservedProducts(FloatProducts(model.tensors), observe)
    for window in windows(tokens, _WINDOW):
        forward(model, window, products=products)
    return {name: np.concatenate(parts)[:rows] for name, parts in inputs.items()}


def windows(tokens: Sequence[int], size: int) -> Iterator[Sequence[int]]:
    """The text in pieces side by side; the last may be shorter."""
    for start in range(0, len(tokens), size):
        yield tokens[start : start + size]
