void scale(float *restrict out, const float *restrict in, float k, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = k * in[i];
}
