/* What all kernels share: words of the language, 16-bit floats, the exponential function.
 *
 * Every kernel is written twice: with NEON for AArch64, and in plain C, which any compiler takes.
 * -DPLAIN chooses the plain one on AArch64 too. */
#ifndef NUMBERS_H
#define NUMBERS_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__ARM_NEON) && !defined(PLAIN)
#include <arm_neon.h>
#define WITH_NEON 1
#if defined(__ARM_FEATURE_DOTPROD)
#define WITH_DOT_PRODUCT 1
#endif
#if defined(__ARM_FEATURE_MATMUL_INT8)
#define WITH_MATRIX_PRODUCT 1
#endif
#endif

/* A kernel is one symbol of the program, so that what it executes can be counted. */
#define KERNEL static __attribute__((noinline, noclone, unused))
#define INLINE static inline __attribute__((always_inline, unused))
#define MINIMUM(a, b) ((a) < (b) ? (a) : (b))
#define MAXIMUM(a, b) ((a) > (b) ? (a) : (b))

typedef uint16_t half; /* the bits of an IEEE 754 binary16 */

INLINE float float_of_bits(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

INLINE uint32_t bits_of_float(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

INLINE half load_half(const void *place)
{
    half bits;
    memcpy(&bits, place, sizeof bits);
    return bits;
}

#ifdef __aarch64__
INLINE float float_of_half(half bits)
{
    __fp16 value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

INLINE half half_of_float(float value)
{
    __fp16 narrow = (__fp16)value;
    half bits;
    memcpy(&bits, &narrow, sizeof bits);
    return bits;
}
#else
/* The exponent moves by 112; what is subnormal as a half is rebuilt by a subtraction. */
INLINE float float_of_half(half bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000) << 16, rest = bits & 0x7fff;
    if (rest >= 0x7c00) return float_of_bits(sign | 0x7f800000 | (rest & 0x3ff) << 13);
    if (rest >= 0x400) return float_of_bits(sign | ((rest << 13) + (112u << 23)));
    const float small = float_of_bits((113u << 23) | rest << 13) - float_of_bits(113u << 23);
    return float_of_bits(sign | bits_of_float(small));
}

/* Round to nearest, ties to even: adding a number so large that the last bit kept is its last. */
INLINE half half_of_float(float value)
{
    const uint32_t bits = bits_of_float(value);
    const uint32_t sign = bits >> 16 & 0x8000, rest = bits & 0x7fffffff;
    if (rest > 0x7f800000) return (half)(sign | 0x7e00);
    if (rest >= 0x477ff000) return (half)(sign | 0x7c00);
    if (rest < 113u << 23) {
        const float kept = float_of_bits(rest) + float_of_bits(126u << 23);
        return (half)(sign | (bits_of_float(kept) - (126u << 23)));
    }
    const uint32_t odd = rest >> 13 & 1;
    return (half)(sign | (rest - (112u << 23) + 0xfff + odd) >> 13);
}
#endif

/* e^x to 2 units in the last place: x = n ln 2 + r, a polynomial in r, then n into the exponent.
 * The coefficients are those of Cephes' expf. */
#define EXPONENT_LOWEST (-87.0f)
#define EXPONENT_HIGHEST 88.0f
#define LN2_HIGH 0.693359375f
#define LN2_LOW (-2.12194440e-4f)
#define LOG2_E 1.44269504088896341f

INLINE float exponential(float x)
{
    x = MINIMUM(MAXIMUM(x, EXPONENT_LOWEST), EXPONENT_HIGHEST);
    const float n = floorf(x * LOG2_E + 0.5f);
    const float r = x - n * LN2_HIGH - n * LN2_LOW;
    float p = 1.9875691500e-4f;
    p = p * r + 1.3981999507e-3f;
    p = p * r + 8.3334519073e-3f;
    p = p * r + 4.1665795894e-2f;
    p = p * r + 1.6666665459e-1f;
    p = p * r + 5.0000001201e-1f;
    p = p * r * r + r + 1.0f;
    return p * float_of_bits((uint32_t)((int32_t)n + 127) << 23);
}

#ifdef WITH_NEON
INLINE float32x4_t exponential4(float32x4_t x)
{
    x = vminq_f32(vmaxq_f32(x, vdupq_n_f32(EXPONENT_LOWEST)), vdupq_n_f32(EXPONENT_HIGHEST));
    const float32x4_t n = vrndmq_f32(vfmaq_n_f32(vdupq_n_f32(0.5f), x, LOG2_E));
    const float32x4_t r = vfmsq_n_f32(vfmsq_n_f32(x, n, LN2_HIGH), n, LN2_LOW);
    float32x4_t p = vdupq_n_f32(1.9875691500e-4f);
    p = vfmaq_f32(vdupq_n_f32(1.3981999507e-3f), p, r);
    p = vfmaq_f32(vdupq_n_f32(8.3334519073e-3f), p, r);
    p = vfmaq_f32(vdupq_n_f32(4.1665795894e-2f), p, r);
    p = vfmaq_f32(vdupq_n_f32(1.6666665459e-1f), p, r);
    p = vfmaq_f32(vdupq_n_f32(5.0000001201e-1f), p, r);
    p = vaddq_f32(vfmaq_f32(r, vmulq_f32(p, r), r), vdupq_n_f32(1.0f));
    const int32x4_t exponent = vshlq_n_s32(vaddq_s32(vcvtq_s32_f32(n), vdupq_n_s32(127)), 23);
    return vmulq_f32(p, vreinterpretq_f32_s32(exponent));
}

/* The sums of four vectors' lanes, as one vector. */
INLINE float32x4_t lane_sums(float32x4_t a, float32x4_t b, float32x4_t c, float32x4_t d)
{
    return vpaddq_f32(vpaddq_f32(a, b), vpaddq_f32(c, d));
}

INLINE int32x4_t integer_lane_sums(int32x4_t a, int32x4_t b, int32x4_t c, int32x4_t d)
{
    return vpaddq_s32(vpaddq_s32(a, b), vpaddq_s32(c, d));
}
#endif

#endif
