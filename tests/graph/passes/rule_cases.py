"""Small graphs that meet each rule of a pass, and each reason for which it leaves a node alone."""

from __future__ import annotations

import numpy as np

from tests.graph.passes.golden_cases import (
    ALGEBRA,
    DEAD,
    EXPAND,
    FOLD,
    IDENTITY,
    LAYOUT,
    NORM,
    NORMS,
    ONE_NORM,
    SCALES,
    SINK,
    WEIGHTS,
    GoldenCase,
    integers,
    number,
)

NEVER_NEGATIVE = ("Relu", "Sigmoid", "Softmax", "Exp", "Abs", "HardSigmoid", "Softplus")
KEEP_SIGN = (
    "MaxPool<kernel_shape=[2,2]>(p)", "AveragePool<kernel_shape=[2,2]>(p)", "GlobalAveragePool(p)",
    "GlobalMaxPool(p)", "Reshape(p, flat)", "Flatten(p)", "Squeeze(p, first)",
    "Unsqueeze(p, first)", "Transpose<perm=[0,1,3,2]>(p)", "Slice(p, zero, two, last)",
    "Expand(p, twice)", "Tile(p, twice)", "ReduceMean(p)", "ReduceMax(p)", "ReduceMin(p)",
    "ReduceSum(p)", "Concat<axis=0>(p, p)", "Add(p, p)", "Mul(p, p)", "Sum(p, p)",
)  # fmt: skip
KEEP_ALL = "".join(f" a{at} = {one} r{at} = Relu(a{at})" for at, one in enumerate(KEEP_SIGN))
OUTPUTS = ", ".join(f"r{at}" for at in range(len(KEEP_SIGN)))
MAY_BE_NEGATIVE = ("Neg(x)", "Sub(p, q)", "Add(p, x)", "Mul(p, x)", "Clip(x, minus)", "Clip(x)",
                   "Add(p, minus)", "LeakyRelu(p)", "Concat<axis=1>(p, x)")  # fmt: skip
MAY_ALL = "".join(f" a{at} = {one} r{at} = Relu(a{at})" for at, one in enumerate(MAY_BE_NEGATIVE))
PADS = {"k": integers(0, 0, 1, 1, 0, 0, 1, 1)}
WINDOW = {"w": (4, 4, 3, 3)}
TURN, BACK = "Transpose<perm=[0,2,3,1]>", "Transpose<perm=[0,3,1,2]>"


def pooled(name: str, body: str, **constants: np.ndarray) -> GoldenCase:
    """A Pad in front of a window."""
    return GoldenCase(ALGEBRA, f"pad-{name}", body, constants={**PADS, **WINDOW, **constants})


