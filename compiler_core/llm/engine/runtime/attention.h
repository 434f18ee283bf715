/* The paged cache of keys and values, and attention over it with an online softmax.
 *
 * A page holds PAGE positions of every key head of every layer. Which page holds which positions is
 * in the block table; a page is taken when the first of its positions is written. Scores exist for
 * one page at a time, of four positions together: when a page raises the maximum, what was summed before is scaled down. */
#ifndef ATTENTION_H
#define ATTENTION_H

#include "model.h"
#include "numbers.h"

#if CACHE_Q8_0
/* As Q8_0 weights: 32 values are a scale and 32 codes, made as activations are. */
typedef struct {
    half scale;
    int8_t codes[32];
} cached;
enum { CACHED_VALUES = 32 };
INLINE float from_cache(const cached *row, int i)
{
    return float_of_half(row[i / 32].scale) * row[i / 32].codes[i % 32];
}
INLINE void to_cache(const float *values, int size, cached *row)
{
    for (int block = 0; block < size / 32; block++) {
        float scale;
        int32_t correction;
        quantise_block_32(values + 32 * block, row[block].codes, &scale, &correction);
        row[block].scale = half_of_float(scale);
    }
}
#elif CACHE_HALF
typedef half cached;
enum { CACHED_VALUES = 1 };
INLINE float from_cache(const cached *row, int i) { return float_of_half(row[i]); }
INLINE void to_cache(const float *values, int size, cached *row)
{
    int i = 0;
#ifdef WITH_NEON
    for (; i + 8 <= size; i += 8) {
        const float16x4_t low = vcvt_f16_f32(vld1q_f32(values + i));
        const float16x8_t both = vcvt_high_f16_f32(low, vld1q_f32(values + i + 4));
        vst1q_f16((__fp16 *)row + i, both);
    }
#endif
    for (; i < size; i++) row[i] = half_of_float(values[i]);
}
#else
typedef float cached;
enum { CACHED_VALUES = 1 };
INLINE float from_cache(const cached *row, int i) { return row[i]; }
INLINE void to_cache(const float *values, int size, cached *row)
{
    memcpy(row, values, sizeof(float) * (size_t)size);
}
#endif

#ifdef WITH_NEON
/* Values i to i + 7 of a row; i is a multiple of eight. */
INLINE float32x4x2_t eight_cached(const cached *row, int i)
{
#if CACHE_Q8_0
    const cached *block = row + i / 32;
    const float scale = float_of_half(block->scale);
    const int16x8_t codes = vmovl_s8(vld1_s8(block->codes + i % 32));
    const float32x4_t low = vcvtq_f32_s32(vmovl_s16(vget_low_s16(codes)));
    const float32x4_t high = vcvtq_f32_s32(vmovl_high_s16(codes));
    return (float32x4x2_t){{vmulq_n_f32(low, scale), vmulq_n_f32(high, scale)}};
#elif CACHE_HALF
    const float16x8_t values = vld1q_f16((const __fp16 *)row + i);
    return (float32x4x2_t){{vcvt_f32_f16(vget_low_f16(values)), vcvt_high_f32_f16(values)}};
#else
    return (float32x4x2_t){{vld1q_f32(row + i), vld1q_f32(row + i + 4)}};
#endif
}
#endif

static void take_page(int position)
{
    /* From the last page on: a cache that forgot its table would not work. */
    if (position % PAGE == 0) BLOCK_TABLE[position / PAGE] = PAGES - 1 - position / PAGE;
}

/* The keys or values of one head in one page, position after position. */
INLINE cached *in_page(cached *cache, int layer, int page, int head, int size)
{
    const size_t before = ((size_t)layer * PAGES + page) * KEY_VALUE_HEADS + head;
    return cache + before * PAGE * (size / CACHED_VALUES);
}

INLINE void store_rows(const float *rows, cached *cache, int layer, int position, int tokens,
                       int size)
{
    for (int token = 0; token < tokens; token++, position++) {
        const int page = BLOCK_TABLE[position / PAGE];
        for (int head = 0; head < KEY_VALUE_HEADS; head++, rows += size)
            to_cache(rows, size,
                     in_page(cache, layer, page, head, size) +
                         position % PAGE * (size / CACHED_VALUES));
    }
}

INLINE float capped(float score)
{
    return ATTENTION_SOFTCAP > 0 ? ATTENTION_SOFTCAP * tanhf(score / ATTENTION_SOFTCAP) : score;
}

/* A query by one key. */
INLINE float score(const float *query, const cached *key)
{
    float sum = 0;
    int i = 0;
#ifdef WITH_NEON
    float32x4_t sums = vdupq_n_f32(0);
    for (; i + 8 <= HEAD_SIZE; i += 8) {
        const float32x4x2_t values = eight_cached(key, i);
        sums = vfmaq_f32(sums, vld1q_f32(query + i), values.val[0]);
        sums = vfmaq_f32(sums, vld1q_f32(query + i + 4), values.val[1]);
    }
    sum = vaddvq_f32(sums);
#endif
    for (; i < HEAD_SIZE; i++) sum += query[i] * from_cache(key, i);
    return capped(sum * ATTENTION_SCALE);
}

