"""How values in a loop change from one iteration to the next, as linear forms.

One pass over the loop's body writes every register as `sum of (factor x value at the iteration's
start) + constant`. Comparing the end of an iteration with its start gives each register's step, and
each memory access's advance in bytes. A value that is no linear form becomes an opaque term; its
step is 0 if nothing it is made of changes, unknown otherwise. Stack slots are followed like
registers, so that unoptimised code, which keeps its variables there, can be read too. Numbers wrap
at 64 bits as the registers do, and a sum of very many terms is no linear form any more: both keep
the work for one instruction small whatever the code is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.host.assembly_numbers import wrapped
from compiler_core.host.effects import Effects
from compiler_core.host.instruction import (
    Immediate,
    Instruction,
    Memory,
    Modifier,
    Register,
)
from compiler_core.host.unfolding import unfold
from compiler_core.host.work import spend

FRAME_REGISTERS = ("sp", "x29")
MOST_TERMS = 64
_REGISTER_BITS = 64
_COPIES = ("mov", "sxtw", "uxtw", "sxth", "uxth", "sxtb", "uxtb")
_WHOLE_STORES = ("str", "stur", "stp", "strb", "strh", "sturb", "sturh")
_WHOLE_LOADS = ("ldr", "ldur", "ldrsw", "ldursw", "ldp", "ldpsw", "ldrb", "ldrh", "ldrsb", "ldrsh")


@dataclass(frozen=True, slots=True)
class Linear:
    """`terms` maps a register, stack slot or opaque value to its factor."""

    terms: Mapping[str, int]
    constant: int = 0

    def plus(self, other: Linear, factor: int = 1) -> Linear:
        """self + factor x other."""
        terms = dict(self.terms)
        for name, count in other.terms.items():
            terms[name] = terms.get(name, 0) + factor * count
        nonzero = {name: wrapped(count) for name, count in terms.items() if wrapped(count)}
        return Linear(nonzero, wrapped(self.constant + factor * other.constant))

    def times(self, factor: int) -> Linear:
        """factor x self."""
        return Linear({}).plus(self, factor)


def constant(value: int) -> Linear:
    """A known number."""
    return Linear({}, value)


def unchanged(name: str) -> Linear:
    """The value a register or slot had when the iteration began."""
    return Linear({name: 1})


@dataclass(frozen=True, slots=True)
class AffineAccess:
    """One memory access: where in the function, its base register, and its address."""

    position: int
    base: str
    address: Linear


@dataclass(slots=True)
class Values:
    """What registers and slots hold at one point of an iteration; those not named are unchanged.

    opaque: for each opaque term the forms it was made of, None if they do not determine it (a
    load). accesses and results (position -> linear form computed there) are shared by all points of
    one iteration.
    """

    forms: dict[str, Linear] = field(default_factory=dict)
    opaque: dict[str, tuple[Linear, ...] | None] = field(default_factory=dict)
    accesses: list[AffineAccess] = field(default_factory=list)
    results: dict[int, Linear] = field(default_factory=dict)

    def of(self, name: str) -> Linear:
        """The form of one register or slot."""
        return self.forms.get(name) or unchanged(name)

    def fresh(self) -> Values:
        """The start of the iteration, sharing what is kept for all points of it."""
        return Values({}, self.opaque, self.accesses, self.results)

    def copy(self) -> Values:
        """The same point again, for another way to go on from it."""
        return Values(dict(self.forms), self.opaque, self.accesses, self.results)

    def make_opaque(self, name: str, key: str, inputs: tuple[Linear, ...] | None) -> None:
        """Give `name` a value of which only its inputs are known."""
        term = f"{name}@{key}"
        self.opaque[term] = inputs
        self.forms[name] = unchanged(term)


def execute(values: Values, position: int, instruction: Instruction, effects: Effects) -> None:
    """Carry `values` over one instruction, in place."""
    memory = next((part for part in instruction.operands if isinstance(part, Memory)), None)
    if memory is not None and effects.memory:
        _execute_memory(values, position, instruction, effects, memory)
        return
    form = _linear_result(values, instruction)
    if form is not None and len(form.terms) > MOST_TERMS:
        form = None
    if form is not None:
        values.results[position] = form
    inputs = None if effects.branch else tuple(values.of(name) for name in effects.reads)
    for number, name in enumerate(effects.writes):
        if form is not None and number == 0:
            values.forms[name] = form
        else:
            values.make_opaque(name, str(position), inputs)


def _linear_result(values: Values, instruction: Instruction) -> Linear | None:
    """What an instruction computes into its first operand, if that is a linear form."""
    target, *sources = instruction.operands or (None,)
    if not isinstance(target, Register) or target.kind not in ("x", "w", "sp", "wsp"):
        return None
    name = instruction.mnemonic
    if name in _COPIES and len(sources) == 1:
        return _operand_form(values, sources[0])
    if name in ("add", "adds", "sub", "subs") and len(sources) >= 2:
        return _sum(values, sources, -1 if name.startswith("sub") else 1)
    if name == "lsl" or name in ("sbfiz", "ubfiz"):
        return _shifted(values, sources)
    return None


def _operand_form(values: Values, operand: object) -> Linear | None:
    if isinstance(operand, Immediate) and isinstance(operand.value, int):
        return constant(operand.value)
    if not isinstance(operand, Register):
        return None
    if operand.canonical == "xzr":
        return constant(0)
    return values.of(operand.canonical) if operand.kind in ("x", "w", "sp", "wsp") else None


def _sum(values: Values, sources: Sequence[object], sign: int) -> Linear | None:
    left, right = _operand_form(values, sources[0]), _operand_form(values, sources[1])
    factor = _factor(sources[2]) if len(sources) > 2 else 1
    if left is None or right is None or factor is None:
        return None
    return left.plus(right, sign * factor)


def _shifted(values: Values, sources: Sequence[object]) -> Linear | None:
    amount = sources[1].value if len(sources) > 1 and isinstance(sources[1], Immediate) else None
    if not isinstance(amount, int) or not 0 <= amount < _REGISTER_BITS:
        return None
    form = _operand_form(values, sources[0])
    return None if form is None else form.times(1 << amount)


def _factor(modifier: object) -> int | None:
    """What a shift or extension multiplies by; extensions keep the value of an index in range."""
    if not isinstance(modifier, Modifier) or modifier.name in ("lsr", "asr", "ror", "msl"):
        return None
    return None if modifier.name.startswith("mul") else 1 << (modifier.amount or 0)


def _execute_memory(
    values: Values, position: int, instruction: Instruction, effects: Effects, memory: Memory
) -> None:
    address = _address(values, memory)
    slot = slot_of(memory)
    if slot:
        _execute_slot(values, position, instruction, effects, memory)
    else:
        key = f"address@{position}"
        form = address if address is not None else unchanged(key)
        values.opaque.setdefault(key, None)
        values.accesses.append(AffineAccess(position, memory.base.canonical, form))
        for name in effects.writes:
            if memory.mode == "offset" or name != memory.base.canonical:
                values.make_opaque(name, str(position), None)
    if memory.mode != "offset":
        _write_back(values, position, memory)


def _address(values: Values, memory: Memory) -> Linear | None:
    base = values.of(memory.base.canonical)
    if memory.offset is None or memory.mode == "post":
        return base
    offset = _operand_form(values, memory.offset)
    if offset is None:
        return None
    factor = 1 if memory.modifier is None else _factor(memory.modifier)
    form = None if factor is None else base.plus(offset, factor)
    return None if form is None or len(form.terms) > MOST_TERMS else form


def _write_back(values: Values, position: int, memory: Memory) -> None:
    name = memory.base.canonical
    offset = _operand_form(values, memory.offset)
    if offset is None:
        values.make_opaque(name, str(position), None)
        return
    moved = values.of(name).plus(offset)
    if len(moved.terms) > MOST_TERMS:
        values.make_opaque(name, str(position), (moved,))
    else:
        values.forms[name] = moved


def slot_of(memory: Memory) -> str:
    """A name for the stack slot an address means, such as `sp+12`; empty if it is none."""
    if memory.base.canonical not in FRAME_REGISTERS or memory.mode != "offset":
        return ""
    if memory.offset is None:
        return f"{memory.base.canonical}+0"
    if not isinstance(memory.offset, Immediate) or memory.modifier is not None:
        return ""
    return f"{memory.base.canonical}+{int(memory.offset.value)}"


def slots_of(instruction: Instruction) -> tuple[tuple[Register, str], ...]:
    """Each register a plain load or store moves, with its stack slot; pairs take two slots."""
    memory = next((part for part in instruction.operands if isinstance(part, Memory)), None)
    registers = [part for part in instruction.operands if isinstance(part, Register)]
    slot = slot_of(memory) if memory is not None else ""
    if not slot or instruction.mnemonic not in _WHOLE_LOADS + _WHOLE_STORES:
        return ()
    base, _, offset = slot.partition("+")
    width = registers[0].element_bits // 8 if registers else 0
    return tuple(
        (register, f"{base}+{int(offset) + number * width}")
        for number, register in enumerate(registers)
    )


def _execute_slot(
    values: Values, position: int, instruction: Instruction, effects: Effects, memory: Memory
) -> None:
    pairs = slots_of(instruction)
    if effects.memory == "store":
        for register, slot in pairs:
            stored = _operand_form(values, register)
            if stored is None:
                values.make_opaque(slot, str(position), None)
            else:
                values.forms[slot] = stored
        return
    loaded = {register.canonical: slot for register, slot in pairs if register.kind in ("x", "w")}
    for name in effects.writes:
        if name in loaded:
            values.forms[name] = values.of(loaded[name])
        elif name != memory.base.canonical:
            values.make_opaque(name, str(position), None)


def merged(states: Sequence[Values], key: str) -> Values:
    """What holds whichever way was taken; `key` names the meeting point."""
    first = states[0]
    result = first.copy()
    for state in states[1:]:
        spend(len(state.forms) + len(result.forms))
        for name in {*state.forms, *result.forms}:
            if state.of(name) != result.of(name):
                result.make_opaque(name, f"meet{key}", None)
    return result


@dataclass(slots=True)
class Steps:
    """Change per iteration of registers, slots and forms, given the values at its end."""

    values: Values
    known: dict[str, int | None] = field(default_factory=dict)

    def of(self, name: str) -> int | None:
        """Step of a register, slot or opaque term; 0 if it does not change, None if not known."""
        if name in self.known:
            return self.known[name]
        # A chain that comes back to itself has no linear step: None while it is being computed.
        return unfold(name, self.known, self._needs, self._find, None)

    def _needs(self, name: str) -> set[str]:
        """The registers, slots and terms whose steps decide this one's."""
        if "@" in name:
            inputs = self.values.opaque.get(name) or ()
            return {term for form in inputs for term in form.terms}
        end = self.values.of(name)
        return set() if name in end.terms else set(end.terms)

    def of_form(self, form: Linear) -> int | None:
        """Step of a linear form."""
        total = 0
        for name, factor in form.terms.items():
            step = self.of(name)
            if step is None:
                return None
            total += factor * step
        return total

    def is_regular(self, form: Linear) -> bool:
        """True if the form changes by the same amount each iteration, known as a number or not."""
        return all(self.of(name) is not None or self._moves_evenly(name) for name in form.terms)

    def _moves_evenly(self, name: str) -> bool:
        """True for a register to which the loop adds what it does not change itself."""
        end = self.values.of(name)
        if "@" in name or end.terms.get(name) != 1:
            return False
        return all(self.of(other) == 0 for other in end.terms if other != name)

    def _find(self, name: str) -> int | None:
        if "@" in name:
            return self._step_of_opaque(name)
        end = self.values.of(name)
        if end.terms.get(name) == 1:
            rest = end.plus(unchanged(name), -1)
            return rest.constant if not rest.terms else None
        return None if name in end.terms else self.of_form(end)

    def _step_of_opaque(self, name: str) -> int | None:
        inputs = self.values.opaque.get(name)
        if inputs is None:
            return None
        return 0 if all(self.of_form(form) == 0 for form in inputs) else None
