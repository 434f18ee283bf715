#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef float real;
typedef struct {
    int x, y;
} point;

int work(int v);
double blend(double a, double b, int steps);

long mixed(int a, double b, const char *c, float d, long e)
{
    return a + (long)b + *c + (long)d + e;
}

int many(int a, int b, int c, int d, int e, int f, int g, int h, int on_stack)
{
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + 9 * on_stack;
}

double floats(float a, double b, real c, double d)
{
    return a * b - c * d;
}

const float *choose(const float *left, const float *right, uint8_t which)
{
    return which ? left : right;
}

int after_struct(int first, point p, int last)
{
    return first * p.x + last * p.y;
}

void fill(uint32_t *restrict out, size_t count, uint32_t value)
{
    for (size_t i = 0; i < count; i++)
        out[i] = value;
}

void clear(void *p, size_t bytes)
{
    memset(p, 0, bytes);
}

int keep(int n, int m)
{
    int first = work(n);
    int second = work(m);
    return first * n + second * m;
}

double horner(const double *c, int degree, double x)
{
    double y = c[degree];
    for (int i = degree - 1; i >= 0; i--)
        y = y * x + c[i];
    return y;
}

double mean_blend(const double *v, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s = blend(s, v[i], n);
    return s / n;
}

int tail(int a, int b)
{
    return work(b - a);
}

void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

int apply(int (*f)(int), int v)
{
    return f(v) + 1;
}

int64_t big(void)
{
    return 0x123456789abcdef0;
}

/* More values than there are registers that survive a call. */
int crowded(const int *p, int n)
{
    int a = p[0], b = p[1], c = p[2], d = p[3], e = p[4], f = p[5], g = p[6];
    int h = p[7], i = p[8], j = p[9], k = p[10], l = p[11], m = p[12];
    int s = 0;
    for (int t = 0; t < n; t++)
        s += work(t) ^ a ^ b;
    return s + a * b - c * d + e * f - g * h + i * j - k * l + m;
}
