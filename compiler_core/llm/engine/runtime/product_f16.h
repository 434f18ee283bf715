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
/* 32 weights of a row in one load, and the address moves on; each half by FCVTL or FCVTL2. */
INLINE float32x4_t add_32(float32x4_t sum, const unsigned char **row, const float32x4_t with[8])
{
    float16x8x4_t weights;
    __asm__ volatile("ld1 {%S0.8h - %V0.8h}, [%1], #64" : "=w"(weights), "+r"(*row));
    for (int i = 0; i < 4; i++) {
        sum = vfmaq_f32(sum, vcvt_f32_f16(vget_low_f16(weights.val[i])), with[2 * i]);
        sum = vfmaq_f32(sum, vcvt_high_f32_f16(weights.val[i]), with[2 * i + 1]);
    }
    return sum;
}

/* Four weights of a row. */
INLINE float32x4_t widened(const unsigned char *place)
{
    return vcvt_f32_f16(vld1_f16((const __fp16 *)place));
}

/* Eight rows by one token, 32 columns at a time; returns the first column that is left. */
INLINE int add_rows_32(const unsigned char *weights, size_t row_bytes, int columns,
                       const float *values, float32x4_t sum[ROWS])
{
    const unsigned char *row[ROWS];
    for (int i = 0; i < ROWS; i++) row[i] = weights + i * row_bytes;
    int column = 0;
    for (; column + 32 <= columns; column += 32) {
        float32x4_t with[8];
        for (int i = 0; i < 8; i++) with[i] = vld1q_f32(values + column + 4 * i);
        for (int i = 0; i < ROWS; i++) sum[i] = add_32(sum[i], &row[i], with);
    }
    return column;
}
#endif

INLINE void tile_f16(const unsigned char *weights, size_t row_bytes, int columns,
                     struct operand input, const int tokens, float sums[][ROWS])
{
#ifdef WITH_NEON
    float32x4_t sum[TOKENS][ROWS];
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < ROWS; i++) sum[t][i] = vdupq_n_f32(0);
    int column = tokens == 1 ? add_rows_32(weights, row_bytes, columns, input.values, sum[0]) : 0;
    for (; column < columns; column += 4)
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
