"""Which lines are executed for which form, and whether the run agrees with formula and effects."""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from compiler_core.host.effects import Effects, changes_nothing, effects_of
from compiler_core.host.explain import explain
from compiler_core.host.forms.form import Form
from compiler_core.host.forms.matching import match
from compiler_core.host.formulas.machine import Area, State
from compiler_core.host.instruction import (
    Instruction,
    Memory,
    Register,
    Symbol,
    parse_instruction,
)
from tests.explain.corpus import corpus
from tests.explain.execution import TARGET, Outcome, Test, execute, memory_start
from tests.explain.generate import CannotRun, random_state, rescramble
from tests.explain.judging import SYMBOLS, Case, judge
from tests.explain.samples import read_samples

LINES_PER_FORM = 3
TRIALS = 3
NOT_EXECUTED = {
    "brk": "stops the program",
    "udf": "stops the program",
    "hlt": "stops the program",
    "svc": "asks the operating system",
    "mrs": "reads the system's state",
    "msr": "writes the system's state",
    "ctz": "of Armv9.4, which the emulator does not know",
    **dict.fromkeys(("eret", "eretaa", "eretab", "hvc", "smc"), "leaves the level of a program"),
    **dict.fromkeys(("ldgm", "stgm", "stzgm"), "is not for programs"),
    "psb": "is not for programs",
    "tsb": "is not for programs",
    "wfi": "may sleep for ever",
}
_INDIRECT = re.compile(r"(br|blr|ret)(a[ab]z?)?$")
_COPIES = re.compile(r"(cpyf?|setg?)[pme](t|n|r|w|$)")

# Of NEON they are executed.
NOT_EXECUTED_ON_NUMBERS = ("smax", "smin", "umax", "umin", "abs", "cnt")


@dataclass(slots=True)
class Report:
    """What a run found: forms confirmed, problems by form, and why forms were left out.

    runs keeps every case with its outcome and its twin's.
    """

    runs: list[tuple[Case, Outcome, Outcome]] = field(default_factory=list)
    confirmed: set[str] = field(default_factory=set)
    problems: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    left_out: dict[str, str] = field(default_factory=dict)


def key_of(form: Form) -> str:
    """A name for a form that no other form has."""
    return f"{form.name} ({form.sentence})"


def chosen_lines(counts: Counter[str], extra: Iterable[str] = ()) -> dict[str, list[str]]:
    """For each form's name its most frequent lines, first one of each operand shape."""
    by_form: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for line in (*(line for line, _ in counts.most_common()), *extra):
        instruction = parse_instruction(line)
        found = match(instruction)
        if found is not None:
            by_form[key_of(found[0])][_shape(instruction)].append(line)
    return {name: _pick(shapes) for name, shapes in by_form.items()}


def _shape(instruction: Instruction) -> str:
    text = f"{instruction.mnemonic} {' '.join(operand.text for operand in instruction.operands)}"
    return re.sub(r"\d+", "", text.replace("wzr", "w").replace("xzr", "x"))


def _pick(shapes: dict[str, list[str]]) -> list[str]:
    """A line for each mnemonic, then for each shape, then others."""
    lines = [line for shape in shapes.values() for line in shape]
    firsts: dict[str, str] = {}
    for line in lines:
        firsts.setdefault(line.split()[0], line)
    wanted = max(LINES_PER_FORM, len(firsts))
    ordered = (*firsts.values(), *(found[0] for found in shapes.values()), *lines)
    return list(dict.fromkeys(ordered))[:wanted]


def runnable(line: str) -> str:
    """The line with symbols that the test program defines. Raises CannotRun with the reason."""
    instruction = parse_instruction(line)
    if instruction.mnemonic == "ic" and len(instruction.operands) == 1:
        raise CannotRun("is not for programs")
    if _COPIES.match(instruction.mnemonic):
        raise CannotRun("of Armv8.8, which the emulator does not know")
    if instruction.mnemonic in NOT_EXECUTED:
        raise CannotRun(NOT_EXECUTED[instruction.mnemonic])
    if instruction.mnemonic in NOT_EXECUTED_ON_NUMBERS and _is_general(instruction):
        raise CannotRun("of Armv9.4, which the emulator does not know")
    effects = effects_of(instruction)
    beside = bool(effects.branch) or effects.memory == "prefetch"
    for symbol in () if instruction.mnemonic in ("dc", "ic") else _symbols(instruction):
        if symbol.relocation == "literal":
            continue
        if symbol.relocation not in ("", "lo12"):
            raise CannotRun("needs an address that only a linker's table holds")
        if not beside and not symbol.relocation and instruction.mnemonic != "adrp":
            raise CannotRun("needs data beside the code")
        replacement = TARGET if beside else f"{_prefix(symbol)}known_symbol"
        line = line.replace(symbol.text, replacement)
    return line


def _is_general(instruction: Instruction) -> bool:
    first = instruction.operands[0]
    return isinstance(first, Register) and first.kind in ("w", "x")


