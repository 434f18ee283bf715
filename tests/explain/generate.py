"""Random states for one instruction: addresses lie in the test's memory, lanes hold fit numbers."""

from __future__ import annotations

import random
import re
import struct

from compiler_core.host.effects import effects_of
from compiler_core.host.formulas.machine import Area, State
from compiler_core.host.instruction import Immediate, Instruction, Memory, Register, Symbol
from tests.explain.signatures import place_pointers

VECTOR_BYTES = 32
MEMORY_BYTES = 2048
_MIDDLE = MEMORY_BYTES // 2
_EDGES_64 = (0, 1, 2, 0x7FFFFFFFFFFFFFFF, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0xFFFFFFFF)
_EDGES_32 = (0, 1, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_FLOAT_EDGES = (
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -2.5,
    float("inf"),
    float("-inf"),
    float("nan"),
)
_PACK = {16: "<e", 32: "<f", 64: "<d"}


class CannotRun(Exception):
    """This line cannot be executed alone; the text says why."""


def random_state(
    instruction: Instruction,
    formula: str,
    memory_start: int,
    symbols: dict[str, int],
    source: random.Random,
) -> State:
    """A state in which the instruction can run."""
    width = _float_width(formula)
    state = State(
        x=[source.getrandbits(64) for _ in range(31)],
        sp=memory_start + _MIDDLE,
        nzcv=source.randrange(16),
        z=[source.getrandbits(8 * VECTOR_BYTES) for _ in range(32)],
        p=[source.getrandbits(VECTOR_BYTES) for _ in range(16)],
        memory=Area(
            memory_start,
            bytearray(_memory(source, width) if "mem" in formula else bytes(MEMORY_BYTES)),
        ),
        vector_bytes=VECTOR_BYTES,
    )
    for name in effects_of(instruction).reads:
        if name[0] == "x":
            state.x[int(name[1:])] = _integer(source)
        elif name[0] == "v":
            state.z[int(name[1:])] = _vector(source, width)
    _repeat_operands(instruction, state, source)
    for operand in instruction.operands:
        if isinstance(operand, Memory) and instruction.mnemonic != "adr":
            _place(operand, state, instruction, formula, symbols, source)
    _activate(instruction, formula, state, source)
    place_pointers(instruction, formula, state, source)
    return state


def rescramble(state: State, kept: set[str], source: random.Random) -> State:
    """The same state with every register outside `kept` given another value."""
    other = state.copy()
    for number in range(31):
        if f"x{number}" not in kept:
            other.x[number] = source.getrandbits(64)
    for number in range(32):
        if f"v{number}" not in kept:
            other.z[number] = source.getrandbits(8 * VECTOR_BYTES)
    for number in range(16):
        if f"p{number}" not in kept:
            other.p[number] = source.getrandbits(VECTOR_BYTES)
    if "nzcv" not in kept:
        other.nzcv = source.randrange(16)
    return other


def _float_width(formula: str) -> int:
    """The width of the floats that a formula reads, 0 if it reads none."""
    notes = formula.rpartition(" (")[2]
    if notes.startswith("to "):
        return 0
    first = notes.removeprefix("from ").split(" ")[0].rstrip(",)")
    return {"half": 16, "float": 32, "double": 64}.get(first, 0)


def _start_of(state: State) -> int:
    assert isinstance(state.memory, Area)
    return state.memory.start


def _integer(source: random.Random) -> int:
    kind = source.randrange(6)
    if kind == 0:
        return source.choice(_EDGES_64)
    if kind == 1:
        return source.choice(_EDGES_32) | source.getrandbits(32) << 32
    if kind == 2:
        return source.randrange(64)
    if kind == 3:
        return -source.randrange(1, 64) & 0xFFFFFFFFFFFFFFFF
    return source.getrandbits(64)


def _vector(source: random.Random, width: int) -> int:
    if width == 0:
        return _integer_lanes(source)
    lanes = [_float_bits(source, width) for _ in range(8 * VECTOR_BYTES // width)]
    return sum(lane << (width * index) for index, lane in enumerate(lanes))


def _integer_lanes(source: random.Random) -> int:
    bits = source.choice((8, 16, 32, 64))
    edges = (0, 1, (1 << (bits - 1)) - 1, 1 << (bits - 1), (1 << bits) - 1)
    value = 0
    for start in range(0, 8 * VECTOR_BYTES, bits):
        lane = source.choice(edges) if source.random() < 0.3 else source.getrandbits(bits)
        value |= lane << start
    return value


def _float_bits(source: random.Random, width: int) -> int:
    kind = source.random()
    if kind < 0.12:
        number = source.choice(_FLOAT_EDGES)
    elif kind < 0.3:
        number = float(source.randrange(-300, 300)) / 2
    elif kind < 0.4:
        number = source.uniform(-1, 1) * 2.0 ** source.randrange(-14, 15)
    elif kind < 0.5 and width > 16:
        number = source.uniform(-1, 1) * 2.0 ** source.randrange(-70, 70)
    else:
        number = source.uniform(-9, 9)
    return int.from_bytes(struct.pack(_PACK[width], number), "little")


def _memory(source: random.Random, width: int) -> bytes:
    vectors = (_vector(source, width) for _ in range(MEMORY_BYTES // VECTOR_BYTES))
    return b"".join(vector.to_bytes(VECTOR_BYTES, "little") for vector in vectors)


def _repeat_operands(instruction: Instruction, state: State, source: random.Random) -> None:
    """Now and then two sources are equal, so that comparisons see equality."""
    reads = effects_of(instruction).reads
    registers = [
        operand
        for operand in instruction.operands
        if isinstance(operand, Register) and operand.canonical in reads and operand.number < 31
    ]
    if instruction.mnemonic.startswith("cb") and registers and source.random() < 0.5:
        state.x[registers[0].number] = 0
    if source.random() > 0.4 or len(registers) < 2:
        return
    first, second = registers[-2:]
    if first.kind in "xw" and second.kind in "xw":
        state.x[second.number] = state.x[first.number]
    elif first.kind in "bhsdvz" and second.kind in "bhsdvz":
        mask = (1 << (8 * VECTOR_BYTES)) - 1 if source.random() < 0.7 else (1 << 64) - 1
        kept = state.z[second.number] & ~mask
        state.z[second.number] = kept | (state.z[first.number] & mask)


def _place(
    memory: Memory,
    state: State,
    instruction: Instruction,
    formula: str,
    symbols: dict[str, int],
    source: random.Random,
) -> None:
    """Choose base and offset so that the address lies in the middle of the memory area."""
    middle = _start_of(state) + _MIDDLE
    offset = memory.offset if memory.mode != "post" else None
    if memory.base.kind == "z":
        _place_vector_of_bases(memory, state, source)
        return
    if isinstance(offset, Register) and offset.kind == "z":
        _place_vector_of_offsets(memory, offset, state, source)
    elif isinstance(offset, Register) and offset.number < 31:
        if offset.number == memory.base.number:
            raise CannotRun("base and index are one register")
        _place_index(memory, offset, state, source)
    elif isinstance(offset, Immediate):
        scale = VECTOR_BYTES if memory.modifier is not None else 1
        middle -= int(offset.value) * scale
    elif isinstance(offset, Symbol):
        if offset.relocation not in ("lo12",):
            raise CannotRun("needs an address that only a linker's table holds")
        middle -= symbols[offset.name] + offset.addend & 0xFFF
    if memory.base.kind == "sp":
        state.sp = middle
    elif memory.base.number < 31:
        state.x[memory.base.number] = middle & 0xFFFFFFFFFFFFFFFF


def _place_index(memory: Memory, offset: Register, state: State, source: random.Random) -> None:
    modifier = memory.modifier
    small = source.randrange(0, 24)
    if modifier is None or modifier.name in ("lsl", "uxtx"):
        state.x[offset.number] = small
        return
    if modifier.name == "sxtx":
        state.x[offset.number] = (small - 12) & 0xFFFFFFFFFFFFFFFF
        return
    low = (small - 12) & 0xFFFFFFFF if modifier.name == "sxtw" else small
    state.x[offset.number] = source.getrandbits(32) << 32 | low


def _place_vector_of_offsets(
    memory: Memory, offset: Register, state: State, source: random.Random
) -> None:
    bits = offset.element_bits
    signed = memory.modifier is not None and memory.modifier.name == "sxtw"
    value = 0
    for start in range(0, 8 * VECTOR_BYTES, bits):
        small = source.randrange(0, 24) - (12 if signed else 0)
        lane = small & 0xFFFFFFFF
        if bits == 64 and memory.modifier is not None and memory.modifier.name[1:] == "xtw":
            lane |= source.getrandbits(32) << 32
        value |= (lane & ((1 << bits) - 1)) << start
    state.z[offset.number] = value


def _place_vector_of_bases(memory: Memory, state: State, source: random.Random) -> None:
    bits = memory.base.element_bits
    shift = int(memory.offset.value) if isinstance(memory.offset, Immediate) else 0
    value = 0
    for start in range(0, 8 * VECTOR_BYTES, bits):
        address = _start_of(state) + _MIDDLE + 8 * source.randrange(-16, 16) - shift
        value |= address << start
    state.z[memory.base.number] = value


def _activate(instruction: Instruction, formula: str, state: State, source: random.Random) -> None:
    """Reductions need an active lane; while loops a limit near the counter."""
    for number in range(16):
        if "last(" in formula or re.search(r"\(z.* where p", formula):
            state.p[number] |= 1 << (8 * source.randrange(4))
    if instruction.mnemonic.startswith(("ldff1", "ldnf1")):
        # qemu 7.2 leaves out the last lane where the first is not active, and does not say so.
        state.p = [predicate | 1 for predicate in state.p]
    if instruction.mnemonic in ("whilewr", "whilerw"):
        _apart(instruction, state, source)
    elif instruction.mnemonic.startswith("while") and source.random() < 0.7:
        first, second = (o for o in instruction.operands[1:3] if isinstance(o, Register))
        if second.number < 31:
            start = state.x[first.number] if first.number < 31 else 0
            state.x[second.number] = (
                start + source.choice((source.randrange(-2, 9), source.randrange(40)))
            ) & 0xFFFFFFFFFFFFFFFF


def _apart(instruction: Instruction, state: State, source: random.Random) -> None:
    """Two addresses a whole number of elements apart: where the distance is less than one, qemu 7.2
    makes no lane active, the architecture all."""
    target, first, second = (o for o in instruction.operands if isinstance(o, Register))
    distance = source.choice((source.randrange(-40, 40), source.getrandbits(40)))
    size = target.element_bits // 8
    state.x[second.number] = (state.x[first.number] + distance * size) & 0xFFFFFFFFFFFFFFFF
