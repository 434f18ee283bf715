"""A function's control flow in the Run pane: the drawing, and the same as a table."""

from __future__ import annotations

from dataclasses import dataclass

from app.loop.views.flow_picture import FlowPicture, flow_picture, source_place, taken
from app.loop.views.listing import ROLE_TITLES
from app.loop.views.listing_pane import unit_prefix
from app.loop.views.subject import Subject
from app.words import count
from compiler_core.errors import ToolMissing
from compiler_core.host.control_flow.record import ControlFlow, FlowBlock, FlowEdge, FlowLoop

MOST_DRAWN = 60
"""Blocks of a picture that a reader can take in; of more, the loops are shown."""


@dataclass(frozen=True, slots=True)
class FlowWay:
    """One edge at a block: where from or to, and `249`, with the basis where it is not measured."""

    name: str
    taken: str
    basis: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowRow:
    """One block: its name, the address of its lines in the listing ("" where none), how often it
    ran, its instructions, the source line and its key, the edges in and out."""

    name: str
    """`Block` and its number."""
    address: str
    """Its lines in the listing; empty where the state has no address, or the listing is another."""
    ran: str
    """How often it ran, such as `1,024`."""
    size: str
    """Its instructions."""
    place: str
    """`line 4`, `lines 3 and 4`, or `no line`."""
    key: str
    """Of its first source line; empty without one."""
    arriving: tuple[FlowWay, ...]
    """Edges by which one comes to it."""
    leaving: tuple[FlowWay, ...]
    """Edges by which one leaves it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowLoopRow:
    """One loop."""

    title: str
    """`Main loop`, after a dash for each loop around it."""
    place: str
    """Its source line in words."""
    key: str
    """Joins it to its source line in other panes; empty without one."""
    blocks: str
    """How many it has, such as `1,024`."""
    rounds: str
    """How many were run, such as `1,024`."""
    entries: str
    """How often it was entered, or `not determined`."""
    share: str
    """Its part of all instructions, such as `97.5%`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowView:
    """The control flow of a function."""

    summary: str
    """Blocks and edges and how many are counted, such as `7 blocks, 9 edges, all counted`."""
    message: str
    """Why there is no graph."""
    sentences: tuple[str, ...]
    """What is to be said of the counts; empty without a graph."""
    picture: FlowPicture | None
    """None where too many blocks, or where Graphviz is missing; note says so."""
    rows: tuple[FlowRow, ...]
    """All blocks; empty where the loops are shown instead."""
    loops: tuple[FlowLoopRow, ...]
    """Only where the blocks are not shown."""
    note: str
    """Why nothing is drawn; empty with a drawing."""
    command: str = ""
    """What counts the same at home."""


def flow_view(subject: Subject, flow: ControlFlow) -> FlowView:
    """The part of the pane about one counted graph."""
    if flow.message:
        return FlowView(
            summary="not shown",
            message=flow.message,
            sentences=(),
            picture=None,
            rows=(),
            loops=(),
            note="",
        )
    if not 0 < len(flow.blocks) <= MOST_DRAWN:
        return _of_loops(subject, flow)
    addresses = _addresses(subject, flow)
    picture, note = None, ""
    try:
        picture = flow_picture(flow, addresses)
    except ToolMissing as error:
        note = str(error)
    rows = tuple(_row(subject, flow, block, addresses) for block in flow.blocks)
    return FlowView(
        summary=_summary(flow),
        message="",
        sentences=flow.sentences,
        picture=picture,
        rows=rows,
        loops=(),
        note=note,
    )


def _summary(flow: ControlFlow) -> str:
    if flow.size > MOST_DRAWN:
        return f"{count(flow.size, 'block')}: its loops"
    settled = sum(edge.executions is not None for edge in flow.edges)
    edges = count(len(flow.edges), "edge")
    known = "all counted" if settled == len(flow.edges) else f"{settled:,} counted"
    return f"{count(flow.size, 'block')}, {edges}, {known}"


def _of_loops(subject: Subject, flow: ControlFlow) -> FlowView:
    rows = tuple(_loop_row(subject, flow, loop) for loop in flow.loops)
    what = "its loops are, by nesting" if rows else "it has no loops"
    note = f"A drawing of {count(flow.size, 'block')} shows nothing, so they are not drawn; {what}."
    return FlowView(
        summary=_summary(flow),
        message="",
        sentences=flow.sentences,
        picture=None,
        rows=(),
        loops=rows,
        note=note,
    )


def _loop_row(subject: Subject, flow: ControlFlow, loop: FlowLoop) -> FlowLoopRow:
    return FlowLoopRow(
        title=f"{'— ' * (loop.depth - 1)}{ROLE_TITLES.get(loop.role, loop.role)}",
        place=loop.place,
        key=subject.places.key(loop.source_file or flow.file, loop.source_line),
        blocks=f"{loop.blocks:,}",
        rounds=f"{loop.rounds:,}",
        entries="not determined" if loop.entries is None else f"{loop.entries:,}",
        share=f"{loop.share:.1%}",
    )


def _addresses(subject: Subject, flow: ControlFlow) -> dict[int, str]:
    """Of each block's lines in the listing, its source line followed; none where the listing is
    another one or the state has no address."""
    listing = next(
        (
            function
            for function in subject.compilation.functions
            if (function.symbol, function.file) == (flow.symbol, flow.file)
        ),
        None,
    )
    if listing is None or not subject.request.fits_address:
        return {}
    names = [source.name for source in subject.sources]
    prefix = unit_prefix("i", names.index(flow.file) if flow.file in names else 0)
    shown = {line.id: " ".join(line.text.split()) for line in listing.lines}
    own = subject.request.changed(pane="listing", function="")
    return {
        block.id: f"{own.changed(line=_key(subject, block)).address()}#{prefix}{block.first}"
        for block in flow.blocks
        if block.code and shown.get(block.first) == block.code[0]
    }


def _key(subject: Subject, block: FlowBlock) -> str:
    lines = block.source_lines
    return subject.places.key(block.source_file, lines[0]) if lines else ""


def _row(
    subject: Subject, flow: ControlFlow, block: FlowBlock, addresses: dict[int, str]
) -> FlowRow:
    return FlowRow(
        name=f"Block {block.id}",
        address=addresses.get(block.id, ""),
        ran=f"{block.executions:,}",
        size=f"{block.size:,}",
        place=source_place(block),
        key=_key(subject, block),
        arriving=tuple(_way(edge, edge.tail) for edge in flow.edges if edge.head == block.id),
        leaving=tuple(_way(edge, edge.head) for edge in flow.edges if edge.tail == block.id),
    )


def _way(edge: FlowEdge, other: int | None) -> FlowWay:
    end = "entry" if edge.tail is None else "exit"
    name = end if other is None else f"block {other}"
    return FlowWay(name, taken(edge), "" if edge.basis == "measured" else edge.basis)
