"""Where an instruction will touch memory, as an expression over the registers before it runs.

Addressing modes: Arm Architecture Reference Manual for A-profile, C1.3.3 "Load/store addressing
modes" and, for SVE, C6.1 "SVE addressing". What the linker fills in (the low bits of a symbol's
address, the distance to a literal) is read from the instruction word itself.
"""

from __future__ import annotations

from compiler_core.host.effects import effects_of
from compiler_core.host.forms.form import Form
from compiler_core.host.forms.matching import match_form
from compiler_core.host.instruction import (
    Immediate,
    Instruction,
    Memory,
    Modifier,
    Register,
    RegisterList,
    Symbol,
)
from compiler_core.toolchain.recorder.plan import (
    MAXIMUM_ACCESS_BYTES,
    NO_REGISTER,
    STACK_POINTER,
    RecordedAccess,
)

_WORD_EXTENDS = {"uxtw": 32, "sxtw": -32}
_VECTOR_KINDS = ("z", "p", "pn")


def access_of(
    instruction: Instruction, address: int, word: int, vector_bytes: int
) -> RecordedAccess | None:
    """The access of one instruction at `address` with encoding `word`; None if it makes none.

    Prefetches make none. Also None where the address cannot be told from the registers.
    """
    effects = effects_of(instruction)
    matched = match_form(instruction)
    if effects.memory not in ("load", "store") or matched is None:
        return None
    form = matched[0]
    store = effects.memory == "store"
    memory = _memory_of(instruction)
    size = effects.memory_bytes or _vector_size(instruction, form, vector_bytes)
    if memory is None:
        return _literal(address, word, size)
    if _is_gather(memory):
        return _gather(memory, form, store)
    unit = _register_size(instruction, form, vector_bytes)
    offset = _offset(memory, word, unit)
    if offset is None or not 0 < size <= MAXIMUM_ACCESS_BYTES:
        return None
    index, extend, shift = _index(memory)
    return RecordedAccess(
        store=store,
        base=_number(memory.base),
        index=index,
        size=size,
        offset=offset,
        extend=extend,
        shift=shift,
    )


def element_bytes(instruction: Instruction) -> int:
    """Bytes in memory of one lane of an SVE access; 0 for any other instruction."""
    matched = match_form(instruction)
    registers = _transferred(instruction)
    if matched is None or not registers or registers[0].kind != "z":
        return 0
    return matched[0].unit if registers[0].arrangement else 0


def _memory_of(instruction: Instruction) -> Memory | None:
    return next((operand for operand in instruction.operands if isinstance(operand, Memory)), None)


def _is_gather(memory: Memory) -> bool:
    offset = memory.offset
    return memory.base.kind == "z" or (isinstance(offset, Register) and offset.kind == "z")


def _gather(memory: Memory, form: Form, store: bool) -> RecordedAccess | None:
    """`[x0, z1.s, uxtw #2]`, `[z1.d, #8]` or `[z1.d, x0]`: one address per container."""
    base_is_vector = memory.base.kind == "z"
    vector = memory.base if base_is_vector else memory.offset
    if not isinstance(vector, Register) or form.unit <= 0:
        return None
    extend, shift = _modifier(memory.modifier)
    base, offset = (NO_REGISTER, 0) if base_is_vector else (_number(memory.base), 0)
    if base_is_vector and isinstance(memory.offset, Register):
        base = _number(memory.offset)
    elif base_is_vector and isinstance(memory.offset, Immediate):
        offset = int(memory.offset.value)
    lane_bytes = vector.element_bits // 8
    if base_is_vector and lane_bytes == 4:
        extend = 32
    return RecordedAccess(
        store=store,
        base=base,
        index=vector.number,
        size=form.unit,
        offset=offset,
        extend=extend,
        shift=shift,
        lane_bytes=lane_bytes,
    )


def _number(register: Register) -> int:
    if register.kind in ("sp", "wsp"):
        return STACK_POINTER
    return NO_REGISTER if register.kind in ("xzr", "wzr") else register.number


def _index(memory: Memory) -> tuple[int, int, int]:
    """Number, extension and shift of the index register."""
    offset = memory.offset
    if not isinstance(offset, Register) or memory.mode == "post":
        return NO_REGISTER, 64, 0
    extend, shift = _modifier(memory.modifier)
    return _number(offset), extend, shift


def _modifier(modifier: Modifier | None) -> tuple[int, int]:
    if modifier is None:
        return 64, 0
    return _WORD_EXTENDS.get(modifier.name, 64), modifier.amount or 0


def _offset(memory: Memory, word: int, unit: int) -> int | None:
    """The constant part in bytes; None where it cannot be told."""
    offset = memory.offset
    if memory.mode == "post" or offset is None or isinstance(offset, Register):
        return 0
    if isinstance(offset, Symbol):
        return _unsigned_offset(word)
    scaled = memory.modifier is not None and memory.modifier.name == "mul vl"
    return int(offset.value) * (unit if scaled else 1)


def _unsigned_offset(word: int) -> int | None:
    """The offset of `ldr x0, [x1, #imm]` (unsigned offset), C4.1.88: bits 29:27 111, 25:24 01.

    The linker may have made something else of an access to a symbol; then None.
    """
    if word >> 27 & 0b111 != 0b111 or word >> 24 & 0b11 != 0b01:
        return None
    vector, size, high = word >> 26 & 1, word >> 30, word >> 23 & 1
    return (word >> 10 & 0xFFF) << (size | (4 if vector and high else 0))


def _literal(address: int, word: int, size: int) -> RecordedAccess | None:
    """`ldr x0, label`: 19 bits of words from the instruction itself, C4.1.88 "Load register
    (literal)"."""
    if word >> 27 & 0b111 != 0b011 or word >> 24 & 0b11 != 0b00 or size <= 0:
        return None
    distance = word >> 5 & 0x7FFFF
    distance -= (distance & 0x40000) << 1
    return RecordedAccess(
        store=False, base=NO_REGISTER, index=NO_REGISTER, size=size, offset=address + 4 * distance
    )


def _transferred(instruction: Instruction) -> tuple[Register, ...]:
    first = instruction.operands[0] if instruction.operands else None
    if isinstance(first, RegisterList):
        return first.registers
    return (first,) if isinstance(first, Register) else ()


def _register_size(instruction: Instruction, form: Form, vector_bytes: int) -> int:
    """Bytes in memory of one whole SVE register, which `mul vl` counts in."""
    registers = _transferred(instruction)
    if not registers or registers[0].kind not in _VECTOR_KINDS:
        return 0
    if registers[0].kind != "z":
        return vector_bytes // 8
    element = registers[0].element_bits // 8
    return vector_bytes // element * form.unit if element else vector_bytes


def _vector_size(instruction: Instruction, form: Form, vector_bytes: int) -> int:
    return len(_transferred(instruction)) * _register_size(instruction, form, vector_bytes)
