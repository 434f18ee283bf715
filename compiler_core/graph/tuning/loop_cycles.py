"""Cycles of a kernel's innermost loop, by llvm-mca's model of the core.

The loop is found in the linked program: of all innermost loops of the kernel the one that
multiplies most. Where the compiler unrolled it away, or the model lacks the core, there is no
answer.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from compiler_core.graph.selection.cores import CoreProfile
from compiler_core.graph.selection.measure import is_part_of
from compiler_core.host.counting.executable import read_executable
from compiler_core.host.cycles.loop_code import LoopCode, LoopInstruction
from compiler_core.host.cycles.machine_code_analyzer import analyze
from compiler_core.toolchain.analysers import Analyser
from compiler_core.toolchain.objdump import disassemble

# Multiply-accumulates of one instruction on 16-byte vectors (SADALP adds up SMULL and SMLAL2).
_MULTIPLIES = {"sdot": 16, "smmla": 32, "sadalp": 16, "fmla": 4, "smlal": 8, "smlal2": 8,
               "smull": 8, "smull2": 8}  # fmt: skip
_LINE = re.compile(r"^\s*(?P<address>[0-9a-f]+):\t(?P<text>[^/\n]+)", re.MULTILINE)
_TARGET = re.compile(r"(?P<address>\b[0-9a-f]+) <[^>]*>")
_BRANCHES = re.compile(r"^(?:b|b\.\w+|cbn?z|tbn?z)\s")


@dataclass(frozen=True, slots=True)
class BusyLoop:
    """An innermost loop: its instructions, and the multiply-accumulates of one turn."""

    instructions: tuple[str, ...]
    multiplies: int


def loop_cycles(loop: BusyLoop, core: CoreProfile, analyser: Analyser) -> float | None:
    """Modelled cycles of one turn, averaged over many; None where the model has no answer."""
    code = LoopCode(
        label="loop",
        instructions=tuple(
            LoopInstruction(number, text) for number, text in enumerate(loop.instructions)
        ),
        calls=(),
        path="",
        uses_sve=False,
    )
    analysis = analyze(analyser, code, core.modelled)
    return None if analysis.message else analysis.cycles / analysis.iterations


def busiest_loop(program: bytes, kernel: str) -> BusyLoop | None:
    """The innermost loop of this kernel that multiplies most, None if none does."""
    symbols = read_executable(program, ()).symbols
    loops = [
        loop
        for name, symbol in symbols.items()
        if is_part_of(name, kernel)
        for loop in innermost_loops(disassemble(program, symbol.first, symbol.end).text)
    ]
    return max(
        (loop for loop in loops if loop.multiplies), key=lambda loop: loop.multiplies, default=None
    )


def innermost_loops(listing: str) -> list[BusyLoop]:
    """Loops of objdump's listing with no loop inside: from a branch's target back to the branch."""
    lines = [
        (int(match["address"], 16), match["text"].strip()) for match in _LINE.finditer(listing)
    ]
    places = {address: index for index, (address, _) in enumerate(lines)}
    spans: list[tuple[int, int]] = []
    for index, (_, text) in enumerate(lines):
        target = _TARGET.search(text) if _BRANCHES.match(text) else None
        start = places.get(int(target["address"], 16)) if target else None
        if start is not None and start <= index:
            spans.append((start, index))
    inner = [span for span in spans if not any(_within(other, span) for other in spans)]
    return [_loop([text for _, text in lines[start : end + 1]]) for start, end in inner]


def _within(other: tuple[int, int], span: tuple[int, int]) -> bool:
    return other != span and span[0] <= other[0] and other[1] <= span[1]


def _loop(texts: list[str]) -> BusyLoop:
    mnemonics = [text.split(maxsplit=1)[0] for text in texts]
    if "sadalp" in mnemonics:
        multiplies = mnemonics.count("sadalp") * _MULTIPLIES["sadalp"]
    else:
        multiplies = sum(_MULTIPLIES.get(mnemonic, 0) for mnemonic in mnemonics)
    return BusyLoop(tuple(_TARGET.sub("loop", text) for text in texts), multiplies)
