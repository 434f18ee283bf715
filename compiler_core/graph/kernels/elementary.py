"""Exponential, error function and look-up of bytes on vectors: C functions that epilogues call.

exp: x = n·ln 2 + r with |r| <= ln 2 / 2, ln 2 in two parts (Cody and Waite), and a polynomial of
degree 7 for exp(r) with the coefficients of the Cephes library (expf.c). erf and tanh: quotients of
polynomials of an argument cut off at 4 and at 7.9, with the coefficients of the Eigen library
(MathFunctionsImpl.h). Largest errors against fp64: `LARGEST_ERRORS`, which a test holds.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.graph.kernels.c_text import FLOAT_NEON, inline_function
from compiler_core.graph.records import EpilogueStep

# Absolute, by operator.
LARGEST_ERRORS = {"Sigmoid": 2e-7, "Tanh": 5e-7, "Erf": 5e-7}
_ERF = (
    (-2.72614225801306e-10, 2.77068142495902e-08, -2.10102402082508e-06, -5.69250639462346e-05,
     -7.34990630326855e-04, -2.95459980854025e-03, -1.60960333262415e-02),
    (-1.45660718464996e-05, -2.13374055278905e-04, -1.68282697438203e-03, -7.37332916720468e-03,
     -1.42647390514189e-02),
)  # fmt: skip
_TANH = (
    (-2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-08,
     1.48572235717979e-05, 6.37261928875436e-04, 4.89352455891786e-03),
    (1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03),
)  # fmt: skip
_EXP = (1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1,
        5.0000001201e-1)  # fmt: skip
_GUARD = "ELEMENTARY_FUNCTIONS"
_TABLE_GUARD = "TABLES_OF_BYTES"
_CALLING = ("Sigmoid", "Swish", "Tanh", "Erf", "Gelu", "GeluTanh", "Elu")
_VECTOR = "float32x4_t"


def function_text(steps: Sequence[EpilogueStep]) -> str:
    """The functions that these steps call in vectors, once in a program however often written."""
    text = ""
    if any(step.operator in _CALLING for step in steps):
        text += _guarded(_GUARD, _elementary())
    if any(step.operator == "Table" for step in steps):
        text += _guarded(_TABLE_GUARD, _table())
    return text


def _guarded(name: str, body: str) -> str:
    return f"#if {FLOAT_NEON} && !defined({name})\n#define {name}\n{body}#endif\n"


def _elementary() -> str:
    return "".join(
        (
            _exponential(),
            _function("sigmoid", [f"const {_VECTOR} one = vdupq_n_f32(1.0f);",
                "return vdivq_f32(one, vaddq_f32(one, elementary_exp(vnegq_f32(x))));"]),
            _rational("erf", *_ERF, "4.0f"),
            _rational("tanh", *_TANH, "7.90531110763549805f"),
            _function("gelu", [f"const {_VECTOR} half = vmulq_n_f32(x, 0.5f);",
                "return vfmaq_f32(half, half, elementary_erf(vmulq_n_f32(x, 0.70710678f)));"]),
            _function("gelu_tanh", [f"const {_VECTOR} half = vmulq_n_f32(x, 0.5f);",
                f"const {_VECTOR} cube = vmulq_f32(vmulq_f32(x, x), x);",
                f"const {_VECTOR} inner = vmulq_n_f32(vfmaq_n_f32(x, cube, 0.044715f), "
                "0.7978846f);",
                "return vfmaq_f32(half, half, elementary_tanh(inner));"]),
        )
    )  # fmt: skip


def _function(name: str, body: list[str]) -> str:
    return inline_function(_VECTOR, f"elementary_{name}", (f"{_VECTOR} x",), body)


def _exponential() -> str:
    bounds = "vminq_f32(vmaxq_f32(x, vdupq_n_f32(-87.33f)), vdupq_n_f32(88.37f))"
    body = [
        f"x = {bounds};",
        f"const {_VECTOR} n = vrndnq_f32(vmulq_n_f32(x, 1.44269504f));",
        f"{_VECTOR} r = vfmsq_n_f32(x, n, 0.693359375f);",
        "r = vfmsq_n_f32(r, n, -2.12194440e-4f);",
        *_polynomial("p", "r", _EXP),
        f"const {_VECTOR} e = vaddq_f32(vfmaq_f32(r, vmulq_f32(r, r), p), vdupq_n_f32(1.0f));",
        "const int32x4_t power = vshlq_n_s32(vaddq_s32(vcvtq_s32_f32(n), vdupq_n_s32(127)), 23);",
        "return vmulq_f32(e, vreinterpretq_f32_s32(power));",
    ]
    return _function("exp", body)


def _polynomial(name: str, argument: str, coefficients: Sequence[float]) -> list[str]:
    """Horner's scheme, the highest power first."""
    lines = [f"{_VECTOR} {name} = vdupq_n_f32({coefficients[0]:.9e}f);"]
    return lines + [
        f"{name} = vfmaq_f32(vdupq_n_f32({number:.9e}f), {name}, {argument});"
        for number in coefficients[1:]
    ]


def _rational(name: str, above: Sequence[float], below: Sequence[float], limit: str) -> str:
    body = [
        f"x = vminq_f32(vmaxq_f32(x, vdupq_n_f32(-{limit})), vdupq_n_f32({limit}));",
        f"const {_VECTOR} square = vmulq_f32(x, x);",
        *_polynomial("above", "square", above),
        *_polynomial("below", "square", below),
        "return vdivq_f32(vmulq_f32(x, above), below);",
    ]
    return _function(name, body)


def _table() -> str:
    """TBL takes 64 bytes of a table; an index outside leaves TBX's result as it was."""
    body = [
        "uint8x16_t at = veorq_u8(vreinterpretq_u8_s8(bytes), vdupq_n_u8(128));",
        "int8x16_t found = vqtbl4q_s8(vld1q_s8_x4(table), at);",
    ]
    for start in (64, 128, 192):
        body += [
            "at = vsubq_u8(at, vdupq_n_u8(64));",
            f"found = vqtbx4q_s8(found, vld1q_s8_x4(table + {start}), at);",
        ]
    whole = inline_function(
        "int8x16_t", "table_of_bytes", ("int8x16_t bytes", "const int8_t *table"),
        [*body, "return found;"],
    )  # fmt: skip
    lanes = inline_function(
        "int32x4_t", "table_of_lanes", ("int32x4_t lanes", "const int8_t *table"),
        ["const int8x16_t found = table_of_bytes(vreinterpretq_s8_s32(lanes), table);",
         "return vshrq_n_s32(vshlq_n_s32(vreinterpretq_s32_s8(found), 24), 24);"],
    )  # fmt: skip
    return whole + lanes + _table_of_floats()


def _table_of_floats() -> str:
    """A load for each lane: an index takes four bytes, too many for TBL."""
    body = [
        "table += 128;",
        f"{_VECTOR} found = vld1q_dup_f32(table + vgetq_lane_s32(lanes, 0));",
        *(
            f"found = vld1q_lane_f32(table + vgetq_lane_s32(lanes, {lane}), found, {lane});"
            for lane in (1, 2, 3)
        ),
        "return found;",
    ]
    return inline_function(
        _VECTOR, "floats_of_lanes", ("int32x4_t lanes", "const float *table"), body
    )