/* output = output + weight · value */
INLINE void accumulate(float *output, const cached *value, float weight)
{
    int i = 0;
#ifdef WITH_NEON
    for (; i + 8 <= VALUE_SIZE; i += 8) {
        const float32x4x2_t values = eight_cached(value, i);
        vst1q_f32(output + i, vfmaq_n_f32(vld1q_f32(output + i), values.val[0], weight));
        vst1q_f32(output + i + 4, vfmaq_n_f32(vld1q_f32(output + i + 4), values.val[1], weight));
    }
#endif
    for (; i < VALUE_SIZE; i++) output[i] += from_cache(value, i) * weight;
}

enum { KEY_ROW = HEAD_SIZE / CACHED_VALUES, VALUE_ROW = VALUE_SIZE / CACHED_VALUES };
/* From a token's query, or what it attended to, to the next token's of the same head. */
enum { NEXT_QUERY = HEADS * HEAD_SIZE, NEXT_OUTPUT = HEADS * VALUE_SIZE };

#if defined(WITH_NEON) && HEAD_SIZE % 8 == 0 && VALUE_SIZE % 8 == 0
#define FOUR_POSITIONS 1
enum { TOGETHER = 4 }; /* tokens of a prompt that read keys and values together */

/* The queries of `count` tokens by four keys: what is loaded and made wide serves all of them. */
INLINE void four_scores(const int count, const float *query, const cached *keys,
                        float scores[][PAGE], int from)
{
    float32x4_t sums[TOGETHER][4];
    for (int token = 0; token < count; token++)
        for (int key = 0; key < 4; key++) sums[token][key] = vdupq_n_f32(0);
    for (int i = 0; i < HEAD_SIZE; i += 8) {
        float32x4x2_t values[4];
        for (int key = 0; key < 4; key++) values[key] = eight_cached(keys + key * KEY_ROW, i);
        for (int token = 0; token < count; token++) {
            const float *at = query + token * NEXT_QUERY + i;
            const float32x4_t low = vld1q_f32(at), high = vld1q_f32(at + 4);
            for (int key = 0; key < 4; key++) {
                sums[token][key] = vfmaq_f32(sums[token][key], low, values[key].val[0]);
                sums[token][key] = vfmaq_f32(sums[token][key], high, values[key].val[1]);
            }
        }
    }
    for (int token = 0; token < count; token++) {
        const float32x4_t all =
            lane_sums(sums[token][0], sums[token][1], sums[token][2], sums[token][3]);
        vst1q_f32(scores[token] + from, vmulq_n_f32(all, ATTENTION_SCALE));
        if (ATTENTION_SOFTCAP > 0)
            for (int key = from; key < from + 4; key++) scores[token][key] = capped(scores[token][key]);
    }
}

/* Four values at once: outputs are loaded and stored once for all of them. */
INLINE void accumulate_four(const int count, float *output, const cached *values,
                            const float32x4_t *weights)
{
    for (int i = 0; i < VALUE_SIZE; i += 8) {
        float32x4x2_t value[4];
        for (int key = 0; key < 4; key++) value[key] = eight_cached(values + key * VALUE_ROW, i);
        for (int token = 0; token < count; token++) {
            float *at = output + token * NEXT_OUTPUT + i;
            float32x4_t low = vld1q_f32(at), high = vld1q_f32(at + 4);
            low = vfmaq_laneq_f32(low, value[0].val[0], weights[token], 0);
            high = vfmaq_laneq_f32(high, value[0].val[1], weights[token], 0);
            low = vfmaq_laneq_f32(low, value[1].val[0], weights[token], 1);
            high = vfmaq_laneq_f32(high, value[1].val[1], weights[token], 1);
            low = vfmaq_laneq_f32(low, value[2].val[0], weights[token], 2);
            high = vfmaq_laneq_f32(high, value[2].val[1], weights[token], 2);
            vst1q_f32(at, vfmaq_laneq_f32(low, value[3].val[0], weights[token], 3));
            vst1q_f32(at + 4, vfmaq_laneq_f32(high, value[3].val[1], weights[token], 3));
        }
    }
}
#else
enum { TOGETHER = 1 };
#endif

/* Scores of positions `from` to `end` of a page, for `count` tokens. */
INLINE void scores_of_page(const int count, const float *query, const cached *keys, int from,
                           int end, float scores[][PAGE])
{
    int i = from;
#ifdef FOUR_POSITIONS
    for (; i + 4 <= end; i += 4) four_scores(count, query, keys + i * KEY_ROW, scores, i);
#endif
    for (; i < end; i++)
        for (int token = 0; token < count; token++)
            scores[token][i] = score(query + token * NEXT_QUERY, keys + i * KEY_ROW);
}

