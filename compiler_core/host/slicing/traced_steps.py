"""What each recorded step wrote and from what: by its formula, or guessed where none tells.

Executing a formula with every place noted takes a tenth of a millisecond. Where no value decides
what is read, the same instruction reads the same registers whenever it runs, and only the addresses
move: then what was noted the first time is moved along.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.host.formulas.evaluation import NotExecutable
from compiler_core.host.formulas.machine import MemoryNotKnown
from compiler_core.host.formulas.syntax import FormulaError, parse_formula
from compiler_core.host.slicing.locations import (
    BRANCH,
    Bank,
    Location,
    address_of,
    bank_locations,
    bank_of_register,
    memory_locations,
)
from compiler_core.host.slicing.recorded_run import (
    INSTRUCTION_BYTES,
    CodeFact,
    RecordedRun,
    changed_registers,
)
from compiler_core.host.slicing.traced_formula import Reads, Trace, TracedExecution
from compiler_core.host.work import spend

_STOPS_EARLY = ("ldff1", "ldnf1")
# AAPCS64, 6.8.2: what a function that was called may have been given.
_ARGUMENTS = (*(f"x{number}" for number in range(9)), *(f"v{number}" for number in range(8)))
# Where a value decides what is read: choices, conditions, predicates.
_DECIDED_BY_VALUES = re.compile(r"\?|&&|\|\||\bwhere\b|\bp\d|\bz\d|for each")
_WORK_OF_A_TRACE, _WORK_OF_A_MOVE = 200, 10


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A trace that holds wherever the instruction runs, and the address it touched then."""

    trace: Trace
    address: int | None


class TracedSteps:
    """The traces of a run, each made when it is first asked for."""

    def __init__(self, run: RecordedRun) -> None:
        self._run = run
        self._traces: dict[int, Trace] = {}
        self._patterns: dict[int, _Pattern] = {}

    def of(self, step: int) -> Trace:
        """The trace of a step. Raises TooLargeToAnalyse where the budget of work is used up."""
        known = self._traces.get(step)
        if known is None:
            known = self._traces[step] = self._made(step)
        return known

    def _made(self, step: int) -> Trace:
        raw = self._run.steps[step]
        pattern = self._patterns.get(raw.address)
        if pattern is not None and len(raw.touched) == (pattern.address is not None):
            spend(_WORK_OF_A_MOVE)
            return _moved(pattern, raw.touched[0].address if raw.touched else None)
        spend(_WORK_OF_A_TRACE)
        trace = trace_of(self._run, step)
        fact = self._run.fact(step)
        if fact is not None and _is_pattern(fact, trace) and len(raw.touched) <= 1:
            address = raw.touched[0].address if raw.touched else None
            self._patterns[raw.address] = _Pattern(trace, address)
        return trace


def _is_pattern(fact: CodeFact, trace: Trace) -> bool:
    return not trace.unknown and not _DECIDED_BY_VALUES.search(fact.formula)


def _moved(pattern: _Pattern, address: int | None) -> Trace:
    trace = pattern.trace
    if address is None or pattern.address is None or address == pattern.address:
        return trace
    distance = address - pattern.address
    written = {_along(location, distance): group for location, group in trace.written.items()}
    reads = tuple(
        Reads(frozenset(_along(location, distance) for location in read.data), read.addresses)
        for read in trace.reads
    )
    return Trace(written, reads)


def _along(location: Location, distance: int) -> Location:
    return location if address_of(location) is None else location + distance


def trace_of(run: RecordedRun, step: int) -> Trace:
    """What the step wrote, and from what."""
    fact = run.fact(step)
    why = reason_against(run, step)
    if fact is None or why:
        return _guessed(run, step, fact, why)
    symbols = {**run.symbols, "next_line": run.steps[step].address + INSTRUCTION_BYTES}
    try:
        formula = parse_formula(fact.formula)
        trace = TracedExecution(formula, run.state(step), symbols).trace()
    except NotExecutable as cause:
        return _guessed(run, step, fact, str(cause))
    except MemoryNotKnown:
        return _guessed(run, step, fact, "touches memory that was not recorded")
    except (FormulaError, ValueError, ArithmeticError, LookupError):
        return _guessed(run, step, fact, "has a formula that cannot be worked out here")
    return trace


def reason_against(run: RecordedRun, step: int) -> str:
    """Why a step's effect is not told by a formula; empty if it is."""
    fact = run.fact(step)
    if fact is None:
        return "is not in the listing"
    if run.steps[step].called:
        return "is a call that ran whole"
    if not fact.formula:
        return "has no formula"
    if fact.placed.instruction.mnemonic.startswith(_STOPS_EARLY):
        return "may stop at any lane after the first"
    if "exclusive" in fact.formula:
        return "stores only if nobody else did"
    return ""


def _guessed(run: RecordedRun, step: int, fact: CodeFact | None, why: str) -> Trace:
    """Everything it may write depends on everything it may read."""
    raw = run.steps[step]
    reads = set(fact.reads if fact is not None else ())
    if raw.called:
        reads |= {bank for bank in map(bank_of_register, _ARGUMENTS) if _holds(run, bank, step)}
    data = {location for bank in reads for location in bank_locations(bank, run.vector_bytes)}
    writes = {*(fact.writes if fact is not None else ()), *dict(changed_registers(raw))}
    written = {location for bank in writes for location in bank_locations(bank, run.vector_bytes)}
    for touch in raw.touched:
        places = memory_locations(touch.address, touch.size)
        (written if touch.store else data).update(places)
    for region in raw.regions:
        written.update(memory_locations(region.address + region.offset, len(region.content)))
    written.add(BRANCH)
    return Trace(dict.fromkeys(written, 0), (Reads(frozenset(data), frozenset()),), why or "?")


def _holds(run: RecordedRun, bank: Bank, step: int) -> bool:
    """Whether a register was given to the function, or has been written since."""
    return bank in run.given or run.definition(bank_locations(bank, 1)[0], step) is not None
