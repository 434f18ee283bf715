"""What the assembly shows of one source loop: vectors, their kind and width, and its arithmetic.

This is what wins when a remark and the code disagree. Code is joined to a source loop by the loops
found in the control-flow graph; where none is left (all iterations unrolled), by line marks.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from compiler_core.host.assembly import (
    Assembly,
    AssemblyFunction,
    AssemblyLine,
    read_assembly,
)
from compiler_core.host.compilation import BasicBlock, Loop
from compiler_core.host.instruction import Instruction
from compiler_core.host.loop_analysis.blocks import find_blocks
from compiler_core.host.loop_analysis.loops import find_loops
from compiler_core.host.source_reading.source_loops import SourceLoop
from compiler_core.host.verdicts.library_calls import LibraryCalls
from compiler_core.host.verdicts.placement import is_symbol_of, loop_at, only_unwritten
from compiler_core.host.verdicts.vector_use import VectorUse, use_of
from compiler_core.host.work import WORK_PER_COMPILATION, limited_to
from compiler_core.source import Location


@dataclass(frozen=True, slots=True)
class CodeLoop:
    """A loop of the assembly made of the source loop: its function's symbol, and its vectors.

    body: its own instructions as text, inner loops left out.
    """

    function: str
    loop: Loop
    use: VectorUse
    body: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LoopCode:
    """All code of one source loop.

    loops: those found in the assembly, innermost copies and outer ones. straight: instructions
    placed in the loop's lines outside any loop. stores: some of these write to memory.
    """

    loops: tuple[CodeLoop, ...]
    straight: VectorUse
    stores: bool = False

    def of_function(self, symbol: str) -> LoopCode:
        """The loops in one function's code."""
        return replace(self, loops=tuple(loop for loop in self.loops if loop.function == symbol))

    @property
    def innermost(self) -> tuple[CodeLoop, ...]:
        """The loops that hold no other loop."""
        return tuple(loop for loop in self.loops if loop.loop.innermost)

    @property
    def main(self) -> CodeLoop | None:
        """The loop that does most of the work: vectors before scalars, main before the rest."""
        return max(self.innermost or self.loops, key=merit, default=None)


def merit(code: CodeLoop) -> tuple[bool, bool, bool, int, int]:
    """Orders the loops made of one source loop by how much of the work they do."""
    use = code.use
    return use.any, use.scalable, code.loop.role == "main", use.bytes, use.vector


@dataclass(frozen=True, slots=True)
class SourceCode:
    """The code of every source loop, and the source lines that have any code (file, line)."""

    loops: Mapping[SourceLoop, LoopCode]
    lines: frozenset[tuple[str, int]]

    def __getitem__(self, loop: SourceLoop) -> LoopCode:
        return self.loops[loop]


CodeByLoop = dict[SourceLoop, list[CodeLoop]]
# A loop of the assembly with the places of its own instructions.
Placeless = list[tuple[CodeLoop, tuple[Location, ...]]]


def code_of_loops(
    text: str,
    loops: Sequence[SourceLoop],
    calls: LibraryCalls | None = None,
    formed: Mapping[str, Sequence[SourceLoop]] | None = None,
) -> SourceCode:
    """The code of every source loop, found in the compiler's `-S -g1` output.

    calls: where the source calls code that has places in a library. formed: which of the source's
    loops the compiler's form has in each function. Raises TooLargeToAnalyse.
    """
    assembly = read_assembly(text)
    code_by_loop: CodeByLoop = defaultdict(list)
    straight: dict[SourceLoop, list[Instruction]] = defaultdict(list)
    with limited_to(WORK_PER_COMPILATION):
        placeless = {
            function.symbol: _read_function(assembly, function, loops, code_by_loop, straight)
            for function in assembly.functions
        }
    if calls is not None:
        placeless = _place_by_calls(placeless, loops, code_by_loop, calls)
    _place_by_function(placeless, loops, code_by_loop, formed or {})
    lines = frozenset(
        (line.source.file, line.source.line)
        for function in assembly.functions
        for line in function.lines
        if line.source is not None
    )
    codes = {
        loop: LoopCode(tuple(code_by_loop[loop]), use_of(straight[loop]), _stores(straight[loop]))
        for loop in loops
    }
    return SourceCode(codes, lines)


def _stores(instructions: Iterable[Instruction]) -> bool:
    return any(
        instruction.mnemonic.startswith(("st", "cas", "swp")) for instruction in instructions
    )


