"""Many kernels in one program: for the emulator, and for this computer in plain C."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np

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
from tests.graph.kernels.layers import Sample

_WARNINGS = ("-Wall", "-Wextra", "-Wno-unused-parameter", "-Werror")


def kernel_of(sample: Sample, tactic: Tactic, name: str) -> KernelText:
    return tactic.build(sample.layer.request(name))


def case_of(sample: Sample, kernel: KernelText) -> HarnessCase:
    return HarnessCase(
        kernel, sample.inputs, sample.operands, sample.expected.size, sample.expected.dtype.name
        if sample.expected.dtype == np.int8 else "float32",
    )  # fmt: skip


def run_natively(cases: tuple[HarnessCase, ...], directory: Path) -> list[np.ndarray]:
    """Compile for this computer, where only the plain C is left, and run."""
    source = directory / "kernels.c"
    source.write_text(harness_text(cases), encoding="utf-8")
    (directory / DATA_FILE).write_bytes(harness_data(cases))
    flags = ("-std=c11", "-O1", "-ffp-contract=off", *_WARNINGS)
    command = ["gcc", *flags, "kernels.c", "-o", "kernels", "-lm"]
    subprocess.run(command, cwd=directory, check=True, timeout=200)
    subprocess.run([directory / "kernels"], cwd=directory, check=True, timeout=100)
    return read_results(cases, (directory / RESULT_FILE).read_bytes())
