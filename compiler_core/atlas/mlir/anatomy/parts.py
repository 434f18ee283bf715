"""An operation, part by part: what stands there, and what that is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from compiler_core.atlas.mlir.anatomy.operations import Operation, entries_of
from compiler_core.atlas.mlir.anatomy.texts import PROGRAM
from compiler_core.atlas.records import DissectedPart, Dissection

LONGEST_PART = 300
_NAMED = 6
_GROUP = re.compile(r":(\d+)")
_PLACE = re.compile(r'loc\("(?P<file>[^"]*)":(?P<line>\d+):(?P<column>\d+)\)')

RESULTS, NAME, OPERANDS, ATTRIBUTES, TYPES, LOCATION = (
    "results",
    "name",
    "operands",
    "attributes",
    "types",
    "location",
)
_REGIONS, _SUCCESSORS = "regions", "successors"


def dissected(
    operations: Sequence[Operation], number: int, registered: Sequence[str]
) -> Dissection:
    """The operation of this number, counted from 1; the last one where there are fewer.

    registered: dialects that MLIR itself brings.
    """
    at = min(number, len(operations))
    operation = operations[at - 1]
    fewer = f" (there is no operation {number})" if at < number else ""
    return Dissection(
        title=f"Operation {at} of {len(operations)}, in its parts{fewer}",
        pieces=_pieces(operation),
        parts=_parts(operation, registered),
    )


def _pieces(operation: Operation) -> tuple[tuple[str, str], ...]:
    """The operation as it is printed, its regions left out."""
    written = (
        (operation.results, RESULTS), (" = " if operation.results else "", ""),
        (f'"{operation.name}"', NAME), ("(", ""), (operation.operands, OPERANDS), (")", ""),
        (f"[{operation.successors}]" if operation.successors else "", _SUCCESSORS),
        (f" <{{{operation.properties}}}>" if operation.properties else "", ATTRIBUTES),
        (f" ({', '.join(['{ … }'] * operation.regions)})" if operation.regions else "", _REGIONS),
        (f" {{{operation.attributes}}}" if operation.attributes else "", ATTRIBUTES),
        (" : ", ""), (operation.types, TYPES), (" ", ""), (operation.location, LOCATION),
    )  # fmt: skip
    return tuple((shortened(text), part) for text, part in written if text)


def shortened(text: str) -> str:
    """The beginning of what is too long to be shown."""
    if len(text) <= LONGEST_PART:
        return text
    return f"{text[:LONGEST_PART]}… ({len(text) - LONGEST_PART:,} more characters)"


def _parts(operation: Operation, registered: Sequence[str]) -> tuple[DissectedPart, ...]:
    attributes = ", ".join(filter(None, (operation.properties, operation.attributes)))
    written = (
        (RESULTS, operation.results, _results(operation)),
        (NAME, operation.name, _name(operation, registered)),
        (OPERANDS, operation.operands, _operands(operation)),
        (ATTRIBUTES, attributes, _attributes(operation)),
        (TYPES, operation.types, _types(operation)),
        (LOCATION, operation.location, _location(operation)),
    )
    more = (
        (
            _REGIONS,
            "{ … }",
            f"Bodies of other operations, here {operation.regions}: so a loop or "
            "a function is an operation too.",
        ),
        (_SUCCESSORS, operation.successors, "Blocks at which control may go on."),
    )
    has = {_REGIONS: operation.regions > 0, _SUCCESSORS: bool(operation.successors)}
    return tuple(
        DissectedPart(name=name, text=shortened(text), says=says)
        for name, text, says in (*written, *(part for part in more if has[part[0]]))
    )


def count_results(operation: Operation) -> int:
    """How many values it makes; `%0:2` are two."""
    if not operation.results:
        return 0
    parts = operation.results.split(", ")
    groups = (_GROUP.search(part) for part in parts)
    return sum(int(group[1]) if group else 1 for group in groups)


def count_attributes(operation: Operation) -> int:
    """Its properties among them."""
    return len(entries_of(operation.properties)) + len(entries_of(operation.attributes))


def _results(operation: Operation) -> str:
    count = count_results(operation)
    if not count:
        return "None: what it does is not to be seen in a value."
    values = "1 value" if count == 1 else f"{count} values"
    return f"{values}, made here and nowhere else, and never changed."


def _name(operation: Operation, registered: Sequence[str]) -> str:
    dialect, _, word = operation.name.partition(".")
    known = (
        f"one of the {len(registered)} that this MLIR brings"
        if dialect in registered
        else f"none of the {len(registered)} that this MLIR brings"
    )
    return f"The word {shortened(word)} of the dialect {shortened(dialect)}, {known}."


def _operands(operation: Operation) -> str:
    if not operation.operands:
        return "None: it needs no value of others."
    count = operation.operands.count(",") + 1
    values = "1 value" if count == 1 else f"{count} values"
    return f"{values} that others made, or that come into the block as %arg."


def _attributes(operation: Operation) -> str:
    own, others = entries_of(operation.properties), entries_of(operation.attributes)
    if not own and not others:
        return "None: nothing about it is fixed before the program runs."
    said = "Fixed while the program is compiled"
    known = f"; its dialect has asked for {listed(own)}" if own else ""
    free = f"; anybody may have added {listed(others)}" if others else ""
    return f"{said}{known}{free}."


def listed(names: Sequence[str]) -> str:
    """The first of them, and how many more there are."""
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(map(shortened, names[:_NAMED])) + more


def _types(operation: Operation) -> str:
    return "Of its operands, and behind the arrow of its results."


def _location(operation: Operation) -> str:
    match = _PLACE.fullmatch(operation.location)
    if match is None:
        return "Where messages about it point."
    if match["file"] != PROGRAM:
        return (
            "Where messages about it point: the program itself says so, for instance because it "
            "was written by another compiler."
        )
    if match["line"] == "0":
        return "Where messages about it point: the file as a whole."
    return (
        f"Where messages about it point: line {match['line']}, column {match['column']} of the "
        "program as it was written."
    )