def _read_function(
    assembly: Assembly,
    function: AssemblyFunction,
    statements: Sequence[SourceLoop],
    code_by_loop: CodeByLoop,
    straight: dict[SourceLoop, list[Instruction]],
) -> Placeless:
    """Sorts one function's code; what comes back are its loops that no line mark places."""
    placeless: Placeless = []
    blocks = find_blocks(function, assembly.tables)
    loops = find_loops(function, blocks, statements)
    inner: dict[int | None, set[int]] = defaultdict(set)
    for loop in loops:
        inner[loop.parent].update(loop.blocks)
    for loop in loops:
        statement = _statement_of(function, blocks, loop, statements)
        own = set(loop.blocks) - inner[loop.id]
        code = _code_loop(function, blocks, loop, own)
        if statement is not None:
            code_by_loop[statement].append(code)
            continue
        places = (line.source for line in _lines(function, blocks, own))
        placeless.append((code, tuple(location for location in places if location is not None)))
    covered = {block for loop in loops for block in loop.blocks}
    outside = (block.id for block in blocks if block.id not in covered)
    for line in _lines(function, blocks, outside):
        statement = loop_at(statements, line.source)
        if line.instruction is not None and statement is not None:
            straight[statement].append(line.instruction)
    return placeless


def _place_by_calls(
    placeless: Mapping[str, Placeless],
    statements: Sequence[SourceLoop],
    code_by_loop: CodeByLoop,
    calls: LibraryCalls,
) -> dict[str, Placeless]:
    """Gives the loops of a library's code to the calls they run for; what is left comes back."""
    left: dict[str, Placeless] = {}
    for symbol, codes in placeless.items():
        left[symbol] = []
        for code, places in codes:
            reached = next((to for location in places if (to := calls.of(symbol, location))), ())
            named = [loop_at(statements, call) for call in reached]
            for statement in named:
                if statement is not None:
                    code_by_loop[statement].append(code)
            if not any(named):
                left[symbol].append((code, places))
    return left


def _place_by_function(
    placeless: Mapping[str, Placeless],
    statements: Sequence[SourceLoop],
    code_by_loop: CodeByLoop,
    formed: Mapping[str, Sequence[SourceLoop]],
) -> None:
    """A vector loop may carry no line of its source loop, or those of an inlined function.

    It belongs to the one loop statement of its function that has no code otherwise, or to the one
    loop that no statement makes; in a function that has loops of another one, to the one of them
    that has no code there.
    """
    for symbol, codes in placeless.items():
        of_function = [loop for loop in statements if is_symbol_of(symbol, loop.function)]
        alone = only_unwritten(statements, symbol)
        waiting = [loop for loop in of_function if loop not in code_by_loop or loop == alone]
        if not of_function:
            waiting = [
                loop for loop in formed.get(symbol, ()) if not _has_code(code_by_loop, loop, symbol)
            ]
        if len(waiting) == 1 and codes:
            code_by_loop[waiting[0]].extend(code for code, _ in codes)


def _has_code(code_by_loop: CodeByLoop, loop: SourceLoop, symbol: str) -> bool:
    return any(code.function == symbol for code in code_by_loop.get(loop, ()))


def _code_loop(
    function: AssemblyFunction, blocks: Sequence[BasicBlock], loop: Loop, own: set[int]
) -> CodeLoop:
    lines = [line for line in _lines(function, blocks, own) if line.instruction is not None]
    use = use_of(line.instruction for line in lines if line.instruction is not None)
    return CodeLoop(function.symbol, loop, use, tuple(line.text for line in lines))


def _lines(
    function: AssemblyFunction, blocks: Sequence[BasicBlock], chosen: Iterable[int]
) -> Iterable[AssemblyLine]:
    for block in sorted(chosen):
        yield from function.lines[blocks[block].first : blocks[block].last + 1]


def _statement_of(
    function: AssemblyFunction,
    blocks: Sequence[BasicBlock],
    loop: Loop,
    statements: Sequence[SourceLoop],
) -> SourceLoop | None:
    """By the line found for the loop; of several loops on it, the one its last branch controls."""
    candidates = [
        statement
        for statement in statements
        if (statement.file, statement.line) == (loop.source_file, loop.source_line)
    ]
    if len(candidates) == 1:
        return candidates[0]
    latches = [block for block in loop.blocks if loop.header in blocks[block].successors]
    places = [function.lines[blocks[block].last].source for block in latches]
    named = [loop_at(statements, location) for location in places]
    return next((candidate for candidate in named if candidate is not None), None)
