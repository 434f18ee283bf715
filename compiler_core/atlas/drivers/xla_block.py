"""Asks jax for RMSNorm and a product of matrices, each operator under a name of its own.

Runs in the atlas's own Python (`toolchain.atlas_job`), never imported by ours: JSON in, JSON out.
Request: `rows`, `width`, `columns`, `gain` (whether there is one), `epsilon`, `seed`, `run`.
Answer: `version` and `hlo`, as compiled. With `run` it leaves `result.npy`, of numbers drawn from
the seed.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from typing import Any

# jax is not in the environment that is checked.
# pyright: reportMissingImports=false


def main() -> None:
    """One request from standard input, one answer on standard output."""
    request = json.load(sys.stdin)
    os.environ.update(XLA_FLAGS="--xla_cpu_multi_thread_eigen=false", JAX_PLATFORMS="cpu")
    print(json.dumps(_answer(request)))


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    import jax

    try:
        return {"version": jax.__version__, "hlo": _compiled(request)}
    except Exception as error:  # noqa: BLE001 - whatever jax refuses is the answer
        said = str(error).strip() or "no reason given"
        return {"version": jax.__version__, "error": type(error).__name__, "said": said}


def _compiled(request: dict[str, Any]) -> str:
    import jax
    import jax.numpy as jnp

    rows, width, columns = request["rows"], request["width"], request["columns"]
    gain = [(width,)] if request["gain"] else []
    shapes = [(rows, width), *gain, (width, columns)]
    compiled = (
        jax.jit(_block(request["epsilon"]))
        .lower(*(jax.ShapeDtypeStruct(shape, jnp.float32) for shape in shapes))
        .compile()
    )
    if request["run"]:
        _leave(compiled, shapes, request["seed"])
    return compiled.as_text()


def _block(epsilon: float) -> Callable[..., Any]:
    import jax
    import jax.numpy as jnp

    def block(values: Any, *others: Any) -> Any:
        *gains, weights = others
        with jax.named_scope("square"):
            square = values * values
        with jax.named_scope("mean"):
            mean = jnp.mean(square, axis=-1, keepdims=True)
        with jax.named_scope("shifted"):
            shifted = mean + epsilon
        with jax.named_scope("root"):
            root = jnp.sqrt(shifted)
        scaled = values
        for gain in gains:
            with jax.named_scope("scaled"):
                scaled = values * gain
        with jax.named_scope("normed"):
            normed = scaled / root
        with jax.named_scope("product"):
            return normed @ weights

    return block


def _leave(compiled: Any, shapes: list[tuple[int, ...]], seed: int) -> None:
    import numpy as np

    generator = np.random.default_rng(seed)
    arrays = [generator.uniform(-1, 1, shape).astype(np.float32) for shape in shapes]
    np.save("result.npy", np.asarray(compiled(*arrays)), allow_pickle=False)


if __name__ == "__main__":
    main()
