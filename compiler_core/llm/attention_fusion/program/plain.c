/* The attention half of a block with one kernel for each node of its graph. */
#define PAST_STRIDE (POSITION + 1)
#include "common.h"

TENSOR past_keys[SHARED][POSITION + 1][HEAD], past_values[SHARED][POSITION + 1][HEAD];
TENSOR norm_weights[HIDDEN], mask[TOKENS][TOTAL];
TENSOR q_weights[HEADS * HEAD][HIDDEN], k_weights[SHARED * HEAD][HIDDEN];
TENSOR v_weights[SHARED * HEAD][HIDDEN];
TENSOR normal[TOKENS][HIDDEN];
TENSOR q[TOKENS][HEADS][HEAD], k[TOKENS][SHARED][HEAD], v[TOKENS][SHARED][HEAD];
TENSOR q_heads[HEADS][TOKENS][HEAD], k_heads[SHARED][TOKENS][HEAD], v_heads[SHARED][TOKENS][HEAD];
TENSOR q_turned[HEADS][TOKENS][HEAD], k_turned[SHARED][TOKENS][HEAD];
TENSOR keys_turned[SHARED][HEAD][TOTAL];
TENSOR scores[HEADS][TOKENS][TOTAL], scaled[HEADS][TOKENS][TOTAL], masked[HEADS][TOKENS][TOTAL];
TENSOR weights[HEADS][TOKENS][TOTAL];
TENSOR weighted[HEADS][TOKENS][HEAD], by_token[TOKENS][HEADS * HEAD], projected[TOKENS][HIDDEN];

KERNEL kernel_attn_norm(void)
{
    for (int t = 0; t < TOKENS; t++) {
        float inverse = 1 / sqrtf(dot(x[t], x[t], HIDDEN) / HIDDEN + EPSILON);
        for (int i = 0; i < HIDDEN; i++) normal[t][i] = x[t][i] * inverse * norm_weights[i];
    }
}

static inline __attribute__((always_inline)) void
product(float *result, const float *matrix, int width, const float *row, int depth)
{
    for (int o = 0; o < width; o++) result[o] = dot(row, matrix + o * depth, depth);
}

#define PROJECTION(name, result, matrix, width)                                    \
    KERNEL kernel_attn_##name(void)                                                \
    {                                                                              \
        for (int t = 0; t < TOKENS; t++)                                           \
            product(&result[t][0][0], &matrix[0][0], width, normal[t], HIDDEN);    \
    }
PROJECTION(q, q, q_weights, HEADS *HEAD)
PROJECTION(k, k, k_weights, SHARED *HEAD)
PROJECTION(v, v, v_weights, SHARED *HEAD)

#define BY_HEAD(name, from, to, heads)                                             \
    KERNEL kernel_##name##_by_head(void)                                           \
    {                                                                              \
        for (int h = 0; h < heads; h++)                                            \
            for (int t = 0; t < TOKENS; t++)                                       \
                for (int i = 0; i < HEAD; i++) to[h][t][i] = from[t][h][i];        \
    }
BY_HEAD(q, q, q_heads, HEADS)
BY_HEAD(k, k, k_heads, SHARED)
#if POSITION
BY_HEAD(v, v, v_heads, SHARED)
#else
BY_HEAD(v, v, values, SHARED)
#endif

#define ROPE(name, from, to, heads)                                                \
    KERNEL kernel_##name##_rope(void)                                              \
    {                                                                              \
        for (int h = 0; h < heads; h++)                                            \
            for (int t = 0; t < TOKENS; t++) turn(to[h][t], from[h][t], t);        \
    }
ROPE(q, q_heads, q_turned, HEADS)
#if POSITION
ROPE(k, k_heads, k_turned, SHARED)
#else
ROPE(k, k_heads, keys, SHARED)
#endif

#define APPEND(name, past, now, all)                                               \
    KERNEL kernel_append_##name(void)                                              \
    {                                                                              \
        for (int h = 0; h < SHARED; h++) {                                         \
            for (int t = 0; t < POSITION; t++)                                     \
                for (int i = 0; i < HEAD; i++) all[h][t][i] = past[h][t][i];       \
            for (int t = 0; t < TOKENS; t++)                                       \
                for (int i = 0; i < HEAD; i++) all[h][POSITION + t][i] = now[h][t][i]; \
        }                                                                          \
    }
