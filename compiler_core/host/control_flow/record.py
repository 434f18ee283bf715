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
    first: int
    """Ids of its first and last instruction in the file's listing."""
    last: int
    """Ids of its first and last instruction in the file's listing."""
    code: tuple[str, ...]
    """Its instructions."""
    source_file: str
    """What they were made from, in order."""
    source_lines: tuple[int, ...]
    """What they were made from, in order."""
    size: int
    """Its instructions."""
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
    """Closes a loop."""
    basis: Basis
    executions: int | None
    """None where it is not determined; then it lies between least and most."""
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowLoop:
    """One loop: its nesting, its header and how many blocks it has, and what it did."""

    id: int
    parent: int | None
    depth: int
    role: str
    source_line: int | None
    source_file: str
    """"" for the function's own."""
    place: str
    """The source line in words, else the block."""
    header: int
    blocks: int
    rounds: int
    """Arrivals at its header."""
    entries: int | None
    """From outside, None where that is not determined."""
    instructions: int
    share: float
    """Its part of all instructions counted, 0 to 1, inner loops included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlFlow:
    """The graph of one function in one counted run."""

    compiler: str
    compiler_title: str
    flags: tuple[str, ...]
    function: str
    n: int | None
    """What the loop bounds became, None where none did."""
    message: str
    """Why there is none, else empty."""
    file: str = ""
    """Where its code stands."""
    symbol: str = ""
    """Where its code stands."""
    calls: int | None = None
    """How often the function was entered, None where that is not determined."""
    size: int = 0
    """How many blocks it has; blocks and edges are empty where that is more than are listed, and
    loops alone tell of it then."""
    agrees: bool = True
    """False where the blocks' counts contradict the graph."""
    blocks: tuple[FlowBlock, ...] = ()
    edges: tuple[FlowEdge, ...] = ()
    loops: tuple[FlowLoop, ...] = ()
    sentences: tuple[str, ...] = ()
    measured: str = ""
