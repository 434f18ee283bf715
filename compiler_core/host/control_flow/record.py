"""What a counted control-flow graph is, as plain data: for page, API and `--json`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Basis = Literal["measured", "derived", "not determined"]
"""Where an edge's count is from: it was counted itself, or the block at one of its ends, which has
no other way there; it follows from the counts of several blocks; or these leave it open."""
EdgeKind = Literal["entry", "next", "jump", "exit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowBlock:
    """One basic block."""

    id: int
    """Its place among the function's blocks in the order of the code, from 0. Edges and headers
    of loops name it."""
    first: int
    """Id of its first instruction in the file's listing."""
    last: int
    """Id of its last instruction in the file's listing; that one still belongs to it."""
    code: tuple[str, ...]
    """Its instructions in order as the listing has them, with single spaces; empty for a bare
    label."""
    source_file: str
    """The file that its instructions come from, a header's where code was inlined; "" for none."""
    source_lines: tuple[int, ...]
    """Lines of source_file that its instructions were made from, ascending."""
    size: int
    """How many instructions it has."""
    executions: int
    """How often it was reached."""
    loop: int | None
    """The innermost loop around it, an id of `ControlFlow.loops`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowEdge:
    """A way from block to block."""

    tail: int | None
    """None for an entry into the function."""
    head: int | None
    """None for leaving it."""
    kind: EdgeKind
    """`next` falls through, `jump` is a branch that was taken."""
    back: bool
    """Whether it leads back to the header of a loop and so closes it."""
    basis: Basis
    """Where its count is from: `measured`, `derived` from the counts of several blocks, or `not
    determined`."""
    executions: int | None
    """None where it is not determined; then it lies between least and most."""
    least: int
    """It was taken at least so often; the same as executions where that is known."""
    most: int
    """It was taken at most so often; the same as executions where that is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowLoop:
    """One loop: its nesting, its header and how many blocks it has, and what it did."""

    id: int
    """The same as in the function's listing. `FlowBlock.loop` and parent name it."""
    parent: int | None
    """Id of the smallest loop around it, None if there is none."""
    depth: int
    """How deep it is nested: 1 for a loop in no other, 2 for one directly inside such a loop."""
    role: str
    """What it is for: `main`, `outer` (holds another loop), or beside a main loop of one
    statement `unrolled copy`, `epilogue`, `remainder`, `versioned copy`."""
    source_line: int | None
    """Line of the loop statement it was made from, else the first line of its code, from 1. None
    where the compiler named no line."""
    source_file: str
    """"" for the function's own."""
    place: str
    """The source line in words, else the block."""
    header: int
    """Id of the block where each round begins."""
    blocks: int
    """How many blocks it has, those of inner loops included."""
    rounds: int
    """Arrivals at its header."""
    entries: int | None
    """From outside, None where that is not determined."""
    instructions: int
    """How many were executed in it during the run, inner loops included."""
    share: float
    """Its part of all instructions counted, 0 to 1, inner loops included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlFlow:
    """The graph of one function in one counted run."""

    compiler: str
    """Which one compiled the function, by the name to ask for it (`gcc-12`, `clang-19`)."""
    compiler_title: str
    """The compiler's name for people, with the version (`GCC 12.2.0`)."""
    flags: tuple[str, ...]
    """Those the source was compiled with, in normal form; empty where none was given."""
    function: str
    """The function that was run, by the name to ask for it, in C++ a qualified one
    (`shapes::area`)."""
    n: int | None
    """What the loop bounds became, None where none did."""
    message: str
    """Why there is none, else empty."""
    file: str = ""
    """Name of the source file that the function's code stands in; empty where message is given."""
    symbol: str = ""
    """The function's label in the assembly, in C++ mangled; empty where message is given."""
    calls: int | None = None
    """How often the function was entered, None where that is not determined."""
    size: int = 0
    """How many blocks it has; blocks and edges are empty where that is more than are listed, and
    loops alone tell of it then."""
    agrees: bool = True
    """False where the blocks' counts contradict the graph."""
    blocks: tuple[FlowBlock, ...] = ()
    """In the order of the code, each at the index that is its id. Empty where message is given,
    and where size is above 400."""
    edges: tuple[FlowEdge, ...] = ()
    """Those that leave blocks, block by block, then the ways out of the function, then the ways
    in. Empty where blocks is."""
    loops: tuple[FlowLoop, ...] = ()
    """What each loop of the function did, an outer one before those inside it. Empty without
    loops, and where message is given."""
    sentences: tuple[str, ...] = ()
    """How large the graph is, where its counts are from, what they leave open and what never
    ran, in this order. Empty where message is given."""
    measured: str = ""
    """How the counts were made, as in `measured by a plugin under qemu-aarch64 7.2.22`. Empty
    where nothing was counted."""
