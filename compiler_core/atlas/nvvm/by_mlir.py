"""The first loop of the page on NVVM, written in MLIR: there it says what may become one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from compiler_core.atlas.nvvm.ptx import PtxProgram, read_ptx
from compiler_core.atlas.recorded import RecordedMoment
from compiler_core.atlas.records import SIDES, AtlasFact, MissingTool, RecordedPart
from compiler_core.atlas.texts import text_snapshot
from compiler_core.basis import Value
from compiler_core.content_files import CONTENT_FOLDER
from compiler_core.errors import InputError, ToolMissing
from compiler_core.toolchain.atlas_tools import MLIR_LIMITS, find_mlir, run_atlas_tool
from compiler_core.trace import Step

LOOP = "axpy"
_INPUT = CONTENT_FOLDER / "atlas" / "nvvm" / "inputs" / f"{LOOP}.mlir"
_APART, _FUSED = "from MLIR: multiplications and additions apart", "from MLIR: fused multiply-adds"
_PERMITTED = "from MLIR that permits it: fused multiply-adds"
BY_MLIR_FACTS = tuple(
    AtlasFact(name=name, unit="", basis="counted") for name in (_APART, _FUSED, _PERMITTED)
)
_NAMES = tuple(fact.name for fact in BY_MLIR_FACTS)
_ASSEMBLY = re.compile(r'assembly = "((?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\([0-9A-Fa-f]{2})")
_TITLE = "the same loop in MLIR, to PTX"
_LINES_KEPT = 200


@dataclass(frozen=True, slots=True)
class MlirPart:
    """What the page says of MLIR. recorded: the part of it that is not of now."""

    facts: Mapping[str, Value]
    steps: tuple[Step, ...]
    recorded: tuple[RecordedPart, ...] = ()


def by_mlir(chip: str, moment: Callable[[], RecordedMoment | None]) -> MlirPart:
    """moment: of the usual settings, asked for where MLIR is missing. Raises InputError where
    MLIR gives no PTX."""
    try:
        plain, permitted = (_ptx_of(chip, flags) for flags in ("", "fastmath<contract>"))
    except ToolMissing as missing:
        return _earlier(missing, moment())
    facts: dict[str, Value] = {
        _APART: plain.apart,
        _FUSED: plain.fused,
        _PERMITTED: permitted.fused,
    }
    return MlirPart(facts, (_step(plain),))


def _ptx_of(chip: str, flags: str) -> PtxProgram:
    tool = find_mlir("mlir-opt")
    pipeline = f"--gpu-lower-to-nvvm-pipeline=cubin-chip={chip} cubin-format=isa"
    files = ((_INPUT.name, _text(flags).encode()),)
    run = run_atlas_tool(tool, (_INPUT.name, pipeline), files, MLIR_LIMITS)
    written = _ASSEMBLY.search(run.output)
    if run.problem or written is None:
        said = run.diagnostics.strip().splitlines()[:1]
        raise InputError(run.problem or "MLIR gives no PTX.", said[0] if said else "")
    return read_ptx(_ESCAPED.sub(lambda code: chr(int(code[1], 16)), written[1]))


def _text(flags: str) -> str:
    return _INPUT.read_text("utf-8").replace("FLAGS", f"{flags} " if flags else "")


def _step(program: PtxProgram) -> Step:
    ptx = "\n".join(instruction.text for instruction in program.instructions)
    return Step(
        _TITLE,
        SIDES,
        True,
        text_snapshot("MLIR", _text(""), _LINES_KEPT),
        text_snapshot("PTX", ptx, _LINES_KEPT),
        metrics={"instructions": float(len(program.instructions))},
    )


def _earlier(missing: ToolMissing, moment: RecordedMoment | None) -> MlirPart:
    tool = MissingTool(missing.tool, missing.package, missing.command)
    why = f"{missing.message} {missing.advice}"
    if moment is None:
        return MlirPart({}, (), (RecordedPart(facts=_NAMES, says=why, missing=tool),))
    says = f"{why} What stands here of MLIR was recorded on {moment.recorded_on}."
    return MlirPart(
        {name: moment.finding.facts[name] for name in _NAMES if name in moment.finding.facts},
        tuple(step for step in moment.finding.steps if step.pass_name == _TITLE),
        (RecordedPart(facts=_NAMES, says=says, missing=tool),),
    )
