"""The edits and flags that the table of suggestions knows, tried on every loop of the source."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from compiler_core.claims.breaking.change import Change
from compiler_core.host.source_edits.edit import Edit
from compiler_core.host.source_edits.offers import applies, edits_of
from compiler_core.host.source_reading.source_loops import source_loops
from compiler_core.host.verdicts.suggestions import Suggestion, suggestions
from compiler_core.source import SourceFile
from compiler_core.toolchain.outcome import Compiler

MOST_LOOPS = 3


def suggested_changes(source: SourceFile) -> Iterator[Change]:
    """Also suggestions that a card would not offer: where they change nothing, that is found."""
    loops = source_loops(source)[:MOST_LOOPS]
    for suggestion in suggestions():
        for index in range(len(loops)) if suggestion.edit else ():
            where = f", loop {index + 1}" if len(loops) > 1 else ""
            yield Change(
                group="source",
                title=f"{suggestion.title[0].lower()}{suggestion.title[1:]}{where}",
                add=suggestion.add,
                edit=partial(_edits, suggestion=suggestion, index=index),
                touches=_touched(suggestion),
                promises=bool(suggestion.promise),
            )


def _touched(suggestion: Suggestion) -> tuple[str, ...]:
    """Its name, and that of what it writes: `restrict`, `#pragma omp simd`."""
    return (suggestion.id, suggestion.title.removeprefix("Add "), *suggestion.add)


def _edits(
    source: SourceFile,
    compiler: Compiler,
    flags: tuple[str, ...],
    *,
    suggestion: Suggestion,
    index: int,
) -> tuple[Edit, ...]:
    loops = source_loops(source)
    if index >= len(loops):
        return ()
    setting = compiler, flags
    loop = loops[index]
    if not applies(suggestion, source, loop, setting):
        return ()
    return edits_of(suggestion, source, loop, setting)
