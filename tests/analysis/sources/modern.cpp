#include <array>

template <typename T>
T sum_of(const T *first, const T *last)
{
    T s{};
    for (; first != last; ++first)
        s += *first;
    return s;
}

template long sum_of<long>(const long *, const long *);
template double sum_of<double>(const double *, const double *);

int largest(const std::array<int, 100> &values)
{
    int best = values[0];
    for (int v : values)
        if (v > best)
            best = v;
    return best;
}

struct Histogram {
    int bins[256];
    void add(const unsigned char *p, int n);
};

void Histogram::add(const unsigned char *p, int n)
{
    for (int i = 0; i < n; i++)
        bins[p[i]]++;
}

template <typename F>
static void each(float *p, int n, F f)
{
    for (int i = 0; i < n; i++)
        p[i] = f(p[i]);
}

void halve(float *p, int n)
{
    each(p, n, [](float v) { return v * 0.5f; });
}

int may_throw(const int *p, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        if (p[i] == 0)
            throw 1;
        s += 100 / p[i];
    }
    return s;
}
