"""HLO, the text that XLA prints of its programs, read to instructions.

A module is a list of computations; one is the entry, and fusions call the others. What stands
around that for debuggers, and what XLA prints in another order each time, is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod

COLLECTIVES = ("all-reduce", "all-gather", "reduce-scatter", "all-to-all", "collective-permute")
NO_WORK = frozenset(("parameter", "constant", "tuple", "get-tuple-element", "bitcast"))
_HEAD = re.compile(r"^(?P<entry>ENTRY )?%?(?P<name>[\w.-]+) \(.*\) -> .*\{$")
_INSTRUCTION = re.compile(
    r"^\s+(?P<root>ROOT )?%?(?P<name>[\w.-]+) = (?P<shape>\([^)]*\)|\S+) "
    r"(?P<operator>[\w-]+)\((?P<operands>.*?)\)(?P<rest>.*)$"
)
_FOR_DEBUGGERS = re.compile(r", metadata=\{[^}]*\}")
_BACK_END = re.compile(r", backend_config=\{.*\}$")
_ARRAY = re.compile(r"\b(?P<type>[a-z]+\d*)\[(?P<sizes>[\d,]*)\]")
_WIDTH = re.compile(r"\d+")
_COUNTED = re.compile(r"/\*index=\d+\*/")
"""Before every fifth operand."""
_CALLED = re.compile(r"(?:calls|to_apply)=%?([\w.-]+)")
_LABELS = re.compile(r"dim_labels=\w+_(\w+)->")
_OUTPUTS = "o"
_PRODUCTS = ("dot", "convolution")
_CONTRACTED = re.compile(r"lhs_contracting_dims=\{([\d,]*)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Instruction:
    """One line. shape: its result's, as printed; rest: attributes, behind the operands."""

    name: str
    shape: str
    operator: str
    operands: tuple[str, ...]
    rest: str


@dataclass(frozen=True, slots=True)
class Computation:
    """A name and its instructions, in the order of the text."""

    name: str
    is_entry: bool
    instructions: tuple[Instruction, ...]


@dataclass(frozen=True, slots=True)
class Module:
    """All computations of a text."""

    computations: tuple[Computation, ...]

    @property
    def instructions(self) -> tuple[Instruction, ...]:
        """Those of all computations."""
        return tuple(instruction for part in self.computations for instruction in part.instructions)

    @property
    def entry(self) -> tuple[Instruction, ...]:
        """Those of the entry, empty where there is none."""
        return next((part.instructions for part in self.computations if part.is_entry), ())

    def count(self, operator: str) -> int:
        """Instructions of this kind; for a collective, the halves of one in two count once."""
        names = (operator, f"{operator}-start")
        return sum(instruction.operator in names for instruction in self.instructions)

    @property
    def collectives(self) -> int:
        """Instructions by which devices exchange something."""
        return sum(map(is_collective, self.instructions))

    @property
    def kernel_calls(self) -> tuple[Instruction, ...]:
        """Instructions of the entry that compute something on the device itself."""
        return tuple(
            instruction
            for instruction in self.entry
            if not instruction.operator.endswith("-done")
            and instruction.operator not in NO_WORK
            and not is_collective(instruction)
        )

    @property
    def kernels(self) -> int:
        """How many of these there are."""
        return len(self.kernel_calls)

    def work_of(self, instruction: Instruction) -> Iterator[Instruction]:
        """It, and what works in the computations that it calls, and in those that these call."""
        yield instruction
        called = _CALLED.search(instruction.rest)
        for part in self.computations:
            if called and part.name == called[1]:
                for inner in part.instructions:
                    if inner.operator not in NO_WORK:
                        yield from self.work_of(inner)

    @property
    def fusions_of_one(self) -> int:
        """Fusions that call a computation with a single instruction that does something."""
        working = {
            part.name: sum(instruction.operator not in NO_WORK for instruction in part.instructions)
            for part in self.computations
        }
        called = (
            _CALLED.search(operation.rest)
            for operation in self.instructions
            if operation.operator == "fusion"
        )
        return sum(match is not None and working.get(match[1]) == 1 for match in called)

    @property
    def product_flops(self) -> int:
        """Multiplications and additions of all products of matrices and convolutions, each
        computation run once."""
        return sum(_flops(part) for part in self.computations)

    @property
    def bytes_exchanged(self) -> int:
        """Of the results of all collectives, on one device."""
        return sum(
            bytes_of(instruction.shape)
            for instruction in self.instructions
            if instruction.operator.removesuffix("-done") in COLLECTIVES
        )


