"""Where pages of the atlas stand."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

from compiler_core.source import SourceFile

ATLAS = "/learn/atlas"
QUESTIONS = f"{ATLAS}/questions"


def atlas_address(page: str, settings: Mapping[str, str]) -> str:
    """settings: what differs from the usual."""
    query = f"?{urlencode(settings)}" if settings else ""
    return f"{ATLAS}/{page}{query}"


def ptx_address(source: SourceFile, function: str) -> str:
    """The page on NVVM with this function's loop as a kernel; empty if its shape allows none, or if
    the kernel is too long."""
    from compiler_core.atlas.nvvm.from_loop import kernel_of
    from compiler_core.atlas.nvvm.page import LONGEST_KERNEL, NVVM

    kernel = kernel_of(source, function)
    if not kernel or len(kernel.encode()) > LONGEST_KERNEL:
        return ""
    return atlas_address(NVVM.name, {"kernel": kernel})


def mlir_address(source: SourceFile, function: str) -> str:
    """The page on MLIR with this source as the reader's loop; empty if that page would refuse it,
    read another of its functions, or if it is too long for an address."""
    from compiler_core.atlas.mlir.from_loop.module import mlir_shape_allows
    from compiler_core.atlas.mlir.from_loop.page import LONGEST_IN_ADDRESS, MLIR_LOOP

    too_long = len(source.text.encode("utf-8", "replace")) > LONGEST_IN_ADDRESS
    if too_long or not mlir_shape_allows(source, function):
        return ""
    return atlas_address(MLIR_LOOP.name, {"source": source.text})


def triton_address(source: SourceFile, function: str) -> str:
    """The page on Triton with this source as the reader's loop; empty as of `mlir_address`."""
    from compiler_core.atlas.triton.from_loop.kernel import triton_shape_allows
    from compiler_core.atlas.triton.from_loop.page import LONGEST_IN_ADDRESS, TRITON_LOOP

    too_long = len(source.text.encode("utf-8", "replace")) > LONGEST_IN_ADDRESS
    if too_long or not triton_shape_allows(source, function):
        return ""
    return atlas_address(TRITON_LOOP.name, {"source": source.text})
