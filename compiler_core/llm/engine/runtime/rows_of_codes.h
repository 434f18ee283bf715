/* Rows of integer codes with a half scale per 32, as Q8_0 and Q4_0 have them, times activations.
 *
 * Four rows are worked on together, so that the sums of their lanes become one vector. Sums of codes
 * are never set back to zero: the sum of one block is the difference of two running totals, which is
 * exact also where they wrap around. That saves an instruction per row and block. */
#ifndef ROWS_OF_CODES_H
#define ROWS_OF_CODES_H

#include "product.h"

#ifdef WITH_DOT_PRODUCT

struct four_rows {
    const unsigned char *at[4];
    float16x4_t scales; /* of the block before `at` */
};

struct four_sums {
    int32x4_t running[4], before;
    float32x4_t total;
};

INLINE struct four_rows rows_from(const unsigned char *weights, size_t row_bytes)
{
    return (struct four_rows){{weights, weights + row_bytes, weights + 2 * row_bytes,
                               weights + 3 * row_bytes},
                              vdup_n_f16(0)};
}

INLINE struct four_sums no_sums(void)
{
    const int32x4_t zero = vdupq_n_s32(0);
    return (struct four_sums){{zero, zero, zero, zero}, zero, vdupq_n_f32(0)};
}

/* A block begins with its scale, and the load moves on to its codes by itself. In C the addition
 * would be a second instruction. */
#define TAKE_SCALE(rows, row) \
    __asm__("ld1 {%0.h}[" #row "], [%1], #2" : "+w"((rows)->scales), "+r"((rows)->at[row]))

INLINE int32x4_t two_dots(int32x4_t sum, int8x16x2_t codes, int8x16x2_t with)
{
    return vdotq_s32(vdotq_s32(sum, codes.val[0], with.val[0]), codes.val[1], with.val[1]);
}

/* A token's activations, block after block. */
struct reader {
    const int8_t *codes;
    const float *scales;
    const int32_t *corrections;
};

struct block {
    int8x16x2_t codes;
    float32x4_t scale;
    int32x4_t correction;
};

INLINE struct reader reader_of(struct operand input)
{
    return (struct reader){input.quantised.codes, input.quantised.scales,
                           input.quantised.corrections};
}

INLINE struct block take_block(struct reader *reader, const int corrected)
{
    struct block block = {.codes = vld1q_s8_x2(reader->codes),
                          .scale = vld1q_dup_f32(reader->scales)};
    if (corrected) block.correction = vld1q_dup_s32(reader->corrections++);
    reader->codes += 32;
    reader->scales++;
    return block;
}

/* Reads the 32 codes of a row's block and moves on to its next block. */
typedef int8x16x2_t take_function(const unsigned char **row);

#define TAKE_ROW(row)                                                                     \
    TAKE_SCALE(rows, row);                                                                \
    const int8x16x2_t codes_##row = take(&rows->at[row]);                                 \
    first->running[row] = two_dots(first->running[row], codes_##row, with_first.codes);   \
    if (tokens > 1)                                                                       \
        second->running[row] = two_dots(second->running[row], codes_##row, with_second.codes)

INLINE void add_block(struct four_sums *sums, float32x4_t scales, struct block with,
                      const int corrected)
{
    const int32x4_t now = integer_lane_sums(sums->running[0], sums->running[1], sums->running[2],
                                            sums->running[3]);
    int32x4_t block = vsubq_s32(now, sums->before);
    if (corrected) block = vaddq_s32(block, with.correction);
    sums->before = now;
    sums->total = vfmaq_f32(sums->total, vcvtq_f32_s32(block), vmulq_f32(scales, with.scale));
}

/* One block of four rows with one block of one or two tokens. */
INLINE void add_rows_block(take_function *take, const int corrected, const int tokens,
                           struct four_rows *rows, struct four_sums *first,
                           struct four_sums *second, struct block with_first,
                           struct block with_second)
{
    TAKE_ROW(0);
    TAKE_ROW(1);
    TAKE_ROW(2);
    TAKE_ROW(3);
    const float32x4_t scales = vcvt_f32_f16(rows->scales);
    add_block(first, scales, with_first, corrected);
    if (tokens > 1) add_block(second, scales, with_second, corrected);
}

/* Eight rows by one or two tokens. */
struct tile {
    struct four_rows upper, lower;
    struct four_sums upper_sums[TOKENS], lower_sums[TOKENS];
    struct reader readers[TOKENS];
};

INLINE void step(struct tile *tile, take_function *take, const int corrected, const int tokens)
{
    const struct block first = take_block(&tile->readers[0], corrected);
    struct block second = first;
    if (tokens > 1) second = take_block(&tile->readers[1], corrected);
    add_rows_block(take, corrected, tokens, &tile->upper, &tile->upper_sums[0],
                   &tile->upper_sums[1], first, second);
    add_rows_block(take, corrected, tokens, &tile->lower, &tile->lower_sums[0],
                   &tile->lower_sums[1], first, second);
}

/* Two blocks per turn, so that what was before need not be copied from register to register. */
INLINE void tile_of_codes(take_function *take, const int corrected, const unsigned char *weights,
                          size_t row_bytes, int blocks, struct operand first,
                          struct operand second, const int tokens, float sums[][ROWS])
{
    struct tile tile = {
        .upper = rows_from(weights, row_bytes),
        .lower = rows_from(weights + 4 * row_bytes, row_bytes),
        .upper_sums = {no_sums(), no_sums()},
        .lower_sums = {no_sums(), no_sums()},
        .readers = {reader_of(first), reader_of(second)},
    };
    for (int pair = 0; pair < blocks / 2; pair++) {
        step(&tile, take, corrected, tokens);
        step(&tile, take, corrected, tokens);
    }
    if (blocks % 2) step(&tile, take, corrected, tokens);
    vst1q_f32(sums[0], tile.upper_sums[0].total);
    vst1q_f32(sums[0] + 4, tile.lower_sums[0].total);
    if (tokens > 1) {
        vst1q_f32(sums[1], tile.upper_sums[1].total);
        vst1q_f32(sums[1] + 4, tile.lower_sums[1].total);
    }
}

#endif

#endif
