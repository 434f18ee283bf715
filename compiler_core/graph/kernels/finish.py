"""From sums in registers to elements in memory: bias, epilogue, narrowing to bytes, stores.

The sums of an int8 kernel are int32. An epilogue that ends in QuantizeLinear leaves int32 lanes,
which two saturating narrowings (SQXTN) bring to int8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from compiler_core.graph.kernels.byte_stores import (
    FinishedVectors,
    looked_up,
    sixteen_bytes,
    store_bytes,
)
from compiler_core.graph.kernels.c_text import nested
from compiler_core.graph.kernels.epilogue_text import (
    Place,
    held,
    scalar_text,
    tables,
    vector_supported,
    vector_text,
)
from compiler_core.graph.kernels.requantisation import with_integer_requantisation
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.records import EpilogueStep

LANES = 4
# Instructions of a look-up of up to sixteen bytes: TBL, three TBX, indices, and their share of the
# table's loads, which a tile does once.
LOOK_UP = 9
C_TYPES = {"float32": "float", "int8": "int8_t", "int32": "int32_t"}
VECTOR_TYPES = {"float32": "float32x4_t", "int32": "int32x4_t"}
_LOADS = {"float32": "f32", "int32": "s32"}


@dataclass(frozen=True, slots=True)
class Finish:
    """A kernel's epilogue, ready to be written into it.

    bias: one value per output channel, of the sums' type. steps: what comes after the bias.
    """

    prefix: str
    bias: np.ndarray
    steps: tuple[EpilogueStep, ...]
    sum_type: str
    output_type: str

    @property
    def c_sum(self) -> str:
        return C_TYPES[self.sum_type]

    @property
    def c_output(self) -> str:
        return C_TYPES[self.output_type]

    @property
    def vector(self) -> str:
        return VECTOR_TYPES[self.sum_type]

    @property
    def load(self) -> str:
        return f"vld1q_{_LOADS[self.sum_type]}"

    @property
    def spill(self) -> str:
        return f"vst1q_{_LOADS[self.sum_type]}"

    @property
    def looks_up(self) -> bool:
        """Whether every result is a byte of a table."""
        return bool(_table_at_the_end(self))

    @property
    def operands(self) -> tuple[tuple[str, str], ...]:
        """Type and name of each tensor operand, a parameter of the kernel."""
        tensors = [step for step in self.steps if step.operand == "tensor"]
        return tuple(
            (f"const {C_TYPES[step.element_type]} *", f"operand_{index}")
            for index, step in enumerate(tensors)
        )

    def constants(self, channels: int) -> tuple[tuple[str, np.ndarray], ...]:
        """The epilogue's tables, lengthened with zeros to this many channels."""
        return tuple(
            (name, lengthened(values, channels)) for name, values in tables(self.steps, self.prefix)
        )


def finish_of(request: KernelRequest) -> Finish:
    """The request's epilogue with the bias taken out of it.

    The input's zero point leaves the loops: sum((x - z)·w) = sum(x·w) - z·sum(w), and the second
    term is a constant of each channel that joins the bias. int32 wraps round as in the sums.
    """
    sum_type = "int32" if request.shape.element_type == "int8" else "float32"
    bias = np.zeros(request.shape.channels_out, sum_type)
    steps = request.epilogue
    first = bias_of(steps, sum_type)
    if first is not None:
        bias, steps = bias + first, steps[1:]
    if request.input_zero_point:
        sums = request.weights.astype(np.int64).sum(axis=(1, 2, 3))
        bias = (bias - request.input_zero_point * sums).astype(np.int32)
    if sum_type == "int32":
        steps = with_integer_requantisation(steps)
    end = scalar_text(steps, "sum", Place(request.name, "0", "0"), sum_type)
    return Finish(request.name, bias, steps, sum_type, end.element_type)


def lengthened(values: np.ndarray, length: int) -> np.ndarray:
    """A copy with zeros behind it, up to this length if it is shorter."""
    missing = max(0, length - len(values))
    return np.concatenate([values, np.zeros(missing, values.dtype)])


def store_channels(
    finish: Finish,
    sums: Sequence[str],
    channel: str,
    position: str,
    valid: int,
    *,
    held_constants: bool = False,
) -> list[str]:
    """Finish and store vectors of neighbouring channels of one position (NEON).

    position: index of the first element in the output. valid: how many of the lanes exist; those
    of a last vector that is not full are finished one by one. held_constants: `constants_held`
    stands before.
    """
    whole = valid // LANES if vector_supported(finish.steps, finish.sum_type) else 0
    lines: list[str] = []
    for chunk in _chunks(whole, finish):
        lines += _store_chunk(finish, sums, chunk, channel, position, held_constants)
    return [*lines, *_store_last(finish, sums[whole:], whole, channel, position, valid)]


@dataclass(frozen=True, slots=True)
class OutputSums:
    """Sums of neighbouring channels at one position. before: C lines that compute them."""

    before: tuple[str, ...]
    sums: tuple[str, ...]
    position: str


