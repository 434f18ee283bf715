"""What MLIR prints behind its passes, read to loops, transfers, waits and instructions.

Read is what these passes leave of linear loops with fixed bounds. A line that says anything else is
named, and the program is then shown and not replayed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal

from compiler_core.atlas.mlir.double_buffer.expressions import (
    Expression,
    read_expression,
    read_expressions,
)
from compiler_core.errors import InputError

FAST_SPACE = 2
_BYTES = {
    "f64": 8, "f32": 4, "f16": 2, "bf16": 2, "i64": 8, "i32": 4, "i16": 2, "i8": 1, "i1": 1,
    "index": 8,
}  # fmt: skip
_MOST_DEPTH = 20


@dataclass(frozen=True, slots=True)
class Named:
    """A constant or a linear expression gets a name. parts: what its own names stand for."""

    name: str
    expression: Expression
    parts: tuple[tuple[str, Expression], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A transfer is started."""

    action: Literal["read", "write"]
    """Seen from the core: `read` brings data into fast memory, `write` takes it out."""
    tag: str
    """The name of the memory of tags that its wait will name, `%alloc`."""
    place: tuple[Expression, ...]
    """Subscripts of the tag, to be computed at each round."""
    slot: Expression | None
    """Which of several buffers in fast memory it uses; None where there is only one."""
    count: Expression
    """How many elements it moves, to be computed at each round."""
    each: int
    """Bytes of one element."""
    line: int
    """Where it is printed, from 1."""
    written: str
    """The tag and its place, as printed."""


@dataclass(frozen=True, slots=True)
class Wait:
    """A transfer is waited for."""

    tag: str
    place: tuple[Expression, ...]
    line: int
    written: str
    """The tag and its subscripts as printed: `%alloc[%0]`."""


@dataclass(frozen=True, slots=True)
class Reserve:
    """A buffer in fast memory. kind: its type without the space, `2x256xf32`."""

    name: str
    kind: str
    size: int


@dataclass(frozen=True, slots=True)
class Release:
    """A buffer, in whatever memory, is given back."""

    name: str


