"""NEON's names in vectors of GCC: each computes what NEON does, and float kernels need no other."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import numpy as np
import pytest

from compiler_core.graph.emission.vectors import (
    VECTORS_FILE,
    intrinsics_in_vectors,
    native_flags,
    vectors_text,
)

pytestmark = pytest.mark.usefixtures("emulator")

_COUNT = 64
# Where products and sums are one instruction only on request.
_FUSED = ("-mfma",) if os.uname().machine == "x86_64" else ()
# On four floats of a, b and c each; `at` is where they begin.
_OPERATIONS = {
    "vaddq_f32": "vaddq_f32(a, b)",
    "vsubq_f32": "vsubq_f32(a, b)",
    "vmulq_f32": "vmulq_f32(a, b)",
    "vdivq_f32": "vdivq_f32(a, b)",
    "vnegq_f32": "vnegq_f32(a)",
    "vabsq_f32": "vabsq_f32(a)",
    "vmaxq_f32": "vmaxq_f32(a, b)",
    "vminq_f32": "vminq_f32(a, b)",
    "vmulq_n_f32": "vmulq_n_f32(a, c[1])",
    "vfmaq_f32": "vfmaq_f32(a, b, c)",
    "vfmsq_f32": "vfmsq_f32(a, b, c)",
    "vfmaq_laneq_f32": "vfmaq_laneq_f32(a, b, c, 2)",
    "vdupq_n_f32": "vdupq_n_f32(a[3])",
    "vdupq_laneq_f32": "vdupq_laneq_f32(a, 1)",
    "vld1q_dup_f32": "vld1q_dup_f32(first + at + 1)",
    "vld1q_lane_f32": "vld1q_lane_f32(second + at, a, 3)",
    "vld2q_f32": "vsubq_f32(vld2q_f32(first + at).val[0], vld2q_f32(first + at).val[1])",
    "vrndnq_f32": "vrndnq_f32(a)",
    "vbslq_f32": "vbslq_f32(vcltq_f32(a, b), b, c)",
    "vcvtq_s32_f32": "vcvtq_f32_s32(vaddq_s32(vcvtq_s32_f32(a), vdupq_n_s32(7)))",
    "vshlq_n_s32": "vreinterpretq_f32_s32(vshlq_n_s32(vaddq_s32(vcvtq_s32_f32(vabsq_f32(a)), "
    "vdupq_n_s32(100)), 23))",
}
_PROGRAM = """\
#include "vectors.h"
#include <stdio.h>
static float first[{room}], second[{room}], third[{room}], result[{count}];
int main(void)
{{
    for (float *place = first; place; place = place == first ? second : place == second ? third : 0)
        if (fread(place, 4, {count}, stdin) != {count}) return 1;
    for (int at = 0; at < {count}; at += 4) {{
        const float32x4_t a = vld1q_f32(first + at), b = vld1q_f32(second + at);
        const float32x4_t c = vld1q_f32(third + at);
        (void)a, (void)b, (void)c;
        vst1q_f32(result + at, {operation});
    }}
    return fwrite(result, 4, {count}, stdout) != {count};
}}
"""


def _values() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """With halves, whose rounding is a tie, and numbers that have no fraction."""
    draws = np.random.default_rng(3)
    first, second, third = draws.standard_normal((3, _COUNT)).astype(np.float32) * 9
    first[:8] = [0.5, -0.5, 1.5, 2.5, -2.5, 3e7, -8388609, 4194303.5]
    second[0] = first[0]
    return first, second, third


def _wanted(name: str) -> np.ndarray:
    """As the instructions' descriptions say; what is fused is rounded once."""
    a, b, c = _values()
    wide = [one.astype(np.float64) for one in (a, b, c)]
    fours = [one.reshape(-1, 4) for one in (a, b, c)]

    def lane(of: np.ndarray, at: int) -> np.ndarray:
        return np.repeat(of[:, at], 4)

    after = np.append(a, np.zeros(4, np.float32))
    eights = np.stack([after[at : at + 8] for at in range(0, _COUNT, 4)])
    put_in = fours[0].copy()
    put_in[:, 3] = fours[1][:, 0]
    powers = (np.trunc(np.abs(a)).astype(np.int64) + 100) << 23
    wanted = {
        "vaddq_f32": a + b, "vsubq_f32": a - b, "vmulq_f32": a * b, "vdivq_f32": a / b,
        "vnegq_f32": -a, "vabsq_f32": np.abs(a), "vmaxq_f32": np.maximum(a, b),
        "vminq_f32": np.minimum(a, b), "vmulq_n_f32": a * lane(fours[2], 1),
        "vfmaq_f32": wide[0] + wide[1] * wide[2], "vfmsq_f32": wide[0] - wide[1] * wide[2],
        "vfmaq_laneq_f32": wide[0] + wide[1] * lane(fours[2], 2),
        "vdupq_n_f32": lane(fours[0], 3), "vdupq_laneq_f32": lane(fours[0], 1),
        "vld1q_dup_f32": lane(fours[0], 1), "vld1q_lane_f32": put_in,
        "vld2q_f32": eights[:, ::2] - eights[:, 1::2], "vrndnq_f32": np.round(a),
        "vbslq_f32": np.where(a < b, b, c), "vcvtq_s32_f32": np.trunc(a) + 7,
        "vshlq_n_s32": (powers & 0xFFFFFFFF).astype(np.uint32).view(np.float32),
    }  # fmt: skip
    return np.asarray(wanted[name]).reshape(-1).astype(np.float32)


@pytest.mark.parametrize("name", _OPERATIONS)
def test_it_computes_what_neon_does(name: str, tmp_path: Path) -> None:
    (tmp_path / VECTORS_FILE).write_text(vectors_text())
    operation = _OPERATIONS[name]
    text = _PROGRAM.format(operation=operation, count=_COUNT, room=_COUNT + 8)
    (tmp_path / "one.c").write_text(text)
    flags = ["-std=c11", "-O2", "-Wall", "-Werror", *native_flags(f"{operation};")]
    if "vshlq" not in name:
        assert len(flags) > 4
    subprocess.run(["gcc", *flags, *_FUSED, "one.c", "-o", "one"], cwd=tmp_path, check=True)
    given = b"".join(value.tobytes() for value in _values())
    done = subprocess.run(["./one"], cwd=tmp_path, input=given, capture_output=True, check=True)
    assert np.array_equal(np.frombuffer(done.stdout, np.float32), _wanted(name), equal_nan=True)


def test_every_name_is_tried() -> None:
    tried = " ".join(_OPERATIONS.values()) + _PROGRAM
    assert [name for name in intrinsics_in_vectors() if f"{name}(" not in tried] == []


def test_a_program_that_needs_more_keeps_its_plain_c() -> None:
    floats = "sum = vfmaq_f32(sum, a, vld1q_f32(b));"
    assert native_flags(floats)
    assert native_flags(floats + "total = vdotq_s32(total, c, d);") == ()
    assert native_flags("for (;;) sum += a[i] * b[i];") == ()
