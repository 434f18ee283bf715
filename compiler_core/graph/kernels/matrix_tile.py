"""The innermost function of every matrix product: a tile of outputs that stays in registers.

For each step of the sum it loads one vector per row of the input and multiplies all of them by each
vector of weights: a load serves as many multiplications as the tile is wide. The plain C version
reads the same packed weights.
"""

from __future__ import annotations

from dataclasses import dataclass

from compiler_core.graph.kernels.arithmetic import LANES, Arithmetic
from compiler_core.graph.kernels.c_text import (
    counted_loop,
    either,
    inline_function,
    kept_in_registers,
    nested,
)
from compiler_core.graph.kernels.default_tile import fits_registers
from compiler_core.graph.kernels.finish import (
    C_TYPES,
    Finish,
    OutputSums,
    constants_held,
    store_scalars,
    store_tile,
)
from compiler_core.graph.kernels.reduction import Reduction

# Every tap is a piece of code: wider filters stay loops.
_MOST_SHARED_TAPS = 3
# MEASURED with GCC 12: from so many steps on, two of them a round take 1 to 3 % fewer instructions;
# four a round, or wider tiles, make it copy sums from register to register.
_STEPS_WORTH_PAIRING = 18
# What one `asm` may name, each sum being read and written.
_MOST_TIED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class TileText:
    """One tile function of a kernel.

    rows × channels outputs.
    """

    finish: Finish
    """What is done to each sum before it is stored."""
    arithmetic: Arithmetic
    """By which instruction it multiplies."""
    reduction: Reduction
    """Where the numbers of a sum lie, cut into steps."""
    rows: int
    """Output positions of the tile."""
    channels: int
    """Output channels of the tile; its last vector may be filled in part."""
    row_stride: int
    """Elements from one row of the input to the next."""
    output_stride: int
    """From one output position to the next."""
    unroll: int = 1
    """Steps of the sum that one round of the loop does."""
    raw: bool = False
    """The sums are stored as they are."""

    @property
    def vectors(self) -> int:
        return -(-self.channels // LANES)

    @property
    def name(self) -> str:
        return f"{self.finish.prefix}_tile_{self.rows}x{self.channels}"

    @property
    def holds_constants(self) -> bool:
        """Whether the epilogue's constants are loaded once for all rows."""
        return self.rows > 1 and not self.raw

    @property
    def shared_taps(self) -> int:
        """Columns of a filter whose inputs are the next rows' inputs too, 1 where none are or the
        registers do not hold them."""
        run, stride = self.reduction.segments.run, self.row_stride
        whole = self.reduction.tail == "none" and stride % self.reduction.step == 0
        if self.rows < 2 or not whole or not stride or run % stride:
            return 1
        taps = run // stride
        fits = fits_registers(self.arithmetic, self.rows, self.vectors, taps)
        return taps if fits and taps <= _MOST_SHARED_TAPS else 1

    @property
    def c_element(self) -> str:
        return C_TYPES[self.arithmetic.element_type]

    @property
    def input_vector(self) -> str:
        return "float32x4_t" if self.c_element == "float" else "int8x16_t"

    @property
    def input_load(self) -> str:
        return "vld1q_f32" if self.c_element == "float" else "vld1q_s8"


def tile_function(tile: TileText, parameters: tuple[str, ...]) -> str:
    """The C function; its first parameters are row, weights, bias, channel and position."""
    own = (
        f"const {tile.c_element} *row",
        f"const {tile.c_element} *weights",
        f"const {tile.finish.c_sum} *bias",
        "long channel",
        "long position",
    )
    macro = f"{tile.name}_multiply"
    body = either(tile.arithmetic.condition, _vector_body(tile, macro), _plain_body(tile))
    text = inline_function("void", tile.name, (*own, *parameters), ["(void)channel;", *body])
    return f"{_macro(tile, macro)}{text}#undef {macro}\n#undef {macro}_both\n"


def _macro(tile: TileText, macro: str) -> str:
    """One vector of weights against every row, and two neighbours: loaded side by side they are one
    instruction (LDP)."""
    single = _defined(tile, f"{macro}(place, column, group)", ("column",))
    return single + _defined(tile, f"{macro}_both(place, column, next, group)", ("column", "next"))


def _defined(tile: TileText, head: str, columns: tuple[str, ...]) -> str:
    elements = tile.reduction.packing.elements
    lines = [f"#define {head} {{"]
    for at, column in enumerate(columns):
        source = f"weights + ((place) + {at}) * {elements}"
        lines.append(f"const {tile.input_vector} by_{column} = {tile.input_load}({source});")
    for column in columns:
        lines += [
            line.replace("factors", f"by_{column}").replace("##column", f"##{column}")
            for line in tile.arithmetic.multiply(tile.rows)
        ]
    return " \\\n        ".join(lines) + " \\\n    }\n"


def _products(tile: TileText, macro: str, groups: range, first: int = 0) -> list[str]:
    """Every vector of weights of these groups against every row, two at a time.

    first: vectors of weights before those of the first group.
    """
    columns, lines = tile.arithmetic.columns(tile.vectors), list[str]()
    for number, group in enumerate(groups):
        start = first + number * columns
        lines += [
            f"{macro}_both({start + column}, {column}, {column + 1}, {group})"
            for column in range(0, columns - 1, 2)
        ]
        if columns % 2:
            lines.append(f"{macro}({start + columns - 1}, {columns - 1}, {group})")
    return lines


def _vector_body(tile: TileText, macro: str) -> list[str]:
    lines = [*_first_sums(tile), *_stretches(tile, macro)]
    if tile.holds_constants:
        lines += constants_held(tile.finish, "channel", tile.channels)
    if tile.raw:
        return [*lines, *(line for row in range(tile.rows) for line in _raw_row(tile, row))]
    rows = [_finished_row(tile, row) for row in range(tile.rows)]
    stores = store_tile(
        tile.finish, rows, "channel", tile.channels, held_constants=tile.holds_constants
    )
    return [*lines, *stores]


def _first_sums(tile: TileText) -> list[str]:
    """Zeros, or the bias. Two neighbouring vectors of the bias are one instruction to load (LDP),
    and two to copy from what another row loaded."""
    columns = tile.arithmetic.columns(tile.vectors)
    kind, rows = tile.finish.vector, range(tile.arithmetic.sum_rows(tile.rows))
    if tile.raw or not tile.arithmetic.starts_with_bias:
        zero = "vdupq_n_f32(0)" if tile.finish.sum_type == "float32" else "vdupq_n_s32(0)"
        return [f"{kind} sum{row}_{column} = {zero};" for row in rows for column in range(columns)]
    lines = [f"const {tile.finish.c_sum} *first = bias;"]
    for row in rows:
        lines += ['__asm__("" : "+r"(first));'] if row and columns > 1 else []
        lines += [
            f"{kind} sum{row}_{column} = {tile.finish.load}(first + {column * LANES});"
            for column in range(columns)
        ]
    return lines


def _stretches(tile: TileText, macro: str) -> list[str]:
    segments = tile.reduction.segments
    inner = [
        f"const long from = outer_start + inner * {segments.inner_stride};",
        *_stretch(tile, macro),
    ]
    outer = [
        f"const long outer_start = outer * {segments.outer_stride};",
        *_kept_loop("inner", segments.inner, inner),
    ]
    return _kept_loop("outer", segments.outer, outer)


def _kept_loop(name: str, end: int, body: list[str], step: int = 1, unroll: int = 1) -> list[str]:
    """A loop that stays one. Unrolled as a whole, three lines of a filter become a piece of code
    that GCC reorders row by row: it then stores in memory what the tile holds in registers.
    """
    loop = counted_loop(name, end, body, step)
    return loop if end == step else [f"#pragma GCC unroll {unroll}", *loop]


def _stretch(tile: TileText, macro: str) -> list[str]:
    reduction, lines = tile.reduction, []
    if tile.shared_taps > 1:
        return _shared_stretch(tile, macro)
    if reduction.main:
        body = _step(tile, macro, "from + k", range(tile.arithmetic.groups))
        if tile.unroll == 1 and reduction.segments.count == 1 and tile.c_element == "float":
            return [*_one_stretch(tile, macro, body), *_ended(tile, macro)]
        lines += _kept_loop("k", reduction.main, body, reduction.step, tile.unroll)
    return [*lines, *_ended(tile, macro)]


def _one_stretch(tile: TileText, macro: str, body: list[str]) -> list[str]:
    """The whole steps of float32 where the sum is one stretch: a short one gains from being
    unrolled, and spills nothing; a long one goes two steps a round."""
    main, step = tile.reduction.main, tile.reduction.step
    if main < _STEPS_WORTH_PAIRING * step:
        return counted_loop("k", main, body, step)
    groups, paired = range(tile.arithmetic.groups), main // (2 * step) * 2 * step
    second = nested("", _step(tile, macro, f"from + k + {step}", groups))
    lines = counted_loop("k", paired, [*nested("", body), *_tied(tile), *second], 2 * step)
    odd = nested("", _step(tile, macro, f"from + {paired}", groups)) if paired < main else []
    return [*lines, *odd]


def _tied(tile: TileText) -> list[str]:
    """Between two steps every sum stays in its register, which GCC else changes."""
    rows, columns = tile.arithmetic.sum_rows(tile.rows), tile.arithmetic.columns(tile.vectors)
    sums = [f"sum{row}_{column}" for row in range(rows) for column in range(columns)]
    parts = [sums[first : first + _MOST_TIED] for first in range(0, len(sums), _MOST_TIED)]
    return [line for part in parts for line in kept_in_registers(part)]


def _shared_stretch(tile: TileText, macro: str) -> list[str]:
    """A filter's line over neighbouring outputs: each column of the image is loaded once, and every
    tap meets the rows from its own column on."""
    taps, reduction, groups = tile.shared_taps, tile.reduction, range(tile.arithmetic.groups)
    per_place = tile.vectors * LANES
    places = [tap * tile.row_stride * per_place for tap in range(taps)]
    lines = [f"const {tile.c_element} *at = row + from + k;", '__asm__("" : "+r"(at));']
    for column in range(tile.rows + taps - 1):
        source = f"{tile.input_load}(at + {column * tile.row_stride})"
        lines.append(f"const {tile.input_vector} column{column} = {source};")
    for tap, offset in enumerate(places):
        rows = ", ".join(f"x{row} = column{row + tap}" for row in range(tile.rows))
        lines += nested(
            "",
            [
                f"const {tile.input_vector} {rows};",
                *_products(tile, macro, groups, offset // reduction.packing.elements),
            ],
        )
    lines.append(f"weights += {reduction.step * per_place};")
    loop = _kept_loop("k", tile.row_stride, lines, reduction.step, tile.unroll)
    return [*loop, f"weights += {places[-1]};"]


def _ended(tile: TileText, macro: str) -> list[str]:
    """What is left of a stretch behind its whole steps."""
    return _tail(tile, macro) if tile.reduction.tail != "none" else []


def _tail(tile: TileText, macro: str) -> list[str]:
    """The groups that are multiplied lie at the end of an overlapping vector, else at the start."""
    reduction, groups = tile.reduction, tile.arithmetic.groups
    if reduction.tail == "overlap":
        start = f"from + {reduction.segments.run - reduction.step}"
        return nested("", _step(tile, macro, start, range(groups - reduction.tail_groups, groups)))
    return nested("", _step(tile, macro, "from", range(reduction.tail_groups)))


def _step(tile: TileText, macro: str, start: str, groups: range) -> list[str]:
    lines = [f"const {tile.c_element} *at = row + {start};"]
    if tile.row_stride < tile.reduction.segments.run:
        # The rows overlap, as filters do. GCC would see that, keep what it loaded for a later step
        # and run out of registers; an address it knows nothing of prevents that.
        lines.append('__asm__("" : "+r"(at));')
    lines += [line for row in range(tile.rows) for line in _load(tile, row, groups)]
    lines += tile.arithmetic.prepare(tile.rows, groups)
    columns = tile.arithmetic.columns(tile.vectors)
    lines += _products(tile, macro, groups)
    elements = len(groups) * columns * tile.reduction.packing.elements
    return [*lines, f"weights += {elements};"]


def _load(tile: TileText, row: int, groups: range) -> list[str]:
    source = f"at + {row * tile.row_stride}"
    if tile.reduction.tail == "copy" and len(groups) == tile.reduction.tail_groups:
        zero = "vdupq_n_f32(0)" if tile.c_element == "float" else "vdupq_n_s8(0)"
        size = f"{tile.reduction.segments.run} * sizeof(*row)"
        return [f"{tile.input_vector} x{row} = {zero};", f"memcpy(&x{row}, {source}, {size});"]
    return [f"const {tile.input_vector} x{row} = {tile.input_load}({source});"]


def _raw_row(tile: TileText, row: int) -> list[str]:
    return [
        f"vst1q_f32(output + {_position(tile, row)} + {LANES * vector}, {total});"
        for vector, total in enumerate(_totals(tile, row))
    ]


def _finished_row(tile: TileText, row: int) -> OutputSums:
    totals, position = _totals(tile, row), _position(tile, row)
    if tile.arithmetic.starts_with_bias:
        return OutputSums((), tuple(totals), position)
    lines = tuple(
        f"const {tile.finish.vector} total{row}_{vector} = "
        f"vaddq_s32(vld1q_s32(bias + {LANES * vector}), {total});"
        for vector, total in enumerate(totals)
    )
    names = tuple(f"total{row}_{vector}" for vector in range(tile.vectors))
    return OutputSums(lines, names, position)


def _totals(tile: TileText, row: int) -> list[str]:
    return [tile.arithmetic.totals(row, vector) for vector in range(tile.vectors)]


def _position(tile: TileText, row: int) -> str:
    return f"(position + {row * tile.output_stride})"


def _plain_body(tile: TileText) -> list[str]:
    """The same sums in the order of memory, one row at a time."""
    width = tile.vectors * LANES
    start = "0" if tile.raw else "bias[lane]"
    position = f"(position + m * {tile.output_stride})"
    done = (
        nested(
            f"for (long lane = 0; lane < {tile.channels}; lane++)",
            [f"output[{position} + lane] = sums[lane];"],
        )
        if tile.raw
        else store_scalars(tile.finish, "sums", "channel", position, tile.channels)
    )
    body = [
        f"{tile.finish.c_sum} sums[{width}];",
        *nested(f"for (long lane = 0; lane < {width}; lane++)", [f"sums[lane] = {start};"]),
        f"const {tile.c_element} *factors = weights;",
        *_plain_stretches(tile, width),
        *done,
    ]
    return counted_loop("m", tile.rows, body)


def _plain_stretches(tile: TileText, width: int) -> list[str]:
    reduction, segments = tile.reduction, tile.reduction.segments
    shift = reduction.main - reduction.tail_start
    element = f"place < {reduction.main} ? place : place - {shift}" if shift else "place"
    limit = reduction.padded if reduction.tail == "overlap" else segments.run
    lanes, depth = reduction.packing.lanes, reduction.packing.depth
    # As in Reduction.pack: group of inputs, group of channels, channel, input.
    packed = (
        f"(place / {depth} * {width // lanes} + lane / {lanes}) * {lanes * depth}"
        f" + lane % {lanes} * {depth} + place % {depth}"
    )
    offset = (
        f"m * {tile.row_stride} + outer * {segments.outer_stride}"
        f" + inner * {segments.inner_stride} + ({element})"
    )
    multiply = f"sums[lane] += ({tile.finish.c_sum})value * factors[{packed}];"
    element_loop = [
        f"const {tile.finish.c_sum} value = row[{offset}];",
        *nested(f"for (long lane = 0; lane < {width}; lane++)", [multiply]),
    ]
    body = [
        *nested(f"for (long place = 0; place < {limit}; place++)", element_loop),
        f"factors += {reduction.padded * width};",
    ]
    return nested(
        f"for (long outer = 0; outer < {segments.outer}; outer++)",
        nested(f"for (long inner = 0; inner < {segments.inner}; inner++)", body),
    )
