"""A kernel may write its result over the residual it adds: each element is read, then written."""

from __future__ import annotations

import re

import numpy as np
import pytest

from compiler_core.graph.kernels.harness import harness_text
from compiler_core.graph.kernels.registry import find_tactic
from compiler_core.graph.records import ConvolutionShape
from compiler_core.graph.selection.cores import CORES
from compiler_core.graph.selection.measure import results_of, run_cases
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import build_program
from compiler_core.toolchain.discovery import find_compiler
from compiler_core.toolchain.program import Unit
from tests.graph.kernels.layers import difference, in_float, in_planes, sample_of, shape_of
from tests.graph.kernels.programs import case_of, kernel_of

pytestmark = pytest.mark.usefixtures("emulator")

_BORDER = (1, 1, 1, 1)
_SPATIAL = shape_of(9, 22, (7, 7), (3, 3), pads=_BORDER)
_DEPTHWISE = shape_of(21, 21, (7, 7), (3, 3), pads=_BORDER, groups=21)
LAYERS: dict[str, ConvolutionShape] = {
    "gemm-sdot": shape_of(9, 22, (7, 7)),
    "direct-smmla": _SPATIAL,
    "im2col-smlal": _SPATIAL,
    "depthwise-sdot": _DEPTHWISE,
    "depthwise-smlal": _DEPTHWISE,
    "winograd": in_float(_SPATIAL),
    "planes": in_planes(_SPATIAL),
}
_CALL = re.compile(r"kernel(_\d+)\(input, output, operand_0")


def in_place(text: str) -> str:
    """The same program with the operand's memory as the output's."""
    shared = _CALL.sub(r"kernel\1(input, (void *)operand_0, operand_0", text)
    return shared.replace("fwrite(output, ", "fwrite(operand_0, ")


@pytest.mark.parametrize("level", ["-O0", "-O3"])
def test_the_residual_may_be_overwritten(level: str) -> None:
    samples = [sample_of(shape, 2, residual=True) for shape in LAYERS.values()]
    cases = tuple(
        case_of(sample, kernel_of(sample, find_tactic(name), f"kernel_{number}"))
        for number, (name, sample) in enumerate(zip(LAYERS, samples, strict=True))
    )
    text, core = in_place(harness_text(cases)), CORES[-1]
    assert text.count("(void *)operand_0") == len(LAYERS)
    flags = ("-std=c11", level, "-ffp-contract=off", *core.flags)
    program = build_program((Unit(SourceFile("shared.c", text), flags),), find_compiler("gcc"))
    assert program.ok, program.diagnostics[:1000]
    results = results_of(cases, run_cases(cases, program, core))
    for name, sample, result in zip(LAYERS, samples, results, strict=True):
        assert difference(sample, result) <= (0 if result.dtype == np.int8 else 1e-5), name
