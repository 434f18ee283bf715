"""The values a quantised weight may take: for each row and group of columns a step and a floor.

value = step · code − floor. Every method here asks the same grids and differs only in how it
chooses codes, so that comparing methods compares nothing else. A grid comes with the bytes of the
blocks that hold it, which only lack their codes: what is computed is exactly what a file can say.

Q4_0 blocks have 32 values; a group of 64 or 128 is written as two or four blocks with the same
scale. Q4_K has its own groups of 32 with a minimum each, Q6_K groups of 16; asked for groups of 64
or 128 they keep their own, because six-bit scales of a shared unit cannot be set freely.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.block_formats import q4_0, q8_0
from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.block_formats.records import BlockParts

GROUPS = (32, 64, 128)
"""Columns that may share a scale in Q4_0; 64 and 128 are those of the GPTQ and AWQ papers."""


@dataclass(frozen=True, slots=True)
class FittedGrid:
    """A grid for one span of columns.

    steps, floors: float32 [rows, span / group]. raw: uint8 [rows, bytes], the span's blocks with
    any codes; no bytes for grids that no file format holds.
    """

    steps: np.ndarray
    floors: np.ndarray
    raw: np.ndarray


@dataclass(frozen=True, slots=True, kw_only=True)
class GridFamily:
    """How grids are fitted."""

    name: str
    """For messages and pages: `Q8_0`."""
    type: str
    """The block format, "" for none."""
    span: int
    """Columns fitted together, a multiple of `group`."""
    group: int
    """Columns that share a step."""
    lowest: int
    """The lowest code of the grid: -127 of Q8_0."""
    highest: int
    """The highest code of the grid: 127 of Q8_0."""
    fit: Callable[[np.ndarray], FittedGrid]
    """float32 [rows, span] -> grid."""


def grid_family(type_name: str, group: int, columns: int) -> GridFamily:
    """Of Q4_0 with groups of 32, 64 or 128, of Q8_0, Q4_K or Q6_K with their own groups.

    Where rows do not divide into groups the largest smaller group that divides them is taken.
    Raises InputError for another group, or rows that do not divide into blocks.
    """
    if group not in GROUPS:
        raise InputError(f"Groups of {group} columns are not offered.", "Take 32, 64 or 128.")
    chosen = block_format(type_name)
    if columns % chosen.values:
        raise InputError(
            f"Rows of {columns} values do not divide into {type_name} blocks of {chosen.values}."
        )
    if type_name == "Q4_0":
        return _symmetric_family(next(g for g in (group, 64, 32) if g <= group and not columns % g))
    if type_name == "Q8_0":
        return GridFamily(
            name="Q8_0", type="Q8_0", span=32, group=32, lowest=-127, highest=127, fit=_fit_bytes
        )
    fit = partial(_fit_by_encoder, type_name)
    span, sub_block = chosen.values, chosen.sub_block
    return GridFamily(
        name=type_name,
        type=type_name,
        span=span,
        group=sub_block,
        lowest=chosen.lowest,
        highest=chosen.highest,
        fit=fit,
    )


def _symmetric_family(group: int) -> GridFamily:
    return GridFamily(
        name=f"Q4_0, groups of {group}",
        type="Q4_0",
        span=group,
        group=group,
        lowest=-8,
        highest=7,
        fit=_fit_symmetric,
    )


def _fit_symmetric(columns: np.ndarray) -> FittedGrid:
    """The value furthest from zero becomes −8 steps, as Q4_0 has it, over the whole group."""
    return symmetric_grid(full_steps(columns), columns.shape[1])


def full_steps(columns: np.ndarray) -> np.ndarray:
    """Steps float32 [rows] at which the value furthest from zero is −8 steps."""
    furthest = np.abs(columns).argmax(axis=1, keepdims=True)
    return np.take_along_axis(columns, furthest, axis=1)[:, 0].astype(np.float32) / np.float32(-8)


def symmetric_grid(steps: np.ndarray, span: int) -> FittedGrid:
    """Steps float32 [rows] in as many Q4_0 blocks as a span of columns takes."""
    rows, blocks = len(steps), span // 32
    repeated = np.repeat(steps, blocks)
    raw = q4_0.pack(np.full((rows * blocks, 32), 8, np.uint8), repeated).reshape(rows, -1)
    return _of_bytes(q4_0.FORMAT.unpack(raw), raw, 1)


def _fit_bytes(columns: np.ndarray) -> FittedGrid:
    steps = np.abs(columns).max(axis=1).astype(np.float32) / np.float32(127)
    raw = q8_0.pack(np.zeros((len(columns), 32), np.int8), steps)
    return _of_bytes(q8_0.FORMAT.unpack(raw), raw, 1)


def _fit_by_encoder(type_name: str, columns: np.ndarray) -> FittedGrid:
    chosen = block_format(type_name)
    raw = chosen.encode(columns)
    return _of_bytes(chosen.unpack(raw), raw, chosen.values // chosen.sub_block)


def _of_bytes(parts: BlockParts, raw: np.ndarray, groups: int) -> FittedGrid:
    """Steps and floors as the bytes say them, so that rounding to 16 bits is part of the grid."""
    steps = parts.super_scales[:, :1] * parts.scales[:, 0, :groups].astype(np.float32)
    floors = parts.super_minimums[:, :1] * parts.minimums[:, 0, :groups].astype(np.float32)
    return FittedGrid(steps, floors, raw)


def nearest_codes(
    values: np.ndarray, steps: np.ndarray, floors: np.ndarray, family: GridFamily
) -> np.ndarray:
    """Codes of the grid nearest to values, as float32; all arguments broadcast together.

    A step of zero has only one value, so the code does not matter and is the one nearest to zero.
    """
    used = steps != 0
    codes = np.rint((values + floors) / np.where(used, steps, 1))
    return np.clip(np.where(used, codes, 0), family.lowest, family.highest).astype(np.float32)


def on_grid(codes: np.ndarray, steps: np.ndarray, floors: np.ndarray) -> np.ndarray:
    """What codes stand for."""
    return codes * steps - floors
