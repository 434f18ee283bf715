"""One block of a tensor drawn byte by byte: what each bit holds and what it decodes to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from compiler_core.errors import InputError
from compiler_core.llm.block_formats.formats import block_format
from compiler_core.llm.block_formats.records import (
    BitGroup,
    BlockField,
    BlockFormat,
    BlockParts,
    Holds,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class BitCell:
    """Bits first … last of a byte."""

    first: int
    """The lowest of the bits, 0 to 7."""
    last: int
    """The highest of the bits, itself included."""
    holds: Holds
    """The number they belong to, and lowest: its bit that `first` is."""
    index: int
    """Number of the value or sub-block that the number held belongs to, from 0."""
    lowest: int
    """Which bit of the whole number the bit `first` is."""
    piece: int
    """The number these bits alone spell."""
    number: float
    """That number complete, as its formula uses it."""
    text: str
    """One sentence for the picture."""


@dataclass(frozen=True, slots=True)
class ByteCell:
    """A byte of the block; offset: within it. field: its run's name in ggml-common.h."""

    offset: int
    field: str
    byte: int
    bits: tuple[BitCell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueCell:
    """A value of the block: (step · code) − minimum = decoded; error = decoded − original."""

    index: int
    """Its place in the block, from 0."""
    original: float
    """As it was before rounding."""
    code: int
    """The whole number of the formula, which may be below 0."""
    stored: int
    """The code as the bytes have it, the format's offset added."""
    sub_block: int
    """The sub-block whose scale it has, from 0."""
    step: float
    """The scale that multiplies the code, d · scale of its sub-block."""
    minimum: float
    """What is subtracted, dmin · minimum of its sub-block; 0 in formats without minimums."""
    decoded: float
    """step · code − minimum, in float32."""
    error: float
    """decoded − original."""
    bytes: tuple[int, ...]
    """Offsets of the bytes its code lies in."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BlockPicture:
    """A block of a row."""

    format: str
    """Name of the type, such as `Q4_K`."""
    row: int
    """Of the tensor, from 0."""
    block: int
    """Of the row, from 0."""
    first_value: int
    """Index in the row of the block's first value."""
    fields: tuple[BlockField, ...]
    """What lies where in the block, in order of the bytes."""
    bytes: tuple[ByteCell, ...]
    """Every byte with what its bits hold."""
    values: tuple[ValueCell, ...]
    """Every value of the block, in order."""
    super_scale: float
    """The block's scale d."""
    super_minimum: float
    """The unit dmin of the block's minimums; 0 in formats without minimums."""
    scales: tuple[int, ...]
    """One for each sub-block, to be multiplied by d; a single 1 in formats without sub-blocks."""
    minimums: tuple[int, ...]
    """One for each sub-block, to be multiplied by dmin; 0 in formats without minimums."""
    root_mean_square: float
    """Root of the mean of the squared errors."""
    largest_error: float
    """Of the errors without their sign."""
    sentence: str
    """How many bits a value takes, and where the largest error is."""


def block_picture(
    raw_block: np.ndarray, values: np.ndarray, type_name: str, row: int = 0, block: int = 0
) -> BlockPicture:
    """The bytes uint8 [size] that a block's values float32 [values] were encoded to.

    row, block: where in its tensor it lies, for the captions. Raises InputError when bytes or
    values are not those of one block.
    """
    chosen = block_format(type_name)
    if raw_block.shape != (chosen.size,) or values.shape != (chosen.values,):
        raise InputError(
            f"One {type_name} block is {chosen.values} values in {chosen.size} bytes; "
            f"{values.shape} values and {raw_block.shape} bytes were given."
        )
    blocks = np.ascontiguousarray(raw_block)[None]
    parts = chosen.unpack(blocks)
    cells = _value_cells(chosen, parts, values, chosen.decode(blocks)[0])
    errors = np.array([cell.error for cell in cells])
    return BlockPicture(
        format=type_name,
        row=row,
        block=block,
        first_value=block * chosen.values,
        fields=chosen.fields,
        bytes=_byte_cells(chosen, parts, blocks[0]),
        values=cells,
        super_scale=float(parts.super_scales[0, 0]),
        super_minimum=float(parts.super_minimums[0, 0]),
        scales=tuple(parts.scales[0, 0].tolist()),
        minimums=tuple(parts.minimums[0, 0].tolist()),
        root_mean_square=float(np.sqrt(np.mean(errors**2))),
        largest_error=float(np.abs(errors).max()),
        sentence=_sentence(chosen, cells),
    )


def _value_cells(
    chosen: BlockFormat, parts: BlockParts, original: np.ndarray, decoded: np.ndarray
) -> tuple[ValueCell, ...]:
    steps = parts.super_scales[0, 0] * parts.scales[0, 0].astype(np.float32)
    floors = parts.super_minimums[0, 0] * parts.minimums[0, 0].astype(np.float32)
    places = _code_places(chosen)
    cells = []
    for index, code in enumerate(parts.codes[0, 0].tolist()):
        sub_block = index // chosen.sub_block
        cells.append(
            ValueCell(
                index=index,
                original=float(original[index]),
                code=code,
                stored=code + chosen.code_offset,
                sub_block=sub_block,
                step=float(steps[sub_block]),
                minimum=float(floors[sub_block]),
                decoded=float(decoded[index]),
                error=float(decoded[index]) - float(original[index]),
                bytes=places[index],
            )
        )
    return tuple(cells)


def _code_places(chosen: BlockFormat) -> list[tuple[int, ...]]:
    places: list[tuple[int, ...]] = [() for _ in range(chosen.values)]
    for offset, groups in enumerate(chosen.bits()):
        for group in groups:
            if group.holds == "code":
                places[group.index] = (*places[group.index], offset)
    return places


def _byte_cells(chosen: BlockFormat, parts: BlockParts, raw: np.ndarray) -> tuple[ByteCell, ...]:
    return tuple(
        ByteCell(
            offset,
            _field_at(chosen, offset),
            int(raw[offset]),
            tuple(_bit_cell(group, int(raw[offset]), parts, chosen) for group in groups),
        )
        for offset, groups in enumerate(chosen.bits())
    )


def _field_at(chosen: BlockFormat, offset: int) -> str:
    return next(
        field.name for field in chosen.fields if field.offset <= offset < field.offset + field.size
    )


def _bit_cell(group: BitGroup, byte: int, parts: BlockParts, chosen: BlockFormat) -> BitCell:
    piece = byte >> group.first & (1 << group.last - group.first + 1) - 1
    number = _number(group, parts)
    return BitCell(
        first=group.first,
        last=group.last,
        holds=group.holds,
        index=group.index,
        lowest=group.lowest,
        piece=piece,
        number=number,
        text=_bit_text(group, number, chosen),
    )


def _number(group: BitGroup, parts: BlockParts) -> float:
    if group.holds == "super_scale":
        return float(parts.super_scales[0, 0])
    if group.holds == "super_minimum":
        return float(parts.super_minimums[0, 0])
    if group.holds == "sum":
        return int(parts.codes[0, 0, 16 * group.index : 16 * group.index + 16].sum())
    numbers = {"code": parts.codes, "scale": parts.scales, "minimum": parts.minimums}
    return int(numbers[group.holds][0, 0, group.index])


def _bit_text(group: BitGroup, number: float, chosen: BlockFormat) -> str:
    width = group.last - group.first + 1
    bits = (
        f"bit {group.lowest}" if width == 1 else f"bits {group.lowest}–{group.lowest + width - 1}"
    )
    if group.holds == "super_scale":
        return f"{bits} of the scale d = {number:.6g}"
    if group.holds == "super_minimum":
        return f"{bits} of the minimum's unit dmin = {number:.6g}"
    if group.holds == "sum":
        return f"{bits} of the sum of codes {16 * group.index}–{16 * group.index + 15}: {number}"
    if group.holds != "code":
        return f"{bits} of the {group.holds} of sub-block {group.index}: {number}"
    stored = f", stored as {int(number) + chosen.code_offset}" if chosen.code_offset else ""
    return f"{bits} of the code of value {group.index}: {number}{stored}"


def _sentence(chosen: BlockFormat, cells: tuple[ValueCell, ...]) -> str:
    worst = max(cells, key=lambda cell: abs(cell.error))
    formula = f"{worst.step:.5g} · {worst.code}"
    if worst.minimum:
        formula += f" − {worst.minimum:.5g}"
    return (
        f"{chosen.values} values in {chosen.size} bytes are {chosen.bits_per_value:.4g} bits a "
        f"value. The largest error is at value {worst.index}: {worst.original:.5g} became "
        f"{formula} = {worst.decoded:.5g}."
    )
