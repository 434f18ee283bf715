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
    """One basic block. first, last: ids of its first and last instruction in the file's listing.

    code: its instructions. source_file, source_lines: what they were made from, in order. size: its
    instructions. executions: how often it was reached. loop: the innermost loop around it, an id of
    `ControlFlow.loops`.
    """

    id: int
    first: int
    last: int
    code: tuple[str, ...]
    source_file: str
    source_lines: tuple[int, ...]
    size: int
    executions: int
    loop: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowEdge:
    """A way from block to block. tail: None for an entry into the function; head: None for leaving
    it. kind: `next` falls through, `jump` is a branch that was taken.

    executions: None where it is not determined; then it lies between least and most. back: closes a
    loop.
    """

    tail: int | None
    head: int | None
    kind: EdgeKind
    back: bool
    basis: Basis
    executions: int | None
    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowLoop:
    """One loop: its nesting, its header and how many blocks it has, and what it did.

    source_file: "" for the function's own. place: the source line in words, else the block.
    rounds: arrivals at its header; entries: from outside, None where that is not determined. share:
    its part of all instructions counted, 0 to 1, inner loops included.
    """

    id: int
    parent: int | None
    depth: int
    role: str
    source_line: int | None
    source_file: str
    place: str
    header: int
    blocks: int
    rounds: int
    entries: int | None
    instructions: int
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ControlFlow:
    """The graph of one function in one counted run.

    message: why there is none, else empty. file, symbol: where its code stands. n: what the loop
    bounds became, None where none did. calls: how often the function was entered, None where that
    is not determined. size: how many blocks it has; blocks and edges are empty where that is more
    than are listed, and loops alone tell of it then. agrees: False where the blocks' counts
    contradict the graph.
    """

    compiler: str
    compiler_title: str
    flags: tuple[str, ...]
    function: str
    n: int | None
    message: str
    file: str = ""
    symbol: str = ""
    calls: int | None = None
    size: int = 0
    agrees: bool = True
    blocks: tuple[FlowBlock, ...] = ()
    edges: tuple[FlowEdge, ...] = ()
    loops: tuple[FlowLoop, ...] = ()
    sentences: tuple[str, ...] = ()
    measured: str = ""
