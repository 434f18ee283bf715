"""Edges that the blocks' counts leave open, counted by themselves in one more run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler_core.errors import InputError, ToolMissing
from compiler_core.host.compilation import FunctionListing
from compiler_core.host.counting.address_map import AddressMap, LineSpan, read_address_map
from compiler_core.host.counting.edge_bounds import Edge
from compiler_core.host.counting.plan import window_between
from compiler_core.host.running.count import prepare
from compiler_core.host.running.experiment import Experiment
from compiler_core.host.running.session import run_driven
from compiler_core.kept import Kept
from compiler_core.source import SourceFile
from compiler_core.toolchain.counting import (
    INSTRUCTION_BYTES,
    CountingPlan,
    counting_request,
    read_count_run,
)
from compiler_core.toolchain.discovery import find_compiler

_KEPT_RUNS = 64

_kept: Kept[dict[Edge, int]] = Kept(_KEPT_RUNS)


def measured_edges(
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    experiment: Experiment,
    listing: FunctionListing,
) -> Mapping[Edge, int]:
    """How often each edge within the function was taken; nothing where the plugin cannot tell.

    Raises as `count_source`.
    """
    compiler_name, flags_text = setting
    build = find_compiler(compiler_name).build_id
    key = (tuple(sources), build, flags_text, experiment, listing.symbol)
    counts, _ = _kept.get_or_compute(
        key, lambda: _measured(sources, setting, experiment, listing), bool
    )
    return counts


def _measured(
    sources: Sequence[SourceFile],
    setting: tuple[str, str],
    experiment: Experiment,
    listing: FunctionListing,
) -> dict[Edge, int]:
    driven, _, plan = prepare(sources, *setting, experiment)
    if driven.program is None:
        return {}
    addresses = read_address_map(driven.program.executable)
    edges = _edges(listing, addresses, driven.target.unit)
    try:
        counting = CountingPlan(
            lines=addresses.code_ranges(),
            window=window_between(addresses, "lowlab_begin", "lowlab_end"),
            memory="none",
            edges=tuple(edges),
        )
        request = counting_request(counting)
        run = run_driven(driven, plan.arguments, experiment.sve_bits, request)
        counted = read_count_run(counting, run.files)
    except (InputError, ToolMissing):
        return {}
    if not counted.complete:
        return {}
    return {edges[pair]: count for pair, count in counted.by_edge.items()}


def _edges(
    listing: FunctionListing, addresses: AddressMap, unit: int
) -> dict[tuple[int, int], Edge]:
    """Last instruction of the tail and first of the head, for every edge within the function."""
    spans = {span.line: span for span in addresses.spans if span.unit == unit}
    ends = {block.id: _ends(listing, block.first, block.last, spans) for block in listing.blocks}
    edges: dict[tuple[int, int], Edge] = {}
    for block in listing.blocks:
        for successor in block.successors:
            tail, head = ends[block.id], ends[successor]
            if tail is not None and head is not None:
                edges[tail[1], head[0]] = (block.id, successor)
    return edges


def _ends(
    listing: FunctionListing, first: int, last: int, spans: Mapping[int, LineSpan]
) -> tuple[int, int] | None:
    """Addresses of a block's first and last instruction; None for a block without code."""
    lines = [line for line in listing.lines[first : last + 1] if line.kind == "instruction"]
    code = [spans[line.id] for line in lines if line.id in spans]
    return (code[0].first, code[-1].end - INSTRUCTION_BYTES) if code else None
