"""Triton's forms as pages show them: lines joined to the kernel's, and who holds which numbers."""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.atlas.nvvm.ptx import PtxProgram
from compiler_core.atlas.texts import text_snapshot
from compiler_core.atlas.triton.forms import BlockedLayout, PlacedLine
from compiler_core.atlas.triton.holders import holder_lines
from compiler_core.source import Location
from compiler_core.trace import Change, Snapshot, SnapshotLine, Step

LINES_KEPT = 300
SOURCE = "kernel"


def last_line(said: str) -> str:
    """Triton quotes the kernel first."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def refused_step(said: str) -> Step:
    change = Change("refused", last_line(said), "These are Triton's own words.")
    shown = text_snapshot("Triton says", said, LINES_KEPT)
    return Step("Triton refuses", "compiler", False, None, shown, (change,))


def form_text(form: str, lines: Sequence[PlacedLine]) -> Snapshot:
    return text_snapshot(form.upper(), "\n".join(line.text for line in lines), LINES_KEPT)


def joined(title: str, lines: Sequence[PlacedLine]) -> Snapshot:
    return Snapshot(
        title,
        tuple(
            SnapshotLine(f"t{at}", line.text.strip(), place(line.line))
            for at, line in enumerate(lines)
        ),
    )


def ptx_snapshot(ptx: PtxProgram) -> Snapshot:
    return Snapshot(
        "PTX",
        tuple(
            SnapshotLine(f"p{at}", instruction.text, place(instruction.line))
            for at, instruction in enumerate(ptx.instructions)
        ),
    )


def place(line: int) -> Location | None:
    return Location(SOURCE, line) if line else None


def holders(layout: BlockedLayout | None, block: int) -> tuple[Step, ...]:
    """For a layout of one axis."""
    if layout is None or len(layout.side_by_side) != 1:
        return ()
    text = "\n".join(holder_lines(layout, block))
    title = "who holds which numbers (modelled: the layout's formula)"
    return (Step(title, "formula", True, None, text_snapshot(title, text, LINES_KEPT)),)
