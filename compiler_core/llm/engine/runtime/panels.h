/* Prompts on SMMLA: codes are laid out anew, and eight rows of weights meet four tokens at a time.
 *
 * SMMLA multiplies two rows of eight codes by two others and gives four sums of eight products (Arm
 * Architecture Reference Manual, C7.2, SMMLA). In the file the rows of a pair are far apart, so they
 * are brought together once per batch, in a panel that stays in the nearest cache while all tokens
 * pass by. Where codes carry an offset, as Q4_0's do, the panel holds them without it. */
#ifndef PANELS_H
#define PANELS_H

#include "rows_of_codes.h"

#ifdef WITH_MATRIX_PRODUCT

enum { GROUP = 4 }; /* tokens of a tile */

/* In an engine these lie in its static memory; a kernel that is compiled alone brings its own. */
#ifndef PANEL_CODES
enum { WIDEST_ALONE = 4096, TOKENS_ALONE = 16 };
static _Alignas(64) int8_t PANEL_CODES[ROWS * WIDEST_ALONE];
static _Alignas(64) float PANEL_SCALES[2 * ROWS * WIDEST_ALONE / 32];
static _Alignas(64) int8_t TOKEN_CODES[TOKENS_ALONE * WIDEST_ALONE];
static _Alignas(64) float TOKEN_SCALES[2 * TOKENS_ALONE * WIDEST_ALONE / 32];
#endif

/* 32 codes of two rows, eight of the one and eight of the other in turn. */
INLINE int8x16x4_t in_turn(int8x16x2_t row, int8x16x2_t next)
{
    int8x16x4_t pair;
    for (int i = 0; i < 2; i++) {
        const int64x2_t a = vreinterpretq_s64_s8(row.val[i]), b = vreinterpretq_s64_s8(next.val[i]);
        pair.val[2 * i] = vreinterpretq_s8_s64(vzip1q_s64(a, b));
        pair.val[2 * i + 1] = vreinterpretq_s8_s64(vzip2q_s64(a, b));
    }
    return pair;
}

INLINE int8x16x2_t without_offset(int8x16x2_t codes, const int offset)
{
    if (!offset) return codes;
    const int8x16_t each = vdupq_n_s8((int8_t)offset);
    return (int8x16x2_t){{vsubq_s8(codes.val[0], each), vsubq_s8(codes.val[1], each)}};
}

