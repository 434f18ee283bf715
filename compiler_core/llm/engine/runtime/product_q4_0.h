/* Q4_0 weights: 32 values in 18 bytes, a half scale d and 32 codes q of four bits; a weight is
 * d (q - 8). Byte j holds code j in its low bits and code j + 16 in its high bits.
 *
 * The 8 is not taken from every code: -8 times the sum of the activations' codes is where the sum
 * of products begins. */
#ifndef PRODUCT_Q4_0_H
#define PRODUCT_Q4_0_H

#include "product.h"

enum { Q4_0_BYTES = 18, Q4_0_CODES = 2 };

INLINE size_t row_bytes_q4_0(int columns) { return (size_t)(columns / 32) * Q4_0_BYTES; }

INLINE void expand_q4_0(const unsigned char *row, int columns, float *values)
{
    for (int i = 0; i < columns; i++) {
        const unsigned char *block = row + (i / 32) * Q4_0_BYTES;
        const int byte = block[Q4_0_CODES + i % 16], code = i % 32 < 16 ? byte & 15 : byte >> 4;
        values[i] = float_of_half(load_half(block)) * (code - 8);
    }
}

#ifdef WITH_DOT_PRODUCT
INLINE float32x4_t four_scales_q4_0(const unsigned char *block, size_t row_bytes)
{
    float16x4_t scales = vld1_dup_f16((const __fp16 *)block);
    scales = vld1_lane_f16((const __fp16 *)(block + row_bytes), scales, 1);
    scales = vld1_lane_f16((const __fp16 *)(block + 2 * row_bytes), scales, 2);
    scales = vld1_lane_f16((const __fp16 *)(block + 3 * row_bytes), scales, 3);
    return vcvt_f32_f16(scales);
}
#endif

INLINE void tile_q4_0(const unsigned char *weights, size_t row_bytes, int columns,
                      struct operand input, const int tokens, float sums[][ROWS])
{
    const int blocks = columns / 32;
#ifdef WITH_DOT_PRODUCT
    float32x4_t sum[TOKENS];
    for (int t = 0; t < tokens; t++) sum[t] = vdupq_n_f32(0);
    for (int b = 0; b < blocks; b++) {
        const unsigned char *block = weights + b * Q4_0_BYTES;
        const float32x4_t scales = four_scales_q4_0(block, row_bytes);
        int8x16_t low[ROWS], high[ROWS];
        for (int i = 0; i < ROWS; i++) {
            const uint8x16_t both = vld1q_u8(block + i * row_bytes + Q4_0_CODES);
            low[i] = vreinterpretq_s8_u8(vandq_u8(both, vdupq_n_u8(15)));
            high[i] = vreinterpretq_s8_u8(vshrq_n_u8(both, 4));
        }
        for (int t = 0; t < tokens; t++) {
            const int8_t *codes = input.quantised.codes + (size_t)t * columns + 32 * b;
            const int8x16_t first = vld1q_s8(codes), second = vld1q_s8(codes + 16);
            const int32x4_t start = {input.quantised.corrections[t * blocks + b], 0, 0, 0};
            int32x4_t dots[ROWS];
            for (int i = 0; i < ROWS; i++)
                dots[i] = vdotq_s32(vdotq_s32(start, low[i], first), high[i], second);
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
                const unsigned char *block = weights + i * row_bytes + b * Q4_0_BYTES;
                const int8_t *codes = input.quantised.codes + (size_t)t * columns + 32 * b;
                int whole = input.quantised.corrections[t * blocks + b];
                for (int j = 0; j < 16; j++) {
                    const int byte = block[Q4_0_CODES + j];
                    whole += (byte & 15) * codes[j] + (byte >> 4) * codes[j + 16];
                }
                sum += (float)whole * (float_of_half(load_half(block)) *
                                       input.quantised.scales[t * blocks + b]);
            }
            sums[t][i] = sum;
        }
#endif
}

INLINE void product_q4_0(const unsigned char *weights, int rows, int columns, struct operand input,
                         int tokens, float *output, enum store store)
{
    product(tile_q4_0, row_bytes_q4_0(columns), 32, weights, rows, columns, input, tokens, output,
            store);
}

#endif
