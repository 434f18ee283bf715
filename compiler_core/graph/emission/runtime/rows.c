/* What softmax, norms and products of two activations do with rows of floats that lie in memory.
 *
 * Sums are kept in sixteen parts, so another order than one after another: no less exact. */
#ifndef LOWLAB_ROWS
#define LOWLAB_ROWS
#define ROWS static inline __attribute__((always_inline, unused))
#if defined(__ARM_NEON) || defined(LOWLAB_VECTORS)

ROWS float sum_of_lanes(float32x4_t a)
{
    float lanes[4];
    vst1q_f32(lanes, a);
    return (lanes[0] + lanes[1]) + (lanes[2] + lanes[3]);
}

ROWS float row_largest(const float *x, long count)
{
    float largest = x[0];
    long at = 0;
    if (count >= 4) {
        float32x4_t most = vld1q_f32(x);
#pragma GCC unroll 4
        for (at = 4; at + 4 <= count; at += 4)
            most = vmaxq_f32(vld1q_f32(x + at), most);
        float lanes[4];
        vst1q_f32(lanes, most);
        for (int lane = 0; lane < 4; lane++)
            largest = MAXIMUM(lanes[lane], largest);
    }
    for (; at < count; at++)
        largest = MAXIMUM(x[at], largest);
    return largest;
}

ROWS float row_sum(const float *x, long count)
{
    const float32x4_t zero = vdupq_n_f32(0.0f);
    float32x4_t part0 = zero, part1 = zero, part2 = zero, part3 = zero;
    long at = 0;
    for (; at + 16 <= count; at += 16) {
        part0 = vaddq_f32(part0, vld1q_f32(x + at));
        part1 = vaddq_f32(part1, vld1q_f32(x + at + 4));
        part2 = vaddq_f32(part2, vld1q_f32(x + at + 8));
        part3 = vaddq_f32(part3, vld1q_f32(x + at + 12));
    }
    float sum = sum_of_lanes(vaddq_f32(vaddq_f32(part0, part1), vaddq_f32(part2, part3)));
    for (; at < count; at++)
        sum += x[at];
    return sum;
}

/* The sum of (x - mean) squared. */
ROWS float row_squares(const float *x, float mean, long count)
{
    const float32x4_t middle = vdupq_n_f32(mean), zero = vdupq_n_f32(0.0f);
    float32x4_t part0 = zero, part1 = zero, part2 = zero, part3 = zero;
    long at = 0;
    for (; at + 16 <= count; at += 16) {
        const float32x4_t away0 = vsubq_f32(vld1q_f32(x + at), middle);
        const float32x4_t away1 = vsubq_f32(vld1q_f32(x + at + 4), middle);
        const float32x4_t away2 = vsubq_f32(vld1q_f32(x + at + 8), middle);
        const float32x4_t away3 = vsubq_f32(vld1q_f32(x + at + 12), middle);
        part0 = vfmaq_f32(part0, away0, away0);
        part1 = vfmaq_f32(part1, away1, away1);
        part2 = vfmaq_f32(part2, away2, away2);
        part3 = vfmaq_f32(part3, away3, away3);
    }
    float sum = sum_of_lanes(vaddq_f32(vaddq_f32(part0, part1), vaddq_f32(part2, part3)));
    for (; at < count; at++)
        sum += (x[at] - mean) * (x[at] - mean);
    return sum;
}

/* Each becomes exp(x - top); gives their sum. */
ROWS float row_exponentials(const float *x, float top, float *result, long count)
{
    const float32x4_t most = vdupq_n_f32(top);
    float32x4_t part = vdupq_n_f32(0.0f);
    long at = 0;
#pragma GCC unroll 4
    for (; at + 4 <= count; at += 4) {
        const float32x4_t power = elementary_exp(vsubq_f32(vld1q_f32(x + at), most));
        vst1q_f32(result + at, power);
        part = vaddq_f32(part, power);
    }
    float sum = sum_of_lanes(part);
    for (; at < count; at++) {
        result[at] = expf(x[at] - top);
        sum += result[at];
    }
    return sum;
}

#define ADD_PRODUCTS(column, lane) \
    sum0_##column = vfmaq_laneq_f32(sum0_##column, by##column, x0, lane); \
    sum1_##column = vfmaq_laneq_f32(sum1_##column, by##column, x1, lane); \
    sum2_##column = vfmaq_laneq_f32(sum2_##column, by##column, x2, lane); \
    sum3_##column = vfmaq_laneq_f32(sum3_##column, by##column, x3, lane);
