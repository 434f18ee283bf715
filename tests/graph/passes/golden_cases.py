"""Small graphs, each named after the trap it holds for one pass."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, field

import numpy as np
import onnx
import onnx_ir as ir
from onnx import numpy_helper, parser

from compiler_core.graph.importing.reader import import_model

Constant = tuple[int, ...] | np.ndarray


@dataclass(frozen=True)
class GoldenCase:
    """inputs and body: in the text form of onnx.parser; y is the output, unless more are named.

    constants: arrays, or shapes that get numbers drawn from the constant's name.
    """

    pass_name: str
    trap: str
    body: str
    inputs: str = "float[1,4,6,6] x"
    outputs: str = "y"
    constants: dict[str, Constant] = field(default_factory=dict)
    opset: int = 17

    @property
    def label(self) -> str:
        return f"{self.pass_name}/{self.trap}"

    def model(self) -> ir.Model:
        return import_model(self.proto().SerializeToString()).model

    def proto(self) -> onnx.ModelProto:
        graph = parser.parse_graph(f"g ({self.inputs}) => ({self.outputs}) {{ {self.body} }}")
        for name, constant in self.constants.items():
            graph.initializer.append(numpy_helper.from_array(array_of(name, constant), name))
        return onnx.helper.make_model(
            graph, opset_imports=[onnx.helper.make_opsetid("", self.opset)], ir_version=8
        )


def array_of(name: str, constant: Constant) -> np.ndarray:
    if isinstance(constant, np.ndarray):
        return constant
    random = np.random.default_rng(zlib.crc32(name.encode()))
    numbers = (
        random.uniform(0.5, 1.5, constant)
        if name.startswith("v")
        else (random.standard_normal(constant))
    )
    return numbers.astype(np.float32)


def integers(*numbers: int) -> np.ndarray:
    return np.array(numbers, np.int64)


def number(value: float) -> np.ndarray:
    return np.array(value, np.float32)


NORM = dict.fromkeys(("s", "b", "m", "v"), (4,))
WEIGHTS = {"w": (4, 4, 1, 1)}
FOLD, IDENTITY, ALGEBRA = "constant-folding", "identity-removal", "algebraic-simplification"
NORMS, SCALES, COMMON = "batch-norm-folding", "scale-folding", "common-subexpressions"
DEAD, SINK, EXPAND, LAYOUT = (
    "dead-code-elimination",
    "sinking",
    "batch-norm-expansion",
    "nhwc-layout",
)
PICTURE, PHASES = "fold-input", "transposed-convolution"
ONE_NORM = "y = BatchNormalization(x, s, b, m, v)"

CASES: tuple[GoldenCase, ...] = (
    # Constants: chains fold, what is random, quantised, huge or an output does not.
    GoldenCase(FOLD, "shape-chain-cascades", "t = Shape(x) n = Gather(t, zero) r = Concat<axis=0>"
               "(n, rest) y = Reshape(x, r)", constants={"zero": integers(0),
                                                         "rest": integers(-1)}),
    GoldenCase(FOLD, "random-is-drawn-each-time", "r = RandomUniform<shape=[1,4,6,6], seed=1.0>()"
               " z = Sub(r, r) y = Add(x, z)"),
    GoldenCase(FOLD, "quantised-weight-stays-small", "d = DequantizeLinear(q, k) y = Add(x, d)",
               constants={"q": np.array([1, -2, 3, 4, 5, 6], np.int8), "k": number(0.5)}),
    GoldenCase(FOLD, "huge-result-is-left", "f = Expand(k, s) g = Neg(f) "
               "z = ReduceMax<keepdims=0>(g) y = Add(x, z)",
               constants={"k": number(2), "s": integers(5000, 5000)}),
    GoldenCase(FOLD, "an-output-is-made-by-a-node", "z = Neg(k) y = Add(x, z)", outputs="y, z",
               constants={"k": number(3)}),
    GoldenCase(FOLD, "integers-divide-towards-zero", "d = Div(a, b) f = Cast<to=1>(d) "
               "y = Add(x, f)", constants={"a": integers(-7, 7, -7, 7, 5, 6),
                                           "b": integers(2, -2, -2, 2, 3, 4)}),
    # Identities.
    GoldenCase(IDENTITY, "two-one-behind-another", "a = Identity(x) b = Identity(a) y = Relu(b)"),
    GoldenCase(IDENTITY, "output-needs-a-maker", "y = Identity(x)"),
    GoldenCase(IDENTITY, "output-renamed-to-its-maker", "a = Relu(x) y = Dropout(a)"),
    GoldenCase(IDENTITY, "two-outputs-of-one-value", "y = Relu(x) z = Identity(y)",
               outputs="y, z"),
    GoldenCase(IDENTITY, "mask-is-read", "a, k = Dropout(x) f = Cast<to=1>(k) y = Add(a, f)"),
    # Algebra.
    GoldenCase(ALGEBRA, "plus-zero-that-widens", "y = Add(x, k)",
               inputs="float[1,4,1,6] x", constants={"k": np.zeros((1, 4, 3, 6), np.float32)}),
    GoldenCase(ALGEBRA, "plus-zero-and-times-one", "a = Add(k, x) y = Mul(a, one)",
               constants={"k": np.zeros(6, np.float32), "one": number(1)}),
    GoldenCase(ALGEBRA, "one-minus-is-no-identity", "y = Sub(k, x)", constants={"k": number(0)}),
    GoldenCase(ALGEBRA, "transposes-that-undo", "a = Transpose<perm=[0,2,3,1]>(x) "
               "b = Transpose<perm=[0,3,1,2]>(a) y = Relu(b)"),
    GoldenCase(ALGEBRA, "transposes-that-turn-on", "a = Transpose<perm=[0,2,3,1]>(x) "
               "b = Transpose<perm=[0,2,3,1]>(a) y = Relu(b)"),
    GoldenCase(ALGEBRA, "first-reshape-is-also-read", "a = Reshape(x, s) b = Flatten<axis=2>(a) "
               "c = Relu(a) d = Reshape(c, t) y = Add(b, d)",
               constants={"s": integers(4, 6, 6), "t": integers(24, 6)}),
    GoldenCase(ALGEBRA, "reshapes-in-a-row", "a = Flatten(x) b = Unsqueeze(a, k) "
               "y = Reshape(b, s)", constants={"s": integers(4, 36), "k": integers(0)}),
    GoldenCase(ALGEBRA, "cast-that-rounds-stays", "a = Cast<to=6>(x) y = Cast<to=1>(a)"),
    GoldenCase(ALGEBRA, "cast-that-loses-nothing", "a = Cast<to=11>(x) b = Cast<to=1>(a) "
               "y = Relu(b)"),
    GoldenCase(ALGEBRA, "pad-into-convolution", "p = Pad(x, k) y = Conv<strides=[2,2]>(p, w)",
               constants={"k": integers(0, 0, 1, 2, 0, 0, 3, 0), "w": (4, 4, 3, 3)}),
    GoldenCase(ALGEBRA, "pad-of-one-is-no-pad-of-zero", "p = Pad(x, k, one) y = Conv(p, w)",
               constants={"k": integers(0, 0, 1, 1, 0, 0, 1, 1), "one": number(1), **WEIGHTS}),
    GoldenCase(ALGEBRA, "pad-of-channels-stays", "p = Pad(x, k) y = Conv(p, w)",
               constants={"k": integers(0, 1, 0, 0, 0, 1, 0, 0), "w": (4, 6, 1, 1)}),
    GoldenCase(ALGEBRA, "zeros-may-win-a-maximum", "p = Pad(x, k) "
               "y = MaxPool<kernel_shape=[3,3]>(p)",
               constants={"k": integers(0, 0, 1, 1, 0, 0, 1, 1)}),
    GoldenCase(ALGEBRA, "zeros-never-win-behind-relu", "r = Relu(x) p = Pad(r, k) "
               "y = MaxPool<kernel_shape=[3,3]>(p)",
               constants={"k": integers(0, 0, 1, 1, 0, 0, 1, 1)}),
    GoldenCase(ALGEBRA, "mean-must-not-count-own-pads", "p = Pad(x, k) "
               "y = AveragePool<kernel_shape=[3,3], pads=[1,1,1,1]>(p)",
               constants={"k": integers(0, 0, 1, 1, 0, 0, 1, 1)}),
    GoldenCase(ALGEBRA, "mean-counts-the-padded-zeros", "p = Pad(x, k) "
               "y = AveragePool<kernel_shape=[3,3]>(p)",
               constants={"k": integers(0, 0, 1, 1, 0, 0, 1, 1)}),
    GoldenCase(ALGEBRA, "relu-of-relu-through-a-maximum", "r = Relu(x) "
               "p = MaxPool<kernel_shape=[2,2]>(r) y = Relu(p)"),
    GoldenCase(ALGEBRA, "clip-below-zero-then-relu", "c = Clip(x, low, high) y = Relu(c)",
               constants={"low": number(-2), "high": number(-1)}),
    GoldenCase(ALGEBRA, "relu-then-clip-below-zero", "c = Relu(x) y = Clip(c, low, high)",
               constants={"low": number(-2), "high": number(-1)}),
    GoldenCase(ALGEBRA, "product-of-matrices-and-bias", "a = Flatten(x) p = MatMul(a, g) "
               "y = Add(k, p)", constants={"g": (144, 5), "k": (5,)}),
    GoldenCase(ALGEBRA, "product-with-more-axes", "p = MatMul(x, g) y = Add(p, k)",
               constants={"g": (6, 5), "k": (5,)}),
    GoldenCase(ALGEBRA, "slice-of-everything-backwards", "y = Slice(x, a, e, k, t)",
               constants={"a": integers(-1), "e": integers(-99), "k": integers(1),
                          "t": integers(-1)}),
    GoldenCase(ALGEBRA, "negation-turns-the-sign", "r = Relu(x) n = Neg(r) y = Relu(n)"),
    # Batch normalisation.
    GoldenCase(NORMS, "behind-a-convolution", f"c = Conv(x, w) {ONE_NORM.replace('x,', 'c,')}",
               constants={**NORM, **WEIGHTS}),
    GoldenCase(NORMS, "convolution-is-also-read", "c = Conv(x, w) "
               "n = BatchNormalization(c, s, b, m, v) y = Add(n, c)",
               constants={**NORM, **WEIGHTS}),
    GoldenCase(NORMS, "shared-weights-stay-for-the-other", "c = Conv(x, w) "
               "n = BatchNormalization(c, s, b, m, v) d = Conv(x, w) y = Add(n, d)",
               constants={**NORM, **WEIGHTS}),
    GoldenCase(NORMS, "groups-of-a-transposed-convolution", "c = ConvTranspose<group=2>(x, w) "
               "y = BatchNormalization(c, s, b, m, v)",
               constants={**dict.fromkeys(NORM, (6,)), "w": (4, 3, 2, 2)}),
    GoldenCase(NORMS, "in-front-of-a-convolution", "n = BatchNormalization(x, s, b, m, v) "
               "y = Conv<group=2>(n, w)", constants={**NORM, "w": (6, 2, 3, 3)}),
    GoldenCase(NORMS, "in-front-of-pads", "n = BatchNormalization(x, s, b, m, v) "
               "y = Conv<pads=[1,1,1,1]>(n, w)", constants={**NORM, "w": (6, 4, 3, 3)}),
    GoldenCase(NORMS, "in-front-of-pads-without-shift", "n = BatchNormalization(x, s, b, m, v) "
               "y = Conv<pads=[1,1,1,1]>(n, w)",
               constants={**NORM, "b": np.zeros(4, np.float32), "m": np.zeros(4, np.float32),
                          "w": (6, 4, 3, 3)}),
    GoldenCase(NORMS, "behind-a-product", "p = Gemm<transB=1>(x, g) "
               "y = BatchNormalization(p, s, b, m, v)", inputs="float[3,5] x",
               constants={**NORM, "g": (4, 5)}),
    GoldenCase(NORMS, "negative-variance", f"c = Conv(x, w) {ONE_NORM.replace('x,', 'c,')}",
               constants={**NORM, **WEIGHTS, "v": -np.ones(4, np.float32)}),
    GoldenCase(NORMS, "behind-a-bias", "c = Conv(x, w, k) y = BatchNormalization(c, s, b, m, v)",
               constants={**NORM, **WEIGHTS, "k": (4,)}),
    # Scales.
    GoldenCase(SCALES, "factor-and-summand-per-channel", "c = Conv(x, w) a = Mul(c, k) "
               "y = Add(t, a)", constants={**WEIGHTS, "k": (4, 1, 1), "t": (1, 4, 1, 1)}),
    GoldenCase(SCALES, "constant-minus-result", "c = Conv(x, w) y = Sub(k, c)",
               constants={**WEIGHTS, "k": (4, 1, 1)}),
    GoldenCase(SCALES, "one-number-per-column", "c = Conv(x, w) y = Mul(c, k)",
               constants={**WEIGHTS, "k": (6,)}),
    GoldenCase(SCALES, "into-a-normalisation", f"{ONE_NORM.replace('y', 'n')} y = Mul(n, k)",
               constants={**NORM, "k": (4, 1, 1)}),
    GoldenCase(SCALES, "divisor-per-channel", "c = Conv(x, w, j) y = Div(c, k)",
               constants={**WEIGHTS, "j": (4,), "k": (4, 1, 1)}),
    # Common subexpressions.
    GoldenCase(COMMON, "alike-and-then-alike", "a = Relu(x) b = Relu(x) c = Neg(a) d = Neg(b) "
               "y = Add(c, d)"),
    GoldenCase(COMMON, "other-attribute", "a = Elu<alpha=1.0>(x) b = Elu<alpha=2.0>(x) "
               "y = Add(a, b)"),
    GoldenCase(COMMON, "constants-of-other-type-same-bytes", "a = Pow(x, k) b = Pow(x, j) "
               "y = Sub(a, b)", constants={"k": number(0), "j": np.array(0, np.int32)}),
    GoldenCase(COMMON, "both-are-outputs", "y = Relu(x) z = Relu(x)", outputs="y, z"),
    GoldenCase(COMMON, "the-second-is-an-output", "a = Relu(x) z = Relu(x) y = Neg(a)",
               outputs="y, z"),
    GoldenCase(COMMON, "random-numbers-differ", "a = RandomNormal<shape=[2], seed=1.0>() "
               "b = RandomNormal<shape=[2], seed=1.0>() c = Sub(a, a) d = Sub(b, b) "
               "e = Add(c, d) s = ReduceSum<keepdims=0>(e) y = Add(x, s)"),
    # Dead code.
    GoldenCase(DEAD, "chain-nobody-reads", "a = Relu(x) b = Neg(a) c = Abs(b) y = Exp(a)"),
    GoldenCase(DEAD, "second-output-nobody-reads", "y, i = MaxPool<kernel_shape=[2,2]>(x)"),
    GoldenCase(DEAD, "part-of-a-split-nobody-reads", "y, b = Split<axis=1>(x)"),
    # Sinking.
    GoldenCase(SINK, "below-relu-to-meet", "a = Transpose<perm=[0,2,3,1]>(x) b = Relu(a) "
               "c = Add(b, k) y = Transpose<perm=[0,3,1,2]>(c)", constants={"k": (4,)}),
    GoldenCase(SINK, "meets-nothing", "a = Transpose<perm=[0,2,3,1]>(x) y = Relu(a)"),
    GoldenCase(SINK, "operands-transposed-alike", "a = Transpose<perm=[0,2,3,1]>(x) r = Neg(x) "
               "b = Transpose<perm=[0,2,3,1]>(r) y = Concat<axis=3>(a, b)"),
    GoldenCase(SINK, "operands-transposed-otherwise", "a = Transpose<perm=[0,1,3,2]>(x) "
               "r = Neg(x) b = Transpose<perm=[0,2,1,3]>(r) y = Add(a, b)",
               inputs="float[1,6,6,6] x"),
    # Expansion.
    GoldenCase(EXPAND, "what-is-left", ONE_NORM, constants=NORM),
    # Transposed convolutions.
    GoldenCase(PHASES, "the-border-is-cut-off", "y = ConvTranspose<strides=[2,2], pads=[1,1,1,1]>"
               "(x, w, b)", constants={"w": (4, 3, 4, 4), "b": (3,)}),
    GoldenCase(PHASES, "strides-that-differ-stay", "y = ConvTranspose<strides=[2,1]>(x, w)",
               constants={"w": (4, 3, 2, 2)}),
    # Layout.
    GoldenCase(LAYOUT, "transposes-cancel-between", "c = Conv<pads=[1,1,1,1]>(x, w) r = Relu(c) "
               "y = MaxPool<kernel_shape=[2,2], strides=[2,2]>(r)", constants={"w": (8, 4, 3, 3)}),
    GoldenCase(LAYOUT, "constants-turn", "c = Conv(x, w) a = Mul(c, k) y = PRelu(a, p)",
               constants={**WEIGHTS, "k": (1, 4, 6, 6), "p": (4, 1, 1)}),
    GoldenCase(LAYOUT, "concat-and-softmax-axes", "c = Conv(x, w) d = Concat<axis=1>(c, x) "
               "y = Softmax<axis=1>(d)", constants=WEIGHTS),
    GoldenCase(LAYOUT, "flatten-needs-the-old-order", "c = Conv(x, w) y = Flatten(c)",
               constants=WEIGHTS),
    GoldenCase(LAYOUT, "flatten-of-one-place-does-not", "c = Conv(x, w) "
               "p = GlobalAveragePool(c) y = Flatten(p)", constants=WEIGHTS),
    GoldenCase(LAYOUT, "positions-of-a-maximum", "c = Conv(x, w) "
               "y, i = MaxPool<kernel_shape=[2,2]>(c)", outputs="y, i", constants=WEIGHTS),
    GoldenCase(LAYOUT, "transposes-of-the-model", "t = Transpose<perm=[0,3,1,2]>(x) "
               "c = Conv(t, w) y = Transpose<perm=[0,2,3,1]>(c)", inputs="float[1,6,6,4] x",
               constants=WEIGHTS),
    GoldenCase(LAYOUT, "output-that-is-also-read", "c = Conv(x, w) y = Relu(c) "
               "z = Flatten(y)", outputs="y, z", constants=WEIGHTS),
    GoldenCase(LAYOUT, "pad-slice-and-reduce", "c = Conv(x, w) p = Pad(c, k) "
               "s = Slice(p, one, five, three) y = ReduceMean<axes=[2,3], keepdims=0>(s)",
               constants={**WEIGHTS, "k": integers(0, 1, 2, 0, 0, 0, 1, 1), "one": integers(1),
                          "five": integers(5), "three": integers(3)}),
    GoldenCase(LAYOUT, "integer-form-with-a-scale-per-channel", "q = QuantizeLinear(x, k, z) "
               "a = ConvInteger<pads=[1,1,1,1]>(q, w, z) s = Add(a, b) "
               "d = DequantizeLinear<axis=1>(s, f) r = Relu(d) y = QuantizeLinear(r, k, z)",
               constants={"k": number(0.05), "z": np.array(-3, np.int8),
                          "w": np.arange(-108, 108, dtype=np.int8).reshape(6, 4, 3, 3),
                          "b": np.arange(6, dtype=np.int32).reshape(1, 6, 1, 1) * 100,
                          "f": np.arange(1, 7, dtype=np.float32) / 1000}),
    GoldenCase(LAYOUT, "reduction-that-would-turn", "c = Conv(x, w) "
               "y = ReduceMean<axes=[2], keepdims=0>(c)", constants=WEIGHTS),
    GoldenCase(LAYOUT, "channel-shuffle", "c = Conv(x, w) r = Reshape(c, g) "
               "t = Transpose<perm=[0,2,1,3,4]>(r) j = Reshape(t, k) y = Relu(j)",
               constants={"w": (6, 4, 1, 1), "g": integers(1, 2, 3, 6, 6),
                          "k": integers(1, 6, 6, 6)}),
    GoldenCase(LAYOUT, "shuffle-that-turns-the-picture", "c = Conv(x, w) r = Reshape(c, g) "
               "t = Transpose<perm=[0,2,1,4,3]>(r) j = Reshape(t, k) y = Relu(j)",
               constants={"w": (6, 4, 1, 1), "g": integers(1, 2, 3, 6, 6),
                          "k": integers(1, 6, 6, 6)}),
    GoldenCase(LAYOUT, "shuffle-that-mixes-rows-in", "c = Conv(x, w) r = Reshape(c, g) "
               "t = Transpose<perm=[0,2,1,3,4]>(r) j = Reshape(t, k) y = Relu(j)",
               constants={"w": (6, 4, 1, 1), "g": integers(1, 3, 4, 3, 6),
                          "k": integers(1, 6, 6, 6)}),
    GoldenCase(LAYOUT, "shuffle-read-in-the-middle", "c = Conv(x, w) r = Reshape(c, g) "
               "t = Transpose<perm=[0,2,1,3,4]>(r) j = Reshape(t, k) y = Relu(j) z = Neg(t)",
               outputs="y, z", constants={"w": (6, 4, 1, 1), "g": integers(1, 2, 3, 6, 6),
                          "k": integers(1, 6, 6, 6)}),
    # A picture's mean and factor.
    GoldenCase(PICTURE, "mean-and-factor-without-padding", "s = Sub(x, m) f = Mul(s, k) "
               "y = Conv(f, w)", constants={"m": (1, 4, 1, 1), "k": (4, 1, 1), **WEIGHTS}),
    GoldenCase(PICTURE, "padded-border-keeps-its-mean", "s = Sub(x, m) f = Mul(s, k) "
               "y = Conv<pads=[1,1,1,1]>(f, w)",
               constants={"m": (1, 4, 1, 1), "k": (1, 4, 1, 1), "w": (4, 4, 3, 3)}),
    GoldenCase(PICTURE, "groups-take-their-own-channels", "f = Mul(x, k) "
               "y = Conv<group=2>(f, w, b)",
               constants={"k": (1, 4, 1, 1), "w": (4, 2, 1, 1), "b": (4,)}),
    GoldenCase(PICTURE, "factor-that-widens-stays", "f = Mul(x, k) y = Conv(f, w)",
               inputs="float[1,1,6,6] x", constants={"k": (1, 4, 1, 1), **WEIGHTS}),
    GoldenCase(PICTURE, "factor-that-another-reads-stays", "f = Mul(x, k) c = Conv(f, w) "
               "y = Add(c, f)", constants={"k": (1, 4, 1, 1), **WEIGHTS}),
    GoldenCase(PICTURE, "factor-of-each-column-stays", "f = Mul(x, k) y = Conv(f, w)",
               constants={"k": (6,), **WEIGHTS}),
)  # fmt: skip
