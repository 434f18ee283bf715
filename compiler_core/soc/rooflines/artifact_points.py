"""Points of a roofline from a compiled bundle or engine: its manifest says what its kernels do.

Bytes are those of the compiled program, in its own types. Of an engine, products alone are points:
a decoded token multiplies each of its weights once, prefill once for each token of a batch.
"""

from __future__ import annotations

from pathlib import Path

from compiler_core.errors import InputError
from compiler_core.graph.artifact import MANIFEST, read_artifact
from compiler_core.llm.engine.manifest import read_engine
from compiler_core.llm.engine.records import EngineBuild, EngineKernel
from compiler_core.llm.engine.surroundings import PROGRAM_FILE
from compiler_core.llm.reading.ggml_types import type_named
from compiler_core.soc.rooflines.roofline import Point

_OPERATIONS_OF_WEIGHT = 2
_AGAIN = "Compile the model again, or give the model itself."


def is_artifact(path: Path) -> bool:
    """Whether this is a directory that a compiler of ours wrote."""
    return (path / MANIFEST).is_file()


def artifact_points(directory: Path) -> tuple[Point, ...]:
    """One for each kernel of a bundle, or for each product of an engine.

    Raises InputError for one that is incomplete, was changed, or is of an older form.
    """
    if (directory / PROGRAM_FILE).is_file():
        return engine_points(read_engine(directory))
    kernels = read_artifact(directory).manifest.kernels
    points = tuple(Point(one.group, one.operations, one.bytes) for one in kernels if one.operations)
    if not points:
        raise InputError(f"{directory} does not say what its kernels compute.", _AGAIN)
    return points


def engine_points(build: EngineBuild) -> tuple[Point, ...]:
    """Of a decoded token, and of one batch of a prompt. Raises InputError without any product."""
    points = tuple(
        _product(one, build.batch if one.phase == "prefill" else 1)
        for one in build.kernels
        if one.role == "product" and one.type
    )
    if not points:
        raise InputError("This engine has no products.", _AGAIN)
    return points


def _product(kernel: EngineKernel, tokens: int) -> Point:
    """Weights that a token takes, read once for all tokens."""
    kind = type_named(kernel.type)
    weights = kernel.bytes_per_token / kind.block_bytes * kind.block_elements
    return Point(kernel.function, _OPERATIONS_OF_WEIGHT * weights * tokens, kernel.bytes_per_token)
