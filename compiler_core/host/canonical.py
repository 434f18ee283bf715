"""One canonical spelling per instruction, so that only real differences are left to compare.

An instruction becomes a *shape*: its text with every renameable register replaced by a slot that
keeps only the view (`x`, `w`, `s`, `v.4s`, `z.s`, `p/m`), and every local label by a slot. The
registers and labels that filled the slots stand beside it, in order. What two compilers or two
versions spell in two ways gets one spelling: `bne` and `b.ne`, `lsl 2` and `lsl #2`, `#0x10` and
`16`, `b.hs` and `b.cs`, `ld1w z0.s` and `ld1w {z0.s}`, `mov x0, xzr` and `mov x0, 0`.

Which registers may be renamed:
- x0 to x28, the vector registers and the predicates, each within its class, may. Argument and
  result registers are among them; `values` ties them down where a value crosses the function's or
  a call's boundary.
- sp and the zero register have a meaning of their own, and x29 with x30 is the frame record: they
  stay by name. Immediates, conditions and symbols of other functions stay too.
- A label of a constant table stands for the constants behind it, not for its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.compilation import ListingLine
from compiler_core.host.instruction import (
    Immediate,
    Instruction,
    Keyword,
    Memory,
    Modifier,
    Operand,
    Other,
    Register,
    RegisterList,
    Symbol,
    parse_instruction,
)
from compiler_core.host.line_cache import kept_for_short_lines

FIXED_REGISTERS = frozenset(("sp", "xzr", "x29", "x30"))

# Arm ARM, C1.2.4 "Condition code" and its SVE aliases: two names for one condition.
_CONDITION_NAMES = {
    "hs": "cs", "lo": "cc", "none": "eq", "any": "ne", "nlast": "cs", "last": "cc", "first": "mi",
    "nfrst": "pl", "pmore": "hi", "plast": "ls", "tcont": "ge", "tstop": "lt",
}  # fmt: skip
# Arm ARM, C6.2 and C7.2, "Alias conditions": the same encoding under two mnemonics.
_MNEMONIC_NAMES = {"movz": "mov", "umov": "mov", "uxtl": "ushll 0", "sxtl": "sshll 0"}
# GNU as, "Pseudo Ops": several names for one size, as AArch64 defines them.
_DATA_NAMES = {
    ".long": ".word", ".int": ".word", ".4byte": ".word", ".quad": ".xword", ".8byte": ".xword",
    ".dword": ".xword", ".short": ".hword", ".2byte": ".hword",
}  # fmt: skip
_SIGNED_IMMEDIATES = frozenset(("and", "ands", "orr", "eor", "tst", "mov", "bic"))
_COMMENT = re.compile(r"\s*//.*")
_LOCAL_NAME = re.compile(r"\.L[\w.$]*")
_NUMBER = re.compile(r"\b0x[0-9a-f]+\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Canonical:
    """A line without the names that may differ.

    shape: the canonical text with slots. registers: canonical names (`x3`, `v0`, `p1`) in slot
    order. labels: the local labels in slot order.
    """

    shape: str
    registers: tuple[str, ...]
    labels: tuple[str, ...]


def without_comment(text: str) -> str:
    """The line without what follows `//`."""
    return _COMMENT.sub("", text).strip()


def instruction_of(line: ListingLine) -> Instruction:
    """The parsed instruction of an instruction line."""
    return instruction_in(line.text)


# Keyed by text: hashing a parsed instruction costs more than what the answer saves.
@kept_for_short_lines
def instruction_in(text: str) -> Instruction:
    """The parsed instruction of a line's text."""
    text = without_comment(text)
    instruction = parse_instruction(text)
    if instruction.mnemonic in ("b", "bl") and instruction.operands:
        return _with_one_target(instruction, text.split(None, 1)[1])
    return instruction


def _with_one_target(jump: Instruction, target: str) -> Instruction:
    """Names as written in C++ hold commas and blanks: `bl f(int, int)` has one operand."""
    if not any(isinstance(part, Other) for part in jump.operands):
        return jump
    return replace(jump, operands=(Symbol(target, target),))


