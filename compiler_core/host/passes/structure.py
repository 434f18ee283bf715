"""The blocks and loops of a dump: what a sentence about "the loop" rests on.

GCC prints each block's successors; LLVM's machine code has `successors:` lines; in LLVM IR they are
the labels of the last instruction. GIMPLE before its `cfg` pass has no blocks, so no loops either.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from compiler_core.host.loop_analysis.flow_graph import find_regions, graph_of_edges
from compiler_core.host.passes.dump import Dump, DumpLine, Level

_BLOCKS: Mapping[Level, re.Pattern[str]] = {
    "LLVM IR": re.compile(r'(?P<name>[\w.$-]+|"[^"]+"):'),
    "machine IR": re.compile(r"(?P<name>bb\.\d+)"),
    "GIMPLE": re.compile(r"<bb (?P<name>\d+)>:"),
    "RTL": re.compile(r"<bb (?P<name>\d+)>:"),
    "IPA": re.compile(r"(?!)"),
}
_IR_TARGET = re.compile(r'label %([\w.$-]+|"[^"]+")')
_MACHINE_TARGET = re.compile(r"%(bb\.\d+)")
Successors = tuple[tuple[int, ...], ...]


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
    names, block_of = _cut(dump.lines or (), dump.level)
    depth, loops = _loop_depths(_successors(dump, names, block_of))
    return Structure(
        tuple(names), tuple(block_of), tuple(depth[block] for block in block_of), loops
    )


def _cut(lines: Sequence[DumpLine], level: Level) -> tuple[list[str], list[int]]:
    """Block names, and the block of each line. Statements are indented, block labels are not."""
    pattern = _BLOCKS[level]
    names = [""]
    block_of: list[int] = []
    for line in lines:
        start = pattern.match(line.text) if line.text[:1] != " " else None
        if start is not None:
            names.append(start["name"])
        block_of.append(len(names) - 1)
    return names, block_of


@lru_cache(maxsize=256)
def _loop_depths(successors: Successors) -> tuple[tuple[int, ...], int]:
    """Loop depth by block, and the number of loops; most passes leave the graph as it is."""
    regions = find_regions(graph_of_edges(successors))
    depth = [0] * len(successors)
    for region in regions:
        for block in region.blocks:
            depth[block] += 1
    return tuple(depth), len(regions)


def successors_of(dump: Dump, structure: Structure) -> Successors:
    """For each block of `structure.names` the blocks that may follow it."""
    return _successors(dump, structure.names, structure.block_of)


def _successors(dump: Dump, names: Sequence[str], block_of: Sequence[int]) -> Successors:
    index = {name: number for number, name in enumerate(names)}
    targets: list[list[str]] = [[] for _ in names]
    for name, following in dump.edges:
        targets[index[name]].extend(following)
    if not dump.edges:
        for line, block in zip(dump.lines or (), block_of, strict=True):
            targets[block].extend(_targets(dump.level, line.text))
    successors = [
        tuple(dict.fromkeys(index[name] for name in following if name in index))
        for following in targets
    ]
    if len(successors) > 1 and not successors[0]:
        successors[0] = (1,)
    return tuple(successors)


def _targets(level: Level, text: str) -> list[str]:
    if level == "LLVM IR":
        return _IR_TARGET.findall(text) if "label %" in text else []
    return _MACHINE_TARGET.findall(text) if "successors:" in text else []
