"""Asks jax for a program of a list, at a size, on one device or split over four.

Runs in the atlas's own Python (`toolchain.atlas_job`), never imported by ours: JSON in, JSON out.
XLA leaves what it prints between its passes in the folder where this starts, as XLA_FLAGS say, by
which it has several devices too. Request: `program`; `sizes`, by the names in PROGRAMS; `splits`,
for each array a list with an axis of the mesh or null for each of its own axes, or null where XLA
is to find one, and null for one device; `result`, the same for what comes out.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from typing import Any

MESH_AXIS = "d"
_SEED = 19


def rmsnorm_matmul(array: Any, values: Any, gain: Any, weights: Any) -> Any:
    """`array`, here and below: numpy, or jax's module of its name."""
    mean = array.mean(values * values, axis=-1, keepdims=True)
    return (values * gain / array.sqrt(mean + 1e-5)) @ weights


def two_layers(array: Any, values: Any, first: Any, second: Any) -> Any:
    """What follows attention in a block, with the simplest activation."""
    return array.maximum(values @ first, 0) @ second


def attention(array: Any, queries: Any, keys: Any, contents: Any) -> Any:
    """One head, without a mask."""
    scores = queries @ keys.T / math.sqrt(queries.shape[-1])
    weights = array.exp(scores - scores.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True) @ contents


def gated(array: Any, values: Any, gate: Any) -> Any:
    """GELU, by tanh, of the one times the other: no products of matrices at all."""
    inner = math.sqrt(2 / math.pi) * (values + 0.044715 * values * values * values)
    return 0.5 * values * (1 + array.tanh(inner)) * gate


PROGRAMS: dict[str, tuple[Callable[..., Any], tuple[str, ...]]] = {
    "rmsnorm-matmul": (rmsnorm_matmul, ("rows,width", "width", "width,columns")),
    "two-layers": (two_layers, ("rows,width", "width,columns", "columns,width")),
    "attention": (attention, ("rows,width", "columns,width", "columns,width")),
    "gated": (gated, ("rows,columns", "rows,columns")),
}


def main() -> None:
    """One request from standard input, one answer on standard output."""
    print(json.dumps(_answer(json.load(sys.stdin))))


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    import jax  # pyright: ignore[reportMissingImports]

    function, shapes = PROGRAMS[request["program"]]
    sizes = [tuple(request["sizes"][axis] for axis in shape.split(",")) for shape in shapes]
    try:
        return {"version": jax.__version__, **_compiled(request, function, sizes)}
    except Exception as error:  # noqa: BLE001 - whatever jax refuses is the answer
        said = str(error).strip() or "no reason given"
        return {"version": jax.__version__, "error": type(error).__name__, "said": said}


def _compiled(
    request: dict[str, Any], function: Callable[..., Any], sizes: list[tuple[int, ...]]
) -> dict[str, Any]:
    import jax  # pyright: ignore[reportMissingImports]
    import jax.numpy as jnp  # pyright: ignore[reportMissingImports]

    def program(*arrays: Any) -> Any:
        return function(jnp, *arrays)

    lowered = jax.jit(program, **_shardings(request)).lower(
        *(jax.ShapeDtypeStruct(size, jnp.float32) for size in sizes)
    )
    compiled = lowered.compile()
    return {
        "stablehlo": lowered.as_text(),
        "hlo": compiled.as_text(),
        "flops": compiled.cost_analysis().get("flops", 0.0),
        "difference": _difference(compiled, function, sizes),
    }


def _shardings(request: dict[str, Any]) -> dict[str, Any]:
    if request["splits"] is None:
        return {}
    import jax  # pyright: ignore[reportMissingImports]
    import numpy as np
    from jax.sharding import (  # pyright: ignore[reportMissingImports]
        Mesh,
        NamedSharding,
        PartitionSpec,
    )

    mesh = Mesh(np.array(jax.devices()), (MESH_AXIS,))

    def named(split: list[str | None] | None) -> Any:
        return None if split is None else NamedSharding(mesh, PartitionSpec(*split))

    shardings = {"in_shardings": tuple(named(split) for split in request["splits"])}
    if request["result"] is not None:
        shardings["out_shardings"] = named(request["result"])
    return shardings


def _difference(compiled: Any, function: Callable[..., Any], sizes: list[tuple[int, ...]]) -> float:
    """From numpy's result in 64 bits, of its largest element."""
    import jax  # pyright: ignore[reportMissingImports]
    import numpy as np

    rng = np.random.default_rng(_SEED)
    arrays = [rng.uniform(-1, 1, size).astype(np.float32) for size in sizes]
    placed = [
        jax.device_put(array, sharding)
        for array, sharding in zip(arrays, compiled.input_shardings[0], strict=True)
    ]
    expected = function(np, *(array.astype(np.float64) for array in arrays))
    return float(np.abs(np.asarray(compiled(*placed)) - expected).max() / np.abs(expected).max())


if __name__ == "__main__":
    main()