#define LAY_OUT_PAIR(row, next)                                                      \
    TAKE_SCALE(rows, row);                                                           \
    const int8x16x2_t codes_##row = without_offset(take(&rows->at[row]), offset);    \
    TAKE_SCALE(rows, next);                                                          \
    const int8x16x2_t codes_##next = without_offset(take(&rows->at[next]), offset);  \
    vst1q_s8_x4(codes + 32 * row, in_turn(codes_##row, codes_##next))

/* One block of four rows: two pairs of codes, and every scale twice, as SMMLA's sums need it. */
INLINE void lay_out_four(take_function *take, const int offset, struct four_rows *rows,
                         int8_t *codes, float *scales)
{
    LAY_OUT_PAIR(0, 1);
    LAY_OUT_PAIR(2, 3);
    const float32x4_t wide = vcvt_f32_f16(rows->scales);
    vst1q_f32_x2(scales, (float32x4x2_t){{vzip1q_f32(wide, wide), vzip2q_f32(wide, wide)}});
}

INLINE void lay_out_rows(take_function *take, const int offset, const unsigned char *weights,
                         size_t row_bytes, int blocks)
{
    struct four_rows upper = rows_from(weights, row_bytes);
    struct four_rows lower = rows_from(weights + 4 * row_bytes, row_bytes);
    int8_t *codes = PANEL_CODES;
    float *scales = PANEL_SCALES;
    for (int b = 0; b < blocks; b++, codes += 32 * ROWS, scales += 2 * ROWS) {
        lay_out_four(take, offset, &upper, codes, scales);
        lay_out_four(take, offset, &lower, codes + 32 * ROWS / 2, scales + ROWS);
    }
}

/* Codes and scales of a group of tokens, block by block. What a group lacks is its last token once
 * more; nobody reads those sums. */
INLINE void lay_out_group(struct operand input, int columns, int count, int8_t *codes, float *scales)
{
    const int blocks = columns / 32;
    for (int b = 0; b < blocks; b++)
        for (int pair = 0; pair < GROUP; pair += 2, codes += 64, scales += 4) {
            const int first = MINIMUM(pair, count - 1), second = MINIMUM(pair + 1, count - 1);
            const int8_t *from = input.quantised.codes + 32 * b;
            vst1q_s8_x4(codes, in_turn(vld1q_s8_x2(from + (size_t)first * columns),
                                       vld1q_s8_x2(from + (size_t)second * columns)));
            scales[0] = scales[2] = input.quantised.scales[first * blocks + b];
            scales[1] = scales[3] = input.quantised.scales[second * blocks + b];
        }
}

/* Two rows by two tokens: sums of 32 products each, exact. */
INLINE int32x4_t two_by_two(int8x16x4_t rows, int8x16x4_t tokens)
{
    int32x4_t sums = vdupq_n_s32(0);
    for (int i = 0; i < 4; i++) sums = vmmlaq_s32(sums, rows.val[i], tokens.val[i]);
    return sums;
}

/* Loads that move the address on by themselves; in C that would be a second instruction. The
 * compiler does not see what is read: no store may pass SETTLED. */
#define TAKE_64(codes, place) \
    __asm__ volatile("ld1 {%S0.16b - %V0.16b}, [%1], #64" : "=w"(codes), "+r"(place))
#define TAKE_16_SCALES(scales, place) \
    __asm__ volatile("ld1 {%S0.4s - %V0.4s}, [%1], #64" : "=w"(scales), "+r"(place))
#define TAKE_8_SCALES(scales, place) \
    __asm__ volatile("ld1 {%S0.4s - %T0.4s}, [%1], #32" : "=w"(scales), "+r"(place))
#define SETTLED() __asm__ volatile("" ::: "memory")

/* Codes and scales of tokens as they were laid out: behind the last block of a group comes the first
 * of the next. */
struct group_reader {
    const int8_t *codes;
    const float *scales;
};

/* Sums of two rows by four tokens: by the first two tokens, and by the second two. */
struct pair_sums {
    float32x4_t first, second;
};

#define NO_PAIR_SUMS {vdupq_n_f32(0), vdupq_n_f32(0)}

/* One block of two rows by the same block of four tokens, whose codes and scales are given. */
#define ADD_PAIR(sums, pair)                                                                     \
    do {                                                                                         \
        int8x16x4_t codes;                                                                       \
        TAKE_64(codes, rows);                                                                    \
        (sums).first = vfmaq_f32((sums).first, vcvtq_f32_s32(two_by_two(codes, first)),          \
                                 vmulq_f32(scale.val[pair], with.val[0]));                       \
        (sums).second = vfmaq_f32((sums).second, vcvtq_f32_s32(two_by_two(codes, second)),       \
                                  vmulq_f32(scale.val[pair], with.val[1]));                      \
    } while (0)

/* One block of eight rows by the same block of four tokens. */
#define ADD_BLOCK()                                  \
    do {                                             \
        int8x16x4_t first, second;                   \
        TAKE_64(first, group->codes);                \
        TAKE_64(second, group->codes);               \
        float32x4x2_t with;                          \
        TAKE_8_SCALES(with, group->scales);          \
        float32x4x4_t scale;                         \
        TAKE_16_SCALES(scale, scales);               \
        ADD_PAIR(sums_0, 0);                         \
        ADD_PAIR(sums_1, 1);                         \
        ADD_PAIR(sums_2, 2);                         \
        ADD_PAIR(sums_3, 3);                         \
    } while (0)

/* Four rows by four tokens, from pairs of rows to a row of sums per token. */
INLINE void place_pairs(struct pair_sums upper, struct pair_sums lower, float sums[GROUP][ROWS],
                        int row)
{
    vst1q_f32(sums[0] + row, vuzp1q_f32(upper.first, lower.first));
    vst1q_f32(sums[1] + row, vuzp2q_f32(upper.first, lower.first));
    vst1q_f32(sums[2] + row, vuzp1q_f32(upper.second, lower.second));
    vst1q_f32(sums[3] + row, vuzp2q_f32(upper.second, lower.second));
}

/* The panel by one group of tokens, two blocks per turn. The reader moves on to the next group by
 * itself; the sums are apart by name: as an array they would be stored to memory block after block. */
INLINE void tile_of_panel(struct group_reader *group, int blocks, float sums[GROUP][ROWS])
{
    const int8_t *rows = PANEL_CODES;
    const float *scales = PANEL_SCALES;
    struct pair_sums sums_0 = NO_PAIR_SUMS, sums_1 = NO_PAIR_SUMS;
    struct pair_sums sums_2 = NO_PAIR_SUMS, sums_3 = NO_PAIR_SUMS;
    for (int pair = 0; pair < blocks / 2; pair++) {
        ADD_BLOCK();
        ADD_BLOCK();
    }
    if (blocks % 2) ADD_BLOCK();
    place_pairs(sums_0, sums_1, sums, 0);
    place_pairs(sums_2, sums_3, sums, 4);
}

/* As `product`, for more than one token. */
INLINE void product_by_panels(take_function *take, const int offset, size_t row_bytes,
                              const unsigned char *weights, int rows, int columns,
                              struct operand input, int tokens, float *output, enum store store)
{
    const int blocks = columns / 32;
    for (int token = 0; token < tokens; token += GROUP)
        lay_out_group(from_token(input, token, columns, 32), columns,
                      MINIMUM(GROUP, tokens - token), TOKEN_CODES + (size_t)token * columns,
                      TOKEN_SCALES + (size_t)token * 2 * blocks);
    for (int first = 0; first < rows; first += ROWS) {
        const int row = MINIMUM(first, rows - ROWS);
        lay_out_rows(take, offset, weights + row * row_bytes, row_bytes, blocks);
        SETTLED();
        struct group_reader group = {TOKEN_CODES, TOKEN_SCALES};
        for (int token = 0; token < tokens; token += GROUP) {
            float sums[GROUP][ROWS];
            tile_of_panel(&group, blocks, sums);
            place(sums, MINIMUM(GROUP, tokens - token), rows,
                  output + (size_t)token * rows + row, store);
        }
        SETTLED();
    }
}

#endif

#endif
