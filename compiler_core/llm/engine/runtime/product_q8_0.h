/* Q8_0 weights: 32 values in 34 bytes, a half scale d and 32 codes q; a weight is d q.
 *
 * Codes times codes of the activations by SDOT, four products to a lane; then the sums of four rows
 * become one vector, which is scaled at once. */
#ifndef PRODUCT_Q8_0_H
#define PRODUCT_Q8_0_H

#include "product.h"

enum { Q8_0_BYTES = 34, Q8_0_CODES = 2 };

INLINE size_t row_bytes_q8_0(int columns) { return (size_t)(columns / 32) * Q8_0_BYTES; }

INLINE void expand_q8_0(const unsigned char *row, int columns, float *values)
{
    for (int i = 0; i < columns; i++) {
        const unsigned char *block = row + (i / 32) * Q8_0_BYTES;
        const float scale = float_of_half(load_half(block));
        values[i] = scale * (int8_t)block[Q8_0_CODES + i % 32];
    }
}

#ifdef WITH_DOT_PRODUCT
INLINE float32x4_t four_scales(const unsigned char *block, size_t row_bytes)
{
    float16x4_t scales = vld1_dup_f16((const __fp16 *)block);
    scales = vld1_lane_f16((const __fp16 *)(block + row_bytes), scales, 1);
    scales = vld1_lane_f16((const __fp16 *)(block + 2 * row_bytes), scales, 2);
    scales = vld1_lane_f16((const __fp16 *)(block + 3 * row_bytes), scales, 3);
    return vcvt_f32_f16(scales);
}
#endif

INLINE void tile_q8_0(const unsigned char *weights, size_t row_bytes, int columns,
                      struct operand input, const int tokens, float sums[][ROWS])
{
    const int blocks = columns / 32;
#ifdef WITH_DOT_PRODUCT
    float32x4_t sum[TOKENS];
    for (int t = 0; t < tokens; t++) sum[t] = vdupq_n_f32(0);
    for (int b = 0; b < blocks; b++) {
        const unsigned char *block = weights + b * Q8_0_BYTES;
        const float32x4_t scales = four_scales(block, row_bytes);
        for (int t = 0; t < tokens; t++) {
            const int8_t *codes = input.quantised.codes + (size_t)t * columns + 32 * b;
            const int8x16_t low = vld1q_s8(codes), high = vld1q_s8(codes + 16);
            int32x4_t dots[ROWS];
            for (int i = 0; i < ROWS; i++) {
                const int8_t *row = (const int8_t *)(block + i * row_bytes + Q8_0_CODES);
                dots[i] = vdotq_s32(vdupq_n_s32(0), vld1q_s8(row), low);
                dots[i] = vdotq_s32(dots[i], vld1q_s8(row + 16), high);
            }
            const int32x4_t whole = four_integer_sums(dots[0], dots[1], dots[2], dots[3]);
            const float32x4_t both = vmulq_n_f32(scales, input.quantised.scales[t * blocks + b]);
            sum[t] = vfmaq_f32(sum[t], vcvtq_f32_s32(whole), both);
        }
    }
    for (int t = 0; t < tokens; t++) vst1q_f32(sums[t], sum[t]);
#else
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < ROWS; i++) {
            float sum = 0;
            for (int b = 0; b < blocks; b++) {
                const unsigned char *block = weights + i * row_bytes + b * Q8_0_BYTES;
                const int8_t *codes = input.quantised.codes + (size_t)t * columns + 32 * b;
                int whole = 0;
                for (int j = 0; j < 32; j++) whole += (int8_t)block[Q8_0_CODES + j] * codes[j];
                sum += (float)whole * (float_of_half(load_half(block)) *
                                       input.quantised.scales[t * blocks + b]);
            }
            sums[t][i] = sum;
        }
#endif
}

INLINE void product_q8_0(const unsigned char *weights, int rows, int columns, struct operand input,
                         int tokens, float *output, enum store store)
{
    product(tile_q8_0, row_bytes_q8_0(columns), 32, weights, rows, columns, input, tokens, output,
            store);
}

#endif
