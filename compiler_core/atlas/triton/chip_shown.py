"""The chip's own code on the page on Triton: of now, or of the recorded moment without ptxas."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from compiler_core.atlas.nvvm.ptx import PtxProgram
from compiler_core.atlas.recorded import RecordedMoment
from compiler_core.atlas.records import AtlasFact, MissingTool, RecordedPart
from compiler_core.atlas.sass.page import chip_step
from compiler_core.atlas.triton.chip import ChipCode
from compiler_core.basis import Value
from compiler_core.errors import ToolMissing
from compiler_core.trace import Step

INSTRUCTIONS, REGISTERS = "instructions of the chip", "registers of a thread"
_WIDE = "loads of the chip with 16 bytes"
CHIP_FACTS = (
    AtlasFact(name=INSTRUCTIONS, unit="", basis="counted"),
    AtlasFact(name=_WIDE, unit="", basis="counted"),
    AtlasFact(name=REGISTERS, unit="", basis="counted"),
)
_SASS = "PTX to SASS"


@dataclass(frozen=True, slots=True)
class ChipPart:
    """What the page says of the chip's code. recorded: the part of it that is not of now."""

    facts: Mapping[str, Value]
    steps: tuple[Step, ...]
    recorded: tuple[RecordedPart, ...] = ()


def chip_part(ptx: PtxProgram, chip: ChipCode, name: str) -> ChipPart:
    """Of now. name: of the chip."""
    loads = [instruction.name for instruction in chip.code if instruction.name.startswith("LDG")]
    facts: dict[str, Value] = {
        INSTRUCTIONS: len(chip.code),
        _WIDE: sum(load.endswith(".128") for load in loads),
        REGISTERS: chip.use.registers,
    }
    return ChipPart(facts, (chip_step(ptx, chip.code, f"{name}, by ptxas {chip.version}"),))


def chip_part_without(missing: ToolMissing, moment: RecordedMoment | None, erf: bool) -> ChipPart:
    """moment: of these settings; where there is none, no fact of the chip is told. erf: whether an
    error function of ours is in the PTX."""
    names = tuple(fact.name for fact in CHIP_FACTS)
    notice = f"{missing.message} {missing.advice} Triton comes as far as PTX without it"
    notice += ", with an error function (erf) of ours" if erf else ""
    recorded = f"recorded on {moment.recorded_on}" if moment else ""
    known = f"was {recorded}, with NVIDIA's" if moment else "is not known under these settings"
    part = RecordedPart(
        facts=names,
        says=f"{notice}; the chip's own code {known}.",
        missing=MissingTool(missing.tool, missing.package, missing.command),
    )
    if moment is None:
        return ChipPart({}, (), (part,))
    steps = tuple(
        replace(step, pass_name=f"{step.pass_name} ({recorded})")
        for step in moment.finding.steps
        if step.pass_name.startswith(_SASS)
    )
    return ChipPart({name: moment.finding.facts[name] for name in names}, steps, (part,))
