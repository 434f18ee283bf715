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

from compiler_core.host.effects import Effects, effects_of
from compiler_core.host.explain import explain
from compiler_core.host.forms.form import Form
from compiler_core.host.forms.matching import match
from compiler_core.host.instruction import (
    Instruction,
    Memory,
    Register,
    Symbol,
    parse_instruction,
)
from tests.explain import interpreter
from tests.explain.corpus import corpus
from tests.explain.execution import SYMBOL_ADDRESS, TARGET, Outcome, Test, execute, memory_start
from tests.explain.generate import CannotRun, random_state, rescramble
from tests.explain.machine import State
from tests.explain.samples import read_samples

LINES_PER_FORM = 3
TRIALS = 3
SYMBOLS = {"known_symbol": SYMBOL_ADDRESS, "next_line": 0}
NOT_EXECUTED = {
    "brk": "stops the program",
    "udf": "stops the program",
    "hlt": "stops the program",
    "svc": "asks the operating system",
    "mrs": "reads the system's state",
    "msr": "writes the system's state",
    "nop": "does nothing that could be compared",
    "dmb": "orders accesses of several cores",
    "dsb": "orders accesses of several cores",
    "isb": "orders instruction fetches",
    "stxr": "needs an exclusive load before it",
    "stxrb": "needs an exclusive load before it",
    "stxrh": "needs an exclusive load before it",
    "stlxr": "needs an exclusive load before it",
    "stlxrb": "needs an exclusive load before it",
    "stlxrh": "needs an exclusive load before it",
    "frecpe": "an estimate, not a formula",
    "frsqrte": "an estimate, not a formula",
    "frecpx": "has no formula here",
}
# qemu 7.2 leaves bits above 128 alone in many NEON instructions, where the architecture clears
# them: what NEON writes is compared in its own 128 bits only.
_NEON_BITS = (1 << 128) - 1
_MASK_PERMUTES = ("rev", "zip1", "zip2", "uzp1", "uzp2", "trn1", "trn2")


@dataclass(slots=True)
class Case:
    """One test and its twin, which starts with other values in all registers not read."""

    line: str
    form: Form
    formula: str
    test: Test
    twin: Test


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
    lines = [line for found in shapes.values() for line in found]
    firsts: dict[str, str] = {}
    for line in lines:
        firsts.setdefault(line.split()[0], line)
    wanted = max(LINES_PER_FORM, len(firsts))
    ordered = (*firsts.values(), *(found[0] for found in shapes.values()), *lines)
    return list(dict.fromkeys(ordered))[:wanted]


def runnable(line: str) -> str:
    """The line with symbols that the test program defines. Raises CannotRun with the reason."""
    instruction = parse_instruction(line)
    if instruction.mnemonic.startswith(("ldff1", "ldnf1")):
        raise CannotRun("may stop at any lane after the first")
    if instruction.mnemonic in NOT_EXECUTED:
        raise CannotRun(NOT_EXECUTED[instruction.mnemonic])
    branch = bool(effects_of(instruction).branch)
    for symbol in _symbols(instruction):
        if symbol.relocation not in ("", "lo12"):
            raise CannotRun("needs an address that only a linker's table holds")
        if not branch and not symbol.relocation and instruction.mnemonic != "adrp":
            raise CannotRun("needs data beside the code")
        replacement = TARGET if branch else f"{_prefix(symbol)}known_symbol"
        line = line.replace(symbol.text, replacement)
    return line


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
    if not formula:
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
    moved.memory_start = new_start
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
    if instruction.mnemonic in ("br", "blr", "ret"):
        operand = instruction.operands[0] if instruction.operands else None
        return operand.number if isinstance(operand, Register) else 30
    return None


def check(cases: list[Case], report: Report, folder: Path) -> Report:
    """Run all cases and compare with formula and effects."""
    outcomes = execute([test for case in cases for test in (case.test, case.twin)], folder)
    report.runs = list(zip(cases, outcomes[::2], outcomes[1::2], strict=True))
    for case, outcome, twin in report.runs:
        problems = judge(case, outcome, twin)
        if problems:
            report.problems[key_of(case.form)] += [f"{case.line}: {text}" for text in problems]
    names = {key_of(case.form) for case in cases}
    report.confirmed = names - set(report.problems)
    return report


@lru_cache(maxsize=1)
def full_report() -> Report:
    """Corpus and samples executed once in this process; about a minute."""
    with tempfile.TemporaryDirectory() as folder:
        cases, report = build_cases(chosen_lines(corpus(), read_samples()), seed=1)
        return check(cases, report, Path(folder))


def judge(case: Case, outcome: Outcome, twin: Outcome, effects: Effects | None = None) -> list[str]:
    """What does not agree: formula against run, effects against run, twin against test."""
    instruction = parse_instruction(case.line)
    effects = effects or effects_of(instruction)
    try:
        expected = interpreter.run(case.formula, case.test.state, SYMBOLS)
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        return [f"the formula {case.formula!r} does not run: {error!r}"]
    return [
        *_against_formula(case, expected, outcome),
        *_against_effects(case, effects, outcome),
        *_against_twin(case, effects, outcome, twin),
    ]


