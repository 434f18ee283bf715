/* What lies between the products of a layer: norms, rotary positions, the gate. All in 32 bits. */
#ifndef LAYER_H
#define LAYER_H

#include "numbers.h"

INLINE float sum_of_squares(const float *values, int count)
{
#ifdef WITH_NEON
    float32x4_t sum[2] = {vdupq_n_f32(0), vdupq_n_f32(0)};
    int i = 0;
    for (; i + 8 <= count; i += 8) {
        const float32x4_t first = vld1q_f32(values + i), second = vld1q_f32(values + i + 4);
        sum[0] = vfmaq_f32(sum[0], first, first);
        sum[1] = vfmaq_f32(sum[1], second, second);
    }
    float total = vaddvq_f32(vaddq_f32(sum[0], sum[1]));
    for (; i < count; i++) total += values[i] * values[i];
    return total;
#else
    float total = 0;
    for (int i = 0; i < count; i++) total += values[i] * values[i];
    return total;
#endif
}

/* RMSNorm of `count` rows: x / sqrt(mean of squares + epsilon), times the weights. In place too. */
INLINE void norm(const float *input, const unsigned char *weights, int count, int width,
                 float epsilon, float *output)
{
    const float *scales = (const float *)weights;
    for (int row = 0; row < count; row++, input += width, output += width) {
        const float mean = sum_of_squares(input, width) / (float)width;
        const float factor = 1.0f / sqrtf(mean + epsilon);
        for (int i = 0; i < width; i++) output[i] = input[i] * factor * scales[i];
    }
}

INLINE void add_rows(float *values, const unsigned char *bias, int count, int width)
{
    const float *added = (const float *)bias;
    for (int row = 0; row < count; row++)
        for (int i = 0; i < width; i++) values[row * width + i] += added[i];
}

INLINE void add(float *values, const float *more, int count)
{
    for (int i = 0; i < count; i++) values[i] += more[i];
}

/* cos and sin of position times frequency, one pair after the other. */
INLINE void rotary_angles(const float *frequencies, int pairs, int position, int tokens,
                          float *angles)
{
    for (int token = 0; token < tokens; token++)
        for (int i = 0; i < pairs; i++, angles += 2) {
            const float angle = (float)(position + token) * frequencies[i];
            angles[0] = cosf(angle);
            angles[1] = sinf(angle);
        }
}

/* Rotate pairs of every head: elements 2i and 2i + 1 (step 1), or i and i + pairs (step pairs). */
INLINE void rotate(float *values, int tokens, int heads, int head_size, const float *angles,
                   int pairs, int adjacent)
{
    for (int token = 0; token < tokens; token++, angles += 2 * pairs)
        for (int head = 0; head < heads; head++, values += head_size)
            for (int i = 0; i < pairs; i++) {
                float *first = values + (adjacent ? 2 * i : i), *second = first + (adjacent ? 1 : pairs);
                const float x = *first, y = *second, c = angles[2 * i], s = angles[2 * i + 1];
                *first = x * c - y * s;
                *second = x * s + y * c;
            }
}

/* gate = up · silu(gate), silu(x) = x / (1 + e^-x). */
INLINE void gate_silu(float *gate, const float *up, int count)
{
    int i = 0;
#ifdef WITH_NEON
    for (; i + 4 <= count; i += 4) {
        const float32x4_t x = vld1q_f32(gate + i);
        const float32x4_t below = vaddq_f32(vdupq_n_f32(1), exponential4(vnegq_f32(x)));
        vst1q_f32(gate + i, vmulq_f32(vdivq_f32(x, below), vld1q_f32(up + i)));
    }
#endif
    for (; i < count; i++) gate[i] = gate[i] / (1.0f + exponential(-gate[i])) * up[i];
}

/* gate = up · gelu(gate), by tanh: 0.5 x (1 + tanh u) is x / (1 + e^-2u), where
 * u = sqrt(2 / pi) (x + 0.044715 x^3). */
#define GELU_SCALE 0.79788456080286535588f
#define GELU_CUBIC 0.044715f

INLINE void gate_gelu(float *gate, const float *up, int count)
{
    int i = 0;
#ifdef WITH_NEON
    for (; i + 4 <= count; i += 4) {
        const float32x4_t x = vld1q_f32(gate + i), square = vmulq_f32(x, x);
        const float32x4_t inner = vfmaq_n_f32(vdupq_n_f32(1), square, GELU_CUBIC);
        const float32x4_t u = vmulq_n_f32(vmulq_f32(x, inner), -2 * GELU_SCALE);
        const float32x4_t below = vaddq_f32(vdupq_n_f32(1), exponential4(u));
        vst1q_f32(gate + i, vmulq_f32(vdivq_f32(x, below), vld1q_f32(up + i)));
    }
#endif
    for (; i < count; i++) {
        const float x = gate[i], u = GELU_SCALE * x * (1.0f + GELU_CUBIC * x * x);
        gate[i] = x / (1.0f + exponential(-2 * u)) * up[i];
    }
}

/* gate = up · x / (1 + e^-1.702x), the quick formula of GELU. */
#define GELU_QUICK 1.702f

INLINE void gate_gelu_quick(float *gate, const float *up, int count)
{
    int i = 0;
#ifdef WITH_NEON
    for (; i + 4 <= count; i += 4) {
        const float32x4_t x = vld1q_f32(gate + i);
        const float32x4_t below = vaddq_f32(vdupq_n_f32(1), exponential4(vmulq_n_f32(x, -GELU_QUICK)));
        vst1q_f32(gate + i, vmulq_f32(vdivq_f32(x, below), vld1q_f32(up + i)));
    }
#endif
    for (; i < count; i++) gate[i] = gate[i] / (1.0f + exponential(-GELU_QUICK * gate[i])) * up[i];
}

/* gate = up · gelu(gate) with the error function, 0.5 x (1 + erf(x / sqrt(2))). */
#define HALF_ROOT 0.70710678118654752440f

INLINE void gate_gelu_exact(float *gate, const float *up, int count)
{
    for (int i = 0; i < count; i++)
        gate[i] = 0.5f * gate[i] * (1.0f + erff(gate[i] * HALF_ROOT)) * up[i];
}

INLINE void gate_relu(float *gate, const float *up, int count)
{
    for (int i = 0; i < count; i++) gate[i] = (gate[i] > 0.0f ? gate[i] : 0.0f) * up[i];
}

INLINE void scale_values(float *values, float factor, int count)
{
    for (int i = 0; i < count; i++) values[i] *= factor;
}

/* c · tanh(x / c) keeps values between -c and c. */
INLINE void softcap(float *values, float cap, int count)
{
    for (int i = 0; i < count; i++) values[i] = cap * tanhf(values[i] / cap);
}

/* The place of the largest value, the first of equals. */
INLINE int largest(const float *values, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (values[i] > values[best]) best = i;
    return best;
}

#endif
