"""A compiler's dump of one source, read: which dump to ask for, its functions and their loops."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from compiler_core.host.verdicts.loop_ir.gimple import read_gimple, split_functions
from compiler_core.host.verdicts.loop_ir.llvm_ir import (
    read_llvm,
    split_module,
    struct_types,
    with_plain_pointers,
)
from compiler_core.host.verdicts.loop_ir.llvm_places import Places
from compiler_core.host.verdicts.loop_ir.natural_loops import natural_loops
from compiler_core.host.verdicts.loop_ir.operations import IrFunction, IrLoop
from compiler_core.host.verdicts.loop_ir.scalar_types import type_names
from compiler_core.source import Location, SourceFile
from compiler_core.toolchain.outcome import Family

FLAGS: Mapping[Family, tuple[str, ...]] = {
    "gcc": ("-fdump-tree-ch_vect-lineno-blocks",),
    # A late pass over the whole module before the vectoriser, which every version since 13 has: one
    # print, with its metadata.
    "clang": ("-mllvm", "-print-after=rpo-function-attrs"),
}
SUFFIX = ".ch_vect"
# Larger forms are not read: the text of the loop and the compiler's words must do.
LARGEST_CHARACTERS = 4_000_000
# Dumps are no stable format: a function that does not read as expected gives no facts.
_UNREADABLE = (IndexError, KeyError, ValueError)

ReadFunction = tuple[IrFunction, tuple[IrLoop, ...]]


@dataclass(frozen=True, slots=True)
class ReadForm:
    """functions: each with its loops. inlined: places of a library's code with the place of the
    call in the source that it was inlined at, as far as the dump names them.
    """

    functions: Sequence[ReadFunction]
    inlined: tuple[tuple[Location, Location], ...] = ()

    @property
    def loops(self) -> tuple[IrLoop, ...]:
        """Those of all functions."""
        return tuple(loop for _, loops in self.functions for loop in loops)


def read_form(dump: str, source: SourceFile, family: Family) -> ReadForm:
    """All functions of the dump; none of one that is too large."""
    if len(dump) > LARGEST_CHARACTERS:
        return ReadForm(())
    if family == "gcc":
        return ReadForm(tuple(_gcc_functions(dump, source)))
    module = with_plain_pointers(dump)
    places = Places(module, source.name)
    return ReadForm(tuple(_clang_functions(module, places)), tuple(places.inlined()))


def _gcc_functions(dump: str, source: SourceFile) -> Iterator[ReadFunction]:
    typedefs = type_names(source.text)
    for name, text in split_functions(dump).items():
        with suppress(*_UNREADABLE):
            function = read_gimple(name, text, typedefs)
            yield function, tuple(natural_loops(function))


def _clang_functions(module: str, places: Places) -> Iterator[ReadFunction]:
    structures = struct_types(module)
    for name, text in split_module(module).items():
        with suppress(*_UNREADABLE):
            function, metadata = read_llvm(name, text, structures, places)
            loops = natural_loops(function)
            yield function, tuple(_named(loop, metadata, places) for loop in loops)


def _named(loop: IrLoop, metadata: Mapping[str, str], places: Places) -> IrLoop:
    """The loop with what its metadata says of it."""
    blocks = loop.function.blocks
    latch = next(
        (
            block
            for block in sorted(loop.own)
            if block in metadata and loop.header in blocks[block].successors
        ),
        "",
    )
    named = metadata.get(latch, "")
    location, scalar = places.of_loop(named), places.forbids_vectors(named)
    return replace(loop, place=location, scalar_by_request=scalar)
