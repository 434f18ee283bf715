"""From sums in registers to elements in memory: bias, epilogue, narrowing to bytes, stores.

The sums of an int8 kernel are int32. An epilogue that ends in QuantizeLinear leaves int32 lanes,
which two saturating narrowings (SQXTN) bring to int8.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

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
# Instructions of a look-up of up to sixteen bytes: loads of the table, TBL, three TBX, indices.
LOOK_UP = 14
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
    finish: Finish, sums: Sequence[str], channel: str, position: str, valid: int,
    *, held_constants: bool = False,
) -> list[str]:  # fmt: skip
    """Finish and store vectors of neighbouring channels of one position (NEON).

    position: index of the first element in the output. valid: how many of the lanes exist; those
    of a last vector that is not full are finished one by one. held_constants: `constants_held`
    stands before.
    """
    whole = valid // LANES if vector_supported(finish.steps, finish.sum_type) else 0
    lines: list[str] = []
    for first in _chunks(whole, finish):
        chunk = range(first.start, first.stop)
        lines += _store_chunk(finish, sums, chunk, channel, position, held_constants)
    for index in range(whole, len(sums)):
        count = min(LANES, valid - index * LANES)
        lines += _store_lanes(finish, sums[index], _plus(channel, index), _plus(position, index),
                              count)  # fmt: skip
    return lines


def store_columns(
    finish: Finish, sums: Sequence[str], channel: str, positions: Sequence[str]
) -> list[str]:
    """Finish and store a vector of the same four channels of up to four positions (NEON): bytes are
    narrowed together. `constants_held` stands before."""
    if finish.output_type != "int8" or not vector_supported(finish.steps, finish.sum_type):
        pairs = zip(sums, positions, strict=True)
        stores = [
            store_channels(finish, [total], channel, place, LANES, held_constants=True)
            for total, place in pairs
        ]
        return [line for store in stores for line in store]
    steps, table = finish.steps, _table_at_the_end(finish)
    steps = steps[:-1] if table else steps
    names = [f"done{index}" for index in range(len(sums))]
    lines, zero_point, shift = [f"int32x4_t {', '.join(names)};"], 0, 0
    for name, total, position in zip(names, sums, positions, strict=True):
        place = Place(finish.prefix, channel, position, 0)
        code = vector_text(steps, total, place, finish.sum_type, "channels")
        lines += nested("", [*code.lines, f"{name} = {code.result};"])
        zero_point, shift = code.zero_point, code.shift
    filled = [*names, *names[-1:] * (4 - len(names))]
    lines.append(f"const int8x16_t bytes = {_sixteen(filled, zero_point, shift, table)};")
    lines.append("const int32x4_t words = vreinterpretq_s32_s8(bytes);")
    for index, position in enumerate(positions):
        word = f"const int32_t word = vgetq_lane_s32(words, {index});"
        lines += nested("", [word, f"memcpy(output + {position}, &word, 4);"])
    return nested("", lines)


def constants_held(finish: Finish, channel: str, valid: int) -> list[str]:
    """Declares the epilogue's constants of neighbouring channels, for many positions of them."""
    whole = valid // LANES if vector_supported(finish.steps, finish.sum_type) else 0
    return held(finish.steps, finish.prefix, channel, whole) if whole else []


def store_scalars(finish: Finish, sums: str, channel: str, position: str, count: int) -> list[str]:
    """Finish and store `count` sums of neighbouring channels from an array, in plain C."""
    place = Place(finish.prefix, f"({channel} + lane)", f"({position} + lane)")
    code = scalar_text(finish.steps, f"{sums}[lane]", place, finish.sum_type)
    body = [*code.lines, f"output[{position} + lane] = {code.result};"]
    return nested(f"for (long lane = 0; lane < {count}; lane++)", body)


def store_positions(finish: Finish, total: str, channel: str, position: str) -> list[str]:
    """Finish and store four neighbouring positions of one channel (planes, NEON or plain C)."""
    if not vector_supported(finish.steps, finish.sum_type):
        return _store_plane_lanes(finish, total, channel, position)
    place = Place(finish.prefix, channel, position)
    code = vector_text(finish.steps, total, place, finish.sum_type, "positions")
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