def store_tile(
    finish: Finish,
    outputs: Sequence[OutputSums],
    channel: str,
    valid: int,
    *,
    held_constants: bool = False,
) -> list[str]:
    """`store_channels` for several positions. Where a table ends the epilogue, it is loaded once
    for all of them: it takes half of the registers."""
    table, lines = _table_at_the_end(finish), list[str]()
    if not table or len(outputs) < 2 or not vector_supported(finish.steps, finish.sum_type):
        for output in outputs:
            lines += [
                *output.before,
                *store_channels(
                    finish,
                    output.sums,
                    channel,
                    output.position,
                    valid,
                    held_constants=held_constants,
                ),
            ]
        return lines
    narrowed, whole = list[_Narrowed](), valid // LANES
    for row, output in enumerate(outputs):
        lines += output.before
        for chunk in _chunks(whole, finish):
            name = f"bytes{row}_{chunk.start}"
            to = f"output + {_plus(output.position, chunk.start)}"
            done = _finished(finish, output.sums, chunk, channel, output.position, held_constants)
            lines.append(f"int8x16_t {name};")
            lines += nested("", [*done.lines, f"{name} = {sixteen_bytes(done)};"])
            narrowed.append(_Narrowed(name, to, len(chunk)))
        lines += _store_last(finish, output.sums[whole:], whole, channel, output.position, valid)
    lines += looked_up([piece.name for piece in narrowed], table)
    for piece in narrowed:
        lines += nested("", store_bytes(piece.place, piece.name, piece.vectors))
    return nested("", lines)


def store_columns(
    finish: Finish, sums: Sequence[str], channel: str, positions: Sequence[str]
) -> list[str]:
    """Finish and store a vector of the same four channels of many positions (NEON): bytes of four
    are narrowed together. `constants_held` stands before."""
    if finish.output_type != "int8" or not vector_supported(finish.steps, finish.sum_type):
        pairs = zip(sums, positions, strict=True)
        stores = [
            store_channels(finish, [total], channel, offset, LANES, held_constants=True)
            for total, offset in pairs
        ]
        return [line for store in stores for line in store]
    lines, table = list[str](), _table_at_the_end(finish)
    for first in range(0, len(sums), 4):
        lines.append(f"int8x16_t bytes{first};")
        own = slice(first, first + 4)
        lines += nested("", _four_columns(finish, sums[own], channel, positions[own], first))
    if table:
        lines += looked_up([f"bytes{first}" for first in range(0, len(sums), 4)], table)
    for first in range(0, len(sums), 4):
        stores = [f"const int32x4_t words = vreinterpretq_s32_s8(bytes{first});"]
        for index, position in enumerate(positions[first : first + 4]):
            word = f"const int32_t word = vgetq_lane_s32(words, {index});"
            stores += nested("", [word, f"memcpy(output + {position}, &word, 4);"])
        lines += nested("", stores)
    return nested("", lines)


def _four_columns(
    finish: Finish, sums: Sequence[str], channel: str, positions: Sequence[str], name: int
) -> list[str]:
    """Narrows a vector of each of up to four positions into the bytes of this number."""
    steps = finish.steps[:-1] if _table_at_the_end(finish) else finish.steps
    names = [f"done{index}" for index in range(len(sums))]
    lines, zero_point, shift = [f"int32x4_t {', '.join(names)};"], 0, 0
    for result, total, position in zip(names, sums, positions, strict=True):
        location = Place(finish.prefix, channel, position, 0)
        code = vector_text(steps, total, location, finish.sum_type, "channels")
        lines += nested("", [*code.lines, f"{result} = {code.result};"])
        zero_point, shift = code.zero_point, code.shift
    done = FinishedVectors((), tuple(names), zero_point, shift)
    return [*lines, f"bytes{name} = {sixteen_bytes(done)};"]


def constants_held(finish: Finish, channel: str, valid: int) -> list[str]:
    """Declares the epilogue's constants of neighbouring channels, for many positions of them."""
    whole = valid // LANES if vector_supported(finish.steps, finish.sum_type) else 0
    return held(finish.steps, finish.prefix, channel, whole) if whole else []


def store_scalars(finish: Finish, sums: str, channel: str, position: str, count: int) -> list[str]:
    """Finish and store `count` sums of neighbouring channels from an array, in plain C."""
    location = Place(finish.prefix, f"({channel} + lane)", f"({position} + lane)")
    code = scalar_text(finish.steps, f"{sums}[lane]", location, finish.sum_type)
    body = [*code.lines, f"output[{position} + lane] = {code.result};"]
    return nested(f"for (long lane = 0; lane < {count}; lane++)", body)


