"""The compilers' forms of a source's loops: which dump to ask for, and which loop is which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from compiler_core.host.source_reading.source_loops import SourceLoop
from compiler_core.host.verdicts.loop_ir.facts import LoopFacts, facts_of
from compiler_core.host.verdicts.loop_ir.gimple import read_gimple, split_functions
from compiler_core.host.verdicts.loop_ir.llvm_ir import read_llvm, split_module, struct_types
from compiler_core.host.verdicts.loop_ir.llvm_places import Places
from compiler_core.host.verdicts.loop_ir.natural_loops import natural_loops
from compiler_core.host.verdicts.loop_ir.operations import IrLoop
from compiler_core.host.verdicts.loop_ir.scalar_types import type_names
from compiler_core.host.verdicts.placement import loop_at
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Family

FLAGS: Mapping[Family, tuple[str, ...]] = {
    "gcc": ("-fdump-tree-ch_vect-lineno",),
    # The last pass over the whole module before the vectoriser: one print, with its metadata.
    "clang": ("-mllvm", "-print-after=recompute-globalsaa"),
}
SUFFIX = ".ch_vect"
# Larger forms are not read: the text of the loop and the compiler's words must do.
LARGEST_CHARACTERS = 4_000_000


class LoopForms:
    """Every loop of one compile in its compiler's form; read when a fact is first asked for."""

    def __init__(
        self, dump: str, source: SourceFile, statements: Sequence[SourceLoop], family: Family
    ) -> None:
        self._dump = dump if len(dump) <= LARGEST_CHARACTERS else ""
        self._source = source
        self._statements = statements
        self._family = family
        self._facts: dict[SourceLoop, LoopFacts] = {}

    def facts(self, statement: SourceLoop) -> LoopFacts | None:
        """Facts of one source loop; None if the dump holds no loop of it."""
        if statement not in self._facts and statement in self._chosen:
            self._facts[statement] = facts_of(self._chosen[statement])
        return self._facts.get(statement)

    @cached_property
    def _chosen(self) -> dict[SourceLoop, IrLoop]:
        """Of several copies of a source loop the largest speaks."""
        chosen: dict[SourceLoop, IrLoop] = {}
        for loop in self._read():
            statement = _statement(loop, self._statements)
            if statement is None:
                continue
            known = chosen.get(statement)
            if known is None or len(loop.operations()) > len(known.operations()):
                chosen[statement] = loop
        return chosen

    def _read(self) -> Iterator[IrLoop]:
        if self._family == "gcc":
            return _gcc_loops(self._dump, self._source)
        return _clang_loops(self._dump)


def _gcc_loops(dump: str, source: SourceFile) -> Iterator[IrLoop]:
    typedefs = type_names(source.text)
    for name, text in split_functions(dump).items():
        yield from natural_loops(read_gimple(name, text, typedefs))


def _clang_loops(module: str) -> Iterator[IrLoop]:
    places = Places(module)
    structures = struct_types(module)
    for name, text in split_module(module).items():
        function, metadata = read_llvm(name, text, structures, places)
        for loop in natural_loops(function):
            latch = next((block for block in loop.own if block in metadata
                          and loop.header in function.blocks[block].successors), "")  # fmt: skip
            yield replace(loop, place=places.of_loop(metadata.get(latch, "")))


def _statement(loop: IrLoop, statements: Sequence[SourceLoop]) -> SourceLoop | None:
    """By the place the compiler names, else the places of the branches that leave, else of all."""
    if loop.place is not None:
        return loop_at(statements, loop.place)
    blocks = loop.function.blocks
    leaving = [
        operation.place
        for name in loop.own
        for operation in blocks[name].operations
        if operation.code == "branch" and set(blocks[name].successors) - loop.blocks
    ]
    places = leaving or [operation.place for operation in loop.operations()]
    votes = Counter(
        found for place in places if (found := loop_at(statements, place)) is not None
    )
    return votes.most_common(1)[0][0] if votes else None
