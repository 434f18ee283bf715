"""How a processor multiplies and adds many numbers at once: four ways, as data and text.

Each way says how a vector of weights is packed, and writes the lines for one vector of weights
against all rows of a tile. Instructions: Arm Architecture Reference Manual for A-profile, C7.2
(FMLA by element, SMLAL, SADALP, SDOT by element, SMMLA).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from compiler_core.graph.kernels.c_text import DOT_PRODUCT, FLOAT_NEON, MATRIX_MULTIPLY
from compiler_core.graph.kernels.reduction import Packing
from compiler_core.graph.records import ElementType

LANES = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Arithmetic:
    """One way to multiply. All text is of NEON intrinsics."""

    name: str
    """Of the instruction: `fma`, `sdot`, `smlal` or `smmla`."""
    element_type: ElementType
    """What is multiplied."""
    packing: Packing
    """How weights lie in a vector."""
    step: int
    """Elements of a vector of the input."""
    condition: str
    """The preprocessor's, under which the intrinsics are there."""
    features: tuple[str, ...]
    """What the core must have: `dotprod`."""
    starts_with_bias: bool
    """Whether a tile's sums hold an output per lane, so that they can start with the bias."""
    sum_rows: Callable[[int], int]
    """How many rows of sums a tile of so many rows has."""
    prepare: Callable[[int, range], list[str]]
    """C lines between loading the rows `x0`… and multiplying, for these rows and groups."""
    multiply: Callable[[int], list[str]]
    """Lines of a C macro for so many rows; they may use `factors`, and paste `column` and
    `group`."""
    totals: Callable[[int, int], str]
    """C expression of the sums of four channels, for a row and a vector."""

    @property
    def groups(self) -> int:
        """Groups of a step, each against its own vector of weights."""
        return self.step // self.packing.depth

    @property
    def shares_inputs(self) -> bool:
        """Whether vectors of the input are multiplied as they were loaded, row by row."""
        return self.name in ("fma", "sdot")

    def columns(self, vectors: int) -> int:
        """Vectors of weights per group, for so many vectors of four channels."""
        return vectors * LANES // self.packing.lanes


def _rows(rows: int) -> int:
    return rows


def _pairs(rows: int) -> int:
    return -(-rows // 2)


def _nothing(_rows: int, _groups: range) -> list[str]:
    return []


def _own_lane(row: int, vector: int) -> str:
    return f"sum{row}_{vector}"


def _fused_multiply_add(rows: int) -> list[str]:
    return [
        f"sum{row}_##column = vfmaq_laneq_f32(sum{row}_##column, factors, x{row}, group);"
        for row in range(rows)
    ]


def _dot_product(rows: int) -> list[str]:
    return [
        f"sum{row}_##column = vdotq_laneq_s32(sum{row}_##column, factors, x{row}, group);"
        for row in range(rows)
    ]


def _widening(rows: int) -> list[str]:
    """Two products of bytes fit into 16 bits as long as no weight is -128."""
    return [
        f"sum{row}_##column = vpadalq_s16(sum{row}_##column, vmlal_high_s8("
        f"vmull_s8(vget_low_s8(factors), vget_low_s8(x{row})), factors, x{row}));"
        for row in range(rows)
    ]


def _widening_each(rows: int) -> list[str]:
    return [
        f"sum{row}_##column = vpadalq_s16(vpadalq_s16(sum{row}_##column, vmull_s8("
        f"vget_low_s8(factors), vget_low_s8(x{row}))), vmull_high_s8(factors, x{row}));"
        for row in range(rows)
    ]


def _added_up(row: int, vector: int) -> str:
    first, second, third, fourth = (f"sum{row}_{vector * LANES + lane}" for lane in range(LANES))
    return f"vpaddq_s32(vpaddq_s32({first}, {second}), vpaddq_s32({third}, {fourth}))"


def _interleave(rows: int, groups: range) -> list[str]:
    """Eight bytes of one row beside eight of the next; an odd last row stands beside itself."""
    lines: list[str] = []
    for pair in range(_pairs(rows)):
        low, high = f"x{2 * pair}", f"x{min(2 * pair + 1, rows - 1)}"
        for group in groups:
            zipped = (
                f"vzip{group + 1}q_s64(vreinterpretq_s64_s8({low}), vreinterpretq_s64_s8({high}))"
            )
            lines.append(f"const int8x16_t pair{pair}_{group} = vreinterpretq_s8_s64({zipped});")
    return lines


def _matrix_multiply(rows: int) -> list[str]:
    return [
        f"sum{pair}_##column = vmmlaq_s32(sum{pair}_##column, pair{pair}_##group, factors);"
        for pair in range(_pairs(rows))
    ]


def _taken_apart(row: int, vector: int) -> str:
    """A sum holds two channels of two rows: the even row is in the low half."""
    pairs = (f"vreinterpretq_s64_s32(sum{row // 2}_{2 * vector + half})" for half in range(2))
    return f"vreinterpretq_s32_s64(vzip{row % 2 + 1}q_s64({', '.join(pairs)}))"


FUSED_MULTIPLY_ADD = Arithmetic(
    name="fma",
    element_type="float32",
    packing=Packing(4, 1),
    step=4,
    condition=FLOAT_NEON,
    features=(),
    starts_with_bias=True,
    sum_rows=_rows,
    prepare=_nothing,
    multiply=_fused_multiply_add,
    totals=_own_lane,
)
WIDENING = Arithmetic(
    name="smlal",
    element_type="int8",
    packing=Packing(1, 16),
    step=16,
    condition=FLOAT_NEON,
    features=(),
    starts_with_bias=False,
    sum_rows=_rows,
    prepare=_nothing,
    multiply=_widening,
    totals=_added_up,
)
# For weights of -128, which symmetric quantisation does not give but a model may have.
WIDENING_EACH = replace(WIDENING, multiply=_widening_each)
DOT = Arithmetic(
    name="sdot",
    element_type="int8",
    packing=Packing(4, 4),
    step=16,
    condition=DOT_PRODUCT,
    features=("dotprod",),
    starts_with_bias=True,
    sum_rows=_rows,
    prepare=_nothing,
    multiply=_dot_product,
    totals=_own_lane,
)
MATRIX = Arithmetic(
    name="smmla",
    element_type="int8",
    packing=Packing(2, 8),
    step=16,
    condition=MATRIX_MULTIPLY,
    features=("i8mm",),
    starts_with_bias=False,
    sum_rows=_pairs,
    prepare=_interleave,
    multiply=_matrix_multiply,
    totals=_taken_apart,
)
