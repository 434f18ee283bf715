void scale_then_add(float *restrict c, float *restrict t, const float *restrict a,
                    const float *restrict b, float k, int n)
{
    for (int i = 0; i < n; i++)
        t[i] = k * a[i];
    for (int i = 0; i < n; i++)
        c[i] = t[i] + b[i];
}
