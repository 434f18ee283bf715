"""Every tactic there is: one tuple, read from top to bottom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from compiler_core.errors import UnknownName
from compiler_core.graph.kernels.arithmetic import (
    DOT,
    FUSED_MULTIPLY_ADD,
    MATRIX,
    WIDENING,
    WIDENING_EACH,
    Arithmetic,
)
from compiler_core.graph.kernels.column_arithmetic import DotColumns, widening_columns
from compiler_core.graph.kernels.depthwise import depthwise_kernel
from compiler_core.graph.kernels.depthwise_blocks import (
    depthwise_blocks_kernel,
    interleaves_for_lines,
)
from compiler_core.graph.kernels.depthwise_lines import depthwise_lines_kernel
from compiler_core.graph.kernels.direct import direct_kernel
from compiler_core.graph.kernels.elementary import function_text
from compiler_core.graph.kernels.folded_factor import with_folded_factor
from compiler_core.graph.kernels.gemm import gemm_kernel
from compiler_core.graph.kernels.im2col import im2col_kernel
from compiler_core.graph.kernels.planes import planes_kernel
from compiler_core.graph.kernels.request import KernelRequest
from compiler_core.graph.kernels.winograd import winograd_kernel
from compiler_core.graph.records import ConvolutionShape, ElementType, KernelText, Layout

ProductKernel = Callable[[KernelRequest, Arithmetic], KernelText]

LARGEST_NEGATIVE = -128
# One scalar product of int8 values stays within int32 for so many terms: 2^31 / 2^14.
LONGEST_SUM = 1 << 17
# Each tap of a filter per channel is some four lines of C: a budget of code, above 13×13 filters.
MOST_TAPS_WRITTEN_OUT = 13 * 13
# Two SDOTs for each column of a depthwise filter.
MOST_DOT_LINES = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class Tactic:
    """A way to compute a convolution."""

    name: str
    """Algorithm and, where it has several, instruction."""
    idea: str
    """How it computes, in a sentence for students."""
    element_type: ElementType
    """Of inputs and weights."""
    layout: Layout
    """Of inputs and outputs in memory."""
    features: tuple[str, ...]
    """What the core must have; empty for any AArch64."""
    refuses: Callable[[ConvolutionShape], str]
    """Why it may not compute this shape, in words; an empty text when it may."""
    write: Callable[[KernelRequest], KernelText]
    """The kernel's own text; raises nothing where it may."""

    def build(self, request: KernelRequest) -> KernelText:
        """The kernel, with the functions that its epilogue calls."""
        request = with_folded_factor(request)
        kernel = self.write(request)
        called = function_text(request.epilogue)
        return replace(kernel, text=f"{called}{kernel.text}") if called else kernel

    @property
    def algorithm(self) -> str:
        return self.name.partition("-")[0]

    @property
    def instruction(self) -> str:
        return self.name.partition("-")[2]


def refusal(tactic: Tactic, shape: ConvolutionShape) -> str:
    """Why this tactic cannot compute this shape on any core; empty when it can."""
    if shape.element_type != tactic.element_type:
        return f"works on {tactic.element_type}, the layer is {shape.element_type}"
    if shape.layout != tactic.layout:
        return f"reads {tactic.layout}, the layer is {shape.layout}"
    terms = shape.kernel[0] * shape.kernel[1] * shape.channels_in // shape.groups
    if shape.element_type == "int8" and terms >= LONGEST_SUM:
        return f"a sum of {terms:,} products may not fit 32 bits"
    taps = shape.kernel[0] * shape.kernel[1]
    if shape.groups == shape.channels_in > 1 and taps > MOST_TAPS_WRITTEN_OUT:
        return f"{taps:,} taps of each channel written out are too much code: they become a loop"
    return tactic.refuses(shape)


def _always(_shape: ConvolutionShape) -> str:
    return ""


def _not_gemm(shape: ConvolutionShape) -> str:
    if shape.kernel != (1, 1):
        return "only a 1×1 filter is a matrix product without a copy"
    return "a border would need a copy" if any(shape.pads) else ""


def _not_spatial(shape: ConvolutionShape) -> str:
    """A 1×1 filter needs neither a patch matrix nor lines of a filter: `gemm` is the same loop."""
    return "a 1×1 filter needs no copy: gemm does the same" if not _not_gemm(shape) else ""


