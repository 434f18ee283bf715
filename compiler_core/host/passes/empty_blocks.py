"""Two texts of a function without the blocks that only lead on to another.

Passes over loops want a block before each loop, after it, and on its way back, and put empty ones
there; the next clean-up takes them away. That makes every second pass over GCC's GIMPLE seem to
change the function. An empty block on an edge is a place for code and no code, so a pass that only
adds or drops such places has changed nothing, unless giving loops that shape is what it is for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from compiler_core.host.passes.delta import Delta, compare_dumps
from compiler_core.host.passes.dump import Dump, DumpLine, Level
from compiler_core.host.passes.structure import Structure, structure_of, successors_of

_JUMP: Mapping[Level, re.Pattern[str]] = {
    "LLVM IR": re.compile(r"^  br label %"),
    "GIMPLE": re.compile(r"^  goto <bb \d+>;$"),
}
_REFERENCE: Mapping[Level, re.Pattern[str]] = {
    "LLVM IR": re.compile(r'(?<=label %)(?:[\w.$-]+|"[^"]+")'),
    "GIMPLE": re.compile(r"(?<=goto <bb )\d+(?=>)"),
}
_ORIGIN: Mapping[Level, re.Pattern[str]] = {
    "LLVM IR": re.compile(r'(?<=, %)(?:[\w.$-]+|"[^"]+")(?= \])'),
    "GIMPLE": re.compile(r"(?<=\()\d+(?=\)(?:, |>))"),
}
_PHI: Mapping[Level, str] = {"LLVM IR": " = phi ", "GIMPLE": " = PHI <"}
_ABOUT_BLOCKS = re.compile(r"^<bb \d+>:|^\S+:$|goto <bb|^\s*else$|br (?:label|i1)| = phi | = PHI <")


def differ_in_empty_blocks(before: Dump, after: Dump, delta: Delta) -> bool:
    """True if all differences are empty blocks and the jumps to and from them."""
    if before.level != after.level or after.level not in _JUMP:
        return False
    if not all(_ABOUT_BLOCKS.search(text) for text in _changed_texts(before, after, delta)):
        return False
    left, right = without_empty_blocks(before), without_empty_blocks(after)
    return left is not None and right is not None and not compare_dumps(left, right).changed


def _changed_texts(before: Dump, after: Dump, delta: Delta) -> list[str]:
    texts: list[str] = []
    for row in delta.rows:
        if row.kind == "same":
            continue
        texts += [(before.lines or ())[row.before].text] if row.before is not None else []
        texts += [(after.lines or ())[row.after].text] if row.after is not None else []
    return texts


@dataclass(frozen=True, slots=True)
class _Flow:
    """A dump by blocks: lines of each, successors, and where each empty block leads in the end."""

    structure: Structure
    bodies: tuple[tuple[DumpLine, ...], ...]
    successors: tuple[tuple[int, ...], ...]
    leads_to: Mapping[int, int]


def without_empty_blocks(dump: Dump) -> Dump | None:
    """The same program with every jump going where it ends up.

    None where the ways into an empty block cannot be told apart by the values that meet after it.
    """
    flow = _flow(dump)
    origin = _origins(flow)
    names = flow.structure.names
    lines: list[DumpLine] = []
    for block, body in enumerate(flow.bodies):
        if block in flow.leads_to:
            continue
        for line in body:
            text = _renamed(line.text, dump.level, flow, origin)
            if text is None:
                return None
            lines.append(DumpLine(text))
        following = flow.successors[block]
        if dump.level == "GIMPLE" and len(following) == 1:
            target = flow.leads_to.get(following[0], following[0])
            lines.append(DumpLine(f"  goto <bb {names[target]}>;"))
    return Dump(
        number=dump.number,
        pass_name=dump.pass_name,
        level=dump.level,
        unit=dump.unit,
        lines=tuple(lines),
    )


def _flow(dump: Dump) -> _Flow:
    structure = structure_of(dump)
    successors = successors_of(dump, structure)
    bodies: list[list[DumpLine]] = [[] for _ in structure.names]
    for line, block in zip(dump.lines or (), structure.block_of, strict=True):
        bodies[block].append(line)
    jump = _JUMP[dump.level]
    after_label = [[line for line in body[1:] if not jump.match(line.text)] for body in bodies]
    next_of = {
        block: successors[block][0]
        for block in range(2, len(bodies))
        if not after_label[block] and len(successors[block]) == 1
    }
    ends = {block: _end(block, next_of) for block in next_of}
    leads_to = {block: end for block, end in ends.items() if end is not None}
    plain = [[line for line in body if not _is_dropped(line, dump.level)] for body in bodies]
    return _Flow(structure, tuple(map(tuple, plain)), successors, leads_to)


def _is_dropped(line: DumpLine, level: Level) -> bool:
    """GIMPLE jumps stand in the text only where a block does not fall through."""
    return level == "GIMPLE" and _JUMP[level].match(line.text) is not None


def _end(block: int, next_of: Mapping[int, int]) -> int | None:
    """The first block on the way that is not empty; None for a loop of empty blocks."""
    seen = set()
    while block in next_of:
        if block in seen:
            return None
        seen.add(block)
        block = next_of[block]
    return block


def _origins(flow: _Flow) -> dict[str, str | None]:
    """For each empty block the block its only way comes from; None if there are several ways."""
    ways: dict[int, set[int]] = {block: set() for block in flow.leads_to}
    for block, following in enumerate(flow.successors):
        for successor in following:
            if successor in ways:
                ways[successor].add(block)
    names = flow.structure.names
    return {names[block]: _origin(block, ways, names) for block in ways}


def _origin(block: int, ways: Mapping[int, set[int]], names: tuple[str, ...]) -> str | None:
    while block in ways:
        if len(ways[block]) != 1:
            return None
        (block,) = ways[block]
    return names[block]


def _renamed(text: str, level: Level, flow: _Flow, origin: Mapping[str, str | None]) -> str | None:
    """The line with references to empty blocks led on; None where one cannot be."""
    if _PHI[level] in text:
        names = set(_ORIGIN[level].findall(text))
        if any(name in origin and origin[name] is None for name in names):
            return None
        return _ORIGIN[level].sub(lambda match: origin.get(match[0]) or match[0], text)
    names = flow.structure.names
    led_on = {names[block]: names[end] for block, end in flow.leads_to.items()}
    return _REFERENCE[level].sub(lambda match: led_on.get(match[0], match[0]), text)
