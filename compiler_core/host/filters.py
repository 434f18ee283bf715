"""Which lines of the compiler's output the listing shows. Filters run no compiler."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from compiler_core.host.assembly import AssemblyFunction, AssemblyLine
from compiler_core.host.instruction import Instruction, Memory, Symbol


@dataclass(frozen=True, slots=True)
class Filters:
    """What is hidden; everything is, by default."""

    directives: bool = True
    comments: bool = True
    unused_labels: bool = True
    library_functions: bool = True


HIDE_ALL = Filters()


def visible_positions(
    function: AssemblyFunction, filters: Filters, used_labels: frozenset[str]
) -> tuple[int, ...]:
    """Positions in `function.lines` that stay."""
    return tuple(
        position
        for position, line in enumerate(function.lines)
        if _is_visible(line, filters, used_labels, function.symbol)
    )


def _is_visible(
    line: AssemblyLine, filters: Filters, used_labels: frozenset[str], symbol: str
) -> bool:
    if line.kind == "directive":
        return not filters.directives
    if line.kind == "comment":
        return not filters.comments
    if line.kind == "label":
        return not filters.unused_labels or line.label == symbol or line.label in used_labels
    return True


def used_labels(
    functions: Iterable[AssemblyFunction], tables: Mapping[str, Sequence[str]]
) -> frozenset[str]:
    """Labels that some instruction names, and those that tables named this way list."""
    used = {
        symbol.name
        for function in functions
        for line in function.lines
        if line.instruction is not None
        for symbol in symbols_of(line.instruction)
    }
    for label in [*used]:
        used.update(tables.get(label, ()))
    return frozenset(used)


def symbols_of(instruction: Instruction) -> Iterable[Symbol]:
    """Every symbol an instruction names, also inside an address."""
    for operand in instruction.operands:
        if isinstance(operand, Symbol):
            yield operand
        elif isinstance(operand, Memory) and isinstance(operand.offset, Symbol):
            yield operand.offset


def is_library_function(function: AssemblyFunction, user_files: frozenset[str]) -> bool:
    """True if the code comes from headers only: it has source lines, but none of the user's."""
    files = {line.source.file for line in function.lines if line.source is not None}
    return bool(files) and not files & user_files
