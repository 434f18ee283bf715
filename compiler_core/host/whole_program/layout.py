"""A function's blocks in the order of their addresses, with what was measured about each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.compilation import BasicBlock, FunctionListing, ListingLine
from compiler_core.host.counting.edge_bounds import Bounds, Edge
from compiler_core.host.whole_program.profile_record import Cost, Flow, LaidBlock
from compiler_core.host.whole_program.way_bounds import way_bounds

_INDIRECT = ("br", "braa", "brab")
_CONDITIONAL = ("cbz", "cbnz", "tbz", "tbnz")
# How much a count of taken branches per element may be unsure of.
_TOLD_WITHIN = 0.02
# By name of the input: how often each line's instruction ran, by the line's id.
Counts = Mapping[str, Mapping[int, int]]


@dataclass(frozen=True, slots=True)
class LaidFunction:
    """A function of a linked program: its listing, and where each line of it lies."""

    function: FunctionListing
    addresses: Mapping[int, int]


def laid_blocks(laid: LaidFunction, counts: Counts) -> tuple[LaidBlock, ...]:
    """Every block in order, with how often it ran on each input and how often it branched."""
    function = laid.function
    flows = {name: _flows(laid, executions) for name, executions in counts.items()}
    return tuple(_laid_block(laid, block, flows) for block in function.blocks)


def cost_of(
    laid: LaidFunction,
    blocks: tuple[LaidBlock, ...],
    executions: Mapping[int, int],
    name: str,
    elements: int,
) -> Cost:
    """Instructions and taken branches per element for the input of this name."""
    instructions = sum(executions.get(line.id, 0) for line in laid.function.lines)
    flows = [block.flows[name] for block in blocks if block.branch]
    least = sum(flow.least_taken or 0 for flow in flows)
    most = sum(flow.most_taken or 0 for flow in flows)
    is_told = most - least <= _TOLD_WITHIN * elements
    return Cost(
        instructions_per_element=instructions / elements,
        taken_per_element=(least + most) / 2 / elements if is_told else None,
    )


def is_conditional(mnemonic: str) -> bool:
    """A branch that may go on to the next line."""
    return mnemonic.startswith("b.") or mnemonic in _CONDITIONAL


def _flows(laid: LaidFunction, executions: Mapping[int, int]) -> dict[int, Flow]:
    blocks = laid.function.blocks
    ran = {block.id: _executions(laid.function, block, executions) for block in blocks}
    leaves = frozenset(block.id for block in blocks if _leaves(laid.function, block))
    edges = way_bounds(blocks, ran, leaves)
    return {block.id: _flow(laid.function, block, ran[block.id], edges) for block in blocks}


def _executions(function: FunctionListing, block: BasicBlock, executions: Mapping[int, int]) -> int:
    instructions = _instructions(function, block)
    return executions.get(instructions[0].id, 0) if instructions else 0


def _leaves(function: FunctionListing, block: BasicBlock) -> bool:
    """True if the block's branch goes where the listing does not say."""
    last = _last_instruction(function, block)
    return last is not None and last.mnemonic in _INDIRECT and not block.successors


def _flow(
    function: FunctionListing, block: BasicBlock, count: int, edges: Mapping[Edge, Bounds]
) -> Flow:
    last = _last_instruction(function, block)
    if last is None or not _is_branch(last):
        return Flow(count, None, None)
    falls = _falls_to(function, block)
    if not is_conditional(last.mnemonic):
        return Flow(count, count, count)
    edge = edges.get((block.id, falls)) if falls is not None else None
    if edge is None:
        return Flow(count, 0, count)
    return Flow(count, count - edge.most, count - edge.least)


def _laid_block(
    laid: LaidFunction, block: BasicBlock, flows: Mapping[str, Mapping[int, Flow]]
) -> LaidBlock:
    function = laid.function
    last = _last_instruction(function, block)
    branch = last if last is not None and _is_branch(last) else None
    return LaidBlock(
        id=block.id,
        address=_address(laid, block),
        first=block.first,
        last=block.last,
        source_lines=_source_lines(function, block),
        falls_to=_falls_to(function, block),
        jumps_to=_jumps_to(function, branch),
        branch=branch.text if branch is not None else "",
        is_conditional=branch is not None and is_conditional(branch.mnemonic),
        loop=function.lines[block.first].loop,
        flows={name: by_block[block.id] for name, by_block in flows.items()},
    )


def _is_branch(line: ListingLine) -> bool:
    return line.mnemonic in ("b", *_INDIRECT) or is_conditional(line.mnemonic)


def _falls_to(function: FunctionListing, block: BasicBlock) -> int | None:
    """A block that can fall through goes on to the next one, which is its first successor."""
    following = block.id + 1
    last = _last_instruction(function, block)
    ends = last is not None and last.mnemonic in ("b", *_INDIRECT)
    return following if following in block.successors and not ends else None


def _jumps_to(function: FunctionListing, branch: ListingLine | None) -> int | None:
    targets = [label.target for label in branch.labels] if branch is not None else []
    if not targets or targets[0] is None:
        return None
    position = next(
        (index for index, line in enumerate(function.lines) if line.id == targets[0]), None
    )
    return next(
        (block.id for block in function.blocks if position is not None and block.last >= position),
        None,
    )


def _instructions(function: FunctionListing, block: BasicBlock) -> list[ListingLine]:
    lines = function.lines[block.first : block.last + 1]
    return [line for line in lines if line.kind == "instruction"]


def _last_instruction(function: FunctionListing, block: BasicBlock) -> ListingLine | None:
    instructions = _instructions(function, block)
    return instructions[-1] if instructions else None


def _address(laid: LaidFunction, block: BasicBlock) -> int:
    instructions = _instructions(laid.function, block)
    return laid.addresses.get(instructions[0].id, 0) if instructions else 0


def _source_lines(function: FunctionListing, block: BasicBlock) -> tuple[int, ...]:
    numbers = {line.source_line for line in _instructions(function, block)}
    return tuple(sorted(line for line in numbers if line is not None))