/* The highest of a token's scores, or what was the highest before. */
INLINE float highest_of(const float *scores, int from, int end, float highest)
{
    int i = from;
#ifdef WITH_NEON
    float32x4_t most = vdupq_n_f32(highest);
    for (; i + 4 <= end; i += 4) most = vmaxq_f32(most, vld1q_f32(scores + i));
    highest = vmaxvq_f32(most);
#endif
    for (; i < end; i++) highest = MAXIMUM(highest, scores[i]);
    return highest;
}

/* Adds values by their weights e^(score - maximum), and the weights to the sums. */
INLINE void add_values(const int count, const cached *values, float scores[][PAGE], int from,
                       int end, const float *maximum, float *sum, float *output)
{
    int i = from;
#ifdef FOUR_POSITIONS
    for (; i + 4 <= end; i += 4) {
        float32x4_t weights[TOGETHER];
        for (int token = 0; token < count; token++) {
            const float32x4_t highest = vdupq_n_f32(maximum[token]);
            weights[token] = exponential4(vsubq_f32(vld1q_f32(scores[token] + i), highest));
            sum[token] += vaddvq_f32(weights[token]);
        }
        accumulate_four(count, output, values + i * VALUE_ROW, weights);
    }
#endif
    for (; i < end; i++)
        for (int token = 0; token < count; token++) {
            const float weight = exponential(scores[token][i] - maximum[token]);
            sum[token] += weight;
            accumulate(output + token * NEXT_OUTPUT, values + i * VALUE_ROW, weight);
        }
}

/* A page raised a token's maximum: what was summed before is scaled down. */
INLINE void scale_down(float *maximum, float *sum, float highest, float *output)
{
    const float kept = exponential(*maximum - highest);
    for (int i = 0; i < VALUE_SIZE; i++) output[i] *= kept;
    *sum *= kept;
    *maximum = highest;
}

/* One head of `count` tokens, of which the first attends to positions first to last, and each later
 * one to one position more. What a token may not see has a score of minus infinity: its weight is so
 * small that it changes no sum. */
INLINE void attend(const int count, const float *query, int layer, int head, int first, int last,
                   float *output)
{
    float maximum[TOGETHER], sum[TOGETHER], scores[TOGETHER][PAGE];
    for (int token = 0; token < count; token++) {
        maximum[token] = -INFINITY, sum[token] = 0;
        for (int i = 0; i < VALUE_SIZE; i++) output[token * NEXT_OUTPUT + i] = 0;
    }
    for (int tile = first / PAGE; tile <= (last + count - 1) / PAGE; tile++) {
        const int page = BLOCK_TABLE[tile], from = MAXIMUM(first - tile * PAGE, 0);
        const int end = MINIMUM(last + count - tile * PAGE, PAGE);
        scores_of_page(count, query, in_page(KEYS, layer, page, head, HEAD_SIZE), from, end,
                       scores);
        for (int token = 0; token < count; token++) {
            const int seen = MAXIMUM(last + token + 1 - tile * PAGE, from);
            for (int i = seen; i < end; i++) scores[token][i] = -INFINITY;
            const float highest = highest_of(scores[token], from, end, maximum[token]);
            if (highest > maximum[token])
                scale_down(&maximum[token], &sum[token], highest, output + token * NEXT_OUTPUT);
        }
        add_values(count, in_page(VALUES, layer, page, head, VALUE_SIZE), scores, from, end,
                   maximum, sum, output);
    }
    for (int token = 0; token < count; token++)
        for (int i = 0; i < VALUE_SIZE; i++) output[token * NEXT_OUTPUT + i] /= sum[token];
}

INLINE int first_seen(int position, int window)
{
    return window ? MAXIMUM(position - window + 1, 0) : 0;
}

/* Every token attends to itself and what is before it, in a window of `window` positions if any.
 * Tokens that begin at the same position are taken together. */
INLINE void attention(const float *queries, int layer, int window, int position, int tokens,
                      float *output)
{
    for (int token = 0; token < tokens;) {
        const int last = position + token, first = first_seen(last, window);
        const int together = token + TOGETHER <= tokens &&
                             first == first_seen(last + TOGETHER - 1, window);
        const float *query = queries + (size_t)token * NEXT_QUERY;
        float *to = output + (size_t)token * NEXT_OUTPUT;
        for (int head = 0; head < HEADS; head++, query += HEAD_SIZE, to += VALUE_SIZE) {
            const int keys = head / (HEADS / KEY_VALUE_HEADS);
            if (together)
                attend(TOGETHER, query, layer, keys, first, last, to);
            else
                attend(1, query, layer, keys, first, last, to);
        }
        token += together ? TOGETHER : 1;
    }
}

#endif
