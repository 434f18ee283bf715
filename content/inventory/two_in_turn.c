static int left[4096], right[4096];

void layers(int *restrict out, const int *restrict in, int n)
{
    for (int i = 0; i < n; i++)
        left[i] = in[i] + 3;
    for (int i = 0; i < n; i++)
        right[i] = left[n - 1 - i] * 5;
    for (int i = 0; i < n; i++)
        left[i] = right[n - 1 - i] - 7;
    for (int i = 0; i < n; i++)
        out[i] = left[n - 1 - i] ^ 1;
}
