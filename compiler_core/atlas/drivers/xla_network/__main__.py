"""Asks jax for a network: its nodes in order, each an operator of ONNX under a scope of its own.

Runs in the atlas's own Python (`toolchain.atlas_job`), never imported by ours: JSON in, JSON out.
The files beside this one say how each operator is mapped. XLA leaves what it prints in the folder
where this starts, as XLA_FLAGS say, and `results.npy` has the elements of all outputs in a row.
Request: `inputs`, each a name with shape and type; `given`, arrays that it is run on, in the same
order, each with shape, type and base64; `constants`, the same with names; `nodes`, in order, each
with name, operator, reads ("" for what is left out), writes and attributes, as ONNX defines them
since operator set 13; `outputs`, names. Weights are handed over as inputs are, so that XLA does not
compute with them while it compiles.
"""

# jax is not in the environment that is checked, nor is this folder on its path.
# pyright: reportMissingImports=false

from __future__ import annotations

import json
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from node import Node, Unmapped
from operators import OPERATORS

SCOPE = "node."
KEPT, RESULTS = ".txt", "results.npy"


def main() -> None:
    """One request from standard input, one answer on standard output."""
    jax.config.update("jax_enable_x64", True)
    print(json.dumps(answer(json.load(sys.stdin))))


def answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        return {"version": jax.__version__, **compiled(request)}
    except Exception as error:  # noqa: BLE001 - whatever jax refuses is the answer
        said = str(error).strip() or "no reason given"
        return {"version": jax.__version__, "error": type(error).__name__, "said": said}


def compiled(request: dict[str, Any]) -> dict[str, Any]:
    constants = {constant["name"]: array_of(constant) for constant in request["constants"]}
    weights = {
        name: array
        for name, array in constants.items()
        if array.size > 1 and jnp.issubdtype(array.dtype, jnp.floating)
    }
    names = (*(tensor["name"] for tensor in request["inputs"]), *weights)
    given = (*map(array_of, request["given"]), *weights.values())

    def program(*arrays: Any) -> tuple[Any, ...]:
        return network(request, constants, constants | dict(zip(names, arrays, strict=True)))

    lowered = jax.jit(program, keep_unused=True).lower(*given)
    built = lowered.compile()
    leave(built(*given))
    counted = built.cost_analysis().get("flops", 0.0)
    return {"stablehlo": lowered.as_text(), "hlo": built.as_text(), "flops": counted}


def leave(results: Any) -> None:
    """Only so many files are taken along, so that those of the back end must not come first."""
    for file in Path().iterdir():
        if file.is_file() and file.suffix != KEPT:
            file.unlink()
    rows = [np.asarray(result).astype(np.float64).ravel() for result in results]
    np.save(RESULTS, np.concatenate(rows), allow_pickle=False)


def array_of(array: dict[str, Any]) -> np.ndarray:
    return np.frombuffer(b64decode(array["base64"]), array["type"]).reshape(array["shape"])


def network(
    request: dict[str, Any], known: dict[str, np.ndarray], values: dict[str, Any]
) -> tuple[Any, ...]:
    for number, node in enumerate(request["nodes"]):
        with jax.named_scope(f"{SCOPE}{number}"):
            made = run(node, Node(node, values, known))
        values.update(zip(node["writes"], made, strict=False))
    return tuple(jnp.asarray(values[name]) for name in request["outputs"])


def run(named: dict[str, Any], node: Node) -> tuple[Any, ...]:
    try:
        made = OPERATORS[named["operator"]](node)
    except Unmapped as error:
        raise Unmapped(f"{named['operator']} {named['name']}: {error}") from error
    return made if isinstance(made, tuple) else (made,)


if __name__ == "__main__":
    main()
