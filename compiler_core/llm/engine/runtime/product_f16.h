/* Weights as 16-bit floats, widened when they are used. */
#ifndef PRODUCT_F16_H
#define PRODUCT_F16_H

#include "product.h"

INLINE size_t row_bytes_f16(int columns) { return sizeof(half) * (size_t)columns; }

INLINE void expand_f16(const unsigned char *row, int columns, float *values)
{
    for (int i = 0; i < columns; i++) values[i] = float_of_half(load_half(row + sizeof(half) * i));
}

#ifdef WITH_NEON
INLINE float32x4_t widened(const unsigned char *place)
{
    return vcvt_f32_f16(vld1_f16((const __fp16 *)place));
}
#endif

INLINE void tile_f16(const unsigned char *weights, size_t row_bytes, int columns,
                     struct operand input, const int tokens, float sums[][ROWS])
{
#ifdef WITH_NEON
    float32x4_t sum[TOKENS][ROWS];
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < ROWS; i++) sum[t][i] = vdupq_n_f32(0);
    for (int column = 0; column < columns; column += 4)
        for (int i = 0; i < ROWS; i++) {
            const float32x4_t weight = widened(weights + i * row_bytes + sizeof(half) * column);
            for (int t = 0; t < tokens; t++)
                sum[t][i] = vfmaq_f32(sum[t][i], weight,
                                      vld1q_f32(input.values + (size_t)t * columns + column));
        }
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < ROWS; i += 4)
            vst1q_f32(sums[t] + i,
                      lane_sums(sum[t][i], sum[t][i + 1], sum[t][i + 2], sum[t][i + 3]));
#else
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < ROWS; i++) {
            const unsigned char *row = weights + i * row_bytes;
            float sum = 0;
            for (int column = 0; column < columns; column++)
                sum += float_of_half(load_half(row + sizeof(half) * column)) *
                       input.values[(size_t)t * columns + column];
            sums[t][i] = sum;
        }
#endif
}

INLINE void product_f16(const unsigned char *weights, int rows, int columns, struct operand input,
                        int tokens, float *output, enum store store)
{
    product(tile_f16, row_bytes_f16(columns), 0, weights, rows, columns, input, tokens, output,
            store);
}

#endif
