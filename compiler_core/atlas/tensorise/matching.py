"""Whether a nest holds an intrinsic: which of its loops are the intrinsic's rows, columns, depth.

SDOT and SMMLA are nests too: C[row, column] += A[row, depth] · B[column, depth] on int8, summed in
int32, with 4 × 4 × 4 and 2 × 2 × 8 rounds (Arm, A64 instructions, "SDOT (by element)", "SMMLA").
Rows are loops of the result and one factor, columns of the result and the other, depth of both
factors and not of the result. A nest that does not fit is refused, with the first reason.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from compiler_core.atlas.tensorise.nest import ArrayAccess, Nest


@dataclass(frozen=True, slots=True, kw_only=True)
class Intrinsic:
    """An instruction as a nest, and the tile of the nest that our code computes with it."""

    name: str
    feature: str
    """What the core must have, as compilers call it."""
    rows: int
    columns: int
    depth: int


SDOT = Intrinsic(name="SDOT", feature="dotprod", rows=4, columns=4, depth=16)
SMMLA = Intrinsic(name="SMMLA", feature="i8mm", rows=4, columns=4, depth=8)
INTRINSICS = {"sdot": SDOT, "smmla": SMMLA}


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The nest's loops in the intrinsic's roles, and its factors: of the rows, of the columns."""

    row: str
    column: str
    depth: str
    left: ArrayAccess
    right: ArrayAccess


def match(nest: Nest, intrinsic: Intrinsic) -> Match | str:
    """The roles, or why there are none."""
    refusal = _form(nest) or _types(nest)
    if refusal:
        return refusal
    roles = _roles(nest)
    if isinstance(roles, str):
        return roles
    return _strides(nest, roles) or _extents(nest, roles, intrinsic) or roles


def _form(nest: Nest) -> str:
    if len(nest.factors) != 2:
        return f"The intrinsic multiplies two numbers; this nest multiplies {len(nest.factors)}."
    if nest.reduction == "none":
        return "The intrinsic adds up; this nest writes each product once, with no sum."
    if nest.reduction != "sum":
        return "The intrinsic adds up; this nest takes the largest."
    return ""


def _types(nest: Nest) -> str:
    for factor in nest.factors:
        if factor.element != "int8":
            return f"The intrinsic multiplies int8; {factor.array} holds {factor.element}."
    if nest.result.element != "int32":
        return f"The intrinsic sums in int32; {nest.result.array} holds {nest.result.element}."
    return ""


def _roles(nest: Nest) -> Match | str:
    result, (left, right) = set(nest.result.loops), nest.factors
    shared = set(left.loops) & set(right.loops)
    if shared & result:
        loop = _first(nest, shared & result)
        return f"{loop} walks the result and both factors: there is nothing that it reuses."
    depth = _only(nest, shared)
    if not depth:
        return "No loop, or more than one, walks both factors and not the result: what is summed?"
    rows, columns = set(left.loops) & result, set(right.loops) & result
    row, column = _only(nest, rows), _only(nest, columns)
    if not row or not column:
        single = left if not row else right
        return f"No one loop walks the result and {single.array} alone."
    if tuple(nest.result.loops) == (column, row):
        return _roles_of(nest.result, right, left, (column, row, depth))
    return _roles_of(nest.result, left, right, (row, column, depth))


def _roles_of(
    result: ArrayAccess, left: ArrayAccess, right: ArrayAccess, loops: tuple[str, str, str]
) -> Match | str:
    row, column, depth = loops
    if [list(index) for index in result.indices] != [[row], [column]]:
        return f"{result.text} is not one element for each pair of {row} and {column}."
    return Match(row=row, column=column, depth=depth, left=left, right=right)


def _only(nest: Nest, loops: set[str]) -> str:
    return _first(nest, loops) if len(loops) == 1 else ""


def _first(nest: Nest, loops: set[str]) -> str:
    return next((loop for loop in nest.loops if loop in loops), "")


def _strides(nest: Nest, roles: Match) -> str:
    for factor in (roles.left, roles.right):
        last = factor.indices[-1]
        if list(last) != [roles.depth]:
            return (
                f"{roles.depth} does not walk along the rows of {factor.array}: its numbers do not "
                "lie side by side."
            )
        if last[roles.depth] != 1:
            return (
                f"{roles.depth} takes every {_ordinal(last[roles.depth])} number of "
                f"{factor.array}; the intrinsic takes neighbours."
            )
    return ""


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")


def _extents(nest: Nest, roles: Match, intrinsic: Intrinsic) -> str:
    tiles = ((roles.row, intrinsic.rows), (roles.column, intrinsic.columns),
             (roles.depth, intrinsic.depth))  # fmt: skip
    for loop, tile in tiles:
        if nest.loops[loop] % tile:
            return f"{loop} has {nest.loops[loop]} rounds, which {tile} does not divide."
    return ""


def index_map(roles: Match, intrinsic: Intrinsic) -> Sequence[str]:
    """Which round of the nest is which of the intrinsic's tile, as text."""
    return (
        f"{roles.row} = {intrinsic.rows}·{roles.row}' + row",
        f"{roles.column} = {intrinsic.columns}·{roles.column}' + column",
        f"{roles.depth} = {intrinsic.depth}·{roles.depth}' + depth",
    )
