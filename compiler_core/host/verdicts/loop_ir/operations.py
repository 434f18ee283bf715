"""The small common form that GCC's GIMPLE and LLVM's IR are read into: operations in blocks.

Both are in static single assignment form: every name has one definition, and a `phi` chooses by
the block one comes from. Only what the facts of `facts.py` need is kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from compiler_core.source import Location

# The detail of a store that moves a structure from memory to memory.
WHOLE_COPY = "whole copy"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation."""

    result: str
    """The name it defines, empty if none."""
    code: str
    """As in the tables of the two readers, `other` for what the facts do not need."""
    operands: tuple[str, ...]
    """Names and literals; of a phi, in the order of `sources`."""
    type: str = ""
    """`f32`, `i64`, `ptr`…, empty if not known."""
    place: Location | None = None
    """Where in the source it is from; None where the compiler did not say."""
    detail: str = ""
    """The callee, or the predicate of a comparison."""
    volatile: bool = False
    """It is a volatile access, which must stay as it is."""
    address: Reference | None = None
    """What a load or store touches."""
    sources: tuple[str, ...] = ()
    """Blocks a phi chooses by."""
    scales: tuple[int, ...] = ()
    """Of an `address` operation: bytes per step of each operand, the first of which is the base."""

    @property
    def floating(self) -> bool:
        """True if it computes a floating-point number."""
        return self.type.startswith("f")


@dataclass(frozen=True, slots=True)
class Reference:
    """A place in memory: a base (a pointer's name, or a variable's), a field, and index names.

    variable: the base is a variable itself, and not a pointer to follow. offset: bytes added.
    """

    base: str
    indexes: tuple[str, ...] = ()
    fields: str = ""
    offset: int = 0
    variable: bool = False


@dataclass(slots=True)
class OperationBlock:
    """A basic block: its operations in order, and the blocks that may follow."""

    name: str
    operations: list[Operation] = field(default_factory=list)
    successors: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class IrFunction:
    """One function. restricted: pointer parameters declared restrict (`noalias`)."""

    name: str
    blocks: Mapping[str, OperationBlock]
    entry: str
    restricted: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class IrLoop:
    """A natural loop: its header, all blocks, the blocks of no inner loop, and its depth from 1."""

    function: IrFunction
    """The function whose blocks these are."""
    header: str
    """Name of the block where an iteration begins."""
    blocks: frozenset[str]
    """Names of all its blocks, inner loops included."""
    own: frozenset[str]
    """Names of its blocks that lie in no inner loop."""
    depth: int
    """How deep it is nested, from 1."""
    place: Location | None = None
    """For LLVM, what its metadata names as the loop's start."""
    scalar_by_request: bool = False
    """The metadata asks for one element at a time, as a pragma of the source's does."""

    def operations(self) -> Sequence[Operation]:
        """Its own operations in the order of the blocks, without those of inner loops."""
        blocks = self.function.blocks
        return [
            operation
            for name in blocks
            if name in self.own
            for operation in blocks[name].operations
        ]

    @property
    def innermost(self) -> bool:
        """True if no other loop is inside."""
        return self.own == self.blocks
