"""A function's control-flow graph, with the counts of one run on its blocks, edges and loops."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from compiler_core.errors import InputError
from compiler_core.host.compilation import BasicBlock, FunctionListing, line_words
from compiler_core.host.control_flow.edges import flow_edges
from compiler_core.host.control_flow.measured import measured_edges
from compiler_core.host.control_flow.record import ControlFlow, FlowBlock, FlowEdge, FlowLoop
from compiler_core.host.control_flow.sentences import flow_sentences
from compiler_core.host.counting.edge_bounds import Edge
from compiler_core.host.loop_analysis.flow_graph import find_regions, graph_of
from compiler_core.host.running.count import count_source
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.record import Counts
from compiler_core.host.running.session import driven_listing
from compiler_core.source import SourceFile

MOST_BLOCKS = 400
"""Of a function with more, the loops are told and not every block."""


def control_flow(
    sources: Sequence[SourceFile],
    compiler_name: str,
    flags_text: str,
    experiment: Experiment | None = None,
) -> ControlFlow:
    """Run a function once and put the counts on its graph. Raises as `count_source`."""
    chosen = experiment or Experiment()
    counts = count_source(sources, compiler_name, flags_text, chosen)
    return flow_of_counts(counts, sources, (compiler_name, flags_text), chosen)


def flow_of_counts(
    counts: Counts, sources: Sequence[SourceFile], setting: tuple[str, str], experiment: Experiment
) -> ControlFlow:
    """The graph of the function that these counts are of. Raises as `count_source`, but for
    InputError."""
    flow = ControlFlow(
        compiler=counts.compiler,
        compiler_title=counts.compiler_title,
        flags=counts.flags,
        function=counts.function,
        n=counts.length,
        message=counts.message,
        measured=counts.measured,
    )
    if not counts.ok:
        return flow
    try:
        listing = driven_listing(sources, *setting, experiment.function)
    except InputError as error:
        return replace(flow, message=f"{error.message} {error.advice}".strip())
    if not listing.blocks:
        return replace(flow, message=listing.note or f"{listing.name} has no code.")
    executions = _executions(listing, counts)
    back = _back_edges(listing.blocks)
    edges = flow_edges(listing.blocks, executions, back)
    agrees = any(edge.executions is not None for edge in edges)
    is_open = any(edge.executions is None for edge in edges)
    if is_open and len(listing.blocks) <= MOST_BLOCKS:
        measured = measured_edges(sources, setting, experiment, listing)
        edges = flow_edges(listing.blocks, executions, back, measured)
    return _told(replace(flow, agrees=agrees, edges=edges), listing, counts, executions)


def _told(
    flow: ControlFlow,
    listing: FunctionListing,
    counts: Counts,
    executions: Mapping[int, int],
) -> ControlFlow:
    edges = flow.edges
    entries = [edge.executions for edge in edges if edge.kind == "entry"]
    is_listed = len(listing.blocks) <= MOST_BLOCKS
    full_flow = replace(
        flow,
        message="",
        file=listing.file,
        symbol=listing.symbol,
        calls=None if None in entries else sum(count or 0 for count in entries),
        size=len(listing.blocks),
        blocks=tuple(_block(listing, block, executions) for block in listing.blocks),
        loops=_loops(listing, counts, edges),
    )
    annotated_flow = replace(full_flow, sentences=tuple(flow_sentences(full_flow)))
    return annotated_flow if is_listed else replace(annotated_flow, blocks=(), edges=())


def _executions(listing: FunctionListing, counts: Counts) -> dict[int, int]:
    """By block: how often its first instruction was reached."""
    ran = {
        line.line: line.executions
        for line in counts.per_line
        if (line.file, line.function) == (listing.file, listing.symbol)
    }
    return {
        block.id: next(
            (
                ran[line.id]
                for line in listing.lines[block.first : block.last + 1]
                if line.kind == "instruction" and line.id in ran
            ),
            0,
        )
        for block in listing.blocks
    }


def _back_edges(blocks: Sequence[BasicBlock]) -> frozenset[Edge]:
    regions = find_regions(graph_of(blocks))
    return frozenset((latch, region.header) for region in regions for latch in region.latches)


def _block(listing: FunctionListing, block: BasicBlock, executions: Mapping[int, int]) -> FlowBlock:
    lines = listing.lines[block.first : block.last + 1]
    code = [line for line in lines if line.kind == "instruction"]
    placed = [line for line in code if line.source_line is not None]
    file = placed[0].source_file if placed else ""
    numbers = {line.source_line or 0 for line in placed if line.source_file == file}
    return FlowBlock(
        id=block.id,
        first=code[0].id if code else lines[0].id,
        last=code[-1].id if code else lines[-1].id,
        code=tuple(" ".join(line.text.split()) for line in code),
        source_file=file,
        source_lines=tuple(sorted(numbers)),
        size=len(code),
        executions=executions[block.id],
        loop=code[0].loop if code else None,
    )


def _loops(
    listing: FunctionListing, counts: Counts, edges: Sequence[FlowEdge]
) -> tuple[FlowLoop, ...]:
    """The listing's loops with what was counted of each, outer before inner."""
    counted = {loop.loop: loop for loop in counts.loops if loop.function == listing.symbol}
    return tuple(
        FlowLoop(
            id=loop.id,
            parent=loop.parent,
            depth=loop.depth,
            role=loop.role,
            source_line=loop.source_line,
            source_file=loop.source_file,
            place=line_words(loop.source_line, loop.source_file)
            if loop.source_line
            else f"block {loop.header}",
            header=loop.header,
            blocks=len(loop.blocks),
            rounds=counted[loop.id].iterations,
            entries=_entries(frozenset(loop.blocks), edges),
            instructions=counted[loop.id].totals.instructions,
            share=counted[loop.id].share,
        )
        for loop in listing.loops
        if loop.id in counted
    )


def _entries(inside: frozenset[int], edges: Sequence[FlowEdge]) -> int | None:
    """How often these blocks were entered from others; None where that is not determined."""
    entry_edges = [edge for edge in edges if edge.head in inside and edge.tail not in inside]
    counts = [edge.executions for edge in entry_edges if edge.executions is not None]
    return sum(counts) if len(counts) == len(entry_edges) else None
