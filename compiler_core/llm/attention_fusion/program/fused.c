/* The attention half of a block in two kernels: norm, packed products and rotation; attention by
   tiles with its output product and the residual. Without JOINED the last two are a third kernel. */
#define PAST_STRIDE TOTAL
#include "common.h"

TENSOR packed_weights[(HEADS + 2 * SHARED) * HEAD][HIDDEN];
TENSOR q_turned[HEADS][TOKENS][HEAD];
#if !JOINED
TENSOR attended[TOKENS][HEADS * HEAD];
#endif

/* Memory near the core. */
TENSOR tile_head[HEAD], tile_scores[KEY_TILE];
TENSOR tile_maxima[GROUP * QUERY_TILE], tile_sums[GROUP * QUERY_TILE];
#if JOINED
TENSOR tile_rows[QUERY_TILE][HEADS * HEAD];
#else
TENSOR tile_outputs[GROUP * QUERY_TILE][HEAD];
#endif

/* One head of the packed product of one token; the norm's weights are in the matrix. */
static inline __attribute__((always_inline)) void one_head(int head, int t, float inverse)
{
    for (int i = 0; i < HEAD; i++)
        tile_head[i] = dot(x[t], packed_weights[head * HEAD + i], HIDDEN) * inverse;
}

KERNEL kernel_attn_qkv(void)
{
    for (int t = 0; t < TOKENS; t++) {
        float inverse = 1 / sqrtf(dot(x[t], x[t], HIDDEN) / HIDDEN + EPSILON);
        for (int h = 0; h < HEADS; h++) {
            one_head(h, t, inverse);
            turn(q_turned[h][t], tile_head, t);
        }
        for (int h = 0; h < SHARED; h++) {
            one_head(HEADS + h, t, inverse);
            turn(keys[h][POSITION + t], tile_head, t);
            one_head(HEADS + SHARED + h, t, inverse);
            for (int i = 0; i < HEAD; i++) values[h][POSITION + t][i] = tile_head[i];
        }
    }
}

static inline int at_least(int a, int b) { return a > b ? a : b; }
static inline int at_most(int a, int b) { return a < b ? a : b; }
/* Query t sees the keys from first_seen(t) up to end_seen(t). */
static inline int first_seen(int t) { return WINDOW ? at_least(POSITION + t + 1 - WINDOW, 0) : 0; }
static inline int end_seen(int t) { return POSITION + t + 1; }

/* One query of one head meets the keys from `first` to `end`. */
static inline __attribute__((always_inline)) void
meet(float *output, int row, const float *query, int shared, int first, int end)
{
    float grown = tile_maxima[row];
    for (int j = first; j < end; j++) {
        float score = dot(query, keys[shared][j], HEAD) * SCALE;
        tile_scores[j - first] = score;
        grown = fmaxf(grown, score);
    }
    float rescale = expf(tile_maxima[row] - grown), sum = tile_sums[row] * rescale;
    for (int i = 0; i < HEAD; i++) output[i] *= rescale;
    for (int j = first; j < end; j++) {
        float weight = expf(tile_scores[j - first] - grown);
        sum += weight;
        for (int i = 0; i < HEAD; i++) output[i] += weight * values[shared][j][i];
    }
    tile_maxima[row] = grown;
    tile_sums[row] = sum;
}

static inline float *output_row(int head, int row)
{
#if JOINED
    return tile_rows[row] + head * HEAD;
#else
    return tile_outputs[head % GROUP * QUERY_TILE + row];
#endif
}

/* All heads that share one key head, for the queries from q0 on. */
static inline __attribute__((always_inline)) void attend(int shared, int q0, int count)
{
    for (int row = 0; row < GROUP * QUERY_TILE; row++) {
        tile_maxima[row] = -INFINITY;
        tile_sums[row] = 0;
    }
    for (int g = 0; g < GROUP; g++)
        for (int r = 0; r < count; r++)
            for (int i = 0; i < HEAD; i++) output_row(shared * GROUP + g, r)[i] = 0;
    int end = end_seen(q0 + count - 1);
    for (int start = first_seen(q0); start < end; start += KEY_TILE) {
        int stop = at_most(start + KEY_TILE, end);
        for (int g = 0; g < GROUP; g++)
            for (int r = 0; r < count; r++) {
                int head = shared * GROUP + g, t = q0 + r;
                int first = at_least(start, first_seen(t)), last = at_most(stop, end_seen(t));
                if (first < last)
                    meet(output_row(head, r), g * QUERY_TILE + r, q_turned[head][t], shared, first,
                         last);
            }
    }
    for (int g = 0; g < GROUP; g++)
        for (int r = 0; r < count; r++) {
            float *output = output_row(shared * GROUP + g, r);
            for (int i = 0; i < HEAD; i++) output[i] /= tile_sums[g * QUERY_TILE + r];
#if !JOINED
            for (int i = 0; i < HEAD; i++)
                attended[q0 + r][(shared * GROUP + g) * HEAD + i] = output[i];
#endif
        }
}

static inline __attribute__((always_inline)) void give(int t, const float *row)
{
    for (int o = 0; o < HIDDEN; o++) y[t][o] = x[t][o] + dot(row, output_weights[o], HEADS * HEAD);
}

KERNEL kernel_attention(void)
{
    for (int q0 = 0; q0 < TOKENS; q0 += QUERY_TILE) {
        int count = at_most(QUERY_TILE, TOKENS - q0);
        for (int shared = 0; shared < SHARED; shared++) attend(shared, q0, count);
#if JOINED
        for (int r = 0; r < count; r++) give(q0 + r, tile_rows[r]);
#endif
    }
}

#if !JOINED
KERNEL kernel_attn_output(void)
{
    for (int t = 0; t < TOKENS; t++) give(t, attended[t]);
}
#endif

int main(void)
{
    FILE *in = fopen("input.bin", "rb");
    if (!in || !FILL(in, x) || !FILL(in, cosines) || !FILL(in, sines)) return 2;
    if (!fill_past(in, &keys[0][0][0]) || !fill_past(in, &values[0][0][0])) return 2;
    if (!FILL(in, output_weights) || !FILL(in, packed_weights)) return 2;
    kernel_attn_qkv();
    kernel_attention();
#if !JOINED
    kernel_attn_output();
#endif
    FILE *out = fopen("output.bin", "wb");
    return !out || fwrite(y, sizeof y, 1, out) != 1 || fclose(out);
}
