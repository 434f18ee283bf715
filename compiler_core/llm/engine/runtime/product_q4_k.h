/* Q4_K weights: 256 values in 144 bytes: half d, half dmin, eight pairs of 6-bit scale and minimum in
 * 12 bytes, 128 bytes of codes q. In sub-block s of 32 values a weight is d scale[s] q - dmin
 * minimum[s].
 *
 * The minima need only the sums of the activations' codes, which were made with them. */
#ifndef PRODUCT_Q4_K_H
#define PRODUCT_Q4_K_H

#include "product.h"

enum { Q4_K_BYTES = 144, Q4_K_SCALES = 4, Q4_K_CODES = 16, Q4_K_PARTS = 8 };

INLINE size_t row_bytes_q4_k(int columns) { return (size_t)(columns / 256) * Q4_K_BYTES; }

/* The packed twelve bytes to eight scales and eight minima, each in a byte: four at a time. */
INLINE void unpack_q4_k(const unsigned char *block, uint8_t scales[8], uint8_t minima[8])
{
    uint32_t word[3], unpacked[4];
    memcpy(word, block + Q4_K_SCALES, sizeof word);
    unpacked[0] = word[0] & 0x3f3f3f3f;
    unpacked[1] = (word[2] & 0x0f0f0f0f) | (word[0] >> 6 & 0x03030303) << 4;
    unpacked[2] = word[1] & 0x3f3f3f3f;
    unpacked[3] = (word[2] >> 4 & 0x0f0f0f0f) | (word[1] >> 6 & 0x03030303) << 4;
    memcpy(scales, unpacked, 8);
    memcpy(minima, unpacked + 2, 8);
}

INLINE void expand_q4_k(const unsigned char *row, int columns, float *values)
{
    for (int at = 0; at < columns; at += 256) {
        const unsigned char *block = row + at / 256 * Q4_K_BYTES;
        const float d = float_of_half(load_half(block)), dmin = float_of_half(load_half(block + 2));
        uint8_t scales[8], minima[8];
        unpack_q4_k(block, scales, minima);
        for (int i = 0; i < 256; i++) {
            const int part = i / 32, byte = block[Q4_K_CODES + part / 2 * 32 + i % 32];
            const int code = part % 2 ? byte >> 4 : byte & 15;
            values[at + i] = d * scales[part] * code - dmin * minima[part];
        }
    }
}

#ifdef WITH_DOT_PRODUCT
/* The scaled sums of products of one block, in four lanes. */
INLINE int32x4_t block_dots_q4_k(const unsigned char *block, const uint8_t *scales,
                                 const int8_t *codes)
{
    int32x4_t total = vdupq_n_s32(0);
    for (int pair = 0; pair < Q4_K_PARTS / 2; pair++) {
        const uint8x16_t first = vld1q_u8(block + Q4_K_CODES + 32 * pair);
        const uint8x16_t second = vld1q_u8(block + Q4_K_CODES + 32 * pair + 16);
        const int8_t *with = codes + 64 * pair;
        int32x4_t low = vdupq_n_s32(0), high = vdupq_n_s32(0);
        low = vdotq_s32(low, vreinterpretq_s8_u8(vandq_u8(first, vdupq_n_u8(15))), vld1q_s8(with));
        low = vdotq_s32(low, vreinterpretq_s8_u8(vandq_u8(second, vdupq_n_u8(15))),
                        vld1q_s8(with + 16));
        high = vdotq_s32(high, vreinterpretq_s8_u8(vshrq_n_u8(first, 4)), vld1q_s8(with + 32));
        high = vdotq_s32(high, vreinterpretq_s8_u8(vshrq_n_u8(second, 4)), vld1q_s8(with + 48));
        total = vmlaq_n_s32(total, low, scales[2 * pair]);
        total = vmlaq_n_s32(total, high, scales[2 * pair + 1]);
    }
    return total;
}

INLINE int32x4_t block_minima_q4_k(const uint8_t *minima, const int16_t *sums)
{
    const int16x8_t parts = vpaddq_s16(vld1q_s16(sums), vld1q_s16(sums + 8));
    const int16x8_t wide = vreinterpretq_s16_u16(vmovl_u8(vld1_u8(minima)));
    const int32x4_t low = vmull_s16(vget_low_s16(parts), vget_low_s16(wide));
    return vmlal_high_s16(low, parts, wide);
}
#else
INLINE void block_plain_q4_k(const unsigned char *block, const int8_t *codes, const int16_t *sums,
                             int *dots, int *minimum)
{
    uint8_t scales[8], minima[8];
    unpack_q4_k(block, scales, minima);
    *dots = *minimum = 0;
    for (int part = 0; part < Q4_K_PARTS; part++) {
        int dot = 0;
        for (int j = 0; j < 32; j++) {
            const int byte = block[Q4_K_CODES + part / 2 * 32 + j];
            dot += (part % 2 ? byte >> 4 : byte & 15) * codes[32 * part + j];
        }
        *dots += scales[part] * dot;
        *minimum += minima[part] * (sums[2 * part] + sums[2 * part + 1]);
    }
}
#endif

INLINE void tile_q4_k(const unsigned char *weights, size_t row_bytes, int columns,
                      struct operand input, const int tokens, float sums[][ROWS])
{
    const int blocks = columns / 256;
    for (int t = 0; t < tokens; t++)
        for (int i = 0; i < ROWS; i++) sums[t][i] = 0;
    for (int b = 0; b < blocks; b++)
        for (int t = 0; t < tokens; t++) {
            const int8_t *codes = input.quantised.codes + (size_t)t * columns + 256 * b;
            const int16_t *parts = input.quantised.sums + 16 * (t * blocks + b);
            const float scale = input.quantised.scales[t * blocks + b];
#ifdef WITH_DOT_PRODUCT
            int32x4_t dots[ROWS], minimum[ROWS];
#endif
            for (int i = 0; i < ROWS; i++) {
                const unsigned char *block = weights + i * row_bytes + b * Q4_K_BYTES;
                const float d = float_of_half(load_half(block));
                const float dmin = float_of_half(load_half(block + 2));
#ifdef WITH_DOT_PRODUCT
                uint8_t scales[8], minima[8];
                unpack_q4_k(block, scales, minima);
                dots[i] = block_dots_q4_k(block, scales, codes);
                minimum[i] = block_minima_q4_k(minima, parts);
                const int whole = vaddvq_s32(dots[i]), less = vaddvq_s32(minimum[i]);
#else
                int whole, less;
                block_plain_q4_k(block, codes, parts, &whole, &less);
#endif
                sums[t][i] += d * scale * (float)whole - dmin * scale * (float)less;
            }
        }
}

INLINE void product_q4_k(const unsigned char *weights, int rows, int columns, struct operand input,
                         int tokens, float *output, enum store store)
{
    product(tile_q4_k, row_bytes_q4_k(columns), 256, weights, rows, columns, input, tokens, output,
            store);
}

#endif
