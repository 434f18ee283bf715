/* The paged cache of keys and values, and attention over it with an online softmax.
 *
 * A page holds PAGE positions of every key head of every layer. Which page holds which positions is
 * in the block table; a page is taken when the first of its positions is written. Scores exist for
 * one page at a time: when a page raises the maximum, what was summed before is scaled down. */
#ifndef ATTENTION_H
#define ATTENTION_H

#include "model.h"
#include "numbers.h"

#if CACHE_HALF
typedef half cached;
INLINE float from_cache(cached value) { return float_of_half(value); }
INLINE cached to_cache(float value) { return half_of_float(value); }
#else
typedef float cached;
INLINE float from_cache(cached value) { return value; }
INLINE cached to_cache(float value) { return value; }
#endif

#ifdef WITH_NEON
INLINE float32x4_t four_cached(const cached *place)
{
#if CACHE_HALF
    return vcvt_f32_f16(vld1_f16((const __fp16 *)place));
#else
    return vld1q_f32(place);
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
    return cache + (((size_t)layer * PAGES + page) * KEY_VALUE_HEADS + head) * PAGE * size;
}

INLINE void store_rows(const float *rows, cached *cache, int layer, int position, int tokens,
                       int size)
{
    for (int token = 0; token < tokens; token++, position++) {
        const int page = BLOCK_TABLE[position / PAGE];
        for (int head = 0; head < KEY_VALUE_HEADS; head++, rows += size) {
            cached *to = in_page(cache, layer, page, head, size) + position % PAGE * size;
            for (int i = 0; i < size; i++) to[i] = to_cache(rows[i]);
        }
    }
}

INLINE float score(const float *query, const cached *key)
{
#ifdef WITH_NEON
    float32x4_t sum = vdupq_n_f32(0);
    for (int i = 0; i < HEAD_SIZE; i += 4)
        sum = vfmaq_f32(sum, vld1q_f32(query + i), four_cached(key + i));
    const float dot = vaddvq_f32(sum) * ATTENTION_SCALE;
#else
    float sum = 0;
    for (int i = 0; i < HEAD_SIZE; i++) sum += query[i] * from_cache(key[i]);
    const float dot = sum * ATTENTION_SCALE;
#endif
    return ATTENTION_SOFTCAP > 0 ? ATTENTION_SOFTCAP * tanhf(dot / ATTENTION_SOFTCAP) : dot;
}

/* output = output · kept + weight · value */
INLINE void accumulate(float *output, const cached *value, float weight)
{
#ifdef WITH_NEON
    for (int i = 0; i < VALUE_SIZE; i += 4)
        vst1q_f32(output + i, vfmaq_n_f32(vld1q_f32(output + i), four_cached(value + i), weight));
#else
    for (int i = 0; i < VALUE_SIZE; i++) output[i] += from_cache(value[i]) * weight;
#endif
}

/* One query head over positions first to last. */
INLINE void attend(const float *query, int layer, int head, int first, int last, float *output)
{
    float maximum = -INFINITY, sum = 0;
    for (int i = 0; i < VALUE_SIZE; i++) output[i] = 0;
    for (int tile = first / PAGE; tile <= last / PAGE; tile++) {
        const int page = BLOCK_TABLE[tile], from = MAXIMUM(first - tile * PAGE, 0);
        const int end = MINIMUM(last - tile * PAGE + 1, PAGE);
        const cached *keys = in_page(KEYS, layer, page, head, HEAD_SIZE);
        const cached *values = in_page(VALUES, layer, page, head, VALUE_SIZE);
        float scores[PAGE], highest = maximum;
        for (int i = from; i < end; i++) {
            scores[i] = score(query, keys + i * HEAD_SIZE);
            highest = MAXIMUM(highest, scores[i]);
        }
        if (highest > maximum) {
            const float kept = exponential(maximum - highest);
            for (int i = 0; i < VALUE_SIZE; i++) output[i] *= kept;
            sum *= kept;
            maximum = highest;
        }
        for (int i = from; i < end; i++) {
            const float weight = exponential(scores[i] - maximum);
            sum += weight;
            accumulate(output, values + i * VALUE_SIZE, weight);
        }
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
