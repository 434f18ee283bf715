"""Exponential, error function and look-up of bytes on vectors: C functions that epilogues call.

exp: x = n·ln 2 + r with |r| <= ln 2 / 2, ln 2 in two parts (Cody and Waite), and a polynomial of
degree 7 for exp(r) with the coefficients of the Cephes library (expf.c). erf and tanh: quotients of
polynomials of an argument cut off at 4 and at 7.9, with the coefficients of the Eigen library
(MathFunctionsImpl.h). Largest errors against fp64, which a test holds: 2e-7 of the sigmoid, 5e-7 of
tanh and erf.
"""

from __future__ import annotations

from collections.abc import Sequence

from compiler_core.graph.kernels.c_text import FLOAT_NEON, inline_function
from compiler_core.graph.records import EpilogueStep

# Coefficients above and below the line, the highest power first.
_Quotient = tuple[tuple[float, ...], tuple[float, ...]]
_ERF: _Quotient = (
    (
        -2.72614225801306e-10,
        2.77068142495902e-08,
        -2.10102402082508e-06,
        -5.69250639462346e-05,
        -7.34990630326855e-04,
        -2.95459980854025e-03,
        -1.60960333262415e-02,
    ),
    (
        -1.45660718464996e-05,
        -2.13374055278905e-04,
        -1.68282697438203e-03,
        -7.37332916720468e-03,
        -1.42647390514189e-02,
    ),
)
_TANH: _Quotient = (
    (
        -2.76076847742355e-16,
        2.00018790482477e-13,
        -8.60467152213735e-11,
        5.12229709037114e-08,
        1.48572235717979e-05,
        6.37261928875436e-04,
        4.89352455891786e-03,
    ),
    (1.19825839466702e-06, 1.18534705686654e-04, 2.26843463243900e-03, 4.89352518554385e-03),
)
_EXP = (
    1.9875691500e-4,
    1.3981999507e-3,
    8.3334519073e-3,
    4.1665795894e-2,
    1.6666665459e-1,
    5.0000001201e-1,
)
_ERF_LIMIT, _TANH_LIMIT, _EXP_LIMITS = 4.0, 7.90531110763549805, (-87.33, 88.37)
# 1 / ln 2; ln 2 in two parts; 1 / sqrt(2); sqrt(2 / pi) and the cubic term of GELU by tanh.
_LOG2_E, _LN2, _HALF_ROOT = 1.44269504, (0.693359375, -2.12194440e-4), 0.70710678
_ROOT, _CUBE = 0.7978846, 0.044715
_NUMBERS: tuple[float, ...] = (
    *_EXP_LIMITS,
    _LOG2_E,
    *_LN2,
    *_EXP,
    -_ERF_LIMIT,
    _ERF_LIMIT,
    _HALF_ROOT,
    -_TANH_LIMIT,
    _TANH_LIMIT,
    _CUBE,
    _ROOT,
)
_QUOTIENTS = (_ERF, _TANH)
_ARRAY = "elementary_constants"
_GUARD = "ELEMENTARY_FUNCTIONS"
_TABLE_GUARD = "TABLES_OF_BYTES"
_CALLING = ("Sigmoid", "Swish", "Tanh", "Erf", "Gelu", "GeluTanh", "Elu")
_VECTOR = "float32x4_t"


def function_text(steps: Sequence[EpilogueStep]) -> str:
    """The functions that these steps call in vectors, once in a program however often written."""
    text = ""
    if any(step.operator in _CALLING for step in steps):
        text += exponential_text()
    if any(step.operator == "Table" for step in steps):
        text += _guarded(_TABLE_GUARD, _table())
    return text


def exponential_text() -> str:
    """The functions once in a program, `elementary_exp` among them."""
    return _guarded(_GUARD, _elementary())


def _guarded(name: str, body: str) -> str:
    return f"#if {FLOAT_NEON} && !defined({name})\n#define {name}\n{body}#endif\n"


def _elementary() -> str:
    return "".join(
        (
            _constants(),
            _exponential(),
            _function(
                "sigmoid",
                [
                    f"const {_VECTOR} one = vdupq_n_f32(1.0f);",
                    "return vdivq_f32(one, vaddq_f32(one, elementary_exp(vnegq_f32(x))));",
                ],
            ),
            _rational("erf", _ERF, _ERF_LIMIT),
            _rational("tanh", _TANH, _TANH_LIMIT),
            _function(
                "gelu",
                [
                    f"const {_VECTOR} half = vmulq_n_f32(x, 0.5f);",
                    f"x = vmulq_f32(x, {_held(_HALF_ROOT)});",
                    "return vfmaq_f32(half, half, elementary_erf(x));",
                ],
            ),
            _function(
                "gelu_tanh",
                [
                    f"const {_VECTOR} half = vmulq_n_f32(x, 0.5f);",
                    f"const {_VECTOR} cube = vmulq_f32(vmulq_f32(x, x), x);",
                    f"x = vfmaq_f32(x, cube, {_held(_CUBE)});",
                    f"x = vmulq_f32(x, {_held(_ROOT)});",
                    "return vfmaq_f32(half, half, elementary_tanh(x));",
                ],
            ),
        )
    )


def _function(name: str, body: list[str]) -> str:
    """The base of the constants is a number that GCC knows nothing of: each constant is one load
    from it, where two instructions would find a place of its own."""
    base = [f"const float *constants = {_ARRAY};", '__asm__("" : "+r"(constants));']
    lines = [*base, *body] if any("constants" in line for line in body) else body
    return inline_function(_VECTOR, f"elementary_{name}", (f"{_VECTOR} x",), lines)


