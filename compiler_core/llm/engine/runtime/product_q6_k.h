/* Q6_K weights: 256 values in 210 bytes: the low four bits of the codes q (128 bytes), their high two
 * (64), sixteen signed 8-bit scales, half d. In group g of 16 values a weight is d scale[g] (q - 32).
 *
 * The 32 is taken off by the sums of the activations' codes. */
#ifndef PRODUCT_Q6_K_H
#define PRODUCT_Q6_K_H

#include "product.h"

enum { Q6_K_BYTES = 210, Q6_K_HIGH = 128, Q6_K_SCALES = 192, Q6_K_SCALE = 208 };

INLINE size_t row_bytes_q6_k(int columns) { return (size_t)(columns / 256) * Q6_K_BYTES; }

/* The code of value i: 128 values share 64 bytes of low and 32 bytes of high bits. */
INLINE int code_q6_k(const unsigned char *block, int i)
{
    const int half_at = i / 128, quarter = i % 128 / 32, at = i % 32;
    const int low = block[64 * half_at + 32 * (quarter % 2) + at];
    const int high = block[Q6_K_HIGH + 32 * half_at + at];
    return (quarter < 2 ? low & 15 : low >> 4) | (high >> 2 * quarter & 3) << 4;
}

INLINE void expand_q6_k(const unsigned char *row, int columns, float *values)
{
    for (int at = 0; at < columns; at += 256) {
        const unsigned char *block = row + at / 256 * Q6_K_BYTES;
        const float d = float_of_half(load_half(block + Q6_K_SCALE));
        for (int i = 0; i < 256; i++) {
            const int scale = (int8_t)block[Q6_K_SCALES + i / 16];
            values[at + i] = d * scale * (code_q6_k(block, i) - 32);
        }
    }
}

#ifdef WITH_DOT_PRODUCT
/* 16 codes: low bits of one byte each, high bits moved to bits 4 and 5. */
INLINE int32x4_t dots_q6_k(uint8x16_t low, uint8x16_t high, const int8_t *with)
{
    const uint8x16_t codes = vorrq_u8(low, vandq_u8(high, vdupq_n_u8(0x30)));
    return vdotq_s32(vdupq_n_s32(0), vreinterpretq_s8_u8(codes), vld1q_s8(with));
}

INLINE int block_q6_k(const unsigned char *block, const int8_t *codes, const int16_t *sums)
{
    const int8_t *scales = (const int8_t *)block + Q6_K_SCALES;
    const int8x16_t all = vld1q_s8(scales);
    const int16x8_t low = vmovl_s8(vget_low_s8(all)), high = vmovl_high_s8(all);
    const int16x8_t first = vld1q_s16(sums), second = vld1q_s16(sums + 8);
    int32x4_t offset = vmull_s16(vget_low_s16(low), vget_low_s16(first));
    offset = vmlal_high_s16(offset, low, first);
    offset = vmlal_s16(offset, vget_low_s16(high), vget_low_s16(second));
    offset = vmlal_high_s16(offset, high, second);
    int32x4_t total = vmulq_n_s32(offset, -32);
    for (int part = 0; part < 4; part++) {
        /* 16 bytes of high bits serve four groups of 16 values, 32 values apart. */
        const int at = part / 2, side = 16 * (part % 2);
        const uint8x16_t bits = vld1q_u8(block + Q6_K_HIGH + 32 * at + side);
        const uint8x16_t a = vld1q_u8(block + 64 * at + side);
        const uint8x16_t b = vld1q_u8(block + 64 * at + 32 + side);
        const int8_t *with = codes + 128 * at + side, *scale = scales + 8 * at + part % 2;
        const uint8x16_t mask = vdupq_n_u8(15);
        total = vmlaq_n_s32(total, dots_q6_k(vandq_u8(a, mask), vshlq_n_u8(bits, 4), with), scale[0]);
        total = vmlaq_n_s32(total, dots_q6_k(vandq_u8(b, mask), vshlq_n_u8(bits, 2), with + 32),
                            scale[2]);
        total = vmlaq_n_s32(total, dots_q6_k(vshrq_n_u8(a, 4), bits, with + 64), scale[4]);
        total = vmlaq_n_s32(total, dots_q6_k(vshrq_n_u8(b, 4), vshrq_n_u8(bits, 2), with + 96),
                            scale[6]);
    }
    return vaddvq_s32(total);
}
#else
INLINE int block_q6_k(const unsigned char *block, const int8_t *codes, const int16_t *sums)
{
    int total = 0;
    for (int group = 0; group < 16; group++) {
        int dot = -32 * sums[group];
        for (int j = 0; j < 16; j++)
            dot += code_q6_k(block, 16 * group + j) * codes[16 * group + j];
        total += (int8_t)block[Q6_K_SCALES + group] * dot;
    }
    return total;
}
#endif

INLINE void tile_q6_k(const unsigned char *weights, size_t row_bytes, int columns,
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
            for (int i = 0; i < ROWS; i++) {
                const unsigned char *block = weights + i * row_bytes + b * Q6_K_BYTES;
                const float d = float_of_half(load_half(block + Q6_K_SCALE));
                sums[t][i] += d * scale * (float)block_q6_k(block, codes, parts);
            }
        }
}

INLINE void product_q6_k(const unsigned char *weights, int rows, int columns, struct operand input,
                         int tokens, float *output, enum store store)
{
    product(tile_q6_k, row_bytes_q6_k(columns), 256, weights, rows, columns, input, tokens, output,
            store);
}

#endif
