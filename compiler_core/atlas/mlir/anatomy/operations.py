"""Operations in MLIR's generic form, cut into their parts.

In this form every operation is written alike, whatever its dialect:
results = "name"(operands)[successors] <{properties}> ({regions}) {attributes} : types location.
What is read here has been printed by `mlir-opt`: brackets close, and no string crosses a line.

Source: MLIR documentation, "MLIR Language Reference", section "Operations".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

_BEGIN = re.compile(
    r'^(?P<indent> *)(?:(?P<results>%[^="\n]*?) = )?"(?P<name>(?:[^"\\\n]|\\.)+)"\(', re.MULTILINE
)
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[()\[\]{}]')
_ENTRY = re.compile(r'"(?:[^"\\]|\\.)*"|->|[<>]=|[()\[\]{}<>,]')
_LOCATION = re.compile(r"^(#loc\d*) = (loc\(.*\))$", re.MULTILINE)
_BY_NAME = re.compile(r"loc\((#loc\d*)\)")
_INDENT = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One operation; a part that it does not have is empty."""

    results: str
    """Names of its results as printed, `%0` or `%0:2`."""
    name: str
    """With its dialect in front: `arith.addi`."""
    operands: str
    """What stands in its parentheses: `%0, %arg1`."""
    successors: str
    """Blocks that it may go to, as printed between square brackets: `^bb1, ^bb2`."""
    properties: str
    """What stands between `<{` and `}>`; `entries_of` cuts it."""
    regions: int
    """How many bodies it has."""
    attributes: str
    """What stands between braces behind the regions, without those of `properties`."""
    types: str
    """Of operands and results, as printed behind the colon: `(i32, i32) -> i32`."""
    location: str
    """Where it comes from, with names of locations resolved: `loc("file":3:5)`."""
    depth: int
    """In how many others it stands."""

    @property
    def dialect(self) -> str:
        return self.name.partition(".")[0]


def read_operations(text: str) -> tuple[Operation, ...]:
    """All operations, in the order in which they begin; up to the first that is written otherwise.

    text: of `mlir-opt --mlir-print-op-generic --mlir-print-debuginfo`.
    """
    ends = _ends(text)
    locations = dict(_LOCATION.findall(text))
    operations: list[Operation] = []
    for begin in _BEGIN.finditer(text):
        try:
            operations.append(_operation(text, begin, ends, locations))
        except KeyError:
            break
    return tuple(operations)


def _ends(text: str) -> dict[int, int]:
    """Of each bracket that opens, where it closes."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for token in _BRACKET.finditer(text):
        if token[0] in "([{":
            opened.append(token.start())
        elif token[0] in ")]}" and opened:
            ends[opened.pop()] = token.start()
    return ends


def _operation(
    text: str, begin: re.Match[str], ends: Mapping[int, int], locations: Mapping[str, str]
) -> Operation:
    """Raises KeyError where a bracket does not close."""
    opened = begin.end() - 1
    operands, at = text[opened + 1 : ends[opened]], ends[opened] + 1
    successors, at = _enclosed(text, at, "[", "]", ends)
    properties, at = _enclosed(text, at, " <{", "}>", ends)
    regions, at = _regions(text, at, ends)
    attributes, at = _enclosed(text, at, " {", "}", ends)
    end = text.find("\n", at)
    types, location = _tail(text[at : end if end >= 0 else len(text)])
    return Operation(
        results=begin["results"] or "",
        name=begin["name"],
        operands=operands,
        successors=successors,
        properties=properties,
        regions=regions,
        attributes=attributes,
        types=types,
        location=_resolved(location, locations),
        depth=len(begin["indent"]) // _INDENT,
    )


def _enclosed(
    text: str, at: int, opening: str, closing: str, ends: Mapping[int, int]
) -> tuple[str, int]:
    """What stands here between these brackets, and the place behind it."""
    if not text.startswith(opening, at):
        return "", at
    begin = at + len(opening)
    end = ends[begin - 1]
    return text[begin:end], end + len(closing)


def _regions(text: str, at: int, ends: Mapping[int, int]) -> tuple[int, int]:
    """How many regions stand here, and the place behind them."""
    if not text.startswith(" ({", at):
        return 0, at
    count, position = 0, at + 2
    while text.startswith("{", position):
        count, position = count + 1, ends[position] + 1
        position += 2 if text.startswith(", ", position) else 0
    return count, ends[at + 1] + 1


def _tail(line: str) -> tuple[str, str]:
    """What stands behind the colon: types, and the location in their back."""
    last = len(line) - 1
    opened = next((begin for begin, end in _ends(line).items() if end == last), len(line))
    if line[max(opened - 4, 0) : opened] != " loc":
        return line.removeprefix(" : "), ""
    return line[: opened - 4].removeprefix(" : "), line[opened - 3 :]


def _resolved(location: str, locations: Mapping[str, str]) -> str:
    named = _BY_NAME.fullmatch(location)
    return locations.get(named[1], location) if named else location


def entries_of(dictionary: str) -> tuple[str, ...]:
    """Names of the entries between a dictionary's braces."""
    if not dictionary:
        return ()
    cuts, depth = [0], 0
    for token in _ENTRY.finditer(dictionary):
        sign = token[0]
        if sign == "," and depth == 0:
            cuts.append(token.end())
        elif sign in ("(", "[", "{", "<"):
            depth += 1
        elif sign in (")", "]", "}", ">"):
            depth = max(depth - 1, 0)
    parts = [dictionary[start:end] for start, end in zip(cuts, [*cuts[1:], None], strict=True)]
    return tuple(part.partition(" = ")[0].strip(" ,") for part in parts)
