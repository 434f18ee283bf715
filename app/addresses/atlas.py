"""Where pages of the atlas stand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from urllib.parse import urlencode

from compiler_core.source import SourceFile

ATLAS = "/learn/atlas"
QUESTIONS = f"{ATLAS}/questions"


def atlas_address(page: str, settings: Mapping[str, str]) -> str:
    """settings: what differs from the usual."""
    query = f"?{urlencode(settings)}" if settings else ""
    return f"{ATLAS}/{page}{query}"


def events_address(page: str, settings: Mapping[str, str]) -> str:
    """Where it is told how far an answer of this page is."""
    return atlas_address(f"{page}/events", settings)


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
    """The page on MLIR with this source as the reader's loop; empty as of `_own_loop_address`."""
    from compiler_core.atlas.mlir.from_loop.module import module_of
    from compiler_core.atlas.mlir.from_loop.page import MLIR_LOOP

    return _own_loop_address(MLIR_LOOP.name, module_of, source, function)


def triton_address(source: SourceFile, function: str) -> str:
    """The page on Triton, likewise."""
    from compiler_core.atlas.triton.from_loop.kernel import kernel_of
    from compiler_core.atlas.triton.from_loop.page import TRITON_LOOP

    return _own_loop_address(TRITON_LOOP.name, kernel_of, source, function)


def _own_loop_address(
    page: str, translate: Callable[[SourceFile, str], object], source: SourceFile, function: str
) -> str:
    """Of the whole file where the page takes this function of it, else of the function alone. Empty
    if the page would refuse it, or if it is too long for an address."""
    from compiler_core.atlas.own_loop.alone import function_alone
    from compiler_core.atlas.own_loop.asked import LONGEST_IN_ADDRESS, fits, is_taken

    def is_short(text: SourceFile) -> bool:
        return len(text.text.encode("utf-8", "replace")) <= LONGEST_IN_ADDRESS

    sent = source
    if not is_short(source) or not is_taken(source, function):
        sent = function_alone(source, function)
    if not is_short(sent) or not fits(translate, sent, function):
        return ""
    return atlas_address(page, {"source": sent.text})
