"""What lowering needs at hand: the function so far, the block being filled, names in scope."""

from __future__ import annotations

from dataclasses import dataclass, field

from pycparser import c_ast

from compiler_core.loop.errors import OutsideSubset
from compiler_core.loop.front_end.limits import MAXIMUM_INSTRUCTIONS
from compiler_core.loop.front_end.parsing import location_of
from compiler_core.loop.front_end.spans import Spans
from compiler_core.loop.ir.building import new_instruction
from compiler_core.loop.ir.types import VOID, Type
from compiler_core.loop.ir.values import (
    Array,
    Block,
    Constant,
    Function,
    Instruction,
    Parameter,
    Slot,
    Value,
)
from compiler_core.source import Location


@dataclass(frozen=True, slots=True)
class ArrayName:
    """An array with what its inner subscripts jump over: `a[][M][N]` has dimensions (M, N)."""

    array: Array
    dimensions: tuple[Value, ...] = ()


Name = Slot | Parameter | Constant | ArrayName


@dataclass(frozen=True, slots=True)
class OpenLoop:
    """Where `continue` and `break` lead."""

    latch: Block
    exit: Block


@dataclass(kw_only=True)
class Builder:
    """The state of lowering one function."""

    file: str
    """Name of the source file, for messages."""
    spans: Spans
    """Gives the place in the source of each node of the syntax tree."""
    function: Function
    """What is lowered; blocks are added to it as they start."""
    block: Block
    """Where the next instruction is appended."""
    loop_count: int
    """Loops in the function's source; with more than one, block names get a counter."""
    scopes: list[dict[str, Name]] = field(default_factory=list)
    """What each name means, the innermost scope last."""
    loops: list[OpenLoop] = field(default_factory=list)
    """Loops around the current place, the innermost last; empty outside loops."""
    # Values that have no name of the user's yet.
    temporaries: set[Value] = field(default_factory=set)
    """Values that have no name of the user's yet."""
    instruction_count: int = 0
    """Instructions emitted so far, held to MAXIMUM_INSTRUCTIONS."""
    signatures: dict[str, Function] = field(default_factory=dict)
    """Functions of the file that may be called, by name."""

    def emit(
        self,
        opcode: str,
        *operands: Value,
        node: c_ast.Node | None = None,
        type_: Type | None = None,
        place: Array | Slot | None = None,
        targets: tuple[Block, ...] = (),
        callee: str = "",
        hint: str = "",
    ) -> Instruction:
        """Append an instruction to the current block."""
        self.instruction_count += 1
        if self.instruction_count > MAXIMUM_INSTRUCTIONS:
            raise self.outside(
                node,
                f"The function needs more than {MAXIMUM_INSTRUCTIONS:,} instructions.",
                "Paste the loop and what it needs.",
            )
        instruction = new_instruction(
            self.function,
            opcode,
            operands,
            type_=type_,
            place=place,
            targets=targets,
            callee=callee,
            hint=hint,
            span=self.spans.of(node) if node is not None else None,
        )
        self.block.instructions.append(instruction)
        if instruction.type != VOID and not hint:
            self.temporaries.add(instruction)
        return instruction

    @property
    def ended(self) -> bool:
        """Does the current block already have its terminator?"""
        return bool(self.block.instructions) and self.block.instructions[-1].is_terminator

    def new_block(self, hint: str) -> Block:
        """A block that is not yet part of the function: `start` adds it where it belongs."""
        return Block(self.function.fresh_block_name(hint))

    def start(self, block: Block) -> None:
        """Continue in this block."""
        self.function.blocks.append(block)
        self.block = block

    def jump(self, target: Block, node: c_ast.Node | None = None) -> None:
        """Go on in `target`, unless the block has ended already."""
        if not self.ended:
            self.emit("jump", targets=(target,))
            self.block.terminator.span = self.spans.start(node) if node is not None else None

    def lookup(self, name: str) -> Name | None:
        """What a name means here; None if nothing."""
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def give_name(self, value: Value, hint: str) -> None:
        """Let a value that was just computed carry the user's name."""
        if value in self.temporaries and isinstance(value, Instruction):
            self.temporaries.discard(value)
            self.function.names.discard(value.name)
            value.name = value.key = self.function.fresh_name(hint)

    def location(self, node: c_ast.Node | None) -> Location:
        return location_of(node, self.file) if node is not None else Location(self.file, 1)

    def outside(self, node: c_ast.Node | None, message: str, advice: str) -> OutsideSubset:
        """The error for something at this node."""
        return OutsideSubset(message, advice, self.location(node))
