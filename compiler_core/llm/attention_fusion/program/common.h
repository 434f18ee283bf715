/* Shapes are definitions in shape.h. Matrices are [out][in]. */
#include <math.h>
#include <stdio.h>
#include "shape.h"

#define KERNEL __attribute__((noipa)) static void
#define TENSOR static _Alignas(64) float

TENSOR x[TOKENS][HIDDEN], y[TOKENS][HIDDEN];
TENSOR cosines[TOKENS][HEAD / 2], sines[TOKENS][HEAD / 2];
/* Positions of the past come first. */
TENSOR keys[SHARED][TOTAL][HEAD], values[SHARED][TOTAL][HEAD];
TENSOR output_weights[HIDDEN][HEADS * HEAD];

/* Elements of one head that make pair i. */
static inline int first_of(int i) { return ADJACENT ? 2 * i : i; }
static inline int second_of(int i) { return ADJACENT ? 2 * i + 1 : i + HEAD / 2; }

static inline __attribute__((always_inline)) float dot(const float *a, const float *b, int count)
{
    float sum = 0;
    for (int i = 0; i < count; i++) sum += a[i] * b[i];
    return sum;
}

static inline __attribute__((always_inline)) void turn(float *turned, const float *head, int token)
{
    for (int i = 0; i < HEAD / 2; i++) {
        float a = head[first_of(i)], b = head[second_of(i)];
        float c = cosines[token][i], s = sines[token][i];
        turned[first_of(i)] = c * a - s * b;
        turned[second_of(i)] = s * a + c * b;
    }
}

static int filled(FILE *file, float *tensor, unsigned long count)
{
    return fread(tensor, sizeof(float), count, file) == count;
}
#define FILL(file, tensor) filled(file, (float *)(tensor), sizeof(tensor) / sizeof(float))

static int fill_past(FILE *file, float *tensor)
{
    for (int head = 0; head < SHARED; head++)
        if (!filled(file, tensor + head * PAST_STRIDE * HEAD, POSITION * HEAD)) return 0;
    return 1;
}