def canonical_line(line: ListingLine, constants: Mapping[str, str]) -> Canonical:
    """The canonical form of any line; `constants` maps labels of tables to their contents."""
    if line.kind == "instruction":
        bare = _canonical_text(line.text)
        return _with_constants(bare, constants) if bare.labels else bare
    text = without_comment(line.text)
    if line.kind == "label" and text.startswith(".L"):
        return Canonical("label", (), (text.rstrip(":"),))
    labels = tuple(_LOCAL_NAME.findall(text))
    return Canonical(f"{line.kind} {_LOCAL_NAME.sub('@', text)}", (), labels)


def _with_constants(bare: Canonical, constants: Mapping[str, str]) -> Canonical:
    contents = tuple(constants[label] for label in bare.labels if label in constants)
    if not contents:
        return bare
    labels = tuple(label for label in bare.labels if label not in constants)
    return Canonical(" ".join((bare.shape, *contents)), bare.registers, labels)


def constants_of(data: Sequence[ListingLine]) -> dict[str, str]:
    """Label of a constant table -> its contents in one spelling."""
    contents: dict[str, str] = {}
    open_labels: list[str] = []
    filled = False
    for line in data:
        text = without_comment(line.text)
        if line.kind == "label":
            open_labels = [*open_labels, text.rstrip(":")] if not filled else [text.rstrip(":")]
            filled = False
        elif line.kind == "data" and open_labels:
            filled = True
            for label in open_labels:
                contents[label] = f"{contents.get(label, '')}<{_plain_data(text)}>"
    return contents


def _plain_data(text: str) -> str:
    directive, _, values = text.partition(" ")
    text = f"{_DATA_NAMES.get(directive, directive)} {values.strip()}"
    with_numbers = _NUMBER.sub(lambda match: str(int(match[0], 16)), text)
    return _LOCAL_NAME.sub("@", with_numbers)


@kept_for_short_lines
def _canonical_text(text: str) -> Canonical:
    return canonical_instruction(instruction_in(text))


def canonical_instruction(instruction: Instruction) -> Canonical:
    """The shape of one instruction, its registers and its local labels."""
    slots = register_slots(instruction)
    labels = tuple(
        operand.name for operand in _symbols(instruction) if operand.name.startswith(".L")
    )
    operands = [_operand_text(operand, instruction) for operand in instruction.operands]
    mnemonic = _mnemonic_text(instruction.mnemonic)
    if mnemonic == "mov" and operands[1:] == ["xzr"]:
        operands[1] = "0"
    if mnemonic in ("movi", "mov") and operands[1:] == ["0"] and operands[0].startswith("{v."):
        operands[0] = "{v}"
    shape = f"{mnemonic} {', '.join(text for text in operands if text)}".strip()
    return Canonical(shape, tuple(register.canonical for register in slots), labels)


def _mnemonic_text(mnemonic: str) -> str:
    head, dot, condition = mnemonic.partition(".")
    if head == "b" and dot:
        return f"b.{_CONDITION_NAMES.get(condition, condition)}"
    return _MNEMONIC_NAMES.get(mnemonic, mnemonic)


def _symbols(instruction: Instruction) -> Iterable[Symbol]:
    for operand in instruction.operands:
        if isinstance(operand, Symbol):
            yield operand
        elif isinstance(operand, Memory) and isinstance(operand.offset, Symbol):
            yield operand.offset


def _operand_text(operand: Operand, instruction: Instruction) -> str:
    match operand:
        case Register():
            return _register_text(operand)
        case Immediate():
            return _number_text(operand, instruction)
        case Modifier():
            return _modifier_text(operand)
        case Memory():
            return _memory_text(operand)
        case RegisterList():
            return _list_text(operand)
        case Symbol():
            return _symbol_text(operand)
        case Keyword():
            return _CONDITION_NAMES.get(operand.name, operand.name)
        case _:
            return operand.text


def _register_text(register: Register) -> str:
    if register.canonical in FIXED_REGISTERS:
        return "xzr" if register.canonical == "xzr" else register.text
    arrangement = f".{register.arrangement}" if register.arrangement else ""
    lane = f"[{register.lane}]" if register.lane is not None else ""
    qualifier = f"/{register.qualifier}" if register.qualifier else ""
    return f"{{{register.kind}{arrangement}{lane}{qualifier}}}"


