"""C for a matched nest: plain, and with the intrinsic on packed numbers."""

from __future__ import annotations

from compiler_core.atlas.tensorise.matching import Intrinsic, Match
from compiler_core.atlas.tensorise.nest import Nest

FUNCTION = "product"


def plain_text(nest: Nest, roles: Match) -> str:
    """The nest as one writes it in C; also what the compilers are asked to vectorise."""
    return f"#include <stdint.h>\n{_sizes(nest, roles)}\n{_signature()}\n{_PLAIN}"


def tensor_text(nest: Nest, roles: Match, intrinsic: Intrinsic) -> str:
    """With the intrinsic: pack, then a tile of 4 × 4 sums at a time."""
    body = {"SDOT": _SDOT, "SMMLA": _SMMLA}[intrinsic.name]
    headers = "#include <arm_neon.h>\n#include <string.h>"
    return f"{headers}\n{_sizes(nest, roles)}\n{_signature()}\n{body}"


def _sizes(nest: Nest, roles: Match) -> str:
    rows, columns, depth = (nest.loops[loop] for loop in (roles.row, roles.column, roles.depth))
    return f"enum {{ ROWS = {rows}, COLUMNS = {columns}, DEPTH = {depth} }};"


def _signature() -> str:
    return (
        f"void {FUNCTION}(int32_t c[restrict ROWS][COLUMNS],\n"
        "             const int8_t a[restrict ROWS][DEPTH],\n"
        "             const int8_t b[restrict COLUMNS][DEPTH])"
    )


_PLAIN = """{
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            int32_t sum = 0;
            for (int k = 0; k < DEPTH; k++)
                sum += a[i][k] * b[j][k];
            c[i][j] = sum;
        }
}
"""
_SDOT = """{
    /* Four numbers of each of four columns side by side: one register. */
    static int8_t packed[COLUMNS / 4][DEPTH / 4][4][4];
    for (int j = 0; j < COLUMNS; j++)
        for (int k = 0; k < DEPTH; k += 4)
            memcpy(packed[j / 4][k / 4][j % 4], &b[j][k], 4);
    for (int i = 0; i < ROWS; i += 4)
        for (int j = 0; j < COLUMNS; j += 4) {
            int32x4_t s0 = vdupq_n_s32(0), s1 = s0, s2 = s0, s3 = s0;
            for (int k = 0; k < DEPTH; k += 16) {
                int8x16_t a0 = vld1q_s8(&a[i][k]), a1 = vld1q_s8(&a[i + 1][k]);
                int8x16_t a2 = vld1q_s8(&a[i + 2][k]), a3 = vld1q_s8(&a[i + 3][k]);
#define FOUR(lane) { \\
                int8x16_t w = vld1q_s8(packed[j / 4][k / 4 + lane][0]); \\
                s0 = vdotq_laneq_s32(s0, w, a0, lane); s1 = vdotq_laneq_s32(s1, w, a1, lane); \\
                s2 = vdotq_laneq_s32(s2, w, a2, lane); s3 = vdotq_laneq_s32(s3, w, a3, lane); }
                FOUR(0) FOUR(1) FOUR(2) FOUR(3)
            }
            vst1q_s32(&c[i][j], s0);
            vst1q_s32(&c[i + 1][j], s1);
            vst1q_s32(&c[i + 2][j], s2);
            vst1q_s32(&c[i + 3][j], s3);
        }
}
"""
_SMMLA = """{
    /* Eight numbers of each of two rows side by side: one register; columns alike. */
    static int8_t rows[ROWS / 2][DEPTH / 8][2][8], columns[COLUMNS / 2][DEPTH / 8][2][8];
    for (int i = 0; i < ROWS; i++)
        for (int k = 0; k < DEPTH; k += 8)
            memcpy(rows[i / 2][k / 8][i % 2], &a[i][k], 8);
    for (int j = 0; j < COLUMNS; j++)
        for (int k = 0; k < DEPTH; k += 8)
            memcpy(columns[j / 2][k / 8][j % 2], &b[j][k], 8);
    for (int i = 0; i < ROWS; i += 4)
        for (int j = 0; j < COLUMNS; j += 4) {
            int32x4_t s00 = vdupq_n_s32(0), s01 = s00, s10 = s00, s11 = s00;
            for (int k = 0; k < DEPTH / 8; k++) {
                int8x16_t x0 = vld1q_s8(rows[i / 2][k][0]), x1 = vld1q_s8(rows[i / 2 + 1][k][0]);
                int8x16_t y0 = vld1q_s8(columns[j / 2][k][0]);
                int8x16_t y1 = vld1q_s8(columns[j / 2 + 1][k][0]);
                s00 = vmmlaq_s32(s00, x0, y0);
                s01 = vmmlaq_s32(s01, x0, y1);
                s10 = vmmlaq_s32(s10, x1, y0);
                s11 = vmmlaq_s32(s11, x1, y1);
            }
            vst1q_s32(&c[i][j], vcombine_s32(vget_low_s32(s00), vget_low_s32(s01)));
            vst1q_s32(&c[i + 1][j], vcombine_s32(vget_high_s32(s00), vget_high_s32(s01)));
            vst1q_s32(&c[i + 2][j], vcombine_s32(vget_low_s32(s10), vget_low_s32(s11)));
            vst1q_s32(&c[i + 3][j], vcombine_s32(vget_high_s32(s10), vget_high_s32(s11)));
        }
}
"""
