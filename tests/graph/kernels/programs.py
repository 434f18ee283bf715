"""Many kernels in one program: for the emulator, and for this computer in plain C."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import numpy as np

from compiler_core.graph.emission.vectors import VECTORS_FILE, native_flags, vectors_text
from compiler_core.graph.kernels.harness import (
    DATA_FILE,
    RESULT_FILE,
    HarnessCase,
    harness_data,
    harness_text,
    read_results,
)
from compiler_core.graph.kernels.registry import Tactic
from compiler_core.graph.records import KernelText
from compiler_core.graph.selection.cores import CORES, CoreProfile
from compiler_core.graph.selection.measure import results_of, run_cases
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.program import Program, Unit
from tests.graph.kernels.layers import Sample

_KERNELS_PER_PROGRAM = 12
_COUNTED = re.compile(r"for \(\w+ (\w+) = (\d+); \1 < (\d+);")
_WARNINGS = ("-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror")


def kernel_of(sample: Sample, tactic: Tactic, name: str) -> KernelText:
    return tactic.build(sample.layer.request(name))


def case_of(sample: Sample, kernel: KernelText) -> HarnessCase:
    return HarnessCase(
        kernel,
        sample.inputs,
        sample.operands,
        sample.expected.size,
        sample.expected.dtype.name if sample.expected.dtype == np.int8 else "float32",
    )


def run_natively(cases: tuple[HarnessCase, ...], directory: Path) -> list[np.ndarray]:
    """Compile for this computer, where only the plain C is left, and run."""
    return _run_here(cases, directory, ("-O0", "-ffp-contract=off"))


def run_in_vectors(cases: tuple[HarnessCase, ...], directory: Path) -> list[np.ndarray]:
    """The same with NEON's names in vectors of GCC, as `make native` builds kernels of floats."""
    (directory / VECTORS_FILE).write_text(vectors_text(), encoding="utf-8")
    flags = native_flags(harness_text(cases))
    assert flags
    return _run_here(cases, directory, ("-O2", *flags, "-include", VECTORS_FILE))


def _run_here(
    cases: tuple[HarnessCase, ...], directory: Path, flags: tuple[str, ...]
) -> list[np.ndarray]:
    source = directory / "kernels.c"
    source.write_text(harness_text(cases), encoding="utf-8")
    (directory / DATA_FILE).write_bytes(harness_data(cases))
    command = ["gcc", "-std=c11", *_WARNINGS, *flags, "kernels.c", "-o", "kernels", "-lm"]
    subprocess.run(command, cwd=directory, check=True, timeout=200)
    subprocess.run([directory / "kernels"], cwd=directory, check=True, timeout=100)
    return read_results(cases, (directory / RESULT_FILE).read_bytes())


def run_emulated(
    cases: tuple[HarnessCase, ...], level: str = "-O0", core: CoreProfile = CORES[-1]
) -> list[np.ndarray]:
    """Compile for the core, a few kernels at a time, and run on its emulator."""
    results: list[np.ndarray] = []
    for start in range(0, len(cases), _KERNELS_PER_PROGRAM):
        part = cases[start : start + _KERNELS_PER_PROGRAM]
        results += results_of(part, run_cases(part, built(part, level, core), core))
    return results


def built(cases: tuple[HarnessCase, ...], level: str, core: CoreProfile) -> Program:
    """Compiled at this level: -O0 takes half of the time and rounds the same. No loop of a kernel
    may be one that runs no round: gcc takes its body for one that never ends well."""
    flags = ("-std=c11", level, "-ffp-contract=off", *_WARNINGS, *core.flags)
    text = harness_text(cases)
    assert not [loop[0] for loop in _COUNTED.finditer(text) if int(loop[2]) >= int(loop[3])]
    unit = Unit(SourceFile("kernels.c", text), flags)
    program = build_program((unit,), find_compiler("gcc"))
    assert program.ok, f"{program.message}\n{program.diagnostics[:2000]}"
    return program