def _prefix(symbol: Symbol) -> str:
    return f":{symbol.relocation}:" if symbol.relocation else ""


def _symbols(instruction: Instruction) -> Iterator[Symbol]:
    for operand in instruction.operands:
        if isinstance(operand, Symbol):
            yield operand
        if isinstance(operand, Memory) and isinstance(operand.offset, Symbol):
            yield operand.offset


def build_cases(lines: dict[str, list[str]], seed: int) -> tuple[list[Case], Report]:
    """Tests for every form that can run."""
    source = random.Random(seed)
    cases: list[Case] = []
    report = Report()
    for name, candidates in lines.items():
        for line in candidates:
            try:
                cases += cases_of(runnable(line), 2 * len(cases), source)
            except CannotRun as reason:
                report.left_out.setdefault(name, str(reason))
    return cases, report


def cases_of(
    line: str,
    first_index: int,
    source: random.Random,
    effects: Effects | None = None,
    trials: int = TRIALS,
) -> list[Case]:
    """Trials of one line; the twins keep what the effects say is read. Raises CannotRun."""
    instruction = parse_instruction(line)
    found = match(instruction)
    assert found is not None
    formula = explain(instruction).formula
    if not formula and not changes_nothing(instruction):
        raise CannotRun("has no formula")
    effects = effects or effects_of(instruction)
    cases = []
    for trial in range(trials):
        start = memory_start(first_index + 2 * trial)
        state = random_state(instruction, formula, start, SYMBOLS, source)
        hidden = _hidden_register(instruction, effects, source)
        code = _code_register(instruction)
        test = Test(line, state, hidden, code)
        other = rescramble(state, {*effects.reads, f"x{code}"}, source)
        other = _moved(other, instruction, start, memory_start(first_index + 2 * trial + 1))
        cases.append(Case(line, found[0], formula, test, Test(line, other, hidden, code)))
    return cases


def _moved(state: State, instruction: Instruction, old_start: int, new_start: int) -> State:
    """The twin has its own memory area: addresses move with it."""
    moved = state.copy()
    assert isinstance(moved.memory, Area)
    moved.memory = Area(new_start, moved.memory.content)
    for operand in instruction.operands:
        if not isinstance(operand, Memory) or instruction.mnemonic == "adr":
            continue
        base = operand.base
        if base.kind == "z":
            moved.z[base.number] = _shifted_lanes(state.z[base.number], base, new_start - old_start)
        elif base.kind == "sp":
            moved.sp += new_start - old_start
        elif base.number < 31:
            moved.x[base.number] = state.x[base.number] + new_start - old_start
    return moved


def _shifted_lanes(value: int, base: Register, distance: int) -> int:
    bits = base.element_bits
    lanes = (value >> start & ((1 << bits) - 1) for start in range(0, 256, bits))
    return sum((lane + distance) << (bits * k) for k, lane in enumerate(lanes))


def _hidden_register(instruction: Instruction, effects: Effects, source: random.Random) -> int:
    used = {*effects.reads, *effects.writes, "x30"}
    if effects.branch == "call":
        used = {*effects.reads, "x30"}
    return source.choice([number for number in range(30) if f"x{number}" not in used])


def _code_register(instruction: Instruction) -> int | None:
    """Indirect branches and returns need the address of the target in a register."""
    if _INDIRECT.match(instruction.mnemonic):
        operand = instruction.operands[0] if instruction.operands else None
        return operand.number if isinstance(operand, Register) else 30
    return None


def check(cases: list[Case], report: Report, folder: Path) -> Report:
    """Run all cases and compare with formula and effects."""
    outcomes = execute([test for case in cases for test in (case.test, case.twin)], folder)
    report.runs = compared(cases, outcomes)
    for case, outcome, twin in report.runs:
        problems = judge(case, outcome, twin)
        if problems:
            report.problems[key_of(case.form)] += [f"{case.line}: {text}" for text in problems]
    names = {key_of(case.form) for case, _, _ in report.runs}
    report.confirmed = names - set(report.problems)
    return report


def compared(cases: list[Case], outcomes: list[Outcome]) -> list[tuple[Case, Outcome, Outcome]]:
    """Each case with its outcome and its twin's, without loads that stopped before their end."""
    runs = zip(cases, outcomes[::2], outcomes[1::2], strict=True)
    return [run for run in runs if not run[1].stopped and not run[2].stopped]


@lru_cache(maxsize=1)
def full_report() -> Report:
    """Corpus and samples executed once in this process; about a minute."""
    with tempfile.TemporaryDirectory() as folder:
        cases, report = build_cases(chosen_lines(corpus(), read_samples()), seed=1)
        return check(cases, report, Path(folder))


def share_of(counts: Counter[str], confirmed: set[str]) -> float:
    """The share of the corpus's lines whose form was confirmed."""
    good = 0
    for line, count in counts.items():
        found = match(parse_instruction(line))
        if found is not None and key_of(found[0]) in confirmed:
            good += count
    return good / counts.total()
