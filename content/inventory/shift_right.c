void shift_right(float *restrict to, const float *restrict from, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i] * 2.0f;
}
