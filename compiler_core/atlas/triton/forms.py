"""Triton's forms of a kernel as texts: MLIR with its places, layouts, LLVM IR, PTX.

Source: MLIR language reference, "Location" attributes; Triton's documentation, "TritonGPUDialect",
blocked layouts; LLVM's "NVPTX" back end writes `.loc` lines as DWARF has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod

from compiler_core.atlas.nvvm.ptx import PtxProgram

OWN_FILE = "shipped.py"
"""Of the kernels of a list."""
_DEFINED = re.compile(r"^(#loc\d*) = loc\((.*)\)$", re.MULTILINE)
_PLACE = re.compile(r'"([^"]*)":(\d+):\d+')
_NAMED = re.compile(r"#loc\d*")
_LOCATION = re.compile(r" loc\(((?:[^()]|\([^()]*\))*)\)")
_LAYOUT = re.compile(
    r"^(#\w+) = #ttg\.blocked<\{sizePerThread = \[([\d, ]+)\], threadsPerWarp = \[([\d, ]+)\], "
    r"warpsPerCTA = \[([\d, ]+)\]",
    re.MULTILINE,
)
_LOAD = re.compile(
    r"(?:tt\.load|ttg\.async_copy_global_to_local) .*?tensor<[\dx]+x!tt\.ptr<\w+>, (#\w+)>"
)
_DEBUG = re.compile(r"(?:, )?!dbg !\d+|^(?:!|declare |attributes |source_filename|; ModuleID).*$")
_LOC = re.compile(r"\s*\.loc\s+(\d+) (\d+) \d+(?:.*inlined_at (\d+) (\d+))?")
_WORDS = re.compile(r"\.(v\d+)?\.?b(\d+)")


@dataclass(frozen=True, slots=True)
class PlacedLine:
    """A line of a form. line: of the kernel's source that it comes from, 0 where none is said."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class BlockedLayout:
    """Who holds what: numbers side by side in a thread, threads of a warp and warps, by axis."""

    side_by_side: tuple[int, ...]
    threads: tuple[int, ...]
    warps: tuple[int, ...]

    @property
    def of_a_thread(self) -> int:
        """Numbers side by side, over all axes."""
        return prod(self.side_by_side)


def placed_lines(text: str, first_line: int, file: str = OWN_FILE) -> tuple[PlacedLine, ...]:
    """Lines of MLIR without their places. first_line: of the kernel in its file. An operation with
    a region says its place at the end: what has none is from where the next line is."""
    defined = dict(_DEFINED.findall(text))
    lines: list[PlacedLine] = []
    line = 0
    for raw in reversed(text.splitlines()):
        if raw.startswith("#loc") or not raw.strip():
            continue
        places = _LOCATION.findall(raw)
        if places:
            line = max(_line_of(places[-1], defined, file) - first_line + 1, 0)
        lines.append(PlacedLine(_LOCATION.sub("", raw), 0 if raw.startswith("#") else line))
    return tuple(reversed(lines))


def _line_of(location: str, defined: Mapping[str, str], file: str) -> int:
    """Line of the kernels' own file; for what stands in a library, of the call there."""
    direct = _PLACE.search(location)
    if direct:
        return int(direct[2]) if direct[1].endswith(file) else 0
    # The caller stands last, behind `at`.
    lines = (
        _line_of(defined.get(name, ""), defined, file)
        for name in reversed(_NAMED.findall(location))
    )
    return next(filter(None, lines), 0)


def load_layout(ttgir: str) -> BlockedLayout | None:
    """The layout of the first load from memory; None where nothing is loaded so."""
    layouts = {
        name: BlockedLayout(*(tuple(map(int, number.split(", "))) for number in numbers))
        for name, *numbers in _LAYOUT.findall(ttgir)
    }
    load = _LOAD.search(ttgir)
    return layouts.get(load[1]) if load else None


def plain_llvm(text: str) -> str:
    """Functions and constants; notes for debuggers and declarations are left out."""
    lines = [_DEBUG.sub("", line).rstrip() for line in text.splitlines()]
    return "\n".join(
        line for at, line in enumerate(lines) if line or (at and lines[at - 1])
    ).strip()


def own_places(ptx: str, first_line: int, file: str = OWN_FILE) -> str:
    """The same PTX with lines of the kernel's source in `.loc`, none of a library's.

    LLVM counts lines within a piece of inline assembly as lines of the source: only the first
    counts. The number of lines stays.
    """
    match = re.search(rf'\.file\s+(\d+) .*{re.escape(file)}"', ptx)
    own = match[1] if match else ""
    lines, within = [], False
    for raw in ptx.splitlines():
        within = (within or "// begin inline asm" in raw) and "// end inline asm" not in raw
        location = _LOC.match(raw)
        if location is None:
            lines.append(raw)
            continue
        of, line, caller, called_at = location.groups()
        at = int(line) if of == own else int(called_at) if caller == own else 0
        lines.append("" if within or not at else f"\t.loc\t1 {max(at - first_line + 1, 0)} 0")
    return "\n".join(lines)


def bytes_of_widest_load(program: PtxProgram) -> int:
    """Of those from the GPU's memory, into registers or past them into shared memory."""
    widths = [0]
    for instruction in program.instructions:
        loaded = re.search(r"ld\.global(\S*)", instruction.text)
        copied = re.search(r"cp\.async\.\w+\.shared\.global .*, (0x\w+)", instruction.text)
        if copied:
            widths.append(int(copied[1], 16))
        elif loaded:
            words = _WORDS.search(loaded[1])
            count = int(words[1][1:]) if words and words[1] else 1
            widths.append(count * int(words[2]) // 8 if words else 0)
    return max(widths)
