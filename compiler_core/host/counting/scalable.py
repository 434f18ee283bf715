"""Memory instructions on SVE registers: what to write out so that their accesses can be followed.

qemu 7.2 makes these accesses in functions of its own that tell plugins nothing. So the marked
assembly has a few stores in front of each: its base, index, predicate and vector of offsets, as far
as it has them, go below the stack pointer, where nothing of the program lies (AAPCS64 has no red
zone). The plugin reads them there when the instruction itself is about to run. Probes change no
register and no flag, are not in the listing and are not counted.

Addresses: Arm A64 Instruction Set Architecture, SVE "LD1W (scalar plus scalar)" and its neighbours.
"""

from __future__ import annotations

import re
from functools import lru_cache

from compiler_core.host.instruction import (
    Immediate,
    Instruction,
    Memory,
    Register,
    RegisterList,
)
from compiler_core.toolchain.counting_plan import AddressMode, Extension, VectorAccess

# Broadcasts of one element (ld1rw) and spills (ldr, str) are reported by the emulator.
_MNEMONIC = re.compile(
    r"(?P<kind>ld|st)(?:nt|ff|nf)?(?P<count>[1-4])(?P<quad>rq)?s?(?P<size>[bhwd])"
)
_SIZES = {"b": 1, "h": 2, "w": 4, "d": 8}
_BASE, _INDEX = "[sp, #-8]", "[sp, #-16]"
_PREDICATE, _OFFSETS = "[sp, #-16, mul vl]", "[sp, #-3, mul vl]"


def probes_of(instruction: Instruction) -> tuple[str, ...]:
    """The stores to put in front of this instruction; none for all but SVE memory."""
    parts = _parts(instruction)
    if parts is None:
        return ()
    predicate, memory = parts
    base = memory.base.canonical if memory.base.kind == "x" else "xzr"
    probes = [f"stur {base}, {_BASE}"]
    index = _scalar_index(memory)
    if index is not None:
        probes.append(f"stur {index.canonical}, {_INDEX}")
    probes.append(f"str {predicate.canonical}, {_PREDICATE}")
    offsets = _offsets(memory)
    if offsets is not None:
        probes.append(f"str z{offsets.number}, {_OFFSETS}")
    return tuple(probes)


@lru_cache(maxsize=4096)
def vector_access(instruction: Instruction, address: int) -> VectorAccess | None:
    """How the plugin follows this instruction, whose probes lie in front of it; None for others."""
    parts, match = _parts(instruction), _MNEMONIC.fullmatch(instruction.mnemonic)
    if parts is None or match is None:
        return None
    _, memory = parts
    extension, shift = _extension(memory)
    immediate = int(memory.offset.value) if isinstance(memory.offset, Immediate) else 0
    return VectorAccess(
        address=address,
        probes=len(probes_of(instruction)),
        store=match["kind"] == "st",
        registers=int(match["count"]),
        element_bytes=_first_register(instruction).element_bits // 8,
        memory_bytes=_SIZES[match["size"]],
        mode=_mode(memory, match["quad"] is not None),
        extension=extension,
        indexed=_scalar_index(memory) is not None,
        shift=shift,
        immediate=immediate,
        from_stack=memory.base.kind == "sp",
    )


def _parts(instruction: Instruction) -> tuple[Register, Memory] | None:
    """The governing predicate and the address of an SVE memory instruction."""
    if _MNEMONIC.fullmatch(instruction.mnemonic) is None or len(instruction.operands) != 3:
        return None
    _, predicate, memory = instruction.operands
    if not isinstance(predicate, Register) or predicate.kind != "p":
        return None
    return (predicate, memory) if isinstance(memory, Memory) else None


def _first_register(instruction: Instruction) -> Register:
    first = instruction.operands[0]
    register = first.registers[0] if isinstance(first, RegisterList) else first
    assert isinstance(register, Register)
    return register


def _offsets(memory: Memory) -> Register | None:
    """The vector of offsets, or of bases."""
    if memory.base.kind == "z":
        return memory.base
    is_vector = isinstance(memory.offset, Register) and memory.offset.kind == "z"
    return memory.offset if is_vector and isinstance(memory.offset, Register) else None


def _scalar_index(memory: Memory) -> Register | None:
    offset = memory.offset
    return offset if isinstance(offset, Register) and offset.kind in ("x", "xzr") else None


def _mode(memory: Memory, quad: bool) -> AddressMode:
    if _offsets(memory) is not None:
        return "gather"
    return "quad" if quad else "contiguous"


def _extension(memory: Memory) -> tuple[Extension, int]:
    modifier = memory.modifier
    if modifier is None:
        return "", 0
    extension: Extension = ""
    if modifier.name == "uxtw" or modifier.name == "sxtw":
        extension = modifier.name
    return extension, modifier.amount or 0