#define ADD_COLUMNS(lane) { \
        const float *const by = right + (k + lane) * columns + j; \
        const float32x4_t by0 = vld1q_f32(by), by1 = vld1q_f32(by + 4); \
        const float32x4_t by2 = vld1q_f32(by + 8), by3 = vld1q_f32(by + 12); \
        ADD_PRODUCTS(0, lane) \
        ADD_PRODUCTS(1, lane) \
        ADD_PRODUCTS(2, lane) \
        ADD_PRODUCTS(3, lane) \
    }
#define ADD_COLUMN(lane) { \
        const float32x4_t by0 = vld1q_f32(right + (k + lane) * columns + j); \
        ADD_PRODUCTS(0, lane) \
    }
#define BEGIN_ROW(row) \
    float32x4_t sum##row##_0 = zero, sum##row##_1 = zero, sum##row##_2 = zero, sum##row##_3 = zero;
#define END_ROW(row) \
    vst1q_f32(result + row * columns + j, sum##row##_0); \
    vst1q_f32(result + row * columns + j + 4, sum##row##_1); \
    vst1q_f32(result + row * columns + j + 8, sum##row##_2); \
    vst1q_f32(result + row * columns + j + 12, sum##row##_3);
#define LOAD_ROWS \
    const float32x4_t x0 = vld1q_f32(left + k), x1 = vld1q_f32(left + inner + k); \
    const float32x4_t x2 = vld1q_f32(left + 2 * inner + k), x3 = vld1q_f32(left + 3 * inner + k);

/* Four rows of left times right; inner and columns are multiples of four. */
ROWS void four_rows(const float *left, const float *right, long inner, long columns, float *result)
{
    const float32x4_t zero = vdupq_n_f32(0.0f);
    long j = 0;
    for (; j + 16 <= columns; j += 16) {
        BEGIN_ROW(0)
        BEGIN_ROW(1)
        BEGIN_ROW(2)
        BEGIN_ROW(3)
        for (long k = 0; k < inner; k += 4) {
            LOAD_ROWS
            ADD_COLUMNS(0)
            ADD_COLUMNS(1)
            ADD_COLUMNS(2)
            ADD_COLUMNS(3)
        }
        END_ROW(0)
        END_ROW(1)
        END_ROW(2)
        END_ROW(3)
    }
    for (; j < columns; j += 4) {
        float32x4_t sum0_0 = zero, sum1_0 = zero, sum2_0 = zero, sum3_0 = zero;
        for (long k = 0; k < inner; k += 4) {
            LOAD_ROWS
            ADD_COLUMN(0)
            ADD_COLUMN(1)
            ADD_COLUMN(2)
            ADD_COLUMN(3)
        }
        vst1q_f32(result + j, sum0_0);
        vst1q_f32(result + columns + j, sum1_0);
        vst1q_f32(result + 2 * columns + j, sum2_0);
        vst1q_f32(result + 3 * columns + j, sum3_0);
    }
}

#else

ROWS float row_largest(const float *x, long count)
{
    float largest = x[0];
    for (long at = 1; at < count; at++)
        largest = MAXIMUM(x[at], largest);
    return largest;
}

ROWS float row_sum(const float *x, long count)
{
    float sum = 0.0f;
    for (long at = 0; at < count; at++)
        sum += x[at];
    return sum;
}

ROWS float row_squares(const float *x, float mean, long count)
{
    float sum = 0.0f;
    for (long at = 0; at < count; at++)
        sum += (x[at] - mean) * (x[at] - mean);
    return sum;
}

ROWS float row_exponentials(const float *x, float top, float *result, long count)
{
    float sum = 0.0f;
    for (long at = 0; at < count; at++) {
        result[at] = expf(x[at] - top);
        sum += result[at];
    }
    return sum;
}

ROWS void four_rows(const float *left, const float *right, long inner, long columns, float *result)
{
    memset(result, 0, sizeof(float) * 4 * columns);
    for (long row = 0; row < 4; row++)
        for (long k = 0; k < inner; k++)
            for (long j = 0; j < columns; j++)
                result[row * columns + j] += left[row * inner + k] * right[k * columns + j];
}

#endif
#endif
