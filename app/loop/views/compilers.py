"""All installed compilers on one file: a row each, what they make of its loops, who differs."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.loop_request import LoopRequest
from app.words import count
from compiler_core.host.every_compiler.record import CompiledLoop, CompilerRow, EveryCompiler

MOST_LOOPS = 8


@dataclass(frozen=True, slots=True)
class CompilerLoopView:
    """One loop on one compiler. size: `4 instructions for 4 iterations`."""

    loop: CompiledLoop
    size: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CompilerRowView:
    """One compiler."""

    title: str
    """Of the compiler, with its version."""
    address: str
    """The why pane under this compiler; empty where no address holds the source."""
    message: str
    """Why it gave no code. current: it is the one chosen above."""
    loops: tuple[CompilerLoopView, ...]
    """What it makes of the source's loops, the first of many."""
    more_loops: str
    """How many are not listed, such as `and 3 more loops`; empty for none."""
    classes: str
    """`is-current` for the compiler chosen above, else empty."""


@dataclass(frozen=True, slots=True)
class CompilersView:
    """flags: as typed, or `no flags`. sentences: what differs."""

    flags: str
    sentences: tuple[str, ...]
    rows: tuple[CompilerRowView, ...]


def compilers_view(request: LoopRequest, chosen: str, comparison: EveryCompiler) -> CompilersView:
    """The pane. chosen: name of the compiler chosen above."""
    return CompilersView(
        flags=comparison.flags or "no flags",
        sentences=comparison.sentences,
        rows=tuple(_row(request, chosen, row) for row in comparison.rows),
    )


def _row(request: LoopRequest, chosen: str, row: CompilerRow) -> CompilerRowView:
    own = request.changed(compiler=row.compiler, pane="why")
    left_out = len(row.loops) - MOST_LOOPS
    nothing = "It finds no loop statement here." if row.ok and not row.loops else ""
    return CompilerRowView(
        title=row.title,
        address=own.address() if own.fits_address else "",
        message=row.message if not row.ok else nothing,
        loops=tuple(CompilerLoopView(loop, _size(loop)) for loop in row.loops[:MOST_LOOPS]),
        more_loops=f"and {count(left_out, 'more loop', 'more loops')}" if left_out > 0 else "",
        classes="is-current" if row.compiler == chosen else "",
    )


def _size(loop: CompiledLoop) -> str:
    if not loop.instructions:
        return "no loop left"
    size = count(loop.instructions, "instruction")
    if loop.iterations:
        return f"{size} for {count(loop.iterations, 'iteration')}"
    return f"{size} a round, as many iterations as fit" if loop.works_on == "SVE" else size
