"""Elementwise operators as C expressions of {x} and {y}: one number, or four in a register."""

from __future__ import annotations

SCALAR_UNARY = {
    "Identity": "{x}",
    "Relu": "({x} < 0.0f ? 0.0f : {x})",
    "Sigmoid": "(1.0f / (1.0f + expf(-{x})))",
    "Tanh": "tanhf({x})",
    "Softplus": "logf(expf({x}) + 1.0f)",
    "Elu": "({x} < 0.0f ? {alpha} * (expf({x}) - 1.0f) : {x})",
    "LeakyRelu": "({x} < 0.0f ? {alpha} * {x} : {x})",
    "HardSigmoid": "fmaxf(0.0f, fminf(1.0f, {alpha} * {x} + {beta}))",
    "HardSwish": "({x} * fmaxf(0.0f, fminf(1.0f, 0.16666667f * {x} + 0.5f)))",
    "Swish": "({x} / (1.0f + expf(-{alpha} * {x})))",
    "Erf": "erff({x})",
    "Gelu": "(0.5f * {x} * (1.0f + erff({x} * 0.70710678f)))",
    "GeluTanh": "(0.5f * {x} * (1.0f + tanhf(0.7978846f * ({x} + 0.044715f * {x} * {x} * {x}))))",
    "Softsign": "({x} / (1.0f + fabsf({x})))",
    "Neg": "(-{x})",
    "Abs": "fabsf({x})",
}
VECTOR_UNARY = {
    "Identity": "{x}",
    "Relu": "vmaxq_f32({x}, vdupq_n_f32(0.0f))",
    "LeakyRelu": "vbslq_f32(vcltq_f32({x}, vdupq_n_f32(0.0f)), vmulq_n_f32({x}, {alpha}), {x})",
    "HardSigmoid": (
        "vmaxq_f32(vdupq_n_f32(0.0f), vminq_f32(vdupq_n_f32(1.0f), "
        "vaddq_f32(vmulq_n_f32({x}, {alpha}), vdupq_n_f32({beta}))))"
    ),
    "HardSwish": (
        "vmulq_f32({x}, vmaxq_f32(vdupq_n_f32(0.0f), vminq_f32(vdupq_n_f32(1.0f), "
        "vaddq_f32(vmulq_n_f32({x}, 0.16666667f), vdupq_n_f32(0.5f)))))"
    ),
    "Softsign": "vdivq_f32({x}, vaddq_f32(vdupq_n_f32(1.0f), vabsq_f32({x})))",
    "Neg": "vnegq_f32({x})",
    "Abs": "vabsq_f32({x})",
}
# By polynomials of compiler_core.graph.kernels.elementary, for sums in float32 only.
VECTOR_POLYNOMIAL = {
    "Sigmoid": "elementary_sigmoid({x})",
    "Swish": "vmulq_f32({x}, elementary_sigmoid(vmulq_n_f32({x}, {alpha})))",
    "Tanh": "elementary_tanh({x})",
    "Erf": "elementary_erf({x})",
    "Gelu": "elementary_gelu({x})",
    "GeluTanh": "elementary_gelu_tanh({x})",
    "Elu": (
        "vbslq_f32(vcltq_f32({x}, vdupq_n_f32(0.0f)), vmulq_n_f32(vsubq_f32(elementary_exp({x}), "
        "vdupq_n_f32(1.0f)), {alpha}), {x})"
    ),
}
SCALAR_BINARY = {
    "Add": "{x} + {y}", "Sub": "{x} - {y}", "Mul": "{x} * {y}", "Div": "{x} / {y}",
    "Max": "fmaxf({x}, {y})", "Min": "fminf({x}, {y})",
    "PRelu": "({x} < 0.0f ? {y} * {x} : {x})", "Pow": "powf({x}, {y})",
}  # fmt: skip
VECTOR_BINARY = {
    "Add": "vaddq_f32({x}, {y})", "Sub": "vsubq_f32({x}, {y})", "Mul": "vmulq_f32({x}, {y})",
    "Div": "vdivq_f32({x}, {y})", "Max": "vmaxnmq_f32({x}, {y})", "Min": "vminnmq_f32({x}, {y})",
    "PRelu": "vbslq_f32(vcltq_f32({x}, vdupq_n_f32(0.0f)), vmulq_f32({y}, {x}), {x})",
}  # fmt: skip