def is_collective(instruction: Instruction) -> bool:
    """Whether devices exchange something here; the second half of one in two does not count."""
    return instruction.operator.removesuffix("-start") in COLLECTIVES


def plain_text(dump: str) -> str:
    """Computations alone, without what is there for debuggers and back ends."""
    lines = dump.splitlines()
    first = next((at for at, line in enumerate(lines) if _HEAD.match(line)), len(lines))
    code = (_BACK_END.sub("", _FOR_DEBUGGERS.sub("", line)) for line in lines[first:])
    return "\n".join(code).strip("\n")


@lru_cache(maxsize=128)
def read_hlo(text: str) -> Module:
    """What is no computation is passed over."""
    computations: list[Computation] = []
    head: re.Match[str] | None = None
    instructions: list[Instruction] = []
    for line in text.splitlines():
        if opened := _HEAD.match(line):
            head, instructions = opened, []
        elif line.startswith("}") and head is not None:
            computations.append(Computation(head["name"], bool(head["entry"]), tuple(instructions)))
            head = None
        elif head is not None and (read := _INSTRUCTION.match(line)):
            instructions.append(_instruction(read))
    return Module(tuple(computations))


def _instruction(read: re.Match[str]) -> Instruction:
    operands = tuple(
        word.strip().rpartition(" ")[2].removeprefix("%")
        for word in _COUNTED.sub("", read["operands"]).split(", ")
    )
    return Instruction(
        name=read["name"],
        shape=read["shape"],
        operator=read["operator"],
        operands=operands,
        rest=read["rest"],
    )


def sizes_of(shape: str) -> tuple[int, ...]:
    """Of the first array in a shape."""
    array = _ARRAY.search(shape)
    return tuple(map(int, filter(None, array["sizes"].split(",")))) if array else ()


def bytes_of(shape: str) -> int:
    """Of all arrays in a shape; a truth value takes one."""
    return sum(_array_bytes(match["type"], match["sizes"]) for match in _ARRAY.finditer(shape))


def _array_bytes(kind: str, sizes: str) -> int:
    width = _WIDTH.search(kind)
    elements = prod(map(int, filter(None, sizes.split(","))))
    return elements * (max(int(width[0]) // 8, 1) if width else 1)


def _flops(computation: Computation) -> int:
    shapes = {operation.name: sizes_of(operation.shape) for operation in computation.instructions}
    return sum(_product_flops(instruction, shapes) for instruction in computation.instructions)


def _product_flops(product: Instruction, shapes: Mapping[str, tuple[int, ...]]) -> int:
    """2 for each element of the result and each along which is summed (XLA's documentation of
    `Dot` and `Conv`); a border counts as what it surrounds."""
    if product.operator not in _PRODUCTS:
        return 0
    left, right = (shapes.get(name, ()) for name in product.operands[:2])
    summed = _along_dot(product, left)
    if product.operator == "convolution":
        summed = _along_convolution(product, right)
    return 2 * prod(sizes_of(product.shape)) * summed


def _along_dot(product: Instruction, left: tuple[int, ...]) -> int:
    contracted = _CONTRACTED.search(product.rest)
    axes = [int(axis) for axis in contracted[1].split(",") if axis] if contracted else []
    return prod(left[axis] for axis in axes if axis < len(left))


def _along_convolution(product: Instruction, kernel: tuple[int, ...]) -> int:
    """All sizes of its kernel but that of its outputs, which the labels name o."""
    labels = _LABELS.search(product.rest)
    return prod(
        size
        for size, label in zip(kernel, labels[1] if labels else "", strict=False)
        if label != _OUTPUTS
    )
