"""What one iteration of a loop does: instructions, loads, stores, bytes, and kind of arithmetic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.compilation import Arithmetic
from compiler_core.host.effects import Effects
from compiler_core.host.instruction import Instruction, Memory, Register, RegisterList
from compiler_core.host.loop_analysis.loop_values import Body, LoopValues

# Instructions that move, widen into place or count, and compute no value of the program's.
MOVES = (
    "mov", "fmov", "movi", "mvni", "movk", "movn", "movz", "dup", "ins", "umov", "smov", "movprfx",
    "adr", "adrp", "nop", "bti", "hint", "ptrue", "pfalse", "index", "cntb", "cnth", "cntw", "cntd",
    "incb", "inch", "incw", "incd", "decb", "dech", "decw", "decd", "rdvl", "addvl", "addpl",
    "whilelo", "whilelt", "whilele", "whilels", "ptest", "cmp", "cmn", "tst", "ccmp", "ccmn",
    "fcmp", "fcmpe", "fccmp", "fccmpe", "sxtw", "uxtw", "punpklo", "punpkhi",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Per iteration, all blocks of the body counted once; bytes are None if SVE decides."""

    instructions: int
    """In one iteration, each block of the body counted once."""
    loads: int
    """Instructions of one iteration that read memory; an atomic update is no load."""
    stores: int
    """Instructions of one iteration that write memory, atomic updates among them."""
    bytes_loaded: int | None
    """In one iteration; None where the size of one load is not known, as with SVE."""
    bytes_stored: int | None
    """In one iteration; None where the size of one store is not known, as with SVE."""
    arithmetic: Arithmetic
    """What it computes values on: `vector`, `scalar`, or `none` where it only moves or counts."""
    wide: bool
    """Whole vectors are loaded or stored."""


def count(body: Body, blocks: Iterable[int], values: LoopValues) -> Counts:
    """Count the instructions of these blocks. `wide`: whole vectors are loaded or stored."""
    positions = [position for block in blocks for position in body.positions[block]]
    effects = [body.effects[position] for position in positions]
    loads = [effect for effect in effects if effect.memory == "load"]
    stores = [effect for effect in effects if effect.memory == "store"]
    return Counts(
        instructions=len(positions),
        loads=len(loads),
        stores=len(stores),
        bytes_loaded=_bytes(loads),
        bytes_stored=_bytes(stores),
        arithmetic=_arithmetic(body, positions, values),
        wide=any(_moves_vectors(_instruction(body, position)) for position in positions),
    )


def _instruction(body: Body, position: int) -> Instruction:
    instruction = body.function.lines[position].instruction
    assert instruction is not None
    return instruction


def _bytes(accesses: Sequence[Effects]) -> int | None:
    sizes = [access.memory_bytes for access in accesses]
    return None if None in sizes else sum(size for size in sizes if size is not None)


def _arithmetic(body: Body, positions: Sequence[int], values: LoopValues) -> Arithmetic:
    readers = Counter(
        name for position in positions for name in dict.fromkeys(body.effects[position].reads)
    )
    kinds = {_kind(body, positions, index, values, readers) for index in range(len(positions))}
    if "vector" in kinds:
        return "vector"
    return "scalar" if "scalar" in kinds else "none"


def _kind(
    body: Body,
    positions: Sequence[int],
    index: int,
    values: LoopValues,
    readers: Mapping[str, int],
) -> Arithmetic:
    position = positions[index]
    instruction, effects = _instruction(body, position), body.effects[position]
    if effects.memory or effects.branch or instruction.mnemonic in MOVES:
        return "none"
    if any(_is_vector(operand) for operand in instruction.operands):
        return "vector"
    if not effects.writes or _only_compares(body, positions, index):
        return "none"
    form = values.results.get(position)
    if form is None or not values.steps.is_regular(form):
        return "scalar"
    return "scalar" if _accumulates(effects, readers) else "none"


def _only_compares(body: Body, positions: Sequence[int], index: int) -> bool:
    """True for `subs w8, w8, w9` whose difference nobody reads: how Clang's -O0 code compares."""
    effects = body.effects[positions[index]]
    if "nzcv" not in effects.writes:
        return False
    for number in range(index + 1, len(positions)):
        position = positions[number]
        following = body.effects[position]
        if effects.writes[0] in following.reads:
            return False
        if effects.writes[0] in following.writes:
            return True
    return False


def _accumulates(effects: Effects, readers: Mapping[str, int]) -> bool:
    """True for a register that counts up without anything else in the loop looking at it.

    Other registers that move on evenly are addresses and counters: no arithmetic on values.
    """
    written = effects.writes[0]
    itself = written in effects.reads
    return itself and "nzcv" not in effects.writes and readers[written] == 1


def _is_vector(operand: object) -> bool:
    if isinstance(operand, RegisterList):
        return True
    if not isinstance(operand, Register):
        return False
    return operand.kind in ("z", "p") or (bool(operand.arrangement) and operand.lane is None)


def _moves_vectors(instruction: Instruction) -> bool:
    if not any(isinstance(operand, Memory) for operand in instruction.operands):
        return False
    return any(
        isinstance(operand, RegisterList)
        or (isinstance(operand, Register) and operand.kind in ("q", "z"))
        for operand in instruction.operands
    )
