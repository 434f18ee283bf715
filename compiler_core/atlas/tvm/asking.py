"""Asking TVM: a graph's kinds and kernels, and the product under two schedules."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from compiler_core.atlas.tvm.graphs import OperatorGraph, graph_named
from compiler_core.atlas.tvm.schedule import TensorDirective
from compiler_core.errors import InputError
from compiler_core.toolchain.atlas_job import DriverAnswer, run_driver
from compiler_core.toolchain.atlas_tools import find_wheels

TARGET: Mapping[str, object] = {"kind": "llvm", "mtriple": "aarch64-linux-gnu", "mattr": ["+neon"]}
_TOOL, _DRIVER = "tvm", "tvm_kernels"
WALL_SECONDS = 60.0
_LONGEST_SAID = 300
_ADVICE = (
    "Take fewer rounds to unroll, or a smaller product.",
    "Take a directive away and try again.",
)
Schedule = tuple[TensorDirective, ...]


class _Scheduled(msgspec.Struct, frozen=True):
    programs: tuple[str, ...]
    refusal: str


class _Said(msgspec.Struct, frozen=True):
    kinds: tuple[tuple[str, int], ...]
    kernels: tuple[tuple[str, ...], ...]
    schedules: tuple[_Scheduled, ...]


class ScheduledProduct(msgspec.Struct, frozen=True, kw_only=True):
    """The product under one schedule."""

    programs: tuple[str, ...]
    """TVM's at the start, and behind each directive that it took."""
    refusal: str
    """What it says to the next one; "" where it took them all."""
    assembly: str
    """What TVM compiles the last program to, for AArch64; empty where a directive was refused."""


class TvmRun(msgspec.Struct, frozen=True, kw_only=True):
    """TVM's answer."""

    version: str
    kinds: Mapping[str, int]
    """TVM's number for each operator."""
    kernels: tuple[tuple[str, ...], ...]
    kernels_text: str
    products: tuple[ScheduledProduct, ...]
    """One for each schedule."""


def ask_tvm(
    graph: str,
    sizes: tuple[tuple[str, int], ...],
    most: int,
    size: int,
    schedules: tuple[Schedule, ...],
) -> TvmRun:
    """graph: "" for none; most: operators in a kernel; size: of the square product.

    Raises InputError for a crash and a limit; ToolMissing.
    """
    return _asked(graph, sizes, most, size, schedules, find_wheels(_TOOL).version)


@lru_cache(maxsize=16)
def _asked(
    graph: str,
    sizes: tuple[tuple[str, int], ...],
    most: int,
    size: int,
    schedules: tuple[Schedule, ...],
    version: str,
) -> TvmRun:
    request = {
        "graph": graph_request(graph_named(graph), dict(sizes)) if graph else None,
        "most": most, "size": size,
        "target": TARGET, "schedules": [list(map(_directive, schedule)) for schedule in schedules],
    }  # fmt: skip
    answer = run_driver(_TOOL, _DRIVER, request, wall_seconds=WALL_SECONDS)
    said = _said(answer, version)
    texts = {name: content.decode("utf-8", "replace") for name, content in answer.files.items()}
    return TvmRun(
        version=version,
        kinds=dict(said.kinds),
        kernels=said.kernels,
        kernels_text=texts.get("kernels.txt", ""),
        products=tuple(
            ScheduledProduct(
                programs=scheduled.programs,
                refusal=scheduled.refusal,
                assembly=texts.get(f"{number}.s", ""),
            )
            for number, scheduled in enumerate(said.schedules)
        ),
    )


def graph_request(graph: OperatorGraph, sizes: Mapping[str, int]) -> dict[str, object]:
    """As the driver reads it."""
    return {
        "inputs": [{"name": name, "shape": shape} for name, shape in graph.shapes(sizes).items()],
        "nodes": [
            {"name": operator.name, "operator": operator.operator, "reads": operator.reads}
            for operator in graph.operators
        ],
        "outputs": graph.outputs,
    }


def _directive(directive: TensorDirective) -> dict[str, object]:
    return {
        "primitive": directive.primitive, "loops": directive.loops, "made": directive.made,
        "factor": directive.factor,
    }  # fmt: skip


def _said(answer: DriverAnswer, version: str) -> _Said:
    check_end(answer, version)
    try:
        return msgspec.convert(answer.answer, _Said)
    except msgspec.ValidationError as error:
        raise InputError("The driver's answer cannot be read.", str(error)) from error


def check_end(
    answer: DriverAnswer,
    version: str,
    seconds: float = WALL_SECONDS,
    advice: tuple[str, str] = _ADVICE,
) -> None:
    """advice: for what takes too long, and for a crash. Raises InputError for either."""
    if answer.timed_out:
        raise InputError(
            f"TVM {version} did not finish within {seconds:.0f} s and was stopped.", advice[0]
        )
    if answer.status or not answer.answer:
        last = (answer.errors.strip().splitlines() or [""])[-1][:_LONGEST_SAID]
        raise InputError(
            f"TVM {version} itself crashed (status {answer.status}). {last}".strip(),
            advice[1],
        )
