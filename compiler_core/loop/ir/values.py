"""Values, instructions, blocks, functions: the program that passes rewrite.

Values compare by identity and carry a name that is unique in their function; the name comes from
the user's variable and stays through every rewrite. Only constants compare by what they are.
A function owns its blocks, a block its instructions: phis first, one terminator last.
"""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from compiler_core.loop.ir.operations import operation
from compiler_core.loop.ir.types import Type
from compiler_core.source import SourceSpan

Number = int | float | bool


class Value:
    """Something an instruction can use."""

    __slots__ = ("name", "type")

    def __init__(self, name: str, type_: Type) -> None:
        self.name = name
        self.type = type_

    @property
    def text(self) -> str:
        """How the value is written where it is used."""
        return self.name

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.text}: {self.type}>"


class Constant(Value):
    """A literal; two constants with the same type and the same bits are equal."""

    __slots__ = ("_key", "value")

    def __init__(self, type_: Type, value: Number) -> None:
        super().__init__("", type_)
        self.value = value
        # -0.0 equals 0.0 as a number, but not as a value: the bits decide.
        bits = struct.pack("<d", value) if type_.is_float else value
        self._key = (type_, bits)

    @property
    def text(self) -> str:
        return constant_text(self.type, self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class Parameter(Value):
    """A scalar that the caller gives."""

    __slots__ = ()


@dataclass(eq=False, slots=True, kw_only=True)
class Array:
    """Elements in memory: a pointer parameter, or an array local to the function."""

    name: str
    """As in the source, made unique in the function."""
    element: Type
    """Type of one element."""
    extent: int | None = None
    """Number of elements of a local array, None for a parameter."""
    restrict: bool = False
    """The user promises that no other pointer leads to its elements."""
    const: bool = False
    """The user promises not to write through it."""
    row: int = 1
    """For an array of arrays, the number of elements that one step of the first subscript jumps
    over, else 1. restrict and const are the user's promises."""

    @property
    def is_local(self) -> bool:
        return self.extent is not None


@dataclass(eq=False, slots=True)
class Slot:
    """The memory of one scalar variable, before promotion; written `&name`."""

    name: str
    type: Type


class Instruction(Value):
    """One operation; also the value it gives (type void if none).

    operands: values. A load has its subscript (none for a slot); a store its subscript, if any, and
    then the stored value. place: array or slot of a memory operation. targets: where a terminator
    goes, or the blocks that a phi's operands come from, in their order. callee: the function
    called. key: stable name of the line in snapshots.
    """

    __slots__ = ("callee", "key", "opcode", "operands", "place", "span", "targets")

    def __init__(
        self,
        opcode: str,
        type_: Type,
        operands: Sequence[Value] = (),
        *,
        name: str = "",
        key: str = "",
        place: Array | Slot | None = None,
        targets: Sequence[Block] = (),
        callee: str = "",
        span: SourceSpan | None = None,
    ) -> None:
        super().__init__(name, type_)
        self.opcode = opcode
        self.operands = list(operands)
        self.place = place
        self.targets = list(targets)
        self.callee = callee
        self.span = span
        self.key = key or name

    @property
    def text(self) -> str:
        """A phi is a variable and is written like one; what is computed carries a %."""
        return self.name if self.opcode == "phi" else f"%{self.name}"

    @property
    def is_phi(self) -> bool:
        return self.opcode == "phi"

    @property
    def is_terminator(self) -> bool:
        return operation(self.opcode).is_terminator

    @property
    def array(self) -> Array:
        """The array of a memory operation on one. Raises TypeError for any other."""
        if not isinstance(self.place, Array):
            raise TypeError(f"{self.opcode} does not access an array")
        return self.place

    @property
    def subscript(self) -> Value:
        """The subscript of an array access."""
        return self.operands[0]

    @property
    def stored(self) -> Value:
        """The value that a store writes."""
        return self.operands[-1]

    @property
    def line(self) -> int:
        """Source line; 0 if the instruction belongs to none."""
        return self.span.start.line if self.span else 0


class Block:
    """A straight run of instructions with one way in at the top and one terminator at the end."""

    __slots__ = ("instructions", "name")

    def __init__(self, name: str) -> None:
        self.name = name
        self.instructions: list[Instruction] = []

    @property
    def phis(self) -> list[Instruction]:
        return [instruction for instruction in self.instructions if instruction.is_phi]

    @property
    def body(self) -> list[Instruction]:
        """What is neither phi nor terminator."""
        return [
            operation
            for operation in self.instructions
            if not operation.is_phi and not operation.is_terminator
        ]

    @property
    def terminator(self) -> Instruction:
        """The last instruction. Raises IndexError for an empty block."""
        return self.instructions[-1]

    @property
    def successors(self) -> list[Block]:
        """Where the terminator may go, each block once."""
        last = self.instructions[-1] if self.instructions else None
        if last is None or not last.is_terminator:
            return []
        return list(dict.fromkeys(last.targets))

    def insert_before_terminator(self, instruction: Instruction) -> None:
        self.instructions.insert(len(self.instructions) - 1, instruction)

    def __repr__(self) -> str:
        return f"<Block {self.name}>"


@dataclass(eq=False)
class Function:
    """One function; `blocks[0]` is the entry. Names of values, places and blocks are unique."""

    name: str
    """As in the source."""
    result: Type
    """Type of what it returns, VOID for nothing."""
    parameters: list[Parameter | Array]
    """Scalars and arrays in the order of the source."""
    slots: list[Slot] = field(default_factory=list)
    """Variables in memory; fewer or none after promotion."""
    local_arrays: list[Array] = field(default_factory=list)
    """Arrays declared in its body."""
    blocks: list[Block] = field(default_factory=list)
    """In program order, the entry first."""
    names: set[str] = field(default_factory=lambda: {"true", "false"})
    """Every name that is taken; of blocks with a colon behind, of slots with & before."""
    counters: dict[str, int] = field(default_factory=dict)
    """Last number given for each hint or letter, so that new names are found at once."""

    @property
    def arrays(self) -> list[Array]:
        """Parameters first."""
        return [array for array in self.parameters if isinstance(array, Array)] + self.local_arrays

    @property
    def scalars(self) -> list[Parameter]:
        return [parameter for parameter in self.parameters if isinstance(parameter, Parameter)]

    def instructions(self) -> Iterator[Instruction]:
        """All of them, block by block."""
        for block in self.blocks:
            yield from block.instructions

    def fresh_name(self, hint: str) -> str:
        """`hint`, or `hint.1`, `hint.2`… if it is taken; the name is reserved."""
        name = hint
        while name in self.names:
            self.counters[hint] = self.counters.get(hint, 0) + 1
            name = f"{hint}.{self.counters[hint]}"
        self.names.add(name)
        return name

    def fresh_block_name(self, hint: str) -> str:
        """The same for blocks, whose names do not compete with those of values."""
        name = hint
        while f"{name}:" in self.names:
            self.counters[f"{hint}:"] = self.counters.get(f"{hint}:", 0) + 1
            name = f"{hint}.{self.counters[f'{hint}:']}"
        self.names.add(f"{name}:")
        return name

    def fresh_slot_name(self, hint: str) -> str:
        """The same for variables in memory, which are written with an &."""
        return self.fresh_name(f"&{hint}").removeprefix("&")

    def numbered_name(self, letter: str) -> str:
        """`t1`, `v2`…: a name for a value that the user did not name."""
        counter = "#" if letter == "#" else "%"
        while True:
            self.counters[counter] = self.counters.get(counter, 0) + 1
            name = f"{letter}{self.counters[counter]}"
            if name not in self.names:
                self.names.add(name)
                return name


@dataclass(eq=False)
class Module:
    """The functions of one source file, by name, in the source's order."""

    functions: dict[str, Function] = field(default_factory=dict)


_SUFFIXES = {"i32": "", "u32": "u", "i64": "l", "u64": "ul"}


def constant_text(type_: Type, value: Number) -> str:
    """C's way of writing it: `4`, `4u`, `4l`, `0.5f`, `0.5`, `true`; `4:u8` where C has none."""
    if type_.kind == "bool":
        return "true" if value else "false"
    if type_.is_float:
        return _float_text(float(value), type_.bits)
    suffix = _SUFFIXES.get(type_.name)
    return f"{value}{suffix}" if suffix is not None else f"{value}:{type_.name}"


def _float_text(value: float, bits: int) -> str:
    """The shortest text that reads back as this float; `+inf`, `-inf` and `+nan` carry a sign."""
    suffix = "f" if bits == 32 else ""
    if not math.isfinite(value):
        return f"{value:+}{suffix}"
    if bits == 64:
        return repr(value)
    texts = (f"{value:.{digits}g}" for digits in range(1, 10))
    shortest = next(text for text in texts if ctypes.c_float(float(text)).value == value)
    return f"{float(shortest)!r}f"