def _store_chunk(
    finish: Finish, sums: Sequence[str], chunk: range, channel: str, position: str, kept: bool
) -> list[str]:
    results = "float32x4_t" if finish.output_type == "float32" else "int32x4_t"
    lines = [f"{results} {', '.join(f'done{index}' for index in chunk)};"]
    code, steps, table = None, finish.steps, _table_at_the_end(finish)
    steps = steps[:-1] if table else steps
    for index in chunk:
        vector = index if kept else -1
        place = Place(finish.prefix, _plus(channel, index), _plus(position, index), vector)
        code = vector_text(steps, sums[index], place, finish.sum_type, "channels")
        lines += nested("", [*code.lines, f"done{index} = {code.result};"])
    to = f"output + {_plus(position, chunk.start)}"
    done = [f"done{index}" for index in chunk]
    if finish.output_type == "float32":
        return nested("", [*lines, f"vst1q_f32({to}, {done[0]});"])
    zero_point, shift = (code.zero_point, code.shift) if code else (0, 0)
    return nested("", [*lines, *_store_bytes(to, done, zero_point, shift, table)])


def _table_at_the_end(finish: Finish) -> str:
    """The C name of a table of bytes that works on the step before it: it can then wait for whole
    vectors of bytes. "" where there is none."""
    steps = finish.steps
    if finish.output_type != "int8" or len(steps) < 2 or steps[-1].operator != "Table":
        return ""
    return f"{finish.prefix}_e{len(steps) - 1}" if steps[-1].taken in ("", steps[-2].node) else ""


def _store_bytes(place: str, done: list[str], zero_point: int, shift: int, table: str) -> list[str]:
    """Narrow to 16 bits, add the zero point, narrow to 8 bits: each step saturates, and what the
    first one cuts off is so far out that the last one cuts it off as well."""
    if len(done) == 4:
        return _store_sixteen(place, _sixteen(done, zero_point, shift, table))
    halves = _halves(done, zero_point, shift)
    if len(halves) == 2:
        return _store_twelve(place, _both(halves, table))
    narrow = f"vqmovn_s16({halves[0]})"
    if table:
        narrow = f"vget_low_s8({_looked_up(f'vcombine_s8({narrow}, vdup_n_s8(0))', table)})"
    if len(done) == 1:
        return [f"const int8x8_t bytes = {narrow};", f"memcpy({place}, &bytes, 4);"]
    return [f"vst1_s8({place}, {narrow});"]


def _sixteen(done: Sequence[str], zero_point: int, shift: int, table: str) -> str:
    return _both(_halves(done, zero_point, shift), table)


def _both(halves: Sequence[str], table: str) -> str:
    return _looked_up(f"vqmovn_high_s16(vqmovn_s16({halves[0]}), {halves[1]})", table)


def _halves(done: Sequence[str], zero_point: int, shift: int) -> list[str]:
    """Eight at a time in 16 bits; an odd last vector stands beside zeros."""
    narrow, end = ("vqrshrn_n", f", {shift}") if shift else ("vqmovn", "")
    highs = narrow.replace("vqrshrn_n", "vqrshrn_high_n").replace("vqmovn", "vqmovn_high")
    halves = [
        f"{highs}_s32({narrow}_s32({low}{end}), {high}{end})"
        for low, high in zip(done[::2], done[1::2], strict=False)
    ]
    if len(done) % 2:
        halves.append(f"vcombine_s16({narrow}_s32({done[-1]}{end}), vdup_n_s16(0))")
    if not zero_point:
        return halves
    return [f"vqaddq_s16({half}, vdupq_n_s16({zero_point}))" for half in halves]


def _store_sixteen(place: str, whole: str) -> list[str]:
    return [f"vst1q_s8({place}, {whole});"]


def _store_twelve(place: str, whole: str) -> list[str]:
    """Nothing is written behind the last."""
    return [
        f"const int8x16_t bytes = {whole};",
        f"vst1_s8({place}, vget_low_s8(bytes));",
        "const int8x8_t rest = vget_high_s8(bytes);",
        f"memcpy({place} + 8, &rest, 4);",
    ]


def _looked_up(whole: str, table: str) -> str:
    return f"table_of_bytes({whole}, {table})" if table else whole


def _store_lanes(finish: Finish, total: str, channel: str, position: str, count: int) -> list[str]:
    if count <= 0:
        return []
    spilled = [f"{finish.c_sum} spilled[{LANES}];", f"{finish.spill}(spilled, {total});"]
    return nested("", [*spilled, *store_scalars(finish, "spilled", channel, position, count)])


def _store_plane_lanes(finish: Finish, total: str, channel: str, position: str) -> list[str]:
    place = Place(finish.prefix, channel, f"({position} + lane)")
    code = scalar_text(finish.steps, "spilled[lane]", place, finish.sum_type)
    body = [*code.lines, f"output[{position} + lane] = {code.result};"]
    spilled = [f"{finish.c_sum} spilled[{LANES}];", f"{finish.spill}(spilled, {total});"]
    return nested("", [*spilled, *nested(f"for (long lane = 0; lane < {LANES}; lane++)", body)])


def _plus(expression: str, vectors: int) -> str:
    return f"({expression} + {vectors * LANES})" if vectors else expression
