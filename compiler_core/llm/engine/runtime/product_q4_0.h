/* Q4_0 weights: 32 values in 18 bytes, a half scale d and 32 codes q of four bits; a weight is
 * d (q - 8). Byte j holds code j in its low bits and code j + 16 in its high bits.
 *
 * The 8 is not taken from every code: -8 times the sum of the activations' codes is where the sum
 * of products begins. */
#ifndef PRODUCT_Q4_0_H
#define PRODUCT_Q4_0_H

#include "panels.h"

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
INLINE int8x16x2_t take_q4_0(const unsigned char **row)
{
    const uint8x16_t both = vld1q_u8(*row);
    *row += 16;
    return (int8x16x2_t){{vreinterpretq_s8_u8(vandq_u8(both, vdupq_n_u8(15))),
                          vreinterpretq_s8_u8(vshrq_n_u8(both, 4))}};
}
#endif

INLINE void tile_q4_0(const unsigned char *weights, size_t row_bytes, int columns,
                      struct operand input, const int tokens, float sums[][ROWS])
{
    const int blocks = columns / 32;
#ifdef WITH_DOT_PRODUCT
    const struct operand second = from_token(input, tokens - 1, columns, 32);
    tile_of_codes(take_q4_0, 1, weights, row_bytes, blocks, input, second, tokens, sums);
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
#ifdef WITH_MATRIX_PRODUCT
    if (tokens > 1) {
        product_by_panels(take_q4_0, 8, row_bytes_q4_0(columns), weights, rows, columns, input,
                          tokens, output, store);
        return;
    }
#endif
    product(tile_q4_0, row_bytes_q4_0(columns), 32, weights, rows, columns, input, tokens, output,
            store);
}

#endif
