"""Which way the branch goes that tells two kinds of input apart, as measured.

The two inputs take opposite outcomes most of the time. A branch that is seldom taken on an input
lets that input's usual outcome fall through; so no reading of conditions is needed, and copies of
a branch (unrolled, turned round) count like the branch itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from compiler_core.host.compilation import FunctionListing
from compiler_core.host.whole_program.profile_record import Direction, LaidBlock

# The inputs differ in nine elements of ten; a loop's own branch differs in none.
_TELLS_APART = 0.2


def deciding_line(
    function: FunctionListing, blocks: Sequence[LaidBlock], names: tuple[str, str]
) -> int | None:
    """The source line of the branch that tells the inputs apart; of several the busiest."""
    branches = [
        (block.flows[names[0]].executions + block.flows[names[1]].executions, line)
        for block in blocks
        if _tells_apart(block, names) and (line := branch_line(function, block)) is not None
    ]
    return max(branches)[1] if branches else None


def direction_of(
    function: FunctionListing,
    blocks: Sequence[LaidBlock],
    line: int | None,
    names: tuple[str, str],
) -> Direction | None:
    """The direction of all copies of the branch of this line; None if there is none here."""
    copies = [
        block
        for block in blocks
        if line is not None and branch_line(function, block) == line and _tells_apart(block, names)
    ]
    if not copies or line is None:
        return None
    executions = {name: _sum_of_executions(copies, name) for name in names}
    taken = {name: _sum_of_taken(copies, name) for name in names}
    busiest = max(copies, key=lambda block: sum(block.flows[name].executions for name in names))
    falls, jumps = _sides(blocks, busiest)
    return Direction(
        source_line=line,
        copies=len(copies),
        executions=executions,
        taken=taken,
        falls=_falls(executions, taken, names),
        falls_lines=tuple(sorted(falls - jumps - {line})),
        jumps_lines=tuple(sorted(jumps - falls - {line})),
        jumps={name: _jumps(blocks, copies, executions[name], name) for name in names},
    )


def branch_line(function: FunctionListing, block: LaidBlock) -> int | None:
    """The source line of the branch at a block's end, or of the last instruction that has one."""
    for line in reversed(function.lines[block.first : block.last + 1]):
        if line.source_line is not None:
            return line.source_line
    return None


def _tells_apart(block: LaidBlock, names: tuple[str, str]) -> bool:
    if not block.is_conditional:
        return False
    shares = [_share(block, name) for name in names]
    if shares[0] is None or shares[1] is None:
        # A copy that only one input comes to.
        return any(share is not None for share in shares) and any(
            block.flows[name].executions == 0 for name in names
        )
    return abs(shares[0] - shares[1]) >= _TELLS_APART


def _share(block: LaidBlock, name: str) -> float | None:
    flow = block.flows[name]
    return flow.taken / flow.executions if flow.taken is not None and flow.executions else None


def _sum_of_executions(copies: Sequence[LaidBlock], name: str) -> int:
    return sum(block.flows[name].executions for block in copies)


def _sum_of_taken(copies: Sequence[LaidBlock], name: str) -> float:
    return sum(block.flows[name].taken or 0.0 for block in copies)


def _jumps(
    blocks: Sequence[LaidBlock], copies: Sequence[LaidBlock], executions: int, name: str
) -> float:
    loops = {copy.loop for copy in copies}
    flows = [block.flows[name] for block in blocks if block.loop in loops]
    return sum(flow.taken or 0.0 for flow in flows) / max(executions, 1)


def _falls(
    executions: Mapping[str, int], taken: Mapping[str, float], names: tuple[str, str]
) -> str:
    shares = {name: taken[name] / executions[name] for name in names if executions[name]}
    if len(shares) < len(names):
        return ""
    least, most = min(names, key=shares.__getitem__), max(names, key=shares.__getitem__)
    return least if shares[most] - shares[least] >= _TELLS_APART else ""


def _sides(blocks: Sequence[LaidBlock], block: LaidBlock) -> tuple[set[int], set[int]]:
    """Source lines behind both ways of a branch; a block that only jumps on is passed over."""
    return _lines_at(blocks, block.falls_to), _lines_at(blocks, block.jumps_to)


def _lines_at(blocks: Sequence[LaidBlock], number: int | None) -> set[int]:
    for _ in range(len(blocks)):
        if number is None:
            return set()
        block = blocks[number]
        if block.source_lines and not _only_jumps(block):
            return set(block.source_lines)
        number = block.jumps_to if _only_jumps(block) else block.falls_to
    return set()


def _only_jumps(block: LaidBlock) -> bool:
    return bool(block.branch) and not block.is_conditional and block.last == block.first
