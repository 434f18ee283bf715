/* Weights as 32-bit floats. */
#ifndef PRODUCT_F32_H
#define PRODUCT_F32_H

#include "product.h"

INLINE size_t row_bytes_f32(int columns) { return sizeof(float) * (size_t)columns; }

INLINE void expand_f32(const unsigned char *row, int columns, float *values)
{
    memcpy(values, row, row_bytes_f32(columns));
}

INLINE void tile_f32(const unsigned char *weights, size_t row_bytes, int columns,
                     struct operand input, const int tokens, float sums[][ROWS])
{
#ifdef WITH_NEON
    float32x4_t sum[TOKENS][ROWS];
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < ROWS; i++) sum[t][i] = vdupq_n_f32(0);
    for (int column = 0; column < columns; column += 4)
        for (int i = 0; i < ROWS; i++) {
            const float32x4_t weight = vld1q_f32((const float *)(weights + i * row_bytes) + column);
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
            const float *row = (const float *)(weights + i * row_bytes);
            float sum = 0;
            for (int column = 0; column < columns; column++)
                sum += row[column] * input.values[(size_t)t * columns + column];
            sums[t][i] = sum;
        }
#endif
}

INLINE void product_f32(const unsigned char *weights, int rows, int columns, struct operand input,
                        int tokens, float *output, enum store store)
{
    product(tile_f32, row_bytes_f32(columns), 0, weights, rows, columns, input, tokens, output,
            store);
}

#endif
