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
    for (int i = 0; i < size; i++) row[i] = half_of_float(values[i]);
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

#if defined(WITH_NEON) && HEAD_SIZE % 8 == 0 && VALUE_SIZE % 8 == 0
#define FOUR_POSITIONS 1
/* A query by four keys: its values are loaded once for all of them. */
INLINE void four_scores(const float *query, const cached *keys, float *scores)
{
    float32x4_t sums[4];
    for (int key = 0; key < 4; key++) sums[key] = vdupq_n_f32(0);
    for (int i = 0; i < HEAD_SIZE; i += 8) {
        const float32x4_t low = vld1q_f32(query + i), high = vld1q_f32(query + i + 4);
        for (int key = 0; key < 4; key++) {
            const float32x4x2_t values = eight_cached(keys + key * KEY_ROW, i);
            sums[key] = vfmaq_f32(sums[key], low, values.val[0]);
            sums[key] = vfmaq_f32(sums[key], high, values.val[1]);
        }
    }
    const float32x4_t all = lane_sums(sums[0], sums[1], sums[2], sums[3]);
    vst1q_f32(scores, vmulq_n_f32(all, ATTENTION_SCALE));
    if (ATTENTION_SOFTCAP > 0)
        for (int key = 0; key < 4; key++) scores[key] = capped(scores[key]);
}

/* Four values at once: the output is loaded and stored once for all of them. */
INLINE void accumulate_four(float *output, const cached *values, float32x4_t weights)
{
    for (int i = 0; i < VALUE_SIZE; i += 8) {
        float32x4_t low = vld1q_f32(output + i), high = vld1q_f32(output + i + 4);
        const float32x4x2_t first = eight_cached(values, i);
        const float32x4x2_t second = eight_cached(values + VALUE_ROW, i);
        const float32x4x2_t third = eight_cached(values + 2 * VALUE_ROW, i);
        const float32x4x2_t fourth = eight_cached(values + 3 * VALUE_ROW, i);
        low = vfmaq_laneq_f32(low, first.val[0], weights, 0);
        high = vfmaq_laneq_f32(high, first.val[1], weights, 0);
        low = vfmaq_laneq_f32(low, second.val[0], weights, 1);
        high = vfmaq_laneq_f32(high, second.val[1], weights, 1);
        low = vfmaq_laneq_f32(low, third.val[0], weights, 2);
        high = vfmaq_laneq_f32(high, third.val[1], weights, 2);
        vst1q_f32(output + i, vfmaq_laneq_f32(low, fourth.val[0], weights, 3));
        vst1q_f32(output + i + 4, vfmaq_laneq_f32(high, fourth.val[1], weights, 3));
    }
}
#endif

/* Scores of positions `from` to `end` of a page; returns the highest, or `highest`. */
INLINE float scores_of_page(const float *query, const cached *keys, int from, int end,
                            float *scores, float highest)
{
    int i = from;
#ifdef FOUR_POSITIONS
    for (; i + 4 <= end; i += 4) {
        four_scores(query, keys + i * KEY_ROW, scores + i);
        highest = MAXIMUM(highest, vmaxvq_f32(vld1q_f32(scores + i)));
    }
#endif
    for (; i < end; i++) {
        scores[i] = score(query, keys + i * KEY_ROW);
        highest = MAXIMUM(highest, scores[i]);
    }
    return highest;
}

/* Adds values by their weights e^(score - maximum); returns the sum of weights. */
INLINE float add_values(const cached *values, const float *scores, int from, int end,
                        float maximum, float *output)
{
    float sum = 0;
    int i = from;
#ifdef FOUR_POSITIONS
    for (; i + 4 <= end; i += 4) {
        const float32x4_t below = vsubq_f32(vld1q_f32(scores + i), vdupq_n_f32(maximum));
        const float32x4_t weights = exponential4(below);
        sum += vaddvq_f32(weights);
        accumulate_four(output, values + i * VALUE_ROW, weights);
    }
#endif
    for (; i < end; i++) {
        const float weight = exponential(scores[i] - maximum);
        sum += weight;
        accumulate(output, values + i * VALUE_ROW, weight);
    }
    return sum;
}

/* One query head over positions first to last. */
INLINE void attend(const float *query, int layer, int head, int first, int last, float *output)
{
    float maximum = -INFINITY, sum = 0;
    for (int i = 0; i < VALUE_SIZE; i++) output[i] = 0;
    for (int tile = first / PAGE; tile <= last / PAGE; tile++) {
        const int page = BLOCK_TABLE[tile], from = MAXIMUM(first - tile * PAGE, 0);
        const int end = MINIMUM(last - tile * PAGE + 1, PAGE);
        float scores[PAGE];
        const float highest = scores_of_page(query, in_page(KEYS, layer, page, head, HEAD_SIZE),
                                             from, end, scores, maximum);
        if (highest > maximum) {
            const float kept = exponential(maximum - highest);
            for (int i = 0; i < VALUE_SIZE; i++) output[i] *= kept;
            sum *= kept;
            maximum = highest;
        }
        sum += add_values(in_page(VALUES, layer, page, head, VALUE_SIZE), scores, from, end,
                          maximum, output);
    }
    for (int i = 0; i < VALUE_SIZE; i++) output[i] /= sum;
}

/* Every token attends to itself and what is before it, in a window of `window` positions if any. */
INLINE void attention(const float *queries, int layer, int window, int position, int tokens,
                      float *output)
{
    for (int token = 0; token < tokens; token++) {
        const int last = position + token, first = window ? MAXIMUM(last - window + 1, 0) : 0;
        for (int head = 0; head < HEADS; head++) {
            attend(queries, layer, head / (HEADS / KEY_VALUE_HEADS), first, last, output);
            queries += HEAD_SIZE;
            output += VALUE_SIZE;
        }
    }
}

#endif
