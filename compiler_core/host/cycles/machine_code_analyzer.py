"""LLVM's machine code analyzer (llvm-mca): ask it about one loop, and read what it answers.

Two runs: its JSON has everything but the account of what the simulated core waited for, which it
prints as text only. Form of both: "llvm-mca - LLVM Machine Code Analyzer", LLVM 19 documentation.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from compiler_core.host.cycles.bottleneck import Bottleneck, parse_bottleneck
from compiler_core.host.cycles.loop_code import LoopCode
from compiler_core.host.cycles.record import ResourceUse, TimelineEntry
from compiler_core.host.cycles.scheduling_models import SchedulingModel, llvm_model
from compiler_core.toolchain.analysers import Analyser, AnalyserRun, run_llvm_mca

ITERATIONS = 100
TIMELINE_ITERATIONS = 4
_FIRST_LINE = 2
_SKIP = "-skip-unsupported-instructions=any"
_FIGURES = ("--json", "-timeline", "-timeline-max-cycles=0")
# A timeline of more instructions than this is no picture any more.
_LONGEST_TIMELINE = 400
_WAITS = ("-bottleneck-analysis", "-instruction-info=0", "-resource-pressure=0")
# Extensions the code may use beyond what the chosen core has. The second is for `b.any` and its
# like, which the assembler admits only by name of the extension.
_ALL_EXTENSIONS = "-mattr=+all,+sve"
_PARSE_ERROR = re.compile(r"^loop\.s:(\d+):\d+: error: (.*)$", re.MULTILINE)
_NEEDS_EXTENSION = re.compile(r"instruction requires|invalid condition code")
_NO_MODEL = "unable to find instruction-level scheduling information"
_NO_CPU = "is not a recognized processor"
_SKIPPED = "found an unsupported instruction"


@dataclass(frozen=True, slots=True)
class AnalyzedInstruction:
    """One instruction that the model knows: index in the loop's code, and what it costs."""

    index: int
    latency: float
    micro_ops: int
    pressure: dict[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """llvm-mca's answer. message says why there is none, and then nothing else counts."""

    message: str
    """Why there is no answer, in a sentence; empty where there is one."""
    model: SchedulingModel | None = None
    """The scheduling model of the core; None without an answer."""
    unknown: tuple[int, ...] = ()
    """Indexes of instructions it skipped."""
    foreign: bool = False
    """True if the code uses extensions the chosen core does not have."""
    iterations: int = ITERATIONS
    """How many iterations of the loop were simulated."""
    cycles: int = 0
    """What all simulated iterations took together."""
    dispatch_width: int = 0
    """Operations that the core takes in per cycle at most."""
    instructions_per_cycle: float = 0.0
    """Over all simulated iterations, unknown instructions left out."""
    micro_ops: float = 0.0
    """Operations that one iteration is split into."""
    throughput_bound: float = 0.0
    """Cycles that one iteration needs at least if it waits for no result."""
    resources: tuple[ResourceUse, ...] = ()
    """The core's units in the model's order, idle ones too."""
    instructions: tuple[AnalyzedInstruction, ...] = ()
    """Those that the model knows, in order of the code."""
    timeline: tuple[TimelineEntry, ...] = ()
    """The first iterations, each instruction's way through the core."""
    bottleneck: Bottleneck | None = None
    """What the loop waited for; None where llvm-mca did not tell."""


def marked(code: LoopCode) -> str:
    """The loop between llvm-mca's marks."""
    lines = [f"\t{instruction.text}" for instruction in code.instructions]
    return "\n".join(("# LLVM-MCA-BEGIN loop", *lines, "# LLVM-MCA-END loop", ""))


def analyze(analyser: Analyser, code: LoopCode, cpu: str) -> Analysis:
    """Simulate 100 iterations of the loop on this core. Raises Overloaded and JailBroken."""
    assembly = marked(code)
    options = (f"-mcpu={cpu}", _SKIP)
    figures = (*_FIGURES, f"-timeline-max-iterations={_timeline_iterations(code)}")
    run = run_llvm_mca(analyser, assembly, (*options, *figures))
    foreign = bool(_NEEDS_EXTENSION.search(run.diagnostics))
    if foreign:
        options = (*options, _ALL_EXTENSIONS)
        run = run_llvm_mca(analyser, assembly, (*options, *figures))
    message = _refusal(run, cpu)
    if message:
        return Analysis(message=message)
    unknown = _unknown(analyser, code, options, run)
    known = [index for index in range(len(code.instructions)) if index not in unknown]
    simulated = _simulated_instructions(run.output)
    if simulated != len(known):
        # A line of inline assembly may hold several instructions, or jump to another line's label.
        return Analysis(
            message=f"llvm-mca read {simulated} instructions in this loop of {len(known)} lines: "
            "inline assembly with labels or several instructions on one line cannot be told apart."
        )
    waits = run_llvm_mca(analyser, assembly, (*options, *_WAITS))
    bottleneck = parse_bottleneck(waits.output, known) if waits.ok else None
    return parse_analysis(run.output, known, unknown, foreign, bottleneck)


def _timeline_iterations(code: LoopCode) -> int:
    return max(1, min(TIMELINE_ITERATIONS, _LONGEST_TIMELINE // max(len(code.instructions), 1)))


def _refusal(run: AnalyserRun, cpu: str) -> str:
    if _NO_CPU in run.diagnostics:
        # It would go on with a generic core, whose figures nobody asked for.
        return f"This llvm-mca does not know {cpu}."
    if run.ok:
        return ""
    if _NO_MODEL in run.diagnostics:
        return f"LLVM has no model of {cpu}."
    if "no assembly instructions found" in run.diagnostics:
        return f"LLVM's model of {cpu} knows none of this loop's instructions."
    return run.message


def _unknown(
    analyser: Analyser, code: LoopCode, options: tuple[str, ...], run: AnalyserRun
) -> tuple[int, ...]:
    """Indexes of instructions the assembler refused, or the model has no entry for.

    The report names skipped instructions without their line, so each is then tried by itself.
    """
    refused = {int(match[1]) - _FIRST_LINE for match in _PARSE_ERROR.finditer(run.diagnostics)}
    if _SKIPPED not in run.diagnostics:
        return tuple(sorted(refused))
    regions = [
        f"# LLVM-MCA-BEGIN {index}\n\t{instruction.text}\n# LLVM-MCA-END {index}\n"
        for index, instruction in enumerate(code.instructions)
    ]
    alone = run_llvm_mca(analyser, "".join(regions), (*options, "--json"))
    if not alone.ok:
        return tuple(sorted(refused))
    known = {int(region["Name"]) for region in json.loads(alone.output)["CodeRegions"]}
    return tuple(index for index in range(len(code.instructions)) if index not in known)


def _simulated_instructions(text: str) -> int:
    """How many instructions llvm-mca's JSON is about."""
    regions = json.loads(text)["CodeRegions"]
    return len(regions[0]["InstructionInfoView"]["InstructionList"]) if regions else 0


def parse_analysis(
    text: str,
    known: Sequence[int],
    unknown: tuple[int, ...],
    foreign: bool,
    bottleneck: Bottleneck | None,
) -> Analysis:
    """The record from llvm-mca's JSON; `known` gives each of its instructions its index."""
    report = json.loads(text)
    region, units = report["CodeRegions"][0], _unit_names(report["TargetInfo"]["Resources"])
    summary = region["SummaryView"]
    pressures = _pressures(region["ResourcePressureView"]["ResourcePressureInfo"], units)
    costs = region["InstructionInfoView"]["InstructionList"]
    total = pressures.get(len(costs), {})
    return Analysis(
        message="",
        model=llvm_model(units),
        unknown=unknown,
        foreign=foreign,
        iterations=summary["Iterations"],
        cycles=summary["TotalCycles"],
        dispatch_width=summary["DispatchWidth"],
        instructions_per_cycle=summary["IPC"],
        micro_ops=summary["TotaluOps"] / summary["Iterations"],
        throughput_bound=summary["BlockRThroughput"],
        resources=tuple(ResourceUse(unit, _group(unit), total.get(unit, 0.0)) for unit in units),
        instructions=tuple(
            AnalyzedInstruction(
                known[cost["Instruction"]],
                cost["Latency"],
                cost["NumMicroOpcodes"],
                pressures.get(cost["Instruction"], {}),
            )
            for cost in costs
        ),
        timeline=_timeline(region, known),
        bottleneck=bottleneck,
    )


def _unit_names(names: Sequence[str]) -> list[str]:
    """Units of one kind are numbered by a control character: `N1UnitL.\\0` becomes `N1UnitL.0`."""
    return [
        f"{name[:-1]}{ord(name[-1])}" if name and ord(name[-1]) < ord(" ") else name
        for name in names
    ]


def _group(unit: str) -> str:
    """The kind of unit: `N1UnitV` of `N1UnitV0`, `N1UnitL` of `N1UnitL.1`."""
    return unit.partition(".")[0].rstrip("0123456789")


def _pressures(
    entries: Sequence[dict[str, Any]], units: Sequence[str]
) -> dict[int, dict[str, float]]:
    """Instruction -> unit -> cycles per iteration; the number after the last one is the sum."""
    pressures: dict[int, dict[str, float]] = {}
    for entry in entries:
        row = pressures.setdefault(entry["InstructionIndex"], {})
        row[units[int(entry["ResourceIndex"])]] = entry["ResourceUsage"]
    return pressures


def _timeline(region: dict[str, Any], known: Sequence[int]) -> tuple[TimelineEntry, ...]:
    entries = region.get("TimelineView", {}).get("TimelineInfo", ())
    return tuple(
        TimelineEntry(
            iteration=number // len(known),
            instruction=known[number % len(known)],
            dispatched=entry["CycleDispatched"],
            ready=entry["CycleReady"],
            issued=entry["CycleIssued"],
            executed=entry["CycleExecuted"],
            retired=entry["CycleRetired"],
        )
        for number, entry in enumerate(entries)
    )
