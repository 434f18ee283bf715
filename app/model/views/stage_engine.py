"""Stage 6: the algorithm of each kernel, the arena over time, and the C text with its sources."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from app.drawing.views.picture import Bar, Picture
from app.model.views.model_step import sources_words
from app.model.views.stage_back_ends import BackEndsView, back_ends_view
from app.model.views.stage_binding import BindingView, binding_view
from app.model.views.stage_parts import PartsView, parts_view
from app.model.views.stage_tuning import TuningView, tuning_view
from app.model.views.stage_ways import SourceLinks, source_links
from app.model_runs.request import ModelRequest
from app.words import count
from compiler_core.graph.emission.program import GENERIC
from compiler_core.graph.emission.program_text import KernelRecord
from compiler_core.graph.pipeline.engine_stage import EngineDetails
from compiler_core.graph.pipeline.run_stage import RunDetails
from compiler_core.graph.selection.records import LayerChoice, TacticRow

ARENA_WIDTH, ARENA_HEIGHT = 720, 260
COLOURS = 6
CHARACTER, LINE_HEIGHT = 7.9, 14
LINES_SHOWN = 400


@dataclass(frozen=True, slots=True)
class TacticLine:
    """One algorithm considered for a kernel. memory: bytes that it needs beside its tensors."""

    row: TacticRow
    memory: int | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class EngineKernel:
    """A kernel of the program: its address shows its C lines."""

    kernel: KernelRecord
    sources: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineView:
    """The engine of a network, as its stage shows it."""

    kernels: tuple[EngineKernel, ...]
    """All kernels of the program, in order of execution."""
    chosen: str
    """Function name of the kernel that is explained."""
    sources: SourceLinks
    """Links to the nodes of the file that the chosen kernel computes."""
    reason: str
    """Why the chosen kernel is computed by its algorithm."""
    tactics: tuple[TacticLine, ...]
    """That could compute the chosen kernel."""
    refused: tuple[TacticRow, ...]
    """Those that could not."""
    refused_count: str
    """How many algorithms could not compute the kernel, as `3 tactics`."""
    log: tuple[str, ...]
    """Lines of the choice of all algorithms."""
    arena: Picture
    """Buffers in the arena over time, without those that lie inside others: kernels from left to
    right, bytes from bottom to top."""
    plan: str
    """The arena's size, method and distance from the least possible, in words."""
    parts: PartsView
    """Tensors that lie inside others."""
    code: tuple[tuple[int, str], ...]
    """The chosen kernel's lines, whose source nodes are named above."""
    more_code: str
    """How many lines are not shown, in a sentence; empty if none."""
    core: str
    """Title of the processor that the program is built for."""
    needs: str
    """Processor features that the program uses, joined by `and`, or that it needs none."""
    back_ends: BackEndsView
    """Compiled code beside an interpreted plan."""
    binding: BindingView
    """Other cores and shapes, tried."""
    tuning: TuningView | None = None
    """None where not asked for."""


def engine_view(
    request: ModelRequest, details: EngineDetails, ran: RunDetails | None = None
) -> EngineView:
    """The view; asked.view names the kernel's function. ran: what the last stage left."""
    kernels = details.manifest.kernels
    named = next((kernel for kernel in kernels if kernel.function == request.view), None)
    choices = {selected.layer: selected for selected in details.selection.choices}
    shown = named or next((grouped for grouped in kernels if grouped.group in choices), kernels[0])
    choice = choices.get(shown.group)
    considered = [_tactic(row, choice) for row in choice.rows] if choice else []
    refused = {refusal.name: refusal.reason for refusal in details.refused}
    lines = details.lines[shown.first_line - 1 : shown.last_line]
    rest = len(lines) - LINES_SHOWN
    return EngineView(
        kernels=tuple(_kernel(request, built, shown) for built in kernels),
        chosen=shown.function,
        sources=source_links(request, shown.sources),
        reason=_reason(shown, choice, refused),
        tactics=tuple(tactic for tactic in considered if not tactic.row.refused),
        refused=tuple(rejected.row for rejected in considered if rejected.row.refused),
        refused_count=count(sum(bool(tried.row.refused) for tried in considered), "tactic"),
        log=details.selection.log,
        arena=_arena(details),
        plan=_plan(details),
        parts=parts_view(details.plan),
        code=tuple(enumerate(lines[:LINES_SHOWN], shown.first_line)),
        more_code=f"{rest} more lines; download the file to see all." if rest > 0 else "",
        core=details.core.title,
        needs=" and ".join(details.manifest.features) or "nothing beyond armv8-a",
        back_ends=back_ends_view(ran),
        binding=binding_view(ran),
        tuning=tuning_view(details.tuned, shown.group) if details.tuned else None,
    )