def _number_text(immediate: Immediate, instruction: Instruction) -> str:
    value = immediate.value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    first = instruction.operands[0]
    if instruction.mnemonic in _SIGNED_IMMEDIATES and isinstance(first, Register):
        bits = 32 if first.kind in ("w", "wsp", "wzr") else 64
        if isinstance(value, int) and value >= 1 << (bits - 1):
            value -= 1 << bits
    return str(value)


def _modifier_text(modifier: Modifier) -> str:
    if not modifier.amount:
        return "" if modifier.name == "lsl" else modifier.name
    return f"{modifier.name} {modifier.amount}"


def _memory_text(memory: Memory) -> str:
    base = _register_text(memory.base)
    offset = _offset_text(memory)
    if memory.mode == "post":
        return f"[{base}], {offset}"
    inside = f"{base}, {offset}" if offset else base
    return f"[{inside}]!" if memory.mode == "pre" else f"[{inside}]"


def _offset_text(memory: Memory) -> str:
    modifier = _modifier_text(memory.modifier) if memory.modifier is not None else ""
    match memory.offset:
        case Register():
            offset = _register_text(memory.offset)
        case Immediate():
            offset = str(memory.offset.value) if memory.offset.value else ""
        case Symbol():
            offset = _symbol_text(memory.offset)
        case _:
            offset = ""
    return f"{offset}, {modifier}" if offset and modifier else offset


def _list_text(operand: RegisterList) -> str:
    registers = [_register_text(register) for register in operand.registers]
    lane = f"[{operand.lane}]" if operand.lane is not None else ""
    return registers[0] if len(registers) == 1 and not lane else f"({', '.join(registers)}){lane}"


def _symbol_text(symbol: Symbol) -> str:
    name = "@" if symbol.name.startswith(".L") else symbol.name
    relocation = f":{symbol.relocation}:" if symbol.relocation else ""
    addend = f"{symbol.addend:+d}" if symbol.addend else ""
    return f"{relocation}{name}{addend}"


def register_slots(instruction: Instruction) -> tuple[Register, ...]:
    """The renameable registers of an instruction, in the order of its text."""
    registers: list[Register] = []
    for operand in instruction.operands:
        registers.extend(_registers_in(operand))
    return tuple(register for register in registers if register.canonical not in FIXED_REGISTERS)


def _registers_in(operand: Operand) -> tuple[Register, ...]:
    match operand:
        case Register():
            return (operand,)
        case RegisterList():
            return operand.registers
        case Memory():
            offset = (operand.offset,) if isinstance(operand.offset, Register) else ()
            return (operand.base, *offset)
        case _:
            return ()


def with_distinct_registers(instruction: Instruction) -> Instruction:
    """The same form with slot k's register numbered k: every slot then has a name of its own."""
    count = 0

    def renumber(register: Register) -> Register:
        nonlocal count
        if register.canonical in FIXED_REGISTERS:
            return register
        count += 1
        return replace(register, number=count - 1)

    return Instruction(
        instruction.mnemonic,
        tuple(_renumbered(operand, renumber) for operand in instruction.operands),
    )


def _renumbered(operand: Operand, renumber) -> Operand:
    match operand:
        case Register():
            return renumber(operand)
        case RegisterList():
            return replace(operand, registers=tuple(map(renumber, operand.registers)))
        case Memory():
            base = renumber(operand.base)
            if not isinstance(operand.offset, Register):
                return replace(operand, base=base)
            return replace(operand, base=base, offset=renumber(operand.offset))
        case _:
            return operand


def first_appearance_texts(forms: Iterable[Canonical]) -> list[str]:
    """Each line with its registers and labels numbered in order of first appearance.

    Two functions that differ by one renaming of registers and labels give equal lists.
    """
    names: dict[str, str] = {}
    texts: list[str] = []
    for form in forms:
        numbered = [names.setdefault(name, str(len(names))) for name in form.registers]
        numbered += [names.setdefault(label, str(len(names))) for label in form.labels]
        texts.append(f"{form.shape} | {' '.join(numbered)}")
    return texts