def _against_formula(case: Case, expected: State, outcome: Outcome) -> Iterator[str]:
    ignored = {case.test.code_register} if case.test.code_register is not None else set()
    calls = "x30 = next_line" in case.formula
    if calls and not outcome.link_is_next:
        yield "x30 is not the address of the next line"
    for number in range(31):
        if number in ignored or (calls and number == 30):
            continue
        if expected.x[number] != outcome.state.x[number]:
            yield (
                f"x{number} = {outcome.state.x[number]:#x}, the formula {case.formula!r} says "
                f"{expected.x[number]:#x}"
            )
    if bool(expected.taken) != outcome.taken:
        yield f"branch taken: {outcome.taken}, the formula says {bool(expected.taken)}"
    yield from _vectors_against_formula(case, expected, outcome)
    yield from _predicates_against_formula(case, expected, outcome)
    for name in ("sp", "nzcv", "memory"):
        real, claimed = getattr(outcome.state, name), getattr(expected, name)
        if real != claimed:
            shown = "" if name == "memory" else f" = {real}, the formula says {claimed}"
            yield f"{name}{shown} ({case.formula})"


def _vectors_against_formula(case: Case, expected: State, outcome: Outcome) -> Iterator[str]:
    instruction = parse_instruction(case.line)
    for number in range(32):
        real, claimed = outcome.state.z[number], expected.z[number]
        if not _is_scalable(case.line) and f"v{number}" in effects_of(instruction).writes:
            real, claimed = real & _NEON_BITS, claimed & _NEON_BITS
        for register, low, width in expected.unknown:
            if register == number:
                mask = ((1 << width) - 1) << low
                if not _is_nan(real >> low & ((1 << width) - 1), width):
                    yield f"v{number}: the formula {case.formula!r} says NaN"
                real, claimed = real & ~mask, claimed & ~mask
        if real != claimed:
            yield f"v{number} = {real:064x}, the formula {case.formula!r} says {claimed:064x}"


def _is_scalable(line: str) -> bool:
    return re.search(r"\b[zp]\d", line) is not None


def _predicates_against_formula(case: Case, expected: State, outcome: Outcome) -> Iterator[str]:
    mask = (1 << 32) - 1
    if case.form.mnemonics[0] in _MASK_PERMUTES:
        # These move all bits of a lane; only the lowest says whether it is active.
        size = _mask_lane_bytes(case.line)
        mask = sum(1 << position for position in range(0, 32, size))
    for number in range(16):
        real, claimed = outcome.state.p[number] & mask, expected.p[number] & mask
        if real != claimed:
            yield f"p{number} = {real:032b}, the formula {case.formula!r} says {claimed:032b}"


def _mask_lane_bytes(line: str) -> int:
    target = parse_instruction(line).operands[0]
    return target.element_bits // 8 if isinstance(target, Register) and target.arrangement else 1


def _is_nan(bits: int, width: int) -> bool:
    fraction = {16: 10, 32: 23, 64: 52}[width]
    exponent = bits >> fraction & ((1 << (width - 1 - fraction)) - 1)
    return exponent == (1 << (width - 1 - fraction)) - 1 and bits & ((1 << fraction) - 1) != 0


def changed(before: State, after: State) -> set[str]:
    """The canonical registers that differ."""
    names = {f"x{n}" for n in range(31) if before.x[n] != after.x[n]}
    names |= {f"v{n}" for n in range(32) if before.z[n] != after.z[n]}
    names |= {f"p{n}" for n in range(16) if before.p[n] != after.p[n]}
    names |= {"sp"} if before.sp != after.sp else set()
    return names | ({"nzcv"} if before.nzcv != after.nzcv else set())


def _against_effects(case: Case, effects: Effects, outcome: Outcome) -> Iterator[str]:
    code = {f"x{case.test.code_register}"} if case.test.code_register is not None else set()
    extra = changed(case.test.state, outcome.state) - set(effects.writes) - code
    if extra:
        yield f"changes {sorted(extra)}, which effects do not list"
    wrote = case.test.state.memory != outcome.state.memory
    if wrote and effects.memory != "store":
        yield "changes memory, which effects do not say"
    if effects.memory == "store" and effects.memory_bytes is not None:
        pairs = zip(case.test.state.memory, outcome.state.memory, strict=True)
        touched = [position for position, pair in enumerate(pairs) if pair[0] != pair[1]]
        if touched and touched[-1] - touched[0] >= effects.memory_bytes:
            yield f"changes more bytes than the {effects.memory_bytes} that effects say"


def _against_twin(case: Case, effects: Effects, outcome: Outcome, twin: Outcome) -> Iterator[str]:
    """Registers that are not read must not influence the result."""
    if outcome.taken != twin.taken:
        yield "the branch depends on a register that effects do not list as read"
    based = _address_registers(case.line)
    for name in effects.writes:
        if name in based or (effects.branch == "call"):
            continue
        visible = _NEON_BITS if name[0] == "v" and not _is_scalable(case.line) else -1
        if (_register(outcome.state, name) ^ _register(twin.state, name)) & visible:
            yield f"{name} depends on a register that effects do not list as read"
    if outcome.state.memory != twin.state.memory:
        yield "memory depends on a register that effects do not list as read"


def _address_registers(line: str) -> set[str]:
    instruction = parse_instruction(line)
    return {
        operand.base.canonical for operand in instruction.operands if isinstance(operand, Memory)
    } | ({"x30"} if instruction.mnemonic in ("ret", "br", "blr", "bl") else set())


def _register(state: State, name: str) -> int:
    if name in ("sp", "nzcv"):
        return getattr(state, name)
    bank = {"x": state.x, "v": state.z, "p": state.p}[name[0]]
    return bank[int(name[1:])]


def share_of(counts: Counter[str], confirmed: set[str]) -> float:
    """The share of the corpus's lines whose form was confirmed."""
    good = 0
    for line, count in counts.items():
        found = match(parse_instruction(line))
        if found is not None and key_of(found[0]) in confirmed:
            good += count
    return good / counts.total()