def _not_depthwise(shape: ConvolutionShape) -> str:
    if not shape.groups == shape.channels_in == shape.channels_out:
        return "only for one filter per channel"
    return ""


def _not_dot_depthwise(shape: ConvolutionShape) -> str:
    if shape.kernel[0] > MOST_DOT_LINES:
        return (
            f"a column of {shape.kernel[0]} taps takes more SDOTs than its weights have registers"
        )
    return _not_depthwise(shape)


def _not_winograd(shape: ConvolutionShape) -> str:
    if shape.kernel != (3, 3):
        return f"F(2×2, 3×3) is for 3×3 filters, this is {shape.kernel[0]}×{shape.kernel[1]}"
    if shape.strides != (1, 1) or shape.dilations != (1, 1):
        return "neighbouring outputs must share inputs: stride and dilation 1 only"
    if shape.groups != 1:
        return "its 16 products need a sum over channels: one group only"
    return ""


def _widening(request: KernelRequest) -> Arithmetic:
    return WIDENING_EACH if int(request.weights.min(initial=0)) == LARGEST_NEGATIVE else WIDENING


def _depthwise_widening(request: KernelRequest) -> KernelText:
    return depthwise_kernel(request, widening_columns(request.weights[:, 0]))


def _depthwise_dot(request: KernelRequest) -> KernelText:
    if interleaves_for_lines(request.shape):
        return depthwise_blocks_kernel(request)
    return depthwise_kernel(request, DotColumns())


def _with(kernel: ProductKernel, way: Arithmetic) -> Callable[[KernelRequest], KernelText]:
    def build(request: KernelRequest) -> KernelText:
        return kernel(request, _widening(request) if way is WIDENING else way)

    return build


def _products(
    algorithm: str, idea: str, refuses: Callable[[ConvolutionShape], str], kernel: ProductKernel
) -> tuple[Tactic, ...]:
    """One algorithm with each instruction that multiplies matrices."""
    return tuple(
        Tactic(
            name=f"{algorithm}-{way.name}",
            idea=idea,
            element_type=way.element_type,
            layout="NHWC",
            features=way.features,
            refuses=refuses,
            write=_with(kernel, way),
        )
        for way in (MATRIX, DOT, WIDENING, FUSED_MULTIPLY_ADD)
    )


TACTICS: tuple[Tactic, ...] = (
    *_products(
        "gemm", "A 1×1 convolution is a matrix product as it stands.", _not_gemm, gemm_kernel
    ),
    *_products(
        "direct",
        "Each line of the filter meets neighbouring elements of the image.",
        _not_spatial,
        direct_kernel,
    ),
    *_products(
        "im2col",
        "Copy every output's inputs into a row of a matrix, then multiply.",
        _not_spatial,
        im2col_kernel,
    ),
    Tactic(
        name="winograd",
        idea="16 multiplications for four outputs instead of 36.",
        element_type="float32",
        layout="NHWC",
        features=(),
        refuses=_not_winograd,
        write=winograd_kernel,
    ),
    Tactic(
        name="depthwise-fma",
        idea="One filter per channel: vectors over channels.",
        element_type="float32",
        layout="NHWC",
        features=(),
        refuses=_not_depthwise,
        write=depthwise_lines_kernel,
    ),
    Tactic(
        name="depthwise-sdot",
        idea="One filter per channel: four taps of a column at once.",
        element_type="int8",
        layout="NHWC",
        features=("dotprod",),
        refuses=_not_dot_depthwise,
        write=_depthwise_dot,
    ),
    Tactic(
        name="depthwise-smlal",
        idea="One filter per channel: products added up in 16 bits.",
        element_type="int8",
        layout="NHWC",
        features=(),
        refuses=_not_depthwise,
        write=_depthwise_widening,
    ),
    Tactic(
        name="planes",
        idea="One weight multiplies neighbouring positions of a line.",
        element_type="float32",
        layout="NCHW",
        features=(),
        refuses=_always,
        write=planes_kernel,
    ),
)


def find_tactic(name: str) -> Tactic:
    """The tactic of this name. Raises UnknownName."""
    for tactic in TACTICS:
        if tactic.name == name:
            return tactic
    names = ", ".join(tactic.name for tactic in TACTICS)
    raise UnknownName(f"No tactic is called {name[:40]!r}.", f"Known: {names}.")