#if POSITION
APPEND(key, past_keys, k_turned, keys)
APPEND(value, past_values, v_heads, values)
#endif

KERNEL kernel_keys_turned(void)
{
    for (int h = 0; h < SHARED; h++)
        for (int i = 0; i < HEAD; i++)
            for (int t = 0; t < TOTAL; t++) keys_turned[h][i][t] = keys[h][t][i];
}

#define EACH_SCORE                                                                 \
    for (int h = 0; h < HEADS; h++)                                                \
        for (int t = 0; t < TOKENS; t++)                                           \
            for (int j = 0; j < TOTAL; j++)

KERNEL kernel_scores(void)
{
    EACH_SCORE {
        float sum = 0;
        for (int i = 0; i < HEAD; i++) sum += q_turned[h][t][i] * keys_turned[h / GROUP][i][j];
        scores[h][t][j] = sum;
    }
}

KERNEL kernel_scaled(void) { EACH_SCORE scaled[h][t][j] = scores[h][t][j] * SCALE; }

#if MASKED
KERNEL kernel_masked(void) { EACH_SCORE masked[h][t][j] = scaled[h][t][j] + mask[t][j]; }
#define READY masked
#else
#define READY scaled
#endif

KERNEL kernel_softmax(void)
{
    for (int h = 0; h < HEADS; h++)
        for (int t = 0; t < TOKENS; t++) {
            float maximum = -INFINITY, sum = 0;
            for (int j = 0; j < TOTAL; j++) maximum = fmaxf(maximum, READY[h][t][j]);
            for (int j = 0; j < TOTAL; j++)
                sum += weights[h][t][j] = expf(READY[h][t][j] - maximum);
            for (int j = 0; j < TOTAL; j++) weights[h][t][j] /= sum;
        }
}

KERNEL kernel_weighted(void)
{
    for (int h = 0; h < HEADS; h++)
        for (int t = 0; t < TOKENS; t++)
            for (int i = 0; i < HEAD; i++) {
                float sum = 0;
                for (int j = 0; j < TOTAL; j++) sum += weights[h][t][j] * values[h / GROUP][j][i];
                weighted[h][t][i] = sum;
            }
}

KERNEL kernel_by_token(void)
{
    for (int t = 0; t < TOKENS; t++)
        for (int h = 0; h < HEADS; h++)
            for (int i = 0; i < HEAD; i++) by_token[t][h * HEAD + i] = weighted[h][t][i];
}

KERNEL kernel_attn_output(void)
{
    for (int t = 0; t < TOKENS; t++)
        product(projected[t], &output_weights[0][0], HIDDEN, by_token[t], HEADS * HEAD);
}

KERNEL kernel_attn_residual(void)
{
    for (int t = 0; t < TOKENS; t++)
        for (int i = 0; i < HIDDEN; i++) y[t][i] = x[t][i] + projected[t][i];
}

static void run(void)
{
    kernel_attn_norm();
    kernel_attn_q();
    kernel_q_by_head();
    kernel_q_rope();
    kernel_attn_k();
    kernel_k_by_head();
    kernel_k_rope();
    kernel_attn_v();
    kernel_v_by_head();
#if POSITION
    kernel_append_key();
    kernel_append_value();
#endif
    kernel_keys_turned();
    kernel_scores();
    kernel_scaled();
#if MASKED
    kernel_masked();
#endif
    kernel_softmax();
    kernel_weighted();
    kernel_by_token();
    kernel_attn_output();
    kernel_attn_residual();
}

int main(void)
{
    FILE *in = fopen("input.bin", "rb");
    if (!in || !FILL(in, x) || !FILL(in, cosines) || !FILL(in, sines)) return 2;
    if (!fill_past(in, &past_keys[0][0][0]) || !fill_past(in, &past_values[0][0][0])) return 2;
    if (!FILL(in, output_weights) || !FILL(in, norm_weights) || !FILL(in, q_weights)) return 2;
    if (!FILL(in, k_weights) || !FILL(in, v_weights)) return 2;
    if (MASKED && !FILL(in, mask)) return 2;
    run();
    FILE *out = fopen("output.bin", "wb");
    return !out || fwrite(y, sizeof y, 1, out) != 1 || fclose(out);
}
