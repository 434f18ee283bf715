"""The nest in MLIR, around operations of the dialect `arm_neon`: lowered, compiled by Clang, run.

Both programs run beside the scalar one, in one executable and on the same bytes; the instruction is
looked for in the assembly of each.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from compiler_core.atlas.counted_program import CountedProgram, CountedRun, run_counted
from compiler_core.atlas.mlir.lowering import run_options, to_assembly, to_llvm
from compiler_core.atlas.recorded import RecordedMoment
from compiler_core.atlas.records import SIDES, AtlasFact, MissingTool, RecordedPart
from compiler_core.atlas.tensorise.emission import FUNCTION, plain_text, tensor_text
from compiler_core.atlas.tensorise.matching import INTRINSICS, Intrinsic, Match
from compiler_core.atlas.tensorise.nest import Nest
from compiler_core.atlas.texts import text_snapshot
from compiler_core.basis import Value
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import ToolMissing
from compiler_core.source import SourceFile
from compiler_core.toolchain.build import Unit
from compiler_core.trace import Step

INPUTS = CONTENT_FOLDER / "atlas" / "tensorise" / "inputs"
_PASSES = (
    "--convert-scf-to-cf",
    "--convert-vector-to-llvm",
    "--convert-arith-to-llvm",
    "--finalize-memref-to-llvm",
    "--convert-cf-to-llvm",
    "--convert-func-to-llvm=use-bare-ptr-memref-call-conv",
    "--reconcile-unrealized-casts",
)
EXTENT = 64
"""Rows, columns and depth of the programs."""
_RESULT_BYTES = EXTENT * EXTENT * 4
_LINES_KEPT = 160
_SEED = 9
_DRIVER = """#include <stdint.h>
#include <stdio.h>
typedef void counted({parameters});
extern counted {names};
static counted *const volatile products[] = {{ {names} }};
static int8_t factors[2][{extent} * {extent}];
static int32_t results[{count}][{extent} * {extent}];

