"""Small sources that show one effect each; each test names what it expects of them."""

from __future__ import annotations

SAXPY = """void saxpy(float *y, const float *x, float a, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
"""
SAXPY_RESTRICT = """void saxpy(float *restrict y, const float *restrict x, float a, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = a * x[i] + y[i];
}
"""
SUM = """int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}
"""
DIFFERENCES = """void differences(float *restrict out, const float *restrict in, int n)
{
    for (int i = 1; i < n; i++)
        out[i] = in[i] - in[i - 1];
}
"""
CLEAR = """void clear(int *a, int n)
{
    for (int i = 0; i < n; i++)
        a[i] = 0;
}
"""
SQUARES = """static int square(int x)
{
    return x * x + 1;
}

int total(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += square(a[i]);
    return s;
}
"""
DIGIT = """unsigned digit(unsigned x)
{
    return x / 10;
}
"""
LARGEST = """int largest(const int *a, int n)
{
    int best = 0;
    for (int i = 0; i < n; i++)
        if (a[i] > best)
            best = a[i];
    return best;
}
"""
EIGHT = """void add8(int *restrict a, const int *restrict b)
{
    for (int i = 0; i < 8; i++)
        a[i] += b[i];
}
"""
CALLER = """int g(int);

int f(int x)
{
    return g(x) + 1;
}
"""
SUM_OF_TWO = """int add(int x, int y)
{
    return x + y;
}
"""
DOT = """float dot(const float *a, const float *b, int n)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}
"""
POLYNOMIAL = """double poly(const double *a, const double *b, double x, double y)
{
    double u = a[0] * x + b[1];
    double v = a[2] * y + b[3];
    double w = a[4] * x - b[5];
    return u * v + w / (u + 3.0) + a[6] * b[6];
}
"""
BROKEN = """int f(int x)
{
    return x +;
}
"""
COLUMN = """int column(const int (*a)[256], int n)
{
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i][3];
    return s;
}
"""