RULE_CASES: tuple[GoldenCase, ...] = (
    GoldenCase(ALGEBRA, "minus-zero-by-one-to-one", "a = Sub(x, zero) b = Div(a, one) "
               "c = Pow(b, one) d = Mul(one, c) y = Relu(d)",
               constants={"zero": number(0), "one": number(1)}),
    GoldenCase(ALGEBRA, "other-numbers-stay", "a = Sub(zero, x) b = Div(one, a) "
               "c = Pow(b, half) d = Add(c, some) y = Mul(d, half)",
               constants={"zero": number(0), "one": number(1), "half": number(0.5),
                          "some": np.array([0, 0, 1, 0, 0, 0], np.float32)}),
    GoldenCase(ALGEBRA, "of-one-value", "a = Sum(x) b = Max(a) c = Min(b) d = Mean(c) "
               "e = Concat<axis=1>(d) y = Relu(e)"),
    GoldenCase(ALGEBRA, "of-two-values", "a = Sum(x, n) b = Max(a, n) c = Min(b, n) "
               "d = Mean(c, n) y = Relu(d)", inputs="float[1,4,6,6] x, float[1,4,6,6] n"),
    GoldenCase(ALGEBRA, "shapes-that-stay", "a = Reshape(x, same) b = Expand(a, ones) "
               "c = Tile(b, ones) d = Slice(c, zero, far) e = Pad(d, none) "
               "f = Transpose<perm=[0,1,2,3]>(e) g = Cast<to=1>(f) h = CastLike(g, x) y = Relu(h)",
               constants={"same": integers(1, 4, 6, 6), "ones": integers(1, 1, 1, 1),
                          "zero": integers(0), "far": integers(99),
                          "none": integers(*[0] * 8)}),
    GoldenCase(ALGEBRA, "flat-ones-that-stay", "a = Flatten(x) b = Squeeze(a, axes) "
               "c = Slice(b, zero, far, last, step) y = Relu(c)", inputs="float[4,6] x",
               constants={"axes": np.zeros(0, np.int64), "zero": integers(0), "far": integers(99),
                          "last": integers(1), "step": integers(1)}),
    GoldenCase(ALGEBRA, "a-slice-that-ends-as-an-output", "y = Slice(x, zero, far)",
               constants={"zero": integers(0), "far": integers(99)}),
    GoldenCase(ALGEBRA, "windows-of-one", "a = MaxPool<kernel_shape=[1,1]>(x) "
               "b = AveragePool<kernel_shape=[1,1], strides=[1,1]>(a) c = GlobalAveragePool(b) "
               "d = GlobalMaxPool(c) e = ReduceMean<axes=[2,3]>(d) f = ReduceSum(e, axes) "
               "g = ReduceMax<axes=[2]>(f) h = ReduceMin<axes=[3]>(g) y = Neg(h)",
               inputs="float[1,4,1,1] x", constants={"axes": integers(2, 3)}),
    GoldenCase(ALGEBRA, "windows-that-are-more", "a = MaxPool<kernel_shape=[3,3], "
               "pads=[1,1,1,1]>(x) b = AveragePool<kernel_shape=[3,1], pads=[1,0,1,0]>(a) "
               "c = MaxPool<kernel_shape=[1,1], strides=[2,2]>(b) y = ReduceL2<axes=[0]>(c)"),
    GoldenCase(ALGEBRA, "strides-over-one-place", "a = MaxPool<kernel_shape=[1,1], "
               "strides=[2,2]>(x) y = Neg(a)", inputs="float[1,4,1,1] x"),
    GoldenCase(ALGEBRA, "positions-of-a-window-of-one", "a, i = MaxPool<kernel_shape=[1,1]>(x) "
               "y = Neg(a)", outputs="y, i"),
    GoldenCase(ALGEBRA, "logarithm-of-a-sum-of-one", "y = ReduceLogSum<axes=[2,3]>(x)",
               inputs="float[1,4,1,1] x"),
    GoldenCase(ALGEBRA, "never-negative", "".join(
               f"a{at} = {one}(x) b{at} = Abs(a{at}) c{at} = Neg(b{at}) "
               for at, one in enumerate(NEVER_NEGATIVE)) + "y = Sum("
               + ", ".join(f"c{at}" for at in range(len(NEVER_NEGATIVE))) + ")"),
    GoldenCase(ALGEBRA, "sums-that-are-never-negative", "a = ReduceL1(x) b = Relu(a) "
               "c = ReduceL2(x) d = Relu(c) e = ReduceSumSquare(x) f = Relu(e) g = Abs(x) "
               "h = Sqrt(g) i = Relu(h) y = Sum(b, d, f, i)"),
    GoldenCase(ALGEBRA, "signs-that-are-kept", f"p = Sigmoid(x) {KEEP_ALL}", outputs=OUTPUTS,
               constants={"flat": integers(4, 36), "first": integers(0), "zero": integers(0),
                          "two": integers(2), "last": integers(3), "twice": integers(2, 1, 1, 1)}),
    GoldenCase(ALGEBRA, "signs-that-may-turn", f"p = Sigmoid(x) q = Exp(x) {MAY_ALL}",
               outputs=", ".join(f"r{at}" for at in range(len(MAY_BE_NEGATIVE))),
               constants={"minus": number(-1)}),
    GoldenCase(ALGEBRA, "clip-from-zero-then-abs", "a = Clip(x, zero) b = Abs(a) y = Neg(b)",
               constants={"zero": number(0)}),
    GoldenCase(ALGEBRA, "clip-without-bounds", "a = Clip(x) y = Neg(a)"),
    GoldenCase(ALGEBRA, "clip-with-an-upper-bound-only", "a = Clip(x, , high) y = Neg(a)",
               constants={"high": number(3)}),
    GoldenCase(ALGEBRA, "resize-to-the-same", "a = Resize(x, , ones) y = Neg(a)",
               constants={"ones": np.ones(4, np.float32)}),
    GoldenCase(ALGEBRA, "resize-of-a-part", "a = Resize<coordinate_transformation_mode="
               '"tf_crop_and_resize">(x, part, ones) y = Neg(a)',
               constants={"ones": np.ones(4, np.float32),
                          "part": np.array([0, 0, 0.5, 0, 1, 1, 1, 1], np.float32)}),
    GoldenCase(ALGEBRA, "concatenations-along-one-axis", "a = Concat<axis=1>(x, n) "
               "y = Concat<axis=-3>(a, x)", inputs="float[1,4,6,6] x, float[1,4,6,6] n"),
    GoldenCase(ALGEBRA, "concatenations-along-two-axes", "a = Concat<axis=1>(x, n) "
               "y = Concat<axis=2>(a, a)", inputs="float[1,4,6,6] x, float[1,4,6,6] n"),
    GoldenCase(ALGEBRA, "transposes-without-an-order", "a = Transpose(x) b = Transpose(a) "
               "y = Relu(b)"),
    pooled("with-copies-stays", 'p = Pad<mode="reflect">(x, k) y = Conv(p, w)'),
    pooled("plus-own-pads", 'p = Pad<mode="constant">(x, k) y = Conv<pads=[1,0,0,1], '
           'auto_pad="NOTSET", dilations=[1,1]>(p, w, j)', j=np.ones(4, np.float32)),
    pooled("in-front-of-same", 'p = Pad(x, k) y = Conv<auto_pad="SAME_UPPER">(p, w)'),
    pooled("in-front-of-valid", 'p = Pad(x, k) y = Conv<auto_pad="VALID">(p, w)'),
    pooled("that-cuts", "p = Pad(x, cuts) y = Conv(p, w)",
           cuts=integers(0, 0, 1, -1, 0, 0, 1, 0)),
    pooled("of-the-batch", "p = Pad(x, wide) y = Conv(p, w)",
           wide=integers(1, 0, 0, 0, 0, 0, 1, 1)),
    pooled("of-channels-behind", "p = Pad(x, wide) y = MaxPool<kernel_shape=[2,2]>(p)",
           wide=integers(0, 0, 0, 0, 0, 1, 0, 0)),
    pooled("as-large-as-the-window", "r = Relu(x) p = Pad(r, wide) "
           "y = MaxPool<kernel_shape=[2,3]>(p)", wide=integers(0, 0, 2, 1, 0, 0, 0, 1)),
    pooled("with-steps-in-the-window", "r = Relu(x) p = Pad(r, k) "
           "y = MaxPool<kernel_shape=[3,3], dilations=[2,2]>(p)"),
    pooled("rounded-up", "r = Relu(x) p = Pad(r, k) "
           "y = MaxPool<kernel_shape=[3,3], strides=[2,2], ceil_mode=1>(p)"),
    pooled("of-a-mean-with-ones", "p = Pad(x, k, one) y = AveragePool<kernel_shape=[3,3]>(p)",
           one=number(1)),
    pooled("of-a-mean-that-counts-its-own", "p = Pad(x, k) y = AveragePool<kernel_shape=[3,3], "
           "pads=[1,1,1,1], count_include_pad=1>(p)"),
    pooled("with-minus-infinity", "p = Pad(x, k, low) y = MaxPool<kernel_shape=[3,3]>(p)",
           low=number(float("-inf"))),
    pooled("with-five-behind-relu", "r = Relu(x) p = Pad(r, k, five) "
           "y = MaxPool<kernel_shape=[3,3]>(p)", five=number(5)),
    GoldenCase(ALGEBRA, "pads-that-are-given", "p = Pad(x, k) y = MaxPool<kernel_shape=[1,1]>(p)",
               inputs="float[9,9,9,9] x, int64[8] k", outputs="float[9,9,9,9] y"),
    GoldenCase(ALGEBRA, "pads-of-named-axes", "p = Pad(x, k, , axes) y = Conv(p, w)", opset=18,
               constants={"k": integers(1, 1, 1, 1), "axes": integers(2, 3), **WINDOW}),
    GoldenCase(ALGEBRA, "relu-and-clip-between-bounds", "a = Relu(x) b = Clip(a, low, high) "
               "c = Neg(b) d = Clip(c, down, high) y = Relu(d)",
               constants={"low": number(1), "high": number(6), "down": number(-2)}),
    GoldenCase(ALGEBRA, "relu-and-clip-with-one-bound", "a = Relu(x) b = Clip(a, , high) "
               "c = Neg(b) d = Clip(c, down) e = Relu(d) f = Clip(x, , high) g = Relu(f) "
               "y = Add(e, g)", constants={"high": number(6), "down": number(-2)}),
    GoldenCase(ALGEBRA, "clip-by-what-is-given", "a = Clip(x, low) y = Relu(a)",
               inputs="float[1,4,6,6] x, float low"),
    GoldenCase(ALGEBRA, "numbers-in-a-row", "a = Add(x, k) b = Add(j, a) c = Mul(b, k) "
               "y = Mul(c, j)", constants={"k": number(3), "j": number(0.5)}),
    GoldenCase(ALGEBRA, "numbers-that-would-grow", "a = Add(x, v1) b = Add(a, v2) c = Mul(b, huge) "
               "y = Mul(c, huge)", constants={"v1": (6, 1), "v2": (1, 6), "huge": number(3e38)}),
    GoldenCase(ALGEBRA, "whole-numbers-in-a-row", "a = Add(x, k) y = Add(a, k)",
               inputs="int32[4] x", constants={"k": np.array(3, np.int32)}),
    GoldenCase(ALGEBRA, "bias-larger-than-the-product", "p = MatMul(x, g) y = Add(p, k)",
               inputs="float[1,6] x", constants={"g": (6, 5), "k": (3, 5)}),
    GoldenCase(ALGEBRA, "product-of-whole-numbers-and-bias", "p = MatMul(x, g) y = Add(p, k)",
               inputs="int32[3,6] x", constants={"g": np.ones((6, 5), np.int32),
                                                 "k": np.ones(5, np.int32)}),
    GoldenCase(ALGEBRA, "product-of-a-transposed-matrix", "t = Transpose<perm=[1,0]>(x) "
               "a = Gemm<alpha=0.5, transB=1>(t, g) u = Transpose<perm=[1,0]>(a) "
               "y = Gemm<transA=1>(u, h)", inputs="float[6,3] x",
               constants={"g": (5, 6), "h": (5, 2)}),
    # Sinking.
    GoldenCase(SINK, "of-other-shapes", f"a = {TURN}(x) b = {TURN}(n) y = Add(a, b)",
               inputs="float[1,4,6,6] x, float[1,1,6,6] n"),
    GoldenCase(SINK, "operand-is-also-read", f"a = {TURN}(x) r = Neg(x) b = {TURN}(r) "
               "c = Add(a, b) y = Mul(c, a)"),
    GoldenCase(SINK, "sum-of-transposed-operands", f"a = {TURN}(x) r = Neg(x) b = {TURN}(r) "
               "y = Sum(a, b, k)", constants={"k": (6, 6, 4)}),
    GoldenCase(SINK, "below-a-chain-that-is-also-read", f"a = {TURN}(x) b = Relu(a) "
               "c = Neg(b) y = Add(c, b)"),
    GoldenCase(SINK, "below-a-chain-to-something-else", f"a = {TURN}(x) b = Relu(a) "
               "c = Neg(b) y = Flatten(c)"),
    GoldenCase(SINK, "constants-of-every-shape", f"a = {TURN}(x) b = Mul(k, a) c = Sub(b, j) "
               f"d = Add(c, one) y = {BACK}(d)",
               constants={"k": (6, 4), "j": (1, 6, 6, 4), "one": number(1)}),
    GoldenCase(SINK, "constant-that-widens", f"a = {TURN}(x) b = Add(a, k) y = {BACK}(b)",
               inputs="float[1,4,1,6] x", constants={"k": (1, 6, 6, 4)}),
    # Batch normalisation.
    GoldenCase(EXPAND, "parameters-are-given", "y = BatchNormalization(x, s, b, m, given)",
               inputs="float[1,4,6,6] x, float[4] given", constants=NORM),
    GoldenCase(EXPAND, "negative-variance", ONE_NORM,
               constants={**NORM, "v": -np.ones(4, np.float32)}),
    GoldenCase(EXPAND, "other-epsilon", "y = BatchNormalization<epsilon=0.5>(x, s, b, m, v)",
               inputs="float[2,4] x", constants=NORM),
    GoldenCase(NORMS, "parameters-are-given", "c = Conv(x, w) "
               "y = BatchNormalization(c, s, b, m, given)",
               inputs="float[1,4,6,6] x, float[4] given", constants={**NORM, **WEIGHTS}),
    GoldenCase(NORMS, "weights-are-given", "c = Conv(x, w) "
               "y = BatchNormalization(c, s, b, m, v)",
               inputs="float[1,4,6,6] x, float[4,4,1,1] w", constants=NORM),
    GoldenCase(NORMS, "bias-is-given", "c = Conv(x, w, g) y = BatchNormalization(c, s, b, m, v)",
               inputs="float[1,4,6,6] x, float[4] g", constants={**NORM, **WEIGHTS}),
    GoldenCase(NORMS, "product-with-a-factor", "p = Gemm<alpha=0.5>(x, g) "
               "y = BatchNormalization(p, s, b, m, v)", inputs="float[3,5] x",
               constants={**NORM, "g": (5, 4)}),
    GoldenCase(NORMS, "product-with-a-bias-per-row", "p = Gemm(x, g, k) "
               "y = BatchNormalization(p, s, b, m, v)", inputs="float[3,5] x",
               constants={**NORM, "g": (5, 4), "k": (3, 1)}),
    GoldenCase(NORMS, "product-with-one-bias", "p = Gemm(x, g, k) "
               "y = BatchNormalization(p, s, b, m, v)", inputs="float[3,5] x",
               constants={**NORM, "g": (5, 4), "k": (1,)}),
    GoldenCase(NORMS, "in-front-of-same-pads", "n = BatchNormalization(x, s, b, m, v) "
               'y = Conv<auto_pad="SAME_LOWER">(n, w)', constants={**NORM, "w": (6, 4, 3, 3)}),
    GoldenCase(NORMS, "in-front-of-given-weights", "n = BatchNormalization(x, s, b, m, v) "
               "y = Conv(n, w)", inputs="float[1,4,6,6] x, float[6,4,1,1] w", constants=NORM),
    # Scales.
    GoldenCase(SCALES, "divisor-of-zero", "c = Conv(x, w) y = Div(c, k)",
               constants={**WEIGHTS, "k": np.array([1, 0, 2, 3], np.float32).reshape(4, 1, 1)}),
    GoldenCase(SCALES, "result-is-also-read", "c = Conv(x, w) a = Mul(c, k) y = Add(a, c)",
               constants={**WEIGHTS, "k": (4, 1, 1)}),
    GoldenCase(SCALES, "summand-of-a-normalisation", f"{ONE_NORM.replace('y', 'n')} "
               "a = Sub(n, k) y = Add(j, a)", constants={**NORM, "k": (4, 1, 1), "j": number(2)}),
    GoldenCase(SCALES, "normalisation-with-given-parameters", "n = BatchNormalization"
               "(x, s, b, m, given) y = Mul(n, k)",
               inputs="float[1,4,6,6] x, float[4] given", constants={**NORM, "k": (4, 1, 1)}),
    GoldenCase(SCALES, "weights-are-given", "c = Conv(x, w) y = Mul(c, k)",
               inputs="float[1,4,6,6] x, float[4,4,1,1] w", constants={"k": (4, 1, 1)}),
    GoldenCase(SCALES, "numerator-stays", "c = Conv(x, w) y = Div(k, c)",
               constants={**WEIGHTS, "k": (4, 1, 1)}),
    # What is left and why.
    GoldenCase(IDENTITY, "dropout-that-may-train", "a = Dropout(x, half, train) y = Relu(a)",
               inputs="float[1,4,6,6] x, bool train", constants={"half": number(0.5)}),
    GoldenCase(IDENTITY, "dropout-that-does-not-train", "a = Dropout(x, half, no) y = Relu(a)",
               constants={"half": number(0.5), "no": np.array(False)}),
    GoldenCase(FOLD, "size-of-a-fixed-shape", "n = Size(x) f = Cast<to=1>(n) y = Div(x, f)"),
    GoldenCase(FOLD, "constant-node-and-its-readers", "c = Constant<value_float=2.0>() "
               "a = Neg(c) b = Exp(a) y = Add(x, b)"),
    GoldenCase(DEAD, "four-constants-nobody-reads", "y = Relu(x)",
               constants={name: number(1) for name in "abcd"}),
    # Layout.
    GoldenCase(LAYOUT, "split-and-log-softmax", "c = Conv(x, w) a, b = Split<axis=1>(c) "
               "d = LogSoftmax(a) y = Add(d, b)", constants=WEIGHTS),
    GoldenCase(LAYOUT, "nearest-elements-in-either-order", "c = Conv(x, w) r = Resize<mode="
               "\"nearest\">(c, , s) y = Resize<mode=\"nearest\">(r, , , n)",
               constants={"w": (4, 4, 3, 3), "s": np.array([1, 1, 2, 1.5], np.float32),
                          "n": integers(1, 4, 5, 7)}),
    GoldenCase(LAYOUT, "patches-of-a-transformer", "c = Conv(x, w) r = Reshape(c, f) "
               "t = Transpose<perm=[0,2,1]>(r) y = MatMul(t, m)",
               constants={"w": (4, 4, 3, 3), "f": integers(0, 4, -1), "m": (4, 5)}),
    GoldenCase(LAYOUT, "patches-that-are-read-twice", "c = Conv(x, w) r = Reshape(c, f) "
               "t = Transpose<perm=[0,2,1]>(r) y = MatMul(r, t)",
               constants={"w": (4, 4, 3, 3), "f": integers(1, 4, 16)}),
    GoldenCase(LAYOUT, "interpolation-keeps-the-order", "c = Conv(x, w) "
               "y = Resize<mode=\"linear\">(c, , s)",
               constants={"w": (4, 4, 3, 3), "s": np.array([1, 1, 2, 2], np.float32)}),
    GoldenCase(LAYOUT, "operand-of-fewer-axes", "c = Conv(x, w) y = Add(c, n)",
               inputs="float[1,4,6,6] x, float[6,6] n", constants=WEIGHTS),
    GoldenCase(LAYOUT, "operand-of-one-number", "c = Conv(x, w) y = Mul(c, n)",
               inputs="float[1,4,6,6] x, float n", constants=WEIGHTS),
    GoldenCase(LAYOUT, "pads-that-are-given", "c = Conv(x, w) y = Pad(c, k)",
               inputs="float[1,4,6,6] x, int64[8] k", outputs="float[1,4,8,8] y",
               constants=WEIGHTS),
    GoldenCase(LAYOUT, "slice-without-axes", "c = Conv(x, w) y = Slice(c, one, three)",
               constants={**WEIGHTS, "one": integers(0, 1), "three": integers(1, 3)}),
    GoldenCase(LAYOUT, "sum-over-axes-of-an-input", "c = Conv(x, w) y = ReduceSum(c, k)",
               constants={**WEIGHTS, "k": integers(1, -1)}),
    GoldenCase(LAYOUT, "reduction-of-everything", "c = Conv(x, w) y = ReduceMax(c)",
               constants=WEIGHTS),
    GoldenCase(LAYOUT, "turned-in-another-order", "c = Conv(x, w) "
               "y = Transpose<perm=[0,3,2,1]>(c)", constants=WEIGHTS),
    GoldenCase(LAYOUT, "needs-the-old-order-for-itself", "c = Conv(x, w) "
               "d = DepthToSpace<blocksize=2>(c) y = Conv(d, v)",
               constants={"w": (8, 4, 1, 1), "v": (3, 2, 1, 1)}),
    GoldenCase(LAYOUT, "one-channel-flattened", "c = Conv(x, w) y = Flatten(c)",
               constants={"w": (1, 4, 1, 1)}),
    GoldenCase(LAYOUT, "two-readers-of-one-border", "a = Conv(x, w) b = Conv(x, v) "
               "y = Add(a, b)", constants={**WEIGHTS, "v": (4, 4, 1, 1)}),
)  # fmt: skip