@dataclass(frozen=True, slots=True)
class Instructions:
    """Loads, stores and arithmetic operations that follow each other. size: bytes of the widest
    value."""

    size: int
    count: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Loop:
    """Fixed bounds."""

    name: str
    """The counter's, `%arg1`."""
    first: int
    """The counter's value in the first round."""
    end: int
    """The counter stays below it."""
    step: int
    """What is added to the counter each round; 1 where none is printed."""
    body: tuple[Node, ...]
    """In the order of the print."""
    moves: bool
    """There is a transfer or a wait in it, however deep."""

    @property
    def rounds(self) -> int:
        """How often its body runs."""
        return max(-(-(self.end - self.first) // self.step), 0)


Node = Named | Start | Wait | Reserve | Release | Instructions | Loop

_VALUE = r"%[\w#]+"
_MEMREF = r"memref<([^<>]*)>"
_MAP = re.compile(r"^(#\w+) = affine_map<\(([^()]*)\)(?:\[([^\]]*)\])? -> \((.*)\)>$")
_CONSTANT = re.compile(rf"^({_VALUE}) = arith\.constant (-?\d+) : index$")
_APPLY = re.compile(rf"^({_VALUE}) = affine\.apply (#\w+)\(([^()]*)\)(?:\[([^\]]*)\])?$")
_LOOP = re.compile(rf"affine\.for ({_VALUE}) = (-?\d+) to (-?\d+)(?: step (\d+))?[^{{}}]*\{{$")
_START = re.compile(
    rf"^affine\.dma_start {_VALUE}\[([^\]]*)\], {_VALUE}\[([^\]]*)\], ({_VALUE})\[([^\]]*)\], "
    rf"({_VALUE})[^:]* : {_MEMREF}, {_MEMREF}, {_MEMREF}$"
)
_WAIT = re.compile(rf"^affine\.dma_wait ({_VALUE})\[([^\]]*)\], {_VALUE} : ")
_RESERVE = re.compile(rf"^({_VALUE}) = memref\.alloc\(\)[^:]* : {_MEMREF}$")
_RELEASE = re.compile(rf"^memref\.dealloc ({_VALUE}) : ")
_ACCESSES = re.compile(
    rf"^(?:{_VALUE} = )?affine\.(?:load|store) .* : memref<(?:\d+x)*(\w+)[^<>]*>$"
)
_COMPUTES = re.compile(rf"^{_VALUE} = (?:arith|math)\.\w+ .*?(\w+)$")
_SPACE = re.compile(rf", {FAST_SPACE}(?: : i\d+)?$")
_SHAPE = re.compile(r"((?:\d+x)*)(\w+)")
_VALUE_OF = re.compile(rf"^{_VALUE} = arith\.constant ")
_QUIET = ("module", "func.func @", "return", "affine.yield", "func.return")


def read_printed(text: str) -> tuple[Node, ...]:
    """The program of one function. Raises InputError for a line that is not read."""
    if text.count("func.func @") != 1:
        raise InputError("The program has to be one function.")
    return _Reader(text).nodes


class _Reader:
    """Line by line; blocks: bodies that are open, the outermost first."""

    def __init__(self, text: str) -> None:
        self._maps: dict[str, tuple[tuple[str, ...], Expression]] = {}
        self._blocks: list[list[Node]] = [[]]
        self._heads: list[Loop | None] = []
        for number, line in enumerate(text.splitlines(), 1):
            self._line(number, line.strip())
        self.nodes = tuple(self._blocks[0])

    def _line(self, number: int, line: str) -> None:
        if not line or line.startswith("//"):
            return
        if line == "}":
            self._close()
        elif line.startswith("#"):
            self._map(line)
        elif line.startswith(_QUIET):
            if line.endswith("{"):
                self._heads.append(None)
        elif match := _LOOP.search(line):
            self._open(match)
        elif not _VALUE_OF.match(line) or _CONSTANT.match(line):
            self._add(self._node(number, line))

    def _add(self, node: Node) -> None:
        block = self._blocks[-1]
        last = block[-1] if block else None
        if isinstance(node, Instructions) and isinstance(last, Instructions):
            block[-1] = Instructions(max(last.size, node.size), last.count + node.count)
        else:
            block.append(node)

    def _map(self, line: str) -> None:
        match = _MAP.match(line)
        if match is None:
            raise _unread(line)
        names = tuple(name.strip() for group in match.group(2, 3) for name in _names(group))
        self._maps[match[1]] = names, read_expression(match[4])

    def _open(self, match: re.Match[str]) -> None:
        if len(self._heads) > _MOST_DEPTH:
            raise InputError(f"More than {_MOST_DEPTH} loops in each other are not replayed.")
        step = int(match[4] or 1)
        self._heads.append(
            Loop(
                name=match[1],
                first=int(match[2]),
                end=int(match[3]),
                step=step,
                body=(),
                moves=False,
            )
        )
        self._blocks.append([])

    def _close(self) -> None:
        head = self._heads.pop() if self._heads else None
        if head is None:
            return
        body = tuple(self._blocks.pop())
        moves = any(
            isinstance(node, Start | Wait) or (isinstance(node, Loop) and node.moves)
            for node in body
        )
        self._blocks[-1].append(replace(head, body=body, moves=moves))

    def _node(self, number: int, line: str) -> Node:
        if match := _CONSTANT.match(line):
            value = int(match[2])
            return Named(match[1], lambda _: value)
        if match := _APPLY.match(line):
            return self._applied(match, line)
        if match := _START.match(line):
            return _start(number, match, line)
        if match := _WAIT.match(line):
            return Wait(match[1], read_expressions(match[2]), number, f"{match[1]}[{match[2]}]")
        if match := _RESERVE.match(line):
            return _reserved(match, line)
        if match := _RELEASE.match(line):
            return Release(match[1])
        match = _ACCESSES.match(line) or _COMPUTES.match(line)
        if match is None or match[1] not in _BYTES:
            raise _unread(line)
        return Instructions(_BYTES[match[1]])

    def _applied(self, match: re.Match[str], line: str) -> Named:
        names, expression = self._maps.get(match[2], ((), None))
        given = [read_expression(name) for group in match.group(3, 4) for name in _names(group)]
        if expression is None or len(names) != len(given):
            raise _unread(line)
        return Named(match[1], expression, tuple(zip(names, given, strict=True)))


def _names(group: str | None) -> list[str]:
    return [name for name in (group or "").split(",") if name.strip()]


def _start(number: int, match: re.Match[str], line: str) -> Start:
    source, target, tag, subscripts, count, kind, into, _ = match.groups()
    is_read = bool(_SPACE.search(into))
    if is_read == bool(_SPACE.search(kind)):
        raise _unread(line)
    fast, index = (into, target) if is_read else (kind, source)
    _, each = _measured(fast, line)
    several = fast.count("x") > 1
    return Start(
        action="read" if is_read else "write",
        tag=tag,
        place=read_expressions(subscripts),
        slot=read_expressions(index)[0] if several else None,
        count=read_expression(count),
        each=each,
        line=number,
        written=f"{tag}[{subscripts}]",
    )


def _reserved(match: re.Match[str], line: str) -> Reserve:
    """A buffer in slow memory, such as the tags of transfers, takes nothing of the fast one."""
    count, each = _measured(match[2], line)
    size = count * each if _SPACE.search(match[2]) else 0
    return Reserve(match[1], match[2].partition(",")[0], size)


def _measured(kind: str, line: str) -> tuple[int, int]:
    """Elements of a memory and bytes of one."""
    match = _SHAPE.match(kind)
    if match is None or match[2] not in _BYTES:
        raise _unread(line)
    count = 1
    for extent in filter(None, match[1].split("x")):
        count *= int(extent)
    return count, _BYTES[match[2]]


def _unread(line: str) -> InputError:
    return InputError(f"It is not replayed, for this line is not read: {line[:100]}")