def store_positions(finish: Finish, total: str, channel: str, position: str) -> list[str]:
    """Finish and store four neighbouring positions of one channel (planes, NEON or plain C)."""
    if not vector_supported(finish.steps, finish.sum_type):
        return _store_plane_lanes(finish, total, channel, position)
    location = Place(finish.prefix, channel, position)
    code = vector_text(finish.steps, total, location, finish.sum_type, "positions")
    return nested("", [*code.lines, f"vst1q_f32(output + {position}, {code.result});"])


def bias_of(steps: Sequence[EpilogueStep], sum_type: str) -> np.ndarray | None:
    """The values of a first Add of a constant per channel that can start the sums, else None."""
    if not steps or steps[0].operator != "Add" or steps[0].operand != "channel":
        return None
    values = np.asarray(steps[0].values).reshape(-1)
    if sum_type == "int32" and not np.issubdtype(values.dtype, np.integer):
        return None
    return values.astype(sum_type)


def _chunks(vectors: int, finish: Finish) -> list[range]:
    """Vectors that one store takes: one of float32; four, two or one of int8, three where a
    look-up of theirs is saved."""
    sizes = (4, 3, 2, 1) if _table_at_the_end(finish) else (4, 2, 1)
    sizes = (1,) if finish.output_type == "float32" else sizes
    chunks: list[range] = []
    start = 0
    while start < vectors:
        size = next(size for size in sizes if start + size <= vectors)
        chunks.append(range(start, start + size))
        start += size
    return chunks


@dataclass(frozen=True, slots=True)
class _Narrowed:
    """The C name of sixteen bytes, and where the first ones of them belong: those of so many
    vectors."""

    name: str
    place: str
    vectors: int


def _finished(
    finish: Finish, sums: Sequence[str], chunk: range, channel: str, position: str, is_held: bool
) -> FinishedVectors:
    results = "float32x4_t" if finish.output_type == "float32" else "int32x4_t"
    names = tuple(f"done{index}" for index in chunk)
    lines, code = [f"{results} {', '.join(names)};"], None
    steps = finish.steps[:-1] if _table_at_the_end(finish) else finish.steps
    for index, name in zip(chunk, names, strict=True):
        vector = index if is_held else -1
        location = Place(finish.prefix, _plus(channel, index), _plus(position, index), vector)
        code = vector_text(steps, sums[index], location, finish.sum_type, "channels")
        lines += nested("", [*code.lines, f"{name} = {code.result};"])
    zero_point, shift = (code.zero_point, code.shift) if code else (0, 0)
    return FinishedVectors(tuple(lines), names, zero_point, shift)


def _store_chunk(
    finish: Finish, sums: Sequence[str], chunk: range, channel: str, position: str, is_held: bool
) -> list[str]:
    done = _finished(finish, sums, chunk, channel, position, is_held)
    to = f"output + {_plus(position, chunk.start)}"
    if finish.output_type == "float32":
        return nested("", [*done.lines, f"vst1q_f32({to}, {done.vectors[0]});"])
    whole, table = sixteen_bytes(done), _table_at_the_end(finish)
    whole = f"table_of_bytes({whole}, {table})" if table else whole
    return nested("", [*done.lines, *store_bytes(to, whole, len(chunk))])


def _table_at_the_end(finish: Finish) -> str:
    """The C name of a table of bytes that works on the step before it: it can then wait for whole
    vectors of bytes. "" where there is none."""
    steps = finish.steps
    if finish.output_type != "int8" or len(steps) < 2 or steps[-1].operator != "Table":
        return ""
    return f"{finish.prefix}_e{len(steps) - 1}" if steps[-1].taken in ("", steps[-2].node) else ""


def _store_last(
    finish: Finish, sums: Sequence[str], first: int, channel: str, position: str, valid: int
) -> list[str]:
    """Vectors from `first` on, lane by lane."""
    lines: list[str] = []
    for index, total in enumerate(sums, first):
        count = min(LANES, valid - index * LANES)
        lines += _store_lanes(finish, total, _plus(channel, index), _plus(position, index), count)
    return lines


def _store_lanes(finish: Finish, total: str, channel: str, position: str, count: int) -> list[str]:
    if count <= 0:
        return []
    spilled = [f"{finish.c_sum} spilled[{LANES}];", f"{finish.spill}(spilled, {total});"]
    return nested("", [*spilled, *store_scalars(finish, "spilled", channel, position, count)])


def _store_plane_lanes(finish: Finish, total: str, channel: str, position: str) -> list[str]:
    location = Place(finish.prefix, channel, f"({position} + lane)")
    code = scalar_text(finish.steps, "spilled[lane]", location, finish.sum_type)
    body = [*code.lines, f"output[{position} + lane] = {code.result};"]
    spilled = [f"{finish.c_sum} spilled[{LANES}];", f"{finish.spill}(spilled, {total});"]
    return nested("", [*spilled, *nested(f"for (long lane = 0; lane < {LANES}; lane++)", body)])


def _plus(expression: str, vectors: int) -> str:
    return f"({expression} + {vectors * LANES})" if vectors else expression
