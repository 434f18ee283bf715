void scale_twice(float *restrict out, const float *restrict a, const float *restrict b, float k,
                    int n)
{
    for (int i = 0; i < n; i++)
        out[i] = k * a[i] * b[i];
}
