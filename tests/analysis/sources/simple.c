int sum(const int *a, int n)
{
    int total = 0;
    for (int i = 0; i < n; i++)
        total += a[i];
    return total;
}

void saxpy(float *y, const float *x, float a, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}

void scale(double *restrict dst, const double *restrict src, double k, long n)
{
    for (long i = 0; i < n; ++i)
        dst[i] = k * src[i];
}

void reverse_copy(int *restrict dst, const int *restrict src, int n)
{
    for (int i = n - 1; i >= 0; i--)
        dst[n - 1 - i] = src[i];
}

void brighten(unsigned char *p, int n, int by)
{
    for (int i = 0; i < n; i++) {
        int v = p[i] + by;
        p[i] = v > 255 ? 255 : v;
    }
}

float dot(const float *a, const float *b, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

int two_loops(int *a, int *b, int n)
{
    int least = a[0];
    for (int i = 1; i < n; i++)
        if (a[i] < least)
            least = a[i];
    for (int j = 0; j < n; j++)
        b[j] -= least;
    return least;
}

void unswitch(int *restrict a, const int *restrict b, int n, int subtract)
{
    for (int i = 0; i < n; i++)
        if (subtract)
            a[i] -= b[i];
        else
            a[i] += b[i];
}

static inline long total_of(const long *p, int n)
{
    long t = 0;
    for (int i = 0; i < n; i++)
        t ^= p[i];
    return t;
}

long both(const long *p, int n, const long *q, int m)
{
    return total_of(p, n) - total_of(q, m);
}