int main(void)
{{
    FILE *given = fopen("factors.bin", "rb"), *left = fopen("results.bin", "wb");
    if (!given || !left || fread(factors, sizeof factors, 1, given) != 1) return 1;
    for (int at = 0; at < {count}; at++)
        products[at](results[at], factors[0], factors[1]);
    return fwrite(results, sizeof results, 1, left) != 1 || fclose(left);
}}
"""


def _instructions(intrinsic: Intrinsic) -> str:
    return f"instructions, {intrinsic.name} by MLIR"


def _from_c(intrinsic: Intrinsic) -> str:
    return f"instructions, {intrinsic.name} in C by the same Clang"


def _written(intrinsic: Intrinsic) -> str:
    return f"{intrinsic.name} in what MLIR and Clang write"


def _same(intrinsic: Intrinsic) -> str:
    return f"the scalar bytes, {intrinsic.name} by MLIR"


BY_MLIR_FACTS = tuple(
    AtlasFact(name=name(operation), unit="", basis="counted")
    for operation in INTRINSICS.values()
    for name in (_instructions, _from_c, _written, _same)
)
_NAMES = tuple(fact.name for fact in BY_MLIR_FACTS)


@dataclass(frozen=True, slots=True)
class MlirPart:
    """What the page says of MLIR. recorded: the part of it that is not of now."""

    facts: Mapping[str, Value]
    steps: tuple[Step, ...]
    recorded: tuple[RecordedPart, ...] = ()


@dataclass(frozen=True, slots=True)
class _Compiled:
    """c: the same around the same instruction, in C."""

    intrinsic: Intrinsic
    c: str
    mlir: str
    assembly: str

    @property
    def symbol(self) -> str:
        return f"by_{self.intrinsic.name.lower()}"

    @property
    def symbol_of_c(self) -> str:
        return f"in_c_{self.intrinsic.name.lower()}"

    @property
    def written(self) -> int:
        """How often the instruction stands in the assembly."""
        return len(re.findall(rf"^\s+{self.intrinsic.name.lower()}\s", self.assembly, re.MULTILINE))


def by_mlir(nest: Nest, roles: Match, moment: Callable[[], RecordedMoment | None]) -> MlirPart:
    """nest: of EXTENT in each loop, as the programs are. moment: asked for where MLIR is missing.
    Raises InputError where there is no program."""
    try:
        compiled = tuple(
            _compiled(operation, tensor_text(nest, roles, operation))
            for operation in INTRINSICS.values()
        )
        run = _run(plain_text(nest, roles), compiled)
    except ToolMissing as missing:
        return _earlier(missing, moment())
    results = [run.left[at : at + _RESULT_BYTES] for at in range(0, len(run.left), _RESULT_BYTES)]
    facts: dict[str, Value] = {}
    for at, program in enumerate(compiled):
        facts |= {
            _instructions(program.intrinsic): run.of[program.symbol].executions,
            _from_c(program.intrinsic): run.of[program.symbol_of_c].executions,
            _written(program.intrinsic): program.written,
            _same(program.intrinsic): set(results[1 + 2 * at :][:2]) == {results[0]},
        }
    return MlirPart(facts, tuple(map(_step, compiled)))


def _march(*intrinsics: Intrinsic) -> str:
    return "+".join(("-march=armv8.2-a", *(intrinsic.feature for intrinsic in intrinsics)))


def _compiled(intrinsic: Intrinsic, c: str) -> _Compiled:
    text = (INPUTS / f"{intrinsic.name.lower()}.mlir").read_text("utf-8")
    lowered = run_options(text, _PASSES).output
    assembly = to_assembly(to_llvm(lowered), march=_march(intrinsic))
    return _Compiled(intrinsic, c, text, assembly)


def _run(plain: str, compiled: tuple[_Compiled, ...]) -> CountedRun:
    """The scalar nest first, then of each instruction what MLIR and what C made."""
    names = (FUNCTION, *(name for pair in compiled for name in (pair.symbol, pair.symbol_of_c)))
    driver = _DRIVER.format(
        parameters="int32_t *, const int8_t *, const int8_t *",
        names=", ".join(names),
        extent=EXTENT,
        count=len(names),
    )
    march = _march(*INTRINSICS.values())
    return run_counted(
        CountedProgram(
            units=(
                Unit(
                    SourceFile("scalar.c", plain), ("-O2", "-fno-vectorize", "-fno-slp-vectorize")
                ),
                Unit(SourceFile("driver.c", driver), ("-O1",)),
                *(
                    unit
                    for kernel in compiled
                    for unit in (
                        Unit(SourceFile(f"{kernel.symbol}.s", kernel.assembly), (march,)),
                        Unit(
                            SourceFile(f"{kernel.symbol_of_c}.c", kernel.c),
                            ("-O2",),
                            (march, f"-D{FUNCTION}={kernel.symbol_of_c}"),
                        ),
                    )
                ),
            ),
            functions=names,
            files=(("factors.bin", Random(_SEED).randbytes(2 * EXTENT * EXTENT)),),
            leaves=("results.bin", len(names) * _RESULT_BYTES),
        )
    )


def _title(intrinsic: Intrinsic) -> str:
    return f"the nest in MLIR, around {intrinsic.name}, and what Clang makes of it"


def _step(program: _Compiled) -> Step:
    return Step(
        _title(program.intrinsic),
        SIDES,
        True,
        text_snapshot("MLIR", program.mlir, _LINES_KEPT),
        text_snapshot("AArch64", program.assembly, _LINES_KEPT),
        metrics={f"{program.intrinsic.name} in the listing": float(program.written)},
    )


def _earlier(missing: ToolMissing, moment: RecordedMoment | None) -> MlirPart:
    tool = MissingTool(missing.tool, missing.package, missing.command)
    why = f"{missing.message} {missing.advice}"
    if moment is None:
        return MlirPart({}, (), (RecordedPart(facts=_NAMES, says=why, missing=tool),))
    titles = {_title(intrinsic) for intrinsic in INTRINSICS.values()}
    says = f"{why} What stands here of MLIR was recorded on {moment.recorded_on}."
    return MlirPart(
        {name: moment.finding.facts[name] for name in _NAMES if name in moment.finding.facts},
        tuple(step for step in moment.finding.steps if step.pass_name in titles),
        (RecordedPart(facts=_NAMES, says=says, missing=tool),),
    )
