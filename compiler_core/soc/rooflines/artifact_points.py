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
from compiler_core.soc.rooflines.program_code import code_of_kernel, code_of_product
from compiler_core.soc.rooflines.program_times import ProgramKernel
from compiler_core.soc.rooflines.roofline import Point

_OPERATIONS_OF_WEIGHT = 2
_AGAIN = "Compile the model again, or give the model itself."


def is_artifact(path: Path) -> bool:
    """Whether this is a directory that a compiler of ours wrote."""
    return (path / MANIFEST).is_file()


def artifact_kernels(directory: Path) -> tuple[ProgramKernel, ...]:
    """One for each kernel of a bundle, or for each product of an engine.

    Raises InputError for one that is incomplete, was changed, or is of an older form.
    """
    if (directory / PROGRAM_FILE).is_file():
        return engine_kernels(read_engine(directory))
    kernels = tuple(
        ProgramKernel(Point(kernel.group, kernel.operations, kernel.bytes), code_of_kernel(kernel))
        for kernel in read_artifact(directory).manifest.kernels
        if kernel.operations
    )
    if not kernels:
        raise InputError(f"{directory} does not say what its kernels compute.", _AGAIN)
    return kernels


def engine_kernels(build: EngineBuild) -> tuple[ProgramKernel, ...]:
    """Of a decoded token, and of one batch of a prompt. Raises InputError without any product."""
    kernels = tuple(
        _product(build, kernel, build.batch if kernel.phase == "prefill" else 1)
        for kernel in build.kernels
        if kernel.role == "product" and kernel.type
    )
    if not kernels:
        raise InputError("This engine has no products.", _AGAIN)
    return kernels


def _product(build: EngineBuild, kernel: EngineKernel, tokens: int) -> ProgramKernel:
    """Weights that a token takes, read once for all tokens."""
    kind = type_named(kernel.type)
    weights = kernel.bytes_per_token / kind.block_bytes * kind.block_elements
    made = _OPERATIONS_OF_WEIGHT * weights * tokens
    point = Point(kernel.function, made, kernel.bytes_per_token)
    code = code_of_product(build, kernel)
    return ProgramKernel(point, code, weights if code.precision == "int8" else 0.0)
