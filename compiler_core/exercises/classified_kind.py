"""What binds a loop on one core of a chip, named by whoever answers: issue, chain, lanes or memory.

The loop is run and counted; which of the four takes longest is modelled, as /soc/profile does.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from compiler_core.claims.case import Case
from compiler_core.claims.kinds.kind import Found
from compiler_core.content_files import ContentError, Rule, read_record
from compiler_core.errors import InputError
from compiler_core.exercises.values import choice_of
from compiler_core.host.running.experiment import Experiment

Bottleneck = Literal["issue", "chain", "lanes", "memory"]
BOTTLENECKS = get_args(Bottleneck)
ANSWER = "bottleneck"
_LONGEST = 1 << 18


@dataclass(frozen=True, slots=True)
class Classified:
    """soc, unit: whose core. n: of the run. bound: what must bind it besides, empty for
    anything."""

    soc: str
    unit: str
    n: int
    bound: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _ClassifiedEntry:
    soc: str
    unit: str | None = None
    n: Annotated[int, Rule(ge=1, le=_LONGEST)]
    is_: Bottleneck | None = None


def read_classified(location: str, value: Any) -> Classified:
    """Raises ContentError."""
    from compiler_core.soc.profiling.loops.binding import core_units
    from compiler_core.soc.reading import load_socs

    entry = read_record(location, value, _ClassifiedEntry)
    chips = {chip.name: chip for chip in load_socs()}
    soc = choice_of(f"{location}, soc", entry.soc, tuple(chips))
    try:
        units = [core_unit.name for core_unit in core_units(chips[soc])]
    except InputError as error:
        raise ContentError(f"{location}, soc: {error.message}", error.advice) from error
    unit = choice_of(f"{location}, unit", entry.unit or units[0], units)
    return Classified(soc, unit, entry.n, entry.is_ or "")


def describe_classified(wanted: Classified) -> str:
    """Without the answer: whoever reads it is to find it."""
    clause = ", and it is the one that the task asks for" if wanted.bound else ""
    return (
        f"what binds the loop at {wanted.n:,} elements on one core of {wanted.soc} is named"
        f"{clause}, modelled"
    )


def judge_classified(case: Case, wanted: Classified, answer: object) -> Found:
    """Of the loop under the setting of the case. A wrong answer is not told the right one. Raises
    InputError for a loop that cannot be measured, ToolMissing, Overloaded."""
    from compiler_core.soc.profiling.loops.binding import judged_loop
    from compiler_core.soc.profiling.loops.measured import measured_loop
    from compiler_core.soc.profiling.loops.program import LoopProgram
    from compiler_core.soc.reading import soc_named

    if answer not in BOTTLENECKS:
        return Found(False, f"nothing is named yet; choose one of {', '.join(BOTTLENECKS)}")
    setting = case.setting
    assert setting.sources is not None
    run = Experiment(function=setting.function, n=wanted.n, seed=case.seed)
    program = LoopProgram(setting.sources[0], case.compiler.name, setting.flags, run)
    judgement = judged_loop(soc_named(wanted.soc), wanted.unit, measured_loop(program))
    if answer != judgement.bound:
        said = next(time.said for time in judgement.times if time.bound == answer)
        return Found(False, f"{answer} is not what takes longest. {said}")
    if wanted.bound and judgement.bound != wanted.bound:
        return Found(
            False, f"named right, but the task asks for another bottleneck. {judgement.reason}"
        )
    return Found(True, f"{judgement.reason} Modelled.")
