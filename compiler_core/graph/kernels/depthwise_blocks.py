"""`depthwise-sdot` for filters of five to eight lines: outputs share what was interleaved.

SDOT wants four taps of a channel as neighbours. Eight lines of the image, interleaved once by
fours, hold all that several lines of outputs read: 5×5 taps for four of them. Each line of outputs
has its own order of the same weights, with zeros where the eight lines hold what it does not read.
The weights grow by that (fourfold for 5×5); each is loaded for four neighbouring outputs.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np

from compiler_core.graph.kernels.c_text import (
    DOT_PRODUCT,
    counted_loop,
    either,
    inline_function,
    nested,
)
from compiler_core.graph.kernels.finish import (
    Finish,
    constants_held,
    finish_of,
    lengthened,
    store_channels,
    store_columns,
    store_scalars,
)
from compiler_core.graph.kernels.matrix_product import IN_ORDER, constant_type, kernel_functions
from compiler_core.graph.kernels.padding import copy_lines, first_lines, padded_band
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.records import ConvolutionShape, KernelText

_LANES, _TAPS, _QUARTERS = 4, 4, 2
_BLOCK = 16
_HELD = _TAPS * _QUARTERS
_COLUMN = _QUARTERS * _BLOCK * _TAPS
_ROWS = 4
_LOWEST_FILTER = 5


@dataclass(frozen=True, slots=True)
class _Part:
    """lines of outputs, of so many channels of a block."""

    request: KernelRequest
    finish: Finish
    lines: int
    channels: int

    @property
    def shape(self) -> ConvolutionShape:
        return self.request.shape

    @property
    def together(self) -> int:
        return lines_of_outputs(self.shape)

    @property
    def vectors(self) -> int:
        return ceil(self.channels / _LANES)

    @property
    def name(self) -> str:
        return f"{self.request.name}_lines_{self.lines}x{self.channels}"

    def weights(self, line: int, across: int, quarter: int) -> int:
        """Where a vector of weights lies behind those of its four channels."""
        return ((quarter * self.shape.kernel[1] + across) * self.together + line) * 16

    def meets(self, line: int, quarter: int) -> bool:
        """Whether a line of outputs reads anything of four lines of the image."""
        first = line * self.shape.strides[0]
        start = quarter * _TAPS
        return first < start + _TAPS and first + self.shape.kernel[0] > start


def interleaves_for_lines(shape: ConvolutionShape) -> bool:
    """Whether several lines of outputs fit the eight lines of the image."""
    tall = _LOWEST_FILTER <= shape.kernel[0] <= _HELD and shape.dilations[0] == 1
    return tall and lines_of_outputs(shape) > 1


def lines_of_outputs(shape: ConvolutionShape) -> int:
    """Lines of outputs that read no more than eight lines of the image."""
    fitting = (_HELD - shape.kernel[0]) // shape.strides[0] + 1
    return min(fitting, padded_band(shape).outputs)


def blocks_scratch_bytes(shape: ConvolutionShape) -> int:
    """The copied band, and what is interleaved of it: eight lines of a block of channels."""
    return _band_bytes(shape) + padded_band(shape).width * _COLUMN


def blocks_packed_bytes(shape: ConvolutionShape) -> int:
    """All weights."""
    blocks = ceil(shape.channels_out / _BLOCK)
    return blocks * _BLOCK * _HELD * shape.kernel[1] * lines_of_outputs(shape)


def depthwise_blocks_kernel(request: KernelRequest) -> KernelText:
    """The kernel; groups, channels in and channels out are the same number, NHWC."""
    finish, shape = finish_of(request), request.shape
    constants = _constants(request, finish)
    outputs, together = padded_band(shape).outputs, lines_of_outputs(shape)
    counts = dict.fromkeys(lines for lines in (together, outputs % together) if lines)
    rest = shape.channels_out % _BLOCK
    widths = [wide for wide in (_BLOCK * (shape.channels_out >= _BLOCK), rest) if wide]
    parts = [_Part(request, finish, lines, wide) for lines in counts for wide in widths]
    texts = [_interleaving(parts[0], lines) for lines in counts]
    texts += [_part_function(part, constants) for part in parts]
    body = _body(request, finish, constants)
    loops = kernel_functions(finish, request, constants, body, IN_ORDER)
    return KernelText(
        function_name=request.name,
        text="\n".join((*texts, loops)),
        constants=constants,
        scratch_bytes=blocks_scratch_bytes(shape),
        features=("dotprod",),
        tactic="depthwise-sdot",
    )


def _band_bytes(shape: ConvolutionShape) -> int:
    return -(-padded_band(shape).bytes // 16) * 16


def _constants(request: KernelRequest, finish: Finish) -> tuple[tuple[str, np.ndarray], ...]:
    """Weights by fours of channels, fours of lines, columns, lines of outputs, channels, lines."""
    shape, name = request.shape, request.name
    together, (height, width) = lines_of_outputs(shape), shape.kernel
    channels = ceil(shape.channels_out / _BLOCK) * _BLOCK
    moved = np.zeros((channels, together, _HELD, width), np.int8)
    for line in range(together):
        first = line * shape.strides[0]
        moved[: shape.channels_out, line, first : first + height] = request.weights[:, 0]
    split = moved.reshape(channels // _LANES, _LANES, together, _QUARTERS, _TAPS, width)
    return (
        (f"{name}_weights", split.transpose(0, 3, 5, 2, 1, 4).reshape(-1).copy()),
        (f"{name}_bias", lengthened(finish.bias, channels + _LANES)),
        *finish.constants(channels + _LANES),
    )


def _body(
    request: KernelRequest, finish: Finish, constants: tuple[tuple[str, np.ndarray], ...]
) -> list[str]:
    shape, band, value = request.shape, padded_band(request.shape), request.input_zero_point
    together = lines_of_outputs(shape)
    whole = band.outputs // together * together

    def lines(count: int, y: str) -> list[str]:
        return _lines(request, finish, count, y, constants)

    groups = counted_loop("y", whole, lines(together, "y"), together)
    if band.outputs > whole:
        groups += nested("", lines(band.outputs - whole, str(whole)))
    bands = counted_loop("band", band.count, [*copy_lines(request, band), *groups])
    first = [*first_lines(shape, band, value), f"int8_t *mixed = padded + {_band_bytes(shape)};"]
    return [*first, "(void)mixed;", *counted_loop("image", shape.batch, bands)]


def _lines(
    request: KernelRequest,
    finish: Finish,
    lines: int,
    y: str,
    constants: tuple[tuple[str, np.ndarray], ...],
) -> list[str]:
    """All blocks of channels of a few lines of outputs."""
    shape, band, name = request.shape, padded_band(request.shape), request.name
    given = [*(text for _, text in finish.operands), *(text for text, _ in constants[2:])]
    packed = _BLOCK * _HELD * shape.kernel[1] * lines_of_outputs(shape)

    def call(channels: int, block: str) -> list[str]:
        source = f"padded + {y} * {shape.strides[0] * band.line_elements} + {block} * {_BLOCK}"
        channel = f"{block} * {_BLOCK}"
        own = (
            source,
            "mixed",
            f"{name}_weights + {block} * {packed}",
            f"{name}_bias + {channel}",
            channel,
            "image",
            f"band * {band.outputs} + {y}",
        )
        blocks = f"{name}_lines_{lines}x{channels}({', '.join((*own, *given, 'output'))});"
        mixing = f"{name}_interleave_{lines}({source}, mixed);"
        return [*either(DOT_PRODUCT, [mixing], []), blocks]

    whole, rest = shape.channels_out // _BLOCK, shape.channels_out % _BLOCK
    text = counted_loop("block", whole, call(_BLOCK, "block")) if whole else []
    return [*text, *call(rest, str(whole))] if rest else text


def _interleaving(part: _Part, lines: int) -> str:
    """For each column eight vectors: of four channels each, four lines side by side."""
    shape, band = part.shape, padded_band(part.shape)
    read = (lines - 1) * shape.strides[0] + shape.kernel[0]
    text = [f"const int8_t *at = from + column * {band.channels};"]
    for line in range(_HELD):
        loaded = f"vld1q_s8(at + {line * band.line_elements})" if line < read else "vdupq_n_s8(0)"
        text.append(f"const int8x16_t line{line} = {loaded};")
    for quarter in range(_QUARTERS):
        pairs = [(quarter * _TAPS + line, quarter * _TAPS + line + 1) for line in (0, 2)]
        for half in range(2):
            upper, lower = (
                f"vreinterpretq_s16_s8(vzip{half + 1}q_s8(line{first}, line{second}))"
                for first, second in pairs
            )
            text += [
                f"const int16x8_t upper{quarter}_{half} = {upper};",
                f"const int16x8_t lower{quarter}_{half} = {lower};",
            ]
        for vector in range(_BLOCK // _LANES):
            pair = f"upper{quarter}_{vector // 2}, lower{quarter}_{vector // 2}"
            address = f"to + column * {_COLUMN} + {(vector * _QUARTERS + quarter) * 16}"
            zipped = f"vreinterpretq_s8_s16(vzip{vector % 2 + 1}q_s16({pair}))"
            text.append(f"vst1q_s8({address}, {zipped});")
    loop = counted_loop("column", band.width, text)
    name = f"{part.request.name}_interleave_{lines}"
    function = inline_function("void", name, ("const int8_t *from", "int8_t *to"), loop)
    return "\n".join(either(DOT_PRODUCT, function.rstrip("\n").split("\n"), [])) + "\n"


def _part_function(part: _Part, constants: tuple[tuple[str, np.ndarray], ...]) -> str:
    parameters = (
        "const int8_t *from",
        "const int8_t *mixed",
        "const int8_t *weights",
        "const int32_t *bias",
        "long channel",
        "long image",
        "long y",
        *(f"{kind}{name}" for kind, name in part.finish.operands),
        *(f"{constant_type(array)}{name}" for name, array in constants[2:]),
        f"{part.finish.c_output} *output",
    )
    body = either(DOT_PRODUCT, _vector_body(part), _plain_body(part))
    start = ["(void)from;", "(void)mixed;", "(void)channel;"]
    return inline_function("void", part.name, parameters, [*start, *body])


def _vector_body(part: _Part) -> list[str]:
    """Four channels after four: a loop where all of them exist."""
    whole, rest = part.channels // _LANES, part.channels % _LANES
    text = counted_loop("vector", whole, _over_columns(part, _LANES)) if whole else []
    if rest:
        text += nested("", [f"const long vector = {whole};", *_over_columns(part, rest)])
    return text


def _over_columns(part: _Part, valid: int) -> list[str]:
    width = part.shape.width_out
    packed = _LANES * _HELD * part.shape.kernel[1] * part.together
    text = [
        f"const long own = channel + vector * {_LANES};",
        f"const int32x4_t first = vld1q_s32(bias + vector * {_LANES});",
        f"const int8_t *packed = weights + vector * {packed};",
    ]
    whole = width // _ROWS * _ROWS
    if whole:
        text += counted_loop("x", whole, _tile(part, _ROWS, "x", valid), _ROWS)
    if width % _ROWS:
        text += nested("", _tile(part, width % _ROWS, str(whole), valid))
    return text


def _tile(part: _Part, rows: int, x: str, valid: int) -> list[str]:
    shape = part.shape
    # GCC would load all weights before the loop over tiles, and lose them to memory there.
    text = ["const int8_t *factors = packed;", '__asm__("" : "+r"(factors));']
    start = f"{x} * {shape.strides[1] * _COLUMN} + vector * {_QUARTERS * 16}"
    text.append(f"const int8_t *at = mixed + {start};")
    outputs = [(line, row) for line in range(part.lines) for row in range(rows)]
    text += [f"int32x4_t sum{line}_{row} = first;" for line, row in outputs]
    for quarter in range(_QUARTERS):
        text += nested("", _quarter(part, rows, quarter))
    text += constants_held(part.finish, "own", valid)
    places = [_position(part, line, f"{x} + {row}") for line, row in outputs]
    sums = [f"sum{line}_{row}" for line, row in outputs]
    if valid == _LANES:
        return [*text, *store_columns(part.finish, sums, "own", places)]
    for total, position in zip(sums, places, strict=True):
        text += store_channels(part.finish, [total], "own", position, valid)
    return text


def _quarter(part: _Part, rows: int, quarter: int) -> list[str]:
    """All products with four lines of the image."""
    shape, text = part.shape, list[str]()
    lines = [line for line in range(part.lines) if part.meets(line, quarter)]
    if not lines:
        return []
    columns = {
        row * shape.strides[1] + across * shape.dilations[1]
        for row in range(rows)
        for across in range(shape.kernel[1])
    }
    for column in sorted(columns):
        offset = column * _COLUMN + quarter * 16
        text.append(f"const int8x16_t x{column} = vld1q_s8(at + {offset});")
    factors = [(across, line) for across in range(shape.kernel[1]) for line in lines]
    for pair in (factors[first : first + 2] for first in range(0, len(factors), 2)):
        # Side by side, two loads are one instruction (LDP).
        for across, line in pair:
            offset = part.weights(line, across, quarter)
            text.append(f"const int8x16_t by{across}_{line} = vld1q_s8(factors + {offset});")
        text += [
            f"sum{line}_{row} = vdotq_s32(sum{line}_{row}, "
            f"x{row * shape.strides[1] + across * shape.dilations[1]}, by{across}_{line});"
            for across, line in pair
            for row in range(rows)
        ]
    return text


def _position(part: _Part, line: int, x: str) -> str:
    shape = part.shape
    pixel = f"(image * {shape.height_out} + y + {line}) * {shape.width_out} + {x}"
    return f"(({pixel}) * {part.request.step_out} + own)"


def _plain_body(part: _Part) -> list[str]:
    shape, band = part.shape, padded_band(part.shape)
    pixel = (
        f"from[held * {band.line_elements} + (x * {shape.strides[1]}"
        f" + across * {shape.dilations[1]}) * {band.channels} + lane]"
    )
    line = f"(held / {_TAPS} * {shape.kernel[1]} + across) * {part.together} + line"
    vector = f"lane / {_LANES} * {_QUARTERS * shape.kernel[1] * part.together} + {line}"
    weight = f"weights[(({vector}) * {_LANES} + lane % {_LANES}) * {_TAPS} + held % {_TAPS}]"
    lanes = f"for (long lane = 0; lane < {part.channels}; lane++)"
    taps = [
        f"const long held = line * {shape.strides[0]} + down;",
        *nested(lanes, [f"sums[lane] += (int32_t){pixel} * {weight};"]),
    ]
    pixel_out = f"(image * {shape.height_out} + y + line) * {shape.width_out} + x"
    position = f"(({pixel_out}) * {part.request.step_out} + channel)"
    body = [
        f"int32_t sums[{part.channels}];",
        *nested(lanes, ["sums[lane] = bias[lane];"]),
        *nested(
            f"for (long down = 0; down < {shape.kernel[0]}; down++)",
            nested(f"for (long across = 0; across < {shape.kernel[1]}; across++)", taps),
        ),
        *store_scalars(part.finish, "sums", "channel", position, part.channels),
    ]
    return counted_loop("line", part.lines, counted_loop("x", shape.width_out, body))
