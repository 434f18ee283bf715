"""Asks jax when it compiles: calls of one shape and of others, branches, loops, gradients, exports.

Runs in the atlas's own Python (`toolchain.atlas_job`), never imported by ours: JSON in, JSON out.
Request: `rows`, those of each call in order; `padded`, a number of which they are filled up to a
multiple, or 0; `rounds` of a loop; `layers` of a network whose gradient is taken, and what of it is
computed `again` instead of kept: `nothing`, `layers` or `all`.
"""

from __future__ import annotations

import json
import os
import sys
from time import perf_counter
from typing import Any

_WIDTH = 64
_ROWS, _SIDE = 64, 128


def main() -> None:
    """One request from standard input, one answer on standard output."""
    request = json.load(sys.stdin)
    os.environ.update(JAX_PLATFORMS="cpu", XLA_FLAGS="--xla_cpu_multi_thread_eigen=false")
    import jax  # pyright: ignore[reportMissingImports]

    answer = {
        "version": jax.__version__,
        "calls": _calls(request["rows"], request["padded"]),
        "branches": _branches(),
        "loops": _loops(request["rounds"]),
        "gradients": _gradients(request["layers"], request["again"]),
        "exports": _exports(),
    }
    print(json.dumps(answer))


def _calls(rows: list[int], padded: int) -> list[dict[str, Any]]:
    """Each call with its time and the programs that are kept behind it."""
    import jax  # pyright: ignore[reportMissingImports]
    import jax.numpy as jnp  # pyright: ignore[reportMissingImports]

    similar = jax.jit(lambda values: jnp.tanh(values) @ values.T)
    calls = []
    for count in rows:
        size = -(-count // padded) * padded if padded else count
        values = jnp.ones((size, _WIDTH)).block_until_ready()
        begin = perf_counter()
        similar(values).block_until_ready()
        seconds = perf_counter() - begin
        calls.append(
            {"rows": count, "size": size, "seconds": seconds, "kept": similar._cache_size()}
        )
    return calls


def _branches() -> dict[str, Any]:
    """The same choice as a Python `if`, and as one that the program itself makes."""
    import jax  # pyright: ignore[reportMissingImports]
    import jax.numpy as jnp  # pyright: ignore[reportMissingImports]

    def in_python(values: Any) -> Any:
        return values if values.sum() > 0 else -values

    def in_the_program(values: Any) -> Any:
        return jax.lax.cond(values.sum() > 0, lambda: values, lambda: -values)

    shape = jax.ShapeDtypeStruct((3,), jnp.float32)
    try:
        jax.jit(in_python).lower(shape)
        error, said = "none", ""
    except Exception as refused:  # noqa: BLE001 - what jax raises is the answer
        error, said = type(refused).__name__, str(refused)
    return {"error": error, "said": said, "text": jax.jit(in_the_program).lower(shape).as_text()}


def _loops(rounds: int) -> dict[str, str]:
    """Rounds written by Python while it traces, and by the program."""
    import jax  # pyright: ignore[reportMissingImports]
    import jax.numpy as jnp  # pyright: ignore[reportMissingImports]

    def unrolled(values: Any) -> Any:
        for _ in range(rounds):
            values = jnp.tanh(values)
        return values

    def kept(values: Any) -> Any:
        return jax.lax.fori_loop(0, rounds, lambda _, inner: jnp.tanh(inner), values)

    shape = jax.ShapeDtypeStruct((8,), jnp.float32)
    return {
        "unrolled": jax.jit(unrolled).lower(shape).as_text(),
        "kept": jax.jit(kept).lower(shape).as_text(),
    }


def _gradients(layers: int, again: str) -> dict[str, Any]:
    """Of a network of equal layers by its weights: what jax hands over, and what XLA leaves."""
    import jax  # pyright: ignore[reportMissingImports]
    import jax.numpy as jnp  # pyright: ignore[reportMissingImports]

    def layer(values: Any, weights: Any) -> Any:
        return jnp.tanh(values @ weights)

    each = jax.checkpoint(layer) if again == "layers" else layer

    def network(weights: Any, values: Any) -> Any:
        for weight in weights:
            values = each(values, weight)
        return (values**2).sum()

    whole = jax.checkpoint(network) if again == "all" else network
    weights = [jax.ShapeDtypeStruct((_SIDE, _SIDE), jnp.float32)] * layers
    values = jax.ShapeDtypeStruct((_ROWS, _SIDE), jnp.float32)
    lowered = jax.jit(jax.value_and_grad(whole)).lower(weights, values)
    compiled = lowered.compile()
    return {
        "stablehlo": lowered.as_text(),
        "hlo": compiled.as_text(),
        "temporary_bytes": compiled.memory_analysis().temp_size_in_bytes,
    }


def _exports() -> dict[str, Any]:
    """Two layers for three kinds of machine at once, and a product with rows that nobody counts."""
    import jax  # pyright: ignore[reportMissingImports]
    import jax.numpy as jnp  # pyright: ignore[reportMissingImports]
    from jax import export  # pyright: ignore[reportMissingImports]

    def two_layers(values: Any, first: Any, second: Any) -> Any:
        return jnp.maximum(values @ first, 0) @ second

    shapes = [
        jax.ShapeDtypeStruct(size, jnp.float32) for size in ((64, 256), (256, 1024), (1024, 256))
    ]
    ahead = export.export(jax.jit(two_layers), platforms=("cpu", "tpu", "cuda"))(*shapes)
    rows = jax.ShapeDtypeStruct(export.symbolic_shape("rows, 64"), jnp.float32)
    open_rows = export.export(jax.jit(lambda values: values @ values.T))(rows)
    return {
        "platforms": list(ahead.platforms),
        "open": open_rows.mlir_module(),
    }


if __name__ == "__main__":
    main()
