"""The blocks and loops of a dump: what a sentence about "the loop" rests on.

GCC prints each block's successors; LLVM's machine code has `successors:` lines; in LLVM IR they are
the labels of the last instruction. GIMPLE before its `cfg` pass has no blocks, so no loops either.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.host.flow_graph import find_regions, graph_of_edges
from compiler_core.host.passes.dump import Dump, DumpLine

_GCC_BLOCK = re.compile(r"^<bb (?P<name>\d+)>:")
_IR_BLOCK = re.compile(r"^(?P<name>[\w.$-]+):")
_IR_TARGET = re.compile(r"label %([\w.$-]+)")
_MACHINE_BLOCK = re.compile(r"^(?P<name>bb\.\d+)")
_MACHINE_TARGET = re.compile(r"%(bb\.\d+)")


@dataclass(frozen=True, slots=True)
class Structure:
    """Blocks and loops of one dump.

    names: block names in order; the first, empty, stands for lines before any block. block_of:
    index into `names` for each line. depth_of: loop depth of each line, 0 outside loops. loops:
    number of loops.
    """

    names: tuple[str, ...]
    block_of: tuple[int, ...]
    depth_of: tuple[int, ...]
    loops: int


def structure_of(dump: Dump) -> Structure:
    """Find the blocks and loops of a dump that has lines."""
    lines = dump.lines or ()
    names, block_of = _cut(lines, _block_pattern(dump))
    successors = _successors(dump, lines, names, block_of)
    regions = find_regions(graph_of_edges(successors))
    depth = [sum(block in region.blocks for region in regions) for block in range(len(names))]
    return Structure(
        tuple(names), tuple(block_of), tuple(depth[block] for block in block_of), len(regions)
    )


def _block_pattern(dump: Dump) -> re.Pattern[str]:
    if dump.level == "LLVM IR":
        return _IR_BLOCK
    return _MACHINE_BLOCK if dump.level == "machine IR" else _GCC_BLOCK


def _cut(lines: Sequence[DumpLine], pattern: re.Pattern[str]) -> tuple[list[str], list[int]]:
    names = [""]
    block_of: list[int] = []
    for line in lines:
        start = pattern.match(line.text)
        if start is not None:
            names.append(start["name"])
        block_of.append(len(names) - 1)
    return names, block_of


def _successors(
    dump: Dump, lines: Sequence[DumpLine], names: Sequence[str], block_of: Sequence[int]
) -> list[tuple[int, ...]]:
    index = {name: number for number, name in enumerate(names)}
    targets: list[list[str]] = [[] for _ in names]
    for name, following in dump.edges:
        targets[index[name]].extend(following)
    if not dump.edges:
        for line, block in zip(lines, block_of, strict=True):
            targets[block].extend(_targets(dump, line.text))
    found = [
        tuple(dict.fromkeys(index[name] for name in following if name in index))
        for following in targets
    ]
    if len(found) > 1:
        found[0] = (1,)
    return found


def _targets(dump: Dump, text: str) -> list[str]:
    if dump.level == "LLVM IR":
        return _IR_TARGET.findall(text)
    return _MACHINE_TARGET.findall(text) if "successors:" in text else []
