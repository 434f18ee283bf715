"""What bounds a loop, in plain words computed from a model's figures."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.host.comparison.wording import decimal, listed
from compiler_core.host.cycles.loop_code import LoopCode
from compiler_core.host.cycles.machine_code_analyzer import Analysis
from compiler_core.host.cycles.osaca_report import OsacaReport
from compiler_core.host.cycles.recurrence import Recurrence
from compiler_core.host.cycles.units import UnitGroup, unit_groups

# A limit counts as the reason when it explains at least this part of the cycles: starting up and
# draining add some 15 cycles to 100 iterations.
_EXPLAINS = 0.85
# A chain this much longer than the figure cannot be what the model waits for.
_EXCEEDS = 1.1
_WORTH_SAYING = 5.0
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def cycles_phrase(value: float) -> str:
    """`1 cycle`, `2.14 cycles`."""
    text = decimal(value)
    return f"{text} cycle{'' if text == '1' else 's'}"


def llvm_sentences(
    code: LoopCode, analysis: Analysis, recurrence: Recurrence | None
) -> tuple[str, ...]:
    """What bounds the loop according to llvm-mca's figures; the bound that explains most first."""
    per_iteration = analysis.cycles / analysis.iterations
    units = analysis.model.units if analysis.model is not None else ""
    fullest = max(unit_groups(units, analysis.resources), key=lambda group: group.bound)
    candidates = [
        (fullest.bound, _units_sentence(fullest)),
        (analysis.micro_ops / analysis.dispatch_width, _dispatch_sentence(analysis)),
    ]
    if recurrence is not None:
        sentence = _recurrence_sentence(code, recurrence)
        if recurrence.cycles > per_iteration * _EXCEEDS:
            sentence += (
                f" The model hands results on early, so that {decimal(per_iteration)} remain."
            )
        candidates.append((min(recurrence.cycles, per_iteration), sentence))
    sentences = [
        sentence
        for bound, sentence in sorted(candidates, key=lambda item: -item[0])
        if bound >= _EXPLAINS * per_iteration
    ]
    return (*(sentences or [_no_single_limit(code, analysis)]), *_waiting(analysis))


def _units_sentence(group: UnitGroup) -> str:
    least = cycles_phrase(group.bound)
    busy = f"{cycles_phrase(group.pressure)} of work per round"
    count = _counted(len(group.units))
    if group.of == 1:
        return f"The {group.title} unit is full: {busy}, so at least {least}."
    if len(group.units) == group.of:
        which = f"The {count} {group.title} units are full"
    else:
        verb = "is" if len(group.units) == 1 else "are"
        kind = f"the {_counted(group.of)} {group.title} units"
        which = f"{count.capitalize()} of {kind} ({listed(group.units)}) {verb} full"
    return f"{which}: {busy} on {count}, so at least {least}."


def _dispatch_sentence(analysis: Analysis) -> str:
    least = analysis.micro_ops / analysis.dispatch_width
    return (
        f"The way in is full: the loop has {decimal(analysis.micro_ops)} operations, and the core "
        f"takes in at most {analysis.dispatch_width} per cycle, so at least {cycles_phrase(least)}."
    )


def _recurrence_sentence(code: LoopCode, recurrence: Recurrence) -> str:
    steps = [code.instructions[index].text for index in recurrence.chain]
    through = listed([f"`{step}`" for step in steps])
    return (
        f"Each round waits for the one before: {through} "
        f"{'hands' if len(steps) == 1 else 'hand'} a result from round to round, which takes "
        f"{cycles_phrase(recurrence.cycles)}."
    )


def _no_single_limit(code: LoopCode, analysis: Analysis) -> str:
    bottleneck = analysis.bottleneck
    chain = bottleneck.chain if bottleneck is not None else ()
    carried = [link for link in chain if link.carried and link.kind == "register"]
    if carried and bottleneck is not None and bottleneck.for_registers > bottleneck.for_units:
        link = carried[0]
        return (
            f"In the simulation each round waits for {link.through}, which "
            f"`{code.instructions[link.before].text}` of the round before computes."
        )
    return "No single limit explains the figure: units, operands and the way in share it."


def _waiting(analysis: Analysis) -> tuple[str, ...]:
    bottleneck = analysis.bottleneck
    if bottleneck is None or bottleneck.waiting < _WORTH_SAYING:
        return ()
    shares = [
        f"for {what} in {share:.0f} %"
        for share, what in (
            (bottleneck.for_registers, "operands in registers"),
            (bottleneck.for_units, "busy units"),
            (bottleneck.for_memory, "earlier loads and stores"),
        )
        if share >= 1
    ]
    return (f"In the simulation, work waited {listed(shares)} of the cycles.",) if shares else ()


def osaca_sentences(code: LoopCode, report: OsacaReport) -> tuple[str, ...]:
    """OSACA's two bounds, the larger one first."""
    totals = report.ports or {}
    fullest = [port for port, cycles in totals.items() if cycles >= report.throughput - 0.005]
    ports = f"port{'' if len(fullest) == 1 else 's'} {listed(fullest)}"
    throughput = (
        f"The fullest of OSACA's ports {'is' if len(fullest) == 1 else 'are'} {ports}: "
        f"{cycles_phrase(report.throughput)} of work per round."
    )
    if not report.dependency:
        return (throughput,)
    steps = listed([f"`{code.instructions[index].text}`" for index in report.chain])
    dependency = (
        f"The longest chain from round to round ({steps}) takes {cycles_phrase(report.dependency)}."
    )
    if report.dependency > report.throughput:
        return (dependency, throughput)
    return (throughput, dependency)


def _counted(count: int) -> str:
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def unknown_note(code: LoopCode, unknown: Sequence[int]) -> str:
    """That the figure is a lower bound, and because of how many instructions."""
    if len(unknown) == 1:
        return (
            f"The model does not know `{code.instructions[unknown[0]].text}`, which counts nothing "
            "here: the figure is a lower bound."
        )
    return (
        f"The model does not know {len(unknown)} of the {len(code.instructions)} instructions, "
        "which count nothing here: the figure is a lower bound."
    )