def _kernel(request: ModelRequest, kernel: KernelRecord, shown: KernelRecord) -> EngineKernel:
    return EngineKernel(
        kernel,
        sources_words(kernel.sources),
        request.changed(view=kernel.function).address("kernels-title"),
        kernel is shown,
    )


def _reason(shown: KernelRecord, choice: LayerChoice | None, refused: dict[str, str]) -> str:
    if choice is not None:
        return choice.reason
    if shown.group in refused:
        return f"The generic code computes it: {refused[shown.group]}."
    if shown.tactic != GENERIC:
        return f"Two operators row by row, each by what is best for a few rows: {shown.tactic}."
    return "The generic code computes it; there is nothing to choose."


def _tactic(row: TacticRow, choice: LayerChoice) -> TacticLine:
    cost = row.cost
    memory = cost.scratch_bytes + cost.packed_bytes if cost else None
    return TacticLine(row, memory, row.tactic == choice.tactic)


def _arena(details: EngineDetails) -> Picture:
    """Time to the right, one column a kernel; addresses upwards."""
    count = max(1, len(details.picture.kernels))
    size = max(1, details.plan.arena_bytes)
    across, up = ARENA_WIDTH / count, ARENA_HEIGHT / size
    boxes = []
    for index, placed in enumerate(details.plan.placed):
        buffer = placed.buffer
        if buffer.inside:
            continue
        width = (buffer.last - buffer.first + 1) * across
        height = buffer.bytes * up
        x, y = buffer.first * across, ARENA_HEIGHT - placed.offset * up - height
        boxes.append(
            Bar(
                x=round(x, 1),
                y=round(y, 1),
                width=round(width, 1),
                height=round(height, 1),
                label=_fitting(f"{buffer.bytes:,} B", width, height),
                title=f"{buffer.name}: {buffer.bytes:,} bytes from {placed.offset:,}, kernels "
                f"{buffer.first + 1} to {buffer.last + 1}",
                label_x=round(x + 4, 1),
                label_y=round(y + height / 2 + 4, 1),
                classes=f"colour-{index % COLOURS + 1}",
            )
        )
    title = "Tensors in the arena: kernels to the right, addresses upwards"
    return Picture(title=title, width=ARENA_WIDTH, height=ARENA_HEIGHT, bars=tuple(boxes))


def _fitting(text: str, width: float, height: float) -> str:
    """The text where its box has room for all of it."""
    return text if height >= LINE_HEIGHT and len(text) * CHARACTER + 8 <= width else ""


def _plan(details: EngineDetails) -> str:
    plan = details.plan
    over = plan.arena_bytes / plan.lower_bound if plan.lower_bound else 1.0
    whole = details.manifest.arena_bytes
    aligned = f", {whole:,} aligned" if whole != plan.arena_bytes else ""
    return f"{plan.arena_bytes:,} bytes by {plan.method}{aligned}, {over:.3f} × the least possible"


def planner_choices(planners: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Names with their ideas."""
    return [(name, f"{name}: {idea}") for name, idea in planners if name != "exact"]
