/* Activations as integers, made anew for every product: blocks of 32 for Q8_0, of 256 for Q8_K.
 *
 * Bit for bit as ggml does on AArch64, so that integer parts of products can be compared. */
#ifndef ACTIVATIONS_H
#define ACTIVATIONS_H

#include "numbers.h"

/* Of each token `columns` codes and one scale per block; what else a kernel of weights needs:
 * corrections: -8 times the sum of a block's codes, for Q4_0, whose codes are stored plus 8.
 * sums: of every 16 codes, for the minima of Q4_K and the offset of Q6_K. */
struct quantised {
    int8_t *codes;
    float *scales;
    int32_t *corrections;
    int16_t *sums;
};

/* To the nearest integer, ties to even. */
INLINE int nearest(float value)
{
    const float magic = 12582912.0f;
    return (int)(bits_of_float(value + magic) & 0x7fffff) - 0x400000;
}

INLINE void quantise_block_32(const float *values, int8_t *codes, float *scale, int32_t *correction)
{
#ifdef WITH_NEON
    float32x4_t part[8];
    for (int i = 0; i < 8; i++) part[i] = vld1q_f32(values + 4 * i);
    float32x4_t most = vabsq_f32(part[0]);
    for (int i = 1; i < 8; i++) most = vmaxq_f32(most, vabsq_f32(part[i]));
    const float step = vmaxvq_f32(most) / 127.0f, inverse = step != 0 ? 1.0f / step : 0.0f;
    int32x4_t whole[8], total = vdupq_n_s32(0);
    for (int i = 0; i < 8; i++) {
        whole[i] = vcvtnq_s32_f32(vmulq_n_f32(part[i], inverse));
        total = vaddq_s32(total, whole[i]);
    }
    for (int i = 0; i < 8; i += 4) {
        const int16x8_t low = vcombine_s16(vmovn_s32(whole[i]), vmovn_s32(whole[i + 1]));
        const int16x8_t high = vcombine_s16(vmovn_s32(whole[i + 2]), vmovn_s32(whole[i + 3]));
        vst1q_s8(codes + 4 * i, vcombine_s8(vmovn_s16(low), vmovn_s16(high)));
    }
    *correction = -8 * vaddvq_s32(total);
#else
    float most = 0;
    for (int i = 0; i < 32; i++) most = MAXIMUM(most, fabsf(values[i]));
    const float step = most / 127.0f, inverse = step != 0 ? 1.0f / step : 0.0f;
    int total = 0;
    for (int i = 0; i < 32; i++) {
        codes[i] = (int8_t)nearest(values[i] * inverse);
        total += codes[i];
    }
    *correction = -8 * total;
#endif
    /* ggml keeps the scale as a half. */
    *scale = float_of_half(half_of_float(step));
}

INLINE void quantise_q8_0(const float *values, int columns, int tokens, struct quantised to)
{
    for (int block = 0; block < tokens * (columns / 32); block++)
        quantise_block_32(values + 32 * block, to.codes + 32 * block, to.scales + block,
                          to.corrections + block);
}

/* The value furthest from zero becomes -127. */
INLINE void quantise_block_256(const float *values, int8_t *codes, float *scale, int16_t *sums)
{
    float furthest = 0;
    for (int i = 0; i < 256; i++)
        if (fabsf(values[i]) > fabsf(furthest)) furthest = values[i];
    const float inverse = furthest != 0 ? -127.0f / furthest : 0.0f;
    for (int i = 0; i < 256; i++) {
        const int code = nearest(inverse * values[i]);
        codes[i] = (int8_t)MINIMUM(code, 127);
    }
    for (int group = 0; group < 16; group++) {
        int sum = 0;
        for (int i = 0; i < 16; i++) sum += codes[16 * group + i];
        sums[group] = (int16_t)sum;
    }
    *scale = furthest != 0 ? 1.0f / inverse : 0.0f;
}

INLINE void quantise_q8_k(const float *values, int columns, int tokens, struct quantised to)
{
    for (int block = 0; block < tokens * (columns / 256); block++)
        quantise_block_256(values + 256 * block, to.codes + 256 * block, to.scales + block,
                           to.sums + 16 * block);
}

#endif
