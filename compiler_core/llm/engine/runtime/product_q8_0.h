/* Q8_0 weights: 32 values in 34 bytes, a half scale d and 32 codes q; a weight is d q.
 *
 * Codes times codes of the activations by SDOT, four products to a lane. */
#ifndef PRODUCT_Q8_0_H
#define PRODUCT_Q8_0_H

#include "panels.h"

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
INLINE int8x16x2_t take_q8_0(const unsigned char **row)
{
    const int8x16x2_t codes = vld1q_s8_x2((const int8_t *)*row);
    *row += 32;
    return codes;
}
#endif

INLINE void tile_q8_0(const unsigned char *weights, size_t row_bytes, int columns,
                      struct operand input, const int tokens, float sums[][ROWS])
{
    const int blocks = columns / 32;
#ifdef WITH_DOT_PRODUCT
    const struct operand second = from_token(input, tokens - 1, columns, 32);
    tile_of_codes(take_q8_0, 0, weights, row_bytes, blocks, input, second, tokens, sums);
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
#ifdef WITH_MATRIX_PRODUCT
    if (tokens > 1) {
        product_by_panels(take_q8_0, 0, row_bytes_q8_0(columns), weights, rows, columns, input,
                          tokens, output, store);
        return;
    }
#endif
    product(tile_q8_0, row_bytes_q8_0(columns), 32, weights, rows, columns, input, tokens, output,
            store);
}

#endif
