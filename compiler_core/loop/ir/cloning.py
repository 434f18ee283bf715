"""Copies of functions and of blocks, with a map from the old to the new."""

from __future__ import annotations

from dataclasses import dataclass, field

from compiler_core.loop.ir.values import Array, Block, Function, Instruction, Module, Slot, Value


@dataclass(slots=True)
class CopyMap:
    """Old to new; what is missing stays the same."""

    values: dict[Value, Value] = field(default_factory=dict)
    blocks: dict[Block, Block] = field(default_factory=dict)
    places: dict[Array | Slot, Array | Slot] = field(default_factory=dict)


def clone_module(module: Module) -> Module:
    """An independent copy of every function."""
    return Module({name: clone_function(function) for name, function in module.functions.items()})


def clone_function(function: Function) -> Function:
    """An independent copy: same names, keys and spans; parameters and places are shared."""
    known = CopyMap(blocks={block: Block(block.name) for block in function.blocks})
    copy = Function(
        function.name,
        function.result,
        list(function.parameters),
        list(function.slots),
        list(function.local_arrays),
        [known.blocks[block] for block in function.blocks],
        set(function.names),
        dict(function.counters),
    )
    for block in function.blocks:
        for instruction in block.instructions:
            known.blocks[block].instructions.append(_same(instruction, known))
    for instruction in copy.instructions():
        connect(instruction, known)
    return copy


def _same(old: Instruction, known: CopyMap) -> Instruction:
    copy = Instruction(
        old.opcode,
        old.type,
        old.operands,
        name=old.name,
        key=old.key,
        place=old.place,
        targets=old.targets,
        callee=old.callee,
        span=old.span,
    )
    known.values[old] = copy
    return copy


def connect(copy: Instruction, known: CopyMap) -> None:
    """Point a copied instruction at the copies of what it used."""
    copy.operands = [known.values.get(operand, operand) for operand in copy.operands]
    copy.targets = [known.blocks.get(block, block) for block in copy.targets]


def copy_instruction(function: Function, old: Instruction, known: CopyMap) -> Instruction:
    """A copy inside the same function: a new name made from the old one, operands connected."""
    name = function.fresh_name(old.name) if old.name else ""
    copy = Instruction(
        old.opcode,
        old.type,
        old.operands,
        name=name,
        key=name or function.numbered_name("#"),
        place=old.place,
        targets=old.targets,
        callee=old.callee,
        span=old.span,
    )
    known.values[old] = copy
    connect(copy, known)
    return copy
