/* What the float kernels ask of NEON, in the vectors that GCC has on every processor.
 *
 * Names and meanings are those of arm_neon.h (Arm C Language Extensions, Advanced SIMD intrinsics),
 * so the kernels stand once. There is no instruction in here: which ones it becomes, -march says.
 * A sum of a product is one operation where the compiler may contract it, as it is in NEON. Of a
 * maximum with what is no number the second operand comes out, as in the plain C of the kernels. */
#ifndef LOWLAB_VECTORS_H
#define LOWLAB_VECTORS_H

#include <stdint.h>
#include <string.h>

#define VECTOR static inline __attribute__((always_inline, unused))

typedef float float32x4_t __attribute__((vector_size(16)));
typedef int32_t int32x4_t __attribute__((vector_size(16)));
typedef uint32_t uint32x4_t __attribute__((vector_size(16)));
typedef struct {
    float32x4_t val[2];
} float32x4x2_t;

/* A sum with this has no bits behind the point left: 1.5 times 2 to the power of 23. */
#define WITHOUT_FRACTION 12582912.0f
#define LARGEST_WITH_FRACTION 4194304.0f

VECTOR float32x4_t vdupq_n_f32(float value) { return (float32x4_t){value, value, value, value}; }
VECTOR int32x4_t vdupq_n_s32(int32_t value) { return (int32x4_t){value, value, value, value}; }
VECTOR float32x4_t vdupq_laneq_f32(float32x4_t a, const int lane) { return vdupq_n_f32(a[lane]); }
VECTOR float32x4_t vld1q_dup_f32(const float *place) { return vdupq_n_f32(*place); }

VECTOR float32x4_t vld1q_f32(const float *place)
{
    float32x4_t values;
    memcpy(&values, place, sizeof values);
    return values;
}

VECTOR float32x4_t vld1q_lane_f32(const float *place, float32x4_t values, const int lane)
{
    values[lane] = *place;
    return values;
}

/* Eight values, those at even places apart from those at odd ones. */
VECTOR float32x4x2_t vld2q_f32(const float *place)
{
    const float32x4_t low = vld1q_f32(place), high = vld1q_f32(place + 4);
    return (float32x4x2_t){{__builtin_shuffle(low, high, (int32x4_t){0, 2, 4, 6}),
                            __builtin_shuffle(low, high, (int32x4_t){1, 3, 5, 7})}};
}

VECTOR void vst1q_f32(float *place, float32x4_t values) { memcpy(place, &values, sizeof values); }

VECTOR float32x4_t vaddq_f32(float32x4_t a, float32x4_t b) { return a + b; }
VECTOR float32x4_t vsubq_f32(float32x4_t a, float32x4_t b) { return a - b; }
VECTOR float32x4_t vmulq_f32(float32x4_t a, float32x4_t b) { return a * b; }
VECTOR float32x4_t vdivq_f32(float32x4_t a, float32x4_t b) { return a / b; }
VECTOR float32x4_t vnegq_f32(float32x4_t a) { return -a; }
VECTOR float32x4_t vmulq_n_f32(float32x4_t a, float b) { return a * vdupq_n_f32(b); }
VECTOR float32x4_t vfmaq_f32(float32x4_t sum, float32x4_t a, float32x4_t b) { return sum + a * b; }
VECTOR float32x4_t vfmsq_f32(float32x4_t sum, float32x4_t a, float32x4_t b) { return sum - a * b; }

VECTOR float32x4_t vfmaq_laneq_f32(float32x4_t sum, float32x4_t a, float32x4_t b, const int lane)
{
    return sum + a * vdupq_n_f32(b[lane]);
}

VECTOR int32x4_t vaddq_s32(int32x4_t a, int32x4_t b) { return a + b; }
VECTOR int32x4_t vshlq_n_s32(int32x4_t a, const int places)
{
    return (int32x4_t)((uint32x4_t)a << (uint32_t)places);
}

VECTOR float32x4_t vreinterpretq_f32_s32(int32x4_t a) { return (float32x4_t)a; }
VECTOR float32x4_t vcvtq_f32_s32(int32x4_t a) { return __builtin_convertvector(a, float32x4_t); }
VECTOR int32x4_t vcvtq_s32_f32(float32x4_t a) { return __builtin_convertvector(a, int32x4_t); }

/* By lanes: of the first where all bits are set, else of the second. */
VECTOR float32x4_t vbslq_f32(uint32x4_t chosen, float32x4_t a, float32x4_t b)
{
    return (float32x4_t)(((uint32x4_t)a & chosen) | ((uint32x4_t)b & ~chosen));
}

VECTOR uint32x4_t vcltq_f32(float32x4_t a, float32x4_t b) { return (uint32x4_t)(a < b); }
VECTOR float32x4_t vmaxq_f32(float32x4_t a, float32x4_t b)
{
    return vbslq_f32(vcltq_f32(b, a), a, b);
}
VECTOR float32x4_t vminq_f32(float32x4_t a, float32x4_t b)
{
    return vbslq_f32(vcltq_f32(a, b), a, b);
}
VECTOR float32x4_t vabsq_f32(float32x4_t a)
{
    return (float32x4_t)((uint32x4_t)a & (uint32x4_t)vdupq_n_s32(INT32_MAX));
}

/* To the nearest integer, ties to even. */
VECTOR float32x4_t vrndnq_f32(float32x4_t a)
{
    const float32x4_t magic = vdupq_n_f32(WITHOUT_FRACTION), rounded = (a + magic) - magic;
    return vbslq_f32(vcltq_f32(vabsq_f32(a), vdupq_n_f32(LARGEST_WITH_FRACTION)), rounded, a);
}

#endif
