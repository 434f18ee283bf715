"""How far one iteration of a loop moves its addresses and its counter.

The walk is the one of `loop_values`. Before it, what depends on the SVE vector length is written
out for one length: `incw x3` becomes `add x3, x3, 4` at 128 bits, and a register that holds a
constant on entry (`cntw x5`, then `add x3, x3, x5`) becomes that constant.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.assembly import AssemblyFunction, AssemblyLine
from compiler_core.host.canonical import instruction_of
from compiler_core.host.compilation import FunctionListing, Loop
from compiler_core.host.effects import effects_of
from compiler_core.host.instruction import Immediate, Instruction, Register
from compiler_core.host.loop_analysis.affine import Steps
from compiler_core.host.loop_analysis.flow_graph import LoopRegion
from compiler_core.host.loop_analysis.loop_values import (
    Body,
    LoopValues,
    body_of,
    loop_values,
    step_bytes,
)
from compiler_core.host.rounds.constants import Entry, written_out
from compiler_core.host.rounds.vector_steps import vector_steps

_COMPARES = ("cmp", "cmn", "subs", "adds", "tst", "ands", "cbz", "cbnz", "tbz", "tbnz")
_PRODUCTS = ("mul", "madd", "smull", "umull", "smaddl", "umaddl")
_LONGEST_POINTER_CHAIN = 4
_WHILE = re.compile(r"while(?:lo|lt|ls|le|hi|hs|ge|gt)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Advances:
    """Per iteration, as positive numbers."""

    addresses: frozenset[int]
    """The different known advances of its memory accesses, in bytes."""
    chief: int | None
    """The one that stands for the loop (`step_bytes`)."""
    counters: frozenset[int]
    """Steps of the registers its exit tests read."""
    inductions: frozenset[int]
    """Amounts per iteration by which registers and stack slots change, where these are known."""
    moved: int = 0
    """Bytes that the accesses with a known advance load and store."""
    elsewhere: frozenset[int] = frozenset()
    """Bytes of each access whose advance is not known, the different ones."""
    vectors: frozenset[int] = frozenset()
    """Steps of its vectors of indices, as `vector_steps` finds them."""
    by_lanes: bool = False
    """Its exit test asks a predicate, which counts elements."""
    sizes: frozenset[tuple[int, int]] = frozenset()
    """Of the accesses with a known advance, each as that advance and the bytes of one register."""


def advances_of(listing: FunctionListing, loop: Loop, vector_bytes: int) -> Advances:
    """The advances of an innermost loop; SVE registers have `vector_bytes` bytes."""
    plain = {
        position: written_out(instruction_of(line), vector_bytes)
        for position, line in enumerate(listing.lines)
        if line.kind == "instruction"
    }
    inside = _positions(listing, loop)
    fixed = _fixed_registers(listing, loop, plain, inside, vector_bytes)
    for position in inside:
        plain[position] = _with_constants(plain[position], fixed)
    body = _body(listing, plain)
    values = loop_values(body, _region(listing, loop), frozenset())
    values = _products_known(_reloads_are_fixed(values), plain, inside)
    stored = frozenset(
        position for position in inside if effects_of(plain[position]).memory == "store"
    )
    moving = [access for access in values.accesses if values.advance(access)]
    return Advances(
        addresses=frozenset(abs(values.advance(access) or 0) for access in moving),
        chief=step_bytes(values, stored),
        counters=_counters([plain[position] for position in inside], values),
        inductions=_known_steps(values, sorted(values.steps.values.forms)),
        moved=sum(effects_of(plain[access.position]).memory_bytes or 0 for access in moving),
        elsewhere=frozenset(
            effects_of(plain[access.position]).memory_bytes or 0
            for access in values.accesses
            if values.advance(access) is None
        ),
        vectors=vector_steps(plain, inside, Entry(listing, loop, plain, vector_bytes)),
        sizes=frozenset(
            (abs(values.advance(access) or 0), _register_bytes(plain[access.position]))
            for access in moving
        ),
        by_lanes=any(_WHILE.fullmatch(plain[position].mnemonic) for position in inside),
    )


def _register_bytes(instruction: Instruction) -> int:
    """A pair moves two registers."""
    moved = effects_of(instruction).memory_bytes or 0
    return moved // 2 if instruction.mnemonic in ("ldp", "stp", "ldpsw") else moved


def _products_known(
    values: LoopValues, plain: Mapping[int, Instruction], inside: Sequence[int]
) -> LoopValues:
    """Steps of products with a constant: unoptimised code loads the size of an element and
    multiplies the index by it, which is no linear form of registers."""
    held: dict[str, int] = {}
    for position in inside:
        instruction = plain[position]
        if instruction.mnemonic in _PRODUCTS:
            _learn_product(values, position, instruction, held)
        for name in effects_of(instruction).writes:
            held.pop(name, None)
        loaded = _loaded_constant(instruction)
        if loaded is not None:
            held[loaded[0]] = loaded[1]
    return values


def _loaded_constant(instruction: Instruction) -> tuple[str, int] | None:
    """The register and the number of `mov x9, 12`."""
    if instruction.mnemonic != "mov" or len(instruction.operands) != 2:
        return None
    target, value = instruction.operands
    if not isinstance(target, Register) or not isinstance(value, Immediate):
        return None
    return (target.canonical, value.value) if isinstance(value.value, int) else None


def _learn_product(
    values: LoopValues, position: int, instruction: Instruction, held: Mapping[str, int]
) -> None:
    names = [part.canonical for part in instruction.operands if isinstance(part, Register)]
    if len(names) < 3:
        return
    inputs = values.steps.values.opaque.get(f"{names[0]}@{position}")
    if inputs is None:
        return
    forms = dict(zip(effects_of(instruction).reads, inputs, strict=True))
    left, right, *added = names[1:]
    for factor, other in ((left, right), (right, left)):
        steps = [values.steps.of_form(forms[name]) for name in (other, *added) if name in forms]
        if factor in held and steps and None not in steps:
            scaled, *rest = (step or 0 for step in steps)
            values.steps.known[f"{names[0]}@{position}"] = held[factor] * scaled + sum(rest)
            return


def _reloads_are_fixed(values: LoopValues) -> LoopValues:
    """Take what is loaded from an unchanging address for unchanging.

    Unoptimised code loads its pointers again in every iteration. A loop that changes the pointer it
    loads would be misread; then its addresses hardly agree with those of the optimised code.
    """
    opaque = values.steps.values.opaque
    places = {str(access.position): access for access in values.accesses}
    for _ in range(_LONGEST_POINTER_CHAIN):
        fixed = [
            term
            for term, inputs in opaque.items()
            if inputs is None
            and (access := places.get(term.partition("@")[2])) is not None
            and not term.startswith("address@")
            and values.advance(access) == 0
        ]
        if not fixed:
            return values
        opaque.update((term, ()) for term in fixed)
        values = replace(values, steps=Steps(values.steps.values))
    return values


def _positions(listing: FunctionListing, loop: Loop) -> list[int]:
    blocks = frozenset(loop.blocks)
    return [
        position
        for position, line in enumerate(listing.lines)
        if line.kind == "instruction" and line.block in blocks
    ]


def _region(listing: FunctionListing, loop: Loop) -> LoopRegion:
    latches = tuple(
        block for block in loop.blocks if loop.header in listing.blocks[block].successors
    )
    return LoopRegion(loop.header, frozenset(loop.blocks), latches, irreducible=False)


def _body(listing: FunctionListing, plain: Mapping[int, Instruction]) -> Body:
    lines = tuple(
        AssemblyLine(
            id=line.id,
            text=line.text,
            kind=line.kind,
            source=None,
            source_reason="",
            instruction=plain.get(position),
        )
        for position, line in enumerate(listing.lines)
    )
    return body_of(AssemblyFunction(listing.symbol, lines), listing.blocks)


def _fixed_registers(
    listing: FunctionListing,
    loop: Loop,
    plain: Mapping[int, Instruction],
    inside: Sequence[int],
    vector_bytes: int,
) -> dict[str, int]:
    """Registers the loop only reads and that hold a known constant when it starts."""
    written = {name for position in inside for name in effects_of(plain[position]).writes}
    read = {
        name
        for position in inside
        for name in effects_of(plain[position]).reads
        if name.startswith("x") and name not in written
    }
    entry = Entry(listing, loop, plain, vector_bytes)
    constants = {name: entry.constant(name) for name in sorted(read)}
    return {name: value for name, value in constants.items() if value is not None}


def _with_constants(instruction: Instruction, fixed: Mapping[str, int]) -> Instruction:
    """The last register operand replaced by the constant it holds, where that keeps the meaning."""
    if instruction.mnemonic not in ("add", "adds", "sub", "subs") or not instruction.operands:
        return instruction
    last = instruction.operands[-1]
    if not isinstance(last, Register) or last.canonical not in fixed:
        return instruction
    value = fixed[last.canonical]
    return replace(instruction, operands=(*instruction.operands[:-1], Immediate(str(value), value)))


def _counters(instructions: Sequence[Instruction], values: LoopValues) -> frozenset[int]:
    """Steps of the registers that comparisons of the loop read; those that change."""
    names = {
        register.canonical
        for instruction in instructions
        if instruction.mnemonic in _COMPARES or _WHILE.fullmatch(instruction.mnemonic)
        for register in instruction.operands
        if isinstance(register, Register) and register.kind in ("x", "w")
    }
    return _known_steps(values, sorted(names))


def _known_steps(values: LoopValues, names: Sequence[str]) -> frozenset[int]:
    steps = (values.steps.of(name) for name in names)
    return frozenset(abs(step) for step in steps if step)