def _constants() -> str:
    """Numbers four times each, as vectors take them, then the coefficients of quotients."""
    rows = [[number] * 4 for number in _NUMBERS]
    for parts in _QUOTIENTS:
        numbers = _in_fours(parts)
        rows += [numbers[first : first + 4] for first in range(0, len(numbers), 4)]
    lines = [f"    {', '.join(f'{number:.9e}f' for number in row)}," for row in rows]
    head = f"static const float {_ARRAY}[{4 * len(rows)}] __attribute__((aligned(16))) = {{"
    return "\n".join((head, *lines, "};")) + "\n"


def _held(number: float) -> str:
    """The vector of a number of the array."""
    return f"vld1q_f32(constants + {4 * _NUMBERS.index(number)})"


def _exponential() -> str:
    least, most = _EXP_LIMITS
    body = [
        f"x = vminq_f32(vmaxq_f32(x, {_held(least)}), {_held(most)});",
        f"const {_VECTOR} n = vrndnq_f32(vmulq_f32(x, {_held(_LOG2_E)}));",
        f"{_VECTOR} r = vfmsq_f32(x, n, {_held(_LN2[0])});",
        f"r = vfmsq_f32(r, n, {_held(_LN2[1])});",
        *_polynomial("p", "r", _EXP),
        f"const {_VECTOR} e = vaddq_f32(vfmaq_f32(r, vmulq_f32(r, r), p), vdupq_n_f32(1.0f));",
        "const int32x4_t power = vshlq_n_s32(vaddq_s32(vcvtq_s32_f32(n), vdupq_n_s32(127)), 23);",
        "return vmulq_f32(e, vreinterpretq_f32_s32(power));",
    ]
    return _function("exp", body)


def _polynomial(name: str, argument: str, coefficients: Sequence[float]) -> list[str]:
    """Horner's scheme, the highest power first."""
    lines = [f"{_VECTOR} {name} = {_held(coefficients[0])};"]
    return lines + [
        f"{name} = vfmaq_f32({_held(number)}, {name}, {argument});" for number in coefficients[1:]
    ]


def _rational(name: str, parts: _Quotient, limit: float) -> str:
    """Sums of powers that both polynomials share: a coefficient is a lane, so that each is one
    FMLA. In Horner's scheme each would need a copy as well, which FMLA overwrites."""
    above, below = parts
    count = max(len(above), len(below)) - 1
    body = [
        f"x = vminq_f32(vmaxq_f32(x, {_held(-limit)}), {_held(limit)});",
        f"const {_VECTOR} power1 = vmulq_f32(x, x);",
        *(
            f"const {_VECTOR} power{number} = vmulq_f32(power{(number + 1) // 2}, "
            f"power{number // 2});"
            for number in range(2, count + 1)
        ),
        *(
            f"const {_VECTOR} four{first // 4} = vld1q_f32(constants + {_place_of(parts) + first});"
            for first in range(0, len(above) + len(below), 4)
        ),
        *_sum_of_powers("above", len(above), 0),
        *_sum_of_powers("below", len(below), len(above)),
        "return vdivq_f32(vmulq_f32(x, above), below);",
    ]
    return _function(name, body)


def _sum_of_powers(name: str, count: int, first: int) -> list[str]:
    """first: where the constant term stands among the quotient's coefficients."""
    lines = [f"{_VECTOR} {name} = vdupq_laneq_f32(four{first // 4}, {first % 4});"]
    return lines + [
        f"{name} = vfmaq_laneq_f32({name}, power{number}, four{(first + number) // 4}, "
        f"{(first + number) % 4});"
        for number in range(1, count)
    ]


def _place_of(parts: _Quotient) -> int:
    """Where a quotient's coefficients stand in the array: behind the vectors of one number."""
    before = _QUOTIENTS[: _QUOTIENTS.index(parts)]
    return 4 * len(_NUMBERS) + sum(len(_in_fours(earlier)) for earlier in before)


def _in_fours(parts: _Quotient) -> list[float]:
    """Coefficients of both polynomials, the constant terms first, up to whole vectors."""
    numbers = [*parts[0][::-1], *parts[1][::-1]]
    return numbers + [0.0] * (-len(numbers) % 4)


def _table() -> str:
    """TBL takes 64 bytes of a table; an index outside leaves TBX's result as it was. As unsigned
    numbers the bytes from 0 on come first: they stand in the upper half of the table."""
    body = [
        "uint8x16_t at = vreinterpretq_u8_s8(bytes);",
        "int8x16_t found = vqtbl4q_s8(vld1q_s8_x4(table + 128), at);",
    ]
    for start in (192, 0, 64):
        body += [
            "at = vsubq_u8(at, vdupq_n_u8(64));",
            f"found = vqtbx4q_s8(found, vld1q_s8_x4(table + {start}), at);",
        ]
    whole = inline_function(
        "int8x16_t",
        "table_of_bytes",
        ("int8x16_t bytes", "const int8_t *table"),
        [*body, "return found;"],
    )
    lanes = inline_function(
        "int32x4_t",
        "table_of_lanes",
        ("int32x4_t lanes", "const int8_t *table"),
        [
            "const int8x16_t found = table_of_bytes(vreinterpretq_s8_s32(lanes), table);",
            "return vshrq_n_s32(vshlq_n_s32(vreinterpretq_s32_s8(found), 24), 24);",
        ],
    )
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
